// SPDX-License-Identifier: GPL-3.0-or-later
//! First-layer sums that are updated from one position to the next.

use super::aligned::{Aligned, AlignedSums};
use super::differences::Differences;
use super::{HIDDEN, MAX_SLOTS, NO_ROW, Network, Output, SlotRows};

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

impl Accumulator {
    /// Sums of no rows.
    #[must_use]
    pub fn new(network: &Network) -> Accumulator {
        Accumulator {
            sums: AlignedSums::new(network.bias.as_slice()),
            rows: Aligned([NO_ROW; MAX_SLOTS]),
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
