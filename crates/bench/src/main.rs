// SPDX-License-Identifier: GPL-3.0-or-later
//! `./x bench`: speed of the engine's main operations on this machine, each as a ratio to a named baseline.
//!
//! Figures are medians of several rounds of single-threaded wall time; run on a quiet machine.

mod cube;
mod measure;
mod movegen;
mod positions;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let selected = |name: &str| wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str()));
    if selected("cube") {
        cube::run();
    }
    if selected("movegen") {
        movegen::run();
    }
}
