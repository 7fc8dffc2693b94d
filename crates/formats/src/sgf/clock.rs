// SPDX-License-Identifier: GPL-3.0-or-later
//! Time controls and clocks in SGF: `TM` and `OT` in the root, `WL` and `BL` at moves, and two properties of our own.

use super::lex::{self, Prop, SgfNode};
use super::names;
use gnubg_engine::core::Player;
use gnubg_record::clock::{from_seconds, in_seconds};
use gnubg_record::{Clocks, NamedTimeControl, TimeControl, TimeLoss};
use std::fmt::Write as _;

/// What the name of a time control begins with.
const NAME: &str = "name:";

/// The properties of the root that a time control is written as.
pub(super) const ROOT: [&str; 3] = ["TM", "OT", names::TIME_CONTROL];

/// Writes the time control of a match to `length` points into the root. Its name is the last value.
pub(super) fn write_control(out: &mut String, control: &TimeControl, name: &str, length: u16) {
    let [reserve, _] = control.start(length).left;
    let _ = write!(out, "TM[{}]OT[{control}]{}", in_seconds(reserve), names::TIME_CONTROL);
    for word in control.words() {
        let _ = write!(out, "[{word}]");
    }
    if !name.is_empty() {
        let _ = write!(out, "[{NAME}{}]", lex::escape(name));
    }
}

/// The time control of a root and its name, which may be empty; `None` if there is none, or it is not of our own writing.
pub(super) fn control(root: &SgfNode<'_>) -> Option<NamedTimeControl> {
    let values = &root.get(names::TIME_CONTROL)?.values;
    let control = TimeControl::from_words(values)?;
    let name = values.iter().find_map(|value| value.strip_prefix(NAME)).map(lex::text).unwrap_or_default();
    Some(NamedTimeControl { name: name.trim().to_owned(), control })
}

/// Whose time was used up, and what that cost.
pub(super) fn out_of_time(prop: &Prop<'_>) -> Option<(Player, TimeLoss)> {
    let (seat, rest) = prop.value().split_once(':')?;
    let player = match seat {
        "W" => Player::Zero,
        "B" => Player::One,
        _ => return None,
    };
    Some((player, TimeLoss::from_text(rest)?))
}

/// Writes that a player's time was used up, as a node.
pub(super) fn write_out_of_time(out: &mut String, player: Player, loss: TimeLoss) {
    let seat = match player {
        Player::Zero => 'W',
        Player::One => 'B',
    };
    let _ = write!(out, "\n;{}[{seat}:{}]", names::OUT_OF_TIME, loss.to_text());
}

/// Writes the clocks after a move.
pub(super) fn write_clocks(out: &mut String, clocks: Option<Clocks>) {
    let Some(Clocks { left: [zero, one] }) = clocks else { return };
    let _ = write!(out, "WL[{}]BL[{}]", in_seconds(zero), in_seconds(one));
}

/// The clocks after a move, if both are there.
pub(super) fn clocks(props: &[&Prop<'_>]) -> Option<Clocks> {
    let time = |name: &str| {
        let prop = props.iter().find(|prop| prop.name == name)?;
        from_seconds(prop.value())
    };
    Some(Clocks { left: [time("WL")?, time("BL")?] })
}
