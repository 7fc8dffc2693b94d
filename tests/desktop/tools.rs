// SPDX-License-Identifier: GPL-3.0-or-later
//! The tool windows: rollouts, race, theory, statistics, maps; and what goes on in the background.

use super::harness::{Desk, WITH_DATABASES};
use super::reader::middle;
use serde_json::{Value, json};

/// Two people; quick rollouts of many games; hints without look-ahead.
const SETTINGS: &str = "version = 1\n[automatic]\ngame = false\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
    [player.0]\nseat = \"human\"\n\
    [evaluation.checker.evaluation]\nplies = 0\n[evaluation.cube.evaluation]\nplies = 0\n\
    [engine]\nthreads = 1\n[rollout]\ntrials = 1000000\ntruncation.enable = true\ntruncation.plies = 11\n\
    truncation.cubedecision.plies = 0\nplayer.0.cubedecision.plies = 0\nplayer.1.cubedecision.plies = 0\n";

fn desk(name: &'static str, dice: &str, environment: &[(&str, &str)]) -> Option<Desk> {
    let arguments = ["--test-dice", dice, "--test-seed", "1", "--no-animations"];
    let desk = Desk::start_set(name, &arguments, environment, SETTINGS)?;
    super::begin(&desk);
    Some(desk)
}

/// Clicks what the state dump tells the place of.
fn press(desk: &Desk, pointer: &str) {
    let is_there = |state: &Value| state.pointer(pointer).is_some_and(Value::is_array);
    let state = desk.wait(pointer, is_there);
    let at = |n: usize| {
        state.pointer(pointer).and_then(|spot| spot[n].as_f64()).unwrap_or(0.0).round().to_string()
    };
    desk.xdotool(&["mousemove", &at(0), &at(1), "click", "1"]);
}

fn games(state: &Value) -> u64 {
    state["tools"]["rollout"]["rows"][1][2].as_str().and_then(|text| text.parse().ok()).unwrap_or(0)
}

#[test]
fn s39_a_rollout_is_watched_stopped_extended_and_kept() {
    let Some(desk) = desk("rollout", "31", &[]) else { return };
    desk.keys(&["ctrl+h"]);
    desk.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "plays");
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Hint"]);
    press(&desk, "/hint/rollout");
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Rollout"]);
    // Rows change while it runs, and the board window tells of it.
    let state = desk.wait("games", |s| games(s) >= 36);
    let first = games(&state);
    assert_eq!(state["tools"]["rollout"]["page"], "results");
    assert_eq!(state["tools"]["rollout"]["rows"].as_array().map(Vec::len), Some(5));
    assert_eq!(state["tools"]["rollout"]["pause"], "Pause");
    assert!(state["tools"]["background"]["text"].as_str().is_some_and(|text| text.starts_with("Rollout: ")));
    let state = desk.wait("more games", |s| games(s) > first);
    assert!(state["tools"]["rollout"]["plot"].as_str().is_some_and(|text| text.contains('±')));
    desk.screenshot("running");
    press(&desk, "/tools/rollout/spots/pause");
    let state = desk.wait("a pause", |s| s["tools"]["rollout"]["pause"] == "Continue");
    let paused = games(&state);
    assert_eq!(state["tools"]["background"], Value::Null);
    assert!(state["tools"]["rollout"]["progress"].as_str().is_some_and(|text| text.starts_with("Paused")));
    press(&desk, "/tools/rollout/spots/pause");
    desk.wait("more games", |s| games(s) > paused);
    press(&desk, "/tools/rollout/spots/stop");
    let state = desk.wait("the end", |s| s["tools"]["rollout"]["enabled"]["extend"] == true);
    let stopped = games(&state);
    assert!(state["tools"]["rollout"]["progress"].as_str().is_some_and(|text| text.starts_with("Stopped")));
    desk.screenshot("stopped");
    // Closed and opened again it is still there.
    desk.keys(&["Escape"]);
    desk.wait("no rollout window", |s| s["tools"]["rollout"] == Value::Null);
    desk.keys(&["Escape"]);
    desk.wait("the board alone", |s| s["hint"] == Value::Null);
    desk.keys(&["ctrl+alt+r"]);
    let state = desk.wait("the rollout again", |s| s["tools"]["rollout"]["mapped"] == true);
    assert_eq!(games(&state), stopped);
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Rollout"]);
    press(&desk, "/tools/rollout/spots/more");
    desk.keys(&["ctrl+a"]);
    desk.type_text("72");
    press(&desk, "/tools/rollout/spots/extend");
    let state = desk.wait("72 games more", |s| {
        games(s) == stopped + 72 && s["tools"]["rollout"]["enabled"]["extend"] == true
    });
    assert!(state["tools"]["rollout"]["progress"].as_str().is_some_and(|text| text.starts_with("Finished")));
    desk.screenshot("extended");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn databases_are_made_in_sight_and_show_effective_pips() {
    let arguments = ["--test-dice", "31", "--no-animations", WITH_DATABASES];
    let Some(desk) = Desk::start("databases", &arguments) else { return };
    super::begin(&desk);
    // A bearoff: it is known as soon as the databases are there.
    let (x, y) = middle(&desk, "Position ID and match ID");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.keys(&["ctrl+a"]);
    desk.type_text("CgAAEAEAAAAAAA");
    desk.keys(&["Return"]);
    let state = desk.wait("effective pips", |s| {
        s["pips"]
            .as_array()
            .is_some_and(|pips| pips.iter().all(|text| text.as_str().is_some_and(|t| t.contains("EPC"))))
    });
    assert_eq!(state["tools"]["background"], Value::Null);
    desk.keys(&["ctrl+alt+p"]);
    let state = desk.wait("the race window", |s| s["tools"]["race"]["counts"][2].is_array());
    assert_eq!(state["tools"]["race"]["counts"][2], json!(["Effective pips (EPC)", "12.048", "10.662"]));
    assert_eq!(state["tools"]["race"]["counts"][3], json!(["Wastage", "5.048", "5.662"]));
    assert_eq!(state["tools"]["race"]["exact"][3], json!(["Cubeless equity", "+0.3422"]));
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Race"]);
    desk.screenshot("race");
    assert_eq!(desk.complaints(), "");
}
