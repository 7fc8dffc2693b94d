// SPDX-License-Identifier: GPL-3.0-or-later
//! Files analyzed one after the other: how far each is, and where its analyzed matches are saved.

use super::Analyst;
use gnubg_engine::core::Player;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_formats::Format;
use gnubg_record::{ErrorQuery, MatchRecord, Statistics, Thresholds};
use std::path::{Path, PathBuf};

/// What is added to the name of a file for its analyzed matches.
const SUFFIX: &str = "-analyzed";

/// How the players of an analyzed match played.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRatings {
    /// The names by seat.
    pub names: [String; 2],
    /// Their performance ratings; `None` for a player without decisions.
    pub ratings: [Option<f64>; 2],
    /// The number of errors that are at least doubtful.
    pub errors: usize,
}

impl MatchRatings {
    /// The ratings of a match, with the limits of an analyst.
    pub(crate) fn by(record: &MatchRecord, analyst: &Analyst) -> MatchRatings {
        MatchRatings::of(record, &analyst.table, &analyst.options.thresholds)
    }

    /// The ratings of a match, with these limits of errors.
    #[must_use]
    pub fn of(record: &MatchRecord, table: &MatchEquityTable, thresholds: &Thresholds) -> MatchRatings {
        let found = Statistics::of_match(record, table, thresholds);
        // The offset concerns ratings on another scale.
        let rating = |player| found.derived(player, 0.0, thresholds).performance_rating;
        let query = ErrorQuery { least: f64::from(thresholds.doubtful), ..ErrorQuery::default() };
        let errors = query.find(record, table).len();
        MatchRatings { ratings: Player::BOTH.map(rating), errors, names: found.names }
    }
}

/// The state of one file of a batch.
#[derive(Clone, Debug, PartialEq)]
pub enum BatchState {
    /// It is being analyzed.
    Analyzing {
        /// The number of its matches.
        matches: usize,
        /// The number of their decisions that are not analyzed yet.
        decisions: usize,
    },
    /// It is done.
    Done {
        /// The files with the analyzed matches.
        paths: Vec<PathBuf>,
        /// Whether it had been analyzed before.
        was_analyzed: bool,
        /// How its matches were played, those that could be read.
        ratings: Vec<MatchRatings>,
    },
    /// It could not be read, or the result could not be saved: why.
    Failed(String),
}

/// The file a match of `path` is saved to once it is analyzed; `n` counts the matches of a file that has several.
#[must_use]
pub fn analyzed_file(path: &Path, n: Option<usize>) -> PathBuf {
    // Names need not be text.
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    let number = n.map_or(String::new(), |n| format!("-{}", n + 1));
    name.push(format!("{number}{SUFFIX}.{}", Format::Sgf.extension()));
    path.with_file_name(name)
}

/// The analyzed matches of a file, if they exist and are not older than it.
pub(crate) fn found_before(path: &Path) -> Option<Vec<PathBuf>> {
    let changed = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    let source = changed(path)?;
    let is_fresh = |path: &PathBuf| changed(path).is_some_and(|at| at >= source);
    let single = analyzed_file(path, None);
    if is_fresh(&single) {
        return Some(vec![single]);
    }
    let all: Vec<PathBuf> = (0..).map(|n| analyzed_file(path, Some(n))).take_while(is_fresh).collect();
    // The number of matches is known only from the file itself; if there is only a first one, the batch may have been
    // stopped after it.
    (all.len() > 1).then_some(all)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    #[test]
    fn names_that_are_no_text_stay_different() {
        let result = |name: &[u8], n| analyzed_file(Path::new(OsStr::from_bytes(name)), n);
        assert_ne!(result(b"a\xff.mat", None), result(b"a\xfe.mat", None));
        assert_eq!(result(b"a\xff.mat", Some(1)), Path::new(OsStr::from_bytes(b"a\xff-2-analyzed.sgf")));
    }
}
