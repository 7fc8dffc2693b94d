// SPDX-License-Identifier: GPL-3.0-or-later
//! The inner loops with 256-bit vectors.

use super::super::differences::Differences;
use super::super::upper::{self, CHAINS, LANES as OUTPUT_LANES, Upper};
use super::super::{FILTER_PLACES, HIDDEN, LANES, MAX_SLOTS, Output, ROW_ONE, SlotRows};
use super::{row_start, scalar};
use std::arch::x86_64::*;
use std::f32::consts::{LN_2, LOG2_E};

/// 16-bit values in one vector.
const LANE: usize = 16;
/// Vectors kept in registers at a time while rows are summed.
const TILE: usize = 4;
/// Pairs of first-layer units searched at a time for active ones.
const PAIRS: usize = LANES / 2;

/// See [`super::Kernel::differences`].
///
/// # Safety
/// The processor has AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn differences(old: &SlotRows, new: &SlotRows, found: &mut Differences) {
    let equal = |at: usize| {
        // SAFETY: callers pass multiples of `LANE` below the 128 slots.
        unsafe {
            let one = _mm256_loadu_si256(old.as_ptr().add(at).cast());
            let other = _mm256_loadu_si256(new.as_ptr().add(at).cast());
            _mm256_cmpeq_epi16(one, other)
        }
    };
    found.restart();
    for word in 0..MAX_SLOTS / 64 {
        let mut changed = 0u64;
        for half in 0..2 {
            let at = 64 * word + 2 * LANE * half;
            // Packing works on 128-bit halves, so the quarters must be put in order again.
            let packed = _mm256_packs_epi16(equal(at), equal(at + LANE));
            let ordered = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
            let differs = !(_mm256_movemask_epi8(ordered) as u32);
            changed |= u64::from(differs) << (32 * half);
        }
        while changed != 0 {
            let slot = 64 * word + changed.trailing_zeros() as usize;
            changed &= changed - 1;
            found.change(old[slot % MAX_SLOTS], new[slot % MAX_SLOTS]);
        }
    }
}

/// See [`super::Kernel::update`].
///
/// # Safety
/// The processor has AVX2; every row lies inside `table`; `sums.len()` is a multiple of `LANE * TILE`.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn update(sums: &mut [i16], table: &[i16], removed: &[u16], added: &[u16]) {
    let width = sums.len();
    debug_assert!(width.is_multiple_of(LANE * TILE));
    for tile in (0..width).step_by(LANE * TILE) {
        // SAFETY: `tile + LANE * TILE <= width`, and each row starts at `row * width` with `width` values behind it.
        unsafe {
            let at = sums.as_mut_ptr().add(tile).cast::<__m256i>();
            let mut acc = [_mm256_setzero_si256(); TILE];
            for (k, value) in acc.iter_mut().enumerate() {
                *value = _mm256_loadu_si256(at.add(k));
            }
            for &row in removed {
                let from = table.as_ptr().add(usize::from(row) * width + tile).cast::<__m256i>();
                for (k, value) in acc.iter_mut().enumerate() {
                    *value = _mm256_sub_epi16(*value, _mm256_loadu_si256(from.add(k)));
                }
            }
            for &row in added {
                let from = table.as_ptr().add(usize::from(row) * width + tile).cast::<__m256i>();
                for (k, value) in acc.iter_mut().enumerate() {
                    *value = _mm256_add_epi16(*value, _mm256_loadu_si256(from.add(k)));
                }
            }
            for (k, value) in acc.iter().enumerate() {
                _mm256_storeu_si256(at.add(k), *value);
            }
        }
    }
}

/// See [`super::Kernel::dense`].
///
/// # Safety
/// The processor has AVX2; `sums.len()` is a multiple of [`LANES`]; `pairs` holds `HIDDEN` values for each of
/// the sums.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn dense(sums: &[i16], pairs: &[i16]) -> [i32; HIDDEN] {
    /// Vectors that hold the dots of all units.
    const VECTORS: usize = HIDDEN / 8;
    let zero = _mm256_setzero_si256();
    let mut acc = [zero; VECTORS];
    for block in (0..sums.len()).step_by(2 * PAIRS) {
        let mut activations = [0i32; PAIRS];
        let mut in_use = 0u32;
        for n in 0..PAIRS / 8 {
            // SAFETY: `block + 2 * PAIRS <= sums.len()`, and a vector holds eight of the `PAIRS` activations.
            let squared = unsafe {
                let squared = activation(_mm256_loadu_si256(sums.as_ptr().add(block + n * LANE).cast()));
                _mm256_storeu_si256(activations.as_mut_ptr().add(8 * n).cast(), squared);
                squared
            };
            let resting = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(squared, zero)));
            in_use |= (!resting as u32 & 0xff) << (8 * n);
        }
        while in_use != 0 {
            let pair = in_use.trailing_zeros() as usize;
            in_use &= in_use - 1;
            let both = _mm256_set1_epi32(activations[pair % PAIRS]);
            // SAFETY: the pair is one of `sums.len() / 2`, each of which has `2 * HIDDEN` weights.
            unsafe {
                let weights = pairs.as_ptr().add((block / 2 + pair) * 2 * HIDDEN).cast::<__m256i>();
                for (k, dots) in acc.iter_mut().enumerate() {
                    let products = _mm256_madd_epi16(both, _mm256_loadu_si256(weights.add(k)));
                    *dots = _mm256_add_epi32(*dots, products);
                }
            }
        }
    }
    let mut dots = [0i32; HIDDEN];
    for (k, value) in acc.iter().enumerate() {
        // SAFETY: `VECTORS` vectors of eight are `HIDDEN` values.
        unsafe { _mm256_storeu_si256(dots.as_mut_ptr().add(8 * k).cast(), *value) };
    }
    dots
}

/// See [`super::Kernel::rank`].
///
/// # Safety
/// The processor has AVX2; `table` has `FILTER_PLACES * KERNEL_COUNTS` rows as long as `sums`, and so is `weights`;
/// that length is a multiple of `LANE * TILE`.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn rank(
    sums: &mut [i16],
    table: &[i16],
    counts: &mut [u8; FILTER_PLACES],
    new: &[u8; FILTER_PLACES],
    weights: &[i16],
) -> i32 {
    let width = sums.len();
    let differs = |half: usize| {
        // SAFETY: both halves of the counts are one vector.
        let equal = unsafe {
            let one = _mm256_loadu_si256(counts.as_ptr().add(32 * half).cast());
            let other = _mm256_loadu_si256(new.as_ptr().add(32 * half).cast());
            _mm256_cmpeq_epi8(one, other)
        };
        u64::from(!(_mm256_movemask_epi8(equal) as u32)) << (32 * half)
    };
    let changed = differs(0) | differs(1);
    let mut dots = [_mm256_setzero_si256(); TILE];
    for tile in (0..width).step_by(LANE * TILE) {
        let mut acc = [_mm256_setzero_si256(); TILE];
        // SAFETY: `tile + LANE * TILE <= width`, and every row of a count and the weights have `width` values.
        unsafe {
            let at = sums.as_mut_ptr().add(tile).cast::<__m256i>();
            for (k, value) in acc.iter_mut().enumerate() {
                *value = _mm256_loadu_si256(at.add(k));
            }
            let mut left = changed;
            while left != 0 {
                let place = left.trailing_zeros() as usize % FILTER_PLACES;
                left &= left - 1;
                let row =
                    |count: u8| table.as_ptr().add(row_start(place, count, width) + tile).cast::<__m256i>();
                let (removed, added) = (row(counts[place]), row(new[place]));
                for (k, value) in acc.iter_mut().enumerate() {
                    *value = _mm256_sub_epi16(*value, _mm256_loadu_si256(removed.add(k)));
                    *value = _mm256_add_epi16(*value, _mm256_loadu_si256(added.add(k)));
                }
            }
            let weights = weights.as_ptr().add(tile).cast::<__m256i>();
            for (k, value) in acc.iter().enumerate() {
                _mm256_storeu_si256(at.add(k), *value);
                let products = _mm256_madd_epi16(activation(*value), _mm256_loadu_si256(weights.add(k)));
                dots[k] = _mm256_add_epi32(dots[k], products);
            }
        }
    }
    *counts = *new;
    let [a, b, c, d] = dots;
    sum_lanes(_mm256_add_epi32(_mm256_add_epi32(a, b), _mm256_add_epi32(c, d)))
}

/// See [`super::Kernel::output`].
///
/// # Safety
/// The processor has AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn output(dots: &[i32; HIDDEN], upper: &Upper) -> Output {
    let z = upper::activate(dots, upper);
    let mut acc = [_mm256_setzero_ps(); CHAINS];
    for (inputs, weights) in z.chunks_exact(CHAINS).zip(upper.output.chunks_exact(CHAINS)) {
        for (k, value) in acc.iter_mut().enumerate() {
            // SAFETY: each input has one vector of weights.
            let weights = unsafe { _mm256_loadu_ps(weights[k].as_ptr()) };
            *value = _mm256_add_ps(*value, _mm256_mul_ps(_mm256_set1_ps(inputs[k]), weights));
        }
    }
    let [a, b, c, d] = acc;
    outcomes(_mm256_add_ps(_mm256_add_ps(a, b), _mm256_add_ps(c, d)), upper)
}

/// The output of the net from the sums of its output layer, as the plain kernel finds it.
#[target_feature(enable = "avx2")]
fn outcomes(sums: __m256, upper: &Upper) -> Output {
    /// The lanes of the readings.
    const READINGS: i32 = 0b1100_0000;
    // SAFETY: the biases are one vector.
    let bias = unsafe { _mm256_loadu_ps(upper.output_bias.as_ptr()) };
    let values = _mm256_add_ps(bias, sums);
    let logits = _mm256_blend_ps::<READINGS>(values, _mm256_set1_ps(f32::NEG_INFINITY));
    let four = _mm_max_ps(_mm256_castps256_ps128(logits), _mm256_extractf128_ps::<1>(logits));
    let two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    let most = _mm_max_ps(two, _mm_shuffle_ps::<0b01>(two, two));
    let powers = exp(_mm256_sub_ps(logits, _mm256_broadcastss_ps(most)));
    let pairs = _mm256_hadd_ps(powers, powers);
    let (first, last) = (_mm256_castps256_ps128(pairs), _mm256_extractf128_ps::<1>(pairs));
    let sum = _mm_add_ps(_mm_add_ps(first, _mm_shuffle_ps::<0b01>(first, first)), last);
    let chances = _mm256_div_ps(powers, _mm256_broadcastss_ps(sum));
    let mut lanes = [0.0; OUTPUT_LANES];
    // SAFETY: the lanes are one vector.
    unsafe { _mm256_storeu_ps(lanes.as_mut_ptr(), _mm256_blend_ps::<READINGS>(chances, values)) };
    let [a, b, c, d, e, f, readings @ ..] = lanes;
    Output { outcomes: [a, b, c, d, e, f], readings }
}

/// e^x as the plain kernel finds it.
#[target_feature(enable = "avx2")]
fn exp(x: __m256) -> __m256 {
    let all = |value: f32| _mm256_set1_ps(value);
    let t = _mm256_mul_ps(_mm256_max_ps(x, all(scalar::LEAST)), all(LOG2_E));
    let rounded = _mm256_add_ps(t, all(scalar::WHOLE));
    let k = _mm256_sub_epi32(_mm256_castps_si256(rounded), _mm256_castps_si256(all(scalar::WHOLE)));
    let f = _mm256_mul_ps(_mm256_sub_ps(t, _mm256_sub_ps(rounded, all(scalar::WHOLE))), all(LN_2));
    let [first, rest @ ..] = scalar::POWERS;
    let poly = rest.into_iter().fold(all(first), |sum, next| _mm256_add_ps(all(next), _mm256_mul_ps(f, sum)));
    let scale = _mm256_slli_epi32::<23>(_mm256_add_epi32(k, _mm256_set1_epi32(127)));
    _mm256_mul_ps(_mm256_castsi256_ps(scale), poly)
}

/// Squares of sums clipped to 0..=1, as 0..=1024.
#[target_feature(enable = "avx2")]
fn activation(sum: __m256i) -> __m256i {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ROW_ONE as i16));
    let clipped = _mm256_slli_epi16::<2>(_mm256_min_epi16(_mm256_max_epi16(sum, zero), one));
    _mm256_mulhi_epi16(clipped, clipped)
}

/// The sum of eight 32-bit lanes.
#[target_feature(enable = "avx2")]
fn sum_lanes(value: __m256i) -> i32 {
    let four = _mm_add_epi32(_mm256_castsi256_si128(value), _mm256_extracti128_si256::<1>(value));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}
