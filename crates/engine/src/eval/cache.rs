// SPDX-License-Identifier: GPL-3.0-or-later
//! A shared cache of static evaluations, without locks.
//!
//! Entries of 32 bytes, two to a cache line: a 64-bit check word, the five chances and the shifts of the cube's
//! efficiency. The check is the position's hash
//! mixed with the stored values, so an entry that two threads wrote at once fails its check and counts as empty. A hit
//! returns exactly what was stored; which entries are present can change speed but never a result. A wrong hit needs
//! two positions with equal 64-bit hashes: about one in 10^19 look-ups.

use super::static_eval::{NetValue, Shifts};
use crate::core::{Board, Probs};
#[cfg(feature = "mmap")]
use crate::pages::LargePages;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Entries by default: 2^19, 16 MiB.
pub const DEFAULT_CACHE_ENTRIES: usize = 1 << 19;

/// Most entries: 2^26, 2 GiB.
pub const MAX_CACHE_ENTRIES: usize = 1 << 26;

/// Check word, then chances 0 and 1, 2 and 3, 4 and the shifts.
type CacheEntry = [AtomicU64; 4];

/// The entries where a position may be found: one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct EntryPair([CacheEntry; 2]);

/// The cache. All methods take `&self`; use it from any number of threads.
#[derive(Debug)]
pub struct Cache {
    memory: Memory,
}

#[derive(Debug)]
enum Memory {
    /// Zeroed memory for so many pairs.
    #[cfg(feature = "mmap")]
    Pages(LargePages, usize),
    /// Small caches, and all caches where large pages are not available.
    Pairs(Vec<EntryPair>),
}

impl Cache {
    /// A cache of at least `entries` entries, rounded up to a power of two; 0 switches caching off.
    #[must_use]
    pub(crate) fn new(entries: usize) -> Cache {
        let entries = if entries == 0 { 0 } else { entries.clamp(2, MAX_CACHE_ENTRIES).next_power_of_two() };
        let n_pairs = entries / 2;
        #[cfg(feature = "mmap")]
        if let Some(pages) = LargePages::zeroed(n_pairs * size_of::<EntryPair>()) {
            return Cache { memory: Memory::Pages(pages, n_pairs) };
        }
        Cache { memory: Memory::Pairs((0..n_pairs).map(|_| EntryPair::default()).collect()) }
    }

    fn pairs(&self) -> &[EntryPair] {
        match &self.memory {
            // SAFETY: the pages are aligned and have room for so many pairs, which are atomic numbers, so that any bytes are some
            // and all threads may change them. Nothing else has access to them while the cache lives.
            #[cfg(feature = "mmap")]
            Memory::Pages(pages, n_pairs) => unsafe {
                std::slice::from_raw_parts(pages.as_ptr().cast(), *n_pairs)
            },
            Memory::Pairs(pairs) => pairs,
        }
    }

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        2 * self.pairs().len()
    }

    /// Whether caching is off.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs().is_empty()
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for word in self.pairs().iter().flat_map(|pair| pair.0.as_flattened()) {
            word.store(0, Relaxed);
        }
    }

    /// What is stored of a position with this hash.
    #[must_use]
    pub(crate) fn get(&self, hash: u64) -> Option<NetValue> {
        let pair = self.pair(hash)?;
        pair.iter().find_map(|entry| read(entry, hash))
    }

    /// Stores a value and replaces the older entry of the pair.
    pub(crate) fn put(&self, hash: u64, value: NetValue) {
        let Some([first, second]) = self.pair(hash) else { return };
        // The newer entry stands first.
        for (to, from) in second.iter().zip(first) {
            to.store(from.load(Relaxed), Relaxed);
        }
        let p = value.probs.to_array().map(f32::to_bits).map(u64::from);
        let [centered, owned] = value.shifts.0.map(|shift| u64::from(shift as u16));
        let values = [p[0] | p[1] << 32, p[2] | p[3] << 32, p[4] | centered << 32 | owned << 48];
        first[0].store(hash ^ mix(values), Relaxed);
        for (word, value) in first[1..].iter().zip(values) {
            word.store(value, Relaxed);
        }
    }

    /// Starts fetching what [`Cache::get`] will read from memory, without waiting for it.
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(pair) = self.pair(hash) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: every x86-64 processor has this instruction, and it only hints at an address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(pair).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    fn pair(&self, hash: u64) -> Option<&[CacheEntry; 2]> {
        let pairs = self.pairs();
        let mask = pairs.len().checked_sub(1)?;
        Some(&pairs[(hash >> 32) as usize & mask].0)
    }
}

fn read(entry: &CacheEntry, hash: u64) -> Option<NetValue> {
    let [check, values @ ..] = entry.each_ref().map(|word| word.load(Relaxed));
    if check ^ mix(values) != hash || check == 0 {
        return None;
    }
    let low = |value: u64| f32::from_bits(value as u32);
    let high = |value: u64| f32::from_bits((value >> 32) as u32);
    let probs =
        Probs::from_array([low(values[0]), high(values[0]), low(values[1]), high(values[1]), low(values[2])]);
    let shifts = Shifts([32, 48].map(|at| (values[2] >> at) as u16 as i16));
    Some(NetValue { probs, shifts })
}

fn mix(values: [u64; 3]) -> u64 {
    let folded = values[0].rotate_left(17) ^ values[1].rotate_left(37) ^ values[2];
    folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1
}

/// A 64-bit hash of a position.
#[must_use]
pub(crate) fn hash(board: &Board) -> u64 {
    const KEYS: [u64; 8] = [
        0xA076_1D64_78BD_642F,
        0xE703_7ED1_A0B4_28DB,
        0x8EBC_6AF0_9C88_C6E3,
        0x5899_65CC_7537_4CC3,
        0x1D8E_4E27_C47D_124F,
        0xEB44_ACCA_B455_D165,
        0x2F14_9C8E_9B1B_6D51,
        0xC3A5_C85C_97CB_3127,
    ];
    let mut hash = 0u64;
    for (pair, keys) in board.bytes().chunks_exact(16).zip(KEYS.chunks_exact(2)) {
        let word =
            |n: usize| u64::from_le_bytes(pair[8 * n..8 * n + 8].try_into().expect("invariant: eight bytes"));
        let product = u128::from(word(0) ^ keys[0]) * u128::from(word(1) ^ keys[1]);
        hash = hash.rotate_left(23) ^ (product as u64) ^ ((product >> 64) as u64);
    }
    hash.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Dice, PlayList};

    #[test]
    fn what_is_stored_comes_back_bit_for_bit() {
        let probs = Probs::from_array([0.521_514, 0.153_921, 0.007_563, 0.129_847, 0.0]);
        let value = NetValue { probs, shifts: Shifts([-1234, i16::MAX]) };
        let hash = hash(&Board::default());
        // One in ordinary memory, one in large pages.
        for (entries, len) in [(100, 128), (100_000, 1 << 17)] {
            let cache = Cache::new(entries);
            assert_eq!(cache.len(), len);
            assert_eq!(cache.get(hash), None);
            cache.put(hash, value);
            assert_eq!(cache.get(hash), Some(value));
            cache.clear();
            assert_eq!(cache.get(hash), None);
        }
        let off = Cache::new(0);
        off.put(hash, value);
        assert_eq!(off.get(hash), None);
    }

    #[test]
    fn hashes_of_similar_positions_differ() {
        let mut list = PlayList::new();
        let mut seen = std::collections::HashSet::new();
        let mut boards = std::collections::HashSet::new();
        for dice in Dice::ALL {
            list.generate(&Board::default(), dice);
            for first in list.boards().to_vec() {
                for reply in Dice::ALL {
                    list.generate(&first, reply);
                    for board in list.boards() {
                        boards.insert(*board);
                        seen.insert(hash(board));
                    }
                }
            }
        }
        assert!(boards.len() > 50_000);
        assert_eq!(seen.len(), boards.len());
    }

    #[test]
    fn threads_never_read_a_mixture() {
        let cache = Cache::new(2);
        let board = Board::default();
        std::thread::scope(|scope| {
            for thread in 0..4u32 {
                let cache = &cache;
                scope.spawn(move || {
                    for n in 0..50_000u32 {
                        let hash = hash(&board) ^ u64::from(n % 5);
                        let value = (n % 5 * 4 + thread) as f32;
                        if let Some(NetValue { probs, shifts }) = cache.get(hash) {
                            assert_eq!(shifts, Shifts([probs.win as i16; 2]));
                            assert!(probs.to_array().iter().all(|p| *p == probs.win), "{probs:?}");
                            assert_eq!(probs.win as u32 / 4, n % 5);
                        }
                        let shifts = Shifts([value as i16; 2]);
                        cache.put(hash, NetValue { probs: Probs::from_array([value; 5]), shifts });
                    }
                });
            }
        });
    }
}
