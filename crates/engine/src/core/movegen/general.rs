// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays by trying every order of the dice and removing repeated positions.
//!
//! Slower than the other two generators and right for every board: used when two different dice may bear checkers off,
//! and for the Egyptian rule.

use super::super::{Board, Dice, Place, Play, PlayList, Side, Step};
use super::{EGYPTIAN_LIMIT, MoveRules, OUTSIDE, descending, mirrored};

/// Appends all legal plays of `dice` on `board`.
pub(super) fn generate(list: &mut PlayList, board: &Board, dice: Dice, rules: MoveRules) {
    let (high, low) = (dice.high(), dice.low());
    let mut search = Search {
        blocked: mirrored(board.made(Side::Opponent)),
        rules,
        best: (0, 0),
        list,
        dice: [high, low, high, low],
        n_dice: 2,
    };
    if dice.is_double() {
        search.n_dice = 4;
        search.extend(board, Play::EMPTY, 0);
    } else {
        search.extend(board, Play::EMPTY, 0);
        search.dice = [low, high, low, high];
        search.extend(board, Play::EMPTY, 0);
    }
}

struct Search<'a> {
    blocked: u32,
    rules: MoveRules,
    /// Dice used and pips of the best play so far; only plays equal to it stay in the list.
    best: (usize, u8),
    list: &'a mut PlayList,
    dice: [u8; 4],
    n_dice: usize,
}

impl Search<'_> {
    fn extend(&mut self, board: &Board, play: Play, pips: u8) {
        let n_steps = play.steps().len();
        let mut moved = false;
        if n_steps < self.n_dice {
            let die = self.dice[n_steps];
            for from in descending(self.sources(board, die)) {
                let from = Place::from_index(from);
                let step = Step { from, to: from.moved(die) };
                let mut longer = play;
                longer.push(step);
                let one = Play::from_steps(&[step]).expect("invariant: one step is a play");
                self.extend(&one.apply(board), longer, pips + die);
                moved = true;
            }
        }
        if !moved && n_steps > 0 {
            self.record(board, play, (n_steps, pips));
        }
    }

    fn sources(&self, board: &Board, die: u8) -> u32 {
        let occupied = board.occupied(Side::OnRoll);
        let movable = if occupied & super::BAR_BIT != 0 { super::BAR_BIT } else { occupied };
        let mut open = !self.blocked & 0x00ff_ffff;
        if self.rules.egyptian {
            for (index, &count) in board.side(Side::OnRoll)[..24].iter().enumerate() {
                if count >= EGYPTIAN_LIMIT {
                    open &= !(1 << index);
                }
            }
        }
        let mut sources = movable & (open << die);
        if occupied & OUTSIDE == 0 && occupied != 0 {
            let rearmost = 31 - occupied.leading_zeros();
            sources |= occupied & (1 << (die - 1));
            if rearmost < u32::from(die) {
                sources |= 1 << rearmost;
            }
        }
        sources
    }

    fn record(&mut self, board: &Board, play: Play, used: (usize, u8)) {
        // Once the last checker is off, unused dice are void: such a play counts as using them all.
        let finished = board.occupied(Side::OnRoll) == 0;
        let rank = if finished { (self.n_dice, self.dice[..self.n_dice].iter().sum()) } else { used };
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.list.clear();
        }
        let after = board.swapped();
        if self.list.find(&after).is_none() {
            self.list.push(play, after);
        }
    }
}
