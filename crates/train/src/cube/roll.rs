// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts of the drawn decisions.

use super::EngineSource;
use super::draw;
use super::record::{self, CubeRecord, Measured, Rolled};
use super::setting::CubeSetting;
use crate::shards;
use anyhow::Result;
use gnubg_engine::core::{Board, CancelToken};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{Engine, EvalSettings};
use gnubg_engine::rollout::{
    AlternativeResult, Effort, Rollout, RolloutError, RolloutPlay, RolloutSettings, Subject,
};
use rayon::prelude::*;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Options of `train cube collect`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct CollectOptions {
    #[command(flatten)]
    source: EngineSource,
    /// Total number of decisions to roll out.
    #[arg(long)]
    count: u64,
    /// Games of each rollout; a multiple of 36 spreads the first rolls evenly.
    #[arg(long, default_value_t = 216)]
    games: u32,
    /// One decision in so many is also rolled out at a match score, one after another; 0 for none.
    #[arg(long, default_value_t = 5)]
    matches: u64,
    /// One position in so many is also rolled out without the cube; 0 for none.
    #[arg(long, default_value_t = 4)]
    cubeless: u64,
    #[command(flatten)]
    closeness: draw::Closeness,
    /// Seed of the positions. The seed of a rollout is the number of its draw.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write or resume, one decision a line.
    #[arg(long)]
    out: PathBuf,
}

pub(super) fn run(options: &CollectOptions) -> Result<()> {
    let engine = options.source.engine()?;
    let table = MatchEquityTable::default();
    let (mut next, bytes) = record::done(&options.out)?;
    let mut file = shards::open_behind(&options.out, bytes)?;
    let (start, first) = (Instant::now(), next);
    let together = 4 * rayon::current_num_threads() as u64;
    while next < options.count {
        let until = (next + together).min(options.count);
        let records: Vec<Result<CubeRecord, RolloutError>> =
            (next..until).into_par_iter().map(|draw| roll(&engine, &table, options, draw)).collect();
        for record in records {
            writeln!(file, "{}", serde_json::to_string(&record?)?)?;
        }
        next = until;
        if next == options.count || (next / together).is_multiple_of(10) {
            let rate = (next - first) as f32 / start.elapsed().as_secs_f32();
            println!("cube: {next} of {} decisions, {rate:.2} a second", options.count);
        }
    }
    Ok(())
}

/// Draws one position and rolls it out.
fn roll(
    engine: &Engine,
    table: &MatchEquityTable,
    options: &CollectOptions,
    draw: u64,
) -> Result<CubeRecord, RolloutError> {
    let (board, stratum) = draw::position(engine, options.closeness, options.seed, draw);
    let settings = RolloutSettings {
        trials: options.games,
        play: RolloutPlay::at(0, 0),
        truncation_cube: EvalSettings::at(0),
        seed: draw as u32,
        ..RolloutSettings::default()
    };
    let rolled = |subject: Subject, cubeful: bool| -> Result<Vec<AlternativeResult>, RolloutError> {
        let mut rollout = Rollout::new(subject, RolloutSettings { cubeful, ..settings.clone() })?;
        rollout.run(engine, &Effort::threads(1), &CancelToken::new(), &mut |_| ())?;
        Ok(rollout.results().alternatives)
    };
    let decision = |setting: CubeSetting, board: &Board| -> Result<Rolled, RolloutError> {
        let results = rolled(Subject::cube_decision(&setting.state(board), table)?, true)?;
        Ok(Rolled { setting, no_double: measured(&results[0]), take: measured(&results[1]) })
    };
    let centered = decision(CubeSetting::Money, &board)?;
    let owned = rolled(Subject::position(&CubeSetting::Owned.state(&board), table)?, true)?;
    // The taken double is the same position for either cube before it.
    let owned = Rolled { setting: CubeSetting::Owned, no_double: measured(&owned[0]), ..centered };
    let mut decisions = vec![centered, owned];
    if options.matches > 0 && draw.is_multiple_of(options.matches) {
        let turn = (draw / options.matches) as usize % CubeSetting::MATCHES.len();
        decisions.push(decision(CubeSetting::MATCHES[turn], &board)?);
    }
    let chances = if options.cubeless > 0 && draw.is_multiple_of(options.cubeless) {
        let results = rolled(Subject::position(&CubeSetting::Money.state(&board), table)?, false)?;
        let moments = &results[0].moments;
        Some(std::array::from_fn(|n| Measured(rounded(moments.mean[n]), rounded(moments.std_error[n]))))
    } else {
        None
    };
    Ok(CubeRecord { draw, id: board.position_id(), stratum, games: options.games, decisions, chances })
}

fn measured(result: &AlternativeResult) -> Measured {
    Measured(rounded(result.cubeful.mean), rounded(result.cubeful.std_error))
}

/// Six decimals.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::OpenOptions;

    #[test]
    fn an_interrupted_collection_is_resumed_and_writes_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let options = |count, name: &str| CollectOptions {
            source: EngineSource::default(),
            count,
            games: 36,
            matches: 2,
            cubeless: 3,
            closeness: draw::Closeness { near: 0.1, near_plies: 0 },
            seed: 3,
            out: folder.path().join(name),
        };
        run(&options(3, "whole")).unwrap();
        run(&options(1, "parts")).unwrap();
        let mut file = OpenOptions::new().append(true).open(folder.path().join("parts")).unwrap();
        file.write_all(b"{\"draw\":1,").unwrap();
        run(&options(3, "parts")).unwrap();
        let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(text("whole"), text("parts"));
        let records = record::read(&[folder.path().join("whole")], record::Share::All).unwrap();
        let n_decisions: Vec<usize> = records.iter().map(|record| record.decisions.len()).collect();
        assert_eq!(n_decisions, [3, 2, 3]);
        assert!(records[0].chances.is_some() && records[1].chances.is_none());
    }
}
