// SPDX-License-Identifier: GPL-3.0-or-later
//! Levels of whoever decides: a player, the hint, the analysis.

use super::evaluation::{AnalysisOptions, EvaluationOptions, Judge, Method};
use super::play::PlayerOptions;
use gnubg_engine::eval::MoveFilters;
use gnubg_engine::rollout::{DecisionLevel, RolloutSettings};

/// Options that say how checker plays and cube decisions are made.
pub trait Decides {
    /// Checker play, cube decisions, move filters.
    fn parts(&self) -> (&Judge, &Judge, &MoveFilters);

    /// The same, to be changed.
    fn parts_mut(&mut self) -> (&mut Judge, &mut Judge, &mut MoveFilters);

    /// Decides by a level, for checkers and cube alike.
    fn set_level(&mut self, level: impl Into<DecisionLevel>) {
        let level = level.into();
        let (checker, cube, filters) = self.parts_mut();
        checker.set_level(level);
        cube.set_level(level);
        *filters = level.filters();
    }

    /// The level these options are, if they are one.
    fn level(&self) -> Option<DecisionLevel> {
        let (checker, cube, filters) = self.parts();
        DecisionLevel::ALL.into_iter().find(|level| {
            checker.is_at(*level)
                && cube.is_at(*level)
                && (level.evaluation().plies == 0 || *filters == level.filters())
        })
    }
}

/// Implements [`Decides`] for options with these three fields.
macro_rules! decides {
    ($($options:ty),+) => {$(
        impl Decides for $options {
            fn parts(&self) -> (&Judge, &Judge, &MoveFilters) {
                (&self.checker, &self.cube, &self.filters)
            }

            fn parts_mut(&mut self) -> (&mut Judge, &mut Judge, &mut MoveFilters) {
                (&mut self.checker, &mut self.cube, &mut self.filters)
            }
        }
    )+};
}

decides!(PlayerOptions, EvaluationOptions, AnalysisOptions);

impl Judge {
    /// Decides by a level. Where it rolls out, the seed and the generator stay.
    fn set_level(&mut self, level: DecisionLevel) {
        self.evaluation = level.evaluation();
        self.method = Method::Evaluation;
        if let Some(rollout) = self.with_own_dice(level) {
            self.method = Method::Rollout;
            self.rollout.settings = rollout;
        }
    }

    fn is_at(&self, level: DecisionLevel) -> bool {
        let rollout = (self.method == Method::Rollout).then_some(&self.rollout.settings);
        self.evaluation.is_same(&level.evaluation()) && rollout == self.with_own_dice(level).as_ref()
    }

    /// The rollout of a level with the dice of these options.
    fn with_own_dice(&self, level: DecisionLevel) -> Option<RolloutSettings> {
        let RolloutSettings { seed, dice, .. } = self.rollout.settings.clone();
        level.rollout().map(|rollout| RolloutSettings { seed, dice, ..rollout })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::options::file::{read, write};

    fn are_recognized(mut options: impl Decides) {
        for level in DecisionLevel::ALL {
            options.set_level(level);
            assert_eq!(options.level(), Some(level));
        }
        // Other dice are the same level, other games are not.
        let (checker, _, _) = options.parts_mut();
        checker.rollout.settings.seed = 7;
        assert_eq!(options.level(), DecisionLevel::ALL.last().copied());
        options.parts_mut().0.rollout.settings.trials += 36;
        assert_eq!(options.level(), None);
        options.set_level(DecisionLevel::ALL[0]);
        options.parts_mut().1.evaluation.noise = 0.3;
        assert_eq!(options.level(), None);
    }

    #[test]
    fn levels_are_recognized() {
        let options = Options::default();
        are_recognized(options.players[0].clone());
        are_recognized(options.evaluation);
        are_recognized(options.analysis);
    }

    #[test]
    fn a_rollout_alone_is_no_level() {
        let mut options = Options::default().analysis;
        options.checker.method = Method::Rollout;
        options.cube.method = Method::Rollout;
        assert_eq!(options.level(), None);
        assert!(options.checker.rolls_out().is_some());
    }

    #[test]
    fn levels_outlive_the_settings_file() {
        for level in DecisionLevel::ALL {
            let mut options = Options::default();
            options.players[0].set_level(level);
            let (again, _) = read(&write(&options)).unwrap();
            assert_eq!(again.players[0].level(), Some(level));
        }
    }
}
