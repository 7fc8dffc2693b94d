// SPDX-License-Identifier: GPL-3.0-or-later
//! The decisions of the engine compared with rollouts: errors of equities and chances, and the cost of wrong decisions.

use super::EngineSource;
use super::draw::{Stratum, decide};
use super::record::{self, CubeRecord, Rolled, Share};
use super::setting::CubeSetting;
use crate::spread::Spread;
use anyhow::Result;
use gnubg_engine::core::Board;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{CubeDecision, Engine};
use rayon::prelude::*;
use std::io::Write;
use std::path::PathBuf;

/// Options of `train cube compare`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct CompareOptions {
    #[command(flatten)]
    source: EngineSource,
    /// Files of `train cube collect`.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Which of their records.
    #[arg(long, value_enum, default_value_t = Share::All)]
    share: Share,
    /// Depths to evaluate at.
    #[arg(long, value_delimiter = ',', default_value = "0,2")]
    plies: Vec<u8>,
    /// Also write every decision with its rollout into this table, columns separated by tabs.
    #[arg(long)]
    table: Option<PathBuf>,
}

/// One decision, as rolled out and as the engine sees it.
struct ComparedDecision<'r> {
    record: &'r CubeRecord,
    rolled: &'r Rolled,
    seen: CubeDecision,
}

pub(super) fn run(options: &CompareOptions) -> Result<()> {
    let engine = options.source.engine()?;
    let records = record::read(&options.files, options.share)?;
    let mut table = options.table.as_ref().map(std::fs::File::create).transpose()?;
    for &plies in &options.plies {
        let cases = cases(&engine, &records, plies)?;
        println!("{plies}-ply");
        report(&cases);
        if let Some(file) = &mut table {
            for case in &cases {
                writeln!(file, "{plies}\t{}", row(case))?;
            }
        }
    }
    Ok(())
}

fn cases<'r>(engine: &Engine, records: &'r [CubeRecord], plies: u8) -> Result<Vec<ComparedDecision<'r>>> {
    let table = MatchEquityTable::default();
    let of = |record: &'r CubeRecord| -> Result<Vec<ComparedDecision<'r>>> {
        let board = Board::from_position_id(&record.id)?;
        let case = |rolled: &'r Rolled| {
            let seen = decide(engine, &board, rolled.setting, &table, plies);
            ComparedDecision { record, rolled, seen }
        };
        Ok(record.decisions.iter().map(case).collect())
    };
    let found: Result<Vec<Vec<ComparedDecision<'r>>>> = records.par_iter().map(of).collect();
    Ok(found?.into_iter().flatten().collect())
}

/// The equity a decision loses by the rollout: (double missed, double wrong, take or pass wrong).
fn losses(case: &ComparedDecision<'_>) -> [f64; 3] {
    let (no_double, take) = (case.rolled.no_double.0, case.rolled.take.0);
    let seen = &case.seen.equities;
    let doubled = take.min(1.0);
    let gain = doubled - no_double;
    let doubles = seen.double_take.0.min(1.0) > seen.no_double.0;
    let missed = if doubles { 0.0 } else { gain.max(0.0) };
    let wrong = if doubles { (-gain).max(0.0) } else { 0.0 };
    let answer = if (seen.double_take.0 < 1.0) == (take < 1.0) { 0.0 } else { (take - 1.0).abs() };
    [missed, wrong, answer]
}

fn report(cases: &[ComparedDecision<'_>]) {
    println!(
        "  kind       setting     n   off: ND      DT    DT-ND    loss x500: missed  wrong  double    take"
    );
    let strata = Stratum::ALL.into_iter().map(|stratum| (stratum.name(), Some(stratum)));
    for (name, stratum) in strata.chain([("all", None)]) {
        for (setting, is_wanted) in
            [("centered", [true, false]), ("owned", [false, true]), ("both", [true, true])]
        {
            let chosen: Vec<&ComparedDecision<'_>> = cases
                .iter()
                .filter(|case| stratum.is_none_or(|stratum| case.record.stratum == stratum))
                .filter(|case| is_wanted[usize::from(case.rolled.setting == CubeSetting::Owned)])
                .collect();
            if !chosen.is_empty() {
                println!("  {name:10} {setting:8} {}", summary(&chosen));
            }
        }
    }
    chances(cases);
}

fn summary(cases: &[&ComparedDecision<'_>]) -> String {
    let mean = |of: &dyn Fn(&ComparedDecision<'_>) -> f64| {
        cases.iter().map(|case| of(case)).sum::<f64>() / cases.len() as f64
    };
    let no_double = mean(&|case| f64::from(case.seen.equities.no_double.0) - case.rolled.no_double.0);
    let take = mean(&|case| f64::from(case.seen.equities.double_take.0) - case.rolled.take.0);
    let [missed, wrong, answer] = [0, 1, 2].map(|n| 500.0 * mean(&|case| losses(case)[n]));
    format!(
        "{:5}  {no_double:+.4} {take:+.4}  {:+.4}             {missed:6.3} {wrong:6.3}  {:6.3}  {answer:6.3}",
        cases.len(),
        take - no_double,
        missed + wrong
    )
}

/// How far the chances are off where they were rolled out without the cube.
fn chances(cases: &[ComparedDecision<'_>]) {
    for stratum in Stratum::ALL {
        let known: Vec<[f64; 5]> = cases
            .iter()
            .filter(|case| case.record.stratum == stratum)
            .filter(|case| case.rolled.setting == CubeSetting::Money)
            .filter_map(|case| {
                let rolled = case.record.chances?;
                let seen = case.seen.probs.to_array();
                Some(std::array::from_fn(|n| f64::from(seen[n]) - rolled[n].0))
            })
            .collect();
        if known.is_empty() {
            continue;
        }
        let texts: Vec<String> = (0..5)
            .map(|k| {
                let off = Spread::of(&known.iter().map(|off| off[k]).collect::<Vec<f64>>());
                format!("{:+.4} ± {:.4}", off.mean, off.error())
            })
            .collect();
        println!("  chances off in {:10} {:4}: {}", stratum.name(), known.len(), texts.join("  "));
    }
}

fn row(case: &ComparedDecision<'_>) -> String {
    let Rolled { setting, no_double, take } = case.rolled;
    let seen = &case.seen;
    let chances: Vec<String> = seen.probs.to_array().iter().map(|chance| format!("{chance:.6}")).collect();
    format!(
        "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.6}\t{:.6}\t{}",
        case.record.draw,
        case.record.id,
        case.record.stratum.name(),
        setting.name(),
        no_double.0,
        no_double.1,
        take.0,
        take.1,
        seen.equities.no_double.0,
        seen.equities.double_take.0,
        chances.join("\t")
    )
}
