// SPDX-License-Identifier: GPL-3.0-or-later
//! The preferences: every page, changes that take effect at once and last, the search.

use super::harness::{State, TestDesktop};
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

pub(crate) fn open(desktop: &TestDesktop) {
    desktop.keys(&["ctrl+comma"]);
    desktop.wait("the preferences", |s| s["preferences"]["page"] == "players");
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Preferences"]);
}

fn page(desktop: &TestDesktop, name: &str) -> State {
    desktop.wait(name, |s| s["preferences"]["page"] == name)
}

/// Shows a page by the list at the side.
pub(crate) fn show(desktop: &TestDesktop, name: &str) {
    let at = PAGES.iter().position(|page| *page == name).expect("a page");
    desktop.keys(&["ctrl+f", "Tab", "Home"]);
    for _ in 0..at {
        desktop.keys(&["Down"]);
    }
    page(desktop, name);
}

/// Goes to a row by the search.
fn go_to(desktop: &TestDesktop, words: &str, name: &str) {
    desktop.keys(&["ctrl+f"]);
    desktop.wait("the search", |s| s["preferences"]["focus"] == "GtkText");
    desktop.keys(&["ctrl+a"]);
    desktop.type_text(words);
    page(desktop, "found");
    let (x, y) = reader::middle(desktop, name);
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
}

/// Lets the keys of the original hold.
pub(crate) fn go_to_keys(desktop: &TestDesktop) {
    open(desktop);
    go_to(desktop, "shortcuts", "Keyboard shortcuts");
    page(desktop, "appearance");
    desktop.wait("the row", |s| s["preferences"]["focus"] == "AdwComboRow");
    // The list opens beside its row, which has to be in sight before.
    desktop.screenshot("keys");
    desktop.keys(&["space"]);
    desktop.wait("the list", |s| s["preferences"]["focus"] != "AdwComboRow");
    desktop.keys(&["Down", "Return"]);
    desktop.wait("the choice", |_| {
        std::fs::read_to_string(desktop.settings()).is_ok_and(|text| text.contains("shortcuts = \"classic\""))
    });
}

/// Looks at every page.
fn look_at_all(name: &'static str, environment: &[(&str, &str)]) {
    let Some(desktop) = TestDesktop::start_with(name, &["--test-dice", "13", "--no-animations"], environment)
    else {
        return;
    };
    begin(&desktop);
    open(&desktop);
    desktop.keys(&["ctrl+f", "Tab"]);
    for (n, name) in PAGES.into_iter().enumerate() {
        if n > 0 {
            desktop.keys(&["Down"]);
        }
        page(&desktop, name);
        desktop.screenshot(name);
    }
    desktop.keys(&["Escape"]);
    desktop.wait("no preferences", |s| s["preferences"] == Value::Null);
    assert_eq!(desktop.complaints(), "");
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
fn changes_take_effect_at_once_and_are_saved() {
    let Some(mut desktop) = TestDesktop::start("prefs-change", &["--test-dice", "13", "--no-animations"])
    else {
        return;
    };
    begin(&desktop);
    open(&desktop);
    go_to(&desktop, "clockwise", "Clockwise play");
    page(&desktop, "appearance");
    desktop.wait("the row", |s| s["preferences"]["focus"] == "AdwActionRow");
    desktop.keys(&["space"]);
    desktop.wait("a board turned round", |s| s["board"]["clockwise"] == true);
    desktop.screenshot("clockwise");
    let settings = desktop.settings();
    desktop.wait("saved settings", |_| {
        std::fs::read_to_string(&settings).is_ok_and(|text| text.contains("clockwise = true"))
    });
    desktop.keys(&["Escape"]);
    desktop.wait("no preferences", |s| s["preferences"].is_null());
    desktop.focus_main();
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    desktop.launch_again();
    desktop.wait("the board as it was", |s| s["board"]["clockwise"] == true);
}

#[test]
fn a_change_refreshes_only_what_it_affects() {
    let Some(desktop) = TestDesktop::start("prefs-effects", &["--test-dice", "13", "--no-animations"]) else {
        return;
    };
    begin(&desktop);
    open(&desktop);
    let settings = desktop.settings();
    let is_saved = |line: &str| std::fs::read_to_string(&settings).is_ok_and(|text| text.contains(line));
    go_to(&desktop, "illegal", "Bell");
    page(&desktop, "appearance");
    let before =
        desktop.wait("the row", |s| s["preferences"]["focus"] == "AdwActionRow")["refreshes"].clone();
    assert!(before["board"].as_u64() >= Some(1) && before["engine"].as_u64() >= Some(1), "{before}");
    desktop.keys(&["space"]);
    // The bell is asked about when it rings: nothing is refreshed.
    let after = desktop.wait("saved settings", |_| is_saved("beep = false"))["refreshes"].clone();
    assert_eq!(after, before);
    // In a fresh window only the search result has that name.
    desktop.keys(&["Escape"]);
    desktop.wait("no preferences", |s| s["preferences"].is_null());
    desktop.focus_main();
    open(&desktop);
    go_to(&desktop, "clockwise", "Clockwise play");
    page(&desktop, "appearance");
    desktop.wait("the row", |s| s["preferences"]["focus"] == "AdwActionRow");
    desktop.keys(&["space"]);
    let turned =
        desktop.wait("a board turned round", |s| s["board"]["clockwise"] == true && is_saved("clockwise"));
    let mut wanted = before.clone();
    wanted["board"] = json!(before["board"].as_u64().unwrap_or_default() + 1);
    // Neither panels nor pictures of the board nor the engine nor anything else.
    assert_eq!(turned["refreshes"], wanted);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn a_damaged_file_is_set_aside_with_a_notice() {
    let Some(desktop) =
        TestDesktop::start_set("prefs-damaged", &["--no-animations"], &[], "version = 1\n[automatic")
    else {
        return;
    };
    let state =
        desktop.wait("a notice", |s| s["window"]["toast"].as_str().is_some_and(|t| t.contains("set aside")));
    assert!(state["window"]["toast"].as_str().is_some_and(|text| text.contains("settings.damaged-")));
    assert!(desktop.has_damaged_settings());
    desktop.screenshot("notice");
    assert_eq!(state["match"], json!(null));
}

#[test]
fn a_program_of_saved_settings_runs_only_if_it_is_allowed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = folder.path().join("ran");
    let settings = format!(
        "version = 1\n[dice]\ngenerator = \"user\"\nsource = \"touch {}; printf 3165\"\n",
        trace.display()
    );
    let start = |name, arguments: &[&str]| TestDesktop::start_set(name, arguments, &[], &settings);
    let Some(mut desktop) = start("programs", &["--no-animations"]) else { return };
    let text = super::files::dialog(&desktop, "programs");
    assert!(text.contains(&trace.display().to_string()), "{text}");
    desktop.screenshot("programs");
    assert!(!trace.exists());
    let (x, y) = reader::middle(&desktop, "Allow");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("no question", |s| s["files"]["dialog"].is_null());
    desktop.wait("the program to run", |_| trace.exists());
    desktop.focus_main();
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    // The next time nobody is asked.
    std::fs::remove_file(&trace).expect("the trace is there");
    desktop.launch_again();
    desktop.wait("the program to run", |_| trace.exists());
    assert_eq!(desktop.complaints(), "");
    drop(desktop);
    std::fs::remove_file(&trace).expect("the trace is there");
    // Without programs it neither runs nor is asked about.
    let Some(desktop) = start("no-programs", &["--no-animations", "--no-shell"]) else { return };
    desktop.wait("a notice", |s| s["window"]["toast"].as_str().is_some_and(|t| t.contains("--no-shell")));
    assert!(!trace.exists());
}

/// Presses a button of the preferences until a dialog with that title is there, and chooses a file in it.
fn choose_by(desktop: &TestDesktop, button: &str, title: &str, path: &Path) {
    let (x, y) = reader::middle(desktop, button);
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    files::choose(desktop, title, path);
}

#[test]
fn settings_of_rollouts_are_saved_and_loaded() {
    let Some(desktop) = TestDesktop::start("prefs-rol", &["--test-dice", "13", "--no-animations"]) else {
        return;
    };
    begin(&desktop);
    open(&desktop);
    show(&desktop, "rollouts");
    let path = desktop.home().join("mine.rol");
    let save = "Save rollout settings to a file";
    choose_by(&desktop, save, save, &path);
    let text = || std::fs::read_to_string(&path).unwrap_or_default();
    let trials = |text: &str| -> Option<u32> {
        text.lines().find_map(|line| line.strip_prefix("set rollout trials "))?.trim().parse().ok()
    };
    desktop.wait("the file", |s| {
        trials(&text()).is_some() && s["window"]["toast"].as_str().is_some_and(|t| t.contains("mine.rol"))
    });
    desktop.screenshot("saved");
    let old = trials(&text()).expect("a number of games");
    let changed = text().replace(&format!("set rollout trials {old}\n"), "set rollout trials 72\n");
    assert_ne!(old, 72);
    std::fs::write(&path, changed).expect("a file");
    let load = "Load rollout settings from a file";
    choose_by(&desktop, load, load, &path);
    let settings = desktop.settings();
    desktop.wait("the settings of the file", |_| {
        std::fs::read_to_string(&settings).is_ok_and(|text| text.contains("trials = 72"))
    });
    desktop.screenshot("loaded");
    // Nothing but that file was left in the folder.
    let left = std::fs::read_dir(desktop.home()).into_iter().flatten().flatten();
    assert!(left.filter(|entry| entry.file_name().to_string_lossy().contains(".tmp")).count() == 0);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn a_file_of_dice_is_chosen() {
    let Some(desktop) = TestDesktop::start("prefs-dice", &["--no-animations"]) else { return };
    let path = desktop.home().join("rolls.txt");
    std::fs::write(&path, "1 6\n3 1\n5 2\n").expect("a file");
    open(&desktop);
    show(&desktop, "dice");
    let (x, y) = reader::middle(&desktop, Generator::Mersenne.name());
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the list", |s| s["preferences"]["focus"] == "GtkListItemWidget");
    let below = Generator::ALL.iter().position(|one| *one == Generator::File).expect("a generator");
    for _ in 0..below {
        desktop.keys(&["Down"]);
    }
    desktop.keys(&["Return"]);
    // The file is asked for before anything changes.
    desktop.wait("a field for the file", |s| s["preferences"]["focus"] != "GtkListItemWidget");
    choose_by(&desktop, "Choose a file of dice", "A file of dice", &path);
    let settings = desktop.settings();
    desktop.wait("the file in the settings", |_| {
        std::fs::read_to_string(&settings).is_ok_and(|text| text.contains("rolls.txt"))
    });
    desktop.screenshot("chosen");
    desktop.keys(&["Escape"]);
    desktop.wait("no preferences", |s| s["preferences"].is_null());
    desktop.focus_main();
    // The opening roll is the first of the file.
    begin(&desktop);
    desktop.wait("the dice of the file", |s| {
        let mut faces: Vec<u64> =
            s["board"]["dice"]["faces"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        faces.sort_unstable();
        faces == [1, 6]
    });
    assert_eq!(desktop.complaints(), "");
}

/// The dice lie as they were rolled, or the higher one on the left.
#[test]
fn the_higher_die_lies_on_the_left_if_the_option_is_on() {
    for (name, is_on, faces) in [("dice-sorted", true, [6, 2]), ("dice-rolled", false, [2, 6])] {
        let settings = format!(
            "version = 1\n[automatic]\nroll = false\n[window]\nhigh-die-first = {is_on}\n\
             [player.0]\nseat = \"human\"\n"
        );
        let arguments = ["--test-dice", "13 26", "--no-animations"];
        let Some(desktop) = TestDesktop::start_set(name, &arguments, &[], &settings) else { return };
        begin(&desktop);
        super::matches::play_turn(&desktop, &desktop.state());
        desktop.wait("the next turn", |s| s["match"]["phase"] == "roll");
        desktop.keys(&["space"]);
        let state = desktop.wait("a roll", |s| s["match"]["phase"] == "play");
        assert_eq!(state["match"]["dice"], json!([6, 2]));
        assert_eq!(state["board"]["dice"]["faces"], json!(faces), "{settings}");
        assert_eq!(desktop.complaints(), "");
    }
}

/// A window that filled the screen does so again; Escape on the board ends that for good. There is no window manager here,
/// so that the state is what the window asks of the display before it is shown.
#[test]
fn full_screen_is_kept_and_ended_by_escape() {
    let settings = "version = 1\n[window]\nfullscreen = true\n";
    let Some(mut desktop) = TestDesktop::start_set("fullscreen", &["--no-animations"], &[], settings) else {
        return;
    };
    desktop.wait("the whole screen", |s| s["window"]["fullscreen"] == true);
    desktop.keys(&["Escape"]);
    let saved = desktop.settings();
    desktop.wait("saved settings", |_| {
        std::fs::read_to_string(&saved).is_ok_and(|text| !text.contains("fullscreen = true"))
    });
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    desktop.launch_again();
    let state = desktop.wait("a window", |s| s["board"]["painted"] == true);
    assert_eq!(state["window"]["fullscreen"], false);
}
