// SPDX-License-Identifier: GPL-3.0-or-later
//! Self-play games.

use gnubg_engine::core::{Board, Dice, PlayList, Probs, Variation};
use gnubg_engine::eval::{LookAhead, Nets, over};
use rand::{Rng, RngExt};

/// A game is cut off here and valued by the net; only random nets play that long.
const MOST_PLIES: usize = 400;

/// Chances that the player does not choose the statically best play.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Deviation {
    /// Chooses any legal play.
    pub(crate) random: f32,
    /// Chooses the second or third best.
    pub(crate) second: f32,
}

/// One game: the positions before each roll, and the chances at the end for the player then on roll.
pub(crate) struct Game {
    pub(crate) boards: Vec<Board>,
    pub(crate) end: Probs,
}

pub(crate) fn roll(rng: &mut impl Rng) -> Dice {
    Dice::new(rng.random_range(1..=6), rng.random_range(1..=6)).expect("invariant: faces are 1 to 6")
}

/// Rolls until the dice differ, as for the first roll of a game.
pub(crate) fn opening_roll(rng: &mut impl Rng) -> Dice {
    loop {
        let dice = roll(rng);
        if !dice.is_double() {
            return dice;
        }
    }
}

/// Plays from `start` to the end.
pub(crate) fn play(
    nets: &Nets,
    look: &mut LookAhead<'_>,
    start: Board,
    deviation: Deviation,
    rng: &mut impl Rng,
) -> Game {
    let mut boards = Vec::with_capacity(64);
    let mut board = start;
    let mut list = PlayList::new();
    loop {
        if board.outcome(Variation::Standard).is_some() {
            return Game { boards, end: over(&board, Variation::Standard) };
        }
        if boards.len() == MOST_PLIES {
            let end = look.evaluate(nets, &board);
            return Game { boards, end };
        }
        let dice = if boards.is_empty() && start == Board::default() { opening_roll(rng) } else { roll(rng) };
        boards.push(board);
        list.generate(&board, dice);
        board = match choose(nets, look, &list, deviation, rng) {
            Some(n) => list.boards()[n],
            None => board.swapped(),
        };
    }
}

fn choose(
    nets: &Nets,
    look: &mut LookAhead<'_>,
    list: &PlayList,
    deviation: Deviation,
    rng: &mut impl Rng,
) -> Option<usize> {
    let fate: f32 = rng.random();
    if !list.is_empty() && fate < deviation.random {
        return Some(rng.random_range(0..list.len()));
    }
    if list.len() > 1 && fate < deviation.random + deviation.second {
        let ranked = ranked(nets, look, list);
        return Some(ranked[rng.random_range(1..ranked.len().min(3))].1);
    }
    look.best_reply(nets, list).map(|(n, _)| n)
}

/// The plays of `list` by number, the statically best first, each with the equity of the opponent.
pub(crate) fn ranked(nets: &Nets, look: &mut LookAhead<'_>, list: &PlayList) -> Vec<(f32, usize)> {
    let mut ranked: Vec<(f32, usize)> = list
        .boards()
        .iter()
        .enumerate()
        .map(|(n, after)| (look.evaluate(nets, after).money_equity().0, n))
        .collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    ranked
}
