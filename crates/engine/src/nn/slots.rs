// SPDX-License-Identifier: GPL-3.0-or-later
//! The rows of the first layer that a position names.

/// Most slots a net may have.
pub const MAX_SLOTS: usize = 128;

/// Marks a slot without a row.
pub const NO_ROW: u16 = u16::MAX;

/// The row of each slot of a position; [`NO_ROW`] for none and beyond the net's slots.
pub type SlotRows = [u16; MAX_SLOTS];
