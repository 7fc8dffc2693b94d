// SPDX-License-Identifier: GPL-3.0-or-later
//! A record under construction.

use super::layout::{KIND, SIZE};
use super::records::Record;
use encoding_rs::WINDOWS_1252;
use gnubg_engine::core::{Board, Side};

/// Units of a text in UTF-16, the final zero included.
const MAX_WIDE: usize = 129;

/// The bytes of one record; fields that are not set are 0.
pub(super) struct RecordBytes(Box<[u8; SIZE]>);

impl RecordBytes {
    pub(super) fn new(kind: u8) -> RecordBytes {
        let mut bytes = Box::new([0; SIZE]);
        bytes[KIND] = kind;
        RecordBytes(bytes)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0[..]
    }

    pub(super) fn read(&self) -> Record<'_> {
        Record::of(self.bytes())
    }

    fn put(&mut self, at: usize, bytes: &[u8]) {
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
    }

    pub(super) fn byte(&mut self, at: usize, value: i8) {
        self.put(at, &value.to_le_bytes());
    }

    pub(super) fn flag(&mut self, at: usize, value: bool) {
        self.byte(at, i8::from(value));
    }

    pub(super) fn short(&mut self, at: usize, value: i16) {
        self.put(at, &value.to_le_bytes());
    }

    pub(super) fn int(&mut self, at: usize, value: i32) {
        self.put(at, &value.to_le_bytes());
    }

    pub(super) fn ints(&mut self, at: [usize; 2], values: [i32; 2]) {
        at.into_iter().zip(values).for_each(|(at, value)| self.int(at, value));
    }

    /// Dice as a text of two digits.
    pub(super) fn dice_text(&mut self, at: usize, dice: [u8; 2]) {
        self.put(at, &[2, b'0' + dice[0], b'0' + dice[1]]);
    }

    pub(super) fn float(&mut self, at: usize, value: f32) {
        self.put(at, &value.to_le_bytes());
    }

    pub(super) fn double(&mut self, at: usize, value: f64) {
        self.put(at, &value.to_le_bytes());
    }

    /// A position seen by the player on roll of `board`.
    pub(super) fn board(&mut self, at: usize, board: &Board) {
        let count = |side, n: usize| i8::try_from(board.side(side)[n]).unwrap_or(i8::MAX);
        for n in 0..25 {
            let (mine, others) = (count(Side::OnRoll, n), count(Side::Opponent, n));
            if mine > 0 {
                self.byte(at + n + 1, mine);
            }
            if others > 0 {
                self.byte(at + 24 - n, -others);
            }
        }
    }

    /// A text with a length byte in Windows-1252; letters that it lacks become question marks.
    pub(super) fn short_text(&mut self, at: usize, most: usize, text: &str) {
        let letter = |c: char| match WINDOWS_1252.encode(c.encode_utf8(&mut [0; 4])) {
            (bytes, _, false) => bytes.first().copied().unwrap_or(b'?'),
            _ => b'?',
        };
        let bytes: Vec<u8> = text.chars().take(most).map(letter).collect();
        self.put(at, &[bytes.len() as u8]);
        self.put(at + 1, &bytes);
    }

    /// A text in UTF-16; what is longer than a field is left out.
    pub(super) fn wide_text(&mut self, at: usize, text: &str) {
        let mut units = 0;
        let fits = |c: &char| {
            units += c.len_utf16();
            units < MAX_WIDE
        };
        let kept: String = text.chars().take_while(fits).collect();
        let bytes: Vec<u8> = kept.encode_utf16().flat_map(u16::to_le_bytes).collect();
        self.put(at, &bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = RecordBytes::new(3);
        let board = Board::default();
        bytes.board(20, &board);
        bytes.short_text(100, 40, "Žofie 弘");
        bytes.wide_text(200, &"弘".repeat(200));
        bytes.double(600, -2.5);
        let record = bytes.read();
        assert_eq!(record.board(20), Some(board));
        assert_eq!(record.short_text(100, 40), "Žofie ?");
        assert_eq!(record.wide_text(200), "弘".repeat(128));
        assert_eq!((record.double(600), record.byte(KIND)), (-2.5, 3));
    }
}
