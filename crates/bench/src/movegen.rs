// SPDX-License-Identifier: GPL-3.0-or-later
//! Roll expansions: all distinct plays of one roll.

use crate::{measure, positions};
use gnubg_engine::core::{Dice, PlayList};
use std::hint::black_box;

pub(crate) fn run() {
    let Some(boards) = positions::recorded("bench_contact_20000.txt") else { return };
    let mut list = PlayList::new();
    let mut plays = 0;
    let mut rolls = 0;
    let seconds = measure::seconds_per_item(|| {
        let mut items = 0;
        for board in boards.iter().take(4000) {
            for dice in Dice::ALL {
                list.generate(black_box(board), dice);
                plays += list.len();
                items += 1;
            }
        }
        rolls += items;
        items
    });
    println!("plays per roll: {:.1}", plays as f64 / rolls as f64);
    measure::report("roll expansions, contact positions", 1.0 / seconds, 500_000.0, "required 500,000 /s");
}
