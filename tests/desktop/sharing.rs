// SPDX-License-Identifier: GPL-3.0-or-later
//! The menu behind the button Share: one decision as text and as one line, reports of the match in their formats.

use super::errors::press;
use super::files::{choose, sample};
use super::harness::TestDesktop;
use super::{other, reader};
use serde_json::Value;
use std::path::Path;

/// Entries of the menu: the decision as picture, as text, as one line, the one-page report.
const PICTURE: usize = 1;
const TEXT: usize = 2;
const LINE: usize = 3;
const ONE_PAGE: usize = 4;

/// A desktop that shows the worst error of an analyzed match.
fn at_an_error(name: &'static str) -> Option<TestDesktop> {
    let path = sample("xg/baR-U643iUDpvzTC.xg")?.to_string_lossy().into_owned();
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
                    [window.place.main]\nwidth = 1100\nheight = 900\n";
    let desktop = TestDesktop::start_set(name, &["--no-animations", &path], &[], settings)?;
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    desktop.keys(&["ctrl+Page_Down"]);
    desktop.wait("an error", |s| s["panels"]["analysis"]["why"].as_str().is_some_and(|why| !why.is_empty()));
    Some(desktop)
}

/// Chooses an entry of the menu behind Share by its number.
fn share(desktop: &TestDesktop, entry: usize) {
    desktop.focus_main();
    press(desktop, "Share");
    desktop.wait("the menu", |s| s["window"]["focus"] == "GtkModelButton");
    desktop.keys(&vec!["Down"; entry]);
    desktop.keys(&["Return"]);
}

/// A decision is copied as one line, which leads back to it, and as text with its candidates.
#[test]
fn a_decision_is_shared_as_a_line_and_as_text() {
    let Some(mut desktop) = at_an_error("share-text") else { return };
    let state = desktop.state();
    share(&desktop, LINE);
    desktop.wait("a notice", |s| s["window"]["toast"] == "Copied");
    let seen = other::look(&mut desktop);
    let line = seen.lines().find(|line| line.contains("XGID=")).expect("a line with XGID").to_owned();
    println!("{line}");
    let id = line.split_whitespace().find(|word| word.contains("XGID=")).expect("an XGID");
    let id = &id[id.find("XGID=").unwrap_or(0)..];
    assert!(line.contains("best: "), "{line}");
    let read = gnubg_engine::core::MatchState::from_xgid(id).expect("an XGID that can be read");
    assert_eq!(state["match"]["position_id"], read.board.position_id(), "{line}");
    share(&desktop, TEXT);
    desktop.wait("a notice", |s| s["window"]["toast"] == "Copied");
    let seen = other::look(&mut desktop);
    // The other program tells only the beginning; the diagram and the candidates make it long.
    let line = seen.lines().find(|line| line.starts_with("text/plain ")).unwrap_or_default();
    let n_bytes = line.split(' ').nth(1).and_then(|n| n.parse::<usize>().ok());
    assert!(line.contains(" to play ") && line.contains("Position ID") && n_bytes > Some(1000), "{seen}");
    assert_eq!(desktop.complaints(), "");
}

fn starts_with(path: &Path, bytes: &[u8]) -> bool {
    std::fs::read(path).is_ok_and(|found| found.starts_with(bytes))
}

/// The one-page report is written as PDF, then as picture; the dialog begins with the format used last, also after a restart.
#[test]
fn a_one_page_report_is_shared_in_the_format_used_last() {
    let Some(mut desktop) = at_an_error("share-page") else { return };
    let report = |desktop: &TestDesktop, name: &str, written: &str, start: &[u8]| {
        share(desktop, ONE_PAGE);
        desktop.screenshot(name);
        choose(desktop, "Share a one-page report", &desktop.home().join(name));
        let path = desktop.home().join(written);
        desktop.wait(written, |s: &Value| starts_with(&path, start) && s["files"]["busy"] == 0);
    };
    report(&desktop, "page.html", "page.html", b"<!DOCTYPE html>");
    let page = std::fs::read_to_string(desktop.home().join("page.html")).expect("a page");
    for part in ["Amberdice01", "Jade1", "8/7 8/3", "<svg"] {
        assert!(page.contains(part), "{part} is missing");
    }
    report(&desktop, "first.pdf", "first.pdf", b"%PDF");
    report(&desktop, "second.png", "second.png", b"\x89PNG");
    // Without an ending it is the last format.
    report(&desktop, "third", "third.png", b"\x89PNG");
    desktop.focus_main();
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    desktop.launch_again();
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    report(&desktop, "fourth", "fourth.png", b"\x89PNG");
    reader::hears(&desktop, "Share");
    assert_eq!(desktop.complaints(), "");
}

/// The picture of a decision shows its candidates beside the board, as PNG, too.
#[test]
fn a_picture_of_a_decision_has_its_candidates() {
    let Some(desktop) = at_an_error("share-picture") else { return };
    share(&desktop, PICTURE);
    choose(&desktop, "Share a picture", &desktop.home().join("decision.png"));
    let path = desktop.home().join("decision.png");
    desktop.wait("a picture", |s: &Value| starts_with(&path, b"\x89PNG") && s["files"]["busy"] == 0);
    let bytes = std::fs::read(&path).expect("a picture");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let (width, height) = (number(16), number(20));
    println!("{width} × {height}");
    // The board alone is 108 units wide and 82 high; beside it stand the candidates.
    assert!(f64::from(width) > 1.5 * f64::from(height), "{width} × {height}");
    assert_eq!(desktop.complaints(), "");
}
