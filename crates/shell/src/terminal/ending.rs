// SPDX-License-Identifier: GPL-3.0-or-later
//! What ends a terminal session from outside: signals, and a terminal that is closed.
//!
//! The main thread is asked to leave, whether it waits for a line or for a computation. If it does not within
//! [`PATIENCE`], for example because it waits for another program, the process ends without it: the journal of the
//! running match is written by a thread of its own and is complete.

use super::editor::Input;
use gnubg_session::Interrupter;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::io::Write;
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// How long the main thread may take to leave.
const PATIENCE: Duration = Duration::from_secs(2);

/// Added to the number of a signal, this is the exit code of a program that it ended, as shells count it.
const SIGNALED: u8 = 128;

/// The modes in which the terminal was found.
#[derive(Clone)]
pub(super) struct TerminalModes(Option<Termios>);

impl TerminalModes {
    /// The modes of standard input.
    pub(super) fn now() -> TerminalModes {
        TerminalModes(tcgetattr(std::io::stdin()).ok())
    }

    /// Restores the modes, on a new line.
    pub(super) fn restore(&self) {
        let Some(modes) = &self.0 else { return };
        // A terminal that is gone needs nothing. The sequence ends the marking of pasted text.
        let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, modes);
        let mut out = std::io::stdout();
        let _ = out.write_all(b"\x1b[?2004l\n").and_then(|()| out.flush());
    }
}

/// Asks the main thread to leave.
#[derive(Clone)]
struct Terminator {
    is_ending: Arc<AtomicBool>,
    interrupter: Interrupter,
    inputs: Sender<Input>,
    modes: TerminalModes,
}

impl Terminator {
    /// Ends the program as that signal would. Does not return.
    fn terminate(&self, signal: i32) {
        let code = SIGNALED.saturating_add(u8::try_from(signal).unwrap_or(0));
        self.is_ending.store(true, Ordering::SeqCst);
        self.interrupter.interrupt();
        // The main thread may be gone already.
        let _ = self.inputs.send(Input::Terminated(code));
        std::thread::sleep(PATIENCE);
        self.modes.restore();
        std::process::exit(i32::from(code));
    }
}

/// Watches signals and the terminal. `is_ending` becomes true before the computation that runs is interrupted. If a
/// thread cannot be started, signals act as they always do.
pub(super) fn watch(
    is_ending: Arc<AtomicBool>,
    interrupter: Interrupter,
    inputs: Sender<Input>,
    modes: TerminalModes,
) {
    let terminator = Terminator { is_ending, interrupter, inputs, modes };
    let of_terminal = terminator.clone();
    let named = |name: &str| std::thread::Builder::new().name(name.to_owned());
    let _ = named("hangup").spawn(move || {
        let stdin = std::io::stdin();
        // A closed terminal is always reported; nothing else is asked for.
        let mut watched = [PollFd::new(stdin.as_fd(), PollFlags::empty())];
        loop {
            let polled = poll(&mut watched, PollTimeout::NONE);
            if polled.is_ok() && watched[0].any() == Some(true) {
                of_terminal.terminate(SIGHUP);
            }
        }
    });
    let ignored = ignored_signals();
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !ignored.contains(signal));
    let Ok(mut signals) = Signals::new(wanted) else { return };
    let _ = named("signals").spawn(move || {
        for signal in signals.forever() {
            if signal == SIGINT {
                terminator.interrupter.interrupt();
                let _ = terminator.inputs.send(Input::Interrupted);
            } else {
                terminator.terminate(signal);
            }
        }
    });
}

/// Signals that whoever started the program wants ignored, as `nohup` does with a hangup.
fn ignored_signals() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    (1..64).filter(|signal| mask >> (signal - 1) & 1 == 1).collect()
}
