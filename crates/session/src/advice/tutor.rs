// SPDX-License-Identifier: GPL-3.0-or-later
//! Judging a person's decision before it is made.

use super::Adviser;
use crate::convert::{cube_analysis, play_analysis};
use crate::play::decision::DecisionAnalysis;
use gnubg_engine::core::{Board, CancelToken, Cancelled, Dice, Equity, MatchState, Play};
use gnubg_engine::cube::{CubeInfo, Doubling, Verdict};
use gnubg_engine::eval::{EvalSettings, RankedPlay, Root, compare};

/// The decision that is judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum JudgedDecision {
    /// A play.
    Play(Dice, Play),
    /// Doubling.
    Double,
    /// Rolling although a double is possible.
    NoDouble,
    /// Taking.
    Take,
    /// Dropping.
    Drop,
}

impl Adviser {
    /// What a decision in `state` loses, 0 or more in equity (EMG in a match), and what would be better.
    ///
    /// # Errors
    /// If cancelled.
    pub(crate) fn judge(
        &self,
        state: &MatchState,
        decision: &JudgedDecision,
        cancel: &CancelToken,
    ) -> Result<(Equity, DecisionAnalysis), Cancelled> {
        let root = Root::of(state, &self.table);
        if let JudgedDecision::Play(dice, play) = decision {
            return self.judge_play(&root, *dice, play, cancel);
        }
        let best = self.engine.cube_decision(&root, &self.cube, cancel)?;
        let (equities, verdict) = (&best.equities, best.verdict);
        let none = Equity(0.0);
        let loss = match decision {
            // Optional doubles and dead cubes never cause a warning.
            _ if is_indifferent(verdict) => none,
            JudgedDecision::Double if verdict.doubling() != Doubling::Double => equities.loss_by_double(),
            JudgedDecision::NoDouble => equities.loss_by_no_double(verdict),
            JudgedDecision::Take => equities.loss_by_take(),
            JudgedDecision::Drop => equities.loss_by_pass(),
            JudgedDecision::Double | JudgedDecision::Play(..) => none,
        };
        Ok((loss, DecisionAnalysis::Cube(cube_analysis(&best, &self.cube))))
    }

    fn judge_play(
        &self,
        root: &Root,
        dice: Dice,
        play: &Play,
        cancel: &CancelToken,
    ) -> Result<(Equity, DecisionAnalysis), Cancelled> {
        let mut ranked = self.engine.rank_plays(root, dice, &self.checker, &self.filters, cancel, |_| {})?;
        let after = play.apply(&root.board).swapped();
        let deepest = ranked.first().map_or(0, |best| best.plies);
        if let Some(played) = ranked.iter_mut().find(|ranked| ranked.after == after) {
            if played.plies < deepest {
                let settings = EvalSettings { plies: deepest, ..self.checker };
                *played = self.engine.evaluate_play(root, play, &after, &settings, cancel)?;
            }
            played.play = *play;
        }
        ranked.sort_by(compare);
        let loss = loss_of(&ranked, &after);
        Ok((loss, DecisionAnalysis::Play(play_analysis(&ranked, play, &self.checker))))
    }
}

fn loss_of(ranked: &[RankedPlay], after: &Board) -> Equity {
    let played = ranked.iter().find(|ranked| ranked.after == *after);
    match (ranked.first(), played) {
        (Some(best), Some(played)) => {
            Equity((best.evaluation.cubeful.0 - played.evaluation.cubeful.0).max(0.0))
        }
        _ => Equity(0.0),
    }
}

/// Whether a verdict calls nothing a mistake.
fn is_indifferent(verdict: Verdict) -> bool {
    verdict.doubling() == Doubling::Either || !verdict.is_available()
}

/// Whether a double is to be judged: the player on roll could make one.
#[must_use]
pub(crate) fn could_double(state: &MatchState) -> bool {
    state.may_double().is_ok() && CubeInfo::of(state).is_open()
}
