// SPDX-License-Identifier: GPL-3.0-or-later
//! `./x bench`: speed of the main operations of the engine and of the readers of files, each as a ratio to a named baseline.
//!
//! Each figure is the best of several rounds, in processor time of one thread.

mod analysis;
mod bearoff;
mod cube;
mod files;
mod library;
mod measure;
mod movegen;
mod positions;
mod rollouts;
mod search;
mod statics;

/// The sections by name; an argument selects those whose name contains it.
const SECTIONS: [(&str, fn()); 9] = [
    ("movegen", movegen::run),
    ("static", statics::run),
    ("search", search::run),
    ("cube", cube::run),
    ("bearoff", bearoff::run),
    ("rollout", rollouts::run),
    ("analysis", analysis::run),
    ("files", files::run),
    ("library", library::run),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for (name, run) in SECTIONS {
        // Making a library of millions of positions takes long, so that is done only when it is asked for.
        let is_asked = wanted.iter().any(|w| name.contains(w.as_str()));
        if (wanted.is_empty() && name != "library") || is_asked {
            run();
        }
    }
}
