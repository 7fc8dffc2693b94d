// SPDX-License-Identifier: GPL-3.0-or-later
//! The hint window: what to play, whether to double, what to answer. It shows each stage of the evaluation as it comes.

pub(super) mod cube;
mod explain;
mod guess;
pub(super) mod list;
mod parts;
pub(super) mod text;

use super::Window;
use super::panels::wrap::Wrap;
use super::tools::sheet::{button, icon_button};
use crate::i18n::{gettext, gettext_f, pgettext};
use crate::snapshot::Snapshot;
use adw::prelude::*;
use adw::subclass::prelude::*;
use explain::Explanation;
use gnubg_engine::core::{MatchState, Play, Player};
use gnubg_session::event::Activity;
use gnubg_session::hint::{Advice, Hint};
use gnubg_session::{Command, Question};
use gtk::{gdk, glib};
use list::PlayList;
use parts::{levels, maps, toggle};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// Depths offered for one click.
const PLIES: std::ops::RangeInclusive<u8> = 0..=4;
/// From this size on, text is so large that only the plays are shown at first.
const LARGE_TEXT: f64 = 1.5;

/// The window and what it shows. Clones are the same window.
#[derive(Clone)]
pub(super) struct HintWindow(Rc<Inner>);

struct Inner {
    window: adw::Window,
    title: adw::WindowTitle,
    stack: gtk::Stack,
    list: PlayList,
    cube: cube::CubeSheet,
    eval: gtk::Button,
    settings: gtk::Button,
    ply_buttons: Vec<gtk::ToggleButton>,
    details: gtk::ToggleButton,
    mwc: gtk::ToggleButton,
    show: gtk::ToggleButton,
    play: gtk::Button,
    rollout: gtk::Button,
    levels: gtk::MenuButton,
    maps: gtk::MenuButton,
    explanation: Explanation,
    spinner: gtk::Spinner,
    hint: RefCell<Option<Arc<Hint>>>,
    /// The position whose plays the player has been shown, or has chosen one of, if that has to come first.
    guessed: RefCell<Option<MatchState>>,
    table: RefCell<text::CubeTable>,
    /// The depth asked for; `None` for that of the settings.
    plies: Cell<Option<u8>>,
    /// Whether the hint is for what the board shows.
    is_fresh: Cell<bool>,
    /// When it was asked, and how many milliseconds later something was shown.
    asked: Cell<Option<Instant>>,
    first: Cell<Option<f64>>,
}

impl Inner {
    fn let_roll_out(&self, on: bool) {
        self.rollout.set_sensitive(on);
        self.levels.set_sensitive(on);
    }
}

impl HintWindow {
    fn new(parent: &Window) -> HintWindow {
        let title = adw::WindowTitle::new(&gettext("Hint"), "");
        let spinner = gtk::Spinner::new();
        let header = adw::HeaderBar::builder().title_widget(&title).build();
        header.pack_start(&spinner);
        let ply_buttons: Vec<gtk::ToggleButton> = PLIES
            .map(|n| {
                let name = gettext_f("Look {n} plies ahead", &[("n", &n.to_string())]);
                toggle(&n.to_string(), &name)
            })
            .collect();
        let plies = gtk::Box::builder().css_classes(["linked"]).build();
        for button in &ply_buttons {
            button.set_group(ply_buttons.first().filter(|first| *first != button));
            plies.append(button);
        }
        let eval = button(&pgettext("button", "Eval"), &gettext("Look as far ahead as the settings say"));
        let settings =
            icon_button("preferences-system-symbolic", &gettext("Settings of evaluation and hints"));
        settings.set_detailed_action_name("win.preferences-page::evaluation");
        let as_set = gtk::Box::builder().css_classes(["linked"]).build();
        as_set.append(&eval);
        as_set.append(&settings);
        let details =
            toggle(&pgettext("button", "Details"), &gettext("How plays were found, and their chances"));
        // Large text leaves room for the plays only.
        details.set_active(parent.text_factor() < LARGE_TEXT);
        let mwc = toggle(&gettext("MWC"), &gettext("Match winning chances instead of equities"));
        let copy = icon_button("edit-copy-symbolic", &gettext("Copy the list or the selected rows"));
        header.pack_end(&copy);
        let rollout = button(
            &gettext("Rollout"),
            &gettext("Roll out the selected plays, a single one beside the best, or the cube decision"),
        );
        let levels = levels();
        let by_level = gtk::Box::builder().css_classes(["linked"]).build();
        by_level.append(&rollout);
        by_level.append(&levels);
        let explanation = Explanation::new();
        let show = toggle(&gettext("Show"), &gettext("Show the selected play on the board"));
        let play = button(&gettext("Play it"), &gettext("Make the selected play"));
        play.add_css_class("suggested-action");
        let tools = gtk::Box::builder().css_classes(["hint-tools"]).build();
        tools.set_layout_manager(Some(Wrap::with_gap(6)));
        tools.append(&as_set);
        tools.append(&gtk::Label::new(Some(&gettext("Plies"))));
        tools.append(&plies);
        tools.append(&details);
        tools.append(&mwc);
        tools.append(&gtk::Box::builder().hexpand(true).build());
        let maps = maps();
        tools.append(&maps);
        tools.append(&explanation.button);
        tools.append(&by_level);
        tools.append(&show);
        tools.append(&play);
        let list = PlayList::new(parent);
        list.set_details(details.is_active());
        let grid = gtk::Grid::builder()
            .row_spacing(6)
            .column_spacing(24)
            .css_classes(["hint-cube"])
            .halign(gtk::Align::Center)
            .build();
        let stack = gtk::Stack::builder().vexpand(true).build();
        stack.add_named(&gtk::Label::new(Some(&gettext("Thinking …"))), Some("wait"));
        stack.add_named(&list.view, Some("plays"));
        stack.add_named(&guess::page(parent), Some("guess"));
        let scroller = gtk::ScrolledWindow::builder().child(&grid).build();
        stack.add_named(&scroller, Some("cube"));
        let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
        content.append(&header);
        content.append(&tools);
        content.append(&stack);
        let window = adw::Window::builder()
            .title(gettext("Hint"))
            .transient_for(parent)
            .default_width(1160)
            .default_height(420)
            .content(&content)
            .build();
        window.add_css_class("gnubg");
        window.add_css_class("hint");
        window.insert_action_group("win", Some(parent));
        let hint = HintWindow(Rc::new(Inner {
            window,
            title,
            stack,
            list,
            cube: cube::CubeSheet::new(grid),
            eval,
            settings,
            ply_buttons,
            details,
            mwc,
            show,
            play,
            rollout,
            levels,
            maps,
            explanation,
            spinner,
            hint: RefCell::default(),
            guessed: RefCell::default(),
            table: RefCell::default(),
            plies: Cell::default(),
            is_fresh: Cell::default(),
            asked: Cell::default(),
            first: Cell::default(),
        }));
        hint.connect(parent, &copy);
        super::tools::sheet::tell_places(&hint.0.window, parent);
        hint
    }

    /// Connects the tools with the main window.
    fn connect(&self, parent: &Window, copy: &gtk::Button) {
        let inner = &*self.0;
        inner.eval.connect_clicked(glib::clone!(
            #[weak]
            parent,
            move |_| {
                parent.ask_hint(None);
            }
        ));
        for (n, button) in PLIES.zip(&inner.ply_buttons) {
            button.connect_clicked(glib::clone!(
                #[weak]
                parent,
                move |_| {
                    parent.ask_hint(Some(n));
                }
            ));
        }
        inner.details.connect_toggled(glib::clone!(
            #[weak]
            parent,
            move |button| {
                if let Some(hint) = parent.hint_window() {
                    hint.0.list.set_details(button.is_active());
                    parent.write_dump();
                }
            }
        ));
        inner.mwc.connect_clicked(glib::clone!(
            #[weak]
            parent,
            move |button| {
                let on = button.is_active();
                parent.change_options(|options| options.output.mwc = on);
                parent.reshow_hint();
            }
        ));
        copy.connect_clicked(glib::clone!(
            #[weak]
            parent,
            move |_| parent.copy_hint()
        ));
        inner.show.connect_toggled(glib::clone!(
            #[weak]
            parent,
            move |_| parent.show_selected()
        ));
        inner.play.connect_clicked(glib::clone!(
            #[weak]
            parent,
            move |_| parent.play_selected()
        ));
        inner.rollout.connect_clicked(glib::clone!(
            #[weak]
            parent,
            move |_| parent.roll_out_hint()
        ));
        inner.explanation.connect(parent);
        inner.list.connect_activated(glib::clone!(
            #[weak]
            parent,
            move || parent.play_selected()
        ));
        inner.list.connect_selected(glib::clone!(
            #[weak]
            parent,
            move || parent.show_selected()
        ));
        let keys = gtk::EventControllerKey::new();
        keys.connect_key_pressed(glib::clone!(
            #[weak]
            parent,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, _, modifiers| match key {
                gdk::Key::Escape => {
                    parent.close_hint();
                    glib::Propagation::Stop
                }
                gdk::Key::c if modifiers.contains(gdk::ModifierType::CONTROL_MASK) => {
                    parent.copy_hint();
                    glib::Propagation::Stop
                }
                _ => glib::Propagation::Proceed,
            }
        ));
        inner.window.add_controller(keys);
        inner.window.connect_close_request(glib::clone!(
            #[weak]
            parent,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_| {
                parent.hint_closed();
                glib::Propagation::Proceed
            }
        ));
    }

    /// Takes the window from the screen for good.
    pub(super) fn destroy(&self) {
        self.0.window.destroy();
    }

    /// Waits for an answer.
    fn wait(&self) {
        let inner = &*self.0;
        inner.hint.take();
        inner.stack.set_visible_child_name("wait");
        inner.spinner.start();
        inner.is_fresh.set(true);
        inner.title.set_subtitle("");
        inner.play.set_sensitive(false);
        inner.let_roll_out(false);
        inner.explanation.button.set_sensitive(false);
    }

    /// Shows a stage of the answer.
    fn show(
        &self,
        hint: &Arc<Hint>,
        output: &gnubg_session::options::Output,
        can_play: bool,
        is_present: bool,
        is_hidden: bool,
    ) {
        let inner = &*self.0;
        inner.hint.replace(Some(Arc::clone(hint)));
        let asked = inner.asked.take().map(|asked| asked.elapsed().as_secs_f64() * 1000.0);
        inner.first.set(asked.or(inner.first.get()));
        inner.mwc.set_visible(!hint.state.is_money());
        inner.mwc.set_active(output.mwc);
        let settings = match &hint.advice {
            Advice::Play { plays, settings, .. } => {
                let is_mwc = output.mwc && !hint.state.is_money();
                inner.list.set(text::rows(hint, plays, settings, output), &text::titles(is_mwc));
                inner.stack.set_visible_child_name(if is_hidden { "guess" } else { "plays" });
                settings
            }
            Advice::Cube { settings, .. } | Advice::Resignation { settings, .. } => {
                let table = text::table(&hint.advice, output);
                inner.cube.show(Some(&table));
                inner.table.replace(table);
                inner.stack.set_visible_child_name("cube");
                settings
            }
        };
        for (n, button) in PLIES.zip(&inner.ply_buttons) {
            button.set_active(inner.plies.get().unwrap_or(settings.plies) == n);
        }
        let is_play = matches!(hint.advice, Advice::Play { .. });
        inner.play.set_sensitive(can_play && is_play && !is_hidden);
        inner.show.set_sensitive(is_play && !is_hidden);
        let is_question = match &hint.advice {
            Advice::Play { plays, .. } => !plays.is_empty(),
            Advice::Cube { decision, .. } => decision.verdict.is_available(),
            Advice::Resignation { .. } => false,
        };
        inner.let_roll_out(is_present && is_question && !is_hidden);
        inner.explanation.follow(hint, is_hidden);
        if hint.is_final {
            inner.spinner.stop();
        }
        let subtitle = if hint.is_final { String::new() } else { gettext("evaluating …") };
        inner.title.set_subtitle(&subtitle);
    }

    /// The text of what is shown, tab-separated.
    fn as_text(&self) -> String {
        let inner = &*self.0;
        match inner.stack.visible_child_name().as_deref() {
            Some("plays") => inner.list.as_text(),
            Some("guess") => String::new(),
            _ => cube::as_text(&inner.table.borrow()),
        }
    }

    /// What is shown, for tests.
    pub(super) fn facts(&self) -> Value {
        let inner = &*self.0;
        let hint = inner.hint.borrow();
        let table = inner.table.borrow();
        json!({
            "page": inner.stack.visible_child_name().map(|name| name.to_string()),
            "final": hint.as_ref().is_some_and(|hint| hint.is_final),
            "fresh": inner.is_fresh.get(),
            "rows": inner.list.rows().iter().map(|row| row.cells.to_vec()).collect::<Vec<_>>(),
            "cube": table.rows,
            "verdict": table.verdict,
            "first_ms": inner.first.get(),
            "details": inner.details.is_active(),
            "plies": inner.ply_buttons.iter().position(gtk::prelude::ToggleButtonExt::is_active),
            "eval": super::tools::sheet::spot(&inner.eval),
            "settings": super::tools::sheet::spot(&inner.settings),
            "ahead": inner.ply_buttons.iter().map(super::tools::sheet::spot).collect::<Vec<_>>(),
            "rollout": super::tools::sheet::spot(&inner.rollout),
            "levels": super::tools::sheet::spot(&inner.levels),
            "maps": super::tools::sheet::spot(&inner.maps),
            "explanation": inner.explanation.facts(),
            "mapped": inner.window.is_mapped(),
        })
    }
}

impl Window {
    /// The hint window, if it is open.
    fn hint_window(&self) -> Option<HintWindow> {
        self.imp().hint.borrow().clone()
    }

    /// Asks what to do, in the match or in the position being set up, and shows the answer.
    pub(super) fn open_hint(&self) {
        self.finish_scenes();
        let window = self.hint_window().unwrap_or_else(|| {
            let window = HintWindow::new(self);
            self.imp().hint.replace(Some(window.clone()));
            window
        });
        if self.ask_hint(window.0.plies.get()) {
            window.0.window.present();
        }
    }

    /// Asks at this depth.
    fn ask_hint(&self, plies: Option<u8>) -> bool {
        let Some(window) = self.hint_window() else { return false };
        let draft = self.imp().board.with_controller(|c| c.draft().cloned());
        let state = match draft.map(|draft| draft.finish()) {
            Some(Ok(state)) => Some(Box::new(state)),
            Some(Err(error)) => {
                self.say_error(&error);
                return false;
            }
            None => None,
        };
        window.0.plies.set(plies);
        window.0.asked.set(Some(Instant::now()));
        let asked = self.send(Command::Ask(Question::HintAt { state, plies }));
        if asked {
            window.wait();
        }
        self.write_dump();
        asked
    }

    /// Whether the hint's play can be made.
    fn can_play(&self, hint: &Hint) -> bool {
        let board = &self.imp().board;
        let has_turn = board.with_controller(|c| c.turn().is_some() && c.draft().is_none());
        has_turn && self.look(|session| session.state() == Some(&hint.state)) == Some(true)
    }

    /// Shows an answer.
    pub(super) fn show_hint(&self, hint: &Arc<Hint>) {
        let Some(window) = self.hint_window() else { return };
        let is_present = self.look(|session| session.state() == Some(&hint.state)) == Some(true);
        let is_hidden = self.must_guess(&window, hint);
        window.show(hint, &self.options().output, self.can_play(hint), is_present, is_hidden);
        if window.0.explanation.is_open() {
            self.explain();
        }
        self.write_dump();
    }

    /// Shows the answer anew after the settings changed.
    fn reshow_hint(&self) {
        let hint = self.hint_window().and_then(|window| window.0.hint.borrow().clone());
        if let Some(hint) = hint {
            self.show_hint(&hint);
        }
    }

    /// The match went on: the hint stays to be read, but its plays cannot be made any more.
    pub(super) fn hint_is_stale(&self) {
        let Some(window) = self.hint_window() else { return };
        let inner = &*window.0;
        let state = self.look(|session| session.state().copied()).flatten();
        if inner.hint.borrow().as_ref().is_some_and(|hint| Some(hint.state) == state) {
            return;
        }
        inner.is_fresh.set(false);
        inner.play.set_sensitive(false);
        inner.let_roll_out(false);
        inner.show.set_active(false);
        inner.spinner.stop();
        inner.title.set_subtitle(&gettext("for an earlier position"));
    }

    /// A computation ended; without an answer there is nothing to wait for.
    pub(super) fn hint_ended(&self, activity: Activity) {
        if activity != Activity::Hint {
            return;
        }
        let awaited = self.look(|session| session.is_pending(Activity::Hint));
        if let Some(window) = self.hint_window().filter(|_| awaited == Some(false)) {
            window.0.spinner.stop();
            self.write_dump();
        }
    }

    /// Shows the selected play as arrows while that is switched on.
    fn show_selected(&self) {
        let Some(window) = self.hint_window() else { return };
        let inner = &*window.0;
        let by = inner.hint.borrow().as_ref().map_or(Player::One, |hint| hint.state.on_roll);
        let play = inner.list.selected().filter(|_| inner.show.is_active() && inner.is_fresh.get());
        self.imp().board.show_arrows(by, &play.unwrap_or(Play::EMPTY));
    }

    /// Makes the selected play.
    fn play_selected(&self) {
        let Some(window) = self.hint_window() else { return };
        let hint = window.0.hint.borrow().clone();
        let (Some(hint), Some(play)) = (hint, window.0.list.selected()) else { return };
        self.finish_scenes();
        if !self.can_play(&hint) {
            return self.error_bell();
        }
        window.0.show.set_active(false);
        let board = &self.imp().board;
        board.drive(|c| c.show_play(&play));
        board.drive(|c| c.confirm());
    }

    /// The same in a way that the rollout window offers, which is used from now on.
    pub(super) fn roll_out_hint_by(&self, level: u32) {
        self.set_rollout_level(level as usize);
        self.roll_out_hint();
    }

    /// Rolls out what is selected: several plays side by side, a single one beside the best, or the cube decision.
    fn roll_out_hint(&self) {
        let Some(window) = self.hint_window() else { return };
        let hint = window.0.hint.borrow().clone();
        let Some(hint) = hint else { return };
        match &hint.advice {
            Advice::Play { .. } => self.roll_out_plays(window.0.list.compared()),
            Advice::Cube { .. } => self.roll_out_cube(),
            Advice::Resignation { .. } => {}
        }
    }

    fn copy_hint(&self) {
        if let Some(window) = self.hint_window() {
            self.copy_text(Some(window.as_text()));
        }
    }

    fn close_hint(&self) {
        if let Some(window) = self.hint_window() {
            window.0.window.close();
        }
    }

    /// The window was closed: what it waits for is not wanted any more.
    fn hint_closed(&self) {
        self.imp().hint.take();
        self.imp().board.show_arrows(Player::One, &Play::EMPTY);
        let is_thinking = self.look(|session| Snapshot::of(session).is_thinking).unwrap_or(true);
        let awaited = self.look(|session| session.is_pending(Activity::Hint));
        if awaited == Some(true) && !is_thinking {
            self.send(Command::Stop);
        }
        self.write_dump();
    }
}
