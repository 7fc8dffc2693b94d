// SPDX-License-Identifier: GPL-3.0-or-later
//! Simple cubeless look-ahead: every roll, best replies by static evaluation. The trainer computes labels with it.

use super::static_eval::{Nets, Scratch};
use crate::bearoff::Databases;
use crate::core::{Board, Dice, PlayList, Probs, Variation};

/// Reusable memory for look-ahead: one play list a ply.
pub struct LookAhead<'d> {
    scratch: Scratch,
    /// Nets that value positions where others choose the plays.
    valuer: Option<(&'d Nets, Scratch)>,
    databases: Option<&'d Databases>,
    lists: Vec<PlayList>,
    ranks: Vec<(i32, u16)>,
    /// Plays given to the large net when a reply is chosen inside the look-ahead; the filter picks them. 0 for all.
    keep: usize,
}

impl<'d> LookAhead<'d> {
    /// Working memory for one thread.
    #[must_use]
    pub fn new(nets: &Nets) -> LookAhead<'d> {
        LookAhead {
            scratch: nets.scratch(),
            valuer: None,
            databases: None,
            lists: Vec::new(),
            ranks: Vec::new(),
            keep: 0,
        }
    }

    /// The same; `databases` take precedence over the nets.
    #[must_use]
    pub fn with_databases(self, databases: &'d Databases) -> LookAhead<'d> {
        LookAhead { databases: Some(databases), ..self }
    }

    /// The same; replies are chosen among the `keep` plays that the filter ranks highest (0 for all).
    #[must_use]
    pub fn with_filter(self, keep: usize) -> LookAhead<'d> {
        LookAhead { keep, ..self }
    }

    /// The same, with the ends of the look-ahead valued by these nets; the others choose the plays.
    #[must_use]
    pub fn valued_by(self, valuer: Option<&'d Nets>) -> LookAhead<'d> {
        LookAhead { valuer: valuer.map(|nets| (nets, nets.scratch())), ..self }
    }

    /// The static chances of the player on roll, from the nets that choose plays.
    pub fn evaluate(&mut self, nets: &Nets, board: &Board) -> Probs {
        self.known(board).unwrap_or_else(|| nets.evaluate(board, &mut self.scratch))
    }

    /// The static chances of the player on roll, from the nets that value the ends of the look-ahead.
    pub fn value(&mut self, nets: &Nets, board: &Board) -> Probs {
        if let Some(probs) = self.known(board) {
            return probs;
        }
        match &mut self.valuer {
            Some((valuer, scratch)) => valuer.evaluate(board, scratch),
            None => nets.evaluate(board, &mut self.scratch),
        }
    }

    fn known(&self, board: &Board) -> Option<Probs> {
        let databases = self.databases.filter(|_| !board.has_contact())?;
        databases.probs(board, Variation::Standard)
    }

    /// The chances of the player on roll when each of the next `plies` rolls is averaged over and answered by the play
    /// that is best statically in cubeless money equity.
    pub fn chances(&mut self, nets: &Nets, board: &Board, plies: usize) -> Probs {
        self.chances_visiting(nets, board, plies, &mut |_, _, _| ())
    }

    /// The same; `visit` is called for every position that was looked ahead from, with its chances and plies.
    pub fn chances_visiting(
        &mut self,
        nets: &Nets,
        board: &Board,
        plies: usize,
        visit: &mut impl FnMut(&Board, Probs, usize),
    ) -> Probs {
        if plies == 0 || board.outcome(Variation::Standard).is_some() {
            return self.value(nets, board);
        }
        let mut sum = [0.0f32; 5];
        for dice in Dice::ALL {
            let after = self.best_after(nets, board, dice);
            let chances = self.chances_visiting(nets, &after, plies - 1, visit).swapped().to_array();
            for (sum, chance) in sum.iter_mut().zip(chances) {
                *sum += f32::from(dice.weight()) * chance;
            }
        }
        let chances = Probs::from_array(sum.map(|chance| chance / 36.0));
        visit(board, chances, plies);
        chances
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
    pub fn best_reply(&mut self, nets: &Nets, list: &PlayList) -> Option<(usize, f32)> {
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
