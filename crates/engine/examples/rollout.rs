// SPDX-License-Identifier: GPL-3.0-or-later
//! Rolls out two plays of an opening 3-1.
//!
//! Usage: `rollout [GAMES [THREADS]]`, by default 144 games on 2 threads.

use gnubg_engine::core::{CancelToken, Decision, Dice, MatchState, Phase, Rules, notation};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine};
use gnubg_engine::rollout::{Effort, Label, Preset, Rollout, RolloutSettings, Subject};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize, default: usize| arguments.get(n).map_or(Ok(default), |text| text.parse());
    let trials = u32::try_from(number(0, 144)?)?;
    let threads = number(1, 2)?;

    let dice = Dice::new(3, 1)?;
    let state =
        MatchState { phase: Phase::Due(Decision::Play(dice)), ..MatchState::new(0, Rules::default())? };
    let plays = [
        notation::resolve(&state.board, dice, "8/5 6/5")?,
        notation::resolve(&state.board, dice, "24/23 13/10")?,
    ];
    let subject = Subject::plays(&state, &MatchEquityTable::default(), &plays)?;
    let settings = RolloutSettings { trials, seed: 1, ..Preset::Roller.settings() };

    let engine = Engine::built_in(DEFAULT_CACHE_ENTRIES)?;
    let mut rollout = Rollout::new(subject, settings)?;
    rollout.run(&engine, &Effort::threads(threads), &CancelToken::new(), &mut |progress| {
        println!("{} games played", progress.games_done);
    })?;

    let results = rollout.results();
    for n in results.ranked() {
        let result = &results.alternatives[n];
        let Label::Play(play) = result.label else { continue };
        println!(
            "{}. {:<12} {:+.4} ± {:.4} after {} games",
            result.rank,
            notation::format(&state.board, &play),
            result.cubeful.mean,
            result.cubeful.std_error,
            result.games(),
        );
    }
    Ok(())
}
