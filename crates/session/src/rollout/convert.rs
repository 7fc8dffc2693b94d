// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollout settings as options and records hold them, and results as records keep them.

use crate::options::{RolloutGenerator, RolloutOptions};
use gnubg_engine::core::{Equity, Mwc, Play, Probs};
use gnubg_engine::rollout::{self, AlternativeResult, DiceSource, Label, Results};
use gnubg_record::analysis::{
    Candidate, CubeAnalysis, CubeMethod, CubeRollout, Method, Outputs, PlayAnalysis, Rollout, StdErrors,
    Utility,
};
use gnubg_record::settings::RolloutSettings;
use std::cmp::Reverse;
use std::sync::Arc;

/// The settings of rollouts as the engine takes them.
#[must_use]
pub fn usable(options: &RolloutOptions) -> rollout::RolloutSettings {
    let dice = match options.generator {
        RolloutGenerator::Mersenne => DiceSource::MersenneTwister,
        RolloutGenerator::Isaac => DiceSource::Isaac,
        RolloutGenerator::Md5 => DiceSource::Md5,
        RolloutGenerator::BlumBlumShub => DiceSource::BlumBlumShub,
    };
    rollout::RolloutSettings { dice, ..engine_settings(&options.settings) }
}

/// A ready-made level with the seed and the dice of the options.
#[must_use]
pub fn of_preset(preset: rollout::Preset, options: &RolloutOptions) -> rollout::RolloutSettings {
    let rollout::RolloutSettings { seed, dice, .. } = usable(options);
    rollout::RolloutSettings { seed, dice, ..preset.settings() }
}

/// Recorded settings as the engine takes them.
#[must_use]
pub fn engine_settings(settings: &RolloutSettings) -> rollout::RolloutSettings {
    rollout::RolloutSettings {
        trials: settings.trials,
        cubeful: settings.cubeful,
        variance_reduction: settings.variance_reduction,
        quasi_random: settings.quasi_random,
        initial: settings.initial,
        truncation: settings.truncation,
        truncate_exact_bearoff: settings.truncate_exact_bearoff,
        truncate_one_sided_bearoff: settings.truncate_one_sided_bearoff,
        play: settings.play,
        late: settings.late,
        late_play: settings.late_play,
        truncation_cube: settings.truncation_cube,
        truncation_checker: settings.truncation_checker,
        stop_on_error: settings.stop_on_error,
        stop_on_difference: settings.stop_on_difference,
        dice: settings.dice.clone(),
        seed: settings.seed,
        ..rollout::RolloutSettings::default()
    }
}

/// Settings as records keep them. What records have no place for, beavers and optional doubles, is left out.
#[must_use]
pub fn recorded(settings: &rollout::RolloutSettings) -> RolloutSettings {
    let settings = &settings.effective();
    RolloutSettings {
        trials: settings.trials,
        cubeful: settings.cubeful,
        variance_reduction: settings.variance_reduction,
        quasi_random: settings.quasi_random,
        initial: settings.initial,
        truncation: settings.truncation,
        truncate_exact_bearoff: settings.truncate_exact_bearoff,
        truncate_one_sided_bearoff: settings.truncate_one_sided_bearoff,
        play: settings.play,
        late: settings.late,
        late_play: settings.late_play,
        truncation_cube: settings.truncation_cube,
        truncation_checker: settings.truncation_checker,
        stop_on_error: settings.stop_on_error,
        stop_on_difference: settings.stop_on_difference,
        dice: settings.dice.clone(),
        seed: settings.seed,
    }
}

fn outputs(result: &AlternativeResult) -> Outputs {
    Outputs {
        probs: result.probs,
        cubeless: result.cubeless.into(),
        cubeful: match result.mwc {
            Some(mwc) => Utility::Match(Mwc(mwc.mean as f32)),
            None => Utility::Equity(result.cubeful.into()),
        },
    }
}

fn std_errors(result: &AlternativeResult) -> StdErrors {
    StdErrors {
        probs: Probs::from_array(result.probs_std_error().map(|error| error as f32)),
        cubeless: result.cubeless.std_error as f32,
        cubeful: result.mwc.unwrap_or(result.cubeful).std_error as f32,
    }
}

/// A cube decision as records keep it; `None` if none was rolled out.
#[must_use]
pub fn cube_analysis(results: &Results, settings: &rollout::RolloutSettings) -> Option<CubeAnalysis> {
    let [no_double, take] = &results.alternatives[..] else { return None };
    if no_double.label != Label::NoDouble || results.cube.is_none() {
        return None;
    }
    Some(CubeAnalysis {
        no_double: outputs(no_double),
        double_take: outputs(take),
        method: CubeMethod::Rollout(Box::new(CubeRollout {
            trials: [no_double.games(), take.games()],
            skipped: 0,
            std_error: [std_errors(no_double), std_errors(take)],
            settings: Arc::new(recorded(settings)),
        })),
        is_marked: false,
    })
}

/// Puts rolled-out plays into the analysis of a move, in front of all that were only evaluated.
pub(super) fn update_plays(
    analysis: &mut PlayAnalysis,
    played: Option<Play>,
    results: &Results,
    settings: &rollout::RolloutSettings,
) {
    let settings = Arc::new(recorded(settings));
    for result in results.alternatives.iter().filter(|result| result.games() > 0) {
        let Label::Play(play) = result.label else { continue };
        let known = analysis.candidates.iter().position(|candidate| candidate.play == play);
        let candidate = Candidate {
            play,
            probs: result.probs,
            equity: Equity(result.cubeful.mean as f32),
            method: Method::Rollout(Box::new(Rollout {
                trials: result.games(),
                skipped: 0,
                mean: outputs(result),
                std_error: std_errors(result),
                settings: Arc::clone(&settings),
            })),
            is_marked: known.is_some_and(|at| analysis.candidates[at].is_marked),
        };
        match known {
            Some(at) => analysis.candidates[at] = candidate,
            None => analysis.candidates.push(candidate),
        }
    }
    let is_rolled_out = |candidate: &Candidate| matches!(candidate.method, Method::Rollout(_));
    analysis.candidates.sort_by(|a, b| {
        let of = |candidate: &Candidate| Reverse(is_rolled_out(candidate));
        of(a).cmp(&of(b)).then(b.equity.0.total_cmp(&a.equity.0))
    });
    analysis.played =
        played.and_then(|play| analysis.candidates.iter().position(|candidate| candidate.play == play));
}
