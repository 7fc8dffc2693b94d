// SPDX-License-Identifier: GPL-3.0-or-later
//! Fields and records as bytes.

use gnubg_engine::core::{Board, Player, Probs, Side};

/// The offset in the file, and what is wrong there.
pub(super) type Failure = (usize, String);

/// Reads fields one after the other.
#[derive(Clone)]
pub(super) struct FieldReader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    /// Where the bytes begin in the file.
    pub(super) base: usize,
}

impl<'a> FieldReader<'a> {
    pub(super) fn place(&self) -> usize {
        self.base + self.at
    }

    pub(super) fn byte(&mut self) -> Result<u8, Failure> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn take(&mut self, n: usize) -> Result<&'a [u8], Failure> {
        let end = self.at.checked_add(n).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or_else(|| (self.place(), "the section ends too early".to_owned()))?;
        let slice = &self.bytes[self.at..end];
        self.at = end;
        Ok(slice)
    }

    /// A number of seven bits a byte, the low ones first.
    pub(super) fn varint(&mut self) -> Result<u64, Failure> {
        let at = self.place();
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err((at, "a number has too many bytes".to_owned()))
    }

    /// A count of things, which the remaining bytes bound.
    pub(super) fn count(&mut self) -> Result<usize, Failure> {
        let at = self.place();
        let count = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        let most = self.bytes.len() - self.at;
        if count > most {
            Err((at, format!("{count} items do not fit into {most} bytes")))
        } else {
            Ok(count)
        }
    }

    pub(super) fn text(&mut self) -> Result<String, Failure> {
        let length = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        Ok(String::from_utf8_lossy(self.take(length)?).into_owned())
    }

    /// An equity or a match winning chance.
    pub(super) fn equity(&mut self) -> Result<f32, Failure> {
        let bytes = self.take(4)?.try_into().unwrap_or([0; 4]);
        Ok((f64::from(i32::from_le_bytes(bytes)) / 1e6) as f32)
    }

    pub(super) fn probability(&mut self) -> Result<f32, Failure> {
        let bytes = self.take(2)?.try_into().unwrap_or([0; 2]);
        Ok(f32::from(u16::from_le_bytes(bytes)) / 1e4)
    }

    /// Five probabilities: wins, gammons, backgammons, then lost gammons and backgammons.
    pub(super) fn probs(&mut self) -> Result<Probs, Failure> {
        let mut next = || self.probability();
        Ok(Probs { win: next()?, win_g: next()?, win_bg: next()?, lose_g: next()?, lose_bg: next()? })
    }

    /// A record.
    pub(super) fn record(&mut self) -> Result<Record<'a>, Failure> {
        let length = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        let base = self.place();
        let mut fields = FieldReader { bytes: self.take(length)?, at: 0, base };
        let mask = fields.varint()?;
        Ok(Record { mask, fields })
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }
}

/// A record: a mask of what it holds, and its fields in the order of the bits.
pub(super) struct Record<'a> {
    pub(super) mask: u64,
    pub(super) fields: FieldReader<'a>,
}

impl<'a> Record<'a> {
    pub(super) const fn has(&self, bit: u32) -> bool {
        self.mask >> bit & 1 == 1
    }

    /// The field of a bit, if the record has it.
    pub(super) fn field<T>(
        &mut self,
        bit: u32,
        read: impl FnOnce(&mut FieldReader<'a>) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        self.has(bit).then(|| read(&mut self.fields)).transpose()
    }
}

/// Writes a record: fields are added in the order of their bits.
#[derive(Default)]
pub(super) struct RecordWriter {
    mask: u64,
    first: Vec<u8>,
    fields: Vec<u8>,
}

impl RecordWriter {
    /// A record whose fields without a bit are these bytes.
    pub(super) fn with(first: Vec<u8>) -> RecordWriter {
        RecordWriter { first, ..RecordWriter::default() }
    }

    pub(super) fn add(&mut self, bit: u32, bytes: &[u8]) {
        self.mask |= 1 << bit;
        self.fields.extend_from_slice(bytes);
    }

    /// Adds a field without content.
    pub(super) fn mark(&mut self, bit: u32) {
        self.add(bit, &[]);
    }

    pub(super) fn add_text(&mut self, bit: u32, value: &str) {
        if !value.is_empty() {
            self.add(bit, &text(value));
        }
    }

    pub(super) fn finish(self) -> Vec<u8> {
        let content = [varint(self.mask), self.first, self.fields].concat();
        [varint(content.len() as u64), content].concat()
    }
}

pub(super) fn varint(mut value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
    out
}

pub(super) fn text(value: &str) -> Vec<u8> {
    [varint(value.len() as u64), value.as_bytes().to_vec()].concat()
}

pub(super) fn equity(value: f64) -> [u8; 4] {
    ((value * 1e6).round() as i32).to_le_bytes()
}

pub(super) fn probs(probs: &Probs) -> Vec<u8> {
    let values = [probs.win, probs.win_g, probs.win_bg, probs.lose_g, probs.lose_bg];
    values.iter().flat_map(|&p| ((f64::from(p).clamp(0.0, 1.0) * 1e4).round() as u16).to_le_bytes()).collect()
}

/// 26 signed counts by pip, White positive, as a board seen by White (seat `Zero`), who moves upward.
pub(super) fn board(bytes: &[u8]) -> Option<Board> {
    let mut board = Board::EMPTY;
    for (pip, &byte) in bytes.iter().enumerate() {
        let count = i8::from_le_bytes([byte]);
        let size = count.unsigned_abs();
        match (count.signum(), pip) {
            (0, _) => {}
            (1, 0..=24) if size <= 15 => board.set(Side::OnRoll, 24 - pip, size),
            (-1, 1..=25) if size <= 15 => board.set(Side::Opponent, pip - 1, size),
            _ => return None,
        }
    }
    Some(board)
}

/// The 26 counts of a board as `player` sees it.
pub(super) fn board_bytes(board: &Board, player: Player) -> Vec<u8> {
    let white = if player == Player::Zero { *board } else { board.swapped() };
    let count = |pip: usize| {
        let mine = if pip <= 24 { white.side(Side::OnRoll)[24 - pip] } else { 0 };
        let others = if pip >= 1 { white.side(Side::Opponent)[pip - 1] } else { 0 };
        // A side has at most 15 checkers.
        (mine as i8 - others as i8).to_le_bytes()[0]
    };
    (0..26).map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_bounded() {
        let mut reader = FieldReader { bytes: &[0xff; 20], at: 0, base: 5 };
        assert_eq!(reader.varint().unwrap_err().0, 5);
        for value in [0, 127, 128, 184, 1 << 40, u64::MAX] {
            let bytes = varint(value);
            assert_eq!(FieldReader { bytes: &bytes, at: 0, base: 0 }.varint(), Ok(value));
        }
        assert!(FieldReader { bytes: &[200, 1, 0], at: 0, base: 0 }.count().is_err());
    }

    #[test]
    fn records_hold_what_their_mask_names() {
        let mut record = RecordWriter::with(varint(7));
        record.add_text(1, "");
        record.add_text(2, "Ann");
        record.add(5, &equity(-0.25));
        let bytes = record.finish();
        let mut record = FieldReader { bytes: &bytes, at: 0, base: 0 }.record().unwrap();
        assert_eq!(record.fields.varint(), Ok(7));
        assert_eq!(record.field(1, FieldReader::text), Ok(None));
        assert_eq!(record.field(2, FieldReader::text), Ok(Some("Ann".to_owned())));
        assert_eq!(record.field(5, FieldReader::equity), Ok(Some(-0.25)));
        assert!(record.fields.is_at_end());
    }

    #[test]
    fn boards_round_trip() {
        let start = Board::from_position_id("sGfkAkSYLXgEWA").unwrap();
        for player in Player::BOTH {
            let found = board(&board_bytes(&start, player)).unwrap();
            assert_eq!(if player == Player::Zero { found } else { found.swapped() }, start);
        }
        assert_eq!(board(&[0x90; 26]), None);
    }
}
