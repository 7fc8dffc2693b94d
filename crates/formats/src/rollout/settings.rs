// SPDX-License-Identifier: GPL-3.0-or-later
//! Checks of the settings in a rollout file.

use super::RolloutFileError;
use gnubg_engine::eval::{EvalSettings, MAX_PLIES};
use gnubg_engine::rollout::RolloutSettings;

/// Checks that the settings are possible.
///
/// # Errors
/// If a number of plies or a noise is out of range.
pub(super) fn check(settings: &RolloutSettings) -> Result<(), RolloutFileError> {
    let plays = [&settings.play, &settings.late_play];
    let evaluations = plays.into_iter().flat_map(|play| play.checker.iter().chain(&play.cube));
    evaluations.chain([&settings.truncation_cube]).try_for_each(check_evaluation)
}

fn check_evaluation(settings: &EvalSettings) -> Result<(), RolloutFileError> {
    let EvalSettings { plies, noise, .. } = *settings;
    if plies > MAX_PLIES {
        return Err(RolloutFileError::Field { field: "plies", found: plies.to_string() });
    }
    if !(noise.is_finite() && noise >= 0.0) {
        return Err(RolloutFileError::Field { field: "noise", found: noise.to_string() });
    }
    Ok(())
}
