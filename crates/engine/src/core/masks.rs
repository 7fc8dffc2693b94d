// SPDX-License-Identifier: GPL-3.0-or-later
//! Sets of places by their counts, as bits.

/// Bit `i` is set where `counts[i]` is at least `N`. *Invariant:* counts and `N` are below 128.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn of_at_least<const N: u8>(counts: &[u8; 32]) -> u32 {
    use std::arch::x86_64::{_mm_cmpgt_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};
    // SAFETY: every processor of this kind has SSE2, and sixteen of the 32 counts follow each place that is read.
    unsafe {
        let sixteen = |at: usize| {
            let counts = _mm_loadu_si128(counts.as_ptr().add(at).cast());
            _mm_movemask_epi8(_mm_cmpgt_epi8(counts, _mm_set1_epi8(N as i8 - 1))) as u32
        };
        sixteen(0) | sixteen(16) << 16
    }
}

/// The same on other processors.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn of_at_least<const N: u8>(counts: &[u8; 32]) -> u32 {
    portable::<N>(counts)
}

/// Eight counts at a time: adding `128 - N` carries into the top bit of each byte that holds at least `N`, and one
/// multiplication gathers the top bits.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn portable<const N: u8>(counts: &[u8; 32]) -> u32 {
    let mut mask = 0;
    for (n, chunk) in counts.chunks_exact(8).enumerate() {
        let counts = u64::from_le_bytes(chunk.try_into().expect("invariant: chunks of eight bytes"));
        let tops = counts.wrapping_add(0x0101_0101_0101_0101 * u64::from(128 - N)) & 0x8080_8080_8080_8080;
        let gathered = (tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        mask |= (gathered as u32) << (8 * n);
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_ways_find_the_same(counts in prop::array::uniform32(0u8..20)) {
            let plain = |least: u8| (0..32).fold(0u32, |mask, i| mask | u32::from(counts[i] >= least) << i);
            prop_assert_eq!(of_at_least::<1>(&counts), plain(1));
            prop_assert_eq!(of_at_least::<2>(&counts), plain(2));
            prop_assert_eq!(portable::<1>(&counts), plain(1));
            prop_assert_eq!(portable::<2>(&counts), plain(2));
        }
    }
}
