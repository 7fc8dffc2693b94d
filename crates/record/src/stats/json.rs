// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics as data for other programs: counters and derived figures side by side.

use super::derived::Derived;
use super::{PlayerStats, Statistics};
use crate::skill::Thresholds;
use gnubg_engine::core::Player;
use serde::Serialize;

/// The statistics of one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReport<'a> {
    /// The player's name.
    pub name: &'a str,
    /// Counters and sums.
    #[serde(flatten)]
    pub counted: &'a PlayerStats,
    /// Rates, ratings, estimates.
    pub derived: Derived,
}

/// The statistics of a game, match or session, ready to be serialized.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatisticsReport<'a> {
    /// Match length; 0 for money play.
    pub length: u16,
    /// Games counted.
    pub games: u32,
    /// What was analyzed.
    pub analyzed: Analyzed,
    /// By how much the first player outrates the second, by luck; matches only.
    pub luck_based_fibs_difference: Option<f64>,
    /// The same by the older linear fit to error rates.
    pub linear_fibs_difference: Option<f64>,
    /// By seat.
    pub players: [PlayerReport<'a>; 2],
}

/// Which parts of the statistics mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Analyzed {
    /// Checker play.
    pub play: bool,
    /// Cube decisions.
    pub cube: bool,
    /// Luck.
    pub luck: bool,
}

impl Statistics {
    /// The statistics with everything derived, for JSON. `rating_offset` is the rating from which errors are
    /// subtracted.
    #[must_use]
    pub fn report(&self, rating_offset: f64, thresholds: &Thresholds) -> StatisticsReport<'_> {
        let player = |player: Player| PlayerReport {
            name: &self.names[player.index()],
            counted: self.of(player),
            derived: self.derived(player, rating_offset, thresholds),
        };
        StatisticsReport {
            length: self.length,
            games: self.games,
            analyzed: Analyzed { play: self.has_play, cube: self.has_cube, luck: self.has_luck },
            luck_based_fibs_difference: self.luck_based_difference().filter(|_| self.has_luck),
            linear_fibs_difference: self.linear_difference(),
            players: Player::BOTH.map(player),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::derived::RATING_OFFSET;

    #[test]
    fn reports_are_flat_json() {
        let stats = Statistics::new(["Ann".to_owned(), "Ben".to_owned()], 5);
        let json = serde_json::to_value(stats.report(RATING_OFFSET, &Thresholds::default())).unwrap();
        assert_eq!(json["length"], 5);
        assert_eq!(json["players"][1]["name"], "Ben");
        assert_eq!(json["players"][0]["play"]["total"], 0);
        assert_eq!(json["players"][0]["derived"]["overall"]["rating"], "n/a");
        assert_eq!(json["luck_based_fibs_difference"], serde_json::Value::Null);
    }
}
