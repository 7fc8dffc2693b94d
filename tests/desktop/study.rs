// SPDX-License-Identifier: GPL-3.0-or-later
//! Study on the page in place of the match: cards about the cube and about checker plays, their judgement, the summary.

use super::harness::{TestDesktop, place};
use super::library::{SETTINGS, import, is_imported, library, n_rows, with_samples};
use super::{reader, tools};
use gnubg_engine::core::{Board, Dice, Play, PlayList, Side, Step};
use serde_json::Value;

/// Searches decisions and studies what was found: cards are made, and the first one is asked in the main window.
fn study_found(desktop: &TestDesktop, query: &str) -> Value {
    import(desktop, &desktop.home().join("matches"));
    desktop.wait("the import", is_imported);
    desktop.keys(&["ctrl+2"]);
    desktop.wait("examples", |s| library(s)["searches"] == "examples");
    desktop.keys(&["ctrl+f"]);
    desktop.type_text(query);
    desktop.wait("results", |s| n_rows(s, "cards") > 0 && library(s)["searches"] == "cards");
    tools::press(desktop, "/tools/library/spots/study", |s| s["study"]["page"] == "study");
    // Without a window manager the library would stay above.
    desktop.xdotool(&["search", "--onlyvisible", "--name", "GNU Backgammon", "windowraise"]);
    desktop.focus_main();
    let state = desktop.wait("a question", |s| s["study"]["prompt"].is_string());
    assert_eq!(state["study"]["verdict"], "", "nothing gives the answer away");
    state
}

#[test]
fn l05_a_cube_card_is_two_questions_and_comes_back_later() {
    let Some(mut desktop) = with_samples("study-cube", &[], SETTINGS) else { return };
    study_found(&desktop, "kind:nodouble,double loss>=80");
    let asked = |s: &Value, text: &str| s["study"]["prompt"].as_str().is_some_and(|said| said.contains(text));
    desktop.wait("the first question", |s| asked(s, "Double or not"));
    desktop.screenshot("question");
    reader::check_names(&desktop, "study");
    // The first answer by the pointer, the second by a key.
    tools::press(&desktop, "/study/spots/second", |s| asked(s, "take or pass"));
    desktop.screenshot("second");
    desktop.keys(&["t"]);
    let state = desktop.wait("what it loses", |s| s["study"]["ratings"] == true);
    assert!(state["study"]["parts"].as_str().is_some_and(|text| text.lines().count() == 2));
    desktop.screenshot("judged");
    // Return accepts the grade, and the next card is asked; Escape leaves, and the match is there again.
    desktop.keys(&["Return"]);
    desktop.wait("the next card", |s| s["study"]["verdict"] == "");
    desktop.keys(&["Escape"]);
    desktop.wait("the start page", |s| s["study"]["page"] == "match");
    // The session goes on where it was, also after the program has ended.
    desktop.kill();
    desktop.launch_again();
    reader::wait_for(&desktop, "Open library");
    let button = "Study (";
    reader::hears_start(&desktop, button);
    assert_eq!(desktop.complaints(), "");
}

/// The position on the board of study and the dice, as the player sees them who is to play: the one at the bottom.
fn to_play(state: &Value) -> (Board, Dice) {
    let stacks: Vec<i64> = state["study"]["board"]["stacks"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_i64)
        .collect();
    assert_eq!(state["study"]["board"]["dice"]["owner"], 1, "{}", state["study"]);
    let mut board = Board::from_sides([0; 25], [0; 25]);
    let count = |n: i64| u8::try_from(n.max(0)).expect("few checkers");
    for point in 1..=25 {
        board.set(Side::OnRoll, point - 1, count(stacks[point]));
        board.set(Side::Opponent, point - 1, count(-stacks[25 - point]));
    }
    let face = |n: usize| state["study"]["board"]["dice"]["faces"][n].as_u64().expect("a die") as u8;
    (board, Dice::new(face(0), face(1)).expect("dice"))
}

/// A legal play: the last one in the list.
fn some_play(board: &Board, dice: Dice) -> Play {
    let mut list = PlayList::new();
    list.generate(board, dice);
    *list.plays().last().expect("a play")
}

/// The steps from the rearmost checker on, so that checkers on the bar come first.
fn steps(play: &Play) -> Vec<Step> {
    let mut steps = play.steps().to_vec();
    steps.sort_by_key(|step| std::cmp::Reverse(step.from));
    steps
}

fn n_steps(state: &Value) -> Option<u64> {
    state["study"]["controller"]["turn"]["steps"].as_u64()
}

/// Makes a legal play of the card by dragging, and returns it.
fn drag_play(desktop: &TestDesktop) -> Play {
    let state = desktop.wait("a board to play on", |s| n_steps(s) == Some(0));
    let (board, dice) = to_play(&state);
    let play = some_play(&board, dice);
    for (made, step) in (1..).zip(steps(&play)) {
        let (from, to) = (usize::from(step.from.number()), usize::from(step.to.number()));
        let to = if to == 0 { 26 } else { to };
        desktop.drag(desktop.checker(from), place(to, 0));
        desktop.wait("a step", |s| n_steps(s) == Some(made));
    }
    desktop.wait("the whole play", |s| s["study"]["controller"]["turn"]["complete"] == true);
    play
}

fn is_judged(state: &Value) -> bool {
    state["study"]["ratings"] == true
}

#[test]
fn l06_a_card_about_a_play_is_answered_on_the_board() {
    let Some(desktop) = with_samples("study-play", &[], SETTINGS) else { return };
    let state = study_found(&desktop, "kind:play loss>=300");
    let said = state["study"]["prompt"].as_str().unwrap_or_default();
    assert!(said.contains(" on the board"), "{said}");
    desktop.screenshot("question");
    // By the keyboard.
    drag_play(&desktop);
    desktop.screenshot("made");
    desktop.keys(&["Return"]);
    let state = desktop.wait("what it loses", is_judged);
    assert!(state["study"]["plays"].as_array().is_some_and(|rows| rows.len() > 1), "{}", state["study"]);
    assert!(state["study"]["board"]["arrows"]["best"].as_u64() > Some(0), "{}", state["study"]);
    assert!(state["study"]["board"]["arrows"]["made"].as_u64() > Some(0), "{}", state["study"]);
    assert_ne!(state["study"]["verdict"], "");
    desktop.screenshot("judged");
    desktop.keys(&["Return"]);
    desktop.wait("the next card", |s| !is_judged(s) && n_steps(s) == Some(0));
    desktop.screenshot("next");
}
