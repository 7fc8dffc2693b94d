// SPDX-License-Identifier: GPL-3.0-or-later
//! First-layer sums of one position, carried over to the next.

use super::{Network, OUTPUTS};

/// The first-layer sums for a list of active rows, brought up to date by differences.
///
/// Belongs to one net: using it with another gives meaningless results or a panic on differing widths.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// Sums by unit.
    sums: Vec<i16>,
    /// The row of each slot that is contained in the sums; [`Accumulator::NO_ROW`] for none.
    rows: Vec<u16>,
    removed: Vec<u16>,
    added: Vec<u16>,
}

impl Accumulator {
    /// Marks a slot without a row.
    pub const NO_ROW: u16 = u16::MAX;

    /// Sums of no rows, for a net with `slots` slots.
    #[must_use]
    pub fn new(network: &Network, slots: usize) -> Accumulator {
        Accumulator {
            sums: network.bias.as_slice().to_vec(),
            rows: vec![Self::NO_ROW; slots],
            removed: Vec::with_capacity(slots),
            added: Vec::with_capacity(slots),
        }
    }

    /// Probabilities of the six outcomes for the position whose slots hold `rows` (one entry a slot).
    ///
    /// # Panics
    /// If `rows` has another length than this accumulator or names a row the net does not have.
    pub fn evaluate(&mut self, network: &Network, rows: &[u16], bucket: usize) -> [f32; OUTPUTS] {
        assert_eq!(rows.len(), self.rows.len(), "invariant: one row per slot");
        self.removed.clear();
        self.added.clear();
        for (old, &new) in self.rows.iter_mut().zip(rows) {
            if *old != new {
                if *old != Self::NO_ROW {
                    self.removed.push(*old);
                }
                if new != Self::NO_ROW {
                    self.added.push(new);
                }
                *old = new;
            }
        }
        network.kernel.update(&mut self.sums, network.rows.as_slice(), &self.removed, &self.added);
        network.outcomes(&self.sums, bucket)
    }
}
