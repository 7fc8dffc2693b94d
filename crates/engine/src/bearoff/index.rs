// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbering of one side's positions.
//!
//! With `S_k` checkers on the `k` farthest of `P` points, the number of a position is the sum over `k = 1..=P` of
//! C(S_k + k − 1, k). The number of checkers does not enter, so a database with fewer checkers is a prefix of one with
//! more; every play leads to a smaller number. Counts are indexed as in [`Board`](crate::core::Board):
//! `[0]` ace point … `[24]` bar.

use crate::core::PLACES;

/// Most checkers of one side.
pub const MAX_CHECKERS: usize = 15;

/// `TERMS[k][s]` = C(s + k − 1, k), the share of `s` checkers on the `k` farthest points; `u32::MAX` where it does not
/// fit. `TERMS[0][s]` is 1 for `s > 0`, so that `TERMS[k - 1][s]` is always `TERMS[k][s] - TERMS[k][s - 1]`.
pub(super) static TERMS: [[u32; MAX_CHECKERS + 1]; PLACES + 1] = terms();

const fn terms() -> [[u32; MAX_CHECKERS + 1]; PLACES + 1] {
    let mut table = [[0u32; MAX_CHECKERS + 1]; PLACES + 1];
    let mut s = 1;
    while s <= MAX_CHECKERS {
        table[0][s] = 1;
        let mut k = 1;
        while k <= PLACES {
            table[k][s] = table[k][s - 1].saturating_add(table[k - 1][s]);
            k += 1;
        }
        s += 1;
    }
    table
}

/// The positions of at most `checkers` checkers on the nearest `points` places, numbered from 0.
///
/// *Invariant:* `points` is 1..=25, `checkers` 1..=15, and the number of positions fits 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionIndex {
    points: u8,
    checkers: u8,
    n_positions: u32,
}

impl PositionIndex {
    /// The numbering for that many points (25 includes the bar) and checkers, or `None` if there is no such thing or
    /// its positions are too many for 32 bits.
    #[must_use]
    pub fn new(points: usize, checkers: usize) -> Option<PositionIndex> {
        if !(1..=PLACES).contains(&points) || !(1..=MAX_CHECKERS).contains(&checkers) {
            return None;
        }
        // C(P + C, P) is one more than the share of C checkers on each of 1..=P points.
        let last = (1..=points).map(|k| u64::from(TERMS[k][checkers])).sum::<u64>();
        let n_positions = u32::try_from(last + 1).ok().filter(|_| TERMS[points][checkers] < u32::MAX)?;
        Some(PositionIndex { points: points as u8, checkers: checkers as u8, n_positions })
    }

    /// Points covered.
    #[must_use]
    pub fn points(&self) -> usize {
        usize::from(self.points)
    }

    /// Most checkers covered.
    #[must_use]
    pub fn checkers(&self) -> usize {
        usize::from(self.checkers)
    }

    /// How many positions there are.
    #[must_use]
    pub fn n_positions(&self) -> u32 {
        self.n_positions
    }

    /// The number of the first position that has all `checkers` checkers on the board.
    #[must_use]
    pub(crate) fn first_full(&self) -> u32 {
        (1..=self.points()).map(|k| TERMS[k][self.checkers() - 1]).sum::<u32>() + 1
    }

    /// The number of a position, or `None` if it has too many checkers or one too far back.
    #[must_use]
    pub fn index(&self, side: &[u8; PLACES]) -> Option<u32> {
        let total: u32 = side.iter().map(|&n| u32::from(n)).sum();
        let outside = side[self.points()..].iter().any(|&n| n > 0);
        (!outside && total <= u32::from(self.checkers)).then(|| self.index_within(side))
    }

    /// The number of a position known to be covered; of others some number without meaning.
    #[must_use]
    pub(super) fn index_within(&self, side: &[u8; PLACES]) -> u32 {
        let (mut s, mut index) = (0usize, 0u32);
        for (k, &n) in (1..).zip(side[..self.points()].iter().rev()) {
            s += usize::from(n);
            index = index.wrapping_add(TERMS[k][s & MAX_CHECKERS]);
        }
        index
    }

    /// The position with that number; the empty one for numbers out of range.
    #[must_use]
    pub fn position(&self, index: u32) -> [u8; PLACES] {
        let mut side = [0; PLACES];
        let mut sums = [0; PLACES + 2];
        self.sums(index, &mut sums);
        for k in 1..=self.points() {
            side[self.points() - k] = sums[k] - sums[k - 1];
        }
        side
    }

    /// Fills `sums[k]` with the checkers on the `k` farthest points, `k = 0..=points`.
    pub(super) fn sums(&self, index: u32, sums: &mut [u8; PLACES + 2]) {
        *sums = [0; PLACES + 2];
        let mut rest = if index < self.n_positions { index } else { 0 };
        let mut s = self.checkers();
        for k in (1..=self.points()).rev() {
            while TERMS[k][s] > rest {
                s -= 1;
            }
            rest -= TERMS[k][s];
            sums[k] = s as u8;
        }
    }

    /// Pip counts of all positions in order of their numbers.
    #[cfg(any(test, feature = "generate"))]
    pub(super) fn all_pips(&self) -> impl Iterator<Item = u16> {
        let points = self.points();
        let mut sums = [0u8; PLACES + 2];
        let mut pips = 0u16;
        (0..self.n_positions).map(move |index| {
            if index > 0 {
                // The successor raises the first sum that is below the next one and clears those before it.
                let k = (1..points).find(|&k| sums[k] < sums[k + 1]).unwrap_or(points);
                for sum in &mut sums[1..k] {
                    pips -= u16::from(*sum);
                    *sum = 0;
                }
                sums[k] += 1;
                pips += 1;
            }
            pips
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn side(counts: &[u8]) -> [u8; PLACES] {
        std::array::from_fn(|i| counts.get(i).copied().unwrap_or(0))
    }

    #[test]
    fn published_numbers() {
        let six = PositionIndex::new(6, 15).unwrap();
        let cases: [(&[u8], u32); 10] = [
            (&[], 0),
            (&[1], 1),
            (&[0, 0, 1], 3),
            (&[0, 0, 0, 0, 0, 2], 27),
            (&[0, 0, 0, 0, 0, 6], 923),
            (&[5, 4, 3, 2, 1, 0], 40899),
            (&[2, 2, 2, 3, 3, 3], 46138),
            (&[0, 0, 0, 0, 1, 14], 54262),
            (&[0, 0, 0, 0, 0, 15], 54263),
            (&[15], 38760),
        ];
        for (counts, index) in cases {
            assert_eq!(six.index(&side(counts)), Some(index), "{counts:?}");
            assert_eq!(six.position(index), side(counts));
        }
        assert_eq!(six.first_full(), 38760);
        let all = PositionIndex::new(25, 3).unwrap();
        let mut one_each = [0; PLACES];
        one_each[21..24].fill(1);
        assert_eq!(all.index(&one_each), Some(3261));
        assert_eq!(
            PositionIndex::new(10, 15).unwrap().index(&side(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 15])),
            Some(3_268_759)
        );
    }

    #[test]
    fn published_sizes() {
        let sizes = [16, 136, 816, 3876, 15504, 54264, 170_544, 490_314, 1_307_504, 3_268_760];
        for (points, size) in (1..).zip(sizes) {
            assert_eq!(PositionIndex::new(points, 15).unwrap().n_positions(), size);
        }
        assert_eq!(PositionIndex::new(13, 15).unwrap().n_positions(), 37_442_160);
        assert_eq!(PositionIndex::new(25, 3).unwrap().n_positions(), 3276);
        for (points, checkers) in [(0, 3), (26, 3), (6, 0), (6, 16), (23, 15)] {
            assert_eq!(PositionIndex::new(points, checkers), None);
        }
    }

    #[test]
    fn positions_not_covered_have_no_number() {
        let six = PositionIndex::new(6, 6).unwrap();
        assert_eq!(six.index(&side(&[7])), None);
        assert_eq!(six.index(&side(&[0, 0, 0, 0, 0, 0, 1])), None);
        assert_eq!(six.position(924), [0; PLACES]);
    }

    #[test]
    fn pips_follow_the_numbers() {
        let index = PositionIndex::new(5, 4).unwrap();
        for (number, pips) in (0..).zip(index.all_pips()) {
            let position = index.position(number);
            let expected: u16 = (1..).zip(position).map(|(pip, n)| pip * u16::from(n)).sum();
            assert_eq!(pips, expected, "{position:?}");
        }
    }

    proptest! {
        #[test]
        fn numbers_round_trip(points in 1usize..=13, checkers in 1usize..=15, seed in any::<u32>()) {
            let index = PositionIndex::new(points, checkers).unwrap();
            let number = seed % index.n_positions();
            prop_assert_eq!(index.index(&index.position(number)), Some(number));
        }
    }
}
