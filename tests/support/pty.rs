// SPDX-License-Identifier: GPL-3.0-or-later
//! The built program on a terminal of its own.

use rustix::process::{Pid, Signal, kill_process};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long a text is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// `gnubg -t` on a pseudoterminal. It sees neither settings nor home of the user.
pub(crate) struct Terminal {
    child: Child,
    master: Option<File>,
    /// Keeps the modes readable when the program has ended.
    slave: Option<OwnedFd>,
    seen: Arc<Mutex<Vec<u8>>>,
    /// How much of the output has been waited for.
    read: usize,
}

impl Terminal {
    /// Starts the program. With `is_controlling`, the terminal is its controlling one, as in a window or over SSH.
    pub(crate) fn start(folder: &Path, arguments: &[&str], is_controlling: bool) -> Terminal {
        let (mut master, mut slave) = (0, 0);
        let null = std::ptr::null_mut();
        // SAFETY: both pointers are to integers that live through the call; the others may be null.
        let opened = unsafe { libc::openpty(&mut master, &mut slave, null, null.cast(), null.cast()) };
        assert_eq!(opened, 0, "a pseudoterminal");
        // SAFETY: `openpty` has just returned these descriptors, and nothing else owns them.
        let (master, slave) = unsafe { (File::from_raw_fd(master), OwnedFd::from_raw_fd(slave)) };
        // Programs that other tests start at the same time must not keep this terminal open.
        for fd in [master.as_raw_fd(), slave.as_raw_fd()] {
            // SAFETY: the descriptor is open, and the call changes only a flag of it.
            unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) };
        }
        let stdio = || Stdio::from(slave.try_clone().expect("a descriptor"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_gnubg"));
        command
            .args(["-t", "-b", "-s"])
            .arg(folder)
            .args(arguments)
            .current_dir(folder)
            .env("HOME", folder)
            .env("TERM", "xterm")
            .env("USER", "user")
            .stdin(stdio())
            .stdout(stdio())
            .stderr(stdio());
        let fd = slave.as_raw_fd();
        let keep = master.as_raw_fd();
        // SAFETY: only async-signal-safe calls between fork and exec.
        unsafe {
            command.pre_exec(move || {
                libc::close(keep);
                libc::setsid();
                // Under nohup and in the background of a script these are ignored, and programs inherit that.
                for signal in [libc::SIGHUP, libc::SIGINT] {
                    libc::signal(signal, libc::SIG_DFL);
                }
                if is_controlling {
                    libc::ioctl(fd, libc::TIOCSCTTY, 0);
                }
                libc::close(fd);
                Ok(())
            });
        }
        let child = command.spawn().expect("the program starts");
        drop(command);
        let seen = Arc::new(Mutex::new(Vec::new()));
        let mut reader = master.try_clone().expect("a descriptor");
        // The reader must not keep the terminal open when it is hung up, so it polls.
        let shared = Arc::downgrade(&seen);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                let mut poll = libc::pollfd { fd: reader.as_raw_fd(), events: libc::POLLIN, revents: 0 };
                // SAFETY: one descriptor, which `reader` owns.
                let ready = unsafe { libc::poll(&mut poll, 1, 20) };
                let Some(seen) = shared.upgrade() else { return };
                if ready > 0 {
                    match reader.read(&mut buffer) {
                        Ok(0) | Err(_) => return,
                        Ok(n) => seen.lock().unwrap().extend_from_slice(&buffer[..n]),
                    }
                }
                // `hang_up` leaves this mark.
                if seen.lock().unwrap().ends_with(HUNG_UP) {
                    return;
                }
            }
        });
        Terminal { child, master: Some(master), slave: Some(slave), seen, read: 0 }
    }

    /// Everything the program has written.
    pub(crate) fn output(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().unwrap()).into_owned()
    }

    /// Types characters.
    pub(crate) fn write(&mut self, text: &str) {
        let master = self.master.as_mut().expect("the terminal is open");
        master.write_all(text.as_bytes()).expect("the terminal takes input");
    }

    /// Types a line once the program asks for one.
    pub(crate) fn type_line(&mut self, line: &str) {
        self.wait_for_prompt();
        self.write(&format!("{line}\r"));
    }

    fn wait_until(&mut self, what: &str, mut find: impl FnMut(&[u8]) -> Option<usize>) {
        let begin = Instant::now();
        loop {
            let found = find(&self.seen.lock().unwrap()[self.read..]);
            if let Some(end) = found {
                self.read += end;
                return;
            }
            assert!(begin.elapsed() < PATIENCE, "{what:?} did not come:\n{}", self.output());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the text comes; what was waited for before does not count again.
    pub(crate) fn wait_for(&mut self, text: &str) {
        let wanted = text.as_bytes().to_vec();
        self.wait_until(text, |seen| {
            seen.windows(wanted.len()).position(|found| found == wanted).map(|at| at + wanted.len())
        });
    }

    /// Waits until the text has come that many times in all.
    pub(crate) fn wait_for_times(&mut self, text: &str, times: usize) {
        let begin = Instant::now();
        while self.output().matches(text).count() < times {
            assert!(begin.elapsed() < PATIENCE, "{text:?} did not come {times} times:\n{}", self.output());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the program reads keys: it has taken the terminal out of the mode in which lines are read.
    pub(crate) fn wait_for_prompt(&mut self) {
        self.wait_for_mode(false);
    }

    /// Waits until the program computes: the terminal is in its ordinary mode for a while.
    pub(crate) fn wait_for_work(&mut self) {
        let begin = Instant::now();
        let mut since = Instant::now();
        while since.elapsed() < Duration::from_millis(700) {
            if !self.is_canonical() {
                since = Instant::now();
            }
            assert!(begin.elapsed() < PATIENCE, "nothing is computed:\n{}", self.output());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn wait_for_mode(&mut self, is_canonical: bool) {
        let begin = Instant::now();
        // The line typed before must have been read.
        std::thread::sleep(Duration::from_millis(20));
        while self.is_canonical() != is_canonical {
            assert!(begin.elapsed() < PATIENCE, "no prompt:\n{}", self.output());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn is_canonical(&self) -> bool {
        self.modes().0 & libc::ICANON != 0
    }

    /// The local and input modes of the terminal.
    pub(crate) fn modes(&self) -> (libc::tcflag_t, libc::tcflag_t) {
        let slave = self.slave.as_ref().expect("the terminal is open");
        // SAFETY: all bytes zero are a valid `termios`, which the call fills for an open terminal.
        let modes = unsafe {
            let mut modes: libc::termios = std::mem::zeroed();
            assert_eq!(libc::tcgetattr(slave.as_raw_fd(), &mut modes), 0);
            modes
        };
        (modes.c_lflag, modes.c_iflag)
    }

    /// Closes the terminal, as closing its window does.
    pub(crate) fn hang_up(&mut self) {
        self.seen.lock().unwrap().extend_from_slice(HUNG_UP);
        // The reading thread lets go of it, too.
        std::thread::sleep(Duration::from_millis(100));
        (self.master, self.slave) = (None, None);
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&mut self, signal: Signal) {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw).expect("a process");
        kill_process(pid, signal).expect("the program runs");
    }

    /// How the program ended, if it does within that time.
    pub(crate) fn ended_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return Some(status);
            }
            if begin.elapsed() > limit {
                return None;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Ends the output when the terminal is hung up.
const HUNG_UP: &[u8] = b"(hung up)";

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
