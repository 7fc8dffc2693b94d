// SPDX-License-Identifier: GPL-3.0-or-later
//! How a position was evaluated or rolled out, as plain data stored beside the numbers.
//!
//! Evaluations are described by the engine's own settings; a rollout's also hold what files keep and the engine does not
//! use.

pub use gnubg_engine::eval::{EvalSettings, MoveFilter, MoveFilters};

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
