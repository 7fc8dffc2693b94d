// SPDX-License-Identifier: GPL-3.0-or-later
//! A program that plays with itself on a pipe, what it has said, and what can be recovered of its match.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Settings with which two computers play quickly.
pub(crate) const COMPUTERS: &str = "set player both gnubg\nset player both level beginner\nset automatic game on\nset display on\nset output rawboard on\n";

/// The longest time in which something must happen.
const PATIENCE: Duration = Duration::from_secs(120);

/// Programs of this run that had told that the disk did not answer, and the most that are believed.
static N_LATE: AtomicUsize = AtomicUsize::new(0);
const MAX_LATE: usize = 10;

/// A running `gnubg -t`.
pub(crate) struct Program {
    child: Child,
    lines: Arc<Mutex<Vec<String>>>,
    /// They read until the program has closed its output.
    readers: Vec<JoinHandle<()>>,
}

/// The program in a folder of its own settings.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gnubg"));
    command
        .args(arguments)
        .arg("-s")
        .arg(folder)
        .current_dir(folder)
        .env("HOME", folder)
        .env("USER", "user")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    // SAFETY: the call is async-signal-safe. A file that must not grow is an error then, and does not end the program.
    unsafe {
        command.pre_exec(|| {
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
            Ok(())
        });
    }
    command
}

impl Program {
    /// Starts it with lines to run; its input stays open.
    pub(crate) fn start(folder: &Path, seed: u64, lines: &str) -> Program {
        let seed = seed.to_string();
        let mut child =
            command(folder, &["-t", "-q", "-b", "--seed", &seed]).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(lines.as_bytes()).expect("it reads");
        let told = Arc::new(Mutex::new(Vec::new()));
        let streams: [Box<dyn std::io::Read + Send>; 2] =
            [Box::new(child.stdout.take().expect("a pipe")), Box::new(child.stderr.take().expect("a pipe"))];
        let read = |stream: Box<dyn std::io::Read + Send>| {
            let told = Arc::clone(&told);
            // The input is closed when the output ends.
            let stdin = stdin.try_clone_input();
            std::thread::spawn(move || {
                let _stdin = stdin;
                for line in BufReader::new(stream).lines().map_while(Result::ok) {
                    // Boards are not needed.
                    if !line.starts_with("board:") {
                        told.lock().unwrap().push(line);
                    }
                }
            })
        };
        let readers = streams.into_iter().map(read).collect();
        Program { child, lines: told, readers }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it has said.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.lines.lock().unwrap().clone()
    }

    /// How many lines contain the text.
    pub(crate) fn count(&self, text: &str) -> usize {
        self.lines.lock().unwrap().iter().filter(|line| line.contains(text)).count()
    }

    /// Waits until so many lines contain the text.
    pub(crate) fn wait_for(&mut self, text: &str, times: usize) {
        self.wait_until(text, |program| program.count(text) >= times);
    }

    /// Waits until it has told a play. That "boards and plays of the computer" are printed is none.
    pub(crate) fn wait_for_play(&mut self) {
        self.wait_until("a play", |program| {
            program.lines.lock().unwrap().iter().any(|line| play_told(line).is_some())
        });
    }

    fn wait_until(&mut self, what: &str, is_said: impl Fn(&Program) -> bool) {
        let begin = Instant::now();
        while !is_said(self) {
            let lines = self.lines();
            let end = &lines[lines.len().saturating_sub(20)..];
            assert!(begin.elapsed() < PATIENCE, "{what:?} was not said often enough: {end:#?}");
            assert!(self.child.try_wait().unwrap().is_none(), "it has ended: {end:#?}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Kills it as `kill -9` does; the plays of the last game that it had told. `None` if it had told that the disk did not
    /// answer and not yet that all is saved again: a play is shown half a second after it was sent to the disk at the latest.
    pub(crate) fn kill(mut self) -> Option<Vec<String>> {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // They take in the rest.
        self.readers.drain(..).for_each(|reader| reader.join().expect("a reader does not fail"));
        let lines = self.lines();
        let problem = lines.iter().rposition(|line| line.contains(": the disk does not answer"));
        let end = lines.iter().rposition(|line| line.contains("is saved automatically again"));
        if problem > end {
            println!("not compared: the disk did not answer");
            assert!(N_LATE.fetch_add(1, Ordering::Relaxed) < MAX_LATE, "too often");
            return None;
        }
        Some(plays_told(&lines))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Keeps a pipe to a program open in another thread.
trait CloneInput {
    fn try_clone_input(&self) -> std::os::fd::OwnedFd;
}

impl CloneInput for std::process::ChildStdin {
    fn try_clone_input(&self) -> std::os::fd::OwnedFd {
        use std::os::fd::AsFd;
        self.as_fd().try_clone_to_owned().expect("a descriptor")
    }
}

/// Runs lines to their end; what was printed, and the errors.
pub(crate) fn run(folder: &Path, lines: &str) -> [String; 2] {
    let mut child = command(folder, &["-t", "-q", "-b", "-r"]).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(lines.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// The plays of the last game that was begun, as the program told them: dice and moves.
fn plays_told(lines: &[String]) -> Vec<String> {
    let begin = lines.iter().rposition(|line| line.contains(" rolls ") && line.contains(", "));
    let after = begin.map_or(&[][..], |begin| &lines[begin + 1..]);
    after.iter().filter_map(|line| play_told(line)).collect()
}

fn play_told(line: &str) -> Option<String> {
    let (_, rest) = line.split_once(" rolls ")?;
    let rest = rest.strip_suffix('.')?;
    let (dice, moves) = match rest.split_once(" and plays ") {
        Some((dice, moves)) => (dice, moves),
        None => (rest.strip_suffix(" and cannot move")?, "cannot move"),
    };
    Some(format!("{dice}: {moves}"))
}

/// Stands between two games that were recovered.
const BETWEEN: &str = "Copyright (C)";

/// The plays of the last game of the interrupted match with that number, and of the game before it; or why there are none.
pub(crate) fn plays_recovered(folder: &Path, number: usize) -> Result<[Vec<String>; 2], String> {
    let lines = format!(
        "set player both human\nset automatic game off\nset automatic roll off\nrecover {number}\nlist game\n\
         show version\nprevious game\nlist game\n"
    );
    let [told, errors] = run(folder, &lines);
    let Some((last, before)) =
        told.split_once(BETWEEN).filter(|_| !errors.contains("no match was interrupted"))
    else {
        return Err(errors);
    };
    Ok([last, before].map(plays_listed))
}

fn plays_listed(told: &str) -> Vec<String> {
    let mut plays = Vec::new();
    for line in told.lines() {
        // An entry is two dice, five places for luck, a colon, and the moves up to a gap.
        let line: Vec<char> = line.chars().collect();
        for colon in (7..line.len()).filter(|&n| line[n] == ':') {
            let dice = &line[colon - 7..colon - 5];
            let moves: String = line[colon + 1..].iter().collect();
            let moves = moves.trim_start().split("  ").next().unwrap_or("").trim();
            if dice.iter().all(char::is_ascii_digit) && moves != "Rolled" {
                plays.push(format!("{}{}: {moves}", dice[0], dice[1]));
            }
        }
    }
    plays
}

/// Whether what was recovered is what was told: nothing else, and nothing missing. The next game may have begun, if the
/// kill came before its message.
pub(crate) fn compare(told: &[String], recovered: &[Vec<String>; 2]) -> Result<(), String> {
    let [last, before] = recovered;
    compare_game(told, last)
        .or_else(|fault| if last.len() <= 2 { compare_game(told, before) } else { Err(fault) })
}

fn compare_game(told: &[String], recovered: &[String]) -> Result<(), String> {
    for (n, (told, recovered)) in told.iter().zip(recovered).enumerate() {
        if told != recovered {
            return Err(format!("play {n} is {recovered:?} and was {told:?}"));
        }
    }
    if told.len() > recovered.len() {
        return Err(format!("{} of {} plays were recovered", recovered.len(), told.len()));
    }
    // The kill may have come between a play and its message.
    if recovered.len() > told.len() + 2 {
        return Err(format!("{} plays were recovered, {} told", recovered.len(), told.len()));
    }
    Ok(())
}

/// A program was killed before its first play because the answer to a setting was taken for one.
#[test]
fn what_is_told_of_a_setting_is_no_play() {
    assert_eq!(play_told("display       on           print boards and plays of the computer"), None);
    assert_eq!(play_told("Ann rolls 53 and plays 24/16.").as_deref(), Some("53: 24/16"));
    assert_eq!(play_told("Ann rolls 66 and cannot move.").as_deref(), Some("66: cannot move"));
    assert_eq!(play_told("Ann rolls 5, Bob rolls 3."), None);
}
