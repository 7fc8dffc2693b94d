// SPDX-License-Identifier: GPL-3.0-or-later
//! A match as one interactive web page: every decision with board, candidates and verdict, and the list of errors.
//!
//! The page holds its data, style and script; its security policy refuses every request. Texts of the record are JSON
//! strings without characters of markup, and the script shows them as text only.

use crate::cube::{label, verdict};
use crate::description::{Title, action_text, decided_in, shown};
use crate::escape::escape;
use crate::options::ReportOptions;
use crate::plays::play_text;
use gnubg_engine::core::{Decision, MatchState, Phase, Player, Side};
use gnubg_record::analysis::{CubeAnalysis, PlayAnalysis};
use gnubg_record::judge::{Amount, Judgement, judge_game};
use gnubg_record::walk::WalkStep;
use gnubg_record::{EntryAction, MatchRecord, Skill, Statistics};
use serde_json::{Value, json};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const BODY: &str = include_str!("body.html");

/// The page. It shows all games; [`ReportOptions::max_plays`] limits the candidates of a decision.
#[must_use]
pub fn page(record: &MatchRecord, options: &ReportOptions<'_>) -> String {
    let [zero, one] = Player::BOTH.map(|player| escape(&record.name(player)));
    let title = format!("{zero} – {one}");
    // Inside of a script element only these characters could end the data.
    let data = data(record, options).to_string();
    let data = data.replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e");
    format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'\"/>\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n{BODY}\
         <script id=\"data\" type=\"application/json\">{data}</script>\n\
         <script>//<![CDATA[\n{SCRIPT}//]]></script>\n</body>\n</html>\n"
    )
}

/// Everything that the script shows.
fn data(record: &MatchRecord, options: &ReportOptions<'_>) -> Value {
    let mut decisions = Vec::new();
    let mut errors = [0_u32; 2];
    for (n, game) in record.games.iter().enumerate() {
        let judgements = judge_game(game, record.length, options.table());
        for (step, judgement) in game.walk(record.length).zip(&judgements) {
            let (play, cube, _) = judgement.marks(step.entry, &options.thresholds);
            let n_marked = [play, cube].iter().filter(|mark| **mark != Skill::Unmarked).count();
            errors[step.entry.player.index()] += n_marked as u32;
            decisions.extend(decision(record, n, &step, judgement, options));
        }
    }
    let statistics = Statistics::of_match(record, options.table(), &options.thresholds);
    let format = options.statistics_format();
    let players = Player::BOTH.map(|player| {
        let derived = statistics.derived(player, format.rating_offset, &format.thresholds);
        let rating = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.1}"));
        let luck = statistics.of(player).luck.luck.emg;
        json!({
            "name": record.name(player),
            "pr": rating(derived.performance_rating),
            "plays": rating(derived.play.performance_rating()),
            "cubes": rating(derived.cube.performance_rating()),
            "errors": errors[player.index()],
            "luck": if statistics.has_luck { options.numbers.equity(luck) } else { "–".to_owned() },
        })
    });
    json!({ "players": players, "decisions": decisions })
}

/// One decision; `None` for set-ups.
fn decision(
    record: &MatchRecord,
    game: usize,
    step: &WalkStep<'_>,
    judgement: &Judgement,
    options: &ReportOptions<'_>,
) -> Option<Value> {
    let what = action_text(step)?;
    let entry = step.entry;
    let state = shown(step);
    let names = Player::BOTH.map(|player| record.name(player));
    let title = match entry.action {
        EntryAction::Double => Title::Cube,
        _ => Title::of(&state),
    };
    let decided = decided_in(step);
    let (actions, proper) = entry
        .cube_analysis()
        .and_then(|cube| cube_rows(cube, &decided, &entry.action, entry.player, options))
        .unwrap_or_default();
    let candidates = entry
        .play_analysis()
        .map(|plays| play_rows(plays, &decided, entry.player, options))
        .unwrap_or_default();
    let lost = |error: Option<Amount>| error.map_or(0.0, |error| (-error.emg).max(0.0));
    let checkers = Player::BOTH.map(|player| *state.board_of(player).side(Side::OnRoll));
    let all = u32::from(state.rules.variation.n_checkers());
    let off = checkers.map(|side| all.saturating_sub(side.iter().map(|&n| u32::from(n)).sum()));
    Some(json!({
        "game": game + 1,
        "score": state.score,
        "player": entry.player.index(),
        "title": title.what(&state, &names),
        "done": format!("{} {what}", record.name(entry.player)),
        "dice": state.dice().map(|dice| [dice.high(), dice.low()]),
        "checkers": checkers,
        "off": off,
        "pips": state.pips(),
        "cube": cube(&state),
        "cubeLoss": lost(judgement.cube.map(|judged| judged.error)),
        "playLoss": lost(judgement.play.map(|judged| judged.error)),
        "actions": actions,
        "verdict": proper,
        "candidates": candidates,
        "comment": if options.with_annotations { &*entry.comment } else { "" },
        "id": state.xgid(),
    }))
}

/// The cube; `null` if the game is played without one.
fn cube(state: &MatchState) -> Value {
    let points = state.cube.value.points();
    let (value, offered_by) = match state.phase {
        Phase::Due(Decision::Answer(offer)) => (2 * points, Some(offer.by.index())),
        _ => (points, None),
    };
    let owner = state.cube.owner.map(Player::index);
    if state.rules.cube {
        json!({ "value": value, "owner": owner, "offeredBy": offered_by })
    } else {
        Value::Null
    }
}

/// The actions from best to worst with value and difference, and the proper action, seen by the player who could double.
fn cube_rows(
    cube: &CubeAnalysis,
    state: &MatchState,
    action: &EntryAction,
    player: Player,
    options: &ReportOptions<'_>,
) -> Option<(Vec<[String; 3]>, String)> {
    let is_answer = matches!(action, EntryAction::Take | EntryAction::Drop);
    let doubler = if is_answer { player.other() } else { player };
    let state = MatchState { phase: Phase::Due(Decision::Roll), ..*state };
    let (equities, found) = verdict(cube, &state, doubler, options)?;
    let (scale, numbers) = (options.scale(&state, doubler), &options.numbers);
    let best = f64::from(equities.of(found.rows()[0]).0);
    let is_redouble = state.cube.owner == Some(doubler);
    let rows = found.rows().into_iter().enumerate().map(|(n, row)| {
        let value = f64::from(equities.of(row).0);
        let difference = if n == 0 { String::new() } else { numbers.difference(value - best, &scale) };
        [label(row, is_redouble).to_owned(), numbers.value(value, &scale), difference]
    });
    Some((rows.collect(), format!("{} ({})", found.text(), cube.method.name())))
}

/// The candidates from best to worst; the play that was made is always among them.
fn play_rows(
    plays: &PlayAnalysis,
    state: &MatchState,
    player: Player,
    options: &ReportOptions<'_>,
) -> Vec<Value> {
    let (scale, numbers) = (options.scale(state, player), &options.numbers);
    let best = plays.candidates.first().map_or(0.0, |best| f64::from(best.equity.0));
    let mut rows = Vec::new();
    for (n, one) in plays.candidates.iter().enumerate() {
        let is_played = Some(n) == plays.played;
        if n >= options.max_plays && !is_played {
            continue;
        }
        let value = f64::from(one.equity.0);
        let difference = if n == 0 { String::new() } else { numbers.difference(value - best, &scale) };
        let cells = [
            play_text(&state.board, &one.play),
            numbers.value(value, &scale),
            difference,
            numbers.chance(one.probs.win),
            numbers.chance(one.probs.win_g),
            numbers.chance(one.probs.lose_g),
            one.method.name(),
        ];
        rows.push(json!({ "cells": cells, "played": is_played }));
    }
    rows
}

#[cfg(test)]
mod tests;
