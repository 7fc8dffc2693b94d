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

/// Starts a match by the menu of lengths: the `nth` of its lines, counted from 0. The players are those of the settings.
pub(crate) fn quick_match(desktop: &TestDesktop, nth: usize) {
    choose(desktop, "Match lengths");
    desktop.wait("the menu", |s| s["window"]["focus"] == "GtkModelButton");
    desktop.keys(&vec!["Down"; nth]);
    desktop.keys(&["Return"]);
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
    reader::hears(&desktop, "Warns before a play that loses 0.03 or more");
    let focused = desktop.wait("the focus", |s| s["window"]["focused"] == "start_play");
    assert_eq!(focused["window"]["start_card"], true);
    // What the page covers is not there for a screen reader either.
    reader::hears_nothing_of(&desktop, "point ");
    reader::hears_nothing_of(&desktop, "Position ID and match ID");
    choose(&desktop, "Casual play");
    choose(&desktop, "3 points");
    choose(&desktop, "Tutor");
    desktop.screenshot("chosen");
    choose(&desktop, "Play");
    let state = desktop.wait("the opening roll", is_playing);
    assert_eq!(state["match"]["length"], 3);
    assert_eq!(state["match"]["dice"], json!([3, 1]));
    assert_eq!(state["window"]["start_card"], false);
    reader::hears_start(&desktop, "point 13, ");
    reader::hears(&desktop, "Casual play");
    assert_eq!(state["board"]["dice"]["faces"], json!([3, 1]));
    wait_for_setting(&desktop, "length = 3");
    wait_for_setting(&desktop, "noise = 0.05");
    wait_for_setting(&desktop, "[tutor]\non = true");
    desktop.kill();
    desktop.launch();
    // The match is continued from the page; the choices are still there.
    let state = desktop.wait("the interrupted match", |s| s["window"]["recovery"] == true);
    assert_eq!(state["window"]["start_card"], true);
    desktop.screenshot("continue");
    choose(&desktop, "Restore");
    let state = desktop.wait("the match", is_playing);
    assert_eq!(state["match"]["length"], 3);
    assert_eq!(desktop.complaints(), "");
}

/// The opening roll is shown with one die of each player, in its own half, before the one who starts has both.
#[test]
fn the_opening_roll_is_one_die_of_each_player() {
    let settings = format!("{PLAYER}[automatic]\nroll = true\n");
    let Some(desktop) = TestDesktop::start_set("opening", &["--test-dice", "13"], &[], &settings) else {
        return;
    };
    choose(&desktop, "Play");
    let is_opening = |s: &Value| s["board"]["opening"] == json!([1, 3]);
    let state = desktop.wait("one die each", is_opening);
    let begin = std::time::Instant::now();
    assert_eq!(state["window"]["message"], "Person starts with 3 and 1");
    desktop.wait("both dice", |s| s["board"]["opening"].is_null() && is_playing(s));
    // They tumble for 400 ms and rest for 600 ms; the state is written some time after a frame.
    assert!(begin.elapsed().as_millis() > 600, "{:?}", begin.elapsed());
    assert_eq!(desktop.state()["board"]["dice"]["faces"], json!([3, 1]));
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
    assert_eq!(state["window"]["focused"], "board");
    assert_eq!(desktop.complaints(), "");
}

/// The speeds: by the menu's action and by keys, at once and in the settings.
#[test]
fn a_speed_is_chosen_by_keys_and_acts_at_once() {
    let arguments = ["--test-dice", "13 66 21 66"];
    let Some(desktop) = TestDesktop::start_set("game-speed", &arguments, &[], PLAYER) else { return };
    desktop.keys(&["ctrl+alt+4"]);
    wait_for_setting(&desktop, "animation = \"none\"");
    choose(&desktop, "Play");
    let state = desktop.wait("the opening roll", is_playing);
    assert_eq!(state["board"]["animating"], false, "nothing moves");
    desktop.keys(&["ctrl+alt+1"]);
    wait_for_setting(&desktop, "delay = 800");
    wait_for_setting(&desktop, "animation-speed = 0");
    desktop.keys(&["8", "slash", "5", "space", "6", "slash", "5", "Return"]);
    // A slow computer rests with its dice before it moves.
    desktop.wait("the computer's dice", |s| s["match"]["on_roll"] == 0 && s["board"]["animating"] == true);
    desktop.keys(&["ctrl+alt+2"]);
    wait_for_setting(&desktop, "[window]");
    desktop.wait("my turn", |s| s["match"]["to_act"] == 1 && s["settled"] == true);
    let text = std::fs::read_to_string(desktop.settings()).expect("the settings");
    assert!(!text.contains("delay = ") && !text.contains("animation-speed"), "the defaults: {text}");
    assert_eq!(desktop.complaints(), "");
}

/// What the bar of the tour says.
fn tour(state: &Value) -> &str {
    state["window"]["tour"]["text"].as_str().unwrap_or_default()
}

/// A first start: no settings file, so Intermediate, the tutor and the tour.
#[test]
fn a_new_player_is_shown_around_once() {
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(mut desktop) = TestDesktop::start_set("tour", &arguments, &[], "version = 1\n") else { return };
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    std::fs::remove_file(desktop.settings()).expect("the settings can be removed");
    desktop.launch_again();
    desktop.wait("the start page", |s| s["window"]["start_card"] == true);
    desktop.screenshot("first-start");
    desktop.keys(&["Return"]);
    let state = desktop.wait("the first step", |s| is_playing(s) && tour(s).starts_with("Move:"));
    assert_eq!(state["window"]["tour"]["target"], "board");
    reader::hears(&desktop, "Intermediate");
    wait_for_setting(&desktop, "[tutor]\non = true");
    desktop.screenshot("move");
    // Nothing is covered: the play is made on the board, and the tour follows.
    desktop.click(desktop.checker(8), 1);
    desktop.click(desktop.checker(6), 1);
    desktop.wait("the second step", |s| tour(s).starts_with("Confirm:"));
    desktop.screenshot("confirm");
    desktop.keys(&["space"]);
    desktop.wait("the third step", |s| tour(s).starts_with("Double:"));
    for next in ["Hint:", "Review:"] {
        choose(&desktop, "Next");
        desktop.wait(next, |s| tour(s).starts_with(next));
    }
    assert_eq!(desktop.state()["window"]["tour"]["target"], "panels_button");
    choose(&desktop, "Back");
    desktop.wait("the step before", |s| tour(s).starts_with("Hint:"));
    choose(&desktop, "End the tour");
    desktop.wait("no tour", |s| s["window"]["tour"].is_null());
    // Seen once: the next match begins without it.
    desktop.kill();
    desktop.launch();
    desktop.wait("the start page", |s| s["window"]["start_card"] == true);
    choose(&desktop, "Play");
    let state = desktop.wait("a match", |s| s["match"]["phase"] == "play");
    assert!(state["window"]["tour"].is_null());
    // It can be repeated.
    desktop.kill();
    desktop.launch();
    desktop.wait("the start page", |s| s["window"]["start_card"] == true);
    choose(&desktop, "Take the tour");
    desktop.wait("the first step again", |s| tour(s).starts_with("Move:"));
    assert_eq!(desktop.complaints(), "");
}

/// The rules: opened from the start page, with a picture painted by the board's own painter.
#[test]
fn the_rules_have_pictures() {
    let Some(desktop) = TestDesktop::start_set("rules", &["--no-animations"], &[], PLAYER) else { return };
    choose(&desktop, "Rules of the game");
    let state = desktop.wait("the rules", |s| s["tools"]["help"]["topic"] == "Aim of the game");
    assert_eq!(state["tools"]["help"]["topics"], 8);
    reader::hears(&desktop, "Picture: Aim of the game");
    desktop.screenshot("aim");
    desktop.keys(&["Down", "Down"]);
    desktop.wait("the next chapter", |s| s["tools"]["help"]["topic"] == "Moving");
    reader::hears(&desktop, "Picture: Moving");
    desktop.screenshot("moving");
    assert_eq!(desktop.complaints(), "");
}
