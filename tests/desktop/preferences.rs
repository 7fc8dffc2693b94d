// SPDX-License-Identifier: GPL-3.0-or-later
//! The preferences: every page, changes that take effect at once and last, the search.

use super::harness::Desk;
use super::{begin, files, reader};
use gnubg_engine::rng::Generator;
use serde_json::{Value, json};
use std::path::Path;

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

/// Lets the keys of the original hold.
pub(crate) fn go_to_keys(desk: &Desk) {
    open(desk);
    go_to(desk, "shortcuts", "Keyboard shortcuts");
    page(desk, "appearance");
    desk.wait("the row", |s| s["preferences"]["focus"] == "AdwComboRow");
    // The list opens beside its row, which has to be in sight before.
    desk.screenshot("keys");
    desk.keys(&["space"]);
    desk.wait("the list", |s| s["preferences"]["focus"] != "AdwComboRow");
    desk.keys(&["Down", "Return"]);
    desk.wait("the choice", |_| {
        std::fs::read_to_string(desk.settings()).is_ok_and(|text| text.contains("shortcuts = \"classic\""))
    });
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
    go_to(&desk, "clockwise", "Clockwise play");
    page(&desk, "appearance");
    desk.wait("the row", |s| s["preferences"]["focus"] == "AdwActionRow");
    desk.keys(&["space"]);
    desk.wait("a board turned round", |s| s["board"]["clockwise"] == true);
    desk.screenshot("clockwise");
    let settings = desk.settings();
    desk.wait("saved settings", |_| {
        std::fs::read_to_string(&settings).is_ok_and(|text| text.contains("clockwise = true"))
    });
    desk.keys(&["Escape"]);
    desk.wait("no preferences", |s| s["preferences"].is_null());
    desk.focus_main();
    desk.keys(&["ctrl+q"]);
    assert!(desk.ended_well());
    desk.launch_again();
    desk.wait("the board as it was", |s| s["board"]["clockwise"] == true);
}

#[test]
fn a_change_refreshes_only_what_it_affects() {
    let Some(desk) = Desk::start("prefs-effects", &["--test-dice", "13", "--no-animations"]) else { return };
    begin(&desk);
    open(&desk);
    let settings = desk.settings();
    let is_saved = |line: &str| std::fs::read_to_string(&settings).is_ok_and(|text| text.contains(line));
    go_to(&desk, "illegal", "Bell");
    page(&desk, "appearance");
    let before = desk.wait("the row", |s| s["preferences"]["focus"] == "AdwActionRow")["refreshes"].clone();
    assert!(before["board"].as_u64() >= Some(1) && before["engine"].as_u64() >= Some(1), "{before}");
    desk.keys(&["space"]);
    // The bell is asked about when it rings: nothing is refreshed.
    let after = desk.wait("saved settings", |_| is_saved("beep = false"))["refreshes"].clone();
    assert_eq!(after, before);
    go_to(&desk, "clockwise", "Clockwise play");
    page(&desk, "appearance");
    desk.wait("the row", |s| s["preferences"]["focus"] == "AdwActionRow");
    desk.keys(&["space"]);
    let turned =
        desk.wait("a board turned round", |s| s["board"]["clockwise"] == true && is_saved("clockwise"));
    let mut wanted = before.clone();
    wanted["board"] = json!(before["board"].as_u64().unwrap_or_default() + 1);
    // Neither panels nor pictures of the board nor the engine nor anything else.
    assert_eq!(turned["refreshes"], wanted);
    assert_eq!(desk.complaints(), "");
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

/// Presses a button of the preferences until a dialog with that title is there, and chooses a file in it.
fn choose_by(desk: &Desk, button: &str, title: &str, path: &Path) {
    let (x, y) = reader::middle(desk, button);
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    files::choose(desk, title, path);
}

#[test]
fn settings_of_rollouts_are_saved_and_loaded() {
    let Some(desk) = Desk::start("prefs-rol", &["--test-dice", "13", "--no-animations"]) else { return };
    begin(&desk);
    open(&desk);
    show(&desk, "rollouts");
    let path = desk.home().join("mine.rol");
    let save = "Save rollout settings to a file";
    choose_by(&desk, save, save, &path);
    let text = || std::fs::read_to_string(&path).unwrap_or_default();
    let trials = |text: &str| -> Option<u32> {
        text.lines().find_map(|line| line.strip_prefix("set rollout trials "))?.trim().parse().ok()
    };
    desk.wait("the file", |s| {
        trials(&text()).is_some() && s["window"]["toast"].as_str().is_some_and(|t| t.contains("mine.rol"))
    });
    desk.screenshot("saved");
    let old = trials(&text()).expect("a number of games");
    let changed = text().replace(&format!("set rollout trials {old}\n"), "set rollout trials 72\n");
    assert_ne!(old, 72);
    std::fs::write(&path, changed).expect("a file");
    let load = "Load rollout settings from a file";
    choose_by(&desk, load, load, &path);
    let settings = desk.settings();
    desk.wait("the settings of the file", |_| {
        std::fs::read_to_string(&settings).is_ok_and(|text| text.contains("trials = 72"))
    });
    desk.screenshot("loaded");
    // Nothing but that file was left in the folder.
    let left = std::fs::read_dir(desk.home()).into_iter().flatten().flatten();
    assert!(left.filter(|entry| entry.file_name().to_string_lossy().contains(".tmp")).count() == 0);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn a_file_of_dice_is_chosen() {
    let Some(desk) = Desk::start("prefs-dice", &["--no-animations"]) else { return };
    let path = desk.home().join("rolls.txt");
    std::fs::write(&path, "1 6\n3 1\n5 2\n").expect("a file");
    open(&desk);
    show(&desk, "dice");
    let (x, y) = reader::middle(&desk, Generator::Mersenne.name());
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.wait("the list", |s| s["preferences"]["focus"] == "GtkListItemWidget");
    let below = Generator::ALL.iter().position(|one| *one == Generator::File).expect("a generator");
    for _ in 0..below {
        desk.keys(&["Down"]);
    }
    desk.keys(&["Return"]);
    // The file is asked for before anything changes.
    desk.wait("a field for the file", |s| s["preferences"]["focus"] != "GtkListItemWidget");
    choose_by(&desk, "Choose a file of dice", "A file of dice", &path);
    let settings = desk.settings();
    desk.wait("the file in the settings", |_| {
        std::fs::read_to_string(&settings).is_ok_and(|text| text.contains("rolls.txt"))
    });
    desk.screenshot("chosen");
    desk.keys(&["Escape"]);
    desk.wait("no preferences", |s| s["preferences"].is_null());
    desk.focus_main();
    // The opening roll is the first of the file.
    begin(&desk);
    desk.wait("the dice of the file", |s| {
        let mut faces: Vec<u64> =
            s["board"]["dice"]["faces"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        faces.sort_unstable();
        faces == [1, 6]
    });
    assert_eq!(desk.complaints(), "");
}
