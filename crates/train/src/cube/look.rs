// SPDX-License-Identifier: GPL-3.0-or-later
//! The cubeful values of self-play positions by look-ahead.

use super::EngineSource;
use super::draw::{self, decide};
use super::record;
use super::setting::CubeSetting;
use crate::shards;
use anyhow::{Context, Result, ensure};
use gnubg_engine::core::{Player, Probs, Variation};
use gnubg_engine::cube::{CubeContext, CubeInfo, CubeOwner, LeafModel, MatchEquityTable};
use gnubg_engine::eval::{Engine, PositionClass};
use rand::{Rng, RngExt};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// How close to a point of indifference, in static equity, a position counts as a decision.
const NEAR: f32 = 0.2;

/// The share of positions without a decision that is taken.
const SHARE_OF_CLEAR: f32 = 0.2;

/// Static winning chances outside of this are decided, whatever the cube.
const OPEN: std::ops::RangeInclusive<f32> = 0.1..=0.95;

/// Options of `train cube look`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LookOptions {
    #[command(flatten)]
    source: EngineSource,
    /// Games to play.
    #[arg(long)]
    count: u64,
    /// Positions taken from each.
    #[arg(long, default_value_t = 5)]
    positions: usize,
    /// Depth of the look-ahead.
    #[arg(long, default_value_t = 2)]
    plies: u8,
    /// Seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write or resume, one game a line.
    #[arg(long)]
    out: PathBuf,
}

/// A position with its values for the player on roll, who does not double in this turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct LookAheadRecord {
    /// Position ID.
    pub(super) id: String,
    /// Chances in the order of `Probs`.
    pub(super) probs: [f32; 5],
    /// Equities per point of the cube for money: centered, owned by the player on roll, by the opponent.
    pub(super) values: [f32; 3],
}

pub(super) fn run(options: &LookOptions) -> Result<()> {
    let engine = options.source.engine()?;
    let table = MatchEquityTable::default();
    let (mut next, bytes) = record::done(&options.out)?;
    let mut file = shards::open_behind(&options.out, bytes)?;
    let (start, first) = (Instant::now(), next);
    let together = 16 * rayon::current_num_threads() as u64;
    while next < options.count {
        let until = (next + together).min(options.count);
        let games: Vec<Vec<LookAheadRecord>> =
            (next..until).into_par_iter().map(|draw| game(&engine, &table, options, draw)).collect();
        for game in games {
            writeln!(file, "{}", serde_json::to_string(&game)?)?;
        }
        next = until;
        if next == options.count || (next / together).is_multiple_of(10) {
            let rate = (next - first) as f32 / start.elapsed().as_secs_f32();
            println!("look: {next} of {} games, {rate:.1} a second", options.count);
        }
    }
    Ok(())
}

/// The positions of files of `train cube look`; there must be some.
pub(super) fn read(files: &[PathBuf]) -> Result<Vec<LookAheadRecord>> {
    let mut seen = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        for line in record::whole_lines(&text).lines() {
            let game: Vec<LookAheadRecord> =
                serde_json::from_str(line).with_context(|| format!("in {}: {line}", path.display()))?;
            seen.extend(game);
        }
    }
    ensure!(!seen.is_empty(), "the files hold no positions");
    Ok(seen)
}

/// Money equity per point of the cube of a position with these chances at an efficiency, by owner of the cube.
pub(super) fn values_at(efficiency: f64, probs: &Probs) -> [f64; 3] {
    let context = CubeContext::money(false, false);
    let leaf = context.leaf(Player::Zero, probs, &LeafModel::Efficiency([efficiency; 3]));
    CubeOwner::ALL.map(|owner| leaf.value(CubeInfo { owner, ..CubeInfo::centered(Player::Zero) }).0)
}

/// Positions of one game that the nets evaluate.
fn game(engine: &Engine, table: &MatchEquityTable, options: &LookOptions, draw: u64) -> Vec<LookAheadRecord> {
    let mut rng = shards::rng(options.seed, draw);
    let mut seen = Vec::new();
    for board in draw::game(engine, &mut rng) {
        if seen.len() == options.positions {
            break;
        }
        let is_of_net = matches!(engine.class_of(&board, Variation::Standard), PositionClass::Net(_));
        if !is_of_net || !is_wanted(&decide(engine, &board, CubeSetting::Money, table, 0), &mut rng) {
            continue;
        }
        let ahead = |setting| decide(engine, &board, setting, table, options.plies);
        let (centered, owned) = (ahead(CubeSetting::Money), ahead(CubeSetting::Owned));
        let values = [
            centered.equities.no_double.0,
            owned.equities.no_double.0,
            // Doubled and taken: the opponent owns a cube of twice the value.
            centered.equities.double_take.0 / 2.0,
        ];
        seen.push(LookAheadRecord { id: board.position_id(), probs: centered.probs.to_array(), values });
    }
    seen
}

/// Whether the cube matters there; a share of the other positions is included.
fn is_wanted(at_once: &gnubg_engine::eval::CubeDecision, rng: &mut impl Rng) -> bool {
    let [no_double, take] = [at_once.equities.no_double.0, at_once.equities.double_take.0];
    let is_near = [take.min(1.0) - no_double, take - 1.0].iter().any(|margin| margin.abs() <= NEAR);
    OPEN.contains(&at_once.probs.win) && (is_near || rng.random::<f32>() < SHARE_OF_CLEAR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_run_is_resumed_and_writes_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let options = |count, name: &str| LookOptions {
            source: EngineSource::default(),
            count,
            positions: 2,
            plies: 1,
            seed: 5,
            out: folder.path().join(name),
        };
        run(&options(3, "whole")).unwrap();
        run(&options(1, "parts")).unwrap();
        run(&options(3, "parts")).unwrap();
        let [whole, parts] = ["whole", "parts"].map(|name| read(&[folder.path().join(name)]).unwrap());
        assert_eq!(whole, parts);
        assert!(!whole.is_empty() && whole.iter().all(|seen| (0.0..=1.0).contains(&seen.probs[0])));
    }
}
