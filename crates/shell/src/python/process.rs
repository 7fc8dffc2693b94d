// SPDX-License-Identifier: GPL-3.0-or-later
//! The Python process: finding and starting it, and the lines of JSON between the two programs.

use crate::i18n::gettext_f;
use crate::language::context::StopScript;
use crate::language::refusal::Refusal;
use crate::scripting;
use gnubg_session::Waker;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

/// Names another program than `python3`.
const PROGRAM: &str = "GNUBG_PYTHON";
/// Runs its argument under a name of its own, by which tracebacks leave it out.
const RUN: &str = "import sys; exec(compile(sys.argv[1], '<gnubg host>', 'exec'))";
/// What runs in the process.
const HOST: &str = include_str!("host.py");
/// The functions of the module `gnubg`, made from their description. The wheel uses the same file.
pub(super) const FACADE: &str = include_str!("../../../python/python/gnubg_rs/_facade.py");
const HELPERS: &str = include_str!("helpers.py");

/// What the process says.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Message {
    /// A function is called.
    Call { call: String, args: Vec<Value>, kwargs: Map<String, Value> },
    /// A text is to be shown.
    Print { print: String, error: bool },
    /// A line of input is wanted.
    Ask { ask: String },
    /// What was sent has been carried out.
    Done { done: Status, code: i64 },
    /// It has ended.
    Gone,
}

/// How something ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// All was done.
    Ok,
    /// An exception was not caught; its traceback was printed.
    Failed,
    /// The script has asked to end.
    Exit,
    /// The line of an interactive session needs further ones.
    More,
    /// The user interrupted it.
    Interrupted,
}

/// The process and the connection to it. Dropping it ends the process.
pub(super) struct Process {
    child: Child,
    stream: UnixStream,
    inbox: Receiver<Message>,
}

/// The program that runs scripts, as it was found.
fn program() -> OsString {
    std::env::var_os(PROGRAM).filter(|name| !name.is_empty()).unwrap_or_else(|| "python3".into())
}

impl Process {
    /// Starts the process. `is_captured` is whether texts come as messages instead of going to the standard output;
    /// `folders` are searched for modules, `scripts` are run at once: [`Message::Done`] follows.
    pub(super) fn start(
        waker: Waker,
        is_captured: bool,
        folders: &[PathBuf],
        scripts: &[PathBuf],
    ) -> Result<Process, Refusal> {
        let program = program();
        let shown = program.to_string_lossy().into_owned();
        let refused = |error: std::io::Error| {
            Refusal::usage(gettext_f(
                "Python is not available: {program} cannot be started ({reason}). Install Python 3.8 or newer, or set GNUBG_PYTHON.",
                &[("program", shown.clone()), ("reason", error.to_string())],
            ))
        };
        let (ours, theirs) = UnixStream::pair().map_err(refused)?;
        let mut child = Command::new(&program)
            .args(["-c", RUN, HOST])
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .spawn()
            .map_err(refused)?;
        let (sender, inbox) = channel();
        let reader = ours.try_clone().map_err(refused)?;
        let reading = std::thread::Builder::new().name("python".to_owned()).spawn(move || {
            let mut reader = BufReader::new(reader);
            let mut line = Vec::new();
            loop {
                line.clear();
                let is_read = reader.read_until(b'\n', &mut line).is_ok_and(|n| n > 0);
                let message = if is_read { serde_json::from_slice(&line).ok() } else { None };
                let message = message.unwrap_or(Message::Gone);
                let is_last = matches!(message, Message::Gone);
                // Nobody may wait any more.
                let _ = sender.send(message);
                waker.wake();
                if is_last {
                    return;
                }
            }
        });
        if let Err(error) = reading {
            let _ = child.kill();
            return Err(refused(error));
        }
        let mut process = Process { child, stream: ours, inbox };
        process.send(&json!({"start": {
            "facade": FACADE,
            "helpers": HELPERS,
            "tools": scripting::describe(),
            "captured": is_captured,
            "folders": folders,
            "scripts": scripts,
        }}));
        Ok(process)
    }

    /// Sends a message. If the process has gone, the next message received says so.
    pub(super) fn send(&mut self, message: &Value) {
        let _ = writeln!(self.stream, "{message}").and_then(|()| self.stream.flush());
    }

    /// The next message, if one has arrived.
    pub(super) fn try_receive(&self) -> Option<Message> {
        self.inbox.try_recv().ok()
    }

    /// Stops what it runs.
    pub(super) fn stopper(&self) -> Stopper {
        Stopper(i32::try_from(self.child.id()).ok().map(Pid::from_raw))
    }

    /// How the process has ended, in words.
    pub(super) fn end(&mut self) -> String {
        let _ = self.child.kill();
        self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Stops what the process runs.
pub(super) struct Stopper(Option<Pid>);

impl StopScript for Stopper {
    fn interrupt(&self) {
        if let Some(pid) = self.0 {
            let _ = kill(pid, Signal::SIGUSR1);
        }
    }

    fn kill(&self) {
        if let Some(pid) = self.0 {
            let _ = kill(pid, Signal::SIGKILL);
        }
    }
}
