// SPDX-License-Identifier: GPL-3.0-or-later
//! What a computer player does in a position: evaluation by its settings, a rollout of what that leaves open if the
//! settings say so, then the rules of `cube::policy`.

use crate::convert::{cube_analysis, play_analysis};
use crate::options::{PlayerOptions, Seat};
use crate::rollout::convert;
use gnubg_engine::core::{
    Action, CancelToken, Cancelled, Decision, Dice, MatchState, Phase, Play, Probs, ResignLevel,
};
use gnubg_engine::cube::{CubeInfo, MatchEquityTable, policy};
use gnubg_engine::eval::{CubeDecision, Engine, EvalSettings, RankedPlay, Root, pubeval};
use gnubg_engine::rollout::{RolloutSettings, RolloutStep};
use gnubg_record::analysis::{CubeAnalysis, PlayAnalysis};
use std::sync::Arc;

/// The analysis a decision is based on.
#[derive(Clone, Debug, PartialEq)]
pub enum DecisionAnalysis {
    /// Of the plays of a roll.
    Play(PlayAnalysis),
    /// Of the cube.
    Cube(CubeAnalysis),
}

/// What a player does at a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// Roll, leaving the cube as it is.
    Roll,
    /// Anything else.
    Act(Action),
}

/// A decision and its reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// What to do.
    pub choice: Choice,
    /// The analysis; `None` if there was nothing to analyze.
    pub analysis: Option<DecisionAnalysis>,
}

impl Decided {
    fn without_analysis(choice: Choice) -> Decided {
        Decided { choice, analysis: None }
    }
}

/// Everything a decision depends on.
#[derive(Clone, Debug)]
pub struct Thinker {
    /// The position.
    pub state: MatchState,
    /// How the player plays.
    pub player: PlayerOptions,
    /// What evaluates.
    pub engine: Arc<Engine>,
    /// The match equity table.
    pub table: Arc<MatchEquityTable>,
}

/// 0-ply cubeless evaluation, by which resignations are judged.
const RESIGNATION: EvalSettings = EvalSettings { cubeful: false, ..EvalSettings::at(0) };

impl Thinker {
    /// The decision; `None` when none is due.
    ///
    /// # Errors
    /// If cancelled.
    pub fn decide(&self, cancel: &CancelToken) -> Result<Option<Decided>, Cancelled> {
        match self.state.phase {
            Phase::Opening | Phase::Over(_) => Ok(None),
            Phase::Resigning { level, .. } => {
                let accepts = self.accepts(level, cancel)?;
                let action = if accepts { Action::AcceptResignation } else { Action::DeclineResignation };
                Ok(Some(Decided::without_analysis(Choice::Act(action))))
            }
            Phase::Due(_) if self.player.seat == Seat::Pubeval => Ok(self.pubeval()),
            Phase::Due(Decision::Roll) => self.before_the_roll(cancel).map(Some),
            Phase::Due(Decision::Play(dice)) => self.play(dice, cancel).map(Some),
            Phase::Due(Decision::Answer(_)) => self.answer(cancel),
        }
    }

    /// Whether there is anything to decide before rolling: resigning a lost race, or the cube.
    #[must_use]
    pub fn thinks_before_rolling(state: &MatchState) -> bool {
        !state.board.has_contact() || state.cube_refusal().is_none()
    }

    fn root(&self) -> Root {
        Root::of(&self.state, &self.table)
    }

    fn before_the_roll(&self, cancel: &CancelToken) -> Result<Decided, Cancelled> {
        let root = self.root();
        if !self.state.board.has_contact() {
            let probs = self.engine.evaluate(&root, &RESIGNATION, cancel)?.probs;
            let level = policy::offered_resignation(&root.context, root.cube, &probs, self.state.declined);
            if let Some(level) = level {
                return Ok(Decided::without_analysis(Choice::Act(Action::Resign(level))));
            }
        }
        let settings = self.player.cube.evaluation;
        let shallow = EvalSettings { plies: settings.plies.saturating_sub(1), cubeful: false, ..settings };
        if self.state.cube_refusal().is_some() {
            return Ok(Decided::without_analysis(Choice::Roll));
        }
        let probs = self.engine.evaluate(&root, &shallow, cancel)?.probs;
        if !policy::considers_doubling(&root.context, root.cube, &probs) {
            return Ok(Decided::without_analysis(Choice::Roll));
        }
        let (decision, analysis) = self.cube_decision(&root, cancel)?;
        let doubles = policy::doubles(decision.verdict, settings.plies, decision.probs.win);
        let choice = if doubles { Choice::Act(Action::Double) } else { Choice::Roll };
        Ok(Decided { choice, analysis: Some(DecisionAnalysis::Cube(analysis)) })
    }

    /// The decision to double or the answer to it. What the evaluation leaves open is rolled out, if the settings say so.
    fn cube_decision(
        &self,
        root: &Root,
        cancel: &CancelToken,
    ) -> Result<(CubeDecision, CubeAnalysis), Cancelled> {
        let judge = &self.player.cube;
        let found = self.engine.cube_decision(root, &judge.evaluation, cancel)?;
        // A cube that is turned again is not that of the position.
        let is_position = root.cube == CubeInfo::of(&self.state);
        let settings = judge.rolls_out().filter(|_| is_position);
        let rollout = settings
            .as_ref()
            .map(|settings| self.last_step(settings).cube(&self.state, &found, cancel, &mut |_| ()));
        if let Some(rollout) = rollout.transpose()?.flatten() {
            let results = rollout.results();
            let analysis = convert::cube_analysis(&results, rollout.settings());
            if let Some(rolled) = results.cube_decision().zip(analysis) {
                return Ok(rolled);
            }
        }
        Ok((found, cube_analysis(&found, &judge.evaluation)))
    }

    fn last_step<'a>(&'a self, settings: &'a RolloutSettings) -> RolloutStep<'a> {
        let threads = rayon::current_num_threads();
        RolloutStep { engine: &self.engine, table: &self.table, settings, threads }
    }

    fn play(&self, dice: Dice, cancel: &CancelToken) -> Result<Decided, Cancelled> {
        if let Some(play) = only_play(&self.state) {
            return Ok(Decided::without_analysis(Choice::Act(Action::Play(play))));
        }
        let PlayerOptions { checker, filters, .. } = &self.player;
        let search = &checker.evaluation;
        let settings = checker.rolls_out();
        // A rollout compares all plays that the filters keep.
        let ranked = match settings {
            Some(_) => self.engine.rank_plays(&self.root(), dice, search, filters, cancel, |_| {})?,
            None => self.engine.choose_play(&self.root(), dice, search, filters, cancel)?,
        };
        let rollout = settings.as_ref().map(|settings| {
            self.last_step(settings).plays(&self.state, &ranked, filters, cancel, &mut |_| ())
        });
        let rollout = rollout.transpose()?.flatten();
        let best = |ranked: &[RankedPlay]| ranked.first().map_or(Play::EMPTY, |best| best.play);
        let (play, analysis) = match &rollout {
            Some(rollout) => {
                let results = rollout.results();
                let play = best(&results.applied_to(&ranked));
                let rolled = (&results, rollout.settings());
                (play, convert::rolled_play_analysis(&ranked, &play, search, rolled))
            }
            None => (best(&ranked), play_analysis(&ranked, &best(&ranked), search)),
        };
        let analysis = Some(DecisionAnalysis::Play(analysis));
        Ok(Decided { choice: Choice::Act(Action::Play(play)), analysis })
    }

    fn answer(&self, cancel: &CancelToken) -> Result<Option<Decided>, Cancelled> {
        let Some(cube) = policy::answered_cube(&self.state) else { return Ok(None) };
        let root = Root { cube, ..self.root() };
        let (decision, analysis) = self.cube_decision(&root, cancel)?;
        let action = policy::answer(&self.state, decision.verdict, &decision.equities);
        let analysis = Some(DecisionAnalysis::Cube(analysis));
        Ok(action.map(|action| Decided { choice: Choice::Act(action), analysis }))
    }

    /// The benchmark player takes every double, never doubles, and moves by its linear evaluation.
    fn pubeval(&self) -> Option<Decided> {
        let choice = match self.state.phase {
            Phase::Due(Decision::Roll) => Choice::Roll,
            Phase::Due(Decision::Play(_)) => {
                let list = self.state.legal_plays()?;
                let play = pubeval::choose(&self.state.board, &list).map(|n| list.plays()[n]);
                Choice::Act(Action::Play(play.unwrap_or(Play::EMPTY)))
            }
            Phase::Due(Decision::Answer(_)) => Choice::Act(Action::Take),
            _ => return None,
        };
        Some(Decided::without_analysis(choice))
    }

    fn accepts(&self, level: ResignLevel, cancel: &CancelToken) -> Result<bool, Cancelled> {
        if matches!(self.player.seat, Seat::Pubeval | Seat::External) {
            return Ok(level == ResignLevel::Backgammon);
        }
        let (cube, probs) = resigner_chances(&self.state, &self.engine, &self.table, cancel)?;
        Ok(policy::accepts_resignation(&self.root().context, cube, &probs, level))
    }
}

/// The play that must be made: the only legal one, or none where no checker can move. `None` if there is a choice.
#[must_use]
pub fn only_play(state: &MatchState) -> Option<Play> {
    match state.legal_plays()?.plays() {
        [] => Some(Play::EMPTY),
        [only] => Some(*only),
        _ => None,
    }
}

/// The cube and the 0-ply cubeless chances as seen by the player who resigns, or could. With dice on the board the
/// chances are those after the best play.
///
/// # Errors
/// If cancelled.
pub fn resigner_chances(
    state: &MatchState,
    engine: &Engine,
    table: &MatchEquityTable,
    cancel: &CancelToken,
) -> Result<(CubeInfo, Probs), Cancelled> {
    let root = Root::of(state, table);
    let probs = match state.dice() {
        None => engine.evaluate(&root, &RESIGNATION, cancel)?.probs,
        Some(dice) => {
            let filters = gnubg_engine::eval::MoveFilters::NORMAL;
            engine.best_play(&root, dice, &RESIGNATION, &filters, cancel)?.evaluation.probs
        }
    };
    let resigner = match state.phase {
        Phase::Resigning { by, .. } => by,
        _ => state.to_act().unwrap_or(state.on_roll),
    };
    Ok(if resigner == state.on_roll { (root.cube, probs) } else { (root.cube.swapped(), probs.swapped()) })
}

/// The level at which a resignation of open size is accepted, if there is one.
///
/// # Errors
/// If cancelled.
pub fn settle(
    state: &MatchState,
    engine: &Engine,
    table: &MatchEquityTable,
    cancel: &CancelToken,
) -> Result<Option<ResignLevel>, Cancelled> {
    let (cube, probs) = resigner_chances(state, engine, table, cancel)?;
    Ok(policy::settled_resignation(&Root::of(state, table).context, cube, &probs))
}
