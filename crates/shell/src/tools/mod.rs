// SPDX-License-Identifier: GPL-3.0-or-later
//! Tools: subcommands of `gnubg`; those for databases are also programs of their own.
//!
//! Each has `main(arguments)`, whose first argument is the program's name; results go to standard output, progress and
//! messages to standard error, the progress bar only if that is a terminal. Exit codes: 0 done, 1 failed, 2 bad usage,
//! 130 interrupted.

pub mod analyze;
pub mod bearoffdump;
pub mod convert;
pub mod duel;
pub(crate) mod engine;
pub mod info;
pub mod makebearoff;
pub mod makehyper;
mod playing;
mod progress;
pub mod rollout;

use gnubg_engine::bearoff::BearoffError;
use gnubg_engine::core::CancelToken;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Exit code of interrupted work: 128 and the number of the signal, as shells have it.
const INTERRUPTED: u8 = 130;

/// Signals this soon after the first are taken for the same one: some programs send theirs twice.
const PATIENCE: Duration = Duration::from_secs(1);

/// Parses the arguments, or prints help, the version or what is wrong with them and gives the exit code.
pub(crate) fn parse<A: clap::Parser>(args: impl IntoIterator<Item = OsString>) -> Result<A, ExitCode> {
    A::try_parse_from(args).map_err(|error| {
        let code = error.exit_code();
        // Where the message cannot be printed, the exit code must do.
        let _ = error.print();
        ExitCode::from(u8::try_from(code).unwrap_or(2))
    })
}

/// A token that Ctrl-C and a request to terminate set; another one a second later ends the program at once.
fn cancel_on_signals() -> CancelToken {
    let token = CancelToken::new();
    let copy = token.clone();
    let mut first: Option<Instant> = None;
    // Without a handler a signal ends the program as usual; that is no reason not to work.
    let _ = ctrlc::set_handler(move || {
        copy.cancel();
        if first.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
    token
}

/// Prints why a tool failed; its exit code.
fn failed(program: &str, error: &BearoffError) -> ExitCode {
    match error {
        BearoffError::Cancelled(_) => ExitCode::from(INTERRUPTED),
        BearoffError::OutOfRange { .. } | BearoffError::WrongKind { .. } => {
            eprintln!("{program}: {error}");
            ExitCode::from(2)
        }
        _ => {
            eprintln!("{program}: {error}");
            ExitCode::FAILURE
        }
    }
}
