// SPDX-License-Identifier: GPL-3.0-or-later
//! Legal plays of one side bearing in and off, as changes of its position number.
//!
//! A step lowers the sums `S_k` of a contiguous run of `k` by one, so its effect on the position number is a difference
//! of two prefix sums. No board is written for the last step of a play: its result is one subtraction.
//!
//! The plays come in the order of the usual depth-first generator, on which ties depend: the larger die first with
//! sources from the rear, then the smaller die first; doubles with sources that do not rise. Plays that repeat an
//! earlier result are not removed, because choosing the first of the best is not affected by repetitions.
//! Two facts about racing replace the search for the longest plays: a die can always be played while a checker is
//! left, and every step with die `d` lowers the sum of ⌈point / d⌉ over all checkers by exactly one.

use crate::bearoff::index::{PositionIndex, TERMS};
use crate::core::{Dice, PLACES};

/// Longest prefix needed: 25 places and the reach of a die beyond them.
const WIDTH: usize = 32;

/// Receives the last steps of plays.
pub(crate) trait Visitor {
    /// One of the steps with `die` from the points in `sources` (bit `p` = point `p`) ends a play of the roll with
    /// index `roll` in [`Dice::ALL`]; [`StepPosition::after`] gives the results. Higher points come first in the order
    /// of plays.
    fn last_steps(&mut self, roll: usize, node: &StepPosition, sources: u32, die: usize);

    /// A play of the roll bears everything off.
    fn all_off(&mut self, roll: usize);
}

/// A position between steps.
#[derive(Clone)]
pub(crate) struct StepPosition {
    /// `sums[k]`: checkers on the `k` farthest points.
    sums: [u8; PLACES + 2],
    /// `drop[k]`: by how much the number falls if each of the first `k` sums falls by one; constant from `k = points`.
    drop: [u32; WIDTH],
    /// Bit `p`: a checker stands on point `p` (1..=25).
    occupied: u32,
    number: u32,
    points: usize,
}

impl StepPosition {
    /// The position with that number.
    pub(crate) fn new(index: &PositionIndex, number: u32) -> StepPosition {
        let mut node = StepPosition {
            sums: [0; PLACES + 2],
            drop: [0; WIDTH],
            occupied: 0,
            number,
            points: index.points(),
        };
        index.sums(number, &mut node.sums);
        for k in 1..=node.points {
            if node.sums[k] > node.sums[k - 1] {
                node.occupied |= 1 << (node.points + 1 - k);
            }
        }
        node.fill_drop(1);
        node
    }

    /// Checkers on the board.
    pub(crate) fn n_checkers(&self) -> usize {
        usize::from(self.sums[self.points])
    }

    /// The farthest occupied point, 0 if there is none.
    pub(crate) fn farthest(&self) -> usize {
        31 - (self.occupied | 1).leading_zeros() as usize
    }

    fn fill_drop(&mut self, from: usize) {
        let mut sum = self.drop[from - 1];
        for k in from..=self.points {
            sum = sum.wrapping_add(TERMS[k - 1][usize::from(self.sums[k] & 15)]);
            self.drop[k] = sum;
        }
        self.drop[self.points + 1..].fill(sum);
    }

    /// The number after a step with `die` from `point`.
    #[inline]
    pub(crate) fn after(&self, point: usize, die: usize) -> u32 {
        let before = self.points - point;
        self.number.wrapping_sub(
            self.drop[(before + die) & (WIDTH - 1)].wrapping_sub(self.drop[before & (WIDTH - 1)]),
        )
    }

    /// The position after that step.
    fn stepped(&self, point: usize, die: usize) -> StepPosition {
        let mut node = self.clone();
        node.number = self.after(point, die);
        let before = self.points - point;
        for sum in &mut node.sums[before + 1..=(before + die).min(self.points)] {
            *sum -= 1;
        }
        if node.sums[before + 1] == node.sums[before] {
            node.occupied &= !(1 << point);
        }
        if point > die {
            node.occupied |= 1 << (point - die);
        }
        node.fill_drop(before + 1);
        node
    }

    /// Bits of the points from which `die` may be played.
    #[inline]
    pub(super) fn sources(&self, die: usize) -> u32 {
        let mut sources = self.occupied & (u32::MAX << (die + 1));
        if self.occupied >> 7 == 0 && self.occupied != 0 {
            sources |= self.occupied & (1 << die);
            let farthest = 31 - self.occupied.leading_zeros();
            if (farthest as usize) < die {
                sources |= 1 << farthest;
            }
        }
        sources
    }

    fn count(&self, point: usize) -> usize {
        let k = self.points + 1 - point;
        usize::from(self.sums[k] - self.sums[k - 1])
    }

    /// Steps with `die` until everything is off.
    fn steps_to_clear(&self, die: usize) -> usize {
        bits(self.occupied).map(|point| point.div_ceil(die) * self.count(point)).sum()
    }

    /// Whether two steps might bear a checker off: at most one checker is outside home.
    pub(super) fn may_bear_off(&self) -> bool {
        self.points <= 6 || self.sums[self.points - 6] <= 1
    }

    /// Shows all plays of all rolls to `visitor`; each roll's in the order that decides ties.
    pub(crate) fn visit_plays(&self, visitor: &mut impl Visitor) {
        match self.n_checkers() {
            0 => return,
            1 => self.visit_last_checker(visitor),
            _ => self.visit_mixed(visitor),
        }
        for die in 1..=6 {
            let roll = roll(die, die);
            if self.steps_to_clear(die) <= 4 {
                visitor.all_off(roll);
            } else {
                self.visit_doubles(visitor, roll, die, 3, u32::MAX);
            }
        }
    }

    /// Two different dice with one checker left.
    fn visit_last_checker(&self, visitor: &mut impl Visitor) {
        let point = self.farthest();
        for dice in Dice::ALL.into_iter().filter(|dice| !dice.is_double()) {
            let pips = usize::from(dice.high() + dice.low());
            if point <= pips {
                visitor.all_off(dice.index());
            } else {
                visitor.last_steps(dice.index(), self, 1 << point, pips);
            }
        }
    }

    /// Two different dice with two checkers or more.
    fn visit_mixed(&self, visitor: &mut impl Visitor) {
        for high in 2..=6 {
            for point in bits(self.sources(high)) {
                let node = self.stepped(point, high);
                for low in 1..high {
                    visitor.last_steps(roll(high, low), &node, node.sources(low), low);
                }
            }
        }
        if self.may_bear_off() {
            for low in 1..6 {
                for point in bits(self.sources(low)) {
                    let node = self.stepped(point, low);
                    for high in low + 1..=6 {
                        visitor.last_steps(roll(high, low), &node, node.sources(high), high);
                    }
                }
            }
        }
    }

    /// Doubles: `before_last` steps and a last one, from points in `allowed`.
    fn visit_doubles(
        &self,
        visitor: &mut impl Visitor,
        roll: usize,
        die: usize,
        before_last: usize,
        allowed: u32,
    ) {
        let sources = self.sources(die) & allowed;
        if before_last == 0 {
            return visitor.last_steps(roll, self, sources, die);
        }
        for point in bits(sources) {
            let not_above = (2u32 << point) - 1;
            self.stepped(point, die).visit_doubles(visitor, roll, die, before_last - 1, not_above);
        }
    }
}

/// Position of a roll in [`Dice::ALL`].
const fn roll(high: usize, low: usize) -> usize {
    high * (high - 1) / 2 + low - 1
}

/// The set bits from high to low.
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = 31u32.checked_sub(mask.leading_zeros())?;
        mask &= !(1 << bit);
        Some(bit as usize)
    })
}

/// A visitor that collects the results of every roll.
#[derive(Default)]
pub(crate) struct Results {
    /// Position numbers by roll, in order of the plays, with repetitions.
    pub(crate) by_roll: [Vec<u32>; 21],
}

impl Visitor for Results {
    fn last_steps(&mut self, roll: usize, node: &StepPosition, sources: u32, die: usize) {
        self.by_roll[roll].extend(bits(sources).map(|point| node.after(point, die)));
    }

    fn all_off(&mut self, roll: usize) {
        self.by_roll[roll].push(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Board, PlayList, Side};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn results_are_those_of_the_rules(points in 1usize..=13, checkers in 1usize..=15, seed in any::<u32>()) {
            let index = PositionIndex::new(points, checkers).unwrap();
            let number = seed % index.n_positions();
            let mut results = Results::default();
            StepPosition::new(&index, number).visit_plays(&mut results);
            let board = Board::from_sides(index.position(number), [0; PLACES]);
            let mut list = PlayList::new();
            for dice in Dice::ALL {
                list.generate(&board, dice);
                let expected: BTreeSet<u32> =
                    list.boards().iter().filter_map(|board| index.index(board.side(Side::Opponent))).collect();
                let found: BTreeSet<u32> = results.by_roll[dice.index()].iter().copied().collect();
                prop_assert_eq!(&found, &expected, "{:?} {}", board, dice);
            }
        }
    }
}
