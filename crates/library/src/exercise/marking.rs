// SPDX-License-Identifier: GPL-3.0-or-later
//! Answers to exercises, and what was right.

use super::{FieldKind, VERDICTS};
use crate::error::{LibraryError, Result};
use gnubg_engine::core::Board;
use gnubg_engine::cube::race::RaceAdvice;

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Given {
    /// A number.
    Number(f64),
    /// A verdict on a race.
    Verdict(RaceAdvice),
    /// A play: the position after it, seen by the opponent, who is on roll then.
    Play(Board),
}

/// What is right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Truth {
    Number(f64),
    Verdict(RaceAdvice),
}

/// An answer that was marked.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkedField {
    /// What was asked.
    pub kind: FieldKind,
    /// The answer as text.
    pub given: String,
    /// What is right, as text.
    pub truth: String,
    /// How far the answer is from the truth: too much is positive. Verdicts count in steps, plays in normalized equity.
    pub error: f64,
    /// Whether it counts as right.
    pub is_right: bool,
}

/// That a formula's verdict is wrong in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FormulaError {
    /// The formula's verdict.
    pub by_formula: RaceAdvice,
    /// Whether doubling is right.
    pub is_double: bool,
    /// Whether a double is to be taken.
    pub is_take: bool,
    /// What following the formula loses, in normalized equity.
    pub loss: f64,
}

/// Answers that were marked.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    /// One for each question.
    pub fields: Vec<MarkedField>,
    /// Whether all are right.
    pub is_right: bool,
    /// That the formula errs here.
    pub formula: Option<FormulaError>,
    /// The engine and level that know it, where it is not exact.
    pub ruler: Option<String>,
}

impl Marked {
    /// The largest error among numbers and plays.
    #[must_use]
    pub fn error(&self) -> f64 {
        let all = self.fields.iter().map(|field| field.error);
        all.fold(0.0, |most: f64, error| if error.abs() > most.abs() { error } else { most })
    }
}

/// The word of a verdict.
pub(super) fn verdict_word(advice: RaceAdvice) -> &'static str {
    VERDICTS.iter().find(|(one, _)| *one == advice).map_or("", |(_, word)| word)
}

/// A number as it is shown: without decimals where there are none.
pub(super) fn number_text(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    format!("{rounded}")
}

/// Marks numbers and verdicts.
pub(super) fn mark(kinds: &[FieldKind], given: &[Given], truths: &[Truth]) -> Result<Marked> {
    if given.len() != kinds.len() {
        return Err(LibraryError::Refused(format!(
            "{} answers are needed: {}",
            kinds.len(),
            kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(", ")
        )));
    }
    let mut fields = Vec::new();
    for ((&kind, given), truth) in kinds.iter().zip(given).zip(truths) {
        let (given, truth, error) = match (given, truth) {
            (Given::Number(given), Truth::Number(truth)) => {
                (number_text(*given), number_text(*truth), given - truth)
            }
            (Given::Verdict(given), Truth::Verdict(truth)) => {
                let step = |one: &RaceAdvice| VERDICTS.iter().position(|(advice, _)| advice == one);
                let error = step(given).unwrap_or(0) as f64 - step(truth).unwrap_or(0) as f64;
                (verdict_word(*given).to_owned(), verdict_word(*truth).to_owned(), error)
            }
            _ => {
                return Err(LibraryError::Refused(format!(
                    "the answer for {} is of the wrong kind",
                    kind.word()
                )));
            }
        };
        fields.push(MarkedField { kind, given, truth, error, is_right: error.abs() <= kind.tolerance() });
    }
    let is_right = fields.iter().all(|field| field.is_right);
    Ok(Marked { fields, is_right, formula: None, ruler: None })
}
