// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions in any text: XGID, OGID, a server's board line, position ID, match ID, or both IDs.

use gnubg_engine::core::ids::IdError;
use gnubg_engine::core::{Board, Decision, MatchState, Phase, Rules};
use gnubg_formats::ids::{self, PositionError, ogid};

/// Characters kept of a text that holds nothing.
const QUOTED: usize = 40;

/// Finds a position in a text. What an ID does not say is taken from `base`, the match that is on.
///
/// # Errors
/// If the text holds no identifier, or one that is damaged.
pub(crate) fn find(text: &str, base: Option<&MatchState>) -> Result<MatchState, PositionError> {
    let rules = base.map_or_else(Rules::default, |state| state.rules);
    for label in ["OGID=", "board:"] {
        if let Some(at) = text.find(label) {
            let word = text[at..].split_whitespace().next().unwrap_or("");
            return Ok(ids::read(word, rules)?.state);
        }
    }
    if let Some(word) = text.split_whitespace().find(|word| ogid::looks_like(word)) {
        return ogid::read(word, rules);
    }
    if let Some(at) = text.find("XGID=") {
        let end = text[at..].find(char::is_whitespace).map_or(text.len(), |n| at + n);
        return Ok(MatchState::from_xgid(&text[at..end])?);
    }
    let trimmed = text.trim();
    if trimmed.split(':').count() >= 9 && !trimmed.contains(char::is_whitespace) {
        return Ok(MatchState::from_xgid(trimmed)?);
    }
    let is_id = |c: char| c.is_ascii_alphanumeric() || c == '+' || c == '/';
    let words = || text.split(|c: char| !is_id(c));
    let board = words().filter(|word| word.len() == 14).find_map(|word| Board::from_position_id(word).ok());
    let old = base.map(|state| state.board);
    // A word of twelve letters may be just a word: the last error tells why if none is a match ID.
    let mut error = IdError::Nothing(text.trim().chars().take(QUOTED).collect());
    for word in words().filter(|word| word.len() == 12) {
        let position = board.or(old).unwrap_or_else(|| rules.variation.start());
        match MatchState::from_match_id(word, position, rules) {
            Ok(state) => return Ok(state),
            Err(found) => error = found,
        }
    }
    let board = board.ok_or(error)?;
    board.check(rules.variation)?;
    let mut state = match base {
        Some(state) => *state,
        None => MatchState::new(0, rules).map_err(|_| IdError::Nothing(String::new()))?,
    };
    state.board = board;
    state.phase = Phase::Due(Decision::Roll);
    state.declined = None;
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Action, Variation};

    #[test]
    fn identifiers_are_found_in_text() {
        let state = MatchState::new(7, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap();
        let (position, id) = (state.board.position_id(), state.match_id());
        for text in [
            format!("{position}:{id}"),
            format!("GNU Backgammon  Position ID: {position}\n  Match ID   : {id}\n"),
            state.xgid(),
            format!("see XGID={} (opening)", state.xgid().trim_start_matches("XGID=")),
            format!("OGID={}", ogid::write(&state).trim_start_matches("OGID=")),
            ogid::write(&state),
        ] {
            let found = find(&text, None).unwrap();
            assert_eq!((found.board, found.length, found.dice()), (state.board, 7, state.dice()), "{text}");
        }
        let alone = find(&position, Some(&state)).unwrap();
        assert_eq!((alone.length, alone.dice()), (7, None));
        let alone = find(&id, Some(&state)).unwrap();
        assert_eq!((alone.length, alone.dice()), (7, state.dice()));
        assert_eq!(find(&position, None).unwrap().board, Variation::Standard.start());
    }

    #[test]
    fn rubbish_is_named() {
        for text in ["", "hello", "XGID=zzz", "backgammon is a fine game indeed", "4HPwATDgc/ABM"] {
            assert!(find(text, None).is_err(), "{text}");
        }
        let long = "x".repeat(100);
        assert!(
            matches!(find(&long, None), Err(PositionError::Id(IdError::Nothing(quoted))) if quoted.len() == QUOTED)
        );
    }
}
