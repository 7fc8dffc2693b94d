// SPDX-License-Identifier: GPL-3.0-or-later
//! Findings: analyses of positions with the ruler that each was made with. They are added, never changed.

mod payload;
mod ruler;

pub use payload::{Found, RulerBook, played_index};
pub use ruler::{GNU, Maker, Ruler, StoredMethod};
