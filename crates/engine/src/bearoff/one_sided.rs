// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading one-sided databases: how many rolls a side needs, whatever the other does.
//!
//! Record of a compressed file: an index entry of 8 bytes (6 without gammons) — `u32` offset of the data in 16-bit
//! units from the end of the entries, then for each distribution the `u8` number of values and the `u8` roll of the
//! first — and the `u16` values. Uncompressed: 32 (64) `u16` values a position. Normal: four `f32`, mean and deviation
//! of both distributions. All little-endian. Every offset is checked on every look-up.

use super::bytes::Bytes;
use super::checksums;
use super::distribution::{
    Distribution, N_ROLLS, RollsNeeded, first_to_finish, not_before, race_probs, race_win,
};
use super::header::{Format, HEADER_BYTES};
use super::index::PositionIndex;
use super::normal;
use super::{BearoffError, FirstOff};
use crate::core::{PLACES, Probs};
use std::path::Path;
use std::sync::OnceLock;

/// Files with fewer entries are checked from end to end when opened; larger ones at both ends and entry by entry as
/// they are used. 2²⁰ entries take some 10 ms.
const CHECKED_AT_ONCE: u32 = 1 << 20;

/// Largest deviation of a distribution's sum from 65535 in a file that is accepted. The original's files have none.
const SUM_TOLERANCE: u32 = 64;

/// A one-sided database.
pub struct OneSided {
    bytes: Bytes,
    format: Format,
    layout: Layout,
    name: String,
    /// Chances of the first checker for files without gammon distributions; made when first needed.
    first_off: OnceLock<FirstOff>,
}

#[derive(Clone, Copy)]
enum Layout {
    Compressed { gammons: bool },
    Fixed { gammons: bool },
    Normal,
}

/// Bytes of the longest entry.
const ENTRY_BYTES: usize = 4 * N_ROLLS;

/// Room for the parts of a record that are copied from a file.
pub(super) struct Scratch {
    entry: [u8; ENTRY_BYTES],
    data: [u8; 4 * N_ROLLS],
}

impl Scratch {
    pub(super) const fn new() -> Scratch {
        Scratch { entry: [0; ENTRY_BYTES], data: [0; 4 * N_ROLLS] }
    }
}

/// Neighboring values of a distribution; all others are zero.
#[derive(Clone, Copy)]
pub(super) struct ValueRun<'a> {
    first: usize,
    bytes: &'a [u8],
}

impl ValueRun<'_> {
    fn values(&self) -> impl Iterator<Item = u16> {
        self.bytes.as_chunks::<2>().0.iter().map(|&pair| u16::from_le_bytes(pair))
    }

    fn distribution(&self) -> Distribution {
        Distribution::expand(self.first, self.values())
    }

    fn total(&self) -> u32 {
        self.values().map(u32::from).sum()
    }
}

/// What is known of one position: runs of values, or distributions computed from means and deviations.
#[derive(Clone, Copy)]
pub(super) enum PositionRecord<'a> {
    Exact { all: ValueRun<'a>, first: Option<ValueRun<'a>> },
    Normal([RollsNeeded; 2]),
}

impl OneSided {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, is no one-sided database, or is damaged.
    pub fn open(path: &Path) -> Result<OneSided, BearoffError> {
        let database = OneSided::new(Bytes::open(path)?, &path.display().to_string())?;
        checksums::verify(&database.bytes, database.format, &database.name)?;
        Ok(database)
    }

    /// Opens a file without reading it into memory, however small it is.
    #[cfg(all(test, feature = "generate"))]
    pub(super) fn open_in_blocks(path: &Path) -> Result<OneSided, BearoffError> {
        OneSided::new(Bytes::open_with(path, 0)?, &path.display().to_string())
    }

    /// Reads a database in memory. `name` is for messages.
    ///
    /// # Errors
    /// If it is no one-sided database or is damaged.
    pub fn from_bytes(bytes: Vec<u8>, name: &str) -> Result<OneSided, BearoffError> {
        OneSided::new(Bytes::Memory(bytes.into()), name)
    }

    fn new(bytes: Bytes, name: &str) -> Result<OneSided, BearoffError> {
        let format = Format::parse(&bytes.head(HEADER_BYTES), name)?;
        let layout = match format {
            Format::OneSided { gammons, compressed: true, .. } => Layout::Compressed { gammons },
            Format::OneSided { gammons, .. } => Layout::Fixed { gammons },
            Format::Normal { .. } => Layout::Normal,
            _ => return Err(format.wrong_kind(name, "a one-sided database")),
        };
        let database = OneSided { bytes, format, layout, name: name.to_owned(), first_off: OnceLock::new() };
        database.check()?;
        Ok(database)
    }

    fn check(&self) -> Result<(), BearoffError> {
        let n = self.index().n_positions();
        let found = self.bytes.len() as u64;
        let wrong_size = |expected| BearoffError::WrongSize { name: self.name.clone(), found, expected };
        let expected = match self.format.file_size() {
            Some(size) => size,
            None => {
                let least = HEADER_BYTES as u64 + u64::from(n) * self.entry_bytes() as u64;
                if found < least {
                    return Err(wrong_size(least));
                }
                let (offset, n_all, n_first) = self.extent(n - 1).ok_or_else(|| wrong_size(least))?;
                least + 2 * (offset + n_all + n_first)
            }
        };
        if found != expected {
            return Err(wrong_size(expected));
        }
        let numbers: Box<dyn Iterator<Item = u32>> =
            if n <= CHECKED_AT_ONCE { Box::new(0..n) } else { Box::new([0, 1, n / 2, n - 1].into_iter()) };
        let damaged = |number: u32, what| {
            let offset = HEADER_BYTES as u64 + u64::from(number) * self.entry_bytes() as u64;
            BearoffError::Damaged { name: self.name.clone(), what, offset }
        };
        for number in numbers {
            match self.row(number, &mut Scratch::new()) {
                None => return Err(damaged(number, "the entry of a position leads out of the file")),
                Some(row) if !row.is_sound() => {
                    return Err(damaged(number, "the chances of a position do not add up"));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// What the file is.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The numbering of its positions.
    #[must_use]
    pub fn index(&self) -> &PositionIndex {
        self.format.index()
    }

    /// The file's name, for messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the values are rounded exact ones rather than normal approximations.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        !matches!(self.layout, Layout::Normal)
    }

    fn first_off(&self) -> &FirstOff {
        self.first_off.get_or_init(FirstOff::new)
    }

    pub(super) fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    fn entry_bytes(&self) -> usize {
        match self.layout {
            Layout::Compressed { gammons } => 6 + 2 * usize::from(gammons),
            Layout::Fixed { gammons } => 64 + 64 * usize::from(gammons),
            Layout::Normal => 16,
        }
    }

    /// Data offset and lengths of both runs from a compressed entry, in 16-bit units.
    fn extent(&self, number: u32) -> Option<(u64, u64, u64)> {
        let at = HEADER_BYTES + number as usize * self.entry_bytes();
        let mut scratch = [0; ENTRY_BYTES];
        let entry = self.bytes.slice(at, self.entry_bytes(), &mut scratch)?;
        let offset = u32::from_le_bytes(*entry.first_chunk()?);
        Some((u64::from(offset), u64::from(entry[4]), entry.get(6).copied().map_or(0, u64::from)))
    }

    /// The record of a position, or `None` if the file is damaged there.
    #[inline]
    pub(super) fn row<'a>(&'a self, number: u32, scratch: &'a mut Scratch) -> Option<PositionRecord<'a>> {
        let at = HEADER_BYTES + number as usize * self.entry_bytes();
        let Scratch { entry, data: runs } = scratch;
        let entry = self.bytes.slice(at, self.entry_bytes(), entry)?;
        match self.layout {
            Layout::Compressed { gammons } => {
                let offset = u32::from_le_bytes(*entry.first_chunk()?) as usize;
                let (n_all, first_all) = (usize::from(entry[4]), usize::from(entry[5]));
                let data =
                    HEADER_BYTES + self.index().n_positions() as usize * self.entry_bytes() + 2 * offset;
                let (n_first, first_first) =
                    if gammons { (usize::from(entry[6]), usize::from(entry[7])) } else { (0, 0) };
                if first_all + n_all > N_ROLLS || first_first + n_first > N_ROLLS {
                    return None;
                }
                // The run of the first checker follows that of all checkers.
                let bytes = self.bytes.slice(data, 2 * (n_all + n_first), runs)?;
                let (all, first) = bytes.split_at(2 * n_all);
                let run = |first, bytes| ValueRun { first, bytes };
                Some(PositionRecord::Exact {
                    all: run(first_all, all),
                    first: gammons.then(|| run(first_first, first)),
                })
            }
            Layout::Fixed { .. } => {
                let (all, first) = entry.split_at(2 * N_ROLLS);
                let run = |bytes| ValueRun { first: 0, bytes };
                Some(PositionRecord::Exact { all: run(all), first: (!first.is_empty()).then(|| run(first)) })
            }
            Layout::Normal => {
                let values = entry.as_chunks::<4>().0;
                let rolls = |n: usize| RollsNeeded {
                    mean: f32::from_le_bytes(values[n]),
                    deviation: f32::from_le_bytes(values[n + 1]),
                };
                Some(PositionRecord::Normal([rolls(0), rolls(2)]))
            }
        }
    }

    /// Distributions of bearing off all checkers and the first one, or `None` if the position is not covered, the file
    /// is damaged there, or the second is not known (a file without gammons, 15 checkers not all at home).
    #[must_use]
    pub fn distributions(&self, side: &[u8; PLACES]) -> Option<[Distribution; 2]> {
        let mut scratch = Scratch::new();
        let row = self.row(self.index().index(side)?, &mut scratch)?;
        match row {
            PositionRecord::Exact { all, first: Some(first) } => {
                Some([all.distribution(), first.distribution()])
            }
            PositionRecord::Exact { all, first: None } => {
                let full = side.iter().map(|&n| u32::from(n)).sum::<u32>() == 15;
                let first = if full { self.first_off().distribution(side)? } else { Distribution::DONE };
                Some([all.distribution(), first])
            }
            PositionRecord::Normal(rolls) => Some(rolls.map(normal::distribution)),
        }
    }

    /// Distribution of bearing off all checkers, or `None` if the position is not covered or the file is damaged there.
    #[must_use]
    pub fn all_off(&self, side: &[u8; PLACES]) -> Option<Distribution> {
        match self.row(self.index().index(side)?, &mut Scratch::new())? {
            PositionRecord::Exact { all, .. } => Some(all.distribution()),
            PositionRecord::Normal([all, _]) => Some(normal::distribution(all)),
        }
    }

    /// Mean and deviation of the rolls to bear off all checkers and the first one; see [`OneSided::distributions`].
    #[must_use]
    pub fn rolls(&self, side: &[u8; PLACES]) -> Option<[RollsNeeded; 2]> {
        if let PositionRecord::Normal(rolls) = self.row(self.index().index(side)?, &mut Scratch::new())? {
            return Some(rolls);
        }
        self.distributions(side).map(|both| both.map(|distribution| distribution.rolls()))
    }

    /// Outcome chances of a race between two covered positions; `full` says which sides (on roll, opponent) have all
    /// 15 checkers on the board. `None` as for [`OneSided::distributions`].
    #[inline]
    pub(super) fn probs(
        &self,
        sides: [&[u8; PLACES]; 2],
        numbers: [u32; 2],
        full: [bool; 2],
    ) -> Option<Probs> {
        let mut scratch = [Scratch::new(), Scratch::new()];
        let [of_mine, of_theirs] = &mut scratch;
        let (mine, theirs) = (self.row(numbers[0], of_mine)?, self.row(numbers[1], of_theirs)?);
        let (PositionRecord::Exact { all: a, first: g }, PositionRecord::Exact { all: b, first: h }) =
            (mine, theirs)
        else {
            let [mine, theirs] = [self.distributions(sides[0])?, self.distributions(sides[1])?];
            return Some(race_probs(&mine, &theirs));
        };
        let win = first_to_finish((a.first, a.values()), (b.first, b.values()));
        let mut probs = Probs { win, ..Probs::default() };
        if full[0] || full[1] {
            match (g, h) {
                (Some(g), Some(h)) => {
                    probs.win_g = first_to_finish((a.first, a.values()), (h.first, h.values()));
                    // The other side has had one roll less: its distribution is shifted by one.
                    probs.lose_g = first_to_finish((b.first + 1, b.values()), (g.first, g.values()));
                }
                _ => {
                    let first_off = self.first_off();
                    if full[1] {
                        probs.win_g = race_win(&a.distribution(), &first_off.distribution(sides[1])?);
                    }
                    if full[0] {
                        probs.lose_g = not_before(&b.distribution(), &first_off.distribution(sides[0])?);
                    }
                }
            }
        }
        Some(probs)
    }
}

impl PositionRecord<'_> {
    /// Whether the chances add up to one, or the means and deviations are numbers a race can have.
    fn is_sound(&self) -> bool {
        match self {
            PositionRecord::Exact { all, first } => {
                let whole = |run: &ValueRun<'_>| run.total().abs_diff(u32::from(u16::MAX)) <= SUM_TOLERANCE;
                whole(all) && first.as_ref().is_none_or(whole)
            }
            PositionRecord::Normal(rolls) => {
                rolls.iter().all(|r| (0.0..100.0).contains(&r.mean) && (0.0..100.0).contains(&r.deviation))
            }
        }
    }
}
