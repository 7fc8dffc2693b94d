// SPDX-License-Identifier: GPL-3.0-or-later
//! First-layer sums of one position, carried over to the next.

use super::{Network, OUTPUTS};

/// Most slots a net may have.
pub const MAX_SLOTS: usize = 128;

/// Slots compared at a time.
const CHUNK: usize = 4;

/// The first-layer sums for a list of active rows, brought up to date by differences.
///
/// Belongs to one net: using it with another gives meaningless results or a panic on differing widths.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// Sums by unit.
    sums: Vec<i16>,
    /// The row of each slot that is contained in the sums; [`Accumulator::NO_ROW`] for none and beyond the slots.
    rows: [u16; MAX_SLOTS],
    slots: usize,
}

/// Rows to be subtracted and added; kept on the stack.
pub(super) struct Differences {
    removed: [u16; MAX_SLOTS],
    added: [u16; MAX_SLOTS],
    n_removed: usize,
    n_added: usize,
}

impl Differences {
    pub(super) fn new() -> Differences {
        Differences { removed: [0; MAX_SLOTS], added: [0; MAX_SLOTS], n_removed: 0, n_added: 0 }
    }

    /// Notes a row for subtraction if `really`. *Invariant:* at most one call a slot.
    pub(super) fn remove(&mut self, row: u16, really: bool) {
        self.removed[self.n_removed % MAX_SLOTS] = row;
        self.n_removed += usize::from(really);
    }

    /// Notes a row for addition if `really`. *Invariant:* at most one call a slot.
    pub(super) fn add(&mut self, row: u16, really: bool) {
        self.added[self.n_added % MAX_SLOTS] = row;
        self.n_added += usize::from(really);
    }

    /// Notes all rows in which `old` and `new` differ and makes them equal.
    fn note(&mut self, old: &mut [u16], new: &[u16]) {
        for (old, &new) in old.iter_mut().zip(new) {
            self.remove(*old, *old != new && *old != Accumulator::NO_ROW);
            self.add(new, *old != new && new != Accumulator::NO_ROW);
            *old = new;
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

    /// Sums of no rows, for a net with `slots` slots.
    ///
    /// # Panics
    /// If there are more than [`MAX_SLOTS`] slots.
    #[must_use]
    pub fn new(network: &Network, slots: usize) -> Accumulator {
        assert!(slots <= MAX_SLOTS, "invariant: nets have at most {MAX_SLOTS} slots");
        Accumulator { sums: network.bias.as_slice().to_vec(), rows: [Self::NO_ROW; MAX_SLOTS], slots }
    }

    /// Probabilities of the six outcomes for the position whose slots hold `rows` (one entry a slot).
    ///
    /// # Panics
    /// If `rows` has another length than this accumulator or names a row the net does not have.
    pub fn evaluate(&mut self, network: &Network, rows: &[u16], bucket: usize) -> [f32; OUTPUTS] {
        assert_eq!(rows.len(), self.slots, "invariant: one row per slot");
        let mut differences = Differences::new();
        let (old_chunks, old_rest) = self.rows[..self.slots].as_chunks_mut::<CHUNK>();
        let (new_chunks, new_rest) = rows.as_chunks::<CHUNK>();
        for (old, new) in old_chunks.iter_mut().zip(new_chunks) {
            if old != new {
                differences.note(old, new);
            }
        }
        differences.note(old_rest, new_rest);
        network.kernel.update(
            &mut self.sums,
            network.rows.as_slice(),
            differences.removed(),
            differences.added(),
        );
        network.outcomes(&self.sums, bucket)
    }
}
