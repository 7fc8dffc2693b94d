// SPDX-License-Identifier: GPL-3.0-or-later
//! Kills of the window at any time: while it starts, while it shows a match of a file, and while it plays.

use super::kills::{kill, two_matches};
use super::player::run;
use super::{Chance, Rounds};
use gnubg_record::Entry;
use serde_json::Value;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long anything in the window may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// Somebody who has played before, against a computer that does not look ahead.
const SETTINGS: &str = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"gnubg\"\n[window]\ndelay = 0\n\
    [evaluation.checker.evaluation]\nplies = 0\n[evaluation.cube.evaluation]\nplies = 0\n";

#[test]
#[ignore = "takes minutes; `./x endure` runs it"]
fn killed_windows_offer_no_match_that_is_in_its_file() {
    let Some(display) = Display::start() else {
        println!("skipped: there is no Xvfb");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    two_matches(folder.path());
    for round in Rounds::new("kills of a window with a file", 2, 80) {
        let mut chance = Chance::of_round(round);
        let window = display.window(folder.path(), &["a.mat"]);
        std::thread::sleep(chance.milliseconds(300, 5000));
        kill(window);
        let [told, errors] = run(folder.path(), "recover\nlist game\n");
        assert!(errors.contains("No match was interrupted"), "round {round}: {told}\n{errors}");
    }
}

#[test]
#[ignore = "takes minutes; `./x endure` runs it"]
fn killed_windows_lose_no_play_that_was_shown() {
    let Some(display) = Display::start().filter(Display::has_keys) else {
        println!("skipped: there is no Xvfb or no xdotool");
        return;
    };
    let (mut n_compared, mut n_games) = (0, 0);
    for round in Rounds::new("kills of a window that plays", 2, 120) {
        let mut chance = Chance::of_round(round);
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("settings.toml"), SETTINGS).unwrap();
        let dump = folder.path().join("state.json");
        let seed = round.to_string();
        let arguments =
            ["--no-animations", "--test-seed", &seed, "--state-dump", dump.to_str().expect("a name")];
        let window = display.window(folder.path(), &arguments);
        // Return is the button "Play" of the start page.
        wait(&dump, "the start page", |model, _| model["board"]["mapped"] == true);
        display.keys("Return");
        wait(&dump, "the first decision", |model, _| is_enabled(model, "end-game"));
        display.keys("ctrl+g");
        wait(&dump, "the question", |_, windows| windows.to_string().contains("\"end-game\""));
        display.keys("Return");
        wait(&dump, "the computer", |model, _| entries(model).len() > 3);
        std::thread::sleep(chance.milliseconds(0, 1500));
        kill(window);
        let shown = read(&dump).expect("the state was written").0;
        let [told, errors] = run(folder.path(), "recover\nsave match recovered.sgf\n");
        let bytes = std::fs::read(folder.path().join("recovered.sgf"))
            .unwrap_or_else(|error| panic!("round {round}: {error}\n{told}{errors}"));
        let found = gnubg_formats::read(&bytes, None, None).expect("a match");
        let game = usize::try_from(shown["game"].as_u64().expect("a game")).expect("a number") - 1;
        let recovered: Vec<String> =
            found.matches[0].record.games[game].entries.iter().map(described).collect();
        let shown = entries(&shown);
        let n_equal =
            shown.iter().zip(&recovered).take_while(|(shown, recovered)| is_kept(shown, recovered)).count();
        assert_eq!(n_equal, shown.len(), "round {round}:\nshown {shown:#?}\nrecovered {recovered:#?}");
        (n_compared, n_games) = (n_compared + n_equal, n_games + 1);
    }
    println!("{n_compared} entries of {n_games} games compared");
}

/// Whether an entry that was shown is the one that was recovered. The play of a roll may have been made since.
fn is_kept(shown: &str, recovered: &str) -> bool {
    shown == recovered
        || shown.split_once(" Roll(").is_some_and(|(player, dice)| {
            recovered.starts_with(&format!("{player} Play {{ dice: {},", dice.trim_end_matches(')')))
        })
}

/// An entry as the state of the window tells it.
fn described(entry: &Entry) -> String {
    format!("{} {:?}", entry.player.index(), entry.action)
}

/// The entries of the game that the window shows.
fn entries(model: &Value) -> Vec<String> {
    model["entries"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn is_enabled(model: &Value, action: &str) -> bool {
    model["actions"].as_array().is_some_and(|actions| actions.iter().any(|enabled| enabled == action))
}

/// What the window has written last of its state: the model, and the windows.
fn read(dump: &Path) -> Option<(Value, Value)> {
    let mut written: Value = serde_json::from_slice(&std::fs::read(dump).ok()?).ok()?;
    Some((written["state"]["model"].take(), written["state"]["windows"].take()))
}

/// Waits until the state of the window is as expected.
fn wait(dump: &Path, what: &str, expected: impl Fn(&Value, &Value) -> bool) {
    let begin = Instant::now();
    while !read(dump).is_some_and(|(model, windows)| expected(&model, &windows)) {
        let model = read(dump).map(|(model, _)| model);
        assert!(begin.elapsed() < PATIENCE, "waited in vain for {what}: {model:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
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

    /// Starts the program in a folder of its own settings.
    fn window(&self, folder: &Path, arguments: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_gnubg"))
            .args(["-b", "-s"])
            .arg(folder)
            .args(arguments)
            .current_dir(folder)
            .env("HOME", folder)
            .env("DISPLAY", &self.name)
            .env("GDK_BACKEND", "x11")
            .env("GSK_RENDERER", "cairo")
            .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the window starts")
    }

    /// Whether keys can be pressed.
    fn has_keys(&self) -> bool {
        let asked = Command::new("xdotool").arg("version").env("DISPLAY", &self.name).output();
        asked.is_ok_and(|output| output.status.success())
    }

    /// Presses a key in the window that has the keyboard.
    fn keys(&self, key: &str) {
        let pressed = Command::new("xdotool").args(["key", key]).env("DISPLAY", &self.name).status();
        assert!(pressed.is_ok_and(|status| status.success()), "{key} can be pressed");
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
