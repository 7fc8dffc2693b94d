// SPDX-License-Identifier: GPL-3.0-or-later
//! The launcher: the desktop program, or with `batch` as first argument the JSON Lines interface.

mod batch;

use clap::Parser;
use gnubg_shell::tools;
use std::ffi::OsString;
use std::process::ExitCode;

/// Plays and analyzes backgammon
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(flatten)]
    desktop: gnubg_gtk::Options,
}

/// The compiled files of `resources/`.
static RESOURCES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/gnubg.gresource"));

fn main() -> ExitCode {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    match words.get(1).and_then(|word| word.to_str()) {
        Some("batch") => {
            batch::run();
            return ExitCode::SUCCESS;
        }
        Some("convert") => {
            words.remove(1);
            return tools::convert::main(words);
        }
        Some("info") => {
            words.remove(1);
            return tools::info::main(words);
        }
        _ => {}
    }
    gnubg_gtk::run(RESOURCES, &Arguments::parse().desktop)
}
