// SPDX-License-Identifier: GPL-3.0-or-later
//! Look-ahead: a "world class" play decision (2-ply, pruned, normal filter), evaluations and cube decisions by plies.
//!
//! Every round starts with an empty cache. One thread.

use crate::{measure, positions};
use gnubg_engine::core::{Board, CancelToken, Dice, MoveRules, Player, Variation};
use gnubg_engine::cube::{CubeContext, CubeInfo};
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine, EvalSettings, Level, Root};

/// The original's time for such a decision, on the reference machine, in seconds of processor time.
const ORIGINAL_DECISION: f64 = 25.7e-3;

/// The original's times for one cubeful evaluation at 1, 2 and 3 plies.
const ORIGINAL_EVALUATION: [f64; 3] = [0.58e-3, 7.8e-3, 128e-3];

pub(crate) fn run() {
    let Ok(engine) = Engine::built_in(DEFAULT_CACHE_ENTRIES) else { return println!("skipped: no nets") };
    let Some(contact) = positions::recorded("bench_contact_20000.txt") else { return };
    let Some(race) = positions::recorded("bench_race_5000.txt") else { return };
    // As in the reference: most positions are contact, a tenth are races.
    let boards: Vec<Board> =
        contact.iter().step_by(431).take(44).chain(race.iter().step_by(801).take(6)).copied().collect();
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let Ok(pool) = one_thread else { return println!("skipped: no thread") };
    pool.install(|| {
        let cancel = CancelToken::new();
        let level = Level::WorldClass;
        // The play is wanted, then the values of all plays that pass the filter.
        for (what, is_listed) in
            [("world class play decisions", false), ("the same with all candidates", true)]
        {
            let seconds = measure::seconds_per_item(|| {
                engine.cache().clear();
                for (n, board) in boards.iter().enumerate() {
                    let (root, dice) = (root(board), Dice::ALL[n % 21]);
                    let (settings, filters) = (level.settings(), level.filters());
                    let found = match is_listed {
                        true => engine.rank_plays(&root, dice, &settings, &filters, &cancel, |_| ()),
                        false => engine.choose_play(&root, dice, &settings, &filters, &cancel),
                    };
                    assert!(found.is_ok());
                }
                boards.len() as u64
            });
            measure::report(what, 1.0 / seconds, 1.0 / ORIGINAL_DECISION, "original");
        }
        for (plies, original) in (1u8..).zip(ORIGINAL_EVALUATION) {
            let some = if plies == 3 { &boards[..10] } else { &boards[..] };
            let seconds = measure::seconds_per_item(|| {
                engine.cache().clear();
                for board in some {
                    assert!(engine.evaluate(&root(board), &EvalSettings::at(plies), &cancel).is_ok());
                }
                some.len() as u64
            });
            measure::report(
                &format!("{plies}-ply cubeful evaluations"),
                1.0 / seconds,
                1.0 / original,
                "original",
            );
        }
    });
}

fn root(board: &Board) -> Root {
    Root {
        board: *board,
        context: CubeContext::money(false, false),
        cube: CubeInfo::centered(Player::One),
        variation: Variation::Standard,
        rules: MoveRules::default(),
    }
}
