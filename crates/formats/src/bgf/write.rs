// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing a match as BGBlitz stores it.
//!
//! The form is that of its files as published readers describe and read it. What it has no place for is left out:
//! variations, set-ups after the first action, declined resignations, clocks, and the names of other programs' levels.

use super::action;
use crate::equities::Equities;
use crate::servers::illegal_steps;
use flate2::Compression;
use flate2::write::GzEncoder;
use gnubg_engine::core::{Board, Decision, Dice, MatchState, Phase, Play, Player, Probs, Side};
use gnubg_record::analysis::{Candidate, CubeAnalysis, Outputs};
use gnubg_record::judge::{MatchEquity, Scale};
use gnubg_record::walk::WalkStep;
use gnubg_record::{EntryAction, GameRecord, MatchRecord};
use serde_json::{Value, json};
use std::io::Write as _;

/// The first line of a file.
const HEAD: &str = "{\"format\":\"BGF\",\"version\":\"1.0\",\"compress\":true,\"useSmile\":true}\n";
/// A number that is not known, and an error of a decision that was none.
const UNKNOWN: f64 = -999.0;
const NO_ERROR: f64 = -99.0;
/// The largest cube.
const CUBE_LIMIT: u32 = 4096;

/// The bytes of a file. `table` gives the match winning chances; without one the default table does.
pub(crate) fn write(record: &MatchRecord, table: Option<&dyn MatchEquity>) -> Vec<u8> {
    let document = document(record, &Equities::new(table));
    let smile = serde_smile::to_vec(&document).unwrap_or_default();
    let mut packer = GzEncoder::new(HEAD.as_bytes().to_vec(), Compression::default());
    // Writing to memory does not fail.
    let _ = packer.write_all(&smile);
    packer.finish().unwrap_or_default()
}

fn document(record: &MatchRecord, equities: &Equities<'_>) -> Value {
    let [green, red] = Player::BOTH.map(|player| record.name(player));
    let info = &record.info;
    let rating = |n: usize| {
        let number =
            info.players[n].rating.split(['/', ' ']).next().and_then(|text| text.parse::<f64>().ok());
        number.map_or(0, |rating| rating.round().clamp(0.0, 1e6) as i64)
    };
    let [green_score, red_score] = record.score();
    let games: Vec<Value> = record.games.iter().map(|one| game(record, one, equities)).collect();
    json!({
        "matchlen": record.length,
        "flags": 0,
        "actGame": games.len(),
        "finalGreen": green_score,
        "finalRed": red_score,
        "useCrawford": record.rules.crawford,
        "useJacoby": record.rules.jacoby && record.is_money(),
        "useBeaver": record.rules.beavers > 0 && record.is_money(),
        "useCube": record.rules.cube,
        "cubeLimit": CUBE_LIMIT,
        "gameMode": 0,
        "date": info.date.map(|date| date.to_string().replace('-', ".")).unwrap_or_default(),
        "nameGreen": green,
        "nameRed": red,
        "ratingGreen": rating(0),
        "ratingRed": rating(1),
        "rankGreen": 0,
        "rankRed": 0,
        "location": info.place,
        "event": info.event,
        "round": info.round,
        "comment": info.comment,
        "site": "",
        "boardno": 0,
        "games": games,
    })
}

fn game(record: &MatchRecord, game: &GameRecord, equities: &Equities<'_>) -> Value {
    let start = game.start.state(record.length);
    let n_set_ups = game.entries.iter().take_while(|entry| entry.action.is_set_up()).count();
    let steps: Vec<WalkStep<'_>> = game.walk(record.length).collect();
    let initial = n_set_ups.checked_sub(1).and_then(|n| steps.get(n)).map_or(start, |step| step.after);
    let outcome = game.outcome(record.length);
    let mut moves: Vec<Value> = Vec::new();
    for (n, step) in steps.iter().enumerate().skip(n_set_ups) {
        let next = steps.get(n + 1).map(|next| &next.entry.action);
        moves.extend(one_move(step, next, record.is_money(), equities));
    }
    if let Some(outcome) = outcome {
        let mut last = action_of(action::WON, outcome.winner);
        last["equity"] = Value::Null;
        moves.push(last);
    }
    let [green, red] = Player::BOTH.map(|player| record.name(player));
    let [green_score, red_score] = game.start.score;
    let was_resigned = game.entries.iter().any(|entry| entry.action == EntryAction::AcceptResignation);
    json!({
        "nameGreen": green,
        "nameRed": red,
        "isCrawford": game.start.is_crawford,
        "wonPoints": outcome.map_or(0, |outcome| outcome.points),
        "wasResignation": was_resigned,
        "lostOnTime": game.entries.iter().any(|entry| matches!(entry.action, EntryAction::OutOfTime(_))),
        "wasForfeit": outcome.is_some() && moves.len() == 1,
        "scoreGreen": green_score,
        "scoreRed": red_score,
        "matchlen": record.length,
        "gameMode": 0,
        "flags": 0,
        "initial": {
            "cube": initial.cube.value.points(),
            "cubeOwner": initial.cube.owner.map_or(0, code),
            "points": points(&initial.board_of(Player::Zero)),
            "egyptian": false,
            "gameMode": 0,
        },
        "moves": moves,
    })
}

/// Green is −1, red 1.
const fn code(player: Player) -> i64 {
    match player {
        Player::Zero => -1,
        Player::One => 1,
    }
}

/// 28 counts, green positive: index 0 is red's ace point, 24 green's bar, 25 red's. The board is seen by green.
fn points(board: &Board) -> Vec<i64> {
    let mut points = vec![0i64; 28];
    for n in 0..24 {
        let [mine, theirs] = [board.side(Side::OnRoll)[23 - n], board.side(Side::Opponent)[n]].map(i64::from);
        points[n] = mine - theirs;
    }
    points[24] = i64::from(board.side(Side::OnRoll)[24]);
    points[25] = -i64::from(board.side(Side::Opponent)[24]);
    points
}

fn action_of(code_of_action: i64, player: Player) -> Value {
    json!({
        "type": "amove",
        "red": code_of_action,
        "green": action::MARK,
        "player": code(player),
        "from": [-1, -1, -1, -1],
        "to": [-1, -1, -1, -1],
    })
}

/// What an entry is in the list of moves; `None` if it is nothing there. `next` is the action after it.
fn one_move(
    step: &WalkStep<'_>,
    next: Option<&EntryAction>,
    is_money: bool,
    equities: &Equities<'_>,
) -> Option<Value> {
    let player = step.entry.player;
    let board = step.before.board_of(player);
    let faces = step.entry.faces().unwrap_or_default();
    let mut found = match &step.entry.action {
        EntryAction::Play { play, .. } if play.is_empty() => {
            let mut dance = action_of(action::DANCE, player);
            (dance["from"][0], dance["to"][0]) = (json!(faces[0]), json!(faces[1]));
            dance
        }
        EntryAction::Play { play, .. } | EntryAction::IllegalPlay { play: Some(play), .. } => {
            moved("amove", faces, player, play)
        }
        EntryAction::IllegalPlay { play: None, after, .. } => {
            moved("amove", faces, player, &illegal_steps(&board, after).unwrap_or(Play::EMPTY))
        }
        EntryAction::Roll(_) => moved("amove", faces, player, &Play::EMPTY),
        EntryAction::Double | EntryAction::Beaver => action_of(action::DOUBLE, player),
        EntryAction::Take if is_answer_to_beaver(&step.before) => return None,
        EntryAction::Take => action_of(action::TAKE, player),
        EntryAction::Drop => action_of(action::PASS, player),
        _ => return None,
    };
    let state = MatchState { board, on_roll: player, ..step.before };
    let scale = equities.scale(&state, player);
    let analysis = step.entry.analysis.as_deref();
    let cube = analysis.and_then(|analysis| analysis.cube.as_ref());
    let is_answer = matches!(step.entry.action, EntryAction::Take | EntryAction::Drop | EntryAction::Beaver);
    let is_double = step.entry.action == EntryAction::Double;
    let sign = if is_answer { -1.0 } else { 1.0 };
    let mut equity = match cube {
        // What was analyzed is seen by the doubler, and stored for the one who acts.
        Some(cube) => cube_equity(cube, &scale, is_money, &state, sign),
        None if is_double || is_answer => unknown(&state),
        None => Value::Null,
    };
    if is_double || is_answer {
        let is_taken = match step.entry.action {
            EntryAction::Double => matches!(next, Some(EntryAction::Take | EntryAction::Beaver)),
            ref answer => *answer != EntryAction::Drop,
        };
        equity["cubeDecision"]["hasDoubled"] = json!(true);
        equity["cubeDecision"]["hasAccepted"] = json!(is_taken);
    }
    found["equity"] = equity;
    let candidates = analysis.and_then(|analysis| analysis.play.as_ref());
    let is_dance = matches!(&step.entry.action, EntryAction::Play { play, .. } if play.is_empty());
    found["dancingEquity"] = match candidates.and_then(|play| play.candidates.first()) {
        Some(only) if is_dance => candidate_equity(only, is_money, &state),
        None if is_dance => unknown(&state),
        _ => Value::Null,
    };
    let dice = step.entry.action.dice().filter(|_| !is_dance);
    let listed: Vec<Value> = match (candidates, dice) {
        (Some(play), Some(dice)) => {
            let one = |(n, candidate): (usize, &Candidate)| {
                listed(candidate, dice, player, play.played == Some(n), is_money, &state)
            };
            play.candidates.iter().enumerate().map(one).collect()
        }
        _ => Vec::new(),
    };
    found["moveAnalysis"] = Value::Array(listed);
    let luck = analysis.and_then(|analysis| analysis.luck);
    found["luck"] = luck.map_or(Value::Null, |luck| {
        let mode = if is_money { "Money" } else { "Match" };
        json!({ "luckPlain": number(luck.0.into()), "luckWeighted": number(luck.0.into()), "mode": mode })
    });
    let error = candidates.and_then(|play| {
        Some(play.candidates.get(play.played?)?.equity.0 - play.candidates.first()?.equity.0)
    });
    let cube_error = cube.map(|cube| {
        let (no_double, doubled, best) = values(cube, &scale);
        if is_double { doubled - best } else { no_double - best }
    });
    found["pr"] = json!({
        "checkerError": number(error.map_or(NO_ERROR, |error| f64::from(error.min(0.0)))),
        "cubeError": number(cube_error.unwrap_or(NO_ERROR)),
        "checkerErrorMWP": number(0.0),
        "cubeErrorMWP": number(0.0),
    });
    found["ply"] = json!(3);
    found["ply4Luck"] = json!(if luck.is_some() { 3 } else { 0 });
    let comment = &step.entry.comment;
    found["comment"] = if comment.is_empty() { Value::Null } else { json!(comment) };
    Some(found)
}

/// Whether the player who doubled takes a beaver; the next roll says so, too.
fn is_answer_to_beaver(state: &MatchState) -> bool {
    matches!(state.phase, Phase::Due(Decision::Answer(offer)) if offer.beavers > 0)
}

fn moved(kind: &str, faces: [u8; 2], player: Player, play: &Play) -> Value {
    let (mut from, mut to) = ([-1i64; 4], [-1i64; 4]);
    for (n, step) in play.steps().iter().take(4).enumerate() {
        (from[n], to[n]) = (step.from.number().into(), step.to.number().into());
    }
    json!({ "type": kind, "red": faces[0], "green": faces[1], "player": code(player), "from": from, "to": to })
}

/// Numbers of an analysis are texts.
fn number(value: f64) -> String {
    format!("{value:.8}")
}

fn listed(
    candidate: &Candidate,
    dice: Dice,
    player: Player,
    is_played: bool,
    is_money: bool,
    state: &MatchState,
) -> Value {
    let eq = candidate_equity(candidate, is_money, state);
    // BGBlitz counts the move itself as the first ply.
    let plies = candidate.method.as_evaluation().plies.saturating_add(1);
    let play = moved("move", [dice.high(), dice.low()], player, &candidate.play);
    json!({ "move": play, "eq": eq, "ply": plies, "played": is_played })
}

fn candidate_equity(candidate: &Candidate, is_money: bool, state: &MatchState) -> Value {
    let equity = f64::from(candidate.equity.0);
    let mut eq = chances(&candidate.probs, state);
    if is_money {
        eq["cubeDecision"] =
            json!({ "eqCubeLess": number(cubeless(&candidate.probs)), "eqCubeFul": number(equity) });
    } else {
        eq["emg"] = json!(number(equity));
        eq["hasEMG"] = json!(true);
    }
    eq
}

/// Chances and values that are not known.
fn unknown(state: &MatchState) -> Value {
    let mut eq = chances(&Probs::default(), state);
    for key in ["equity", "myWins", "myGammon", "myBackGammon", "oppWins", "oppGammon", "oppBackGammon"] {
        eq[key] = json!(number(UNKNOWN));
    }
    let values = ["eqNoDouble", "eqDoubleTake", "eqDoublePass", "eqCubeLess", "eqCubeFul"];
    eq["cubeDecision"] = json!({ "close": false, "hasDoubled": Value::Null, "hasAccepted": Value::Null });
    for key in values {
        eq["cubeDecision"][key] = json!(number(UNKNOWN));
    }
    eq
}

fn cubeless(probs: &Probs) -> f64 {
    let [win, win_g, win_bg, lose_g, lose_bg] = probs.to_array().map(f64::from);
    2.0 * win - 1.0 + win_g + win_bg - lose_g - lose_bg
}

fn chances(probs: &Probs, state: &MatchState) -> Value {
    let [win, win_g, win_bg, lose_g, lose_bg] = probs.to_array().map(f64::from);
    json!({
        "stdDeviation": number(0.0),
        "equity": number(cubeless(probs)),
        "myWins": number(win),
        "myGammon": number(win_g),
        "myBackGammon": number(win_bg),
        "oppWins": number(1.0 - win),
        "oppGammon": number(lose_g),
        "oppBackGammon": number(lose_bg),
        "matchEquity": number(UNKNOWN),
        "useMatchEquity": false,
        "emg": number(UNKNOWN),
        "hasEMG": false,
        "cubeDecision": Value::Null,
        "cube": state.cube.value.points(),
    })
}

/// Values of not doubling, of doubling and of the better one, normalized.
fn values(cube: &CubeAnalysis, scale: &Scale) -> (f64, f64, f64) {
    let emg = |outputs: &Outputs| scale.emg(outputs.cubeful);
    let (no_double, doubled) = (emg(&cube.no_double), emg(&cube.double_take).min(1.0));
    (no_double, doubled, no_double.max(doubled))
}

/// The cube decision before a roll, with a double or with its answer (`sign` −1): equities in money play, match winning
/// chances in matches.
fn cube_equity(cube: &CubeAnalysis, scale: &Scale, is_money: bool, state: &MatchState, sign: f64) -> Value {
    let probs = cube.no_double.probs;
    let mut eq = chances(&if sign < 0.0 { probs.swapped() } else { probs }, state);
    let (no_double, _, best) = values(cube, scale);
    let double_take = scale.emg(cube.double_take.cubeful);
    let in_unit = |emg: f64| {
        let mwc = scale.mwc(sign * emg).filter(|_| !is_money);
        number(mwc.map_or(sign * emg, |mwc| f64::from(mwc.0)))
    };
    let on_move = match state.cube.owner {
        _ if no_double > 1.0 && no_double >= best => "TO_GOOD",
        _ if no_double >= best => "NO_DOUBLE",
        None => "DOUBLE",
        Some(_) => "RE_DOUBLE",
    };
    let other = if double_take > 1.0 { "REJECT" } else { "ACCEPT" };
    eq["equity"] = json!(number(sign * f64::from(cube.no_double.cubeless.0)));
    eq["cubeDecision"] = json!({
        "close": false,
        "hasDoubled": Value::Null,
        "hasAccepted": Value::Null,
        "eqNoDouble": in_unit(no_double),
        "eqDoubleTake": in_unit(double_take),
        "eqDoublePass": in_unit(1.0),
        "eqCubeLess": number(sign * f64::from(cube.no_double.cubeless.0)),
        "eqCubeFul": in_unit(best),
        "stateOnMove": on_move,
        "stateOther": other,
    });
    eq
}
