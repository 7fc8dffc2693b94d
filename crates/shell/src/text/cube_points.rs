// SPDX-License-Identifier: GPL-3.0-or-later
//! Take, double and cash points as rows of a table: in the terminal and in the window.

use crate::i18n::gettext;
use gnubg_engine::cube::{DeadLive, MatchPoints, MatchWindow, MoneyPoints};

/// The columns of a table for a match: the kinds of cube with their points.
#[must_use]
pub fn match_columns(window: &MatchWindow) -> Vec<(String, MatchPoints)> {
    let mut found = vec![(gettext("Dead cube"), window.dead)];
    found.extend(window.redoubled.map(|points| (gettext("Redoubled"), points)));
    found.extend(window.live.map(|points| (gettext("Live cube"), points)));
    found
}

/// The table of these columns, its titles first; `percent` writes a winning chance from 0 to 1.
#[must_use]
pub fn match_rows(columns: &[(String, MatchPoints)], percent: impl Fn(f64) -> String) -> Vec<Vec<String>> {
    let head = std::iter::once(String::new()).chain(columns.iter().map(|(name, _)| name.clone()));
    let row = |title: String, of: fn(&MatchPoints) -> f64| {
        std::iter::once(title).chain(columns.iter().map(|(_, points)| percent(of(points)))).collect()
    };
    vec![
        head.collect(),
        row(gettext("Take point"), |points| points.take),
        row(gettext("Double point"), |points| points.double),
        row(gettext("Cash point"), |points| points.cash),
        row(gettext("Too good point"), |points| points.too_good),
    ]
}

/// The table for money play, its titles first; `percent` writes a winning chance from 0 to 1.
#[must_use]
pub fn money_rows(points: &MoneyPoints, percent: impl Fn(f64) -> String) -> Vec<Vec<String>> {
    let titled = [
        (gettext("Take point"), points.take),
        (gettext("Beaver point"), points.beaver),
        (gettext("Raccoon point"), points.raccoon),
        (gettext("First double"), points.initial_double),
        (gettext("Redouble"), points.redouble),
        (gettext("Cash point"), points.cash),
        (gettext("Too good point"), points.too_good),
    ];
    let mut rows = vec![vec![String::new(), gettext("Dead cube"), gettext("Live cube")]];
    rows.extend(titled.map(|(title, DeadLive { dead, live })| vec![title, percent(dead), percent(live)]));
    rows
}
