// SPDX-License-Identifier: GPL-3.0-or-later
//! The actions that only menus activate, and the set of shortcuts.

use super::Window;
use crate::actions;
use crate::i18n::gettext;
use crate::identity::WEBSITE;
use crate::widgets::chooser::{self, filter};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Decision, Phase, Player};
use gnubg_session::Edit;
use gnubg_session::options::{Shortcuts, Toolbar};
use gtk::{gio, glib};

/// The actions of this module.
pub(super) fn actions() -> Vec<gio::ActionEntry<Window>> {
    let simple = |name: &str, run: fn(&Window)| {
        gio::ActionEntry::builder(name).activate(move |window: &Window, _, _| run(window)).build()
    };
    let named = |name: &str, run: fn(&Window, &str)| {
        gio::ActionEntry::builder(name)
            .parameter_type(Some(&String::static_variant_type()))
            .activate(move |window: &Window, _, word| {
                run(window, &word.and_then(glib::Variant::get::<String>).unwrap_or_default());
            })
            .build()
    };
    let toolbar = gio::ActionEntry::builder("toolbar")
        .parameter_type(Some(&String::static_variant_type()))
        .state(Toolbar::default().word().to_variant())
        .change_state(|window: &Window, _, word| {
            let word = word.and_then(glib::Variant::get::<String>).unwrap_or_default();
            if let Some(toolbar) = Toolbar::from_word(&word) {
                window.change_options(|options| options.window.toolbar = toolbar);
            }
        })
        .build();
    let put_on_roll = gio::ActionEntry::builder("put-on-roll")
        .parameter_type(Some(&u8::static_variant_type()))
        .activate(|window: &Window, _, seat| {
            let seat = seat.and_then(glib::Variant::get::<u8>).map(usize::from);
            if let Some(player) = seat.and_then(Player::from_index) {
                window.positions().put_on_roll(player);
            }
        })
        .build();
    vec![
        toolbar,
        put_on_roll,
        named("command", |window, line| window.sidebar().run_command(line)),
        named("preferences-page", |window, page| window.open_preferences(Some(page))),
        simple("website", open_website),
        simple("close-notice", |window| window.show_notice(None)),
        simple("open-commands", choose_commands),
        // The original has a panel for counts, shots and the race; here it is a window.
        simple("panel-theory", |window| window.activate("race")),
        simple("set-dice", |window| window.positions().set_dice()),
        simple("set-cube", |window| window.positions().pick_cube()),
        simple("clear-turn", |window| window.positions().edit_here(Edit::ClearTurn)),
        simple("agree", |window| answer(window, "accept", "take")),
        simple("refuse", |window| answer(window, "decline", "drop")),
    ]
}

/// Enables what is possible now.
pub(super) fn update(window: &Window, phase: Option<Phase>, editing: bool, answers: bool) {
    let enable = |name: &str, on: bool| {
        if let Some(action) = window.lookup_action(name).and_downcast::<gio::SimpleAction>() {
            action.set_enabled(on);
        }
    };
    let has_turn = matches!(phase, Some(Phase::Due(_)));
    let may_set_dice = matches!(phase, Some(Phase::Due(Decision::Roll | Decision::Play(_))));
    let cube =
        window.look(|session| session.state().is_some_and(|state| state.rules.cube && !state.is_crawford));
    enable("set-dice", editing || may_set_dice);
    enable("set-cube", editing || (has_turn && cube == Some(true)));
    enable("put-on-roll", editing || has_turn);
    enable("clear-turn", has_turn && phase != Some(Phase::Due(Decision::Roll)));
    enable("agree", answers);
    enable("refuse", answers);
    enable("command", !editing);
}

impl Window {
    /// Uses a set of shortcuts in all windows.
    pub(super) fn follow_shortcuts(&self, set: Shortcuts) {
        let before = self.imp().shortcuts.replace(Some(set));
        let Some(app) = self.application().filter(|_| before != Some(set)) else { return };
        actions::register(&app, set);
        // Other windows follow only a choice of the user, not the settings read at the start.
        let others = app.windows().into_iter().filter(|_| before.is_some());
        for other in others.filter_map(|window| window.downcast::<Window>().ok()) {
            if other != *self {
                other.change_options(|options| options.window.shortcuts = set);
            }
        }
    }
}

/// Opens the project's page, with the program that the settings name or else that of the desktop.
fn open_website(window: &Window) {
    let browser = window.options().general.browser;
    let is_allowed = window.look(|session| session.may_run(&browser)) == Some(true);
    if browser.is_empty() || !is_allowed {
        return gtk::show_uri(Some(window), WEBSITE, gtk::gdk::CURRENT_TIME);
    }
    let arguments = [std::ffi::OsStr::new(&browser), std::ffi::OsStr::new(WEBSITE)];
    if let Err(error) = gio::Subprocess::newv(&arguments, gio::SubprocessFlags::NONE) {
        window.toast_error(&error);
    }
}

/// Answers a resignation by the first action, a double by the second.
fn answer(window: &Window, resignation: &str, double: &str) {
    let phase = window.imp().snapshot.borrow().state.map(|state| state.phase);
    let is_resigning = matches!(phase, Some(Phase::Resigning { .. }));
    window.activate(if is_resigning { resignation } else { double });
}

/// Lets the user choose a command file and runs it.
fn choose_commands(window: &Window) {
    let filters = [chooser::all_files(), filter(&gettext("Command files"), &["txt", "gnubg"])];
    let title = gettext("Open a command file");
    let chooser = chooser::new(Some(window.upcast_ref()), &title, gtk::FileChooserAction::Open, &filters);
    chooser.set_accept_label(Some(&gettext("_Run")));
    chooser::run(
        &chooser,
        glib::clone!(
            #[weak]
            window,
            move |_, path| {
                if let Some(path) = path {
                    window.sidebar().run_command_file(&path.to_string_lossy(), true);
                }
            }
        ),
    );
}
