// SPDX-License-Identifier: GPL-3.0-or-later
//! Settings of rollouts: trials, dice, play, truncation, stop rules.
//!
//! Settings are plain data. Files store them with the results; they also decide whether two results can be merged.
//! Plies of a game are counted from 0, the first roll of the rollout.

use crate::eval::{EvalSettings, MoveFilters};
use crate::rng::Generator;

/// The dice generator of a rollout.
///
/// Serialized as its name.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "String", into = "String"))]
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
    /// A generator that a file names and that rollouts cannot use.
    Other(String),
}

#[cfg(feature = "serde")]
impl From<String> for DiceSource {
    fn from(name: String) -> DiceSource {
        DiceSource::from_name(&name)
    }
}

#[cfg(feature = "serde")]
impl From<DiceSource> for String {
    fn from(source: DiceSource) -> String {
        source.name().to_owned()
    }
}

impl DiceSource {
    /// The generators that rollouts can use.
    pub const ALL: [DiceSource; 4] =
        [DiceSource::MersenneTwister, DiceSource::Isaac, DiceSource::Md5, DiceSource::BlumBlumShub];

    /// The generator's name as files spell it.
    #[must_use]
    pub fn name(&self) -> &str {
        match self.generator() {
            Some(generator) => generator.name(),
            None => match self {
                DiceSource::Other(name) => name,
                _ => "",
            },
        }
    }

    /// The generator of that name.
    #[must_use]
    pub fn from_name(name: &str) -> DiceSource {
        let known = DiceSource::ALL.into_iter().find(|source| source.name() == name);
        known.unwrap_or_else(|| DiceSource::Other(name.to_owned()))
    }

    /// The kind of generator; `None` for [`DiceSource::Other`].
    #[must_use]
    pub fn generator(&self) -> Option<Generator> {
        match self {
            DiceSource::MersenneTwister => Some(Generator::Mersenne),
            DiceSource::Isaac => Some(Generator::Isaac),
            DiceSource::Md5 => Some(Generator::Md5),
            DiceSource::BlumBlumShub => Some(Generator::BlumBlumShub),
            DiceSource::Other(_) => None,
        }
    }
}

/// A number of plies that can be switched off without being lost.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlySwitch {
    /// Whether it is in use.
    pub on: bool,
    /// The number.
    pub plies: u16,
}

impl PlySwitch {
    /// The number of plies, if it is in use.
    #[must_use]
    pub fn get(self) -> Option<u16> {
        self.on.then_some(self.plies)
    }
}

/// A rule that ends a rollout early.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StopRule {
    /// Whether it is in use.
    pub on: bool,
    /// Minimum number of games.
    pub min_games: u32,
    /// Limit: a standard error in equity, or a number of joint standard deviations.
    pub limit: f32,
}

/// The settings of checker play and cube decisions in a part of a game, by seat.
///
/// Serialized by seat: the settings of seat Zero, then those of seat One.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "[by_seat::SeatPlay; 2]", into = "[by_seat::SeatPlay; 2]"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloutPlay {
    /// Evaluation for checker play.
    pub checker: [EvalSettings; 2],
    /// Evaluation for cube decisions.
    pub cube: [EvalSettings; 2],
    /// Filters of the checker play.
    pub filters: [MoveFilters; 2],
}

impl RolloutPlay {
    /// Both players play checkers and cube at these depths, with normal filters.
    #[must_use]
    pub const fn at(checker_plies: u8, cube_plies: u8) -> RolloutPlay {
        RolloutPlay {
            checker: [EvalSettings::at(checker_plies); 2],
            cube: [EvalSettings::at(cube_plies); 2],
            filters: [MoveFilters::NORMAL; 2],
        }
    }

    /// The same with every cubeful flag set.
    fn with_cubeful(mut self, cubeful: bool) -> RolloutPlay {
        for settings in self.checker.iter_mut().chain(&mut self.cube) {
            settings.cubeful = cubeful;
        }
        self
    }
}

impl Default for RolloutPlay {
    fn default() -> RolloutPlay {
        RolloutPlay::at(0, 2)
    }
}

/// The serialized form of [`RolloutPlay`].
#[cfg(feature = "serde")]
mod by_seat {
    use super::{EvalSettings, MoveFilters, RolloutPlay, RolloutSettings};
    use serde::{Deserialize, Serialize};

    /// How one seat plays.
    #[derive(Serialize, Deserialize)]
    pub(super) struct SeatPlay {
        checker: EvalSettings,
        cube: EvalSettings,
        filters: MoveFilters,
    }

    impl From<[SeatPlay; 2]> for RolloutPlay {
        fn from([zero, one]: [SeatPlay; 2]) -> RolloutPlay {
            RolloutPlay {
                checker: [zero.checker, one.checker],
                cube: [zero.cube, one.cube],
                filters: [zero.filters, one.filters],
            }
        }
    }

    impl From<RolloutPlay> for [SeatPlay; 2] {
        fn from(play: RolloutPlay) -> [SeatPlay; 2] {
            std::array::from_fn(|seat| SeatPlay {
                checker: play.checker[seat],
                cube: play.cube[seat],
                filters: play.filters[seat],
            })
        }
    }

    /// Rollout files do not hold this setting.
    pub(super) fn truncation_checker() -> EvalSettings {
        RolloutSettings::default().truncation_checker
    }
}

/// Settings of one rollout.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutSettings {
    /// Games to play.
    pub trials: u32,
    /// Whether the cube is used.
    pub cubeful: bool,
    /// Whether variance reduction is used: luck is subtracted.
    pub variance_reduction: bool,
    /// Whether the dice are quasi-random: the first rolls are spread evenly.
    pub quasi_random: bool,
    /// Whether the position is an opening: no doubles at the first roll, no cube before it.
    pub initial: bool,
    /// Truncate games after that many plies.
    pub truncation: PlySwitch,
    /// Truncate games at positions of an exact bearoff database.
    pub truncate_exact_bearoff: bool,
    /// Truncate games at positions of a one-sided bearoff database (cubeless rollouts only).
    pub truncate_one_sided_bearoff: bool,
    /// Play in the first plies.
    pub play: RolloutPlay,
    /// `late_play` is used from this ply.
    pub late: PlySwitch,
    /// Play in the later plies.
    pub late_play: RolloutPlay,
    /// Evaluation of truncated games.
    #[cfg_attr(feature = "serde", serde(rename = "at_truncation"))]
    pub truncation_cube: EvalSettings,
    /// Stored in SGF files beside `truncation_cube`; not used.
    #[cfg_attr(feature = "serde", serde(skip, default = "by_seat::truncation_checker"))]
    pub truncation_checker: EvalSettings,
    /// Stop when the standard error is small.
    pub stop_on_error: StopRule,
    /// Stop when the candidates differ clearly.
    pub stop_on_difference: StopRule,
    /// Whether the opponent beavers where that is the best answer (money play with beavers).
    pub beavers: bool,
    /// Whether the player doubles where doubling and not doubling are equally good.
    pub optional_doubles: bool,
    /// The dice generator.
    pub dice: DiceSource,
    /// The seed of the dice.
    pub seed: u32,
}

impl RolloutSettings {
    /// The settings that are actually used: the cubeful flag of every evaluation is that of the rollout.
    #[must_use]
    pub fn effective(&self) -> RolloutSettings {
        RolloutSettings {
            play: self.play.with_cubeful(self.cubeful),
            late_play: self.late_play.with_cubeful(self.cubeful),
            truncation_cube: EvalSettings { cubeful: self.cubeful, ..self.truncation_cube },
            ..self.clone()
        }
    }

    /// Whether `other` gives the same games: everything except the number of trials and the stop rules is equal.
    #[must_use]
    pub fn plays_like(&self, other: &RolloutSettings) -> bool {
        let comparable = |settings: &RolloutSettings| RolloutSettings {
            trials: 0,
            stop_on_error: RolloutSettings::default().stop_on_error,
            stop_on_difference: RolloutSettings::default().stop_on_difference,
            truncation_checker: EvalSettings::at(2),
            truncation: PlySwitch {
                plies: settings.truncation.get().unwrap_or(0),
                on: settings.truncation.on,
            },
            late: PlySwitch { plies: settings.late.get().unwrap_or(0), on: settings.late.on },
            late_play: if settings.late.on { settings.late_play } else { RolloutPlay::default() },
            ..settings.effective()
        };
        comparable(self) == comparable(other)
    }
}

impl RolloutSettings {
    /// Whether games are played the same way except for the dice, so that a rollout with the limits of `other` can
    /// continue with the seed and generator of this one.
    #[must_use]
    pub fn plays_like_but_for_dice(&self, other: &RolloutSettings) -> bool {
        self.plays_like(&RolloutSettings { seed: self.seed, dice: self.dice.clone(), ..other.clone() })
    }
}

impl Default for RolloutSettings {
    fn default() -> RolloutSettings {
        RolloutSettings {
            trials: 1296,
            cubeful: true,
            variance_reduction: true,
            quasi_random: true,
            initial: false,
            truncation: PlySwitch { on: false, plies: 10 },
            truncate_exact_bearoff: true,
            truncate_one_sided_bearoff: true,
            play: RolloutPlay::default(),
            late: PlySwitch { on: false, plies: 5 },
            late_play: RolloutPlay::default(),
            truncation_cube: EvalSettings::at(2),
            truncation_checker: EvalSettings::at(2),
            stop_on_error: StopRule { on: false, min_games: 324, limit: 0.01 },
            stop_on_difference: StopRule { on: false, min_games: 324, limit: 2.33 },
            beavers: false,
            optional_doubles: false,
            dice: DiceSource::MersenneTwister,
            seed: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generators_are_found_by_name() {
        for source in DiceSource::ALL {
            assert_eq!(DiceSource::from_name(source.name()), source);
        }
        let other = DiceSource::from_name("ANSI");
        assert_eq!((other.name(), other.generator()), ("ANSI", None));
    }

    #[test]
    fn only_settings_that_affect_games_distinguish_rollouts() {
        let settings = RolloutSettings::default();
        let mut longer = settings.clone();
        longer.trials = 20_000;
        longer.stop_on_error.on = true;
        longer.truncation.plies = 3;
        longer.late_play = RolloutPlay::at(3, 3);
        assert!(settings.plays_like(&longer));
        longer.late.on = true;
        assert!(!settings.plays_like(&longer));
        let seeded = RolloutSettings { seed: 1, ..settings.clone() };
        assert!(!settings.plays_like(&seeded));
        let cubeless = RolloutSettings { cubeful: false, ..settings };
        assert!(!cubeless.effective().play.cube[1].cubeful);
    }
}
