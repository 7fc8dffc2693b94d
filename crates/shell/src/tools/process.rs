// SPDX-License-Identifier: GPL-3.0-or-later
//! What all tools share: arguments, signals, exit codes.

use crate::output;
use crate::version_flag::with_version_flag;
use gnubg_engine::bearoff::BearoffError;
use gnubg_engine::core::CancelToken;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Exit code of interrupted work: 128 plus the number of the signal, as shells count it.
pub(super) const INTERRUPTED: u8 = 130;

/// Signals this soon after the first count as the same one, because some programs send each signal twice.
const SAME_SIGNAL: Duration = Duration::from_secs(1);

/// The command line of these arguments, with the flag for the version.
pub(crate) fn command_of<A: clap::CommandFactory>() -> clap::Command {
    with_version_flag(A::command())
}

/// Parses the arguments. Otherwise prints help, the version or what is wrong, and returns the exit code.
pub(crate) fn parse<A: clap::Parser>(args: impl IntoIterator<Item = OsString>) -> Result<A, ExitCode> {
    let parsed = command_of::<A>().try_get_matches_from(args).and_then(|found| A::from_arg_matches(&found));
    parsed.map_err(|error| output::refusal(&error))
}

/// Runs a tool: parses its arguments, does its work, and tells under `name` what failed.
pub(crate) fn run_tool<A: clap::Parser, E: std::fmt::Display>(
    args: impl IntoIterator<Item = OsString>,
    name: &str,
    work: impl FnOnce(&A) -> Result<(), E>,
) -> ExitCode {
    let arguments: A = match parse(args) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    match work(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::error_line(format_args!("{name}: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// A token that Ctrl-C or a request to terminate cancels. A second signal after more than a second ends the program at
/// once.
pub(super) fn cancel_on_signals() -> CancelToken {
    let token = CancelToken::new();
    let copy = token.clone();
    // If no thread can watch signals, they end the program as they always do.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return token };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let mut first: Option<Instant> = None;
        for _ in signals.forever() {
            copy.cancel();
            if first.get_or_insert_with(Instant::now).elapsed() > SAME_SIGNAL {
                std::process::exit(i32::from(INTERRUPTED));
            }
        }
    });
    token
}

/// Prints why a tool failed and returns its exit code.
pub(super) fn failed(program: &str, error: &BearoffError) -> ExitCode {
    match error {
        BearoffError::Cancelled(_) => ExitCode::from(INTERRUPTED),
        BearoffError::OutOfRange { .. } | BearoffError::WrongKind { .. } => {
            output::error_line(format_args!("{program}: {error}"));
            ExitCode::from(2)
        }
        _ => {
            output::error_line(format_args!("{program}: {error}"));
            ExitCode::FAILURE
        }
    }
}
