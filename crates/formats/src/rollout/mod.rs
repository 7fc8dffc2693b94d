// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollout files, with which rollouts are continued later or split between machines and merged.
//!
//! A file is one JSON object that holds the question, the settings and the games so far, these in blocks of 36. Numbers
//! are written so that they are read back exactly: a rollout that was interrupted, stored, extended or merged gives
//! the same results as one that was not. docs/rollouts.md describes the fields.

mod parts;
mod settings;

use gnubg_engine::core::StateError;
use gnubg_engine::core::ids::IdError;
use gnubg_engine::cube::{MatchEquityTable, MetError};
use gnubg_engine::rollout::{Rollout, RolloutError};
use parts::RolloutFile;
use thiserror::Error;

/// Largest file read, in bytes: some millions of games.
pub const MAX_BYTES: usize = 1 << 30;

/// Why a rollout file cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RolloutFileError {
    /// It is not JSON, or something is missing or wrong in it; the message has the line and column.
    #[error("this is not a rollout file: {0}")]
    Json(#[from] serde_json::Error),
    /// It is another kind of JSON file.
    #[error("this is not a rollout file: its \"format\" is {0:?}, not \"{FORMAT}\"")]
    Kind(String),
    /// It was written by a newer program.
    #[error("the rollout file has version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// A field has an impossible value.
    #[error("\"{field}\" in the rollout file has the value {found:?}, which is not possible")]
    Field {
        /// Which.
        field: &'static str,
        /// What it holds.
        found: String,
    },
    /// A play that is not legal in the position with the roll of the plays before it.
    #[error(
        "\"plays\" in the rollout file: {0:?} is not a legal play of the position and of the roll of the other plays"
    )]
    IllegalPlay(String),
    /// The position cannot be read.
    #[error("\"position\" in the rollout file: {0}")]
    Position(#[from] IdError),
    /// The match state cannot occur.
    #[error("\"state\" in the rollout file: {0}")]
    State(#[from] StateError),
    /// The match equity table of the rollout cannot be read.
    #[error("the rollout uses the match equity table {name:?}: {source}")]
    Table {
        /// Its name.
        name: String,
        /// Why.
        source: MetError,
    },
    /// The match equity table with that name has changed.
    #[error("the rollout was made with a different match equity table named {0:?}")]
    OtherTable(String),
    /// The parts do not form a rollout.
    #[error("the rollout file: {0}")]
    Rollout(#[from] RolloutError),
}

/// What the field `format` says.
const FORMAT: &str = "gnubg rollout";

/// How every rollout file begins that [`write()`] has written.
pub const BEGINNING: &str = "{\n  \"format\": \"gnubg rollout\"";

/// What the field `version` says.
const VERSION: u32 = 1;

/// The text of a rollout. `table` is the name of the match equity table that it was made with.
#[must_use]
pub fn write(rollout: &Rollout, table: &str) -> String {
    // Every part is plain data with text keys, which JSON can hold.
    serde_json::to_string_pretty(&RolloutFile::of(rollout, table)).unwrap_or_default() + "\n"
}

/// A rollout read from a file, and the name of its match equity table.
///
/// `find` finds tables by name; it is asked for matches only.
///
/// # Errors
/// If the text is no rollout, or its match equity table cannot be found.
pub fn read(
    text: &str,
    find: impl FnOnce(&str) -> Result<MatchEquityTable, MetError>,
) -> Result<(Rollout, String), RolloutFileError> {
    /// The fields that identify a rollout file.
    #[derive(serde::Deserialize)]
    struct Head {
        format: String,
        version: u32,
    }
    let head: Head = serde_json::from_str(text)?;
    if head.format != FORMAT {
        return Err(RolloutFileError::Kind(head.format));
    }
    if head.version > VERSION {
        return Err(RolloutFileError::Version(head.version));
    }
    let whole: RolloutFile = serde_json::from_str(text)?;
    whole.rollout(find)
}

#[cfg(test)]
mod tests;
