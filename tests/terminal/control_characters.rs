// SPDX-License-Identifier: GPL-3.0-or-later
//! Control characters of files, arguments and other programs never reach the terminal.

use super::{ProgramOutput, run, soon};
use std::io::{BufRead, BufReader, Write};

/// Names and contents of files and arguments can hold sequences that reprogram a terminal.
#[test]
fn messages_of_all_tools_show_control_characters() {
    let folder = tempfile::tempdir().unwrap();
    let evil = "x\x1b]0;evil\x07\u{9b}2J";
    let (missing, damaged) = (format!("{evil}.sgf"), format!("{evil}.mat"));
    let text = format!(
        "{evil} 5 point match\n\n Game 1\n {evil} : 0    Ben : 0\n  1) 31: {evil}\n  2) 99: {evil}\n"
    );
    std::fs::write(folder.path().join(&damaged), &text).unwrap();
    std::fs::write(folder.path().join("evil.toml"), &text).unwrap();
    std::fs::write(folder.path().join("evil.bd"), &text).unwrap();
    let (name, other) = (missing.as_str(), damaged.as_str());
    let cases: &[&[&str]] = &[
        &["info", name, other],
        &["info", "--format", evil, other],
        &["convert", name, "out.mat"],
        &["convert", other, "out.sgf"],
        &["convert", other, evil],
        &["analyze", name, other],
        &["analyze", "--met", evil, other],
        &["rollout", "--from", name],
        &["rollout", "merge", name, other],
        &["batch", "--weights", name],
        &["batch", evil],
        &["duel", evil, evil],
        &["bearoffdump", name, "0"],
        &["bearoffdump", "evil.bd", "0"],
        &["makebearoff", evil],
        &["-t", name],
        &["-t", "-c", name],
        &["-t", "--no-such", evil],
        &[evil, "-t", "--strict"],
    ];
    for case in cases {
        let found = run(folder.path(), case, "");
        let shown = |c: char| !c.is_control() || c == '\n' || c == '\t';
        assert!(found.err.chars().all(shown), "{case:?}: {:?}", found.err);
        assert!(found.code != Some(101), "{case:?}: {}", found.err);
    }
    // The names are there nevertheless.
    let found = run(folder.path(), &["info", name], "");
    assert!(found.err.contains("x\u{fffd}]0;evil\u{fffd}\u{fffd}2J.sgf"), "{}", found.err);
}

/// So can the answers of external players, and the addresses at which they are.
#[test]
fn messages_about_external_players_show_control_characters() {
    const EVIL: &str = "x\x1b]0;evil\x07\u{9b}2J";
    let folder = tempfile::tempdir().unwrap();
    for answer in [format!("Error: {EVIL}"), EVIL.to_owned(), "\u{9b}31m8/5\x1b[2J 6/5".to_owned()] {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let sent = answer.clone();
        std::thread::spawn(move || {
            while let Ok((mut stream, _)) = listener.accept() {
                let mut lines = BufReader::new(stream.try_clone().unwrap());
                let mut line = Vec::new();
                while lines.read_until(b'\n', &mut line).is_ok_and(|read| read > 0)
                    && writeln!(stream, "{sent}").is_ok()
                {}
            }
        });
        let lines = format!(
            "set player both external {address}\nset automatic game off\nset dice 31\nnew match 5\nshow version\n"
        );
        let told = soon(folder.path(), &["-t", "-q", "-r", "-b"], &lines);
        assert!(told.err.contains(&address.to_string()), "{answer:?}: {}{}", told.out, told.err);
        assert!(!answer.contains("evil") || told.err.contains("]0;evil"), "{answer:?}: {}", told.err);
        assert_no_controls(&told);
    }
    // Addresses: of a player, and of the server.
    let lines = format!(
        "set player both external {EVIL}\nset automatic game off\nnew match 5\nexternal {EVIL}\nexternal ./{EVIL}/y\n"
    );
    let told = soon(folder.path(), &["-t", "-q", "-r", "-b"], &lines);
    assert!(told.err.matches("evil").count() >= 3, "{}", told.err);
    assert_no_controls(&told);
}

#[track_caller]
fn assert_no_controls(told: &ProgramOutput) {
    let shown = |c: char| !c.is_control() || c == '\n' || c == '\t';
    assert!(told.out.chars().all(shown), "{:?}", told.out);
    assert!(told.err.chars().all(shown), "{:?}", told.err);
    assert!(told.code != Some(101), "{}", told.err);
}
