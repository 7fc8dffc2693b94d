// SPDX-License-Identifier: GPL-3.0-or-later
//! Nothing is lost and nothing is stuck: what the window tells when a match cannot be saved, how it starts beside large
//! journals, and how it waits for an external player.

use super::harness::TestDesktop;
use super::{begin, place, reader};
use serde_json::{Value, json};
use std::path::PathBuf;

/// The folder of the journals of running matches.
fn journals(desktop: &TestDesktop) -> PathBuf {
    desktop.home().join(".local/state/gnubg/running")
}

/// Why the match cannot be saved automatically, as the window says it.
fn autosave_problem(state: &Value) -> &str {
    state["window"]["autosave"][0].as_str().unwrap_or_default()
}

/// Makes a point with the opening roll 31.
fn make_the_five_point(desktop: &TestDesktop) {
    desktop.click(place(5, 0), 1);
    desktop.wait("the point", |s| s["board"]["stacks"][5] == 2);
    desktop.keys(&["space"]);
    desktop.wait("the other player", |s| s["match"]["on_roll"] == 0);
}

#[test]
fn a_match_that_cannot_be_saved_is_told_until_it_can() {
    let arguments = ["--test-dice", "13 65 42", "--test-seed", "1", "--no-animations"];
    let Some(mut desktop) = TestDesktop::start("autosave", &arguments) else { return };
    desktop.kill();
    let folder = journals(&desktop);
    std::fs::remove_dir_all(&folder).expect("the journals of the first window");
    std::fs::write(&folder, "no folder").expect("a file in their place");
    desktop.launch();
    desktop.wait("the problem", |s| autosave_problem(s).contains("running"));
    desktop.screenshot("told");
    begin(&desktop);
    make_the_five_point(&desktop);
    desktop.keys(&["space"]);
    let before = desktop.wait("dice", |s| s["match"]["phase"] == "play");
    assert!(autosave_problem(&before).contains("running"), "it stays");
    std::fs::remove_file(&folder).expect("the file");
    desktop.wait("no problem any more", |s| s["window"]["autosave"] == Value::Null);
    desktop.kill();
    desktop.launch();
    desktop.wait("the offer", |s| s["window"]["recovery"] == true);
    let (x, y) = reader::middle(&desktop, "Restore");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = desktop.wait("the match", |s| s["match"] != Value::Null);
    assert_eq!(state["match"], before["match"]);
    assert_eq!(state["entries"], before["entries"], "nothing is missing");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn five_large_journals_do_not_delay_the_window() {
    let arguments = ["--test-dice", "13", "--test-seed", "1", "--no-animations", "--pulse"];
    let Some(mut desktop) = TestDesktop::start("journals", &arguments) else { return };
    begin(&desktop);
    make_the_five_point(&desktop);
    desktop.kill();
    let folder = journals(&desktop);
    let found = std::fs::read_dir(&folder).expect("the journals").flatten().map(|entry| entry.path());
    let journal = found
        .into_iter()
        .find(|path| path.extension().is_some_and(|extension| extension == "journal"))
        .expect("a journal");
    let text = std::fs::read_to_string(&journal).expect("its lines");
    // Saying the same again and again changes nothing.
    let last =
        text.lines().rfind(|line| line.contains("entries")).expect("a line of a turn").to_owned() + "\n";
    let long = text + &last.repeat((1 << 20) / last.len());
    std::fs::remove_file(&journal).expect("the short one");
    // The longest work of the main thread, in milliseconds, until the window has settled.
    let most_work = |desktop: &TestDesktop, what: &str, is_offered: bool| {
        desktop.wait(what, |s| {
            s["window"]["recovery"] == is_offered && s["pulse"]["now"].as_f64() > Some(1500.0)
        });
        let state = desktop.state();
        println!("{what}: {}", state["pulse"]["worst"]);
        state["pulse"]["most"][1].as_f64().expect("milliseconds")
    };
    desktop.launch();
    let without = most_work(&desktop, "no offer", false);
    desktop.kill();
    for n in 0..5 {
        std::fs::write(folder.join(format!("{n}-1.journal")), &long).expect("a journal");
    }
    desktop.launch();
    let with = most_work(&desktop, "the offer", true);
    println!(
        "longest work of the main thread: {without} ms without, {with} ms with five journals of {} bytes",
        long.len()
    );
    assert!(with < without + 100.0, "{with} ms instead of {without} ms");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn the_window_waits_for_an_external_player_and_can_cancel() {
    // It accepts, reads, and never answers.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    std::thread::spawn(move || {
        let mut clients = Vec::new();
        while let Ok((stream, _)) = listener.accept() {
            clients.push(stream);
        }
    });
    let settings = format!(
        "version = 1\n[automatic]\ngame = false\n[engine]\nthreads = 1\n[match.name]\n0 = \"Robot\"\n1 = \"Dark\"\n\
         [player.0]\nseat = \"external\"\naddress = \"{address}\"\n"
    );
    let arguments = ["--test-dice", "13 65 42", "--test-seed", "1", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("waiting", &arguments, &[], &settings) else { return };
    begin(&desktop);
    desktop.click(place(5, 0), 1);
    desktop.wait("the point", |s| s["board"]["stacks"][5] == 2);
    desktop.keys(&["space"]);
    let waiting = format!("Waiting for Robot at {address}…");
    desktop.wait("that it waits", |s| s["window"]["waiting"] == json!(waiting));
    desktop.screenshot("waiting");
    // Saving is not blocked, with one thread.
    let path = desktop.home().join("waiting.sgf");
    desktop.keys(&["ctrl+s"]);
    super::files::dialog(&desktop, "save");
    super::files::choose(&desktop, "Save the match", &path);
    desktop.wait("the file", |s| path.exists() && s["window"]["file"] == "waiting.sgf");
    // Nor is a hint.
    desktop.keys(&["ctrl+h"]);
    let state = desktop.wait("a hint", |s| s["hint"]["final"] == true);
    assert_eq!(state["window"]["waiting"], json!(waiting), "it still waits");
    let (x, y) = reader::middle(&desktop, "Stop");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("that it waits no more", |s| s["window"]["waiting"] == "" && s["thinking"] == false);
    assert_eq!(desktop.complaints(), "");
}
