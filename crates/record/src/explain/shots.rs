// SPDX-License-Identifier: GPL-3.0-or-later
//! Shots: how many of the 36 rolls hit each blot, counted from the legal plays.

use gnubg_engine::core::{Board, Dice, PLACES, Place, PlayList, Side};

/// What the 36 rolls of a side do to the blots of the other one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shots {
    /// Blots that some roll hits, the rearmost first, as their owner counts points, with the number of such rolls.
    pub blots: Vec<(Place, u8)>,
    /// Rolls that hit at least one blot.
    pub rolls: u8,
    /// Rolls that hit with one die alone: the distance of a checker is the number on one of the dice.
    pub direct: u8,
}

impl Shots {
    /// Rolls that hit nothing.
    #[must_use]
    pub fn misses(&self) -> u8 {
        36 - self.rolls
    }
}

/// The shots of the side on roll, with any dice.
#[must_use]
pub fn shots(board: &Board) -> Shots {
    let theirs = board.side(Side::Opponent);
    let blots: Vec<usize> = (0..PLACES - 1).rev().filter(|&at| theirs[at] == 1).collect();
    let (mut by_blot, mut rolls, mut direct) = (vec![0; blots.len()], 0, 0);
    let mut list = PlayList::new();
    for dice in Dice::ALL.into_iter().filter(|_| !blots.is_empty()) {
        let weight = if dice.is_double() { 1 } else { 2 };
        list.generate(board, dice);
        // After a play its opponent is on roll.
        let is_hit = |at: usize| list.boards().iter().any(|after| after.side(Side::OnRoll)[at] == 0);
        let hit: Vec<bool> = blots.iter().map(|&at| is_hit(at)).collect();
        by_blot.iter_mut().zip(&hit).filter(|(_, hit)| **hit).for_each(|(n, _)| *n += weight);
        rolls += if hit.contains(&true) { weight } else { 0 };
        let mut hits = blots.iter().zip(&hit).filter(|(_, hit)| **hit);
        direct += if hits.any(|(&at, _)| is_direct(board, at, dice)) { weight } else { 0 };
    }
    let places = blots.into_iter().map(Place::from_index);
    Shots { blots: places.zip(by_blot).filter(|(_, n)| *n > 0).collect(), rolls, direct }
}

/// Whether the distance of a checker of the side on roll to the opponent's place `at` is one of the dice. With several on
/// the bar only those count.
fn is_direct(board: &Board, at: usize, dice: Dice) -> bool {
    let mine = board.side(Side::OnRoll);
    let (bar, target) = (PLACES - 1, PLACES - 2 - at);
    [dice.high(), dice.low()].into_iter().any(|die| {
        let from = target + usize::from(die);
        mine.get(from).is_some_and(|&n| n > 0) && (from == bar || mine[bar] < 2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A blot six points before a single checker.
    fn six_away() -> Board {
        let (mut mine, mut theirs) = ([0; PLACES], [0; PLACES]);
        (mine[23], mine[0]) = (1, 2);
        // The opponent counts from the other side: their 7-point is my 18-point.
        theirs[6] = 1;
        Board::from_sides(mine, theirs)
    }

    #[test]
    fn a_blot_six_away_is_hit_by_seventeen_rolls() {
        let found = shots(&six_away());
        assert_eq!((found.rolls, found.misses()), (17, 19));
        assert_eq!(found.direct, 11, "every six");
        assert_eq!(found.blots, [(Place::from_index(6), 17)]);
    }

    #[test]
    fn several_blots_are_counted_separately() {
        let mut board = six_away();
        board.set(Side::Opponent, 1, 1);
        let found = shots(&board);
        // One point away: any ace; eleven rolls more or less.
        assert_eq!(found.blots.iter().map(|(place, _)| place.number()).collect::<Vec<_>>(), [7, 2]);
        assert!(found.rolls > 17 && found.blots.iter().all(|(_, n)| *n <= found.rolls));
    }

    #[test]
    fn nothing_is_hit_where_there_is_no_blot() {
        let opening = Board::default();
        assert_eq!(shots(&opening), Shots::default());
    }
}
