// SPDX-License-Identifier: GPL-3.0-or-later
//! From a position to its chances: inputs, nets, and look-ahead.

mod cache;
mod class;
mod contest;
mod cubeless;
mod decide;
mod engine;
mod hyper_race;
mod memory;
mod noise;
mod rolls;
mod sanity;
mod search;
mod settings;
mod single_thread;
mod static_eval;

#[cfg(test)]
mod tests;

pub mod inputs;
pub mod pubeval;

pub use cache::{Cache, DEFAULT_CACHE_ENTRIES, MAX_CACHE_ENTRIES};
pub use class::{NetClass, is_crashed};
pub use cubeless::LookAhead;
pub use decide::{CubeDecision, Evaluation, RankedPlay, Root, compare, decision};
pub use engine::{Engine, PositionClass, StaticValue};
pub use memory::Memory;
pub use sanity::clamp;
pub(crate) use search::ReplyUse;
pub(crate) use single_thread::SingleThread;

pub use settings::{EvalSettings, Level, MAX_PLIES, MoveFilter, MoveFilters};
pub use static_eval::{Hidden, N_HEADS, NetValue, Nets, Scratch, Shifts, outcomes_of, over};
