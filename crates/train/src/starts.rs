// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions to start self-play from, so that the data covers what openings rarely lead to: back games, containment,
//! prime against prime, bear-ins against contact, closed boards, crashed boards, races.

use gnubg_engine::core::{Board, Dice, PlayList, Side, Variation};
use rand::{Rng, RngExt};

use crate::selfplay::roll;

/// A kind of starting position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Start {
    Opening,
    Nackgammon,
    /// Some plies of random play from the opening.
    Scrambled,
    /// Two anchors and a lost race.
    BackGame,
    /// One anchor, the other side bringing its checkers home.
    Containment,
    /// Broken primes on both sides with checkers behind them.
    Primes,
    /// One or two checkers on the bar while the other side bears off.
    LateHit,
    /// Checkers on the bar early, against a growing home board.
    Blitz,
    /// No contact.
    Race,
}

impl Start {
    /// One of `kinds`, or any kind if there are none.
    pub(crate) fn among(kinds: &[Start], rng: &mut impl Rng) -> Start {
        if kinds.is_empty() { Start::draw(rng) } else { kinds[rng.random_range(0..kinds.len())] }
    }

    /// Draws a kind; openings are about half.
    pub(crate) fn draw(rng: &mut impl Rng) -> Start {
        match rng.random_range(0..100) {
            0..46 => Start::Opening,
            46..50 => Start::Nackgammon,
            50..62 => Start::Scrambled,
            62..70 => Start::BackGame,
            70..78 => Start::Containment,
            78..86 => Start::Primes,
            86..92 => Start::LateHit,
            92..97 => Start::Blitz,
            _ => Start::Race,
        }
    }

    /// A legal position of this kind with both sides' checkers on the board.
    pub(crate) fn board(self, rng: &mut impl Rng) -> Board {
        loop {
            let board = match self {
                Start::Opening => Board::default(),
                Start::Nackgammon => Variation::Nackgammon.start(),
                Start::Scrambled => scrambled(rng),
                Start::BackGame => back_game(rng),
                Start::Containment => containment(rng),
                Start::Primes => primes(rng),
                Start::LateHit => late_hit(rng),
                Start::Blitz => blitz(rng),
                Start::Race => race(rng),
            };
            let usable =
                board.check(Variation::Standard).is_ok() && board.outcome(Variation::Standard).is_none();
            if usable {
                return if rng.random() { board } else { board.swapped() };
            }
        }
    }
}

fn scrambled(rng: &mut impl Rng) -> Board {
    let mut board = Board::default();
    let mut list = PlayList::new();
    for _ in 0..rng.random_range(4..40) {
        let dice: Dice = roll(rng);
        list.generate(&board, dice);
        board =
            if list.is_empty() { board.swapped() } else { list.boards()[rng.random_range(0..list.len())] };
    }
    board
}

/// Puts `checkers` checkers of one side on random places of `range` that the other side does not hold.
fn spread(board: &mut Board, side: Side, checkers: u8, range: std::ops::Range<usize>, rng: &mut impl Rng) {
    let mut left = checkers;
    for _ in 0..1000 {
        if left == 0 {
            return;
        }
        let index = rng.random_range(range.clone());
        let free = index == 24 || board.side(side.other())[23 - index] == 0;
        // Pairs and triples are more common than blots and stacks.
        let put = rng.random_range(1..=3).min(left);
        if free && board.side(side)[index] + put <= 6 {
            board.set(side, index, board.side(side)[index] + put);
            left -= put;
        }
    }
}

fn anchor(board: &mut Board, side: Side, index: usize, checkers: u8) {
    if board.side(side.other())[23 - index] == 0 {
        board.set(side, index, board.side(side)[index] + checkers);
    }
}

fn back_game(rng: &mut impl Rng) -> Board {
    let mut board = Board::EMPTY;
    let first = rng.random_range(19..24);
    let second = rng.random_range(18..first);
    anchor(&mut board, Side::OnRoll, first, rng.random_range(2..4));
    anchor(&mut board, Side::OnRoll, second, rng.random_range(2..4));
    let stragglers = rng.random_range(0..3);
    spread(&mut board, Side::OnRoll, stragglers, 12..25, rng);
    let left = 15 - board.checkers_on_board(Side::OnRoll);
    spread(&mut board, Side::OnRoll, left, 0..13, rng);
    let back = rng.random_range(0..3);
    spread(&mut board, Side::Opponent, back, 12..25, rng);
    spread(&mut board, Side::Opponent, 15 - back, 1..12, rng);
    board
}

fn containment(rng: &mut impl Rng) -> Board {
    let mut board = Board::EMPTY;
    let checkers = rng.random_range(1..4);
    anchor(&mut board, Side::OnRoll, rng.random_range(18..24), checkers);
    let stray = rng.random_range(0..2);
    spread(&mut board, Side::OnRoll, stray, 12..24, rng);
    let left = 15 - board.checkers_on_board(Side::OnRoll);
    let deep = rng.random_range(6..11);
    spread(&mut board, Side::OnRoll, left, 0..deep, rng);
    let off = if rng.random_range(0..3) == 0 { rng.random_range(0..6) } else { 0 };
    let reach = rng.random_range(6..14);
    spread(&mut board, Side::Opponent, 15 - off, 0..reach, rng);
    board
}

fn primes(rng: &mut impl Rng) -> Board {
    let mut board = Board::EMPTY;
    for side in Side::BOTH {
        let back = rng.random_range(1..4);
        spread(&mut board, side, back, 19..25, rng);
    }
    for side in Side::BOTH {
        let base = rng.random_range(1..5);
        let holes = rng.random_range(0..3);
        let mut points: Vec<usize> = (base..base + 6).collect();
        for _ in 0..holes {
            points.remove(rng.random_range(0..points.len()));
        }
        for index in points {
            if board.checkers_on_board(side) <= 13 {
                anchor(&mut board, side, index, 2);
            }
        }
        let left = 15 - board.checkers_on_board(side);
        spread(&mut board, side, left, 2..16, rng);
    }
    board
}

fn late_hit(rng: &mut impl Rng) -> Board {
    let mut board = Board::EMPTY;
    board.set(Side::OnRoll, 24, rng.random_range(1..3));
    let stray = rng.random_range(0..2);
    spread(&mut board, Side::OnRoll, stray, 10..24, rng);
    let left = 15 - board.checkers_on_board(Side::OnRoll);
    spread(&mut board, Side::OnRoll, left, 0..7, rng);
    let off = rng.random_range(0..13);
    spread(&mut board, Side::Opponent, 15 - off, 0..7, rng);
    board
}

fn blitz(rng: &mut impl Rng) -> Board {
    let mut board = Board::default();
    board.set(Side::OnRoll, 23, 0);
    let bar = rng.random_range(1..4);
    board.set(Side::OnRoll, 24, bar);
    let mut points: Vec<usize> = (2..6).collect();
    for side in [Side::Opponent] {
        board.set(side, 5, 2);
        board.set(side, 7, rng.random_range(0..4));
        for _ in 0..rng.random_range(1..4) {
            let index = points.remove(rng.random_range(0..points.len()));
            anchor(&mut board, side, index, 2);
        }
        let on = board.checkers_on_board(side);
        spread(&mut board, side, 15u8.saturating_sub(on), 2..16, rng);
    }
    let on = board.checkers_on_board(Side::OnRoll);
    spread(&mut board, Side::OnRoll, 15u8.saturating_sub(on), 3..24, rng);
    board
}

fn race(rng: &mut impl Rng) -> Board {
    let mut board = Board::EMPTY;
    let line = rng.random_range(3..20);
    for (side, most) in [(Side::OnRoll, line + 1), (Side::Opponent, 23 - line)] {
        let off = if rng.random() { 0 } else { rng.random_range(0..10) };
        spread(&mut board, side, 15 - off, 0..most, rng);
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn all_kinds_give_playable_positions() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(5);
        for _ in 0..3000 {
            let start = Start::draw(&mut rng);
            let board = start.board(&mut rng);
            assert_eq!(board.check(Variation::Standard), Ok(()), "{start:?}");
            assert!(start != Start::Race || !board.has_contact());
        }
    }
}
