// SPDX-License-Identifier: GPL-3.0-or-later
//! Advice for the decision at hand, and evaluations of positions.

use crate::convert::{cube_analysis, play_analysis};
use crate::jobs::{Context, Job, JobError, JobKind, Product, Progress, Step};
use crate::play::decision::{Thought, resigner_chances};
use gnubg_engine::core::{
    Action, Board, CancelToken, Cancelled, Decision, Dice, Equity, MatchState, Mwc, Phase, Player,
    ResignLevel,
};
use gnubg_engine::cube::{CubeInfo, CubeOwner, MatchEquityTable, WinRates, policy};
use gnubg_engine::eval::{
    CubeDecision, Engine, EvalSettings, Evaluation, MoveFilters, PositionClass, RankedPlay, Root,
};
use std::sync::Arc;

/// Advice.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The position it is for.
    pub state: MatchState,
    /// Whether it is the last word, not one on the way.
    pub is_final: bool,
    /// The advice.
    pub advice: Advice,
}

impl Hint {
    /// What it says of an action of its position, as the record keeps it; rolling means not to double.
    #[must_use]
    pub fn thought_about(&self, action: &Action) -> Option<Thought> {
        match (&self.advice, action) {
            (Advice::Play { plays, settings, .. }, Action::Play(play)) if !plays.is_empty() => {
                Some(Thought::Play(play_analysis(plays, play, settings)))
            }
            (
                Advice::Cube { decision, settings, is_offered: false, .. },
                Action::Roll(_) | Action::Double,
            )
            | (Advice::Cube { decision, settings, is_offered: true, .. }, Action::Take | Action::Drop) => {
                Some(Thought::Cube(cube_analysis(decision, settings)))
            }
            _ => None,
        }
    }
}

/// The advice of a hint.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// Which play.
    Play {
        /// The roll.
        dice: Dice,
        /// The plays, best first; empty when no checker can move.
        plays: Arc<[RankedPlay]>,
        /// How they were evaluated.
        settings: EvalSettings,
    },
    /// Whether to double, and how to answer a double.
    Cube {
        /// The three possibilities and the verdict.
        decision: CubeDecision,
        /// The cube for which this was found, seen by the player on roll.
        cube: CubeInfo,
        /// How it was found.
        settings: EvalSettings,
        /// Whether the double has been made, so that the answer is due.
        is_offered: bool,
    },
    /// Whether to accept a resignation. Seen by the player who resigns.
    Resignation {
        /// What is offered.
        level: ResignLevel,
        /// Equity of playing on.
        before: Equity,
        /// Equity after giving up so much.
        after: Equity,
        /// Whether it should be accepted.
        accept: bool,
        /// How it was found.
        settings: EvalSettings,
    },
}

/// What a hint is asked with.
#[derive(Clone, Debug)]
pub(crate) struct HintJob {
    pub(crate) state: MatchState,
    pub(crate) checker: EvalSettings,
    pub(crate) cube: EvalSettings,
    pub(crate) filters: MoveFilters,
    pub(crate) engine: Arc<Engine>,
    pub(crate) table: Arc<MatchEquityTable>,
}

impl HintJob {
    fn hint(&self, advice: Advice, is_final: bool) -> Arc<Hint> {
        Arc::new(Hint { state: self.state, is_final, advice })
    }

    fn plays(&self, dice: Dice, context: &Context) -> Result<Arc<Hint>, Cancelled> {
        let advice =
            |plays: &[RankedPlay]| Advice::Play { dice, plays: plays.into(), settings: self.checker };
        let root = Root::of(&self.state, &self.table);
        let show = |plays: &[RankedPlay]| context.progress(Progress::Hint(self.hint(advice(plays), false)));
        let (settings, filters) = (&self.checker, &self.filters);
        let plays = self.engine.rank_plays(&root, dice, settings, filters, context.cancel(), show)?;
        Ok(self.hint(advice(&plays), true))
    }

    fn cube(&self, cube: CubeInfo, is_offered: bool, context: &Context) -> Result<Arc<Hint>, Cancelled> {
        let root = Root { cube, ..Root::of(&self.state, &self.table) };
        let mut advice = None;
        for plies in 0..=self.cube.plies {
            let settings = EvalSettings { plies, cubeful: true, ..self.cube };
            let decision = self.engine.cube_decision(&root, &settings, context.cancel())?;
            let found = Advice::Cube { decision, cube, settings, is_offered };
            if plies < self.cube.plies {
                context.progress(Progress::Hint(self.hint(found.clone(), false)));
            }
            advice = Some(found);
        }
        let advice = advice.ok_or(Cancelled)?;
        Ok(self.hint(advice, true))
    }

    fn resignation(&self, level: ResignLevel, cancel: &CancelToken) -> Result<Arc<Hint>, Cancelled> {
        let (cube, probs) = resigner_chances(&self.state, &self.engine, &self.table, cancel)?;
        let context = Root::of(&self.state, &self.table).context;
        let before = context.equity(cube, context.cubeless(cube, &probs));
        let cost = policy::resignation_cost(&context, cube, &probs, level);
        let advice = Advice::Resignation {
            level,
            before,
            after: Equity(before.0 - cost.0),
            accept: policy::accepts_resignation(&context, cube, &probs, level),
            settings: EvalSettings { cubeful: false, ..EvalSettings::at(0) },
        };
        Ok(self.hint(advice, true))
    }
}

impl Job for HintJob {
    fn kind(&self) -> JobKind {
        JobKind::Hint
    }

    fn step(&mut self, context: &Context) -> Result<Step, JobError> {
        let hint = match self.state.phase {
            Phase::Due(Decision::Play(dice)) => self.plays(dice, context)?,
            Phase::Due(Decision::Roll) => self.cube(CubeInfo::of(&self.state), false, context)?,
            Phase::Due(Decision::Answer(_)) => {
                let cube = policy::answered_cube(&self.state).unwrap_or_else(|| CubeInfo::of(&self.state));
                self.cube(cube, true, context)?
            }
            Phase::Resigning { level, .. } => self.resignation(level, context.cancel())?,
            Phase::Opening | Phase::Over(_) => {
                return Err(JobError::Failed("no decision is due".to_owned()));
            }
        };
        Ok(Step::Done(Product::Hint(hint)))
    }
}

/// A position evaluated at every depth up to the one asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Appraisal {
    /// The position; the player on roll is about to roll.
    pub state: MatchState,
    /// What evaluates it.
    pub class: PositionClass,
    /// Static evaluation first, then one for each ply.
    pub rows: Vec<Evaluation>,
    /// The cube decision at the depth asked for; `None` once the game is over.
    pub cube: Option<CubeDecision>,
    /// How the cube decision was found.
    pub settings: EvalSettings,
}

impl Appraisal {
    /// The match winning chance of a row, or `None` in money play.
    #[must_use]
    pub fn mwc(&self, row: usize) -> Option<Mwc> {
        self.rows.get(row)?.mwc
    }
}

#[derive(Clone, Debug)]
pub(crate) struct AppraisalJob {
    pub(crate) state: MatchState,
    pub(crate) checker: EvalSettings,
    pub(crate) cube: EvalSettings,
    pub(crate) engine: Arc<Engine>,
    pub(crate) table: Arc<MatchEquityTable>,
}

impl Job for AppraisalJob {
    fn kind(&self) -> JobKind {
        JobKind::Evaluation
    }

    fn step(&mut self, context: &Context) -> Result<Step, JobError> {
        let root = Root::of(&self.state, &self.table);
        let class = self.engine.class_of(&self.state.board, root.variation);
        let is_over = class == PositionClass::Over;
        let mut rows = Vec::new();
        for plies in 0..=self.checker.plies {
            let settings = EvalSettings { plies, ..self.checker };
            rows.push(self.engine.evaluate(&root, &settings, context.cancel())?);
            let (done, total) = (u64::from(plies) + 1, Some(u64::from(self.checker.plies) + 2));
            context.progress(Progress::Count { done, total });
            if is_over {
                break;
            }
        }
        let decide = || self.engine.cube_decision(&root, &self.cube, context.cancel());
        let cube = (!is_over).then(decide).transpose()?;
        let settings = EvalSettings { cubeful: true, ..self.cube };
        let appraisal = Appraisal { state: self.state, class, rows, cube, settings };
        Ok(Step::Done(Product::Evaluation(Arc::new(appraisal))))
    }
}

/// A position to be evaluated for the player on roll of `state`, in whose match it stands; nobody has rolled.
#[must_use]
pub fn in_setting(state: &MatchState, board: Board) -> MatchState {
    MatchState { board, phase: Phase::Due(Decision::Roll), declined: None, ..*state }
}

/// Rates of gammons and backgammons among the wins as seat `Zero` sees them, by an evaluation without look-ahead.
#[must_use]
pub fn win_rates(state: &MatchState, engine: &Engine) -> WinRates {
    let probs = engine.static_value_of(&state.board, state.rules.variation).probs;
    let own = WinRates::of(&probs);
    if state.on_roll == Player::Zero { own } else { own.swapped() }
}

/// Whether the player on roll could turn the cube if nothing else were due.
#[must_use]
pub fn is_cube_open(state: &MatchState) -> bool {
    CubeInfo::of(state).owner != CubeOwner::Opponent && state.rules.cube
}
