// SPDX-License-Identifier: GPL-3.0-or-later
//! A rollout as it grows: playing games on any number of threads, stopping, continuing, merging.
//!
//! Work is divided into rounds of 36 games of each alternative. Stop rules are applied only between rounds, so where a
//! rollout stops depends on its games alone; threads that would idle at the end of a round begin the next one, whose
//! games are dropped again if the rules say so. Each game depends on nothing but the rollout and its number.

use super::course::{Beginnings, Course};
use super::desk::{Desk, Job};
use super::error::RolloutError;
use super::game::{self, Stopped};
use super::results::{Results, alternative, cube_result};
use super::sample::Sample;
use super::settings::RolloutSettings;
use super::statistics::Statistics;
use super::stop::{Ending, has_rules, judge};
use super::subject::Subject;
use super::tally::{Moments, Tally};
use crate::core::CancelToken;
use crate::eval::Engine;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How soon a run notices that it is paused, resumed or cancelled.
const REACTION: Duration = Duration::from_millis(20);

/// Most threads of a run.
pub const MAX_THREADS: usize = 1024;

/// The games of one alternative.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Played {
    /// Their results.
    pub tally: Tally,
    /// What happened in them.
    pub statistics: Statistics,
    /// Whether a stop rule has suspended it.
    pub is_suspended: bool,
}

/// A question, how it is rolled out, and all games so far.
#[derive(Clone, Debug)]
pub struct Rollout {
    pub(super) subject: Subject,
    pub(super) settings: RolloutSettings,
    pub(super) played: Vec<Played>,
    /// Rounds after which the stop rules have been applied.
    pub(super) rounds: u32,
    pub(super) seconds: f64,
    /// [`Engine::fingerprint`] of the engine that played, once games have been played.
    pub(super) engine: Option<u64>,
    /// What the last run found out about the beginnings of games, by alternative; empty unless its time was up.
    pub(super) beginnings: Vec<Arc<Beginnings>>,
}

/// How much work a run may do.
#[derive(Clone, Debug, PartialEq)]
pub struct Effort {
    /// Threads playing games, 1 to [`MAX_THREADS`].
    pub threads: usize,
    /// Only these games, whatever the number of trials and the stop rules say. For spreading a rollout over machines.
    pub games: Option<Range<u32>>,
    /// Longest time, pauses not counted.
    pub time_limit: Option<Duration>,
    /// Whether games being played when the time is up are played to their end, not dropped. For runs in short slices.
    pub whole_games: bool,
    /// How often progress is reported.
    pub report_every: Duration,
}

impl Effort {
    /// Plays with that many threads as long as the settings say, reporting twice a second.
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

/// How far a run is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What has been found so far.
    pub results: Results,
    /// Seconds of this run.
    pub elapsed_s: f64,
    /// Games played in this run, all alternatives together.
    pub games_done: u64,
    /// Games still to be played if no stop rule intervenes.
    pub games_left: u64,
}

impl Progress {
    /// Seconds the rest will take at the speed so far; `None` before the first game.
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
        let played = vec![Played::default(); subject.labels().len()];
        Ok(Rollout {
            subject,
            settings,
            played,
            rounds: 0,
            seconds: 0.0,
            engine: None,
            beginnings: Vec::new(),
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
        played: Vec<Played>,
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

    /// What is rolled out.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// How it is rolled out.
    #[must_use]
    pub fn settings(&self) -> &RolloutSettings {
        &self.settings
    }

    /// The games of each alternative.
    #[must_use]
    pub fn played(&self) -> &[Played] {
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

    /// Games still to be played if no stop rule intervenes, all alternatives together.
    #[must_use]
    pub fn games_left(&self) -> u64 {
        let left = |played: &Played| u64::from(self.settings.trials.saturating_sub(played.tally.games()));
        let has_rules = has_rules(&self.settings);
        self.played.iter().filter(|played| !(has_rules && played.is_suspended)).map(left).sum()
    }

    /// Whether all games have been played, or the stop rules say that they are enough.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        if self.games_left() == 0 {
            return true;
        }
        let moments = |tally: &Tally| tally.moments(self.is_balanced());
        let mut results = results_of(&self.subject, &self.settings, &self.played, self.seconds, moments);
        judge(&self.subject, &self.settings, &mut results).is_some()
    }

    /// The same question and settings without games, for a part that is to be merged later.
    #[must_use]
    pub fn without_games(&self) -> Rollout {
        let played = vec![Played::default(); self.played.len()];
        Rollout { played, rounds: 0, seconds: 0.0, ..self.clone() }
    }

    /// Takes the number of trials and the stop rules of other settings, to extend the rollout. Everything that games
    /// depend on stays.
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
    /// If it is another rollout, was played by another engine, or holds games that are here already.
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

    /// What has been found so far.
    #[must_use]
    pub fn results(&self) -> Results {
        let mut results = results_of(&self.subject, &self.settings, &self.played, self.seconds, |tally| {
            tally.moments(self.is_balanced())
        });
        judge(&self.subject, &self.settings, &mut results);
        results
    }

    /// The moments of one alternative after each block of 36 games, for a picture of how it settles.
    #[must_use]
    pub fn convergence(&self, alternative: usize) -> Vec<Moments> {
        self.played
            .get(alternative)
            .map_or_else(Vec::new, |played| played.tally.convergence(self.is_balanced()))
    }

    fn is_balanced(&self) -> bool {
        self.settings.quasi_random
    }

    /// Plays games until the settings or `effort` say stop, or `cancel` does. `cancel` may also pause and resume; both
    /// and cancelling take effect within a few hundredths of a second. What is done is kept in every case.
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
        let known = std::mem::take(&mut self.beginnings);
        let course = Course::new(engine, &self.subject, &self.settings, known);
        let desk = Desk::open(self, effort);
        let shared = Shared { desk: Mutex::new(desk), changed: Condvar::new() };
        let mut clock = Clock::new();
        let worker_token = CancelToken::new();
        std::thread::scope(|scope| {
            for _ in 0..effort.threads.clamp(1, MAX_THREADS) {
                scope.spawn(|| shared.work(&course, &worker_token));
            }
            shared.watch(effort, cancel, &worker_token, &mut clock, report);
        });
        let desk = shared.desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.seconds += clock.seconds();
        self.engine = Some(fingerprint);
        let ending = desk.close(self);
        if ending == Ok(Ending::TimeUp) {
            self.beginnings = course.lines.iter().map(|line| Arc::clone(&line.beginnings)).collect();
        }
        ending
    }
}

/// The results of what has been played, neither ranked nor judged.
pub(super) fn results_of(
    subject: &Subject,
    settings: &RolloutSettings,
    played: &[Played],
    seconds: f64,
    moments: impl Fn(&Tally) -> Moments,
) -> Results {
    let labels = subject.labels();
    let of = |(label, played): (_, &Played)| {
        alternative(subject, label, moments(&played.tally), played.statistics, settings.cubeful)
    };
    let alternatives: Vec<_> = labels.into_iter().zip(played).map(of).collect();
    let cube = cube_result(subject, &alternatives);
    Results { alternatives, cube, is_cubeful: settings.cubeful, seconds }
}

/// Time that runs while the rollout does.
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

/// What the threads of a run share.
struct Shared {
    desk: Mutex<Desk>,
    /// Signalled when there may be new work, or none any more.
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread's work: takes games until there are no more.
    fn work(&self, course: &Course<'_>, token: &CancelToken) {
        course.engine.with_memory(|memory| {
            while let Some(job) = self.next_job() {
                let result = game::play(course, &course.lines[job.alternative], job.game, memory, token);
                let mut desk = self.lock();
                match result {
                    Ok(outcome) => desk.give(job, outcome),
                    Err(Stopped::Cancelled) => desk.finish(Ok(Ending::Cancelled)),
                    Err(Stopped::Dice(fault)) => desk.finish(Err(fault.into())),
                }
                if desk.has_news() {
                    self.changed.notify_all();
                }
            }
        });
    }

    fn next_job(&self) -> Option<Job> {
        let mut desk = self.lock();
        loop {
            if desk.is_finished() {
                return None;
            }
            if let Some(job) = desk.take() {
                return Some(job);
            }
            if desk.is_finished() {
                self.changed.notify_all();
                return None;
            }
            desk = self.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The calling thread's work: passes on pauses and cancellation, watches the time, reports.
    fn watch(
        &self,
        effort: &Effort,
        cancel: &CancelToken,
        workers: &CancelToken,
        clock: &mut Clock,
        report: &mut dyn FnMut(&Progress),
    ) {
        let mut next_report = effort.report_every;
        let mut desk = self.lock();
        while !desk.is_finished() {
            let (guard, _) =
                self.changed.wait_timeout(desk, REACTION).unwrap_or_else(PoisonError::into_inner);
            desk = guard;
            if cancel.is_cancelled() {
                desk.finish(Ok(Ending::Cancelled));
            }
            if effort.time_limit.is_some_and(|limit| clock.elapsed() >= limit) {
                if effort.whole_games {
                    desk.wind_down();
                } else {
                    desk.finish(Ok(Ending::TimeUp));
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
            if clock.elapsed() >= next_report && !desk.is_finished() {
                next_report = clock.elapsed() + effort.report_every;
                let progress = desk.progress(clock.seconds());
                drop(desk);
                report(&progress);
                desk = self.lock();
            }
        }
        workers.cancel();
        self.changed.notify_all();
    }
}
