// SPDX-License-Identifier: GPL-3.0-or-later
//! The switch between the boards in two and three dimensions, and the fallback where 3D is not available.

use super::Window;
use crate::a11y;
use crate::board3d::Settings;
use crate::board3d::gl::GlError;
use crate::board3d::import::{self, DesignDescription};
use crate::dialogs::board_3d;
use crate::i18n::{gettext, gettext_f};
use crate::pairs::with_value;
use crate::widgets::chooser;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gio, glib};

/// The name of the design that the settings themselves describe.
pub(super) const IMPORTED: &str = "imported";

/// Shows the board in three or two dimensions, and stores the choice.
pub(super) fn switch(window: &Window, on: bool) {
    match window.imp().board.set_three(on) {
        Ok(()) => window.set_appearance("boardtype", if on { "3d" } else { "2d" }),
        Err(error) => unavailable(window, &error),
    }
    window.write_dump_soon();
}

/// Follows the settings: dimensions, camera, light, shapes.
pub(super) fn follow(window: &Window, appearance: &str) {
    let board = &window.imp().board;
    let settings = import::settings(appearance, Settings::default());
    if settings != board.settings_3d() {
        board.set_settings_3d(settings);
    }
    let Some(action) = window.lookup_action("board-3d").and_downcast::<gio::SimpleAction>() else { return };
    let wanted = import::wants_three(appearance).unwrap_or(false);
    // After a failure it is not tried again; the choice stays in the settings.
    if wanted != board.is_three()
        && action.is_enabled()
        && let Err(error) = board.set_three(wanted)
    {
        unavailable(window, &error);
    }
    action.set_state(&board.is_three().to_variant());
}

/// The actions of the board in three dimensions besides its switch.
pub(super) fn actions() -> Vec<gio::ActionEntry<Window>> {
    vec![
        gio::ActionEntry::builder("view-3d")
            .activate(|window: &Window, _, _| board_3d::open(&window.host()))
            .build(),
        gio::ActionEntry::builder("import-design")
            .activate(|window: &Window, _, _| ask_designs(window))
            .build(),
    ]
}

/// Asks for a file with designs of the original.
fn ask_designs(window: &Window) {
    let filter = chooser::filter(&gettext("Board designs of GNU Backgammon"), &["xml"]);
    chooser::choose_file(window, &gettext("Import board designs"), filter, |window, path| {
        if let Some(path) = path {
            import_file(window, &path);
        }
    });
}

/// Reads a file of designs. If there are several, the user chooses one.
fn import_file(window: &Window, path: &std::path::Path) {
    let text = match gnubg_engine::input::read_limited(path, gnubg_engine::input::MAX_TEXT) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            let file = crate::files::name_of(path);
            let failed = gettext_f("{file} could not be opened", &[("file", &file)]);
            return window.toast(&format!("{failed}: {error}"));
        }
    };
    match import::designs(&text) {
        Ok(found) if found.len() == 1 => use_described(window, &found[0]),
        Ok(found) => choose_design(window, found),
        Err(error) => window.toast_error(&error),
    }
}

/// Asks which of several designs to use.
fn choose_design(window: &Window, found: Vec<DesignDescription>) {
    let titles: Vec<&str> = found.iter().map(|design| design.title.as_str()).collect();
    let choice = gtk::DropDown::from_strings(&titles);
    let dialog = adw::MessageDialog::new(Some(window), Some(&gettext("Import a board design")), None);
    dialog.set_extra_child(Some(&choice));
    dialog.add_responses(&[("cancel", &gettext("Cancel")), ("import", &gettext("Import"))]);
    dialog.set_default_response(Some("import"));
    dialog.set_close_response("cancel");
    dialog.connect_response(
        Some("import"),
        glib::clone!(
            #[weak]
            window,
            move |_, _| {
                if let Some(design) = found.get(choice.selected() as usize) {
                    use_described(&window, design);
                }
            }
        ),
    );
    dialog.present();
}

/// Uses a design of the original, and stores the choice.
fn use_described(window: &Window, described: &DesignDescription) {
    let three = import::wants_three(&described.pairs).unwrap_or(window.imp().board.is_three());
    window.change_options(|options| {
        let pairs = with_value(&described.pairs, "design", IMPORTED);
        options.window.appearance = with_value(&pairs, "boardtype", if three { "3d" } else { "2d" });
    });
    let unknown = import::unknown(&described.pairs);
    if unknown.is_empty() {
        window.toast(&gettext_f("The board is now {title}", &[("title", &described.title)]));
    } else {
        let keys = unknown.join(", ");
        window.toast(&gettext_f("Unknown keys in the design: {keys}", &[("keys", &keys)]));
    }
}

/// Falls back to two dimensions when the graphics driver fails.
pub(super) fn connect(window: &Window) {
    window.imp().board.connect_three_failed(glib::clone!(
        #[weak]
        window,
        move |_, error| unavailable(&window, error)
    ));
}

/// Falls back to two dimensions: one notice, and from then on the reason in the button's tooltip.
fn unavailable(window: &Window, error: &GlError) {
    if let Some(action) = window.lookup_action("board-3d").and_downcast::<gio::SimpleAction>() {
        action.set_state(&false.to_variant());
        action.set_enabled(false);
    }
    let reason = error.to_string();
    let text = gettext_f("The 3D board is not available: {reason}", &[("reason", &reason)]);
    let button = &*window.imp().view_3d_button;
    a11y::set_tooltip(button, Some(&text));
    a11y::set_label(button, &text);
    glib::g_warning!("gnubg", "no 3D board: {reason}");
    window.toast(&gettext("The 3D board is not available here"));
}
