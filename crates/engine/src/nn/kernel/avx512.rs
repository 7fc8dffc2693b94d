// SPDX-License-Identifier: GPL-3.0-or-later
//! The inner loops with 512-bit vectors.

use super::super::differences::Differences;
use super::super::{HIDDEN, MAX_SLOTS, NO_ROW, ROW_ONE, SlotRows};
use std::arch::x86_64::*;
use std::mem::MaybeUninit;

/// These gain nothing from wider vectors: a filter is narrow, and so is the output.
pub(super) use super::avx2::{output, rank};

/// 16-bit values in one vector.
const LANE: usize = 32;
/// Pairs of 16-bit values in one vector.
const PAIRS: usize = LANE / 2;

/// See [`super::Kernel::differences`].
///
/// # Safety
/// The processor has AVX-512 F, BW and VBMI2, and POPCNT.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
pub(super) unsafe fn differences(old: &SlotRows, new: &SlotRows, found: &mut Differences) {
    let none = _mm512_set1_epi16(NO_ROW as i16);
    let (mut n_removed, mut n_added) = (0, 0);
    let mut greatest = _mm512_setzero_si512();
    for at in (0..MAX_SLOTS).step_by(LANE) {
        // SAFETY: `at + LANE <= MAX_SLOTS`, and before this vector at most `at` rows were written to either list.
        unsafe {
            let old = _mm512_loadu_si512(old.as_ptr().add(at).cast());
            let new = _mm512_loadu_si512(new.as_ptr().add(at).cast());
            let changed = _mm512_cmpneq_epu16_mask(old, new);
            let removed = _mm512_mask_cmpneq_epu16_mask(changed, old, none);
            let added = _mm512_mask_cmpneq_epu16_mask(changed, new, none);
            let to = found.removed.as_mut_ptr().add(n_removed);
            _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi16(removed, old));
            let to = found.added.as_mut_ptr().add(n_added);
            _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi16(added, new));
            n_removed += removed.count_ones() as usize;
            n_added += added.count_ones() as usize;
            greatest = _mm512_mask_max_epu16(greatest, removed, greatest, old);
            greatest = _mm512_mask_max_epu16(greatest, added, greatest, new);
        }
    }
    let half = _mm256_max_epu16(_mm512_castsi512_si256(greatest), _mm512_extracti64x4_epi64::<1>(greatest));
    let quarter = _mm_max_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
    // There is an instruction for the least of eight, so the greatest is found among the complements.
    let least = _mm_minpos_epu16(_mm_xor_si128(quarter, _mm_set1_epi16(-1)));
    let greatest = !(_mm_cvtsi128_si32(least) as u16);
    (found.n_removed, found.n_added, found.greatest) = (n_removed, n_added, greatest);
}

/// See [`super::Kernel::update`].
///
/// # Safety
/// The processor has AVX-512 F and BW; every row lies inside `table`; `sums.len()` is a multiple of `2 * LANE`.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn update(sums: &mut [i16], table: &[i16], removed: &[u16], added: &[u16]) {
    let width = sums.len();
    debug_assert!(width.is_multiple_of(2 * LANE));
    let mut tile = 0;
    while tile < width {
        // SAFETY: the tile ends at `width` at most, and each row starts at `row * width` with `width` values behind it.
        tile += unsafe {
            match (width - tile) / LANE {
                12.. => update_tile::<12>(sums, table, removed, added, tile),
                8.. => update_tile::<8>(sums, table, removed, added, tile),
                4.. => update_tile::<4>(sums, table, removed, added, tile),
                _ => update_tile::<2>(sums, table, removed, added, tile),
            }
        };
    }
}

/// Updates `N` vectors of sums from `tile` on, which stay in registers meanwhile; returns how many values these are.
///
/// # Safety
/// As [`update`]; `tile + N * LANE <= sums.len()`.
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn update_tile<const N: usize>(
    sums: &mut [i16],
    table: &[i16],
    removed: &[u16],
    added: &[u16],
    tile: usize,
) -> usize {
    let width = sums.len();
    // SAFETY: the caller's promises.
    unsafe {
        let row = |row: u16| table.as_ptr().add(usize::from(row) * width + tile).cast::<__m512i>();
        let at = sums.as_mut_ptr().add(tile).cast::<__m512i>();
        let mut acc = [_mm512_setzero_si512(); N];
        for (k, value) in acc.iter_mut().enumerate() {
            *value = _mm512_loadu_si512(at.add(k));
        }
        for &removed in removed {
            let from = row(removed);
            for (k, value) in acc.iter_mut().enumerate() {
                *value = _mm512_sub_epi16(*value, _mm512_loadu_si512(from.add(k)));
            }
        }
        for &added in added {
            let from = row(added);
            for (k, value) in acc.iter_mut().enumerate() {
                *value = _mm512_add_epi16(*value, _mm512_loadu_si512(from.add(k)));
            }
        }
        for (k, value) in acc.iter().enumerate() {
            _mm512_storeu_si512(at.add(k), *value);
        }
    }
    N * LANE
}

/// Sums whose active pairs are listed at a time.
const BLOCK: usize = 512;
/// Pairs multiplied side by side.
const CHAINS_OF_PAIRS: usize = 4;
/// Vectors that hold the dots of all units.
const VECTORS: usize = HIDDEN / PAIRS;

/// See [`super::Kernel::dense`].
///
/// # Safety
/// The processor has AVX-512 F, BW and VNNI, POPCNT and BMI1; `sums.len()` is a multiple of `2 * LANE`; `pairs` holds
/// `HIDDEN` values for each of the sums.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,popcnt,bmi1")]
pub(super) unsafe fn dense(sums: &[i16], pairs: &[i16]) -> [i32; HIDDEN] {
    const LISTED: usize = BLOCK / 2 + PAIRS;
    let mut acc = [[_mm512_setzero_si512(); VECTORS]; CHAINS_OF_PAIRS];
    let first_numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    for (block, sums) in sums.chunks(BLOCK).enumerate() {
        let mut activations = [MaybeUninit::<i32>::uninit(); LISTED];
        let mut numbers = [MaybeUninit::<i32>::uninit(); LISTED];
        let mut listed = 0;
        for at in (0..sums.len()).step_by(LANE) {
            // SAFETY: `at + LANE <= sums.len()`; before this vector at most `at / 2` pairs are listed.
            unsafe {
                let both = activation(_mm512_loadu_si512(sums.as_ptr().add(at).cast()));
                let active = _mm512_test_epi32_mask(both, both);
                let number = _mm512_add_epi32(first_numbers, _mm512_set1_epi32((at / 2) as i32));
                let to = activations.as_mut_ptr().add(listed).cast();
                _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(active, both));
                let to = numbers.as_mut_ptr().add(listed).cast();
                _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(active, number));
                listed += active.count_ones() as usize;
            }
        }
        // SAFETY: a vector of zeros ends the lists, so those read beyond the listed pairs multiply the first pair by 0.
        // Every number is that of a pair of this block, each of which has `2 * HIDDEN` weights.
        unsafe {
            let zero = _mm512_setzero_si512();
            _mm512_storeu_si512(activations.as_mut_ptr().add(listed).cast(), zero);
            _mm512_storeu_si512(numbers.as_mut_ptr().add(listed).cast(), zero);
            let pairs = pairs.as_ptr().add(block * BLOCK * HIDDEN);
            for first in (0..listed).step_by(CHAINS_OF_PAIRS) {
                for (k, dots) in acc.iter_mut().enumerate() {
                    let both = _mm512_set1_epi32(activations[first + k].assume_init());
                    let number = numbers[first + k].assume_init() as usize;
                    let weights = pairs.add(number * 2 * HIDDEN).cast::<__m512i>();
                    for (n, dots) in dots.iter_mut().enumerate() {
                        *dots = _mm512_dpwssd_epi32(*dots, both, _mm512_loadu_si512(weights.add(n)));
                    }
                }
            }
        }
    }
    let mut dots = [0i32; HIDDEN];
    for n in 0..VECTORS {
        let sum = acc.iter().fold(_mm512_setzero_si512(), |sum, dots| _mm512_add_epi32(sum, dots[n]));
        // SAFETY: `VECTORS` vectors of sixteen are `HIDDEN` values.
        unsafe { _mm512_storeu_si512(dots.as_mut_ptr().add(PAIRS * n).cast(), sum) };
    }
    dots
}

/// Squares of sums clipped to 0..=1, as 0..=1024.
#[target_feature(enable = "avx512f,avx512bw")]
fn activation(sum: __m512i) -> __m512i {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(ROW_ONE as i16));
    let clipped = _mm512_slli_epi16::<2>(_mm512_min_epi16(_mm512_max_epi16(sum, zero), one));
    _mm512_mulhi_epi16(clipped, clipped)
}
