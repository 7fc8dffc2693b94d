// SPDX-License-Identifier: GPL-3.0-or-later
//! What an import brought, kept with the library.

use crate::opinions::AliasProposal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What became of one match or position of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Outcome {
    /// A new match.
    New {
        /// Its number.
        #[serde(rename = "match")]
        matched: i64,
    },
    /// The match is in the library already; what was new in this source was added.
    Known {
        /// Its number.
        #[serde(rename = "match")]
        matched: i64,
        /// Analyses added.
        analyses: usize,
        /// Remarks added.
        remarks: usize,
    },
    /// The match continues one that is in the library, which was extended.
    Extended {
        /// Its number.
        #[serde(rename = "match")]
        matched: i64,
        /// Decisions added.
        decisions: usize,
    },
    /// The match continues one that is in the library; nothing was changed.
    Continues {
        /// The number of that one.
        #[serde(rename = "match")]
        matched: i64,
    },
    /// The match is the beginning of one that is in the library.
    Part {
        /// The number of that one.
        #[serde(rename = "match")]
        matched: i64,
    },
    /// A new match that differs from one in the library in few decisions: perhaps a correction.
    Near {
        /// Its number.
        #[serde(rename = "match")]
        matched: i64,
        /// The number of the other one.
        other: i64,
        /// Decisions in which they differ.
        differences: usize,
    },
    /// A position.
    Position {
        /// Its number.
        position: i64,
        /// Whether it was new.
        is_new: bool,
    },
    /// Sums of a match, without its games.
    Summary {
        /// Its number.
        #[serde(rename = "match")]
        matched: i64,
        /// Whether it was new.
        is_new: bool,
    },
}

impl Outcome {
    /// The word in JSON and tables: new, known, extended, near, failed.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Outcome::New { .. }
            | Outcome::Position { is_new: true, .. }
            | Outcome::Summary { is_new: true, .. } => "new",
            Outcome::Known { .. }
            | Outcome::Part { .. }
            | Outcome::Position { .. }
            | Outcome::Summary { .. } => "known",
            Outcome::Extended { .. } => "extended",
            Outcome::Continues { .. } => "continues",
            Outcome::Near { .. } => "near",
        }
    }

    /// The number of the match that it is about.
    #[must_use]
    pub const fn matched(&self) -> Option<i64> {
        match self {
            Outcome::New { matched }
            | Outcome::Known { matched, .. }
            | Outcome::Extended { matched, .. }
            | Outcome::Continues { matched }
            | Outcome::Part { matched }
            | Outcome::Near { matched, .. }
            | Outcome::Summary { matched, .. } => Some(*matched),
            Outcome::Position { .. } => None,
        }
    }
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileReport {
    /// The file.
    pub file: String,
    /// Whether the same bytes were read before.
    pub is_known: bool,
    /// Its matches and positions, in order.
    pub outcomes: Vec<Outcome>,
    /// Problems that did not keep it from being read.
    pub warnings: Vec<String>,
    /// Why nothing could be read.
    pub failure: Option<String>,
}

/// A decision of the user that cost much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expensive {
    /// The decision.
    pub decision: i64,
    /// What was lost, in normalized equity.
    pub loss: f64,
    /// What was played.
    pub played: String,
    /// What was best.
    pub best: String,
}

/// What an import brought.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ImportReport {
    /// The number of the import.
    pub batch: i64,
    /// Files read, those in archives included.
    pub files: usize,
    /// Files whose bytes were read before.
    pub known_files: usize,
    /// New matches.
    pub new: usize,
    /// Matches that were in the library.
    pub known: usize,
    /// Matches that were extended.
    pub extended: usize,
    /// Matches that would continue one of the library.
    pub continues: usize,
    /// Matches that are nearly the same as another one.
    pub near: usize,
    /// New positions.
    pub positions: usize,
    /// Summaries taken over.
    pub summaries: usize,
    /// Summaries that gave way to the match itself.
    pub summaries_replaced: usize,
    /// Files that could not be read.
    pub failed: usize,
    /// Files in folders that are of no known format.
    pub skipped: usize,
    /// Analyses kept, by ruler.
    pub analyses: BTreeMap<String, usize>,
    /// Matches without a usable analysis.
    pub waiting: usize,
    /// Players that were new.
    pub new_players: Vec<String>,
    /// Spellings that may be one person.
    pub proposals: Vec<AliasProposal>,
    /// The most expensive decisions of the user.
    pub expensive: Vec<Expensive>,
    /// Cards made.
    pub cards: usize,
    /// Each file.
    pub details: Vec<FileReport>,
}

impl ImportReport {
    /// Whether nothing was changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let analyses: usize = self
            .details
            .iter()
            .flat_map(|file| &file.outcomes)
            .map(|outcome| match outcome {
                Outcome::Known { analyses, remarks, .. } => analyses + remarks,
                _ => 0,
            })
            .sum();
        self.new + self.extended + self.near + self.positions + self.summaries + analyses == 0
    }

    /// Counts a file.
    pub(super) fn count(&mut self, file: FileReport) {
        self.files += 1;
        self.known_files += usize::from(file.is_known);
        self.failed += usize::from(file.failure.is_some());
        for outcome in &file.outcomes {
            match outcome {
                Outcome::New { .. } => self.new += 1,
                Outcome::Known { .. } | Outcome::Part { .. } => self.known += 1,
                Outcome::Extended { .. } => self.extended += 1,
                Outcome::Continues { .. } => self.continues += 1,
                Outcome::Near { .. } => {
                    self.near += 1;
                    self.new += 1;
                }
                Outcome::Position { is_new, .. } => self.positions += usize::from(*is_new),
                Outcome::Summary { is_new, .. } => self.summaries += usize::from(*is_new),
            }
        }
        self.details.push(file);
    }
}
