// SPDX-License-Identifier: GPL-3.0-or-later
//! From a position to its chances: inputs, nets, and look-ahead.

mod class;
mod cubeless;
mod sanity;
mod static_eval;

pub mod inputs;
pub mod pubeval;

pub use class::NetClass;
pub use cubeless::LookAhead;
pub use sanity::clamp;
pub use static_eval::{Nets, Scratch, outcomes_of, over, probs_of};
