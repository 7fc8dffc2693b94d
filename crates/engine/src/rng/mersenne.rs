// SPDX-License-Identifier: GPL-3.0-or-later
//! Mersenne Twister MT19937 (M. Matsumoto and T. Nishimura, 1998).

use super::{DiceFault, DiceSource, Seed, SourceState, WordSource};
use rand_mt::Mt;

/// Words of the generator's state, and of the key a long seed becomes.
const STATE_WORDS: usize = 624;

/// The default generator.
#[derive(Clone)]
pub struct MersenneTwister {
    words: Mt,
    seed: Seed,
}

impl MersenneTwister {
    /// Seeds of up to 32 bits start the generator in the classic way; longer ones by a key of 624 words.
    #[must_use]
    pub fn new(seed: &Seed) -> MersenneTwister {
        let key = seed.words();
        let words = match key[..] {
            [word] => Mt::new(word),
            _ => {
                let padded = key.into_iter().chain(std::iter::repeat(0)).take(STATE_WORDS);
                Mt::new_with_key(padded)
            }
        };
        MersenneTwister { words, seed: seed.clone() }
    }

    /// From a 32-bit seed, as rollouts do.
    #[must_use]
    pub fn from_word(seed: u32) -> MersenneTwister {
        MersenneTwister { words: Mt::new(seed), seed: Seed::from(u64::from(seed)) }
    }
}

impl WordSource for MersenneTwister {
    fn next_word(&mut self) -> u32 {
        self.words.next_u32()
    }
}

impl DiceSource for MersenneTwister {
    fn roll(&mut self) -> Result<[u8; 2], DiceFault> {
        Ok(self.next_roll())
    }

    fn state(&self) -> SourceState {
        SourceState { seed: Some(self.seed.to_string()), ..SourceState::default() }
    }
}

impl std::fmt::Debug for MersenneTwister {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MersenneTwister").field("seed", &self.seed).finish_non_exhaustive()
    }
}
