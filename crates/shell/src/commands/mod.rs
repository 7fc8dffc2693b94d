// SPDX-License-Identifier: GPL-3.0-or-later
//! The commands, by families; each has a table of rows, and [`rows`] is all of them.
//!
//! To add a family, write its `ROWS` and name them in [`rows`]; help, abbreviations and completion follow by themselves.

pub mod analysis;
pub mod annotate;
pub mod ask;
pub mod dice;
pub mod edit;
pub mod files;
pub mod game;
pub mod go;
pub mod options;
pub mod players;
pub mod record;
pub mod rollout;
pub mod show;
pub mod system;
pub mod theory;

use crate::language::tree::Row;

/// Every row.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    let families: [&[Row]; 14] = [
        game::ROWS,
        edit::ROWS,
        files::ROWS,
        go::ROWS,
        analysis::ROWS,
        annotate::rows(),
        ask::ROWS,
        dice::ROWS,
        players::ROWS,
        record::ROWS,
        rollout::ROWS,
        show::ROWS,
        system::ROWS,
        theory::ROWS,
    ];
    families.into_iter().flatten().chain(options::ROWS)
}

/// What help says of words that are no command by themselves.
pub const HEADINGS: &[(&str, &str)] = &[
    ("analyse", "analysis of the record"),
    ("annotate", "marks and remarks on the entry after the position shown"),
    ("clear", "forget something"),
    ("cmark", "candidates chosen for a rollout"),
    ("end", "play on without you"),
    ("export", "write a report, or a file of another program"),
    ("first", "go back to a start"),
    ("import", "read a file of another program"),
    ("invert", "the same as set invert"),
    ("list", "list the record"),
    ("load", "read a file"),
    ("new", "start a match, session or game"),
    ("record", "what players did in their matches"),
    ("relational", "the same by the words of the original"),
    ("relational add", "add a match"),
    ("relational erase", "erase what players did"),
    ("relational show", "what players did"),
    ("save", "write a file"),
    ("show statistics", "errors, luck and ratings"),
    ("set", "change a setting or the position"),
    ("show", "show a setting or a fact"),
    ("swap", "exchange"),
    ("set player", "who plays, and how"),
    ("set cube", "the doubling cube"),
    ("set rng", "where the dice come from"),
    ("set matchinfo", "facts about the match"),
];

/// Abbreviations and synonyms that help and completion leave out.
pub const HIDDEN: &[&str] = &["n", "p", "r", "?", "analyze", "analysis"];
