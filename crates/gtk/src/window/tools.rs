// SPDX-License-Identifier: GPL-3.0-or-later
//! What parts of the program may ask of the main window, and the actions that open tools.

use super::Window;
use super::messages::Tone;
use crate::board::BoardWidget;
use crate::exchange::local_paths;
use crate::host::{Host, HostHandle};
use crate::i18n::gettext;
use crate::snapshot::Snapshot;
use crate::tools::background::BackgroundStatus;
use crate::tools::help::HelpTopic;
use crate::tools::players::can_add;
use crate::tools::race::effective_pips;
use crate::tools::rollout::{has_cube_decision, may_double};
use crate::tools::toolbox::Toolbox;
use crate::widgets::gradual::UpdateQueue;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{MatchState, Player};
use gnubg_session::command::Opened;
use gnubg_session::options::Options;
use gnubg_session::rollout::Target;
use gnubg_session::{Command, CommandOutcome, Event, Session};
use gnubg_shell::language::Meanwhile;
use gtk::{gio, glib};
use std::rc::Rc;

/// The actions that open tools.
pub(super) fn actions() -> Vec<gio::ActionEntry<Window>> {
    let open = |name: &'static str, run: fn(&Toolbox)| {
        gio::ActionEntry::builder(name).activate(move |window: &Window, _, _| run(window.tools())).build()
    };
    let step = |name: &'static str, by: i32| {
        gio::ActionEntry::builder(name).activate(move |window: &Window, _, _| step_result(window, by)).build()
    };
    let roll_out_hint = gio::ActionEntry::builder("roll-out-hint")
        .parameter_type(Some(&u32::static_variant_type()))
        .activate(|window: &Window, _, level| {
            if let Some(level) = level.and_then(glib::Variant::get::<u32>) {
                window.tools().rollouts().set_level(level as usize);
                window.sidebar().roll_out_hint();
            }
        })
        .build();
    let help = gio::ActionEntry::builder("help")
        .parameter_type(Some(&String::static_variant_type()))
        .activate(|window: &Window, _, page| {
            let page = page.and_then(glib::Variant::get::<String>).unwrap_or_default();
            let page = if page == "context" { window.chapter().to_owned() } else { page };
            window.tools().show_help(HelpTopic::named(&page));
        })
        .build();
    let batch =
        gio::ActionEntry::builder("batch").activate(|window: &Window, _, _| choose_batch(window)).build();
    vec![
        roll_out_hint,
        help,
        batch,
        open("rollout", Toolbox::show_rollout),
        open("continue-rollout", |tools| tools.rollouts().resume()),
        open("discard-rollout", |tools| tools.rollouts().discard()),
        open("roll-out-position", |tools| tools.roll_out(Target::Position)),
        open("roll-out-cube", |tools| tools.roll_out(Target::Cube)),
        open("roll-out-decision", |tools| tools.roll_out(Target::Decision)),
        open("race", Toolbox::show_race),
        open("speed", Toolbox::show_speed),
        open("theory", Toolbox::show_theory),
        open("equity-table", Toolbox::show_equity_table),
        open("statistics", Toolbox::show_statistics),
        open("library", Toolbox::show_library),
        open("exercises", Toolbox::show_exercises),
        open("players", Toolbox::show_players),
        open("add-match", Toolbox::add_match),
        open("temperature-map", |tools| tools.show_temperature_map(false)),
        open("temperature-map-cube", |tools| tools.show_temperature_map(true)),
        gio::ActionEntry::builder("reply-map").activate(|window: &Window, _, _| show_replies(window)).build(),
        step("next-result", 1),
        step("previous-result", -1),
        open("score-map", Toolbox::show_score_map),
        open("roll-distribution", Toolbox::show_roll_distribution),
    ]
}

impl Window {
    /// The chapter of the manual that explains what the main window is used for now.
    fn chapter(&self) -> &'static str {
        if self.positions().is_editing() {
            return "positions";
        }
        let snapshot = self.imp().snapshot.borrow();
        match snapshot.state {
            None => "first-steps",
            Some(_) if snapshot.is_transcribing || snapshot.is_transcribed() => "transcribing",
            Some(_) if snapshot.is_reviewing => "reviewing",
            Some(_) => "playing",
        }
    }
}

/// Shows the next decision that the library found, or the one before.
fn step_result(window: &Window, by: i32) {
    if !window.tools().step_result(by) {
        window.say(&gettext("The library has no further result"), Tone::Refusal);
    }
}

/// Shows the replies to the play that is selected in the hint.
fn show_replies(window: &Window) {
    if let Some((state, play)) = window.sidebar().selected_play() {
        window.tools().show_replies(&state, &play);
    }
}

/// Lets the user choose files to analyze, and shows them in a list.
fn choose_batch(window: &Window) {
    let title = crate::i18n::gettext("Analyze files");
    let chooser =
        gtk::FileChooserNative::new(Some(&title), Some(window), gtk::FileChooserAction::Open, None, None);
    chooser.set_select_multiple(true);
    // The toolkit does not keep the chooser alive.
    let alive = std::cell::RefCell::new(Some(chooser.clone()));
    chooser.connect_response(glib::clone!(
        #[weak]
        window,
        move |chooser, answer| {
            alive.take();
            if answer == gtk::ResponseType::Accept {
                let files: Vec<gio::File> =
                    chooser.files().iter::<gio::File>().filter_map(Result::ok).collect();
                window.tools().show_batch(local_paths(&files));
            }
        }
    ));
    chooser.show();
}

/// Enables the actions of tools that have something to show.
fn update_actions(window: &Window) {
    let position = window.tools().host().position();
    let is_open = position.is_some_and(|state| state.result().is_none());
    let enable = |name: &str, on: bool| {
        if let Some(action) = window.lookup_action(name).and_downcast::<gio::SimpleAction>() {
            action.set_enabled(on);
        }
    };
    for name in ["race", "temperature-map", "score-map", "roll-distribution"] {
        enable(name, is_open);
    }
    let can_double = position
        .is_some_and(|state| window.look(|session| may_double(&state, session.table())) == Some(true));
    enable("temperature-map-cube", is_open && can_double);
    let in_match = window.look(|session: &Session| {
        let open: Option<MatchState> = session.state().filter(|state| state.result().is_none()).copied();
        let has_cube = open.is_some_and(|state| has_cube_decision(&state, session.table()));
        (open.is_some(), has_cube, session.state().is_some())
    });
    let (has_open_game, has_cube, has_match) = in_match.unwrap_or_default();
    enable("roll-out-position", has_open_game);
    enable("roll-out-cube", has_cube);
    enable("statistics", has_match);
    enable("add-match", window.look(can_add) == Some(true));
}

/// Makes the toolbox of a window and the status of background work.
pub(super) fn install(window: &Window) {
    let toolbox = Toolbox::new(HostHandle::new(WindowHost(window.downgrade())));
    assert!(window.imp().tools.set(toolbox).is_ok(), "invariant: built once");
    let background = BackgroundStatus::default();
    window.imp().status_row.add_background(&background);
    assert!(window.imp().background.set(background).is_ok(), "invariant: built once");
}

impl Window {
    /// The tool windows.
    pub(super) fn tools(&self) -> &Rc<Toolbox> {
        self.imp().tools.get().expect("invariant: built with the window")
    }

    /// The status of background work.
    pub(super) fn background(&self) -> &BackgroundStatus {
        self.imp().background.get().expect("invariant: built with the window")
    }

    /// Enables the actions of tools, and tells open tools that something may have changed.
    pub(super) fn refresh_tools(&self) {
        update_actions(self);
        self.tools().refresh();
    }

    /// Passes an event of the session on to the tools.
    pub(super) fn pass_to_tools(&self, event: &Event) {
        self.background().handle_event(event);
        self.fit_status(self.options().window.show_ids);
        self.tools().handle_event(event);
        self.library_client().handle_event(event);
        self.sidebar().handle_event(event);
    }

    /// Shows a match that is no file in place of the present one, after asking about unsaved work; `raises` brings the window
    /// to the front.
    fn open_match(&self, opened: Opened, raises: bool) {
        // The question stands above the main window.
        if raises {
            self.present();
        }
        let weak = self.downgrade();
        self.files().open_record(opened, move |is_first| {
            let Some(window) = weak.upgrade() else { return };
            if is_first {
                window.sidebar().show_for_review();
            }
            window.imp().board.grab_focus();
        });
    }

    /// Shows effective pips beside the names if a database has them.
    pub(super) fn show_effective_pips(&self) {
        let Some(state) = self.tools().host().position() else { return };
        let known = self.look(|session| {
            let is_wanted = session.options().window.show_pips;
            (is_wanted, effective_pips(session.engine().databases(), &state))
        });
        let Some((is_wanted, known)) = known else { return };
        for player in Player::BOTH {
            self.player_bars()[player.index()].show_race(is_wanted, known[player.index()].as_ref());
        }
    }
}

/// What parts of the program may ask of a window. It does nothing once the window is gone.
struct WindowHost(glib::WeakRef<Window>);

impl WindowHost {
    /// Runs something on the window, if it is still there.
    fn with<T: Default>(&self, run: impl FnOnce(&Window) -> T) -> T {
        self.0.upgrade().map(|window| run(&window)).unwrap_or_default()
    }
}

impl Host for WindowHost {
    fn window(&self) -> Option<gtk::ApplicationWindow> {
        self.0.upgrade().map(Cast::upcast)
    }

    fn board(&self) -> Option<BoardWidget> {
        self.with(|window| Some(window.imp().board.get()))
    }

    fn updates(&self) -> UpdateQueue {
        self.with(|window| window.imp().updates.clone())
    }

    fn snapshot(&self) -> Snapshot {
        self.with(|window| window.snapshot_now())
    }

    fn read_session(&self, read: &mut dyn FnMut(&Session)) {
        self.with(|window| _ = window.look(read));
    }

    fn change_session(&self, change: &mut dyn FnMut(&mut Session)) {
        self.with(|window| {
            if let Some(session) = window.imp().session.borrow_mut().as_deref_mut() {
                change(session);
            }
        });
    }

    fn execute(&self, command: Command) -> Option<CommandOutcome> {
        self.with(|window| window.execute(command))
    }

    fn edit_options(&self, change: &mut dyn FnMut(&mut Options)) -> bool {
        self.with(|window| window.change_options(change))
    }

    fn write_settings(&self) {
        self.with(Window::write_settings);
    }

    fn lend_session(&self) -> Option<Box<Session>> {
        self.with(Window::lend_session)
    }

    fn return_session(&self, session: Box<Session>, meanwhile: Meanwhile) {
        self.with(|window| window.take_session_back(session, meanwhile));
    }

    fn show_paused_rollout(&self, games: Option<(u32, u32)>) {
        self.with(|window| {
            window.background().set_paused_rollout(games);
            window.imp().start_card.offer_rollout(games);
            window.fit_status(window.options().window.show_ids);
        });
    }

    fn catch_up(&self) {
        self.with(Window::finish_scenes);
    }

    fn save_comment(&self) {
        self.with(|window| window.sidebar().save_comment());
    }

    fn change_together(&self, run: &mut dyn FnMut()) {
        self.with(|window| window.imp().is_updating.set(true));
        run();
    }

    fn refresh_actions(&self) {
        self.with(Window::show_turn);
    }

    fn open_match(&self, opened: Opened, raises: bool) {
        self.with(|window| window.open_match(opened, raises));
    }

    fn say(&self, text: &str, is_refusal: bool) {
        let tone = if is_refusal { Tone::Refusal } else { Tone::News };
        self.with(|window| window.say(text, tone));
    }

    fn forget_refusal(&self) {
        self.with(Window::forget_refusal);
    }

    fn show_toast(&self, text: &str, button: Option<(&str, &str)>) {
        self.with(|window| window.show_toast(text, button));
    }

    fn show_notice(&self, text: Option<&str>) {
        self.with(|window| window.show_notice(text));
    }

    fn log(&self, text: &str) {
        self.with(|window| window.sidebar().log(text));
    }

    fn type_command(&self, line: &str) {
        self.with(|window| {
            window.present();
            window.sidebar().offer_command(line);
        });
    }

    fn measure_part(&self, name: &'static str, run: &mut dyn FnMut()) {
        match self.0.upgrade() {
            Some(window) => window.part(name, run),
            None => run(),
        }
    }

    fn note_refresh(&self, part: &'static str) {
        self.with(|window| window.note_refresh(part));
    }

    fn state_changed(&self) {
        self.with(Window::write_dump_soon);
    }
}
