// SPDX-License-Identifier: GPL-3.0-or-later
//! Names of levels and move filters for people.

use crate::i18n::gettext;
use gnubg_engine::eval::Level;
use gnubg_engine::rollout::{DecisionLevel, RolloutSettings};

/// A level's name without its depth, where one plays and does not compare levels.
pub(crate) fn level_title(level: DecisionLevel) -> String {
    match level {
        DecisionLevel::Evaluation(Level::Expert) => gettext("Expert"),
        DecisionLevel::Evaluation(Level::WorldClass) => gettext("World class"),
        DecisionLevel::Evaluation(Level::Supremo) => gettext("Supremo"),
        DecisionLevel::Evaluation(Level::Grandmaster) => gettext("Grandmaster"),
        _ => level_name(level),
    }
}

/// A level's name for people.
pub(crate) fn level_name(level: DecisionLevel) -> String {
    let level = match level {
        DecisionLevel::Evaluation(level) => level,
        DecisionLevel::Rollout(preset) => return level.rollout_title().unwrap_or(preset.name()).to_owned(),
    };
    match level {
        Level::Beginner => gettext("Beginner"),
        Level::Casual => gettext("Casual play"),
        Level::Intermediate => gettext("Intermediate"),
        Level::Advanced => gettext("Advanced"),
        Level::Expert => gettext("Expert (0-ply)"),
        Level::WorldClass => gettext("World class (2-ply)"),
        Level::Supremo => gettext("Supremo (2-ply)"),
        Level::Grandmaster => gettext("Grandmaster (3-ply)"),
        Level::FourPly => gettext("4-ply"),
    }
}

/// The name of the level that rolls out in this way, or that it is a rollout.
pub(crate) fn rollout_name(settings: &RolloutSettings) -> String {
    let level = DecisionLevel::of_rollout(settings).and_then(DecisionLevel::rollout_title);
    level.map_or_else(|| gettext("Rollout"), str::to_owned)
}

/// The name of a set of move filters.
pub(crate) fn filters_name(preset: Option<&str>) -> String {
    match preset {
        Some("tiny") => gettext("Tiny: few candidates"),
        Some("narrow") => gettext("Narrow"),
        Some("normal") => gettext("Normal"),
        Some("large") => gettext("Large: for analysis"),
        Some("huge") => gettext("Huge: nearly every candidate"),
        Some(other) => other.to_owned(),
        None => gettext("Custom"),
    }
}
