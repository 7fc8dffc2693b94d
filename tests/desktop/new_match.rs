// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog for a new match: match presets, an external player, other starting positions.

use super::harness::Desk;
use super::{playing, reader, set_id};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};

/// Another program plays at the top.
const EXTERNAL: &str = "version = 1\n[automatic]\ngame = false\n[match.name]\n0 = \"Robot\"\n1 = \"Dark\"\n\
                        [player.0]\nseat = \"external\"\n";

/// What is told where nobody listens.
const REFUSED: &str = "No connection to 127.0.0.1:1: Connection refused (os error 111); start the program there, or \
                       correct the address";

/// A program that answers with these lines, one list for each connection; then it hangs up.
fn program(connections: Vec<Vec<&'static str>>) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let (heard, hear) = channel();
    std::thread::spawn(move || {
        for answers in connections {
            let Ok((stream, _)) = listener.accept() else { return };
            let mut lines = BufReader::new(stream.try_clone().expect("a second handle"));
            let mut writer = stream;
            for answer in answers {
                let mut line = String::new();
                if lines.read_line(&mut line).unwrap_or(0) == 0 || writeln!(writer, "{answer}").is_err() {
                    break;
                }
                let _ = heard.send(line);
            }
        }
    });
    (address, hear)
}

/// Opens the dialog.
fn open(desk: &Desk) {
    desk.keys(&["ctrl+n"]);
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
}

fn click(desk: &Desk, name: &str) {
    let (x, y) = reader::middle(desk, name);
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
}

#[test]
fn another_program_plays_and_its_match_is_kept_under_a_name() {
    // The first connection is only a trial.
    let (address, heard) = program(vec![vec![], vec!["8/5 6/5"], vec!["roll", "24/22 24/20"]]);
    let arguments = ["--test-dice", "31 65 42 31", "--no-animations"];
    let Some(desk) = Desk::start_set("external", &arguments, &[], EXTERNAL) else { return };
    open(&desk);
    reader::check_names(&desk, "new match");
    click(&desk, "Its address: HOST:PORT, or the path of a socket");
    desk.type_text("127.0.0.1:1");
    click(&desk, "Try the address");
    reader::wait_for(&desk, REFUSED);
    desk.screenshot("refused");
    click(&desk, REFUSED);
    desk.keys(&["ctrl+a"]);
    desk.type_text(&address);
    click(&desk, "Try the address");
    reader::wait_for(&desk, &format!("A program answers at {address}"));
    click(&desk, "Save these choices under a name");
    desk.type_text("Robot match");
    desk.keys(&["Return"]);
    reader::wait_for(&desk, "Robot match");
    desk.screenshot("saved");
    click(&desk, "Start");
    let state = desk.wait("its first play", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 1);
    assert_eq!(state["names"][0], "Robot");
    assert!(heard.recv().expect("a question").starts_with("board:Robot:Dark:7:0:0:"));
    let saved = std::fs::read_to_string(desk.home().join(".config/gnubg/presets.toml")).expect("the file");
    assert!(saved.contains("Robot match") && saved.contains(&address), "{saved}");
    // The program hangs up; the turn stays with it until it is there again.
    desk.keys(&["space"]);
    desk.wait("dice", |s| s["match"]["phase"] == "play");
    desk.click(desk.checker(24), 1);
    desk.click(desk.checker(13), 3);
    desk.wait("a play", |s| s["controller"]["turn"]["complete"] == true);
    desk.keys(&["space"]);
    let told =
        |s: &serde_json::Value| s["window"]["toast"].as_str().is_some_and(|text| text.contains("was lost"));
    desk.wait("the loss", |s| s["waiting"] == true && s["match"]["on_roll"] == 0 && told(s));
    desk.screenshot("lost");
    desk.keys(&["ctrl+Return"]);
    desk.wait("its play", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 1);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn a_match_begins_with_the_position_shown() {
    let Some(desk) = playing("from-position", "13 21") else { return };
    set_id(&desk, "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10");
    desk.wait("the position", |s| s["match"]["dice"] == serde_json::json!([5, 2]));
    desk.keys(&["ctrl+e"]);
    desk.wait("the edit mode", |s| s["setup"]["height"].as_i64() > Some(0) && s["board"]["painted"] == true);
    desk.click(super::place(6, 1), 1);
    desk.wait("two on the 6-point", |s| s["board"]["stacks"][6] == 2);
    desk.keys(&["Return"]);
    desk.wait("play again", |s| s["controller"]["editing"] == false);
    open(&desk);
    desk.xdotool(&["search", "--onlyvisible", "--name", "New match", "windowsize", "--sync", "520", "960"]);
    let (x, y) = reader::middle(&desk, "Starting position");
    // The list opens by a click on its row.
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.keys(&["Down", "Return"]);
    desk.screenshot("chosen");
    click(&desk, "Start");
    let state = desk.wait("the position", |s| {
        s["board"]["stacks"][6] == 2 && s["game"] == 1 && s["match"]["dice"] == serde_json::json!([5, 2])
    });
    assert_eq!(state["match"]["length"], 7);
    assert_eq!(desk.complaints(), "");
}
