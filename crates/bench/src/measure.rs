// SPDX-License-Identifier: GPL-3.0-or-later
//! Timing of repeated work and the printed table.

use std::time::Instant;

/// Seconds this thread has spent on a processor; wall time where the system does not report it.
///
/// Processor time does not count waiting for other programs, so a busy machine spoils figures less.
fn now() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let on_processor = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    on_processor
        .and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok())
        .map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

/// Ticks a second of processor times on Linux.
const TICKS: f64 = 100.0;

/// Seconds all threads of the program have spent on processors, ended ones too, to a hundredth; wall time where the
/// system does not tell.
pub(crate) fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The program's name, in parentheses, may hold blanks. Fields 14 and 15 are the times in programs and the system.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |n: usize| fields.get(n).and_then(|field| field.parse::<f64>().ok());
    match (ticks(11), ticks(12)) {
        (Some(user), Some(system)) => (user + system) / TICKS,
        _ => now(),
    }
}

/// Rounds timed; the quickest is reported, because other work on the machine disturbs it least.
const ROUNDS: usize = 9;

/// Least length of a round in seconds.
const ROUND_S: f64 = 0.1;

/// Rounds and their least length where the clock is coarse.
const COARSE_ROUNDS: usize = 3;
const COARSE_ROUND_S: f64 = 1.0;

/// Least time of one item in seconds, on the calling thread. `round` does its work once and returns how many items it
/// did.
pub(crate) fn seconds_per_item(round: impl FnMut() -> u64) -> f64 {
    timed(round, now, ROUNDS, ROUND_S)
}

/// The same for work done on threads of its own.
pub(crate) fn seconds_per_item_in_all_threads(round: impl FnMut() -> u64) -> f64 {
    timed(round, processor_seconds, COARSE_ROUNDS, COARSE_ROUND_S)
}

fn timed(mut round: impl FnMut() -> u64, clock: fn() -> f64, rounds: usize, round_s: f64) -> f64 {
    round();
    let times = (0..rounds).map(|_| {
        let start = clock();
        let mut items = 0;
        while clock() - start < round_s {
            items += round();
        }
        (clock() - start) / items as f64
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Seconds that `work` takes on the calling thread: for work too long to be repeated as often.
pub(crate) fn seconds_of(work: impl FnOnce()) -> f64 {
    let start = now();
    work();
    now() - start
}

/// Prints one row: the operation, items per second, and the ratio to a named baseline rate.
pub(crate) fn report(what: &str, per_second: f64, baseline: f64, baseline_name: &str) {
    println!("{what:<52} {per_second:>13.0} /s  {:>7.2} x {baseline_name}", per_second / baseline);
}
