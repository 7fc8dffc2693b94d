// SPDX-License-Identifier: GPL-3.0-or-later
//! Time controls and clocks in SGF: `TM` and `OT` in the root, `WL` and `BL` at moves, and two properties of our own.

use super::lex::{Prop, SgfNode};
use super::names;
use gnubg_engine::core::Player;
use gnubg_record::clock::whole_milliseconds;
use gnubg_record::{ClockKind, Clocks, TimeControl, TimeLoss, TimePenalty};
use std::fmt::Write as _;
use std::time::Duration;

/// The properties of the root that a time control is written as.
pub(super) const ROOT: [&str; 3] = ["TM", "OT", names::TIME_CONTROL];

/// The longest time that is read: 100 days.
const LONGEST: f64 = 8_640_000.0;

/// A time in seconds, with up to three decimals.
fn seconds(time: Duration) -> String {
    let milliseconds = whole_milliseconds(time);
    let (whole, part) = (milliseconds / 1000, milliseconds % 1000);
    if part == 0 { whole.to_string() } else { format!("{whole}.{part:03}").trim_end_matches('0').to_owned() }
}

fn read_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    let milliseconds = (0.0..=LONGEST).contains(&seconds).then_some(seconds * 1000.0)?;
    Some(Duration::from_millis(milliseconds.round() as u64))
}

/// Writes the time control of a match to `length` points into the root.
pub(super) fn write_control(out: &mut String, control: &TimeControl, length: u16) {
    let [reserve, _] = control.start(length).left;
    let _ = write!(out, "TM[{}]OT[{control}]", seconds(reserve));
    let TimeControl { kind, base, per_point, per_turn, penalty } = control;
    let _ = write!(out, "{}[{}]", names::TIME_CONTROL, kind.keyword());
    for (key, time) in [("base", base), ("point", per_point), ("turn", per_turn)] {
        let _ = write!(out, "[{key}:{}]", seconds(*time));
    }
    let _ = match penalty {
        TimePenalty::None => Ok(()),
        TimePenalty::Points { points, extra } => {
            write!(out, "[penalty:points:{points}][extra:{}]", seconds(*extra))
        }
        TimePenalty::Game => write!(out, "[penalty:game]"),
        TimePenalty::Match => write!(out, "[penalty:match]"),
    };
}

/// The time control of a root; `None` if there is none, or it is not of our own writing.
pub(super) fn control(root: &SgfNode<'_>) -> Option<TimeControl> {
    let values = &root.get(names::TIME_CONTROL)?.values;
    let kind = ClockKind::ALL.into_iter().find(|kind| values.first() == Some(&kind.keyword()))?;
    let get = |key: &str| {
        values.iter().find_map(|value| value.strip_prefix(key).and_then(|rest| rest.strip_prefix(':')))
    };
    let time = |key| get(key).and_then(read_seconds);
    let penalty = match get("penalty").map(loss) {
        None => TimePenalty::None,
        Some(None) => return None,
        Some(Some(TimeLoss::Game)) => TimePenalty::Game,
        Some(Some(TimeLoss::Match)) => TimePenalty::Match,
        Some(Some(TimeLoss::Points(points))) => {
            TimePenalty::Points { points, extra: time("extra").unwrap_or_default() }
        }
    };
    let per_turn = time("turn").unwrap_or_default();
    Some(TimeControl { kind, base: time("base")?, per_point: time("point")?, per_turn, penalty })
}

/// `points:2`, `game` or `match`.
fn loss(text: &str) -> Option<TimeLoss> {
    match text.split_once(':') {
        None if text == "game" => Some(TimeLoss::Game),
        None if text == "match" => Some(TimeLoss::Match),
        Some(("points", points)) => points.parse().ok().map(TimeLoss::Points),
        _ => None,
    }
}

/// Whose time was used up, and what that cost.
pub(super) fn out_of_time(prop: &Prop<'_>) -> Option<(Player, TimeLoss)> {
    let (seat, rest) = prop.value().split_once(':')?;
    let player = match seat {
        "W" => Player::Zero,
        "B" => Player::One,
        _ => return None,
    };
    Some((player, loss(rest)?))
}

/// Writes that a player's time was used up, as a node.
pub(super) fn write_out_of_time(out: &mut String, player: Player, loss: TimeLoss) {
    let seat = match player {
        Player::Zero => 'W',
        Player::One => 'B',
    };
    let loss = match loss {
        TimeLoss::Points(points) => format!("points:{points}"),
        TimeLoss::Game => "game".to_owned(),
        TimeLoss::Match => "match".to_owned(),
    };
    let _ = write!(out, "\n;{}[{seat}:{loss}]", names::OUT_OF_TIME);
}

/// Writes the clocks after a move.
pub(super) fn write_clocks(out: &mut String, clocks: Option<Clocks>) {
    let Some(Clocks { left: [zero, one] }) = clocks else { return };
    let _ = write!(out, "WL[{}]BL[{}]", seconds(zero), seconds(one));
}

/// The clocks after a move, if both are there.
pub(super) fn clocks(props: &[&Prop<'_>]) -> Option<Clocks> {
    let time = |name: &str| {
        let prop = props.iter().find(|prop| prop.name == name)?;
        read_seconds(prop.value())
    };
    Some(Clocks { left: [time("WL")?, time("BL")?] })
}
