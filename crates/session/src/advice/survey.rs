// SPDX-License-Identifier: GPL-3.0-or-later
//! Surveys: one position under all rolls, or at all scores. They are computed in the background and told as they grow.

use crate::jobs::{Context, Job, JobError, JobKind, Product, Progress, Step};
use gnubg_engine::core::{Board, Cancelled, Decision, Dice, Equity, MatchState, Mwc, Phase, Play};
use gnubg_engine::cube::{CubeContext, CubeInfo, MatchEquityTable, MatchScore};
use gnubg_engine::eval::{CubeDecision, Engine, EvalSettings, MoveFilters, RankedPlay, Root};
use rayon::prelude::*;
use std::sync::Arc;

/// Most points away in a survey of scores.
pub const MOST_AWAY: u32 = 25;
/// Plays kept for each score.
const KEPT: usize = 3;
/// Scores evaluated between two tellings.
const CHUNK: usize = 8;

/// What is to be surveyed.
#[derive(Clone, Debug, PartialEq)]
pub enum SurveyRequest {
    /// The best play of every roll in this position, whatever is rolled there.
    Rolls {
        /// The position.
        state: Box<MatchState>,
        /// Whether the rolls after a double and a take are wanted, too; ignored where nobody can double.
        with_double: bool,
        /// How far to look ahead.
        plies: u8,
    },
    /// The decision due in this position at every score: the play of the dice that are rolled, or else the cube action.
    Scores {
        /// The position.
        state: Box<MatchState>,
        /// Up to so many points away, 1 to [`MOST_AWAY`].
        away: u32,
        /// How far to look ahead.
        plies: u8,
    },
}

/// What a roll is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollWorth {
    /// The best play; empty if none is possible.
    pub play: Play,
    /// The position after it, the opponent on roll.
    pub after: Board,
    /// What it is worth to the player who rolls, by the cube as it lies before a double.
    pub equity: Equity,
    /// The same as match winning chance, in a match.
    pub mwc: Option<Mwc>,
}

impl RollWorth {
    /// The same with the equity by the cube of `state`, after whose double and take it was found.
    fn before_double(self, state: &MatchState, root: &Root) -> RollWorth {
        let equity = match (self.mwc, root.context.scale(CubeInfo::of(state))) {
            (Some(mwc), Some(scale)) => scale.equity(mwc),
            _ => Equity(2.0 * self.equity.0),
        };
        RollWorth { equity, ..self }
    }
}

/// What is known of each roll, in the order of [`Dice::ALL`].
#[derive(Clone, Debug, PartialEq)]
pub struct Rolls(pub Vec<Option<RollWorth>>);

impl Rolls {
    fn unknown() -> Rolls {
        Rolls(vec![None; Dice::ALL.len()])
    }

    /// What a roll is worth, if that is known.
    #[must_use]
    pub fn at(&self, dice: Dice) -> Option<&RollWorth> {
        self.0.get(dice.index())?.as_ref()
    }

    /// The rolls that are known.
    pub fn known(&self) -> impl Iterator<Item = &RollWorth> {
        self.0.iter().flatten()
    }

    /// The average over all 36 rolls, once all are known: equity, and match winning chance in a match.
    #[must_use]
    pub fn mean(&self) -> Option<(Equity, Option<Mwc>)> {
        let known: Option<Vec<&RollWorth>> = self.0.iter().map(Option::as_ref).collect();
        let known = known.filter(|known| known.len() == Dice::ALL.len())?;
        let weighted = |of: &dyn Fn(&RollWorth) -> f32| -> f32 {
            let sum = known
                .iter()
                .zip(Dice::ALL)
                .map(|(worth, dice)| f64::from(of(worth)) * f64::from(dice.weight()));
            (sum.sum::<f64>() / 36.0) as f32
        };
        let has_mwc = known.iter().all(|worth| worth.mwc.is_some());
        let mwc = has_mwc.then(|| Mwc(weighted(&|worth| worth.mwc.map_or(0.0, |mwc| mwc.0))));
        Some((Equity(weighted(&|worth| worth.equity.0)), mwc))
    }
}

/// All rolls of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct RollSurvey {
    /// The position before the roll.
    pub state: MatchState,
    /// How plays are evaluated.
    pub settings: EvalSettings,
    /// The rolls with the cube as it lies.
    pub rolls: Rolls,
    /// The rolls after a double and a take, where they were asked for.
    pub taken: Option<Rolls>,
}

/// A score of a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
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

/// What is right at a score.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
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
    /// How far matches go.
    pub away: u32,
    /// How decisions are evaluated.
    pub settings: EvalSettings,
    /// What is known so far.
    pub found: Vec<(Place, Advice)>,
    /// Scores in all.
    pub total: usize,
}

impl ScoreSurvey {
    /// What is right at a score, if that is known.
    #[must_use]
    pub fn at(&self, place: Place) -> Option<&Advice> {
        self.found.iter().find(|(known, _)| *known == place).map(|(_, advice)| advice)
    }
}

/// A survey, perhaps not complete yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Survey {
    /// All rolls.
    Rolls(RollSurvey),
    /// All scores.
    Scores(ScoreSurvey),
}

pub(crate) struct SurveyJob {
    pub(crate) request: SurveyRequest,
    /// Settings of checker play; the depth is the request's.
    pub(crate) checker: EvalSettings,
    pub(crate) cube: EvalSettings,
    pub(crate) filters: MoveFilters,
    pub(crate) engine: Arc<Engine>,
    pub(crate) table: Arc<MatchEquityTable>,
}

impl SurveyJob {
    fn worth(
        &self,
        root: &Root,
        dice: Dice,
        settings: &EvalSettings,
        context: &Context,
    ) -> Result<RollWorth, Cancelled> {
        let cancel = context.cancel();
        let RankedPlay { play, after, evaluation, .. } =
            self.engine.best_play(root, dice, settings, &self.filters, cancel)?;
        Ok(RollWorth { play, after, equity: evaluation.cubeful, mwc: evaluation.mwc })
    }

    fn rolls(
        &self,
        state: &MatchState,
        with_double: bool,
        plies: u8,
        context: &Context,
    ) -> Result<(), Cancelled> {
        let settings = EvalSettings { plies, ..self.checker };
        let root = Root::of(state, &self.table);
        let taken = (with_double && root.context.may_double(root.cube))
            .then(|| Root { cube: root.cube.doubled(), ..root.clone() });
        let mut survey = RollSurvey {
            state: *state,
            settings,
            rolls: Rolls::unknown(),
            taken: taken.as_ref().map(|_| Rolls::unknown()),
        };
        // Both sides of a cube decision grow together.
        for chunk in (0..Dice::ALL.len()).collect::<Vec<_>>().chunks(CHUNK) {
            let find = |root: &Root| -> Result<Vec<RollWorth>, Cancelled> {
                chunk.par_iter().map(|&n| self.worth(root, Dice::ALL[n], &settings, context)).collect()
            };
            for (&n, worth) in chunk.iter().zip(find(&root)?) {
                survey.rolls.0[n] = Some(worth);
            }
            if let (Some(root), Some(rolls)) = (&taken, &mut survey.taken) {
                for (&n, worth) in chunk.iter().zip(find(root)?) {
                    rolls.0[n] = Some(worth.before_double(state, root));
                }
            }
            context.progress(Progress::Survey(Arc::new(Survey::Rolls(survey.clone()))));
        }
        Ok(())
    }

    fn advice(
        &self,
        root: &Root,
        dice: Option<Dice>,
        plies: u8,
        context: &Context,
    ) -> Result<Advice, Cancelled> {
        let cancel = context.cancel();
        let Some(dice) = dice else {
            let settings = EvalSettings { plies, ..self.cube };
            return Ok(Advice::Cube(Box::new(self.engine.cube_decision(root, &settings, cancel)?)));
        };
        let settings = EvalSettings { plies, ..self.checker };
        let mut ranked = self.engine.rank_plays(root, dice, &settings, &self.filters, cancel, |_| {})?;
        ranked.truncate(KEPT);
        Ok(Advice::Plays(ranked))
    }

    fn scores(&self, state: &MatchState, away: u32, plies: u8, context: &Context) -> Result<(), Cancelled> {
        let dice = match state.phase {
            Phase::Due(Decision::Play(dice)) => Some(dice),
            _ => None,
        };
        let root = Root::of(state, &self.table);
        let places = places(state, away.clamp(1, MOST_AWAY), dice.is_some());
        let basis = if dice.is_some() { self.checker } else { self.cube };
        let settings = EvalSettings { plies, ..basis };
        let mut survey =
            ScoreSurvey { state: *state, away, settings, found: Vec::new(), total: places.len() };
        for chunk in places.chunks(CHUNK) {
            let found: Result<Vec<Option<(Place, Advice)>>, Cancelled> = chunk
                .par_iter()
                .map(|&place| {
                    let Some(setting) = self.setting(state, place) else { return Ok(None) };
                    let root = Root { context: setting, ..root.clone() };
                    Ok(Some((place, self.advice(&root, dice, plies, context)?)))
                })
                .collect();
            survey.found.extend(found?.into_iter().flatten());
            context.progress(Progress::Survey(Arc::new(Survey::Scores(survey.clone()))));
        }
        Ok(())
    }

    fn setting(&self, state: &MatchState, place: Place) -> Option<CubeContext> {
        match place {
            Place::Money => Some(CubeContext::money(state.rules.jacoby, state.rules.beavers > 0)),
            Place::Match { away, is_crawford } => {
                Some(CubeContext::match_play(MatchScore::new(away, is_crawford)?, &self.table))
            }
        }
    }
}

/// The scores of a survey, the nearest to that of the position first. The Crawford game has no cube decisions.
fn places(state: &MatchState, away: u32, with_crawford: bool) -> Vec<Place> {
    let mut places = Vec::new();
    for zero in 1..=away {
        for one in 1..=away {
            places.push(Place::Match { away: [zero, one], is_crawford: false });
            if with_crawford && (zero == 1) != (one == 1) {
                places.push(Place::Match { away: [zero, one], is_crawford: true });
            }
        }
    }
    let here = gnubg_engine::core::Player::BOTH.map(|player| state.away(player).unwrap_or(away));
    places.sort_by_key(|place| match place {
        Place::Money => 0,
        Place::Match { away, .. } => away[0].abs_diff(here[0]) + away[1].abs_diff(here[1]),
    });
    places.insert(0, Place::Money);
    places
}

impl Job for SurveyJob {
    fn kind(&self) -> JobKind {
        JobKind::Survey
    }

    fn step(&mut self, context: &Context) -> Result<Step, JobError> {
        match &self.request {
            SurveyRequest::Rolls { state, with_double, plies } => {
                self.rolls(state, *with_double, *plies, context)?;
            }
            SurveyRequest::Scores { state, away, plies } => self.scores(state, *away, *plies, context)?,
        }
        Ok(Step::Done(Product::Nothing))
    }
}
