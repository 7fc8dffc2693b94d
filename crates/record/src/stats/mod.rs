// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics of games, matches and sessions.
//!
//! Counters and sums are built from the judgements of entries, so changed marks or thresholds act at once. Everything
//! derived from them (rates, ratings, estimates) is in [`derived`], JSON in [`json`].

pub mod course;
pub mod derived;
#[cfg(feature = "serde")]
pub mod json;

use crate::entry::EntryAction;
use crate::game::GameRecord;
use crate::judge::{
    Amount, CubeChoice, CubeError, Judgement, MatchEquity, judge_game, mwc_after, mwc_before,
};
use crate::record::MatchRecord;
use crate::skill::{Luck, Skill, Thresholds};
use gnubg_engine::core::{Equity, Player};

/// Checker play of one player.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlayStats {
    /// Turns, forced plays and dances included.
    pub total: u32,
    /// Turns with more than one legal play.
    pub unforced: u32,
    /// Turns by mark, in the order of [`Skill::ALL`].
    pub marks: [u32; 4],
    /// Sum of errors, positive.
    pub error: Amount,
}

/// Dice of one player.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LuckStats {
    /// Rolls by mark, in the order of [`Luck::ALL`].
    pub marks: [u32; 5],
    /// Sum of luck.
    pub luck: Amount,
}

/// One kind of cube error.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CubeErrors {
    /// How often.
    pub count: u32,
    /// Sum of errors, positive.
    pub error: Amount,
}

/// Cube handling of one player.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CubeStats {
    /// Decisions: doubles, answers, and rolls where the cube could have been turned.
    pub total: u32,
    /// Those that were close, and all actual doubles, takes and drops.
    pub close: u32,
    /// Doubles.
    pub doubles: u32,
    /// Takes.
    pub takes: u32,
    /// Drops.
    pub drops: u32,
    /// Errors by kind, in the order of [`CubeError::ALL`].
    pub errors: [CubeErrors; 6],
}

impl CubeStats {
    /// Sum of all cube errors, positive.
    #[must_use]
    pub fn error(&self) -> Amount {
        self.errors.iter().fold(Amount::default(), |sum, errors| sum + errors.error)
    }
}

/// A sum over games with its running sample variance.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Spread {
    /// Sum over games.
    pub sum: f64,
    /// Sample variance of one game (divisor n − 1).
    pub variance: f64,
}

impl Spread {
    /// Adds the `n`th value, `n` counted from 1.
    fn add(&mut self, value: f64, n: u32) {
        let before = if n > 1 { self.sum / f64::from(n - 1) } else { 0.0 };
        self.sum += value;
        if n > 1 {
            let n = f64::from(n);
            let mean = self.sum / n;
            self.variance = self.variance * (1.0 - 1.0 / (n - 1.0)) + n * (mean - before) * (mean - before);
        }
    }
}

/// Everything counted for one player.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlayerStats {
    /// Checker play.
    pub play: PlayStats,
    /// Luck.
    pub luck: LuckStats,
    /// Cube.
    pub cube: CubeStats,
    /// Result: points in money play, gain of match winning chance in a match.
    pub actual: Spread,
    /// The same with luck taken out.
    pub adjusted: Spread,
}

/// Statistics of a game, match or session.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Statistics {
    /// The players' names.
    pub names: [String; 2],
    /// Match length; 0 for money play.
    pub length: u16,
    /// Games counted.
    pub games: u32,
    /// Whether any checker play was analyzed.
    pub has_play: bool,
    /// Whether any roll was analyzed.
    pub has_luck: bool,
    /// Whether any cube decision was analyzed.
    pub has_cube: bool,
    /// Whether any game was won.
    pub has_result: bool,
    /// By seat.
    pub players: [PlayerStats; 2],
}

impl Statistics {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(names: [String; 2], length: u16) -> Statistics {
        Statistics {
            names,
            length,
            games: 0,
            has_play: false,
            has_luck: false,
            has_cube: false,
            has_result: false,
            players: [PlayerStats::default(); 2],
        }
    }

    /// Statistics of a whole match or session.
    #[must_use]
    pub fn of_match(record: &MatchRecord, table: &dyn MatchEquity, thresholds: &Thresholds) -> Statistics {
        let mut all = Statistics::new(Player::BOTH.map(|player| record.name(player)), record.length);
        for game in 0..record.games.len() {
            if let Some(one) = Statistics::of_game(record, game, table, thresholds) {
                all.add(&one);
            }
        }
        all
    }

    /// Statistics of one game; `None` if there is no such game.
    #[must_use]
    pub fn of_game(
        record: &MatchRecord,
        game: usize,
        table: &dyn MatchEquity,
        thresholds: &Thresholds,
    ) -> Option<Statistics> {
        let game = record.games.get(game)?;
        let mut found = Statistics::new(Player::BOTH.map(|player| record.name(player)), record.length);
        for (entry, judgement) in game.entries.iter().zip(judge_game(game, record.length, table)) {
            found.count(entry.player, &entry.action, &judgement, thresholds);
        }
        found.finish_game(result_of(game, record.length, table));
        found.note_analyzed(record);
        Some(found)
    }

    /// A part is shown for every game if it was analyzed in any, as in a Crawford game without cube decisions.
    fn note_analyzed(&mut self, record: &MatchRecord) {
        let analyses = || {
            let entries = record.games.iter().flat_map(|game| &game.entries);
            entries.filter_map(|entry| entry.analysis.as_deref())
        };
        self.has_play |= analyses().any(|analysis| analysis.play.is_some());
        self.has_luck |= analyses().any(|analysis| analysis.luck.is_some());
        self.has_cube |= analyses().any(|analysis| analysis.cube.is_some());
    }

    /// Counts one entry.
    pub fn count(
        &mut self,
        player: Player,
        action: &EntryAction,
        judgement: &Judgement,
        thresholds: &Thresholds,
    ) {
        let stats = &mut self.players[player.index()];
        if action.is_play() {
            stats.play.total += 1;
            let mut mark = Skill::Unmarked;
            if let Some(play) = judgement.play {
                self.has_play = true;
                mark = thresholds.skill(Equity(play.error.emg as f32));
                if play.has_choice {
                    stats.play.unforced += 1;
                    stats.play.error += -play.error;
                }
            }
            stats.play.marks[mark.index()] += 1;
        }
        if let Some(luck) = judgement.luck {
            self.has_luck = true;
            stats.luck.luck += luck;
            stats.luck.marks[thresholds.luck(Equity(luck.emg as f32)).index()] += 1;
        }
        if let Some(cube) = &judgement.cube {
            self.has_cube = true;
            stats.cube.total += 1;
            stats.cube.close += u32::from(cube.is_close);
            match cube.choice {
                CubeChoice::NoDouble => {}
                CubeChoice::Double => stats.cube.doubles += 1,
                CubeChoice::Take => stats.cube.takes += 1,
                CubeChoice::Drop => stats.cube.drops += 1,
            }
            if let Some(kind) = cube.kind {
                let errors = &mut stats.cube.errors[kind.index()];
                errors.count += 1;
                errors.error += -cube.error;
            }
        }
    }

    /// Closes a game with its result by seat (points, or gain of match winning chance); `None` if nobody has won.
    pub fn finish_game(&mut self, result: Option<[f64; 2]>) {
        self.games += 1;
        self.has_result |= result.is_some();
        let result = result.unwrap_or([0.0; 2]);
        let luck = self.players.map(|player| player.luck.luck.cost);
        for seat in 0..2 {
            let stats = &mut self.players[seat];
            stats.actual.add(result[seat], self.games);
            stats.adjusted.add(result[seat] - luck[seat] + luck[1 - seat], self.games);
        }
    }

    /// Adds the statistics of one more game.
    pub fn add(&mut self, game: &Statistics) {
        self.games += 1;
        self.has_play |= game.has_play;
        self.has_luck |= game.has_luck;
        self.has_cube |= game.has_cube;
        self.has_result |= game.has_result;
        for (sum, one) in self.players.iter_mut().zip(&game.players) {
            sum.play.total += one.play.total;
            sum.play.unforced += one.play.unforced;
            add_each(&mut sum.play.marks, &one.play.marks);
            sum.play.error += one.play.error;
            add_each(&mut sum.luck.marks, &one.luck.marks);
            sum.luck.luck += one.luck.luck;
            sum.cube.total += one.cube.total;
            sum.cube.close += one.cube.close;
            sum.cube.doubles += one.cube.doubles;
            sum.cube.takes += one.cube.takes;
            sum.cube.drops += one.cube.drops;
            for (errors, more) in sum.cube.errors.iter_mut().zip(&one.cube.errors) {
                errors.count += more.count;
                errors.error += more.error;
            }
            sum.actual.add(one.actual.sum, self.games);
            sum.adjusted.add(one.adjusted.sum, self.games);
        }
    }

    /// Whether these are statistics of money play.
    #[must_use]
    pub const fn is_money(&self) -> bool {
        self.length == 0
    }

    /// Errors of one kind of a player.
    #[must_use]
    pub fn cube_errors(&self, player: Player, kind: CubeError) -> CubeErrors {
        self.players[player.index()].cube.errors[kind.index()]
    }

    /// Rolls of a player with that mark.
    #[must_use]
    pub fn rolls(&self, player: Player, mark: Luck) -> u32 {
        self.players[player.index()].luck.marks[mark.index()]
    }
}

fn add_each<const N: usize>(sum: &mut [u32; N], more: &[u32; N]) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// Whether a game ended with a resignation that does not count.
#[must_use]
pub fn is_discounted(game: &GameRecord) -> bool {
    let resigned = game.entries.iter().rfind(|entry| matches!(entry.action, EntryAction::Resign(_)));
    let is_accepted = |entry: &crate::Entry| entry.action == EntryAction::AcceptResignation;
    resigned.is_some_and(|entry| entry.marks.is_discounted) && game.entries.last().is_some_and(is_accepted)
}

/// The result of a game by seat: points in money play, gain of match winning chance in a match.
/// Nobody has one in a game whose resignation does not count.
#[must_use]
pub fn result_of(game: &GameRecord, length: u16, table: &dyn MatchEquity) -> Option<[f64; 2]> {
    let outcome = game.outcome(length).filter(|_| !is_discounted(game))?;
    let start = game.start.state(length);
    let gain = if start.is_money() {
        f64::from(outcome.points)
    } else {
        let after = mwc_after(&start, outcome.winner, outcome.points, outcome.winner, table);
        f64::from(after.0) - f64::from(mwc_before(&start, outcome.winner, table).0)
    };
    let mut result = [-gain; 2];
    result[outcome.winner.index()] = gain;
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_variances_are_sample_variances() {
        let values = [2.0, -4.0, 1.0, 1.0, 8.0];
        let mut spread = Spread::default();
        for (n, value) in (1..).zip(values) {
            spread.add(value, n);
        }
        let mean = values.iter().sum::<f64>() / 5.0;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 4.0;
        assert!((spread.sum - 8.0).abs() < 1e-12);
        assert!((spread.variance - variance).abs() < 1e-12);
    }
}
