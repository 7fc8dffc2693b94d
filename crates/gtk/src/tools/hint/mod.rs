// SPDX-License-Identifier: GPL-3.0-or-later
//! The hint window: what to play, whether to double, how to respond. It shows each stage of the evaluation as it comes.

mod controls;
pub(crate) mod cube;
mod explain;
mod guess_first;
pub(crate) mod play_list;

use super::Tool;
use super::controls::icon_button;
use crate::host::HostHandle;
use crate::i18n::gettext;
use crate::snapshot::Snapshot;
use crate::tools::decision_text as text;
use crate::widgets::probe::spot;
use crate::widgets::text_factor;
use adw::prelude::*;
use controls::{Controls, PLIES};
use cube::CubeView;
use gnubg_engine::core::{MatchState, Play, Player};
use gnubg_session::event::Activity;
use gnubg_session::hint::{Advice, Hint};
use gnubg_session::rollout::Target;
use gnubg_session::{Command, Event, Question};
use gtk::{gdk, glib};
use play_list::PlayList;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// At this text factor and above only the plays are shown at first, because there is no room for their details.
const LARGE_TEXT: f64 = 1.5;

/// The hint window.
pub(crate) struct HintWindow {
    host: HostHandle,
    window: adw::Window,
    title: adw::WindowTitle,
    spinner: gtk::Spinner,
    controls: Controls,
    stack: gtk::Stack,
    list: PlayList,
    cube: CubeView,
    on_roll_out: Box<dyn Fn(Target)>,
    hint: RefCell<Option<Arc<Hint>>>,
    cube_table: RefCell<text::CubeTable>,
    /// With "guess first": the position whose plays have been revealed.
    revealed: RefCell<Option<MatchState>>,
    /// The depth asked for; `None` for that of the options.
    plies: Cell<Option<u8>>,
    /// Whether the hint is for the present position.
    is_current: Cell<bool>,
    /// When it was asked, and how many milliseconds later the first stage was shown.
    asked: Cell<Option<Instant>>,
    first_ms: Cell<Option<f64>>,
}

impl HintWindow {
    /// The window; `roll_out` is called with what the user wants rolled out.
    pub(super) fn new(host: &HostHandle, roll_out: impl Fn(Target) + 'static) -> Rc<HintWindow> {
        let main = host.window();
        let controls = Controls::new();
        controls.details.set_active(text_factor() < LARGE_TEXT);
        let list = PlayList::new(&host.updates());
        list.view.set_widget_name("hint-plays");
        list.set_details(controls.details.is_active());
        let grid = gtk::Grid::builder()
            .name("hint-cube")
            .row_spacing(6)
            .column_spacing(24)
            .css_classes(["hint-cube"])
            .halign(gtk::Align::Center)
            .build();
        let hint = Rc::new_cyclic(|this: &std::rc::Weak<HintWindow>| {
            let this = this.clone();
            let reveal = move || {
                if let Some(hint) = this.upgrade() {
                    hint.reveal();
                }
            };
            let stack = gtk::Stack::builder().name("hint-pages").vexpand(true).build();
            stack.add_named(&gtk::Label::new(Some(&gettext("Thinking …"))), Some("wait"));
            stack.add_named(&list.view, Some("plays"));
            stack.add_named(&guess_first::page(reveal), Some("guess"));
            let scroller = gtk::ScrolledWindow::builder().child(&grid).build();
            stack.add_named(&scroller, Some("cube"));
            HintWindow {
                host: host.clone(),
                window: adw::Window::builder()
                    .name("hint")
                    .title(gettext("Hint"))
                    .default_width(1160)
                    .default_height(420)
                    .build(),
                title: adw::WindowTitle::new(&gettext("Hint"), ""),
                spinner: gtk::Spinner::new(),
                controls,
                stack,
                list,
                cube: CubeView::new(grid),
                on_roll_out: Box::new(roll_out),
                hint: RefCell::default(),
                cube_table: RefCell::default(),
                revealed: RefCell::default(),
                plies: Cell::default(),
                is_current: Cell::default(),
                asked: Cell::default(),
                first_ms: Cell::default(),
            }
        });
        let copy = icon_button("edit-copy-symbolic", &gettext("Copy the list or the selected rows"));
        copy.set_widget_name("copy");
        let header = adw::HeaderBar::builder().title_widget(&hint.title).build();
        header.pack_start(&hint.spinner);
        header.pack_end(&copy);
        let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
        content.append(&header);
        content.append(&hint.controls.root);
        content.append(&hint.stack);
        hint.window.set_content(Some(&content));
        hint.window.add_css_class("gnubg");
        hint.window.add_css_class("hint");
        hint.window.set_transient_for(main.as_ref());
        // The buttons name actions of the main window.
        hint.window.insert_action_group("win", main.as_ref());
        hint.connect(&copy);
        hint
    }

    fn connect(self: &Rc<Self>, copy: &gtk::Button) {
        let with = |run: fn(&HintWindow)| {
            let this = Rc::downgrade(self);
            move || {
                if let Some(hint) = this.upgrade() {
                    run(&hint);
                }
            }
        };
        let controls = &self.controls;
        let run = with(|hint| {
            hint.ask(None);
        });
        controls.evaluate.connect_clicked(move |_| run());
        for (n, button) in PLIES.zip(&controls.plies) {
            let this = Rc::downgrade(self);
            button.connect_clicked(move |_| {
                if let Some(hint) = this.upgrade() {
                    hint.ask(Some(n));
                }
            });
        }
        let run = with(|hint| {
            hint.list.set_details(hint.controls.details.is_active());
            hint.host.state_changed();
        });
        controls.details.connect_toggled(move |_| run());
        let run = with(|hint| {
            let on = hint.controls.mwc.is_active();
            hint.host.change_options(|options| options.output.mwc = on);
            let shown = hint.hint.borrow().clone();
            if let Some(shown) = shown {
                hint.show_hint(&shown);
            }
        });
        controls.mwc.connect_clicked(move |_| run());
        let run = with(|hint| hint.host.copy_text(Some(hint.as_text())));
        copy.connect_clicked(move |_| run());
        let run = with(HintWindow::show_selected);
        controls.show.connect_toggled(move |_| run());
        let run = with(HintWindow::play_selected);
        controls.play.connect_clicked(move |_| run());
        let run = with(HintWindow::roll_out);
        controls.rollout.connect_clicked(move |_| run());
        controls.explanation.connect(with(HintWindow::explain), with(|hint| hint.host.state_changed()));
        self.list.connect_activated(with(HintWindow::play_selected));
        self.list.connect_selected(with(HintWindow::show_selected));
        let keys = gtk::EventControllerKey::new();
        let this = Rc::downgrade(self);
        keys.connect_key_pressed(move |_, key, _, modifiers| {
            let Some(hint) = this.upgrade() else { return glib::Propagation::Proceed };
            match key {
                gdk::Key::Escape => hint.window.close(),
                gdk::Key::c if modifiers.contains(gdk::ModifierType::CONTROL_MASK) => {
                    hint.host.copy_text(Some(hint.as_text()));
                }
                _ => return glib::Propagation::Proceed,
            }
            glib::Propagation::Stop
        });
        self.window.add_controller(keys);
    }

    /// Asks about the present position at the depth asked for last. Returns whether it could be asked.
    pub(super) fn ask_again(&self) -> bool {
        self.ask(self.plies.get())
    }

    /// Asks about the present position, or the one being set up, at a depth. Returns whether it could be asked.
    fn ask(&self, plies: Option<u8>) -> bool {
        let state = match self.host.draft() {
            Some(Ok(state)) => Some(Box::new(state)),
            Some(Err(error)) => {
                self.host.say_error(&error);
                return false;
            }
            None => None,
        };
        self.plies.set(plies);
        self.asked.set(Some(Instant::now()));
        let is_asked = self.host.execute(Command::Ask(Question::HintAt { state, plies })).is_some();
        if is_asked {
            self.wait();
        }
        self.host.state_changed();
        is_asked
    }

    /// Shows that the answer is awaited.
    fn wait(&self) {
        self.hint.take();
        self.stack.set_visible_child_name("wait");
        self.spinner.start();
        self.is_current.set(true);
        self.title.set_subtitle("");
        self.controls.play.set_sensitive(false);
        self.controls.set_can_roll_out(false);
        self.controls.explanation.button.set_sensitive(false);
    }

    /// Whether a hint is for the position of the match.
    fn is_present(&self, hint: &Hint) -> bool {
        self.host.look(|session| session.state() == Some(&hint.state)) == Some(true)
    }

    /// Whether the plays of a hint can be made on the board.
    fn can_play(&self, hint: &Hint) -> bool {
        let has_turn = self.host.board().is_some_and(|board| {
            board.with_controller(|controller| controller.turn().is_some() && controller.draft().is_none())
        });
        has_turn && self.is_present(hint)
    }

    /// Shows a stage of the answer.
    fn show_hint(&self, hint: &Arc<Hint>) {
        let output = self.host.options().output;
        let is_hidden = self.must_guess(hint);
        let controls = &self.controls;
        self.hint.replace(Some(Arc::clone(hint)));
        let waited = self.asked.take().map(|asked| asked.elapsed().as_secs_f64() * 1000.0);
        self.first_ms.set(waited.or(self.first_ms.get()));
        controls.mwc.set_visible(!hint.state.is_money());
        controls.mwc.set_active(output.mwc);
        let settings = match &hint.advice {
            Advice::Play { plays, settings, .. } => {
                let is_mwc = output.mwc && !hint.state.is_money();
                self.list.set(text::rows(hint, plays, settings, &output), &text::titles(is_mwc));
                self.stack.set_visible_child_name(if is_hidden { "guess" } else { "plays" });
                settings
            }
            Advice::Cube { settings, .. } | Advice::Resignation { settings, .. } => {
                let table = text::table(&hint.advice, &output);
                self.cube.show(Some(&table));
                self.cube_table.replace(table);
                self.stack.set_visible_child_name("cube");
                settings
            }
        };
        for (n, button) in PLIES.zip(&controls.plies) {
            button.set_active(self.plies.get().unwrap_or(settings.plies) == n);
        }
        let is_play = matches!(hint.advice, Advice::Play { .. });
        controls.play.set_sensitive(self.can_play(hint) && is_play && !is_hidden);
        controls.show.set_sensitive(is_play && !is_hidden);
        let has_choice = match &hint.advice {
            Advice::Play { plays, .. } => !plays.is_empty(),
            Advice::Cube { decision, .. } => decision.verdict.is_available(),
            Advice::Resignation { .. } => false,
        };
        controls.set_can_roll_out(self.is_present(hint) && has_choice && !is_hidden);
        controls.explanation.update(hint, is_hidden);
        if hint.is_final {
            self.spinner.stop();
        }
        let subtitle = if hint.is_final { String::new() } else { gettext("evaluating …") };
        self.title.set_subtitle(&subtitle);
        if controls.explanation.is_open() {
            self.explain();
        }
        self.host.state_changed();
    }

    /// Compares the selected play with the best one.
    fn explain(&self) {
        let hint = self.hint.borrow().clone();
        if let Some(hint) = hint {
            self.controls.explanation.fill(&hint, self.list.selected(), &self.host.options().output);
        }
        self.host.state_changed();
    }

    /// Checks whether the match has moved on: the hint then stays to be read, but its plays cannot be made any more.
    pub(super) fn check_position(&self) {
        let state = self.host.look(|session| session.state().copied()).flatten();
        if self.hint.borrow().as_ref().is_some_and(|hint| Some(hint.state) == state) {
            return;
        }
        self.is_current.set(false);
        self.controls.play.set_sensitive(false);
        self.controls.set_can_roll_out(false);
        self.controls.show.set_active(false);
        self.spinner.stop();
        self.title.set_subtitle(&gettext("for an earlier position"));
    }

    fn is_pending(&self) -> Option<bool> {
        self.host.look(|session| session.is_pending(Activity::Hint))
    }

    /// Shows the selected play as arrows on the board while that is switched on.
    fn show_selected(&self) {
        let by = self.hint.borrow().as_ref().map_or(Player::One, |hint| hint.state.on_roll);
        let is_shown = self.controls.show.is_active() && self.is_current.get();
        let play = self.list.selected().filter(|_| is_shown);
        if let Some(board) = self.host.board() {
            board.show_arrows(by, &play.unwrap_or(Play::EMPTY));
        }
    }

    /// Makes the selected play.
    fn play_selected(&self) {
        let hint = self.hint.borrow().clone();
        let (Some(hint), Some(play)) = (hint, self.list.selected()) else { return };
        self.host.catch_up();
        if !self.can_play(&hint) {
            return self.host.ring_bell();
        }
        self.controls.show.set_active(false);
        if let Some(board) = self.host.board() {
            board.drive(|controller| controller.show_play(&play));
            board.drive(|controller| controller.confirm());
        }
    }

    /// Rolls out the selected plays (a single one is compared with the best) or the cube decision.
    pub(super) fn roll_out(&self) {
        let target = match self.hint.borrow().as_ref().map(|hint| &hint.advice) {
            Some(Advice::Play { .. }) => Target::Plays(self.list.compared()),
            Some(Advice::Cube { .. }) => Target::Cube,
            Some(Advice::Resignation { .. }) | None => return,
        };
        (self.on_roll_out)(target);
    }

    /// What is shown as text, with tabs between the cells.
    fn as_text(&self) -> String {
        match self.stack.visible_child_name().as_deref() {
            Some("plays") => self.list.as_text(),
            Some("guess") => String::new(),
            _ => cube::as_text(&self.cube_table.borrow()),
        }
    }
}

impl Tool for HintWindow {
    fn name(&self) -> &'static str {
        "hint"
    }

    fn window(&self) -> &adw::Window {
        &self.window
    }

    /// A hint stays as it is until its position or its answer changes.
    fn refresh(&self) {}

    fn handle_event(&self, event: &Event) {
        match event {
            Event::HintProgress(hint) | Event::HintReady(hint) => self.show_hint(hint),
            Event::StateChanged(_) => self.check_position(),
            // A job that ended without an answer leaves nothing to wait for.
            Event::JobFinished { activity: Activity::Hint, .. } if self.is_pending() == Some(false) => {
                self.spinner.stop();
                self.host.state_changed();
            }
            _ => {}
        }
    }

    fn stop(&self) {
        if let Some(board) = self.host.board() {
            board.show_arrows(Player::One, &Play::EMPTY);
        }
        let is_thinking = self.host.look(|session| Snapshot::of(session).is_thinking).unwrap_or(true);
        if self.is_pending() == Some(true) && !is_thinking {
            self.host.execute(Command::Stop);
        }
    }

    fn dump(&self) -> Value {
        let (hint, table, controls) = (self.hint.borrow(), self.cube_table.borrow(), &self.controls);
        json!({
            "page": self.stack.visible_child_name().map(|name| name.to_string()),
            "final": hint.as_ref().is_some_and(|hint| hint.is_final),
            "fresh": self.is_current.get(),
            "rows": self.list.rows().iter().map(|row| row.cells.to_vec()).collect::<Vec<_>>(),
            "cube": table.rows,
            "verdict": table.verdict,
            "first_ms": self.first_ms.get(),
            "details": controls.details.is_active(),
            "plies": controls.plies.iter().position(gtk::prelude::ToggleButtonExt::is_active),
            "eval": spot(&controls.evaluate),
            "settings": spot(&controls.settings),
            "ahead": controls.plies.iter().map(spot).collect::<Vec<_>>(),
            "rollout": spot(&controls.rollout),
            "levels": spot(&controls.levels),
            "maps": spot(&controls.maps),
            "explanation": controls.explanation.dump(),
            "mapped": self.window.is_mapped(),
        })
    }
}
