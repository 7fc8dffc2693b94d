// SPDX-License-Identifier: GPL-3.0-or-later
//! The result of one game of a rollout: seven numbers.

use crate::core::Probs;

/// Number of values in a sample.
pub const OUTPUTS: usize = 7;

/// Index of the cubeless equity in a sample.
pub const CUBELESS: usize = 5;

/// Index of the value in a sample.
pub const VALUE: usize = 6;

/// The result of one game: `[0..5]` the five chances in the order of [`Probs::to_array`], then [`CUBELESS`], then
/// [`VALUE`]. With variance reduction single results may lie outside the range of their means.
pub type Sample = [f64; OUTPUTS];

/// Chances and value of a position for one side, or a difference of two such.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct ChancesAndValue {
    /// In the order of [`Probs::to_array`].
    pub(super) probs: [f64; 5],
    /// With the cube in play; in money play per point of some cube, in a match a match winning chance.
    pub(super) value: f64,
}

impl ChancesAndValue {
    pub(super) fn new(probs: &Probs, value: f64) -> ChancesAndValue {
        ChancesAndValue { probs: probs.to_array().map(f64::from), value }
    }

    /// Seen by the other side.
    pub(super) fn swapped(self, is_money: bool) -> ChancesAndValue {
        let [win, win_g, win_bg, lose_g, lose_bg] = self.probs;
        let value = if is_money { -self.value } else { 1.0 - self.value };
        ChancesAndValue { probs: [1.0 - win, lose_g, lose_bg, win_g, win_bg], value }
    }

    /// A difference, seen by the other side.
    pub(super) fn swapped_difference(self) -> ChancesAndValue {
        let [win, win_g, win_bg, lose_g, lose_bg] = self.probs;
        ChancesAndValue { probs: [-win, lose_g, lose_bg, win_g, win_bg], value: -self.value }
    }

    /// Adds `weight` times `other`.
    pub(super) fn add(&mut self, other: &ChancesAndValue, weight: f64) {
        for (sum, part) in self.probs.iter_mut().zip(other.probs) {
            *sum += weight * part;
        }
        self.value += weight * other.value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_differences_is_turning_their_parts() {
        let one = ChancesAndValue { probs: [0.5, 0.25, 0.125, 0.25, 0.0], value: 0.25 };
        let two = ChancesAndValue { probs: [0.75, 0.5, 0.25, 0.125, 0.125], value: 0.5 };
        for is_money in [true, false] {
            let mut difference = one;
            difference.add(&two, -1.0);
            let mut turned = one.swapped(is_money);
            turned.add(&two.swapped(is_money), -1.0);
            assert_eq!(difference.swapped_difference(), turned);
            assert_eq!(one.swapped(is_money).swapped(is_money), one);
        }
    }
}
