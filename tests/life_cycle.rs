// SPDX-License-Identifier: GPL-3.0-or-later
//! How `gnubg -t` is used on a real terminal, how it ends there, and what it keeps: lines at once, end of input, hangup,
//! signals, Ctrl+C, recovery.

#[path = "life_cycle/databases.rs"]
mod databases;
#[path = "support/pty.rs"]
mod pty;
#[path = "life_cycle/typing.rs"]
mod typing;

use pty::Terminal;
use rustix::process::Signal;
use std::path::Path;
use std::time::Duration;

/// How soon the program must have ended. Leaving takes some milliseconds; the machine may be busy.
const AT_ONCE: Duration = Duration::from_secs(5);

/// How the terminal goes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goodbye {
    EndOfInput,
    Hangup,
    Signal(Signal),
}

const START: &str =
    "set player 0 human\nset player 1 human\nset defaultnames Ann Bob\nset automatic game off\n";

/// What is being computed when the terminal goes away.
const COMPUTATIONS: [(&str, &str); 2] = [
    (
        "rollout",
        "new match 5\nset turn 1\nset rollout trials 100000000\nset rollout limit enable off\nrollout\n",
    ),
    (
        "play",
        "set player both gnubg\nset player both chequerplay evaluation plies 4\nset player both cubedecision evaluation plies 4\nset automatic game on\nnew session\n",
    ),
];

fn journals(folder: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder.join("state/running")) else { return 0 };
    let paths = entries.flatten().map(|entry| entry.path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "journal")).count()
}

fn leave(terminal: &mut Terminal, how: Goodbye) {
    match how {
        Goodbye::EndOfInput => terminal.write("\x04"),
        Goodbye::Hangup => terminal.hang_up(),
        Goodbye::Signal(signal) => terminal.signal(signal),
    }
}

/// Starts a match, lets the terminal go away, and wants the program gone and the match offered again.
fn goes_and_is_recoverable(how: Goodbye, is_controlling: bool, computation: Option<(&str, &str)>) {
    let told = format!("{how:?}, controlling: {is_controlling}, {computation:?}");
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(folder.path(), &["-q"], is_controlling);
    terminal.wait_for("No game");
    for line in START.lines() {
        terminal.type_line(line);
    }
    match computation {
        None => {
            terminal.type_line("new match 5");
            terminal.wait_for("match to 5 points begins");
            terminal.wait_for_prompt();
        }
        Some((_, lines)) => {
            for line in lines.lines() {
                terminal.type_line(line);
            }
            terminal.wait_for_work();
        }
    }
    leave(&mut terminal, how);
    let status = terminal.ended_within(AT_ONCE);
    assert!(status.is_some(), "{told}: still running\n{}", terminal.output());
    assert_eq!(journals(folder.path()), 1, "{told}\n{}", terminal.output());
    let mut again = Terminal::start(folder.path(), &["-q"], true);
    again.wait_for("A match was interrupted: ");
    again.type_line("recover");
    again.wait_for("has been restored");
}

#[test]
fn the_end_of_input_leaves_and_keeps_the_match() {
    goes_and_is_recoverable(Goodbye::EndOfInput, true, None);
}

#[test]
fn a_closed_terminal_leaves_and_keeps_the_match() {
    goes_and_is_recoverable(Goodbye::Hangup, true, None);
    // No signal is sent to a program whose terminal is not its controlling one.
    goes_and_is_recoverable(Goodbye::Hangup, false, None);
}

#[test]
fn signals_leave_and_keep_the_match() {
    goes_and_is_recoverable(Goodbye::Signal(Signal::HUP), true, None);
    goes_and_is_recoverable(Goodbye::Signal(Signal::TERM), true, None);
}

#[test]
fn a_closed_terminal_ends_computations() {
    for computation in COMPUTATIONS {
        goes_and_is_recoverable(Goodbye::Hangup, false, Some(computation));
    }
}

#[test]
fn the_end_of_input_ends_computations() {
    for computation in COMPUTATIONS {
        goes_and_is_recoverable(Goodbye::EndOfInput, true, Some(computation));
    }
}

#[test]
fn signals_end_computations() {
    for (computation, signal) in COMPUTATIONS.into_iter().zip([Signal::TERM, Signal::HUP]) {
        goes_and_is_recoverable(Goodbye::Signal(signal), true, Some(computation));
    }
}

#[test]
fn signals_tell_their_number_and_the_terminal_is_restored() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(folder.path(), &["-q"], true);
    let modes = terminal.modes();
    terminal.wait_for_prompt();
    terminal.signal(Signal::TERM);
    let status = terminal.ended_within(AT_ONCE).expect("the program ends");
    assert_eq!(status.code(), Some(128 + 15));
    assert_eq!(terminal.modes(), modes);
    assert_eq!(journals(folder.path()), 0, "no match was played");
}

#[test]
fn control_c_stops_a_computation_and_twice_at_the_prompt_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(folder.path(), &["-q"], true);
    terminal.wait_for("No game");
    for line in START.lines().chain(COMPUTATIONS[0].1.lines()) {
        terminal.type_line(line);
    }
    terminal.wait_for_work();
    terminal.write("\x03");
    terminal.wait_for("(Interrupted)");
    terminal.wait_for_prompt();
    terminal.write("\x03");
    terminal.wait_for("Press Ctrl+C again to quit");
    // A line in between counts anew.
    terminal.type_line("show version");
    terminal.wait_for("GNU Backgammon");
    terminal.wait_for_prompt();
    terminal.write("\x03");
    terminal.wait_for_times("Press Ctrl+C again to quit", 2);
    terminal.wait_for_prompt();
    terminal.write("\x03");
    assert!(terminal.ended_within(AT_ONCE).is_some(), "{}", terminal.output());
    assert_eq!(journals(folder.path()), 1);
}

#[test]
fn interrupted_matches_are_listed_restored_and_discarded() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["Ann", "Cid"] {
        let mut terminal = Terminal::start(folder.path(), &["-q"], true);
        terminal.wait_for("No game");
        for line in START.replace("Ann", name).lines() {
            terminal.type_line(line);
        }
        terminal.type_line("new match 7");
        terminal.wait_for("match to 7 points begins");
        terminal.wait_for_prompt();
        terminal.signal(Signal::KILL);
        assert!(terminal.ended_within(AT_ONCE).is_some());
    }
    let mut terminal = Terminal::start(folder.path(), &["-q"], true);
    terminal.wait_for("2 matches were interrupted");
    terminal.type_line("show recovery");
    terminal.wait_for("1  Cid");
    terminal.wait_for("2  Ann");
    terminal.type_line("recover discard 1");
    terminal.wait_for("Discard Cid");
    terminal.type_line("yes");
    terminal.wait_for("discarded");
    terminal.type_line("recover");
    terminal.wait_for("has been restored");
    terminal.type_line("show score");
    terminal.wait_for("Ann 0, Bob 0 (match to 7 points");
    terminal.type_line("show recovery");
    terminal.wait_for("No match was interrupted.");
    terminal.type_line("quit");
    terminal.wait_for("Quit anyway?");
    terminal.type_line("yes");
    assert_eq!(terminal.ended_within(AT_ONCE).and_then(|status| status.code()), Some(0));
    assert_eq!(journals(folder.path()), 0);
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let text = " 5 point match\n\n Game 1\n A\u{1b}]0;owned\u{7}nn : 0      B\u{9b}31mob : 0\n 1) 31: 8/5 6/5   42: 8/4 6/4\n";
    std::fs::write(folder.path().join("a.mat"), text).unwrap();
    let mut terminal = Terminal::start(folder.path(), &["-q"], true);
    terminal.wait_for("No game");
    terminal.type_line("set prompt '<\\p> '");
    terminal.type_line("import auto a.mat");
    terminal.wait_for("5 point match");
    terminal.wait_for_prompt();
    terminal.type_line("show matchinfo");
    terminal.type_line("show score");
    terminal.wait_for("Score after");
    terminal.wait_for_prompt();
    let seen = terminal.output();
    assert!(
        !seen.contains("\u{1b}]0;owned") && !seen.contains('\u{9b}') && !seen.contains('\u{7}'),
        "{seen:?}"
    );
    assert!(seen.contains("]0;owned"), "{seen:?}");
}
