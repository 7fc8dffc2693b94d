// SPDX-License-Identifier: GPL-3.0-or-later
//! The window's state as JSON, for tests that drive it from outside (`--state-dump`).

use crate::board::layout::{Rect, Target};
use crate::board::{BoardWidget, Slot};
use crate::snapshot::Snapshot;
use gnubg_engine::core::{Decision, MatchState, Phase, Player, notation};
use gtk::prelude::*;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Where the state is written, and how often it has been.
#[derive(Debug)]
pub(crate) struct Dump {
    path: PathBuf,
    serial: u64,
    last: Value,
}

/// What the window knows.
pub(crate) struct Facts<'a> {
    pub(crate) board: &'a BoardWidget,
    pub(crate) origin: [f64; 2],
    pub(crate) size: [i32; 2],
    pub(crate) scale_factor: i32,
    /// Texts that do not fit where they are.
    pub(crate) cut: Vec<String>,
    pub(crate) title: &'a str,
    pub(crate) message: &'a str,
    pub(crate) play_text: &'a str,
    pub(crate) badge: &'a str,
    pub(crate) toast: &'a str,
    pub(crate) start_card: bool,
    pub(crate) id: &'a str,
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) enabled: &'a [String],
    pub(crate) buttons: &'a [String],
    pub(crate) focus: Option<&'a str>,
    /// What it is called within the program.
    pub(crate) focused: String,
    /// Where it is in the window.
    pub(crate) focused_at: [f64; 2],
    /// The session as it stands, while `snapshot` may still be on the way there.
    pub(crate) now: &'a Snapshot,
    pub(crate) hint: Value,
    pub(crate) tools: Value,
    pub(crate) pips: [String; 2],
    pub(crate) is_warned: bool,
    pub(crate) recovery: bool,
    /// Whether there is a menu bar, and how many menus of it are open.
    pub(crate) menus: (bool, usize),
    pub(crate) panels: Value,
    pub(crate) files: Value,
    /// How far the analysis of the record has come.
    pub(crate) analysis: Value,
    pub(crate) preferences: Value,
    pub(crate) candidates: usize,
    pub(crate) setup: Value,
    pub(crate) pulse: Value,
    /// How often each part was refreshed.
    pub(crate) refreshes: Value,
}

fn rect(r: Rect) -> Value {
    json!([r.x, r.y, r.w, r.h])
}

impl Dump {
    pub(crate) fn new(path: PathBuf) -> Dump {
        Dump { path, serial: 0, last: Value::Null }
    }

    /// Writes the state if it differs from the last one. The file is replaced as a whole, so that a reader never sees
    /// half of it.
    pub(crate) fn write(&mut self, facts: &Facts<'_>) {
        let value = describe(facts);
        if value == self.last {
            return;
        }
        self.serial += 1;
        self.last = value.clone();
        let text = json!({ "serial": self.serial, "state": value }).to_string();
        let temporary = self.path.with_extension("part");
        let written = std::fs::write(&temporary, text).and_then(|()| std::fs::rename(&temporary, &self.path));
        if let Err(error) = written {
            gtk::glib::g_warning!("gnubg", "the state dump could not be written: {error}");
        }
    }
}

fn describe(facts: &Facts<'_>) -> Value {
    let view = facts.board.view();
    let fit = facts.board.fit();
    let stacks: Vec<i32> = Slot::holding()
        .map(|slot| {
            let stack = view.stacks.at(slot);
            if stack.owner == Player::One { i32::from(stack.count) } else { -i32::from(stack.count) }
        })
        .collect();
    let controller = facts.board.with_controller(|controller| {
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
            "picked": controller.picked().map(Slot::index),
            "editing": controller.draft().is_some(),
        })
    });
    json!({
        "window": {
            "menu_bar": facts.menus.0,
            "menus_open": facts.menus.1,
            "title": facts.title,
            "file": facts.now.file,
            "width": facts.size[0],
            "height": facts.size[1],
            "scale_factor": facts.scale_factor,
            "renderer": facts.board.native().and_then(|native| native.renderer()).map(|one| one.type_().name()),
            "cut": facts.cut,
            "start_card": facts.start_card,
            "message": facts.message,
            "play_text": facts.play_text,
            "badge": facts.badge,
            "toast": facts.toast,
            "id": facts.id,
            "buttons": facts.buttons,
            "enabled": facts.enabled,
            "focus": facts.focus,
            "focused": facts.focused,
            "focused_at": facts.focused_at,
            "warned": facts.is_warned,
            "recovery": facts.recovery,
        },
        "thinking": facts.now.is_thinking,
        "judging": facts.now.is_judging,
        "waiting": facts.now.is_waiting(),
        "settled": facts.now.state == facts.snapshot.state,
        "hint": facts.hint,
        "panels": facts.panels,
        "files": facts.files,
        "analysis": facts.analysis,
        "unsaved": facts.now.is_unsaved,
        "reviewing": facts.now.is_reviewing,
        "tools": facts.tools,
        "preferences": facts.preferences,
        "pulse": facts.pulse,
        "refreshes": facts.refreshes,
        "candidates": facts.candidates,
        "setup": facts.setup,
        "board": {
            "x": facts.origin[0] + fit.x,
            "y": facts.origin[1] + fit.y,
            "scale": fit.scale,
            "painted": facts.board.is_painted(),
            "mapped": facts.board.is_mapped(),
            "design": facts.board.design().key,
            "clockwise": view.layout.direction == crate::board::layout::Direction::Clockwise,
            "animating": facts.board.is_animating(),
            "pictures": facts.board.pictures(),
            "three": three(facts),
            "loose": view.loose.iter().map(|loose| [loose.at.x, loose.at.y]).collect::<Vec<_>>(),
            "stacks": stacks,
            "dice": view.dice.map(|dice| json!({
                "owner": dice.owner.index(), "faces": dice.faces, "used": dice.used,
                "at": dice.at.map(rect),
            })),
            "cube": view.cube.map(|cube| json!({
                "shown": cube.shown, "place": format!("{:?}", cube.place), "at": rect(cube.at),
                "turned": cube.turned.to_degrees().round(),
            })),
            "flag": view.flag.map(|flag| json!({ "level": flag.level.multiple(), "at": rect(flag.at) })),
            "arrow": view.arrow.map(Player::index),
            "marks": view.marks.iter().map(|mark| mark.slot.index()).collect::<Vec<_>>(),
        },
        "controller": controller,
        "names": facts.snapshot.names,
        "pips": facts.pips,
        "game": facts.snapshot.game,
        "match": facts.snapshot.state.as_ref().map(describe_match),
    })
}

/// The board in three dimensions: how many pictures were painted, and where a hand would reach in the window.
fn three(facts: &Facts<'_>) -> Value {
    let Some(handles) = facts.board.handles_3d() else { return Value::Null };
    let handles: serde_json::Map<String, Value> = handles
        .into_iter()
        .map(|(target, at)| {
            let name = match target {
                Target::Slot(slot) => slot.index().to_string(),
                other => format!("{other:?}"),
            };
            (name, json!([facts.origin[0] + at.x, facts.origin[1] + at.y]))
        })
        .collect();
    let movement = facts.board.movement_3d();
    json!({
        "frames": facts.board.frames_3d(),
        "handles": handles,
        "driver": facts.board.driver_3d(),
        "size": facts.board.size_3d().map(|(width, height)| [width, height]),
        "wanted": [facts.board.width() * facts.scale_factor, facts.board.height() * facts.scale_factor],
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
