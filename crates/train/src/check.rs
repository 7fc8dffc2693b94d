// SPDX-License-Identifier: GPL-3.0-or-later
//! The difference between static evaluation and one ply of look-ahead, by class of position: the everyday measure of
//! training. It needs no external reference.

use crate::selfplay::{self, Deviation};
use crate::shards;
use crate::spread::Spread;
use crate::starts::Start;
use gnubg_engine::core::{PlayList, Variation};
use gnubg_engine::eval::{LookAhead, NetClass, Nets};
use rand::RngExt;
use rayon::prelude::*;

/// Prints how often the statically best play is among those the filter keeps, and the average loss.
pub(crate) fn filter(nets: &Nets, count: u64, seed: u64) {
    const KEPT: [usize; 6] = [1, 2, 3, 4, 6, 8];
    let found: Vec<[f32; KEPT.len()]> = (0..count.div_ceil(50))
        .into_par_iter()
        .flat_map_iter(|task| {
            let mut rng = shards::rng(seed, task);
            let (mut look, mut scratch, mut list) = (LookAhead::new(nets), nets.scratch(), PlayList::new());
            let mut found = Vec::new();
            while found.len() < 50 {
                let start = Start::draw(&mut rng).board(&mut rng);
                let game =
                    selfplay::play(nets, &mut look, start, Deviation { random: 0.02, second: 0.1 }, &mut rng);
                for board in game.boards {
                    list.generate(&board, selfplay::roll(&mut rng));
                    if !board.has_contact() || list.len() < 2 {
                        continue;
                    }
                    let mut ranked: Vec<(i32, f32)> = list
                        .boards()
                        .iter()
                        .map(|after| {
                            (nets.rank(after, &mut scratch), -look.evaluate(nets, after).money_equity().0)
                        })
                        .collect();
                    ranked.sort_by_key(|(rank, _)| *rank);
                    let best =
                        |n: usize| ranked.iter().take(n).map(|(_, e)| *e).fold(f32::NEG_INFINITY, f32::max);
                    found.push(KEPT.map(|n| best(usize::MAX) - best(n)));
                }
            }
            found
        })
        .collect();
    for (k, kept) in KEPT.iter().enumerate() {
        let n = found.len() as f32;
        let right = found.iter().filter(|losses| losses[k] == 0.0).count() as f32 / n;
        let lost = found.iter().map(|losses| losses[k]).sum::<f32>() / n;
        println!("filter keeping {kept}: best play kept {:.2} %, {lost:.5} lost a decision", 100.0 * right);
    }
}

/// Prints mean and standard deviation of (1-ply − static) equity by class over about `count` positions.
pub(crate) fn consistency(nets: &Nets, count: u64, seed: u64) {
    let found: Vec<(NetClass, f64)> = (0..count.div_ceil(100))
        .into_par_iter()
        .flat_map_iter(|task| {
            let mut rng = shards::rng(seed, task);
            let mut look = LookAhead::new(nets);
            let mut found = Vec::new();
            while found.len() < 100 {
                let start = Start::draw(&mut rng).board(&mut rng);
                let game =
                    selfplay::play(nets, &mut look, start, Deviation { random: 0.02, second: 0.1 }, &mut rng);
                for board in game.boards {
                    if board.outcome(Variation::Standard).is_none() && rng.random_range(0..6) == 0 {
                        let difference = look.chances(nets, &board, 1).money_equity().0
                            - look.evaluate(nets, &board).money_equity().0;
                        found.push((NetClass::of(&board), f64::from(difference)));
                    }
                }
            }
            found
        })
        .collect();
    for class in [NetClass::Contact, NetClass::Crashed, NetClass::Race] {
        let values: Vec<f64> = found.iter().filter(|(c, _)| *c == class).map(|(_, v)| *v).collect();
        let Spread { count, mean, deviation } = Spread::of(&values);
        println!(
            "static against 1-ply, {:8} {count:6}: mean {mean:+.4}, deviation {deviation:.4}",
            class.name()
        );
    }
}
