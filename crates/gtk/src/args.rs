// SPDX-License-Identifier: GPL-3.0-or-later
//! Options of the desktop program.

use std::path::PathBuf;

/// Options of the desktop program; the launcher adds them to its own.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(id = "desktop")]
pub struct DesktopOptions {
    /// Files to open, each in a window of its own; the terminal opens one file
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Language: a code such as fr, or system [default: that of the settings]
    #[arg(short, long, value_name = "LANGUAGE")]
    pub lang: Option<String>,

    /// Use these rolls first, two digits each ("31 66"); at an opening the top player's die comes first
    #[arg(long, value_name = "ROLLS", hide = true)]
    pub test_dice: Option<String>,

    /// Start the dice generator from this number
    #[arg(long, value_name = "NUMBER", hide = true)]
    pub test_seed: Option<u64>,

    /// Show every movement's result at once
    #[arg(long, hide = true)]
    pub no_animations: bool,

    /// Make the graphics driver forget what it was told after this number of pictures in three dimensions
    #[arg(long, value_name = "NUMBER", hide = true)]
    pub test_lose_gl: Option<u64>,

    /// Wait for files and requests of the desktop, without a window at first
    #[arg(long, hide = true)]
    pub gapplication_service: bool,

    /// Take catalogues from this folder
    #[arg(long, value_name = "PATH", hide = true)]
    pub locale_folder: Option<PathBuf>,

    /// Measure how evenly the window answers
    #[arg(long, hide = true)]
    pub pulse: bool,

    /// Write the window's state to this file as JSON after every change
    #[arg(long, value_name = "PATH", hide = true)]
    pub state_dump: Option<PathBuf>,
}
