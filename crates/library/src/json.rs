// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows as JSON, as commands print them and exports hold them. Losses are in thousandths, chances from 0 to 1.

use crate::assess::CubeAnswer;
use crate::decision::{Flags, Kind};
use crate::opinions::Player;
use crate::position::PositionKey;
use crate::search::{DecisionRow, MatchRow, PageRows, PositionRow};
use serde_json::{Map, Value, json};

/// Thousandths with three digits.
fn thousandths(value: f64) -> Value {
    json!((value * 1e6).round() / 1e3)
}

fn rounded(value: f64, digits: i32) -> Value {
    let factor = 10f64.powi(digits);
    json!((value * factor).round() / factor)
}

/// A position: identifiers, dice, score, cube, seen by the player on roll.
#[must_use]
pub fn position(key: &PositionKey) -> Value {
    let facts = key.circumstances();
    let mut object = Map::new();
    object.insert("key".to_owned(), json!(key.hex()));
    if let Some(state) = key.state() {
        object.insert("id".to_owned(), json!(state.board.position_id()));
        object.insert("xgid".to_owned(), json!(state.xgid()));
    }
    object.insert("dice".to_owned(), json!(facts.dice.map(|dice| dice.to_string())));
    object.insert("asked".to_owned(), json!(facts.asked.word()));
    object.insert("away".to_owned(), if facts.is_money() { Value::Null } else { json!(facts.away) });
    object.insert("crawford".to_owned(), json!(facts.is_crawford));
    let value = if facts.is_money() { Value::Null } else { json!(1u32 << facts.cube) };
    object.insert("cube".to_owned(), json!({ "value": value, "owner": facts.owner.word() }));
    Value::Object(object)
}

/// A decision.
#[must_use]
pub fn decision(row: &DecisionRow) -> Value {
    let words = |actions: crate::position::Actions| actions.iter().map(|one| one.word()).collect::<Vec<_>>();
    let mut object = json!({
        "id": row.id,
        "match": row.matched,
        "game": row.game + 1,
        "seq": row.seq,
        "player": row.player,
        "vs": row.opponent,
        "day": row.date,
        "event": row.event,
        "kind": row.kind.word(),
        "position": {
            "id": row.position,
            "key": row.key.hex(),
            "xgid": row.key.state().map(|state| state.xgid()),
            "dice": row.dice.map(|dice| dice.to_string()),
            "score": if row.away[0] == 0 { Value::Null } else { json!(row.away) },
            "cube": { "value": row.cube, "owner": row.owner.word() },
        },
        "played": row.played,
        "best": row.best,
        "loss": row.loss.map(thousandths),
        "cost": row.cost.map(|cost| rounded(cost, 5)),
        "difficulty": row.difficulty.map(thousandths),
        "luck": row.luck.map(thousandths),
        "ruler": row.ruler,
        "phase": row.phase.word(),
        "plan": row.plans[0].label().word(),
        "plans": row.plans[0].iter().map(|plan| plan.word()).collect::<Vec<_>>(),
        "their_plan": row.plans[1].label().word(),
        "did": words(row.did),
        "missed": words(row.missed()),
        "wrong": words(row.wrong()),
        "flags": Flags::WORDS.iter().filter(|(_, flag)| row.flags.has(*flag)).map(|(word, _)| word).collect::<Vec<_>>(),
        "tags": row.tags,
    });
    if let Value::Object(object) = &mut object {
        if let Some(answer) = row.verdict.and_then(|code| CubeAnswer::ALL.get((code & 15) as usize)) {
            object.insert("answer".to_owned(), json!(answer.word()));
        }
        if let Some([win, gammons]) = row.chances {
            object.insert("win".to_owned(), json!(win));
            object.insert("gammons".to_owned(), json!(gammons));
        }
        if let Some(pips) = row.distance {
            object.insert("distance".to_owned(), json!(pips));
        }
        if let Some(spread) = row.spread {
            object.insert("disagreement".to_owned(), thousandths(spread));
        }
        if row.kind != Kind::Play {
            object.remove("did");
        }
    }
    object
}

/// A match.
#[must_use]
pub fn matched(row: &MatchRow) -> Value {
    json!({
        "id": row.id,
        "kind": if row.is_summary { "summary" } else { "record" },
        "day": row.date,
        "event": row.event,
        "round": row.round,
        "place": row.place,
        "length": row.length,
        "players": row.players,
        "player_ids": row.player_ids,
        "score": row.score,
        "winner": row.winner,
        "games": row.games,
        "decisions": row.decisions,
        "counted": row.counted,
        "pr": row.ratings.map(|rating| rating.map(|rating| rounded(rating, 2))),
        "luck": row.luck.map(|luck| luck.map(thousandths)),
        "rulers": row.rulers,
        "tags": row.tags,
    })
}

/// A position of a list.
#[must_use]
pub fn position_row(row: &PositionRow) -> Value {
    json!({
        "id": row.id,
        "position": position(&row.key),
        "decisions": row.decisions,
        "mean_loss": row.mean_loss.map(thousandths),
        "ruler": row.ruler,
        "phase": row.phase.word(),
        "plan": row.plans[0].label().word(),
        "their_plan": row.plans[1].label().word(),
        "tags": row.tags,
    })
}

/// A player.
#[must_use]
pub fn player(row: &Player) -> Value {
    json!({
        "id": row.id,
        "name": row.name,
        "me": row.is_me,
        "matches": row.matches,
        "spellings": row.spellings.iter().map(|(_, name)| name).collect::<Vec<_>>(),
        "note": row.note,
    })
}

/// The rows of a page, one value each.
#[must_use]
pub fn page(rows: &PageRows) -> Vec<Value> {
    match rows {
        PageRows::Decisions(rows) => rows.iter().map(decision).collect(),
        PageRows::Positions(rows) => rows.iter().map(position_row).collect(),
        PageRows::Matches(rows) => rows.iter().map(matched).collect(),
        PageRows::Players(rows) => rows.iter().map(player).collect(),
    }
}
