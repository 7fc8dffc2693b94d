// SPDX-License-Identifier: GPL-3.0-or-later
//! The launcher: the desktop program, or with `batch` as first argument the JSON Lines interface, with `analyze`
//! the analysis of files.

mod batch;

use clap::Parser;
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
    if std::env::args().nth(1).is_some_and(|word| word == "batch") {
        batch::run();
        return ExitCode::SUCCESS;
    }
    if std::env::args().nth(1).is_some_and(|word| word == "analyze" || word == "analyse") {
        return gnubg_shell::tools::analyze::main(std::env::args_os().skip(1));
    }
    gnubg_gtk::run(RESOURCES, &Arguments::parse().desktop)
}
