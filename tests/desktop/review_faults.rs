// SPDX-License-Identifier: GPL-3.0-or-later
//! Reviewing: evaluation while one browses, notices that stay, what a resignation counts, comments, player records.

use super::files::{choose, dialog, open, sample};
use super::harness::TestDesktop;
use super::{reader, tools};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn settings(more: &str) -> String {
    format!("version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n{more}")
}

fn showing(name: &'static str, file: &str, more: &str) -> Option<TestDesktop> {
    let path = sample(file)?.to_string_lossy().into_owned();
    let arguments = ["--no-animations", "--test-seed", "1", &path];
    let desktop = TestDesktop::start_set(name, &arguments, &[], &settings(more))?;
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    Some(desktop)
}

fn current(state: &Value) -> Value {
    state["panels"]["record"]["current"].clone()
}

fn press(desktop: &TestDesktop, name: &str) {
    let (x, y) = reader::middle(desktop, name);
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    // What the pointer rests on tells its name once more, in a window of its own.
    desktop.xdotool(&["mousemove", "300", "500"]);
}

/// A file without analysis is evaluated as one browses: at once, then deeper; nothing is stored before it is kept.
#[test]
fn s14_decisions_are_evaluated_while_browsing() {
    let one_ply = "[analysis.checker.evaluation]\nplies = 1\n[analysis.cube.evaluation]\nplies = 1\n";
    let Some(desktop) = showing("instant", "mat/gnubg-s05.mat", one_ply) else { return };
    desktop.keys(&["Home"]);
    let analysis = |s: &Value| s["panels"]["analysis"].clone();
    let is_evaluated = |s: &Value| {
        let found = analysis(s);
        found["instant"] != "" && matches!(found["page"].as_str(), Some("plays" | "cube"))
    };
    let mut times = Vec::new();
    for _ in 0..8 {
        let before = current(&desktop.state());
        let start = Instant::now();
        desktop.keys(&["Page_Down"]);
        desktop.wait("the next decision, evaluated", |s| current(s) != before && is_evaluated(s));
        times.push(start.elapsed());
    }
    times.sort();
    println!("a step with its evaluation: {times:?}");
    // Keys and the description of the state have their part in it; the machine may be busy.
    assert!(times[4].as_secs_f64() < 0.1 * super::quality::slowness(), "{times:?}");
    desktop.screenshot("0-ply");
    let state = desktop.wait("the level of the settings", |s| analysis(s).to_string().contains("1-ply"));
    assert!(analysis(&state)["played"].is_u64(), "the play that was made is marked");
    desktop.screenshot("1-ply");
    assert_eq!(state["unsaved"], false);
    press(&desktop, "Analyze this decision and store the result");
    desktop.wait("a stored analysis", |s| {
        s["unsaved"] == true && analysis(s)["instant"] == "" && analysis(s)["page"] == "plays"
    });
    assert_eq!(desktop.complaints(), "");
}

/// Switched off, a decision without analysis shows none.
#[test]
fn evaluation_while_browsing_can_be_switched_off() {
    let off = "[window]\ninstant-evaluation = false\n";
    let Some(desktop) = showing("no-instant", "mat/gnubg-s05.mat", off) else { return };
    desktop.keys(&["Home", "Page_Down"]);
    desktop.wait("the second decision", |s| current(s)[1] == 1);
    let seen = desktop.glimpse(Duration::from_millis(800), |s| s["panels"]["analysis"]["page"] != "nothing");
    assert!(seen.is_none(), "{seen:?}");
}

/// A file that was cut off is told in a notice that stays until it is closed.
#[test]
fn a_cut_file_is_told_in_a_notice_that_stays() {
    let Some(cut) = sample("malformed/s02-cut-half.xg") else { return };
    let Some(desktop) = TestDesktop::start("cut-file", &["--no-animations"]) else { return };
    open(&desktop, &cut);
    desktop.wait("the match", |s| s["match"]["length"].is_u64());
    let text = "problem while reading s02-cut-half.xg";
    let notice = |s: &Value| s["window"]["notice"].as_str().unwrap_or_default().to_owned();
    desktop.wait("the notice", |s| notice(s).contains(text));
    // Longer than a toast is shown.
    assert!(desktop.glimpse(Duration::from_secs(7), |s| notice(s).is_empty()).is_none());
    desktop.screenshot("notice");
    press(&desktop, "Close");
    desktop.wait("no notice", |s| notice(s).is_empty());
    assert_eq!(desktop.complaints(), "");
}

/// A resignation counts as an error and a result unless the user says otherwise.
#[test]
fn a_resignation_of_a_quitter_can_be_left_out() {
    let Some(desktop) = showing("quitter", "sgf/s01-analysed-0ply.sgf", "") else { return };
    let counted = |s: &Value| s["panels"]["analysis"]["counted"].clone();
    for _ in 0..60 {
        let place = desktop.state()["panels"]["record"]["current"].clone();
        if desktop.glimpse(Duration::from_millis(200), |s| !counted(s).is_null()).is_some() {
            break;
        }
        desktop.keys(&["Page_Down"]);
        desktop.wait("the next decision", |s| current(s) != place);
    }
    desktop.wait("a resignation", |s| counted(s) == json!(true));
    desktop.screenshot("resignation");
    press(&desktop, "Count this resignation");
    desktop.wait("it does not count", |s| counted(s) == json!(false) && s["unsaved"] == true);
    desktop.keys(&["ctrl+z"]);
    desktop.wait("it counts again", |s| counted(s) == json!(true));
    assert_eq!(desktop.complaints(), "");
}

/// Line ends alone are no comment.
#[test]
fn a_lone_return_is_no_comment() {
    let Some(desktop) = showing("lone-return", "mat/gnubg-s05.mat", "") else { return };
    desktop.keys(&["Home"]);
    desktop.wait("the first decision", |s| current(s) == json!([0, 0]));
    desktop.keys(&["alt+3"]);
    desktop.wait("the comment", |s| s["window"]["focus"] == "GtkTextView");
    desktop.keys(&["Return", "Escape", "Page_Down"]);
    let state = desktop.wait("the second decision", |s| current(s) == json!([0, 1]));
    assert_eq!(state["unsaved"], false);
    // A letter is one.
    desktop.keys(&["alt+3"]);
    desktop.wait("the comment", |s| s["window"]["focus"] == "GtkTextView");
    desktop.keys(&["a", "Escape"]);
    desktop.wait("a comment", |s| s["unsaved"] == true);
}

/// The hint for a decision of the record marks the play that was made.
#[test]
fn a_hint_marks_the_play_of_the_record() {
    let Some(desktop) = showing("hint-played", "mat/gnubg-s05.mat", "") else { return };
    desktop.keys(&["Home", "Page_Down"]);
    desktop.wait("the second decision", |s| current(s) == json!([0, 1]));
    desktop.keys(&["h"]);
    let state = desktop.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "plays");
    desktop.screenshot("hint");
    let made = state["hint"]["made"].as_u64().expect("a marked play") as usize;
    assert!(state["entries"].to_string().contains("24/21 21/15"), "{}", state["entries"]);
    assert_eq!(state["hint"]["rows"][made]["play"], "24/15");
}

/// The search of the preferences without a hit has room for what it says.
#[test]
fn a_search_without_a_hit_is_shown_whole() {
    let Some(desktop) = TestDesktop::start("no-hit", &["--no-animations"]) else { return };
    desktop.keys(&["ctrl+comma"]);
    desktop.wait("the preferences", |s| s["preferences"]["page"] == "players");
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Preferences"]);
    desktop.keys(&["ctrl+f"]);
    desktop.type_text("zzzz");
    reader::hears(&desktop, "Nothing found");
    std::thread::sleep(Duration::from_millis(300));
    desktop.screenshot("nothing");
    let texts = reader::texts(&desktop, "Preferences");
    assert!(texts.iter().any(|(text, _)| text == "Nothing found"), "{texts:?}");
    // The picture above is as large as it is drawn, and all of it is in sight.
    let state = desktop.state();
    let found = &state["preferences"]["nothing"];
    let at = |part: &str, n: usize| found[part][n].as_f64().expect("a place");
    assert!(at("icon", 2) >= 64.0 && at("icon", 3) >= 64.0, "{found}");
    for n in 0..2 {
        assert!(at("icon", n) >= at("page", n), "{found}");
        assert!(at("icon", n) + at("icon", n + 2) <= at("page", n) + at("page", n + 2), "{found}");
    }
}

/// "Add match to database" shows the player records and adds the match, and types no command.
#[test]
fn the_menu_adds_a_match_to_the_player_records() {
    let Some(desktop) = showing("add-match", "sgf/s01-analysed-0ply.sgf", "[window]\nmenu-bar = true\n")
    else {
        return;
    };
    desktop.focus_main();
    desktop.keys(&["alt+a"]);
    desktop.wait("the menu", |s| s["window"]["menus_open"] == 1);
    desktop.keys(&["d"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Player records"]);
    let state = desktop.wait("the match", |s| {
        s["window"]["toast"].as_str().is_some_and(|text| text.contains("added to the player records"))
            && s["tools"]["players"]["rows"].as_array().is_some_and(|rows| rows.len() > 2)
    });
    desktop.screenshot("added");
    let shown = state["panels"]["shown"].as_array().cloned().unwrap_or_default();
    assert!(!shown.contains(&json!("command")), "{shown:?}");
    tools::close(&desktop, "players");
    assert_eq!(desktop.complaints(), "");
}

/// The dialog for exports begins with the format and layout chosen last: here a page to browse.
#[test]
fn an_interactive_page_is_exported() {
    let last = "[export]\nformat = \"HTML\"\nlayout = \"interactive\"\n";
    let Some(desktop) = showing("interactive", "sgf/s01-analysed-0ply.sgf", last) else { return };
    desktop.keys(&["F10", "e"]);
    dialog(&desktop, "export-options");
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Export"]);
    desktop.screenshot("options");
    desktop.keys(&["Return"]);
    dialog(&desktop, "export");
    let page = desktop.home().join("page.html");
    choose(&desktop, "Export as", &page);
    let is_written = || std::fs::read_to_string(&page).is_ok_and(|text| text.contains("id=\"data\""));
    desktop.wait("the page", |s| is_written() && s["files"]["busy"] == 0);
    assert_eq!(desktop.complaints(), "");
}

/// The list of errors shows whole rows only.
#[test]
fn the_errors_are_listed_in_whole_rows() {
    let layout = "[window]\npanel-layout = \"errors=300 analysis=300 record=400_ commentary=100_\"\n\
        [analysis.threshold]\ndoubtful = 0.02\n";
    let Some(desktop) = showing("whole-errors", "xg/baR-U643iUDpvzTC.xg", layout) else { return };
    desktop.keys(&["alt+7"]);
    for (width, height) in [(1280, 800), (1100, 700), (1024, 733)] {
        desktop.resize(width, height);
        desktop.wait("whole rows", |s| {
            let seen = &s["panels"]["errors"]["rows_seen"];
            let is_sized = s["window"]["height"].as_u64().is_some_and(|n| n.abs_diff(height.into()) <= 20);
            is_sized && seen.as_f64() >= Some(2.0) && super::layout::is_whole(seen)
        });
    }
    desktop.screenshot("whole");
    assert_eq!(desktop.complaints(), "");
}

/// The menu beside Analyze offers a depth for the whole match.
#[test]
fn the_analyze_button_offers_a_depth() {
    let off = "[window]\ninstant-evaluation = false\n";
    let Some(desktop) = showing("depth", "mat/gnubg-s02.mat", off) else { return };
    press(&desktop, "What to analyze");
    desktop.wait("the menu", |s| s["window"]["focus"] == "GtkModelButton");
    // The last entry but one is a menu of depths, which begins with its title.
    desktop.keys(&["Up", "Up", "Return"]);
    reader::hears(&desktop, "1-ply");
    desktop.screenshot("menu");
    desktop.keys(&["Down", "Down", "Return"]);
    desktop.wait("the analysis", |s| s["unsaved"] == true && s["analysis"]["running"] == 0);
    desktop.keys(&["Home"]);
    let state = desktop.wait("an analyzed play", |s| s["panels"]["analysis"]["page"] == "plays");
    let types = state["panels"]["analysis"]["plays"].to_string();
    assert!(types.contains("1-ply") && !types.contains("2-ply"), "{types}");
    assert_eq!(desktop.complaints(), "");
}
