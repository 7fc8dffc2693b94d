// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors of databases.

use crate::core::Cancelled;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a database cannot be read or made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BearoffError {
    /// A file could not be opened, read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file does not start with the 40-byte header of a database.
    #[error("{name}: not a bearoff database (its header begins with {found:?})")]
    NotADatabase {
        /// The file.
        name: String,
        /// The first bytes.
        found: String,
    },
    /// The header asks for something that does not exist.
    #[error("{name}: the header at byte {offset} gives an impossible {what}, {found:?}")]
    BadHeader {
        /// The file.
        name: String,
        /// Which field.
        what: &'static str,
        /// Where in the file.
        offset: usize,
        /// The value found.
        found: String,
    },
    /// The file is longer or shorter than its header says.
    #[error(
        "{name}: has {found} bytes, but its header requires {expected}; the file is truncated or damaged; make the database again"
    )]
    WrongSize {
        /// The file.
        name: String,
        /// Bytes found.
        found: u64,
        /// Bytes of a whole file.
        expected: u64,
    },
    /// An entry contradicts the rest of the file.
    #[error("{name}: damaged at byte {offset}: {what}; make the database again")]
    Damaged {
        /// The file.
        name: String,
        /// What is wrong.
        what: &'static str,
        /// Where.
        offset: u64,
    },
    /// The content is not that of the published database with this header, although every entry may be possible.
    #[error("{name}: its checksum is {found} and should be {expected}; make the database again")]
    Checksum {
        /// The file.
        name: String,
        /// MD5 of the file in hexadecimal digits.
        found: String,
        /// The published one.
        expected: &'static str,
    },
    /// The file was truncated or overwritten after it was opened.
    #[error(
        "{name}: was changed by another program while it was in use, and is not used any more; make the database again"
    )]
    Changed {
        /// The file.
        name: String,
    },
    /// A database of one kind where another is needed.
    #[error("{name} is {found}; {wanted} is needed")]
    WrongKind {
        /// The file.
        name: String,
        /// What it is.
        found: String,
        /// What it should be.
        wanted: String,
    },
    /// Points, checkers or another number outside what can be made.
    #[error("{what} must be {range}, not {found}")]
    OutOfRange {
        /// The quantity.
        what: &'static str,
        /// The values allowed.
        range: String,
        /// The value asked for.
        found: String,
    },
    /// The database needs more memory than the machine gives.
    #[error("cannot allocate the {gigabytes:.1} GB of memory that this database needs")]
    OutOfMemory {
        /// Needed, in units of 10⁹ bytes.
        gigabytes: f64,
    },
    /// The threads could not be started.
    #[cfg(feature = "threads")]
    #[error("cannot start the worker threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The computation was canceled. Nothing needs to be reported.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl BearoffError {
    /// For `map_err`: an I/O error with its file.
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> BearoffError {
        |source| BearoffError::Io { path: path.to_owned(), source }
    }
}
