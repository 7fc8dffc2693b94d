// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts: starting, pausing, stopping, extending them, and the window that shows the progress.
//!
//! A rollout continues when its window is closed, and its result stays: the window shows the last one whenever it opens.
//! The session keeps results with the decision they are about. A rollout that runs or is paused when the program ends is
//! kept, and the next start offers to continue it.

mod rollouts;
mod text;
mod window;

pub(crate) use rollouts::{Rollouts, has_cube_decision, may_double};
pub(crate) use window::{RolloutWindow, level_menu};
