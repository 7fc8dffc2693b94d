// SPDX-License-Identifier: GPL-3.0-or-later
//! The best plays of the roll that is being transcribed, and what is typed to choose one of them.

use gnubg_engine::core::{MatchState, Place, Play, Side};

/// Plays that can be chosen by a letter.
pub(super) const N_CANDIDATES: usize = 26;
/// Those of them that can be chosen by a digit.
const N_NUMBERED: usize = 9;
/// Letters that are commands while a roll is to be played; as letters of plays they need "0" before them.
const COMMANDS: [u8; 6] = *b"fhruwx";

/// The plays of a roll, best first.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    state: MatchState,
    plays: Vec<Play>,
}

impl Candidates {
    pub(super) fn new(state: MatchState, plays: Vec<Play>) -> Candidates {
        Candidates { state, plays }
    }

    /// Whether these are the plays of that state.
    pub(super) fn is_of(&self, state: &MatchState) -> bool {
        self.state == *state
    }

    /// The play that a typed digit or letter chooses.
    pub(super) fn chosen(&self, typed: &str) -> Option<Play> {
        chosen(typed).and_then(|n| self.plays.get(n).copied())
    }
}

/// What is typed to choose the play with this index of a state; empty for plays beyond the last letter.
pub(super) fn letter(n: usize, state: &MatchState) -> String {
    let Some(letter) = (b'a'..=b'z').nth(n) else { return String::new() };
    // With a checker on the bar, "b" begins a typed play.
    let has_bar = Place::BAR.index().is_some_and(|bar| state.board.side(Side::OnRoll)[bar] > 0);
    let is_command = COMMANDS.contains(&letter) || (letter == b'b' && has_bar);
    format!("{}{}", if is_command { "0 " } else { "" }, char::from(letter))
}

/// The index of the play that the text after "0" chooses. Only its first character counts: the rest was typed ahead.
fn chosen(typed: &str) -> Option<usize> {
    match typed.bytes().next()?.to_ascii_lowercase() {
        digit @ b'1'..=b'9' => Some(usize::from(digit - b'1')).filter(|n| *n < N_NUMBERED),
        letter @ b'a'..=b'z' => Some(usize::from(letter - b'a')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::Rules;

    #[test]
    fn plays_have_a_letter() {
        let state = MatchState::new(7, Rules::default()).unwrap();
        let letters: Vec<String> = (0..=N_CANDIDATES).map(|n| letter(n, &state)).collect();
        assert_eq!(letters[..6], ["a", "b", "c", "d", "e", "0 f"]);
        assert_eq!(letters[25], "z");
        assert_eq!(letters[26], "");
        for (n, letter) in letters.iter().enumerate().take(N_CANDIDATES) {
            let typed = letter.trim_start_matches("0 ");
            assert_eq!(chosen(typed), Some(n), "{letter}");
            assert_eq!(chosen(&typed.to_uppercase()), Some(n), "{letter}");
        }
        assert_eq!([chosen("c64"), chosen("252")], [Some(2), Some(1)]);
        for nothing in ["", "0", "é", "/"] {
            assert_eq!(chosen(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn b_is_typed_after_0_with_a_checker_on_the_bar() {
        let bar = crate::ids::find("XGID=-b----E-C---eE---c-e----AA:0:0:1:31:0:0:0:7:10", None).unwrap();
        assert_eq!([letter(0, &bar), letter(1, &bar)], ["a", "0 b"]);
    }
}
