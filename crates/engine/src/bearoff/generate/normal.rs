// SPDX-License-Identifier: GPL-3.0-or-later
//! Making databases of means and deviations.
//!
//! Single precision, one operation at a time and rolls in the order of [`Dice::ALL`], as the files of the original were
//! computed; the division by 36 is a multiplication by the rounded reciprocal.

use super::levels::{Levels, PipOrder, WriteSeek, check_io};
use crate::bearoff::header::Format;
use crate::bearoff::index::PositionIndex;
use crate::bearoff::side_plays::{StepPosition, Visitor, bits};
use crate::bearoff::{BearoffError, OneSided};
use crate::core::{CancelToken, Cancelled, Dice};
use crate::parallel;
use std::io::{self, Read, Write};

/// Positions computed between two checks of the cancel token.
const CHUNK: usize = 256;

/// Mean and deviation for all checkers, then for the first one.
type NormalRecord = [f32; 4];

/// A database of normal approximations in the making.
pub(super) struct NormalWork<'a> {
    index: PositionIndex,
    order: PipOrder,
    records: Vec<NormalRecord>,
    reuse: Option<&'a OneSided>,
}

impl<'a> NormalWork<'a> {
    /// Prepares the work. Positions that `reuse` covers are taken from there.
    pub(super) fn new(format: Format, reuse: Option<&'a OneSided>) -> Result<NormalWork<'a>, BearoffError> {
        let Format::Normal { index } = format else {
            return Err(format.wrong_kind("the output", "a database of normal approximations"));
        };
        let records = vec![[0.0; 4]; index.n_positions() as usize];
        Ok(NormalWork { index, order: PipOrder::new(&index), records, reuse })
    }

    fn compute(&self, number: u32) -> NormalRecord {
        if let Some([all, first]) = self.reuse.and_then(|old| old.rolls(&self.index.position(number))) {
            return [all.mean, all.deviation, first.mean, first.deviation];
        }
        let mut best = BestPlays { records: &self.records, best: [[(f32::INFINITY, 0); 21]; 2] };
        StepPosition::new(&self.index, number).visit_plays(&mut best);
        let [mean, deviation] = self.moments(&best.best[0], 0);
        let [first_mean, first_deviation] =
            if number >= self.index.first_full() { self.moments(&best.best[1], 2) } else { [0.0; 2] };
        [mean, deviation, first_mean, first_deviation]
    }

    fn moments(&self, best: &[(f32, u32); 21], field: usize) -> [f32; 2] {
        const PER_ROLL: f32 = 1.0 / 36.0;
        let (mut sum, mut squares) = (0.0f32, 0.0f32);
        for (dice, &(mean, number)) in Dice::ALL.iter().zip(best) {
            let weight = f32::from(dice.weight());
            let deviation = self.records[number as usize][field + 1];
            let rolls = 1.0 + mean;
            sum += weight * rolls;
            squares += weight * (deviation * deviation + rolls * rolls);
        }
        let mean = sum * PER_ROLL;
        [mean, (squares * PER_ROLL - mean * mean).max(0.0).sqrt()]
    }
}

/// The play of every roll with the least mean, the first of equals, for all checkers and the first one.
struct BestPlays<'a> {
    records: &'a [NormalRecord],
    best: [[(f32, u32); 21]; 2],
}

impl Visitor for BestPlays<'_> {
    fn last_steps(&mut self, roll: usize, node: &StepPosition, sources: u32, die: usize) {
        for point in bits(sources) {
            let number = node.after(point, die);
            let record = self.records[number as usize];
            for (best, mean) in self.best.iter_mut().zip([record[0], record[2]]) {
                if mean < best[roll].0 {
                    best[roll] = (mean, number);
                }
            }
        }
    }

    fn all_off(&mut self, roll: usize) {
        self.best.iter_mut().for_each(|best| best[roll] = (0.0, 0));
    }
}

impl Levels for NormalWork<'_> {
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
        let chunks: Vec<_> = self.order.level(level).chunks(CHUNK).collect();
        let records = parallel::try_map(&chunks, |numbers| -> Result<Vec<NormalRecord>, Cancelled> {
            cancel.check()?;
            Ok(numbers.iter().map(|&number| self.compute(number)).collect())
        })?;
        for (&number, record) in self.order.level(level).iter().zip(records.into_iter().flatten()) {
            self.records[number as usize] = record;
        }
        Ok(())
    }

    fn save(&self, level: usize, out: &mut dyn Write) -> io::Result<()> {
        self.order
            .level(level)
            .iter()
            .try_for_each(|&number| write_record(&mut *out, &self.records[number as usize]))
    }

    fn load(&mut self, level: usize, input: &mut dyn Read) -> io::Result<()> {
        for &number in self.order.level(level) {
            for value in &mut self.records[number as usize] {
                let mut bytes = [0; 4];
                input.read_exact(&mut bytes)?;
                *value = f32::from_le_bytes(bytes);
            }
        }
        Ok(())
    }

    fn write(&self, out: &mut dyn WriteSeek, cancel: &CancelToken) -> io::Result<()> {
        for records in self.records.chunks(65536) {
            check_io(cancel)?;
            records.iter().try_for_each(|record| write_record(&mut *out, record))?;
        }
        Ok(())
    }
}

fn write_record(out: &mut dyn Write, record: &NormalRecord) -> io::Result<()> {
    record.iter().try_for_each(|value| out.write_all(&value.to_le_bytes()))
}
