// SPDX-License-Identifier: GPL-3.0-or-later
//! Simple cubeless look-ahead: every roll, best replies by static evaluation. The trainer computes labels with it.

use super::static_eval::{Nets, Scratch};
use crate::bearoff::Databases;
use crate::core::{Board, Dice, PlayList, Probs, Variation};

/// Reusable memory for look-ahead: one play list a ply.
pub struct LookAhead<'d> {
    scratch: Scratch,
    /// Nets that value positions where others choose the plays, by the mean of their chances.
    valuers: Vec<(&'d Nets, Scratch)>,
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
            valuers: Vec::new(),
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

    /// The same, with the ends of the look-ahead valued by the mean of these nets, if any; the others choose the plays.
    #[must_use]
    pub fn valued_by(self, valuers: &'d [Nets]) -> LookAhead<'d> {
        LookAhead { valuers: valuers.iter().map(|nets| (nets, nets.scratch())).collect(), ..self }
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
        if self.valuers.is_empty() {
            return nets.evaluate(board, &mut self.scratch);
        }
        let share = 1.0 / self.valuers.len() as f32;
        let mut mean = [0.0f32; 5];
        for (valuer, scratch) in &mut self.valuers {
            let chances = valuer.evaluate(board, scratch).to_array();
            mean.iter_mut().zip(chances).for_each(|(mean, chance)| *mean += share * chance);
        }
        Probs::from_array(mean)
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
            let chances = if plies == 1 {
                self.best_valued(nets, board, dice).1
            } else {
                let after = self.best_after(nets, board, dice);
                self.chances_visiting(nets, &after, plies - 1, visit)
            };
            for (sum, chance) in sum.iter_mut().zip(chances.swapped().to_array()) {
                *sum += f32::from(dice.weight()) * chance;
            }
        }
        let chances = Probs::from_array(sum.map(|chance| chance / 36.0));
        visit(board, chances, plies);
        chances
    }

    /// The position (opponent on roll) after the statically best play of `dice`; the swapped board if none is legal.
    pub fn best_after(&mut self, nets: &Nets, board: &Board, dice: Dice) -> Board {
        self.chosen(nets, board, dice).0
    }

    /// The same with the opponent's static chances there, as [`LookAhead::value`] gives them.
    pub fn best_valued(&mut self, nets: &Nets, board: &Board, dice: Dice) -> (Board, Probs) {
        let (after, seen) = self.chosen(nets, board, dice);
        let seen = seen.filter(|_| self.valuers.is_empty()).unwrap_or_else(|| self.value(nets, &after));
        (after, seen)
    }

    /// The position after the statically best play, and what led to the choice where there was one.
    fn chosen(&mut self, nets: &Nets, board: &Board, dice: Dice) -> (Board, Option<Probs>) {
        let mut list = self.lists.pop().unwrap_or_default();
        list.generate(board, dice);
        let best = self.best_kept(nets, &list);
        let chosen = best.map_or_else(|| (board.swapped(), None), |(n, seen)| (list.boards()[n], Some(seen)));
        self.lists.push(list);
        chosen
    }

    /// Like [`LookAhead::best_of`], among the plays the filter keeps.
    pub fn best_reply(&mut self, nets: &Nets, list: &PlayList) -> Option<(usize, f32)> {
        self.best_kept(nets, list).map(for_mover)
    }

    /// The play of `list` with the highest static cubeless money equity for the mover, and that equity.
    pub fn best_of(&mut self, nets: &Nets, list: &PlayList) -> Option<(usize, f32)> {
        self.best_among(nets, list, 0..list.len()).map(for_mover)
    }

    /// The best of the plays that the filter keeps, with the opponent's chances after it.
    fn best_kept(&mut self, nets: &Nets, list: &PlayList) -> Option<(usize, Probs)> {
        if self.keep == 0 || list.len() <= self.keep {
            return self.best_among(nets, list, 0..list.len());
        }
        let mut ranks = std::mem::take(&mut self.ranks);
        ranks.clear();
        for (n, after) in list.boards().iter().enumerate() {
            ranks.push((nets.rank(after, &mut self.scratch), n as u16));
        }
        ranks.select_nth_unstable(self.keep - 1);
        let best = self.best_among(nets, list, ranks[..self.keep].iter().map(|&(_, n)| usize::from(n)));
        self.ranks = ranks;
        best
    }

    fn best_among(
        &mut self,
        nets: &Nets,
        list: &PlayList,
        among: impl Iterator<Item = usize>,
    ) -> Option<(usize, Probs)> {
        let mut best: Option<(usize, Probs, f32)> = None;
        for n in among {
            let seen = self.evaluate(nets, &list.boards()[n]);
            let equity = -seen.money_equity().0;
            if best.is_none_or(|(_, _, most)| equity > most) {
                best = Some((n, seen, equity));
            }
        }
        best.map(|(n, seen, _)| (n, seen))
    }
}

/// A play with the equity of the mover instead of the chances of the opponent.
fn for_mover((n, seen): (usize, Probs)) -> (usize, f32) {
    (n, -seen.money_equity().0)
}
