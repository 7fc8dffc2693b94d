// SPDX-License-Identifier: GPL-3.0-or-later
//! Two generators of old C libraries, for the commands `set rng ansi` and `set rng bsd`.
//!
//! They are implemented here so that a seed gives the same rolls on every system.

use super::{DiceFault, DiceSource, Seed, SourceState, WordSource};

/// The example `rand` of the C standard: a linear congruential generator of 15-bit numbers.
#[derive(Clone, Debug)]
pub struct Congruential {
    state: u32,
    seed: u32,
}

impl Congruential {
    /// From the seed's lowest 32 bits.
    #[must_use]
    pub fn new(seed: &Seed) -> Congruential {
        Congruential { state: seed.low_word(), seed: seed.low_word() }
    }

    fn next_15_bits(&mut self) -> u32 {
        self.state = self.state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (self.state >> 16) & 0x7fff
    }
}

impl WordSource for Congruential {
    /// Two numbers of 15 bits and the highest two bits of a third.
    fn next_word(&mut self) -> u32 {
        let (high, low) = (self.next_15_bits(), self.next_15_bits());
        high << 17 | low << 2 | self.next_15_bits() >> 13
    }
}

/// The BSD library's `random`: additive feedback over 31 words, x(n) = x(n−3) + x(n−31).
#[derive(Clone, Debug)]
pub struct Additive {
    words: [u32; 31],
    at: usize,
    seed: u32,
}

impl Additive {
    /// From the seed's lowest 32 bits, 0 counting as 1.
    #[must_use]
    pub fn new(seed: &Seed) -> Additive {
        let mut words = [0u32; 31];
        words[0] = seed.low_word().max(1);
        for n in 1..31 {
            // 16807 x mod 2³¹ − 1, the minimal standard generator (Park and Miller, 1988).
            let next = i64::from(words[n - 1] as i32) * 16_807 % 0x7fff_ffff;
            words[n] = if next < 0 { next + 0x7fff_ffff } else { next } as u32;
        }
        let mut additive = Additive { words, at: 3, seed: seed.low_word() };
        for _ in 0..310 {
            additive.next_31_bits();
        }
        additive
    }

    fn next_31_bits(&mut self) -> u32 {
        let sum = self.words[self.at].wrapping_add(self.words[(self.at + 28) % 31]);
        self.words[self.at] = sum;
        self.at = (self.at + 1) % 31;
        sum >> 1
    }
}

impl WordSource for Additive {
    /// 31 bits and the highest bit of the next number.
    fn next_word(&mut self) -> u32 {
        self.next_31_bits() << 1 | self.next_31_bits() >> 30
    }
}

impl DiceSource for Congruential {
    fn roll(&mut self) -> Result<[u8; 2], DiceFault> {
        Ok(self.next_roll())
    }

    fn state(&self) -> SourceState {
        SourceState { seed: Some(self.seed.to_string()), ..SourceState::default() }
    }
}

impl DiceSource for Additive {
    fn roll(&mut self) -> Result<[u8; 2], DiceFault> {
        Ok(self.next_roll())
    }

    fn state(&self) -> SourceState {
        SourceState { seed: Some(self.seed.to_string()), ..SourceState::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_additive_generator_is_the_usual_one() {
        let mut additive = Additive::new(&Seed::from(1));
        let first = [(); 3].map(|()| additive.next_31_bits());
        assert_eq!(first, [1_804_289_383, 846_930_886, 1_681_692_777]);
    }

    #[test]
    fn the_congruential_generator_is_the_standards() {
        let mut congruential = Congruential::new(&Seed::from(1));
        let first = [(); 3].map(|()| congruential.next_15_bits());
        assert_eq!(first, [16_838, 5_758, 10_113]);
    }
}
