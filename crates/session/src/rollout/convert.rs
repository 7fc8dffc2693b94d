// SPDX-License-Identifier: GPL-3.0-or-later
//! Converting rollouts between options, the engine and records.

use crate::convert::play_analysis;
use crate::options::{Judge, Method as DecisionMethod, RolloutGenerator, RolloutOptions};
use gnubg_engine::core::{Equity, Mwc, Play, Probs};
use gnubg_engine::eval::{EvalSettings, RankedPlay};
use gnubg_engine::rollout::{
    AlternativeResult, DiceSource, Label, Preset, Results, Rollout as RolledOut, RolloutSettings,
};
use gnubg_record::analysis::{
    Candidate, CubeAnalysis, CubeMethod, CubeRollout, Method, Outputs, PlayAnalysis, Rollout, StdErrors,
    Utility,
};
use gnubg_record::{Entry, EntryAction};
use std::cmp::Reverse;
use std::sync::Arc;

/// The rollout settings with the dice generator of the options.
#[must_use]
pub fn usable(options: &RolloutOptions) -> RolloutSettings {
    let dice = match options.generator {
        RolloutGenerator::Mersenne => DiceSource::MersenneTwister,
        RolloutGenerator::Isaac => DiceSource::Isaac,
        RolloutGenerator::Md5 => DiceSource::Md5,
        RolloutGenerator::BlumBlumShub => DiceSource::BlumBlumShub,
    };
    RolloutSettings { dice, ..options.settings.clone() }
}

impl Judge {
    /// How what the evaluation leaves open is rolled out; `None` if it is not.
    #[must_use]
    pub fn rolls_out(&self) -> Option<RolloutSettings> {
        (self.method == DecisionMethod::Rollout).then(|| usable(&self.rollout))
    }
}

/// A preset with the seed and the dice generator of the options.
#[must_use]
pub fn of_preset(preset: Preset, options: &RolloutOptions) -> RolloutSettings {
    let RolloutSettings { seed, dice, .. } = usable(options);
    RolloutSettings { seed, dice, ..preset.settings() }
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

/// The result of a rollout, as records store it.
#[derive(Clone, Debug)]
pub(crate) struct StoredRollout {
    results: Results,
    settings: RolloutSettings,
    /// All of it as a file.
    file: Arc<str>,
    is_done: bool,
}

impl StoredRollout {
    /// Of a rollout that is done, or may be resumed later.
    pub(crate) fn of(rollout: &RolledOut, is_done: bool) -> StoredRollout {
        StoredRollout {
            results: rollout.results(),
            settings: rollout.settings().clone(),
            file: gnubg_formats::rollout::write(rollout, "").into(),
            is_done,
        }
    }

    /// Puts it into the entry of its decision. A decision that is done is no longer selected for a rollout.
    pub(crate) fn store(&self, entry: &mut Entry) {
        let played = match &entry.action {
            EntryAction::Play { play, .. } => Some(*play),
            _ => None,
        };
        if let Some(cube) = cube_analysis(&self.results, &self.settings) {
            entry.marks.rollout_cube &= !self.is_done;
            entry.update_analysis(|analysis| {
                let was_marked = analysis.cube.as_ref().is_some_and(|old| old.is_marked);
                analysis.set_cube(CubeAnalysis { is_marked: was_marked && !self.is_done, ..cube });
                analysis.cube_rollout = Some(Arc::clone(&self.file));
            });
        } else if self.results.alternatives.iter().any(|one| matches!(one.label, Label::Play(_))) {
            entry.update_analysis(|analysis| {
                analysis.keep_imported_play();
                let plays = analysis.play.get_or_insert_default();
                update_plays(plays, played, &self.results, &self.settings);
                if self.is_done {
                    plays.candidates.iter_mut().for_each(|candidate| candidate.is_marked = false);
                }
                analysis.play_rollout = Some(Arc::clone(&self.file));
            });
        }
    }
}

/// A cube decision as records store it; `None` if none was rolled out.
#[must_use]
pub fn cube_analysis(results: &Results, settings: &RolloutSettings) -> Option<CubeAnalysis> {
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
            settings: Arc::new(settings.effective()),
        })),
        is_marked: false,
    })
}

/// Ranked plays, some of which were rolled out after the `search`, as the analysis of the one that is `played`.
#[must_use]
pub(crate) fn rolled_play_analysis(
    ranked: &[RankedPlay],
    played: &Play,
    search: &EvalSettings,
    (results, settings): (&Results, &RolloutSettings),
) -> PlayAnalysis {
    let mut analysis = play_analysis(ranked, played, search);
    update_plays(&mut analysis, Some(*played), results, settings);
    analysis
}

/// Puts rolled-out plays into the analysis of a move, before those that were only evaluated.
fn update_plays(
    analysis: &mut PlayAnalysis,
    played: Option<Play>,
    results: &Results,
    settings: &RolloutSettings,
) {
    let settings = Arc::new(settings.effective());
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
