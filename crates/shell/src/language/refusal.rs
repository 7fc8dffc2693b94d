// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a line was refused.

use crate::i18n::gettext_f;
use crate::text::errors;
use gnubg_engine::core::BoardError;
use gnubg_engine::core::ids::IdError;
use gnubg_engine::core::notation::NotationError;
use gnubg_formats::PositionError;
use gnubg_session::{CommandError, NameError};
use thiserror::Error;

/// Why a line was refused. Nothing has changed.
#[derive(Debug, Error)]
pub enum Refusal {
    /// A word that is not a command.
    #[error("unknown word {word:?}{}", hint(.known))]
    Unknown {
        /// The word.
        word: String,
        /// The words that are possible there.
        known: Vec<String>,
    },
    /// A command that needs another word.
    #[error("incomplete command: {path} needs one of {}", .known.join(", "))]
    Incomplete {
        /// The words so far.
        path: String,
        /// The words that can follow.
        known: Vec<String>,
    },
    /// Wrong arguments; the text says what is expected.
    #[error("{0}")]
    Usage(String),
    /// The session refused the command.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A text that is not a play, or not a legal one.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A text that is not an identifier.
    #[error(transparent)]
    Id(#[from] IdError),
    /// A text that is not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// An impossible position.
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
    if has_hint(known) {
        format!("; expected one of {}", known.join(", "))
    } else {
        "; help lists the commands".to_owned()
    }
}

/// Whether the words are few enough to be listed.
fn has_hint(known: &[String]) -> bool {
    (1..=12).contains(&known.len())
}

impl Refusal {
    /// A refusal for wrong arguments.
    pub fn usage(text: impl Into<String>) -> Refusal {
        Refusal::Usage(text.into())
    }

    /// The sentence that is shown.
    #[must_use]
    pub fn sentence(&self) -> String {
        sentence(&match self {
            Refusal::Unknown { word, known } => {
                let word = [("word", format!("{word:?}"))];
                let listed = [("word", word[0].1.clone()), ("list", known.join(", "))];
                match has_hint(known) {
                    true => gettext_f("unknown word {word}; expected one of {list}", &listed),
                    false => gettext_f("unknown word {word}; help lists the commands", &word),
                }
            }
            Refusal::Incomplete { path, known } => gettext_f(
                "incomplete command: {path} needs one of {list}",
                &[("path", path.clone()), ("list", known.join(", "))],
            ),
            Refusal::Command(error) => errors::command(error),
            Refusal::Notation(error) => errors::notation(error),
            Refusal::Name(error) => errors::name(error),
            Refusal::Id(error) => errors::id(error),
            Refusal::Position(error) => errors::position(error),
            Refusal::Board(error) => errors::board(error),
            Refusal::Usage(_) | Refusal::File { .. } => self.to_string(),
        })
    }
}

/// The text as a sentence: with a capital first letter and a full stop at the end. A file or an option that the text begins
/// with keeps its letters.
#[must_use]
pub fn sentence(text: &str) -> String {
    let text = text.trim_end();
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    let is_name = |word: &str| word != "error:" && word.contains(['/', '\\', '.', ':']);
    if text.split_whitespace().next().is_some_and(is_name) {
        return format!("{text}{end}");
    }
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}{end}", characters.as_str())
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn names_keep_their_letters_in_sentences() {
        assert_eq!(sentence("no game is in progress"), "No game is in progress.");
        assert_eq!(sentence("nofile: not found"), "nofile: not found.");
        assert_eq!(sentence("a/b.sgf is damaged"), "a/b.sgf is damaged.");
        assert_eq!(sentence("error: a file is missing.\n"), "Error: a file is missing.");
    }
}
