// SPDX-License-Identifier: GPL-3.0-or-later
//! What ends a terminal session from outside: signals, a closed terminal, and the end of the input. A script ends at signals, too: what
//! it computes is stopped, and saves what it has found.
//!
//! The main thread is asked to leave, whether it waits for a line or for a computation. If it does not within
//! [`PATIENCE`], for example because it waits for another program, the process ends without it: the journal of the
//! running match is written by a thread of its own and is complete.

use super::editor::PromptSignals;
use crate::signals;
use gnubg_session::Interrupter;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};
use rustix::io::ioctl_fionread;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::io::Write;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::Duration;

/// How long the main thread may take to leave.
const PATIENCE: Duration = Duration::from_secs(2);

/// How soon the input is looked at again.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// Added to the number of a signal, this is the exit code of a program that it ended.
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
    prompt: PromptSignals,
    modes: TerminalModes,
}

impl Terminator {
    /// Ends the program with an exit code. Does not return.
    fn terminate(&self, code: u8) {
        self.is_ending.store(true, Ordering::SeqCst);
        self.interrupter.interrupt();
        self.prompt.terminate(code);
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
    prompt: PromptSignals,
    modes: TerminalModes,
) {
    let terminator = Terminator { is_ending, interrupter, prompt, modes };
    let of_terminal = terminator.clone();
    let named = |name: &str| std::thread::Builder::new().name(name.to_owned());
    let _ = named("hangup").spawn(move || {
        let stdin = std::io::stdin();
        // A closed terminal is always reported; nothing else is asked for.
        let mut watched = [PollFd::new(stdin.as_fd(), PollFlags::empty())];
        loop {
            let polled = poll(&mut watched, PollTimeout::NONE);
            if polled.is_ok() && watched[0].any() == Some(true) {
                of_terminal.terminate(code_of(SIGHUP));
            }
        }
    });
    let of_input = terminator.clone();
    let _ = named("end of input").spawn(move || {
        if wait_for_end_of_input() {
            of_input.terminate(0);
        }
    });
    let ignored = signals::ignored();
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !ignored.contains(signal));
    let Ok(mut caught) = Signals::new(wanted) else { return };
    let _ = named("signals").spawn(move || {
        for signal in caught.forever() {
            if signal == SIGINT {
                terminator.prompt.interrupt(|| terminator.interrupter.interrupt());
            } else {
                terminator.terminate(code_of(signal));
            }
        }
    });
}

/// Waits until the user ends the input while nobody reads it, because something is computed. At the prompt the editor
/// sees that itself. Returns `false` where the input cannot be watched.
fn wait_for_end_of_input() -> bool {
    let stdin = std::io::stdin();
    loop {
        let mut watched = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
        let is_watched = poll(&mut watched, PollTimeout::NONE).is_ok();
        let is_closed = watched[0].revents().is_none_or(|found| found.intersects(!PollFlags::POLLIN));
        if !is_watched || is_closed {
            return false;
        }
        let has_ended = is_ended(stdin.as_fd());
        // A program that was started may read it, and what was typed ahead stays readable.
        std::thread::sleep(LOOK_AGAIN);
        if has_ended && is_ended(stdin.as_fd()) {
            return true;
        }
    }
}

/// Whether the next read from a terminal would find the end of the input. The modes of the editor know no end.
fn is_ended(stdin: BorrowedFd<'_>) -> bool {
    let takes_lines = tcgetattr(stdin).is_ok_and(|modes| modes.local_flags.contains(LocalFlags::ICANON));
    let mut watched = [PollFd::new(stdin, PollFlags::POLLIN)];
    let is_readable = poll(&mut watched, PollTimeout::ZERO).is_ok_and(|n| n > 0);
    takes_lines && is_readable && ioctl_fionread(stdin) == Ok(0)
}

/// A script that a signal may end.
#[derive(Clone, Debug, Default)]
pub(super) struct ScriptEnd {
    /// The signal; 0 before it came.
    signal: Arc<AtomicI32>,
    /// Whether the script waits for its next line.
    is_reading: Arc<AtomicBool>,
}

impl ScriptEnd {
    /// Watches signals. `is_ending` becomes true before the computation that runs is interrupted. A script that waits for
    /// its next line ends at once; a second signal ends any.
    pub(super) fn watch(&self, is_ending: Arc<AtomicBool>, interrupter: Interrupter) {
        let ignored = signals::ignored();
        let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !ignored.contains(signal));
        let Ok(mut caught) = Signals::new(wanted) else { return };
        let end = self.clone();
        // Without a thread, signals act as they always do.
        let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in caught.forever() {
                let is_second = end.signal.swap(signal, Ordering::SeqCst) != 0;
                is_ending.store(true, Ordering::SeqCst);
                interrupter.interrupt();
                if is_second || end.is_reading.load(Ordering::SeqCst) {
                    std::process::exit(i32::from(code_of(signal)));
                }
            }
        });
    }

    /// Reads a line while a signal ends the program at once.
    pub(super) fn reading<T>(&self, read: impl FnOnce() -> T) -> T {
        self.is_reading.store(true, Ordering::SeqCst);
        let found = read();
        self.is_reading.store(false, Ordering::SeqCst);
        found
    }

    /// The exit code of a program that a signal has ended.
    pub(super) fn code(&self) -> Option<u8> {
        let signal = self.signal.load(Ordering::SeqCst);
        (signal != 0).then(|| code_of(signal))
    }
}

/// The exit code of a program that a signal has ended, as shells count it.
fn code_of(signal: i32) -> u8 {
    SIGNALED.saturating_add(u8::try_from(signal).unwrap_or(0))
}
