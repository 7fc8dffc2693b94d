// SPDX-License-Identifier: GPL-3.0-or-later
//! Seeds: decimal numbers of any length.

use num_bigint::BigUint;
use rand::TryRng;
use rand::rngs::SysRng;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Words taken from the system for a seed of its own: 512 bits.
const SYSTEM_WORDS: usize = 16;

/// A seed: a whole number, 0 or more, of any length.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Seed(BigUint);

/// A text that is no seed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a seed; a seed is a whole number of at most {most} digits", most = Seed::MAX_DIGITS)]
pub struct SeedError(pub String);

impl Seed {
    /// Longest seed read, in digits.
    pub const MAX_DIGITS: usize = 1000;

    /// A seed from the system's random numbers; the clock's if the system has none.
    #[must_use]
    pub fn from_system() -> Seed {
        let mut bytes = [0u8; 4 * SYSTEM_WORDS];
        if SysRng.try_fill_bytes(&mut bytes).is_err() {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            bytes = [0; 4 * SYSTEM_WORDS];
            bytes[..8].copy_from_slice(&now.map_or(1, |now| now.as_nanos() as u64).to_le_bytes());
        }
        Seed(BigUint::from_bytes_le(&bytes))
    }

    /// The number's 32-bit words, least significant first; one word for 0.
    #[must_use]
    pub fn words(&self) -> Vec<u32> {
        let words = self.0.to_u32_digits();
        if words.is_empty() { vec![0] } else { words }
    }

    /// The lowest 32 bits.
    #[must_use]
    pub fn low_word(&self) -> u32 {
        self.words()[0]
    }

    /// The lowest 64 bits.
    #[must_use]
    pub fn low_u64(&self) -> u64 {
        self.0.iter_u64_digits().next().unwrap_or(0)
    }

    pub(super) fn number(&self) -> &BigUint {
        &self.0
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        Seed(BigUint::from(number))
    }
}

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Seed, SeedError> {
        let digits = text.trim();
        let is_number = (1..=Seed::MAX_DIGITS).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        match digits.parse() {
            Ok(number) if is_number => Ok(Seed(number)),
            _ => Err(SeedError(text.chars().take(40).collect())),
        }
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_whole_numbers_of_any_length() {
        let seed: Seed = "4294967296".parse().unwrap();
        assert_eq!((seed.words(), seed.low_word(), seed.low_u64()), (vec![0, 1], 0, 1 << 32));
        assert_eq!("0".parse::<Seed>().unwrap().words(), [0]);
        for text in ["", "-1", "1.5", "seed", &"9".repeat(2000)] {
            assert!(text.parse::<Seed>().is_err(), "{text}");
        }
        assert_ne!(Seed::from_system(), Seed::from_system());
    }
}
