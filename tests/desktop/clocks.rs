// SPDX-License-Identifier: GPL-3.0-or-later
//! Clocks in the players' bars.

use super::begin;
use super::harness::TestDesktop;
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
