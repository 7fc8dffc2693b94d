// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions: their exact keys, what can be counted of their boards, phases and plans, and the themes of plays.
//!
//! Everything here follows from boards and states alone, so it can be thrown away and computed again. [`RULES_VERSION`]
//! counts the changes of the definitions; libraries derived by another version are derived again.

mod actions;
mod features;
mod key;
mod plans;
mod sides;

pub use actions::{Action, Actions, PlayThemes, play_themes};
pub use features::Features;
pub use key::{Asked, Circumstances, Owner, PositionKey};
pub use plans::{Phase, Plan, Plans};
pub use sides::SideFeatures;

/// The version of the definitions of phases, plans, features and actions.
pub const RULES_VERSION: u32 = 1;
