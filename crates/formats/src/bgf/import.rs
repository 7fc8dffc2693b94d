// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing the moves of a BGBlitz document.

use super::action;
use super::value::{flag, float, int, list, text};
use crate::Imported;
use crate::builder::Builder;
use crate::error::Place;
use crate::legs::{Leg, steps_to};
use crate::text::{clean_name, clean_text};
use gnubg_engine::core::{
    Board, CubeState, CubeValue, Dice, Equity, MAX_LENGTH, MatchState, Play, Player, Probs, Rules, Side,
};
use gnubg_record::analysis::{
    Candidate, CubeAnalysis, CubeMethod, ForeignLevel, Method, Outputs, PlayAnalysis, Utility,
};
use gnubg_record::walk::legal_plays;
use gnubg_record::{EntryAction, MatchInfo, PlayerInfo};
use serde_json::{Value, json};

/// Most candidates of a move.
const MAX_CANDIDATES: usize = 500;

pub(super) fn read(document: &Value) -> Result<Vec<Imported>, String> {
    let length = int(document, "matchlen").unwrap_or(0);
    let length = u16::try_from(length)
        .ok()
        .filter(|&length| length <= MAX_LENGTH)
        .ok_or_else(|| format!("the match length is {length}; it must be 0 (money play) to 64"))?;
    let rules = Rules {
        cube: !matches!(document["useCube"], Value::Bool(false)),
        crawford: flag(document, "useCrawford"),
        jacoby: flag(document, "useJacoby"),
        beavers: if flag(document, "useBeaver") { Rules::default().beavers } else { 0 },
        ..Rules::default()
    };
    let mut builder = Builder::new(length, rules).map_err(|error| error.to_string())?;
    *builder.info() = info(document);
    let games = list(document, "games");
    for (n, game) in games.iter().enumerate() {
        let after = match games.get(n + 1) {
            Some(next) => [score(next, "scoreGreen"), score(next, "scoreRed")],
            None => [score(document, "finalGreen"), score(document, "finalRed")],
        };
        read_game(&mut builder, game, after, n + 1);
    }
    if builder.n_games() == 0 {
        return Err("the document holds no games".to_owned());
    }
    let (record, warnings) = builder.finish();
    Ok(vec![Imported { record, warnings }])
}

fn info(document: &Value) -> MatchInfo {
    let player = |name: &str, rating: &str| PlayerInfo {
        name: clean_name(text(document, name)),
        rating: int(document, rating)
            .filter(|&rating| rating > 0)
            .map_or(String::new(), |rating| rating.to_string()),
    };
    let line = |key: &str| clean_text(text(document, key)).trim().to_owned();
    let (place, site) = (line("location"), line("site"));
    MatchInfo {
        players: [player("nameGreen", "ratingGreen"), player("nameRed", "ratingRed")],
        date: text(document, "date").parse().ok(),
        event: line("event"),
        round: line("round"),
        place: if place.is_empty() { site } else { place },
        comment: line("comment"),
        annotator: String::new(),
        time_control: None,
        time_control_name: String::new(),
    }
}

fn score(value: &Value, key: &str) -> u32 {
    int(value, key).and_then(|score| u32::try_from(score).ok()).unwrap_or(0)
}

fn read_game(builder: &mut Builder, game: &Value, after: [u32; 2], number: usize) {
    let at = Place::File;
    let before = [score(game, "scoreGreen"), score(game, "scoreRed")];
    if !builder.begin_game(Some(before), at) {
        return;
    }
    builder.set_crawford(flag(game, "isCrawford"));
    set_up(builder, &game["initial"], at);
    let mut winner = None;
    for one in list(game, "moves") {
        let player = if int(one, "player").unwrap_or(0) < 0 { Player::Zero } else { Player::One };
        let remark = clean_text(text(one, "comment"));
        builder.comment(remark.trim());
        let (red, green) = (int(one, "red").unwrap_or(0), int(one, "green").unwrap_or(0));
        if green == action::MARK {
            match red {
                action::DOUBLE => {
                    builder.double(player, at);
                    attach_cube(builder, cube(&one["equity"], builder.state().is_money()));
                }
                action::TAKE => {
                    let analysis = builder.last_entry().and_then(|entry| entry.cube_analysis().cloned());
                    builder.take(player, at);
                    attach_cube(builder, analysis);
                }
                action::PASS => {
                    let analysis = builder.last_entry().and_then(|entry| entry.cube_analysis().cloned());
                    builder.pass(player, at);
                    attach_cube(builder, analysis);
                }
                action::WON => winner = Some(player),
                action::DANCE => {
                    let die =
                        |key: &str| one[key][0].as_u64().and_then(|die| u8::try_from(die).ok()).unwrap_or(0);
                    let before = builder.state();
                    builder.blank(player, [die("from"), die("to")], at);
                    attach_luck(builder, one);
                    attach_cube(builder, cube(&one["equity"], before.is_money()));
                    attach_dance(builder, one, before.is_money());
                }
                _ => {}
            }
            continue;
        }
        let die = |value: i64| u8::try_from(value).unwrap_or(0);
        play(builder, player, [die(red), die(green)], one, at);
    }
    // The score gives the points of the game, which may be fewer than by the rules at the end of a match.
    let gained = [0, 1].map(|seat: usize| after[seat].saturating_sub(before[seat]));
    let winner = match gained {
        [0, points] if points > 0 => Some(Player::One),
        [points, 0] if points > 0 => Some(Player::Zero),
        _ => winner,
    };
    let points = winner.map_or(0, |winner| gained[winner.index()]);
    let points = if points > 0 { points } else { score(game, "wonPoints") };
    if let Some(winner) = winner.filter(|_| points > 0) {
        let points = points.min(1 << 20);
        builder.finish_game(winner, points, at);
        builder.state_result(winner, points);
    } else if builder.is_playing() && builder.has_entries() && winner.is_none() {
        builder.warn(at, format!("game {number} has no result"));
    }
}

/// The position and cube that a game starts from, if they are not the normal ones.
fn set_up(builder: &mut Builder, initial: &Value, at: Place) {
    if let Some(board) = board(list(initial, "points")) {
        let state = builder.state();
        if board != state.board_of(Player::Zero) {
            builder.set_board(Player::Zero, &board, at);
        }
    }
    let value = int(initial, "cube").and_then(|cube| u32::try_from(cube).ok()).and_then(CubeValue::new);
    let owner = match int(initial, "cubeOwner").unwrap_or(0) {
        0 => None,
        owner if owner < 0 => Some(Player::Zero),
        _ => Some(Player::One),
    };
    if let Some(value) = value.filter(|&value| value != CubeValue::ONE || owner.is_some()) {
        builder.set_cube(CubeState { value, owner }, at);
    }
}

/// 28 counts, green positive: index 0 is red's ace point, 24 green's bar, 25 red's. The board is seen by green.
fn board(points: &[Value]) -> Option<Board> {
    if points.len() < 26 {
        return None;
    }
    let mut board = Board::EMPTY;
    for (n, count) in points.iter().take(26).enumerate() {
        let count = count.as_i64()?;
        let size = u8::try_from(count.unsigned_abs()).ok().filter(|&size| size <= 15)?;
        match (n, count.signum()) {
            (_, 0) => {}
            (24, _) => board.set(Side::OnRoll, 24, size),
            (25, _) => board.set(Side::Opponent, 24, size),
            (n, 1) => board.set(Side::OnRoll, 23 - n, size),
            (n, _) => board.set(Side::Opponent, n, size),
        }
    }
    Some(board)
}

/// The steps of a move: pairs in the mover's numbers, 25 the bar, 0 off, -1 unused.
fn legs(value: &Value) -> Vec<Leg> {
    let (from, to) = (list(value, "from"), list(value, "to"));
    let place = |value: &Value| {
        value.as_i64().and_then(|place| u8::try_from(place).ok()).filter(|&place| place <= 25)
    };
    from.iter()
        .zip(to)
        .take(4)
        .map_while(|(from, to)| Some(Leg { from: place(from).filter(|&from| from > 0)?, to: place(to)? }))
        .collect()
}

fn play(builder: &mut Builder, player: Player, dice: [u8; 2], one: &Value, at: Place) {
    let before = builder.state();
    let n_entries = builder.n_entries();
    let legs = self::legs(one);
    if legs.is_empty() {
        builder.blank(player, dice, at);
    } else {
        builder.play(player, dice, &legs, at);
    }
    if builder.n_entries() == n_entries {
        return;
    }
    attach_luck(builder, one);
    attach_cube(builder, cube(&one["equity"], before.is_money()));
    let board = before.board_of(player);
    let state = MatchState { board, on_roll: player, ..before };
    let Ok(roll) = Dice::new(dice[0], dice[1]) else { return };
    let plays = legal_plays(&state, roll);
    let mut found = PlayAnalysis::default();
    for candidate in list(one, "moveAnalysis").iter().take(MAX_CANDIDATES) {
        let legs = self::legs(&candidate["move"]);
        let Some(after) = crate::legs::after(&board, &plays, &legs) else { continue };
        let Some(play) = steps_to(&board, dice, &plays, &legs, &after) else { continue };
        let Some(value) = self::candidate(candidate, play, before.is_money()) else { continue };
        if flag(candidate, "played") {
            found.played = Some(found.candidates.len());
        }
        found.candidates.push(value);
    }
    if let Some(entry) = builder.last_entry().filter(|_| !found.candidates.is_empty()) {
        entry.update_analysis(|analysis| analysis.play = Some(found));
    }
}

fn level(plies: i64) -> ForeignLevel {
    let plies = plies.clamp(0, 20);
    // BGBlitz counts the move itself as the first ply.
    ForeignLevel { name: format!("BGBlitz {plies}-ply"), plies: plies.saturating_sub(1) as u8 }
}

fn probs(eq: &Value) -> Option<Probs> {
    Some(Probs {
        win: float(eq, "myWins")?,
        win_g: float(eq, "myGammon")?,
        win_bg: float(eq, "myBackGammon")?,
        lose_g: float(eq, "oppGammon")?,
        lose_bg: float(eq, "oppBackGammon")?,
    })
}

fn candidate(value: &Value, play: Play, is_money: bool) -> Option<Candidate> {
    let eq = &value["eq"];
    let cubeful = float(&eq["cubeDecision"], "eqCubeFul").filter(|_| is_money);
    let equity = cubeful.or_else(|| float(eq, "emg")).or_else(|| float(eq, "equity"))?;
    let method = Method::Foreign(Box::new(level(int(value, "ply").unwrap_or(1))));
    Some(Candidate { play, probs: probs(eq)?, equity: Equity(equity), method, is_marked: false })
}

/// The cube decision of the player about to roll. In matches its values are match winning chances.
fn cube(eq: &Value, is_money: bool) -> Option<CubeAnalysis> {
    let decision = &eq["cubeDecision"];
    let (nd, dt) = (float(decision, "eqNoDouble")?, float(decision, "eqDoubleTake")?);
    let cubeless = Equity(float(eq, "equity").unwrap_or(0.0));
    let probs = probs(eq)?;
    let outputs = |value| Outputs { probs, cubeless, cubeful: Utility::new(value, is_money) };
    let method = CubeMethod::Foreign(level(3));
    Some(CubeAnalysis { no_double: outputs(nd), double_take: outputs(dt), method, is_marked: false })
}

fn attach_cube(builder: &mut Builder, analysis: Option<CubeAnalysis>) {
    if let (Some(entry), Some(cube)) = (builder.last_entry(), analysis) {
        entry.update_analysis(|analysis| analysis.cube = Some(cube));
    }
}

/// The value of a roll that could not be played.
fn attach_dance(builder: &mut Builder, one: &Value, is_money: bool) {
    let Some(entry) = builder.last_entry() else { return };
    if !matches!(&entry.action, EntryAction::Play { play, .. } if play.is_empty()) {
        return;
    }
    let eq = json!({ "eq": one["dancingEquity"], "ply": one["ply"] });
    if let Some(only) = candidate(&eq, Play::EMPTY, is_money) {
        let play = PlayAnalysis { candidates: vec![only], played: Some(0) };
        entry.update_analysis(|analysis| analysis.play = Some(play));
    }
}

/// The luck of the roll, normalized to the cube.
fn attach_luck(builder: &mut Builder, one: &Value) {
    let luck = float(&one["luck"], "luckWeighted");
    if let (Some(entry), Some(luck)) = (builder.last_entry(), luck) {
        entry.update_analysis(|analysis| analysis.luck = Some(Equity(luck)));
    }
}
