// SPDX-License-Identifier: GPL-3.0-or-later
//! Making one-sided databases.
//!
//! For every roll the play with the least expected number of further rolls is taken — separately for bearing all
//! checkers off and for the first one — and the distributions of the results are averaged, rounded to 1/65535. Plays
//! are chosen by [`ahead`](super::best_steps), which needs the six levels below only, so the distributions are touched
//! just for the 21 chosen results. Memory: 16 bytes a position, the values themselves, and about 200 bytes for each
//! position of six levels; 1 to 2 µs a position and thread.

use super::best_steps::{Best, BestSteps, search};
use super::levels::{Levels, PipOrder, WriteSeek, check_io};
use crate::bearoff::distribution::{Distribution, N_ROLLS};
use crate::bearoff::header::Format;
use crate::bearoff::index::PositionIndex;
use crate::bearoff::side_plays::StepPosition;
use crate::bearoff::{BearoffError, OneSided};
use crate::core::{CancelToken, Cancelled, Dice};
use crate::parallel;
use std::io::{self, Read, Write};

/// Positions computed between two checks of the cancel token: well below a millisecond.
const CHUNK: usize = 256;

/// Levels that a step can reach.
const REACH: usize = 6;

/// A one-sided database in the making.
pub(super) struct OneSidedWork<'a> {
    index: PositionIndex,
    gammons: bool,
    compressed: bool,
    order: PipOrder,
    entries: Vec<PackedEntry>,
    /// Place of a position in its level.
    places: Vec<u32>,
    /// What positions offer for bearing all checkers off, by level and place; kept for [`REACH`] levels.
    all_ahead: Vec<Vec<BestSteps>>,
    /// The same for the first checker, of positions with 15 checkers only: they are the last of their level.
    first_ahead: Vec<Vec<BestSteps>>,
    /// Number of the first position with 15 checkers.
    full: u32,
    /// Values by level; the runs of a position follow each other.
    values: Vec<Vec<u16>>,
    reuse: Option<&'a OneSided>,
}

/// Where the runs of a position are, packed into 62 bits: level 8, offset in the level 32, then for both runs the first
/// roll 5 and the length 6. A second run of length 0 stands for [`Distribution::DONE`].
#[derive(Clone, Copy, Default)]
struct PackedEntry(u64);

impl PackedEntry {
    fn new(level: usize, offset: usize, all: (usize, usize), first: (usize, usize)) -> PackedEntry {
        let run = |(start, length): (usize, usize)| (start << 6 | length) as u64;
        PackedEntry((level as u64) << 54 | (offset as u64) << 22 | run(all) << 11 | run(first))
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

/// Results of a chunk of positions; the offsets of the entries are relative to the chunk.
#[derive(Default)]
struct Chunk {
    values: Vec<u16>,
    entries: Vec<PackedEntry>,
}

impl Chunk {
    /// Appends a position's distributions; the second only if it is not [`Distribution::DONE`].
    fn push(&mut self, level: usize, all: &Distribution, first: Option<&Distribution>) {
        let offset = self.values.len();
        let (all_start, all_run) = all.run();
        let (first_start, first_run) = first.map_or((0, &[][..]), Distribution::run);
        self.values.extend_from_slice(all_run);
        self.values.extend_from_slice(first_run);
        self.entries.push(PackedEntry::new(
            level,
            offset,
            (all_start, all_run.len()),
            (first_start, first_run.len()),
        ));
    }
}

impl<'a> OneSidedWork<'a> {
    /// Prepares the work. Positions that `reuse` covers are taken from there.
    pub(super) fn new(format: Format, reuse: Option<&'a OneSided>) -> Result<OneSidedWork<'a>, BearoffError> {
        let Format::OneSided { index, gammons, compressed } = format else {
            return Err(format.wrong_kind("the output", "a one-sided database"));
        };
        let n = index.n_positions() as usize;
        let order = PipOrder::new(&index);
        let n_levels = order.n_levels();
        let mut values = vec![Vec::new(); n_levels];
        values[0] = vec![u16::MAX];
        let mut entries = vec![PackedEntry::default(); n];
        entries[0] = PackedEntry::new(0, 0, (0, 1), (0, 0));
        let mut places = vec![0; n];
        for level in 0..n_levels {
            for (place, &number) in (0..).zip(order.level(level)) {
                places[number as usize] = place;
            }
        }
        let mut all_ahead = vec![Vec::new(); n_levels];
        all_ahead[0] = vec![BestSteps::DONE];
        let first_ahead = vec![Vec::new(); n_levels];
        let full = index.first_full();
        Ok(OneSidedWork {
            index,
            gammons,
            compressed,
            order,
            entries,
            places,
            all_ahead,
            first_ahead,
            full,
            values,
            reuse,
        })
    }

    fn run_of(
        &self,
        number: u32,
        which: impl Fn(PackedEntry) -> (usize, usize),
        skip: usize,
    ) -> (usize, &[u16]) {
        let entry = self.entries[number as usize];
        let (first, length) = which(entry);
        let at = entry.offset() + skip;
        (first, &self.values[entry.level()][at..at + length])
    }

    /// The run for bearing off all checkers.
    fn all(&self, number: u32) -> (usize, &[u16]) {
        self.run_of(number, PackedEntry::all, 0)
    }

    /// The run for bearing off the first checker.
    fn first(&self, number: u32) -> (usize, &[u16]) {
        let skip = self.entries[number as usize].all().1;
        let (first, values) = self.run_of(number, PackedEntry::first, skip);
        if values.is_empty() { (0, &[u16::MAX]) } else { (first, values) }
    }

    /// Place of the first position of a level that has 15 checkers.
    fn first_full_place(&self, level: usize) -> usize {
        self.order.level(level).partition_point(|&number| number < self.full)
    }

    /// What a position offers for bearing all checkers off.
    #[inline]
    fn all_ahead(&self, level: usize, number: u32) -> &BestSteps {
        &self.all_ahead[level][self.places[number as usize] as usize]
    }

    /// What a position offers for bearing the first checker off.
    #[inline]
    fn first_ahead(&self, level: usize, number: u32) -> &BestSteps {
        if number < self.full {
            return &BestSteps::DONE;
        }
        let ahead = &self.first_ahead[level];
        let from_end = self.order.ranks(level).len() - self.places[number as usize] as usize;
        &ahead[ahead.len() - from_end]
    }

    /// Computes some positions of a level, filling in what they offer.
    fn compute(
        &self,
        level: usize,
        numbers: &[u32],
        ahead: &mut [BestSteps],
        first: &mut [BestSteps],
    ) -> Chunk {
        let mut chunk = Chunk::default();
        let n_full = first.len();
        let first_full = numbers.len() - n_full;
        for (i, (&number, ahead)) in numbers.iter().zip(ahead).enumerate() {
            let known = self.reuse.and_then(|old| known(old, &self.index, number, self.gammons));
            let node = StepPosition::new(&self.index, number);
            let (plays, own) = search(&node, level, |level, number| self.all_ahead(level, number));
            let all = known.map_or_else(|| self.mixture(&plays, |n| self.all(n)), |[all, _]| all);
            *ahead = own.with_mean(mean(&all));
            if i < first_full {
                chunk.push(level, &all, None);
                continue;
            }
            let (plays, own) = search(&node, level, |level, number| self.first_ahead(level, number));
            let one = known.map_or_else(|| self.mixture(&plays, |n| self.first(n)), |[_, one]| one);
            first[i - first_full] = own.with_mean(mean(&one));
            chunk.push(level, &all, Some(&one));
        }
        chunk
    }

    /// Restores what the positions of finished levels offer, as far as `level` needs it. Each stage of looking ahead
    /// rests on the one before, six levels lower; the lowest rests on means alone.
    fn restore_ahead(&mut self, level: usize, cancel: &CancelToken) -> Result<(), Cancelled> {
        for below in level.saturating_sub(4 * REACH).max(1)..level {
            let first_full =
                if self.gammons { self.first_full_place(below) } else { self.order.ranks(below).len() };
            let with_search = below + 3 * REACH >= level;
            let restore = |number: u32, for_first: bool| {
                cancel.check()?;
                let (start, values) = if for_first { self.first(number) } else { self.all(number) };
                let mean = mean(&Distribution::expand(start, values.iter().copied()));
                if !with_search {
                    return Ok(BestSteps::mean_only(mean));
                }
                let node = StepPosition::new(&self.index, number);
                let (_, own) = if for_first {
                    search(&node, below, |level, number| self.first_ahead(level, number))
                } else {
                    search(&node, below, |level, number| self.all_ahead(level, number))
                };
                Ok(own.with_mean(mean))
            };
            let numbers = self.order.level(below);
            let all = parallel::try_map(numbers, |&number| restore(number, false))?;
            let first = parallel::try_map(&numbers[first_full..], |&number| restore(number, true))?;
            (self.all_ahead[below], self.first_ahead[below]) = (all, first);
        }
        Ok(())
    }

    /// The average of the distributions of 21 results, one roll later.
    fn mixture<'s>(&'s self, best: &[Best; 21], run: impl Fn(u32) -> (usize, &'s [u16])) -> Distribution {
        let mut sums = [0u32; 2 * N_ROLLS + 1];
        for (dice, best) in Dice::ALL.iter().zip(best) {
            let (first, values) = run(best.number);
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

    /// Takes over the chunks of a level, in order.
    fn store(&mut self, level: usize, chunks: impl IntoIterator<Item = Chunk>) {
        let mut values = Vec::new();
        let mut ranks = self.order.ranks(level);
        for chunk in chunks {
            for (entry, rank) in chunk.entries.into_iter().zip(&mut ranks) {
                let number = self.order.numbers()[rank];
                self.entries[number as usize] = PackedEntry(entry.0 + ((values.len() as u64) << 22));
            }
            values.extend_from_slice(&chunk.values);
        }
        values.shrink_to_fit();
        self.values[level] = values;
    }
}

/// Expected number of rolls times 65535.
fn mean(distribution: &Distribution) -> u32 {
    (0u32..).zip(distribution.0).map(|(i, v)| i * u32::from(v)).sum()
}

/// The distributions of a position in an older database, if it covers the position and has the wanted distributions.
fn known(old: &OneSided, index: &PositionIndex, number: u32, gammons: bool) -> Option<[Distribution; 2]> {
    let side = index.position(number);
    if gammons { old.distributions(&side) } else { old.all_off(&side).map(|all| [all, Distribution::DONE]) }
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
        if self.all_ahead[level - 1].is_empty() {
            self.restore_ahead(level, cancel)?;
        }
        let numbers = self.order.level(level);
        let n_full = if self.gammons { numbers.len() - self.first_full_place(level) } else { 0 };
        let mut all = vec![BestSteps::default(); numbers.len()];
        let mut first = vec![BestSteps::default(); n_full];
        // Positions with 15 checkers come last; a new chunk begins there, so that the data of each chunk are
        // contiguous.
        let (few, full) = numbers.split_at(numbers.len() - n_full);
        let (few_ahead, full_ahead) = all.split_at_mut(few.len());
        let few = few.chunks(CHUNK).zip(few_ahead.chunks_mut(CHUNK));
        let few = few.map(|few| (few, <&mut [BestSteps]>::default()));
        let full = full.chunks(CHUNK).zip(full_ahead.chunks_mut(CHUNK)).zip(first.chunks_mut(CHUNK));
        let mut chunks: Vec<_> = few.chain(full).collect();
        let chunks = parallel::try_map_mut(&mut chunks, |((numbers, ahead), first)| {
            cancel.check().map(|()| self.compute(level, numbers, ahead, first))
        })?;
        self.store(level, chunks);
        (self.all_ahead[level], self.first_ahead[level]) = (all, first);
        if let Some(unneeded) = level.checked_sub(REACH) {
            (self.all_ahead[unneeded], self.first_ahead[unneeded]) = (Vec::new(), Vec::new());
        }
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
            if all.1 == 0 || all.0 + all.1 > N_ROLLS || first.0 + first.1 > N_ROLLS {
                return Err(io::ErrorKind::InvalidData.into());
            }
            for _ in 0..all.1 + first.1 {
                chunk.values.push(value()?);
            }
            chunk.entries.push(PackedEntry::new(level, offset, all, first));
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
