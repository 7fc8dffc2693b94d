// SPDX-License-Identifier: GPL-3.0-or-later
//! The backgammon engine of GNU Backgammon: rules, evaluation, cube decisions, bearoff databases and rollouts.
//!
//! ```
//! use gnubg_engine::core::{CancelToken, Dice, MatchState, Rules, notation};
//! use gnubg_engine::cube::MatchEquityTable;
//! use gnubg_engine::eval::{Engine, EvalSettings, MoveFilters, Root};
//!
//! // The opening position of a match to 7 points, and a roll of 3-1.
//! let engine = Engine::built_in(1 << 16)?;
//! let state = MatchState::new(7, Rules::default())?;
//! let root = Root::of(&state, &MatchEquityTable::default());
//! let plays = engine.rank_plays(
//!     &root,
//!     Dice::new(3, 1)?,
//!     &EvalSettings::at(0),
//!     &MoveFilters::NORMAL,
//!     &CancelToken::new(),
//!     |_| {},
//! )?;
//! assert_eq!(notation::format(&root.board, &plays[0].play), "8/5 6/5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layers
//!
//! Each module is a layer and uses only layers above it in this list:
//!
//! | layer | holds |
//! | --- | --- |
//! | [`core`] | boards, dice, plays, match states, position and match IDs |
//! | [`rng`] | dice: seeded generators and other sources |
//! | [`nn`] | neural networks and their vector kernels |
//! | [`bearoff`] | exact databases of bearoffs and of hypergammon |
//! | [`cube`] | match equity tables, cubeful equities, verdicts, race counts |
//! | [`eval`] | inputs of the nets, position classes, static evaluation, search |
//! | [`rollout`] | rollouts: variance reduction, stop rules, merging |
//! | [`duel`] | matches between players that measure their strength |
//!
//! [`input`] opens files for all of them and for the programs that use this library; `temporary` makes the temporary files
//! that they write through.
//!
//! [`nn`] and [`eval::inputs`] are public for the trainer of the nets. They change whenever the nets do.
//!
//! # Features
//!
//! | feature | adds |
//! | --- | --- |
//! | `threads` (default) | searches and duels use the threads of the current rayon pool |
//! | `mmap` (default) | the nets use large memory pages |
//! | `programs` | players of duels that are other programs |
//! | `generate` (default) | `bearoff::generate`, which makes bearoff databases, and `temporary` |
//! | `serde` | `Serialize` and `Deserialize` for settings |
//!
//! No feature changes a result: evaluations and rollouts are identical, bit for bit, with any features, on any number
//! of threads and on any processor.
//!
//! The crate has no user interface. It never prints and contains no translated text.

pub mod bearoff;
pub mod core;
pub mod cube;
pub mod duel;
pub mod eval;
pub mod input;
pub mod nn;
#[cfg(feature = "mmap")]
mod pages;
mod parallel;
pub mod rng;
pub mod rollout;
#[cfg(feature = "generate")]
pub mod temporary;
