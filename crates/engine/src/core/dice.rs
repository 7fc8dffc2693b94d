// SPDX-License-Identifier: GPL-3.0-or-later
//! A roll of two dice.

use std::fmt;
use thiserror::Error;

/// A number that is not the face of a die, or a roll that is not two dice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiceError {
    /// A die outside 1..=6.
    #[error("a die shows 1 to 6, not {0}")]
    OutOfRange(i64),
    /// Not exactly two dice.
    #[error("a roll is two dice, not {0}")]
    NotTwo(usize),
}

/// A roll, the higher die first. *Invariant:* `1 <= low <= high <= 6`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dice {
    high: u8,
    low: u8,
}

impl Dice {
    /// All 21 distinct rolls: 1-1, 2-1, 2-2, 3-1, … 6-6.
    pub const ALL: [Dice; 21] = {
        let mut all = [Dice { high: 1, low: 1 }; 21];
        let (mut n, mut high) = (0, 1);
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                all[n] = Dice { high, low };
                n += 1;
                low += 1;
            }
            high += 1;
        }
        all
    };

    /// The roll of two faces in any order.
    ///
    /// # Errors
    /// If either is not 1..=6.
    pub fn new(a: u8, b: u8) -> Result<Dice, DiceError> {
        for die in [a, b] {
            if !(1..=6).contains(&die) {
                return Err(DiceError::OutOfRange(i64::from(die)));
            }
        }
        Ok(Dice { high: a.max(b), low: a.min(b) })
    }

    /// The higher die.
    #[must_use]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The lower die.
    #[must_use]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether both dice show the same face.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// How many of the 36 ordered rolls this is: 1 for doubles, else 2.
    #[must_use]
    pub const fn weight(self) -> u8 {
        if self.is_double() { 1 } else { 2 }
    }

    /// Position in [`Dice::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        (self.high as usize * (self.high as usize - 1)) / 2 + self.low as usize - 1
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high, self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rolls_weigh_36() {
        assert_eq!(Dice::ALL.iter().map(|d| u32::from(d.weight())).sum::<u32>(), 36);
        for (n, dice) in Dice::ALL.iter().enumerate() {
            assert_eq!(dice.index(), n);
        }
    }

    #[test]
    fn faces_are_checked() {
        assert_eq!(Dice::new(0, 3), Err(DiceError::OutOfRange(0)));
        assert_eq!(Dice::new(3, 7), Err(DiceError::OutOfRange(7)));
        assert_eq!(Dice::new(2, 5).unwrap().to_string(), "52");
    }
}
