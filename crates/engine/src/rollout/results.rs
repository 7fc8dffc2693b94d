// SPDX-License-Identifier: GPL-3.0-or-later
//! The results of a rollout.
use super::sample::{CUBELESS, VALUE};
use super::statistics::Statistics;
use super::subject::{Label, Question, Subject};
use super::tally::Moments;
use crate::core::{Equity, Probs};
use crate::cube::{CubeContext, CubeEquities, Utility, Verdict};

/// A number with its standard error, in the same unit.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub std_error: f64,
}

/// The result of one alternative, for the player on roll in the position asked about (the mover, for plays).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlternativeResult {
    /// What was rolled out.
    pub label: Label,
    /// Means and standard errors of all outputs, not clamped. The value is in money play an equity in units of the cube
    /// as it lies, in a match a match winning chance.
    pub moments: Moments,
    /// The five chances, each limited to the range that the others allow.
    pub probs: Probs,
    /// Equity without the cube (EMG), in units of the cube as it lies before a double. All gammons count.
    pub cubeless: Estimate,
    /// Equity with the cube (EMG), in the same units; in a cubeless rollout equal to `cubeless`.
    pub cubeful: Estimate,
    /// Match winning chance; `None` in money play.
    pub mwc: Option<Estimate>,
    /// Rank among the alternatives, from 1.
    pub rank: usize,
    /// Joint standard deviations between a play and the best play, or between a cube alternative and a change of the
    /// decision. `None` for the best play, a single position, and before the third game.
    pub jsd: Option<f64>,
    /// Whether it is still being rolled out, or would be if the rollout were resumed.
    pub is_active: bool,
    /// What happened in the games.
    pub statistics: Statistics,
}

impl AlternativeResult {
    /// Games played.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.moments.games
    }

    /// The expected standard error after `trials` games.
    #[must_use]
    pub fn expected_std_error(&self, trials: u32) -> f64 {
        let (done, all) = (self.games().saturating_sub(1), trials.saturating_sub(1));
        if all == 0 {
            return self.cubeful.std_error;
        }
        self.cubeful.std_error * (f64::from(done) / f64::from(all)).sqrt()
    }

    /// The standard errors of the five chances, in the order of [`Probs::to_array`].
    #[must_use]
    pub fn probs_std_error(&self) -> [f64; 5] {
        std::array::from_fn(|n| self.moments.std_error[n])
    }
}

/// A cube decision by rollout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeResult {
    /// No double, double and take, double and pass.
    pub equities: CubeEquities,
    /// The correct action.
    pub verdict: Verdict,
}

/// The results of a rollout so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// In the order of the question: the position; no double, double and take; or the plays.
    pub alternatives: Vec<AlternativeResult>,
    /// The cube decision, if the rollout is of one and both alternatives have games.
    pub cube: Option<CubeResult>,
    /// Whether the cube was in play.
    pub is_cubeful: bool,
    /// Seconds spent rolling out, all runs and parts together.
    pub seconds: f64,
}

impl Results {
    /// Indices of the alternatives, the best first.
    #[must_use]
    pub fn ranked(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.alternatives.len()).collect();
        order.sort_by_key(|&n| self.alternatives[n].rank);
        order
    }

    /// The best alternative.
    #[must_use]
    pub fn best(&self) -> Option<&AlternativeResult> {
        self.alternatives.iter().find(|result| result.rank == 1)
    }
}

/// One alternative's part of [`Results`], before it is compared with the others.
pub(super) fn alternative(
    subject: &Subject,
    label: Label,
    moments: Moments,
    statistics: Statistics,
    is_cubeful: bool,
) -> AlternativeResult {
    let root = subject.root();
    let value = Estimate { mean: moments.mean[VALUE], std_error: moments.std_error[VALUE] };
    let cubeless = Estimate { mean: moments.mean[CUBELESS], std_error: moments.std_error[CUBELESS] };
    let scale = root.context.scale(root.cube);
    let cubeful = match scale {
        _ if !is_cubeful => cubeless,
        None => value,
        Some(scale) => {
            Estimate { mean: scale.equity_of(value.mean), std_error: scale.equity_std_error(value.std_error) }
        }
    };
    let chances: [f32; 5] = std::array::from_fn(|n| moments.mean[n] as f32);
    AlternativeResult {
        label,
        moments,
        probs: Probs::from_array(chances).clamped(),
        cubeless,
        cubeful,
        mwc: scale.map(|_| value),
        rank: 1,
        jsd: None,
        is_active: true,
        statistics,
    }
}

/// The verdict of a cube rollout.
pub(super) fn cube_result(subject: &Subject, alternatives: &[AlternativeResult]) -> Option<CubeResult> {
    let (Question::CubeDecision, [no_double, take]) = (subject.question(), alternatives) else { return None };
    if no_double.games() == 0 || take.games() == 0 {
        return None;
    }
    let root = subject.root();
    let context: &CubeContext = &root.context;
    // The engine counts a double's value on the doubled cube.
    let on_doubled = if context.is_money() { 0.5 } else { 1.0 };
    let value = |result: &AlternativeResult, scale: f64| Utility(result.moments.mean[VALUE] * scale);
    let equities = context.cube_equities(root.cube, value(no_double, 1.0), value(take, on_doubled));
    let verdict = context.verdict(root.cube, &equities, no_double.probs.win_g > 0.0);
    Some(CubeResult { equities, verdict })
}

impl From<Estimate> for Equity {
    fn from(estimate: Estimate) -> Equity {
        Equity(estimate.mean as f32)
    }
}
