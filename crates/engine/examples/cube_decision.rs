// SPDX-License-Identifier: GPL-3.0-or-later
//! Evaluates a cube decision.
//!
//! Usage: `cube_decision [XGID [PLIES]]`, by default a race in money play at 2 plies.

use gnubg_engine::core::{CancelToken, MatchState};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine, EvalSettings, Root};
use std::error::Error;

const RACE: &str = "XGID=-BBCBBC--A--------abcbcbb-:0:0:1:00:0:0:0:0:10";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let state = MatchState::from_xgid(arguments.first().map_or(RACE, String::as_str))?;
    let settings = EvalSettings::at(arguments.get(1).map_or("2", String::as_str).parse()?);
    state.may_double()?;

    let engine = Engine::built_in(DEFAULT_CACHE_ENTRIES)?;
    let root = Root::of(&state, &MatchEquityTable::default());
    let decision = engine.cube_decision(&root, &settings, &CancelToken::new())?;
    println!("winning chance  {:.1} %", 100.0 * decision.probs.win);
    println!("no double       {:+.4}", decision.equities.no_double.0);
    println!("double, take    {:+.4}", decision.equities.double_take.0);
    println!("double, pass    {:+.4}", decision.equities.double_pass.0);
    println!("{}", decision.verdict.text());
    Ok(())
}
