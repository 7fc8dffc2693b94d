// SPDX-License-Identifier: GPL-3.0-or-later
//! Which game each thread plays next, and how its result is counted.

use super::dice::BLOCK;
use super::effort::{Effort, Progress};
use super::error::RolloutError;
use super::game::GameOutcome;
use super::games::{PlayedGames, Rollout, results_of};
use super::results::Results;
use super::settings::RolloutSettings;
use super::stop::{Ending, has_rules, judge};
use super::subject::Subject;
use std::collections::VecDeque;
use std::ops::Range;

/// A game for a thread to play.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameJob {
    /// The round it belongs to. The round may have been discarded since.
    round: u64,
    pub(super) alternative: usize,
    pub(super) game: u32,
}

/// The games between two applications of the stop rules.
#[derive(Debug)]
struct Round {
    id: u64,
    /// The round ends at game `36 (number + 1)`.
    number: u32,
    games: Vec<(usize, u32)>,
    taken: usize,
    done: usize,
    /// Results that count only after the stop rules have been applied to the round before.
    held: Vec<(GameJob, GameOutcome)>,
}

/// The state of one run. The threads share it behind a lock.
#[derive(Debug)]
pub(super) struct Schedule {
    subject: Subject,
    settings: RolloutSettings,
    played: Vec<PlayedGames>,
    /// Games that may be played.
    range: Range<u32>,
    /// Whether stop rules are applied after each round.
    has_rules: bool,
    /// Rounds in progress, oldest first.
    open: VecDeque<Round>,
    /// Maximum number of rounds in progress when there are stop rules.
    most_open: usize,
    next_round: u32,
    /// All games before this one are finished, in progress or not needed.
    scan_from: u32,
    /// Number of rounds to which the stop rules have been applied.
    judged: u32,
    next_id: u64,
    seconds_before: f64,
    games_done: u64,
    /// Remaining games, by alternative.
    games_left: Vec<u64>,
    /// Games being played.
    in_progress: usize,
    /// No more games are started after the first; those in progress still count.
    is_closing: bool,
    ending: Option<Result<Ending, RolloutError>>,
    has_changed: bool,
}

impl Schedule {
    /// Moves the games so far out of `rollout`; [`Schedule::close`] moves them back.
    pub(super) fn open(rollout: &mut Rollout, effort: &Effort) -> Schedule {
        let range = effort.games.clone().unwrap_or(0..rollout.settings.trials);
        let played = std::mem::take(&mut rollout.played);
        let missing =
            |played: &PlayedGames| range.clone().filter(|&game| !played.tally.contains(game)).count() as u64;
        let rules = effort.games.is_none() && has_rules(&rollout.settings);
        let first = if rules { rollout.rounds } else { range.start / BLOCK };
        let mut schedule = Schedule {
            subject: rollout.subject.clone(),
            settings: rollout.settings.clone(),
            has_rules: rules,
            open: VecDeque::new(),
            most_open: 2 + effort.threads / BLOCK as usize,
            next_round: first,
            scan_from: range.start,
            judged: first,
            next_id: 0,
            seconds_before: rollout.seconds,
            games_done: 0,
            games_left: played.iter().map(missing).collect(),
            played,
            range,
            in_progress: 0,
            is_closing: false,
            ending: None,
            has_changed: false,
        };
        // Merged parts count no rounds. The stop rules do not apply before the first round is complete.
        let first_round = 0..BLOCK.min(schedule.range.end);
        let is_whole = |played: &PlayedGames| first_round.clone().all(|game| played.tally.contains(game));
        if rules && (schedule.judged > 0 || schedule.played.iter().all(is_whole)) {
            schedule.judge();
        }
        schedule
    }

    /// Moves the games back into `rollout` and returns how the run ended.
    pub(super) fn close(self, rollout: &mut Rollout) -> Result<Ending, RolloutError> {
        rollout.played = self.played;
        rollout.rounds = if self.has_rules { self.judged } else { 0 };
        self.ending.unwrap_or(Ok(Ending::Complete))
    }

    pub(super) fn is_finished(&self) -> bool {
        self.ending.is_some()
    }

    /// Ends the run, unless it has ended.
    pub(super) fn finish(&mut self, ending: Result<Ending, RolloutError>) {
        self.ending.get_or_insert(ending);
        self.has_changed = true;
    }

    /// Starts no more games, but for a first one, so that each run adds a game, however short its time. The run ends when
    /// the games in progress have ended.
    pub(super) fn wind_down(&mut self) {
        self.is_closing = true;
        if self.has_started() && self.in_progress == 0 {
            self.finish(Ok(Ending::TimeUp));
        }
    }

    pub(super) fn is_closing(&self) -> bool {
        self.is_closing
    }

    fn has_started(&self) -> bool {
        self.in_progress > 0 || self.games_done > 0
    }

    /// Whether waiting threads should ask for a game again. Each change is reported once.
    pub(super) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.has_changed)
    }

    /// The next game to play; `None` if there is none at the moment or the run has ended.
    pub(super) fn next_game(&mut self) -> Option<GameJob> {
        loop {
            if self.is_finished() || (self.is_closing && self.has_started()) {
                return None;
            }
            if let Some(round) = self.open.iter_mut().find(|round| round.taken < round.games.len()) {
                let (alternative, game) = round.games[round.taken];
                round.taken += 1;
                self.in_progress += 1;
                return Some(GameJob { round: round.id, alternative, game });
            }
            if !self.open_round() {
                return None;
            }
        }
    }

    fn open_round(&mut self) -> bool {
        if self.has_rules && self.open.len() >= self.most_open {
            return false;
        }
        loop {
            if self.next_round.saturating_mul(BLOCK) >= self.range.end {
                if self.open.is_empty() {
                    self.finish(Ok(Ending::Complete));
                }
                return false;
            }
            let number = self.next_round;
            let end = (number + 1).saturating_mul(BLOCK).min(self.range.end);
            let mut games = Vec::new();
            for game in self.scan_from..end {
                let wanted = |played: &PlayedGames| {
                    let is_left_out = self.has_rules && played.is_suspended;
                    !is_left_out && !played.tally.contains(game)
                };
                let alternatives = self.played.iter().enumerate().filter(|(_, played)| wanted(played));
                games.extend(alternatives.map(|(alternative, _)| (alternative, game)));
            }
            self.next_round += 1;
            self.scan_from = end;
            if !games.is_empty() {
                let id = self.next_id;
                self.next_id += 1;
                self.open.push_back(Round { id, number, games, taken: 0, done: 0, held: Vec::new() });
                return true;
            }
        }
    }

    /// Adds the result of a game. Results of discarded rounds do not count.
    pub(super) fn finish_game(&mut self, job: GameJob, outcome: GameOutcome) {
        self.in_progress -= 1;
        self.take_in(job, outcome);
        if self.is_closing && self.in_progress == 0 {
            self.finish(Ok(Ending::TimeUp));
        }
    }

    fn take_in(&mut self, job: GameJob, outcome: GameOutcome) {
        let Some(place) = self.open.iter().position(|round| round.id == job.round) else { return };
        self.open[place].done += 1;
        if self.has_rules && place > 0 {
            self.open[place].held.push((job, outcome));
        } else {
            self.count(job, &outcome);
        }
        while self.open.front().is_some_and(|round| round.done == round.games.len()) {
            let Some(round) = self.open.pop_front() else { break };
            self.judged = round.number + 1;
            self.has_changed = true;
            if self.has_rules {
                self.judge();
                let held = self.open.front_mut().map(|round| std::mem::take(&mut round.held));
                held.into_iter().flatten().for_each(|(job, outcome)| self.count(job, &outcome));
            }
        }
    }

    fn count(&mut self, job: GameJob, outcome: &GameOutcome) {
        let played = &mut self.played[job.alternative];
        played.tally.add(job.game, outcome.sample);
        played.statistics.merge(&outcome.statistics);
        self.games_done += 1;
        self.games_left[job.alternative] = self.games_left[job.alternative].saturating_sub(1);
    }

    /// Applies the stop rules to the rounds that are complete.
    fn judge(&mut self) {
        let end = if self.judged > 0 { self.judged.saturating_mul(BLOCK) } else { u32::MAX };
        let balanced = self.settings.quasi_random;
        let mut results = results_of(&self.subject, &self.settings, &self.played, 0.0, |tally| {
            tally.before(end).moments(balanced)
        });
        let ending = judge(&self.subject, &self.settings, &mut results);
        let mut has_changed = ending.is_some();
        for (played, result) in self.played.iter_mut().zip(&results.alternatives) {
            has_changed |= played.is_suspended == result.is_active;
            played.is_suspended = !result.is_active;
        }
        if has_changed {
            self.open.clear();
            (self.next_round, self.scan_from) = (self.judged, self.range.start);
        }
        if let Some(ending) = ending {
            self.finish(Ok(ending));
        }
    }

    /// The progress of the run after `elapsed_s` seconds.
    pub(super) fn progress(&self, elapsed_s: f64) -> Progress {
        let balanced = self.settings.quasi_random;
        let seconds = self.seconds_before + elapsed_s;
        let mut results: Results =
            results_of(&self.subject, &self.settings, &self.played, seconds, |tally| tally.moments(balanced));
        judge(&self.subject, &self.settings, &mut results);
        let left = self.played.iter().zip(&self.games_left);
        let games_left =
            left.filter(|(played, _)| !(self.has_rules && played.is_suspended)).map(|(_, left)| left).sum();
        Progress { results, elapsed_s, games_done: self.games_done, games_left }
    }
}
