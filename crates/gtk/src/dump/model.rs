// SPDX-License-Identifier: GPL-3.0-or-later
//! What tests have to know and cannot see from widgets: the board, the match, what runs in the background.

use crate::board::layout::{Rect, Target};
use crate::board::{BoardWidget, Slot};
use crate::snapshot::Snapshot;
use gnubg_engine::core::{Decision, MatchState, Phase, Player, notation};
use gtk::prelude::*;
use serde_json::{Value, json};

/// What the window knows.
pub(crate) struct Model<'a> {
    pub(crate) board: &'a BoardWidget,
    /// Where the board begins in the window, in pixels.
    pub(crate) origin: [f64; 2],
    pub(crate) scale_factor: i32,
    /// The last notice, which is on the screen for a few seconds only.
    pub(crate) notice: &'a str,
    /// The last messages, whose panel may be hidden.
    pub(crate) log: String,
    /// What is shown of the session.
    pub(crate) snapshot: &'a Snapshot,
    /// The session as it stands, while `snapshot` may still be on the way there.
    pub(crate) now: &'a Snapshot,
    /// The entries of the game shown, in words of the program.
    pub(crate) entries: Vec<String>,
    /// The actions of the window that are enabled.
    pub(crate) enabled: &'a [String],
    /// Files that are being read or written.
    pub(crate) n_file_jobs: usize,
    /// The analyses that run, what is done of them, and how much there is to do.
    pub(crate) analysis: (usize, u64, u64),
    /// How often each part was refreshed.
    pub(crate) refreshes: Value,
    pub(crate) pulse: Value,
}

fn rect(r: Rect) -> Value {
    json!([r.x, r.y, r.w, r.h])
}

/// The model as JSON.
pub(super) fn describe(model: &Model<'_>) -> Value {
    json!({
        "file": model.now.file,
        "entries": model.entries,
        "actions": model.enabled,
        "notice": model.notice,
        "log": model.log,
        "file_jobs": model.n_file_jobs,
        "analysis": {
            "running": model.analysis.0, "done": model.analysis.1, "total": model.analysis.2,
        },
        "thinking": model.now.is_thinking,
        "judging": model.now.is_judging,
        "waiting": model.now.is_waiting(),
        "settled": model.now.state == model.snapshot.state,
        "unsaved": model.now.is_unsaved,
        "reviewing": model.now.is_reviewing,
        "refreshes": model.refreshes,
        "pulse": model.pulse,
        "board": board(model.board, model.origin, model.scale_factor),
        "controller": controller(model.board),
        "names": model.snapshot.names,
        "game": model.snapshot.game,
        "match": model.snapshot.state.as_ref().map(describe_match),
    })
}

/// What is drawn on a board that begins there in the window, in pixels.
pub(super) fn board(board: &BoardWidget, origin: [f64; 2], scale_factor: i32) -> Value {
    let view = board.view();
    let fit = board.fit();
    let stacks: Vec<i32> = Slot::holding()
        .map(|slot| {
            let stack = view.stacks.at(slot);
            if stack.owner == Player::One { i32::from(stack.count) } else { -i32::from(stack.count) }
        })
        .collect();
    json!({
        "x": origin[0] + fit.x,
        "y": origin[1] + fit.y,
        "scale": fit.scale,
        "painted": board.is_painted(),
        "mapped": board.is_mapped(),
        "design": board.design().key,
        "clockwise": view.layout.direction == crate::board::layout::Direction::Clockwise,
        "animating": board.is_animating(),
        "pictures": board.pictures(),
        "three": three(board, origin, scale_factor),
        "loose": view.loose.iter().map(|loose| [loose.at.x, loose.at.y]).collect::<Vec<_>>(),
        "stacks": stacks,
        "dice": view.dice.map(|dice| json!({
            "owner": dice.owner.index(), "faces": dice.faces, "used": dice.used,
            "at": dice.at.map(rect),
        })),
        "opening": board.opening(),
        "cube": view.cube.map(|cube| json!({
            "shown": cube.shown, "place": format!("{:?}", cube.place), "at": rect(cube.at),
            "turned": cube.turned.to_degrees().round(),
        })),
        "flag": view.flag.map(|flag| json!({ "level": flag.level.multiple(), "at": rect(flag.at) })),
        "arrow": view.arrow.map(Player::index),
        "arrows": { "made": view.arrows.len(), "best": view.best_arrows.len() },
        "marks": view.marks.iter().map(|mark| mark.slot.index()).collect::<Vec<_>>(),
    })
}

/// What a board's controller knows: the play in the making, and the keyboard's cursor.
pub(super) fn controller(board: &BoardWidget) -> Value {
    board.with_controller(|controller| {
        let turn = controller.turn().map(|turn| {
            json!({
                "play": notation::format(turn.start(), &turn.play()),
                "complete": turn.is_complete(),
                "dance": turn.is_dance(),
                "steps": turn.made().len(),
            })
        });
        let cursor = match controller.cursor() {
            Target::Slot(slot) => json!(slot.index()),
            other => json!(format!("{other:?}")),
        };
        json!({
            "turn": turn,
            "cursor": cursor,
            "cursor_shown": controller.is_cursor_shown(),
            "picked": controller.picked().map(Slot::index),
            "editing": controller.draft().is_some(),
        })
    })
}

/// The board in three dimensions: how many pictures were painted, and where a hand would reach in the window.
fn three(board: &BoardWidget, origin: [f64; 2], scale_factor: i32) -> Value {
    let Some(handles) = board.handles_3d() else { return Value::Null };
    let handles: serde_json::Map<String, Value> = handles
        .into_iter()
        .map(|(target, at)| {
            let name = match target {
                Target::Slot(slot) => slot.index().to_string(),
                other => format!("{other:?}"),
            };
            (name, json!([origin[0] + at.x, origin[1] + at.y]))
        })
        .collect();
    let movement = board.movement_3d();
    json!({
        "frames": board.frames_3d(),
        "handles": handles,
        "driver": board.driver_3d(),
        "size": board.size_3d().map(|(width, height)| [width, height]),
        "wanted": [board.width() * scale_factor, board.height() * scale_factor],
        "movement": { "pictures": movement.pictures, "ms": movement.ms, "processor": movement.processor },
    })
}

fn describe_match(state: &MatchState) -> Value {
    let phase = match state.phase {
        Phase::Opening => "opening",
        Phase::Due(Decision::Roll) => "roll",
        Phase::Due(Decision::Play(_)) => "play",
        Phase::Due(Decision::Answer(_)) => "answer",
        Phase::Resigning { .. } => "resigning",
        Phase::Over(_) => "over",
    };
    json!({
        "phase": phase,
        "on_roll": state.on_roll.index(),
        "to_act": state.to_act().map(Player::index),
        "dice": state.dice().map(|dice| [dice.high(), dice.low()]),
        "length": state.length,
        "score": state.score,
        "crawford": state.is_crawford,
        "cube": { "value": state.cube.value.points(), "owner": state.cube.owner.map(Player::index) },
        "position_id": state.board.position_id(),
        "match_id": state.match_id(),
    })
}
