// SPDX-License-Identifier: GPL-3.0-or-later
//! The board: geometry, what is drawn, designs, painting, gestures and animation.

pub mod layout;
mod slot;
pub mod turn;

pub use slot::Slot;
