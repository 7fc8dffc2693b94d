// SPDX-License-Identifier: GPL-3.0-or-later
//! Figures derived from the counters: rates, ratings, estimates.
//!
//! Formulas: GNU Backgammon 1.07 for the error based FIBS rating and the luck based difference; its older manual for
//! the linear fit and the chance against the current opponent. The performance rating counts the same decisions as
//! the overall error rate, times 500.

use super::{PlayerStats, Spread, Statistics};
use crate::judge::Amount;
use crate::skill::{Luck, Thresholds};
use gnubg_engine::core::{Equity, Player};

/// The rating from which errors are subtracted, unless the user sets another.
pub const RATING_OFFSET: f64 = 2050.0;

/// Half width of a 95 % interval in standard deviations.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Rating words by error rate (EMG per decision): each applies strictly below its limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingScale {
    limits: &'static [(f64, &'static str)],
    worst: &'static str,
}

impl RatingScale {
    /// The scale of GNU Backgammon 1.07 and of the main table of the 0.16 manual.
    pub const CURRENT: RatingScale = RatingScale {
        limits: &[
            (0.002, "Supernatural"),
            (0.005, "World class"),
            (0.008, "Expert"),
            (0.012, "Advanced"),
            (0.018, "Intermediate"),
            (0.026, "Casual player"),
            (0.035, "Beginner"),
        ],
        worst: "Awful!",
    };

    /// The older scale, still printed in the questions and answers of the manual.
    pub const OLD: RatingScale = RatingScale {
        limits: &[
            (0.005, "Extra-terrestrial"),
            (0.010, "World class"),
            (0.015, "Expert"),
            (0.020, "Advanced"),
            (0.025, "Intermediate"),
            (0.030, "Beginner"),
        ],
        worst: "Novice",
    };

    /// All its words, the best first.
    pub fn words(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.limits.iter().map(|(_, word)| *word).chain([self.worst])
    }

    /// The word for an error rate; `n/a` without one.
    #[must_use]
    pub fn word(&self, rate: Option<f64>) -> &'static str {
        let Some(rate) = rate else { return "n/a" };
        self.limits.iter().find(|(limit, _)| rate < *limit).map_or(self.worst, |(_, word)| word)
    }
}

/// The words of [`luck_word`], the luckiest first.
pub const LUCK_WORDS: [&str; 5] =
    ["Go to Las Vegas", "Good dice, man!", "None", "Bad dice, man!", "Go to bed"];

/// The words of [`old_luck_word`], the luckiest first.
pub const OLD_LUCK_WORDS: [&str; 7] = [
    "Cheater :-)",
    "Go to Las Vegas immediately",
    "Good dice, man!",
    "None",
    "Better luck next time",
    "Go to bed",
    "Haaa-haaa",
];

/// The word for a luck rate (EMG per roll).
#[must_use]
pub fn luck_word(rate: f64, thresholds: &Thresholds) -> &'static str {
    LUCK_WORDS[match thresholds.luck(Equity((10.0 * rate) as f32)) {
        Luck::VeryLucky => 0,
        Luck::Lucky => 1,
        Luck::Unmarked => 2,
        Luck::Unlucky => 3,
        Luck::VeryUnlucky => 4,
    }]
}

/// The word for a luck rate on the seven-step scale of the 0.16 manual.
#[must_use]
pub fn old_luck_word(rate: f64) -> &'static str {
    OLD_LUCK_WORDS[match rate {
        r if r > 0.10 => 0,
        r if r > 0.06 => 1,
        r if r > 0.02 => 2,
        r if r >= -0.02 => 3,
        r if r >= -0.06 => 4,
        r if r >= -0.10 => 5,
        _ => 6,
    }]
}

/// A rate with its words on both scales.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rate {
    /// Decisions counted.
    pub decisions: u32,
    /// Error per decision, positive; 0 without decisions.
    pub per_decision: Amount,
    /// Word on the scale of 1.07.
    pub rating: &'static str,
    /// Word on the older scale.
    pub old_rating: &'static str,
}

impl Rate {
    fn new(error: Amount, decisions: u32) -> Rate {
        let rate = per(error, decisions);
        let known = (decisions > 0).then_some(rate.emg);
        Rate {
            decisions,
            per_decision: rate,
            rating: RatingScale::CURRENT.word(known),
            old_rating: RatingScale::OLD.word(known),
        }
    }

    /// 500 × the error per decision (EMG); `None` without decisions.
    #[must_use]
    pub fn performance_rating(&self) -> Option<f64> {
        (self.decisions > 0).then_some(500.0 * self.per_decision.emg)
    }

    /// Whether the two scales give different words.
    #[must_use]
    pub fn scales_differ(&self) -> bool {
        self.rating != self.old_rating
    }
}

fn per(amount: Amount, n: u32) -> Amount {
    if n == 0 {
        return Amount::default();
    }
    Amount { emg: amount.emg / f64::from(n), cost: amount.cost / f64::from(n) }
}

/// The error based estimate of an absolute FIBS rating.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FibsRating {
    /// The estimate.
    pub rating: f64,
    /// What checker play took from it.
    pub play_loss: f64,
    /// What cube handling took from it.
    pub cube_loss: f64,
}

/// A mean per game with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Advantage {
    /// Points per game.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Advantage {
    fn new(spread: &Spread, games: u32) -> Advantage {
        let n = f64::from(games);
        let (mean, half) = (spread.sum / n, NORMAL_95 * (spread.variance / n).sqrt());
        Advantage { mean, low: mean - half, high: mean + half }
    }
}

/// Everything derived for one player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Derived {
    /// Checker play errors per unforced play.
    pub play: Rate,
    /// Cube errors per close or actual decision.
    pub cube: Rate,
    /// All errors per decision.
    pub overall: Rate,
    /// All checker play errors, positive.
    pub play_error: Amount,
    /// All cube errors, positive.
    pub cube_error: Amount,
    /// All errors, positive.
    pub total_error: Amount,
    /// All errors per move of both players, positive (EMG).
    pub snowie_rate: f64,
    /// 500 × the overall error rate.
    pub performance_rating: Option<f64>,
    /// Luck per move.
    pub luck_rate: Amount,
    /// Word for it.
    pub luck_rating: &'static str,
    /// Word for it on the older scale.
    pub old_luck_rating: &'static str,
    /// Error based rating; matches only.
    pub fibs_rating: Option<FibsRating>,
    /// Chance to win a match against this opponent by the errors alone; matches only.
    pub mwc_against_opponent: Option<f64>,
    /// Points per game; sessions of several games only.
    pub advantage: Option<Advantage>,
    /// The same with luck taken out.
    pub adjusted_advantage: Option<Advantage>,
}

impl Statistics {
    /// The figures derived for a player. `offset` is the rating from which errors are subtracted.
    #[must_use]
    pub fn derived(&self, player: Player, offset: f64, thresholds: &Thresholds) -> Derived {
        let (own, other) = (self.of(player), self.of(player.other()));
        let cube_error = own.cube.error();
        let total_error = own.play.error + cube_error;
        let play = Rate::new(own.play.error, own.play.unforced);
        let cube = Rate::new(cube_error, own.cube.close);
        let overall = Rate::new(total_error, own.play.unforced + own.cube.close);
        let turns = own.play.total + other.play.total;
        let luck_rate = per(own.luck.luck, own.play.total);
        let is_session = self.is_money() && self.games > 1;
        Derived {
            play,
            cube,
            overall,
            play_error: own.play.error,
            cube_error,
            total_error,
            snowie_rate: per(total_error, turns).emg,
            performance_rating: overall.performance_rating(),
            luck_rate,
            luck_rating: luck_word(luck_rate.emg, thresholds),
            old_luck_rating: old_luck_word(luck_rate.emg),
            fibs_rating: (!self.is_money()).then(|| self.fibs_rating(&play, &cube, offset)),
            mwc_against_opponent: (!self.is_money()).then(|| {
                let others = other.play.error + other.cube.error();
                (0.5 - total_error.cost + others.cost).clamp(0.0, 1.0)
            }),
            advantage: is_session.then(|| Advantage::new(&own.actual, self.games)),
            adjusted_advantage: is_session.then(|| Advantage::new(&own.adjusted, self.games)),
        }
    }

    fn fibs_rating(&self, play: &Rate, cube: &Rate, offset: f64) -> FibsRating {
        let n = f64::from(self.length);
        let play_loss = play.per_decision.emg * (8798.0 + 25_526.0 / n);
        let cube_loss = cube.per_decision.emg * (863.0 - 519.0 / n);
        FibsRating { rating: offset - play_loss - cube_loss, play_loss, cube_loss }
    }

    /// By how much player `Zero` outrates the opponent, judged by the luck-adjusted result of a match; `None` in money
    /// play and when luck leaves no chance between 0 and 1.
    #[must_use]
    pub fn luck_based_difference(&self) -> Option<f64> {
        let [zero, one] = &self.players;
        let r = 0.5 + zero.actual.sum - zero.luck.luck.cost + one.luck.luck.cost;
        if self.is_money() || r <= 0.0 || r >= 1.0 {
            return None;
        }
        let difference = -2000.0 / f64::from(self.length).sqrt() * (1.0 / r - 1.0).log10();
        Some(difference.max(-2100.0))
    }

    /// By how much player `Zero` outrates the opponent, by the older linear fit to the overall error rates; `None` in
    /// money play.
    #[must_use]
    pub fn linear_difference(&self) -> Option<f64> {
        if self.is_money() {
            return None;
        }
        let rate = |player| {
            let own = self.of(player);
            per(own.play.error + own.cube.error(), own.play.unforced + own.cube.close).emg
        };
        let slope = 11_971.0 + 23_681.0 / f64::from(self.length);
        Some(slope * (rate(Player::One) - rate(Player::Zero)))
    }

    /// The counters of a player.
    #[must_use]
    pub fn of(&self, player: Player) -> &PlayerStats {
        &self.players[player.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_scales_differ() {
        for (rate, word, old) in [
            (0.0019, "Supernatural", "Extra-terrestrial"),
            (0.002, "World class", "Extra-terrestrial"),
            (0.0081, "Advanced", "World class"),
            (0.03, "Beginner", "Novice"),
            (0.035, "Awful!", "Novice"),
        ] {
            assert_eq!(RatingScale::CURRENT.word(Some(rate)), word);
            assert_eq!(RatingScale::OLD.word(Some(rate)), old);
        }
        assert_eq!(RatingScale::CURRENT.word(None), "n/a");
    }

    #[test]
    fn luck_has_two_scales() {
        let thresholds = Thresholds::default();
        for (rate, word, old) in [
            (0.11, "Go to Las Vegas", "Cheater :-)"),
            (0.07, "Go to Las Vegas", "Go to Las Vegas immediately"),
            (0.025, "None", "Good dice, man!"),
            (0.0, "None", "None"),
            (-0.04, "Bad dice, man!", "Better luck next time"),
            (-0.2, "Go to bed", "Haaa-haaa"),
        ] {
            assert_eq!((luck_word(rate, &thresholds), old_luck_word(rate)), (word, old));
        }
    }

    #[test]
    fn the_worked_example() {
        // A 7-point match of 444 turns, as worked through in the reference.
        let mut stats = Statistics::new(["east".to_owned(), "west".to_owned()], 7);
        stats.games = 7;
        let zero = &mut stats.players[0];
        zero.play.total = 223;
        zero.play.unforced = 181;
        zero.play.error = Amount { emg: 7.667, cost: 1.15284 };
        zero.cube.close = 38;
        zero.cube.errors[0].error = Amount { emg: 1.674, cost: 0.12429 };
        zero.actual.sum = 0.5;
        zero.luck.luck = Amount { emg: 0.787, cost: 0.21043 };
        stats.players[1].play.total = 221;
        stats.players[1].luck.luck = Amount { emg: -0.447, cost: -0.25 };
        let derived = stats.derived(Player::Zero, RATING_OFFSET, &Thresholds::default());
        assert_eq!(format!("{:.1}", 1000.0 * derived.play.per_decision.emg), "42.4");
        assert_eq!(format!("{:.1}", 1000.0 * derived.cube.per_decision.emg), "44.1");
        assert_eq!(format!("{:.1}", 1000.0 * derived.overall.per_decision.emg), "42.7");
        assert_eq!(format!("{:.1}", 1000.0 * derived.snowie_rate), "21.0");
        assert_eq!(format!("{:.2}", derived.performance_rating.unwrap()), "21.33");
        let fibs = derived.fibs_rating.unwrap();
        assert_eq!(format!("{:.1} {:.1}", fibs.play_loss, fibs.cube_loss), "527.1 34.8");
        assert_eq!(format!("{:.1}", fibs.rating), "1488.1");
        // r = 0.5 + 0.5 − 0.21043 − 0.25 = 0.53957
        assert_eq!(format!("{:+.2}", stats.luck_based_difference().unwrap()), "+52.07");
        assert!(stats.linear_difference().unwrap() < 0.0);
        assert_eq!(derived.advantage, None);
    }
}
