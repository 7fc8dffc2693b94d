// SPDX-License-Identifier: GPL-3.0-or-later
//! Kills at any time: while playing, saving and importing.

use super::player::{COMPUTERS, Program, compare, plays_recovered, run};
use super::{Chance, Rounds};
use std::path::Path;
use std::process::{Child, Command, Stdio};

#[test]
#[ignore = "takes minutes; `./x endure` runs it"]
fn killed_games_are_recovered_play_by_play() {
    for round in Rounds::new("kills while playing", 6, 400) {
        let mut chance = Chance::of_round(round);
        let folder = tempfile::tempdir().unwrap();
        let mut program = Program::start(folder.path(), round, &format!("{COMPUTERS}new match 25\n"));
        program.wait_for_play();
        std::thread::sleep(chance.milliseconds(0, 600));
        let Some(told) = program.kill() else { continue };
        let recovered = plays_recovered(folder.path(), 1).unwrap_or_default();
        if let Err(fault) = compare(&told, &recovered) {
            panic!("round {round}: {fault}\ntold: {told:#?}\nrecovered: {recovered:#?}");
        }
    }
}

/// Two matches as files, and what the program makes of them.
pub(crate) fn two_matches(folder: &Path) -> [Vec<u8>; 2] {
    [("a", "Ann", "31: 8/5 6/5"), ("b", "Cid", "42: 8/4 6/4")].map(|(name, player, play)| {
        let mut text = format!(" 5 point match\n\n Game 1\n {player} : 0                 Ben : 0\n");
        for n in 1..30 {
            let (mine, theirs) = if n == 1 { (play, "65: 24/13") } else { ("61:", "61:") };
            text += &format!("  {n}) {mine:<28}{theirs}\n");
        }
        std::fs::write(folder.join(format!("{name}.mat")), text).unwrap();
        run(folder, &format!("import mat {name}.mat\nsave match {name}.sgf\n"));
        std::fs::read(folder.join(format!("{name}.sgf"))).unwrap()
    })
}

#[test]
#[ignore = "takes minutes; `./x endure` runs it"]
fn killed_saves_leave_a_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let matches = two_matches(folder.path());
    let lines = "load match a.sgf\nsave match x.sgf\nload match b.sgf\nsave match x.sgf\n".repeat(2000);
    for round in Rounds::new("kills while saving", 5, 200) {
        let mut chance = Chance::of_round(round);
        let mut program = Program::start(folder.path(), round, "show version\n");
        program.wait_for("GNU Backgammon", 1);
        drop(program);
        let saving = spawn(folder.path(), &lines);
        std::thread::sleep(chance.milliseconds(150, 700));
        kill(saving);
        match std::fs::read(folder.path().join("x.sgf")) {
            Ok(found) => assert!(matches.contains(&found), "round {round}: {} bytes", found.len()),
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound, "round {round}"),
        }
        run(folder.path(), "recover discard\nyes\n");
    }
}

#[test]
#[ignore = "takes minutes; `./x endure` runs it"]
fn killed_imports_leave_one_of_the_matches() {
    let folder = tempfile::tempdir().unwrap();
    two_matches(folder.path());
    let exported =
        ["a", "b"].map(|name| run(folder.path(), &format!("import mat {name}.mat\nlist game\n"))[0].clone());
    let listing = |text: &str| {
        text.lines()
            .filter(|line| line.contains("8/5") || line.contains("8/4"))
            // The mark of a lucky roll.
            .map(|line| line.replace('+', " "))
            .collect::<Vec<_>>()
    };
    let exported = exported.map(|text| listing(&text));
    assert!(exported.iter().all(|lines| !lines.is_empty()), "{exported:?}");
    for round in Rounds::new("kills while importing", 5, 200) {
        let mut chance = Chance::of_round(round);
        // Only a match that was changed since is offered again.
        let lines =
            "import mat a.mat\nannotate roll lucky\nimport mat b.mat\nannotate roll lucky\n".repeat(2000);
        let importing = spawn(folder.path(), &lines);
        std::thread::sleep(chance.milliseconds(100, 700));
        kill(importing);
        let [told, errors] = run(folder.path(), "recover\nlist game\n");
        if !errors.contains("No match was interrupted") {
            assert!(exported.contains(&listing(&told)), "round {round}: {told}\n{errors}");
        }
    }
}

/// Runs lines on a terminal session that nobody listens to.
fn spawn(folder: &Path, lines: &str) -> Child {
    let script = folder.join("script");
    std::fs::write(&script, lines).unwrap();
    Command::new(env!("CARGO_BIN_EXE_gnubg"))
        .args(["-q", "-b", "-s"])
        .arg(folder)
        .arg("-c")
        .arg(&script)
        .current_dir(folder)
        .env("HOME", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

pub(crate) fn kill(mut child: Child) {
    // It may have ended.
    let _ = child.kill();
    let _ = child.wait();
}
