// SPDX-License-Identifier: GPL-3.0-or-later
//! Tools: subcommands of `gnubg`; those for databases are also programs of their own.
//!
//! Each has `main(arguments)`, whose first argument is the program's name; results go to standard output, progress and
//! messages to standard error, the progress bar only if that is a terminal. Exit codes: 0 done, 1 failed, 2 bad usage,
//! 130 interrupted.

pub mod analyze;
pub mod bearoffdump;
pub mod convert;
pub mod duel;
pub(crate) mod engine;
pub mod info;
pub mod makebearoff;
pub mod makehyper;
mod playing;
pub(crate) mod process;
mod progress;
pub mod rollout;
