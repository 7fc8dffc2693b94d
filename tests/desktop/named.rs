// SPDX-License-Identifier: GPL-3.0-or-later
//! Every control of every tool window has a name; the newer windows in high contrast and on fine screens.

use super::harness::Desk;
use super::tools::{close, desk, open};
use super::{begin, reader};

/// Tools with their keys and titles.
const TOOLS: [(&str, &str, &str); 10] = [
    ("statistics", "ctrl+i", "Statistics"),
    ("players", "ctrl+l", "Player records"),
    ("theory", "alt+shift+w", "Cube theory"),
    ("race", "alt+shift+p", "Race"),
    ("equity-table", "alt+shift+e", "Match equity table"),
    ("temperature-map", "alt+shift+t", "Temperature map"),
    ("score-map", "alt+shift+s", "Score map"),
    ("roll-distribution", "alt+shift+d", "Distribution of rolls"),
    ("rollout", "alt+shift+r", "Rollout"),
    ("help", "F1", "Help"),
];

#[test]
fn s46_every_control_of_the_tools_has_a_name() {
    let Some(desk) = desk("named", "31", &[]) else { return };
    desk.keys(&["ctrl+h"]);
    desk.wait("the hint", |s| s["hint"].is_object());
    reader::check_names(&desk, "hint");
    desk.keys(&["Escape"]);
    desk.wait("the board alone", |s| s["hint"].is_null());
    for (name, keys, title) in TOOLS {
        open(&desk, keys, name, title);
        reader::check_names(&desk, name);
        close(&desk, name);
    }
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s44_newer_windows_in_high_contrast_at_double_scale() {
    let environment = [("ADW_DEBUG_HIGH_CONTRAST", "1"), ("GDK_SCALE", "2")];
    let settings =
        "version = 1\n[player.0]\nseat = \"human\"\n[window.place.main]\nwidth = 790\nheight = 490\n";
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desk) = Desk::start_set("contrast-new", &arguments, &environment, settings) else { return };
    assert_eq!(desk.state()["window"]["scale_factor"], 2);
    begin(&desk);
    desk.keys(&["ctrl+e"]);
    desk.wait("the edit mode", |s| s["setup"]["height"].as_i64() > Some(0) && s["board"]["painted"] == true);
    desk.screenshot("44-edit");
    desk.keys(&["Escape"]);
    desk.wait("play again", |s| s["controller"]["editing"] == false);
    open(&desk, "ctrl+l", "players", "Player records");
    desk.screenshot("44-players");
    close(&desk, "players");
    desk.keys(&["ctrl+n"]);
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    desk.screenshot("44-new-match");
    assert_eq!(desk.complaints(), "");
}
