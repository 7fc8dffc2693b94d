// SPDX-License-Identifier: GPL-3.0-or-later
//! Position classes: which net or database evaluates a position.

use crate::core::{Board, Side};

/// The classes that positions without a database fall into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NetClass {
    /// A side has borne off all its checkers.
    Over,
    /// The sides can no longer meet.
    Race,
    /// Contact, and one side has nearly all its checkers on its ace and deuce points or off.
    Crashed,
    /// All other contact.
    Contact,
}

impl NetClass {
    /// The class of a position. The border between contact and race is exact; that of crashed positions is the
    /// traditional one and only used for reports.
    #[must_use]
    pub fn of(board: &Board) -> NetClass {
        match (board.rearmost(Side::OnRoll), board.rearmost(Side::Opponent)) {
            (Some(a), Some(b)) if a + b > 22 => {
                if Side::BOTH.iter().any(|&side| is_crashed(board.side(side))) {
                    NetClass::Crashed
                } else {
                    NetClass::Contact
                }
            }
            (Some(_), Some(_)) => NetClass::Race,
            _ => NetClass::Over,
        }
    }

    /// Whether the sides can still meet.
    #[must_use]
    pub const fn is_contact(self) -> bool {
        matches!(self, NetClass::Crashed | NetClass::Contact)
    }

    /// The name in reports and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            NetClass::Over => "over",
            NetClass::Race => "race",
            NetClass::Crashed => "crashed",
            NetClass::Contact => "contact",
        }
    }
}

/// Whether a side has crashed: at most six checkers are left beside those on its ace and deuce points, the classic
/// definition.
#[must_use]
pub fn is_crashed(side: &[u8; 25]) -> bool {
    let total: u8 = side.iter().sum();
    let (ace, deuce) = (side[0], side[1]);
    if total <= 6 {
        return true;
    }
    if ace > 1 {
        total <= 6 + ace || (deuce > 1 && total < 6 + ace + deuce)
    } else {
        deuce > 0 && total <= 5 + deuce
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_known_positions() {
        for (id, class) in [
            ("4HPwATDgc/ABMA", NetClass::Contact),
            ("d3sAAMAbAAAIAA", NetClass::Crashed),
            ("/ncEQAD/AQCwOA", NetClass::Crashed),
            ("0v2aAACzdYUGAA", NetClass::Race),
            ("264IABPz7DYAAA", NetClass::Contact),
        ] {
            assert_eq!(NetClass::of(&Board::from_position_id(id).unwrap()), class, "{id}");
        }
        assert_eq!(NetClass::of(&Board::EMPTY), NetClass::Over);
    }
}
