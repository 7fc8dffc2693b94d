// SPDX-License-Identifier: GPL-3.0-or-later
//! The record while one steps through a match: its highlight stays in sight, and the keys for errors work everywhere.

use super::errors::{expected, listing};
use super::files::sample;
use super::harness::TestDesktop;
use gnubg_record::{DecisionError, ErrorQuery};
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
    let found = expected(&ErrorQuery { least: 0.03 - 0.0001, ..ErrorQuery::default() });
    let mut places: Vec<(usize, usize)> = found.iter().map(DecisionError::place).take(4).collect();
    places.dedup();
    assert_eq!(places.len(), 4, "{found:?}");
    let is_at = |s: &Value, n: usize| current(s) == json!([places[n].0, places[n].1]);
    desktop.focus_main();
    // The board, the record, the analysis, the errors; then back from the record, the analysis, the board.
    for (n, panel) in ["Escape", "alt+1", "alt+2", "alt+7"].into_iter().enumerate() {
        desktop.keys(&[panel, "greater"]);
        desktop.wait("the next error", |s| is_at(s, n));
    }
    for (n, panel) in [(2, "alt+1"), (1, "alt+2"), (0, "Escape")] {
        desktop.keys(&[panel, "less"]);
        desktop.wait("the previous error", |s| is_at(s, n));
    }
    desktop.keys(&["alt+3"]);
    desktop.wait("the comment", |s| s["window"]["focus"] == "GtkTextView");
    let before = desktop.state()["match"]["position_id"].clone();
    desktop.keys(&["greater", "less"]);
    let state = desktop.wait("both are typed", |s| s["panels"]["comment"]["text"].to_string().contains("><"));
    assert_eq!(state["match"]["position_id"], before, "nothing else is shown by that");
    assert_eq!(desktop.complaints(), "");
}

/// The keys work in the window of a detached panel, too.
#[test]
fn less_and_greater_lead_to_errors_from_a_detached_panel() {
    let Some(path) = sample("xg/baR-U643iUDpvzTC.xg") else { return };
    let path = path.to_string_lossy().into_owned();
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
                    [window]\npanel-layout = \"errors=400 analysis=300 record=420! commentary=100_\"\n";
    let Some(desktop) = TestDesktop::start_set("less-detached", &["--no-animations", &path], &[], settings)
    else {
        return;
    };
    desktop
        .wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["detached"] == json!(["record"]));
    let found = expected(&ErrorQuery { least: 0.03 - 0.0001, ..ErrorQuery::default() });
    let mut places: Vec<(usize, usize)> = found.iter().map(DecisionError::place).collect();
    places.dedup();
    desktop.focus_main();
    desktop.keys(&["greater"]);
    let state =
        desktop.wait("an error", |s| places.iter().any(|(game, entry)| current(s) == json!([game, entry])));
    let at = places.iter().position(|(game, entry)| current(&state) == json!([game, entry]));
    let at = at.expect("an error is shown");
    desktop.xdotool(&["search", "--onlyvisible", "--name", "Game record", "windowfocus", "--sync"]);
    for (key, n) in [("greater", at + 1), ("greater", at + 2), ("less", at + 1)] {
        desktop.keys(&[key]);
        desktop.wait("the next one", |s| current(s) == json!([places[n].0, places[n].1]));
    }
    assert_eq!(desktop.complaints(), "");
}

/// The bar of a loss ends where its number ends, also where the luck of the roll stands behind it.
#[test]
fn bars_of_losses_are_under_their_numbers() {
    let place = "[window.place.main]\nwidth = 1600\nheight = 900\n";
    let both = format!("record-numbers = \"both\"\n{place}");
    let luck = format!("record-numbers = \"luck\"\n{place}");
    for (name, settings, n_columns) in [("bars-of-both", &both, 2), ("bars-of-luck", &luck, 1)] {
        let Some(desktop) = listing(name, settings) else { return };
        desktop.focus_main();
        // An error is in sight.
        desktop.keys(&["alt+1", "greater"]);
        let state = desktop.wait("the record", |s| {
            let columns = s["panels"]["record"]["columns"].as_array().map(Vec::len);
            let has_bars = s["panels"]["record"]["bars"].as_array().is_some_and(|bars| !bars.is_empty());
            columns == Some(n_columns)
                && s["panels"]["record"]["current_seen"] == true
                && has_bars == (n_columns == 2)
        });
        desktop.screenshot("record");
        let bars = state["panels"]["record"]["bars"].as_array().cloned().unwrap_or_default();
        println!("{bars:?}");
        for bar in &bars {
            let [end_of_bar, end_of_number] = [0, 1]
                .map(|n| bar[n][0].as_f64().zip(bar[n][2].as_f64()).map_or(0.0, |(x, width)| x + width));
            assert!((end_of_bar - end_of_number).abs() <= 1.0, "{bar}");
        }
        assert_eq!(desktop.complaints(), "");
    }
}

/// Above the columns stand the players' checkers in the colors of the board, one light and one dark, in every design.
#[test]
fn the_columns_have_the_colors_of_the_players() {
    for (name, design) in [("colors-default", ""), ("colors-night", "appearance = \"design=night\"\n")] {
        let Some(desktop) = listing(name, design) else { return };
        desktop.wait("the record", |s| s["panels"]["record"]["checkers"].as_array().map(Vec::len) == Some(2));
        let picture = desktop.screenshot("head");
        let state = desktop.state();
        let at =
            |n: usize| [0, 1].map(|k| state["panels"]["record"]["checkers"][n][k].as_f64().expect("a place"));
        let brightness = |[x, y]: [f64; 2]| {
            let (x, y) = (x.round() as i32, y.round() as i32);
            let colors: Vec<[u8; 3]> = picture.colors(x - 2..x + 3, y - 2..y + 3).collect();
            colors.iter().flatten().map(|part| f64::from(*part)).sum::<f64>() / (3.0 * colors.len() as f64)
        };
        let [light, dark] = [0, 1].map(|n| brightness(at(n)));
        println!("{name}: {light:.0} and {dark:.0}");
        assert!((light - dark).abs() > 60.0, "{name}: {light:.0} and {dark:.0}");
        // Each is that of the checkers which the player has on the board: on the own 6-point, where nobody has moved.
        for n in 0..2 {
            let name = &state["panels"]["record"]["names"][n];
            let is_below = *name == state["names"][1];
            assert!(is_below || *name == state["names"][0], "{name}");
            let (slot, owner) = if is_below { (6, 1) } else { (19, -1) };
            assert_eq!(state["board"]["stacks"][slot].as_i64().map(i64::signum), Some(owner));
            let (x, y) = desktop.pixel(super::harness::place(slot, 1));
            let on_board = brightness([x, y].map(|text| text.parse().expect("a pixel")));
            println!("{name}: {on_board:.0} on the board");
            let [own, other] = if n == 0 { [light, dark] } else { [dark, light] };
            assert!((on_board - own).abs() < (on_board - other).abs(), "{name}: {on_board:.0}, not {own:.0}");
        }
    }
}
