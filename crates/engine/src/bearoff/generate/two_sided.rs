// SPDX-License-Identifier: GPL-3.0-or-later
//! Making two-sided databases.
//!
//! Values are `i16`, −32768 a certain loss, 32767 a certain win; the other side's view of `v` is `!v`. Positions are
//! ranked by pip count. For every pair the table keeps what parents need, already transformed by the opponent's cube
//! action, as planes of `[rank of the opponent][plane][rank of the side on roll]`: a parent's best plays are then
//! element-wise minima of a few contiguous runs, 16 bits an element, and vectorize.
//!
//! Level by level: first the movers of the level against all opponents at least as far, then all movers farther away
//! against the opponents of the level. Tiles of 64 × 64 pairs run in parallel. Memory: 12 bytes a pair (cubeless 2).

use super::children::Children;
use super::levels::{Levels, PipOrder, WriteSeek, check_io};
use super::tile::{LANES, Tile, compute_tile};
use crate::bearoff::header::{Format, HEADER_BYTES};
use crate::bearoff::index::PositionIndex;
use crate::bearoff::{BearoffError, TwoSided};
use crate::core::{CancelToken, Cancelled};
use crate::parallel;
use std::io::{self, Read, SeekFrom, Write};
use std::ops::Range;
use std::sync::Mutex;

/// A two-sided database in the making.
pub(super) struct TwoSidedWork<'a> {
    index: PositionIndex,
    cubeful: bool,
    order: PipOrder,
    children: Children,
    table: PlaneTable,
    reuse: Option<&'a TwoSided>,
}

/// The planes of all pairs.
struct PlaneTable {
    /// `[opponent][plane][side on roll]`, the last index padded to `stride`.
    values: Vec<i16>,
    n_planes: usize,
    stride: usize,
}

impl PlaneTable {
    fn row_length(&self) -> usize {
        self.n_planes * self.stride
    }

    /// A run of one plane of one opponent.
    fn run(&self, opponent: usize, plane: usize, on_roll: Range<usize>) -> &[i16] {
        let at = opponent * self.row_length() + plane * self.stride;
        &self.values[at + on_roll.start..at + on_roll.end]
    }

    fn run_mut(&mut self, opponent: usize, plane: usize, on_roll: Range<usize>) -> &mut [i16] {
        let at = opponent * self.row_length() + plane * self.stride;
        &mut self.values[at + on_roll.start..at + on_roll.end]
    }
}

impl<'a> TwoSidedWork<'a> {
    /// Prepares the work. Pairs that `reuse` covers are taken from there.
    pub(super) fn new(format: Format, reuse: Option<&'a TwoSided>) -> Result<TwoSidedWork<'a>, BearoffError> {
        let Format::TwoSided { index, cubeful } = format else {
            return Err(format.wrong_kind("the output", "a two-sided database"));
        };
        let n = index.n_positions() as usize;
        let n_planes = if cubeful { Tile::CUBEFUL_PLANES } else { 1 };
        let stride = n.next_multiple_of(LANES) + LANES;
        let length = n.checked_mul(n_planes * stride);
        let mut values = Vec::new();
        if length.is_none_or(|length| values.try_reserve_exact(length).is_err()) {
            let gigabytes = 2e-9 * n as f64 * (n_planes * stride) as f64;
            return Err(BearoffError::OutOfMemory { gigabytes });
        }
        values.resize(length.unwrap_or(0), 0);
        let order = PipOrder::new(&index);
        let children = Children::new(&index, &order);
        let table = PlaneTable { values, n_planes, stride };
        Ok(TwoSidedWork { index, cubeful, order, children, table, reuse })
    }

    fn n(&self) -> usize {
        self.order.numbers().len()
    }

    /// The pairs in which a side has no checkers.
    fn fill_finished(&mut self) {
        let n = self.n();
        for plane in 0..self.table.n_planes {
            self.table.run_mut(0, plane, 0..n).fill(i16::MIN);
            for opponent in 0..n {
                self.table.run_mut(opponent, plane, 0..1).fill(i16::MAX);
            }
        }
    }

    /// The tile of `on_roll` against `opponents`, at most 64 each. `run(child, plane)` are the values of the positions
    /// with the opponents on roll and the child position against them.
    fn tile<'t>(
        &self,
        on_roll: Range<usize>,
        opponents: Range<usize>,
        run: impl Fn(usize, usize) -> &'t [i16; LANES],
    ) -> Box<Tile> {
        if let Some(tile) = self.reuse.and_then(|old| self.known_tile(old, on_roll.clone(), opponents)) {
            return tile;
        }
        compute_tile(&self.children, on_roll, self.cubeful, run)
    }

    /// A tile from an older database, if that covers all of it.
    fn known_tile(
        &self,
        old: &TwoSided,
        on_roll: Range<usize>,
        opponents: Range<usize>,
    ) -> Option<Box<Tile>> {
        let numbers = |ranks: Range<usize>| -> Option<Vec<u32>> {
            let old_number = |&number: &u32| old.index().index(&self.index.position(number));
            self.order.numbers()[ranks].iter().map(old_number).collect()
        };
        let (on_roll, opponents) = (numbers(on_roll)?, numbers(opponents)?);
        let mut tile = Tile::new();
        for (s, &mine) in on_roll.iter().enumerate() {
            for (t, &theirs) in opponents.iter().enumerate() {
                let record = old.record([mine, theirs])?;
                let values = match (self.cubeful, record.cubeful) {
                    (true, Some([owned, centered, opponent])) => [record.cubeless, owned, centered, opponent],
                    (true, None) => return None,
                    (false, _) => [record.cubeless; 4],
                };
                tile.set(s, t, values.map(|value| (value ^ 0x8000) as i16), self.cubeful);
            }
        }
        Some(tile)
    }

    /// The movers of a level against opponents at least as far.
    fn run_movers(&mut self, level: Range<usize>, cancel: &CancelToken) -> Result<(), Cancelled> {
        let (row_length, stride, n) = (self.table.row_length(), self.table.stride, self.n());
        let mut values = std::mem::take(&mut self.table.values);
        let (done, open) = values.split_at_mut(level.start * row_length);
        let done = &*done;
        let mut chunks: Vec<_> = open.chunks_mut(LANES * row_length).enumerate().collect();
        let result = parallel::try_map_mut(&mut chunks, |(chunk, rows)| {
            let first = level.start + *chunk * LANES;
            let opponents = first..(first + LANES).min(n);
            for start in level.clone().step_by(LANES) {
                cancel.check()?;
                let on_roll = start..(start + LANES).min(level.end);
                let tile = self.tile(on_roll.clone(), opponents.clone(), |child, plane| {
                    let at = child * row_length + plane * stride + first;
                    done[at..].first_chunk().expect("invariant: rows are padded by a tile")
                });
                for (t, row) in rows.chunks_exact_mut(row_length).enumerate() {
                    for (plane, run) in row.chunks_exact_mut(stride).enumerate() {
                        run[on_roll.clone()].copy_from_slice(&tile.run(plane, t)[..on_roll.len()]);
                    }
                }
            }
            Ok(())
        });
        self.table.values = values;
        result.map(|_| ())
    }

    /// All movers farther away than a level against up to 64 opponents of the level.
    fn run_opponents(
        &mut self,
        level_end: usize,
        opponents: Range<usize>,
        cancel: &CancelToken,
    ) -> Result<(), Cancelled> {
        let n = self.n();
        let planes = Tile::READ_PLANES.min(self.table.n_planes);
        // The columns of these opponents, copied so that reading them does not conflict with writing their rows.
        let column = |at: usize| -> [i16; LANES] {
            let run = self.table.run(at / planes, at % planes, opponents.start..opponents.start + LANES);
            run.try_into().expect("invariant: the run has a tile's length")
        };
        let columns = parallel::map_shares(n * planes, |numbers| numbers.map(column).collect());
        let starts: Vec<usize> = (level_end..n).step_by(LANES).collect();
        let tiles = parallel::try_map(&starts, |&start| {
            cancel.check()?;
            let on_roll = start..(start + LANES).min(n);
            Ok(self.tile(on_roll, opponents.clone(), |child, plane| &columns[child * planes + plane]))
        })?;
        let (row_length, stride) = (self.table.row_length(), self.table.stride);
        let rows = &mut self.table.values[opponents.start * row_length..opponents.end * row_length];
        let mut rows: Vec<_> = rows.chunks_exact_mut(row_length).enumerate().collect();
        parallel::map_mut(&mut rows, |(t, row)| {
            for (plane, run) in row.chunks_exact_mut(stride).enumerate() {
                for (&start, tile) in starts.iter().zip(&tiles) {
                    let length = LANES.min(n - start);
                    run[start..start + length].copy_from_slice(&tile.run(plane, *t)[..length]);
                }
            }
        });
        Ok(())
    }

    /// The runs of the table that a level fills: `(opponent, plane, ranks on roll)`.
    fn runs_of(&self, level: usize) -> impl Iterator<Item = (usize, usize, Range<usize>)> + use<> {
        let (level, n, n_planes) = (self.order.ranks(level), self.n(), self.table.n_planes);
        (level.start..n).flat_map(move |opponent| {
            let end = if opponent < level.end { n } else { level.end };
            (0..n_planes).map(move |plane| (opponent, plane, level.start..end))
        })
    }
}

impl Levels for TwoSidedWork<'_> {
    fn order(&self) -> &PipOrder {
        &self.order
    }

    fn weight(&self, level: usize) -> u64 {
        let level = self.order.ranks(level);
        (level.len() * (2 * (self.n() - level.start) - level.len())) as u64
    }

    fn run(&mut self, level: usize, cancel: &CancelToken) -> Result<(), Cancelled> {
        if level == 0 {
            self.fill_finished();
            return Ok(());
        }
        let level = self.order.ranks(level);
        self.run_movers(level.clone(), cancel)?;
        for start in level.clone().step_by(LANES) {
            self.run_opponents(level.end, start..(start + LANES).min(level.end), cancel)?;
        }
        Ok(())
    }

    fn save(&self, level: usize, out: &mut dyn Write) -> io::Result<()> {
        for (opponent, plane, on_roll) in self.runs_of(level) {
            let bytes: Vec<u8> = self
                .table
                .run(opponent, plane, on_roll)
                .iter()
                .flat_map(|value| value.to_le_bytes())
                .collect();
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    fn load(&mut self, level: usize, input: &mut dyn Read) -> io::Result<()> {
        for (opponent, plane, on_roll) in self.runs_of(level) {
            let mut bytes = vec![0; 2 * on_roll.len()];
            input.read_exact(&mut bytes)?;
            for (value, bytes) in
                self.table.run_mut(opponent, plane, on_roll).iter_mut().zip(bytes.as_chunks::<2>().0)
            {
                *value = i16::from_le_bytes(*bytes);
            }
        }
        Ok(())
    }

    fn write(&self, out: &mut dyn WriteSeek, cancel: &CancelToken) -> io::Result<()> {
        let n = self.n();
        let origin = out.stream_position()?;
        debug_assert!(origin == 0 || origin == HEADER_BYTES as u64);
        let planes: &[usize] = if self.cubeful { &Tile::STORED_PLANES } else { &[0] };
        let record = 2 * planes.len();
        let mut ranks = vec![0usize; n];
        for (rank, &number) in self.order.numbers().iter().enumerate() {
            ranks[number as usize] = rank;
        }
        let out = Mutex::new(out);
        let starts: Vec<usize> = (0..n).step_by(LANES).collect();
        parallel::try_map(&starts, |&start| {
            check_io(cancel)?;
            let on_roll = start..(start + LANES).min(n);
            let mut rows = vec![0u8; on_roll.len() * n * record];
            for (opponent, &rank) in ranks.iter().enumerate() {
                for (field, &plane) in planes.iter().enumerate() {
                    for (s, &value) in self.table.run(rank, plane, on_roll.clone()).iter().enumerate() {
                        let at = (s * n + opponent) * record + 2 * field;
                        rows[at..at + 2].copy_from_slice(&((value as u16) ^ 0x8000).to_le_bytes());
                    }
                }
            }
            let mut out = out.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            for (row, &number) in rows.chunks_exact(n * record).zip(&self.order.numbers()[on_roll]) {
                out.seek(SeekFrom::Start(origin + u64::from(number) * (n * record) as u64))?;
                out.write_all(row)?;
            }
            Ok::<(), io::Error>(())
        })?;
        let out = out.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        out.seek(SeekFrom::End(0)).map(|_| ())
    }
}
