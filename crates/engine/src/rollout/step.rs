// SPDX-License-Identifier: GPL-3.0-or-later
//! The last step of a decision: what a search leaves open is rolled out.
//!
//! The step depends on the decision and the settings alone: number of threads, load and time change nothing.

use super::effort::{Effort, Progress};
use super::games::Rollout;
use super::results::{AlternativeResult, Results};
use super::sample::VALUE;
use super::settings::RolloutSettings;
use super::stop::Ending;
use super::subject::{Label, Subject};
use crate::core::{CancelToken, Cancelled, MatchState, Mwc, Play};
use crate::cube::{MatchEquityTable, Utility};
use crate::eval::{CubeDecision, Engine, Evaluation, MoveFilters, RankedPlay};

/// What rolls out.
#[derive(Clone, Copy, Debug)]
pub struct RolloutStep<'a> {
    /// What plays the games.
    pub engine: &'a Engine,
    /// The match equity table.
    pub table: &'a MatchEquityTable,
    /// How the games are played.
    pub settings: &'a RolloutSettings,
    /// Threads playing them.
    pub threads: usize,
}

impl RolloutStep<'_> {
    /// Rolls out the plays that lead a ranked list and that the filter before a third ply would keep; `None` if there is
    /// only one, or if the position or the settings allow no rollout.
    ///
    /// # Errors
    /// If cancelled.
    pub fn plays(
        &self,
        state: &MatchState,
        ranked: &[RankedPlay],
        filters: &MoveFilters,
        cancel: &CancelToken,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Option<Rollout>, Cancelled> {
        let depth = ranked.first().map_or(0, |best| best.plies);
        let n_deep = ranked.iter().take_while(|ranked| ranked.plies == depth).count();
        let n_open = filters.before_third().n_surviving(&ranked[..n_deep]);
        if n_open < 2 {
            return Ok(None);
        }
        let open: Vec<_> = ranked[..n_open].iter().map(|ranked| ranked.play).collect();
        self.run(Subject::plays(state, self.table, &open).ok(), cancel, report)
    }

    /// Rolls out a decision to double, or the answer to a double, unless both are clear; `None` if they are, or if the
    /// position or the settings allow no rollout.
    ///
    /// # Errors
    /// If cancelled.
    pub fn cube(
        &self,
        state: &MatchState,
        decision: &CubeDecision,
        cancel: &CancelToken,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Option<Rollout>, Cancelled> {
        if !decision.equities.is_open(decision.verdict) {
            return Ok(None);
        }
        self.run(Subject::cube_decision(state, self.table).ok(), cancel, report)
    }

    /// The list after the step: the plays that are rolled out come first, with their results.
    ///
    /// # Errors
    /// If cancelled.
    pub fn ranked(
        &self,
        state: &MatchState,
        ranked: Vec<RankedPlay>,
        filters: &MoveFilters,
        cancel: &CancelToken,
    ) -> Result<Vec<RankedPlay>, Cancelled> {
        let rollout = self.plays(state, &ranked, filters, cancel, &mut |_| ())?;
        Ok(match rollout {
            Some(rollout) => rollout.results().applied_to(&ranked),
            None => ranked,
        })
    }

    /// The cube decision after the step: that of the rollout, if there is one.
    ///
    /// # Errors
    /// If cancelled.
    pub fn decided(
        &self,
        state: &MatchState,
        decision: CubeDecision,
        cancel: &CancelToken,
    ) -> Result<CubeDecision, Cancelled> {
        let rollout = self.cube(state, &decision, cancel, &mut |_| ())?;
        Ok(rollout.and_then(|rollout| rollout.results().cube_decision()).unwrap_or(decision))
    }

    fn run(
        &self,
        subject: Option<Subject>,
        cancel: &CancelToken,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Option<Rollout>, Cancelled> {
        let rollout = subject.and_then(|subject| Rollout::new(subject, self.settings.clone()).ok());
        let Some(mut rollout) = rollout else { return Ok(None) };
        match rollout.run(self.engine, &Effort::threads(self.threads), cancel, report) {
            Ok(Ending::Cancelled) => Err(Cancelled),
            Ok(_) => Ok(Some(rollout)),
            // What the search has found stands.
            Err(_) => Ok(None),
        }
    }
}

impl Results {
    /// The result of a play; `None` if no game of it was played.
    #[must_use]
    pub fn of_play(&self, play: &Play) -> Option<&AlternativeResult> {
        let is_played = |one: &&AlternativeResult| one.label == Label::Play(*play) && one.games() > 0;
        self.alternatives.iter().find(is_played)
    }

    /// A ranked list with these results: the plays that were rolled out come first, the best of them first.
    #[must_use]
    pub fn applied_to(&self, ranked: &[RankedPlay]) -> Vec<RankedPlay> {
        let with_rank = |play: &RankedPlay| match self.of_play(&play.play) {
            Some(result) => (result.rank, RankedPlay { evaluation: result.evaluation(), ..*play }),
            None => (usize::MAX, *play),
        };
        let mut plays: Vec<(usize, RankedPlay)> = ranked.iter().map(with_rank).collect();
        plays.sort_by_key(|(rank, _)| *rank);
        plays.into_iter().map(|(_, play)| play).collect()
    }

    /// The cube decision, if it was rolled out.
    #[must_use]
    pub fn cube_decision(&self) -> Option<CubeDecision> {
        let (cube, no_double) = (self.cube?, self.alternatives.first()?);
        Some(CubeDecision {
            probs: no_double.probs,
            cubeless: no_double.cubeless.into(),
            equities: cube.equities,
            verdict: cube.verdict,
        })
    }
}

impl AlternativeResult {
    /// The same as an evaluation gives it.
    #[must_use]
    pub fn evaluation(&self) -> Evaluation {
        Evaluation {
            probs: self.probs,
            cubeless: self.cubeless.into(),
            cubeful: self.cubeful.into(),
            mwc: self.mwc.map(|mwc| Mwc(mwc.mean as f32)),
            value: Utility(self.moments.mean[VALUE]),
        }
    }
}
