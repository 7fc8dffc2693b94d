// SPDX-License-Identifier: GPL-3.0-or-later
//! Timing of repeated work and the printed table.

use std::time::Instant;

/// Seconds this thread has spent on a processor; wall time where the system does not tell.
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

/// Rounds timed; the quickest is reported, which other work on the machine disturbs least.
const ROUNDS: usize = 9;

/// Least length of a round in seconds.
const ROUND_S: f64 = 0.1;

/// Least time of one item in seconds. `round` does its work once and returns how many items it did.
pub(crate) fn seconds_per_item(mut round: impl FnMut() -> u64) -> f64 {
    round();
    let times = (0..ROUNDS).map(|_| {
        let start = now();
        let mut items = 0;
        while now() - start < ROUND_S {
            items += round();
        }
        (now() - start) / items as f64
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Seconds that `work` takes on the calling thread: for work too long to be repeated as often.
pub(crate) fn seconds_of(work: impl FnOnce()) -> f64 {
    let start = now();
    work();
    now() - start
}

/// Prints one row: what, items a second, and the ratio to a baseline rate with its name.
pub(crate) fn report(what: &str, per_second: f64, baseline: f64, baseline_name: &str) {
    println!("{what:<52} {per_second:>13.0} /s  {:>7.2} x {baseline_name}", per_second / baseline);
}
