// SPDX-License-Identifier: GPL-3.0-or-later
//! The inner loops in plain Rust: the reference for all other kernels.

use super::super::accumulator::Differences;
use super::super::upper::{self, CHAINS, LANES, Upper};
use super::super::{FILTER_PLACES, HIDDEN, Output, ROW_ONE, SlotRows};
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
    upper::output(&sums, upper)
}
