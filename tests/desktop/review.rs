// SPDX-License-Identifier: GPL-3.0-or-later
//! Going through a match: record, analysis, marks, typed commands.

use super::files::sample;
use super::harness::{State, TestDesktop, WITH_OPENGL};
use serde_json::{Value, json};
use std::time::Duration;

/// A desktop that shows a sample match at its start.
fn reviewing(name: &'static str, file: &str) -> Option<TestDesktop> {
    let path = sample(file)?.to_string_lossy().into_owned();
    let desktop = TestDesktop::start(name, &["--no-animations", "--test-seed", "1", &path])?;
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    Some(desktop)
}

fn current(state: &Value) -> Value {
    state["panels"]["record"]["current"].clone()
}

#[test]
fn a_match_is_reviewed_by_keys_and_pointer() {
    let Some(desktop) = reviewing("steps", "mat/gnubg-s05.mat") else { return };
    desktop.keys(&["ctrl+shift+Page_Up", "ctrl+shift+Page_Up", "ctrl+shift+Page_Up"]);
    desktop.wait("the first game", |s| current(s) == json!([0, 0]));
    desktop.keys(&["Page_Down"]);
    let state = desktop.wait("the second decision", |s| current(s) == json!([0, 1]));
    assert_eq!(state["reviewing"], true);
    assert_eq!(state["window"]["buttons"][0], "Next");
    assert_eq!(state["window"]["buttons"][2], "Play here");
    desktop.screenshot("35-second");
    desktop.keys(&["Page_Up"]);
    desktop.wait("the first decision", |s| current(s) == json!([0, 0]));
    desktop.keys(&["End"]);
    desktop.wait("the end of the game", |s| current(s).is_null());
    desktop.keys(&["Home"]);
    desktop.wait("the start of the game", |s| current(s) == json!([0, 0]));
    // A click in the record goes there.
    let text = desktop.state()["panels"]["record"]["rows"][3][1].as_str().expect("a play").to_owned();
    let (x, y) = super::reader::middle(&desktop, &text);
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = desktop.wait("a later decision", |s| current(s)[1].as_u64() > Some(3));
    assert_eq!(state["board"]["dice"]["faces"].as_array().map(Vec::len), Some(2));
    // Nothing is played by accident; playing on asks first.
    desktop.click(desktop.checker(6), 1);
    assert_eq!(desktop.state()["match"]["position_id"], state["match"]["position_id"]);
    desktop.keys(&["ctrl+shift+Page_Down"]);
    desktop.wait("the next game", |s| current(s)[0] == 1);
    desktop.screenshot("35-next-game");
    assert_eq!(desktop.complaints(), "");
}

/// The record follows steps through it, but stays where it was scrolled when only what was found changes.
#[test]
fn the_record_stays_where_it_was_scrolled() {
    let Some(desktop) = reviewing("scrolled", "mat/gnubg-s06.mat") else { return };
    desktop.keys(&["ctrl+shift+Page_Up"; 12]);
    let state = desktop.wait("the first game", |s| current(s) == json!([0, 0]));
    let scrolled = |s: &Value| s["panels"]["record"]["scrolled"].as_f64().expect("pixels");
    assert!(scrolled(&state) < 1.0);
    let [x, y] =
        [0, 1].map(|n| state["panels"]["record"]["spot"][n].as_f64().expect("a place").round().to_string());
    // The first turns of a wheel may come before the program knows where the pointer is.
    for _ in 0..5 {
        desktop.xdotool(&["mousemove", &x, &y, "click", "--repeat", "3", "5"]);
        if desktop.glimpse(Duration::from_secs(3), |s| scrolled(s) > 20.0).is_some() {
            break;
        }
    }
    desktop.wait("a scrolled record", |s| scrolled(s) > 20.0);
    desktop.keys(&["ctrl+F5"]);
    let state = desktop
        .wait("an analysis", |s| s["panels"]["messages"].to_string().contains("The analysis is finished"));
    let there = scrolled(&state);
    assert!(there > 20.0, "the record went back to {there}");
    // A step goes back to the line it is at; the next one tells where that was.
    desktop.keys(&["Page_Down"]);
    desktop.wait("the second decision", |s| current(s) == json!([0, 1]));
    desktop.glimpse(Duration::from_millis(300), |_| false);
    desktop.keys(&["Page_Down"]);
    desktop.wait("the third decision", |s| current(s) == json!([0, 2]) && scrolled(s) < there);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn playing_differently_keeps_a_variation() {
    let Some(desktop) = reviewing("lines", "mat/gnubg-s05.mat") else { return };
    desktop.keys(&["ctrl+shift+Page_Up", "ctrl+shift+Page_Up", "ctrl+shift+Page_Up"]);
    desktop.wait("the first game", |s| current(s) == json!([0, 0]));
    desktop.keys(&["Page_Down"]);
    let before = desktop.wait("the second decision", |s| current(s) == json!([0, 1]));
    assert_eq!(before["panels"]["record"]["lines"]["texts"], json!([]));
    let (x, y) = super::reader::middle(&desktop, "Play here");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    super::files::dialog(&desktop, "play-from-here");
    desktop.keys(&["Return"]);
    desktop.wait("the board", |s| s["files"]["dialog"].is_null() && s["controller"]["turn"]["play"] == "");
    // Any play of one step after the other, as it comes.
    super::matches::play_turn(&desktop, &desktop.state());
    let lines = |s: &Value| s["panels"]["record"]["lines"]["texts"].as_array().map_or(0, Vec::len);
    let state = desktop.wait("another line", |s| lines(s) == 1 && entries(s).len() < entries(&before).len());
    println!("{}", state["panels"]["record"]["lines"]["texts"]);
    desktop.screenshot("kept");
    super::tools::press(&desktop, "/panels/record/lines/spot", |s| s["window"]["focus"] == "GtkModelButton");
    desktop.screenshot("menu");
    desktop.keys(&["Return"]);
    let new = entries(&state);
    let state = desktop.wait("the old line", |s| entries(s) == entries(&before));
    assert_eq!(lines(&state), 1, "the new one is at hand now");
    // Without a window manager nobody gives the keyboard back after a menu.
    desktop.focus_main();
    desktop.keys(&["ctrl+z"]);
    desktop.wait("the new line", |s| entries(s) == new);
    assert_eq!(desktop.complaints(), "");
}

/// Waits until no analysis runs and the last one has told its end.
fn analyzed(desktop: &TestDesktop, text: &str) -> State {
    desktop.wait(text, |s| s["analysis"]["running"] == 0 && s["window"]["message"] == text)
}

/// Two people, and analysis that does not look ahead.
const STATIC: &str = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
    [analysis.checker.evaluation]\nplies = 0\n[analysis.cube.evaluation]\nplies = 0\n\
    [window]\ninstant-evaluation = false\n";

/// A match between people who make errors: good players' matches may have none for our nets.
const ERRORS: &str = "mat/baR-U643iUDpvzTC.mat";

#[test]
fn s38_a_match_is_analyzed_and_marked() {
    let Some(path) = sample(ERRORS) else { return };
    let path = path.to_string_lossy().into_owned();
    // A window that is too low for all plays of the first decision.
    let settings = format!("{STATIC}[window.place.main]\nwidth = 990\nheight = 640\n");
    let Some(desktop) = TestDesktop::start_set("analyze", &["--no-animations", &path], &[], &settings) else {
        return;
    };
    let state = desktop.wait("the match", |s| {
        let is_there = s["match"]["length"].is_u64() && s["panels"]["revealed"] == true;
        is_there && s["panels"]["analysis"]["page"] == "nothing"
    });
    assert_eq!(state["unsaved"], false);
    // One decision first.
    desktop.keys(&["F5"]);
    let state = desktop.wait("the analysis of the decision", |s| {
        let analysis = &s["panels"]["analysis"];
        analysis["page"] == "plays" && analysis["plays"].as_array().is_some_and(|plays| plays.len() > 3)
    });
    assert!(state["panels"]["analysis"]["played"].is_u64());
    assert_eq!(state["unsaved"], true);
    // A play of the list is chosen for a rollout, and no longer.
    // The play stands in the first column.
    let play = |s: &Value, n: usize| {
        let cells = s["panels"]["analysis"]["plays"][n].as_array().cloned().unwrap_or_default();
        cells.first().and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let third = |s: &Value| play(s, 2);
    let press = |name: &str| {
        let (x, y) = super::reader::middle(&desktop, name);
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    };
    press(&third(&state));
    // The button stands among the rarer ones.
    let press_choose = || {
        press("More for the analysis");
        desktop.wait("the other controls", |s| s["window"]["focus"] == "GtkToggleButton");
        desktop.keys(&["Tab", "Tab", "Tab", "Tab", "space"]);
        desktop.keys(&["Escape"]);
    };
    press_choose();
    let state = desktop.wait("a chosen play", |s| third(s).ends_with('⚑'));
    let first = play(&state, 0);
    assert!(!first.ends_with('⚑'), "{first}");
    desktop.screenshot("38-chosen");
    // What the pointer rests on tells its name once more, in a window of its own.
    desktop.xdotool(&["mousemove", "300", "300"]);
    desktop.glimpse(Duration::from_millis(700), |_| false);
    press_choose();
    let state = desktop.wait("no chosen play", |s| !third(s).ends_with('⚑'));
    super::reader::hears(&desktop, "Analyze the match or session");
    // The list is scrolled and stays so; at another decision its best play is seen again.
    let (x, y) = super::reader::middle(&desktop, &third(&state));
    desktop.xdotool(&["mousemove", &x, &y, "click", "--repeat", "3", "5"]);
    // Then all of it: marks come, and the next marked decision is found.
    desktop.keys(&["shift+F5"]);
    let marked = |s: &Value| s["panels"]["record"]["rows"].to_string().contains('?');
    let state = desktop.wait("marks", |s| marked(s) && s["analysis"]["running"] == 0);
    assert_eq!(state["panels"]["analysis"]["at_top"], false);
    let start = current(&state);
    desktop.keys(&["alt+Page_Down"]);
    let state = desktop.wait("a marked decision", |s| {
        let panel = &s["panels"]["analysis"];
        current(s) != start && panel["at_top"] == true
    });
    let panel = &state["panels"]["analysis"];
    let marks = format!("{} {}", panel["play"][1], panel["cube"][1]);
    assert!(["bad", "doubtful"].iter().any(|mark| marks.contains(mark)), "{marks}");
    desktop.screenshot("38-marked");
    // A mark by hand, and back by Undo.
    let play = state["panels"]["analysis"]["play"][1].clone();
    let (x, y) = super::reader::middle(&desktop, "Mark of the play");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.keys(&["End", "Return"]);
    desktop.wait("a mark by hand", |s| {
        s["panels"]["analysis"]["play"][1] == "very bad" && s["window"]["focus"] == "GtkToggleButton"
    });
    desktop.keys(&["ctrl+z"]);
    desktop.wait("the old mark", |s| s["panels"]["analysis"]["play"][1] == play);
    assert_eq!(desktop.complaints(), "");
}

/// The entries of the game shown, as the session has them; lists of widgets have only the rows near sight.
fn entries(state: &Value) -> Vec<String> {
    let entries = state["entries"].as_array().cloned().unwrap_or_default();
    entries.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Texts of the record that are shown, with the numbers of their lines left out.
pub(crate) fn shown(state: &Value) -> Vec<String> {
    let rows = state["panels"]["record"]["rows"].as_array().cloned().unwrap_or_default();
    let cells = rows.into_iter().flat_map(|row| row.as_array().cloned().unwrap_or_default());
    cells.filter_map(|cell| cell.as_str().map(str::to_owned)).collect()
}

#[test]
fn a_filter_finds_errors_and_the_course_leads_to_them() {
    let settings =
        format!("{STATIC}[rollout]\ntrials = 36\ntruncation.enable = true\ntruncation.plies = 3\n");
    for (look, environment) in super::tools::LOOKS {
        let Some(path) = sample(ERRORS) else { return };
        let path = path.to_string_lossy().into_owned();
        let arguments = ["--no-animations", "--test-seed", "1", &path];
        let Some(desktop) = TestDesktop::start_set("filter", &arguments, environment, &settings) else {
            return;
        };
        desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
        desktop.keys(&["shift+F5"]);
        let drawn = |s: &Value| s["panels"]["record"]["course"]["errors"].as_u64() > Some(0);
        let state =
            desktop.wait("the course", |s| drawn(s) && s["window"]["message"] == "The analysis is finished");
        let n_game = entries(&state).len();
        let some = |s: &Value| {
            let texts = shown(s);
            !texts.is_empty() && texts.iter().all(|text| text.contains('?'))
        };
        super::tools::press(&desktop, "/panels/record/filter/toggle", |s| {
            s["panels"]["record"]["filter"]["open"] == true && s["window"]["focus"] == "GtkText"
        });
        let state = desktop.state();
        let n_rows = state["panels"]["record"]["n_rows"].clone();
        desktop.type_text("errors");
        let state = desktop.wait("errors", some);
        // The filter searches the whole match.
        let found = state["panels"]["record"]["filter"]["found"].as_str().unwrap_or_default().to_owned();
        let (n_errors, all) = found.split_once(" of ").expect("two numbers");
        assert!(all.parse::<usize>().expect("a number") > n_game, "{found}");
        assert!(n_errors.parse::<usize>().expect("a number") >= shown(&state).len(), "{found}");
        desktop.screenshot(&format!("errors-{look}"));
        desktop.type_text(" nobody");
        desktop.wait("nothing", |s| shown(s).is_empty());
        super::reader::hears_start(&desktop, "“nobody” is unknown");
        desktop.screenshot(&format!("nothing-{look}"));
        desktop.keys(&["Escape"]);
        let state = desktop.wait("everything", |s| {
            s["panels"]["record"]["filter"]["open"] == false && s["panels"]["record"]["n_rows"] == n_rows
        });
        assert_eq!(state["panels"]["record"]["filter"]["found"], "");
        // The course leads through the game.
        let before = current(&desktop.state());
        super::tools::press(&desktop, "/panels/record/course/spot", |s| current(s) != before);
        // Every decision has a menu.
        let text = shown(&desktop.state())[1].clone();
        let (x, y) = super::reader::middle(&desktop, &text);
        desktop.xdotool(&["mousemove", &x, &y, "click", "3"]);
        super::reader::hears(&desktop, "Analyze this decision");
        desktop.screenshot(&format!("menu-{look}"));
        let (x, y) = super::reader::middle(&desktop, "Roll out this decision");
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
        desktop.wait("a rollout", |s| {
            s["tools"]["rollout"]["rows"].as_array().is_some_and(|rows| rows.len() > 4)
        });
        desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Rollout"]);
        desktop.keys(&["Escape"]);
        desktop.wait("no window", |s| s["tools"]["rollout"].is_null());
        desktop.screenshot(&format!("course-{look}"));
        assert_eq!(desktop.complaints(), "");
    }
}

#[test]
fn s38_an_analysis_can_be_stopped() {
    let settings = "version = 1\n[player.0]\nseat = \"human\"\n\
                    [analysis.checker.evaluation]\nplies = 3\n[analysis.cube.evaluation]\nplies = 3\n";
    let Some(path) = sample("mat/gnubg-s06.mat") else { return };
    let path = path.to_string_lossy().into_owned();
    let Some(desktop) = TestDesktop::start_set("stop", &["--no-animations", &path], &[], settings) else {
        return;
    };
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    desktop.keys(&["shift+F5"]);
    let state = desktop.wait("some progress", |s| s["analysis"]["done"].as_u64() > Some(0));
    assert!(state["analysis"]["total"].as_u64() > Some(100));
    desktop.screenshot("38-progress");
    // The window is alive meanwhile.
    let before = current(&desktop.state());
    desktop.keys(&["Page_Down"]);
    desktop.wait("another place", |s| current(s) != before);
    let (x, y) = super::reader::middle(&desktop, "Stop");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = analyzed(&desktop, "The analysis was stopped; its results so far are kept");
    assert_eq!(state["unsaved"], true);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn commands_are_typed_in_the_window() {
    let Some(desktop) = TestDesktop::start("commands", &["--test-dice", "13", "--no-animations"]) else {
        return;
    };
    desktop.keys(&["alt+6"]);
    desktop
        .wait("the command line", |s| s["window"]["focus"] == "GtkText" && s["panels"]["revealed"] == true);
    let enter = |line: &str| {
        desktop.type_text(line);
        desktop.keys(&["Return"]);
        desktop.wait("the end of the command", |s| {
            s["panels"]["command"]["busy"] == false && s["panels"]["command"]["line"] == ""
        })
    };
    enter("new match 5");
    let state = desktop.wait("a match", |s| s["match"]["length"] == 5 && s["match"]["phase"] == "play");
    assert_eq!(state["settled"], true);
    enter("8/5 6/5");
    desktop.wait("the play", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 0);
    // Tab completes, the arrows recall.
    desktop.type_text("set jac");
    desktop.keys(&["Tab"]);
    desktop.wait("a completed word", |s| s["panels"]["command"]["line"] == "set jacoby ");
    desktop.keys(&["ctrl+a", "BackSpace", "Up"]);
    desktop.wait("the last line", |s| s["panels"]["command"]["line"] == "8/5 6/5");
    desktop.keys(&["Down"]);
    desktop.wait("an empty line", |s| s["panels"]["command"]["line"] == "");
    let says = |s: &Value, text: &str| s["panels"]["command"]["output"].to_string().contains(text);
    enter("nonsense");
    desktop.wait("a refusal", |s| says(s, "Unknown word") && s["panels"]["command"]["busy"] == false);
    // A question is answered in the same line.
    desktop.type_text("new match 3");
    desktop.keys(&["Return"]);
    desktop.wait("a question", |s| s["panels"]["command"]["asks"] == true);
    desktop.screenshot("commands");
    desktop.type_text("yes");
    desktop.keys(&["Return"]);
    desktop.wait("the new match", |s| s["match"]["length"] == 3 && s["panels"]["command"]["busy"] == false);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn panels_are_hidden_moved_and_detached() {
    let settings =
        "version = 1\n[player.0]\nseat = \"human\"\n[window.place.main]\nwidth = 700\nheight = 600\n";
    let Some(path) = sample("sgf/s01-analysed-0ply.sgf") else { return };
    let path = path.to_string_lossy().into_owned();
    let dark = [("ADW_DEBUG_COLOR_SCHEME", "prefer-dark")];
    let Some(mut desktop) = TestDesktop::start_set("panels", &["--no-animations", &path], &dark, settings)
    else {
        return;
    };
    let state =
        desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    // The record above, the analysis below, beside a board that is seen whole.
    assert_eq!(state["panels"]["below"], false);
    assert_eq!(state["panels"]["shown"], json!(["record", "analysis"]));
    desktop.keys(&["Page_Down", "Page_Down"]);
    desktop.screenshot("700-dark");
    desktop.keys(&["F9"]);
    desktop.wait("the board alone", |s| s["panels"]["revealed"] == false);
    desktop.screenshot("700-dark-board");
    desktop.keys(&["F9"]);
    desktop.wait("the panels again", |s| s["panels"]["revealed"] == true);
    let press = |name: &str| {
        let (x, y) = super::reader::middle(&desktop, name);
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    };
    // What stood somewhere else a moment ago may be missed.
    let press_until = |name: &str, shown: Value| {
        let is_shown = |s: &Value| s["panels"]["shown"] == shown;
        for _ in 0..4 {
            press(name);
            if desktop.glimpse(std::time::Duration::from_secs(5), is_shown).is_some() {
                break;
            }
        }
        desktop.wait(name, is_shown)
    };
    // The menus of the panels: to the upper tabs, to the lower ones, out.
    press("Arrange Analysis");
    desktop.keys(&["Return"]);
    desktop.wait("other tabs", |s| s["panels"]["shown"] == json!(["analysis", "commentary"]));
    press_until("Hide Commentary", json!(["analysis"]));
    press_until("Tab Game record", json!(["record"]));
    desktop.wait("its rows", |s| s["panels"]["record"]["rows"][0].is_array());
    press("Arrange Game record");
    desktop.keys(&["Down", "Down", "Return"]);
    desktop.wait("a detached panel", |s| s["panels"]["detached"] == json!(["record"]));
    desktop.screenshot("detached");
    // All of that is remembered.
    desktop.focus_main();
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    desktop.launch_again();
    let state = desktop.wait("the layout again", |s| s["panels"]["detached"] == json!(["record"]));
    assert_eq!(state["panels"]["shown"], json!(["analysis", "record"]));
    assert_eq!(desktop.complaints(), "");
}

/// In a review the board shows the play that was made and the best one, in two and in three dimensions.
#[test]
fn the_best_play_is_shown_beside_the_one_that_was_made() {
    let settings = "version = 1\n[player.0]\nseat = \"human\"\n";
    let Some(path) = sample("sgf/s01-rollout36.sgf") else { return };
    let path = path.to_string_lossy().into_owned();
    let Some(desktop) =
        TestDesktop::start_set("best-arrows", &["--no-animations", WITH_OPENGL, &path], &[], settings)
    else {
        return;
    };
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    for _ in 0..12 {
        let state = desktop.state();
        if state["board"]["arrows"]["best"].as_u64() > Some(0) {
            break;
        }
        desktop.keys(&["Page_Down"]);
        desktop.wait("another place", |s| {
            s["panels"]["record"]["current"] != state["panels"]["record"]["current"]
        });
    }
    let both = |s: &Value| {
        s["board"]["arrows"]["made"].as_u64() > Some(0) && s["board"]["arrows"]["best"].as_u64() > Some(0)
    };
    desktop.wait("both plays", both);
    desktop.screenshot("two");
    desktop.keys(&["ctrl+3"]);
    super::three::shown(&desktop);
    desktop.wait("both plays", both);
    std::thread::sleep(Duration::from_millis(400));
    desktop.screenshot("three");
    assert_eq!(desktop.complaints(), "");
}

/// In a window that is higher than wide the panels are below the board, which stays whole.
#[test]
fn panels_are_below_the_board_in_a_high_window() {
    for scheme in ["light", "dark"] {
        let settings = format!(
            "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n[window]\nscheme = \"{scheme}\"\n\
             [window.place.main]\nwidth = 420\nheight = 800\n"
        );
        let Some(path) = sample("sgf/s01-analysed-0ply.sgf") else { return };
        let path = path.to_string_lossy().into_owned();
        let name = if scheme == "dark" { "high-dark" } else { "high-light" };
        let Some(desktop) = TestDesktop::start_set(name, &["--no-animations", &path], &[], &settings) else {
            return;
        };
        desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["below"] == true);
        desktop.keys(&["Page_Down", "Page_Down", "Page_Down"]);
        let state = desktop.wait("a later decision", |s| {
            s["match"]["dice"] == json!([5, 4]) && s["window"]["cut"] == json!([])
        });
        assert!(state["window"]["width"].as_u64() <= Some(420), "{}", state["window"]);
        let board = state["board"]["scale"].as_f64().expect("a scale") * 108.0;
        assert!(board > 0.85 * 420.0, "the board is {board} wide");
        // There is room for one group of tabs, with one panel at a time.
        let state = desktop.wait("one panel", |s| s["panels"]["shown"].as_array().map(Vec::len) == Some(1));
        assert_eq!(state["panels"]["groups"], 1);
        desktop.screenshot("420x800");
        // Without panels the board has all of the window, and moves by no more than that.
        desktop.keys(&["F9"]);
        desktop.wait("the board alone", |s| s["panels"]["revealed"] == false);
        desktop.screenshot("420x800-board");
        assert_eq!(desktop.complaints(), "");
    }
}

#[test]
fn a_decision_of_the_record_is_rolled_out() {
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
                    [analysis.checker.evaluation]\nplies = 0\n[rollout]\ntrials = 36\n\
                    truncation.enable = true\ntruncation.plies = 3\n";
    let Some(path) = sample("mat/gnubg-s02.mat") else { return };
    let path = path.to_string_lossy().into_owned();
    let Some(desktop) = TestDesktop::start_set("panel-rollout", &["--no-animations", &path], &[], settings)
    else {
        return;
    };
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    desktop.keys(&["F5"]);
    desktop.wait("the analysis of the decision", |s| s["panels"]["analysis"]["page"] == "plays");
    let (x, y) = super::reader::middle(&desktop, "Roll out the selected plays, or the cube decision");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    // The list has it then.
    desktop.wait("the rollout in the record", |s| {
        s["panels"]["analysis"]["plays"].to_string().contains("Rollout")
    });
    desktop.screenshot("39-record");
    // The type of the evaluation is no detail.
    let cells = |s: &Value| s["panels"]["analysis"]["plays"][0].as_array().map_or(0, Vec::len);
    assert_eq!(cells(&desktop.state()), 4, "play, equity, error and type");
    let (x, y) = super::reader::middle(&desktop, "More for the analysis");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the other controls", |s| s["window"]["focus"] == "GtkToggleButton");
    desktop.keys(&["space"]);
    desktop.wait("the chances", |s| cells(s) == 10);
    assert_eq!(desktop.complaints(), "");
}

/// The numbers beside the decisions: both columns where there is room, else losses, or what is wanted.
#[test]
fn losses_and_luck_stand_in_columns() {
    let dark = [("ADW_DEBUG_COLOR_SCHEME", "prefer-dark")];
    for (name, environment, wanted, wide, narrow) in [
        ("columns-light", &[][..], "both", json!(["Loss", "Luck"]), json!(["Loss"])),
        ("columns-dark", &dark[..], "both", json!(["Loss", "Luck"]), json!(["Loss"])),
        ("columns-luck", &[][..], "luck", json!(["Luck"]), json!(["Luck"])),
    ] {
        let Some(path) = sample("mat/gnubg-s02.mat") else { return };
        let path = path.to_string_lossy().into_owned();
        let settings = format!("{STATIC}record-numbers = \"{wanted}\"\npanel-width = 560\n");
        let Some(desktop) = TestDesktop::start_set(name, &["--no-animations", &path], environment, &settings)
        else {
            return;
        };
        let columns = |s: &Value| s["panels"]["record"]["columns"].clone();
        let state = desktop.wait("the match", |s| {
            let is_there = s["match"]["length"].is_u64() && s["panels"]["revealed"] == true;
            is_there && s["panels"]["analysis"]["page"] == "nothing"
        });
        assert_eq!(columns(&state), json!([]), "nothing is known yet");
        desktop.resize(1280, 800);
        desktop.keys(&["shift+F5"]);
        desktop.wait("both columns", |s| columns(s) == wide && s["analysis"]["running"] == 0);
        desktop.screenshot("wide");
        // The lines below the board get narrow on the way, in a step or two.
        for _ in 0..6 {
            desktop.resize(800, 600);
            let is_small = |s: &Value| s["window"]["width"].as_u64() < Some(801);
            if desktop.glimpse(Duration::from_secs(2), is_small).is_some() {
                break;
            }
        }
        desktop.wait("a small window", |s| {
            s["window"]["width"].as_u64() < Some(801)
                && columns(s) == narrow
                && s["window"]["cut"] == json!([])
        });
        desktop.screenshot("800x600");
        assert_eq!(desktop.complaints(), "");
    }
}
