// SPDX-License-Identifier: GPL-3.0-or-later
//! ISAAC (R. J. Jenkins Jr., 1996) in its small variant of 16 state words, which GNU Backgammon uses; the library
//! crates fix 256.

use super::{DiceFault, DiceSource, Seed, SourceState, WordSource};

const WORDS: usize = 16;
const GOLDEN_RATIO: u32 = 0x9e37_79b9;

/// The generator. Also shuffles the quasi-random dice of rollouts.
#[derive(Clone, Debug)]
pub struct Isaac {
    results: [u32; WORDS],
    /// Results not used yet; the last is used first.
    left: usize,
    memory: [u32; WORDS],
    a: u32,
    b: u32,
    c: u32,
    seed: String,
    drawn: u64,
}

impl Isaac {
    /// From a seed's words, the least significant first; those beyond 512 bits do not count.
    #[must_use]
    pub fn new(seed: &Seed) -> Isaac {
        let mut words = [0; WORDS];
        for (to, from) in words.iter_mut().zip(seed.words()) {
            *to = from;
        }
        Isaac::from_words(words, seed.to_string())
    }

    /// From 16 equal words, as rollouts do.
    #[must_use]
    pub fn from_word(seed: u32) -> Isaac {
        Isaac::from_words([seed; WORDS], seed.to_string())
    }

    fn from_words(words: [u32; WORDS], seed: String) -> Isaac {
        let mut scramble = [GOLDEN_RATIO; 8];
        for _ in 0..4 {
            mix(&mut scramble);
        }
        let mut memory = words;
        // Twice over all words, so that every word of the seed reaches every word of the memory.
        for _ in 0..2 {
            for chunk in memory.chunks_exact_mut(8) {
                for (sum, word) in scramble.iter_mut().zip(&*chunk) {
                    *sum = sum.wrapping_add(*word);
                }
                mix(&mut scramble);
                chunk.copy_from_slice(&scramble);
            }
        }
        let mut isaac = Isaac { results: words, left: 0, memory, a: 0, b: 0, c: 0, seed, drawn: 0 };
        isaac.refill();
        isaac
    }

    fn refill(&mut self) {
        self.c = self.c.wrapping_add(1);
        let (mut a, mut b) = (self.a, self.b.wrapping_add(self.c));
        for n in 0..WORDS {
            let x = self.memory[n];
            let shifted = match n % 4 {
                0 => a << 13,
                1 => a >> 6,
                2 => a << 2,
                _ => a >> 16,
            };
            a = (a ^ shifted).wrapping_add(self.memory[(n + WORDS / 2) % WORDS]);
            let y = self.memory[index(x)].wrapping_add(a).wrapping_add(b);
            self.memory[n] = y;
            b = self.memory[index(y >> 4)].wrapping_add(x);
            self.results[n] = b;
        }
        (self.a, self.b) = (a, b);
        self.left = WORDS;
    }
}

fn index(word: u32) -> usize {
    (word >> 2) as usize % WORDS
}

fn mix(s: &mut [u32; 8]) {
    const SHIFTS: [(bool, u32); 8] =
        [(true, 11), (false, 2), (true, 8), (false, 16), (true, 10), (false, 4), (true, 8), (false, 9)];
    for (n, (left, by)) in SHIFTS.into_iter().enumerate() {
        let next = s[(n + 1) % 8];
        s[n] ^= if left { next << by } else { next >> by };
        s[(n + 3) % 8] = s[(n + 3) % 8].wrapping_add(s[n]);
        s[(n + 1) % 8] = next.wrapping_add(s[(n + 2) % 8]);
    }
}

impl WordSource for Isaac {
    fn next_word(&mut self) -> u32 {
        if self.left == 0 {
            self.refill();
        }
        self.left -= 1;
        self.results[self.left]
    }
}

impl DiceSource for Isaac {
    fn roll(&mut self) -> Result<[u8; 2], DiceFault> {
        self.drawn += 2;
        Ok(self.next_roll())
    }

    fn state(&self) -> SourceState {
        SourceState { seed: Some(self.seed.clone()), drawn: Some(self.drawn), parameter: None }
    }
}
