// SPDX-License-Identifier: GPL-3.0-or-later
//! Running a rollout: playing games on any number of threads, pausing, stopping.
//!
//! Work is divided into rounds of 36 games of each alternative. Stop rules are applied only between rounds, so the point
//! where a rollout stops depends only on its games. Threads that would idle at the end of a round start the next round;
//! its games are discarded if a stop rule ends the rollout. Each game depends only on the rollout and its number.

use super::effort::{Effort, MAX_THREADS, Progress};
use super::error::RolloutError;
use super::game::{self, Stopped};
use super::games::Rollout;
use super::schedule::{GameJob, Schedule};
use super::shared::RunContext;
use super::stop::Ending;
use crate::core::CancelToken;
use crate::eval::Engine;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest time until a run notices that it is paused, resumed or cancelled.
const REACTION: Duration = Duration::from_millis(20);
/// The shortest time between two looks at the state of a run.
const MIN_WAIT: Duration = Duration::from_millis(1);

impl Rollout {
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
            let wait = match effort.time_limit {
                Some(limit) if !schedule.is_closing() => {
                    limit.saturating_sub(clock.elapsed()).clamp(MIN_WAIT, REACTION)
                }
                _ => REACTION,
            };
            let (guard, _) =
                self.changed.wait_timeout(schedule, wait).unwrap_or_else(PoisonError::into_inner);
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
