// SPDX-License-Identifier: GPL-3.0-or-later
//! The inner loops in plain Rust: the reference for all other kernels.

use super::super::differences::Differences;
use super::super::upper::{self, CHAINS, LANES, Upper};
use super::super::{FILTER_PLACES, HIDDEN, OUTPUTS, Output, ROW_ONE, SlotRows};
use super::row_start;

pub(super) fn differences(old: &SlotRows, new: &SlotRows, found: &mut Differences) {
    found.restart();
    for (old, new) in old.iter().zip(new) {
        if old != new {
            found.change(*old, *new);
        }
    }
}

pub(super) fn update(sums: &mut [i16], table: &[i16], removed: &[u16], added: &[u16]) {
    let width = sums.len();
    for &row in removed {
        for (sum, value) in sums.iter_mut().zip(&table[usize::from(row) * width..]) {
            *sum = sum.wrapping_sub(*value);
        }
    }
    for &row in added {
        for (sum, value) in sums.iter_mut().zip(&table[usize::from(row) * width..]) {
            *sum = sum.wrapping_add(*value);
        }
    }
}

/// The square of a clipped sum, 0..=1024.
fn activation(sum: i16) -> i32 {
    let clipped = i32::from(sum).clamp(0, ROW_ONE as i32) << 2;
    (clipped * clipped) >> 16
}

pub(super) fn rank(
    sums: &mut [i16],
    table: &[i16],
    counts: &mut [u8; FILTER_PLACES],
    new: &[u8; FILTER_PLACES],
    weights: &[i16],
) -> i32 {
    let width = sums.len();
    for (place, (old, &new)) in counts.iter_mut().zip(new).enumerate() {
        if *old != new {
            let row = |count| &table[row_start(place, count, width)..][..width];
            for ((sum, removed), added) in sums.iter_mut().zip(row(*old)).zip(row(new)) {
                *sum = sum.wrapping_sub(*removed).wrapping_add(*added);
            }
            *old = new;
        }
    }
    sums.iter().zip(weights).map(|(&sum, &weight)| activation(sum) * i32::from(weight)).sum()
}

pub(super) fn dense(sums: &[i16], pairs: &[i16]) -> [i32; HIDDEN] {
    let mut dots = [0i32; HIDDEN];
    for (sums, weights) in sums.chunks_exact(2).zip(pairs.chunks_exact(2 * HIDDEN)) {
        let (first, second) = (activation(sums[0]), activation(sums[1]));
        for (dot, weights) in dots.iter_mut().zip(weights.chunks_exact(2)) {
            *dot += first * i32::from(weights[0]) + second * i32::from(weights[1]);
        }
    }
    dots
}

pub(super) fn output(dots: &[i32; HIDDEN], upper: &Upper) -> Output {
    let z = upper::activate(dots, upper);
    let mut sums = [[0.0f32; LANES]; CHAINS];
    for (inputs, weights) in z.chunks_exact(CHAINS).zip(upper.output.chunks_exact(CHAINS)) {
        for chain in 0..CHAINS {
            for lane in 0..LANES {
                sums[chain][lane] += inputs[chain] * weights[chain][lane];
            }
        }
    }
    let mut values = upper.output_bias;
    for (lane, value) in values.iter_mut().enumerate() {
        *value += (sums[0][lane] + sums[1][lane]) + (sums[2][lane] + sums[3][lane]);
    }
    let [a, b, c, d, e, f, readings @ ..] = values;
    Output { outcomes: softmax([a, b, c, d, e, f]), readings }
}

fn softmax(logits: [f32; OUTPUTS]) -> [f32; OUTPUTS] {
    let most = logits.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let powers = logits.map(|logit| exp(logit - most));
    let [a, b, c, d, e, f] = powers;
    let sum = ((a + b) + (c + d)) + (e + f);
    powers.map(|power| power / sum)
}

/// Smaller exponents count as this.
pub(super) const LEAST: f32 = -80.0;

/// Floats of this size are whole numbers, and their last bits count up from here.
pub(super) const WHOLE: f32 = 12_582_912.0;

/// The factors of the powers of x in e^x, from the sixth to 1.
pub(super) const POWERS: [f32; 7] = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];

/// e^x for `x <= 0`, relative error below 4e-7 · (1 + |x|): 2^k times a polynomial on [-½, ½], the same bits on every machine.
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
        let p = softmax([1.0, -2.0, 3.0, 0.5, -40.0, 2.0]);
        assert!((p.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(p[2] > p[5] && p[5] > p[0]);
    }
}
