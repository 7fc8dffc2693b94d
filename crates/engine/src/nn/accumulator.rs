// SPDX-License-Identifier: GPL-3.0-or-later
//! First-layer sums that are updated from one position to the next.

use super::aligned::{Aligned, AlignedSums};
use super::{HIDDEN, MAX_SLOTS, Network, Output, SlotRows};

/// The first-layer sums for a list of active rows, brought up to date by differences.
///
/// Belongs to one net: using it with another gives meaningless results or a panic on differing widths.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// Sums by unit.
    sums: AlignedSums,
    /// The row of each slot that is contained in the sums.
    rows: Aligned<SlotRows>,
    /// Space for the next update.
    differences: Differences,
}

/// Rows to be subtracted and added. It is kept between updates, because clearing it would take longer than filling it.
#[derive(Clone, Debug)]
pub(super) struct Differences {
    /// Rows to be subtracted, of which the first `n_removed` count.
    pub(super) removed: [u16; MAX_SLOTS],
    /// Rows to be added, of which the first `n_added` count.
    pub(super) added: [u16; MAX_SLOTS],
    pub(super) n_removed: usize,
    pub(super) n_added: usize,
    /// The greatest of all these rows, 0 without any.
    pub(super) greatest: u16,
}

impl Differences {
    pub(super) fn new() -> Differences {
        Differences { removed: [0; MAX_SLOTS], added: [0; MAX_SLOTS], n_removed: 0, n_added: 0, greatest: 0 }
    }

    /// Forgets all rows.
    pub(super) fn restart(&mut self) {
        (self.n_removed, self.n_added, self.greatest) = (0, 0, 0);
    }

    /// Replaces one row by another; either may be none. *Invariant:* at most one call for each slot.
    pub(super) fn change(&mut self, old: u16, new: u16) {
        let lists =
            [(&mut self.removed, &mut self.n_removed, old), (&mut self.added, &mut self.n_added, new)];
        for (list, n, row) in lists {
            list[*n % MAX_SLOTS] = row;
            let is_row = row != Accumulator::NO_ROW;
            *n += usize::from(is_row);
            self.greatest = self.greatest.max(if is_row { row } else { 0 });
        }
    }

    pub(super) fn removed(&self) -> &[u16] {
        &self.removed[..self.n_removed]
    }

    pub(super) fn added(&self) -> &[u16] {
        &self.added[..self.n_added]
    }
}

impl Accumulator {
    /// Marks a slot without a row.
    pub const NO_ROW: u16 = u16::MAX;

    /// Sums of no rows.
    #[must_use]
    pub fn new(network: &Network) -> Accumulator {
        Accumulator {
            sums: AlignedSums::new(network.bias.as_slice()),
            rows: Aligned([Self::NO_ROW; MAX_SLOTS]),
            differences: Differences::new(),
        }
    }

    /// The output of the net for the position whose slots hold `rows`.
    ///
    /// # Panics
    /// If `rows` names a row the net does not have.
    pub fn evaluate(&mut self, network: &Network, rows: &SlotRows, bucket: usize) -> Output {
        self.update(network, rows);
        network.output(self.sums.as_slice(), bucket)
    }

    /// The second layer's units for the same position, clipped, then their squares: what the output layer reads.
    ///
    /// # Panics
    /// As [`Accumulator::evaluate`].
    pub fn hidden(&mut self, network: &Network, rows: &SlotRows, bucket: usize) -> [f32; 2 * HIDDEN] {
        self.update(network, rows);
        network.hidden(self.sums.as_slice(), bucket)
    }

    /// Brings the sums to these rows.
    fn update(&mut self, network: &Network, rows: &SlotRows) {
        let differences = &mut self.differences;
        network.kernel.differences(&self.rows, rows, differences);
        *self.rows = *rows;
        network.kernel.update(self.sums.as_mut_slice(), network.rows.as_slice(), differences);
    }
}
