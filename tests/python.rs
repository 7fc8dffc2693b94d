// SPDX-License-Identifier: GPL-3.0-or-later
//! Python: scripts in the program, `gnubg serve`, and the wheel.
//!
//! The wheel is built, installed in a fresh virtual environment and tested by `tests/python/*.py`. That needs packages of
//! PyPI; where it cannot be reached, the test says so and passes. SLOW_TESTS=1 adds a Ray cluster of two nodes.

#[path = "support/pty.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod pty;
#[path = "python/scripts.rs"]
mod scripts;
#[path = "python/serve.rs"]
mod serve;
#[path = "python/wheel.rs"]
mod wheel;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the program printed, and its exit code.
struct ProgramOutput {
    out: String,
    err: String,
    code: Option<i32>,
}

/// The program in a folder, where it sees neither settings nor home of the user.
fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gnubg"));
    command
        .current_dir(folder)
        .env("HOME", folder)
        .env("XDG_CONFIG_HOME", folder)
        .env("XDG_DATA_HOME", folder)
        .env("XDG_STATE_HOME", folder)
        .env("USER", "user")
        .env("LC_ALL", "C.UTF-8")
        .env("LANGUAGE", "en")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a command with this input.
fn finish(mut command: Command, input: &str) -> ProgramOutput {
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("input is piped");
    let input = input.to_owned();
    // The program may end before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    let _ = writer.join();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    ProgramOutput { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

fn run(folder: &Path, arguments: &[&str], input: &str) -> ProgramOutput {
    let mut command = program(folder);
    command.args(["-q", "-b", "--seed", "5"]).args(arguments);
    finish(command, input)
}

/// A file of the recordings, if they are there.
fn shared(path: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = ["../shared", "../../shared"].map(|shared| root.join(shared).join(path));
    let found = found.into_iter().find(|path| path.exists());
    if found.is_none() {
        println!("skipped: {path} of the recordings is absent");
    }
    found
}

/// A file of `tests/python`.
fn source(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(name).display().to_string()
}
