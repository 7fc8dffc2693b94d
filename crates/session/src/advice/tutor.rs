// SPDX-License-Identifier: GPL-3.0-or-later
//! Judging a person's decision before it is made.

use crate::command::Command;
use crate::convert::{cube_analysis, play_analysis};
use crate::jobs::{Context, Job, JobError, JobKind, Product, Step};
use crate::play::decision::Thought;
use gnubg_engine::core::{CancelToken, Cancelled, Dice, Equity, MatchState, Play};
use gnubg_engine::cube::{CubeInfo, Doubling, MatchEquityTable, Verdict};
use gnubg_engine::eval::{Engine, EvalSettings, MoveFilters, RankedPlay, Root, compare};
use gnubg_record::{Skill, Thresholds};
use std::sync::Arc;

/// The decision that is judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed {
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

/// A decision, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// What was to be done.
    pub command: Command,
    /// What it loses: 0 or more, in equity (EMG in a match).
    pub loss: Equity,
    /// The mark of that loss.
    pub skill: Skill,
    /// What would be better.
    pub thought: Thought,
}

#[derive(Clone, Debug)]
pub(crate) struct TutorJob {
    pub(crate) command: Command,
    pub(crate) what: Deed,
    pub(crate) state: MatchState,
    pub(crate) checker: EvalSettings,
    pub(crate) cube: EvalSettings,
    pub(crate) filters: MoveFilters,
    pub(crate) thresholds: Thresholds,
    pub(crate) engine: Arc<Engine>,
    pub(crate) table: Arc<MatchEquityTable>,
}

impl TutorJob {
    fn judge(&self, cancel: &CancelToken) -> Result<(Equity, Thought), Cancelled> {
        let root = Root::of(&self.state, &self.table);
        if let Deed::Play(dice, play) = self.what {
            return self.judge_play(&root, dice, &play, cancel);
        }
        let decision = self.engine.cube_decision(&root, &self.cube, cancel)?;
        let (equities, verdict) = (&decision.equities, decision.verdict);
        let none = Equity(0.0);
        let loss = match self.what {
            // Optional verdicts and dead cubes never warn.
            _ if is_indifferent(verdict) => none,
            Deed::Double if verdict.doubling() != Doubling::Double => equities.loss_by_double(),
            Deed::NoDouble => equities.loss_by_no_double(verdict),
            Deed::Take => equities.loss_by_take(),
            Deed::Drop => equities.loss_by_pass(),
            Deed::Double | Deed::Play(..) => none,
        };
        Ok((loss, Thought::Cube(cube_analysis(&decision, &self.cube))))
    }

    fn judge_play(
        &self,
        root: &Root,
        dice: Dice,
        play: &Play,
        cancel: &CancelToken,
    ) -> Result<(Equity, Thought), Cancelled> {
        let mut ranked = self.engine.rank_plays(root, dice, &self.checker, &self.filters, cancel, |_| {})?;
        let after = play.apply(&root.board).swapped();
        let deepest = ranked.first().map_or(0, |best| best.plies);
        if let Some(mine) = ranked.iter_mut().find(|ranked| ranked.after == after) {
            if mine.plies < deepest {
                let settings = EvalSettings { plies: deepest, ..self.checker };
                *mine = self.engine.evaluate_play(root, play, &after, &settings, cancel)?;
            }
            mine.play = *play;
        }
        ranked.sort_by(compare);
        let loss = loss_of(&ranked, &after);
        Ok((loss, Thought::Play(play_analysis(&ranked, play, &self.checker))))
    }
}

fn loss_of(ranked: &[RankedPlay], after: &gnubg_engine::core::Board) -> Equity {
    let mine = ranked.iter().find(|ranked| ranked.after == *after);
    match (ranked.first(), mine) {
        (Some(best), Some(mine)) => Equity((best.evaluation.cubeful.0 - mine.evaluation.cubeful.0).max(0.0)),
        _ => Equity(0.0),
    }
}

/// Whether a verdict calls nothing a mistake.
fn is_indifferent(verdict: Verdict) -> bool {
    verdict.doubling() == Doubling::Either || !verdict.is_available()
}

impl Job for TutorJob {
    fn kind(&self) -> JobKind {
        JobKind::Tutor
    }

    fn step(&mut self, context: &Context) -> Result<Step, JobError> {
        let (loss, thought) = self.judge(context.cancel())?;
        let skill = self.thresholds.skill(-loss);
        let command = self.command.clone();
        Ok(Step::Done(Product::Tutor(Box::new(Judged { command, loss, skill, thought }))))
    }
}

/// Whether a double is worth judging: the player on roll could make one.
#[must_use]
pub(crate) fn could_double(state: &MatchState) -> bool {
    state.may_double().is_ok() && CubeInfo::of(state).is_open()
}
