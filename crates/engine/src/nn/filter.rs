// SPDX-License-Identifier: GPL-3.0-or-later
//! A small net that ranks positions quickly, so that a search gives only the promising ones to the large net.
//!
//! Input: the count on each of 2 × 32 places (row = 15 × place + count − 1). One layer of rows, clipped and squared, and
//! one linear output on no particular scale. Like all first layers it is carried from position to position.

use super::aligned::{Aligned, AlignedSums, AlignedValues};
use super::{FILTER_PLACES, KERNEL_COUNTS, Kernel, LANES};

/// Rows a place: counts 1 to 15.
const COUNTS: usize = KERNEL_COUNTS - 1;

/// Rows of the filter's only table.
pub const FILTER_ROWS: usize = FILTER_PLACES * COUNTS;

/// A ranking net.
#[derive(Clone, Debug)]
pub struct Filter {
    pub(super) rows: AlignedValues,
    /// The rows as the kernels read them.
    table: AlignedValues,
    pub(super) bias: AlignedValues,
    /// One weight a unit.
    pub(super) output: AlignedValues,
    pub(super) kernel: Kernel,
}

impl Filter {
    /// A filter of the given parameters; the width is the length of `bias`, a multiple of [`LANES`].
    ///
    /// `None` if the lengths do not fit together or a sum could overflow 32 bits.
    #[must_use]
    pub fn new(rows: &[i16], bias: &[i16], output: &[i16]) -> Option<Filter> {
        let width = bias.len();
        let fits = width > 0
            && width.is_multiple_of(LANES)
            && width <= 1024
            && rows.len() == FILTER_ROWS * width
            && output.len() == width;
        fits.then(|| Filter {
            rows: AlignedValues::new(rows),
            table: AlignedValues::new(&with_zeros(rows, width)),
            bias: AlignedValues::new(bias),
            output: AlignedValues::new(output),
            kernel: Kernel::detect(),
        })
    }

    /// Rows `[row][unit]` in units of 1/[`ROW_ONE`](super::ROW_ONE).
    #[must_use]
    pub fn rows(&self) -> &[i16] {
        self.rows.as_slice()
    }

    /// Biases in the same units.
    #[must_use]
    pub fn bias(&self) -> &[i16] {
        self.bias.as_slice()
    }

    /// One output weight a unit, in units of 1/[`WEIGHT_ONE`](super::WEIGHT_ONE).
    #[must_use]
    pub fn output(&self) -> &[i16] {
        self.output.as_slice()
    }

    /// Units of the layer.
    #[must_use]
    pub fn width(&self) -> usize {
        self.bias.as_slice().len()
    }
}

/// The row of `count` (1..=15, larger counts as 15) on `place` (0..64). A count of 0 has no row.
#[must_use]
pub fn filter_row(place: usize, count: u8) -> u16 {
    (place * COUNTS + usize::from(count.clamp(1, COUNTS as u8)) - 1) as u16
}

/// The filter's sums for one position, brought up to date by differences.
#[derive(Clone, Debug)]
pub struct FilterAccumulator {
    sums: AlignedSums,
    counts: Aligned<[u8; FILTER_PLACES]>,
}

impl FilterAccumulator {
    /// The sums of an empty board.
    #[must_use]
    pub fn new(filter: &Filter) -> FilterAccumulator {
        FilterAccumulator {
            sums: AlignedSums::new(filter.bias.as_slice()),
            counts: Aligned([0; FILTER_PLACES]),
        }
    }

    /// The score of the position with these counts; comparable only with other scores of the same filter.
    pub fn score(&mut self, filter: &Filter, counts: &[u8; FILTER_PLACES]) -> i32 {
        let (table, weights) = (filter.table.as_slice(), filter.output.as_slice());
        filter.kernel.rank(self.sums.as_mut_slice(), table, &mut self.counts, counts, weights)
    }
}

/// The rows of all places, each with a row of zeros before them.
fn with_zeros(rows: &[i16], width: usize) -> Vec<i16> {
    let mut table = Vec::with_capacity(FILTER_PLACES * KERNEL_COUNTS * width);
    for place in rows.chunks_exact(COUNTS * width) {
        table.extend(std::iter::repeat_n(0, width));
        table.extend_from_slice(place);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_do_not_depend_on_the_path() {
        let rows: Vec<i16> = (0..FILTER_ROWS * LANES).map(|n| ((n * 37) % 401) as i16 - 200).collect();
        let filter = Filter::new(&rows, &[300; LANES], &[5; LANES]).unwrap();
        let mut one = [0u8; FILTER_PLACES];
        (one[3], one[40], one[63]) = (2, 15, 1);
        let mut two = one;
        (two[3], two[4]) = (1, 1);
        let fresh = FilterAccumulator::new(&filter).score(&filter, &two);
        let mut carried = FilterAccumulator::new(&filter);
        let first = carried.score(&filter, &one);
        assert_ne!(first, fresh);
        assert_eq!(carried.score(&filter, &two), fresh);
        assert_eq!(carried.score(&filter, &one), first);
    }
}
