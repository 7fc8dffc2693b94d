// SPDX-License-Identifier: GPL-3.0-or-later
//! Clocks in the players' bars.

use super::harness::{SMALL_SCREEN, TestDesktop};
use super::{begin, reader};
use serde_json::Value;
use std::time::Duration;

/// Two people with six seconds for the match, and two more in every turn.
const CLOCKS: &str = "version = 1\n[automatic]\ngame = false\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
                      [player.0]\nseat = \"human\"\n\
                      [clock]\ntype = \"bronstein\"\ntime = 6\nper-point = 0\nper-turn = 2\n";

/// What the clock of the player at the bottom shows.
fn own(state: &Value) -> &str {
    state["window"]["clocks"][1].as_str().unwrap_or_default()
}

/// Scenario 22: the clock runs, can be stopped, and at zero the match is lost.
#[test]
fn s22_a_match_is_lost_on_time() {
    let arguments = ["--test-dice", "13", "--test-seed", "1", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("clocks", &arguments, &[], CLOCKS) else { return };
    begin(&desktop);
    let state = desktop.wait("a running clock", |s| own(s).starts_with("0:06 + 0:0"));
    assert_eq!(state["window"]["clocks"][0], "0:06", "the other clock stands still");
    assert!(own(&state).ends_with('!'), "fewer than ten seconds: {}", own(&state));
    desktop.keys(&["ctrl+alt+p"]);
    let paused = desktop.wait("a paused clock", |s| own(s).starts_with('\u{2016}'));
    desktop.screenshot("paused");
    let changed = desktop.glimpse(Duration::from_secs(2), |s| own(s) != own(&paused));
    assert!(changed.is_none(), "a paused clock stands still");
    desktop.keys(&["ctrl+alt+p"]);
    desktop.wait("the reserve", |s| own(s) == "0:05 !" || own(s) == "0:04 !");
    desktop.screenshot("reserve");
    let state = desktop.wait("the end", |s| s["match"]["phase"] == "over");
    let entries = state["entries"].to_string();
    assert!(entries.contains("OutOfTime"), "{entries}");
    assert_eq!(own(&state), "0:00");
    desktop.screenshot("over");
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 22 from its beginning, by the mouse on a screen of 800×600: the kind and the times are set in the dialog of a new
/// match, 12 seconds for each turn and 2 minutes for the match.
#[test]
fn s22_clocks_are_set_by_the_mouse_on_a_small_screen() {
    let settings = format!(
        "{SMALL_SCREEN}version = 1\n[automatic]\ngame = false\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
         [player.0]\nseat = \"human\"\n[match]\nlength = 1\n[window.place.main]\nwidth = 800\nheight = 600\n"
    );
    let arguments = ["--test-dice", "13", "--test-seed", "1", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("clock-dialog", &arguments, &[], &settings) else { return };
    let click = |(x, y): &(String, String)| desktop.xdotool(&["mousemove", x, y, "click", "1"]);
    let at = |name: &str| reader::middle(&desktop, name);
    click(&at("More options…"));
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    // Turns the wheel until something is in sight.
    let scroll_to = |name: &str| {
        for _ in 0..30 {
            let spot = at(name);
            if (60.0..570.0).contains(&spot.1.parse::<f64>().expect("a number")) {
                return spot;
            }
            desktop.xdotool(&["mousemove", "250", "300", "click", "5"]);
        }
        panic!("{name} does not come in sight");
    };
    click(&scroll_to("Clocks"));
    let kind = "Bronstein: free time in every turn";
    reader::hears(&desktop, kind);
    desktop.screenshot("kinds");
    // The list stands in the window, and no entry is cut.
    let cut = desktop.state()["window"]["cut_elsewhere"].to_string();
    assert!(["Bronstein", "Fischer", "Hourglass", "Plain"].iter().all(|kind| !cut.contains(kind)), "{cut}");
    // It is the third of five entries.
    click(&desktop.middle_of_newest_window());
    reader::hears(&desktop, "Time for each turn");
    desktop.screenshot("chosen");
    let spot = scroll_to("Time for each turn");
    assert_eq!(spot, at("Time for each turn"));
    click(&at("Start"));
    let state = desktop.wait("a running clock", |s| own(s).starts_with("2:00 + 0:"));
    assert_eq!(state["window"]["clocks"][0], "2:00");
    desktop.screenshot("running");
    assert_eq!(desktop.complaints(), "");
}

/// A match of one game that the player at the bottom lost on time.
const LOST: &str = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Light]PB[Dark]TM[60]\
                    ZK[plain][base:60][point:0][turn:0][penalty:match][name:Bullet]RU[Crawford]RE[W+3T]\n\
                    ;W[31hehf]WL[57]BL[60]\n;PL[B]DI[63]\n;ZO[B:match]WL[57]BL[0])";

#[test]
fn a_match_lost_on_time_is_opened_as_such() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lost.sgf");
    std::fs::write(&path, LOST).expect("a file");
    let path = path.to_string_lossy().into_owned();
    let Some(desktop) = TestDesktop::start("lost-on-time", &["--no-animations", &path]) else { return };
    desktop.wait("the match", |s| s["match"]["length"] == 3);
    desktop.keys(&["End"]);
    let state = desktop.wait("its end", |s| s["match"]["phase"] == "over");
    assert_eq!(own(&state), "0:00");
    reader::hears_start(&desktop, "Dark is out of time. Light wins the match 3–0");
    desktop.screenshot("lost");
    assert_eq!(desktop.complaints(), "");
}

/// Two people, and a time control with a name.
const NAMED: &str = "version = 1\n[automatic]\ngame = false\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
                     [player.0]\nseat = \"human\"\n[clock]\n\
                     named = \"Fischer 5+5 = fischer base:300 point:0 turn:5 penalty:points:2 extra:30\"\n";

#[test]
fn a_named_time_control_is_chosen_in_the_dialog() {
    let arguments = ["--test-dice", "13", "--test-seed", "1", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("named-clock", &arguments, &[], NAMED) else { return };
    desktop.keys(&["ctrl+n"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    let size = ["windowsize", "--sync", "520", "980"];
    desktop.xdotool(&[&["search", "--onlyvisible", "--name", "New match"][..], &size].concat());
    let (x, y) = reader::middle(&desktop, "Clocks");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    // The kinds come first.
    reader::hears(&desktop, "Fischer 5+5");
    desktop.keys(&["Down", "Down", "Down", "Down", "Down", "Return"]);
    desktop.screenshot("list");
    reader::hears(&desktop, "Lost points");
    reader::hears(&desktop, "Reserve after lost points");
    reader::check_names(&desktop, "clocks of a new match");
    desktop.screenshot("chosen");
    let (x, y) = reader::middle(&desktop, "Start");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = desktop.wait("a running clock", |s| own(s).ends_with("(+0:05)"));
    assert!(own(&state).starts_with("5:00") || own(&state).starts_with("4:5"), "{}", own(&state));
    assert_eq!(state["window"]["clocks"][0], "5:00");
    desktop.screenshot("fischer");
    assert_eq!(desktop.complaints(), "");
}
