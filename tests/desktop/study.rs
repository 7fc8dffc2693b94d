// SPDX-License-Identifier: GPL-3.0-or-later
//! Study on the page in place of the match: cards about the cube and about checker plays, their judgement, the summary.

use super::harness::{State, TestDesktop, place};
use super::library::{SETTINGS, import, is_imported, library, lists_losses, with_samples};
use super::{errors, reader, tools};
use gnubg_engine::core::{Board, Dice, Play, PlayList, Side, Step};
use serde_json::{Value, json};
use std::time::Duration;

/// Searches decisions and studies what was found: cards are made, and the first one is asked in the main window.
pub(crate) fn study_found(desktop: &TestDesktop, query: &str) -> State {
    import(desktop, &desktop.home().join("matches"));
    desktop.wait("the import", is_imported);
    desktop.keys(&["ctrl+2"]);
    desktop.wait("examples", |s| library(s)["searches"] == "examples");
    desktop.keys(&["ctrl+f"]);
    desktop.type_text(query);
    desktop.wait("results", |s| lists_losses(s, 0));
    tools::press(desktop, "/tools/library/spots/study", |s| s["study"]["page"] == "study");
    // Without a window manager the library would stay above.
    desktop.xdotool(&["search", "--onlyvisible", "--name", "GNU Backgammon", "windowraise"]);
    desktop.focus_main();
    let state = desktop.wait("a question", |s| s["study"]["prompt"].is_string());
    assert_eq!(state["study"]["verdict"], Value::Null, "nothing gives the answer away");
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
    let state = desktop.wait("the loss", |s| s["study"]["ratings"] == true);
    assert!(state["study"]["parts"].as_str().is_some_and(|text| text.lines().count() == 2));
    assert!(state["study"]["source"].as_str().is_some_and(|text| text.starts_with("In the match: ")));
    desktop.screenshot("judged");
    // Return accepts the grade, and the next card is asked; Escape leaves, and the match is there again.
    desktop.keys(&["Return"]);
    let state = desktop.wait("the next card", |s| s["study"]["verdict"].is_null());
    let session = state["study"]["session"].as_str().unwrap_or_default();
    assert_eq!(
        session, "1 of 1 card right\nMean loss: 0.000",
        "how the session goes stands beside a question"
    );
    desktop.keys(&["Escape"]);
    desktop.wait("the start page", |s| s["study"]["page"] == "match");
    // The session goes on where it was, also after the program has ended.
    desktop.kill();
    let large = "[window]\ntext-scale = 200\n[window.place.main]\nwidth = 800\nheight = 600\n";
    std::fs::write(desktop.settings(), [SETTINGS, large].concat()).expect("settings of a small window");
    desktop.launch_again();
    reader::hears(&desktop, "Open library");
    let button = "Study (";
    reader::hears_start(&desktop, button);
    // Large text in a small window: nothing is cut off or leaves it, whether asked or judged.
    let fits = |s: &Value| s["window"]["cut"] == json!([]) && s["window"]["width"].as_u64() <= Some(800);
    desktop.keys(&["ctrl+shift+y"]);
    let state = desktop.wait("the card", |s| s["study"]["prompt"].is_string());
    assert!(fits(&state), "{}", state["window"]);
    desktop.screenshot("large-question");
    desktop.keys(&["d"]);
    desktop.wait("the second question", |s| asked(s, "take or pass"));
    desktop.keys(&["t"]);
    let state = desktop.wait("the loss", |s| s["study"]["ratings"] == true);
    assert!(fits(&state), "{}", state["window"]);
    desktop.screenshot("large-judged");
    assert_eq!(desktop.complaints(), "");
}

/// The position on the board of study and the dice, as the player sees them who is to play: the one at the bottom.
fn to_play(state: &Value) -> (Board, Dice) {
    play_of(&state["study"])
}

/// The same of a page with a board.
pub(crate) fn play_of(page: &Value) -> (Board, Dice) {
    let stacks: Vec<i64> =
        page["board"]["stacks"].as_array().into_iter().flatten().filter_map(Value::as_i64).collect();
    assert_eq!(page["board"]["dice"]["owner"], 1, "{page}");
    let mut board = Board::from_sides([0; 25], [0; 25]);
    let count = |n: i64| u8::try_from(n.max(0)).expect("few checkers");
    for point in 1..=25 {
        board.set(Side::OnRoll, point - 1, count(stacks[point]));
        board.set(Side::Opponent, point - 1, count(-stacks[25 - point]));
    }
    let face = |n: usize| page["board"]["dice"]["faces"][n].as_u64().expect("a die") as u8;
    (board, Dice::new(face(0), face(1)).expect("dice"))
}

/// A legal play: the last one in the list.
pub(crate) fn some_play(board: &Board, dice: Dice) -> Play {
    let mut list = PlayList::new();
    list.generate(board, dice);
    *list.plays().last().expect("a play")
}

/// The steps from the rearmost checker on, so that checkers on the bar come first.
pub(crate) fn steps(play: &Play) -> Vec<Step> {
    let mut steps = play.steps().to_vec();
    steps.sort_by_key(|step| std::cmp::Reverse(step.from));
    steps
}

pub(crate) fn n_steps(state: &Value) -> Option<u64> {
    state["study"]["controller"]["turn"]["steps"].as_u64()
}

/// Drags the checkers of a play on a board that tells how many steps were made.
pub(crate) fn drag_steps(desktop: &TestDesktop, play: &Play, n_steps: impl Fn(&Value) -> Option<u64>) {
    for (made, step) in (1..).zip(steps(play)) {
        let (from, to) = (usize::from(step.from.number()), usize::from(step.to.number()));
        let to = if to == 0 { 26 } else { to };
        let is_made = |s: &Value| n_steps(s) == Some(made);
        // A window that has just been raised may not take the first press, and a board may not have its place yet.
        for _ in 0..3 {
            desktop.drag(desktop.checker(from), place(to, 0));
            if desktop.glimpse(Duration::from_secs(4), is_made).is_some() {
                break;
            }
        }
        desktop.wait("a step", is_made);
    }
}

/// Makes a legal play of the card by dragging, and returns it.
pub(crate) fn drag_play(desktop: &TestDesktop) -> Play {
    let state = desktop.wait("a board to play on", |s| n_steps(s) == Some(0));
    let (board, dice) = to_play(&state);
    let play = some_play(&board, dice);
    drag_steps(desktop, &play, n_steps);
    desktop.wait("the whole play", |s| s["study"]["controller"]["turn"]["complete"] == true);
    play
}

pub(crate) fn is_judged(state: &Value) -> bool {
    state["study"]["ratings"] == true
}

pub(crate) fn is_over(state: &Value) -> bool {
    state["study"]["verdict"] == "Session finished"
}

/// Makes a legal play by clicks, which play a checker by the left die, or by the other one.
fn click_play(desktop: &TestDesktop) {
    let mut state = desktop.wait("a board to play on", |s| n_steps(s) == Some(0));
    while state["study"]["controller"]["turn"]["complete"] == false {
        let done = n_steps(&state);
        let (board, _) = to_play(&state);
        let taken =
            (1..=25).rev().filter(|&point| board.side(Side::OnRoll)[point - 1] > 0).find_map(|point| {
                desktop.click(desktop.checker(point), 1);
                desktop.glimpse(Duration::from_secs(1), |s| n_steps(s) > done)
            });
        state = taken.expect("a checker that can be played");
    }
}

/// What is said of a play: the grade, the best play, arrows.
fn check_judgement(state: &Value) {
    let study = &state["study"];
    assert!(study["plays"].as_array().is_some_and(|rows| rows.len() > 1), "{study}");
    let actions =
        study["plays"].as_array().into_iter().flatten().map(|row| row[0].as_str().unwrap_or_default());
    let chosen = actions.skip(1).filter(|action| action.ends_with("now") || action.ends_with("as before"));
    assert_eq!(chosen.count(), 1, "{study}");
    assert!(study["board"]["arrows"]["best"].as_u64() > Some(0), "{study}");
    assert!(study["board"]["arrows"]["made"].as_u64() > Some(0), "{study}");
    assert!(study["verdict"].as_str().is_some_and(|text| !text.is_empty()), "{study}");
    assert!(study["parts"].as_str().is_some_and(|text| text.contains(": ")), "{study}");
}

#[test]
fn l06_a_card_about_a_play_is_answered_on_the_board() {
    let Some(desktop) = with_samples("study-play", &[], SETTINGS) else { return };
    let state = study_found(&desktop, "kind:play loss>=300");
    let said = state["study"]["prompt"].as_str().unwrap_or_default();
    assert!(said.contains(" on the board"), "{said}");
    // A play that is not finished is no answer.
    desktop.keys(&["Return"]);
    desktop.wait("a refusal", |s| s["study"]["prompt"] == "The play is not finished");
    // Ctrl+Z takes back a step.
    let (board, dice) = to_play(&state);
    let first = steps(&some_play(&board, dice))[0];
    desktop.drag(
        desktop.checker(usize::from(first.from.number())),
        place(if first.to.number() == 0 { 26 } else { usize::from(first.to.number()) }, 0),
    );
    desktop.wait("a step", |s| n_steps(s) == Some(1));
    desktop.keys(&["ctrl+z"]);
    desktop.wait("no step", |s| n_steps(s) == Some(0));
    // Dragged, and answered by the keyboard.
    drag_play(&desktop);
    desktop.keys(&["Return"]);
    check_judgement(&desktop.wait("the loss", is_judged));
    // Ctrl+Z takes the answer back.
    desktop.keys(&["ctrl+z"]);
    desktop.wait("the question again", |s| !is_judged(s) && n_steps(s) == Some(0));
    drag_play(&desktop);
    desktop.keys(&["Return"]);
    desktop.wait("the loss", is_judged);
    desktop.keys(&["4"]);
    let second = |s: &Value| s["study"]["card"].as_str().is_some_and(|card| card.starts_with("card 2 "));
    desktop.wait("the second card", |s| second(s) && !is_judged(s) && n_steps(s) == Some(0));
    // Also after it was graded.
    desktop.keys(&["ctrl+z"]);
    let first = |s: &Value| s["study"]["card"].as_str().is_some_and(|card| card.starts_with("card 1 "));
    desktop.wait("the first card", |s| first(s) && !is_judged(s) && n_steps(s) == Some(0));
    // Clicked, and answered by the button.
    click_play(&desktop);
    tools::press(&desktop, "/study/spots/next", is_judged);
    desktop.keys(&["Return"]);
    desktop.wait("the second card", |s| second(s) && !is_judged(s) && n_steps(s) == Some(0));
    // Answered by a click on the dice.
    drag_play(&desktop);
    desktop.click(super::LEFT_DIE, 1);
    check_judgement(&desktop.wait("the loss", is_judged));
    desktop.keys(&["4"]);
    // All the others, to the summary.
    for _ in 0..30 {
        let state =
            desktop.wait("a card or the end", |s| is_over(s) || (!is_judged(s) && n_steps(s) == Some(0)));
        if is_over(&state) {
            break;
        }
        drag_play(&desktop);
        desktop.keys(&["space"]);
        desktop.wait("the loss", is_judged);
        desktop.keys(&["4"]);
        desktop.wait("the next card", |s| !is_judged(s));
    }
    let state = desktop.wait("the summary", is_over);
    let parts = state["study"]["parts"].as_str().unwrap_or_default();
    assert!(parts.contains("cards right") && parts.contains("Mean loss"), "{parts}");
    desktop.keys(&["Return"]);
    desktop.wait("the start page", |s| s["study"]["page"] == "match");
    assert_eq!(desktop.complaints(), "");
}

/// Pictures of the page at two sizes, light and dark, to be looked at.
#[test]
fn l07_the_page_of_study_fits_every_size() {
    for (name, scheme, size) in [
        ("study-large", "prefer-light", (1600, 1000)),
        ("study-large-dark", "prefer-dark", (1600, 1000)),
        ("study-medium", "prefer-light", (1024, 700)),
        ("study-medium-dark", "prefer-dark", (1024, 700)),
    ] {
        let Some(desktop) = with_samples(name, &[("ADW_DEBUG_COLOR_SCHEME", scheme)], SETTINGS) else {
            return;
        };
        study_found(&desktop, "kind:play loss>=300");
        desktop.resize(size.0, size.1);
        desktop.wait("the size", |s| {
            s["window"]["width"].as_u64().is_some_and(|w| w.abs_diff(size.0.into()) < 60)
        });
        desktop.wait("a board to play on", |s| n_steps(s) == Some(0));
        desktop.screenshot("question");
        let place = |s: &Value| ["x", "y", "scale"].map(|key| s["study"]["board"][key].clone());
        let before = place(&desktop.state());
        drag_play(&desktop);
        desktop.keys(&["Return"]);
        let state = desktop.wait("the loss", is_judged);
        desktop.screenshot("judged");
        assert_eq!(place(&state), before, "the board stays in its place");
        // Once the answer is laid out.
        desktop.wait("everything in the window", |s| s["window"]["outside"] == json!([]));
        desktop.keys(&["Return"]);
        desktop.wait("the second card", |s| !is_judged(s) && n_steps(s) == Some(0));
        tools::press(&desktop, "/study/spots/end", is_over);
        desktop.screenshot("summary");
        assert_eq!(desktop.complaints(), "");
    }
}

#[test]
fn l08_errors_of_the_match_become_cards_after_a_question() {
    let Some(desktop) = errors::listing("study-errors", "") else { return };
    let file = desktop.home().join(".local/share/gnubg/library.gnubglib");
    errors::press(&desktop, "Study these");
    desktop.wait("a question", |s| s["files"]["dialog"] == "begin-library");
    desktop.screenshot("asked");
    assert!(!file.exists(), "nothing is stored before the answer");
    desktop.keys(&["Escape"]);
    let state = desktop.wait("no question", |s| s["files"]["dialog"].is_null());
    assert_eq!(state["study"]["page"], "match");
    assert!(!file.exists(), "nothing is stored without consent");
    errors::press(&desktop, "Study these");
    desktop.wait("a question", |s| s["files"]["dialog"] == "begin-library");
    desktop.keys(&["Return"]);
    let state = desktop.wait("a card", |s| s["study"]["page"] == "study" && s["study"]["card"].is_string());
    assert!(file.exists());
    assert!(state["study"]["prompt"].as_str().is_some_and(|text| text.contains("decisions")), "{state}");
    desktop.screenshot("card");
    assert_eq!(desktop.complaints(), "");
}
