// SPDX-License-Identifier: GPL-3.0-or-later
//! Choosing the plays of all 21 rolls from stored data about the positions one step ahead.
//!
//! Every position keeps, for each die, the best position after one, two and three steps with that die. The best play of
//! a roll is then found by looking one step ahead: with the larger die, then at what the smaller die does best from
//! there; with doubles at the best three further steps. About 35 positions are examined instead of a thousand results.
//!
//! *Invariant:* among equally good results the first in the order of [`side_plays`](crate::bearoff::side_plays) wins.
//! Sources are tried from the rear and only strictly better results replace earlier ones. For doubles, a result's place
//! in the order is given by its sources sorted from the rear; looking ahead without that sorting also meets results
//! whose later steps start farther back, but those have been met before, under their rearmost source.

use crate::bearoff::side_plays::{StepPosition, bits};

/// A position and the expected number of rolls from it, times 65535.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct Best {
    mean: u32,
    pub(super) number: u32,
}

impl Best {
    /// Worse than any position.
    const WORST: Best = Best { mean: u32::MAX, number: 0 };

    #[inline]
    fn improve(&mut self, candidate: Best) {
        if candidate.mean < self.mean {
            *self = candidate;
        }
    }
}

/// What a position offers: its own mean and the best positions after 1, 2 and 3 steps with each die. With fewer
/// checkers than steps: the empty position. The default is the empty position's.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct BestSteps {
    mean: u32,
    one: [Best; 6],
    two: [Best; 6],
    three: [Best; 6],
}

impl BestSteps {
    /// Nothing left to do, whatever the checkers on the board.
    pub(super) const DONE: BestSteps = {
        let none = [Best { mean: 0, number: 0 }; 6];
        BestSteps { mean: 0, one: none, two: none, three: none }
    };

    /// A position of which only the mean is known.
    pub(super) fn mean_only(mean: u32) -> BestSteps {
        BestSteps { mean, ..BestSteps::default() }
    }

    /// The same with the position's mean.
    pub(super) fn with_mean(self, mean: u32) -> BestSteps {
        BestSteps { mean, ..self }
    }
}

/// The best play of every roll and what the position itself offers, its mean excepted. `ahead(pips, number)` tells
/// about the position with that number, whose pip count is `pips`.
pub(super) fn search<'t>(
    node: &StepPosition,
    pips: usize,
    ahead: impl Fn(usize, u32) -> &'t BestSteps,
) -> ([Best; 21], BestSteps) {
    let mut plays = [Best::WORST; 21];
    let none = [Best::WORST; 6];
    let mut own = BestSteps { mean: 0, one: none, two: none, three: none };
    let any_order = node.may_bear_off();
    for die in (1..=6).rev() {
        let d = die - 1;
        let first_roll = die * d / 2;
        for point in bits(node.sources(die)) {
            let number = node.after(point, die);
            let next = ahead(pips - point.min(die), number);
            own.one[d].improve(Best { mean: next.mean, number });
            own.two[d].improve(next.one[d]);
            own.three[d].improve(next.two[d]);
            plays[first_roll + d].improve(next.three[d]);
            for (play, &candidate) in plays[first_roll..first_roll + d].iter_mut().zip(&next.one) {
                play.improve(candidate);
            }
            if any_order {
                for high in die + 1..=6 {
                    plays[high * (high - 1) / 2 + d].improve(next.one[high - 1]);
                }
            }
        }
    }
    (plays, own)
}
