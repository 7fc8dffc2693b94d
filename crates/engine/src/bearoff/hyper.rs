// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading hypergammon databases: outcome chances and equities of every position with one to three checkers a side.
//!
//! One record of 28 bytes a pair of positions, the side on roll's number major. Nine 24-bit values — win, win gammon,
//! win backgammon, lose gammon, lose backgammon as `p · 16777215`; equities with the cube owned, centered, centered with
//! the Jacoby rule, and with the opponent as `(e / 6 + 1/2) · 16777215` — and a zero byte. Little-endian.

use super::bytes::Bytes;
use super::header::{Format, HEADER_BYTES};
use super::index::PositionIndex;
use super::{BearoffError, MoneyEquities};
use crate::core::{PLACES, Probs};
use std::path::Path;

/// Bytes of a record.
pub(super) const RECORD_BYTES: usize = 28;

/// The 24-bit value of certainty.
const ONE: f32 = 16_777_215.0;

/// A hypergammon database.
pub struct Hyper {
    bytes: Bytes,
    format: Format,
    n: usize,
    name: String,
}

/// The contents of a record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HyperRecord {
    /// Outcome chances under the plays that are best without a cube, gammons counting.
    pub probs: Probs,
    /// Equities before a roll without doubling.
    pub equities: MoneyEquities,
}

impl HyperRecord {
    /// Reads a record.
    pub(super) fn decode(bytes: &[u8; RECORD_BYTES]) -> HyperRecord {
        let value = |n: usize| {
            let at = 3 * n;
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], 0]) as f32
        };
        let equity = |n: usize| (value(n) / ONE - 0.5) * 6.0;
        HyperRecord {
            probs: Probs::from_array(std::array::from_fn(|n| value(n) / ONE)),
            equities: MoneyEquities {
                owned: equity(5),
                centered: equity(6),
                centered_jacoby: equity(7),
                opponent: equity(8),
            },
        }
    }

    /// Writes a record, each value rounded to the nearest 24-bit step. *Differs:* the original rounds down.
    #[cfg(any(test, feature = "generate"))]
    pub(super) fn encode(&self) -> [u8; RECORD_BYTES] {
        let e = &self.equities;
        let share = |equity: f32| f64::from(equity) / 6.0 + 0.5;
        let equities = [e.owned, e.centered, e.centered_jacoby, e.opponent].map(share);
        let values = self.probs.to_array().map(f64::from).into_iter().chain(equities);
        let mut bytes = [0; RECORD_BYTES];
        for (to, value) in bytes.chunks_exact_mut(3).zip(values) {
            let steps = (value.clamp(0.0, 1.0) * f64::from(ONE)).round() as u32;
            to.copy_from_slice(&steps.to_le_bytes()[..3]);
        }
        bytes
    }
}

impl Hyper {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, is no hypergammon database, or is damaged.
    pub fn open(path: &Path) -> Result<Hyper, BearoffError> {
        Hyper::new(Bytes::open(path)?, &path.display().to_string())
    }

    /// Reads a database in memory. `name` is for messages.
    ///
    /// # Errors
    /// If it is no hypergammon database or is damaged.
    pub fn from_bytes(bytes: Vec<u8>, name: &str) -> Result<Hyper, BearoffError> {
        Hyper::new(Bytes::Memory(bytes.into()), name)
    }

    fn new(bytes: Bytes, name: &str) -> Result<Hyper, BearoffError> {
        let format = Format::parse(&bytes.head(HEADER_BYTES), name)?;
        let Format::Hyper { index } = format else {
            return Err(format.wrong_kind(name, "a hypergammon database"));
        };
        let (found, expected) = (bytes.len() as u64, format.file_size().unwrap_or(u64::MAX));
        if found != expected {
            return Err(BearoffError::WrongSize { name: name.to_owned(), found, expected });
        }
        let database = Hyper { bytes, format, n: index.n_positions() as usize, name: name.to_owned() };
        // With nobody left on the board the opponent, who moved last, has won.
        let last = index.n_positions() - 1;
        for (numbers, win) in [([0, 0], 0.0), ([0, last], 1.0), ([last, 0], 0.0)] {
            if database.record(numbers).is_none_or(|record| record.probs.win != win) {
                let offset = (HEADER_BYTES + RECORD_BYTES * database.at(numbers)) as u64;
                let what = "a game that is over has the wrong result";
                return Err(BearoffError::Damaged { name: name.to_owned(), what, offset });
            }
        }
        Ok(database)
    }

    /// What the file is.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The numbering of each side's positions.
    #[must_use]
    pub fn index(&self) -> &PositionIndex {
        self.format.index()
    }

    /// Checkers of each side.
    #[must_use]
    pub fn checkers(&self) -> usize {
        self.index().checkers()
    }

    /// The file's name, for messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    fn at(&self, numbers: [u32; 2]) -> usize {
        numbers[0] as usize * self.n + numbers[1] as usize
    }

    /// The record of the position numbers `[on roll, opponent]`, or `None` out of range. Records of impossible pairs
    /// (two sides on one point) mean nothing.
    #[inline]
    #[must_use]
    pub fn record(&self, numbers: [u32; 2]) -> Option<HyperRecord> {
        let bytes = self.bytes.array(HEADER_BYTES + RECORD_BYTES * self.at(numbers))?;
        Some(HyperRecord::decode(&bytes))
    }

    /// The record of a position, or `None` with too many checkers.
    #[must_use]
    pub fn lookup(&self, on_roll: &[u8; PLACES], opponent: &[u8; PLACES]) -> Option<HyperRecord> {
        self.record([self.index().index(on_roll)?, self.index().index(opponent)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_round_trip() {
        let record = HyperRecord {
            probs: Probs::from_array([0.601_583, 0.601_583, 0.079_588, 0.398_417, 0.033_146]),
            equities: MoneyEquities {
                owned: 0.58828,
                centered: 0.53932,
                centered_jacoby: 0.45568,
                opponent: 0.38636,
            },
        };
        let again = HyperRecord::decode(&record.encode());
        for (a, b) in again.probs.to_array().into_iter().zip(record.probs.to_array()) {
            assert!((a - b).abs() < 1e-7);
        }
        assert!((again.equities.opponent - 0.38636).abs() < 4e-7);
    }

    #[test]
    fn published_records_mean_what_they_should() {
        // One checker on each 24-point, as the original wrote it.
        let hex = "54019a56019a e35f14 abfe65 3f7c08 8b1999 c30297 337193 077c90 00".replace(' ', "");
        let bytes: Vec<u8> =
            (0..RECORD_BYTES).map(|n| u8::from_str_radix(&hex[2 * n..2 * n + 2], 16).unwrap()).collect();
        let record = HyperRecord::decode(bytes.as_slice().try_into().unwrap());
        assert!((record.probs.win - 0.601_583).abs() < 1e-6);
        assert!((record.equities.owned - 0.58828).abs() < 1e-5);
        assert!((record.equities.centered_jacoby - 0.45568).abs() < 1e-5);
    }
}
