// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg library stats` and `next`.

use super::environment::{Environment, LibraryToolError};
use super::study_arguments::{NextArguments, StatsArguments};
use gnubg_library::stats::{Certainty, Figure, StatsRequest};
use serde_json::{Value, json};

/// A value with two decimals.
fn two(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn figure_json(name: Option<&str>, figure: &Figure) -> Value {
    let mut value = json!({
        "decisions": figure.decisions, "games": figure.games, "matches": figure.matches, "pr": two(figure.pr),
        "interval": figure.interval.map(|ends| ends.map(two)), "too_few": figure.is_grey,
        "loss": (figure.loss * 1e6).round() / 1e3, "cost": (figure.cost * 1e5).round() / 1e5,
        "difficulty": (figure.difficulty * 1e6).round() / 1e3, "errors": figure.errors, "blunders": figure.blunders,
    });
    if let (Some(name), Value::Object(object)) = (name, &mut value) {
        object.insert("part".to_owned(), json!(name));
    }
    value
}

fn figure_text(name: &str, figure: &Figure) -> String {
    let interval = figure
        .interval
        .map_or_else(|| "too few games".to_owned(), |[low, high]| format!("{low:.1} to {high:.1}"));
    let grey = if figure.is_grey && figure.interval.is_some() { ", few matches" } else { "" };
    format!(
        "{name:<24} PR {:>5.1}  ({interval}{grey})  {} decisions, {} matches, {} errors, {} blunders",
        figure.pr, figure.decisions, figure.matches, figure.errors, figure.blunders
    )
}

/// `gnubg library stats`.
pub(super) fn stats(
    arguments: &StatsArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    if !(0.5..1.0).contains(&arguments.interval) {
        return Err(LibraryToolError::Usage("--interval needs a chance from 0.5 to 0.999".to_owned()));
    }
    let query = match arguments.query.join(" ") {
        query if query.trim().is_empty() => "me".to_owned(),
        query => query,
    };
    let request = StatsRequest {
        query,
        by: arguments.by,
        interval: arguments.interval,
        ruler: arguments.ruler.clone(),
    };
    let stats = environment.library.stats(&request, &environment.cancel)?;
    for (name, figure) in &stats.rows {
        let name = if name.is_empty() { "unknown" } else { name };
        environment.either(&figure_json(Some(name), figure), &figure_text(name, figure))?;
    }
    let mut total = figure_json(None, &stats.total);
    if let Value::Object(object) = &mut total {
        let rulers: Vec<Value> =
            stats.rulers.iter().map(|(name, n)| json!({ "ruler": name, "decisions": n })).collect();
        object.insert("rulers".to_owned(), json!(rulers));
    }
    environment.either(&total, &figure_text("all", &stats.total))?;
    let rulers: Vec<String> = stats.rulers.iter().map(|(name, n)| format!("{name} ({n})")).collect();
    if !rulers.is_empty() {
        environment.text(&format!("Rulers: {}", rulers.join(", ")))?;
    }
    Ok(())
}

/// `gnubg library next`.
pub(super) fn next(
    arguments: &NextArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let advice = environment.library.what_next(&arguments.query.join(" "), &environment.cancel)?;
    if advice.is_empty() {
        return environment.text("There is no evidence that anything costs more than the rest.");
    }
    for one in advice {
        let certainty = match one.certainty {
            Certainty::Sure => "sure",
            Certainty::Likely => "likely",
        };
        let plan = one.family.plan.map(|plan| plan.word());
        let th = |value: f64| (value * 1e4).round() / 10.0;
        environment.json(&json!({
            "theme": one.family.theme.word(), "plan": plan, "certainty": certainty, "recoverable": th(one.recoverable),
            "interval": one.interval.map(th), "decisions": one.decisions, "errors": one.errors, "matches": one.matches,
            "query": one.query, "examples": one.examples,
        }))?;
        let text = format!(
            "{} ({certainty}): {} errors in {} decisions of {} matches; about {:.0} th a match to 7 points beyond your level \
             ({:.0} to {:.0})\n    gnubg library search \"{}\"",
            match plan {
                Some(plan) => format!("{}, {plan}", one.family.theme.word()),
                None => one.family.theme.word(),
            },
            one.errors,
            one.decisions,
            one.matches,
            1000.0 * one.recoverable,
            1000.0 * one.interval[0],
            1000.0 * one.interval[1],
            one.query
        );
        environment.text(&text)?;
    }
    Ok(())
}
