// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of errors of a match of 13 games as it is filtered: as many as without a window, and keys that keep to them.

use super::alone::first_games;
use super::errors::press;
use super::harness::TestDesktop;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_record::{DecisionError, ErrorOrder, ErrorQuery, MatchRecord, Thresholds};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Analyzes a match without a window; returns what is told of it, and the analyzed match.
fn analyze(path: &Path) -> (Value, MatchRecord) {
    let folder = path.parent().expect("a folder");
    let told = Command::new(env!("CARGO_BIN_EXE_gnubg"))
        .args(["analyze", "--plies", "0", "--json"])
        .arg(path)
        .current_dir(folder)
        .env("HOME", folder)
        .output()
        .expect("the program runs");
    let line = String::from_utf8_lossy(&told.stdout).into_owned();
    let told = serde_json::from_str(line.lines().next().unwrap_or_default()).expect("a result");
    let bytes = std::fs::read(path.with_extension("sgf")).expect("the analyzed match");
    (told, gnubg_formats::read(&bytes, None, None).expect("a match").matches.remove(0).record)
}

fn n_rows(state: &Value) -> u64 {
    state["panels"]["errors"]["n_rows"].as_u64().unwrap_or(0)
}

/// Scenarios 9 and 10 with filters: of one player, the plays, then the cube decisions, are as many as `gnubg analyze --json`
/// counts; a higher threshold and a game leave fewer; the keys for the next and previous error visit no others.
#[test]
fn s09_filtered_errors_are_those_that_analyze_counts() {
    let Some((_folder, path)) = first_games(13) else { return };
    let (told, record) = analyze(&path);
    let table = MatchEquityTable::default();
    let found = |query: &ErrorQuery| -> Vec<DecisionError> { query.find(&record, &table) };
    let counted = &told["statistics"]["players"][0];
    let marks = counted["play"]["marks"].as_array().expect("marks").clone();
    // Very bad, bad, doubtful; the last are without a mark.
    let n_bad: u64 = marks.iter().take(3).filter_map(Value::as_u64).sum();
    let cube_errors = counted["cube"]["errors"].as_array().expect("kinds of errors").clone();
    let n_cube: u64 = cube_errors.iter().filter_map(|kind| kind["count"].as_u64()).sum();
    println!("{marks:?} {cube_errors:?}");
    assert!(n_bad > 10 && n_cube > 3, "{counted}");
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
                    [window]\npanel-layout = \"errors=400 analysis=300 record=400_ commentary=100_\"\n";
    let file = path.with_extension("sgf").to_string_lossy().into_owned();
    let Some(desktop) = TestDesktop::start_set("filtered", &["--no-animations", &file], &[], settings) else {
        return;
    };
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    desktop.keys(&["alt+7"]);
    let state = desktop.wait("the list", |s| n_rows(s) > 10);
    // The plays of the first player.
    let name = state["names"][1].as_str().expect("a name").to_owned();
    press(&desktop, &format!("List errors of {name}"));
    for button in ["List wrong and missed doubles", "List wrong takes and passes"] {
        press(&desktop, button);
    }
    let plays = ErrorQuery {
        players: [true, false],
        kinds: [true, false, false, true],
        least: f64::from(Thresholds::CURRENT.doubtful) - 0.0001,
        ..ErrorQuery::default()
    };
    desktop.wait("plays", |s| n_rows(s) == n_bad && n_bad == found(&plays).len() as u64);
    desktop.screenshot("plays");
    // A higher threshold, by the keys of the slider; then none. The press itself moves the slider, too: what counts is where
    // the keys leave it.
    press(&desktop, "Least loss of the listed errors");
    let higher = |s: &Value| {
        let rows = s["panels"]["errors"]["least"].as_str().unwrap_or_default().to_owned();
        rows.trim_start_matches("≥ ").parse::<f64>().ok()
    };
    desktop.wait("the slider under the pointer", |s| higher(s) > Some(0.1));
    desktop.keys(&["Home"]);
    desktop.wait("every error", |s| higher(s) == Some(0.0) && n_rows(s) > n_bad);
    desktop.keys(&["Right"; 8]);
    let state = desktop.wait("another threshold", |s| higher(s) == Some(0.04) && n_rows(s) < n_bad);
    let least = higher(&state).expect("a number");
    let raised = ErrorQuery { least: least - 0.0001, ..plays };
    desktop.wait("fewer plays", |s| n_rows(s) == found(&raised).len() as u64);
    desktop.keys(&["Home"]);
    // The cube decisions, each error.
    for button in
        ["List errors in checker plays", "List wrong and missed doubles", "List wrong takes and passes"]
    {
        press(&desktop, button);
    }
    let state = desktop.wait("cube decisions", |s| n_rows(s) == n_cube);
    assert!(state["panels"]["errors"]["names"].to_string().contains("loses "), "{state}");
    desktop.screenshot("cube");
    // The keys keep to them, in the order of the list.
    press(&desktop, "List errors as they were made instead of the worst first");
    let in_order =
        ErrorQuery { kinds: [false, true, true, true], least: 0.0, order: ErrorOrder::AsPlayed, ..plays };
    let mut places: Vec<_> = found(&in_order).iter().map(DecisionError::place).collect();
    places.dedup();
    desktop.focus_main();
    desktop.keys(&["Escape", "ctrl+shift+Page_Up"]);
    let at = |s: &Value| s["panels"]["record"]["current"].clone();
    desktop.wait("the start", |s| at(s)[0] == 0);
    let start = at(&desktop.state());
    let visited = places.iter().filter(|(game, entry)| json!([game, entry]) != start);
    let visited: Vec<_> = visited.take(4).collect();
    for (game, entry) in &visited {
        desktop.keys(&["ctrl+Page_Down"]);
        desktop.wait("the next of them", |s| at(s) == json!([game, entry]));
    }
    for (game, entry) in visited.iter().rev().skip(1) {
        desktop.keys(&["ctrl+Page_Up"]);
        desktop.wait("the previous of them", |s| at(s) == json!([game, entry]));
    }
    assert_eq!(desktop.complaints(), "");
}
