// SPDX-License-Identifier: GPL-3.0-or-later
//! Every control of every tool window has a name; the newer windows in high contrast and on fine screens.

use super::harness::TestDesktop;
use super::tools::{close, desktop, open};
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
    let Some(desktop) = desktop("named", "31", &[]) else { return };
    desktop.keys(&["ctrl+h"]);
    desktop.wait("the hint", |s| s["hint"].is_object());
    reader::check_names(&desktop, "hint");
    desktop.keys(&["Escape"]);
    desktop.wait("the board alone", |s| s["hint"].is_null());
    for (name, keys, title) in TOOLS {
        open(&desktop, keys, name, title);
        reader::check_names(&desktop, name);
        close(&desktop, name);
    }
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s44_newer_windows_in_high_contrast_at_double_scale() {
    let environment = [("ADW_DEBUG_HIGH_CONTRAST", "1"), ("GDK_SCALE", "2")];
    let settings =
        "version = 1\n[player.0]\nseat = \"human\"\n[window.place.main]\nwidth = 790\nheight = 490\n";
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("contrast-new", &arguments, &environment, settings) else {
        return;
    };
    assert_eq!(desktop.state()["window"]["scale_factor"], 2);
    begin(&desktop);
    desktop.keys(&["ctrl+e"]);
    desktop
        .wait("the edit mode", |s| s["setup"]["height"].as_i64() > Some(0) && s["board"]["painted"] == true);
    desktop.screenshot("44-edit");
    desktop.keys(&["Escape"]);
    desktop.wait("play again", |s| s["controller"]["editing"] == false);
    open(&desktop, "ctrl+l", "players", "Player records");
    desktop.screenshot("44-players");
    close(&desktop, "players");
    desktop.keys(&["ctrl+n"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    desktop.screenshot("44-new-match");
    assert_eq!(desktop.complaints(), "");
}
