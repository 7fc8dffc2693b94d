// SPDX-License-Identifier: GPL-3.0-or-later
//! The layers above the first, laid out for evaluation, and code for them that all kernels share.
//!
//! All kernels add in the same order and so give the same bits. Functions that are always inlined become vector code in
//! the kernels that have vectors.

use super::aligned::{Aligned, AlignedValues};
use super::{ACTIVATION_ONE, HIDDEN, Head, OUTPUTS, Output, READINGS, WEIGHT_ONE};

/// Outcomes and readings, which together fill a vector.
pub(super) const LANES: usize = OUTPUTS + READINGS;

/// Chains of additions that run side by side.
pub(super) const CHAINS: usize = 4;

/// One head of a net as the kernels read it.
#[derive(Clone, Debug)]
pub(super) struct Upper {
    /// Second-layer weights `[pair of first-layer units][unit][first, second of the pair]`. Pairs whose units are both 0
    /// are skipped; about half of all pairs are.
    pub(super) pairs: AlignedValues,
    bias: Aligned<[f32; HIDDEN]>,
    /// Output weights `[z clipped, then z clipped and squared][outcome, then reading]`.
    pub(super) output: Aligned<[[f32; LANES]; 2 * HIDDEN]>,
    pub(super) output_bias: [f32; LANES],
}

impl Upper {
    /// Lays out a head whose first layer has `width` units.
    pub(super) fn new(head: &Head, width: usize) -> Upper {
        let mut pairs = Vec::with_capacity(HIDDEN * width);
        for pair in 0..width / 2 {
            for unit in 0..HIDDEN {
                let at = unit * width + 2 * pair;
                pairs.extend_from_slice(&head.dense[at..at + 2]);
            }
        }
        let [a, b, c, d, e, f] = head.output.each_ref();
        let [g, h] = head.readings.each_ref();
        let rows = [a, b, c, d, e, f, g, h];
        let [a, b, c, d, e, f] = head.output_bias;
        let [g, h] = head.readings_bias;
        Upper {
            pairs: AlignedValues::new(&pairs),
            bias: Aligned(head.bias),
            output: Aligned(std::array::from_fn(|input| rows.map(|row| row[input]))),
            output_bias: [a, b, c, d, e, f, g, h],
        }
    }
}

/// Second-layer units from their dot products: clipped to 0..1, then the squares of that.
#[inline(always)]
pub(super) fn activate(dots: &[i32; HIDDEN], upper: &Upper) -> [f32; 2 * HIDDEN] {
    let scale = 1.0 / (ACTIVATION_ONE * WEIGHT_ONE);
    let mut z = [0.0f32; 2 * HIDDEN];
    for unit in 0..HIDDEN {
        let clipped = (dots[unit] as f32 * scale + upper.bias[unit]).clamp(0.0, 1.0);
        z[unit] = clipped;
        z[HIDDEN + unit] = clipped * clipped;
    }
    z
}

/// The output of the net from the sums of the output layer.
#[inline(always)]
pub(super) fn output(sums: &[[f32; LANES]; CHAINS], upper: &Upper) -> Output {
    let mut values = upper.output_bias;
    for (lane, value) in values.iter_mut().enumerate() {
        *value += (sums[0][lane] + sums[1][lane]) + (sums[2][lane] + sums[3][lane]);
    }
    let [a, b, c, d, e, f, readings @ ..] = values;
    // The lanes of the readings are outcomes that never happen.
    let never = f32::NEG_INFINITY;
    let [a, b, c, d, e, f, ..] = softmax([a, b, c, d, e, f, never, never]);
    Output { outcomes: [a, b, c, d, e, f], readings }
}

#[inline(always)]
fn softmax(logits: [f32; LANES]) -> [f32; LANES] {
    let mut most = f32::NEG_INFINITY;
    for logit in logits {
        most = if logit > most { logit } else { most };
    }
    let mut powers = [0.0; LANES];
    for (power, logit) in powers.iter_mut().zip(logits) {
        *power = exp(logit - most);
    }
    let sum = ((powers[0] + powers[1]) + (powers[2] + powers[3])) + (powers[4] + powers[5]);
    for power in &mut powers {
        *power /= sum;
    }
    powers
}

/// Smaller exponents count as this.
pub(super) const LEAST: f32 = -80.0;

/// Floats of this size are whole numbers, and their last bits count up from here.
pub(super) const WHOLE: f32 = 12_582_912.0;

/// The factors of the powers of x in e^x, from the sixth to 1.
pub(super) const POWERS: [f32; 7] = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];

/// e^x for `x <= 0`, relative error below 4e-7 · (1 + |x|): 2^k times a polynomial on [-½, ½], the same bits on every machine.
#[inline(always)]
fn exp(x: f32) -> f32 {
    let t = (if x > LEAST { x } else { LEAST }) * std::f32::consts::LOG2_E;
    let rounded = t + WHOLE;
    let k = rounded.to_bits().wrapping_sub(WHOLE.to_bits());
    let f = (t - (rounded - WHOLE)) * std::f32::consts::LN_2;
    let [first, rest @ ..] = POWERS;
    let poly = rest.into_iter().fold(first, |sum, next| next + f * sum);
    f32::from_bits(k.wrapping_add(127) << 23) * poly
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponential_is_accurate() {
        for n in 0..2000 {
            let x = -(n as f32) / 100.0;
            let exact = f64::from(x).exp();
            assert!((f64::from(exp(x)) / exact - 1.0).abs() < 4e-7 * f64::from(1.0 - x), "{x}");
        }
    }

    #[test]
    fn softmax_sums_to_one() {
        let none = f32::NEG_INFINITY;
        let p = softmax([1.0, -2.0, 3.0, 0.5, -40.0, 2.0, none, none]);
        assert!((p.iter().take(OUTPUTS).sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(p[2] > p[5] && p[5] > p[0]);
    }

    #[test]
    fn weights_lie_in_pairs() {
        let width = 64;
        let head = Head {
            dense: (0..HIDDEN * width).map(|n| n as i16).collect(),
            bias: [0.0; HIDDEN],
            output: [[0.0; 2 * HIDDEN]; OUTPUTS],
            output_bias: [0.0; OUTPUTS],
            readings: [[0.0; 2 * HIDDEN]; READINGS],
            readings_bias: [0.0; READINGS],
        };
        let upper = Upper::new(&head, width);
        let at = (5 * HIDDEN + 3) * 2;
        assert_eq!(upper.pairs.as_slice()[at..at + 2], [3 * width as i16 + 10, 3 * width as i16 + 11]);
    }
}
