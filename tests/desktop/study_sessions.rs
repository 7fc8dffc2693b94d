// SPDX-License-Identifier: GPL-3.0-or-later
//! How sessions of study begin, go on and end: from the menu, by a key, from the start page, after a kill.

use super::harness::TestDesktop;
use super::library::{SETTINGS, library, n_rows, open_library, with_samples};
use super::study::{drag_play, is_judged, is_over, n_steps, study_found};
use super::{reader, tools};
use serde_json::Value;
use std::time::Duration;

fn card(state: &Value) -> &str {
    state["study"]["card"].as_str().unwrap_or_default()
}

/// Answers a card with some play and accepts the grade.
fn answer(desktop: &TestDesktop) {
    drag_play(desktop);
    desktop.keys(&["Return"]);
    desktop.wait("the loss", is_judged);
    desktop.keys(&["Return"]);
}

#[test]
fn l13_cards_that_were_chosen_are_a_session_of_their_own() {
    let Some(desktop) = with_samples("study-chosen", &[], SETTINGS) else { return };
    let state = study_found(&desktop, "kind:play loss>=300");
    let first = card(&state).to_owned();
    answer(&desktop);
    desktop.wait("the second card", |s| card(s).starts_with("card 2 ") && !is_judged(s));
    desktop.keys(&["Escape"]);
    desktop.wait("the start page", |s| s["study"]["page"] == "match");
    // Others are asked although that session is not finished.
    open_library(&desktop);
    desktop.keys(&["ctrl+2", "ctrl+f", "ctrl+a"]);
    desktop.type_text("kind:nodouble,double loss>=80");
    let state = desktop
        .wait("results", |s| n_rows(s, "cards") > 0 && library(s)["cards"].to_string().contains("Double?"));
    let n = n_rows(&state, "cards");
    tools::press(&desktop, "/tools/library/spots/study", |s| s["study"]["page"] == "study");
    let state = desktop.wait("a card about the cube", |s| s["study"]["first"].is_array());
    assert!(card(&state).starts_with("card 1 ") && card(&state) != first, "{}: {n}", card(&state));
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn l14_study_is_begun_by_a_key_with_a_choice_of_length() {
    let Some(desktop) = with_samples("study-length", &[], SETTINGS) else { return };
    study_found(&desktop, "kind:play loss>=200");
    tools::press(&desktop, "/study/spots/end", is_over);
    desktop.keys(&["Return"]);
    desktop.wait("the start page", |s| s["study"]["page"] == "match");
    // The library is closed, so that the keyboard is the main window's.
    desktop.focus_main();
    reader::hears(&desktop, "Exercises");
    reader::hears_start(&desktop, "Study (");
    desktop.screenshot("start-page");
    desktop.keys(&["ctrl+shift+y"]);
    desktop.wait("a question", |s| s["files"]["dialog"] == "study-length");
    desktop.screenshot("length");
    desktop.keys(&["Escape"]);
    let state = desktop.wait("no question", |s| s["files"]["dialog"].is_null());
    assert_eq!(state["study"]["page"], "match");
    desktop.keys(&["ctrl+shift+y"]);
    desktop.wait("a question", |s| s["files"]["dialog"] == "study-length");
    desktop.keys(&["Return"]);
    let state = desktop.wait("a card", |s| card(s).starts_with("card 1 "));
    // Of twenty cards at most eight are new.
    assert!(card(&state).ends_with(" of 8"), "{}", card(&state));
    // What is not finished goes on without a question.
    desktop.keys(&["Escape"]);
    desktop.wait("the start page", |s| s["study"]["page"] == "match");
    desktop.keys(&["ctrl+shift+y"]);
    desktop.wait("the card", |s| s["study"]["page"] == "study" && card(s).starts_with("card 1 "));
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn l15_a_wrong_play_is_explained() {
    let Some(desktop) = with_samples("study-why", &[], SETTINGS) else { return };
    study_found(&desktop, "kind:play loss>=300");
    for _ in 0..10 {
        desktop.wait("a board to play on", |s| n_steps(s) == Some(0) && !is_judged(s));
        drag_play(&desktop);
        desktop.keys(&["Return"]);
        let state = desktop.wait("the loss", is_judged);
        if state["study"]["verdict"] != "Right" {
            let why = state["study"]["why"].as_str().unwrap_or_default();
            assert!(why.len() > 20, "{}", state["study"]);
            desktop.screenshot("why");
            assert_eq!(desktop.complaints(), "");
            return;
        }
        desktop.keys(&["Return"]);
    }
    panic!("ten right answers");
}

/// Scenario 32, as hard as can be: the program is killed the moment after a grade.
#[test]
fn l16_a_kill_loses_no_answered_card() {
    let Some(mut desktop) = with_samples("study-kill", &[], SETTINGS) else { return };
    study_found(&desktop, "kind:play loss>=300");
    for n in 2..=3 {
        answer(&desktop);
        let next = format!("card {n} ");
        desktop
            .wait("the next card", |s| card(s).starts_with(&next) && !is_judged(s) && n_steps(s) == Some(0));
    }
    // The third card is answered, but not graded.
    drag_play(&desktop);
    desktop.keys(&["Return"]);
    desktop.wait("the loss", is_judged);
    desktop.kill();
    desktop.launch_again();
    reader::hears_start(&desktop, "Study (");
    desktop.focus_main();
    desktop.keys(&["ctrl+shift+y"]);
    desktop
        .wait("the third card", |s| card(s).starts_with("card 3 ") && !is_judged(s) && n_steps(s) == Some(0));
    // Both answers are there: each can be taken back.
    for n in [2, 1] {
        desktop.keys(&["ctrl+z"]);
        let before = format!("card {n} ");
        desktop.wait("the card before", |s| card(s).starts_with(&before) && n_steps(s) == Some(0));
    }
    assert_eq!(desktop.complaints(), "");
}

/// Contrast pairs and other scores, below the answer to a card.
#[test]
fn l17_a_contrast_and_other_scores_become_cards() {
    let Some(desktop) = with_samples("study-contrast", &[], SETTINGS) else { return };
    study_found(&desktop, "kind:play loss>=200");
    let said = |s: &Value| s["study"]["varied"].as_str().unwrap_or_default().to_owned();
    let is_done = |s: &Value| !said(s).is_empty() && !said(s).starts_with("Searching");
    let (mut contrasts, mut scores) = (0, 0);
    for n in 1..=8 {
        let this = format!("card {n} ");
        desktop.wait("a board to play on", |s| {
            card(s).starts_with(&this) && n_steps(s) == Some(0) && !is_judged(s)
        });
        assert!(desktop.state()["study"]["spots"]["contrast"].is_null(), "nothing before the answer");
        drag_play(&desktop);
        desktop.keys(&["Return"]);
        desktop.wait("the loss", is_judged);
        if contrasts == 0 {
            let spots = |s: &Value| ["contrast", "scores"].map(|name| s["study"]["spots"][name].clone());
            // Before they are laid out, both are in one place.
            let is_laid_out = |s: &Value| spots(s)[0].is_array() && spots(s)[0] != spots(s)[1];
            let before = desktop.wait("ways to look", is_laid_out);
            tools::press(&desktop, "/study/spots/contrast", |s| !said(s).is_empty());
            let state = desktop.wait("a contrast, or that there is none", is_done);
            assert_eq!(spots(&state), spots(&before), "what is found moves no button");
            if said(&state).contains("in the other position") {
                desktop.screenshot("contrast");
                tools::press(&desktop, "/study/spots/make", |s| said(s) == "Card made");
                contrasts += 1;
            } else {
                assert_eq!(said(&state), "No small change clearly changes the answer");
            }
        }
        if scores == 0 {
            tools::press(&desktop, "/study/spots/scores", |s| {
                said(s).starts_with("Searching") || said(s).contains(" at ")
            });
            let state = desktop.wait("other scores", |s| is_done(s) && said(s).contains(" at "));
            if said(&state).contains("best is") {
                desktop.screenshot("scores");
                tools::press(&desktop, "/study/spots/make", |s| said(s) == "Card made");
                scores += 1;
            }
        }
        if contrasts + scores == 2 {
            break;
        }
        tools::press(&desktop, "/study/spots/next", |s| !is_judged(s));
    }
    assert_eq!((contrasts, scores), (1, 1));
    // What is being looked for is dropped with the next card.
    tools::press(&desktop, "/study/spots/contrast", |s| !said(s).is_empty());
    tools::press(&desktop, "/study/spots/next", |s| !is_judged(s));
    let state = desktop.wait("the next card", |s| is_over(s) || n_steps(s) == Some(0));
    assert_eq!(said(&state), "");
    assert_eq!(desktop.complaints(), "");
}

/// Escape stops what is being looked for, which can be looked for again, and leaves the page only after that.
#[test]
fn l28_looking_for_a_contrast_is_stopped() {
    let Some(desktop) = with_samples("study-stop", &[], SETTINGS) else { return };
    // Nothing is found for this one, which takes longest.
    study_found(&desktop, "by:Harbor8 kind:play loss>=100 dice:21");
    let said = |s: &Value| s["study"]["varied"].as_str().unwrap_or_default().to_owned();
    let is_looking = |s: &Value| s["study"]["spots"]["stop"].is_array();
    desktop.wait("a board to play on", |s| card(s).starts_with("card 1 ") && n_steps(s) == Some(0));
    drag_play(&desktop);
    desktop.keys(&["Return"]);
    desktop.wait("the loss", is_judged);
    desktop.wait("a way to look", |s| s["study"]["spots"]["contrast"].is_array());
    let (x, y) = reader::middle(&desktop, "Contrast");
    // At once: the search takes only some tenths of a second.
    desktop.xdotool(&["mousemove", &x, &y]);
    desktop.at_once(&["click", "1", "key", "Escape"]);
    let is_told = |s: &Value| !is_looking(s) && !said(s).is_empty();
    let told = desktop.glimpse(Duration::from_secs(3), is_told).map(|s| said(&s));
    assert_eq!(told, None, "what was stopped tells nothing");
    tools::press(&desktop, "/study/spots/scores", |s| !said(s).is_empty());
    desktop.wait("other scores", |s| !is_looking(s) && said(s).contains(" at "));
    desktop.keys(&["Escape"]);
    desktop.wait("the start page", |s| s["study"]["page"] == "match");
    assert_eq!(desktop.complaints(), "");
}
