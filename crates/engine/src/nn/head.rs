// SPDX-License-Identifier: GPL-3.0-or-later
//! The parameters of the layers above the first, and what they put out.

use super::HIDDEN;

/// Number of outcomes of the softmax.
pub const OUTPUTS: usize = 6;

/// Number of readings: outputs beside the outcomes.
pub const READINGS: usize = 2;

/// The output of a net.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Output {
    /// Chances of the outcomes; they add up to 1.
    pub outcomes: [f32; OUTPUTS],
    /// The readings, of any size.
    pub readings: [f32; READINGS],
}

/// The layers above the first, for one bucket.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Second-layer weights `[unit][first-layer unit]` in units of 1/[`WEIGHT_ONE`](super::WEIGHT_ONE).
    pub dense: Vec<i16>,
    /// Second-layer biases.
    pub bias: [f32; HIDDEN],
    /// Output weights `[outcome][z clipped (16), z clipped and squared (16)]`.
    pub output: [[f32; 2 * HIDDEN]; OUTPUTS],
    /// Output biases.
    pub output_bias: [f32; OUTPUTS],
    /// Weights of the readings, as those of the outcomes.
    pub readings: [[f32; 2 * HIDDEN]; READINGS],
    /// Biases of the readings.
    pub readings_bias: [f32; READINGS],
}
