// SPDX-License-Identifier: GPL-3.0-or-later
//! Time controls and clocks in words.

use crate::i18n::{gettext, ngettext_f};
use gnubg_record::clock::face;
use gnubg_record::{ClockKind, TimeControl, TimeLoss, TimePenalty};

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

/// A time control as a sentence.
#[must_use]
pub fn control(control: &TimeControl) -> String {
    let TimeControl { base, per_point, per_turn, penalty, .. } = control;
    let mut parts = vec![format!("Reserve {} and {} for each point", face(*base), face(*per_point))];
    match control.kind {
        ClockKind::Plain => {}
        ClockKind::Bronstein => parts.push(format!("{} free in every turn", face(*per_turn))),
        ClockKind::Fischer => parts.push(format!("{} added after every turn", face(*per_turn))),
        ClockKind::Hourglass => parts.push("used time goes to the opponent".to_owned()),
    }
    parts.push(match penalty {
        TimePenalty::None => "nothing is lost when the time is used up".to_owned(),
        TimePenalty::Points { points: 1, extra } => {
            format!("1 point is lost when the time is used up, and the reserve is then {}", face(*extra))
        }
        TimePenalty::Points { points, extra } => {
            format!(
                "{points} points are lost when the time is used up, and the reserve is then {}",
                face(*extra)
            )
        }
        TimePenalty::Game => "the game is lost when the time is used up".to_owned(),
        TimePenalty::Match => "the match is lost when the time is used up".to_owned(),
    });
    format!("{} clock. {}.", name(control.kind), parts.join("; "))
}

const fn name(kind: ClockKind) -> &'static str {
    match kind {
        ClockKind::Plain => "Plain",
        ClockKind::Bronstein => "Bronstein",
        ClockKind::Fischer => "Fischer",
        ClockKind::Hourglass => "Hourglass",
    }
}
