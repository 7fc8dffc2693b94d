// SPDX-License-Identifier: GPL-3.0-or-later
//! Records of 2560 bytes with a type in byte 8, and their fields.
//!
//! Positions: 26 signed bytes, 1 to 24 the points of the player whose view it is (positive), 25 that player's bar, 0 the
//! opponent's bar (negative).

use super::layout::{KIND, SIZE, kind};
use gnubg_engine::core::{Board, Side};

/// One record.
#[derive(Clone, Copy)]
pub(super) struct Record<'a> {
    bytes: &'a [u8],
    /// Where it starts in the unpacked file.
    pub(super) at: usize,
}

/// What a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordKind {
    Match,
    Game,
    Cube,
    Move,
    GameEnd,
    MatchEnd,
    Unknown(u8),
}

/// The whole records of the unpacked file.
pub(super) fn records(bytes: &[u8]) -> impl Iterator<Item = Record<'_>> {
    bytes.chunks_exact(SIZE).enumerate().map(|(n, bytes)| Record { bytes, at: n * SIZE })
}

impl<'a> Record<'a> {
    /// A record that is not part of a file.
    pub(super) const fn of(bytes: &'a [u8]) -> Record<'a> {
        Record { bytes, at: 0 }
    }

    pub(super) fn kind(&self) -> RecordKind {
        match self.byte(KIND) {
            kind::MATCH => RecordKind::Match,
            kind::GAME => RecordKind::Game,
            kind::CUBE => RecordKind::Cube,
            kind::MOVE => RecordKind::Move,
            kind::GAME_END => RecordKind::GameEnd,
            kind::MATCH_END => RecordKind::MatchEnd,
            other => RecordKind::Unknown(other),
        }
    }

    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    pub(super) fn flag(&self, at: usize) -> bool {
        self.byte(at) != 0
    }

    fn array<const N: usize>(&self, at: usize) -> [u8; N] {
        self.bytes.get(at..at + N).and_then(|bytes| bytes.try_into().ok()).unwrap_or([0; N])
    }

    pub(super) fn int(&self, at: usize) -> i32 {
        i32::from_le_bytes(self.array(at))
    }

    pub(super) fn short(&self, at: usize) -> i16 {
        i16::from_le_bytes(self.array(at))
    }

    /// A finite number; 0 for anything else.
    pub(super) fn float(&self, at: usize) -> f32 {
        Some(f32::from_le_bytes(self.array(at))).filter(|value| value.is_finite()).unwrap_or(0.0)
    }

    /// A finite number; 0 for anything else.
    pub(super) fn double(&self, at: usize) -> f64 {
        Some(f64::from_le_bytes(self.array(at))).filter(|value| value.is_finite()).unwrap_or(0.0)
    }

    pub(super) fn slice(&self, at: usize, length: usize) -> &'a [u8] {
        self.bytes.get(at..at + length).unwrap_or(&[])
    }

    /// A text with a length byte, in Windows-1252.
    pub(super) fn short_text(&self, at: usize, most: usize) -> String {
        let length = usize::from(self.byte(at)).min(most);
        encoding_rs::WINDOWS_1252.decode(self.slice(at + 1, length)).0.into_owned()
    }

    /// A text of 129 units of UTF-16, ended by a zero.
    pub(super) fn wide_text(&self, at: usize) -> String {
        let bytes = self.slice(at, 258);
        let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let units: Vec<u16> = units.take_while(|&unit| unit != 0).collect();
        String::from_utf16_lossy(&units)
    }

    /// A position seen by the player whose checkers are positive, on roll.
    pub(super) fn board(&self, at: usize) -> Option<Board> {
        board(self.slice(at, 26))
    }

    /// The dice.
    pub(super) fn dice(&self, [first, second]: [usize; 2]) -> Option<[u8; 2]> {
        let die = |at| u8::try_from(self.int(at)).ok().filter(|die| (1..=6).contains(die));
        Some([die(first)?, die(second)?])
    }
}

/// 26 signed bytes as a board.
pub(super) fn board(bytes: &[u8]) -> Option<Board> {
    let bytes: &[u8; 26] = bytes.try_into().ok()?;
    let mut board = Board::EMPTY;
    for (n, &byte) in bytes.iter().enumerate() {
        let count = i8::from_le_bytes([byte]);
        let size = count.unsigned_abs();
        if size > 15 {
            return None;
        }
        match (count.signum(), n) {
            (1, 1..=25) => board.set(Side::OnRoll, n - 1, size),
            (-1, 0..=24) => board.set(Side::Opponent, 24 - n, size),
            (0, _) => {}
            _ => return None,
        }
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_beyond_the_end_are_zero() {
        let record = Record { bytes: &[1; 20], at: 0 };
        assert_eq!((record.int(16), record.int(18), record.byte(99)), (0x0101_0101, 0, 0));
        assert_eq!(record.wide_text(0), "");
        assert_eq!(record.dice([0, 4]), None);
    }

    #[test]
    fn the_starting_position() {
        let mut bytes = [0u8; 26];
        for (n, count) in [(1, -2i8), (6, 5), (8, 3), (12, -5), (13, 5), (17, -3), (19, -5), (24, 2)] {
            bytes[n] = count.to_le_bytes()[0];
        }
        assert_eq!(board(&bytes), Some(Board::default()));
        bytes[25] = 255;
        assert_eq!(board(&bytes), None);
        assert_eq!(board(&bytes[..20]), None);
    }
}
