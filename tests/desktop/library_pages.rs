// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics, exercises and re-evaluation in the window of the library.

use super::files::sample;
use super::harness::{State, TestDesktop};
use super::library::{
    SETTINGS, SIZES, import, is_imported, is_list_open, library, n_rows, open_library, resize, with_samples,
};
use super::study::{drag_steps, play_of, some_play};
use super::{reader, tools};
use serde_json::Value;
use std::time::Duration;

fn texts(state: &Value, list: &str) -> Vec<String> {
    let rows = library(state)[list].as_array().cloned().unwrap_or_default();
    rows.iter().map(|row| row.as_str().unwrap_or_default().to_owned()).collect()
}

/// Imports the samples and shows the page of figures.
fn show_statistics(desktop: &TestDesktop) -> State {
    import(desktop, &desktop.home().join("matches"));
    desktop.wait("the import", is_imported);
    desktop.keys(&["ctrl+3"]);
    desktop.wait("figures", |s| library(s)["page"] == "statistics" && n_rows(s, "figures") > 3)
}

/// Chooses the entry of a list that is so many rows below the present one.
fn choose_below(desktop: &TestDesktop, spot: &str, rows: usize) {
    tools::press(desktop, &format!("/tools/library/spots/{spot}"), is_list_open);
    for _ in 0..rows {
        desktop.keys(&["Down"]);
    }
    desktop.keys(&["Return"]);
}

/// Clicks a row until something is seen: rows may have just been laid out.
fn click_row(desktop: &TestDesktop, row: &str, expected: impl Fn(&Value) -> bool) -> State {
    for _ in 0..4 {
        if library(&desktop.state())["page"] == "statistics" {
            let (x, y) = reader::middle(desktop, row);
            desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
        }
        if let Some(state) = desktop.glimpse(Duration::from_secs(5), &expected) {
            return state;
        }
    }
    desktop.wait(row, expected)
}

/// The number before a word.
fn number_before(text: &str, word: &str) -> usize {
    let digits: Vec<char> = text[..text.find(word).unwrap_or(0)].trim_end().chars().rev().collect();
    let number =
        digits.into_iter().take_while(|c| c.is_ascii_digit() || *c == ',').filter(char::is_ascii_digit);
    number.collect::<Vec<_>>().into_iter().rev().collect::<String>().parse().unwrap_or(0)
}

#[test]
fn l09_figures_have_intervals_and_lead_to_their_decisions() {
    let Some(desktop) = with_samples("library-statistics", &[], SETTINGS) else { return };
    resize(&desktop, (1600, 1000));
    let state = show_statistics(&desktop);
    let figures = texts(&state, "figures");
    desktop.screenshot("phases");
    reader::check_names(&desktop, "library");
    assert!(library(&state)["total"].as_str().is_some_and(|text| text.starts_with("PR ")), "{state}");
    assert!(library(&state)["notes"].as_str().is_some_and(|text| text.contains("Ruler")), "{state}");
    // A click on a row shows exactly its decisions.
    let row = figures.iter().find(|row| row.starts_with("Middle game")).expect("a row of the middle game");
    let state = click_row(&desktop, row, |s| {
        library(s)["page"] == "search"
            && library(s)["count"].as_str().is_some_and(|text| text.ends_with(" decisions"))
            && !library(s)["count"].as_str().is_some_and(|text| text.starts_with("More"))
    });
    let count = library(&state)["count"].as_str().unwrap_or_default();
    assert_eq!(number_before(count, "decisions"), number_before(row, "decisions"), "{row}: {count}");
    desktop.screenshot("found");
    // Split by something else, and of one player.
    desktop.keys(&["ctrl+3"]);
    desktop.wait("figures", |s| library(s)["page"] == "statistics");
    choose_below(&desktop, "by", 1);
    let state =
        desktop.wait("plans", |s| texts(s, "figures").iter().any(|row| row.starts_with("Holding game")));
    desktop.screenshot("plans");
    let before = |key: &str| library(&state)[key].clone();
    let (all, errors) = (before("total"), before("frequent"));
    choose_below(&desktop, "who", 1);
    let state = desktop.wait("one player", |s| {
        library(s)["total"] != all && library(s)["frequent"] != errors && n_rows(s, "frequent") > 0
    });
    desktop.screenshot("player");
    // A kind of errors leads to these errors.
    let row = texts(&state, "frequent")[0].clone();
    let errors = number_before(&row, "error");
    click_row(&desktop, &row, |s| {
        library(s)["page"] == "search"
            && library(s)["count"].as_str().is_some_and(|text| number_before(text, "decision") == errors)
    });
    assert_eq!(desktop.complaints(), "");
}

fn drill(state: &Value) -> &Value {
    &library(state)["drill"]
}

fn says(state: &Value, what: &str, text: &str) -> bool {
    drill(state)[what].as_str().is_some_and(|said| said.contains(text))
}

/// The pips of the player at the bottom.
fn pips(state: &Value) -> i64 {
    let stacks = drill(state)["board"]["stacks"].as_array().cloned().unwrap_or_default();
    let own = stacks.iter().enumerate().take(26).map(|(n, stack)| (n as i64, stack.as_i64().unwrap_or(0)));
    own.filter(|(_, stack)| *stack > 0).map(|(n, stack)| n * stack).sum()
}

#[test]
fn l10_exercises_are_answered_by_typing_choosing_and_playing() {
    let Some(desktop) = with_samples("library-exercises", &[], SETTINGS) else { return };
    import(&desktop, &desktop.home().join("matches"));
    desktop.wait("the import", is_imported);
    desktop.keys(&["ctrl+4"]);
    let state =
        desktop.wait("a question", |s| library(s)["page"] == "exercises" && says(s, "prompt", "pips"));
    reader::check_names(&desktop, "library");
    desktop.screenshot("pips");
    assert_eq!(drill(&state)["result"], "", "nothing gives the answer away");
    // Nothing typed is no answer.
    desktop.keys(&["Return"]);
    desktop.wait("a refusal", |s| says(s, "result", "Type a number"));
    let right = pips(&desktop.state());
    desktop.type_text(&right.to_string());
    desktop.keys(&["Return"]);
    desktop.wait("the answer", |s| says(s, "result", "Right") && says(s, "level", "1 of 1"));
    desktop.screenshot("right");
    // Return asks the next one; a wrong answer is told with the truth.
    desktop.keys(&["Return"]);
    desktop.wait("the next question", |s| drill(s)["result"] == "");
    let right = pips(&desktop.state());
    desktop.type_text(&(right + 9).to_string());
    desktop.keys(&["Return"]);
    let truth = format!("it is {right}");
    desktop.wait("the truth", |s| says(s, "result", "Not right") && says(s, "result", &truth));
    // Who counts too much again and again is told.
    for _ in 0..5 {
        desktop.keys(&["Return"]);
        desktop.wait("the next question", |s| drill(s)["result"] == "");
        let right = pips(&desktop.state());
        desktop.type_text(&(right + 9).to_string());
        desktop.keys(&["Return"]);
        desktop.wait("the truth", |s| says(s, "result", "Not right"));
    }
    desktop.wait("the bias", |s| says(s, "bias", "too high"));
    desktop.screenshot("bias");
    // A verdict is chosen, in the third exercise.
    choose_below(&desktop, "exercise", 2);
    desktop.wait("another question", |s| says(s, "prompt", "formula"));
    desktop.screenshot("isight");
    // An opening is played on the board.
    choose_below(&desktop, "exercise", 4);
    let state = desktop.wait("an opening", |s| {
        says(s, "prompt", "on the board") && drill(s)["controller"]["turn"]["steps"] == 0
    });
    let (board, dice) = play_of(drill(&state));
    let n_steps = |s: &Value| drill(s)["controller"]["turn"]["steps"].as_u64();
    drag_steps(&desktop, &some_play(&board, dice), n_steps);
    tools::press(&desktop, "/tools/library/spots/next", |s| {
        says(s, "result", "Play") || says(s, "result", "best is")
    });
    desktop.screenshot("opening");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn l11_a_new_evaluation_tells_what_changes() {
    let Some(mat) = sample("mat") else { return };
    let Some(desktop) = TestDesktop::start_set("library-anew", &["--no-animations"], &[], SETTINGS) else {
        return;
    };
    let folder = desktop.home().join("matches");
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::copy(mat.join("gnubg-s02.mat"), folder.join("gnubg-s02.mat")).expect("a copy");
    open_library(&desktop);
    import(&desktop, &folder);
    desktop.wait("the import", is_imported);
    desktop.keys(&["ctrl+5"]);
    tools::press(&desktop, "/tools/library/spots/analyze", |s| {
        library(s)["waiting"].as_str().is_some_and(|text| text.contains("analyzed"))
            && library(s)["spots"]["analyze"].is_null()
    });
    desktop.keys(&["ctrl+3"]);
    desktop.wait("the analysis", |s| n_rows(s, "figures") > 1);
    desktop.keys(&["ctrl+5"]);
    tools::press(&desktop, "/tools/library/spots/reevaluate", |s| {
        library(s)["changes"].as_str().is_some_and(|text| text.contains("1 match: 0 of "))
    });
    desktop.glimpse(Duration::from_millis(600), |_| false);
    desktop.screenshot("changes");
    // The ruler of figures is chosen, and always named.
    desktop.keys(&["ctrl+3"]);
    desktop.wait("figures", |s| library(s)["page"] == "statistics" && n_rows(s, "figures") > 1);
    let named = |s: &Value| library(s)["notes"].as_str().unwrap_or_default().to_owned();
    let best = named(&desktop.state());
    assert!(best.contains("Ruler: GNU Backgammon 0-ply"), "{best}");
    choose_below(&desktop, "ruler", 1);
    let state = desktop.wait("a ruler", |s| {
        library(s)["ruler"].as_str().is_some_and(|text| text.contains("GNU Backgammon 0-ply"))
            && named(s) == best
    });
    assert!(library(&state)["total"].as_str().is_some_and(|text| text.starts_with("PR ")), "{state}");
    assert_eq!(desktop.complaints(), "");
}

/// Statistics and an exercise at three sizes, light and dark: nothing is cut off, and there are pictures to be looked at.
#[test]
fn l12_statistics_and_exercises_fit_every_size() {
    for (name, scheme) in [("pages-light", "prefer-light"), ("pages-dark", "prefer-dark")] {
        let Some(desktop) = with_samples(name, &[("ADW_DEBUG_COLOR_SCHEME", scheme)], SETTINGS) else {
            return;
        };
        resize(&desktop, SIZES[0].1);
        show_statistics(&desktop);
        desktop.wait("kinds of errors", |s| n_rows(s, "frequent") > 0);
        for (kind, size) in SIZES {
            resize(&desktop, size);
            desktop.keys(&["ctrl+3"]);
            desktop.wait("statistics", |s| library(s)["page"] == "statistics");
            // A frame, so that the picture shows what the window tells.
            desktop.glimpse(Duration::from_millis(600), |_| false);
            desktop.screenshot(&format!("statistics-{kind}"));
            desktop.keys(&["ctrl+4"]);
            desktop.wait("a question", |s| says(s, "prompt", "pips"));
            desktop.screenshot(&format!("exercise-{kind}"));
            let state = desktop.state();
            assert_eq!(state["window"]["cut_elsewhere"], serde_json::json!([]), "{name}-{kind}");
        }
        assert_eq!(desktop.complaints(), "");
    }
}
