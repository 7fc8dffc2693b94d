// SPDX-License-Identifier: GPL-3.0-or-later
//! The preferences: every page, changes that take effect at once and last, the search.

use super::harness::Desk;
use super::{begin, reader};
use serde_json::{Value, json};

/// All pages in their order.
pub(crate) const PAGES: [&str; 14] = [
    "players",
    "game",
    "tutor",
    "evaluation",
    "analysis",
    "rollouts",
    "table",
    "dice",
    "appearance",
    "sounds",
    "language",
    "files",
    "reports",
    "engine",
];

fn open(desk: &Desk) {
    desk.keys(&["ctrl+comma"]);
    desk.wait("the preferences", |s| s["preferences"]["page"] == "players");
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Preferences"]);
}

fn page(desk: &Desk, name: &str) -> Value {
    desk.wait(name, |s| s["preferences"]["page"] == name)
}

/// Shows a page by the list at the side.
pub(crate) fn show(desk: &Desk, name: &str) {
    let at = PAGES.iter().position(|page| *page == name).expect("a page");
    desk.keys(&["ctrl+f", "Tab", "Home"]);
    for _ in 0..at {
        desk.keys(&["Down"]);
    }
    page(desk, name);
}

/// Goes to a row by the search.
fn go_to(desk: &Desk, words: &str, name: &str) {
    desk.keys(&["ctrl+f"]);
    desk.wait("the search", |s| s["preferences"]["focus"] == "GtkText");
    desk.keys(&["ctrl+a"]);
    desk.type_text(words);
    page(desk, "found");
    let (x, y) = reader::middle(desk, name);
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
}

/// Looks at every page.
fn look_at_all(name: &'static str, environment: &[(&str, &str)]) {
    let Some(desk) = Desk::start_with(name, &["--test-dice", "13", "--no-animations"], environment) else {
        return;
    };
    begin(&desk);
    open(&desk);
    desk.keys(&["ctrl+f", "Tab"]);
    for (n, name) in PAGES.into_iter().enumerate() {
        if n > 0 {
            desk.keys(&["Down"]);
        }
        page(&desk, name);
        desk.screenshot(name);
    }
    desk.keys(&["Escape"]);
    desk.wait("no preferences", |s| s["preferences"] == Value::Null);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn every_page_in_the_light() {
    look_at_all("prefs-light", &[]);
}

#[test]
fn every_page_in_the_dark() {
    look_at_all("prefs-dark", &[("ADW_DEBUG_COLOR_SCHEME", "prefer-dark")]);
}

#[test]
fn changes_hold_at_once_and_last() {
    let Some(mut desk) = Desk::start("prefs-change", &["--test-dice", "13", "--no-animations"]) else {
        return;
    };
    begin(&desk);
    open(&desk);
    go_to(&desk, "clockwise", "Play clockwise");
    page(&desk, "appearance");
    desk.wait("the row", |s| s["preferences"]["focus"] == "AdwActionRow");
    desk.keys(&["space"]);
    desk.wait("a board turned round", |s| s["board"]["clockwise"] == true);
    desk.screenshot("clockwise");
    let settings = desk.settings();
    desk.wait("saved settings", |_| {
        std::fs::read_to_string(&settings).is_ok_and(|text| text.contains("clockwise = true"))
    });
    desk.keys(&["Escape", "ctrl+q"]);
    assert!(desk.ended_well());
    desk.launch_again();
    desk.wait("the board as it was", |s| s["board"]["clockwise"] == true);
}

#[test]
fn a_damaged_file_is_set_aside_with_a_notice() {
    let Some(desk) = Desk::start_set("prefs-damaged", &["--no-animations"], &[], "version = 1\n[automatic")
    else {
        return;
    };
    let state =
        desk.wait("a notice", |s| s["window"]["toast"].as_str().is_some_and(|t| t.contains("set aside")));
    assert!(state["window"]["toast"].as_str().is_some_and(|text| text.contains("settings.toml.bad")));
    assert!(desk.settings().with_extension("toml.bad").exists());
    desk.screenshot("notice");
    assert_eq!(state["match"], json!(null));
}
