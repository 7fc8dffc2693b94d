// SPDX-License-Identifier: GPL-3.0-or-later
//! How to roll out: trials, dice, play, truncation, stop rules.
//!
//! Settings are plain data: files store them beside results, and they tell whether two results may be joined. Plies of a
//! game are counted from 0, the first roll of the rollout.

use crate::eval::{EvalSettings, MoveFilters};
use crate::rng::Generator;

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
    /// Another one, by the name a file gives it. Nothing can be rolled out with it.
    Other(String),
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

    /// The kind of generator; `None` for another program's.
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

/// A number with a switch; the number is remembered while the switch is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switched {
    /// Whether it is in use.
    pub on: bool,
    /// The number.
    pub plies: u16,
}

impl Switched {
    /// The number, if it is in use.
    #[must_use]
    pub fn get(self) -> Option<u16> {
        self.on.then_some(self.plies)
    }
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
    /// Whether the position is an opening: no doubles at the first roll, no cube before it.
    pub initial: bool,
    /// Stop games after that many plies.
    pub truncation: Switched,
    /// Stop at the exact bearoff database.
    pub truncate_exact_bearoff: bool,
    /// Stop at the one-sided bearoff database (cubeless rollouts only).
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
    /// Whether a double that is best beavered is beavered rather than just taken (money, where beavers are allowed).
    pub beavers: bool,
    /// Whether doubles are made where doubling and not doubling are equally good.
    pub optional_doubles: bool,
    /// Where the dice come from.
    pub dice: DiceSource,
    /// Their seed.
    pub seed: u32,
}

impl RolloutSettings {
    /// The same with the cubeful flag of all evaluations as the rollout's own: what is actually played.
    #[must_use]
    pub fn effective(&self) -> RolloutSettings {
        RolloutSettings {
            play: self.play.with_cubeful(self.cubeful),
            late_play: self.late_play.with_cubeful(self.cubeful),
            truncation_cube: EvalSettings { cubeful: self.cubeful, ..self.truncation_cube },
            ..self.clone()
        }
    }

    /// Whether games rolled out with `other` are the same games: everything but the number of trials and the stop
    /// rules is equal.
    #[must_use]
    pub fn plays_like(&self, other: &RolloutSettings) -> bool {
        let comparable = |settings: &RolloutSettings| RolloutSettings {
            trials: 0,
            stop_on_error: RolloutSettings::default().stop_on_error,
            stop_on_difference: RolloutSettings::default().stop_on_difference,
            truncation_checker: EvalSettings::at(2),
            truncation: Switched {
                plies: settings.truncation.get().unwrap_or(0),
                on: settings.truncation.on,
            },
            late: Switched { plies: settings.late.get().unwrap_or(0), on: settings.late.on },
            late_play: if settings.late.on { settings.late_play } else { RolloutPlay::default() },
            ..settings.effective()
        };
        comparable(self) == comparable(other)
    }
}

impl RolloutSettings {
    /// Whether games are played alike but for the dice, so that a rollout with `other`'s limits may go on with the seed
    /// and generator of this one.
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
    fn only_what_changes_games_tells_rollouts_apart() {
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
