// SPDX-License-Identifier: GPL-3.0-or-later
//! What can go wrong with a library.

use gnubg_engine::core::Cancelled;
use std::path::PathBuf;
use thiserror::Error;

/// Why something cannot be done with a library.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// The file is no library.
    #[error("{} is no library: {reason}", path.display())]
    NotALibrary {
        /// The file.
        path: PathBuf,
        /// How that was seen.
        reason: String,
    },
    /// There is no such file.
    #[error("there is no library {}; gnubg library create makes one", .0.display())]
    Missing(PathBuf),
    /// A file of that name exists.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    /// The library can only be read.
    #[error("the library can only be read: {0}")]
    ReadOnly(String),
    /// The disk is full.
    #[error("there is no room left on the disk of {}; nothing was changed. Free some space and try again", .0.display())]
    DiskFull(PathBuf),
    /// The file is damaged.
    #[error(
        "the library is damaged: {0}. gnubg library verify tells what, gnubg library restore brings back a backup"
    )]
    Damaged(String),
    /// The operating system reported an error.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The database reported an error that is none of the above.
    #[error("the library reported an error: {0}")]
    Database(rusqlite::Error),
    /// What was asked for is not in the library.
    #[error("{0}")]
    NotFound(String),
    /// What was asked for cannot be done so.
    #[error("{0}")]
    Refused(String),
    /// A query that cannot be understood.
    #[error(transparent)]
    Query(#[from] crate::error::QueryError),
    /// Data inside the library that cannot be read.
    #[error("{what} cannot be read: {reason}")]
    Content {
        /// Which data.
        what: String,
        /// Why.
        reason: String,
    },
    /// It was canceled.
    #[error("canceled")]
    Cancelled,
    /// The thread that writes has ended.
    #[error("the library was closed")]
    Closed,
}

/// A word of a query that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message} (character {})", .start + 1)]
pub struct QueryError {
    /// Where the word begins and ends, in bytes of the query.
    pub start: usize,
    /// The end of the word.
    pub end: usize,
    /// What is wrong.
    pub message: String,
    /// Words that could stand there.
    pub suggestions: Vec<String>,
}

impl LibraryError {
    /// Whether another program was writing, so that it can be tried again.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        let LibraryError::Database(error) = self else { return false };
        error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
    }
}

impl From<rusqlite::Error> for LibraryError {
    fn from(error: rusqlite::Error) -> LibraryError {
        use rusqlite::ErrorCode::{DatabaseCorrupt, DiskFull, NotADatabase, ReadOnly};
        match error.sqlite_error_code() {
            Some(DiskFull) => LibraryError::DiskFull(PathBuf::new()),
            Some(DatabaseCorrupt | NotADatabase) => LibraryError::Damaged(error.to_string()),
            Some(ReadOnly) => LibraryError::ReadOnly(error.to_string()),
            _ => LibraryError::Database(error),
        }
    }
}

impl From<Cancelled> for LibraryError {
    fn from(_: Cancelled) -> LibraryError {
        LibraryError::Cancelled
    }
}

impl LibraryError {
    /// The error with the file it is about, where that is not known yet.
    pub(crate) fn at(self, path: &std::path::Path) -> LibraryError {
        match self {
            LibraryError::DiskFull(unknown) if unknown.as_os_str().is_empty() => {
                LibraryError::DiskFull(path.to_owned())
            }
            other => other,
        }
    }

    /// Data of the library that cannot be read.
    pub(crate) fn content(what: impl Into<String>, reason: impl std::fmt::Display) -> LibraryError {
        LibraryError::Content { what: what.into(), reason: reason.to_string() }
    }
}

/// The result of an action on a library.
pub type Result<T> = std::result::Result<T, LibraryError>;
