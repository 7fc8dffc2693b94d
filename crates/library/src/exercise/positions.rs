// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions for exercises, made from a seed.

use gnubg_engine::core::{
    Board, CubeState, Decision, Dice, MatchState, PLACES, Phase, PlayList, Player, Rules, Side, Variation,
};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

/// A generator for a problem.
pub(super) fn random(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// A roll.
pub(super) fn roll(random: &mut StdRng) -> Dice {
    Dice::new(random.random_range(1..=6), random.random_range(1..=6)).unwrap_or(Dice::ALL[0])
}

/// A money game with this board, the player on roll at the bottom.
pub(super) fn money(board: Board, due: Decision) -> MatchState {
    MatchState {
        rules: Rules::default(),
        length: 0,
        score: [0, 0],
        is_crawford: false,
        cube: CubeState::default(),
        on_roll: Player::One,
        board,
        phase: Phase::Due(due),
        declined: None,
    }
}

/// A side of a race: so many checkers on the points 1 to `farthest`, most of them at home.
fn racing_side(random: &mut StdRng, checkers: u8, farthest: usize) -> [u8; PLACES] {
    let mut side = [0; PLACES];
    for _ in 0..checkers {
        // Every third checker may stand outside.
        let outside = farthest > 6 && random.random_range(0..3) == 0;
        let point =
            if outside { random.random_range(6..farthest) } else { random.random_range(0..farthest.min(6)) };
        side[point] += 1;
    }
    side
}

/// A race without contact: so many checkers a side on the points 1 to `farthest`, 12 at most.
pub(super) fn race(random: &mut StdRng, checkers: u8, farthest: usize) -> Board {
    let farthest = farthest.clamp(1, 12);
    let sides = [0, 1].map(|_| racing_side(random, checkers, farthest));
    Board::from_sides(sides[0], sides[1])
}

/// A position after some turns of plays at random, neither side having borne off everything.
pub(super) fn played_out(random: &mut StdRng, turns: usize) -> Board {
    let mut board = Variation::Standard.start();
    for _ in 0..turns {
        let mut list = PlayList::new();
        list.generate(&board, roll(random));
        let next = list.boards().choose(random).copied().unwrap_or_else(|| board.swapped());
        if next.checkers_on_board(Side::OnRoll) < 2 || next.checkers_on_board(Side::Opponent) < 2 {
            break;
        }
        board = next;
    }
    board
}
