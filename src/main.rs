// SPDX-License-Identifier: GPL-3.0-or-later
//! The launcher: the desktop program, or what the first argument names: `batch` the JSON Lines interface, `rollout` the
//! rollout tool.

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
    match std::env::args_os().nth(1) {
        Some(word) if word == "batch" => {
            batch::run();
            return ExitCode::SUCCESS;
        }
        Some(word) if word == "rollout" => {
            return gnubg_shell::tools::rollout::main(std::env::args_os().skip(1));
        }
        _ => {}
    }
    gnubg_gtk::run(RESOURCES, &Arguments::parse().desktop)
}
