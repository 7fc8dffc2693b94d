// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg database`: databases of positions, their rollouts, and nets trained on them.

use super::engine::EngineOptions;
use super::process::{INTERRUPTED, cancel_on_signals, command_of, parse};
use crate::database::DatabaseArguments;
use crate::output;
use crate::text::database;
use clap::Parser;
use gnubg_engine::core::CancelToken;
use gnubg_session::positions::{DatabaseAction, DatabaseTask};
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

const NAME: &str = "gnubg database";

/// Make databases of positions, roll them out, and train copies of the nets on them.
///
/// A database is a text file. Every action can be interrupted; the same command then continues generation, rollouts,
/// training, verification and examinations. The nets of the program are never changed: trained nets are written to a file of their own, which load weights,
/// --weights and "gnubg duel 0-ply@FILE 0-ply" use.
#[derive(Parser)]
#[command(name = NAME, bin_name = NAME, max_term_width = 100)]
struct Arguments {
    #[command(flatten)]
    database: DatabaseArguments,

    #[command(flatten)]
    engine: EngineOptions,
}

/// The command line.
#[must_use]
pub fn command() -> clap::Command {
    command_of::<Arguments>()
}

/// Runs the tool; the first argument is the program's name. Exit codes: 0 done, 1 failed, 2 bad usage, 130 interrupted.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Arguments = match parse(args) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    let cancel = cancel_on_signals();
    let action = arguments.database.action();
    let continues = action.continues();
    match run(action, &arguments.engine, &cancel) {
        Ok(text) => {
            output::line(format_args!("{}", text.trim_end()));
            ExitCode::SUCCESS
        }
        Err(_) if cancel.is_cancelled() => {
            let then = if continues { "the same command continues" } else { "nothing was changed" };
            output::error_line(format_args!("{NAME}: interrupted; {then}"));
            ExitCode::from(INTERRUPTED)
        }
        Err(message) => {
            output::error_line(format_args!("{NAME}: {message}"));
            ExitCode::FAILURE
        }
    }
}

fn run(action: DatabaseAction, options: &EngineOptions, cancel: &CancelToken) -> Result<String, String> {
    let engine = options.load(NAME)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let task = DatabaseTask::new(action, Arc::new(engine), cores);
    let mut tell = |progress| output::error_line(format_args!("{}", database::progress(&progress)));
    let outcome = task.run(cancel, &mut tell).map_err(|error| error.to_string())?;
    Ok(database::outcome(&outcome))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
        for line in [[NAME, "--weights", "a", "verify", "b"], [NAME, "verify", "b", "--weights", "a"]] {
            assert!(Arguments::try_parse_from(line).is_ok(), "{line:?}");
        }
    }
}
