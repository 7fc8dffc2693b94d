// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a line was not carried out.

use gnubg_engine::core::BoardError;
use gnubg_engine::core::ids::IdError;
use gnubg_engine::core::notation::NotationError;
use gnubg_formats::PositionError;
use gnubg_session::{CommandError, NameError};
use thiserror::Error;

/// Why a line was not carried out; nothing has been changed.
#[derive(Debug, Error)]
pub enum Refusal {
    /// A word that is no command.
    #[error("unknown word {word:?}{}", hint(.known))]
    Unknown {
        /// The word.
        word: String,
        /// What could stand there.
        known: Vec<String>,
    },
    /// A command that needs another word.
    #[error("incomplete: {path} needs one of {}", .known.join(", "))]
    Incomplete {
        /// The words so far.
        path: String,
        /// What could follow.
        known: Vec<String>,
    },
    /// Something the arguments should be and are not.
    #[error("{0}")]
    Usage(String),
    /// The session cannot do it.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A text that is no play, or not a legal one.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A text that is no identifier.
    #[error(transparent)]
    Id(#[from] IdError),
    /// A text that is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A position that cannot be.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A name that cannot be used.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A file that cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
}

fn hint(known: &[String]) -> String {
    if known.is_empty() || known.len() > 12 {
        "; help lists the commands".to_owned()
    } else {
        format!("; there are {}", known.join(", "))
    }
}

impl Refusal {
    /// A refusal in words.
    pub fn usage(text: impl Into<String>) -> Refusal {
        Refusal::Usage(text.into())
    }

    /// The sentence shown.
    #[must_use]
    pub fn sentence(&self) -> String {
        sentence(&self.to_string())
    }
}

/// A text with a capital letter in front and a full stop behind.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{end}", characters.as_str())
}
