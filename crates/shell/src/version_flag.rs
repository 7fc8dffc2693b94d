// SPDX-License-Identifier: GPL-3.0-or-later
//! The flag that prints the version, the same for every program and subcommand.

use clap::{Arg, ArgAction, Command};

/// `command` with the flag `-v`, `-V` or `--version`, which prints its name and the version of the program.
#[must_use]
pub fn with_version_flag(command: Command) -> Command {
    let flag = Arg::new("version")
        .short('v')
        .visible_short_alias('V')
        .long("version")
        .action(ArgAction::Version)
        .help("Print the version");
    command.version(env!("CARGO_PKG_VERSION")).disable_version_flag(true).arg(flag)
}
