// SPDX-License-Identifier: GPL-3.0-or-later
//! Dice from the lowest bits of repeated squares modulo M = p·q (L. Blum, M. Blum and M. Shub, 1986).

use super::{DiceFault, DiceSource, Seed, SourceState};
use num_bigint::BigUint;

/// The product of two 128-bit primes that is used when no other modulus is chosen.
const DEFAULT_FACTORS: [u128; 2] = [
    148_028_650_191_182_616_877_187_862_194_899_201_391,
    315_270_837_425_234_199_477_225_845_240_496_832_591,
];

/// Number of consecutive seeds to try before giving up.
const TRIES: u32 = 32;

/// Squarings after which a value may not recur, and those in which it may not.
const CYCLE: (u32, u32) = (8, 16);

/// Least prime that a factor may be.
const LEAST_FACTOR: u32 = 19;

/// Bases of the primality test; enough for every number below 3·10²⁴, and no composite of any size is known to pass.
const WITNESSES: [u32; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];

/// A modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modulus(BigUint);

/// A factor that cannot be used and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactorReplaced {
    /// The number given.
    pub given: String,
    /// The next suitable prime.
    pub used: String,
}

impl Default for Modulus {
    fn default() -> Modulus {
        let [p, q] = DEFAULT_FACTORS.map(BigUint::from);
        Modulus(p * q)
    }
}

impl Modulus {
    /// This very number; `None` if it is less than 2.
    #[must_use]
    pub fn from_number(number: &Seed) -> Option<Modulus> {
        (*number.number() > BigUint::from(1u32)).then(|| Modulus(number.number().clone()))
    }

    /// The product of two primes. A number that is not prime, not 3 modulo 4, below 19 or equal to the other factor is
    /// replaced by the next suitable one.
    #[must_use]
    pub fn from_factors(p: &Seed, q: &Seed) -> (Modulus, Vec<FactorReplaced>) {
        let mut replaced = Vec::new();
        let mut next = |given: &BigUint, other: Option<&BigUint>| {
            let mut number = given.clone();
            while !is_good_factor(&number) || Some(&number) == other {
                number += 1u32;
            }
            if number != *given {
                replaced.push(FactorReplaced { given: given.to_string(), used: number.to_string() });
            }
            number
        };
        let p = next(p.number(), None);
        let q = next(q.number(), Some(&p));
        (Modulus(p * q), replaced)
    }
}

impl std::fmt::Display for Modulus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&self.0, f)
    }
}

fn is_good_factor(number: &BigUint) -> bool {
    *number >= BigUint::from(LEAST_FACTOR)
        && (number % 4u32) == BigUint::from(3u32)
        && WITNESSES.iter().all(|&base| passes(number, base))
}

/// Miller and Rabin's test of an odd number above 3 that is 3 modulo 4: (n − 1) / 2 is odd, so one power decides.
fn passes(number: &BigUint, base: u32) -> bool {
    let one = BigUint::from(1u32);
    let less = number - &one;
    let base = BigUint::from(base) % number;
    if base == BigUint::ZERO {
        return true;
    }
    let power = base.modpow(&(&less >> 1u32), number);
    power == one || power == less
}

/// The generator.
#[derive(Clone, Debug)]
pub struct BlumBlumShub {
    modulus: BigUint,
    state: BigUint,
    drawn: u64,
}

impl BlumBlumShub {
    /// Starts from a seed, or from the next one that does not fall into a short cycle at once.
    ///
    /// # Errors
    /// If neither this seed nor the next 31 can be used.
    pub fn new(seed: &Seed, modulus: &Modulus) -> Result<BlumBlumShub, DiceFault> {
        let modulus = modulus.0.clone();
        let state = (0..TRIES).map(|n| seed.number() + n).find(|seed| is_usable(seed, &modulus));
        let state = state.ok_or(DiceFault::ShortCycle)?;
        Ok(BlumBlumShub { modulus, state, drawn: 0 })
    }

    fn next_bit(&mut self) -> bool {
        self.state = square(&self.state, &self.modulus);
        self.state.bit(0)
    }

    /// A number from 0 to 2, each equally likely: a walk through four states until one of the three exits is reached.
    fn next_trit(&mut self) -> u8 {
        #[derive(Clone, Copy)]
        enum At {
            A,
            B,
            C,
            D,
        }
        let mut at = if self.next_bit() { At::B } else { At::A };
        loop {
            at = match (at, self.next_bit()) {
                (At::A, true) => At::C,
                (At::A, false) => return 0,
                (At::B, true) => return 2,
                (At::B, false) => At::D,
                (At::C, true) => return 1,
                (At::C, false) => At::A,
                (At::D, true) => At::B,
                (At::D, false) => return 1,
            };
        }
    }

    fn next_die(&mut self) -> u8 {
        let trit = self.next_trit();
        1 + trit + 3 * u8::from(self.next_bit())
    }
}

fn square(state: &BigUint, modulus: &BigUint) -> BigUint {
    state * state % modulus
}

fn is_usable(seed: &BigUint, modulus: &BigUint) -> bool {
    if *seed == BigUint::ZERO {
        return false;
    }
    let mut state = seed.clone();
    for _ in 0..CYCLE.0 {
        state = square(&state, modulus);
    }
    let start = state.clone();
    for _ in 0..CYCLE.1 {
        state = square(&state, modulus);
        if state == start {
            return false;
        }
    }
    true
}

impl DiceSource for BlumBlumShub {
    fn roll(&mut self) -> Result<[u8; 2], DiceFault> {
        self.drawn += 2;
        let first = self.next_die();
        Ok([first, self.next_die()])
    }

    fn state(&self) -> SourceState {
        SourceState {
            seed: Some(self.state.to_string()),
            parameter: Some(self.modulus.to_string()),
            drawn: Some(self.drawn),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed(text: &str) -> Seed {
        text.parse().unwrap()
    }

    #[test]
    fn unsuitable_factors_are_replaced() {
        let (modulus, replaced) = Modulus::from_factors(&seed("1000"), &seed("1000"));
        let used: Vec<&str> = replaced.iter().map(|one| one.used.as_str()).collect();
        assert_eq!((modulus.to_string(), used), ((1019 * 1031).to_string(), vec!["1019", "1031"]));
        assert!(Modulus::from_factors(&seed("1019"), &seed("1031")).1.is_empty());
        assert_eq!(Modulus::from_factors(&seed("0"), &seed("0")).0.to_string(), (19 * 23).to_string());
    }

    #[test]
    fn rolls_of_small_factors() {
        let (modulus, _) = Modulus::from_factors(&seed("1019"), &seed("1031"));
        let mut bbs = BlumBlumShub::new(&seed("7"), &modulus).unwrap();
        let rolls: Vec<[u8; 2]> = (0..10).map(|_| bbs.roll().unwrap()).collect();
        let expected = [[3, 1], [3, 3], [3, 1], [4, 5], [5, 3], [1, 2], [6, 5], [1, 3], [2, 2], [4, 3]];
        assert_eq!(rolls, expected);
        assert_eq!(bbs.state().drawn, Some(20));
    }

    #[test]
    fn hopeless_moduli_are_refused() {
        let tiny = Modulus::from_number(&seed("3")).unwrap();
        assert_eq!(BlumBlumShub::new(&seed("5"), &tiny).unwrap_err(), DiceFault::ShortCycle);
        assert_eq!(Modulus::from_number(&seed("1")), None);
        assert_eq!(
            Modulus::default().to_string(),
            "46669116508701198206463178178218347698370262771368237383789001446050921334081"
        );
    }
}
