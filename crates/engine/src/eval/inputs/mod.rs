// SPDX-License-Identifier: GPL-3.0-or-later
//! Inputs of the nets: slots with small integers; each value selects a row of the first layer.
//!
//! A [`Schema`] lists the slots of one net; its order and sizes are part of the meaning of a weights file, so the
//! schema's name is stored there and must change whenever they do. Value 0 names no row.

mod contact;
mod race;
mod shots;
mod sums;

pub use contact::{BUCKETS_ALIKE, CONTACT, CONTACT_BUCKETS, Measures, encode_contact, measures};
pub use race::{RACE, encode_race};

use crate::nn::NO_ROW;

/// What the values of a slot mean; the trainer shares parameters accordingly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotKind {
    /// A quantity: near values mean nearly the same.
    Number,
    /// A set of points, one bit each.
    Pattern,
}

/// One slot of a net's input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it is, for documentation and reports.
    pub name: &'static str,
    /// The largest value; larger ones count as this.
    pub most: u16,
    /// What the values mean.
    pub kind: SlotKind,
}

impl Slot {
    const fn number(name: &'static str, most: u16) -> Slot {
        Slot { name, most, kind: SlotKind::Number }
    }

    const fn pattern(name: &'static str, points: u32) -> Slot {
        Slot { name, most: (1 << points) - 1, kind: SlotKind::Pattern }
    }
}

/// The input of one net.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// Name of the net in weights files.
    pub name: &'static str,
    /// The slots of one side, in order: the counts of its places first.
    pub side: &'static [Slot],
    /// The slots that belong to both sides together.
    pub common: &'static [Slot],
}

impl Schema {
    /// All slots: those of the side on roll, of its opponent, and the common ones.
    pub fn slots(&self) -> impl Iterator<Item = &'static Slot> {
        self.side.iter().chain(self.side).chain(self.common)
    }

    /// Number of slots.
    #[must_use]
    pub const fn n_slots(&self) -> usize {
        2 * self.side.len() + self.common.len()
    }

    /// Number of rows: one for each slot and value from 1.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.slots().map(|slot| usize::from(slot.most)).sum()
    }
}

/// Row numbers by slot: the row of value 1 in each slot, and the largest value.
struct SlotRanges<const N: usize> {
    first: [u16; N],
    most: [u16; N],
}

impl<const N: usize> SlotRanges<N> {
    const fn new(schema: &Schema) -> SlotRanges<N> {
        let mut rows = SlotRanges { first: [0; N], most: [0; N] };
        let (mut slot, mut next) = (0, 0);
        while slot < N {
            let per_side = schema.side.len();
            let definition = if slot < 2 * per_side {
                schema.side[slot % per_side]
            } else {
                schema.common[slot - 2 * per_side]
            };
            rows.first[slot] = next;
            rows.most[slot] = definition.most;
            next += definition.most;
            slot += 1;
        }
        rows
    }

    /// Replaces the values of all slots by their rows.
    #[inline(always)]
    fn name(&self, values: &mut [u16; N]) {
        for slot in 0..N {
            let value = values[slot];
            let row = self.first[slot].wrapping_add(value.min(self.most[slot]).wrapping_sub(1));
            values[slot] = if value == 0 { NO_ROW } else { row };
        }
    }
}
