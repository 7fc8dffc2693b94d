// SPDX-License-Identifier: GPL-3.0-or-later
//! Time controls and clocks in words.

use crate::i18n::{gettext, gettext_f, ngettext_f};
use gnubg_record::clock::face;
use gnubg_record::{ClockKind, NamedTimeControl, TimeControl, TimeLoss, TimePenalty};

/// What a player loses whose time is used up, as an entry of a list.
#[must_use]
pub fn out_of_time(loss: TimeLoss) -> String {
    match loss {
        TimeLoss::Points(n) => ngettext_f(
            "Out of time: loses {n} point",
            "Out of time: loses {n} points",
            u32::from(n),
            &[("n", n.to_string())],
        ),
        TimeLoss::Game => gettext("Out of time: loses the game"),
        TimeLoss::Match => gettext("Out of time: loses the match"),
    }
}

/// A time control with its name, if it has one, as a sentence.
#[must_use]
pub fn named(named: &NamedTimeControl) -> String {
    let text = control(&named.control);
    if named.name.is_empty() { text } else { format!("{} – {text}", named.name) }
}

/// A time control as a sentence.
#[must_use]
pub fn control(control: &TimeControl) -> String {
    let TimeControl { base, per_point, per_turn, penalty, .. } = control;
    let mut parts = vec![gettext_f(
        "Reserve {base} and {perpoint} for each point",
        &[("base", face(*base)), ("perpoint", face(*per_point))],
    )];
    let turn = [("time", face(*per_turn))];
    match control.kind {
        ClockKind::Plain => {}
        ClockKind::Bronstein => parts.push(gettext_f("{time} free in every turn", &turn)),
        ClockKind::Fischer => parts.push(gettext_f("{time} added after every turn", &turn)),
        ClockKind::Hourglass => parts.push(gettext("used time goes to the opponent")),
    }
    parts.push(match penalty {
        TimePenalty::None => gettext("nothing is lost when the time is used up"),
        TimePenalty::Points { points, extra } => ngettext_f(
            "{n} point is lost when the time is used up, and the reserve is then {extra}",
            "{n} points are lost when the time is used up, and the reserve is then {extra}",
            u32::from(*points),
            &[("n", points.to_string()), ("extra", face(*extra))],
        ),
        TimePenalty::Game => gettext("the game is lost when the time is used up"),
        TimePenalty::Match => gettext("the match is lost when the time is used up"),
    });
    format!("{}. {}.", name(control.kind), parts.join("; "))
}

fn name(kind: ClockKind) -> String {
    match kind {
        ClockKind::Plain => gettext("Plain clock"),
        ClockKind::Bronstein => gettext("Bronstein clock"),
        ClockKind::Fischer => gettext("Fischer clock"),
        ClockKind::Hourglass => gettext("Hourglass clock"),
    }
}
