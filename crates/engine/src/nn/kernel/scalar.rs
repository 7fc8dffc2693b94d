// SPDX-License-Identifier: GPL-3.0-or-later
//! The inner loops in plain Rust: the reference for all other kernels.

use super::super::{HIDDEN, ROW_ONE, SlotRows};

pub(super) fn changed(old: &SlotRows, new: &SlotRows) -> [u64; 2] {
    let mut words = [0u64; 2];
    for (slot, (old, new)) in old.iter().zip(new).enumerate() {
        words[slot / 64] |= u64::from(old != new) << (slot % 64);
    }
    words
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

pub(super) fn dot(sums: &[i16], weights: &[i16]) -> i32 {
    sums.iter().zip(weights).map(|(&sum, &weight)| activation(sum) * i32::from(weight)).sum()
}

pub(super) fn dense(sums: &[i16], weights: &[i16]) -> [i32; HIDDEN] {
    let mut units = weights.chunks_exact(sums.len());
    std::array::from_fn(|_| units.next().map_or(0, |unit| dot(sums, unit)))
}
