// SPDX-License-Identifier: GPL-3.0-or-later
//! The menu bar, both sets of keys, help, files of commands, and what only menus lead to.

use super::harness::TestDesktop;
use super::tools::LOOKS;
use super::{begin, files, language, preferences, quality, reader};
use serde_json::{Value, json};
use std::time::Duration;

/// Settings for two people with a menu bar, in a window of that size.
fn with_menus([width, height]: [u16; 2], text_scale: u16, more: &str) -> String {
    format!(
        "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n[match.name]\n0 = \"Light\"\n\
         1 = \"Dark\"\n[window]\nmenu-bar = true\ntext-scale = {text_scale}\n{more}\n\
         [window.place.main]\nwidth = {width}\nheight = {height}\n"
    )
}

/// A desktop with a menu bar and a match that has begun.
fn desktop(name: &'static str, dice: &str) -> Option<TestDesktop> {
    let arguments = ["--test-dice", dice, "--no-animations"];
    let desktop = TestDesktop::start_set(name, &arguments, &[], &with_menus([1100, 800], 100, ""))?;
    begin(&desktop);
    Some(desktop)
}

/// Chooses an entry by the underlined letters on the way to it.
fn choose(desktop: &TestDesktop, way: &[&str]) {
    desktop.focus_main();
    for (n, key) in way.iter().enumerate() {
        desktop.keys(&[key]);
        let open = if n + 1 == way.len() { 0 } else { n + 1 };
        desktop.wait("the next menu", |s| s["window"]["menus_open"].as_u64() == Some(open as u64));
    }
}

/// Opens one menu after the other, for pictures to look at; `titles` are what the titles of the bar are called.
fn every_menu(desktop: &TestDesktop, what: &str, titles: [&str; 8]) {
    desktop.focus_main();
    for (n, title) in titles.into_iter().enumerate() {
        if n == 0 {
            reader::hears(desktop, title);
        }
        let key = ["F10", "alt+e", "alt+v", "alt+g", "alt+a", "alt+s", "alt+o", "alt+h"][n];
        // The menu before may have the keyboard a moment longer than it is told to be open.
        let is_open = |s: &Value| s["window"]["menus_open"] == 1;
        for _ in 0..3 {
            desktop.keys(&[key]);
            if desktop.glimpse(Duration::from_secs(10), is_open).is_some() {
                break;
            }
        }
        desktop.wait("a menu", is_open);
        desktop.screenshot(&format!("{what}-{title}"));
        desktop.keys(&["Escape"]);
        desktop.wait("no menu", |s| s["window"]["menus_open"] == 0);
    }
}

#[test]
fn the_menu_bar_is_there_at_every_size() {
    let arguments = ["--test-dice", "31", "--no-animations"];
    for (look, environment) in LOOKS {
        for (size, text_scale) in [([1100, 800], 100), ([800, 600], 100), ([800, 600], 200)] {
            let settings = with_menus(size, text_scale, "");
            let Some(desktop) = TestDesktop::start_set("menu-bar", &arguments, environment, &settings) else {
                return;
            };
            begin(&desktop);
            let state = desktop.wait("the menu bar", |s| s["window"]["menu_bar"] == true);
            assert!(state["window"]["width"].as_u64() <= Some(size[0].into()), "{}", state["window"]);
            quality::fits(&desktop);
            let what = format!("{look}-{}-{text_scale}", size[0]);
            desktop.screenshot(&what);
            if size[0] == 1100 {
                let titles = ["File", "Edit", "View", "Game", "Analyze", "Settings", "Go", "Help"];
                every_menu(&desktop, &what, titles);
            }
            assert_eq!(desktop.complaints(), "");
        }
    }
}

#[test]
fn the_menu_bar_is_in_french() {
    let locale = tempfile::tempdir().expect("a folder");
    language::install_french(locale.path());
    let folder = locale.path().to_string_lossy().into_owned();
    let arguments = ["--test-dice", "31", "--no-animations", "--locale-folder", &folder];
    let settings = with_menus([800, 600], 100, "[general]\nlanguage = \"fr\"");
    let Some(desktop) = TestDesktop::start_set("menu-french", &arguments, &[], &settings) else { return };
    desktop.focus_main();
    for key in ["alt+f", "alt+d", "alt+h", "alt+p", "alt+n", "alt+r", "alt+l", "alt+e"] {
        desktop.keys(&[key]);
        desktop.wait("a menu", |s| s["window"]["menus_open"] == 1);
        desktop.screenshot(&key.replace('+', "-"));
        desktop.keys(&["Escape"]);
        desktop.wait("no menu", |s| s["window"]["menus_open"] == 0);
    }
    reader::hears(&desktop, "Affichage");
    desktop.keys(&["F1"]);
    desktop.wait("the manual", |s| s["tools"]["help"]["commands"] == false);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Aide"]);
    desktop.screenshot("help");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn the_original_shortcuts_work_at_once() {
    let Some(desktop) = desktop("keys", "31") else { return };
    desktop.keys(&["ctrl+e"]);
    desktop.wait("the edit mode", |s| s["controller"]["editing"] == true);
    desktop.keys(&["Escape"]);
    desktop.wait("play again", |s| s["controller"]["editing"] == false);
    preferences::go_to_keys(&desktop);
    desktop.screenshot("preferences");
    desktop.keys(&["Escape"]);
    desktop.wait("no preferences", |s| s["preferences"].is_null());
    desktop.focus_main();
    desktop.keys(&["ctrl+p"]);
    desktop.wait("the position ID", |s| s["window"]["toast"] == "Copied");
    desktop.keys(&["ctrl+e"]);
    let state = desktop.wait("an evaluation", |s| {
        let panel = &s["panels"]["command"];
        panel["busy"] == false && panel["output"].as_str().is_some_and(|text| text.contains("› eval"))
    });
    assert_eq!(state["controller"]["editing"], false);
    desktop.screenshot("evaluated");
    // GTK looks for the screen of a list that opens while its row scrolls into sight.
    let complaints = desktop.complaints();
    assert!(complaints.lines().all(|line| line.contains("gdk_monitor_get_geometry")), "{complaints}");
}

#[test]
fn dice_cube_and_turn_are_set_from_the_menu() {
    let Some(desktop) = desktop("set", "13") else { return };
    choose(&desktop, &["alt+g", "l"]);
    desktop.wait("a turn without dice", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 1);
    choose(&desktop, &["alt+g", "i"]);
    desktop.screenshot("dice");
    desktop.keys(&["Tab", "Return"]);
    desktop.wait("dice", |s| s["match"]["phase"] == "play");
    choose(&desktop, &["alt+g", "t", "Return"]);
    desktop.wait("the other player", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 0);
    choose(&desktop, &["alt+g", "u"]);
    desktop.screenshot("cube");
    desktop.keys(&["Tab", "Return"]);
    let state = desktop.wait("another cube", |s| s["match"]["cube"]["value"] == 2);
    assert_eq!(state["match"]["cube"]["owner"], Value::Null);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn a_command_file_runs_in_the_panel() {
    let Some(desktop) = desktop("commands", "31") else { return };
    let path = desktop.home().join("my \"own\" commands.txt");
    std::fs::write(&path, "# a comment\nset confirm new off\nnew match 3\nnothing such\n").expect("a file");
    choose(&desktop, &["alt+f", "c"]);
    files::choose(&desktop, "Open a command file", &path);
    let state = desktop.wait("the match of the file", |s| {
        s["match"]["length"] == 3 && s["panels"]["command"]["busy"] == false
    });
    let output = state["panels"]["command"]["output"].as_str().unwrap_or_default().to_owned();
    assert!(output.contains("load commands") && output.contains(":4:"), "{output}");
    assert!(state["panels"]["shown"].as_array().is_some_and(|shown| shown.contains(&json!("command"))));
    desktop.screenshot("done");
    // A long one is stopped.
    let long = desktop.home().join("long.txt");
    std::fs::write(&long, "show score\n".repeat(200_000)).expect("a file");
    choose(&desktop, &["alt+f", "c"]);
    files::choose(&desktop, "Open a command file", &long);
    desktop.wait("work", |s| s["panels"]["command"]["busy"] == true);
    desktop.keys(&["ctrl+c"]);
    // The dialog may have had the keyboard still.
    if desktop.glimpse(Duration::from_secs(10), |s| s["panels"]["command"]["busy"] == false).is_none() {
        desktop.keys(&["ctrl+c"]);
    }
    desktop.wait("its end", |s| s["panels"]["command"]["busy"] == false);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn help_is_searched_and_opens_a_command() {
    let Some(desktop) = desktop("help", "31") else { return };
    desktop.keys(&["shift+F1"]);
    let state = desktop.wait("the commands", |s| s["tools"]["help"]["commands"] == true);
    let all = state["tools"]["help"]["topics"].as_u64();
    assert!(all > Some(200), "{all:?}");
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Help"]);
    desktop.screenshot("commands");
    desktop.type_text("bearoff dump");
    desktop.wait("nothing", |s| s["tools"]["help"]["topics"] == 0);
    desktop.screenshot("nothing");
    desktop.keys(&["ctrl+f", "ctrl+a"]);
    desktop.type_text("roll out");
    desktop.wait("some commands", |s| {
        let topics = s["tools"]["help"]["topics"].as_u64();
        topics > Some(0) && topics < all
    });
    desktop.keys(&["Down", "Down"]);
    desktop.wait("a command", |s| {
        let help = &s["tools"]["help"];
        help["topic"] == "analyse rollout cube"
            && help["text"].as_str().is_some_and(|text| text.contains("Usage"))
    });
    desktop.screenshot("found");
    let (x, y) = reader::middle(&desktop, "Type the command into the Commands panel without running it");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the line", |s| s["panels"]["command"]["line"] == "analyse rollout cube ");
    choose(&desktop, &["alt+h", "m"]);
    desktop.wait("the manual", |s| s["tools"]["help"]["commands"] == false);
    desktop.xdotool(&["search", "--onlyvisible", "--name", "Help", "windowfocus", "--sync", "windowraise"]);
    desktop.wait("the chapters", |s| s["tools"]["help"]["topic"] == "First steps");
    desktop.screenshot("manual");
    desktop.keys(&["Escape"]);
    desktop.wait("no help", |s| s["tools"]["help"].is_null());
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn buttons_show_icons_or_nothing() {
    let Some(desktop) = desktop("toolbar", "31") else { return };
    let buttons = desktop.state()["window"]["buttons"].clone();
    for (key, name) in [("b", "both"), ("i", "icons"), ("h", "hidden")] {
        choose(&desktop, &["alt+v", "t", key]);
        let shown = if name == "hidden" { json!([]) } else { buttons.clone() };
        desktop.wait(name, |s| s["board"]["painted"] == true && s["window"]["buttons"] == shown);
        desktop.screenshot(name);
    }
    let settings = desktop.settings();
    desktop.wait("the settings", |_| {
        std::fs::read_to_string(&settings).is_ok_and(|text| text.contains("toolbar = \"off\""))
    });
    assert_eq!(desktop.complaints(), "");
}
