// SPDX-License-Identifier: GPL-3.0-or-later
//! Files: opened, saved, exported, and what happens to unsaved work.

use super::harness::{State, TestDesktop, place};
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
pub(crate) fn dialog(desktop: &TestDesktop, name: &str) -> String {
    let state = desktop.wait(name, |s| s["files"]["dialog"] == name);
    state["files"]["text"].as_str().unwrap_or_default().to_owned()
}

/// Waits until a question is on the screen: before that, keys would still go to the main window.
pub(crate) fn question(desktop: &TestDesktop, name: &str, title: &str) {
    dialog(desktop, name);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", title]);
}

/// Answers a question by a key, and waits until the main window has the keyboard again.
pub(crate) fn answer(desktop: &TestDesktop, key: &str) -> State {
    desktop.keys(&[key]);
    let state = desktop.wait("no question", |s| s["files"]["dialog"].is_null());
    desktop.focus_main();
    state
}

/// Waits until no dialog is open.
fn no_dialog(desktop: &TestDesktop) -> State {
    desktop.wait("no dialog", |s| s["files"]["dialog"].is_null() && s["files"]["busy"] == 0)
}

/// Chooses a file in the dialog that is open, by typing its path.
pub(crate) fn choose(desktop: &TestDesktop, title: &str, path: &Path) {
    // It may be there before it has the keyboard.
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", title, "windowfocus"]);
    desktop.keys(&["ctrl+a"]);
    desktop.type_text(&path.to_string_lossy());
    desktop.keys(&["Return"]);
}

/// Ends the program by its key and gives up what is not saved.
pub(crate) fn close_without_saving(desktop: &mut TestDesktop) {
    desktop.focus_main();
    desktop.keys(&["ctrl+q"]);
    dialog(desktop, "unsaved");
    let (x, y) = super::reader::middle(desktop, "Close without saving");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    assert!(desktop.ended_well());
}

/// Opens a file by the dialog.
pub(crate) fn open(desktop: &TestDesktop, path: &Path) {
    // A dialog that was closed just now may still have had the keyboard.
    desktop.focus_main();
    desktop.keys(&["ctrl+o"]);
    dialog(desktop, "open");
    choose(desktop, "Open a match or position", path);
}

#[test]
fn a_match_is_opened_saved_and_opened_again() {
    let Some(path) = sample("mat/gnubg-s02.mat") else { return };
    let Some(desktop) = TestDesktop::start("open", &["--no-animations"]) else { return };
    open(&desktop, &path);
    let state = desktop.wait("the match", |s| {
        s["match"]["length"].is_u64()
            && s["panels"]["revealed"] == true
            && s["panels"]["record"]["current"][1] == 0
    });
    assert_eq!(state["window"]["start_card"], false);
    assert_eq!(state["unsaved"], false);
    assert_eq!(state["panels"]["shown"], serde_json::json!(["record", "analysis"]));
    let names = state["names"].clone();
    let games = state["panels"]["record"]["games"].clone();
    desktop.screenshot("opened");
    // Saved elsewhere as SGF, the title tells the name.
    let saved = desktop.home().join("kept.sgf");
    desktop.keys(&["ctrl+s"]);
    dialog(&desktop, "save");
    choose(&desktop, "Save the match", &saved);
    let state = desktop.wait("a saved match", |s| s["window"]["file"] == "kept.sgf");
    assert_eq!(state["unsaved"], false);
    assert!(saved.exists());
    // A comment makes it unsaved, Ctrl+S saves it without a question.
    desktop.keys(&["alt+3"]);
    desktop.wait("the commentary", |s| s["window"]["focus"] == "GtkTextView");
    desktop.type_text("a remark");
    desktop.keys(&["ctrl+s"]);
    let is_written = || std::fs::read_to_string(&saved).is_ok_and(|text| text.contains("a remark"));
    desktop.wait("the remark in the file", |s| is_written() && s["unsaved"] == false);
    // Opened again it is the same match.
    desktop.keys(&["Escape", "ctrl+2"]);
    open(&desktop, &saved);
    let state = desktop.wait("the match again", |s| {
        s["window"]["file"] == "kept.sgf" && s["files"]["dialog"].is_null() && s["files"]["busy"] == 0
    });
    assert_eq!(state["names"], names);
    assert_eq!(state["panels"]["record"]["games"], games);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn a_comment_of_20_mb_is_shown_cut_and_kept_whole() {
    let Some(desktop) = TestDesktop::start("comment", &["--no-animations"]) else { return };
    let long = "a long remark ".repeat(20 << 20 >> 4);
    let path = desktop.home().join("long.sgf");
    let text =
        format!("(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob];W[31hefe]C[{long}];B[65xrxs])");
    std::fs::write(&path, text).unwrap();
    desktop.keys(&["alt+3"]);
    open(&desktop, &path);
    let state = desktop.wait("the beginning of the comment", |s| {
        s["panels"]["comment"]["text"].as_str().is_some_and(|text| text.starts_with("a long remark"))
    });
    let shown = state["panels"]["comment"]["text"].as_str().unwrap_or_default();
    assert!(shown.len() < 21_000 && shown.contains("Only the first"), "{}", shown.len());
    desktop.keys(&["ctrl+s"]);
    desktop.wait("the saved file", |s| s["unsaved"] == false);
    assert!(std::fs::read_to_string(&path).unwrap().contains(&long));
}

#[test]
fn s47_a_malformed_file_says_what_is_wrong() {
    let Some(path) = sample("malformed/s02-garbage.mat") else { return };
    let argument = path.to_string_lossy().into_owned();
    let Some(desktop) = TestDesktop::start("malformed", &["--no-animations", &argument]) else { return };
    let text = dialog(&desktop, "error");
    assert!(text.starts_with("s02-garbage.mat could not be opened\n"), "{text}");
    desktop.screenshot("47-error");
    desktop.keys(&["Return"]);
    let state = no_dialog(&desktop);
    assert_eq!(state["match"], Value::Null);
    // Empty, cut, foreign: each says why, and nothing is shown.
    for name in ["malformed/empty.mat", "malformed/s02-magic.xg", "malformed/s02-cut.pos"] {
        let Some(path) = sample(name) else { return };
        open(&desktop, &path);
        let text = dialog(&desktop, "error");
        assert!(text.contains("could not be opened"), "{text}");
        desktop.keys(&["Return"]);
        assert_eq!(no_dialog(&desktop)["match"], Value::Null);
    }
    // What is not there at all.
    open(&desktop, Path::new("/nowhere/at/all.sgf"));
    desktop.keys(&["Escape", "Escape"]);
    assert_eq!(no_dialog(&desktop)["match"], Value::Null);
    // A file with an illegal move opens with a warning.
    let Some(path) = sample("malformed/s02-illegal-move.mat") else { return };
    open(&desktop, &path);
    desktop.wait("the match", |s| s["match"]["length"].is_u64());
    super::reader::hears_start(&desktop, "3 problems while reading s02-illegal-move.mat");
    desktop.keys(&["alt+4"]);
    desktop.wait("the warning in full", |s| {
        s["panels"]["messages"].as_str().is_some_and(|t| t.contains("Warning"))
    });
    desktop.wait("the messages", |s| {
        s["panels"]["shown"].as_array().is_some_and(|all| all.contains(&"messages".into()))
    });
    desktop.screenshot("47-warnings");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn one_of_several_matches_is_chosen() {
    let (Some(one), Some(two)) = (sample("sgf/s01.sgf"), sample("sgf/s02.sgf")) else { return };
    let Some(desktop) = TestDesktop::start("several", &["--no-animations"]) else { return };
    let both = [one, two].map(|path| std::fs::read_to_string(path).expect("a sample")).join("\n");
    let path = desktop.home().join("both.sgf");
    std::fs::write(&path, both).expect("a file with two matches");
    open(&desktop, &path);
    assert_eq!(dialog(&desktop, "several"), "2");
    assert_eq!(desktop.state()["match"], Value::Null);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Choose a match"]);
    desktop.screenshot("several");
    desktop.keys(&["Down", "Return"]);
    let state =
        desktop.wait("the second match", |s| s["match"]["length"].is_u64() && s["files"]["dialog"].is_null());
    assert_eq!(state["names"], serde_json::json!(["Cara", "Dov"]));
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn unsaved_work_is_asked_about() {
    let Some(mut desktop) = TestDesktop::start("unsaved", &["--test-dice", "13 21 42", "--no-animations"])
    else {
        return;
    };
    begin(&desktop);
    desktop.click(place(5, 0), 1);
    turn(&desktop, "8/5 6/5");
    desktop.keys(&["ctrl+f"]);
    desktop.wait("the roll", |s| s["match"]["phase"] == "roll" && s["unsaved"] == true);
    // Staying: a new match is not begun.
    desktop.keys(&["ctrl+n"]);
    dialog(&desktop, "unsaved");
    desktop.screenshot("question");
    desktop.keys(&["Escape"]);
    assert_eq!(no_dialog(&desktop)["match"]["phase"], "roll");
    // Closing: saved by the dialog, then the window closes by itself.
    desktop.keys(&["ctrl+w"]);
    let text = dialog(&desktop, "unsaved");
    assert!(text.starts_with("Save the match before the window closes?\n"), "{text}");
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "GNU Backgammon"]);
    desktop.keys(&["Return"]);
    dialog(&desktop, "save");
    let saved = desktop.home().join("mine.sgf");
    choose(&desktop, "Save the match", &saved);
    assert!(desktop.ended_well());
    assert!(saved.exists());
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn a_match_is_named_and_exported() {
    let Some(path) = sample("mat/gnubg-s03.mat") else { return };
    let argument = path.to_string_lossy().into_owned();
    let Some(desktop) = TestDesktop::start("export", &["--no-animations", &argument]) else { return };
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    // What is known about the match.
    desktop.keys(&["alt+Return"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Match information"]);
    desktop.screenshot("match-information");
    desktop.keys(&["ctrl+a"]);
    desktop.type_text("Zed");
    desktop.keys(&["Return"]);
    desktop.wait("another name", |s| s["names"][0] == "Zed" && s["panels"]["record"]["names"][0] == "Zed");
    // A report as plain text.
    desktop.keys(&["F10"]);
    desktop.keys(&["e"]);
    dialog(&desktop, "export-options");
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Export"]);
    desktop.screenshot("export");
    desktop.keys(&["Return"]);
    dialog(&desktop, "export");
    let report = desktop.home().join("report.txt");
    choose(&desktop, "Export as", &report);
    let is_written = || std::fs::read_to_string(&report).is_ok_and(|text| text.contains("Zed"));
    desktop.wait("the report", |s| is_written() && s["files"]["busy"] == 0);
    assert_eq!(desktop.complaints(), "");
}

/// Printing: what is chosen here, the printer in the desktop's own dialog, here the one that writes files.
#[test]
fn a_match_is_printed_to_a_file() {
    for (look, environment) in super::tools::LOOKS {
        let Some(path) = sample("mat/gnubg-s02.mat") else { return };
        let Some(desktop) = TestDesktop::start_with("print", &["--no-animations"], environment) else {
            return;
        };
        let copy = desktop.home().join("cara.mat");
        std::fs::write(&copy, std::fs::read(&path).expect("a sample")).expect("a copy");
        open(&desktop, &copy);
        desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
        desktop.keys(&["ctrl+p"]);
        dialog(&desktop, "print-options");
        desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Print"]);
        desktop.screenshot(&format!("options-{look}"));
        desktop.keys(&["Return"]);
        dialog(&desktop, "print");
        // The printers come one by one; that which writes files is chosen, and offers the name of the match.
        let (x, y) = super::reader::middle(&desktop, "Print to File");
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
        desktop.screenshot(&format!("dialog-{look}"));
        desktop.keys(&["alt+p"]);
        let done =
            |s: &Value| s["files"]["dialog"].is_null() && s["window"]["toast"] == "The pages are printed";
        desktop.wait("the end", done);
        let pages = desktop.home().join("cara.pdf");
        let is_whole =
            || std::fs::read(&pages).is_ok_and(|pdf| pdf.starts_with(b"%PDF-") && pdf.ends_with(b"%%EOF\n"));
        desktop.wait("the file", |_| is_whole());
        let pdf = std::fs::read(&pages).expect("the file");
        let n_pages = pdf.windows(13).filter(|text| text == b"/Type /Page %").count();
        assert!((3..40).contains(&n_pages), "{n_pages} pages in {} bytes", pdf.len());
        desktop.screenshot(&format!("printed-{look}"));
        assert_eq!(desktop.complaints(), "");
    }
}

/// Recent files: in the menu and on the start page; one that is gone is marked, and taken off the list.
#[test]
fn recent_files_are_offered_and_forgotten() {
    let Some(path) = sample("mat/gnubg-s02.mat") else { return };
    let Some(mut desktop) = TestDesktop::start("recent", &["--no-animations"]) else { return };
    let copies = ["first.mat", "second.mat"].map(|name| {
        let copy = desktop.home().join(name);
        std::fs::write(&copy, std::fs::read(&path).expect("a sample")).expect("a copy");
        copy
    });
    let recent = |s: &Value| s["files"]["recent"].clone();
    for copy in &copies {
        open(&desktop, copy);
        let name = copy.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        desktop.wait("the file among the recent ones", |s| {
            recent(s).to_string().contains(&name) && s["files"]["busy"] == 0 && s["files"]["dialog"].is_null()
        });
    }
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    // One of them is gone when the program starts again.
    std::fs::remove_file(&copies[0]).expect("a file that was there");
    desktop.launch_again();
    let both = |gone: &Value| {
        let names = gone.as_array().cloned().unwrap_or_default();
        names.contains(&serde_json::json!(["first.mat", true]))
            && names.contains(&serde_json::json!(["second.mat", false]))
    };
    desktop.wait("both in the menu", |s| both(&recent(s)));
    desktop.screenshot("start-page");
    let (x, y) = super::reader::middle(&desktop, "Recent files");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the menu", |s| s["window"]["focus"] == "GtkModelButton");
    desktop.screenshot("menu");
    // The first line has the focus.
    let names = recent(&desktop.state()).as_array().cloned().unwrap_or_default();
    let at = names.iter().position(|one| one[0] == "first.mat").expect("it is in the menu");
    desktop.keys(&vec!["Down"; at]);
    desktop.keys(&["Return"]);
    let state = desktop.wait("a notice", |s| s["window"]["toast"] == "first.mat no longer exists");
    assert_eq!(state["match"], Value::Null);
    desktop.wait("a shorter list", |s| recent(s) == serde_json::json!([["second.mat", false]]));
    let (x, y) = super::reader::middle(&desktop, "Open second.mat, Cara – Dov, 3-point match");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the match", |s| s["names"] == serde_json::json!(["Cara", "Dov"]));
    assert_eq!(desktop.complaints(), "");
}

/// The start page tells the match of a recent file and, once it is analyzed, how both played.
#[test]
fn recent_files_tell_their_match_and_its_ratings() {
    let Some(path) = sample("sgf/s01-analysed-0ply.sgf") else { return };
    let Some(mut desktop) = TestDesktop::start("recent-rated", &["--no-animations"]) else { return };
    let copy = desktop.home().join("rated.sgf");
    std::fs::copy(&path, &copy).expect("a copy");
    open(&desktop, &copy);
    let is_listed = |s: &Value| s["files"]["recent"].to_string().contains("rated.sgf");
    desktop.wait("the match", |s| is_listed(s) && s["names"] == serde_json::json!(["Ann", "Ben"]));
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    desktop.launch_again();
    desktop.wait("the list", is_listed);
    // The same numbers as those of the batch window: both ratings, and the errors that are at least doubtful.
    let name = "Open rated.sgf, Ann – Ben, 1-point match · PR ";
    super::reader::hears_start(&desktop, name);
    desktop.screenshot("start-page");
    assert_eq!(desktop.complaints(), "");
}
