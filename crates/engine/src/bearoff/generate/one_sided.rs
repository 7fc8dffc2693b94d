// SPDX-License-Identifier: GPL-3.0-or-later
//! Making one-sided databases.
//!
//! For every roll the play with the least expected number of further rolls is taken — separately for bearing all
//! checkers off and for the first one — and the distributions of the results are averaged, rounded to 1/65535. The
//! expectations that choose plays are kept in one `u32` per position, so the distributions are touched only for the 21
//! chosen results. Memory: 12 to 16 bytes a position and the values themselves; 2 to 4 µs a position and thread.

use super::levels::{Levels, PipOrder, WriteSeek, check_io};
use super::plays::{Node, Visitor, bits};
use crate::bearoff::distribution::{Distribution, N_ROLLS};
use crate::bearoff::header::Format;
use crate::bearoff::index::PositionIndex;
use crate::bearoff::{BearoffError, OneSided};
use crate::core::{CancelToken, Cancelled, Dice};
use rayon::prelude::*;
use std::io::{self, Read, Write};

/// Positions handled between two looks at the cancel token: well below a millisecond.
const CHUNK: usize = 256;

/// A one-sided database in the making.
pub(super) struct OneSidedWork<'a> {
    index: PositionIndex,
    gammons: bool,
    compressed: bool,
    order: PipOrder,
    entries: Vec<Entry>,
    /// Expected number of rolls times 65535 to bear off all checkers.
    means: Vec<u32>,
    /// The same for the first checker, by number less `full`; fewer than 15 checkers need none.
    first_means: Vec<u32>,
    /// Number of the first position with 15 checkers.
    full: u32,
    /// Values by level; the runs of a position follow each other.
    values: Vec<Vec<u16>>,
    reuse: Option<&'a OneSided>,
}

/// Where the runs of a position are, packed into 62 bits: level 8, offset in the level 32, then for both runs the first
/// roll 5 and the length 6. A second run of length 0 stands for [`Distribution::DONE`].
#[derive(Clone, Copy, Default)]
struct Entry(u64);

impl Entry {
    fn new(level: usize, offset: usize, all: (usize, usize), first: (usize, usize)) -> Entry {
        let run = |(start, length): (usize, usize)| (start << 6 | length) as u64;
        Entry((level as u64) << 54 | (offset as u64) << 22 | run(all) << 11 | run(first))
    }

    fn level(self) -> usize {
        (self.0 >> 54) as usize
    }

    fn offset(self) -> usize {
        (self.0 >> 22) as u32 as usize
    }

    fn all(self) -> (usize, usize) {
        ((self.0 >> 17) as usize & 31, (self.0 >> 11) as usize & 63)
    }

    fn first(self) -> (usize, usize) {
        ((self.0 >> 6) as usize & 31, self.0 as usize & 63)
    }
}

/// Results of a chunk of positions.
#[derive(Default)]
struct Chunk {
    values: Vec<u16>,
    positions: Vec<Computed>,
}

/// A computed position; the offset of its entry is relative to the chunk.
struct Computed {
    entry: Entry,
    mean: u32,
    first_mean: u32,
}

impl<'a> OneSidedWork<'a> {
    /// Prepares the work. Positions that `reuse` covers are taken from there.
    pub(super) fn new(format: Format, reuse: Option<&'a OneSided>) -> Result<OneSidedWork<'a>, BearoffError> {
        let Format::OneSided { index, gammons, compressed } = format else {
            return Err(format.wrong_kind("the output", "a one-sided database"));
        };
        let n = index.n_positions() as usize;
        let full = index.first_full();
        let order = PipOrder::new(&index);
        let mut values = vec![Vec::new(); order.n_levels()];
        values[0] = vec![u16::MAX];
        let mut entries = vec![Entry::default(); n];
        entries[0] = Entry::new(0, 0, (0, 1), (0, 0));
        Ok(OneSidedWork {
            index,
            gammons,
            compressed,
            order,
            entries,
            means: vec![0; n],
            first_means: vec![0; n - full as usize],
            full,
            values,
            reuse,
        })
    }

    fn run_of(&self, number: u32, which: impl Fn(Entry) -> (usize, usize), skip: usize) -> (usize, &[u16]) {
        let entry = self.entries[number as usize];
        let (first, length) = which(entry);
        let at = entry.offset() + skip;
        (first, &self.values[entry.level()][at..at + length])
    }

    /// The run for bearing off all checkers.
    fn all(&self, number: u32) -> (usize, &[u16]) {
        self.run_of(number, Entry::all, 0)
    }

    /// The run for bearing off the first checker.
    fn first(&self, number: u32) -> (usize, &[u16]) {
        let skip = self.entries[number as usize].all().1;
        let (first, values) = self.run_of(number, Entry::first, skip);
        if values.is_empty() { (0, &[u16::MAX]) } else { (first, values) }
    }

    /// Both distributions of a position, its results being known.
    fn compute(&self, number: u32) -> [Distribution; 2] {
        if let Some(known) = self.reuse.and_then(|old| known(old, &self.index, number, self.gammons)) {
            return known;
        }
        let node = Node::new(&self.index, number);
        if self.gammons && number >= self.full {
            let mut best = BestPlays::<true>::new(self);
            node.visit_plays(&mut best);
            [self.mixture(&best.all, |n| self.all(n)), self.mixture(&best.first, |n| self.first(n))]
        } else {
            let mut best = BestPlays::<false>::new(self);
            node.visit_plays(&mut best);
            [self.mixture(&best.all, |n| self.all(n)), Distribution::DONE]
        }
    }

    /// The average of the distributions of 21 results, one roll later.
    fn mixture<'s>(
        &'s self,
        best: &[(u32, u32); 21],
        run: impl Fn(u32) -> (usize, &'s [u16]),
    ) -> Distribution {
        let mut sums = [0u32; 2 * N_ROLLS];
        for (dice, &(_, number)) in Dice::ALL.iter().zip(best) {
            let (first, values) = run(number);
            let weight = u32::from(dice.weight());
            for (sum, &value) in sums[first + 1..].iter_mut().zip(values) {
                *sum += weight * u32::from(value);
            }
        }
        let mut result: [u16; N_ROLLS] = std::array::from_fn(|i| ((sums[i] + 18) / 36) as u16);
        let total: i32 = result.iter().map(|&v| i32::from(v)).sum();
        let mode = (0..N_ROLLS).rev().max_by_key(|&i| result[i]).unwrap_or(0);
        result[mode] = (i32::from(result[mode]) - (total - i32::from(u16::MAX))).clamp(0, 0xffff) as u16;
        Distribution(result)
    }

    fn compute_chunk(&self, level: usize, numbers: &[u32]) -> Chunk {
        let mut chunk = Chunk::default();
        for &number in numbers {
            let [all, first] = self.compute(number);
            let offset = chunk.values.len();
            let (all_start, all_run) = all.run();
            chunk.values.extend_from_slice(all_run);
            let full = self.gammons && number >= self.full;
            let (first_start, first_run) = if full { first.run() } else { (0, &[][..]) };
            chunk.values.extend_from_slice(first_run);
            chunk.positions.push(Computed {
                entry: Entry::new(level, offset, (all_start, all_run.len()), (first_start, first_run.len())),
                mean: mean(all_start, all_run),
                first_mean: mean(first_start, first_run),
            });
        }
        chunk
    }

    /// Takes over the chunks of a level, in order.
    fn store(&mut self, level: usize, chunks: impl IntoIterator<Item = Chunk>) {
        let mut values = Vec::new();
        let mut ranks = self.order.ranks(level);
        for chunk in chunks {
            for computed in chunk.positions {
                let Some(rank) = ranks.next() else { return };
                let number = self.order.numbers()[rank];
                let entry = Entry(computed.entry.0 + ((values.len() as u64) << 22));
                self.entries[number as usize] = entry;
                self.means[number as usize] = computed.mean;
                if number >= self.full {
                    self.first_means[(number - self.full) as usize] = computed.first_mean;
                }
            }
            values.extend_from_slice(&chunk.values);
        }
        values.shrink_to_fit();
        self.values[level] = values;
    }
}

/// Expected number of rolls times 65535.
fn mean(first: usize, values: &[u16]) -> u32 {
    (first as u32..).zip(values).map(|(i, &v)| i * u32::from(v)).sum()
}

/// The distributions an older database has of a position, if it covers it and has what is wanted.
fn known(old: &OneSided, index: &PositionIndex, number: u32, gammons: bool) -> Option<[Distribution; 2]> {
    let side = index.position(number);
    if gammons { old.distributions(&side) } else { old.all_off(&side).map(|all| [all, Distribution::DONE]) }
}

/// The best play of every roll: `(mean, number of the result)`, the first of equals.
struct BestPlays<'a, 'b, const FULL: bool> {
    work: &'a OneSidedWork<'b>,
    all: [(u32, u32); 21],
    first: [(u32, u32); 21],
}

impl<'a, 'b, const FULL: bool> BestPlays<'a, 'b, FULL> {
    fn new(work: &'a OneSidedWork<'b>) -> Self {
        BestPlays { work, all: [(u32::MAX, 0); 21], first: [(u32::MAX, 0); 21] }
    }

    #[inline]
    fn first_mean(&self, number: u32) -> u32 {
        let full = number.wrapping_sub(self.work.full) as usize;
        self.work.first_means.get(full).copied().unwrap_or(0)
    }
}

impl<const FULL: bool> Visitor for BestPlays<'_, '_, FULL> {
    #[inline]
    fn last_steps(&mut self, roll: usize, node: &Node, sources: u32, die: usize) {
        let (mut all, mut first) = (self.all[roll], self.first[roll]);
        for point in bits(sources) {
            let number = node.after(point, die);
            let mean = self.work.means[number as usize];
            if mean < all.0 {
                all = (mean, number);
            }
            if FULL {
                let mean = self.first_mean(number);
                if mean < first.0 {
                    first = (mean, number);
                }
            }
        }
        (self.all[roll], self.first[roll]) = (all, first);
    }

    fn all_off(&mut self, roll: usize) {
        (self.all[roll], self.first[roll]) = ((0, 0), (0, 0));
    }
}

impl Levels for OneSidedWork<'_> {
    fn order(&self) -> &PipOrder {
        &self.order
    }

    fn weight(&self, level: usize) -> u64 {
        self.order.ranks(level).len() as u64
    }

    fn run(&mut self, level: usize, cancel: &CancelToken) -> Result<(), Cancelled> {
        if level == 0 {
            return Ok(());
        }
        let chunks: Vec<Chunk> = self
            .order
            .level(level)
            .par_chunks(CHUNK)
            .map(|numbers| cancel.check().map(|()| self.compute_chunk(level, numbers)))
            .collect::<Result<_, Cancelled>>()?;
        self.store(level, chunks);
        Ok(())
    }

    fn save(&self, level: usize, out: &mut dyn Write) -> io::Result<()> {
        for &number in self.order.level(level) {
            let entry = self.entries[number as usize];
            let (all, first) = (entry.all(), entry.first());
            out.write_all(&[all.0, all.1, first.0, first.1].map(|v| v as u8))?;
            let values = &self.values[level][entry.offset()..entry.offset() + all.1 + first.1];
            write_values(out, values)?;
        }
        Ok(())
    }

    fn load(&mut self, level: usize, input: &mut dyn Read) -> io::Result<()> {
        let mut chunk = Chunk::default();
        let mut value = || -> io::Result<u16> {
            let mut bytes = [0; 2];
            input.read_exact(&mut bytes)?;
            Ok(u16::from_le_bytes(bytes))
        };
        for _ in self.order.ranks(level) {
            let offset = chunk.values.len();
            let [all, first] = [value()?, value()?].map(|pair| {
                let [start, length] = pair.to_le_bytes().map(usize::from);
                (start, length)
            });
            if all.0 + all.1 > N_ROLLS || first.0 + first.1 > N_ROLLS {
                return Err(io::ErrorKind::InvalidData.into());
            }
            for _ in 0..all.1 + first.1 {
                chunk.values.push(value()?);
            }
            let (all_run, first_run) = chunk.values[offset..].split_at(all.1);
            let (mean, first_mean) = (mean(all.0, all_run), mean(first.0, first_run));
            chunk.positions.push(Computed { entry: Entry::new(level, offset, all, first), mean, first_mean });
        }
        self.store(level, [chunk]);
        Ok(())
    }

    fn write(&self, out: &mut dyn WriteSeek, cancel: &CancelToken) -> io::Result<()> {
        let numbers = 0..self.index.n_positions();
        if self.compressed {
            let mut offset = 0u32;
            for number in numbers.clone() {
                let (all, first) = (self.all(number), self.first(number));
                out.write_all(&offset.to_le_bytes())?;
                out.write_all(&[all.1.len() as u8, all.0 as u8])?;
                offset += all.1.len() as u32;
                if self.gammons {
                    out.write_all(&[first.1.len() as u8, first.0 as u8])?;
                    offset += first.1.len() as u32;
                }
            }
        }
        for number in numbers {
            if number % 65536 == 0 {
                check_io(cancel)?;
            }
            let runs = [self.all(number), self.first(number)];
            for (start, values) in &runs[..1 + usize::from(self.gammons)] {
                if self.compressed {
                    write_values(out, values)?;
                } else {
                    write_values(out, &Distribution::expand(*start, values.iter().copied()).0)?;
                }
            }
        }
        Ok(())
    }
}

fn write_values(out: &mut dyn Write, values: &[u16]) -> io::Result<()> {
    let mut bytes = [0; 4 * N_ROLLS];
    for (to, value) in bytes.chunks_exact_mut(2).zip(values) {
        to.copy_from_slice(&value.to_le_bytes());
    }
    out.write_all(&bytes[..2 * values.len()])
}
