// SPDX-License-Identifier: GPL-3.0-or-later
//! Navigation in the record, continuing from a position in it, and its analysis.

use super::Window;
use crate::board::input;
use crate::i18n::gettext;
use crate::record_loss::rest_removed;
use crate::snapshot::has_later;
use crate::widgets::question::Question;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Play, Player};
use gnubg_record::{Cursor, EntryAction};
use gnubg_session::command::{Annotate, MarkKind};
use gnubg_session::event::Activity;
use gnubg_session::jobs::{JobError, JobId};
use gnubg_session::options::RecordNumbers;
use gnubg_session::{Command, CommandOutcome, Go, Loss, RecordPart, Session, is_worth_telling};
use gtk::{gdk, gio, glib};
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// The state of a review.
#[derive(Default)]
pub(super) struct Review {
    /// The position from which the user continues, although the record goes on after it.
    plays_from: Cell<Option<Cursor>>,
    /// The running analyses with the number of decisions done and, if known, of all.
    running: RefCell<Vec<(JobId, u64, Option<u64>)>>,
    /// Whether the board shows arrows of the play that was made.
    has_arrows: Cell<bool>,
    /// Whether new results of the analysis will be shown in a moment.
    is_due: Cell<bool>,
}

/// How often results of a running analysis are shown.
const SHOWN_EVERY: Duration = Duration::from_millis(250);

impl Review {
    /// The number of running analyses, and of their decisions the number done and of all.
    pub(super) fn progress(&self) -> (usize, u64, u64) {
        let (done, total) = self.sum();
        (self.running.borrow().len(), done, total)
    }

    /// Whether an analysis runs.
    pub(super) fn is_running(&self) -> bool {
        !self.running.borrow().is_empty()
    }

    pub(super) fn sum(&self) -> (u64, u64) {
        let running = self.running.borrow();
        running.iter().fold((0, 0), |(a, b), (_, done, total)| (a + done, b + total.unwrap_or(0)))
    }
}

/// Whether the next entry is a missing turn.
fn is_at_gap(session: &Session) -> bool {
    let next = session.record().next_entry(session.place());
    match (session.state(), next) {
        (Some(state), Some(entry)) => gnubg_record::walk::is_gap(state, entry),
        _ => false,
    }
}

impl Window {
    /// Shows changed marks, comments or analysis: at once, but during an analysis only now and then.
    pub(super) fn record_changed(&self) {
        let review = &self.imp().review;
        if !review.is_running() {
            return self.refresh();
        }
        if review.is_due.replace(true) {
            return;
        }
        glib::timeout_add_local_once(
            SHOWN_EVERY,
            glib::clone!(
                #[weak(rename_to = window)]
                self,
                move || {
                    window.imp().review.is_due.set(false);
                    window.refresh();
                }
            ),
        );
    }

    /// Goes to another place of the record.
    pub(super) fn go(&self, go: Go) {
        self.finish_scenes();
        if self.imp().board.with_controller(|c| c.draft().is_some()) {
            return self.error_bell();
        }
        let mut before = self.look(Session::place);
        let is_step = matches!(go, Go::NextRoll | Go::PreviousRoll | Go::NextRolled | Go::PreviousRolled);
        while self.send(Command::Go(go)) {
            self.finish_scenes();
            let place = self.look(Session::place);
            // There is nothing to see at a missing turn.
            if !is_step || place == before || self.look(is_at_gap) != Some(true) {
                break;
            }
            before = place;
        }
    }

    /// Follows the keys and the wheel on the board.
    pub(super) fn navigate(&self, go: input::Go) {
        self.go(match go {
            input::Go::Next => Go::NextRolled,
            input::Go::Previous => Go::PreviousRolled,
            input::Go::NextError => Go::NextMark(MarkKind::Skill, 1),
            input::Go::PreviousError => Go::PreviousMark(MarkKind::Skill, 1),
        });
    }

    /// Gives the keyboard to the board.
    pub(super) fn focus_board(&self) {
        self.imp().board.grab_focus();
    }

    /// Whether the user chose to continue from this position.
    pub(super) fn plays_on_here(&self) -> bool {
        let from = self.imp().review.plays_from.get();
        from.is_some() && from == self.look(Session::place)
    }

    /// Lets the user play from the place shown; later decisions are removed by the first action.
    fn play_from_here(&self) {
        let (loss, confirms) = match self.look(|session| {
            let roll = Command::Game(gnubg_session::GameCommand::Roll);
            (session.loses(&roll), session.options().confirm.new)
        }) {
            Some(found) => found,
            None => return,
        };
        let (games, entries) = match loss {
            Some(Loss::Rest { games, entries }) => (games, entries),
            _ => (0, 0),
        };
        if !confirms || games + entries == 0 {
            return self.begin_here();
        }
        let lost = rest_removed(games, entries);
        let body = format!(
            "{lost} {}",
            gettext("This happens with your next action; the removed part is kept as a variation.")
        );
        let (heading, cancel, play) =
            (gettext("Continue from here?"), gettext("Cancel"), gettext("Play from here"));
        let answers = [
            ("cancel", cancel.as_str(), adw::ResponseAppearance::Default),
            ("play", play.as_str(), adw::ResponseAppearance::Suggested),
        ];
        let question = Question {
            name: "play-from-here",
            heading: &heading,
            body: &body,
            answers: &answers,
            default: Some("play"),
        };
        self.ask(&question, |window, answer| {
            if answer == "play" {
                window.begin_here();
            }
        });
    }

    fn begin_here(&self) {
        // The later decisions are kept as a variation.
        if let Some(session) = self.imp().session.borrow_mut().as_deref_mut() {
            session.keep_variation();
        }
        self.imp().review.plays_from.set(self.look(Session::place));
        self.refresh();
        self.focus_board();
    }

    /// Shows the play that was made next as arrows, during a review.
    pub(super) fn show_played(&self) {
        let review = &self.imp().review;
        let played = self.look(|session| {
            let place = session.place();
            let entry = session.record().next_entry(place).filter(|_| place.rolled && has_later(session))?;
            match &entry.action {
                EntryAction::Play { play, .. } => Some((entry.player, *play)),
                EntryAction::IllegalPlay { play: Some(play), .. } => Some((entry.player, *play)),
                _ => None,
            }
        });
        match played.flatten().filter(|_| !self.plays_on_here()) {
            Some((by, play)) => {
                review.has_arrows.set(true);
                self.imp().board.show_arrows(by, &play);
            }
            None if review.has_arrows.replace(false) => {
                self.imp().board.show_arrows(Player::One, &Play::EMPTY);
            }
            None => {}
        }
    }

    /// Starts an analysis of a part of the record.
    pub(super) fn analyze(&self, part: RecordPart, plies: Option<u8>) {
        self.sidebar().save_comment();
        if let Some(pulse) = self.imp().pulse.get() {
            pulse.forget();
        }
        let command = match plies {
            None => Command::Analyze(part),
            Some(plies) => Command::AnalyzeAt(part, plies),
        };
        let run = || self.imp().session.borrow_mut().as_deref_mut().map(|session| session.execute(command));
        let Some(result) = self.part("start of the analysis", run) else { return };
        match result {
            Ok(CommandOutcome::Started(id)) => self.follow_job(id),
            Ok(CommandOutcome::Done) => self.toast(&gettext("Already analyzed at this level")),
            Err(error) => self.toast(&crate::texts::refused(&error)),
        }
        self.show_turn();
    }

    /// Notes an analysis that has just been started.
    pub(super) fn follow_job(&self, id: JobId) {
        self.imp().review.running.borrow_mut().push((id, 0, None));
        self.show_progress();
    }

    /// Notes the progress of a job.
    pub(super) fn job_progress(&self, id: JobId, activity: Activity, done: u64, total: Option<u64>) {
        if activity != Activity::Analysis {
            return;
        }
        {
            let mut running = self.imp().review.running.borrow_mut();
            match running.iter_mut().find(|(known, ..)| *known == id) {
                Some(job) => (job.1, job.2) = (done, total),
                // It was started elsewhere, by a typed command for example.
                None => running.push((id, done, total)),
            }
        }
        self.show_progress();
    }

    /// Notes the end of a job.
    pub(super) fn job_ended(&self, id: JobId, activity: Activity, error: Option<&JobError>) {
        if activity != Activity::Analysis {
            return;
        }
        self.imp().review.running.borrow_mut().retain(|(known, ..)| *known != id);
        self.show_progress();
        let text = match error {
            None => gettext("The analysis is finished"),
            Some(error) if is_worth_telling(error) => return,
            Some(_) => gettext("The analysis was stopped; its results so far are kept"),
        };
        // Screen readers follow the action row; a notice over the content would be read as well.
        self.say(&text, false);
        self.sidebar().log(&text);
        self.show_panels();
    }

    /// Shows the progress of the analysis, or that none runs.
    fn show_progress(&self) {
        let imp = self.imp();
        let is_running = imp.review.is_running();
        imp.status_row.show_progress(is_running.then(|| imp.review.sum()));
        self.fit_status(self.options().window.show_ids);
        if let Some(action) = self.lookup_action("stop-analysis").and_downcast::<gio::SimpleAction>() {
            action.set_enabled(is_running);
        }
        self.follow_analysis_on_card();
        self.write_dump();
    }

    fn stop_analysis(&self) {
        let running: Vec<JobId> = self.imp().review.running.borrow().iter().map(|(id, ..)| *id).collect();
        self.look(|session| running.iter().for_each(|id| session.cancel_job(*id)));
    }

    fn annotate(&self, annotate: Annotate) {
        self.send(Command::Annotate(annotate));
    }

    /// Selects or deselects the next decision for a rollout.
    fn choose_for_rollout(&self) {
        let state = self.look(|session| {
            let entry = session.record().next_entry(session.place())?;
            let n = entry.play_analysis().map_or(0, |play| play.candidates.len());
            Some((gnubg_session::has_marked_candidate(entry), entry.action.is_play() && n > 0, n))
        });
        let Some((is_on, is_play, n)) = state.flatten() else { return self.error_bell() };
        match (is_on, is_play) {
            (true, _) => self.annotate(Annotate::UnmarkMove),
            // A rollout compares the two best plays and the play that was made.
            (false, true) => {
                let played = self
                    .look(|session| session.record().next_entry(session.place())?.play_analysis()?.played);
                let mut chosen: Vec<usize> = (1..=n.min(2)).collect();
                chosen.extend(played.flatten().map(|at| at + 1).filter(|at| *at > 2));
                self.annotate(Annotate::MarkPlays(chosen, true));
            }
            (false, false) => self.annotate(Annotate::MarkCube(true)),
        }
    }
}

/// Lets Home and End on the board go through the game.
pub(super) fn connect(window: &Window) {
    let keys = gtk::EventControllerKey::new();
    keys.connect_key_pressed(glib::clone!(
        #[weak]
        window,
        #[upgrade_or]
        glib::Propagation::Proceed,
        move |_, key, _, _| {
            match key {
                gdk::Key::Home => window.go(Go::FirstMove),
                gdk::Key::End => window.go(Go::LastMove),
                _ => return glib::Propagation::Proceed,
            }
            glib::Propagation::Stop
        }
    ));
    window.imp().board.add_controller(keys);
    window.show_progress();
}

/// The actions of this module.
pub(super) fn actions() -> Vec<gio::ActionEntry<Window>> {
    let simple = |name: &str, run: fn(&Window)| {
        gio::ActionEntry::builder(name).activate(move |window: &Window, _, _| run(window)).build()
    };
    let go = |name: &str, go: Go| {
        gio::ActionEntry::builder(name).activate(move |window: &Window, _, _| window.go(go)).build()
    };
    let go_to = gio::ActionEntry::builder("go-to")
        .parameter_type(Some(&<(u32, u32)>::static_variant_type()))
        .activate(|window: &Window, _, place| {
            let Some((game, entry)) = place.and_then(glib::Variant::get::<(u32, u32)>) else { return };
            window.go(Go::To { game: game as usize, entry: entry as usize, rolled: true });
        })
        .build();
    let go_to_game = gio::ActionEntry::builder("go-to-game")
        .parameter_type(Some(&u32::static_variant_type()))
        .activate(|window: &Window, _, game| {
            let Some(game) = game.and_then(glib::Variant::get::<u32>).map(|game| game as usize) else {
                return;
            };
            if window.look(|session| session.place().game) != Some(game) {
                window.go(Go::To { game, entry: 0, rolled: false });
            }
        })
        .build();
    let switch = gio::ActionEntry::builder("switch-line")
        .parameter_type(Some(&u32::static_variant_type()))
        .activate(|window: &Window, _, n| {
            if let Some(n) = n.and_then(glib::Variant::get::<u32>) {
                window.send(Command::SwitchVariation(n as usize));
            }
        })
        .build();
    let analyze = gio::ActionEntry::builder("analyze-at")
        .parameter_type(Some(&<(String, u8)>::static_variant_type()))
        .activate(|window: &Window, _, what| {
            let Some((part, plies)) = what.and_then(glib::Variant::get::<(String, u8)>) else { return };
            let part = match part.as_str() {
                "move" => RecordPart::Move,
                "game" => RecordPart::Game,
                _ => RecordPart::Match,
            };
            window.analyze(part, Some(plies));
        })
        .build();
    let numbers = gio::ActionEntry::builder("record-numbers")
        .parameter_type(Some(&String::static_variant_type()))
        .state("both".to_variant())
        .change_state(|window: &Window, _, state| {
            let word = state.and_then(glib::Variant::get::<String>).unwrap_or_default();
            if let Some(numbers) = RecordNumbers::from_word(&word) {
                window.change_options(|options| options.window.record_numbers = numbers);
            }
        })
        .build();
    vec![
        go_to,
        go_to_game,
        switch,
        numbers,
        analyze,
        go("next-roll", Go::NextRolled),
        go("previous-roll", Go::PreviousRolled),
        go("next-game-shown", Go::NextGame(1)),
        go("previous-game", Go::PreviousGame(1)),
        go("next-mark", Go::NextMark(MarkKind::Skill, 1)),
        go("previous-mark", Go::PreviousMark(MarkKind::Skill, 1)),
        go("next-choice", Go::NextMark(MarkKind::Candidate, 1)),
        go("previous-choice", Go::PreviousMark(MarkKind::Candidate, 1)),
        go("first-move", Go::FirstMove),
        go("last-move", Go::LastMove),
        simple("focus-board", Window::focus_board),
        simple("play-from-here", Window::play_from_here),
        simple("analyze-move", |window| window.analyze(RecordPart::Move, None)),
        simple("analyze-game", |window| window.analyze(RecordPart::Game, None)),
        simple("analyze-match", |window| window.analyze(RecordPart::Match, None)),
        simple("stop-analysis", Window::stop_analysis),
        simple("forget-move", |window| window.annotate(Annotate::ForgetMove)),
        simple("forget-game", |window| window.annotate(Annotate::ForgetGame)),
        simple("forget-match", |window| window.annotate(Annotate::ForgetMatch)),
        simple("insert-roll", |window| window.transcription().insert_roll()),
        simple("insert-double", |window| window.transcription().insert_double()),
        simple("delete-move", |window| window.transcription().delete_decision()),
        simple("delete-rest", |window| window.transcription().delete_rest()),
        simple("choose-move", Window::choose_for_rollout),
        simple("unchoose-game", |window| window.annotate(Annotate::UnmarkGame)),
        simple("unchoose-match", |window| window.annotate(Annotate::UnmarkMatch)),
    ]
}
