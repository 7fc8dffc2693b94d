// SPDX-License-Identifier: GPL-3.0-or-later
//! Making databases.
//!
//! [`make`] computes any bearoff database on all cores and writes it to its file in one piece; [`make_hyper`] does it
//! for hypergammon; [`ensure_small`] provides the two small ones, and
//! [`missing_small`] and [`write_made`] do the same in parts. Results do not depend
//! on the number of threads, on interruptions, or on reuse of older files.

mod best_steps;
mod children;
mod control;
mod hyper;
mod hyper_plays;
mod hyper_table;
mod journal;
mod levels;
mod normal;
mod one_sided;
mod output;
mod run;
mod tile;
mod two_sided;

pub use control::{Control, Progress};
pub use hyper::{Dance, GeneratedHyper, HyperGenerateOptions, checkpoint_path, make_hyper};
pub use hyper_table::HyperCounts;
pub use output::{GenerateOptions, GeneratedFile, ensure_small, make, make_bytes, missing_small, write_made};
