// SPDX-License-Identifier: GPL-3.0-or-later
//! A review without eyes and without a pointer: by the names that a screen reader says, and by keys.

use super::files::sample;
use super::harness::TestDesktop;
use super::reader;
use serde_json::{Value, json};
use std::time::Duration;

/// A match between people who make errors, with the analysis of eXtreme Gammon.
const ANALYZED: &str = "xg/baR-U643iUDpvzTC.xg";

fn reviewing(name: &'static str) -> Option<TestDesktop> {
    let path = sample(ANALYZED)?.to_string_lossy().into_owned();
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
                    [window.place.main]\nwidth = 1500\nheight = 950\n";
    let arguments = ["--no-animations", "--test-seed", "1", &path];
    let desktop = TestDesktop::start_set(name, &arguments, &[], settings)?;
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    Some(desktop)
}

/// Scenario 23 of the second edition: from the file to its worst error, what was best there, and a comment on it.
#[test]
fn s23_the_worst_error_is_found_and_commented_by_names_and_keys() {
    let Some(desktop) = reviewing("walk") else { return };
    desktop.keys(&["alt+7"]);
    desktop.wait("the list", |s| s["panels"]["errors"]["n_rows"].as_u64() > Some(3));
    // The first row is the worst; the list says it when it gets the keyboard, or with the first step.
    let names = desktop.state()["panels"]["errors"]["names"].clone();
    let name = |n: usize| names[n].as_str().expect("a name").to_owned();
    println!("{}", name(0));
    for part in ["loses ", "best "] {
        assert!(name(0).contains(part), "{}", name(0));
    }
    desktop.keys(&["Down"]);
    let said = reader::wait_for_focus(&desktop, |said| said == name(0) || said == name(1));
    if said == name(1) {
        desktop.keys(&["Up"]);
        reader::wait_for_focus(&desktop, |said| said == name(0));
    }
    let state = desktop.wait("the worst error", |s| s["panels"]["errors"]["selected"] == 0);
    let message = state["window"]["message"].as_str().unwrap_or_default().to_owned();
    reader::hears(&desktop, &message);
    println!("{message}");
    // F6 goes on to the candidates: the best play is said with its equity.
    let best = message.split("best ").nth(1).expect("the best play").to_owned();
    let mut said = String::new();
    for _ in 0..8 {
        desktop.keys(&["F6"]);
        desktop.glimpse(Duration::from_millis(400), |_| false);
        said = reader::focused(&desktop);
        if said.contains(&best) {
            break;
        }
    }
    assert!(said.contains(&best), "F6 does not lead to the best play {best:?}, but to {said:?}");
    println!("{said}");
    // And to the comment, which is typed and kept.
    desktop.keys(&["alt+3"]);
    let text = "Remember this";
    desktop.wait("the comment has the keyboard", |s| s["window"]["focus"] == "GtkTextView");
    assert!(!reader::focused(&desktop).is_empty(), "the comment has no name");
    desktop.type_text(text);
    desktop.keys(&["Escape", "alt+1"]);
    desktop.wait("the comment is kept", |s| s["unsaved"] == true);
    // The row of the decision says that there is one.
    reader::hears_part(&desktop, ", has a comment");
    // And what was best.
    reader::hears_part(&desktop, &format!("; best: {best}"));
    assert_eq!(desktop.complaints(), "");
}

/// F6 goes round: the board, the record, the candidates, the comment, and the board again.
#[test]
fn f6_goes_through_the_board_and_the_panels() {
    let Some(desktop) = reviewing("f6") else { return };
    desktop.focus_main();
    desktop.keys(&["ctrl+Page_Down", "Escape"]);
    desktop.wait("an error", |s| s["panels"]["record"]["current"] != json!([0, 0]));
    let mut places = Vec::new();
    for _ in 0..10 {
        // The widget with the keyboard: its bounds change, too, when a panel gets its rows.
        let place = |s: &Value| (s["window"]["focus"].clone(), s["window"]["focused"].clone());
        let state = desktop.state();
        let before = place(&state);
        // A list that has no rows yet has the keyboard itself.
        let focus = state["window"]["focus"].as_str().unwrap_or_default();
        places.push(focus.replace("GtkListItemWidget", "GtkListView"));
        desktop.keys(&["F6"]);
        desktop.wait("another place", |s| s["window"]["focused_bounds"].is_array() && place(s) != before);
    }
    println!("{places:?}");
    desktop.screenshot("places");
    let round = places.iter().skip(1).position(|place| *place == places[0]).expect("the board again") + 1;
    assert_eq!(places[0], "BgSpot", "a place of the board");
    assert_eq!(round, 5, "the errors have a tab, too: {places:?}");
    assert_eq!(places[..round], places[round..2 * round], "the same way each time");
    assert!(places[..round].contains(&"GtkTextView".to_owned()), "the comment: {places:?}");
    assert_eq!(desktop.complaints(), "");
}

/// Left, top, right and bottom of a rectangle in the dump.
fn edges(bounds: &Value) -> Option<[f64; 4]> {
    let at = |n: usize| bounds[n].as_f64();
    let [x, y, w, h] = [at(0)?, at(1)?, at(2)?, at(3)?];
    Some([x, y, x + w, y + h])
}

/// Whether one of two rectangles lies in the other, as the focus of a composed button does.
fn is_within(a: [f64; 4], b: [f64; 4]) -> bool {
    let inside = |a: [f64; 4], b: [f64; 4]| {
        a[0] >= b[0] - 1.0 && a[1] >= b[1] - 1.0 && a[2] <= b[2] + 1.0 && a[3] <= b[3] + 1.0
    };
    inside(a, b) || inside(b, a)
}

/// Every button of a review that can be used gets the keyboard by Tab, and has a name.
#[test]
fn s23_every_button_of_a_review_is_reached_by_tab() {
    let Some(desktop) = reviewing("walk-tab") else { return };
    reader::check_names(&desktop, "a review");
    desktop.keys(&["alt+7"]);
    desktop.wait("the list", |s| s["panels"]["errors"]["n_rows"].as_u64() > Some(3));
    reader::check_names(&desktop, "the errors of a review");
    desktop.focus_main();
    desktop.keys(&["Escape"]);
    let mut reached: Vec<[f64; 4]> = Vec::new();
    let mut again = 0;
    for _ in 0..160 {
        let before = desktop.state()["window"]["focused_bounds"].clone();
        desktop.keys(&["Tab"]);
        let is_moved = |s: &Value| {
            let now = &s["window"]["focused_bounds"];
            now.is_array() && *now != before
        };
        let Some(state) = desktop.glimpse(Duration::from_secs(2), is_moved) else { continue };
        let Some(bounds) = edges(&state["window"]["focused_bounds"]) else { continue };
        if reached.contains(&bounds) {
            again += 1;
            if again > 12 {
                break;
            }
            continue;
        }
        reached.push(bounds);
    }
    let state = desktop.state();
    let controls = state["window"]["controls"].as_array().cloned().unwrap_or_default();
    println!("{} buttons, {} places reached", controls.len(), reached.len());
    let missed: Vec<String> = controls
        .iter()
        .filter(|control| {
            let bounds = edges(&control["bounds"]);
            bounds.is_some_and(|bounds| !reached.iter().any(|place| is_within(*place, bounds)))
        })
        .map(ToString::to_string)
        .collect();
    assert!(missed.is_empty(), "the keyboard does not reach {missed:#?}");
    assert!(controls.len() > 15, "{}", controls.len());
    assert_eq!(desktop.complaints(), "");
}
