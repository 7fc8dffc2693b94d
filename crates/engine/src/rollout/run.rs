// SPDX-License-Identifier: GPL-3.0-or-later
//! A rollout in progress: playing games on any number of threads, stopping, continuing, merging.
//!
//! Work is divided into rounds of 36 games of each alternative. Stop rules are applied only between rounds, so the point
//! where a rollout stops depends only on its games. Threads that would idle at the end of a round start the next round;
//! its games are discarded if a stop rule ends the rollout. Each game depends only on the rollout and its number.

use super::error::RolloutError;
use super::game::{self, Stopped};
use super::results::{Results, alternative, cube_result};
use super::sample::Sample;
use super::schedule::{GameJob, Schedule};
use super::settings::RolloutSettings;
use super::shared::{RunContext, SharedPlies};
use super::statistics::Statistics;
use super::stop::{Ending, has_rules, judge};
use super::subject::Subject;
use super::tally::{Moments, Tally};
use crate::core::CancelToken;
use crate::eval::Engine;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest time until a run notices that it is paused, resumed or cancelled.
const REACTION: Duration = Duration::from_millis(20);

/// Maximum number of threads of a run.
pub const MAX_THREADS: usize = 1024;

/// The games of one alternative.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PlayedGames {
    /// Their results.
    pub tally: Tally,
    /// Counts of what happened in them.
    pub statistics: Statistics,
    /// Whether a stop rule has suspended it.
    pub is_suspended: bool,
}

/// A question, the settings of its rollout, and all games so far.
///
/// ```
/// use gnubg_engine::core::{CancelToken, MatchState, Rules};
/// use gnubg_engine::cube::MatchEquityTable;
/// use gnubg_engine::eval::Engine;
/// use gnubg_engine::rollout::{Effort, Ending, Preset, Rollout, RolloutSettings, Subject};
///
/// let state = MatchState::new(0, Rules::default())?;
/// let subject = Subject::position(&state, &MatchEquityTable::default())?;
/// let settings = RolloutSettings { trials: 36, ..Preset::Roller.settings() };
/// let mut rollout = Rollout::new(subject, settings)?;
/// let engine = Engine::built_in(1 << 16)?;
/// let ending = rollout.run(&engine, &Effort::threads(2), &CancelToken::new(), &mut |_| {})?;
/// assert_eq!(ending, Ending::Complete);
/// let results = rollout.results();
/// assert_eq!(results.alternatives[0].games(), 36);
/// assert!(results.alternatives[0].cubeful.std_error < 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rollout {
    pub(super) subject: Subject,
    pub(super) settings: RolloutSettings,
    pub(super) played: Vec<PlayedGames>,
    /// Rounds after which the stop rules have been applied.
    pub(super) rounds: u32,
    pub(super) seconds: f64,
    /// [`Engine::fingerprint`] of the engine that played, once games have been played.
    pub(super) engine: Option<u64>,
    /// The shared first plies of the last run, by alternative; empty unless its time was up.
    pub(super) shared_plies: Vec<Arc<SharedPlies>>,
}

/// How much work a run does: threads, games and time.
#[derive(Clone, Debug, PartialEq)]
pub struct Effort {
    /// Threads playing games, 1 to [`MAX_THREADS`].
    pub threads: usize,
    /// Play only these games, regardless of the number of trials and the stop rules. For rollouts on several machines.
    pub games: Option<Range<u32>>,
    /// Time limit, not counting pauses.
    pub time_limit: Option<Duration>,
    /// Whether games in progress are finished, not discarded, when the time is up. For runs in short slices.
    pub whole_games: bool,
    /// Interval between progress reports.
    pub report_every: Duration,
}

impl Effort {
    /// Plays with that many threads until the settings end the rollout, and reports progress twice a second.
    #[must_use]
    pub fn threads(threads: usize) -> Effort {
        Effort {
            threads,
            games: None,
            time_limit: None,
            whole_games: false,
            report_every: Duration::from_millis(500),
        }
    }
}

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The results so far.
    pub results: Results,
    /// Seconds of this run.
    pub elapsed_s: f64,
    /// Games played in this run, all alternatives together.
    pub games_done: u64,
    /// Remaining games if no stop rule applies.
    pub games_left: u64,
}

impl Progress {
    /// Estimated remaining seconds at the speed so far; `None` before the first game.
    #[must_use]
    pub fn remaining_s(&self) -> Option<f64> {
        (self.games_done > 0).then(|| self.elapsed_s * self.games_left as f64 / self.games_done as f64)
    }
}

impl Rollout {
    /// A rollout without games.
    ///
    /// # Errors
    /// If nothing can be rolled out with these settings.
    pub fn new(subject: Subject, settings: RolloutSettings) -> Result<Rollout, RolloutError> {
        if settings.trials == 0 {
            return Err(RolloutError::NoTrials);
        }
        for (switch, what) in [(settings.truncation, "truncated games"), (settings.late, "later evaluations")]
        {
            if switch.get() == Some(0) {
                return Err(RolloutError::NoPlies(what));
            }
        }
        if settings.dice.generator().is_none() {
            return Err(RolloutError::Dice(settings.dice.name().to_owned()));
        }
        let played = vec![PlayedGames::default(); subject.labels().len()];
        Ok(Rollout {
            subject,
            settings,
            played,
            rounds: 0,
            seconds: 0.0,
            engine: None,
            shared_plies: Vec::new(),
        })
    }

    /// A rollout from its parts, as files store them: see [`Rollout::played`], [`Rollout::rounds`],
    /// [`Rollout::seconds`] and [`Rollout::engine`].
    ///
    /// # Errors
    /// If nothing can be rolled out with these settings, or there are games of other alternatives.
    pub fn restored(
        subject: Subject,
        settings: RolloutSettings,
        played: Vec<PlayedGames>,
        rounds: u32,
        seconds: f64,
        engine: Option<u64>,
    ) -> Result<Rollout, RolloutError> {
        let empty = Rollout::new(subject, settings)?;
        if played.len() != empty.played.len() {
            return Err(RolloutError::Different("the number of alternatives"));
        }
        Ok(Rollout { played, rounds, seconds, engine, ..empty })
    }

    /// The position and question.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &RolloutSettings {
        &self.settings
    }

    /// The games of each alternative.
    #[must_use]
    pub fn played(&self) -> &[PlayedGames] {
        &self.played
    }

    /// Rounds of 36 games after which the stop rules have been applied.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Seconds spent so far, all runs and parts together.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// [`Engine::fingerprint`] of the engine that played, once games have been played.
    #[must_use]
    pub fn engine(&self) -> Option<u64> {
        self.engine
    }

    /// Remaining games of all alternatives together if no stop rule applies.
    #[must_use]
    pub fn games_left(&self) -> u64 {
        let left =
            |played: &PlayedGames| u64::from(self.settings.trials.saturating_sub(played.tally.games()));
        let has_rules = has_rules(&self.settings);
        self.played.iter().filter(|played| !(has_rules && played.is_suspended)).map(left).sum()
    }

    /// Whether all games have been played or a stop rule has ended the rollout.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        if self.games_left() == 0 {
            return true;
        }
        let moments = |tally: &Tally| tally.moments(self.is_balanced());
        let mut results = results_of(&self.subject, &self.settings, &self.played, self.seconds, moments);
        judge(&self.subject, &self.settings, &mut results).is_some()
    }

    /// The same question and settings without games, for a part to be merged later.
    #[must_use]
    pub fn without_games(&self) -> Rollout {
        let played = vec![PlayedGames::default(); self.played.len()];
        Rollout { played, rounds: 0, seconds: 0.0, ..self.clone() }
    }

    /// Adopts the number of trials and the stop rules of other settings, to extend the rollout. Everything that affects
    /// the games stays unchanged.
    pub fn set_limits(&mut self, settings: &RolloutSettings) {
        self.settings.trials = settings.trials.max(1);
        self.settings.stop_on_error = settings.stop_on_error;
        self.settings.stop_on_difference = settings.stop_on_difference;
    }

    /// Continues an alternative of which only means and standard errors are known, as files store them: `games` games
    /// with numbers from 0. `mean` and `std_error` are in the units of [`Moments`].
    ///
    /// # Errors
    /// If there is no such alternative, or it has games already.
    pub fn continue_from(
        &mut self,
        alternative: usize,
        games: u32,
        mean: Sample,
        std_error: Sample,
    ) -> Result<(), RolloutError> {
        let played = self.played.get_mut(alternative).ok_or(RolloutError::Different("alternatives"))?;
        if played.tally.games() > 0 {
            return Err(RolloutError::Overlap { alternative: alternative + 1, game: 0 });
        }
        played.tally = Tally::from_prior(games, mean, std_error);
        Ok(())
    }

    /// Adds the games of another part of the same rollout.
    ///
    /// # Errors
    /// If it is a different rollout, was played by a different engine, or contains games that this rollout already has.
    pub fn merge(&mut self, other: &Rollout) -> Result<(), RolloutError> {
        if !self.subject.is_same(&other.subject) {
            return Err(RolloutError::Different("what is rolled out"));
        }
        if !self.settings.plays_like(&other.settings) {
            return Err(RolloutError::Different("their settings"));
        }
        if self.engine.is_some() && other.engine.is_some() && self.engine != other.engine {
            return Err(RolloutError::Different("the engine's nets or databases"));
        }
        for (n, (mine, others)) in self.played.iter().zip(&other.played).enumerate() {
            if let Some(game) = mine.tally.overlap(&others.tally) {
                return Err(RolloutError::Overlap { alternative: n + 1, game });
            }
        }
        for (mine, others) in self.played.iter_mut().zip(&other.played) {
            mine.tally.merge(&others.tally);
            mine.statistics.merge(&others.statistics);
            mine.is_suspended = false;
        }
        self.settings.trials = self.settings.trials.max(other.settings.trials);
        self.engine = self.engine.or(other.engine);
        self.seconds += other.seconds;
        self.rounds = 0;
        Ok(())
    }

    /// The results so far.
    #[must_use]
    pub fn results(&self) -> Results {
        let mut results = results_of(&self.subject, &self.settings, &self.played, self.seconds, |tally| {
            tally.moments(self.is_balanced())
        });
        judge(&self.subject, &self.settings, &mut results);
        results
    }

    /// The moments of one alternative after each block of 36 games, to show how the estimate converges.
    #[must_use]
    pub fn convergence(&self, alternative: usize) -> Vec<Moments> {
        self.played
            .get(alternative)
            .map_or_else(Vec::new, |played| played.tally.convergence(self.is_balanced()))
    }

    fn is_balanced(&self) -> bool {
        self.settings.quasi_random
    }

    /// Plays games until the settings or `effort` end the run, or `cancel` is cancelled. `cancel` can also pause and
    /// resume. All of these take effect within a few hundredths of a second. Finished games are always kept.
    ///
    /// `report` is called on the calling thread.
    ///
    /// # Errors
    /// If another engine played the games so far, or the dice generator fails.
    pub fn run(
        &mut self,
        engine: &Engine,
        effort: &Effort,
        cancel: &CancelToken,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Ending, RolloutError> {
        let fingerprint = engine.fingerprint();
        if self.engine.is_some_and(|engine| engine != fingerprint) {
            return Err(RolloutError::Different("the engine's nets or databases"));
        }
        let known = std::mem::take(&mut self.shared_plies);
        let run_context = RunContext::new(engine, &self.subject, &self.settings, known);
        let schedule = Schedule::open(self, effort);
        let shared = Shared { schedule: Mutex::new(schedule), changed: Condvar::new() };
        let mut clock = Clock::new();
        let worker_token = CancelToken::new();
        std::thread::scope(|scope| {
            for _ in 0..effort.threads.clamp(1, MAX_THREADS) {
                scope.spawn(|| shared.work(&run_context, &worker_token));
            }
            shared.watch(effort, cancel, &worker_token, &mut clock, report);
        });
        let schedule = shared.schedule.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.seconds += clock.seconds();
        self.engine = Some(fingerprint);
        let ending = schedule.close(self);
        if ending == Ok(Ending::TimeUp) {
            self.shared_plies = run_context.lines.iter().map(|line| Arc::clone(&line.shared_plies)).collect();
        }
        ending
    }
}

/// The results of the games played, without ranks and stop rules.
pub(super) fn results_of(
    subject: &Subject,
    settings: &RolloutSettings,
    played: &[PlayedGames],
    seconds: f64,
    moments: impl Fn(&Tally) -> Moments,
) -> Results {
    let labels = subject.labels();
    let of = |(label, played): (_, &PlayedGames)| {
        alternative(subject, label, moments(&played.tally), played.statistics, settings.cubeful)
    };
    let alternatives: Vec<_> = labels.into_iter().zip(played).map(of).collect();
    let cube = cube_result(subject, &alternatives);
    Results { alternatives, cube, is_cubeful: settings.cubeful, seconds }
}

/// A stopwatch that stands still while the rollout is paused.
struct Clock {
    running_since: Option<Instant>,
    before: Duration,
}

impl Clock {
    fn new() -> Clock {
        Clock { running_since: Some(Instant::now()), before: Duration::ZERO }
    }

    fn elapsed(&self) -> Duration {
        self.before + self.running_since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }

    fn set_running(&mut self, running: bool) {
        self.before = self.elapsed();
        self.running_since = running.then(Instant::now);
    }
}

/// State shared by the threads of a run.
struct Shared {
    schedule: Mutex<Schedule>,
    /// Signalled when there may be new games to play, or when the run has ended.
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Schedule> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work of one thread: plays games until there are none left.
    fn work(&self, run_context: &RunContext<'_>, token: &CancelToken) {
        run_context.engine.with_memory(|memory| {
            while let Some(job) = self.next_job() {
                let result =
                    game::play(run_context, &run_context.lines[job.alternative], job.game, memory, token);
                let mut schedule = self.lock();
                match result {
                    Ok(outcome) => schedule.finish_game(job, outcome),
                    Err(Stopped::Cancelled) => schedule.finish(Ok(Ending::Cancelled)),
                    Err(Stopped::Dice(fault)) => schedule.finish(Err(fault.into())),
                }
                if schedule.take_changed() {
                    self.changed.notify_all();
                }
            }
        });
    }

    fn next_job(&self) -> Option<GameJob> {
        let mut schedule = self.lock();
        loop {
            if schedule.is_finished() {
                return None;
            }
            if let Some(job) = schedule.next_game() {
                return Some(job);
            }
            if schedule.is_finished() {
                self.changed.notify_all();
                return None;
            }
            schedule = self.changed.wait(schedule).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The work of the calling thread: forwards pauses and cancellation, checks the time limit, reports progress.
    fn watch(
        &self,
        effort: &Effort,
        cancel: &CancelToken,
        workers: &CancelToken,
        clock: &mut Clock,
        report: &mut dyn FnMut(&Progress),
    ) {
        let mut next_report = effort.report_every;
        let mut schedule = self.lock();
        while !schedule.is_finished() {
            let (guard, _) =
                self.changed.wait_timeout(schedule, REACTION).unwrap_or_else(PoisonError::into_inner);
            schedule = guard;
            if cancel.is_cancelled() {
                schedule.finish(Ok(Ending::Cancelled));
            }
            if effort.time_limit.is_some_and(|limit| clock.elapsed() >= limit) {
                if effort.whole_games {
                    schedule.wind_down();
                } else {
                    schedule.finish(Ok(Ending::TimeUp));
                }
            }
            if cancel.is_paused() != workers.is_paused() {
                if cancel.is_paused() {
                    workers.pause()
                } else {
                    workers.resume()
                }
                clock.set_running(!cancel.is_paused());
            }
            if clock.elapsed() >= next_report && !schedule.is_finished() {
                next_report = clock.elapsed() + effort.report_every;
                let progress = schedule.progress(clock.seconds());
                drop(schedule);
                report(&progress);
                schedule = self.lock();
            }
        }
        workers.cancel();
        self.changed.notify_all();
    }
}
