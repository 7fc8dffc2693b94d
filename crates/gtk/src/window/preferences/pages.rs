// SPDX-License-Identifier: GPL-3.0-or-later
//! What stands on which page, as a table; the search looks through the same table.

use super::levels::Who;
use crate::i18n::noted;

/// A page.
pub(super) struct Page {
    /// Its name within the program.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) icon: &'static str,
    pub(super) groups: &'static [Group],
}

/// Rows under a heading.
pub(super) struct Group {
    pub(super) title: &'static str,
    pub(super) note: &'static str,
    pub(super) rows: &'static [Row],
}

/// A row of a page.
#[derive(Clone, Copy)]
pub(super) enum Row {
    /// An option by its dotted name; with no title its help is the title.
    Option(&'static str, &'static str),
    /// An option that is a file.
    File(&'static str, &'static str),
    /// An option that is a folder.
    Folder(&'static str, &'static str),
    /// The level of somebody.
    Level(Who),
    /// A choice between evaluation and rollout, by the start of its options' names.
    Judge(&'static str, &'static str),
    /// An evaluation, by the start of its options' names.
    Evaluation(&'static str, &'static str),
    /// Something made by hand, with its title for the search.
    Made(Made, &'static str),
}

/// Rows and groups that are more than one option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    Rollouts,
    Table,
    Dice,
    Designs,
    Colors,
    Numbers,
    Pips,
    ThreeD,
    View3d,
    Sounds,
    Language,
}

use Row::{Evaluation, File, Folder, Judge, Level, Made as M, Option as O};

const fn group(title: &'static str, rows: &'static [Row]) -> Group {
    Group { title, note: "", rows }
}

const fn page(name: &'static str, title: &'static str, icon: &'static str, groups: &'static [Group]) -> Page {
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
        &[group("", &[M(Made::Rollouts, noted("Rollouts"))])],
    ),
    page("table", noted("Match equity table"), "view-grid-symbolic", TABLE),
    page("dice", noted("Dice"), "media-playlist-shuffle-symbolic", DICE),
    page("appearance", noted("Appearance"), "gnubg-board-symbolic", APPEARANCE),
    page(
        "sounds",
        noted("Sounds"),
        "audio-speakers-symbolic",
        &[group("", &[M(Made::Sounds, noted("Sounds"))])],
    ),
    page("language", noted("Language"), "preferences-desktop-locale-symbolic", LANGUAGE),
    page("files", noted("Files and backups"), "folder-symbolic", FILES),
    page("reports", noted("Reports"), "x-office-document-symbolic", REPORTS),
    page("engine", noted("Engine"), "applications-engineering-symbolic", ENGINE),
];

const PLAYERS: &[Group] = &[
    Group {
        title: noted("Top player"),
        note: noted("Names are for new matches; the other settings also hold for the present one"),
        rows: &[
            O("match.name.0", noted("Name")),
            O("player.0.seat", noted("Played by")),
            O("player.0.address", noted("Address of the other program")),
            Level(Who::Player(0)),
            Judge("player.0.checker", noted("Checker play")),
            Judge("player.0.cube", noted("Cube decisions")),
            O("player.0.filters", noted("Move filters")),
        ],
    },
    group(
        noted("Bottom player"),
        &[
            O("match.name.1", noted("Name")),
            O("player.1.seat", noted("Played by")),
            O("player.1.address", noted("Address of the other program")),
            Level(Who::Player(1)),
            Judge("player.1.checker", noted("Checker play")),
            Judge("player.1.cube", noted("Cube decisions")),
            O("player.1.filters", noted("Move filters")),
        ],
    ),
    group(noted("Your names"), &[O("match.aliases", noted("Names in imported matches"))]),
];

const GAME: &[Group] = &[
    group(
        noted("Automatic"),
        &[
            O("automatic.roll", noted("Roll")),
            O("automatic.move", noted("Forced plays")),
            O("automatic.bearoff", noted("Bear off")),
            O("automatic.game", noted("Next game")),
        ],
    ),
    group(
        noted("Rules of new matches"),
        &[
            O("match.length", noted("Length")),
            O("match.variation", noted("Variation")),
            O("match.cube", noted("Doubling cube")),
            O("match.crawford", noted("Crawford rule")),
            O("match.jacoby", noted("Jacoby rule")),
            O("match.beavers", noted("Beavers")),
            O("match.automatic-doubles", noted("Automatic doubles")),
            O("match.egyptian", noted("Egyptian rule")),
        ],
    ),
    group(
        noted("Questions"),
        &[
            O("confirm.new", noted("Before a match is left")),
            O("confirm.save", noted("Before a file is replaced")),
            O("confirm.default", noted("Answer to questions of commands")),
        ],
    ),
    group(
        noted("Sessions"),
        &[O("match.record", noted("Keep all games")), O("output.display", noted("Show computer moves"))],
    ),
];

const TUTOR: &[Group] = &[group(
    "",
    &[
        O("tutor.on", noted("Tutor mode")),
        O("tutor.checker", noted("Checker plays")),
        O("tutor.cube", noted("Cube decisions")),
        O("tutor.skill", noted("Warn of")),
        O("analysis.threshold.doubtful", noted("Doubtful from")),
        O("analysis.threshold.bad", noted("Bad from")),
        O("analysis.threshold.verybad", noted("Very bad from")),
    ],
)];

const EVALUATION: &[Group] = &[
    group(
        noted("Hints, evaluations and the tutor"),
        &[
            O("window.guess-first", noted("Guess before plays are shown")),
            O("evaluation.same-as-analysis", noted("As the analysis")),
            Level(Who::Evaluation),
            Judge("evaluation.checker", noted("Checker play")),
            Judge("evaluation.cube", noted("Cube decisions")),
            O("evaluation.filters", noted("Move filters")),
        ],
    ),
    group(
        noted("Numbers"),
        &[
            O("output.mwc", noted("Match chances")),
            O("output.match-percent", noted("Percent for match chances")),
            O("output.win-percent", noted("Percent for winning chances")),
            O("output.digits", noted("Digits")),
            O("output.error-rate-factor", noted("Factor of error rates")),
            O("general.rating-offset", noted("Rating offset")),
        ],
    ),
];

const ANALYSIS: &[Group] = &[
    group(
        noted("What is analyzed"),
        &[
            O("analysis.plays-on", noted("Checker plays")),
            O("analysis.cube-on", noted("Cube decisions")),
            O("analysis.luck-on", noted("Luck")),
            O("analysis.player.0", noted("Top player")),
            O("analysis.player.1", noted("Bottom player")),
        ],
    ),
    group(
        noted("How"),
        &[
            Level(Who::Analysis),
            Judge("analysis.checker", noted("Checker play")),
            Judge("analysis.cube", noted("Cube decisions")),
            Evaluation("analysis.luck", noted("Luck")),
            O("analysis.filters", noted("Move filters")),
        ],
    ),
    group(
        noted("Marks of decisions"),
        &[
            O("analysis.threshold.doubtful", noted("Doubtful")),
            O("analysis.threshold.bad", noted("Bad")),
            O("analysis.threshold.verybad", noted("Very bad")),
        ],
    ),
    group(
        noted("Marks of rolls"),
        &[
            O("analysis.threshold.verylucky", noted("Very lucky")),
            O("analysis.threshold.lucky", noted("Lucky")),
            O("analysis.threshold.unlucky", noted("Unlucky")),
            O("analysis.threshold.veryunlucky", noted("Very unlucky")),
        ],
    ),
];

const TABLE: &[Group] = &[group(
    "",
    &[M(Made::Table, noted("Match equity table")), O("engine.met-inverted", noted("Invert the table"))],
)];

const DICE: &[Group] = &[
    group("", &[M(Made::Dice, noted("Dice generator and seed"))]),
    group(
        noted("Chosen dice"),
        &[
            O("dice.cheat", noted("Choose the dice")),
            O("dice.cheat-rank.0", noted("Top player's roll")),
            O("dice.cheat-rank.1", noted("Bottom player's roll")),
        ],
    ),
];

const APPEARANCE: &[Group] = &[
    group("", &[M(Made::Designs, noted("Board designs"))]),
    group("", &[M(Made::Colors, noted("Own colors"))]),
    group(
        noted("Board"),
        &[
            M(Made::ThreeD, noted("3D board")),
            M(Made::View3d, noted("Camera, light and pieces of the 3D board")),
            O("output.clockwise", noted("Play clockwise")),
            M(Made::Numbers, noted("Point numbers")),
            M(Made::Pips, noted("Pip counts")),
            O("window.drag-targets", noted("Legal targets")),
            O("window.gray-edit", noted("Gray while editing")),
            O("window.beep", noted("Bell")),
        ],
    ),
    group(
        noted("Movement"),
        &[
            O("window.animation", noted("Checkers")),
            O("window.animation-speed", noted("Speed")),
            O("window.delay", noted("Pause after computer moves")),
        ],
    ),
    group(
        noted("Window"),
        &[
            O("window.scheme", noted("Colors of the window")),
            O("window.text-scale", noted("Size of text")),
            O("window.show-ids", noted("IDs in the status row")),
            O("window.toolbar", noted("Buttons below the board")),
            O("window.menu-bar", noted("Menu bar")),
            O("window.shortcuts", noted("Keys")),
            O("window.keep-places", noted("Size of the window")),
            O("window.styled-game-list", noted("Colored marks")),
            O("window.record-numbers", noted("Numbers in the game record")),
        ],
    ),
];

const LANGUAGE: &[Group] = &[group("", &[M(Made::Language, noted("Language"))])];

const FILES: &[Group] = &[
    group(
        noted("Folders"),
        &[
            Folder("export.sgf-folder", noted("Matches")),
            Folder("export.import-folder", noted("Imports")),
            Folder("export.folder", noted("Exports")),
        ],
    ),
    group(
        noted("Backup copies"),
        &[
            O("autosave.analysis", noted("During analyses")),
            O("autosave.rollout", noted("During rollouts")),
            O("autosave.minutes", noted("Minutes between copies")),
            O("autosave.confirm", noted("Ask before deleting them")),
        ],
    ),
    group(
        noted("Matches"),
        &[
            O("general.go-to-first-game", noted("First game after loading")),
            O("general.annotator", noted("Annotator")),
        ],
    ),
    group(noted("Programs"), &[File("general.browser", noted("Web browser"))]),
];

const REPORTS: &[Group] = &[
    group(
        noted("Contents"),
        &[
            O("export.annotations", noted("Remarks and marks")),
            O("export.analysis", noted("Analysis")),
            O("export.statistics", noted("Statistics")),
            O("export.match-info", noted("Match information")),
            O("export.board-every", noted("Boards")),
            O("export.player.0", noted("Top player")),
            O("export.player.1", noted("Bottom player")),
        ],
    ),
    group(
        noted("Checker plays"),
        &[
            O("export.moves.number", noted("Candidates")),
            O("export.moves.probabilities", noted("Chances")),
            O("export.moves.evaluation", noted("Settings of evaluations")),
            O("export.moves.rollout", noted("Settings of rollouts")),
            O("export.moves.verybad", noted("Very bad plays")),
            O("export.moves.bad", noted("Bad plays")),
            O("export.moves.doubtful", noted("Doubtful plays")),
            O("export.moves.unmarked", noted("Unmarked plays")),
        ],
    ),
    group(
        noted("Cube decisions"),
        &[
            O("export.cube.probabilities", noted("Chances")),
            O("export.cube.evaluation", noted("Settings of evaluations")),
            O("export.cube.rollout", noted("Settings of rollouts")),
            O("export.cube.verybad", noted("Very bad decisions")),
            O("export.cube.bad", noted("Bad decisions")),
            O("export.cube.doubtful", noted("Doubtful decisions")),
            O("export.cube.unmarked", noted("Unmarked decisions")),
            O("export.cube.actual", noted("Cubes that were turned")),
            O("export.cube.close", noted("Close decisions")),
            O("export.cube.missed", noted("Missed doubles")),
        ],
    ),
    group(
        noted("HTML and pictures"),
        &[
            O("export.html.css", noted("Style sheet")),
            O("export.html.type", noted("Pictures")),
            O("export.html.picture-url", noted("Address of the pictures")),
            O("export.html.size", noted("Size of our own pictures")),
            O("export.png.size", noted("Size of PNG pictures")),
        ],
    ),
];

const ENGINE: &[Group] = &[
    group(
        noted("Computation"),
        &[
            O("engine.threads", noted("Threads")),
            O("engine.cache", noted("Cache")),
            O("engine.calibration", noted("Evaluations a second")),
            O("general.nice", noted("Priority")),
        ],
    ),
    group(
        noted("Cube efficiency"),
        &[
            O("engine.efficiency.by-position", noted("For each position")),
            O("engine.efficiency.scatter", noted("Allow for errors")),
            O("engine.efficiency.contact", noted("Contact")),
            O("engine.efficiency.crashed", noted("Crashed")),
            O("engine.efficiency.one-sided", noted("Bearoff")),
            O("engine.efficiency.race.factor", noted("Race: factor")),
            O("engine.efficiency.race.coefficient", noted("Race: coefficient")),
            O("engine.efficiency.race.min", noted("Race: least")),
            O("engine.efficiency.race.max", noted("Race: most")),
        ],
    ),
];

/// The words by which a row is found, its title first.
pub(super) fn words(row: Row) -> (String, String) {
    use crate::i18n::gettext;
    match row {
        O(name, title) | File(name, title) | Folder(name, title) => {
            super::sheet::Named::new(name, title).map_or_else(Default::default, |n| (n.title(), n.subtitle()))
        }
        Level(_) => (gettext("Level"), String::new()),
        Judge(_, title) | Evaluation(_, title) | M(_, title) => (gettext(title), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_session::options::{find, leaves};
    use std::collections::HashSet;

    /// All options that a row changes.
    fn shown() -> HashSet<&'static str> {
        let mut shown = HashSet::new();
        for row in PAGES.iter().flat_map(|page| page.groups).flat_map(|group| group.rows) {
            match *row {
                O(name, _) | File(name, _) | Folder(name, _) => {
                    assert!(find(name).is_some(), "there is no option {name}");
                    shown.insert(name);
                }
                Judge(prefix, _) => assert!(find(&format!("{prefix}.method")).is_some(), "{prefix}"),
                Evaluation(prefix, _) => assert!(find(&format!("{prefix}.plies")).is_some(), "{prefix}"),
                Level(_) | M(..) => {}
            }
        }
        shown
    }

    #[test]
    fn every_option_is_on_a_page_or_has_a_reason_not_to_be() {
        let shown = shown();
        // Options whose place is another: panels, places of windows, the terminal, what a page makes by hand.
        let elsewhere = |name: &str| {
            let starts = [
                "rollout.",
                "player.",
                "evaluation.",
                "analysis.",
                "sound.",
                "window.place.",
                "training.",
                "dice.generator",
                "dice.source",
                "engine.met",
                "general.language",
                "general.prompt",
            ];
            starts.iter().any(|start| name.starts_with(start))
                || ["output.on", "output.raw-board"].contains(&name)
                || name.starts_with("window.")
        };
        for leaf in leaves() {
            assert!(
                shown.contains(leaf.name.as_str()) || elsewhere(&leaf.name),
                "{} can be set nowhere in the window",
                leaf.name
            );
        }
    }
}
