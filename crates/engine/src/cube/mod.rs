// SPDX-License-Identifier: GPL-3.0-or-later
//! Cube and match theory.

mod met;
#[cfg(test)]
mod recorded;

pub use met::*;
