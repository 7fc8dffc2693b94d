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
mod headings;
pub mod options;
pub mod players;
pub mod record;
pub mod rollout;
pub mod show;
pub mod system;
pub mod theory;

pub use headings::{HEADINGS, ending};

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

/// Abbreviations and synonyms that help and completion leave out.
pub const HIDDEN: &[&str] = &["n", "p", "r", "?", "analyze", "analysis"];
