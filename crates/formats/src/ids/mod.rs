// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions as short texts, in addition to those of the engine: GNUBGID, OGID, the FIBS board line, `simple`, the
//! 20-letter string; and recognizing them.

pub mod fibs_board;
pub mod ogid;
pub mod simple;

use crate::board_text;
use crate::position::{Described, FoundPosition, PositionError};
use gnubg_engine::core::{Board, Decision, MatchState, Phase, Rules, Variation};

/// The largest number of lines of a text in which every word may be an identifier. In longer texts words would be taken
/// for match IDs, so
/// match IDs need a label or a position ID before them.
const SHORT: usize = 3;

/// Reads any of the identifiers, or else a board that was drawn as text.
///
/// # Errors
/// If the text holds none of them, or what it seems to hold is wrong.
pub fn find(text: &str, rules: Rules) -> Result<FoundPosition, PositionError> {
    match read(text, rules) {
        Err(_) if board_text::count_borders(text) > 0 => board_text::read(text, rules),
        found => found,
    }
}

/// Reads any of the identifiers. `rules` supplies what the identifier does not contain.
///
/// # Errors
/// If the text is none of them, or the one it seems to be is wrong.
pub fn read(text: &str, rules: Rules) -> Result<FoundPosition, PositionError> {
    let text = text.trim();
    let words = || text.split_whitespace();
    let labeled = words().find_map(|word| word.find("OGID=").map(|at| &word[at + 5..]));
    if let Some(fields) = labeled.or_else(|| words().find(|word| ogid::looks_like(word))) {
        return Ok(FoundPosition::new(ogid::read(fields, rules)?));
    }
    if let Some(line) = words().find_map(|word| word.find("XGID=").map(|at| &word[at..])) {
        return Ok(FoundPosition::new(MatchState::from_xgid(line)?));
    }
    if looks_like_xgid(text) {
        return Ok(FoundPosition::new(MatchState::from_xgid(text)?));
    }
    if let Some(line) = words().find_map(|word| word.find("board:").map(|at| &word[at..])) {
        return fibs_board::read(line, rules);
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
    FoundPosition { described: Described::Board, ..FoundPosition::new(state) }
}

fn looks_like_xgid(text: &str) -> bool {
    let letters = text.split(':').next().unwrap_or("");
    text.matches(':').count() >= 8 && letters.len() == 26 && !text.contains(char::is_whitespace)
}

/// A run of 14 letters of the base64 alphabet is a position, one of 12 letters a match; in a short text a run of 20
/// letters `A` to `P` is the old string of the key. Where several runs could be meant, the first possible one is.
fn gnubg_id(text: &str, rules: Rules) -> Result<FoundPosition, PositionError> {
    let runs = || runs(text).map(|(_, run)| run);
    let is_short = text.lines().filter(|line| !line.trim().is_empty()).count() <= SHORT;
    let mut error = None;
    let checked = |board: Board| checked(board, rules.variation);
    let positions = runs().filter(|run| run.len() == 14).map(|id| checked(Board::from_position_id(id)?));
    let mut board = first_good(positions, &mut error);
    if board.is_none() && is_short {
        let keys = runs().filter(|run| simple::is_key_string(run));
        board = first_good(keys.map(|key| checked(simple::read_key_string(key)?)), &mut error);
    }
    let matches = self::runs(text).filter(|(_, run)| run.len() == 12);
    let matches = matches.filter(|&(at, _)| is_short || is_labeled(&text[..at])).map(|(_, run)| run);
    let position = board.unwrap_or_else(|| rules.variation.start());
    let state = first_good(matches.map(|id| Ok(MatchState::from_match_id(id, position, rules)?)), &mut error);
    match (board, state, error) {
        (Some(_), Some(state), _) => Ok(FoundPosition::new(state)),
        (Some(board), None, _) => Ok(only_board(board, rules)),
        (None, Some(state), _) => {
            Ok(FoundPosition { described: Described::Match, ..FoundPosition::new(state) })
        }
        (None, None, Some(error)) if is_short => Err(error),
        (None, None, _) => Err(PositionError::nothing_in(text)),
    }
}

/// The first good result; otherwise the first error is noted.
fn first_good<T>(
    found: impl Iterator<Item = Result<T, PositionError>>,
    error: &mut Option<PositionError>,
) -> Option<T> {
    for one in found {
        match one {
            Ok(one) => return Some(one),
            Err(reason) => _ = error.get_or_insert(reason),
        }
    }
    None
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '+' || c == '/'
}

/// Runs of letters of the base64 alphabet, and where they begin.
fn runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split_inclusive(|c| !is_letter(c)).map(move |piece| {
        let at = next;
        next += piece.len();
        (at, piece.trim_end_matches(|c| !is_letter(c)))
    })
}

/// Whether the text before a match ID ends with its label, or with a position ID and a colon.
fn is_labeled(before: &str) -> bool {
    let before = before.trim_end_matches(|c: char| c.is_whitespace() || c == ':' || c == '=');
    let start = before.char_indices().rev().nth(7).map_or(0, |(at, _)| at);
    let label = before[start..].to_ascii_lowercase();
    let last = before.rsplit(|c| !is_letter(c)).next().unwrap_or("");
    ["match id", "match-id", "matchid"].iter().any(|known| label.ends_with(known)) || last.len() == 14
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
        assert_eq!((alone.described, alone.state.board), (Described::Board, Board::default()));
        let alone = found("cAngAAAAAAAE");
        assert_eq!((alone.described, alone.state.length), (Described::Match, 7));
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
