// SPDX-License-Identifier: GPL-3.0-or-later
//! Cube theory: gammon values, and the winning chances at which to take, double and cash, at any score and cube. All
//! numbers are those of the engine that the commands print.

mod cube_theory;
mod cube_values;
mod equity_table;
mod points;

pub(crate) use cube_theory::TheoryWindow;
pub(crate) use equity_table::EquityTableWindow;
