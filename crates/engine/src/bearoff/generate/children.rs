// SPDX-License-Identifier: GPL-3.0-or-later
//! The positions that each position can lead to, by roll.

use super::levels::PipOrder;
use crate::bearoff::index::PositionIndex;
use crate::bearoff::side_plays::{Results, StepPosition};

/// Ranks of the results of every roll, without repetitions.
pub(super) struct Children {
    /// `starts[21 * rank + roll]`, one more for the end.
    starts: Vec<u32>,
    ranks: Vec<u32>,
}

impl Children {
    pub(super) fn new(index: &PositionIndex, order: &PipOrder) -> Children {
        let mut rank_of = vec![0u32; order.numbers().len()];
        for (rank, &number) in (0..).zip(order.numbers()) {
            rank_of[number as usize] = rank;
        }
        let (mut starts, mut ranks) = (vec![0], Vec::new());
        let mut results = Results::default();
        for &number in order.numbers() {
            StepPosition::new(index, number).visit_plays(&mut results);
            for roll in &mut results.by_roll {
                roll.sort_unstable();
                roll.dedup();
                ranks.extend(roll.drain(..).map(|number| rank_of[number as usize]));
                starts.push(ranks.len() as u32);
            }
        }
        Children { starts, ranks }
    }

    /// Results of the roll with that index in [`Dice::ALL`](crate::core::Dice::ALL). Empty only when all are off.
    pub(super) fn of(&self, rank: usize, roll: usize) -> &[u32] {
        let at = 21 * rank + roll;
        &self.ranks[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}
