// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches between players: cubeless money games, each dice sequence played twice with the seats swapped.

use crate::selfplay::{opening_roll, roll};
use gnubg_engine::core::{Board, PlayList, Side, Variation};
use gnubg_engine::eval::{LookAhead, Nets, pubeval};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

/// Mean points a game of the first player, and its standard error over pairs of games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Score {
    pub(crate) mean: f64,
    pub(crate) error: f64,
}

/// Who chooses the play.
#[derive(Clone, Copy)]
enum Chooser<'a> {
    Nets(&'a Nets),
    Pubeval,
}

/// The nets without look-ahead against pubeval, `games` games (half as many dice sequences).
pub(crate) fn against_pubeval(nets: &Nets, games: u64, seed: u64) -> Score {
    duel(nets, Chooser::Nets(nets), Chooser::Pubeval, games / 2, seed)
}

/// Two sets of nets without look-ahead.
pub(crate) fn between(first: &Nets, second: &Nets, games: u64, seed: u64) -> Score {
    duel(first, Chooser::Nets(first), Chooser::Nets(second), games / 2, seed)
}

fn duel(any: &Nets, first: Chooser<'_>, second: Chooser<'_>, pairs: u64, seed: u64) -> Score {
    let results: Vec<f64> = (0..pairs)
        .into_par_iter()
        .map_init(
            || match second {
                Chooser::Nets(nets) => [LookAhead::new(any), LookAhead::new(nets)],
                Chooser::Pubeval => [LookAhead::new(any), LookAhead::new(any)],
            },
            |looks, pair| {
                let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(pair);
                let game = game([first, second], looks, seed);
                looks.swap(0, 1);
                let swapped = game_swapped([second, first], looks, seed);
                looks.swap(0, 1);
                (game + swapped) / 2.0
            },
        )
        .collect();
    let n = results.len() as f64;
    let mean = results.iter().sum::<f64>() / n;
    let variance = results.iter().map(|r| (r - mean) * (r - mean)).sum::<f64>() / (n - 1.0).max(1.0);
    Score { mean, error: (variance / n).sqrt() }
}

/// Points of the player who starts.
fn game(players: [Chooser<'_>; 2], looks: &mut [LookAhead<'_>; 2], seed: u64) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut board, mut turn) = (Board::default(), 0);
    let mut list = PlayList::new();
    let mut dice = opening_roll(&mut rng);
    loop {
        list.generate(&board, dice);
        let chosen = match players[turn] {
            Chooser::Nets(nets) => looks[turn].best_of(nets, &list).map(|(n, _)| n),
            Chooser::Pubeval => pubeval::choose(&board, &list),
        };
        board = chosen.map_or_else(|| board.swapped(), |n| list.boards()[n]);
        if let Some((Side::Opponent, points)) = board.outcome(Variation::Standard) {
            return if turn == 0 { f64::from(points) } else { -f64::from(points) };
        }
        turn = 1 - turn;
        dice = roll(&mut rng);
    }
}

/// The same dice with the other player starting; points of the second player given, who is the duel's first.
fn game_swapped(players: [Chooser<'_>; 2], looks: &mut [LookAhead<'_>; 2], seed: u64) -> f64 {
    -game(players, looks, seed)
}
