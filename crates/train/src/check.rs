// SPDX-License-Identifier: GPL-3.0-or-later
//! How far static evaluation is from one ply of look-ahead, by class of position: the day-to-day gauge of training. It
//! needs no referee.

use crate::selfplay::{self, Deviation};
use crate::starts::Start;
use gnubg_engine::core::Variation;
use gnubg_engine::eval::{LookAhead, NetClass, Nets};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

/// Prints mean and standard deviation of (1-ply − static) equity by class over about `count` positions.
pub(crate) fn consistency(nets: &Nets, count: u64, seed: u64) {
    let found: Vec<(NetClass, f64)> = (0..count.div_ceil(100))
        .into_par_iter()
        .flat_map_iter(|task| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ task.wrapping_mul(0xD1B5_4A32_D192_ED03));
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
        let n = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / n;
        let deviation = (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / n).sqrt();
        println!("static against 1-ply, {:8} {n:6}: mean {mean:+.4}, deviation {deviation:.4}", class.name());
    }
}
