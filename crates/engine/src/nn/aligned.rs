// SPDX-License-Identifier: GPL-3.0-or-later
//! Values aligned to cache lines, so that no vector lies in two of them.
//!
//! Tables with random access are stored in one large page where possible: the first layer of a net takes a few MiB, which
//! is hundreds of ordinary pages.

#[cfg(feature = "mmap")]
use crate::pages::LargePages;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A value that begins with a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Aligned<T>(pub(crate) T);

impl<T> Deref for Aligned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Aligned<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// Values of one cache line.
type CacheLine = Aligned<[i16; 32]>;

/// Aligned values that change.
#[derive(Clone, Debug)]
pub(super) struct AlignedSums(Vec<CacheLine>);

impl AlignedSums {
    /// Copies `values`, whose number is a multiple of 32.
    pub(super) fn new(values: &[i16]) -> AlignedSums {
        AlignedSums(lines_of(values).collect())
    }

    pub(super) fn as_slice(&self) -> &[i16] {
        // SAFETY: `CacheLine` is exactly 32 `i16` (64 bytes, alignment 64, no padding).
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), 32 * self.0.len()) }
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [i16] {
        // SAFETY: as above, and the lines are borrowed as long as the slice.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), 32 * self.0.len()) }
    }
}

fn lines_of(values: &[i16]) -> impl Iterator<Item = CacheLine> {
    values.chunks_exact(32).map(|chunk| Aligned(chunk.try_into().expect("invariant: chunks of 32")))
}

/// Immutable aligned values.
#[derive(Clone, Debug)]
pub(super) struct AlignedValues {
    memory: Memory,
    len: usize,
}

#[derive(Clone, Debug)]
enum Memory {
    #[cfg(feature = "mmap")]
    Pages(Arc<LargePages>),
    /// Small tables, and all tables where large pages are not available.
    CacheLines(Arc<[CacheLine]>),
}

impl AlignedValues {
    /// Copies `values`, whose number is a multiple of 32.
    pub(super) fn new(values: &[i16]) -> AlignedValues {
        let in_lines = || Memory::CacheLines(lines_of(values).collect());
        AlignedValues { memory: pages(values).unwrap_or_else(in_lines), len: values.len() / 32 * 32 }
    }

    pub(super) fn as_slice(&self) -> &[i16] {
        let start: *const i16 = match &self.memory {
            #[cfg(feature = "mmap")]
            Memory::Pages(pages) => pages.as_ptr().cast(),
            Memory::CacheLines(lines) => lines.as_ptr().cast(),
        };
        // SAFETY: pages hold `2 * len` bytes, aligned; `CacheLine` is exactly 32 `i16` (64 bytes, alignment 64, no padding), so
        // lines are `len` values. Neither ever changes, and every bit pattern is an `i16`.
        unsafe { std::slice::from_raw_parts(start, self.len) }
    }
}

/// Without memory maps there are no large pages.
#[cfg(not(feature = "mmap"))]
fn pages(_values: &[i16]) -> Option<Memory> {
    None
}

/// A copy of the values in large pages, if the values fill at least half of one.
#[cfg(feature = "mmap")]
fn pages(values: &[i16]) -> Option<Memory> {
    let mut pages = LargePages::zeroed(2 * values.len())?;
    for (to, value) in pages.as_mut_slice().chunks_exact_mut(2).zip(values) {
        to.copy_from_slice(&value.to_ne_bytes());
    }
    Some(Memory::Pages(Arc::new(pages)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_aligned() {
        for n in [64, 1 << 19, (1 << 20) + 4096] {
            let values: Vec<i16> = (0..n).map(|k| (k * 31 % 65536) as u16 as i16).collect();
            let lines = AlignedValues::new(&values);
            assert_eq!(lines.as_slice(), values);
            assert_eq!(lines.as_slice().as_ptr().align_offset(64), 0);
            assert_eq!(lines.clone().as_slice(), values);
            let mut sums = AlignedSums::new(&values);
            assert_eq!(sums.as_slice(), values);
            assert_eq!(sums.as_mut_slice().as_ptr().align_offset(64), 0);
        }
    }
}
