// SPDX-License-Identifier: GPL-3.0-or-later
//! The tool windows: rollouts, race, theory, statistics, maps; and what goes on in the background.

use super::harness::{State, TestDesktop, WITH_DATABASES};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Two people; quick rollouts of many games; hints without look-ahead.
const SETTINGS: &str = "version = 1\n[automatic]\ngame = false\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
    [player.0]\nseat = \"human\"\n\
    [evaluation.checker.evaluation]\nplies = 0\n[evaluation.cube.evaluation]\nplies = 0\n\
    [analysis.checker.evaluation]\nplies = 0\n[analysis.cube.evaluation]\nplies = 0\n\
    [engine]\nthreads = 1\n[rollout]\ntrials = 1000000\ntruncation.enable = true\ntruncation.plies = 11\n\
    truncation.cubedecision.plies = 0\nplayer.0.cubedecision.plies = 0\nplayer.1.cubedecision.plies = 0\n";

pub(crate) fn desktop(name: &'static str, dice: &str, environment: &[(&str, &str)]) -> Option<TestDesktop> {
    let arguments = ["--test-dice", dice, "--test-seed", "1", "--no-animations"];
    let desktop = TestDesktop::start_set(name, &arguments, environment, SETTINGS)?;
    super::begin(&desktop);
    Some(desktop)
}

/// Clicks what the state dump tells the place of until the state is as expected: a window that has just come up may
/// not take the first click.
#[track_caller]
pub(crate) fn press(desktop: &TestDesktop, pointer: &str, expected: impl Fn(&Value) -> bool) -> State {
    press_at(desktop, pointer, expected).0
}

/// The same, with the moment at which the button was let go.
#[track_caller]
pub(crate) fn press_at(
    desktop: &TestDesktop,
    pointer: &str,
    expected: impl Fn(&Value) -> bool,
) -> (State, Instant) {
    let mut start = Instant::now();
    for _ in 0..5 {
        let state = desktop
            .wait(pointer, |state| expected(state) || state.pointer(pointer).is_some_and(Value::is_array));
        if !expected(&state) {
            let spot = state.pointer(pointer).cloned().unwrap_or_default();
            let factor = state["window"]["scale_factor"].as_f64().unwrap_or(1.0);
            let at = |n: usize| (factor * spot[n].as_f64().unwrap_or(0.0)).round().to_string();
            desktop.xdotool(&["mousemove", &at(0), &at(1), "mousedown", "1"]);
            start = Instant::now();
            desktop.xdotool(&["mouseup", "1"]);
        }
        if let Some(state) = desktop.glimpse(Duration::from_secs(4), &expected) {
            return (state, start);
        }
    }
    (desktop.wait(pointer, expected), start)
}

pub(crate) fn games(state: &Value) -> u64 {
    state["tools"]["rollout"]["rows"][1][2].as_str().and_then(|text| text.parse().ok()).unwrap_or(0)
}

#[test]
fn s39_a_rollout_resumes_after_quitting() {
    let Some(mut desktop) = desktop("rollout-later", "31", &[]) else { return };
    desktop.keys(&["ctrl+h"]);
    desktop.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "plays");
    press(&desktop, "/hint/rollout", |s| s["tools"]["background"]["shown"] == true);
    open(&desktop, "alt+shift+r", "rollout", "Rollout");
    let state = desktop.wait("games", |s| games(s) >= 36);
    let before = games(&state);
    desktop.focus_main();
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    desktop.launch_again();
    let waits = |s: &Value| {
        s["tools"]["background"]["text"].as_str().is_some_and(|text| text.starts_with("Paused rollout: "))
    };
    desktop.wait("what waits", |s| waits(s) && s["tools"]["background"]["shown"] == true);
    desktop.screenshot("39-waiting");
    // The match comes back, and the rollout with its games.
    let (x, y) = super::reader::middle(&desktop, "Restore");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the match", |s| s["match"]["phase"] == "play" && s["window"]["recovery"] == false);
    press(&desktop, "/tools/background/spots/continue", |s| !waits(s));
    desktop.focus_main();
    open(&desktop, "alt+shift+r", "rollout", "Rollout");
    let state = desktop.wait("more games", |s| games(s) > before);
    assert_eq!(state["tools"]["rollout"]["pause"], "Pause");
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Rollout"]);
    // Paused it waits, too; stopped it does not.
    press(&desktop, "/tools/rollout/spots/pause", |s| s["tools"]["rollout"]["pause"] == "Continue");
    press(&desktop, "/tools/rollout/spots/stop", |s| {
        s["tools"]["rollout"]["progress"].as_str().is_some_and(|text| text.starts_with("Stopped"))
    });
    // What was found is part of the match now, which is unsaved.
    super::files::close_without_saving(&mut desktop);
    desktop.launch_again();
    let state = desktop.wait("the offered match", |s| s["window"]["recovery"] == true);
    assert!(!waits(&state), "{}", state["tools"]["background"]);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn databases_are_generated_and_show_effective_pips() {
    let arguments = ["--test-dice", "31", "--no-animations", WITH_DATABASES];
    let Some(desktop) = TestDesktop::start("databases", &arguments) else { return };
    desktop.wait("the databases", |s| {
        let told = s["tools"]["background"]["text"].as_str();
        told.is_some_and(|text| text.starts_with("Generating bearoff databases: "))
    });
    super::begin(&desktop);
    // A bearoff: it is known as soon as the databases are there.
    super::set_id(&desktop, "CgAAEAEAAAAAAA");
    desktop.wait("effective pips", |s| {
        s["pips"]
            .as_array()
            .is_some_and(|pips| pips.iter().all(|text| text.as_str().is_some_and(|t| t.contains("EPC"))))
    });
    desktop.wait("the end of the work", |s| s["tools"]["background"]["shown"] == false);
    open(&desktop, "alt+shift+p", "race", "Race");
    let state = desktop.wait("the race window", |s| s["tools"]["race"]["counts"][2].is_array());
    assert_eq!(state["tools"]["race"]["counts"][2], json!(["Effective pips (EPC)", "12.048", "10.662"]));
    assert_eq!(state["tools"]["race"]["counts"][3], json!(["Wastage", "5.048", "5.662"]));
    assert_eq!(state["tools"]["race"]["exact"][3], json!(["Cubeless equity", "+0.3422"]));
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Race"]);
    desktop.screenshot("race");
    screenshot_small(&desktop, "Race", "race-small");
    assert_eq!(desktop.complaints(), "");
}

/// Opens a tool by its keys and waits for its window. The board's window may not have the keyboard back at once.
pub(crate) fn open(desktop: &TestDesktop, keys: &str, name: &str, title: &str) {
    for _ in 0..5 {
        desktop.keys(&[keys]);
        if desktop.glimpse(Duration::from_secs(5), |s| s["tools"][name].is_object()).is_some() {
            break;
        }
    }
    desktop.wait(name, |s| s["tools"][name].is_object());
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", title]);
}

/// Keeps a picture of a window that has been made as small as on a little screen.
pub(crate) fn screenshot_small(desktop: &TestDesktop, title: &str, what: &str) {
    let size = ["windowsize", "640", "480"];
    desktop.xdotool(&[&["search", "--onlyvisible", "--name", title], &size[..]].concat());
    desktop.screenshot(what);
}

/// Closes the window on top by Escape, until `is_closed`. It may not have the keyboard at once.
pub(crate) fn dismiss(desktop: &TestDesktop, is_closed: impl Fn(&Value) -> bool) {
    for _ in 0..5 {
        desktop.keys(&["Escape"]);
        if desktop.glimpse(Duration::from_secs(5), &is_closed).is_some() {
            return;
        }
    }
    desktop.wait("a closed window", is_closed);
}

pub(crate) fn close(desktop: &TestDesktop, name: &str) {
    dismiss(desktop, |s| s["tools"][name] == Value::Null);
}

#[test]
fn a_cube_decision_is_rolled_out_and_mapped() {
    let Some(desktop) = desktop("cube", "31", &[("ADW_DEBUG_COLOR_SCHEME", "prefer-dark")]) else { return };
    // The manual's example, before the roll.
    super::set_id(&desktop, "4HPMwQCMz+AIIQ");
    desktop.wait("the position", |s| s["match"]["phase"] == "roll");
    for _ in 0..5 {
        desktop.keys(&["ctrl+h"]);
        if desktop.glimpse(Duration::from_secs(5), |s| s["hint"]["page"] == "cube").is_some() {
            break;
        }
    }
    desktop.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "cube");
    press(&desktop, "/hint/rollout", |s| s["tools"]["background"]["shown"] == true);
    open(&desktop, "alt+shift+r", "rollout", "Rollout");
    desktop.wait("games", |s| games(s) >= 12);
    let state =
        press(&desktop, "/tools/rollout/spots/stop", |s| s["tools"]["rollout"]["enabled"]["extend"] == true);
    let rollout = &state["tools"]["rollout"];
    assert_eq!(rollout["cube"].as_array().map(Vec::len), Some(4));
    assert!(rollout["verdict"].as_str().is_some_and(|text| text.starts_with("Proper cube action: ")));
    assert_eq!(rollout["rows"][1][1], "No double");
    desktop.screenshot("rollout");
    close(&desktop, "rollout");
    dismiss(&desktop, |s| s["hint"] == Value::Null);
    open(&desktop, "alt+shift+s", "score-map", "Score map");
    let state = desktop.wait("the scores", |s| s["tools"]["score-map"]["running"] == false);
    let map = &state["tools"]["score-map"];
    assert_eq!(map["rows"].as_array().map(Vec::len), Some(8), "{map}");
    let known = ["ND", "D/T", "D/P", "TG", "–"];
    assert!(map["rows"][7][7].as_str().is_some_and(|text| known.contains(&text)), "{map}");
    desktop.screenshot("scores");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn a_map_without_cube_decisions_says_why() {
    let settings =
        SETTINGS.replace("game = false\n", "game = false\nroll = false\n") + "[match]\nlength = 1\n";
    let arguments = ["--test-dice", "31", "--test-seed", "1", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("no-cube", &arguments, &[], &settings) else { return };
    super::begin(&desktop);
    desktop.type_text("8/5 6/5");
    desktop.wait("the line", |s| s["window"]["focus"] == "GtkText");
    desktop.keys(&["Return"]);
    desktop.wait("the other turn", |s| s["match"]["phase"] == "roll");
    open(&desktop, "alt+shift+s", "score-map", "Score map");
    let state = desktop.wait("the scores", |s| s["tools"]["score-map"]["running"] == false);
    let map = &state["tools"]["score-map"];
    assert_eq!(map["rows"][1][1], "–", "{map}");
    assert_eq!(map["rows"].as_array().map(Vec::len), Some(8), "longer matches are shown, too: {map}");
    let cursor = "1-away, 1-away: –\nNo cube action is possible at this score";
    assert_eq!(map["cursor"], cursor);
    desktop.screenshot("scores");
    assert_eq!(desktop.complaints(), "");
}

/// The theme and size a window is looked at in.
pub(crate) const LOOKS: [(&str, &[(&str, &str)]); 2] =
    [("light", &[]), ("dark", &[("ADW_DEBUG_COLOR_SCHEME", "prefer-dark")])];

#[test]
fn theory_and_equity_table_follow_the_match() {
    for (look, environment) in LOOKS {
        let Some(desktop) = desktop("theory", "31", environment) else { return };
        open(&desktop, "alt+shift+w", "theory", "Cube theory");
        let state = desktop.wait("points", |s| s["tools"]["theory"]["sides"][0][1].is_array());
        let theory = &state["tools"]["theory"];
        assert_eq!(theory["subtitle"], "7-away against 7-away, cube 1");
        assert_eq!(theory["sides"][0][0][1], "Dead cube");
        assert!(theory["zones"][0].as_str().is_some_and(|text| text.starts_with("Light. Dead cube: 0.00%")));
        desktop.screenshot(&format!("theory-{look}"));
        if look == "dark" {
            screenshot_small(&desktop, "Cube theory", "theory-small");
        }
        // The first field reached by Tab turns money on.
        close(&desktop, "theory");
        open(&desktop, "alt+shift+e", "equity-table", "Match equity table");
        let state = desktop.wait("the table", |s| s["tools"]["equity-table"]["size"] == json!([7, 7]));
        let table = &state["tools"]["equity-table"];
        assert_eq!(table["name"], "Kazaross XG2 25 point MET");
        assert_eq!(table["rows"][1][1], "50.00");
        assert_eq!(table["rows"][1][2], "67.74");
        assert_eq!(table["marked"], json!(["50.00"]));
        desktop.screenshot(&format!("table-{look}"));
        if look == "dark" {
            screenshot_small(&desktop, "Match equity table", "table-small");
        }
        close(&desktop, "equity-table");
        assert_eq!(desktop.complaints(), "");
    }
}

/// From another depth a hint goes back to that of the settings, which are a click away.
#[test]
fn a_hint_goes_back_to_the_settings() {
    let Some(desktop) = desktop("eval", "31", &[]) else { return };
    desktop.keys(&["ctrl+h"]);
    let is_deep = |s: &Value| {
        let kind = s["hint"]["rows"][0]["kind"].as_str().unwrap_or_default();
        (s["hint"]["final"] == true).then(|| kind.contains("1-ply"))
    };
    desktop.wait("the hint", |s| is_deep(s) == Some(false));
    press(&desktop, "/hint/ahead/1", |s| is_deep(s) == Some(true));
    desktop.screenshot("ahead");
    press(&desktop, "/hint/more", |s| s["window"]["focused"] == "hint-evaluate");
    desktop.keys(&["space"]);
    desktop.wait("the depth of the settings", |s| {
        is_deep(s) == Some(false) && s["window"]["focused"] != "hint-evaluate"
    });
    press(&desktop, "/hint/more", |s| s["window"]["focused"] == "hint-evaluate");
    desktop.keys(&["Tab", "space"]);
    desktop.wait("the settings", |s| s["preferences"]["page"] == "evaluation");
    assert_eq!(desktop.complaints(), "");
}

/// With a level that rolls out, a hint refines to the rollout without being asked again.
#[test]
fn a_hint_rolls_out_by_the_level_of_the_preferences() {
    let Some(desktop) = desktop("roller", "43", &[]) else { return };
    super::preferences::open(&desktop);
    super::preferences::show(&desktop, "evaluation");
    let (x, y) = super::reader::middle(&desktop, "Level");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    super::reader::hears(&desktop, "Roller++");
    // The last of the list is no level.
    desktop.keys(&["End", "Up", "Up", "Up"]);
    desktop.screenshot("levels");
    desktop.keys(&["Return"]);
    desktop.wait("the level", |_| {
        std::fs::read_to_string(desktop.settings()).is_ok_and(|text| text.contains("method = \"rollout\""))
    });
    desktop.screenshot("level");
    desktop.keys(&["Escape"]);
    desktop.wait("no preferences", |s| s["preferences"] == Value::Null);
    desktop.focus_main();
    desktop.keys(&["ctrl+h"]);
    let state = desktop.wait("the hint", |s| s["hint"]["final"] == true);
    let kinds: Vec<&str> = state["hint"]["rows"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|row| row["kind"].as_str())
        .collect();
    assert!(kinds[..2].iter().all(|kind| kind.starts_with("Roller (")), "{kinds:?}");
    assert!(kinds.iter().any(|kind| kind.contains("0-ply")), "{kinds:?}");
    desktop.screenshot("rolled");
    assert_eq!(desktop.complaints(), "");
}

/// The hint tells what sets a play apart from the best one, and rolls out in the ways of the rollout window.
#[test]
fn a_hint_explains_and_rolls_out_by_levels() {
    for (look, environment) in LOOKS {
        let Some(desktop) = desktop("explain", "31", environment) else { return };
        desktop.keys(&["ctrl+h"]);
        desktop
            .wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["explanation"]["spot"].is_array());
        // In short below the list, without a click.
        let why = desktop.state()["hint"]["why"].clone();
        assert_eq!(why[0], "Why 8/5 6/5");
        assert!(why[1].as_str().is_some_and(|text| text.contains("8/5 6/5")), "{why}");
        let state = press(&desktop, "/hint/explanation/spot", |s| s["hint"]["explanation"]["open"] == true);
        let explained = &state["hint"]["explanation"];
        let heading = explained["heading"].as_str().unwrap_or_default();
        assert!(
            heading.starts_with("8/5 6/5 is 0.") && heading.ends_with("the second-best play."),
            "{heading}"
        );
        let rows = explained["rows"].as_array().cloned().unwrap_or_default();
        let row = |name: &str| rows.iter().find(|row| row[0] == name).cloned();
        assert_eq!(row("Points made").map(|row| row[1].clone()), Some(json!("5")), "{rows:?}");
        assert!(row("Wins").is_some() && row("Blots").is_some_and(|row| row[1] == "0"), "{rows:?}");
        desktop.screenshot(&format!("popover-{look}"));
        // Escape closes it and leaves the hint.
        desktop.keys(&["Escape"]);
        desktop.wait("the hint alone", |s| {
            s["hint"]["explanation"]["open"] == false && s["hint"]["final"] == true
        });
        // The menu opens with its first entry chosen; the second is a quick kind of rollout.
        let levels = desktop.state()["hint"]["levels"].clone();
        let at = |n: usize| levels[n].as_f64().expect("a button").round().to_string();
        desktop.xdotool(&["mousemove", &at(0), &at(1), "click", "1"]);
        super::reader::hears(&desktop, "Roller (72 games, truncated)");
        desktop.screenshot(&format!("levels-{look}"));
        desktop.xdotool(&["key", "Down", "key", "Return"]);
        desktop.wait("the rollout", |s| s["hint"]["rows"][0]["kind"] == "Roller (72)");
        assert_eq!(desktop.complaints(), "");
    }
}

/// Where one has to guess first, a hint shows its plays once there is a play on the board, and that one is selected.
#[test]
fn a_hint_waits_for_a_guess() {
    for (look, environment) in LOOKS {
        let settings = format!("{SETTINGS}[window]\nguess-first = true\n");
        let arguments = ["--test-dice", "31", "--test-seed", "1", "--no-animations"];
        let Some(desktop) = TestDesktop::start_set("guess", &arguments, environment, &settings) else {
            return;
        };
        super::begin(&desktop);
        desktop.keys(&["ctrl+h"]);
        let state = desktop.wait("the hint", |s| s["hint"]["final"] == true);
        assert_eq!(state["hint"]["page"], "guess");
        super::reader::hears(&desktop, "Show the plays without making one first");
        desktop.screenshot(&format!("hidden-{look}"));
        desktop.click(desktop.checker(12), 1);
        let state = desktop.wait("a step", |s| s["controller"]["turn"]["steps"] == 1);
        assert_eq!(state["hint"]["page"], "guess");
        desktop.click(desktop.checker(1), 3);
        desktop.wait("the plays", |s| {
            s["controller"]["turn"]["complete"] == true && s["hint"]["page"] == "plays"
        });
        desktop.screenshot(&format!("shown-{look}"));
        // In short below the list, without a click.
        let why = desktop.state()["hint"]["why"].clone();
        assert_eq!(why[0], "Why 8/5 6/5");
        assert!(why[1].as_str().is_some_and(|text| text.contains("8/5 6/5")), "{why}");
        let state = press(&desktop, "/hint/explanation/spot", |s| s["hint"]["explanation"]["open"] == true);
        let heading = state["hint"]["explanation"]["heading"].as_str().unwrap_or_default();
        assert!(heading.starts_with("24/23 13/10 is 0.") && heading.ends_with("the best play."), "{heading}");
        desktop.screenshot(&format!("explained-{look}"));
        assert_eq!(desktop.complaints(), "");
    }
}

/// The map of a cube decision: after a double and a take from the hint, without a double by the usual keys.
#[test]
fn a_cube_decision_has_a_map_for_each_side() {
    for (look, environment) in LOOKS {
        let Some(desktop) = desktop("cubemap", "31", environment) else { return };
        super::set_id(&desktop, "4HPMwQCMz+AIIQ");
        desktop.wait("the position", |s| s["match"]["phase"] == "roll");
        desktop.keys(&["ctrl+h"]);
        desktop.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "cube");
        desktop.screenshot(&format!("hint-{look}"));
        press(&desktop, "/hint/more", |s| s["window"]["focused"] == "hint-evaluate");
        // The pointer must not choose an entry of the menu.
        desktop.xdotool(&["mousemove", "5", "5"]);
        // The menu of the maps opens with its first entry chosen.
        desktop.keys(&["Tab", "Tab", "space", "Down", "Down", "Return"]);
        desktop.wait("the map", |s| s["tools"]["temperature-map"].is_object());
        desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Temperature map"]);
        let done = |s: &Value, cube: u32| {
            let map = &s["tools"]["temperature-map"];
            map["running"] == false && map["cube"] == json!([true, cube])
        };
        let state = desktop.wait("the rolls after a double", |s| done(s, 1));
        let doubled = state["tools"]["temperature-map"].clone();
        assert!(doubled["subtitle"].as_str().is_some_and(|text| text.ends_with("Double, take")), "{doubled}");
        desktop.screenshot(&format!("doubled-{look}"));
        if look == "dark" {
            screenshot_small(&desktop, "Temperature map", "small");
        }
        desktop.focus_main();
        desktop.keys(&["alt+shift+t"]);
        let state = desktop.wait("the rolls without a double", |s| done(s, 0));
        let plain = &state["tools"]["temperature-map"];
        assert_ne!(plain["average"], doubled["average"]);
        assert_ne!(plain["rows"], doubled["rows"]);
        // Both have one scale of colors: what lies between the worst and the best of either.
        let heat = |map: &Value, n: usize| map["heat"][n].as_f64().unwrap_or(f64::NAN);
        let ends = |n: usize| [heat(plain, n), heat(&doubled, n)];
        assert!(ends(0).contains(&0.0) && ends(1).contains(&1.0), "{:?} {:?}", ends(0), ends(1));
        assert_ne!(ends(0), [0.0; 2], "the best after a double and a take is better");
        // The averages are about what the hint says of both sides.
        let number = |text: &Value| {
            let text = text.as_str().unwrap_or_default().trim_start_matches("Average ");
            text.replace('−', "-").parse::<f64>().unwrap_or(f64::NAN)
        };
        let rows = state["hint"]["cube"].as_array().cloned().unwrap_or_default();
        for (name, map) in [("No double", plain), ("Double, take", &doubled)] {
            let row = rows.iter().find(|row| row[0] == name).expect("a side of the decision");
            let (hint, map) = (number(&row[1]), number(&map["average"]));
            assert!((hint - map).abs() < 0.15, "{name}: {hint} and {map}");
        }
        assert_eq!(desktop.complaints(), "");
    }
}

#[test]
fn maps_show_rolls_and_scores() {
    for (look, environment) in LOOKS {
        let Some(desktop) = desktop("maps", "31", environment) else { return };
        open(&desktop, "alt+shift+t", "temperature-map", "Temperature map");
        let state = desktop.wait("the rolls", |s| s["tools"]["temperature-map"]["running"] == false);
        let map = &state["tools"]["temperature-map"];
        assert!(map["rows"][3][1].as_str().is_some_and(|text| text.ends_with("8/5 6/5")), "{map}");
        assert!(map["average"].as_str().is_some_and(|text| text.starts_with("Average ")));
        desktop.screenshot(&format!("temperature-{look}"));
        if look == "dark" {
            screenshot_small(&desktop, "Temperature map", "temperature-small");
        }
        close(&desktop, "temperature-map");
        open(&desktop, "alt+shift+d", "roll-distribution", "Distribution of rolls");
        let complete =
            |s: &Value| s["tools"]["roll-distribution"]["rows"].as_array().map(Vec::len) == Some(21);
        let state = desktop.wait("the rolls", complete);
        let rows = state["tools"]["roll-distribution"]["rows"].clone();
        let value = |row: &Value| {
            row[2].as_str().and_then(|text| text.replace('−', "-").parse::<f64>().ok()).unwrap_or(f64::NAN)
        };
        assert!(value(&rows[0]) > value(&rows[20]), "{rows}");
        desktop.screenshot(&format!("rolls-{look}"));
        if look == "dark" {
            screenshot_small(&desktop, "Distribution of rolls", "rolls-small");
        }
        close(&desktop, "roll-distribution");
        open(&desktop, "alt+shift+s", "score-map", "Score map");
        let state = desktop.wait("the scores", |s| s["tools"]["score-map"]["running"] == false);
        let map = &state["tools"]["score-map"];
        assert_eq!(map["rows"].as_array().map(Vec::len), Some(9), "{map}");
        assert_eq!(map["rows"][8][8], "8/5 6/5");
        assert_eq!(map["cursor"].as_str().and_then(|text| text.split(':').next()), Some("7-away, 7-away"));
        assert_eq!(map["money"], "For money: 8/5 6/5");
        desktop.screenshot(&format!("scores-{look}"));
        if look == "dark" {
            screenshot_small(&desktop, "Score map", "scores-small");
        }
        close(&desktop, "score-map");
        assert_eq!(desktop.complaints(), "");
    }
}

#[test]
fn statistics_are_shown_with_plots() {
    for (look, environment) in LOOKS {
        let Some(path) = super::files::sample("mat/gnubg-s05.mat") else { return };
        let path = path.to_string_lossy().into_owned();
        let arguments = ["--test-seed", "1", "--no-animations", &path];
        let Some(desktop) = TestDesktop::start_set("statistics", &arguments, environment, SETTINGS) else {
            return;
        };
        desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
        open(&desktop, "ctrl+i", "statistics", "Statistics");
        desktop.wait("the summary", |s| {
            s["tools"]["statistics"]["page"] == "summary" && s["tools"]["statistics"]["summary"].is_array()
        });
        press(&desktop, "/tools/statistics/spots/figures", |s| s["tools"]["statistics"]["page"] == "figures");
        let state = desktop.wait("the figures", |s| s["tools"]["statistics"]["rows"].is_array());
        let statistics = &state["tools"]["statistics"];
        assert_eq!(statistics["analyzed"], false);
        assert_eq!(statistics["rows"][0][0], "Total moves");
        press(&desktop, "/tools/statistics/spots/analyze", |s| s["tools"]["statistics"]["analyzed"] == true);
        desktop.wait("ratings", |s| {
            let rows = s["tools"]["statistics"]["rows"].as_array();
            let rating = rows.and_then(|rows| rows.iter().find(|row| row[0] == "Overall rating"));
            let is_rated = rating.is_some_and(|row| row[1] != "n/a" && row[2] != "n/a");
            s["analysis"]["running"] == 0 && is_rated
        });
        desktop.screenshot(&format!("figures-{look}"));
        for (page, told) in [("course", ""), ("errors", "Contact"), ("luck", "")] {
            press(&desktop, &format!("/tools/statistics/spots/{page}"), |s| {
                s["tools"]["statistics"]["page"] == page
            });
            desktop.wait("a plot", |s| {
                let plot = s["tools"]["statistics"]["plot"].as_str();
                plot.is_some_and(|text| text.contains(told) && text != "Nothing has been analyzed")
            });
            desktop.screenshot(&format!("{page}-{look}"));
        }
        close(&desktop, "statistics");
        assert_eq!(desktop.complaints(), "");
    }
}

/// The race window counts the rolls that hit each blot.
#[test]
fn shots_are_counted() {
    for (look, environment) in LOOKS {
        let Some(desktop) = desktop("shots", "31", environment) else { return };
        // Two blots six points apart: seventeen rolls of either side hit.
        super::set_id(&desktop, "XGID=-B----------------a-----A-:0:0:1:00:0:0:0:0:10");
        desktop.wait("the position", |s| s["match"]["phase"] == "roll" && s["match"]["length"] == 0);
        open(&desktop, "alt+shift+p", "race", "Race");
        let state = desktop
            .wait("shots", |s| s["tools"]["race"]["shots"].as_array().is_some_and(|rows| rows.len() > 1));
        let rows =
            json!([["Blot", "Rolls that hit it, of 36"], ["Light: 7-point", "17"], ["Dark: 24-point", "17"]]);
        assert_eq!(state["tools"]["race"]["shots"], rows);
        desktop.screenshot(&format!("race-{look}"));
        assert_eq!(desktop.complaints(), "");
    }
}

/// The speed is measured on request, shown beside the last measurement and kept; a measurement can be stopped.
#[test]
fn the_speed_of_evaluations_is_measured() {
    for (look, environment) in LOOKS {
        let Some(desktop) = desktop("speed", "31", environment) else { return };
        open(&desktop, "alt+shift+v", "speed", "Evaluation speed");
        let row = |s: &Value, n: usize, column: usize| s["tools"]["speed"]["rows"][n][column].clone();
        let known = |s: &Value| s["tools"]["speed"]["running"] == false && row(s, 1, 1) != "–";
        assert_eq!(row(&desktop.state(), 1, 2), "–", "nothing was measured before");
        press(&desktop, "/tools/speed/start", |s| s["tools"]["speed"]["running"] == true || known(s));
        let state = desktop.wait("a speed", known);
        let first = row(&state, 1, 1);
        desktop.screenshot(&format!("speed-{look}"));
        press(&desktop, "/tools/speed/start", |s| row(s, 1, 2) == first);
        desktop.wait("the next one", known);
        assert_eq!(desktop.complaints(), "");
    }
}
