// SPDX-License-Identifier: GPL-3.0-or-later
//! The rows of the first layer that a position names.

/// Most slots a net may have.
pub const MAX_SLOTS: usize = 128;

/// The row of each slot of a position; [`Accumulator::NO_ROW`](super::Accumulator::NO_ROW) for none and beyond the net's slots.
pub type SlotRows = [u16; MAX_SLOTS];
