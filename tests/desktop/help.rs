// SPDX-License-Identifier: GPL-3.0-or-later
//! The help: F1 opens the chapter of the window one is in, buttons do the same, links lead to other chapters, and a second
//! start opens its files in the running program.

use super::harness::{TestDesktop, WITH_DATABASES};
use super::{begin, playing, reader};
use serde_json::Value;
use std::path::Path;

/// Waits for a chapter, then closes the help.
fn expect_chapter(desktop: &TestDesktop, title: &str) {
    desktop.wait(title, |s| s["tools"]["help"]["topic"] == title);
    desktop.xdotool(&["search", "--onlyvisible", "--name", "^Help$", "windowfocus", "--sync", "windowraise"]);
    desktop.keys(&["Escape"]);
    desktop.wait("no help", |s| s["tools"]["help"].is_null());
}

#[test]
fn f1_opens_the_chapter_of_the_window() {
    let arguments = ["--test-dice", "31", "--no-animations"];
    let Some(desktop) = TestDesktop::start("chapters", &arguments) else { return };
    desktop.focus_main();
    desktop.keys(&["F1"]);
    expect_chapter(&desktop, "First steps");
    begin(&desktop);
    desktop.focus_main();
    desktop.keys(&["F1"]);
    expect_chapter(&desktop, "Playing");
    for (keys, name, title, chapter) in [
        ("alt+shift+p", "race", "Race", "Bearoff databases"),
        ("ctrl+i", "statistics", "Statistics", "Equity, errors and luck"),
        ("alt+shift+w", "theory", "Cube theory", "Cube theory and match equity tables"),
    ] {
        desktop.focus_main();
        desktop.keys(&[keys]);
        desktop.wait(name, |s| s["tools"][name].is_object());
        desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", title, "windowfocus", "--sync"]);
        desktop.keys(&["F1"]);
        expect_chapter(&desktop, chapter);
        desktop.xdotool(&[
            "search",
            "--onlyvisible",
            "--name",
            title,
            "windowfocus",
            "--sync",
            "windowraise",
        ]);
        desktop.keys(&["Escape"]);
        desktop.wait("no window", |s| s["tools"][name].is_null());
    }
    desktop.focus_main();
    desktop.keys(&["ctrl+comma"]);
    desktop.wait("the preferences", |s| s["preferences"]["page"].is_string());
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Preferences", "windowfocus", "--sync"]);
    desktop.keys(&["F1"]);
    expect_chapter(&desktop, "Options");
    desktop.xdotool(&["search", "--onlyvisible", "--name", "Preferences", "windowfocus", "--sync"]);
    desktop.keys(&["Escape"]);
    // Its keys are its own for as long as it is there.
    desktop.wait("no preferences", |s| s["preferences"].is_null());
    super::setting_up::start(&desktop);
    desktop.keys(&["F1"]);
    expect_chapter(&desktop, "Setting up positions");
    assert_eq!(desktop.complaints(), "");
}

/// Tables and pictures of all chapters fit beside the list of topics.
#[test]
fn chapters_are_as_wide_as_the_help_window() {
    let Some(desktop) = TestDesktop::start("help-width", &["--no-animations"]) else { return };
    desktop.focus_main();
    desktop.keys(&["F1"]);
    let state = desktop.wait("the help", |s| s["tools"]["help"]["topics"].as_u64() > Some(10));
    let n_topics = state["tools"]["help"]["topics"].as_u64().expect("a number");
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "^Help$", "windowfocus", "--sync"]);
    desktop.keys(&["ctrl+f", "Down", "Home"]);
    let mut last = Value::Null;
    for n in 0..n_topics {
        if n > 0 {
            desktop.keys(&["Down"]);
        }
        let state = desktop.wait("a chapter that fits", |s| {
            let help = &s["tools"]["help"];
            help["topic"].is_string() && help["topic"] != last && help["is_wider"] == false
        });
        last = state["tools"]["help"]["topic"].clone();
    }
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn a_button_opens_the_chapter_and_a_link_another() {
    let Some(desktop) = playing("help-links", "31") else { return };
    desktop.focus_main();
    desktop.keys(&["alt+shift+v"]);
    desktop.wait("the window", |s| s["tools"]["speed"].is_object());
    let (x, y) = reader::middle(&desktop, "Help");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("its chapter", |s| s["tools"]["help"]["topic"] == "Evaluation");
    desktop.xdotool(&["search", "--onlyvisible", "--name", "^Help$", "windowfocus", "--sync", "windowraise"]);
    // From the search to the list, to the first chapter, into its text, and with the cursor to the link.
    desktop.keys(&["ctrl+f", "Down", "Home", "Return"]);
    let state = desktop.wait("the first chapter", |s| s["tools"]["help"]["topic"] == "First steps");
    let text = state["tools"]["help"]["text"].as_str().expect("a text");
    // The dump has the last lines of a long text, then the cells of its tables.
    let last = "a running match continues.";
    let text = text.find(last).map(|at| &text[..at + last.len()]).expect("the end of the text");
    let left = text.rfind("Playing: the mouse").map(|at| text[at..].chars().count()).expect("a link");
    desktop.keys(&["ctrl+End"]);
    desktop.keys(&vec!["Left"; left - 2]);
    desktop.screenshot("link");
    desktop.keys(&["Return"]);
    let is_there = |s: &Value| s["tools"]["help"]["topic"] == "Playing";
    desktop.wait("the chapter that the link leads to", is_there);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn a_second_start_opens_its_file_in_the_running_program() {
    let Some(mut desktop) = TestDesktop::start("single", &["--no-animations", WITH_DATABASES]) else {
        return;
    };
    let file = desktop.home().join("second.mat");
    let game = " 3 point match\n\n Game 1\n Xaver : 0              Yvonne : 0\n  1) 31: 8/5 6/5          64: 24/14\n";
    std::fs::write(&file, game).expect("a file");
    let program = Path::new(env!("CARGO_BIN_EXE_gnubg"));
    desktop.start_beside(program, &[&file.to_string_lossy()], &[]);
    // The window belongs to the first program: it is there after the second one has ended.
    assert!(desktop.other_ended_well());
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Xaver"]);
    assert_eq!(desktop.complaints(), "");
}
