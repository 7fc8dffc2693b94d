// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading and writing rollout files.

use super::error::RolloutToolError;
use gnubg_engine::cube::{MatchEquityTable, MetError};
use gnubg_engine::input::{check_replaceable, read_limited};
use gnubg_engine::rollout::Rollout;
use gnubg_formats::FileError;
use gnubg_formats::rollout::{BEGINNING, MAX_BYTES, read};
use gnubg_session::{TableError, read_table};
use std::path::Path;

/// Reads a rollout file; also returns the name of its match equity table.
pub(super) fn load(path: &Path) -> Result<(Rollout, String), RolloutToolError> {
    let io = |source| RolloutToolError::Io { path: path.to_owned(), source };
    let content = read_limited(path, MAX_BYTES as u64).map_err(io)?;
    let content = String::from_utf8(content)
        .map_err(|error| io(std::io::Error::new(std::io::ErrorKind::InvalidData, error.utf8_error())))?;
    read(&content, table_of).map_err(|source| RolloutToolError::File { path: path.to_owned(), source })
}

/// The match equity table with this name: a file or a built-in table.
pub(super) fn table_of(name: &str) -> Result<MatchEquityTable, MetError> {
    read_table(name).map_err(|error| match error {
        TableError::Met { source, .. } => source,
        TableError::Io { .. } => MetError::Unknown(name.to_owned()),
    })
}

/// Makes sure that no file of another kind is lost when a rollout is written. Pipes and devices keep what they are.
pub(super) fn check_output(path: Option<&Path>) -> Result<(), RolloutToolError> {
    let Some(path) = path.filter(|path| path.is_file()) else { return Ok(()) };
    check_replaceable(path, BEGINNING.as_bytes(), "a rollout file")
        .map_err(|source| RolloutToolError::Io { path: path.to_owned(), source })
}

/// Replaces a file in one step, so that it is always complete.
pub(super) fn save(path: &Path, content: &str) -> Result<(), RolloutToolError> {
    gnubg_formats::save(path, content.as_bytes()).map_err(|error| match error {
        FileError::Io { path, source } => RolloutToolError::Io { path, source },
        error => RolloutToolError::Io { path: path.to_owned(), source: std::io::Error::other(error) },
    })
}
