// SPDX-License-Identifier: GPL-3.0-or-later
//! Finds positions in text. What an identifier or drawing does not contain is taken from the current match.

use gnubg_engine::core::{MatchState, Rules};
use gnubg_formats::{FoundPosition, PositionError, ids};

/// Finds an identifier, or else a drawn board, in a text. What it does not contain is taken from `base`.
///
/// # Errors
/// If the text contains none, or only a damaged one.
pub(crate) fn find(text: &str, base: Option<&MatchState>) -> Result<MatchState, PositionError> {
    in_match(ids::find(text, rules(base))?, base)
}

/// Whether a text contains an identifier.
pub(crate) fn has_identifier(text: &str, base: Option<&MatchState>) -> bool {
    ids::read(text, rules(base)).is_ok()
}

fn rules(base: Option<&MatchState>) -> Rules {
    base.map_or_else(Rules::default, |state| state.rules)
}

fn in_match(found: FoundPosition, base: Option<&MatchState>) -> Result<MatchState, PositionError> {
    let state = base.map_or(found.state, |base| found.over(base));
    state.board.check(state.rules.variation)?;
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Action, Variation};
    use gnubg_formats::board_text::BoardText;
    use gnubg_formats::ids::ogid;

    #[test]
    fn identifiers_are_found_in_text() {
        let state = MatchState::new(7, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap();
        let (position, id) = (state.board.position_id(), state.match_id());
        let drawn = BoardText { state: &state, names: ["a", "b"], clockwise: false, faces: None }.draw();
        let without_ids: String = drawn.lines().skip(2).map(|line| format!("> {line}\n")).collect();
        for text in [
            format!("{position}:{id}"),
            format!("GNU Backgammon  Position ID: {position}\n  Match ID   : {id}\n"),
            state.xgid(),
            state.xgid().trim_start_matches("XGID=").to_owned(),
            format!("see XGID={} (opening)", state.xgid().trim_start_matches("XGID=")),
            format!("OGID={}", ogid::write(&state).trim_start_matches("OGID=")),
            ogid::write(&state),
            format!("Hello,\n\n{drawn}\nWhat do you play?\n"),
            format!("Hello,\n\n{without_ids}\nWhat do you play?\n"),
        ] {
            let found = find(&text, None).unwrap();
            assert_eq!((found.board, found.length, found.dice()), (state.board, 7, state.dice()), "{text}");
        }
        let alone = find(&position, Some(&state)).unwrap();
        assert_eq!((alone.length, alone.dice()), (7, None));
        let alone = find(&id, Some(&state)).unwrap();
        assert_eq!((alone.length, alone.dice()), (7, state.dice()));
        assert_eq!(find(&position, None).unwrap().board, Variation::Standard.start());
        assert!(has_identifier(&drawn, None) && !has_identifier(&without_ids, None));
    }

    #[test]
    fn rubbish_is_named() {
        for text in ["", "hello", "XGID=zzz", "backgammon is a fine game indeed", "4HPwATDgc/ABM"] {
            assert!(find(text, None).is_err(), "{text}");
        }
        let long = "x".repeat(100);
        assert!(matches!(find(&long, None), Err(PositionError::Nothing(quoted)) if quoted.len() == 40));
    }
}
