// SPDX-License-Identifier: GPL-3.0-or-later
//! What commands about the library work with: on the command line, in the terminal and in the window.

use super::arguments::LibraryCommand;
use gnubg_engine::core::CancelToken;
use gnubg_library::assess::Judge;
use gnubg_library::clock::Clock;
use gnubg_library::search::Here;
use gnubg_library::{Access, Library, LibraryError, OpenOptions};
use gnubg_session::options::Options;
use serde_json::Value;
use std::path::Path;
use thiserror::Error;

/// How long another program that has the library open is asked to lend it, in milliseconds.
const ASK: u32 = 5000;

/// Why a command cannot be carried out.
#[derive(Debug, Error)]
pub(crate) enum LibraryToolError {
    /// The library refuses.
    #[error(transparent)]
    Library(LibraryError),
    /// The command was used wrongly.
    #[error("{0}")]
    Usage(String),
    /// Something else failed.
    #[error("{0}")]
    Other(String),
    /// It was interrupted.
    #[error("interrupted")]
    Cancelled,
    /// It failed, and why was told already.
    #[error("failed")]
    Told,
}

impl From<LibraryError> for LibraryToolError {
    fn from(error: LibraryError) -> LibraryToolError {
        match error {
            LibraryError::Cancelled => LibraryToolError::Cancelled,
            LibraryError::Query(error) => {
                let hint = match error.suggestions.is_empty() {
                    true => String::new(),
                    false => format!("; perhaps {}", error.suggestions.join(", ")),
                };
                LibraryToolError::Usage(format!("{error}{hint}"))
            }
            other => LibraryToolError::Library(other),
        }
    }
}

impl LibraryToolError {
    /// Whether the command was used wrongly.
    pub(crate) const fn is_usage(&self) -> bool {
        matches!(self, LibraryToolError::Usage(_))
    }
}

/// What a command works with.
pub(crate) struct Environment<'a> {
    /// The library.
    pub(crate) library: Library,
    /// The user's settings.
    pub(crate) options: Options,
    /// Loads engine and match equity table when they are needed.
    pub(crate) judge: &'a mut dyn FnMut() -> Result<Judge, LibraryToolError>,
    /// Prints a line of the result; `false` when nobody reads it.
    pub(crate) print: &'a mut dyn FnMut(&str) -> bool,
    /// Tells of progress and problems.
    pub(crate) tell: &'a (dyn Fn(&str) + Sync),
    /// Reads a line that answers a question; `None` at the end of the input.
    pub(crate) answer: &'a mut dyn FnMut() -> Option<String>,
    /// Stops the command.
    pub(crate) cancel: CancelToken,
    /// Whether results are JSON Lines.
    pub(crate) is_json: bool,
    /// The position at hand.
    pub(crate) here: Option<Here>,
}

impl Environment<'_> {
    /// Prints a line of text, if results are text.
    pub(crate) fn text(&mut self, line: &str) -> Result<(), LibraryToolError> {
        if self.is_json { Ok(()) } else { self.line(line) }
    }

    /// Prints an object, if results are JSON.
    pub(crate) fn json(&mut self, value: &Value) -> Result<(), LibraryToolError> {
        if self.is_json { self.line(&value.to_string()) } else { Ok(()) }
    }

    /// Prints an object as JSON or a line of text.
    pub(crate) fn either(&mut self, value: &Value, text: &str) -> Result<(), LibraryToolError> {
        self.json(value)?;
        self.text(text)
    }

    fn line(&mut self, line: &str) -> Result<(), LibraryToolError> {
        // The reader of the output is gone.
        if (self.print)(line) { Ok(()) } else { Err(LibraryToolError::Told) }
    }

    /// The engine and the match equity table.
    pub(crate) fn judge(&mut self) -> Result<Judge, LibraryToolError> {
        (self.judge)()
    }
}

/// Opens the library as a command needs it.
pub(crate) fn open(command: &LibraryCommand, path: &Path) -> Result<Library, LibraryToolError> {
    let access = if command.writes() { Access::Borrow(ASK) } else { Access::Read };
    let options = OpenOptions { access, clock: Clock::System, create: command.creates() };
    let library = Library::open(path, options)?;
    match library.read_only_reason() {
        Some(reason) if command.writes() => Err(LibraryError::ReadOnly(reason.to_owned()).into()),
        _ => Ok(library),
    }
}
