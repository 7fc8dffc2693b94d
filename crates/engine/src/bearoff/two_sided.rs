// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading two-sided databases: exact equities of pairs of positions, gammons impossible.
//!
//! One record a pair, the side on roll's number major: `u16` cubeless, cube owned, cube centered, cube with the opponent
//! (or cubeless alone). A value `u` means the equity `u / 32767.5 − 1`. A look-up reads eight aligned bytes, and all
//! positions that one roll can lead to lie in one row of the file, so a look-up mostly finds its block of the file in memory.

use super::bytes::Bytes;
use super::checksums;
use super::header::{Format, HEADER_BYTES};
use super::index::PositionIndex;
use super::{BearoffError, MoneyEquities};
use crate::core::{PLACES, Probs};
use std::path::Path;

/// A two-sided database.
pub struct TwoSided {
    bytes: Bytes,
    format: Format,
    cubeful: bool,
    n: usize,
    name: String,
}

/// A record as stored: 0 is a certain loss, 65535 a certain win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoSidedRecord {
    /// Without a cube.
    pub cubeless: u16,
    /// With the cube owned by the side on roll, centered, and with the opponent, each before a roll without doubling.
    pub cubeful: Option<[u16; 3]>,
}

/// The equity a stored value means.
fn equity(value: u16) -> f32 {
    f32::from(value) / 32767.5 - 1.0
}

impl TwoSidedRecord {
    /// Outcome chances of the side on roll.
    #[must_use]
    pub fn probs(&self) -> Probs {
        Probs { win: f32::from(self.cubeless) / 65535.0, ..Probs::default() }
    }

    /// Cubeless equity of the side on roll.
    #[must_use]
    pub fn cubeless_equity(&self) -> f32 {
        equity(self.cubeless)
    }

    /// Equities with the cube in each place, if the file has them.
    #[must_use]
    pub fn money_equities(&self) -> Option<MoneyEquities> {
        let [owned, centered, opponent] = self.cubeful?.map(equity);
        Some(MoneyEquities { owned, centered, centered_jacoby: centered, opponent })
    }
}

impl TwoSided {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, is no two-sided database, or is damaged.
    pub fn open(path: &Path) -> Result<TwoSided, BearoffError> {
        let database = TwoSided::new(Bytes::open(path)?, &path.display().to_string())?;
        checksums::verify(&database.bytes, database.format, &database.name)?;
        Ok(database)
    }

    /// Opens a file without reading it into memory, however small it is.
    #[cfg(all(test, feature = "generate"))]
    pub(super) fn open_in_blocks(path: &Path) -> Result<TwoSided, BearoffError> {
        TwoSided::new(Bytes::open_with(path, 0)?, &path.display().to_string())
    }

    /// Reads a database in memory. `name` is for messages.
    ///
    /// # Errors
    /// If it is no two-sided database or is damaged.
    pub fn from_bytes(bytes: Vec<u8>, name: &str) -> Result<TwoSided, BearoffError> {
        TwoSided::new(Bytes::Memory(bytes.into()), name)
    }

    fn new(bytes: Bytes, name: &str) -> Result<TwoSided, BearoffError> {
        let format = Format::parse(&bytes.head(HEADER_BYTES), name)?;
        let Format::TwoSided { index, cubeful } = format else {
            return Err(format.wrong_kind(name, "a two-sided database"));
        };
        let (found, expected) = (bytes.len() as u64, format.file_size().unwrap_or(u64::MAX));
        if found != expected {
            return Err(BearoffError::WrongSize { name: name.to_owned(), found, expected });
        }
        let database =
            TwoSided { bytes, format, cubeful, n: index.n_positions() as usize, name: name.to_owned() };
        database.check()?;
        Ok(database)
    }

    /// Whether the side that is off has won everywhere in the first row and column.
    fn check(&self) -> Result<(), BearoffError> {
        let last = self.index().n_positions() - 1;
        for (numbers, won) in [([0, 0], true), ([0, last], true), ([1, 0], false), ([last, 0], false)] {
            let value = if won { u16::MAX } else { 0 };
            let all = self.record(numbers).is_some_and(|record| {
                record.cubeless == value && record.cubeful.is_none_or(|values| values == [value; 3])
            });
            if !all {
                let offset = HEADER_BYTES + self.at(numbers) * self.record_bytes();
                let what = "a game that is over has the wrong result";
                return Err(BearoffError::Damaged { name: self.name.clone(), what, offset: offset as u64 });
            }
        }
        Ok(())
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

    fn record_bytes(&self) -> usize {
        if self.cubeful { 8 } else { 2 }
    }

    /// The record of the position numbers `[on roll, opponent]`, or `None` out of range.
    #[inline]
    #[must_use]
    pub fn record(&self, numbers: [u32; 2]) -> Option<TwoSidedRecord> {
        let at = self.at(numbers);
        let value = |bytes: &[u8], n: usize| u16::from_le_bytes([bytes[2 * n], bytes[2 * n + 1]]);
        if self.cubeful {
            let bytes: [u8; 8] = self.bytes.array(HEADER_BYTES + 8 * at)?;
            let cubeful = Some([value(&bytes, 1), value(&bytes, 2), value(&bytes, 3)]);
            Some(TwoSidedRecord { cubeless: value(&bytes, 0), cubeful })
        } else {
            let bytes: [u8; 2] = self.bytes.array(HEADER_BYTES + 2 * at)?;
            Some(TwoSidedRecord { cubeless: value(&bytes, 0), cubeful: None })
        }
    }

    /// The record of a pair of positions, or `None` if either is not covered. Contact is not checked.
    #[must_use]
    pub fn lookup(&self, on_roll: &[u8; PLACES], opponent: &[u8; PLACES]) -> Option<TwoSidedRecord> {
        self.record([self.index().index(on_roll)?, self.index().index(opponent)?])
    }
}
