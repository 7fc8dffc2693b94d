// SPDX-License-Identifier: GPL-3.0-or-later
//! The record while one steps through a match: its highlight stays in sight, and the keys for errors work everywhere.

use super::errors::listing;
use super::files::sample;
use super::harness::TestDesktop;
use serde_json::{Value, json};

fn current(state: &Value) -> Value {
    state["panels"]["record"]["current"].clone()
}

/// The highlight is at the decision shown and in sight after each step, there and back, at two sizes.
#[test]
fn the_highlight_follows_each_step_and_stays_in_sight() {
    for (width, height) in [(800, 600), (1024, 700)] {
        let Some(path) = sample("mat/gnubg-s06.mat") else { return };
        let path = path.to_string_lossy().into_owned();
        let settings = format!(
            "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
             [window]\ninstant-evaluation = false\n[window.place.main]\nwidth = {width}\nheight = {height}\n"
        );
        let Some(desktop) = TestDesktop::start_set("highlight", &["--no-animations", &path], &[], &settings)
        else {
            return;
        };
        desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
        desktop.keys(&["Home"]);
        desktop.wait("the start", |s| current(s) == json!([0, 0]));
        let steps = (1..=24).map(|n| ("Page_Down", n)).chain((0..24).rev().map(|n| ("Page_Up", n)));
        for (key, place) in steps {
            desktop.keys(&[key]);
            desktop.wait("the highlight in sight", |s| {
                current(s) == json!([0, place]) && s["panels"]["record"]["current_seen"] == true
            });
        }
        assert_eq!(desktop.complaints(), "");
    }
}

/// `>` and `<` go to the next and previous error from the board and from each panel; in the comment they are typed.
#[test]
fn less_and_greater_lead_to_errors_from_everywhere() {
    let Some(desktop) = listing("less-greater", "") else { return };
    let at = |s: &Value| s["panels"]["errors"]["selected"].as_u64();
    desktop.focus_main();
    desktop.keys(&["Escape"]);
    desktop.wait("the board has the keyboard", |s| s["window"]["focused"] == "board");
    desktop.keys(&["greater"]);
    let first = desktop.wait("the first error", |s| at(s) == Some(0) && current(s).is_array());
    let mut places = vec![current(&first)];
    // The record, the analysis, the errors.
    for panel in ["alt+1", "alt+2", "alt+7"] {
        desktop.keys(&[panel]);
        desktop.wait("a panel has the keyboard", |s| s["window"]["focused"] != "board");
        desktop.keys(&["greater"]);
        let next = desktop.wait("the next error", |s| {
            at(s) == Some(places.len() as u64) && current(s).is_array() && !places.contains(&current(s))
        });
        places.push(current(&next));
    }
    for (panel, place) in ["alt+1", "alt+2", "Escape"].into_iter().zip(places.iter().rev().skip(1)) {
        desktop.keys(&[panel, "less"]);
        desktop.wait("the previous error", |s| current(s) == *place);
    }
    desktop.keys(&["alt+3"]);
    desktop.wait("the comment", |s| s["window"]["focus"] == "GtkTextView");
    desktop.keys(&["greater", "less"]);
    let state = desktop.wait("both are typed", |s| s["panels"]["comment"]["text"].to_string().contains("><"));
    assert_eq!(current(&state), places[0], "nothing else is shown by that");
    assert_eq!(desktop.complaints(), "");
}
