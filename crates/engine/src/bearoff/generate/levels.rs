// SPDX-License-Identifier: GPL-3.0-or-later
//! Work done in levels of equal pip count.
//!
//! Every play lowers the pip count, so the positions of one level do not depend on each other and run in parallel, and
//! threads cannot change results. Finished levels can be kept in a journal, from which interrupted work is resumed.

use crate::bearoff::index::PositionIndex;
use crate::core::{CancelToken, Cancelled};
use std::io::{self, Read, Seek, Write};
use std::ops::Range;

/// A database in the making.
pub(super) trait Levels: Send + Sync {
    /// The positions in order of their pip counts.
    fn order(&self) -> &PipOrder;

    /// Pieces of work in a level, for the progress display.
    fn weight(&self, level: usize) -> u64;

    /// Computes a level; all earlier ones are done. A level begun and cancelled may be run again.
    fn run(&mut self, level: usize, cancel: &CancelToken) -> Result<(), Cancelled>;

    /// Writes a finished level for [`Levels::load`].
    fn save(&self, level: usize, out: &mut dyn Write) -> io::Result<()>;

    /// Loads a level instead of computing it.
    fn load(&mut self, level: usize, input: &mut dyn Read) -> io::Result<()>;

    /// Writes the records of the finished database, from the current place of `out` on.
    fn write(&self, out: &mut dyn WriteSeek, cancel: &CancelToken) -> io::Result<()>;
}

/// A file, or memory that is written like a file.
pub(super) trait WriteSeek: Write + Seek + Send {}
impl<T: Write + Seek + Send> WriteSeek for T {}

/// For use while writing: an error of the kind `Interrupted` once the token is cancelled.
pub(super) fn check_io(cancel: &CancelToken) -> io::Result<()> {
    cancel.check().map_err(|Cancelled| io::Error::from(io::ErrorKind::Interrupted))
}

/// Position numbers sorted by pip count, equal ones by number.
pub(super) struct PipOrder {
    /// `numbers[rank]`: the position.
    numbers: Vec<u32>,
    /// `starts[level]`: rank of the first position with `level` pips; one more for the end.
    starts: Vec<usize>,
}

impl PipOrder {
    /// Sorts the positions of `index` by counting.
    pub(super) fn new(index: &PositionIndex) -> PipOrder {
        let mut starts = vec![0usize; index.points() * index.checkers() + 2];
        for pips in index.all_pips() {
            starts[usize::from(pips) + 1] += 1;
        }
        for level in 1..starts.len() {
            starts[level] += starts[level - 1];
        }
        let mut numbers = vec![0; index.n_positions() as usize];
        let mut next = starts.clone();
        for (number, pips) in (0..).zip(index.all_pips()) {
            numbers[next[usize::from(pips)]] = number;
            next[usize::from(pips)] += 1;
        }
        PipOrder { numbers, starts }
    }

    /// Pip counts that occur, 0 included.
    pub(super) fn n_levels(&self) -> usize {
        self.starts.len() - 1
    }

    /// Ranks of a level.
    pub(super) fn ranks(&self, level: usize) -> Range<usize> {
        self.starts[level]..self.starts[level + 1]
    }

    /// Position numbers by rank.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Position numbers of a level.
    pub(super) fn level(&self, level: usize) -> &[u32] {
        &self.numbers[self.ranks(level)]
    }
}
