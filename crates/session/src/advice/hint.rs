// SPDX-License-Identifier: GPL-3.0-or-later
//! Hints for decisions, and evaluations of positions.

use super::Adviser;
use crate::convert::{cube_analysis, play_analysis};
use crate::play::decision::{DecisionAnalysis, resigner_chances};
use crate::rollout::convert;
use gnubg_engine::core::{
    Action, Board, CancelToken, Cancelled, Decision, Dice, Equity, MatchState, Mwc, Phase, Play, Player,
    ResignLevel,
};
use gnubg_engine::cube::{CubeInfo, CubeOwner, WinRates, policy};
use gnubg_engine::eval::{CubeDecision, Engine, EvalSettings, Evaluation, PositionClass, RankedPlay, Root};
use gnubg_engine::rollout::{AlternativeResult, Label, Progress, Results, RolloutSettings, RolloutStep};
use gnubg_record::analysis::{CubeAnalysis, PlayAnalysis};
use std::sync::Arc;

/// A hint: advice for the decision due in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The position it is for.
    pub state: MatchState,
    /// Whether it is final; otherwise a deeper one follows.
    pub is_final: bool,
    /// The advice.
    pub advice: Advice,
}

impl Hint {
    /// The analysis of an action in its position, as the record stores it; rolling means not to double.
    #[must_use]
    pub fn analysis_of(&self, action: &Action) -> Option<DecisionAnalysis> {
        match (&self.advice, action) {
            (Advice::Play { .. }, Action::Play(play)) => {
                self.advice.play_analysis(play).map(DecisionAnalysis::Play)
            }
            (Advice::Cube { is_offered: false, .. }, Action::Roll(_) | Action::Double)
            | (Advice::Cube { is_offered: true, .. }, Action::Take | Action::Drop) => {
                self.advice.cube_analysis().map(DecisionAnalysis::Cube)
            }
            _ => None,
        }
    }
}

/// What the rollout at the end of a hint has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct RolledOut {
    /// The results.
    pub results: Results,
    /// How it was done.
    pub settings: RolloutSettings,
}

impl RolledOut {
    fn of(results: Results, settings: &RolloutSettings) -> Arc<RolledOut> {
        Arc::new(RolledOut { results, settings: settings.clone() })
    }

    /// Without these plays; `None` if nothing is left.
    fn without(&self, is_gone: impl Fn(&Play) -> bool) -> Option<RolledOut> {
        let mut left = self.clone();
        left.results.alternatives.retain(|one| !matches!(&one.label, Label::Play(play) if is_gone(play)));
        (!left.results.alternatives.is_empty()).then_some(left)
    }

    /// Games played of a play that was rolled out.
    #[must_use]
    pub fn games_of(&self, play: &Play) -> Option<u32> {
        self.results.of_play(play).map(AlternativeResult::games)
    }

    /// Games played of the alternative with the most.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.results.alternatives.iter().map(AlternativeResult::games).max().unwrap_or(0)
    }
}

/// The advice of a hint.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// Which play.
    Play {
        /// The roll.
        dice: Dice,
        /// The plays, best first, those that were rolled out before the others; empty when no checker can move.
        plays: Arc<[RankedPlay]>,
        /// How they were evaluated.
        settings: EvalSettings,
        /// The rollout of the best of them, if there was one.
        rolled: Option<Arc<RolledOut>>,
    },
    /// Whether to double, and how to answer a double.
    Cube {
        /// The three possibilities and the verdict.
        decision: CubeDecision,
        /// The cube for which this was found, seen by the player on roll.
        cube: CubeInfo,
        /// How it was found before a rollout.
        settings: EvalSettings,
        /// Whether the double has been made, so that the answer is due.
        is_offered: bool,
        /// The rollout it was found by, if there was one.
        rolled: Option<Arc<RolledOut>>,
    },
    /// Whether to accept a resignation, seen by the player who resigns.
    Resignation {
        /// The level offered.
        level: ResignLevel,
        /// Equity of continuing the game.
        before: Equity,
        /// Equity of resigning at that level.
        after: Equity,
        /// Whether it should be accepted.
        accept: bool,
        /// How it was found.
        settings: EvalSettings,
    },
}

impl Advice {
    /// The analysis of a play, as the record stores it; `None` if this is no advice about plays.
    #[must_use]
    pub fn play_analysis(&self, played: &Play) -> Option<PlayAnalysis> {
        match self {
            Advice::Play { plays, settings, rolled: None, .. } if !plays.is_empty() => {
                Some(play_analysis(plays, played, settings))
            }
            Advice::Play { plays, settings, rolled: Some(rolled), .. } => {
                let found = (&rolled.results, &rolled.settings);
                Some(convert::rolled_play_analysis(plays, played, settings, found))
            }
            _ => None,
        }
    }

    /// The analysis of the cube decision, as the record stores it; `None` if this is no advice about the cube.
    #[must_use]
    pub fn cube_analysis(&self) -> Option<CubeAnalysis> {
        let Advice::Cube { decision, settings, rolled, .. } = self else { return None };
        let rolled = rolled.as_ref();
        let found = rolled.and_then(|rolled| convert::cube_analysis(&rolled.results, &rolled.settings));
        Some(found.unwrap_or_else(|| cube_analysis(decision, settings)))
    }
}

impl Adviser {
    /// The best decision in `state`, reported to `show` after each ply; `None` if no decision is due.
    ///
    /// # Errors
    /// If cancelled.
    pub(crate) fn hint(
        &self,
        state: &MatchState,
        cancel: &CancelToken,
        show: &dyn Fn(Hint),
    ) -> Result<Option<Hint>, Cancelled> {
        let hint = |advice, is_final| Hint { state: *state, is_final, advice };
        let show = |advice| show(hint(advice, false));
        let advice = match state.phase {
            Phase::Due(Decision::Play(dice)) => self.play_advice(state, dice, cancel, &show)?,
            Phase::Due(Decision::Roll) => {
                self.cube_advice(state, CubeInfo::of(state), false, cancel, &show)?
            }
            Phase::Due(Decision::Answer(_)) => {
                let cube = policy::answered_cube(state).unwrap_or_else(|| CubeInfo::of(state));
                self.cube_advice(state, cube, true, cancel, &show)?
            }
            Phase::Resigning { level, .. } => self.resignation_advice(state, level, cancel)?,
            Phase::Opening | Phase::Over(_) => return Ok(None),
        };
        Ok(Some(hint(advice, true)))
    }

    fn play_advice(
        &self,
        state: &MatchState,
        dice: Dice,
        cancel: &CancelToken,
        show: &dyn Fn(Advice),
    ) -> Result<Advice, Cancelled> {
        let advice = |plays: &[RankedPlay], rolled| Advice::Play {
            dice,
            plays: plays.into(),
            settings: self.checker,
            rolled,
        };
        let root = Root::of(state, &self.table);
        let ranked = self.engine.rank_plays(&root, dice, &self.checker, &self.filters, cancel, |plays| {
            show(advice(plays, None));
        })?;
        let Some(settings) = &self.checker_rollout else { return Ok(advice(&ranked, None)) };
        let rolled = |results: Results| {
            let plays = results.applied_to(&ranked);
            advice(&plays, Some(RolledOut::of(results, settings)))
        };
        let mut report = |progress: &Progress| show(rolled(progress.results.clone()));
        let step = self.last_step(settings);
        let rollout = step.plays(state, &ranked, &self.filters, cancel, &mut report)?;
        Ok(rollout.map_or_else(|| advice(&ranked, None), |rollout| rolled(rollout.results())))
    }

    fn last_step<'a>(&'a self, settings: &'a RolloutSettings) -> RolloutStep<'a> {
        let threads = rayon::current_num_threads();
        RolloutStep { engine: &self.engine, table: &self.table, settings, threads }
    }

    /// The plays of `ranked`, best first, after the `chosen` ones were evaluated at the depth of the checker settings;
    /// reported to `show` after each. `None` if no play is due.
    ///
    /// # Errors
    /// If cancelled.
    pub(crate) fn plays_at(
        &self,
        state: &MatchState,
        (ranked, rolled): (&[RankedPlay], Option<&RolledOut>),
        chosen: &[usize],
        cancel: &CancelToken,
        show: &dyn Fn(Hint),
    ) -> Result<Option<Hint>, Cancelled> {
        let Phase::Due(Decision::Play(dice)) = state.phase else { return Ok(None) };
        let root = Root::of(state, &self.table);
        let is_chosen =
            |play: &Play| chosen.iter().filter_map(|&n| ranked.get(n)).any(|chosen| chosen.play == *play);
        let rolled = rolled.and_then(|rolled| rolled.without(is_chosen)).map(Arc::new);
        let hint = |plays: &[RankedPlay], is_final| {
            let rolled = rolled.clone();
            let mut plays = plays.to_vec();
            // Equal ones keep their order.
            plays.sort_by(|a, b| b.evaluation.cubeful.0.total_cmp(&a.evaluation.cubeful.0));
            let advice = Advice::Play { dice, plays: plays.into(), settings: self.checker, rolled };
            Hint { state: *state, is_final, advice }
        };
        let mut plays = ranked.to_vec();
        for (n, play) in plays.clone().iter().enumerate().filter(|(n, _)| chosen.contains(n)) {
            plays[n] = self.engine.evaluate_play(&root, &play.play, &play.after, &self.checker, cancel)?;
            show(hint(&plays, false));
        }
        Ok(Some(hint(&plays, true)))
    }

    fn cube_advice(
        &self,
        state: &MatchState,
        cube: CubeInfo,
        is_offered: bool,
        cancel: &CancelToken,
        show: &dyn Fn(Advice),
    ) -> Result<Advice, Cancelled> {
        let root = Root { cube, ..Root::of(state, &self.table) };
        let at = |plies| {
            let settings = EvalSettings { plies, cubeful: true, ..self.cube };
            let decision = self.engine.cube_decision(&root, &settings, cancel)?;
            Ok((decision, settings))
        };
        let advice =
            |(decision, settings), rolled| Advice::Cube { decision, cube, settings, is_offered, rolled };
        for plies in 0..self.cube.plies {
            show(advice(at(plies)?, None));
        }
        let (found, search) = at(self.cube.plies)?;
        // A cube that is turned again is not that of the position.
        let rollout = self.cube_rollout.as_ref().filter(|_| cube == CubeInfo::of(state));
        let Some(settings) = rollout else { return Ok(advice((found, search), None)) };
        show(advice((found, search), None));
        let rolled = |results: Results| {
            let decision = results.cube_decision()?;
            Some(advice((decision, search), Some(RolledOut::of(results, settings))))
        };
        let mut report = |progress: &Progress| rolled(progress.results.clone()).into_iter().for_each(show);
        let rollout = self.last_step(settings).cube(state, &found, cancel, &mut report)?;
        let rolled = rollout.and_then(|rollout| rolled(rollout.results()));
        Ok(rolled.unwrap_or_else(|| advice((found, search), None)))
    }

    fn resignation_advice(
        &self,
        state: &MatchState,
        level: ResignLevel,
        cancel: &CancelToken,
    ) -> Result<Advice, Cancelled> {
        let (cube, probs) = resigner_chances(state, &self.engine, &self.table, cancel)?;
        let context = Root::of(state, &self.table).context;
        let before = context.equity(cube, context.cubeless(cube, &probs));
        let cost = policy::resignation_cost(&context, cube, &probs, level);
        Ok(Advice::Resignation {
            level,
            before,
            after: Equity(before.0 - cost.0),
            accept: policy::accepts_resignation(&context, cube, &probs, level),
            settings: EvalSettings { cubeful: false, ..EvalSettings::at(0) },
        })
    }

    /// Evaluates `state`, whose player on roll is about to roll, at every depth up to that of the checker settings;
    /// `count` gets the depths done and their number.
    ///
    /// # Errors
    /// If cancelled.
    pub(crate) fn appraisal(
        &self,
        state: MatchState,
        cancel: &CancelToken,
        count: &dyn Fn(u64, u64),
    ) -> Result<Appraisal, Cancelled> {
        let root = Root::of(&state, &self.table);
        let class = self.engine.class_of(&state.board, root.variation);
        let is_over = class == PositionClass::Over;
        let mut rows = Vec::new();
        for plies in 0..=self.checker.plies {
            let settings = EvalSettings { plies, ..self.checker };
            rows.push(self.engine.evaluate(&root, &settings, cancel)?);
            // The cube decision comes last.
            count(u64::from(plies) + 1, u64::from(self.checker.plies) + 2);
            if is_over {
                break;
            }
        }
        let decide = || self.engine.cube_decision(&root, &self.cube, cancel);
        let cube = (!is_over).then(decide).transpose()?;
        let settings = EvalSettings { cubeful: true, ..self.cube };
        Ok(Appraisal { state, class, rows, cube, settings })
    }
}

/// A position evaluated at every depth up to the one asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Appraisal {
    /// The position; the player on roll is about to roll.
    pub state: MatchState,
    /// The class, which decides what evaluates it.
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

/// A position in the match of `state`, to be evaluated for its player on roll; nobody has rolled.
#[must_use]
pub fn in_setting(state: &MatchState, board: Board) -> MatchState {
    MatchState { board, phase: Phase::Due(Decision::Roll), declined: None, ..*state }
}

/// Rates of gammons and backgammons among the wins as seen by seat `Zero`, by static evaluation.
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
