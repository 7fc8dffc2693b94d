// SPDX-License-Identifier: GPL-3.0-or-later
//! What reading a position from text returns, whatever the notation.

use gnubg_engine::core::ids::IdError;
use gnubg_engine::core::{Decision, MatchState, Phase};
use thiserror::Error;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// An XGID, position ID or match ID that is wrong.
    #[error(transparent)]
    Id(#[from] IdError),
    /// Checkers that cannot stand so.
    #[error(transparent)]
    Board(#[from] gnubg_engine::core::BoardError),
    /// A field outside its range.
    #[error("{field} of the {what} is {value:?}; expected {expected}")]
    Field {
        /// The kind of text.
        what: &'static str,
        /// The field.
        field: String,
        /// Its value.
        value: String,
        /// What is possible.
        expected: &'static str,
    },
    /// Too few or too many numbers.
    #[error("{what} has {expected} numbers, not {found}")]
    Count {
        /// The kind of text.
        what: &'static str,
        /// How many it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// A score, length or cube that cannot be.
    #[error(transparent)]
    State(#[from] gnubg_engine::core::StateError),
    /// A damaged drawing of a board.
    #[error("line {line} of the drawn board: {reason}")]
    Drawing {
        /// The line of the text, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The text does not contain a position.
    #[error("there is no XGID, OGID, GNUBGID, board line or drawn board in {0:?}")]
    Nothing(String),
}

impl PositionError {
    /// The error for a text without a position; it quotes the beginning of the text.
    pub(crate) fn nothing_in(text: &str) -> PositionError {
        PositionError::Nothing(text.trim().chars().take(QUOTED).collect())
    }
}

/// The number of characters quoted of a text without a position.
const QUOTED: usize = 40;

/// A position found in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundPosition {
    /// The position with the score, cube and dice, as far as the text contains them.
    pub state: MatchState,
    /// The players' names by seat; empty where the text has none.
    pub names: [String; 2],
    /// Which part of the state the text describes.
    pub described: Described,
}

/// The part of a match state that a text describes; the rest is as at the beginning of a money game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Described {
    /// Everything.
    Everything,
    /// Everything but the checkers.
    Match,
    /// The checkers as the player on roll sees them.
    Board,
    /// The checkers, whose turn it is, and what was rolled or doubled.
    Turn,
}

impl FoundPosition {
    pub(crate) fn new(state: MatchState) -> FoundPosition {
        FoundPosition { state, names: [String::new(), String::new()], described: Described::Everything }
    }

    /// The state, with the part that the text does not describe taken from `base`.
    #[must_use]
    pub fn over(&self, base: &MatchState) -> MatchState {
        let found = self.state;
        match self.described {
            Described::Everything => found,
            Described::Match => MatchState { board: base.board_of(found.on_roll), ..found },
            Described::Board => {
                let phase = Phase::Due(Decision::Roll);
                MatchState { board: found.board, phase, declined: None, ..*base }
            }
            Described::Turn => {
                let is_doubled = matches!(found.phase, Phase::Due(Decision::Answer(_)));
                let cube = if is_doubled { found.cube } else { base.cube };
                let MatchState { board, on_roll, phase, .. } = found;
                MatchState { board, on_roll, phase, cube, declined: None, ..*base }
            }
        }
    }
}
