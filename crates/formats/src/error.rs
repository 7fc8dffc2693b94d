// SPDX-License-Identifier: GPL-3.0-or-later
//! What can go wrong with a file, and where in it.

use crate::Format;
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use thiserror::Error;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line, counted from 1.
    Line(usize),
    /// A line and a column, both counted from 1.
    Column(usize, usize),
    /// A byte, counted from 0.
    Offset(usize),
}

impl Place {
    /// The line, if the place has one.
    #[must_use]
    pub const fn line(self) -> Option<usize> {
        match self {
            Place::Line(line) | Place::Column(line, _) => Some(line),
            Place::File | Place::Offset(_) => None,
        }
    }

    /// The offset in bytes, if the place has one.
    #[must_use]
    pub const fn offset(self) -> Option<usize> {
        match self {
            Place::Offset(offset) => Some(offset),
            _ => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File => Ok(()),
            Place::Line(line) => write!(f, "line {line}: "),
            Place::Column(line, column) => write!(f, "line {line}, column {column}: "),
            Place::Offset(offset) => write!(f, "byte {offset}: "),
        }
    }
}

/// A problem found while reading a file: something was ignored, changed or repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where.
    pub at: Place,
    /// What was found and what the reader did about it.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.at, self.message)
    }
}

/// Why nothing could be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// No bytes.
    #[error("the file is empty")]
    Empty,
    /// The file is larger than [`crate::MAX_INPUT`].
    #[error("the file has {} MiB, more than the limit of {} MiB", .0.div_ceil(1 << 20), crate::MAX_INPUT >> 20)]
    TooLarge(usize),
    /// No known format.
    #[error("not a backgammon file in a known format: {0}")]
    NotRecognized(String),
    /// The format was recognized, but nothing in the file could be read.
    #[error("{format}: {at}{reason}")]
    Unreadable {
        /// The format it looks like.
        format: Format,
        /// Where reading failed.
        at: Place,
        /// What was wrong.
        reason: String,
    },
}

impl ImportError {
    /// Where in the file.
    #[must_use]
    pub const fn place(&self) -> Place {
        match self {
            ImportError::Unreadable { at, .. } => *at,
            _ => Place::File,
        }
    }
}

/// A file that could not be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The operating system reported an error.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Nothing could be read from it.
    #[error("{}: {source}", path.display())]
    Import {
        /// The file.
        path: PathBuf,
        /// Why.
        source: ImportError,
    },
}

/// The largest number of warnings kept for one file; a damaged file may have one for every line.
const MAX_WARNINGS: usize = 500;

/// The largest number of characters of a warning: some quote the file, which may have megabytes in one place.
const MAX_MESSAGE: usize = 500;

/// A message, or its beginning and an ellipsis.
fn bounded(mut message: String) -> String {
    if let Some((end, _)) = message.char_indices().nth(MAX_MESSAGE) {
        message.truncate(end);
        message.push('…');
    }
    message
}

/// Warnings as they are collected.
#[derive(Clone, Debug, Default)]
pub(crate) struct Warnings {
    list: Vec<Warning>,
    n_dropped: usize,
}

impl Warnings {
    pub(crate) fn add(&mut self, at: Place, message: impl Into<String>) {
        if self.list.len() < MAX_WARNINGS {
            self.list.push(Warning { at, message: bounded(message.into()) });
        } else {
            self.n_dropped += 1;
        }
    }

    /// Adds the warnings of another list that are not in this one.
    pub(crate) fn add_new(&mut self, other: Warnings) {
        for warning in other.list {
            if !self.list.contains(&warning) {
                self.add(warning.at, warning.message);
            }
        }
        self.n_dropped += other.n_dropped;
    }

    pub(crate) fn into_vec(mut self) -> Vec<Warning> {
        if self.n_dropped > 0 {
            let message = format!("{} more warnings are not listed", self.n_dropped);
            self.list.push(Warning { at: Place::File, message });
        }
        self.list
    }
}

/// Equal warnings as one, with their number, at the first place.
pub(crate) fn combined(warnings: Vec<Warning>) -> Vec<Warning> {
    let mut found: Vec<(Warning, usize)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for warning in warnings {
        match known.get(&warning.message) {
            Some(&n) => found[n].1 += 1,
            None => {
                known.insert(warning.message.clone(), found.len());
                found.push((warning, 1));
            }
        }
    }
    let one = |(warning, count): (Warning, usize)| match count {
        1 => warning,
        _ => Warning { message: format!("{} ({count} times, first here)", warning.message), ..warning },
    };
    found.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_where() {
        let error = ImportError::Unreadable {
            format: Format::Mat,
            at: Place::Line(3),
            reason: "no match length".to_owned(),
        };
        assert_eq!(error.to_string(), "MAT: line 3: no match length");
        let path = PathBuf::from("a.mat");
        assert_eq!(
            FileError::Import { path, source: error }.to_string(),
            "a.mat: MAT: line 3: no match length"
        );
    }

    #[test]
    fn equal_warnings_are_one_with_a_count() {
        let warning = |line, message: &str| Warning { at: Place::Line(line), message: message.to_owned() };
        let found =
            combined(vec![warning(3, "odd"), warning(4, "new"), warning(7, "odd"), warning(9, "odd")]);
        assert_eq!(found, [warning(3, "odd (3 times, first here)"), warning(4, "new")]);
    }

    #[test]
    fn warnings_are_bounded() {
        let mut warnings = Warnings::default();
        for line in 0..10_000 {
            warnings.add(Place::Line(line), "odd");
        }
        let list = warnings.into_vec();
        assert_eq!(list.len(), MAX_WARNINGS + 1);
        assert_eq!(list[MAX_WARNINGS].message, "9500 more warnings are not listed");
    }

    #[test]
    fn a_warning_does_not_quote_a_whole_file() {
        let long = "ö".repeat(200_000);
        for property in ["DT", "RU", "MI", "RE", "PS", "CV", "BR", "GC"] {
            let text = format!("(;FF[4]GM[6]MI[length:5][game:0]{property}[{long}];B[31hefe])");
            let found = crate::read(text.as_bytes(), None, Some(Format::Sgf)).expect("a match");
            for warning in &found.matches[0].warnings {
                assert!(
                    warning.message.chars().count() <= MAX_MESSAGE + 1,
                    "{property}: {}",
                    warning.message.len()
                );
            }
        }
    }
}
