// SPDX-License-Identifier: GPL-3.0-or-later
//! The cube values to choose from.

/// Cube values to choose from: 1 to 64.
pub(super) const N_CUBES: u32 = 7;

/// The names of cube values.
pub(super) fn cube_names() -> Vec<String> {
    (0..N_CUBES).map(|exponent| (1u32 << exponent).to_string()).collect()
}
