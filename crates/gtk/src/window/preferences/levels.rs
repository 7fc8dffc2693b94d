// SPDX-License-Identifier: GPL-3.0-or-later
//! Levels of strength, and the choice between evaluation and rollout.

use super::evaluation::{add_evaluation, describe, fill_when_opened, opening_row};
use super::rollouts;
use super::sheet::{Sheet, combo};
use crate::i18n::gettext;
use crate::level_names::level_name;
use adw::prelude::*;
use gnubg_engine::rollout::DecisionLevel;
use gnubg_session::options::{Decides as _, OptionValue, Options, find};

/// Whose level a row sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LevelOwner {
    Player(usize),
    Evaluation,
    Analysis,
}

impl LevelOwner {
    fn level(self, options: &Options) -> Option<DecisionLevel> {
        match self {
            LevelOwner::Player(seat) => options.players[seat].level(),
            LevelOwner::Evaluation => options.evaluation.level(),
            LevelOwner::Analysis => options.analysis.level(),
        }
    }

    fn set_level(self, options: &mut Options, level: DecisionLevel) {
        match self {
            LevelOwner::Player(seat) => options.players[seat].set_level(level),
            LevelOwner::Evaluation => options.evaluation.set_level(level),
            LevelOwner::Analysis => options.analysis.set_level(level),
        }
    }
}

/// The row that chooses a level; it says when the settings below are not those of a level.
pub(super) fn level_row(sheet: &Sheet, who: LevelOwner) -> adw::ComboRow {
    let own = gettext("Custom");
    let titles: Vec<String> = DecisionLevel::ALL.into_iter().map(level_name).chain([own]).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let row =
        combo(&gettext("Level"), &gettext("Sets checker play, cube decisions and move filters"), &titles);
    let changing = sheet.clone();
    row.connect_selected_notify(move |row| match DecisionLevel::ALL.get(row.selected() as usize) {
        Some(level) => changing.change(|options| who.set_level(options, *level)),
        // Custom settings are made below.
        None => changing.refresh(),
    });
    let weak = row.downgrade();
    sheet.follow(move |options| {
        if let Some(row) = weak.upgrade() {
            let level = who.level(options);
            let at = level.and_then(|level| DecisionLevel::ALL.into_iter().position(|other| other == level));
            row.set_selected(at.unwrap_or(DecisionLevel::ALL.len()) as u32);
        }
    });
    row
}

/// The rows of a choice between evaluation and rollout.
pub(super) fn judge_rows(sheet: &Sheet, prefix: &str, title: &str) -> adw::ExpanderRow {
    let expander = adw::ExpanderRow::builder().title(title).build();
    let (rows, at) = (sheet.clone(), prefix.to_owned());
    fill_when_opened(&expander, move |expander| {
        if let Some(leaf) = find(&format!("{at}.method")) {
            expander.add_row(&rows.row(leaf));
        }
        add_evaluation(&rows, &format!("{at}.evaluation"), expander);
        let title = gettext("Rollout Settings…");
        expander.add_row(&opening_row(&title, "", move |row| {
            let window = row.root().and_downcast::<gtk::Window>();
            rollouts::open(&rows, &format!("{at}.rollout"), window.as_ref());
        }));
    });
    let weak = expander.downgrade();
    let prefix = prefix.to_owned();
    sheet.follow(move |options| {
        let Some(expander) = weak.upgrade() else { return };
        let method = find(&format!("{prefix}.method")).map(|leaf| leaf.get(options));
        let rolls_out = method == Some(OptionValue::Text("rollout".to_owned()));
        let text =
            if rolls_out { gettext("Rollout") } else { describe(options, &format!("{prefix}.evaluation")) };
        expander.set_subtitle(&text);
    });
    expander
}
