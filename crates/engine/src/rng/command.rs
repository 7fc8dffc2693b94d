// SPDX-License-Identifier: GPL-3.0-or-later
//! Dice that a command prints.
//!
//! A thread runs the command in the system's shell, reads ahead and restarts the command when it has ended. A roll does
//! not wait as long as the command is fast enough.

use super::text::die;
use super::{DiceFault, DiceSource, SourceState};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Maximum number of dice read ahead.
const AHEAD: usize = 512;

/// How long a roll waits for the command.
const PATIENCE: Duration = Duration::from_secs(10);

/// The command that fetches dice from random.org, which draws them from atmospheric noise.
pub const RANDOM_ORG: &str = "curl --silent --show-error --fail --max-time 8 \
     'https://www.random.org/integers/?num=500&min=1&max=6&col=1&base=10&format=plain&rnd=new'";

/// Stops the command of a [`CommandDice`] from any thread.
#[derive(Clone, Debug, Default)]
pub struct DiceStopper(Arc<Mutex<RunningCommand>>);

#[derive(Debug, Default)]
struct RunningCommand {
    child: Option<Child>,
    is_stopped: bool,
}

impl DiceStopper {
    fn lock(&self) -> MutexGuard<'_, RunningCommand> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the command and the programs it has started. It is not run again; a roll that waits for it fails at once.
    pub fn stop(&self) {
        let mut running = self.lock();
        running.is_stopped = true;
        if let Some(child) = &mut running.child {
            kill(child);
        }
    }
}

/// Dice from the digits 1 to 6 that a command prints; it is run again whenever it ends.
#[derive(Debug)]
pub struct CommandDice {
    command: String,
    dice: Receiver<Result<u8, String>>,
    stopper: DiceStopper,
    drawn: u64,
    /// Why there will be no more dice.
    ended: Option<String>,
}

impl CommandDice {
    /// Starts the command.
    #[must_use]
    pub fn new(command: &str) -> CommandDice {
        let (send, dice) = sync_channel(AHEAD);
        let stopper = DiceStopper::default();
        let (line, shared) = (command.to_owned(), stopper.clone());
        let started = std::thread::Builder::new()
            .name("dice".to_owned())
            .spawn(move || feed(&line, &send, &shared))
            .map(drop);
        let ended = started.err().map(|error| error.to_string());
        CommandDice { command: command.to_owned(), dice, stopper, drawn: 0, ended }
    }

    /// Stops the command, also while another thread waits for a roll.
    #[must_use]
    pub fn stopper(&self) -> DiceStopper {
        self.stopper.clone()
    }

    fn next_die(&mut self) -> Result<u8, DiceFault> {
        let reason = match &self.ended {
            Some(reason) => reason.clone(),
            None => match self.dice.recv_timeout(PATIENCE) {
                Ok(Ok(die)) => {
                    self.drawn += 1;
                    return Ok(die);
                }
                Ok(Err(reason)) => {
                    self.ended = Some(reason.clone());
                    reason
                }
                Err(RecvTimeoutError::Timeout) => {
                    format!("gave no die within {} seconds", PATIENCE.as_secs())
                }
                Err(RecvTimeoutError::Disconnected) => "has stopped".to_owned(),
            },
        };
        Err(DiceFault::Command { command: self.command.clone(), reason })
    }
}

impl DiceSource for CommandDice {
    fn roll(&mut self) -> Result<[u8; 2], DiceFault> {
        let first = self.next_die()?;
        Ok([first, self.next_die()?])
    }

    fn state(&self) -> SourceState {
        SourceState { seed: None, parameter: Some(self.command.clone()), drawn: Some(self.drawn) }
    }
}

impl Drop for CommandDice {
    fn drop(&mut self) {
        self.stopper.stop();
    }
}

/// Runs the command repeatedly until the receiver is gone or the command prints no dice.
fn feed(line: &str, send: &SyncSender<Result<u8, String>>, stopper: &DiceStopper) {
    loop {
        match run_once(line, send, stopper) {
            Ok(true) => {}
            Ok(false) => return,
            Err(reason) => {
                // The receiver may be gone.
                let _ = send.send(Err(reason));
                return;
            }
        }
    }
}

/// Whether to continue: `Ok(false)` when the receiver is gone.
fn run_once(
    line: &str,
    send: &SyncSender<Result<u8, String>>,
    stopper: &DiceStopper,
) -> Result<bool, String> {
    let mut running = stopper.lock();
    if running.is_stopped {
        return Ok(false);
    }
    let spawned = shell(line).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = spawned.map_err(|error| format!("could not be run: {error}"))?;
    let out = child.stdout.take();
    running.child = Some(child);
    drop(running);
    let mut n = 0u64;
    let mut is_wanted = true;
    if let Some(out) = out {
        for byte in std::io::BufReader::new(out).bytes() {
            let Ok(byte) = byte else { break };
            let Some(die) = die(byte) else { continue };
            n += 1;
            if send.send(Ok(die)).is_err() {
                is_wanted = false;
                break;
            }
        }
    }
    let (child, is_stopped) = {
        let mut running = stopper.lock();
        (running.child.take(), running.is_stopped)
    };
    let Some(mut child) = child else { return Ok(false) };
    is_wanted &= !is_stopped;
    if !is_wanted {
        kill(&mut child);
    }
    let status = child.wait().map_err(|error| format!("could not be waited for: {error}"))?;
    match (is_wanted, n) {
        (false, _) => Ok(false),
        (true, 0) => Err(format!("printed no digit from 1 to 6 ({status})")),
        (true, _) => Ok(true),
    }
}

#[cfg(unix)]
fn shell(line: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", line]);
    // A group of its own, so that everything it starts can be ended with it.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Ends a command and the programs it has started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // The group may have ended by itself.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    // So may the command.
    let _ = child.kill();
}

#[cfg(not(unix))]
fn shell(line: &str) -> Command {
    let mut command = Command::new("cmd");
    command.args(["/C", line]);
    command
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn commands_run_again_at_their_end() {
        let mut dice = CommandDice::new("printf '31 x 6'");
        let rolls: Vec<[u8; 2]> = (0..4).map(|_| dice.roll().unwrap()).collect();
        assert_eq!(rolls, [[3, 1], [6, 3], [1, 6], [3, 1]]);
    }

    #[test]
    fn endless_commands_are_stopped() {
        let mut dice = CommandDice::new("yes 5");
        assert_eq!(dice.roll(), Ok([5, 5]));
    }

    #[test]
    fn a_stopped_command_ends_at_once_with_what_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let alive = folder.path().join("alive");
        // A program started by the shell, which would go on by itself.
        let line = format!("(sleep 2; touch {}) & sleep 60; true", alive.display());
        let mut dice = CommandDice::new(&line);
        let stopper = dice.stopper();
        let start = std::time::Instant::now();
        let rolling = std::thread::spawn(move || dice.roll());
        std::thread::sleep(Duration::from_millis(200));
        stopper.stop();
        assert!(rolling.join().unwrap().is_err());
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        std::thread::sleep(Duration::from_secs(3));
        assert!(!alive.exists());
    }

    #[test]
    fn failing_commands_say_so() {
        for command in ["true", "exit 3"] {
            let fault = CommandDice::new(command).roll().unwrap_err();
            assert!(fault.to_string().contains("no digit"), "{fault}");
        }
    }
}
