// SPDX-License-Identifier: GPL-3.0-or-later
//! How good the user is at an exercise: the level of the next problem, and the bias of the numbers.
//!
//! Nothing but the answers is stored. Ability and level follow from them by a logistic update with one parameter, aimed at
//! 80 % right.

use super::marking::{Marked, number_text};
use super::{Exercise, FieldKind, Problem};
use crate::db::Library;
use crate::error::{LibraryError, Result};
use rusqlite::{Connection, params};
use serde_json::{Value, json};

/// The highest level.
pub const TOP_LEVEL: u8 = 20;
/// The ability without any answer.
const BEGINNING: f64 = 5.0;
/// How steeply the chance to be right falls with the level.
const STEEPNESS: f64 = 0.5;
/// How far an answer moves the ability.
const MOVE: f64 = 1.2;
/// The share of right answers that the level aims at.
const AIM: f64 = 0.8;
/// Answers of which the bias is told.
const RECENT: usize = 30;
/// The fewest answers for a bias.
const LEAST: usize = 6;

/// That numbers are too high or too low on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bias {
    /// Of which question.
    pub kind: FieldKind,
    /// The mean error; too much is positive.
    pub mean: f64,
    /// Its standard error.
    pub std_error: f64,
    /// Answers.
    pub answers: usize,
}

/// How good the user is at an exercise.
#[derive(Clone, Debug, PartialEq)]
pub struct DrillState {
    /// The level of the next problem.
    pub level: u8,
    /// The ability on the scale of levels.
    pub ability: f64,
    /// Answers so far.
    pub answers: usize,
    /// Those that were right.
    pub right: usize,
    /// Questions whose errors are on one side by more than twice their standard error.
    pub bias: Vec<Bias>,
}

/// The ability after an answer at a level.
fn updated(ability: f64, level: u8, is_right: bool) -> f64 {
    let chance = 1.0 / (1.0 + (-STEEPNESS * (ability - f64::from(level))).exp());
    ability + MOVE * (f64::from(u8::from(is_right)) - chance)
}

/// The level at which so able a user is right as often as aimed at.
fn level_of(ability: f64) -> u8 {
    let level = ability - (AIM / (1.0 - AIM)).ln() / STEEPNESS;
    level.round().clamp(1.0, f64::from(TOP_LEVEL)) as u8
}

fn state(connection: &Connection, exercise: Exercise) -> Result<DrillState> {
    let sql = "SELECT level, is_right, truth FROM drill WHERE exercise = ? ORDER BY id";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([exercise.word()])?;
    let (mut ability, mut answers, mut right) = (BEGINNING, 0, 0);
    let mut errors: Vec<(FieldKind, f64)> = Vec::new();
    while let Some(row) = rows.next()? {
        let is_right: bool = row.get(1)?;
        ability = updated(ability, row.get(0)?, is_right);
        answers += 1;
        right += usize::from(is_right);
        let fields: Vec<Value> = serde_json::from_str(&row.get::<_, String>(2)?).unwrap_or_default();
        for field in fields {
            let word = field["kind"].as_str();
            let kind = FieldKind::ALL.iter().find(|kind| Some(kind.word()) == word);
            if let (Some(&kind), Some(error)) = (kind, field["error"].as_f64()) {
                errors.push((kind, error));
            }
        }
    }
    let is_number = |kind: &&FieldKind| !matches!(kind, FieldKind::Play | FieldKind::Verdict);
    let bias = FieldKind::ALL.iter().filter(is_number).filter_map(|&kind| {
        let of: Vec<f64> =
            errors.iter().rev().filter(|one| one.0 == kind).take(RECENT).map(|one| one.1).collect();
        bias_of(kind, &of)
    });
    Ok(DrillState { level: level_of(ability), ability, answers, right, bias: bias.collect() })
}

/// The bias of errors, if they are on one side by more than twice their standard error.
fn bias_of(kind: FieldKind, errors: &[f64]) -> Option<Bias> {
    let n = errors.len();
    if n < LEAST {
        return None;
    }
    let mean = errors.iter().sum::<f64>() / n as f64;
    let variance = errors.iter().map(|error| (error - mean).powi(2)).sum::<f64>() / (n - 1) as f64;
    let std_error = (variance / n as f64).sqrt();
    (mean.abs() > 2.0 * std_error && mean != 0.0).then_some(Bias { kind, mean, std_error, answers: n })
}

impl Library {
    /// How good the user is at an exercise.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn drill_state(&self, exercise: Exercise) -> Result<DrillState> {
        self.read(|connection| state(connection, exercise))
    }

    /// Keeps an answer to a problem after so many milliseconds of thought; how good the user is then.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn note_drill(&self, problem: &Problem, marked: &Marked, ms: i64) -> Result<DrillState> {
        let fields: Vec<Value> = marked
            .fields
            .iter()
            .map(|field| json!({ "kind": field.kind.word(), "truth": field.truth, "error": field.error }))
            .collect();
        let given: Vec<&str> = marked.fields.iter().map(|field| field.given.as_str()).collect();
        let text = |value: &Value| {
            serde_json::to_string(value).map_err(|error| LibraryError::content("an answer", error))
        };
        let (truth, answer) = (text(&Value::Array(fields))?, text(&json!(given))?);
        let question = problem.state.xgid();
        let (exercise, level, seed) = (problem.exercise, problem.level, problem.seed as i64);
        let (error, is_right, now) = (marked.error(), marked.is_right, self.now());
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO drill (exercise, seed, level, question, answer, truth, error, is_right, ms, at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                params![
                    exercise.word(),
                    seed,
                    level,
                    question,
                    answer,
                    truth,
                    error,
                    is_right,
                    ms.max(0),
                    now
                ],
            )?;
            state(connection, exercise)
        })
    }
}

impl Bias {
    /// The mean error with its sign, as it is shown.
    #[must_use]
    pub fn text(&self) -> String {
        let sign = if self.mean > 0.0 { "+" } else { "" };
        format!("{sign}{}", number_text(self.mean))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_answers_raise_the_level_and_wrong_ones_lower_it() {
        let mut ability = BEGINNING;
        assert_eq!(level_of(ability), 2);
        for _ in 0..20 {
            ability = updated(ability, level_of(ability), true);
        }
        assert!(level_of(ability) >= 6, "{ability}");
        let before = level_of(ability);
        ability = updated(ability, before, false);
        assert!(level_of(ability) < before);
        for _ in 0..200 {
            ability = updated(ability, level_of(ability), true);
        }
        assert_eq!(level_of(ability), TOP_LEVEL);
    }

    #[test]
    fn the_level_settles_where_four_of_five_are_right() {
        // Somebody with an ability of 12 answers with the chances of the model, by a fixed pattern.
        let (mut ability, mut right, mut n) = (BEGINNING, 0, 0);
        for k in 0..600u32 {
            let level = level_of(ability);
            let chance = 1.0 / (1.0 + (-STEEPNESS * (12.0 - f64::from(level))).exp());
            let is_right = f64::from(k.wrapping_mul(2_654_435_761) >> 8) / f64::from(1u32 << 24) < chance;
            ability = updated(ability, level, is_right);
            if k >= 100 {
                (right, n) = (right + u32::from(is_right), n + 1);
            }
        }
        let share = f64::from(right) / f64::from(n);
        assert!((share - AIM).abs() < 0.05, "{share}");
    }

    #[test]
    fn bias_is_told_only_if_it_is_sure() {
        assert!(
            bias_of(FieldKind::MyPips, &[2.0, 1.0, 1.0, 2.0, 0.0, 2.0]).is_some_and(|bias| bias.mean > 1.0)
        );
        assert!(bias_of(FieldKind::MyPips, &[2.0, -1.0, 1.0, -2.0, 0.0, 1.0]).is_none());
        assert!(bias_of(FieldKind::MyPips, &[2.0, 2.0]).is_none());
        assert!(bias_of(FieldKind::MyPips, &[0.0; 8]).is_none());
    }
}
