// SPDX-License-Identifier: GPL-3.0-or-later
//! Files: opened, saved, exported, and what happens to unsaved work.

use super::harness::{Desk, place};
use super::{begin, turn};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A file of the samples that formats are tested with.
pub(crate) fn sample(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/samples").join(name);
    if path.exists() {
        return path.canonicalize().ok();
    }
    println!("skipped: {} is absent", path.display());
    None
}

/// Waits until a dialog is open, and returns what it says.
pub(crate) fn dialog(desk: &Desk, name: &str) -> String {
    let state = desk.wait(name, |s| s["files"]["dialog"] == name);
    state["files"]["text"].as_str().unwrap_or_default().to_owned()
}

/// Waits until a question is on the screen: before that, keys would still go to the main window.
pub(crate) fn question(desk: &Desk, name: &str, title: &str) {
    dialog(desk, name);
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", title]);
}

/// Answers a question by a key, and waits until the main window has the keyboard again.
pub(crate) fn answer(desk: &Desk, key: &str) -> Value {
    desk.keys(&[key]);
    let state = desk.wait("no question", |s| s["files"]["dialog"].is_null());
    desk.focus_main();
    state
}

/// Waits until no dialog is open.
fn no_dialog(desk: &Desk) -> Value {
    desk.wait("no dialog", |s| s["files"]["dialog"].is_null() && s["files"]["busy"] == 0)
}

/// Chooses a file in the dialog that is open, by typing its path.
pub(crate) fn choose(desk: &Desk, title: &str, path: &Path) {
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", title]);
    desk.keys(&["ctrl+a"]);
    desk.type_text(&path.to_string_lossy());
    desk.keys(&["Return"]);
}

/// Opens a file by the dialog.
fn open(desk: &Desk, path: &Path) {
    desk.keys(&["ctrl+o"]);
    dialog(desk, "open");
    choose(desk, "Open a match or position", path);
}

#[test]
fn a_match_is_opened_saved_and_opened_again() {
    let Some(path) = sample("mat/gnubg-s02.mat") else { return };
    let Some(desk) = Desk::start("open", &["--no-animations"]) else { return };
    open(&desk, &path);
    let state = desk.wait("the match", |s| {
        s["match"]["length"].is_u64()
            && s["panels"]["revealed"] == true
            && s["panels"]["record"]["current"][1] == 0
    });
    assert_eq!(state["window"]["start_card"], false);
    assert_eq!(state["unsaved"], false);
    assert_eq!(state["panels"]["shown"], serde_json::json!(["record", "analysis", "commentary"]));
    let names = state["names"].clone();
    let games = state["panels"]["record"]["games"].clone();
    desk.screenshot("opened");
    // Saved elsewhere as SGF, the title tells the name.
    let saved = desk.home().join("kept.sgf");
    desk.keys(&["ctrl+s"]);
    dialog(&desk, "save");
    choose(&desk, "Save the match", &saved);
    let state = desk.wait("a saved match", |s| s["window"]["file"] == "kept.sgf");
    assert_eq!(state["unsaved"], false);
    assert!(saved.exists());
    // A comment makes it unsaved, Ctrl+S saves it without a question.
    desk.keys(&["alt+3"]);
    desk.wait("the commentary", |s| s["window"]["focus"] == "GtkTextView");
    desk.type_text("a remark");
    desk.keys(&["ctrl+s"]);
    let is_written = || std::fs::read_to_string(&saved).is_ok_and(|text| text.contains("a remark"));
    desk.wait("the remark in the file", |s| is_written() && s["unsaved"] == false);
    // Opened again it is the same match.
    desk.keys(&["Escape", "ctrl+2"]);
    open(&desk, &saved);
    let state = desk.wait("the match again", |s| {
        s["window"]["file"] == "kept.sgf" && s["files"]["dialog"].is_null() && s["files"]["busy"] == 0
    });
    assert_eq!(state["names"], names);
    assert_eq!(state["panels"]["record"]["games"], games);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s47_a_malformed_file_says_what_is_wrong() {
    let Some(path) = sample("malformed/s02-garbage.mat") else { return };
    let argument = path.to_string_lossy().into_owned();
    let Some(desk) = Desk::start("malformed", &["--no-animations", &argument]) else { return };
    let text = dialog(&desk, "error");
    assert!(text.starts_with("s02-garbage.mat could not be opened\n"), "{text}");
    desk.screenshot("47-error");
    desk.keys(&["Return"]);
    let state = no_dialog(&desk);
    assert_eq!(state["match"], Value::Null);
    // Empty, cut, foreign: each says why, and nothing is shown.
    for name in ["malformed/empty.mat", "malformed/s02-magic.xg", "malformed/s02-cut.pos"] {
        let Some(path) = sample(name) else { return };
        open(&desk, &path);
        let text = dialog(&desk, "error");
        assert!(text.contains("could not be opened"), "{text}");
        desk.keys(&["Return"]);
        assert_eq!(no_dialog(&desk)["match"], Value::Null);
    }
    // What is not there at all.
    open(&desk, Path::new("/nowhere/at/all.sgf"));
    desk.keys(&["Escape", "Escape"]);
    assert_eq!(no_dialog(&desk)["match"], Value::Null);
    // A file with an illegal move opens with a warning.
    let Some(path) = sample("malformed/s02-illegal-move.mat") else { return };
    open(&desk, &path);
    let warned = |s: &Value| s["window"]["toast"].as_str().is_some_and(|text| text.contains("while reading"));
    desk.wait("a warning", |s| warned(s) && s["match"]["length"].is_u64());
    desk.keys(&["alt+4"]);
    desk.wait("the warning in full", |s| {
        s["panels"]["messages"].as_str().is_some_and(|t| t.contains("Warning"))
    });
    desk.wait("the messages", |s| {
        s["panels"]["shown"].as_array().is_some_and(|all| all.contains(&"messages".into()))
    });
    desk.screenshot("47-warnings");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn one_of_several_matches_is_chosen() {
    let (Some(one), Some(two)) = (sample("sgf/s01.sgf"), sample("sgf/s02.sgf")) else { return };
    let Some(desk) = Desk::start("several", &["--no-animations"]) else { return };
    let both = [one, two].map(|path| std::fs::read_to_string(path).expect("a sample")).join("\n");
    let path = desk.home().join("both.sgf");
    std::fs::write(&path, both).expect("a file with two matches");
    open(&desk, &path);
    assert_eq!(dialog(&desk, "several"), "2");
    assert_eq!(desk.state()["match"], Value::Null);
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Choose a match"]);
    desk.screenshot("several");
    desk.keys(&["Down", "Return"]);
    let state =
        desk.wait("the second match", |s| s["match"]["length"].is_u64() && s["files"]["dialog"].is_null());
    assert_eq!(state["names"], serde_json::json!(["Cara", "Dov"]));
    assert_eq!(desk.complaints(), "");
}

#[test]
fn unsaved_work_is_asked_about() {
    let Some(mut desk) = Desk::start("unsaved", &["--test-dice", "13 21 42", "--no-animations"]) else {
        return;
    };
    begin(&desk);
    desk.click(place(5, 0), 1);
    turn(&desk, "8/5 6/5");
    desk.keys(&["ctrl+f"]);
    desk.wait("the roll", |s| s["match"]["phase"] == "roll" && s["unsaved"] == true);
    // Staying: a new match is not begun.
    desk.keys(&["ctrl+n"]);
    dialog(&desk, "unsaved");
    desk.screenshot("question");
    desk.keys(&["Escape"]);
    assert_eq!(no_dialog(&desk)["match"]["phase"], "roll");
    // Closing: saved by the dialog, then the window closes by itself.
    desk.keys(&["ctrl+w"]);
    let text = dialog(&desk, "unsaved");
    assert_eq!(text, "Save the match before the window closes?");
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "GNU Backgammon"]);
    desk.keys(&["Return"]);
    dialog(&desk, "save");
    let saved = desk.home().join("mine.sgf");
    choose(&desk, "Save the match", &saved);
    assert!(desk.ended_well());
    assert!(saved.exists());
    assert_eq!(desk.complaints(), "");
}

#[test]
fn a_match_is_named_and_exported() {
    let Some(path) = sample("mat/gnubg-s03.mat") else { return };
    let argument = path.to_string_lossy().into_owned();
    let Some(desk) = Desk::start("export", &["--no-animations", &argument]) else { return };
    desk.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    // What is known about the match.
    desk.keys(&["alt+Return"]);
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Match information"]);
    desk.screenshot("match-information");
    desk.keys(&["ctrl+a"]);
    desk.type_text("Zed");
    desk.keys(&["Return"]);
    desk.wait("another name", |s| s["names"][0] == "Zed" && s["panels"]["record"]["names"][0] == "Zed");
    // A report as plain text.
    desk.keys(&["F10"]);
    desk.keys(&["e"]);
    dialog(&desk, "export-options");
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Export"]);
    desk.screenshot("export");
    desk.keys(&["Return"]);
    dialog(&desk, "export");
    let report = desk.home().join("report.txt");
    choose(&desk, "Export as", &report);
    let is_written = || std::fs::read_to_string(&report).is_ok_and(|text| text.contains("Zed"));
    desk.wait("the report", |s| is_written() && s["files"]["busy"] == 0);
    assert_eq!(desk.complaints(), "");
}

/// Printing: what is chosen here, the printer in the desktop's own dialog, here the one that writes files.
#[test]
fn a_match_is_printed_to_a_file() {
    for (look, environment) in super::tools::LOOKS {
        let Some(path) = sample("mat/gnubg-s02.mat") else { return };
        let Some(desk) = Desk::start_with("print", &["--no-animations"], environment) else { return };
        let copy = desk.home().join("cara.mat");
        std::fs::write(&copy, std::fs::read(&path).expect("a sample")).expect("a copy");
        open(&desk, &copy);
        desk.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
        desk.keys(&["ctrl+p"]);
        dialog(&desk, "print-options");
        desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Print"]);
        desk.screenshot(&format!("options-{look}"));
        desk.keys(&["Return"]);
        dialog(&desk, "print");
        // The printers come one by one; that which writes files is chosen, and offers the name of the match.
        let (x, y) = super::reader::middle(&desk, "Print to File");
        desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
        desk.screenshot(&format!("dialog-{look}"));
        desk.keys(&["alt+p"]);
        let done =
            |s: &Value| s["files"]["dialog"].is_null() && s["window"]["toast"] == "The pages are printed";
        desk.wait("the end", done);
        let pages = desk.home().join("cara.pdf");
        let is_whole =
            || std::fs::read(&pages).is_ok_and(|pdf| pdf.starts_with(b"%PDF-") && pdf.ends_with(b"%%EOF\n"));
        desk.wait("the file", |_| is_whole());
        let pdf = std::fs::read(&pages).expect("the file");
        let n_pages = pdf.windows(13).filter(|text| text == b"/Type /Page %").count();
        assert!((3..40).contains(&n_pages), "{n_pages} pages in {} bytes", pdf.len());
        desk.screenshot(&format!("printed-{look}"));
        assert_eq!(desk.complaints(), "");
    }
}

/// Recent files: in the menu and on the start page; one that is gone is marked, and taken off the list.
#[test]
fn recent_files_are_offered_and_forgotten() {
    let Some(path) = sample("mat/gnubg-s02.mat") else { return };
    let Some(mut desk) = Desk::start("recent", &["--no-animations"]) else { return };
    let copies = ["first.mat", "second.mat"].map(|name| {
        let copy = desk.home().join(name);
        std::fs::write(&copy, std::fs::read(&path).expect("a sample")).expect("a copy");
        copy
    });
    let recent = |s: &Value| s["files"]["recent"].clone();
    for copy in &copies {
        open(&desk, copy);
        let name = copy.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        desk.wait("the file among the recent ones", |s| {
            recent(s).to_string().contains(&name) && s["files"]["busy"] == 0 && s["files"]["dialog"].is_null()
        });
    }
    desk.keys(&["ctrl+q"]);
    assert!(desk.ended_well());
    // One of them is gone when the program starts again.
    std::fs::remove_file(&copies[0]).expect("a file that was there");
    desk.launch_again();
    let both = |gone: &Value| {
        let names = gone.as_array().cloned().unwrap_or_default();
        names.contains(&serde_json::json!(["first.mat", true]))
            && names.contains(&serde_json::json!(["second.mat", false]))
    };
    desk.wait("both in the menu", |s| both(&recent(s)));
    desk.screenshot("start-page");
    let (x, y) = super::reader::middle(&desk, "Recent files");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.wait("the menu", |s| s["window"]["focus"] == "GtkModelButton");
    desk.screenshot("menu");
    // The first line has the focus.
    let names = recent(&desk.state()).as_array().cloned().unwrap_or_default();
    let at = names.iter().position(|one| one[0] == "first.mat").expect("it is in the menu");
    desk.keys(&vec!["Down"; at]);
    desk.keys(&["Return"]);
    let state = desk.wait("a notice", |s| s["window"]["toast"] == "first.mat does not exist any more");
    assert_eq!(state["match"], Value::Null);
    desk.wait("a shorter list", |s| recent(s) == serde_json::json!([["second.mat", false]]));
    let (x, y) = super::reader::middle(&desk, "Open second.mat");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.wait("the match", |s| s["names"] == serde_json::json!(["Cara", "Dov"]));
    assert_eq!(desk.complaints(), "");
}
