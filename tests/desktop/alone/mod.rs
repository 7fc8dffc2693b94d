// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests that have the machine to themselves, since they look at the clock. By its name this module comes first: its tests
//! follow one another before any other begins, and no test waits for the others to end. Those that only measure are left
//! to `./x bench window`, which runs them on the optimized program.

mod answers;
mod frames;
mod speed;

pub(crate) use frames::first_games;
