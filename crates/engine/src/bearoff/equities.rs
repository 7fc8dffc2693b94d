// SPDX-License-Identifier: GPL-3.0-or-later
//! Exact equities as databases hold them.

/// Exact money equities of the side on roll by place of the cube, per unit of its value, for rolling without doubling.
///
/// `opponent` is also half the equity of a double that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct MoneyEquities {
    /// The side on roll owns the cube.
    pub owned: f32,
    /// The cube is centered, the Jacoby rule is off.
    pub centered: f32,
    /// The cube is centered and gammons count only once it is turned.
    pub centered_jacoby: f32,
    /// The opponent owns the cube.
    pub opponent: f32,
}
