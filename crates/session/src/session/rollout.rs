// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts as background jobs of the session.

use crate::command::Command;
use crate::editing::history::HistoryStep;
use crate::error::CommandError;
use crate::event::{Activity, Event};
use crate::jobs::{Awaited, Job, JobContext, JobError, JobId, JobStep, Urgency, WorkQueue};
use crate::rollout::convert::{self, StoredRollout};
use crate::rollout::log::Logs;
use crate::rollout::resume::resumed;
use crate::rollout::{
    LastRollout, RolloutNews, RolloutRequest, RolloutResult, RolloutWork, StartedRollout, Target, games,
};
use crate::session::Session;
use gnubg_engine::core::{CancelToken, Dice, MatchState, Play, Player};
use gnubg_engine::eval::{Engine, EvalSettings, MoveFilters, Root};
use gnubg_engine::rollout::{Effort, Ending, Question, Rollout, Subject};
use gnubg_record::{Cursor, Entry, EntryAction};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a step of the job lasts; games in progress are then played to their end.
const SLICE: Duration = Duration::from_millis(100);

struct RolloutJob {
    work: Arc<Mutex<RolloutWork>>,
    engine: Arc<Engine>,
    threads: usize,
    /// Games and seconds of this run.
    games: u64,
    seconds: f64,
    /// Files of the games, if they are wanted, and the wait for them.
    logs: Option<Logs>,
    logged: Option<Awaited<()>>,
    /// The copy for a crash, if it is wanted.
    backup: Option<Backup>,
}

/// Writes a rollout to a file from time to time, so that it can be resumed after a crash.
struct Backup {
    path: PathBuf,
    files: WorkQueue,
    every: Duration,
    written: Instant,
}

impl Backup {
    /// Writes the rollout if it is time. If that fails, only the backup is lost.
    fn follow(&mut self, rollout: &Rollout) {
        if self.written.elapsed() >= self.every {
            self.written = Instant::now();
            let (path, text) = (self.path.clone(), gnubg_formats::rollout::write(rollout, ""));
            self.files
                .push(move || gnubg_formats::save(&path, text.as_bytes()).map_err(|error| error.to_string()));
        }
    }
}

impl Job<Session> for RolloutJob {
    fn urgency(&self) -> Urgency {
        super::jobs::ROLLOUT
    }

    fn step(&mut self, context: &JobContext<Session>) -> Result<JobStep<Session>, JobError> {
        self.logged.take().map_or(Ok(()), Awaited::take)?;
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let effort = Effort { time_limit: Some(SLICE), whole_games: true, ..Effort::threads(self.threads) };
        let (before, since) = (games(&work.rollout), work.rollout.seconds());
        let ending = work.rollout.run(&self.engine, &effort, context.cancel(), &mut |_| ());
        let ending = ending.map_err(|error| JobError::Failed(error.to_string()))?;
        let logged =
            self.logs.as_mut().map(|logs| logs.follow(&work.rollout, &self.engine, context.cancel()));
        logged.transpose().map_err(JobError::Failed)?;
        self.games += games(&work.rollout).saturating_sub(before);
        self.seconds += work.rollout.seconds() - since;
        if ending != Ending::TimeUp {
            work.ending = Some(ending);
            drop(work);
            return Ok(self.wait_for_logs(true).unwrap_or_else(JobStep::done));
        }
        let remaining_s =
            (self.games > 0).then(|| self.seconds * work.rollout.games_left() as f64 / self.games as f64);
        if let Some(backup) = &mut self.backup {
            backup.follow(&work.rollout);
        }
        let news = RolloutNews::of(&work.rollout, remaining_s, None);
        drop(work);
        let (id, news) = (context.id(), Arc::new(news));
        context.show(move |session: &mut Session| session.emit(Event::RolloutProgress { id, news }));
        Ok(self.wait_for_logs(false).unwrap_or(JobStep::Continue))
    }
}

impl RolloutJob {
    fn wait_for_logs(&mut self, is_end: bool) -> Option<JobStep<Session>> {
        let (logged, step) = self.logs.as_ref()?.wait(is_end)?;
        self.logged = Some(logged);
        Some(step)
    }
}

impl Session {
    /// Starts a rollout.
    pub(crate) fn roll_out(&mut self, request: RolloutRequest) -> Result<JobId, CommandError> {
        let (rollout, place) = self.prepared(&request)?;
        let options = &self.options.rollout;
        let names = Player::BOTH.map(|player| self.name(player));
        let logs = options.log.then(|| Logs::new(&options.log_file, names, &rollout)).transpose()?;
        let backup = self.rollout_backup().filter(|_| self.options.autosave.rollout).map(|path| Backup {
            path,
            files: self.files.clone(),
            every: Duration::from_secs(60 * u64::from(self.options.autosave.minutes)),
            written: Instant::now(),
        });
        let work = Arc::new(Mutex::new(RolloutWork { rollout, ending: None }));
        let job = RolloutJob {
            work: Arc::clone(&work),
            engine: Arc::clone(&self.engine),
            threads: self.jobs.threads(),
            games: 0,
            seconds: 0.0,
            logs,
            logged: None,
            backup,
        };
        let id = self.start_job_then(Activity::Rollout, Box::new(job), |session, ending| {
            session.rollout_ended(ending.id);
            session.keep_copy(Duration::ZERO);
        });
        self.rollouts.insert(id, StartedRollout { work, place: place.filter(|_| request.store) });
        Ok(id)
    }

    /// The rollout a request is for, and the place its result belongs to.
    fn prepared(&mut self, request: &RolloutRequest) -> Result<(Rollout, Option<Cursor>), CommandError> {
        let here = || self.state().ok_or(CommandError::NoMatch);
        let mut place = self.decision_place();
        let subject = match &request.target {
            Target::Last => {
                let last = self.last_rollout.as_ref().ok_or(CommandError::NoRollout)?;
                let place = last.place.or_else(|| self.place_of(&last.rollout));
                let settings = request.settings.as_deref().unwrap_or_else(|| last.rollout.settings());
                let fresh = Rollout::new(last.rollout.subject().clone(), settings.clone())?;
                return Ok((self.continued(fresh), place));
            }
            Target::Elsewhere(state) => Subject::position(state, &self.table),
            Target::Position => Subject::position(here()?, &self.table),
            Target::Cube => Subject::cube_decision(here()?, &self.table),
            Target::Plays(plays) => Subject::plays(here()?, &self.table, plays),
            Target::Decision => {
                place = self.place_of_decision(place);
                Ok(self.decided(place)?)
            }
        }?;
        let usual = || convert::usable(&self.options.rollout);
        let settings = request.settings.as_deref().map_or_else(usual, Clone::clone);
        let recorded = self.record.next_entry(place).filter(|_| request.extend && request.store);
        let analysis = recorded.and_then(|entry| entry.analysis.as_deref());
        let fresh = resumed(subject, settings, analysis, &self.table, self.engine.fingerprint())?;
        if !request.extend || games(&fresh) > 0 {
            self.last_rollout = None;
        }
        Ok((self.continued(fresh), Some(place)))
    }

    /// The place of a decision; an answer belongs to the double before it.
    fn place_of_decision(&self, place: Cursor) -> Cursor {
        let is_double = |entry: &Entry| entry.action == EntryAction::Double;
        let before = place.entry.checked_sub(1).filter(|&before| {
            let answers = |entry: &Entry| {
                matches!(entry.action, EntryAction::Take | EntryAction::Drop | EntryAction::Beaver)
            };
            self.record.next_entry(place).is_some_and(answers)
                && self.record.entry(place.game, before).is_some_and(is_double)
        });
        before.map_or(place, |entry| Cursor::at(place.game, entry))
    }

    /// The decision of the entry after `place`, if there was a choice.
    fn decided(&self, place: Cursor) -> Result<Subject, CommandError> {
        let entry = self.record.next_entry(place).ok_or(CommandError::NoEntry)?;
        let state = self.record.state_at(Cursor { rolled: entry.action.is_roll(), ..place });
        let plays = match state.dice() {
            Some(dice) => self.plays_to_compare(entry, &state, dice)?,
            None => Vec::new(),
        };
        if plays.len() > 1 {
            return Ok(Subject::plays(&state, &self.table, &plays)?);
        }
        if !(entry.action.is_roll() || entry.action == EntryAction::Double) {
            return Err(CommandError::WrongEntry);
        }
        Ok(Subject::cube_decision(&state, &self.table)?)
    }

    /// The plays of an entry that were selected for a rollout, or else the two best and the one played. Without an
    /// analysis the plays are ranked by static evaluation.
    fn plays_to_compare(
        &self,
        entry: &Entry,
        state: &MatchState,
        dice: Dice,
    ) -> Result<Vec<Play>, CommandError> {
        let known = entry.play_analysis().map(|known| &known.candidates[..]).unwrap_or_default();
        let chosen: Vec<Play> = known.iter().filter(|one| one.is_marked).map(|one| one.play).collect();
        if chosen.len() > 1 {
            return Ok(chosen);
        }
        let mut plays: Vec<Play> = known.iter().map(|candidate| candidate.play).collect();
        if plays.is_empty() {
            let (root, settings) = (Root::of(state, &self.table), EvalSettings::at(0));
            let filters = MoveFilters::default();
            let ranked =
                self.engine.rank_plays(&root, dice, &settings, &filters, &CancelToken::default(), |_| {});
            plays = ranked.unwrap_or_default().iter().map(|ranked| ranked.play).collect();
        }
        plays.truncate(2);
        if let EntryAction::Play { play, .. } = &entry.action {
            let after = play.apply(&state.board);
            if plays.iter().all(|known| known.apply(&state.board) != after) && !play.is_empty() {
                plays.push(*play);
            }
        }
        Ok(plays)
    }

    /// The place shown, if it is the decision of a rollout from elsewhere.
    fn place_of(&self, rollout: &Rollout) -> Option<Cursor> {
        let (place, about) = (self.decision_place(), rollout.subject().state());
        let here = self.record.games.get(place.game).map(|_| self.record.state_at(place))?;
        let is_same = here.board == about.board
            && (here.length, here.score, here.cube) == (about.length, about.score, about.cube);
        is_same.then_some(place)
    }

    /// The last rollout with the limits of `fresh`, if its games answer the same question the same way; else `fresh`.
    fn continued(&mut self, fresh: Rollout) -> Rollout {
        let fits = |last: &Rollout| {
            last.subject().is_same(fresh.subject())
                && last.settings().plays_like(fresh.settings())
                && last.engine().is_none_or(|engine| engine == self.engine.fingerprint())
        };
        match self.last_rollout.take() {
            Some(LastRollout { mut rollout, .. }) if fits(&rollout) => {
                rollout.set_limits(fresh.settings());
                *rollout
            }
            _ => fresh,
        }
    }

    /// The place before the decision that is shown, which is the play of dice that were rolled last.
    fn decision_place(&self) -> Cursor {
        let at = self.cursor;
        let is_last = !at.rolled && self.record.next_entry(at).is_none();
        let rolled = at.entry.checked_sub(1).filter(|_| is_last).filter(|&before| {
            let last = self.record.entry(at.game, before);
            last.is_some_and(|last| matches!(last.action, EntryAction::Roll(_)))
        });
        rolled.map_or(at, |entry| Cursor { entry, rolled: true, ..at })
    }

    /// Reports and stores the result of a rollout whose job has ended, however it did.
    fn rollout_ended(&mut self, id: JobId) {
        let Some(StartedRollout { work, place }) = self.rollouts.remove(&id) else { return };
        // The job has ended, so nothing else holds the work.
        let Some(work) = Arc::into_inner(work) else { return };
        let RolloutWork { rollout, ending } = work.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_done = ending.is_some_and(|ending| ending != Ending::Cancelled);
        let news = RolloutNews::of(&rollout, None, Some(ending.unwrap_or(Ending::Cancelled)));
        if let Some(place) = place.filter(|_| games(&rollout) > 0) {
            let kept = RolloutResult {
                subject: rollout.subject().clone(),
                rolled: StoredRollout::of(&rollout, is_done),
            };
            if !self.store_rollout(place, &kept) && self.record.next_entry(place).is_none() {
                self.pending_rollout_result = Some((place, Box::new(kept)));
            }
        }
        self.last_rollout = Some(LastRollout { rollout: Box::new(rollout), place });
        self.discard_paused_rollout();
        if let Some(path) = self.rollout_backup() {
            // The backup is obsolete; usually there is none. One that is still being written comes first.
            self.files.push(move || std::fs::remove_file(path).or(Ok(())));
        }
        self.emit(Event::RolloutReady { id, news: Arc::new(news) });
    }

    /// Stores the result of a rollout that ended before its decision was made, once the decision is recorded.
    pub(crate) fn store_pending_rollout(&mut self, before: Cursor) {
        let Some((place, kept)) = self.pending_rollout_result.take() else { return };
        if place != before {
            self.pending_rollout_result = Some((place, kept));
            return;
        }
        self.store_rollout(place, &kept);
    }

    /// Stores a result with the entry after `place`, if that still is its decision. Returns whether it is.
    fn store_rollout(&mut self, place: Cursor, kept: &RolloutResult) -> bool {
        let same_board = self.record.state_at(place).board == kept.subject.state().board;
        let Some(entry) = self.record.next_entry(place).filter(|_| same_board) else { return false };
        let fits = match kept.subject.question() {
            Question::Position => false,
            Question::CubeDecision => entry.action.is_roll() || entry.action == EntryAction::Double,
            Question::Plays(_) => matches!(entry.action, EntryAction::Play { .. } | EntryAction::Roll(_)),
        };
        if !fits {
            return false;
        }
        let range = place.entry..place.entry + 1;
        let change = self.record.edit_entries(place.game, range, |entry| kept.rolled.store(entry));
        self.history.begin(self.cursor, false);
        self.note(HistoryStep::Change(change), self.cursor);
        self.history.end(self.cursor);
        self.emit(Event::RecordChanged);
        true
    }

    /// The file of a running rollout, beside the journal.
    fn rollout_backup(&self) -> Option<PathBuf> {
        self.journal.as_ref().map(|journal| crate::files::journal::rollout_of(journal.path()))
    }

    /// The last rollout that has ended, for saving or merging; see `gnubg_formats::rollout`.
    #[must_use]
    pub fn last_rollout(&self) -> Option<&Rollout> {
        self.last_rollout.as_ref().map(|last| &*last.rollout)
    }
}

impl From<RolloutRequest> for Command {
    fn from(request: RolloutRequest) -> Command {
        Command::Ask(crate::command::Question::Rollout(Box::new(request)))
    }
}
