// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts of the three reference positions: cubeful, static play, quasi-random dice, truncated after ten plies.
//!
//! Every rollout starts with an empty cache. One thread plays.

use crate::measure;
use gnubg_engine::core::{Board, CancelToken, MatchState, Rules};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine, EvalSettings};
use gnubg_engine::rollout::{
    CUBELESS, Effort, PlySwitch, Results, Rollout, RolloutPlay, RolloutSettings, StopRule, Subject, VALUE,
};

/// The reference positions.
const POSITIONS: [&str; 3] = ["4PPEATDgc/ABUA", "sPOYAyBsN2CAQw", "Y2ZwSRDQZ3CBFA"];

/// The original's time for a game without and with variance reduction, on the reference machine, in seconds.
const ORIGINAL: [f64; 2] = [0.73e-3, 15.8e-3];

/// The original's standard errors for a game of the third position truncated after seven plies with variance reduction,
/// without and with the cube: those of 36 games times 6.
const ORIGINAL_ERRORS: [f64; 2] = [6.0 * 0.010981, 6.0 * 0.021635];

/// The target standard error, in equity.
const AIM: f32 = 0.005;

/// The largest number of games played to reach it.
const MOST_GAMES: u32 = 46_656;

fn settings(trials: u32, plies: u16, variance_reduction: bool) -> RolloutSettings {
    RolloutSettings {
        trials,
        variance_reduction,
        truncation: PlySwitch { on: true, plies },
        play: RolloutPlay::at(0, 0),
        late_play: RolloutPlay::at(0, 0),
        truncation_cube: EvalSettings::at(0),
        seed: 1,
        ..RolloutSettings::default()
    }
}

/// Rolls out a position; `None` if the material for it is absent.
fn rolled_out(engine: &Engine, id: &str, settings: RolloutSettings) -> Option<Results> {
    let board = Board::from_position_id(id).ok()?;
    let state = MatchState { board, ..MatchState::new(0, Rules::default()).ok()? };
    let subject = Subject::position(&state, &MatchEquityTable::default()).ok()?;
    let mut rollout = Rollout::new(subject, settings).ok()?;
    engine.cache().clear();
    rollout.run(engine, &Effort::threads(1), &CancelToken::new(), &mut |_| ()).ok()?;
    Some(rollout.results())
}

pub(crate) fn run() {
    let Ok(engine) = Engine::built_in(DEFAULT_CACHE_ENTRIES) else { return println!("skipped: no nets") };
    for ((variance_reduction, what), original) in
        [(false, "games without variance reduction"), (true, "games with variance reduction")]
            .into_iter()
            .zip(ORIGINAL)
    {
        let trials = if variance_reduction { 144 } else { 1296 };
        let seconds = measure::seconds_per_item_in_all_threads(|| {
            let all = POSITIONS.map(|id| rolled_out(&engine, id, settings(trials, 10, variance_reduction)));
            all.iter().flatten().map(|results| u64::from(results.alternatives[0].games())).sum()
        });
        measure::report(what, 1.0 / seconds, 1.0 / original, "original");
    }
    errors(&engine);
    time_to_accuracy(&engine);
}

/// Standard errors for one game, beside the original's of the same position, dice and settings.
fn errors(engine: &Engine) {
    let Some(results) = rolled_out(engine, POSITIONS[2], settings(36, 7, true)) else { return };
    for ((output, what), original) in
        [(CUBELESS, "cubeless"), (VALUE, "cubeful")].into_iter().zip(ORIGINAL_ERRORS)
    {
        let error = 6.0 * results.alternatives[0].moments.independent[output];
        println!("standard error of a game, {what:<8} {error:>18.4}         {original:.4} original");
    }
}

fn time_to_accuracy(engine: &Engine) {
    for id in POSITIONS {
        let stop_on_error = StopRule { on: true, min_games: 144, limit: AIM };
        let settings = RolloutSettings { stop_on_error, ..settings(MOST_GAMES, 10, true) };
        let start = measure::processor_seconds();
        let Some(results) = rolled_out(engine, id, settings) else { continue };
        let seconds = measure::processor_seconds() - start;
        let result = &results.alternatives[0];
        let (games, error) = (result.games(), result.cubeful.std_error);
        println!("{id}: standard error {error:.4} in {seconds:.2} s, {games} games");
    }
}
