// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions and match states as short texts: position ID, match ID and XGID.
//!
//! ```
//! use gnubg_engine::core::{Board, MatchState};
//!
//! let state = MatchState::from_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")?;
//! assert_eq!(state.board, Board::default());
//! assert_eq!(state.board.position_id(), "4HPwATDgc/ABMA");
//! assert_eq!(state.length, 7);
//! # Ok::<(), gnubg_engine::core::ids::IdError>(())
//! ```
//!
//! *Stability:* these encodings are shared with other programs and archived in books and databases; they never change.

mod bits;
mod match_id;
mod position_id;
mod xgid;

use super::BoardError;
use thiserror::Error;

/// Why a text is not an identifier.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IdError {
    /// Wrong number of characters.
    #[error("{what} has {expected} characters, not {found}")]
    Length {
        /// What was expected, in words.
        what: &'static str,
        /// Characters it should have.
        expected: usize,
        /// Characters it has.
        found: usize,
    },
    /// A character that cannot occur.
    #[error("{what} cannot hold the character {character:?} (character {position})")]
    Character {
        /// What was expected, in words.
        what: &'static str,
        /// The character.
        character: char,
        /// Its place, counted from 1.
        position: usize,
    },
    /// Bits set where none may be.
    #[error("{what} holds surplus bits")]
    SurplusBits {
        /// What was expected, in words.
        what: &'static str,
    },
    /// The board is impossible.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A field outside its range or in contradiction to another.
    #[error("{field} of the {what} is {value}: {expected}")]
    Field {
        /// What kind of identifier.
        what: &'static str,
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        /// What is possible.
        expected: &'static str,
    },
    /// The text contains no identifier.
    #[error("no position ID (14 characters), match ID (12 characters) or XGID in {0:?}")]
    Nothing(String),
}
