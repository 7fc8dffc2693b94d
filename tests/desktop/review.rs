// SPDX-License-Identifier: GPL-3.0-or-later
//! Going through a match: record, analysis, marks, typed commands.

use super::files::sample;
use super::harness::Desk;
use serde_json::{Value, json};
use std::time::Duration;

/// A desk that shows a sample match at its start.
fn reviewing(name: &'static str, file: &str) -> Option<Desk> {
    let path = sample(file)?.to_string_lossy().into_owned();
    let desk = Desk::start(name, &["--no-animations", "--test-seed", "1", &path])?;
    desk.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    Some(desk)
}

fn current(state: &Value) -> Value {
    state["panels"]["record"]["current"].clone()
}

#[test]
fn a_match_is_gone_through_by_keys_and_pointer() {
    let Some(desk) = reviewing("steps", "mat/gnubg-s05.mat") else { return };
    desk.keys(&["ctrl+Page_Up", "ctrl+Page_Up", "ctrl+Page_Up"]);
    desk.wait("the first game", |s| current(s) == json!([0, 0]));
    desk.keys(&["Page_Down"]);
    let state = desk.wait("the second decision", |s| current(s) == json!([0, 1]));
    assert_eq!(state["reviewing"], true);
    assert_eq!(state["window"]["buttons"][0], "Next");
    assert_eq!(state["window"]["buttons"][2], "Play here");
    desk.screenshot("35-second");
    desk.keys(&["Page_Up"]);
    desk.wait("the first decision", |s| current(s) == json!([0, 0]));
    desk.keys(&["End"]);
    desk.wait("the end of the game", |s| current(s).is_null());
    desk.keys(&["Home"]);
    desk.wait("the start of the game", |s| current(s) == json!([0, 0]));
    // A click in the record goes there.
    let text = desk.state()["panels"]["record"]["rows"][3][1].as_str().expect("a play").to_owned();
    let (x, y) = super::reader::middle(&desk, &text);
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = desk.wait("a later decision", |s| current(s)[1].as_u64() > Some(3));
    assert_eq!(state["board"]["dice"]["faces"].as_array().map(Vec::len), Some(2));
    // Nothing is played by accident; playing on asks first.
    desk.click(desk.checker(6), 1);
    assert_eq!(desk.state()["match"]["position_id"], state["match"]["position_id"]);
    desk.keys(&["ctrl+Page_Down"]);
    desk.wait("the next game", |s| current(s)[0] == 1);
    desk.screenshot("35-next-game");
    assert_eq!(desk.complaints(), "");
}

/// The record follows steps through it, but stays where it was scrolled when only what was found changes.
#[test]
fn the_record_stays_where_it_was_scrolled() {
    let Some(desk) = reviewing("scrolled", "mat/gnubg-s06.mat") else { return };
    desk.keys(&["ctrl+Page_Up"; 12]);
    let state = desk.wait("the first game", |s| current(s) == json!([0, 0]));
    let scrolled = |s: &Value| s["panels"]["record"]["scrolled"].as_f64().expect("pixels");
    assert!(scrolled(&state) < 1.0);
    let [x, y] =
        [0, 1].map(|n| state["panels"]["record"]["spot"][n].as_f64().expect("a place").round().to_string());
    desk.xdotool(&["mousemove", &x, &y, "click", "--repeat", "3", "5"]);
    desk.glimpse(Duration::from_millis(300), |_| false);
    desk.keys(&["ctrl+F5"]);
    let state = desk
        .wait("an analysis", |s| s["panels"]["messages"].to_string().contains("The analysis is finished"));
    let there = scrolled(&state);
    assert!(there > 20.0, "the record went back to {there}");
    // A step goes back to the line it is at; the next one tells where that was.
    desk.keys(&["Page_Down"]);
    desk.wait("the second decision", |s| current(s) == json!([0, 1]));
    desk.glimpse(Duration::from_millis(300), |_| false);
    desk.keys(&["Page_Down"]);
    desk.wait("the third decision", |s| current(s) == json!([0, 2]) && scrolled(s) < there);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn playing_on_otherwise_keeps_the_other_line() {
    let Some(desk) = reviewing("lines", "mat/gnubg-s05.mat") else { return };
    desk.keys(&["ctrl+Page_Up", "ctrl+Page_Up", "ctrl+Page_Up"]);
    desk.wait("the first game", |s| current(s) == json!([0, 0]));
    desk.keys(&["Page_Down"]);
    let before = desk.wait("the second decision", |s| current(s) == json!([0, 1]));
    assert_eq!(before["panels"]["record"]["lines"]["texts"], json!([]));
    let (x, y) = super::reader::middle(&desk, "Play here");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    super::files::dialog(&desk, "play-from-here");
    desk.keys(&["Return"]);
    desk.wait("the board", |s| s["files"]["dialog"].is_null() && s["controller"]["turn"]["play"] == "");
    // Any play of one step after the other, as it comes.
    super::matches::play_turn(&desk, &desk.state());
    let lines = |s: &Value| s["panels"]["record"]["lines"]["texts"].as_array().map_or(0, Vec::len);
    let state = desk.wait("another line", |s| lines(s) == 1 && shown(s).len() < shown(&before).len());
    println!("{}", state["panels"]["record"]["lines"]["texts"]);
    desk.screenshot("kept");
    super::tools::press(&desk, "/panels/record/lines/spot", |s| s["window"]["focus"] == "GtkModelButton");
    desk.screenshot("menu");
    desk.keys(&["Return"]);
    let state = desk.wait("the old line", |s| shown(s) == shown(&before));
    assert_eq!(lines(&state), 1, "the new one is at hand now");
    // Without a window manager nobody gives the keyboard back after a menu.
    desk.focus_main();
    desk.keys(&["ctrl+z"]);
    desk.wait("the new line", |s| shown(s).len() < shown(&before).len());
    assert_eq!(desk.complaints(), "");
}

/// Waits until no analysis runs and the last one has told its end.
fn analyzed(desk: &Desk, text: &str) -> Value {
    desk.wait(text, |s| s["analysis"]["running"] == 0 && s["window"]["message"] == text)
}

/// Two people, and analysis that does not look ahead.
const STATIC: &str = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
    [analysis.checker.evaluation]\nplies = 0\n[analysis.cube.evaluation]\nplies = 0\n";

/// A match between people who make errors: good players' matches may have none for our nets.
const ERRORS: &str = "mat/baR-U643iUDpvzTC.mat";

#[test]
fn s38_a_match_is_analyzed_and_marked() {
    let Some(path) = sample(ERRORS) else { return };
    let path = path.to_string_lossy().into_owned();
    let Some(desk) = Desk::start_set("analyze", &["--no-animations", &path], &[], STATIC) else { return };
    let state = desk.wait("the match", |s| {
        let is_there = s["match"]["length"].is_u64() && s["panels"]["revealed"] == true;
        is_there && s["panels"]["analysis"]["page"] == "nothing"
    });
    assert_eq!(state["unsaved"], false);
    // One decision first.
    desk.keys(&["F5"]);
    let state = desk.wait("the analysis of the decision", |s| {
        let analysis = &s["panels"]["analysis"];
        analysis["page"] == "plays" && analysis["plays"].as_array().is_some_and(|plays| plays.len() > 3)
    });
    assert!(state["panels"]["analysis"]["played"].is_u64());
    assert_eq!(state["unsaved"], true);
    // A play of the list is chosen for a rollout, and no longer.
    // The play stands in the last column.
    let play = |s: &Value, n: usize| {
        let cells = s["panels"]["analysis"]["plays"][n].as_array().cloned().unwrap_or_default();
        cells.last().and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let third = |s: &Value| play(s, 2);
    let press = |name: &str| {
        let (x, y) = super::reader::middle(&desk, name);
        desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    };
    press(&third(&state));
    let choose = "Select or deselect this decision or the selected plays for a rollout";
    press(choose);
    let state = desk.wait("a chosen play", |s| third(s).ends_with('⚑'));
    let first = play(&state, 0);
    assert!(!first.ends_with('⚑'), "{first}");
    desk.screenshot("38-chosen");
    // What the pointer rests on tells its name once more, in a window of its own.
    desk.xdotool(&["mousemove", "300", "300"]);
    desk.glimpse(Duration::from_millis(700), |_| false);
    press(choose);
    let state = desk.wait("no chosen play", |s| !third(s).ends_with('⚑'));
    super::reader::hears(&desk, "Analyze the match or session");
    // The list is scrolled and stays so; at another decision its best play is seen again.
    let (x, y) = super::reader::middle(&desk, &third(&state));
    desk.xdotool(&["mousemove", &x, &y, "click", "--repeat", "3", "5"]);
    // Then all of it: marks come, and the next marked decision is found.
    desk.keys(&["shift+F5"]);
    let marked = |s: &Value| s["panels"]["record"]["rows"].to_string().contains('?');
    let state = desk.wait("marks", |s| marked(s) && s["analysis"]["running"] == 0);
    assert_eq!(state["panels"]["analysis"]["at_top"], false);
    let start = current(&state);
    desk.keys(&["ctrl+shift+Page_Down"]);
    let state = desk.wait("a marked decision", |s| {
        let panel = &s["panels"]["analysis"];
        current(s) != start && panel["at_top"] == true
    });
    let panel = &state["panels"]["analysis"];
    let marks = format!("{} {}", panel["play"][1], panel["cube"][1]);
    assert!(["bad", "doubtful"].iter().any(|mark| marks.contains(mark)), "{marks}");
    desk.screenshot("38-marked");
    // A mark by hand, and back by Undo.
    let play = state["panels"]["analysis"]["play"][1].clone();
    let (x, y) = super::reader::middle(&desk, "Mark of the play");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.keys(&["End", "Return"]);
    desk.wait("a mark by hand", |s| {
        s["panels"]["analysis"]["play"][1] == "very bad" && s["window"]["focus"] == "GtkToggleButton"
    });
    desk.keys(&["ctrl+z"]);
    desk.wait("the old mark", |s| s["panels"]["analysis"]["play"][1] == play);
    assert_eq!(desk.complaints(), "");
}

/// Texts of the record that are shown, with the numbers of their lines left out.
pub(crate) fn shown(state: &Value) -> Vec<String> {
    let rows = state["panels"]["record"]["rows"].as_array().cloned().unwrap_or_default();
    let cells = rows.into_iter().flat_map(|row| row.as_array().cloned().unwrap_or_default());
    cells.filter_map(|cell| cell.as_str().map(str::to_owned)).collect()
}

#[test]
fn a_filter_finds_errors_and_the_course_leads_to_them() {
    for (look, environment) in super::tools::LOOKS {
        let Some(path) = sample(ERRORS) else { return };
        let path = path.to_string_lossy().into_owned();
        let arguments = ["--no-animations", "--test-seed", "1", &path];
        let Some(desk) = Desk::start_set("filter", &arguments, environment, STATIC) else { return };
        desk.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
        desk.keys(&["shift+F5"]);
        let drawn = |s: &Value| s["panels"]["record"]["course"]["errors"].as_u64() > Some(0);
        let state =
            desk.wait("the course", |s| drawn(s) && s["window"]["message"] == "The analysis is finished");
        let (all, some) = (shown(&state).len(), |s: &Value| {
            let texts = shown(s);
            !texts.is_empty() && texts.iter().all(|text| text.contains('?'))
        });
        super::tools::press(&desk, "/panels/record/filter/toggle", |s| {
            s["panels"]["record"]["filter"]["open"] == true && s["window"]["focus"] == "GtkText"
        });
        desk.type_text("errors");
        let state = desk.wait("errors", some);
        let n_errors = shown(&state).len();
        assert_eq!(state["panels"]["record"]["filter"]["found"], format!("{n_errors} of {all}"));
        desk.screenshot(&format!("errors-{look}"));
        desk.type_text(" nobody");
        desk.wait("nothing", |s| shown(s).is_empty());
        desk.screenshot(&format!("nothing-{look}"));
        desk.keys(&["Escape"]);
        let state = desk.wait("everything", |s| shown(s).len() == all);
        assert_eq!(shown(&state).iter().filter(|text| text.contains('?')).count(), n_errors);
        // The course leads through the game.
        let before = current(&desk.state());
        super::tools::press(&desk, "/panels/record/course/spot", |s| current(s) != before);
        // Every decision has a menu.
        let text = shown(&desk.state())[1].clone();
        let (x, y) = super::reader::middle(&desk, &text);
        desk.xdotool(&["mousemove", &x, &y, "click", "3"]);
        super::reader::wait_for(&desk, "Analyze this decision");
        desk.screenshot(&format!("menu-{look}"));
        let (x, y) = super::reader::middle(&desk, "Roll out this decision");
        desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
        desk.wait("a rollout", |s| {
            s["tools"]["rollout"]["rows"].as_array().is_some_and(|rows| rows.len() > 4)
        });
        desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Rollout"]);
        desk.keys(&["Escape"]);
        desk.wait("no window", |s| s["tools"]["rollout"].is_null());
        desk.screenshot(&format!("course-{look}"));
        assert_eq!(desk.complaints(), "");
    }
}

#[test]
fn s38_an_analysis_can_be_stopped() {
    let settings = "version = 1\n[player.0]\nseat = \"human\"\n\
                    [analysis.checker.evaluation]\nplies = 3\n[analysis.cube.evaluation]\nplies = 3\n";
    let Some(path) = sample("mat/gnubg-s06.mat") else { return };
    let path = path.to_string_lossy().into_owned();
    let Some(desk) = Desk::start_set("stop", &["--no-animations", &path], &[], settings) else { return };
    desk.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    desk.keys(&["shift+F5"]);
    let state = desk.wait("some progress", |s| s["analysis"]["done"].as_u64() > Some(0));
    assert!(state["analysis"]["total"].as_u64() > Some(100));
    desk.screenshot("38-progress");
    // The window is alive meanwhile.
    let before = current(&desk.state());
    desk.keys(&["Page_Down"]);
    desk.wait("another place", |s| current(s) != before);
    let (x, y) = super::reader::middle(&desk, "Stop");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = analyzed(&desk, "The analysis was stopped; its results so far are kept");
    assert_eq!(state["unsaved"], true);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn commands_are_typed_in_the_window() {
    let Some(desk) = Desk::start("commands", &["--test-dice", "13", "--no-animations"]) else { return };
    desk.keys(&["alt+6"]);
    desk.wait("the command line", |s| s["window"]["focus"] == "GtkText" && s["panels"]["revealed"] == true);
    let enter = |line: &str| {
        desk.type_text(line);
        desk.keys(&["Return"]);
        desk.wait("the end of the command", |s| {
            s["panels"]["command"]["busy"] == false && s["panels"]["command"]["line"] == ""
        })
    };
    enter("new match 5");
    let state = desk.wait("a match", |s| s["match"]["length"] == 5 && s["match"]["phase"] == "play");
    assert_eq!(state["settled"], true);
    enter("8/5 6/5");
    desk.wait("the play", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 0);
    // Tab completes, the arrows recall.
    desk.type_text("set jac");
    desk.keys(&["Tab"]);
    desk.wait("a completed word", |s| s["panels"]["command"]["line"] == "set jacoby ");
    desk.keys(&["ctrl+a", "BackSpace", "Up"]);
    desk.wait("the last line", |s| s["panels"]["command"]["line"] == "8/5 6/5");
    desk.keys(&["Down"]);
    desk.wait("an empty line", |s| s["panels"]["command"]["line"] == "");
    let says = |s: &Value, text: &str| s["panels"]["command"]["output"].to_string().contains(text);
    enter("nonsense");
    desk.wait("a refusal", |s| says(s, "Unknown word") && s["panels"]["command"]["busy"] == false);
    // A question is answered in the same line.
    desk.type_text("new match 3");
    desk.keys(&["Return"]);
    desk.wait("a question", |s| s["panels"]["command"]["asks"] == true);
    desk.screenshot("commands");
    desk.type_text("yes");
    desk.keys(&["Return"]);
    desk.wait("the new match", |s| s["match"]["length"] == 3 && s["panels"]["command"]["busy"] == false);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn panels_are_hidden_moved_and_detached() {
    let settings =
        "version = 1\n[player.0]\nseat = \"human\"\n[window.place.main]\nwidth = 700\nheight = 600\n";
    let Some(path) = sample("sgf/s01-analysed-0ply.sgf") else { return };
    let path = path.to_string_lossy().into_owned();
    let dark = [("ADW_DEBUG_COLOR_SCHEME", "prefer-dark")];
    let Some(mut desk) = Desk::start_set("panels", &["--no-animations", &path], &dark, settings) else {
        return;
    };
    let state = desk.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    assert_eq!(state["panels"]["folded"], true);
    desk.keys(&["Page_Down", "Page_Down"]);
    desk.screenshot("700-dark");
    desk.keys(&["F9"]);
    desk.wait("the board alone", |s| s["panels"]["revealed"] == false);
    desk.screenshot("700-dark-board");
    desk.keys(&["F9"]);
    desk.wait("the panels again", |s| s["panels"]["revealed"] == true);
    let press = |name: &str| {
        let (x, y) = super::reader::middle(&desk, name);
        desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    };
    // The menus of the panels' heads: up, down, out.
    press("Arrange Analysis");
    desk.keys(&["Return"]);
    desk.wait("another order", |s| s["panels"]["shown"] == json!(["analysis", "record", "commentary"]));
    press("Hide Commentary");
    desk.wait("two panels", |s| s["panels"]["shown"] == json!(["analysis", "record"]));
    press("Arrange Game record");
    desk.keys(&["Down", "Down", "Return"]);
    desk.wait("a detached panel", |s| s["panels"]["detached"] == json!(["record"]));
    desk.screenshot("detached");
    // All of that is remembered.
    desk.keys(&["ctrl+q"]);
    assert!(desk.ended_well());
    desk.launch_again();
    let state = desk.wait("the layout again", |s| s["panels"]["detached"] == json!(["record"]));
    assert_eq!(state["panels"]["shown"], json!(["analysis", "record"]));
    assert_eq!(desk.complaints(), "");
}

#[test]
fn a_decision_of_the_record_is_rolled_out() {
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
                    [analysis.checker.evaluation]\nplies = 0\n[rollout]\ntrials = 36\n\
                    truncation.enable = true\ntruncation.plies = 3\n";
    let Some(path) = sample("mat/gnubg-s02.mat") else { return };
    let path = path.to_string_lossy().into_owned();
    let Some(desk) = Desk::start_set("panel-rollout", &["--no-animations", &path], &[], settings) else {
        return;
    };
    desk.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    desk.keys(&["F5"]);
    desk.wait("the analysis of the decision", |s| s["panels"]["analysis"]["page"] == "plays");
    let (x, y) = super::reader::middle(&desk, "Roll out the selected plays, or the cube decision");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = desk.wait("the rollout's end", |s| {
        s["tools"]["rollout"]["progress"].as_str().is_some_and(|text| text.starts_with("Finished"))
    });
    assert!(state["tools"]["rollout"]["rows"].to_string().contains("36"));
    // The record has it now.
    desk.wait("the rollout in the record", |s| {
        s["panels"]["analysis"]["plays"].to_string().contains("Rollout")
    });
    desk.screenshot("39-record");
    assert_eq!(desk.complaints(), "");
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
        let settings = format!("{STATIC}[window]\nrecord-numbers = \"{wanted}\"\npanel-width = 560\n");
        let Some(desk) = Desk::start_set(name, &["--no-animations", &path], environment, &settings) else {
            return;
        };
        let columns = |s: &Value| s["panels"]["record"]["columns"].clone();
        let state = desk.wait("the match", |s| {
            let is_there = s["match"]["length"].is_u64() && s["panels"]["revealed"] == true;
            is_there && s["panels"]["analysis"]["page"] == "nothing"
        });
        assert_eq!(columns(&state), json!([]), "nothing is known yet");
        desk.resize(1280, 800);
        desk.keys(&["shift+F5"]);
        desk.wait("both columns", |s| columns(s) == wide && s["analysis"]["running"] == 0);
        desk.screenshot("wide");
        // The lines below the board get narrow on the way, in a step or two.
        for _ in 0..6 {
            desk.resize(800, 600);
            let is_small = |s: &Value| s["window"]["width"].as_u64() < Some(801);
            if desk.glimpse(Duration::from_secs(2), is_small).is_some() {
                break;
            }
        }
        desk.wait("a small window", |s| {
            s["window"]["width"].as_u64() < Some(801)
                && columns(s) == narrow
                && s["window"]["cut"] == json!([])
        });
        desk.screenshot("800x600");
        assert_eq!(desk.complaints(), "");
    }
}
