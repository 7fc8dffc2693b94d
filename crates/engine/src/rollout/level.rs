// SPDX-License-Identifier: GPL-3.0-or-later
//! Levels of decisions: the evaluations, and above them a search whose best are rolled out.

use super::preset::Preset;
use super::settings::{RolloutSettings, StopRule};
use crate::eval::{EvalSettings, Level, MoveFilters};

/// The search before a rollout.
const SEARCH: Level = Level::Supremo;

/// How decisions are made, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DecisionLevel {
    /// By evaluation.
    Evaluation(Level),
    /// By a search of 2 plies; what it leaves open is rolled out with these games, truncated and with luck removed.
    Rollout(Preset),
}

impl DecisionLevel {
    /// The presets whose games are few enough for every decision.
    const ROLLERS: [Preset; 3] = [Preset::Roller, Preset::RollerPlus, Preset::RollerPlusPlus];

    /// All levels, the quickest first.
    pub const ALL: [DecisionLevel; Level::ALL.len() + DecisionLevel::ROLLERS.len()] = {
        let mut all = [DecisionLevel::Evaluation(SEARCH); Level::ALL.len() + DecisionLevel::ROLLERS.len()];
        let mut n = 0;
        while n < all.len() {
            all[n] = match n.checked_sub(Level::ALL.len()) {
                None => DecisionLevel::Evaluation(Level::ALL[n]),
                Some(n) => DecisionLevel::Rollout(DecisionLevel::ROLLERS[n]),
            };
            n += 1;
        }
        all
    };

    /// The name that users see and type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DecisionLevel::Evaluation(level) => level.name(),
            DecisionLevel::Rollout(preset) => preset.name(),
        }
    }

    /// The level whose rollout plays the games of these settings. Seed, dice and stop rules do not matter, and fewer games
    /// are taken for one that was stopped: SGF files keep the games played as those wanted.
    #[must_use]
    pub fn of_rollout(settings: &RolloutSettings) -> Option<DecisionLevel> {
        let plays_its_games = |level: &DecisionLevel| {
            level
                .rollout()
                .is_some_and(|own| settings.trials <= own.trials && settings.plays_like_but_for_dice(&own))
        };
        DecisionLevel::ALL.into_iter().find(plays_its_games)
    }

    /// The name of the level as a title. Those of rollouts are proper names, the same in every language.
    #[must_use]
    pub fn rollout_title(self) -> Option<&'static str> {
        match self {
            DecisionLevel::Rollout(Preset::Roller) => Some("Roller"),
            DecisionLevel::Rollout(Preset::RollerPlus) => Some("Roller+"),
            DecisionLevel::Rollout(Preset::RollerPlusPlus) => Some("Roller++"),
            DecisionLevel::Rollout(_) | DecisionLevel::Evaluation(_) => None,
        }
    }

    /// The level of that name; case, blanks and hyphens do not matter.
    ///
    /// # Errors
    /// The names of all levels.
    pub fn from_name(name: &str) -> Result<DecisionLevel, String> {
        let evaluation = Level::from_name(name).filter(|_| !name.contains('+'));
        let rollout = || Preset::from_name(name).filter(|preset| DecisionLevel::ROLLERS.contains(preset));
        let found = evaluation.map(DecisionLevel::Evaluation);
        found
            .or_else(|| rollout().map(DecisionLevel::Rollout))
            .ok_or_else(|| DecisionLevel::ALL.map(DecisionLevel::name).join(", "))
    }

    /// The evaluation, for checker play and cube alike; before a rollout the search that chooses what is rolled out.
    #[must_use]
    pub const fn evaluation(self) -> EvalSettings {
        self.search().settings()
    }

    /// The move filters.
    #[must_use]
    pub const fn filters(self) -> MoveFilters {
        self.search().filters()
    }

    const fn search(self) -> Level {
        match self {
            DecisionLevel::Evaluation(level) => level,
            DecisionLevel::Rollout(_) => SEARCH,
        }
    }

    /// How the best are rolled out; `None` if they are not. Clearly worse ones are dropped after each 36 games.
    #[must_use]
    pub fn rollout(self) -> Option<RolloutSettings> {
        let DecisionLevel::Rollout(preset) = self else { return None };
        let settings = preset.settings();
        let stop_on_difference = StopRule { on: true, min_games: 36, ..settings.stop_on_difference };
        Some(RolloutSettings { stop_on_difference, ..settings })
    }
}

impl From<Level> for DecisionLevel {
    fn from(level: Level) -> DecisionLevel {
        DecisionLevel::Evaluation(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_found_by_its_name() {
        for level in DecisionLevel::ALL {
            assert_eq!(DecisionLevel::from_name(level.name()), Ok(level));
        }
        let found = |name| DecisionLevel::from_name(name).map(DecisionLevel::name);
        assert_eq!(found("Roller +"), Ok("roller+"));
        assert_eq!(found("World_Class"), Ok("world class"));
        // A rollout to the end is no level.
        for none in ["full", "expert+", "champion"] {
            assert!(found(none).unwrap_err().ends_with("4ply, roller, roller+, roller++"), "{none}");
        }
    }

    #[test]
    fn a_rollout_is_known_by_its_games() {
        for level in DecisionLevel::ALL {
            let Some(own) = level.rollout() else { continue };
            let other = RolloutSettings {
                seed: 7,
                stop_on_difference: StopRule { on: false, ..own.stop_on_difference },
                ..own.clone()
            };
            assert_eq!(DecisionLevel::of_rollout(&other), Some(level));
            let stopped = RolloutSettings { trials: 36, ..own.clone() };
            assert_eq!(DecisionLevel::of_rollout(&stopped), Some(level));
            assert_eq!(
                DecisionLevel::of_rollout(&RolloutSettings { trials: own.trials + 36, ..own.clone() }),
                None
            );
            assert_eq!(
                DecisionLevel::of_rollout(&RolloutSettings { variance_reduction: false, ..own }),
                None
            );
            assert!(level.rollout_title().is_some_and(|title| title.to_lowercase() == level.name()));
        }
        assert_eq!(DecisionLevel::of_rollout(&Preset::Full.settings()), None);
    }

    #[test]
    fn rollers_search_first_and_drop_what_is_worse() {
        for level in DecisionLevel::ALL {
            let rollout = level.rollout();
            assert_eq!(rollout.is_some(), level.name().starts_with("roller"));
            if let Some(rollout) = rollout {
                assert_eq!(level.evaluation(), EvalSettings::at(2));
                assert!(rollout.stop_on_difference.on && rollout.truncation.on && rollout.variance_reduction);
            }
        }
    }
}
