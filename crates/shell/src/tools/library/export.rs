// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg library export`: sheets of positions in the forms of other programs.

use super::cards::{card_json, review_json};
use super::environment::{Environment, LibraryToolError};
use super::study_arguments::{ExportArguments, ExportForm};
use gnubg_engine::core::{Decision, Phase};
use gnubg_formats::sgf::{self, SgfOptions};
use gnubg_library::export::{AnkiNote, Sheet, csv_of, write_anki};
use gnubg_library::search::SearchRequest;
use gnubg_library::study::CardFilter;
use gnubg_report::diagram::{Diagram, ViewOptions, alone};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// The deck in Anki if none is named.
const DECK: &str = "Backgammon";
/// Alternatives that an answer shows.
const ALTERNATIVES: usize = 5;
/// The width of a board in pixels.
const BOARD: u32 = 520;

/// Carries the command out.
pub(super) fn run(
    arguments: &ExportArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    let path = &arguments.output;
    let are_cards = arguments.cards || arguments.deck.is_some();
    if are_cards && !arguments.query.is_empty() {
        return Err(LibraryToolError::Usage("either a query or cards can be exported".to_owned()));
    }
    let sheets = if are_cards {
        let filter = CardFilter { deck: arguments.deck.clone(), ..CardFilter::default() };
        library.sheets_of_cards(&library.cards(&filter)?)?
    } else {
        let request =
            SearchRequest { here: environment.here, ..SearchRequest::decisions(arguments.query.join(" ")) };
        let found = library.search(&request, None, &environment.cancel)?;
        library.sheets(&found.ids)?
    };
    let count = match arguments.to {
        ExportForm::Apkg => {
            let notes: Vec<AnkiNote> = sheets.iter().map(note).collect();
            let deck = arguments.deck.as_deref().unwrap_or(DECK);
            write_anki(path, deck, &notes, library.now())?;
            notes.len()
        }
        ExportForm::Csv => write(path, &csv_of(&sheets), sheets.len())?,
        ExportForm::Jsonl => {
            let mut text = String::new();
            for sheet in &sheets {
                let mut value = sheet_json(sheet);
                if let (Some(card), Value::Object(object)) = (&sheet.card, &mut value) {
                    let reviews: Vec<Value> = library.reviews(card.id)?.iter().map(review_json).collect();
                    object.insert("card".to_owned(), card_json(card));
                    object.insert("reviews".to_owned(), json!(reviews));
                }
                let _ = writeln!(text, "{value}");
            }
            write(path, &text, sheets.len())?
        }
        ExportForm::Html => write(path, &page(&sheets), sheets.len())?,
        ExportForm::Sgf => {
            let decisions = sheets.iter().filter_map(|sheet| sheet.decision.as_ref());
            let matches: BTreeSet<i64> = decisions.map(|row| row.matched).collect();
            std::fs::create_dir_all(path).map_err(|error| failed(path, &error))?;
            let judge = environment.judge()?;
            for matched in &matches {
                let record = library.record(*matched)?;
                let options = SgfOptions { table: Some(&*judge.table), ..SgfOptions::default() };
                let file = path.join(format!("m{matched}.sgf"));
                write(&file, &sgf::write(&record, &options), 1)?;
            }
            matches.len()
        }
    };
    environment.either(
        &json!({ "written": path.display().to_string(), "count": count }),
        &format!("{}: {count}", path.display()),
    )
}

fn failed(path: &Path, error: &std::io::Error) -> LibraryToolError {
    LibraryToolError::Other(format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str, count: usize) -> Result<usize, LibraryToolError> {
    std::fs::write(path, text).map_err(|error| failed(path, &error))?;
    Ok(count)
}

/// Text for a web page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\n', "<br>")
}

/// The board of a sheet as a picture, with score and question.
fn question(sheet: &Sheet) -> String {
    let Some(state) = sheet.key.state() else { return String::new() };
    let text = match (state.dice(), state.phase) {
        (Some(dice), _) => format!("Your play with {dice}?"),
        (None, Phase::Due(Decision::Answer(_))) => "Take?".to_owned(),
        _ => "Double? And would you take?".to_owned(),
    };
    let score = match state.is_money() {
        true => "Money".to_owned(),
        false => {
            let away = |player| state.away(player).unwrap_or(0);
            let crawford = if state.is_crawford { ", Crawford" } else { "" };
            format!(
                "You need {}, the opponent {}{crawford}",
                away(state.on_roll),
                away(state.on_roll.other())
            )
        }
    };
    let board = alone(&Diagram::new(&state, &ViewOptions::default()), BOARD, &text);
    format!("{board}<div>{}</div><div><b>{}</b></div>", escaped(&score), escaped(&text))
}

/// The alternatives of the most reliable analysis as a table.
fn answer(sheet: &Sheet) -> String {
    let Some(analysis) = sheet.analyses.first() else { return "Not analyzed yet".to_owned() };
    let best = analysis.alternatives.first().map_or(0.0, |(_, equity)| *equity);
    let mut text = String::from("<table>");
    for (n, (name, equity)) in analysis.alternatives.iter().take(ALTERNATIVES).enumerate() {
        let is_play = sheet.key.circumstances().dice.is_some();
        let behind = match n {
            0 => String::new(),
            _ if is_play => format!("{:.0} th", 1000.0 * (best - equity)),
            _ => String::new(),
        };
        let _ = write!(
            text,
            "<tr><td>{}</td><td class=\"number\">{equity:+.3}</td><td class=\"number\">{behind}</td></tr>",
            escaped(name)
        );
    }
    let _ = write!(text, "</table><div class=\"source\">{}</div>", escaped(&analysis.ruler));
    text
}

fn source(sheet: &Sheet) -> String {
    let Some(row) = &sheet.decision else { return String::new() };
    let parts = [row.player.as_str(), row.date.as_str(), row.event.as_str()];
    let parts: Vec<String> = parts.iter().filter(|part| !part.is_empty()).map(|part| escaped(part)).collect();
    let played = match row.loss {
        Some(loss) if loss > 0.0 => format!("; {} lost {:.0} th", escaped(&row.played), 1000.0 * loss),
        _ => String::new(),
    };
    let remark = match sheet.source_remark.is_empty() {
        true => String::new(),
        false => format!("<div>{}</div>", escaped(&sheet.source_remark)),
    };
    format!("{}{played}{remark}", parts.join(", "))
}

fn note(sheet: &Sheet) -> AnkiNote {
    let analyses: Vec<Value> = sheet.analyses.iter().map(|row| row.json()).collect();
    AnkiNote {
        key: Some(sheet.key),
        xgid: sheet.key.state().map_or_else(String::new, |state| state.xgid()),
        question: question(sheet),
        answer: answer(sheet),
        analysis: escaped(&json!(analyses).to_string()),
        source: source(sheet),
        remark: escaped(&sheet.remark),
        tags: sheet.tags(),
        changed: sheet.changed,
    }
}

fn sheet_json(sheet: &Sheet) -> Value {
    json!({
        "position": gnubg_library::json::position(&sheet.key),
        "decision": sheet.decision.as_ref().map(gnubg_library::json::decision),
        "analyses": sheet.analyses.iter().map(|row| row.json()).collect::<Vec<_>>(),
        "remark": sheet.remark, "source_remark": sheet.source_remark, "tags": sheet.tags(),
    })
}

/// A page with all positions; the answers are opened one by one.
fn page(sheets: &[Sheet]) -> String {
    let mut text = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Positions</title>\n<style>\
         body { font-family: sans-serif; max-width: 40em; margin: 1em auto; padding: 0 1em; color-scheme: light dark; } \
         section { margin: 2em 0; } svg { max-width: 100%; height: auto; } td { padding-right: 1em; } \
         td.number { text-align: right; } .source { opacity: 0.7; }</style></head><body>\n",
    );
    for (n, sheet) in sheets.iter().enumerate() {
        let remark = match sheet.remark.is_empty() {
            true => String::new(),
            false => format!("<p><i>{}</i></p>", escaped(&sheet.remark)),
        };
        let _ = writeln!(
            text,
            "<section><h2>{}</h2>{}<details><summary>Answer</summary>{}{remark}<p>{}</p></details></section>",
            n + 1,
            question(sheet),
            answer(sheet),
            source(sheet)
        );
    }
    text.push_str("</body></html>\n");
    text
}
