// SPDX-License-Identifier: GPL-3.0-or-later
//! What can be counted about a play: shots, points, primes, blots, timing; how two plays differ, and which of the differences
//! are reasons for the better one. Nothing is evaluated here; chances come with the plays.

pub mod comparison;
pub mod reasons;
pub mod shots;
