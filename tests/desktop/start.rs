// SPDX-License-Identifier: GPL-3.0-or-later
//! The start page: level and length in one step, by pointer and by keys, remembered for the next start.

use super::harness::TestDesktop;
use super::reader;
use serde_json::{Value, json};

/// Settings of somebody who has played before, against the computer.
const PLAYER: &str = "version = 1\n[match]\nlength = 7\n[match.name]\n0 = \"Engine\"\n1 = \"Person\"\n\
                      [player.0]\nseat = \"gnubg\"\n[window]\ndelay = 0\n";

/// Clicks what has that name.
pub(crate) fn choose(desktop: &TestDesktop, name: &str) {
    let (x, y) = reader::middle(desktop, name);
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
}

/// Waits until the settings file says so.
fn wait_for_setting(desktop: &TestDesktop, line: &str) {
    for _ in 0..400 {
        if std::fs::read_to_string(desktop.settings()).is_ok_and(|text| text.contains(line)) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(25));
    }
    panic!("{line:?} is not in {}", std::fs::read_to_string(desktop.settings()).unwrap_or_default());
}

fn is_playing(state: &Value) -> bool {
    state["match"]["phase"] == "play" && state["match"]["to_act"] == 1
}

/// Scenario 1: Casual, 3 points, Play; the dice of the opening are on the board.
#[test]
fn a_match_begins_with_the_level_and_length_of_the_start_page() {
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(mut desktop) = TestDesktop::start_set("start-page", &arguments, &[], PLAYER) else { return };
    reader::check_names(&desktop, "start page");
    reader::wait_for(&desktop, "Warns before a play that loses 0.03 or more");
    let focused = desktop.wait("the focus", |s| s["window"]["focused"] == "start_play");
    assert_eq!(focused["window"]["start_card"], true);
    choose(&desktop, "Casual play");
    choose(&desktop, "3 points");
    choose(&desktop, "Tutor");
    desktop.screenshot("chosen");
    choose(&desktop, "Play");
    let state = desktop.wait("the opening roll", is_playing);
    assert_eq!(state["match"]["length"], 3);
    assert_eq!(state["match"]["dice"], json!([3, 1]));
    assert_eq!(state["window"]["start_card"], false);
    reader::wait_for(&desktop, "Casual play");
    assert_eq!(state["board"]["dice"]["faces"], json!([3, 1]));
    wait_for_setting(&desktop, "length = 3");
    wait_for_setting(&desktop, "noise = 0.05");
    desktop.kill();
    desktop.launch_again();
    // The match is continued from the page; the choices are still there.
    let state = desktop.wait("the interrupted match", |s| s["window"]["recovery"] == true);
    assert_eq!(state["window"]["start_card"], true);
    desktop.screenshot("continue");
    choose(&desktop, "Restore");
    let state = desktop.wait("the match", is_playing);
    assert_eq!(state["match"]["length"], 3);
    assert_eq!(desktop.complaints(), "");
}

/// By keys only: Return plays, Shift+Tab and the arrows lead to the choices.
#[test]
fn the_start_page_is_used_by_keys_only() {
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("start-keys", &arguments, &[], PLAYER) else { return };
    desktop.wait("the focus", |s| s["window"]["focused"] == "start_play");
    // Past the tutor and the money session to the lengths.
    desktop.keys(&["shift+Tab", "shift+Tab", "shift+Tab"]);
    desktop.wait("a length", |s| s["window"]["focus"] == "GtkToggleButton");
    desktop.keys(&["space"]);
    desktop.wait("eleven points", |s| s["window"]["focus"] == "GtkToggleButton");
    wait_for_setting(&desktop, "length = 11");
    desktop.keys(&["Tab", "Tab", "Tab"]);
    desktop.wait("the focus", |s| s["window"]["focused"] == "start_play");
    desktop.keys(&["Return"]);
    let state = desktop.wait("the opening roll", is_playing);
    assert_eq!(state["match"]["length"], 11);
    assert_eq!(state["window"]["focus"], "BgBoard");
    assert_eq!(desktop.complaints(), "");
}
