// SPDX-License-Identifier: GPL-3.0-or-later
//! Whole matches through the protocol of external players: ours against ours, and against the original in both roles.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A program that serves, ended with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A terminal whose standard input is a pipe.
fn terminal(program: &Path, folder: &Path, out: Stdio) -> Child {
    let mut command = Command::new(program);
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
        command.env(name, folder);
    }
    command
        .args(["-t", "-q", "-r"])
        .current_dir(folder)
        .env("LC_ALL", "C.UTF-8")
        .env("LANGUAGE", "en")
        .stdin(Stdio::piped())
        .stdout(out)
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// Evaluations at 0-ply, under words that both programs know.
fn quick(group: &str) -> String {
    format!("set {group} chequerplay evaluation plies 0\nset {group} cubedecision evaluation plies 0\n")
}

/// Lets `client` play a match of 3 points against `server`, and gives the match back as text.
fn match_between(server: &Path, client: &Path) -> String {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("socket");
    let mut served = Server(terminal(server, folder.path(), Stdio::null()));
    let mut lines = served.0.stdin.take().unwrap();
    writeln!(lines, "{}external {}", quick("evaluation"), socket.display()).unwrap();
    let start = Instant::now();
    while !socket.exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "the server listens");
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut playing = terminal(client, folder.path(), Stdio::piped());
    let script = format!(
        "set player 0 external {}\nset player 1 gnubg\n{}set automatic game on\nset confirm new off\n\
         set rng mersenne 77\nset display off\nnew match 3\n{}export match mat m.mat\n",
        socket.display(),
        quick("player 1"),
        "play\n".repeat(6)
    );
    playing.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = playing.wait_with_output().unwrap();
    let text = std::fs::read_to_string(folder.path().join("m.mat"));
    text.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stdout)))
}

fn assert_is_won(text: &str, who: &str) {
    let won: u32 = text
        .lines()
        .filter_map(|line| line.trim().rsplit_once("Wins ")?.1.split_whitespace().next()?.parse::<u32>().ok())
        .sum();
    assert!(won >= 3 && text.contains("3 point match"), "{who}: {text}");
}

#[test]
fn whole_matches_are_played_through_a_socket() {
    let ours = PathBuf::from(env!("CARGO_BIN_EXE_gnubg"));
    assert_is_won(&match_between(&ours, &ours), "ours against ours");
    let original = PathBuf::from("/usr/games/gnubg");
    if !original.exists() {
        println!("skipped: GNU Backgammon is not installed");
        return;
    }
    assert_is_won(&match_between(&ours, &original), "the original asks ours");
    assert_is_won(&match_between(&original, &ours), "ours asks the original");
}
