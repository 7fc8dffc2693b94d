// SPDX-License-Identifier: GPL-3.0-or-later
//! A match as one interactive web page: every decision with board, candidates and verdict, the course of the match, and the
//! list of errors.
//!
//! The page holds its data, style and script; its security policy refuses every request. Texts of the record are JSON
//! strings without characters of markup, and the script shows them as text only. Boards are the program's own vector
//! pictures, which refer to parts that stand in the page once.

mod body;

use crate::diagram::{Diagram, SharedParts};
use crate::document::phrases::ErrorWords;
use crate::document::summary::MatchSummary;
use crate::document::tables::{CubeTable, PlayTable};
use crate::document::{self, DecisionPart, Part};
use crate::escape::escape;
use crate::one_page::class_of;
use crate::options::ReportOptions;
use gnubg_engine::core::{Equity, Play, Player};
use gnubg_record::{ErrorKind, ErrorQuery, MatchRecord};
use serde_json::{Value, json};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page. It shows all games; [`ReportOptions::max_plays`] limits the candidates of a decision.
#[must_use]
pub fn page(record: &MatchRecord, options: &ReportOptions<'_>) -> String {
    let words = options.words;
    let summary = MatchSummary::of(record, 0, options);
    let title = escape(&summary.title);
    let mut boards = SharedParts::default();
    // Inside of a script element only these characters could end the data.
    let data = data(record, &summary, &mut boards, options).to_string();
    let data = data.replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e");
    let (body, language) = (body::body(&summary, options), escape(&words.language()));
    format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"{language}\">\n<head>\n\
         <meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'\"/>\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         {body}{}<script id=\"data\" type=\"application/json\">{data}</script>\n\
         <script>//<![CDATA[\n{SCRIPT}//]]></script>\n</body>\n</html>\n",
        boards.definitions()
    )
}

/// Everything that the script shows.
fn data(
    record: &MatchRecord,
    summary: &MatchSummary,
    boards: &mut SharedParts,
    options: &ReportOptions<'_>,
) -> Value {
    let plain = ReportOptions { with_statistics: false, ..*options };
    let parts = document::whole(record, &plain).parts;
    let decisions: Vec<DecisionPart> = parts
        .into_iter()
        .filter_map(|part| match part {
            Part::Decision(decided) => Some(*decided),
            _ => None,
        })
        .collect();
    let at = |place: (usize, usize)| decisions.iter().position(|one| one.place == place);
    let errors = ErrorQuery::default().find(record, options.table());
    let errors: Vec<Value> = errors
        .iter()
        .filter_map(|error| {
            let words = ErrorWords::of(record, error, options.words);
            let skill = options.thresholds.skill(Equity(-error.loss.emg as f32));
            Some(json!({
                "at": at(error.place())?,
                "player": error.player.index(),
                "kind": if error.kind == ErrorKind::Play { "play" } else { "cube" },
                "loss": error.loss.emg,
                "text": options.words.gettext_f(
                    "Game {game}, {occasion}: {done} instead of {best}",
                    &[
                        ("game", (error.game + 1).to_string()),
                        ("occasion", words.occasion),
                        ("done", words.done),
                        ("best", words.best),
                    ],
                ),
                "class": class_of(skill),
            }))
        })
        .collect();
    let course = summary.course.iter().filter_map(|point| {
        Some(json!({ "at": at(point.place)?, "height": point.height, "class": class_of(point.skill) }))
    });
    let counts: Vec<String> =
        (0..=errors.len()).map(|n| options.words.ngettext_f("{n} error", "{n} errors", n)).collect();
    json!({
        "names": Player::BOTH.map(|player| document::name(record, player)),
        "counts": counts,
        "phrases": body::phrases(options.words),
        "errors": errors,
        "course": course.collect::<Vec<_>>(),
        "decisions": decisions.iter().map(|one| decision(one, boards, options)).collect::<Vec<_>>(),
    })
}

/// One decision.
fn decision(one: &DecisionPart, boards: &mut SharedParts, options: &ReportOptions<'_>) -> Value {
    let lines = one.plays.first().map_or(&[][..], |plays| &plays.lines);
    let played = lines.iter().find(|line| line.is_played).map_or(Play::EMPTY, |line| line.steps);
    let best = lines.first().map_or(Play::EMPTY, |line| line.steps);
    let diagram = Diagram::new(&one.state, &options.view).with_plays(one.player, &played, &best);
    let [a, b] = one.state.score;
    json!({
        "game": one.place.0 + 1,
        "score": format!("{a}–{b}"),
        "pips": one.state.pips().map(u32::from),
        "head": one.head,
        "losses": one.losses.iter().map(|(text, skill)| json!([text, class_of(*skill)])).collect::<Vec<_>>(),
        "luck": one.luck.as_ref().map(|(text, _)| text),
        "cubes": one.cubes.iter().map(cube).collect::<Vec<_>>(),
        "cubeMatters": one.is_cube_important,
        "plays": one.plays.iter().map(plays).collect::<Vec<_>>(),
        "comment": one.comment,
        "id": one.state.xgid(),
        "board": boards.board(&diagram, 540, &one.head),
    })
}

fn cube(table: &CubeTable) -> Value {
    let rows: Vec<Value> = table
        .lines
        .iter()
        .map(|line| json!([line.label, line.value, line.difference, f64::from(line.equity)]))
        .collect();
    json!({ "verdict": table.verdict, "rows": rows, "chances": table.chances, "method": table.method })
}

fn plays(table: &PlayTable) -> Value {
    let rows: Vec<Value> = table
        .lines
        .iter()
        .map(|line| {
            json!({
                "cells": [line.rank.to_string(), line.play, line.value, line.difference],
                "chances": line.chances,
                "method": line.method,
                "played": line.is_played,
            })
        })
        .collect();
    json!({ "mwc": table.is_mwc, "rows": rows })
}

#[cfg(test)]
mod tests;
