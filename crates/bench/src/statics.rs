// SPDX-License-Identifier: GPL-3.0-or-later
//! Static evaluation inside roll expansions: plays generated, inputs found, net evaluated, nothing cached.

use crate::{measure, positions};
use gnubg_engine::core::{Board, Dice, PlayList};
use gnubg_engine::eval::{NetClass, Nets};
use std::hint::black_box;

/// The original's `calibrate` on the reference machine: contact evaluations a second.
const ORIGINAL: f64 = 164_000.0;

pub(crate) fn run() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/data/gnubg.weights");
    let Ok(nets) = std::fs::read(path).map_err(drop).and_then(|bytes| Nets::from_bytes(&bytes).map_err(drop))
    else {
        println!("skipped: no nets in {path}");
        return;
    };
    for (file, class, what) in [
        ("bench_contact_20000.txt", NetClass::Contact, "contact"),
        ("bench_race_5000.txt", NetClass::Race, "race"),
    ] {
        let Some(boards) = positions::recorded(file) else { continue };
        let mut scratch = nets.scratch();
        let mut list = PlayList::new();
        let mut expand = |evaluate: &mut dyn FnMut(&Board)| {
            let mut items = 0;
            for (n, board) in boards.iter().take(2000).enumerate() {
                list.generate(board, Dice::ALL[n % 21]);
                for after in list.boards() {
                    if after.has_contact() == class.is_contact() {
                        evaluate(after);
                        items += 1;
                    }
                }
            }
            items
        };
        let seconds = measure::seconds_per_item(|| {
            expand(&mut |after| {
                black_box(nets.evaluate(after, &mut scratch));
            })
        });
        measure::report(
            &format!("static evaluations in expansions, {what}"),
            1.0 / seconds,
            ORIGINAL,
            "original",
        );
        let seconds = measure::seconds_per_item(|| {
            expand(&mut |after| {
                black_box(nets.rank(after, &mut scratch));
            })
        });
        measure::report(&format!("filter scores in expansions, {what}"), 1.0 / seconds, ORIGINAL, "original");
    }
}
