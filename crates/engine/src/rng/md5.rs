// SPDX-License-Identifier: GPL-3.0-or-later
//! Dice from MD5 digests of a counter.

use super::word::die_of;
use super::{DiceFault, DiceSource, Seed, SourceState};
use md5::{Digest, Md5};

/// The generator: each number of a counter gives one roll.
#[derive(Clone, Debug)]
pub struct Md5Counter {
    next: u32,
    drawn: u64,
}

impl Md5Counter {
    /// Starts counting at the seed's lowest 64 bits modulo 2³² − 1.
    #[must_use]
    pub fn new(seed: &Seed) -> Md5Counter {
        Md5Counter { next: (seed.low_u64() % u64::from(u32::MAX)) as u32, drawn: 0 }
    }
}

impl DiceSource for Md5Counter {
    fn roll(&mut self) -> Result<[u8; 2], DiceFault> {
        self.drawn += 2;
        loop {
            let digest = Md5::digest(self.next.to_le_bytes());
            self.next = self.next.wrapping_add(1);
            let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|n| digest[at + n]));
            if let (Some(first), Some(second)) = (die_of(word(0)), die_of(word(4))) {
                return Ok([first, second]);
            }
        }
    }

    fn state(&self) -> SourceState {
        SourceState { seed: Some(self.next.to_string()), drawn: Some(self.drawn), parameter: None }
    }
}
