// SPDX-License-Identifier: GPL-3.0-or-later
//! Kills at any time: while playing, saving, importing, and in the window.

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
        program.wait_for(" and plays ", 1);
        std::thread::sleep(chance.milliseconds(0, 600));
        let told = program.kill();
        let recovered = plays_recovered(folder.path(), 1).unwrap_or_default();
        if let Err(fault) = compare(&told, &recovered) {
            panic!("round {round}: {fault}\ntold: {told:#?}\nrecovered: {recovered:#?}");
        }
    }
}

/// Two matches as files, and what the program makes of them.
fn two_matches(folder: &Path) -> [Vec<u8>; 2] {
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

#[test]
#[ignore = "takes minutes; `./x endure` runs it"]
fn killed_windows_offer_no_match_that_is_in_its_file() {
    let Some(display) = Display::start() else {
        println!("skipped: there is no Xvfb");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    two_matches(folder.path());
    for round in Rounds::new("kills of the window", 2, 200) {
        let mut chance = Chance::of_round(round);
        let window = Command::new(env!("CARGO_BIN_EXE_gnubg"))
            .args(["-b", "-s"])
            .arg(folder.path())
            .arg("a.mat")
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .env("DISPLAY", &display.name)
            .env("GDK_BACKEND", "x11")
            .env("GSK_RENDERER", "cairo")
            .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the window starts");
        std::thread::sleep(chance.milliseconds(300, 5000));
        kill(window);
        let [told, errors] = run(folder.path(), "recover\nlist game\n");
        assert!(errors.contains("No match was interrupted"), "round {round}: {told}\n{errors}");
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

fn kill(mut child: Child) {
    // It may have ended.
    let _ = child.kill();
    let _ = child.wait();
}

/// A display without a screen.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    fn start() -> Option<Display> {
        use std::io::{BufRead, BufReader};
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut number = String::new();
        BufReader::new(server.stdout.take()?).read_line(&mut number).ok()?;
        Some(Display { server, name: format!(":{}", number.trim()) })
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
