// SPDX-License-Identifier: GPL-3.0-or-later
//! Weighted sums of the counts of all places.

/// A weight for each index.
pub(super) type Weights = [i16; 32];

/// The sums of `counts` by each of the weights. *Invariant:* counts are below 128.
#[inline(always)]
pub(super) fn weighted<const N: usize>(counts: &[u8; 32], weights: [&Weights; N]) -> [i32; N] {
    #[cfg(target_arch = "x86_64")]
    {
        sse2::weighted(counts, weights)
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        scalar(counts, weights)
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn scalar<const N: usize>(counts: &[u8; 32], weights: [&Weights; N]) -> [i32; N] {
    let sum =
        |weights: &Weights| counts.iter().zip(weights).map(|(&n, &w)| i32::from(n) * i32::from(w)).sum();
    weights.map(sum)
}

/// With vectors of sixteen counts, which every processor of this kind has.
#[cfg(target_arch = "x86_64")]
mod sse2 {
    use super::Weights;
    use std::arch::x86_64::*;

    #[inline(always)]
    pub(super) fn weighted<const N: usize>(counts: &[u8; 32], weights: [&Weights; N]) -> [i32; N] {
        // SAFETY: each place that is read has a whole vector of the 32 counts or weights behind it.
        unsafe {
            let counts = counts.as_ptr().cast::<__m128i>();
            let (low, high) = (_mm_loadu_si128(counts), _mm_loadu_si128(counts.add(1)));
            let zero = _mm_setzero_si128();
            let quarters = [
                _mm_unpacklo_epi8(low, zero),
                _mm_unpackhi_epi8(low, zero),
                _mm_unpacklo_epi8(high, zero),
                _mm_unpackhi_epi8(high, zero),
            ];
            weights.map(|weights| {
                let weights = weights.as_ptr().cast::<__m128i>();
                let products = |n: usize| _mm_madd_epi16(quarters[n], _mm_loadu_si128(weights.add(n)));
                let four = _mm_add_epi32(
                    _mm_add_epi32(products(0), products(1)),
                    _mm_add_epi32(products(2), products(3)),
                );
                let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
                _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b00_00_00_01>(two)))
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_ways_sum_the_same(
            counts in prop::array::uniform32(0u8..128),
            one in prop::array::uniform32(any::<i16>()),
            two in prop::array::uniform32(any::<i16>()),
        ) {
            prop_assert_eq!(weighted(&counts, [&one, &two]), scalar(&counts, [&one, &two]));
        }
    }
}
