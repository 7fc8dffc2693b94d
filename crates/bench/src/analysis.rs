// SPDX-License-Identifier: GPL-3.0-or-later
//! Analysis of a whole match: the recorded 7-point match of 444 moves, with all cube decisions and luck.
//!
//! Every round starts with an empty cache. The figures of one thread are processor time; the gain by a second thread is
//! wall time, which other work on the machine spoils.

use crate::measure;
use gnubg_engine::core::CancelToken;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine, EvalSettings, MoveFilters};
use gnubg_record::MatchRecord;
use gnubg_session::options::AnalysisOptions;
use gnubg_session::{Analyst, Scope, analyze};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// The original's processor time by plies, with the large filters, on the reference machine, in seconds.
const ORIGINAL: [(u8, f64); 2] = [(0, 0.673), (2, 32.7)];

/// The depth at which the gain by a second thread is measured.
const DEEP: u8 = 2;

/// Rounds timed; the quickest is reported.
const ROUNDS: usize = 3;

fn recorded() -> Option<MatchRecord> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/data/analysis/match-b.mat");
    match gnubg_formats::read_file(&path, None) {
        Ok(mut import) => Some(import.matches.swap_remove(0).record),
        Err(error) => {
            println!("skipped: {error}");
            None
        }
    }
}

fn analyst(engine: &Arc<Engine>, plies: u8) -> Analyst {
    let mut options = AnalysisOptions { filters: MoveFilters::LARGE, ..AnalysisOptions::default() };
    options.checker.evaluation = EvalSettings::at(plies);
    options.cube.evaluation = EvalSettings::at(plies);
    Analyst { options, engine: Arc::clone(engine), table: Arc::new(MatchEquityTable::default()) }
}

/// Analyzes the match; decisions done.
fn once(record: &MatchRecord, analyst: &Analyst) -> u64 {
    analyst.engine.cache().clear();
    let mut record = record.clone();
    let done = analyze(&mut record, Scope::Match, analyst, &CancelToken::new(), &|_, _| ());
    done.map_or(0, |summary| summary.analyzed as u64)
}

pub(crate) fn run() {
    let Ok(engine) = Engine::built_in(DEFAULT_CACHE_ENTRIES) else { return println!("skipped: no nets") };
    let engine = Arc::new(engine);
    let Some(record) = recorded() else { return };
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let (Ok(one), Ok(two)) = (pool(1), pool(2)) else { return println!("skipped: no threads") };
    for (plies, original) in ORIGINAL {
        let analyst = analyst(&engine, plies);
        let round = || {
            let work = || assert!(once(&record, &analyst) > 0);
            one.install(|| measure::seconds_of(work))
        };
        let seconds = (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min);
        let what = format!("matches of 444 moves analyzed at {plies}-ply");
        println!("{what:<52} {seconds:>13.3} s   {:>7.2} x original", original / seconds);
    }
    let analyst = analyst(&engine, DEEP);
    let wall = |pool: &rayon::ThreadPool| {
        let start = Instant::now();
        pool.install(|| once(&record, &analyst));
        start.elapsed().as_secs_f64()
    };
    // Alternating, so that a change in the machine's load affects both.
    let rounds: Vec<f64> = (0..3).map(|_| wall(&one) / wall(&two)).collect();
    let best = rounds.iter().copied().fold(0.0, f64::max);
    println!("{:<52} {best:>13.2} x  by wall time", format!("the same at {DEEP}-ply on 2 threads"));
}
