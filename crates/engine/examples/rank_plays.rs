// SPDX-License-Identifier: GPL-3.0-or-later
//! Ranks the legal plays of a roll.
//!
//! Usage: `rank_plays [POSITION-ID [DIE DIE [PLIES]]]`, by default the opening position, 6-2 and 2 plies.

use gnubg_engine::core::{Board, CancelToken, Dice, MatchState, Rules, notation};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine, EvalSettings, MoveFilters, Root};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |n: usize, default: &str| arguments.get(n).map_or(default, String::as_str).to_owned();
    let board = Board::from_position_id(&argument(0, "4HPwATDgc/ABMA"))?;
    let dice = Dice::new(argument(1, "6").parse()?, argument(2, "2").parse()?)?;
    let settings = EvalSettings::at(argument(3, "2").parse()?);

    // Money play. `MatchState::new(7, …)` starts a match to 7 points instead.
    let state = MatchState { board, ..MatchState::new(0, Rules::default())? };
    state.check()?;
    let root = Root::of(&state, &MatchEquityTable::default());

    let engine = Engine::built_in(DEFAULT_CACHE_ENTRIES)?;
    let cancel = CancelToken::new();
    let plays = engine.rank_plays(&root, dice, &settings, &MoveFilters::NORMAL, &cancel, |_| {})?;
    if plays.is_empty() {
        println!("no legal play");
    }
    for ranked in plays.iter().take(5) {
        let play = notation::format(&root.board, &ranked.play);
        println!("{:<24} {:+.4}  {}-ply", play, ranked.evaluation.cubeful.0, ranked.plies);
    }
    Ok(())
}
