// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg library study`: a session in the terminal, or driven by a program with JSON Lines.
//!
//! Each line that is read answers what was printed last: a play such as `8/5 6/5`, `double` or `no`, `take` or `drop`; then a
//! grade, or an empty line for the proposed one. `undo` takes the last answer back, `quit` ends. With `--json` each question
//! and each judgement is an object with the field `ask`.

use super::environment::{Environment, LibraryToolError};
use super::study_arguments::StudyArguments;
use gnubg_engine::core::{Play, notation};
use gnubg_formats::board_text::BoardText;
use gnubg_library::study::{
    Answer, Ask, Judgement, Question, Rate, Rating, Step, Study, StudySettings, StudySummary,
};
use gnubg_record::Date;
use serde_json::{Value, json};
use std::time::Instant;

/// What a line says besides an answer.
enum Said<T> {
    That(T),
    Undo,
    Quit,
}

/// Carries the command out.
pub(super) fn run(
    arguments: &StudyArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    if let Some(days) = arguments.report {
        return report(days, environment);
    }
    let library = environment.library.clone();
    let resumed = if arguments.fresh { None } else { Study::resume(&library)? };
    let mut study = match resumed {
        Some(study) => {
            (environment.tell)("The session that was not ended goes on; --fresh begins a new one.");
            study
        }
        None => {
            let settings = StudySettings {
                deck: arguments.deck.clone(),
                only: None,
                cards: arguments.cards,
                new: arguments.new,
                minutes: arguments.minutes,
                has_controls: !arguments.no_controls,
                retention: arguments.retention,
            };
            Study::start(&library, settings)?
        }
    };
    if study.question().is_none() {
        environment.text("Nothing is due. gnubg library cards make makes cards of your mistakes.")?;
    }
    while let Some(question) = study.question().cloned() {
        if environment.cancel.is_cancelled() {
            return Err(LibraryToolError::Cancelled);
        }
        if !ask(&question, &mut study, environment)? {
            // The session is kept and goes on next time.
            return told(&study.summary(), false, environment);
        }
    }
    let summary = study.end()?;
    told(&summary, true, environment)
}

/// Asks a question until it is answered and graded; whether to go on.
fn ask(
    question: &Question,
    study: &mut Study,
    environment: &mut Environment<'_>,
) -> Result<bool, LibraryToolError> {
    show(question, environment)?;
    let began = Instant::now();
    let answer = loop {
        let Some(line) = (environment.answer)() else { return Ok(false) };
        match answer_of(&line, question) {
            Ok(Said::That(answer)) => break answer,
            Ok(Said::Quit) => return Ok(false),
            Ok(Said::Undo) => {
                if !study.take_back()? {
                    (environment.tell)("There is nothing to take back.");
                    continue;
                }
                return Ok(true);
            }
            Err(problem) => complain(&problem, environment)?,
        }
    };
    let judge = environment.judge()?;
    let ms = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
    match study.answer(answer, ms, &judge, &environment.cancel) {
        Ok(Step::Ask(_)) => Ok(true),
        Ok(Step::Judged(judgement)) => grade(&judgement, study, environment),
        Err(gnubg_library::LibraryError::Refused(problem)) => {
            complain(&problem, environment)?;
            Ok(true)
        }
        Err(error) => Err(error.into()),
    }
}

fn complain(problem: &str, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    (environment.tell)(problem);
    environment.json(&json!({ "refused": problem }))
}

fn show(question: &Question, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    environment.json(&json!({
        "ask": question.ask.word(), "number": question.number, "of": question.of,
        "position": gnubg_library::json::position(&question.key),
    }))?;
    let names = ["Opponent", "You"];
    let names = if question.ask == Ask::Take { [names[1], names[0]] } else { names };
    let board = BoardText { state: &question.state, names, clockwise: false, faces: None }.draw();
    environment.text(&format!("\n{} of {}\n{board}", question.number, question.of))?;
    environment.text(match question.ask {
        Ask::Play(_) => "Your play?",
        Ask::Double => "Double? (double, no)",
        Ask::Take => "And if you are doubled in the same position: take? (take, drop)",
    })
}

/// The text of a line: itself, or the field of an object.
fn plain(line: &str, field: &str) -> String {
    let object: Option<Value> = serde_json::from_str(line).ok();
    let text = object.as_ref().and_then(|object| object[field].as_str());
    text.unwrap_or(line).trim().to_lowercase()
}

fn answer_of(line: &str, question: &Question) -> Result<Said<Answer>, String> {
    let text = plain(line, "answer");
    match (question.ask, text.as_str()) {
        (_, "quit" | "q" | "exit") => Ok(Said::Quit),
        (_, "undo" | "z") => Ok(Said::Undo),
        (Ask::Double, "double" | "d" | "yes" | "y") => Ok(Said::That(Answer::Double(true))),
        (Ask::Double, "no" | "n" | "no double" | "roll") => Ok(Said::That(Answer::Double(false))),
        (Ask::Take, "take" | "t" | "yes" | "y") => Ok(Said::That(Answer::Take(true))),
        (Ask::Take, "drop" | "pass" | "p" | "no" | "n") => Ok(Said::That(Answer::Take(false))),
        (Ask::Double, _) => Err("Please answer double or no.".to_owned()),
        (Ask::Take, _) => Err("Please answer take or drop.".to_owned()),
        (Ask::Play(dice), _) => {
            let board = &question.state.board;
            let is_blocked = question.state.legal_plays().is_some_and(|plays| plays.is_empty());
            let play = match notation::resolve(board, dice, &text) {
                Ok(play) => play,
                Err(_) if is_blocked => Play::EMPTY,
                Err(error) => return Err(format!("{text:?} is no legal play: {error}")),
            };
            Ok(Said::That(Answer::Play(play.apply(board).swapped())))
        }
    }
}

fn grade(
    judgement: &Judgement,
    study: &mut Study,
    environment: &mut Environment<'_>,
) -> Result<bool, LibraryToolError> {
    tell_judgement(judgement, environment)?;
    let rate = loop {
        // Without an answer the proposed grade counts, so that nothing that was answered is lost.
        let line = (environment.answer)().unwrap_or_default();
        match plain(&line, "grade").as_str() {
            "" | "ok" | "proposed" => break Rate::Proposed,
            "0" | "skip" => break Rate::NotCounted,
            "undo" | "z" => {
                study.take_back()?;
                return Ok(true);
            }
            word => match Rating::from_word(word) {
                Some(rating) => break Rate::As(rating),
                None => complain(
                    "Please answer 1 (again), 2 (hard), 3 (good), 4 (easy), 0 (does not count) or nothing.",
                    environment,
                )?,
            },
        }
    };
    if let Some(leech) = study.rate(rate)? {
        environment.either(
            &json!({ "leech": leech.card, "lapses": leech.lapses }),
            &format!(
                "Card {} was forgotten {} times within a year. Repeating it helps no more: look at positions near it, or let \
                 it rest (gnubg library cards rest {}).",
                leech.card, leech.lapses, leech.card
            ),
        )?;
    }
    Ok(true)
}

fn tell_judgement(judgement: &Judgement, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let th = |loss: f64| (loss * 1e6).round() / 1e3;
    let parts: Vec<Value> = judgement
        .parts
        .iter()
        .map(|part| {
            json!({ "ask": part.ask, "given": part.given, "best": part.best, "loss": th(part.loss), "cost": part.cost })
        })
        .collect();
    let alternatives: Vec<Value> = judgement
        .alternatives
        .iter()
        .take(5)
        .map(|(text, equity)| json!({ "play": text, "equity": (equity * 1e5).round() / 1e5 }))
        .collect();
    environment.json(&json!({
        "ask": "grade", "parts": parts, "loss": th(judgement.loss), "cost": judgement.cost,
        "uncertainty": th(judgement.uncertainty), "grade": judgement.grade, "proposed": judgement.proposed.word(),
        "days": judgement.days, "proposed_days": judgement.proposed_days, "alternatives": alternatives,
        "ruler": judgement.ruler, "card": judgement.card, "position": judgement.position,
        "decision": judgement.decision, "control": judgement.is_control,
    }))?;
    for part in &judgement.parts {
        let line = match part.loss > 0.0 {
            true => format!("{}: loses {:.0} th; best is {}", part.given, part.loss * 1000.0, part.best),
            false => format!("{}: right", part.given),
        };
        environment.text(&line)?;
    }
    if let Some(source) = &judgement.source {
        let loss = source.loss.filter(|loss| *loss > 0.0);
        let loss = loss.map_or_else(String::new, |loss| format!(", {:.0} th lost", loss * 1000.0));
        let date = if source.date.is_empty() { String::new() } else { format!(", {}", source.date) };
        let (played, player, opponent) = (&source.played, &source.player, &source.opponent);
        environment.text(&format!("In the match: {played}{loss} ({player} vs {opponent}{date})"))?;
    }
    for (text, equity) in judgement.alternatives.iter().take(5) {
        environment.text(&format!("  {equity:+.3}  {text}"))?;
    }
    environment.text(&format!("  ({})", judgement.ruler))?;
    match (judgement.days, judgement.proposed_days) {
        (Some([again, hard, good, easy]), Some(days)) => environment.text(&format!(
            "Grade: {} ({days} days)? 1 again ({again}), 2 hard ({hard}), 3 good ({good}), 4 easy ({easy}), 0 does not count",
            judgement.proposed.word()
        )),
        _ => environment.text("This was a decision that you had right in play. Enter goes on."),
    }
}

fn told(
    summary: &StudySummary,
    is_over: bool,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let mean = summary.mean_loss.map(|loss| (loss * 1e6).round() / 1e3);
    let value = json!({
        "ended": is_over, "answered": summary.answered, "right": summary.right, "mean_loss": mean,
        "controls": summary.controls, "controls_right": summary.controls_right, "left": summary.left,
        "minutes": (summary.minutes * 100.0).round() / 100.0,
    });
    let mean = mean.map_or_else(String::new, |mean| format!(", mean loss {mean:.0} th"));
    let controls = match summary.controls {
        0 => String::new(),
        n => format!("; of {n} decisions from play {} right", summary.controls_right),
    };
    let text = format!(
        "{} of {} cards right{mean}{controls}; {} not asked",
        summary.right, summary.answered, summary.left
    );
    environment.either(&value, &text)
}

fn report(days: u16, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let report = environment.library.study_report(days)?;
    let date = |day: i64| Date::from_unix_days(day).map(|date| date.to_string()).unwrap_or_default();
    let mean = report.mean_loss.map(|loss| (loss * 1e6).round() / 1e3);
    let recall: Vec<Value> = report
        .recall
        .iter()
        .map(|bin| {
            json!({ "from": bin.from, "to": bin.to, "reviews": bin.reviews, "predicted": bin.predicted,
                "observed": bin.observed, "interval": bin.interval })
        })
        .collect();
    environment.json(&json!({
        "days": report.days.iter().map(|(day, n)| json!({ "day": date(*day), "answers": n })).collect::<Vec<_>>(),
        "reviews": report.reviews, "mean_loss": mean, "recall": recall,
        "controls": report.controls[0], "controls_right": report.controls[1],
    }))?;
    environment.text(&format!(
        "{} answers on {} days{}; of {} decisions from play {} right",
        report.reviews,
        report.days.len(),
        mean.map_or_else(String::new, |mean| format!(", mean loss {mean:.0} th")),
        report.controls[0],
        report.controls[1]
    ))?;
    for bin in &report.recall {
        environment.text(&format!(
            "  predicted {:.0}%: {:.0}% of {} remembered ({:.0} to {:.0}%)",
            100.0 * bin.predicted,
            100.0 * bin.observed,
            bin.reviews,
            100.0 * bin.interval[0],
            100.0 * bin.interval[1]
        ))?;
    }
    Ok(())
}
