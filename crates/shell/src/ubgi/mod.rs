// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg ubgi`: an engine for programs that speak the Universal Backgammon Interface over standard input and output.
//!
//! Understood are version 0.2 (`set`, `get`, `keys`, `go chequer`), version 0.1 (`setoption`, `newsession`, `setscore`,
//! `setcube`, `setturn`, `go role chequer`) and the position lines of the first draft. Lines are read by a thread of their
//! own, so that `stop` takes effect while an answer is being computed.

mod conversation;
mod keys;

use crate::output;
use crate::tools::engine::EngineOptions;
use crate::tools::process::{command_of, run_tool};
use clap::Parser;
use conversation::Conversation;
use gnubg_engine::core::CancelToken;
use gnubg_engine::cube::MatchEquityTable;
use std::ffi::OsString;
use std::io::{BufRead, ErrorKind, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};

const NAME: &str = "gnubg ubgi";

/// The longest line in bytes.
const MAX_LINE: u64 = 1 << 16;

/// Lines that wait while an answer is being computed.
const MAX_WAITING: usize = 1 << 10;

/// Serve as an engine for programs that speak the Universal Backgammon Interface (UBGI).
///
/// Commands come on standard input, one a line, and answers go to standard output. Example: position gnubgid
/// 4HPwATDgc/ABMA, then dice 3 1, then go chequer. The command keys lists what can be set.
#[derive(Parser)]
#[command(name = NAME, bin_name = NAME, max_term_width = 100)]
struct Arguments {
    #[command(flatten)]
    engine: EngineOptions,
}

/// The command line.
#[must_use]
pub fn command() -> clap::Command {
    command_of::<Arguments>()
}

/// Runs the engine; the first argument is the program's name. Exit codes: 0 `quit` or end of input, 1 the nets cannot be
/// loaded or the answers cannot be written, 2 bad usage.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_tool(args, NAME, serve)
}

fn serve(arguments: &Arguments) -> Result<(), String> {
    let engine = arguments.engine.load(NAME)?;
    let conversation = Conversation::new(Arc::new(engine), Arc::new(MatchEquityTable::default()));
    match run(conversation, std::io::BufReader::new(std::io::stdin()), &mut output::stdout()) {
        // The reader of the answers is gone.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done.map_err(|error| format!("cannot write the answers: {error}")),
    }
}

/// Answers the lines of `input` until `quit` or the end.
fn run(
    mut conversation: Conversation,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> std::io::Result<()> {
    for (line, cancel) in lines(input)? {
        if line == "quit" {
            break;
        }
        output.write_all(conversation.answer(&line, &cancel).as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// The lines, each with what stops its computation. `stop` stops the latest one and is not passed on.
fn lines(mut input: impl BufRead + Send + 'static) -> std::io::Result<Receiver<(String, CancelToken)>> {
    let (sender, receiver) = sync_channel(MAX_WAITING);
    let read = move || {
        let mut latest = CancelToken::new();
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            if line == "stop" {
                latest.cancel();
                continue;
            }
            latest = CancelToken::new();
            if sender.send((line, latest.clone())).is_err() {
                return;
            }
        }
    };
    std::thread::Builder::new().name("commands".to_owned()).spawn(read)?;
    Ok(receiver)
}

#[cfg(test)]
mod tests;
