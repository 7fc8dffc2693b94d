// SPDX-License-Identifier: GPL-3.0-or-later
//! The menu bar, both sets of keys, help, files of commands, and what only menus lead to.

use super::harness::Desk;
use super::tools::LOOKS;
use super::{begin, files, language, preferences, quality, reader};
use serde_json::{Value, json};

/// Settings for two people with a menu bar, in a window of that size.
fn with_menus([width, height]: [u16; 2], text_scale: u16, more: &str) -> String {
    format!(
        "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n[match.name]\n0 = \"Light\"\n\
         1 = \"Dark\"\n[window]\nmenu-bar = true\ntext-scale = {text_scale}\n{more}\n\
         [window.place.main]\nwidth = {width}\nheight = {height}\n"
    )
}

/// A desk with a menu bar and a match that has begun.
fn desk(name: &'static str, dice: &str) -> Option<Desk> {
    let arguments = ["--test-dice", dice, "--no-animations"];
    let desk = Desk::start_set(name, &arguments, &[], &with_menus([1100, 800], 100, ""))?;
    begin(&desk);
    Some(desk)
}

/// Chooses an entry by the underlined letters on the way to it.
fn choose(desk: &Desk, way: &[&str]) {
    desk.focus_main();
    for (n, key) in way.iter().enumerate() {
        desk.keys(&[key]);
        let open = if n + 1 == way.len() { 0 } else { n + 1 };
        desk.wait("the next menu", |s| s["window"]["menus_open"].as_u64() == Some(open as u64));
    }
}

/// Opens one menu after the other, for pictures to look at; `titles` are what the titles of the bar are called.
fn every_menu(desk: &Desk, what: &str, titles: [&str; 8]) {
    desk.focus_main();
    for (n, title) in titles.into_iter().enumerate() {
        if n == 0 {
            reader::wait_for(desk, title);
        }
        desk.keys(&[["F10", "alt+e", "alt+v", "alt+g", "alt+a", "alt+s", "alt+o", "alt+h"][n]]);
        desk.wait("a menu", |s| s["window"]["menus_open"] == 1);
        desk.screenshot(&format!("{what}-{title}"));
        desk.keys(&["Escape"]);
        desk.wait("no menu", |s| s["window"]["menus_open"] == 0);
    }
}

#[test]
fn the_menu_bar_is_there_at_every_size() {
    let arguments = ["--test-dice", "31", "--no-animations"];
    for (look, environment) in LOOKS {
        for (size, text_scale) in [([1100, 800], 100), ([800, 600], 100), ([800, 600], 200)] {
            let settings = with_menus(size, text_scale, "");
            let Some(desk) = Desk::start_set("menu-bar", &arguments, environment, &settings) else { return };
            begin(&desk);
            let state = desk.wait("the menu bar", |s| s["window"]["menu_bar"] == true);
            assert!(state["window"]["width"].as_u64() <= Some(size[0].into()), "{}", state["window"]);
            quality::fits(&desk);
            let what = format!("{look}-{}-{text_scale}", size[0]);
            desk.screenshot(&what);
            if size[0] == 1100 {
                let titles = ["File", "Edit", "View", "Game", "Analyse", "Settings", "Go", "Help"];
                every_menu(&desk, &what, titles);
            }
            assert_eq!(desk.complaints(), "");
        }
    }
}

#[test]
fn the_menu_bar_speaks_french() {
    let locale = tempfile::tempdir().expect("a folder");
    language::install_french(locale.path());
    let folder = locale.path().to_string_lossy().into_owned();
    let arguments = ["--test-dice", "31", "--no-animations", "--locale-folder", &folder];
    let settings = with_menus([800, 600], 100, "[general]\nlanguage = \"fr\"");
    let Some(desk) = Desk::start_set("menu-french", &arguments, &[], &settings) else { return };
    desk.focus_main();
    for key in ["alt+f", "alt+d", "alt+a", "alt+p", "alt+n", "alt+r", "alt+l", "alt+e"] {
        desk.keys(&[key]);
        desk.wait("a menu", |s| s["window"]["menus_open"] == 1);
        desk.screenshot(&key.replace('+', "-"));
        desk.keys(&["Escape"]);
        desk.wait("no menu", |s| s["window"]["menus_open"] == 0);
    }
    reader::wait_for(&desk, "Affichage");
    desk.keys(&["F1"]);
    desk.wait("help", |s| s["tools"]["help"]["commands"] == true);
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Aide"]);
    desk.screenshot("help");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn keys_of_the_original_hold_at_once() {
    let Some(desk) = desk("keys", "31") else { return };
    desk.keys(&["ctrl+e"]);
    desk.wait("the edit mode", |s| s["controller"]["editing"] == true);
    desk.keys(&["Escape"]);
    desk.wait("play again", |s| s["controller"]["editing"] == false);
    preferences::go_to_keys(&desk);
    desk.screenshot("preferences");
    desk.keys(&["Escape"]);
    desk.wait("no preferences", |s| s["preferences"].is_null());
    desk.focus_main();
    desk.keys(&["ctrl+p"]);
    desk.wait("the position ID", |s| s["window"]["toast"] == "Copied");
    desk.keys(&["ctrl+e"]);
    let state = desk.wait("an evaluation", |s| {
        let panel = &s["panels"]["command"];
        panel["busy"] == false && panel["output"].as_str().is_some_and(|text| text.contains("› eval"))
    });
    assert_eq!(state["controller"]["editing"], false);
    desk.screenshot("evaluated");
    // GTK looks for the screen of a list that opens while its row scrolls into sight.
    let complaints = desk.complaints();
    assert!(complaints.lines().all(|line| line.contains("gdk_monitor_get_geometry")), "{complaints}");
}

#[test]
fn dice_cube_and_turn_are_set_from_the_menu() {
    let Some(desk) = desk("set", "13") else { return };
    choose(&desk, &["alt+g", "l"]);
    desk.wait("a turn without dice", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 1);
    choose(&desk, &["alt+g", "i"]);
    desk.screenshot("dice");
    desk.keys(&["Tab", "Return"]);
    desk.wait("dice", |s| s["match"]["phase"] == "play");
    choose(&desk, &["alt+g", "t", "Return"]);
    desk.wait("the other player", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 0);
    choose(&desk, &["alt+g", "u"]);
    desk.screenshot("cube");
    desk.keys(&["Tab", "Return"]);
    let state = desk.wait("another cube", |s| s["match"]["cube"]["value"] == 2);
    assert_eq!(state["match"]["cube"]["owner"], Value::Null);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn a_file_of_commands_is_carried_out_in_sight() {
    let Some(desk) = desk("commands", "31") else { return };
    let path = desk.home().join("my \"own\" commands.txt");
    std::fs::write(&path, "# a comment\nset confirm new off\nnew match 3\nnothing such\n").expect("a file");
    choose(&desk, &["alt+f", "c"]);
    files::choose(&desk, "Open a command file", &path);
    let state = desk.wait("the match of the file", |s| {
        s["match"]["length"] == 3 && s["panels"]["command"]["busy"] == false
    });
    let output = state["panels"]["command"]["output"].as_str().unwrap_or_default().to_owned();
    assert!(output.contains("load commands") && output.contains(":4:"), "{output}");
    assert!(state["panels"]["shown"].as_array().is_some_and(|shown| shown.contains(&json!("command"))));
    desk.screenshot("done");
    // A long one is stopped.
    let long = desk.home().join("long.txt");
    std::fs::write(&long, "show score\n".repeat(200_000)).expect("a file");
    choose(&desk, &["alt+f", "c"]);
    files::choose(&desk, "Open a command file", &long);
    desk.wait("work", |s| s["panels"]["command"]["busy"] == true);
    desk.keys(&["ctrl+c"]);
    desk.wait("its end", |s| s["panels"]["command"]["busy"] == false);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn help_is_searched_and_leads_to_the_line() {
    let Some(desk) = desk("help", "31") else { return };
    desk.keys(&["F1"]);
    let state = desk.wait("the commands", |s| s["tools"]["help"]["commands"] == true);
    let all = state["tools"]["help"]["topics"].as_u64();
    assert!(all > Some(200), "{all:?}");
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Help"]);
    desk.screenshot("commands");
    desk.type_text("bearoff dump");
    desk.wait("nothing", |s| s["tools"]["help"]["topics"] == 0);
    desk.screenshot("nothing");
    desk.keys(&["ctrl+f", "ctrl+a"]);
    desk.type_text("roll out");
    desk.wait("some commands", |s| {
        let topics = s["tools"]["help"]["topics"].as_u64();
        topics > Some(0) && topics < all
    });
    desk.keys(&["Down", "Down"]);
    desk.wait("a command", |s| {
        let help = &s["tools"]["help"];
        help["topic"] == "analyse rollout cube"
            && help["text"].as_str().is_some_and(|text| text.contains("Usage"))
    });
    desk.screenshot("found");
    let (x, y) = reader::middle(&desk, "Put the command into the line of the Commands panel");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.wait("the line", |s| s["panels"]["command"]["line"] == "analyse rollout cube ");
    choose(&desk, &["alt+h", "m"]);
    desk.wait("the manual", |s| s["tools"]["help"]["commands"] == false);
    desk.xdotool(&["search", "--onlyvisible", "--name", "Help", "windowfocus", "--sync", "windowraise"]);
    desk.wait("the chapters", |s| s["tools"]["help"]["topic"] == "First steps");
    desk.screenshot("manual");
    desk.keys(&["Escape"]);
    desk.wait("no help", |s| s["tools"]["help"].is_null());
    assert_eq!(desk.complaints(), "");
}

#[test]
fn buttons_show_icons_or_nothing() {
    let Some(desk) = desk("toolbar", "31") else { return };
    let buttons = desk.state()["window"]["buttons"].clone();
    for (key, name) in [("b", "both"), ("i", "icons"), ("h", "hidden")] {
        choose(&desk, &["alt+v", "t", key]);
        let shown = if name == "hidden" { json!([]) } else { buttons.clone() };
        desk.wait(name, |s| s["board"]["painted"] == true && s["window"]["buttons"] == shown);
        desk.screenshot(name);
    }
    let settings = desk.settings();
    desk.wait("the settings", |_| {
        std::fs::read_to_string(&settings).is_ok_and(|text| text.contains("toolbar = \"off\""))
    });
    assert_eq!(desk.complaints(), "");
}
