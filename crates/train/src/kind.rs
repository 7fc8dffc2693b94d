// SPDX-License-Identifier: GPL-3.0-or-later
//! Kinds of positions, by which examinations tell where nets are weak.

use gnubg_engine::core::{Board, Side};
use gnubg_engine::eval::NetClass;
use serde::{Deserialize, Serialize};

/// Kinds of positions, in the order of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PositionKind {
    /// Without contact.
    Race,
    /// One side's board has broken.
    Crashed,
    /// One side has all its checkers at home, in contact with the other.
    BearIn,
    /// One side holds two points in the other's home.
    BackGame,
    /// Four points in a row on both sides.
    Primes,
    /// A checker is on the bar.
    Bar,
    /// Everything else.
    Other,
}

impl PositionKind {
    /// All kinds.
    pub const ALL: [PositionKind; 7] = [
        PositionKind::Race,
        PositionKind::Crashed,
        PositionKind::BearIn,
        PositionKind::BackGame,
        PositionKind::Primes,
        PositionKind::Bar,
        PositionKind::Other,
    ];

    /// The first kind that fits.
    #[must_use]
    pub fn of(board: &Board) -> PositionKind {
        let sides = Side::BOTH.map(|side| board.side(side));
        let points = |side: &[u8; 25]| side[18..24].iter().filter(|&&checkers| checkers >= 2).count();
        let prime = |side: &[u8; 25]| side[..24].split(|&checkers| checkers < 2).map(<[u8]>::len).max();
        match NetClass::of(board) {
            NetClass::Race | NetClass::Over => PositionKind::Race,
            NetClass::Crashed => PositionKind::Crashed,
            NetClass::Contact if sides.iter().any(|side| side[6..].iter().all(|&checkers| checkers == 0)) => {
                PositionKind::BearIn
            }
            NetClass::Contact if sides.iter().any(|side| points(side) >= 2) => PositionKind::BackGame,
            NetClass::Contact if sides.iter().all(|side| prime(side) >= Some(4)) => PositionKind::Primes,
            NetClass::Contact if sides.iter().any(|side| side[24] > 0) => PositionKind::Bar,
            NetClass::Contact => PositionKind::Other,
        }
    }

    /// The name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PositionKind::Race => "race",
            PositionKind::Crashed => "crashed",
            PositionKind::BearIn => "bear-in",
            PositionKind::BackGame => "back game",
            PositionKind::Primes => "primes",
            PositionKind::Bar => "bar",
            PositionKind::Other => "other contact",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_distinguished() {
        assert_eq!(PositionKind::of(&Board::default()), PositionKind::Other);
        let mut bar = Board::default();
        bar.set(Side::OnRoll, 23, 1);
        bar.set(Side::OnRoll, 24, 1);
        assert_eq!(PositionKind::of(&bar), PositionKind::Bar);
        let mut back = Board::default();
        back.set(Side::OnRoll, 12, 3);
        back.set(Side::OnRoll, 21, 2);
        assert_eq!(PositionKind::of(&back), PositionKind::BackGame);
    }
}
