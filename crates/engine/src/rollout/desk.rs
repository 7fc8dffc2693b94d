// SPDX-License-Identifier: GPL-3.0-or-later
//! Which games are to be played next, and where their results go.

use super::dice::BLOCK;
use super::error::RolloutError;
use super::game::Outcome;
use super::results::Results;
use super::run::{Effort, Played, Progress, Rollout, results_of};
use super::settings::RolloutSettings;
use super::stop::{Ending, has_rules, judge};
use super::subject::Subject;
use std::collections::VecDeque;
use std::ops::Range;

/// A game to be played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    /// Identifies the round, also one that has been dropped since.
    round: u64,
    pub(super) alternative: usize,
    pub(super) game: u32,
}

/// Games between two judgements.
#[derive(Debug)]
struct Round {
    id: u64,
    /// The round ends at game `36 (number + 1)`.
    number: u32,
    games: Vec<(usize, u32)>,
    taken: usize,
    done: usize,
    /// Results that count only once the round before has been judged.
    held: Vec<(Job, Outcome)>,
}

/// The state of a run, to be kept behind a lock.
#[derive(Debug)]
pub(super) struct Desk {
    subject: Subject,
    settings: RolloutSettings,
    played: Vec<Played>,
    /// Games that may be played.
    range: Range<u32>,
    /// Whether stop rules are applied after each round.
    has_rules: bool,
    /// Rounds at work, the first not yet judged.
    open: VecDeque<Round>,
    /// Most rounds at work under stop rules.
    most_open: usize,
    next_round: u32,
    /// Games before this one are done, at work, or not wanted.
    scan_from: u32,
    /// Rounds judged.
    judged: u32,
    next_id: u64,
    seconds_before: f64,
    games_done: u64,
    /// Games not played yet by alternative.
    games_left: Vec<u64>,
    /// Games being played.
    at_work: usize,
    /// No more games are begun; those being played still count.
    is_closing: bool,
    ending: Option<Result<Ending, RolloutError>>,
    has_news: bool,
}

impl Desk {
    /// Takes the games so far out of `rollout`; [`Desk::close`] puts them back.
    pub(super) fn open(rollout: &mut Rollout, effort: &Effort) -> Desk {
        let range = effort.games.clone().unwrap_or(0..rollout.settings.trials);
        let played = std::mem::take(&mut rollout.played);
        let missing =
            |played: &Played| range.clone().filter(|&game| !played.tally.contains(game)).count() as u64;
        let rules = effort.games.is_none() && has_rules(&rollout.settings);
        let first = if rules { rollout.rounds } else { range.start / BLOCK };
        let mut desk = Desk {
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
            at_work: 0,
            is_closing: false,
            ending: None,
            has_news: false,
        };
        // Parts put together count no rounds. A run stopped within its first one is not to be judged before the end of it.
        let first_round = 0..BLOCK.min(desk.range.end);
        let is_whole = |played: &Played| first_round.clone().all(|game| played.tally.contains(game));
        if rules && (desk.judged > 0 || desk.played.iter().all(is_whole)) {
            desk.judge();
        }
        desk
    }

    /// Gives the games back and says how the run ended.
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
        self.has_news = true;
    }

    /// Begins no more games; the run ends when those being played have ended.
    pub(super) fn wind_down(&mut self) {
        self.is_closing = true;
        if self.at_work == 0 {
            self.finish(Ok(Ending::TimeUp));
        }
    }

    /// Whether threads that wait should look again; asked once for each piece of news.
    pub(super) fn has_news(&mut self) -> bool {
        std::mem::take(&mut self.has_news)
    }

    /// The next game to be played; `None` if there is none for now or the run has ended.
    pub(super) fn take(&mut self) -> Option<Job> {
        loop {
            if self.is_finished() || self.is_closing {
                return None;
            }
            if let Some(round) = self.open.iter_mut().find(|round| round.taken < round.games.len()) {
                let (alternative, game) = round.games[round.taken];
                round.taken += 1;
                self.at_work += 1;
                return Some(Job { round: round.id, alternative, game });
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
                let wanted = |played: &Played| {
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

    /// Takes the result of a game. Results of rounds that have been dropped do not count.
    pub(super) fn give(&mut self, job: Job, outcome: Outcome) {
        self.at_work -= 1;
        self.take_in(job, outcome);
        if self.is_closing && self.at_work == 0 {
            self.finish(Ok(Ending::TimeUp));
        }
    }

    fn take_in(&mut self, job: Job, outcome: Outcome) {
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
            self.has_news = true;
            if self.has_rules {
                self.judge();
                let held = self.open.front_mut().map(|round| std::mem::take(&mut round.held));
                held.into_iter().flatten().for_each(|(job, outcome)| self.count(job, &outcome));
            }
        }
    }

    fn count(&mut self, job: Job, outcome: &Outcome) {
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

    /// How far the run is after so many seconds of it.
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
