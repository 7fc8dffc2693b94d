// SPDX-License-Identifier: GPL-3.0-or-later
//! Shots: how many of the 36 rolls hit each blot, counted from the legal plays.

use gnubg_engine::core::{Board, Dice, PLACES, Place, PlayList, Side};

/// Places of the owner of a blot below this one are outside the opponent's home board.
const OUTSIDE: usize = 18;

/// What the 36 rolls of a side do to the blots of the other one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shots {
    /// Blots that some roll hits, the rearmost first, as their owner counts points, with the number of such rolls.
    pub blots: Vec<(Place, u8)>,
    /// Rolls that hit at least one blot.
    pub rolls: u8,
    /// Rolls that hit with one die alone: the distance of a checker is the number on one of the dice.
    pub direct: u8,
    /// Rolls that hit at a cost: a blot outside the home board of the side on roll, several blots at once, or one in the
    /// home board by making that point or without leaving a blot there. A loose hit costs at most six pips, and can be
    /// answered from the bar.
    pub costly: u8,
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
    let (mut by_blot, mut rolls, mut direct, mut costly) = (vec![0; blots.len()], 0, 0, 0);
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
        costly += if list.boards().iter().any(|after| is_costly(&blots, after)) { weight } else { 0 };
    }
    let places = blots.into_iter().map(Place::from_index);
    Shots { blots: places.zip(by_blot).filter(|(_, n)| *n > 0).collect(), rolls, direct, costly }
}

/// Whether the play that led to `after`, where its opponent is on roll, hit some of these blots at a cost.
fn is_costly(blots: &[usize], after: &Board) -> bool {
    let (owner, hitter) = (after.side(Side::OnRoll), after.side(Side::Opponent));
    let mut hit = blots.iter().filter(|&&at| owner[at] == 0);
    let Some(&first) = hit.next() else { return false };
    let home = &hitter[..PLACES - 1 - OUTSIDE];
    first < OUTSIDE || hit.next().is_some() || home[PLACES - 2 - first] > 1 || !home.contains(&1)
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

    /// A position from the places of both sides, counted by each side from 1, with the checkers there.
    fn position(mine: &[(usize, u8)], theirs: &[(usize, u8)]) -> Board {
        let place = |side: &[(usize, u8)]| {
            let mut places = [0; PLACES];
            side.iter().for_each(|(point, n)| places[point - 1] = *n);
            places
        };
        Board::from_sides(place(mine), place(theirs))
    }

    /// All rolls that hit, and those that hit at a cost.
    fn counted(mine: &[(usize, u8)], theirs: &[(usize, u8)]) -> (u8, u8) {
        let found = shots(&position(mine, theirs));
        (found.rolls, found.costly)
    }

    #[test]
    fn loose_hits_in_the_home_board_do_not_count_as_costly() {
        // A single checker on the 8-point, and a blot of theirs six away, on my 2-point: every hit is loose.
        assert_eq!(counted(&[(8, 1), (24, 2)], &[(23, 1), (13, 5)]), (17, 0));
        // The same outside the home board, on my 7-point: every hit costs.
        assert_eq!(counted(&[(13, 1), (24, 2)], &[(18, 1), (13, 5)]), (17, 17));
        // Two checkers on the 8-point and on the 6-point: 6-4, 2-2, 3-3, 4-4 and 6-6 make the 2-point.
        assert_eq!(counted(&[(8, 2), (6, 2), (24, 2)], &[(23, 1), (13, 5)]), (27, 6));
    }

    #[test]
    fn a_hit_that_leaves_no_blot_and_two_hits_at_once_are_costly() {
        // 6-1 hits on the 2-point and goes on to the ace point, which is made.
        assert_eq!(counted(&[(8, 1), (1, 2), (24, 2)], &[(23, 1), (13, 5)]), (17, 2));
        // Blots on my 2-point and ace point: 6-1 hits both, 5-2 and 4-3 the second one.
        assert_eq!(counted(&[(8, 1), (24, 2)], &[(23, 1), (24, 1), (13, 5)]), (21, 2));
    }

    #[test]
    fn nothing_is_hit_where_there_is_no_blot() {
        let opening = Board::default();
        assert_eq!(shots(&opening), Shots::default());
    }
}
