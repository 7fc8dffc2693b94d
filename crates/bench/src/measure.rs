// SPDX-License-Identifier: GPL-3.0-or-later
//! Timing of repeated work and the printed table.

use std::time::Instant;

/// Rounds timed; the median is reported.
const ROUNDS: usize = 7;

/// Median time of one item in seconds. `round` does its work once and returns how many items it did.
pub(crate) fn seconds_per_item(mut round: impl FnMut() -> u64) -> f64 {
    round();
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            let items = round();
            start.elapsed().as_secs_f64() / items as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}

/// Prints one row: what, items a second, and the ratio to a baseline rate with its name.
pub(crate) fn report(what: &str, per_second: f64, baseline: f64, baseline_name: &str) {
    println!("{what:<52} {per_second:>13.0} /s  {:>7.2} x {baseline_name}", per_second / baseline);
}
