// SPDX-License-Identifier: GPL-3.0-or-later
//! What an analysis says about a decision: its loss, the best alternative, and how hard it was.

mod difficulty;

pub use difficulty::{REFERENCE, expected_loss, play_difficulty, pr_of_noise};

use crate::decision::{Flags, Kind};
use crate::finding::{Found, played_index};
use crate::position::{Action, Actions, play_themes};
use difficulty::choice_difficulty;
use gnubg_engine::core::{Board, MatchState, MoveRules, Probs, notation};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::Engine;
use gnubg_record::analysis::{CubeAnalysis, PlayAnalysis, ResignAnalysis};
use gnubg_record::judge::{CLOSE, CubeChoice, CubeError, CubeJudgement, Scale, judge_cube};
use std::sync::Arc;

/// The unit of losses, costs and luck in the database: a hundred-thousandth.
pub const UNIT: f64 = 100_000.0;

/// The unit of scales in the database: a ten-millionth.
pub const SCALE_UNIT: f64 = 10_000_000.0;

/// A loss from which on a decision can be called avoidable.
const AVOIDABLE: f64 = 0.040;

/// What judging depends on besides analyses.
#[derive(Clone, Debug)]
pub struct Judge {
    /// Evaluates plays that an analysis leaves out.
    pub engine: Arc<Engine>,
    /// The match equity table.
    pub table: Arc<MatchEquityTable>,
}

/// The right action with the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeAnswer {
    /// No double; a double would be taken.
    NoDouble,
    /// Double and take.
    DoubleTake,
    /// Double and drop.
    DoublePass,
    /// Too good to double.
    TooGood,
}

impl CubeAnswer {
    /// All answers.
    pub const ALL: [CubeAnswer; 4] =
        [CubeAnswer::NoDouble, CubeAnswer::DoubleTake, CubeAnswer::DoublePass, CubeAnswer::TooGood];

    /// The word in queries and JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            CubeAnswer::NoDouble => "nd",
            CubeAnswer::DoubleTake => "dt",
            CubeAnswer::DoublePass => "dp",
            CubeAnswer::TooGood => "tg",
        }
    }

    /// The right action, from the values of a cube decision.
    #[must_use]
    pub fn of(judged: &CubeJudgement) -> CubeAnswer {
        let CubeJudgement { no_double, double_take, double_drop, .. } = *judged;
        if double_take >= no_double && double_drop >= no_double {
            if double_take > double_drop { CubeAnswer::DoublePass } else { CubeAnswer::DoubleTake }
        } else if no_double > double_drop {
            CubeAnswer::TooGood
        } else {
            CubeAnswer::NoDouble
        }
    }
}

/// A decision to be judged.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Its kind.
    pub kind: Kind,
    /// The state; the player on roll is the one who plays or may double.
    pub state: &'a MatchState,
    /// The position after the play, the opponent on roll.
    pub after: Option<&'a Board>,
}

/// What an analysis says about a decision. Losses are positive, in normalized equity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assessed {
    /// What was lost; `None` if the alternative chosen was not analyzed.
    pub loss: Option<f64>,
    /// The same as a chance to win the match, or in points.
    pub cost: f64,
    /// The best alternative as text.
    pub best: String,
    /// What the best play does.
    pub bests: Actions,
    /// The right action and the error, for decisions about the cube.
    pub verdict: Option<i64>,
    /// The value of the best alternative for the player who plays or may double.
    pub equity: f64,
    /// Chances with the best alternative, for the same player.
    pub probs: Probs,
    /// Whether a cube decision is close.
    pub is_close: bool,
    /// Whether it counts in error rates.
    pub is_counted: bool,
    /// The expected loss of the reference player; 0 until [`Judge::difficulty`] has found it.
    pub difficulty: f64,
}

/// The right action and the error of a cube decision as one number.
#[must_use]
pub fn verdict_code(answer: CubeAnswer, error: Option<CubeError>) -> i64 {
    answer as i64 | error.map_or(0, |error| error.index() as i64 + 1) << 4
}

impl Assessed {
    /// The flags of a decision, with those that follow from the analysis.
    #[must_use]
    pub fn flags(&self, flags: Flags) -> Flags {
        let loss = self.loss.unwrap_or(0.0);
        flags
            .with(Flags::CLOSE, self.is_close)
            .with(Flags::COUNTED, self.is_counted && self.loss.is_some())
            .with(Flags::AVOIDABLE, loss >= AVOIDABLE && self.difficulty <= loss / 10.0)
    }
}

impl Judge {
    /// What an analysis says about a decision; `None` if it is about something else.
    #[must_use]
    pub fn assess(&self, question: Question<'_>, found: &Found) -> Option<Assessed> {
        match (question.kind, found) {
            (Kind::Play, Found::Play(play, _)) => self.play(question, play),
            (Kind::Resign, Found::Resign(resign)) => Some(self.resignation(question, resign)),
            (kind, Found::Cube(cube, _)) => self.cube(kind, question.state, cube),
            _ => None,
        }
    }

    /// The expected loss of the reference player in a decision, from an analysis of it.
    #[must_use]
    pub fn difficulty(&self, question: Question<'_>, found: &Found) -> f64 {
        let state = question.state;
        match (question.kind, found, state.dice()) {
            (Kind::Play, Found::Play(play, _), Some(dice)) => {
                let themes = play_themes(&state.board, dice, MoveRules { egyptian: state.rules.egyptian });
                play_difficulty(self, state, play, &themes, REFERENCE)
            }
            (Kind::NoDouble | Kind::Double | Kind::Take | Kind::Drop, Found::Cube(cube, _), _) => {
                let scale = Scale::new(state, state.on_roll, &*self.table);
                let [no_double, double_take] =
                    [&cube.no_double, &cube.double_take].map(|outputs| scale.emg(outputs.cubeful));
                let gap = match question.kind {
                    Kind::NoDouble | Kind::Double => no_double - double_take.min(1.0),
                    _ => double_take - 1.0,
                };
                choice_difficulty(gap.abs(), REFERENCE)
            }
            _ => 0.0,
        }
    }

    fn play(&self, question: Question<'_>, play: &PlayAnalysis) -> Option<Assessed> {
        let (state, after) = (question.state, question.after?);
        let dice = state.dice()?;
        let best = play.candidates.first()?;
        let themes = play_themes(&state.board, dice, MoveRules { egyptian: state.rules.egyptian });
        let has_choice = themes.plays.len() > 1;
        let played = played_index(play, &state.board, after).map(|n| &play.candidates[n]);
        let loss = match (has_choice, played) {
            (false, _) => Some(0.0),
            (true, played) => played.map(|played| f64::from(best.equity.0 - played.equity.0).max(0.0)),
        };
        let best_after = best.play.apply(&state.board).swapped();
        let scale = Scale::new(state, state.on_roll, &*self.table);
        Some(Assessed {
            loss,
            cost: scale.cost(loss.unwrap_or(0.0)),
            best: notation::format(&state.board, &best.play),
            bests: themes.of(&state.board, &best_after),
            verdict: None,
            equity: f64::from(best.equity.0),
            probs: best.probs,
            is_close: false,
            is_counted: has_choice,
            difficulty: 0.0,
        })
    }

    fn cube(&self, kind: Kind, state: &MatchState, cube: &CubeAnalysis) -> Option<Assessed> {
        let choice = match kind {
            Kind::NoDouble => CubeChoice::NoDouble,
            Kind::Double => CubeChoice::Double,
            Kind::Take | Kind::Beaver => CubeChoice::Take,
            Kind::Drop => CubeChoice::Drop,
            Kind::Play | Kind::Resign => return None,
        };
        let scale = Scale::new(state, state.on_roll, &*self.table);
        if !scale.is_known() {
            return None;
        }
        let judged = judge_cube(cube, choice, &scale);
        let answer = CubeAnswer::of(&judged);
        let best = match (kind, answer) {
            (Kind::NoDouble | Kind::Double, CubeAnswer::DoubleTake | CubeAnswer::DoublePass) => "double",
            (Kind::NoDouble | Kind::Double, _) => "no double",
            _ if judged.double_take > judged.double_drop => "drop",
            _ => "take",
        };
        Some(Assessed {
            // Not the negated errors: no loss is 0, not −0.
            loss: Some(0.0 - judged.error.emg),
            cost: 0.0 - judged.error.cost,
            best: best.to_owned(),
            bests: Actions::default(),
            verdict: Some(verdict_code(answer, judged.kind)),
            equity: judged.optimal,
            probs: cube.no_double.probs,
            is_close: judged.is_close,
            is_counted: judged.is_close && kind != Kind::Beaver,
            difficulty: 0.0,
        })
    }

    fn resignation(&self, question: Question<'_>, resign: &ResignAnalysis) -> Assessed {
        let state = question.state;
        let gain = f64::from(resign.after.0) - f64::from(resign.before.0);
        let loss = (-gain).max(0.0);
        let scale = Scale::new(state, state.on_roll, &*self.table);
        Assessed {
            loss: Some(loss),
            cost: scale.cost(loss),
            best: if gain < 0.0 { "play on" } else { "resign" }.to_owned(),
            equity: f64::from(resign.before.0.max(resign.after.0)),
            ..Assessed::default()
        }
    }
}

/// A value in the unit of the database.
#[must_use]
pub fn units(value: f64) -> i64 {
    (value * UNIT).round() as i64
}

/// What an equity of 1 costs the player on roll: a chance to win the match, or points. In the unit of the database.
#[must_use]
pub fn scale_of(state: &MatchState, table: &MatchEquityTable) -> i64 {
    (Scale::new(state, state.on_roll, table).cost(1.0) * SCALE_UNIT).round() as i64
}

/// Whether a decision about doubling was close, by the values of its alternatives.
#[must_use]
pub fn is_close(no_double: f64, double_take: f64) -> bool {
    let doubled = double_take.min(1.0);
    let optimal = if double_take >= no_double && no_double <= 1.0 { doubled } else { no_double };
    optimal - doubled < CLOSE
}

/// Whether an action is among those that both plays do or leave out.
#[must_use]
pub fn missed(did: Actions, best: Actions, action: Action) -> bool {
    best.has(action) && !did.has(action)
}
