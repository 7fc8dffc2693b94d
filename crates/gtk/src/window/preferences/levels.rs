// SPDX-License-Identifier: GPL-3.0-or-later
//! Levels of strength, and the choice between evaluation and rollout.

use super::evaluation::{add_evaluation, describe, fill_when_opened, opening_row};
use super::rollouts;
use super::sheet::{Sheet, combo};
use crate::i18n::gettext;
use crate::level_names::level_name;
use adw::prelude::*;
use gnubg_engine::eval::{Level, MoveFilters};
use gnubg_session::options::{Judge, Method, OptionValue, Options, find};

/// Whose level a row sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LevelOwner {
    Player(usize),
    Evaluation,
    Analysis,
}

/// Checker play, cube decisions, move filters.
type Strength<'a> = (&'a mut Judge, &'a mut Judge, &'a mut MoveFilters);

impl LevelOwner {
    fn strength(self, options: &mut Options) -> Strength<'_> {
        match self {
            LevelOwner::Player(seat) => {
                let player = &mut options.players[seat];
                (&mut player.checker, &mut player.cube, &mut player.filters)
            }
            LevelOwner::Evaluation => {
                let it = &mut options.evaluation;
                (&mut it.checker, &mut it.cube, &mut it.filters)
            }
            LevelOwner::Analysis => {
                let it = &mut options.analysis;
                (&mut it.checker, &mut it.cube, &mut it.filters)
            }
        }
    }

    /// The level of these settings, if they are those of one.
    fn level(self, options: &Options) -> Option<Level> {
        let mut options = options.clone();
        let (checker, cube, filters) = self.strength(&mut options);
        let evaluates = checker.method == Method::Evaluation && cube.method == Method::Evaluation;
        Level::ALL.into_iter().find(|level| {
            let settings = level.settings();
            evaluates
                && checker.evaluation.is_same(&settings)
                && cube.evaluation.is_same(&settings)
                && (settings.plies == 0 || *filters == level.filters())
        })
    }

    fn set_level(self, options: &mut Options, level: Level) {
        let (checker, cube, filters) = self.strength(options);
        for judge in [checker, cube] {
            judge.method = Method::Evaluation;
            judge.evaluation = level.settings();
        }
        *filters = level.filters();
    }
}

/// The row that chooses a level; it says when the settings below are not those of a level.
pub(super) fn level_row(sheet: &Sheet, who: LevelOwner) -> adw::ComboRow {
    let own = gettext("Custom");
    let titles: Vec<String> = Level::ALL.into_iter().map(level_name).chain([own]).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let row =
        combo(&gettext("Level"), &gettext("Sets checker play, cube decisions and move filters"), &titles);
    let changing = sheet.clone();
    row.connect_selected_notify(move |row| match Level::ALL.get(row.selected() as usize) {
        Some(level) => changing.change(|options| who.set_level(options, *level)),
        // Custom settings are made below.
        None => changing.refresh(),
    });
    let weak = row.downgrade();
    sheet.follow(move |options| {
        if let Some(row) = weak.upgrade() {
            let level = who.level(options);
            let at = level.and_then(|level| Level::ALL.into_iter().position(|other| other == level));
            row.set_selected(at.unwrap_or(Level::ALL.len()) as u32);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_recognized() {
        for who in
            [LevelOwner::Player(0), LevelOwner::Player(1), LevelOwner::Evaluation, LevelOwner::Analysis]
        {
            let mut options = Options::default();
            for level in Level::ALL {
                who.set_level(&mut options, level);
                assert_eq!(who.level(&options), Some(level), "{who:?}");
            }
            who.strength(&mut options).0.evaluation.noise = 0.3;
            assert_eq!(who.level(&options), None);
        }
    }
}
