// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays of up to three checkers against a few opponents, as changes of the position number.
//!
//! Which plays are legal depends on the mover's position and on the points that the opponent blocks; with three checkers
//! that is one point at most. What a play leads to depends further on the blots it touches. So for every position and
//! blocked point the plays are listed once, each with the number of the position it leaves and the points touched on the
//! way. About 10 million plays and 80 MB for three checkers.

use crate::bearoff::index::PositionIndex;
use crate::core::{Dice, PLACES};
use crate::parallel;

/// A play of the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HyperPlay {
    /// The mover's position number afterwards.
    pub(super) after: u16,
    /// How many plays back in the roll's list is the last one before with the same number afterwards; 0 if none is.
    back: u16,
    /// Bit `p`: the play touches down on the mover's point `p`, 1..=24.
    pub(super) touched: u32,
}

/// Whether the play at `at` repeats the result of an earlier one, the opponent having blots on the points in `blots`.
#[inline]
pub(super) fn is_repetition(plays: &[HyperPlay], at: usize, blots: u32) -> bool {
    let hits = plays[at].touched & blots;
    let mut earlier = at;
    while plays[earlier].back > 0 {
        earlier -= usize::from(plays[earlier].back);
        if plays[earlier].touched & blots == hits {
            return true;
        }
    }
    false
}

/// The plays of one position and blocked point.
#[derive(Default)]
struct PlaysOf {
    plays: Vec<HyperPlay>,
    /// `ends[roll]`: where the plays of the roll end; they begin where those of the roll before end.
    ends: [u16; 21],
}

/// All plays of hypergammon with a number of checkers.
pub(super) struct HyperPlays {
    /// `[25 * number + blocked]`, blocked 0 standing for none.
    lists: Vec<PlaysOf>,
}

impl HyperPlays {
    /// Lists the plays of all positions of `index`.
    pub(super) fn new(index: &PositionIndex) -> HyperPlays {
        let n_blocked = if index.checkers() == 1 { 1 } else { PLACES };
        let list = |at: usize| {
            let (number, blocked) = ((at / PLACES) as u32, at % PLACES);
            let position = index.position(number);
            let impossible = blocked >= n_blocked || (blocked > 0 && position[blocked - 1] > 0);
            if impossible { PlaysOf::default() } else { PlaysOf::new(index, position, blocked) }
        };
        let n = index.n_positions() as usize * PLACES;
        HyperPlays { lists: parallel::map_shares(n, |numbers| numbers.map(list).collect()) }
    }

    /// The plays of every roll from a position, with the opponent holding the mover's point `blocked` (0: none). A roll
    /// without plays has an empty list.
    pub(super) fn of(&self, number: u32, blocked: usize) -> impl Iterator<Item = &[HyperPlay]> {
        let list = &self.lists[PLACES * number as usize + blocked];
        let mut start = 0;
        list.ends.iter().map(move |&end| {
            let plays = &list.plays[start..usize::from(end)];
            start = usize::from(end);
            plays
        })
    }
}

impl PlaysOf {
    fn new(index: &PositionIndex, position: [u8; PLACES], blocked: usize) -> PlaysOf {
        let mut list = PlaysOf::default();
        for (dice, end) in Dice::ALL.iter().zip(0..) {
            let mut search = Search { index, blocked, best: (0, 0), plays: Vec::new() };
            let (high, low) = (dice.high(), dice.low());
            let start = Path { position, touched: 0, used: (0, 0) };
            if dice.is_double() {
                search.extend(start, &[high; 4], PLACES, true);
            } else {
                search.extend(start, &[high, low], PLACES, false);
                search.extend(start, &[low, high], PLACES, false);
            }
            list.plays.append(&mut search.plays);
            let end: usize = end;
            list.ends[end] = list.plays.len() as u16;
        }
        list.plays.shrink_to_fit();
        list
    }
}

/// A play under construction.
#[derive(Clone, Copy)]
struct Path {
    position: [u8; PLACES],
    touched: u32,
    /// Steps and pips of the dice used.
    used: (u8, u8),
}

struct Search<'a> {
    index: &'a PositionIndex,
    blocked: usize,
    /// Most steps and pips of a play so far; others are illegal.
    best: (u8, u8),
    plays: Vec<HyperPlay>,
}

impl Search<'_> {
    /// Tries every next step from points up to `highest`; records the play where none is possible.
    fn extend(&mut self, path: Path, dice: &[u8], highest: usize, descending: bool) {
        let mut moved = false;
        if let Some((&die, rest)) = dice.split_first() {
            let must_enter = path.position[PLACES - 1] > 0;
            let lowest = if must_enter { PLACES } else { 1 };
            for point in (lowest..=highest).rev() {
                if let Some(next) = self.step(&path, point, usize::from(die)) {
                    self.extend(next, rest, if descending { point } else { PLACES }, descending);
                    moved = true;
                }
            }
        }
        if !moved && path.used.0 > 0 {
            self.record(&path);
        }
    }

    fn step(&self, path: &Path, point: usize, die: usize) -> Option<Path> {
        let position = &path.position;
        if position[point - 1] == 0 {
            return None;
        }
        let mut next = *path;
        next.position[point - 1] -= 1;
        next.used = (path.used.0 + 1, path.used.1 + die as u8);
        if point > die {
            let to = point - die;
            if to == self.blocked {
                return None;
            }
            next.position[to - 1] += 1;
            next.touched |= 1 << to;
        } else {
            let outside = position[6..].iter().any(|&n| n > 0);
            let behind = position[point..].iter().any(|&n| n > 0);
            if outside || (behind && point != die) {
                return None;
            }
        }
        Some(next)
    }

    fn record(&mut self, path: &Path) {
        // Dice left over when the last checker is off count as played.
        let finished = path.position.iter().all(|&n| n == 0);
        let used = if finished { (u8::MAX, u8::MAX) } else { path.used };
        if used.0 < self.best.0 || used.1 < self.best.1 {
            return;
        }
        if used.0 > self.best.0 || used.1 > self.best.1 {
            self.best = used;
            self.plays.clear();
        }
        let (after, touched) = (self.index.index_within(&path.position) as u16, path.touched);
        let back =
            self.plays.iter().rev().position(|play| play.after == after).map_or(0, |between| between + 1);
        let is_known = self.plays.iter().any(|play| play.after == after && play.touched == touched);
        if !is_known {
            self.plays.push(HyperPlay { after, back: back as u16, touched });
        }
    }
}
