// SPDX-License-Identifier: GPL-3.0-or-later
//! How a position was evaluated or rolled out, as plain data stored beside the numbers.
//!
//! Evaluations are described by the engine's own settings; a rollout's also hold what files keep and the engine does not
//! use.

pub use gnubg_engine::eval::{EvalSettings, MoveFilter, MoveFilters};
pub use gnubg_engine::rollout::{DiceSource, RolloutPlay, StopRule, Switched};

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
