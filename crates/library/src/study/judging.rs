// SPDX-License-Identifier: GPL-3.0-or-later
//! Answers, and what they lose.

use super::grade::Rating;
use super::truth::Truth;
use crate::assess::{Judge, Question};
use crate::decision::Kind;
use crate::error::{LibraryError, Result};
use crate::finding::{Found, played_index};
use crate::findings_of::alternatives;
use crate::search::DecisionRow;
use gnubg_engine::core::{Action, Board, CancelToken, Dice, MatchState, PlayList, Probs, notation};
use gnubg_engine::eval::{EvalSettings, Root};
use gnubg_record::judge::Scale;
use serde::{Deserialize, Serialize};

/// The depth at which an answer is evaluated that the analysis leaves out.
const PLIES: u8 = 2;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Which play to make with these dice.
    Play(Dice),
    /// Whether to double.
    Double,
    /// Whether to take, if the opponent doubles in that position.
    Take,
}

impl Ask {
    /// The word in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Ask::Play(_) => "play",
            Ask::Double => "double",
            Ask::Take => "take",
        }
    }
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// A play: the position after it, seen by the opponent, who is on roll then.
    Play(Board),
    /// Whether to double.
    Double(bool),
    /// Whether to take.
    Take(bool),
}

/// A question that was answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// What was asked: `play`, `double` or `take`.
    pub ask: String,
    /// The answer as text.
    pub given: String,
    /// The best alternative as text.
    pub best: String,
    /// What the answer loses, in normalized equity.
    pub loss: f64,
    /// The same as a chance to win the match, or in points.
    pub cost: f64,
}

/// What is to be said about the answers to a card.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The questions in the order in which they were asked.
    pub parts: Vec<Part>,
    /// The largest loss of the parts.
    pub loss: f64,
    /// The same as a chance to win the match, or in points.
    pub cost: f64,
    /// How uncertain the loss is: the joint standard error of a rollout, 0 where it is not known.
    pub uncertainty: f64,
    /// The grade, from 1 (again) to 4.
    pub grade: f64,
    /// The rating nearest to it.
    pub proposed: Rating,
    /// Days until the card comes back: for again, hard, good, easy. `None` for a control, which does not come back.
    pub days: Option<[i64; 4]>,
    /// The same for the proposed grade.
    pub proposed_days: Option<i64>,
    /// The alternatives with their equities, the best first.
    pub alternatives: Vec<(String, f64)>,
    /// The chances after the play that was given and after the best one, if these differ.
    pub chances: Option<[Probs; 2]>,
    /// Program and level of the analysis.
    pub ruler: String,
    /// The card; `None` for a control.
    pub card: Option<i64>,
    /// The position.
    pub position: i64,
    /// The decision that it came from.
    pub decision: Option<i64>,
    /// The same as lists show it: who made it, when, and what was done.
    pub source: Option<DecisionRow>,
    /// Whether it was a control: a decision of the user's that was right.
    pub is_control: bool,
}

/// The questions of a position, in order.
pub(super) fn asks(state: &MatchState) -> Vec<Ask> {
    match state.dice() {
        Some(dice) => vec![Ask::Play(dice)],
        None => vec![Ask::Double, Ask::Take],
    }
}

/// The state in which a question is asked.
pub(super) fn state_of(state: &MatchState, ask: Ask) -> MatchState {
    match ask {
        Ask::Take => state.apply(Action::Double).unwrap_or(*state),
        Ask::Play(_) | Ask::Double => *state,
    }
}

/// Judges an answer. The second value is the index of the candidate that was chosen.
pub(super) fn judge_answer(
    truth: &Truth,
    ask: Ask,
    answer: Answer,
    judge: &Judge,
    cancel: &CancelToken,
) -> Result<(Part, Option<usize>)> {
    let (kind, after, given) = match (ask, answer) {
        (Ask::Play(_), Answer::Play(after)) => (Kind::Play, Some(after), play_text(&truth.state, &after)?),
        (Ask::Double, Answer::Double(true)) => (Kind::Double, None, "double".to_owned()),
        (Ask::Double, Answer::Double(false)) => (Kind::NoDouble, None, "no double".to_owned()),
        (Ask::Take, Answer::Take(true)) => (Kind::Take, None, "take".to_owned()),
        (Ask::Take, Answer::Take(false)) => (Kind::Drop, None, "drop".to_owned()),
        _ => {
            return Err(LibraryError::Refused(format!(
                "{} was asked; the answer is about something else",
                ask.word()
            )));
        }
    };
    let question = Question { kind, state: &truth.state, after: after.as_ref() };
    let unjudged = || LibraryError::content("the analysis of a card", "it does not judge this question");
    let assessed = judge.assess(question, &truth.found).ok_or_else(unjudged)?;
    let chosen = match (&truth.found, after) {
        (Found::Play(play, _), Some(after)) => played_index(play, &truth.state.board, &after),
        _ => None,
    };
    let (loss, cost) = match (assessed.loss, after) {
        (Some(loss), _) => (loss.max(0.0), assessed.cost.max(0.0)),
        (None, Some(after)) => {
            let loss = loss_of_other(truth, &after, judge, cancel)?;
            (loss, Scale::new(&truth.state, truth.state.on_roll, &*judge.table).cost(loss))
        }
        (None, None) => return Err(unjudged()),
    };
    Ok((Part { ask: ask.word().to_owned(), given, best: assessed.best, loss, cost }, chosen))
}

/// The text of the legal play that leads to a position.
fn play_text(state: &MatchState, after: &Board) -> Result<String> {
    let illegal = || LibraryError::Refused("this is no legal play with these dice".to_owned());
    let list: PlayList = state.legal_plays().ok_or_else(illegal)?;
    if list.is_empty() && *after == state.board.swapped() {
        return Ok("cannot move".to_owned());
    }
    let n = list.boards().iter().position(|board| board == after).ok_or_else(illegal)?;
    Ok(notation::format(&state.board, &list.plays()[n]))
}

/// What a play loses that the analysis leaves out: both it and the best one are evaluated alike.
fn loss_of_other(truth: &Truth, after: &Board, judge: &Judge, cancel: &CancelToken) -> Result<f64> {
    let Found::Play(analysis, _) = &truth.found else { return Ok(0.0) };
    let Some(best) = analysis.candidates.first() else { return Ok(0.0) };
    let root = Root::of(&truth.state, &judge.table);
    let settings = EvalSettings::at(PLIES);
    let value = |play: &gnubg_engine::core::Play, after: &Board| {
        judge.engine.evaluate_play(&root, play, after, &settings, cancel)
    };
    let best_after = best.play.apply(&truth.state.board).swapped();
    let best = value(&best.play, &best_after)?.evaluation.cubeful.0;
    let other = value(&gnubg_engine::core::Play::EMPTY, after)?.evaluation.cubeful.0;
    // It is not among the candidates, so it is worse than the last of them.
    let last = analysis.candidates.last().map_or(0.0, |last| analysis.candidates[0].equity.0 - last.equity.0);
    Ok(f64::from((best - other).max(last)).max(0.0))
}

/// The chances after the play that was given and after the best one; `None` if that was given, or after a decision about the
/// cube. Both are those of the analysis, or both are evaluated if it leaves the play out.
pub(super) fn chances_of(
    truth: &Truth,
    answer: Answer,
    chosen: Option<usize>,
    judge: &Judge,
    cancel: &CancelToken,
) -> Result<Option<[Probs; 2]>> {
    let (Found::Play(analysis, _), Answer::Play(after)) = (&truth.found, answer) else { return Ok(None) };
    let Some(best) = analysis.candidates.first().filter(|_| chosen != Some(0)) else { return Ok(None) };
    if let Some(given) = chosen.and_then(|n| analysis.candidates.get(n)) {
        return Ok(Some([given.probs, best.probs]));
    }
    let root = Root::of(&truth.state, &judge.table);
    let settings = EvalSettings::at(PLIES);
    let best_after = best.play.apply(&truth.state.board).swapped();
    let mut chances = [Probs::default(); 2];
    for (found, after) in chances.iter_mut().zip([after, best_after]) {
        let play = gnubg_engine::core::Play::EMPTY;
        *found = judge.engine.evaluate_play(&root, &play, &after, &settings, cancel)?.evaluation.probs;
    }
    Ok(Some(chances))
}

/// The alternatives of a truth, the best first.
pub(super) fn alternatives_of(truth: &Truth) -> Vec<(String, f64)> {
    alternatives(&truth.key, &truth.found)
}
