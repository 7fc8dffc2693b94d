// SPDX-License-Identifier: GPL-3.0-or-later
//! The tools: subcommands of `gnubg`. `makebearoff` and `makehyper` are programs of their own, too.
//!
//! Each tool has a `main(arguments)`; the first argument is the name of the program. Results go to standard output,
//! progress and messages go to standard error. The progress bar appears only if standard error is a terminal. Exit codes: 0 done, 1 failed, 2 bad usage,
//! 130 interrupted.

pub mod analyze;
pub mod bearoffdump;
pub mod convert;
pub mod database;
pub mod duel;
mod duel_log;
pub(crate) mod engine;
pub mod info;
pub mod library;
pub mod makebearoff;
pub mod makehyper;
pub(crate) mod process;
mod progress;
pub mod rollout;
pub mod thumbnail;

pub use engine::supply_small;
