// SPDX-License-Identifier: GPL-3.0-or-later
//! Searches in a large library: until the first rows are there, wall time.
//!
//! The library is made by the seeded generator when it is missing, which takes long, and stays below `target/bench`.
//! `GNUBG_BENCH_POSITIONS` sets its size.

use gnubg_engine::core::CancelToken;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::Engine;
use gnubg_library::assess::Judge;
use gnubg_library::clock::Clock;
use gnubg_library::facts::Prepared;
use gnubg_library::finding::Maker;
use gnubg_library::search::SearchRequest;
use gnubg_library::stats::{Split, StatsRequest};
use gnubg_library::synthetic::{MatchMaker, Style};
use gnubg_library::{Access, Library, LibraryError, OpenOptions};
use gnubg_record::Date;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Instant;

/// Positions of the library.
const POSITIONS: i64 = 3_000_000;
/// Matches of a transaction.
const MATCHES: u64 = 25;
/// Players, the first of whom is the user.
const PLAYERS: [&str; 8] = ["Ann", "Ben", "Cy", "Dora", "Egon", "Fay", "Gus", "Hana"];
/// The first rows that a window shows.
const ROWS: usize = 50;
/// The most seconds until the first rows are there.
const REQUIRED: f64 = 0.2;
/// Each search is timed so often; the middle counts.
const ROUNDS: usize = 5;

/// Searches as users make them.
const QUERIES: [&str; 9] = [
    "",
    "me loss>=80",
    "loss>=200",
    "player:Ben kind:take,drop loss>=50",
    "score:2,4",
    "they[20,21]>=2 my.prime>=4 -race me loss>=60",
    "missed:hit phase:opening loss>=40",
    "plan:holding pips<120",
    "near 4HPwATDgc/ABMA < 14*",
];

pub(crate) fn run() {
    let wanted = std::env::var("GNUBG_BENCH_POSITIONS").ok().and_then(|text| text.parse().ok());
    if let Err(error) = measured(wanted.unwrap_or(POSITIONS)) {
        println!("library: {error}");
    }
}

fn judge() -> Option<Judge> {
    let engine = Engine::built_in(1 << 16).ok()?;
    Some(Judge { engine: Arc::new(engine), table: Arc::new(MatchEquityTable::default()) })
}

/// One batch of matches, always the same for the same number.
fn batch(number: u64, judge: &Judge) -> Vec<Prepared> {
    let mut maker = MatchMaker::quick(number);
    let mut made = Vec::new();
    for n in 0..MATCHES {
        let k = (number * MATCHES + n) as usize;
        let first = k % PLAYERS.len();
        let second = (first + 1 + (k / PLAYERS.len()) % (PLAYERS.len() - 1)) % PLAYERS.len();
        let date = Date::from_unix_days(16_000 + (k as i64 * 7) % 4_500);
        let length = [7, 5, 9, 0, 11][k % 5];
        let record = maker.play([PLAYERS[first], PLAYERS[second]], length, [Style::default(); 2], date, true);
        made.extend(Prepared::new(&record, None, Maker::default(), judge));
    }
    made
}

/// Makes the library up to so many positions; one that was interrupted goes on.
fn make(path: &Path, wanted: i64, judge: &Judge) -> Result<(), LibraryError> {
    let options = OpenOptions { access: Access::Write, clock: Clock::System, create: true };
    let library = Library::open(path, options)?;
    let per_batch = i64::try_from(MATCHES).unwrap_or(1);
    let mut first = library.info()?.matches.unsigned_abs() / MATCHES;
    let mut positions = library.info()?.positions;
    let start = Instant::now();
    let threads = 2;
    while positions < wanted {
        // Two threads make matches while this one stores them.
        let (send, receive) = sync_channel::<Vec<Prepared>>(2);
        positions = std::thread::scope(|scope| -> Result<i64, LibraryError> {
            for thread in 0..threads {
                let send = send.clone();
                scope.spawn(move || {
                    for n in 0..4 {
                        if send.send(batch(first + 4 * thread + n, judge)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut positions = positions;
            for matches in receive {
                positions = library.fill(matches, judge)?;
            }
            Ok(positions)
        })?;
        first += 4 * threads;
        println!(
            "  {positions} positions, {} matches, {:.0} s",
            first as i64 * per_batch,
            start.elapsed().as_secs_f64()
        );
    }
    let ann = library.player_named(PLAYERS[0], false)?;
    ann.map_or(Ok(()), |ann| library.set_me(ann))
}

/// The middle of several times in seconds.
fn middle<R>(mut work: impl FnMut() -> Result<R, LibraryError>) -> Result<f64, LibraryError> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        work()?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times[ROUNDS / 2])
}

fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

fn measured(wanted: i64) -> Result<(), LibraryError> {
    let Some(judge) = judge() else { return Ok(()) };
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../target/bench")
        .join(format!("library-{wanted}.gnubglib"));
    make(&path, wanted, &judge)?;
    let start = Instant::now();
    let options = OpenOptions { access: Access::Read, clock: Clock::System, create: false };
    let library = Library::open(&path, options)?;
    let opened = start.elapsed().as_secs_f64();
    let info = library.info()?;
    let size = std::fs::metadata(&path).map(|found| found.len()).unwrap_or(0);
    println!(
        "library of {} positions, {} decisions, {} matches: {:.0} MB; load {}",
        info.positions,
        info.decisions,
        info.matches,
        size as f64 / 1e6,
        load()
    );
    println!("  opened in {:.1} ms", 1000.0 * opened);
    let never = CancelToken::new();
    for query in QUERIES {
        let request = SearchRequest::decisions(query);
        let start = Instant::now();
        library.search(&request, Some(ROWS), &never)?;
        let first = start.elapsed().as_secs_f64();
        let warm = middle(|| {
            let found = library.search(&request, Some(ROWS), &never)?;
            library.page(&found, 0, ROWS)
        })?;
        let start = Instant::now();
        let count = library.count(&request, &never)?;
        let counted = start.elapsed().as_secs_f64();
        println!(
            "  {:<46} first {:>7.1} ms, warm {:>7.1} ms{}, all {count:>8} in {:>7.1} ms",
            if query.is_empty() { "(everything)" } else { query },
            1000.0 * first,
            1000.0 * warm,
            if warm > REQUIRED { " (over 200)" } else { "" },
            1000.0 * counted
        );
    }
    let request = StatsRequest { query: "me".to_owned(), by: Some(Split::Phase), ..StatsRequest::default() };
    let time = middle(|| library.stats(&request, &never))?;
    println!("  statistics of one player by phase {:>7.1} ms", 1000.0 * time);
    Ok(())
}
