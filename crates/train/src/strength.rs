// SPDX-License-Identifier: GPL-3.0-or-later
//! How strong nets are without look-ahead, by duels.

use gnubg_engine::core::CancelToken;
use gnubg_engine::duel::{Duel, DuelError, DuelResult, Evaluator, Pubeval, Strength};
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine, Nets};
use std::collections::BTreeMap;

/// The nets against pubeval, `games` games (half as many dice sequences).
pub(crate) fn against_pubeval(nets: Nets, games: u32, seed: u32) -> Result<DuelResult, DuelError> {
    let (engine, cancel) = (engine(nets), CancelToken::new());
    let duel = Duel { referee: &engine, pairs: games / 2, seed, cancel: &cancel };
    duel.run(&BTreeMap::new(), || Ok(player(&engine, &cancel)), || Ok(Pubeval), |_, _| ())
}

/// Two sets of nets.
pub(crate) fn between(first: Nets, second: Nets, games: u32, seed: u32) -> Result<DuelResult, DuelError> {
    let (first, second, cancel) = (engine(first), engine(second), CancelToken::new());
    let duel = Duel { referee: &first, pairs: games / 2, seed, cancel: &cancel };
    duel.run(&BTreeMap::new(), || Ok(player(&first, &cancel)), || Ok(player(&second, &cancel)), |_, _| ())
}

/// A result in words.
pub(crate) fn described(result: &DuelResult) -> String {
    let DuelResult { games, plain, adjusted } = result;
    format!(
        "{:+.4} ± {:.4} points a game without luck, {:+.3} ± {:.3} with it, over {games} games",
        adjusted.mean, adjusted.error, plain.mean, plain.error
    )
}

fn engine(nets: Nets) -> Engine {
    Engine::new(nets, DEFAULT_CACHE_ENTRIES)
}

fn player<'a>(engine: &'a Engine, cancel: &'a CancelToken) -> Evaluator<'a> {
    Evaluator { engine, strength: Strength::at(0), cancel }
}
