// SPDX-License-Identifier: GPL-3.0-or-later
//! A review: navigation in the record, continuing from a position in it, and its analysis.

mod actions;

use crate::board::{BoardWidget, input};
use crate::host::HostHandle;
use crate::i18n::gettext;
use crate::record_loss::rest_removed;
use crate::snapshot::has_later;
use crate::widgets::keys;
use crate::widgets::question::Question;
use gnubg_engine::core::{Play, Player};
use gnubg_record::{Cursor, EntryAction, ErrorQuery};
use gnubg_session::command::Annotate;
use gnubg_session::event::Activity;
use gnubg_session::jobs::{JobError, JobId};
use gnubg_session::{Command, CommandOutcome, Go, LineCommand, Loss, RecordPart, Session, is_worth_telling};
use gtk::{gdk, glib};
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

/// What a review asks of the window around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReviewRequest {
    /// To show the session as it stands.
    Refresh,
    /// To show the panels and tools as the record stands.
    RefreshPanels,
    /// To begin measuring anew, because an analysis starts.
    AnalysisStarts,
    /// To show how many decisions the running analyses have done, of how many; or that none runs.
    Progress(Option<(u64, u64)>),
}

/// A review of the record.
pub(crate) struct Review {
    this: Weak<Review>,
    host: HostHandle,
    board: BoardWidget,
    on_request: Box<dyn Fn(ReviewRequest)>,
    /// The position from which the user continues, although the record goes on after it.
    plays_from: Cell<Option<Cursor>>,
    /// The running analyses with the number of decisions done and, if known, of all.
    running: RefCell<Vec<(JobId, u64, Option<u64>)>>,
    /// Whether the board shows arrows of the play that was made.
    has_arrows: Cell<bool>,
    /// Whether the user has hidden the arrows.
    hides_arrows: Cell<bool>,
    /// Whether new results of the analysis will be shown in a moment.
    is_due: Cell<bool>,
}

/// How often results of a running analysis are shown.
const SHOWN_EVERY: Duration = Duration::from_millis(250);

/// Whether the next entry is a missing turn.
fn is_at_gap(session: &Session) -> bool {
    let next = session.record().next_entry(session.place());
    match (session.state(), next) {
        (Some(state), Some(entry)) => gnubg_record::walk::is_gap(state, entry),
        _ => false,
    }
}

impl Review {
    /// A review of what the board shows; `requested` is called with what the window has to do.
    pub(crate) fn new(
        host: HostHandle,
        board: BoardWidget,
        requested: impl Fn(ReviewRequest) + 'static,
    ) -> Rc<Review> {
        let review = Rc::new_cyclic(|this: &Weak<Review>| Review {
            this: this.clone(),
            host,
            board,
            on_request: Box::new(requested),
            plays_from: Cell::default(),
            running: RefCell::default(),
            has_arrows: Cell::default(),
            hides_arrows: Cell::default(),
            is_due: Cell::default(),
        });
        review.connect_keys();
        review
    }

    /// Lets Home and End on the board go through the game, and `<` and `>` anywhere in the window go to errors.
    fn connect_keys(&self) {
        if let Some(window) = self.host.window() {
            keys::lead_to_errors(&window);
        }
        let review = self.this.clone();
        keys::connect(&self.board, gtk::PropagationPhase::Bubble, move |key, _| {
            let Some(review) = review.upgrade() else { return false };
            match key {
                gdk::Key::Home => review.go(Go::FirstMove),
                gdk::Key::End => review.go(Go::LastMove),
                _ => return false,
            }
            true
        });
    }

    fn request(&self, request: ReviewRequest) {
        (self.on_request)(request);
    }

    /// The number of running analyses, and of their decisions the number done and of all.
    pub(crate) fn progress(&self) -> (usize, u64, u64) {
        let (done, total) = self.sum();
        (self.running.borrow().len(), done, total)
    }

    /// Whether an analysis runs.
    pub(crate) fn is_running(&self) -> bool {
        !self.running.borrow().is_empty()
    }

    fn sum(&self) -> (u64, u64) {
        let running = self.running.borrow();
        running.iter().fold((0, 0), |(a, b), (_, done, total)| (a + done, b + total.unwrap_or(0)))
    }

    /// Shows changed marks, comments or analysis: at once, but during an analysis only now and then.
    pub(crate) fn record_changed(&self) {
        if !self.is_running() {
            return self.request(ReviewRequest::Refresh);
        }
        if self.is_due.replace(true) {
            return;
        }
        let review = self.this.clone();
        glib::timeout_add_local_once(SHOWN_EVERY, move || {
            if let Some(review) = review.upgrade() {
                review.is_due.set(false);
                review.request(ReviewRequest::Refresh);
            }
        });
    }

    /// Goes to another place of the record.
    pub(crate) fn go(&self, go: Go) {
        self.host.catch_up();
        if self.board.with_controller(|c| c.draft().is_some()) {
            return self.host.ring_bell();
        }
        let mut before = self.host.look(Session::place);
        let is_step = matches!(go, Go::NextRoll | Go::PreviousRoll | Go::NextRolled | Go::PreviousRolled);
        while self.host.send(Command::Go(go)) {
            self.host.catch_up();
            let place = self.host.look(Session::place);
            // There is nothing to see at a missing turn.
            if !is_step || place == before || self.host.look(is_at_gap) != Some(true) {
                break;
            }
            before = place;
        }
        self.show_first_roll();
    }

    /// Shows, promotes or removes a line of the match, once the menu that asked for it has gone: it belongs to a row that
    /// may not be there afterwards.
    fn change_line_later(self: &Rc<Self>, command: LineCommand) {
        let review = Rc::downgrade(self);
        glib::idle_add_local_once(move || {
            if let Some(review) = review.upgrade() {
                review.change_line(command);
            }
        });
    }

    fn change_line(&self, command: LineCommand) {
        self.host.save_comment();
        self.host.catch_up();
        if self.board.with_controller(|c| c.draft().is_some()) {
            return self.host.ring_bell();
        }
        let is_done = self.host.send(Command::Line(command));
        self.host.catch_up();
        self.show_first_roll();
        if is_done && matches!(command, LineCommand::Remove(_)) {
            self.host.toast(&gettext("The variation was deleted; Undo brings it back."));
        }
    }

    /// Shows the dice of the first roll, if the place shown is the start of a game.
    pub(crate) fn show_first_roll(&self) {
        let game = self.host.look(|session| {
            let place = session.place();
            let first = session.record().next_entry(place).filter(|_| place.entry == 0 && !place.rolled)?;
            // A roll alone is a game that is being played.
            (first.action.is_play() && has_later(session)).then_some(place.game)
        });
        if let Some(game) = game.flatten() {
            self.host.send(Command::Go(Go::To { game, entry: 0, rolled: true }));
            self.host.catch_up();
        }
    }

    /// Follows the keys and the wheel on the board.
    pub(crate) fn navigate(&self, go: input::Go) {
        self.go(match go {
            input::Go::Next => Go::NextRolled,
            input::Go::Previous => Go::PreviousRolled,
            input::Go::NextError => return self.host.activate("next-error", None),
            input::Go::PreviousError => return self.host.activate("previous-error", None),
        });
    }

    /// Whether the user chose to continue from this position.
    pub(crate) fn plays_on_here(&self) -> bool {
        let from = self.plays_from.get();
        from.is_some() && from == self.host.look(Session::place)
    }

    /// Lets the user play from the place shown; later decisions are removed by the first action.
    pub(super) fn play_from_here(self: &Rc<Self>) {
        let (loss, confirms) = match self.host.look(|session| {
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
        let review = Rc::downgrade(self);
        self.host.ask(&question, move |answer| {
            if let Some(review) = review.upgrade().filter(|_| answer == "play") {
                review.begin_here();
            }
        });
    }

    fn begin_here(&self) {
        // The later decisions are kept as a variation.
        self.host.change(Session::keep_variation);
        self.plays_from.set(self.host.look(Session::place));
        self.request(ReviewRequest::Refresh);
        self.host.focus_board();
    }

    /// Shows the play that was made next as arrows, during a review, and the best one if it was another.
    pub(crate) fn show_played(&self) {
        let played = self.host.look(|session| {
            let place = session.place();
            let entry = session.record().next_entry(place).filter(|_| place.rolled && has_later(session))?;
            let made = match &entry.action {
                EntryAction::Play { play, .. } => *play,
                EntryAction::IllegalPlay { play: Some(play), .. } => *play,
                _ => return None,
            };
            let board = session.state()?.board;
            let best = entry.play_analysis().and_then(|analysis| analysis.candidates.first());
            let best = best.map(|best| best.play).filter(|best| best.apply(&board) != made.apply(&board));
            Some((entry.player, made, best.unwrap_or(Play::EMPTY)))
        });
        match played.flatten().filter(|_| !self.plays_on_here() && !self.hides_arrows.get()) {
            Some((by, made, best)) => {
                self.has_arrows.set(true);
                self.board.show_plays(by, &made, &best);
            }
            None if self.has_arrows.replace(false) => {
                self.board.show_arrows(Player::One, &Play::EMPTY);
            }
            None => {}
        }
    }

    /// Shows the arrows of the play that was made and of the best one, or hides them.
    pub(crate) fn toggle_arrows(&self) {
        self.hides_arrows.set(!self.hides_arrows.get());
        self.show_played();
    }

    /// Starts an analysis of a part of the record.
    pub(crate) fn analyze(&self, part: RecordPart, plies: Option<u8>) {
        self.host.save_comment();
        self.request(ReviewRequest::AnalysisStarts);
        let command = match plies {
            None => Command::Analyze(part),
            Some(plies) => Command::AnalyzeAt(part, plies),
        };
        if !self.start_analysis(command) {
            self.host.toast(&gettext("Already analyzed at this level"));
        }
    }

    /// Rolls out the decisions of errors in the background, the worst first.
    pub(crate) fn roll_out_errors(&self, query: &ErrorQuery) {
        self.host.save_comment();
        self.request(ReviewRequest::AnalysisStarts);
        if !self.start_analysis(Command::RollOutErrors(*query)) {
            self.host.toast(&gettext("These decisions have been rolled out already"));
        }
    }

    /// Analyzes the match at the level of the settings, unless an analysis runs.
    pub(crate) fn analyze_finished_match(&self) {
        if !self.is_running() {
            self.start_analysis(Command::Analyze(RecordPart::Match));
        }
    }

    /// Starts an analysis. Returns whether there was anything to analyze.
    fn start_analysis(&self, command: Command) -> bool {
        let run = || self.host.try_execute(command);
        let Some(result) = self.host.measure("start of the analysis", run).flatten() else { return true };
        let is_done = matches!(result, Ok(CommandOutcome::Done));
        match result {
            Ok(CommandOutcome::Started(id)) => {
                self.running.borrow_mut().push((id, 0, None));
                self.show_progress();
            }
            Ok(CommandOutcome::Done) => {}
            Err(error) => self.host.toast(&crate::texts::refused(&error)),
        }
        self.host.refresh_actions();
        !is_done
    }

    /// Notes the progress of a job.
    pub(crate) fn job_progress(&self, id: JobId, activity: Activity, done: u64, total: Option<u64>) {
        if activity != Activity::Analysis {
            return;
        }
        {
            let mut running = self.running.borrow_mut();
            match running.iter_mut().find(|(known, ..)| *known == id) {
                Some(job) => (job.1, job.2) = (done, total),
                // It was started elsewhere, by a typed command for example.
                None => running.push((id, done, total)),
            }
        }
        self.show_progress();
    }

    /// Notes the end of a job.
    pub(crate) fn job_ended(&self, id: JobId, activity: Activity, error: Option<&JobError>) {
        if activity != Activity::Analysis {
            return;
        }
        self.running.borrow_mut().retain(|(known, ..)| *known != id);
        self.show_progress();
        let text = match error {
            None => gettext("The analysis is finished"),
            Some(error) if is_worth_telling(error) => return,
            Some(_) => gettext("The analysis was stopped; its results so far are kept"),
        };
        // Screen readers follow the action row; a notice over the content would be read as well.
        self.host.say(&text, false);
        self.host.log(&text);
        self.request(ReviewRequest::RefreshPanels);
    }

    /// Shows the progress of the analysis, or that none runs.
    pub(crate) fn show_progress(&self) {
        self.request(ReviewRequest::Progress(self.is_running().then(|| self.sum())));
    }

    pub(super) fn stop_analysis(&self) {
        let running: Vec<JobId> = self.running.borrow().iter().map(|(id, ..)| *id).collect();
        self.host.look(|session| running.iter().for_each(|id| session.cancel_job(*id)));
    }

    pub(super) fn annotate(&self, annotate: Annotate) {
        self.host.send(Command::Annotate(annotate));
    }

    /// Selects or deselects the next decision for a rollout.
    pub(super) fn choose_for_rollout(&self) {
        let state = self.host.look(|session| {
            let entry = session.record().next_entry(session.place())?;
            let n = entry.play_analysis().map_or(0, |play| play.candidates.len());
            Some((gnubg_session::has_marked_candidate(entry), entry.action.is_play() && n > 0, n))
        });
        let Some((is_on, is_play, n)) = state.flatten() else { return self.host.ring_bell() };
        match (is_on, is_play) {
            (true, _) => self.annotate(Annotate::UnmarkMove),
            // A rollout compares the two best plays and the play that was made.
            (false, true) => {
                let played = self
                    .host
                    .look(|session| session.record().next_entry(session.place())?.play_analysis()?.played);
                let mut chosen: Vec<usize> = (1..=n.min(2)).collect();
                chosen.extend(played.flatten().map(|at| at + 1).filter(|at| *at > 2));
                self.annotate(Annotate::MarkPlays(chosen, true));
            }
            (false, false) => self.annotate(Annotate::MarkCube(true)),
        }
    }
}
