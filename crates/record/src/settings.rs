// SPDX-License-Identifier: GPL-3.0-or-later
//! How a position was evaluated or rolled out, stored beside the numbers: the engine's own settings, so that nothing is
//! lost between what was asked for, what was done and what is kept.

pub use gnubg_engine::eval::{EvalSettings, MoveFilter, MoveFilters};
pub use gnubg_engine::rollout::{DiceSource, PlySwitch, RolloutPlay, RolloutSettings, StopRule};
