// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions as short texts beyond those of the engine: GNUBGID, OGID, the FIBS board line, `simple`, the 20-letter
//! string, and telling them apart.

pub mod fibs_board;
pub mod ogid;
pub mod simple;

use gnubg_engine::core::ids::IdError;
use gnubg_engine::core::{Board, Decision, MatchState, Phase, Rules, Variation};
use thiserror::Error;

/// Why a text is no position.
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
    #[error("{field} of the {what} is {value:?}: {expected}")]
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
    /// No kind of position text.
    #[error("no XGID, OGID, GNUBGID or board line was found")]
    Nothing,
}

/// What a text told.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundPosition {
    /// The position with the score, cube and dice, as far as the text tells them.
    pub state: MatchState,
    /// The players' names by seat; empty where the text has none.
    pub names: [String; 2],
    /// Whether the text told more than the checkers.
    pub has_match: bool,
}

impl FoundPosition {
    fn new(state: MatchState) -> FoundPosition {
        FoundPosition { state, names: [String::new(), String::new()], has_match: true }
    }
}

/// Reads any of the identifiers. `rules` supplies what they do not tell.
///
/// # Errors
/// If the text is none of them, or the one it seems to be is wrong.
pub fn read(text: &str, rules: Rules) -> Result<FoundPosition, PositionError> {
    let text = text.trim();
    if let Some(fields) =
        text.strip_prefix("OGID=").or_else(|| Some(text).filter(|text| ogid::looks_like(text)))
    {
        return Ok(FoundPosition::new(ogid::read(fields, rules)?));
    }
    if text.contains("XGID=") || looks_like_xgid(text) {
        let line = text.find("XGID=").map_or(text, |at| &text[at..]);
        let line = line.split_whitespace().next().unwrap_or(line);
        return Ok(FoundPosition::new(MatchState::from_xgid(line)?));
    }
    if let Some(at) = text.find("board:") {
        return fibs_board::read(text[at..].split_whitespace().next().unwrap_or(""), rules);
    }
    if let Some(numbers) = text.strip_prefix("simple") {
        return Ok(only_board(simple::read(numbers)?, rules));
    }
    gnubg_id(text, rules)
}

fn only_board(board: Board, rules: Rules) -> FoundPosition {
    let state = MatchState {
        board,
        phase: Phase::Due(Decision::Roll),
        ..gnubg_record::GameStart { rules, score: [0, 0], is_crawford: false, automatic_doubles: 0 }.state(0)
    };
    FoundPosition { has_match: false, ..FoundPosition::new(state) }
}

fn looks_like_xgid(text: &str) -> bool {
    let letters = text.split(':').next().unwrap_or("");
    text.matches(':').count() >= 8 && letters.len() == 26
}

/// The first run of 14 letters of the base64 alphabet is the position, the first run of 12 the match; a run of 20 letters
/// `A` to `P` is the old string of the key.
fn gnubg_id(text: &str, rules: Rules) -> Result<FoundPosition, PositionError> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '+' || c == '/';
    let runs = || text.split(|c: char| !is_letter(c));
    let position = runs().find(|run| run.len() == 14);
    let match_id = runs().find(|run| run.len() == 12);
    let board = match position {
        Some(id) => Some(Board::from_position_id(id)?),
        None => runs().find(|run| simple::is_key_string(run)).map(simple::read_key_string).transpose()?,
    };
    if let Some(board) = board {
        board.check(rules.variation)?;
    }
    match (board, match_id) {
        (Some(board), Some(id)) => Ok(FoundPosition::new(MatchState::from_match_id(id, board, rules)?)),
        (Some(board), None) => Ok(only_board(board, rules)),
        (None, Some(id)) => {
            Ok(FoundPosition::new(MatchState::from_match_id(id, rules.variation.start(), rules)?))
        }
        (None, None) => Err(PositionError::Nothing),
    }
}

/// `PositionID:MatchID`.
#[must_use]
pub fn write_gnubg_id(state: &MatchState) -> String {
    format!("{}:{}", state.board.position_id(), state.match_id())
}

/// The 26 letters of an XGID as seat `One` sees the board.
pub(crate) fn xgid_board(letters: &str) -> Result<Board, String> {
    let text = format!("{letters}:0:0:1:00:0:0:0:0:10");
    MatchState::from_xgid(&text).map(|state| state.board).map_err(|error| error.to_string())
}

/// Checks a board that a text described.
fn checked(board: Board, variation: Variation) -> Result<Board, PositionError> {
    board.check(variation)?;
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Dice, Player};

    fn found(text: &str) -> FoundPosition {
        read(text, Rules::default()).unwrap()
    }

    #[test]
    fn runs_of_letters_in_any_order() {
        let state = found("GNUID=4HPwATDgc/ABMA:cAlqAAAAAAAE").state;
        assert_eq!((state.length, state.dice()), (3, Dice::new(4, 2).ok()));
        assert_eq!(found("match cAlqAAAAAAAE position 4HPwATDgc/ABMA").state, state);
        assert_eq!(write_gnubg_id(&state), "4HPwATDgc/ABMA:cAlqAAAAAAAE");
        let alone = found("4HPwATDgc/ABMA");
        assert_eq!((alone.has_match, alone.state.board), (false, Board::default()));
        assert_eq!(found("cAngAAAAAAAE").state.length, 7);
        for bad in ["", "hello", "4HPwATDgc/AB!!", "//////////////"] {
            assert!(read(bad, Rules::default()).is_err(), "{bad}");
        }
    }

    #[test]
    fn every_kind_is_told_apart() {
        let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:3";
        for text in [xgid, &xgid[5..], "  pos XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:3 end"] {
            assert_eq!(found(text).state.dice(), Dice::new(3, 1).ok(), "{text}");
        }
        let ogid = "11ccccchhhjjjjj:66666888dddddoo:N0N:13:W:R:0:0:0:0";
        assert_eq!(found(ogid).state.on_roll, Player::One);
        assert_eq!(found(&format!("OGID={ogid}")).state.board, Board::default());
        assert_eq!(
            found("simple 0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0").state.board,
            Board::default()
        );
    }
}
