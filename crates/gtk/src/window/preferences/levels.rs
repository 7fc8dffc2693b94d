// SPDX-License-Identifier: GPL-3.0-or-later
//! How strong: levels, evaluations, and the choice between evaluation and rollout.

use super::choices;
use super::sheet::{Sheet, combo};
use crate::i18n::gettext;
use adw::prelude::*;
use gnubg_engine::eval::{EvalSettings, Level, MoveFilters};
use gnubg_session::options::{Judge, Method, Options, PreferenceGroup, RolloutOptions, Value, find, leaves};
use gtk::glib;
use std::cell::Cell;

/// Whose level it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Player(usize),
    Evaluation,
    Analysis,
}

/// Checker play, cube decisions, move filters.
type Strength<'a> = (&'a mut Judge, &'a mut Judge, &'a mut MoveFilters);

impl Who {
    fn strength(self, options: &mut Options) -> Strength<'_> {
        match self {
            Who::Player(seat) => {
                let player = &mut options.players[seat];
                (&mut player.checker, &mut player.cube, &mut player.filters)
            }
            Who::Evaluation => {
                let it = &mut options.evaluation;
                (&mut it.checker, &mut it.cube, &mut it.filters)
            }
            Who::Analysis => {
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
pub(super) fn level_row(sheet: &Sheet, who: Who) -> adw::ComboRow {
    let own = gettext("Custom");
    let titles: Vec<String> = Level::ALL.into_iter().map(choices::level).chain([own]).collect();
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

/// An evaluation as a row that opens.
pub(super) fn evaluation_row(sheet: &Sheet, prefix: &str, title: &str) -> adw::ExpanderRow {
    let expander = adw::ExpanderRow::builder().title(title).build();
    let (rows, at) = (sheet.clone(), prefix.to_owned());
    fill_when_opened(&expander, move |expander| add_evaluation(&rows, &at, expander));
    let weak = expander.downgrade();
    let prefix = prefix.to_owned();
    sheet.follow(move |options| {
        if let Some(expander) = weak.upgrade() {
            expander.set_subtitle(&describe(options, &prefix));
        }
    });
    expander
}

/// Adds the rows of an evaluation.
fn add_evaluation(sheet: &Sheet, prefix: &str, expander: &adw::ExpanderRow) {
    let start = format!("{prefix}.");
    for leaf in leaves().iter().filter(|leaf| leaf.group == Some(PreferenceGroup::Evaluation)) {
        if leaf.name.strip_prefix(&start).is_some_and(|rest| !rest.contains('.')) {
            expander.add_row(&sheet.row(leaf));
        }
    }
}

/// Makes the rows below a row when it is first opened: most never are, and the page comes sooner without them.
fn fill_when_opened(expander: &adw::ExpanderRow, fill: impl FnOnce(&adw::ExpanderRow) + 'static) {
    let fill = Cell::new(Some(fill));
    expander.connect_expanded_notify(move |expander| {
        if let Some(fill) = fill.take() {
            fill(expander);
        }
    });
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
            super::rollouts::open(&rows, &format!("{at}.rollout"), window.as_ref());
        }));
    });
    let weak = expander.downgrade();
    let prefix = prefix.to_owned();
    sheet.follow(move |options| {
        let Some(expander) = weak.upgrade() else { return };
        let method = find(&format!("{prefix}.method")).map(|leaf| leaf.get(options));
        let rolls_out = method == Some(Value::Text("rollout".to_owned()));
        let text =
            if rolls_out { gettext("Rollout") } else { describe(options, &format!("{prefix}.evaluation")) };
        expander.set_subtitle(&text);
    });
    expander
}

/// An evaluation in a few words.
fn describe(options: &Options, prefix: &str) -> String {
    let value = |last: &str| find(&format!("{prefix}.{last}")).map(|leaf| leaf.get(options));
    let is_on = |last: &str| value(last) == Some(Value::Switch(true));
    let plies = match value("plies") {
        Some(Value::Whole(plies)) => u8::try_from(plies).unwrap_or(0),
        _ => 0,
    };
    let noise = match value("noise") {
        Some(Value::Number(noise)) => noise as f32,
        _ => 0.0,
    };
    let settings = EvalSettings {
        plies,
        cubeful: is_on("cubeful"),
        prune: is_on("prune"),
        noise,
        deterministic: is_on("deterministic"),
    };
    let mut text = settings.name();
    if plies > 0 && settings.prune {
        text += &format!(", {}", gettext("with pruning"));
    }
    if noise > 0.0 {
        text += &format!(", {}", crate::i18n::gettext_f("noise {n}", &[("n", &format!("{noise}"))]));
    }
    text
}

/// The rollout settings whose dotted names begin with `prefix`.
pub(super) fn rollout_of<'a>(options: &'a mut Options, prefix: &str) -> Option<&'a mut RolloutOptions> {
    let judge = match prefix.strip_suffix(".rollout") {
        None if prefix == "rollout" => return Some(&mut options.rollout),
        Some("player.0.checker") => &mut options.players[0].checker,
        Some("player.0.cube") => &mut options.players[0].cube,
        Some("player.1.checker") => &mut options.players[1].checker,
        Some("player.1.cube") => &mut options.players[1].cube,
        Some("evaluation.checker") => &mut options.evaluation.checker,
        Some("evaluation.cube") => &mut options.evaluation.cube,
        Some("analysis.checker") => &mut options.analysis.checker,
        Some("analysis.cube") => &mut options.analysis.cube,
        _ => return None,
    };
    Some(&mut judge.rollout)
}

/// The part of a dotted name that stands for rollout settings, if there is one.
fn rollout_part(name: &str) -> Option<&str> {
    if name.starts_with("rollout.") {
        return Some("rollout");
    }
    name.find(".rollout.").map(|at| &name[..at + ".rollout".len()])
}

/// In rollouts some settings follow others where the user wants that.
pub(super) fn follow_copies(options: &mut Options, changed: &str) {
    let Some(rollout) = rollout_part(changed).and_then(|prefix| rollout_of(options, prefix)) else { return };
    let (same, cube, cut) =
        (rollout.players_are_same, rollout.cube_equal_checker, rollout.truncation_as_player);
    for play in [&mut rollout.settings.play, &mut rollout.settings.late_play] {
        if cube {
            play.cube = play.checker;
        }
        if same {
            play.checker[1] = play.checker[0];
            play.cube[1] = play.cube[0];
            play.filters[1] = play.filters[0];
        }
    }
    if cut {
        rollout.settings.truncation_checker = rollout.settings.play.checker[0];
        rollout.settings.truncation_cube = rollout.settings.play.cube[0];
    }
}

/// A row that only opens something.
pub(super) fn opening_row(
    title: &str,
    subtitle: &str,
    open: impl Fn(&adw::ActionRow) + 'static,
) -> adw::ActionRow {
    let row = adw::ActionRow::builder().title(title).subtitle(subtitle).activatable(true).build();
    row.add_suffix(&gtk::Image::from_icon_name("go-next-symbolic"));
    row.connect_activated(glib::clone!(move |row| open(row)));
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_recognized() {
        for who in [Who::Player(0), Who::Player(1), Who::Evaluation, Who::Analysis] {
            let mut options = Options::default();
            for level in Level::ALL {
                who.set_level(&mut options, level);
                assert_eq!(who.level(&options), Some(level), "{who:?}");
            }
            who.strength(&mut options).0.evaluation.noise = 0.3;
            assert_eq!(who.level(&options), None);
        }
    }

    #[test]
    fn copies_follow_where_that_is_wanted() {
        let mut options = Options::default();
        let leaf = find("rollout.player.0.chequerplay.plies").unwrap();
        leaf.set(&mut options, &Value::Whole(3)).unwrap();
        follow_copies(&mut options, &leaf.name);
        let settings = &options.rollout.settings;
        assert_eq!(settings.play.checker[1].plies, 3);
        assert_eq!(settings.truncation_checker.plies, 3);
        assert_ne!(settings.play.cube[0].plies, 3, "cube play is not to follow");
        options.rollout.players_are_same = false;
        options.rollout.cube_equal_checker = true;
        leaf.set(&mut options, &Value::Whole(1)).unwrap();
        follow_copies(&mut options, &leaf.name);
        let settings = &options.rollout.settings;
        assert_eq!((settings.play.checker[1].plies, settings.play.cube[0].plies), (3, 1));
        // Other rollouts and other settings are left alone.
        assert_eq!(options.analysis.checker.rollout, Options::default().analysis.checker.rollout);
        let before = options.clone();
        follow_copies(&mut options, "automatic.roll");
        assert_eq!(options, before);
        assert_eq!(rollout_part("player.1.cube.rollout.trials"), Some("player.1.cube.rollout"));
    }
}
