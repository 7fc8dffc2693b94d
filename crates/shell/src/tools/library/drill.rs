// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg library drill`: exercises in the terminal, or driven by a program with JSON Lines.
//!
//! Each line that is read holds the answers to a problem, separated by blanks: numbers, a verdict (`no-double`, `double`,
//! `redouble`, `pass`), or a play. `quit` ends.

use super::environment::{Environment, LibraryToolError};
use super::study_arguments::DrillArguments;
use gnubg_engine::core::notation;
use gnubg_formats::board_text::BoardText;
use gnubg_library::LibraryError;
use gnubg_library::exercise::{DrillState, Exercise, FieldKind, Given, Marked, Problem, VERDICTS};
use serde_json::{Value, json};
use std::time::Instant;

/// Carries the command out.
pub(super) fn run(
    arguments: &DrillArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    let Some(exercise) = arguments.exercise else {
        for &exercise in Exercise::ALL {
            let state = library.drill_state(exercise)?;
            let text = format!(
                "{:<12} level {:>2}, {} of {} right",
                exercise.word(),
                state.level,
                state.right,
                state.answers
            );
            environment.either(&state_json(exercise, &state), &text)?;
        }
        return Ok(());
    };
    let judge = environment.judge()?;
    let first = arguments.seed.unwrap_or_else(|| library.now().unsigned_abs());
    let mut state = library.drill_state(exercise)?;
    for n in 0..u64::from(arguments.count) {
        let level = arguments.level.unwrap_or(state.level);
        let problem = Problem::new(exercise, first.wrapping_add(n), level, &judge)?;
        show(&problem, environment)?;
        let began = Instant::now();
        let marked = loop {
            if environment.cancel.is_cancelled() {
                return Err(LibraryToolError::Cancelled);
            }
            let Some(line) = (environment.answer)() else { return end(exercise, &state, environment) };
            let text = text_of(&line);
            if matches!(text.as_str(), "quit" | "q" | "exit") {
                return end(exercise, &state, environment);
            }
            let given = given_of(&text, &problem).map_err(LibraryError::Refused);
            match given.and_then(|given| problem.mark(&given, &judge, &environment.cancel)) {
                Ok(marked) => break marked,
                Err(LibraryError::Refused(message)) => {
                    (environment.tell)(&message);
                    environment.json(&json!({ "refused": message }))?;
                }
                Err(error) => return Err(error.into()),
            }
        };
        let ms = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
        state = library.note_drill(&problem, &marked, ms)?;
        tell_marked(&marked, &state, environment)?;
    }
    end(exercise, &state, environment)
}

/// The text of a line: itself, or the field `answer` of an object, which may be a list.
fn text_of(line: &str) -> String {
    let object: Option<Value> = serde_json::from_str(line).ok().filter(Value::is_object);
    let part = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match object.map(|object| object["answer"].clone()) {
        Some(Value::Array(list)) => list.iter().map(part).collect::<Vec<_>>().join(" "),
        Some(value) => part(&value),
        None => line.trim().to_owned(),
    }
}

fn given_of(text: &str, problem: &Problem) -> Result<Vec<Given>, String> {
    if problem.fields == [FieldKind::Play] {
        let Some(dice) = problem.state.dice() else { return Err("this problem has no dice".to_owned()) };
        let board = &problem.state.board;
        let play = notation::resolve(board, dice, text)
            .map_err(|error| format!("{text:?} is no legal play: {error}"))?;
        return Ok(vec![Given::Play(play.apply(board).swapped())]);
    }
    let one = |(word, kind): (&str, &FieldKind)| match kind {
        FieldKind::Verdict => VERDICTS
            .iter()
            .find(|(_, name)| *name == word)
            .map(|(advice, _)| Given::Verdict(*advice))
            .ok_or_else(|| format!("{word:?} is none of no-double, double, redouble, pass")),
        _ => word
            .trim_end_matches('%')
            .replace(',', ".")
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
            .map(Given::Number)
            .ok_or_else(|| format!("{word:?} is no number")),
    };
    text.split_whitespace().zip(&problem.fields).map(one).collect()
}

fn show(problem: &Problem, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let fields: Vec<&str> = problem.fields.iter().map(|kind| kind.word()).collect();
    let state = &problem.state;
    environment.json(&json!({
        "ask": problem.exercise.word(), "seed": problem.seed, "level": problem.level, "fields": fields,
        "xgid": state.xgid(),
    }))?;
    environment.text(&format!("\nLevel {}, seed {}", problem.level, problem.seed))?;
    if problem.exercise == Exercise::TakePoints {
        let away = |player| state.away(player).unwrap_or(0);
        let text = format!(
            "The player who doubles needs {}, you need {}; the cube stands at {}.",
            away(state.on_roll),
            away(state.on_roll.other()),
            state.cube.value.points()
        );
        environment.text(&text)?;
    } else {
        let board = BoardText { state, names: ["Opponent", "You"], clockwise: false, faces: None }.draw();
        environment.text(&board)?;
    }
    environment.text(&format!("{}?", fields.join(", ")))
}

fn tell_marked(
    marked: &Marked,
    state: &DrillState,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let fields: Vec<Value> = marked
        .fields
        .iter()
        .map(|field| {
            json!({ "kind": field.kind.word(), "given": field.given, "truth": field.truth, "error": field.error,
                "right": field.is_right })
        })
        .collect();
    let formula = marked.formula.map(
        |one| json!({ "double": one.is_double, "take": one.is_take, "loss": (one.loss * 1e6).round() / 1e3 }),
    );
    environment.json(&json!({
        "right": marked.is_right, "fields": fields, "formula_error": formula, "ruler": marked.ruler, "level": state.level,
        "bias": bias_json(state),
    }))?;
    for field in &marked.fields {
        let verdict = match (field.is_right, field.kind) {
            (true, _) => "right".to_owned(),
            (false, FieldKind::Play) => {
                format!("loses {:.0} th; best is {}", 1000.0 * field.error, field.truth)
            }
            (false, _) => format!("wrong; it is {}", field.truth),
        };
        environment.text(&format!("{}: {} {verdict}", field.kind.word(), field.given))?;
    }
    if let Some(one) = &marked.formula {
        let right = match (one.is_double, one.is_take) {
            (true, true) => "double and take",
            (true, false) => "double and drop",
            (false, _) => "no double",
        };
        environment.text(&format!(
            "The formula itself is wrong here: right is {right}; following it loses {:.0} th.",
            1000.0 * one.loss
        ))?;
    }
    Ok(())
}

fn bias_json(state: &DrillState) -> Vec<Value> {
    let one = |bias: &gnubg_library::exercise::Bias| json!({ "kind": bias.kind.word(), "mean": bias.mean, "std_error": bias.std_error, "answers": bias.answers });
    state.bias.iter().map(one).collect()
}

fn state_json(exercise: Exercise, state: &DrillState) -> Value {
    json!({
        "exercise": exercise.word(), "level": state.level, "ability": (state.ability * 100.0).round() / 100.0,
        "answers": state.answers, "right": state.right, "bias": bias_json(state),
    })
}

fn end(
    exercise: Exercise,
    state: &DrillState,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    environment.json(&state_json(exercise, state))?;
    environment.text(&format!("Level {}; {} of {} right so far", state.level, state.right, state.answers))?;
    for bias in &state.bias {
        environment.text(&format!(
            "Your answers for {} are off by {} on average (last {}).",
            bias.kind.word(),
            bias.text(),
            bias.answers
        ))?;
    }
    Ok(())
}
