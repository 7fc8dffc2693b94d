// SPDX-License-Identifier: GPL-3.0-or-later
//! The 14-character position ID and its 10-byte key.
//!
//! For the side not on roll and then for the side on roll: for each place from the ace point to the bar as many 1-bits
//! as checkers, then a 0-bit.

use super::super::{Board, Side};
use super::IdError;
use super::bits::Bits;

const WHAT: &str = "a position ID";

impl Board {
    /// The position ID, 14 characters.
    #[must_use]
    pub fn position_id(&self) -> String {
        self.bits().encode()
    }

    /// The 10 bytes behind the position ID. Boards of more than 30 checkers lose the surplus.
    #[must_use]
    pub fn key(&self) -> [u8; 10] {
        self.bits().bytes()
    }

    fn bits(&self) -> Bits<10> {
        let mut bits = Bits::new();
        for side in [Side::Opponent, Side::OnRoll] {
            for &count in self.side(side) {
                for _ in 0..count {
                    bits.put(1, 1);
                }
                bits.put(0, 1);
            }
        }
        bits
    }

    /// Reads a position ID. Whether the position can occur is not checked; see [`Board::check`].
    ///
    /// # Errors
    /// If the text is not 14 characters of the base64 alphabet, or does not describe 25 places a side.
    pub fn from_position_id(text: &str) -> Result<Board, IdError> {
        Board::from_bits(Bits::decode(WHAT, text)?)
    }

    /// Reads the 10-byte key.
    ///
    /// # Errors
    /// If it does not describe 25 places a side.
    pub fn from_key(key: [u8; 10]) -> Result<Board, IdError> {
        Board::from_bits(Bits::from_bytes(key))
    }

    fn from_bits(mut bits: Bits<10>) -> Result<Board, IdError> {
        let mut board = Board::EMPTY;
        for side in [Side::Opponent, Side::OnRoll] {
            for index in 0..25 {
                let mut count = 0;
                while !bits.at_end() && bits.take(1) == 1 {
                    count += 1;
                }
                if bits.at_end() && (side, index) != (Side::OnRoll, 24) {
                    return Err(IdError::SurplusBits { what: WHAT });
                }
                board.set(side, index, count);
            }
        }
        if bits.any_left() {
            return Err(IdError::SurplusBits { what: WHAT });
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Variation;

    #[test]
    fn published_identifiers() {
        assert_eq!(Board::default().position_id(), "4HPwATDgc/ABMA");
        assert_eq!(Board::EMPTY.position_id(), "AAAAAAAAAAAAAA");
        assert_eq!(Variation::Nackgammon.start().position_id(), "4Dl4ADbgOXgANg");
        assert_eq!(Variation::Hypergammon1.start().position_id(), "AACAAAAAAgAAAA");
        assert_eq!(Variation::Hypergammon2.start().position_id(), "AABAAQAACgAAAA");
        assert_eq!(Variation::Hypergammon3.start().position_id(), "AACgAgAAKgAAAA");
        assert_eq!(Board::from_position_id("4HPwATDgc/ABMA").unwrap(), Board::default());
        assert_eq!(Board::from_position_id(" 4HPwATDgc/ABMA== ").unwrap(), Board::default());
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let message = |text: &str| Board::from_position_id(text).unwrap_err().to_string();
        assert_eq!(message("4HPwATDgc/ABM"), "a position ID has 14 characters, not 13");
        assert_eq!(message("4HPwATDgc!ABMA"), "a position ID cannot hold the character '!' (character 10)");
        assert_eq!(message("/////////////w"), "a position ID holds surplus bits");
    }
}
