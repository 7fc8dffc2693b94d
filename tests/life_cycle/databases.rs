// SPDX-License-Identifier: GPL-3.0-or-later
//! The way of a user from an empty database of positions to a match against trained nets, each step interrupted.

use super::pty::Terminal;
use std::path::Path;
use std::process::Command;

/// Gives a command, interrupts it when `seen` comes, and gives it again until `done` comes.
fn in_two_parts(terminal: &mut Terminal, command: &str, seen: &str, done: &str) {
    terminal.type_line(command);
    terminal.wait_for(seen);
    terminal.write("\x03");
    terminal.wait_for("Interrupted; the same command continues.");
    terminal.type_line(command);
    terminal.wait_for(done);
}

fn tells(terminal: &mut Terminal, command: &str, told: &str) {
    terminal.type_line(command);
    terminal.wait_for(told);
}

/// Runs another program of ours in the folder; what it prints.
fn runs(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_gnubg")).args(arguments).current_dir(folder).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn nets_are_trained_compared_and_played_with() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let mut terminal = Terminal::start(folder.path(), &["-q"], true);
    terminal.wait_for("No game");
    tells(&mut terminal, "database new p.db", "is an empty database.");
    let generate = "database generate p.db 20000";
    in_two_parts(&mut terminal, generate, "1000 of 20000 positions", "has 20000 positions, 0 of them");
    // A smaller one for the rest.
    std::fs::remove_file(place("p.db")).unwrap();
    tells(&mut terminal, "database new p.db", "is an empty database.");
    tells(&mut terminal, "database generate p.db 24", "has 24 positions, 0 of them");
    let rollout = "database rollout p.db --trials 36 --truncate 3 --checker 0";
    in_two_parts(&mut terminal, rollout, "4 of 24 positions", "has 24 positions, 24 of them rolled out.");
    tells(&mut terminal, "database verify p.db", "Root mean square errors of 24 positions");
    let train = "database train p.db --out own.weights --passes 5";
    in_two_parts(&mut terminal, train, "pass 2 of 5", "The trained nets are in");
    assert!(terminal.output().contains("pass 5 of 5: error of the equity 0."));
    assert!(place("own.weights").is_file() && !place("own.weights.training").exists());
    tells(&mut terminal, train, "own.weights exists already; name another file, or train its nets further");
    // It is compared with the nets of the program, and played with.
    tells(&mut terminal, "database exam p.db --against own.weights", "other PR");
    terminal.wait_for("all ");
    let duel = |games, log| {
        runs(folder.path(), &["duel", "0-ply@own.weights", "0-ply", "--games", games, "--log", log])
    };
    duel("4", "duel.log");
    let continued = duel("8", "duel.log");
    assert!(continued.starts_with("8 games") && continued.contains("luck removed"), "{continued}");
    assert_eq!(continued, duel("8", "whole.log"));
    tells(&mut terminal, "load weights own.weights", "are used.");
    tells(&mut terminal, "database verify p.db", "Root mean square errors of 24 positions");
    for line in ["set player both gnubg", "set display off", "set player both chequerplay evaluation plies 0"]
    {
        terminal.type_line(line);
    }
    tells(&mut terminal, "new match 1", "has won the match.");
    tells(&mut terminal, "load weights", "The nets of the program are used.");
    // Games against itself, from random nets.
    let play = "train td --out td.weights --random 64 --rounds 3 --games 12";
    in_two_parts(&mut terminal, play, "round 1 of 3", "The trained nets are in");
    assert!(terminal.output().contains("round 3 of 3"));
    tells(&mut terminal, "load weights td.weights", "are used.");
    terminal.write("\x04");
}
