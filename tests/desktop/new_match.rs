// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog for a new match: match presets, an external player, other starting positions.

use super::harness::TestDesktop;
use super::{playing, reader, set_id};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};

/// Another program plays at the top.
const EXTERNAL: &str = "version = 1\n[automatic]\ngame = false\n[match.name]\n0 = \"Robot\"\n1 = \"Dark\"\n\
                        [player.0]\nseat = \"external\"\n";

/// What is told where nobody listens.
const REFUSED: &str = "Cannot connect to 127.0.0.1:1: Connection refused (os error 111); start the external player \
                       there, or correct the address";

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
fn open(desktop: &TestDesktop) {
    desktop.keys(&["ctrl+n"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
}

fn click(desktop: &TestDesktop, name: &str) {
    let (x, y) = reader::middle(desktop, name);
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
}

#[test]
fn another_program_plays_and_its_match_is_kept_under_a_name() {
    // The first connection is only a trial.
    let (address, heard) = program(vec![vec![], vec!["8/5 6/5"], vec!["roll", "24/22 24/20"]]);
    let arguments = ["--test-dice", "31 65 42 31", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("external", &arguments, &[], EXTERNAL) else { return };
    open(&desktop);
    reader::check_names(&desktop, "new match");
    click(&desktop, "Address: HOST:PORT or the path of a socket");
    desktop.type_text("127.0.0.1:1");
    click(&desktop, "Test the address");
    reader::hears(&desktop, REFUSED);
    desktop.screenshot("refused");
    click(&desktop, REFUSED);
    desktop.keys(&["ctrl+a"]);
    desktop.type_text(&address);
    click(&desktop, "Test the address");
    reader::hears(&desktop, &format!("An external player answers at {address}"));
    click(&desktop, "Save these settings under a name");
    desktop.type_text("Robot match");
    desktop.keys(&["Return"]);
    reader::hears(&desktop, "Robot match");
    desktop.screenshot("saved");
    click(&desktop, "Start");
    let state =
        desktop.wait("its first play", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 1);
    assert_eq!(state["names"][0], "Robot");
    assert!(heard.recv().expect("a question").starts_with("board:Robot:Dark:7:0:0:"));
    let saved = std::fs::read_to_string(desktop.home().join(".config/gnubg/presets.toml")).expect("the file");
    assert!(saved.contains("Robot match") && saved.contains(&address), "{saved}");
    // The program hangs up; the turn stays with it until it is there again.
    desktop.keys(&["space"]);
    desktop.wait("dice", |s| s["match"]["phase"] == "play");
    desktop.click(desktop.checker(24), 1);
    desktop.click(desktop.checker(13), 3);
    desktop.wait("a play", |s| s["controller"]["turn"]["complete"] == true);
    desktop.keys(&["space"]);
    let told =
        |s: &serde_json::Value| s["window"]["toast"].as_str().is_some_and(|text| text.contains("was lost"));
    desktop.wait("the loss", |s| s["waiting"] == true && s["match"]["on_roll"] == 0 && told(s));
    desktop.screenshot("lost");
    desktop.keys(&["ctrl+Return"]);
    desktop.wait("its play", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 1);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn a_match_begins_with_the_position_shown() {
    let Some(desktop) = playing("from-position", "13 21") else { return };
    set_id(&desktop, "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10");
    desktop.wait("the position", |s| s["match"]["dice"] == serde_json::json!([5, 2]));
    desktop.keys(&["ctrl+e"]);
    desktop
        .wait("the edit mode", |s| s["setup"]["height"].as_i64() > Some(0) && s["board"]["painted"] == true);
    desktop.click(super::place(6, 1), 1);
    desktop.wait("two on the 6-point", |s| s["board"]["stacks"][6] == 2);
    desktop.keys(&["Return"]);
    desktop.wait("play again", |s| s["controller"]["editing"] == false);
    open(&desktop);
    desktop.xdotool(&[
        "search",
        "--onlyvisible",
        "--name",
        "New match",
        "windowsize",
        "--sync",
        "520",
        "960",
    ]);
    let (x, y) = reader::middle(&desktop, "Starting position");
    // The list opens by a click on its row.
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.keys(&["Down", "Return"]);
    desktop.screenshot("chosen");
    click(&desktop, "Start");
    let state = desktop.wait("the position", |s| {
        s["board"]["stacks"][6] == 2 && s["game"] == 1 && s["match"]["dice"] == serde_json::json!([5, 2])
    });
    assert_eq!(state["match"]["length"], 7);
    assert_eq!(desktop.complaints(), "");
}
