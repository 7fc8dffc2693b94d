// SPDX-License-Identifier: GPL-3.0-or-later
//! Surveys: one position with all rolls, or at all scores.

use super::Adviser;
use gnubg_engine::core::{
    Board, CancelToken, Cancelled, Decision, Dice, Equity, MatchState, Mwc, Phase, Play,
};
use gnubg_engine::cube::{CubeContext, CubeInfo, MatchScore};
use gnubg_engine::eval::{CubeDecision, EvalSettings, RankedPlay, Root};
use gnubg_record::explain::reasons::NextRolls;
use rayon::prelude::*;

/// Most points away in a survey of scores.
pub const MAX_AWAY: u32 = 25;
/// Plays kept for each score.
const KEPT: usize = 3;
/// Rolls or scores evaluated between two reports.
const CHUNK: usize = 8;

/// What to survey.
#[derive(Clone, Debug, PartialEq)]
pub enum SurveyRequest {
    /// The best play of every roll in this position, whatever has been rolled.
    Rolls {
        /// The position.
        state: Box<MatchState>,
        /// Whether to survey the rolls after a double and a take, too; ignored if no one can double.
        with_double: bool,
        /// Plies of look-ahead.
        plies: u8,
    },
    /// The decision due in this position at every score: the play of the dice that are rolled, or else the cube action.
    Scores {
        /// The position.
        state: Box<MatchState>,
        /// Up to so many points away, 1 to [`MAX_AWAY`].
        away: u32,
        /// Plies of look-ahead.
        plies: u8,
    },
}

/// The result of a roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollResult {
    /// The best play; empty if none is possible.
    pub play: Play,
    /// The position after it, the opponent on roll.
    pub after: Board,
    /// Equity of the player who rolls, in units of the cube before a double.
    pub equity: Equity,
    /// Match winning chance, in a match.
    pub mwc: Option<Mwc>,
}

impl RollResult {
    /// Converts a result found after a double and a take in `state` to units of the cube before the double.
    fn before_double(self, state: &MatchState, root: &Root) -> RollResult {
        let equity = match (self.mwc, root.context.scale(CubeInfo::of(state))) {
            (Some(mwc), Some(scale)) => scale.equity(mwc),
            _ => Equity(2.0 * self.equity.0),
        };
        RollResult { equity, ..self }
    }
}

/// The results that are known, in the order of [`Dice::ALL`].
#[derive(Clone, Debug, PartialEq)]
pub struct RollResults(pub Vec<Option<RollResult>>);

impl RollResults {
    fn unknown() -> RollResults {
        RollResults(vec![None; Dice::ALL.len()])
    }

    /// The result of a roll, if it is known.
    #[must_use]
    pub fn at(&self, dice: Dice) -> Option<&RollResult> {
        self.0.get(dice.index())?.as_ref()
    }

    /// The results that are known.
    pub fn known(&self) -> impl Iterator<Item = &RollResult> {
        self.0.iter().flatten()
    }

    /// The average over all 36 rolls, once all are known: equity, and match winning chance in a match.
    #[must_use]
    pub fn mean(&self) -> Option<(Equity, Option<Mwc>)> {
        let known: Option<Vec<&RollResult>> = self.0.iter().map(Option::as_ref).collect();
        let known = known.filter(|known| known.len() == Dice::ALL.len())?;
        let weighted = |of: &dyn Fn(&RollResult) -> f32| -> f32 {
            let sum = known
                .iter()
                .zip(Dice::ALL)
                .map(|(result, dice)| f64::from(of(result)) * f64::from(dice.weight()));
            (sum.sum::<f64>() / 36.0) as f32
        };
        let has_mwc = known.iter().all(|result| result.mwc.is_some());
        let mwc = has_mwc.then(|| Mwc(weighted(&|result| result.mwc.map_or(0.0, |mwc| mwc.0))));
        Some((Equity(weighted(&|result| result.equity.0)), mwc))
    }
}

/// All rolls of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct RollSurvey {
    /// The position before the roll.
    pub state: MatchState,
    /// How plays are evaluated.
    pub settings: EvalSettings,
    /// The rolls at the present cube.
    pub rolls: RollResults,
    /// The rolls after a double and a take, if they were asked for.
    pub taken: Option<RollResults>,
}

/// A score in a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurveyScore {
    /// Money play under the rules of the position.
    Money,
    /// A match score, points away by seat.
    Match {
        /// Points away by seat.
        away: [u32; 2],
        /// Whether this is the Crawford game; with a player one away it is after it otherwise.
        is_crawford: bool,
    },
}

/// The right decision at a score.
#[derive(Clone, Debug, PartialEq)]
pub enum ScoreAdvice {
    /// The cube decision of the player on roll.
    Cube(Box<CubeDecision>),
    /// The best plays.
    Plays(Vec<RankedPlay>),
}

/// A position at many scores.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreSurvey {
    /// The position.
    pub state: MatchState,
    /// Most points away.
    pub away: u32,
    /// How decisions are evaluated.
    pub settings: EvalSettings,
    /// The results so far.
    pub found: Vec<(SurveyScore, ScoreAdvice)>,
    /// The number of scores.
    pub total: usize,
}

impl ScoreSurvey {
    /// The right decision at a score, if it is known.
    #[must_use]
    pub fn at(&self, score: SurveyScore) -> Option<&ScoreAdvice> {
        self.found.iter().find(|(known, _)| *known == score).map(|(_, advice)| advice)
    }
}

/// A survey, complete or not.
#[derive(Clone, Debug, PartialEq)]
pub enum Survey {
    /// All rolls.
    Rolls(RollSurvey),
    /// All scores.
    Scores(ScoreSurvey),
}

impl Adviser {
    /// Surveys positions; calls `show` with the results so far after each part of the work.
    ///
    /// # Errors
    /// If cancelled.
    pub(crate) fn survey(
        &self,
        request: &SurveyRequest,
        cancel: &CancelToken,
        show: &dyn Fn(Survey),
    ) -> Result<(), Cancelled> {
        match request {
            SurveyRequest::Rolls { state, with_double, plies } => {
                self.survey_rolls(state, *with_double, *plies, cancel, show)
            }
            SurveyRequest::Scores { state, away, plies } => {
                self.survey_scores(state, *away, *plies, cancel, show)
            }
        }
    }

    /// The best replies to all rolls in a position without look-ahead, seen by the player who is not on roll.
    ///
    /// # Errors
    /// If cancelled.
    pub(crate) fn next_rolls(
        &self,
        state: &MatchState,
        cancel: &CancelToken,
    ) -> Result<NextRolls, Cancelled> {
        let settings = EvalSettings { plies: 0, ..self.checker };
        let root = Root::of(state, &self.table);
        let roll = |dice: &Dice| {
            let found = self.roll_result(&root, *dice, &settings, cancel)?;
            Ok(([dice.high(), dice.low()], dice.weight(), -found.equity.0))
        };
        Ok(NextRolls { rolls: Dice::ALL.par_iter().map(roll).collect::<Result<_, Cancelled>>()? })
    }

    fn roll_result(
        &self,
        root: &Root,
        dice: Dice,
        settings: &EvalSettings,
        cancel: &CancelToken,
    ) -> Result<RollResult, Cancelled> {
        let RankedPlay { play, after, evaluation, .. } =
            self.engine.best_play(root, dice, settings, &self.filters, cancel)?;
        Ok(RollResult { play, after, equity: evaluation.cubeful, mwc: evaluation.mwc })
    }

    fn survey_rolls(
        &self,
        state: &MatchState,
        with_double: bool,
        plies: u8,
        cancel: &CancelToken,
        show: &dyn Fn(Survey),
    ) -> Result<(), Cancelled> {
        let settings = EvalSettings { plies, ..self.checker };
        let root = Root::of(state, &self.table);
        let taken = (with_double && root.context.may_double(root.cube))
            .then(|| Root { cube: root.cube.doubled(), ..root.clone() });
        let mut survey = RollSurvey {
            state: *state,
            settings,
            rolls: RollResults::unknown(),
            taken: taken.as_ref().map(|_| RollResults::unknown()),
        };
        // Both alternatives of a cube decision are computed side by side.
        for chunk in (0..Dice::ALL.len()).collect::<Vec<_>>().chunks(CHUNK) {
            let find = |root: &Root| -> Result<Vec<RollResult>, Cancelled> {
                chunk.par_iter().map(|&n| self.roll_result(root, Dice::ALL[n], &settings, cancel)).collect()
            };
            for (&n, result) in chunk.iter().zip(find(&root)?) {
                survey.rolls.0[n] = Some(result);
            }
            if let (Some(root), Some(rolls)) = (&taken, &mut survey.taken) {
                for (&n, result) in chunk.iter().zip(find(root)?) {
                    rolls.0[n] = Some(result.before_double(state, root));
                }
            }
            show(Survey::Rolls(survey.clone()));
        }
        Ok(())
    }

    fn advice_at(
        &self,
        root: &Root,
        dice: Option<Dice>,
        plies: u8,
        cancel: &CancelToken,
    ) -> Result<ScoreAdvice, Cancelled> {
        let Some(dice) = dice else {
            let settings = EvalSettings { plies, ..self.cube };
            return Ok(ScoreAdvice::Cube(Box::new(self.engine.cube_decision(root, &settings, cancel)?)));
        };
        let settings = EvalSettings { plies, ..self.checker };
        let mut ranked = self.engine.rank_plays(root, dice, &settings, &self.filters, cancel, |_| {})?;
        ranked.truncate(KEPT);
        Ok(ScoreAdvice::Plays(ranked))
    }

    fn survey_scores(
        &self,
        state: &MatchState,
        away: u32,
        plies: u8,
        cancel: &CancelToken,
        show: &dyn Fn(Survey),
    ) -> Result<(), Cancelled> {
        let dice = match state.phase {
            Phase::Due(Decision::Play(dice)) => Some(dice),
            _ => None,
        };
        let root = Root::of(state, &self.table);
        let scores = scores_near(state, away.clamp(1, MAX_AWAY), dice.is_some());
        let basis = if dice.is_some() { self.checker } else { self.cube };
        let settings = EvalSettings { plies, ..basis };
        let mut survey =
            ScoreSurvey { state: *state, away, settings, found: Vec::new(), total: scores.len() };
        for chunk in scores.chunks(CHUNK) {
            let found: Result<Vec<Option<(SurveyScore, ScoreAdvice)>>, Cancelled> = chunk
                .par_iter()
                .map(|&score| {
                    let Some(context) = self.context_at(state, score) else { return Ok(None) };
                    let root = Root { context, ..root.clone() };
                    Ok(Some((score, self.advice_at(&root, dice, plies, cancel)?)))
                })
                .collect();
            survey.found.extend(found?.into_iter().flatten());
            show(Survey::Scores(survey.clone()));
        }
        Ok(())
    }

    fn context_at(&self, state: &MatchState, score: SurveyScore) -> Option<CubeContext> {
        match score {
            SurveyScore::Money => Some(CubeContext::money(state.rules.jacoby, state.rules.beavers > 0)),
            SurveyScore::Match { away, is_crawford } => {
                Some(CubeContext::match_play(MatchScore::new(away, is_crawford)?, &self.table))
            }
        }
    }
}

/// The scores of a survey, the nearest to that of the position first. The Crawford game has no cube decisions.
fn scores_near(state: &MatchState, away: u32, with_crawford: bool) -> Vec<SurveyScore> {
    let mut scores = Vec::new();
    for zero in 1..=away {
        for one in 1..=away {
            scores.push(SurveyScore::Match { away: [zero, one], is_crawford: false });
            if with_crawford && (zero == 1) != (one == 1) {
                scores.push(SurveyScore::Match { away: [zero, one], is_crawford: true });
            }
        }
    }
    let here = gnubg_engine::core::Player::BOTH.map(|player| state.away(player).unwrap_or(away));
    scores.sort_by_key(|score| match score {
        SurveyScore::Money => 0,
        SurveyScore::Match { away, .. } => away[0].abs_diff(here[0]) + away[1].abs_diff(here[1]),
    });
    scores.insert(0, SurveyScore::Money);
    scores
}
