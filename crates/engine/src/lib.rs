// SPDX-License-Identifier: GPL-3.0-or-later
//! The backgammon engine: everything that can be computed about a position.
//!
//! One folder per storey; a module may use only storeys above it in this list:
//!
//! | storey | holds |
//! | --- | --- |
//! | [`core`] | board, dice, plays, match state, identifiers |
//! | [`rng`] | dice: generators, and dice from elsewhere |
//! | [`nn`] | layers of the nets and their vector kernels |
//! | [`bearoff`] | exact databases of bearoffs and of hypergammon |
//! | [`cube`] | match equity tables, cubeful equities, verdicts, race counts |
//! | [`eval`] | inputs, position classes, static evaluation, search |
//! | [`rollout`] | positions played out many times: variance reduction, stop rules, merging |
//! | [`duel`] | matches between players that measure strength |
//!
//! The crate knows no window, no terminal, no file dialog and no translated text. It never prints.

pub mod bearoff;
pub mod core;
pub mod cube;
pub mod duel;
pub mod eval;
pub mod nn;
pub mod rng;
pub mod rollout;
