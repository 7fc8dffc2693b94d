// SPDX-License-Identifier: GPL-3.0-or-later
//! How a position was evaluated, as plain data stored beside the numbers.
//!
//! The engine has its own settings types; these are what files hold and what tells two analyses apart. Ply counting:
//! 0-ply is the static evaluation.

use std::cmp::Ordering;

/// Settings of one evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalSettings {
    /// Plies looked ahead; 0 is the static evaluation.
    pub plies: u8,
    /// Whether the cube is taken into account.
    pub cubeful: bool,
    /// Whether small nets sort out hopeless plays first.
    pub prune: bool,
    /// Standard deviation of artificial noise, in equity; 0 for none.
    pub noise: f32,
    /// Whether the noise is the same for the same position every time.
    pub deterministic: bool,
}

impl EvalSettings {
    /// Cubeful, pruned and noiseless evaluation at `plies` plies.
    #[must_use]
    pub const fn at(plies: u8) -> EvalSettings {
        EvalSettings { plies, cubeful: true, prune: true, noise: 0.0, deterministic: true }
    }

    /// Compares the strength of two evaluations: plies, then cubeful over cubeless, less noise, deterministic noise, and
    /// (beyond 0-ply) no pruning.
    #[must_use]
    pub fn strength(&self, other: &EvalSettings) -> Ordering {
        self.plies
            .cmp(&other.plies)
            .then(self.cubeful.cmp(&other.cubeful))
            .then(other.noise.total_cmp(&self.noise))
            .then_with(|| {
                if self.noise > 0.0 { self.deterministic.cmp(&other.deterministic) } else { Ordering::Equal }
            })
            .then_with(|| if self.plies > 0 { other.prune.cmp(&self.prune) } else { Ordering::Equal })
    }

    /// The usual short name: `Cubeful 2-ply`, `Cubeless 0-ply`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}-ply", if self.cubeful { "Cubeful" } else { "Cubeless" }, self.plies)
    }
}

impl Default for EvalSettings {
    fn default() -> EvalSettings {
        EvalSettings::at(2)
    }
}

/// Which plays survive one step of a search: the best `accept`, and up to `extra` more within `threshold` of the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveFilter {
    /// Plays always kept; negative: the step is skipped.
    pub accept: i32,
    /// Further plays kept at most.
    pub extra: i32,
    /// How far behind the best the further ones may be, in equity.
    pub threshold: f32,
}

impl MoveFilter {
    const SKIP: MoveFilter = MoveFilter { accept: -1, extra: 0, threshold: 0.0 };

    const fn within(extra: i32, threshold: f32) -> MoveFilter {
        MoveFilter { accept: 0, extra, threshold }
    }
}

/// Filters for searches of 1 to 4 plies: `rows[n - 1][p]` is used after step `p` of an `n`-ply search, `p < n`.
///
/// Deeper searches use the last row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveFilters {
    /// The rows; entries with `p >= n` are not used.
    pub rows: [[MoveFilter; 4]; 4],
}

impl MoveFilters {
    /// Few candidates.
    pub const TINY: MoveFilters = MoveFilters::preset((5, 0.08), (2, 0.02));
    /// Fewer candidates than usual.
    pub const NARROW: MoveFilters = MoveFilters::preset((8, 0.12), (2, 0.03));
    /// The usual number of candidates.
    pub const NORMAL: MoveFilters = MoveFilters::preset((8, 0.16), (2, 0.04));
    /// Many candidates, for analysis.
    pub const LARGE: MoveFilters = MoveFilters::preset((16, 0.32), (4, 0.08));
    /// Nearly every candidate.
    pub const HUGE: MoveFilters = MoveFilters::preset((20, 0.44), (6, 0.11));

    const fn preset(first: (i32, f32), third: (i32, f32)) -> MoveFilters {
        let (first, third) = (MoveFilter::within(first.0, first.1), MoveFilter::within(third.0, third.1));
        let skip = MoveFilter::SKIP;
        MoveFilters {
            rows: [
                [first, skip, skip, skip],
                [first, skip, skip, skip],
                [first, skip, third, skip],
                [first, skip, third, skip],
            ],
        }
    }

    /// The filters of an `n`-ply search, one for each step; empty for 0-ply.
    #[must_use]
    pub fn row(&self, plies: u8) -> &[MoveFilter] {
        let n = usize::from(plies.min(4));
        n.checked_sub(1).map_or(&[], |row| &self.rows[row][..n])
    }
}

impl Default for MoveFilters {
    fn default() -> MoveFilters {
        MoveFilters::NORMAL
    }
}

/// The generator a rollout takes its dice from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum DiceSource {
    /// Mersenne Twister.
    #[default]
    MersenneTwister,
    /// ISAAC.
    Isaac,
    /// MD5.
    Md5,
    /// Blum, Blum and Shub.
    BlumBlumShub,
    /// Another one, by the name a file gives it.
    Other(String),
}

impl DiceSource {
    /// The generator's name as files spell it.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            DiceSource::MersenneTwister => "Mersenne Twister",
            DiceSource::Isaac => "ISAAC",
            DiceSource::Md5 => "MD5",
            DiceSource::BlumBlumShub => "Blum, Blum and Shub",
            DiceSource::Other(name) => name,
        }
    }

    /// The generator of that name.
    #[must_use]
    pub fn from_name(name: &str) -> DiceSource {
        [DiceSource::MersenneTwister, DiceSource::Isaac, DiceSource::Md5, DiceSource::BlumBlumShub]
            .into_iter()
            .find(|source| source.name() == name)
            .unwrap_or_else(|| DiceSource::Other(name.to_owned()))
    }
}

/// A number with a switch; the number is remembered while the switch is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switched {
    /// Whether it is in use.
    pub on: bool,
    /// The number.
    pub plies: u16,
}

/// When a rollout stops early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StopRule {
    /// Whether it is in use.
    pub on: bool,
    /// Games played at least.
    pub min_games: u32,
    /// Standard error (equity), or joint standard deviations.
    pub limit: f32,
}

/// How checkers and cube are played in a part of a rollout, by seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloutPlay {
    /// Evaluation for checker play.
    pub checker: [EvalSettings; 2],
    /// Evaluation for cube decisions.
    pub cube: [EvalSettings; 2],
    /// Filters of the checker play.
    pub filters: [MoveFilters; 2],
}

impl Default for RolloutPlay {
    fn default() -> RolloutPlay {
        RolloutPlay {
            checker: [EvalSettings::at(0); 2],
            cube: [EvalSettings::at(2); 2],
            filters: [MoveFilters::NORMAL; 2],
        }
    }
}

/// Settings of one rollout.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutSettings {
    /// Games to play.
    pub trials: u32,
    /// Whether the cube is used.
    pub cubeful: bool,
    /// Whether luck is subtracted.
    pub variance_reduction: bool,
    /// Whether the first rolls are spread evenly.
    pub quasi_random: bool,
    /// Whether the position is an opening: no doubles at the first roll.
    pub initial: bool,
    /// Stop games after that many plies.
    pub truncation: Switched,
    /// Stop at the exact bearoff database.
    pub truncate_exact_bearoff: bool,
    /// Stop at the one-sided bearoff database.
    pub truncate_one_sided_bearoff: bool,
    /// Play in the first plies.
    pub play: RolloutPlay,
    /// From that ply on, `late_play` is used.
    pub late: Switched,
    /// Play in the later plies.
    pub late_play: RolloutPlay,
    /// Evaluation of truncated games.
    pub truncation_cube: EvalSettings,
    /// Stored in files beside `truncation_cube`; nothing uses it.
    pub truncation_checker: EvalSettings,
    /// Stop when the standard error is small.
    pub stop_on_error: StopRule,
    /// Stop when candidates are told apart.
    pub stop_on_difference: StopRule,
    /// Where the dice come from.
    pub dice: DiceSource,
    /// Their seed.
    pub seed: u32,
}

impl Default for RolloutSettings {
    fn default() -> RolloutSettings {
        RolloutSettings {
            trials: 1296,
            cubeful: true,
            variance_reduction: true,
            quasi_random: true,
            initial: false,
            truncation: Switched { on: false, plies: 10 },
            truncate_exact_bearoff: true,
            truncate_one_sided_bearoff: true,
            play: RolloutPlay::default(),
            late: Switched { on: false, plies: 5 },
            late_play: RolloutPlay::default(),
            truncation_cube: EvalSettings::at(2),
            truncation_checker: EvalSettings::at(2),
            stop_on_error: StopRule { on: false, min_games: 324, limit: 0.01 },
            stop_on_difference: StopRule { on: false, min_games: 324, limit: 2.33 },
            dice: DiceSource::MersenneTwister,
            seed: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_orders_evaluations() {
        let at = EvalSettings::at;
        assert_eq!(at(2).strength(&at(1)), Ordering::Greater);
        assert_eq!(at(2).strength(&at(2)), Ordering::Equal);
        let cubeless = EvalSettings { cubeful: false, ..at(2) };
        assert_eq!(cubeless.strength(&at(2)), Ordering::Less);
        assert_eq!(cubeless.strength(&at(1)), Ordering::Greater);
        let noisy = EvalSettings { noise: 0.01, ..at(2) };
        assert_eq!(noisy.strength(&at(2)), Ordering::Less);
        let unpruned = EvalSettings { prune: false, ..at(2) };
        assert_eq!(unpruned.strength(&at(2)), Ordering::Greater);
        assert_eq!(EvalSettings { prune: false, ..at(0) }.strength(&at(0)), Ordering::Equal);
        let erratic = EvalSettings { deterministic: false, ..at(2) };
        assert_eq!(erratic.strength(&at(2)), Ordering::Equal);
    }

    #[test]
    fn filters_have_a_row_for_every_depth() {
        let filters = MoveFilters::LARGE;
        assert!(filters.row(0).is_empty());
        assert_eq!(filters.row(3).len(), 3);
        assert_eq!(filters.row(7).len(), 4);
        assert_eq!(filters.row(3)[2], MoveFilter::within(4, 0.08));
        assert!(filters.row(2)[1].accept < 0);
    }
}
