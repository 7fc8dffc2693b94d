// SPDX-License-Identifier: GPL-3.0-or-later
//! Pages of the preferences and their groups. The options of a group and their texts come from the table of options; the
//! search looks through the same rows.

use super::levels::LevelOwner;
use super::sheet;
use crate::i18n::noted;
use gnubg_session::options::{PreferenceGroup as G, find, leaves};

/// A page.
pub(super) struct Page {
    /// Its name within the program.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) icon: &'static str,
    pub(super) groups: &'static [RowGroup],
}

/// Rows under a heading.
pub(super) struct RowGroup {
    pub(super) title: &'static str,
    pub(super) note: &'static str,
    rows: &'static [PageRow],
}

/// A row of a page.
#[derive(Clone, Copy)]
pub(super) enum PageRow {
    /// All options of a group, a row each.
    Options(G),
    /// An option by its dotted name.
    Option(&'static str),
    /// The level of a player, of hints or of the analysis.
    Level(LevelOwner),
    /// A choice between evaluation and rollout, by the prefix of its options' names.
    Judge(&'static str, &'static str),
    /// An evaluation, by the prefix of its options' names.
    Evaluation(&'static str, &'static str),
    /// A row or group made by hand, with its title for the search.
    Custom(CustomRow, &'static str),
}

/// Rows and groups that are more than one option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CustomRow {
    Rollouts,
    Table,
    Dice,
    Designs,
    Colors,
    Numbers,
    ThreeD,
    View3d,
    Sounds,
    Language,
    Speed,
}

impl RowGroup {
    /// Its rows, with each option on its own.
    pub(super) fn rows(&self) -> impl Iterator<Item = PageRow> {
        self.rows.iter().flat_map(|row| match *row {
            Options(group) => options_of(group).map(PageRow::Option).collect(),
            row => vec![row],
        })
    }
}

/// The names of the options of a group, in the order of the table.
fn options_of(group: G) -> impl Iterator<Item = &'static str> {
    leaves().iter().filter(move |leaf| leaf.group == Some(group)).map(|leaf| leaf.name.as_str())
}

use PageRow::{Custom as C, Evaluation, Judge, Level, Option as O, Options};

const fn group(title: &'static str, rows: &'static [PageRow]) -> RowGroup {
    RowGroup { title, note: "", rows }
}

const fn page(
    name: &'static str,
    title: &'static str,
    icon: &'static str,
    groups: &'static [RowGroup],
) -> Page {
    Page { name, title, icon, groups }
}

/// All pages in their order.
pub(super) static PAGES: &[Page] = &[
    page("players", noted("Players"), "system-users-symbolic", PLAYERS),
    page("game", noted("Game"), "gnubg-dice-symbolic", GAME),
    page("tutor", noted("Tutor"), "dialog-warning-symbolic", TUTOR),
    page("evaluation", noted("Evaluation and hints"), "gnubg-cube-symbolic", EVALUATION),
    page("analysis", noted("Analysis"), "edit-find-symbolic", ANALYSIS),
    page(
        "rollouts",
        noted("Rollouts"),
        "view-refresh-symbolic",
        &[group("", &[C(CustomRow::Rollouts, noted("Rollouts"))])],
    ),
    page("table", noted("Match equity table"), "view-grid-symbolic", TABLE),
    page("dice", noted("Dice"), "media-playlist-shuffle-symbolic", DICE),
    page("appearance", noted("Appearance"), "gnubg-board-symbolic", APPEARANCE),
    page(
        "sounds",
        noted("Sounds"),
        "audio-speakers-symbolic",
        &[group("", &[C(CustomRow::Sounds, noted("Sounds"))])],
    ),
    page("language", noted("Language"), "preferences-desktop-locale-symbolic", LANGUAGE),
    page("files", noted("Files and backups"), "folder-symbolic", FILES),
    page("reports", noted("Reports"), "x-office-document-symbolic", REPORTS),
    page("engine", noted("Engine"), "applications-engineering-symbolic", ENGINE),
];

const PLAYERS: &[RowGroup] = &[
    RowGroup {
        title: noted("Top player"),
        note: noted("Names are for new matches; other settings take effect at once"),
        rows: &[
            Options(G::TopPlayer),
            O("player.0.seat"),
            O("player.0.address"),
            Level(LevelOwner::Player(0)),
            Judge("player.0.checker", noted("Checker play")),
            Judge("player.0.cube", noted("Cube decisions")),
            O("player.0.filters"),
        ],
    },
    group(
        noted("Bottom player"),
        &[
            Options(G::BottomPlayer),
            O("player.1.seat"),
            O("player.1.address"),
            Level(LevelOwner::Player(1)),
            Judge("player.1.checker", noted("Checker play")),
            Judge("player.1.cube", noted("Cube decisions")),
            O("player.1.filters"),
        ],
    ),
    group(noted("Your names"), &[Options(G::OwnNames)]),
];

const GAME: &[RowGroup] = &[
    group(noted("Automatic actions"), &[Options(G::Automatic)]),
    group(noted("Rules of new matches"), &[Options(G::Rules)]),
    group(noted("Clocks of new matches"), &[Options(G::Clocks)]),
    group(noted("Confirmations"), &[Options(G::Confirmations)]),
    group(noted("Sessions and terminal"), &[Options(G::Sessions)]),
];

const TUTOR: &[RowGroup] =
    &[group("", &[Options(G::Tutor)]), group(noted("Marks of decisions"), &[Options(G::DecisionMarks)])];

const EVALUATION: &[RowGroup] = &[
    group(
        noted("Hints, evaluations and the tutor"),
        &[
            Options(G::Hints),
            Level(LevelOwner::Evaluation),
            Judge("evaluation.checker", noted("Checker play")),
            Judge("evaluation.cube", noted("Cube decisions")),
            O("evaluation.filters"),
        ],
    ),
    group(noted("Numbers"), &[Options(G::Numbers)]),
];

const ANALYSIS: &[RowGroup] = &[
    group(noted("Analyzed decisions"), &[Options(G::Analyzed)]),
    group(
        noted("Strength"),
        &[
            Level(LevelOwner::Analysis),
            Judge("analysis.checker", noted("Checker play")),
            Judge("analysis.cube", noted("Cube decisions")),
            Evaluation("analysis.luck", noted("Luck")),
            O("analysis.filters"),
        ],
    ),
    group(noted("Marks of decisions"), &[Options(G::DecisionMarks)]),
    group(noted("Marks of rolls"), &[Options(G::RollMarks)]),
];

const TABLE: &[RowGroup] =
    &[group("", &[C(CustomRow::Table, noted("Match equity table")), Options(G::EquityTable)])];

const DICE: &[RowGroup] = &[
    group("", &[C(CustomRow::Dice, noted("Dice generator and seed"))]),
    group(noted("Chosen dice"), &[Options(G::ChosenDice)]),
];

const APPEARANCE: &[RowGroup] = &[
    group("", &[C(CustomRow::Designs, noted("Board designs"))]),
    group("", &[C(CustomRow::Colors, noted("Custom colors"))]),
    group(
        noted("Board"),
        &[
            C(CustomRow::ThreeD, noted("3D board")),
            C(CustomRow::View3d, noted("Camera, light and pieces of the 3D board")),
            C(CustomRow::Numbers, noted("Point numbers")),
            Options(G::Board),
        ],
    ),
    group(noted("Movement"), &[C(CustomRow::Speed, noted("Speed of play")), Options(G::Movement)]),
    group(noted("Window"), &[Options(G::Window)]),
];

const LANGUAGE: &[RowGroup] = &[group("", &[C(CustomRow::Language, noted("Language"))])];

const FILES: &[RowGroup] = &[
    group(noted("Folders"), &[Options(G::Folders)]),
    group(noted("Backup copies"), &[Options(G::Backups)]),
    group(noted("Matches"), &[Options(G::Matches)]),
    group(noted("Programs"), &[Options(G::Programs)]),
];

const REPORTS: &[RowGroup] = &[
    group(noted("Contents"), &[Options(G::ReportContents)]),
    group(noted("Checker plays"), &[Options(G::ReportPlays)]),
    group(noted("Cube decisions"), &[Options(G::ReportCubes)]),
    group(noted("Web pages and pictures"), &[Options(G::ReportPictures)]),
];

const ENGINE: &[RowGroup] = &[
    group(noted("Computation"), &[Options(G::Computation)]),
    group(noted("Cube efficiency"), &[Options(G::CubeEfficiency)]),
];

/// The title and the help of a row, by which it is found.
pub(super) fn texts(row: PageRow) -> (String, String) {
    use crate::i18n::gettext;
    match row {
        O(name) => {
            find(name).map_or_else(Default::default, |leaf| (sheet::title(leaf), sheet::subtitle(leaf)))
        }
        Level(_) => (gettext("Level"), String::new()),
        Judge(_, title) | Evaluation(_, title) | C(_, title) => (gettext(title), String::new()),
        Options(_) => Default::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Groups whose rows other modules make: sounds, evaluations, rollouts.
    const MADE: [G; 11] = [
        G::Sounds,
        G::SoundEvents,
        G::Method,
        G::Evaluation,
        G::MoveFilters,
        G::RolloutGames,
        G::RolloutTruncation,
        G::RolloutLater,
        G::RolloutStop,
        G::RolloutCopies,
        G::EquityTable,
    ];

    #[test]
    fn every_option_has_a_row_or_a_reason_not_to() {
        let rows = || PAGES.iter().flat_map(|page| page.groups).flat_map(|group| group.rows);
        let groups: HashSet<G> =
            rows().filter_map(|row| if let Options(group) = row { Some(*group) } else { None }).collect();
        let single: HashSet<&str> =
            rows().filter_map(|row| if let O(name) = row { Some(*name) } else { None }).collect();
        for name in &single {
            assert!(find(name).is_some(), "there is no option {name}");
        }
        for row in rows() {
            match row {
                Judge(prefix, _) => assert!(find(&format!("{prefix}.method")).is_some(), "{prefix}"),
                Evaluation(prefix, _) => assert!(find(&format!("{prefix}.plies")).is_some(), "{prefix}"),
                _ => {}
            }
        }
        // Options that the terminal, menus, dialogs or the pages' own rows change.
        let elsewhere = [
            "clock.name",
            "clock.named",
            "dice.generator",
            "dice.source",
            "engine.met",
            "export.format",
            "export.layout",
            "general.language",
            "general.prompt",
            "output.on",
            "output.raw-board",
            "window.appearance",
            "window.fullscreen",
            "window.panels",
            "window.analysis",
            "window.annotation",
            "window.errors",
            "window.command",
            "window.game-list",
            "window.message",
            "window.panel-width",
            "window.panel-layout",
        ];
        for leaf in leaves() {
            let is_shown = single.contains(leaf.name.as_str())
                || leaf.group.is_some_and(|group| groups.contains(&group) || MADE.contains(&group))
                || elsewhere.contains(&leaf.name.as_str())
                || leaf.name.starts_with("window.place.");
            assert!(is_shown, "{} can be set nowhere in the window", leaf.name);
            assert!(leaf.group.is_none() || !leaf.label.is_empty(), "{} has no label", leaf.name);
        }
    }
}
