// SPDX-License-Identifier: GPL-3.0-or-later
//! Counts of what happened in the games of a rollout: results, cube actions, hits, close-outs, bearing off.
//!
//! All counts are whole numbers, so that sums do not depend on the order of games.

use crate::core::{CubeValue, Player};

/// Number of cube values that are counted separately: 1, 2 … 256, and 512 or more.
pub const CUBE_LEVELS: usize = 10;

/// Counts by the value of the cube: `[0]` an unturned cube … `[9]` 512 or more.
pub type ByCube = [u64; CUBE_LEVELS];

/// The index of a cube value in [`ByCube`].
#[must_use]
pub(crate) fn cube_level(cube: CubeValue) -> usize {
    (cube.exponent() as usize).min(CUBE_LEVELS - 1)
}

/// Counts for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PlayerStatistics {
    /// Single games won, by the cube at the end. A double that is passed counts here, at the cube before the double.
    pub wins: ByCube,
    /// Gammons won, by the cube at the end.
    pub gammons: ByCube,
    /// Backgammons won, by the cube at the end.
    pub backgammons: ByCube,
    /// Doubles of this player that were taken, by the cube before the double.
    pub taken: ByCube,
    /// Doubles of this player that were passed, by the cube before the double.
    pub passed: ByCube,
    /// Games in which this player hit, and the sum of the plies of the first hits (0 is the first ply).
    pub hits: EventCount,
    /// Games in which this player closed out a checker on the bar, and the sum of the plies.
    pub close_outs: EventCount,
    /// Plays from and to positions inside the bearoff databases.
    pub bearoff_plays: u64,
    /// Pips wasted in these plays.
    pub pips_wasted: u64,
}

/// How often something happened, and the plies at which it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct EventCount {
    /// Games in which it happened.
    pub games: u64,
    /// Sum of the plies at which it first happened.
    pub plies: u64,
}

impl EventCount {
    /// The average ply, if it happened at all.
    #[must_use]
    pub fn average(&self) -> Option<f64> {
        (self.games > 0).then(|| self.plies as f64 / self.games as f64)
    }
}

impl PlayerStatistics {
    /// Doubles of all values.
    #[must_use]
    pub fn doubles(&self) -> u64 {
        self.taken.iter().chain(&self.passed).sum()
    }

    /// Share of this player's doubles that were taken, also called cube efficiency. `None` without doubles.
    #[must_use]
    pub fn cube_efficiency(&self) -> Option<f64> {
        let doubles = self.doubles();
        (doubles > 0).then(|| self.taken.iter().sum::<u64>() as f64 / doubles as f64)
    }

    /// All counts in a fixed order.
    fn counts(&mut self) -> impl Iterator<Item = &mut u64> {
        let EventCount { games: hits, plies: hit_plies } = &mut self.hits;
        let EventCount { games: closed, plies: closed_plies } = &mut self.close_outs;
        self.wins
            .iter_mut()
            .chain(&mut self.gammons)
            .chain(&mut self.backgammons)
            .chain(&mut self.taken)
            .chain(&mut self.passed)
            .chain([hits, hit_plies, closed, closed_plies, &mut self.bearoff_plays, &mut self.pips_wasted])
    }
}

/// Counts of one alternative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Number of games counted. Excludes games from files without statistics.
    pub games: u64,
    /// Games that were not played to the end.
    pub truncated: u64,
    /// Sum of the plies played.
    pub plies: u64,
    /// Sum of the cube's values at the end, in points.
    pub final_cubes: u64,
    /// By seat.
    pub players: [PlayerStatistics; 2],
}

impl Statistics {
    /// The counts of one player.
    #[must_use]
    pub fn player(&self, player: Player) -> &PlayerStatistics {
        &self.players[player.index()]
    }

    /// Plies of the average game.
    #[must_use]
    pub fn average_plies(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }

    /// The average cube at the end, in points.
    #[must_use]
    pub fn average_cube(&self) -> f64 {
        self.final_cubes as f64 / self.games.max(1) as f64
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &Statistics) {
        for (sum, part) in self.counts().zip(other.to_vec()) {
            *sum = sum.saturating_add(part);
        }
    }

    /// All counts in a fixed order.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u64> {
        let mut copy = *self;
        copy.counts().map(|count| *count).collect()
    }

    /// The statistics of such a list; `None` if it has another length.
    #[must_use]
    pub fn from_slice(counts: &[u64]) -> Option<Statistics> {
        let mut statistics = Statistics::default();
        let expected = statistics.counts().count();
        (counts.len() == expected).then(|| {
            for (to, from) in statistics.counts().zip(counts) {
                *to = *from;
            }
            statistics
        })
    }

    fn counts(&mut self) -> impl Iterator<Item = &mut u64> {
        let [zero, one] = &mut self.players;
        [&mut self.games, &mut self.truncated, &mut self.plies, &mut self.final_cubes]
            .into_iter()
            .chain(zero.counts())
            .chain(one.counts())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_adds_every_count() {
        let counts: Vec<u64> = (0..Statistics::default().to_vec().len() as u64).collect();
        let one = Statistics::from_slice(&counts).unwrap();
        let mut two = one;
        two.merge(&one);
        assert_eq!(two.to_vec(), counts.iter().map(|n| 2 * n).collect::<Vec<_>>());
        assert_eq!(Statistics::from_slice(&counts[1..]), None);
        assert_eq!(one.players[0].wins[0], 4);
    }

    #[test]
    fn averages_of_nothing_are_none() {
        let player = PlayerStatistics::default();
        assert_eq!((player.cube_efficiency(), player.hits.average()), (None, None));
        let player = PlayerStatistics {
            taken: [3, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            passed: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            hits: EventCount { games: 2, plies: 5 },
            ..player
        };
        assert_eq!((player.cube_efficiency(), player.hits.average()), (Some(0.75), Some(2.5)));
    }
}
