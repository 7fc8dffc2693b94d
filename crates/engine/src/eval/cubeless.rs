// SPDX-License-Identifier: GPL-3.0-or-later
//! Cubeless look-ahead in its plainest form: every roll, best replies by static evaluation. The trainer labels with it.

use super::static_eval::{Nets, Scratch};
use crate::core::{Board, Dice, PlayList, Probs};

/// Reusable memory for look-ahead: one play list a ply.
#[derive(Clone, Debug)]
pub struct LookAhead {
    scratch: Scratch,
    lists: Vec<PlayList>,
    ranks: Vec<(i32, u16)>,
    /// Plays given to the large net when a reply is chosen inside the look-ahead; the filter picks them. 0 for all.
    keep: usize,
}

impl LookAhead {
    /// Memory for one thread.
    #[must_use]
    pub fn new(nets: &Nets) -> LookAhead {
        LookAhead { scratch: nets.scratch(), lists: Vec::new(), ranks: Vec::new(), keep: 0 }
    }

    /// The same, choosing replies among the `keep` plays that the filter likes best (0 for all).
    #[must_use]
    pub fn keeping(self, keep: usize) -> LookAhead {
        LookAhead { keep, ..self }
    }

    /// The static chances of the player on roll.
    pub fn evaluate(&mut self, nets: &Nets, board: &Board) -> Probs {
        nets.evaluate(board, &mut self.scratch)
    }

    /// The chances of the player on roll when each of the next `plies` rolls is averaged over and answered by the play
    /// that is best statically in cubeless money equity.
    pub fn chances(&mut self, nets: &Nets, board: &Board, plies: usize) -> Probs {
        if plies == 0 || board.outcome(crate::core::Variation::Standard).is_some() {
            return self.evaluate(nets, board);
        }
        let mut sum = [0.0f32; 5];
        for dice in Dice::ALL {
            let after = self.best_after(nets, board, dice);
            let chances = self.chances(nets, &after, plies - 1).swapped().to_array();
            for (sum, chance) in sum.iter_mut().zip(chances) {
                *sum += f32::from(dice.weight()) * chance;
            }
        }
        Probs::from_array(sum.map(|chance| chance / 36.0))
    }

    /// The position (opponent on roll) after the statically best play of `dice`; the swapped board if none is legal.
    pub fn best_after(&mut self, nets: &Nets, board: &Board, dice: Dice) -> Board {
        let mut list = self.lists.pop().unwrap_or_default();
        list.generate(board, dice);
        let best = self.best_reply(nets, &list).map_or_else(|| board.swapped(), |(n, _)| list.boards()[n]);
        self.lists.push(list);
        best
    }

    /// Like [`LookAhead::best_of`], among the plays the filter keeps.
    fn best_reply(&mut self, nets: &Nets, list: &PlayList) -> Option<(usize, f32)> {
        if self.keep == 0 || list.len() <= self.keep {
            return self.best_of(nets, list);
        }
        self.ranks.clear();
        for (n, after) in list.boards().iter().enumerate() {
            self.ranks.push((nets.rank(after, &mut self.scratch), n as u16));
        }
        self.ranks.select_nth_unstable(self.keep - 1);
        let mut best: Option<(usize, f32)> = None;
        for k in 0..self.keep {
            let n = usize::from(self.ranks[k].1);
            let equity = -self.evaluate(nets, &list.boards()[n]).money_equity().0;
            if best.is_none_or(|(_, most)| equity > most) {
                best = Some((n, equity));
            }
        }
        best
    }

    /// The play of `list` with the highest static cubeless money equity for the mover, and that equity.
    pub fn best_of(&mut self, nets: &Nets, list: &PlayList) -> Option<(usize, f32)> {
        let mut best: Option<(usize, f32)> = None;
        for (n, after) in list.boards().iter().enumerate() {
            let equity = -self.evaluate(nets, after).money_equity().0;
            if best.is_none_or(|(_, most)| equity > most) {
                best = Some((n, equity));
            }
        }
        best
    }
}
