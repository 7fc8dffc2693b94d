// SPDX-License-Identifier: GPL-3.0-or-later
//! Setting up a position by pointer and keyboard (scenarios 25 to 30).

use super::harness::{State, TestDesktop, place};
use super::{LEFT_DIE, files, playing, reader, set_id, turn};
use serde_json::{Value, json};

/// The field of the top player's dice.
const LEFT_FIELD: (f64, f64) = (16.0, 35.0);
/// The field of the bottom player's dice.
const RIGHT_FIELD: (f64, f64) = (64.0, 35.0);
/// The cube in the middle.
const CUBE: (f64, f64) = (6.0, 41.0);

/// A match to seven points whose position is being set up.
fn editing(name: &'static str) -> Option<TestDesktop> {
    let desktop = playing(name, "13 21")?;
    start(&desktop);
    Some(desktop)
}

/// Begins to set up, and waits until the board has its place.
pub(crate) fn start(desktop: &TestDesktop) -> State {
    desktop.focus_main();
    desktop.keys(&["ctrl+e"]);
    // The board is smaller now; hands must not reach for where it was.
    desktop.wait("the edit mode", |s| {
        s["controller"]["editing"] == true
            && s["setup"]["height"].as_i64() > Some(0)
            && s["board"]["painted"] == true
    })
}

fn stack(desktop: &TestDesktop, slot: usize, count: i64) {
    desktop.wait(&format!("{count} on {slot}"), |s| s["board"]["stacks"][slot] == count);
}

/// Types into the field that a screen reader finds under this name.
fn fill(desktop: &TestDesktop, name: &str, text: &str) {
    let (x, y) = reader::middle(desktop, name);
    // The buttons of a number are at the right.
    let x = (x.parse::<i32>().expect("a number") - 24).to_string();
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the field's focus", |s| s["window"]["focus"] == "GtkText");
    desktop.keys(&["ctrl+a"]);
    desktop.type_text(text);
    desktop.keys(&["Return"]);
}

#[test]
fn s25_quick_edit_by_depth() {
    let Some(desktop) = editing("edit-quick") else { return };
    desktop.click(place(6, 1), 1);
    stack(&desktop, 6, 2);
    desktop.click(place(3, 2), 1);
    stack(&desktop, 3, 3);
    // The strip at the border empties a point, for either player.
    desktop.click((15.0, 1.0), 1);
    stack(&desktop, 13, 0);
    desktop.click((15.0, 80.5), 1);
    stack(&desktop, 12, 0);
    desktop.click(place(20, 3), 3);
    stack(&desktop, 20, -4);
    // Checkers of the other player there are borne off first.
    desktop.click(place(20, 1), 1);
    stack(&desktop, 20, 2);
    desktop.screenshot("25-editing");
    desktop.keys(&["ctrl+z"]);
    stack(&desktop, 20, -4);
    // The last place of a full point takes one more with every click.
    desktop.click(place(27, 0), 1);
    stack(&desktop, 26, 15);
    desktop.click(place(6, 4), 1);
    stack(&desktop, 6, 5);
    desktop.click(place(6, 4), 1);
    stack(&desktop, 6, 6);
    // Three places on the bar; the other's bar is left alone.
    desktop.click(place(25, 2), 1);
    stack(&desktop, 25, 3);
    desktop.click(place(25, 2), 1);
    stack(&desktop, 25, 4);
    desktop.click(place(0, 1), 1);
    desktop.click(place(0, 1), 3);
    stack(&desktop, 0, -2);
    desktop.click(place(27, 0), 1);
    stack(&desktop, 0, 0);
    // A drag sets every point it passes.
    desktop.drag(place(19, 1), place(23, 1));
    let state = desktop.wait("a prime", |s| s["board"]["stacks"][23] == 2);
    assert_eq!(state["board"]["stacks"][21], 2);
    desktop.screenshot("25-prime");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s26_ctrl_drag_moves_one_checker() {
    let Some(desktop) = editing("edit-drag") else { return };
    let drag = |from: usize, to: usize| {
        desktop.xdotool(&["keydown", "ctrl"]);
        desktop.drag(desktop.checker(from), place(to, 0));
        desktop.xdotool(&["keyup", "ctrl"]);
    };
    drag(6, 2);
    let state = desktop.wait("one checker moved", |s| s["board"]["stacks"][2] == 1);
    assert_eq!(state["board"]["stacks"][6], 4);
    // Neither onto the opponent's checkers nor into the opponent's tray; the own tray takes and gives.
    drag(8, 1);
    drag(8, 27);
    drag(8, 26);
    let state = desktop.wait("one checker borne off", |s| s["board"]["stacks"][26] == 1);
    assert_eq!(state["board"]["stacks"][8], 2, "the others stayed");
    assert_eq!(state["board"]["stacks"][1], -2);
    assert_eq!(state["board"]["stacks"][27], 0);
    drag(26, 25);
    let state = desktop.wait("one checker on the bar", |s| s["board"]["stacks"][25] == 1);
    assert_eq!(state["board"]["stacks"][26], 0);
    drag(24, 4);
    stack(&desktop, 4, 1);
    // 6/2 is four pips less, from the 8-point to the bar 17 more, 24/4 20 less; the other side is as it was.
    let verdict = "Light: 167 pips, 0 off     Dark: 160 pips, 0 off";
    desktop.wait("the counts of both", |s| s["setup"]["verdict"] == verdict);
    desktop.screenshot("26-free");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s27_trays_clear_and_restore() {
    let Some(desktop) = editing("edit-trays") else { return };
    desktop.click(LEFT_FIELD, 1);
    desktop.wait("the choice of dice", |s| s["window"]["focus"] == "GtkButton" && s["board"]["arrow"] == 0);
    desktop.keys(&["Escape"]);
    desktop.wait("the board", |s| s["window"]["focus"] == "BgSpot");
    desktop.click(place(27, 0), 1);
    let state = desktop.wait("a clear board", |s| {
        s["board"]["stacks"][27] == -15
            && s["setup"]["verdict"].as_str().is_some_and(|v| v.starts_with("One"))
    });
    assert_eq!(state["board"]["stacks"][26], 15);
    assert_eq!(state["board"]["arrow"], 1, "it is the bottom player's turn");
    assert_eq!(state["board"]["dice"], Value::Null);
    let enabled = state["window"]["enabled"].as_array().expect("a list of actions");
    assert!(!enabled.contains(&json!("edit-done")), "nothing is there to play with");
    assert_eq!(
        state["setup"]["verdict"],
        "One side has borne off all its checkers; put at least one on the board"
    );
    desktop.screenshot("27-clear");
    desktop.click(place(28, 0), 1);
    stack(&desktop, 6, 5);
    desktop.click(place(26, 0), 3);
    stack(&desktop, 26, 15);
    desktop.click(place(29, 0), 1);
    let state = desktop.wait("the initial position", |s| {
        let enabled = s["window"]["enabled"].as_array();
        s["board"]["stacks"][24] == 2 && enabled.is_some_and(|list| list.contains(&json!("edit-done")))
    });
    assert_eq!(state["setup"]["verdict"], "Light: 167 pips, 0 off     Dark: 167 pips, 0 off");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s28_dice_cube_and_turn() {
    let Some(desktop) = editing("edit-dice") else { return };
    desktop.click(LEFT_FIELD, 1);
    desktop.wait("the turn", |s| s["setup"]["turn"] == 0 && s["window"]["focus"] == "GtkButton");
    desktop.keys(&["space"]);
    desktop
        .wait("a roll", |s| s["board"]["dice"]["faces"] == json!([1, 1]) && s["window"]["focus"] == "BgSpot");
    desktop.click(RIGHT_FIELD, 1);
    desktop.wait("the choice of dice", |s| s["setup"]["turn"] == 1 && s["window"]["focus"] == "GtkButton");
    desktop.screenshot("28-dice");
    desktop.keys(&["Down", "space"]);
    desktop
        .wait("a roll", |s| s["board"]["dice"]["faces"] == json!([2, 1]) && s["window"]["focus"] == "BgSpot");
    // Dice that lie there are clicked as well.
    desktop.click(LEFT_DIE, 1);
    desktop.wait("the choice of dice", |s| s["window"]["focus"] == "GtkButton");
    desktop.keys(&["space"]);
    desktop
        .wait("a roll", |s| s["board"]["dice"]["faces"] == json!([1, 1]) && s["window"]["focus"] == "BgSpot");
    desktop.click(CUBE, 1);
    desktop.wait("the choice of cubes", |s| s["window"]["focus"] == "GtkButton");
    desktop.screenshot("28-cube");
    desktop.keys(&["Down", "Right", "space"]);
    let state = desktop.wait("a cube", |s| s["board"]["cube"]["shown"] == 2);
    assert_eq!(state["board"]["cube"]["place"], "Owned(Zero)");
    // The checkers beside the names give the turn.
    let (x, y) = reader::middle(&desktop, "Turn to Light");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the turn", |s| s["board"]["arrow"] == 0 && s["setup"]["turn"] == 0);
    desktop.wait("the board", |s| s["window"]["focus"] == "BgSpot");
    desktop.screenshot("28-turn");
    desktop.keys(&["Return"]);
    let state = desktop.wait("play again", |s| s["controller"]["editing"] == false);
    assert_eq!(state["match"]["dice"], json!([1, 1]));
    assert_eq!(state["match"]["on_roll"], 0);
    assert_eq!(state["match"]["cube"], json!({ "value": 2, "owner": 0 }));
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s29_score_length_and_crawford() {
    let Some(desktop) = editing("edit-score") else { return };
    let box_of = |state: &Value| state["setup"]["crawford"].clone();
    let state = desktop.state();
    assert_eq!(box_of(&state), json!({ "visible": true, "sensitive": false, "on": false }));
    fill(&desktop, "Points of the top player", "6");
    desktop.wait("one point away", |s| s["setup"]["crawford"]["sensitive"] == true);
    fill(&desktop, "Points of the bottom player", "6");
    desktop.wait("both one point away", |s| s["setup"]["crawford"]["sensitive"] == false);
    fill(&desktop, "Points of the bottom player", "3");
    desktop.wait("6 to 3", |s| s["setup"]["crawford"]["sensitive"] == true);
    let (x, y) = reader::middle(&desktop, "Crawford game");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the Crawford game", |s| s["setup"]["crawford"]["on"] == true);
    fill(&desktop, "Name of the bottom player", "Ann");
    reader::check_names(&desktop, "edit mode");
    desktop.screenshot("29-crawford");
    desktop.wait("the board", |s| s["window"]["focus"] == "BgSpot");
    desktop.keys(&["Return"]);
    let state = desktop.wait("play again", |s| s["controller"]["editing"] == false);
    assert_eq!(state["match"]["score"], json!([6, 3]));
    assert_eq!((&state["match"]["crawford"], &state["names"][1]), (&json!(true), &json!("Ann")));
    assert_eq!(state["board"]["cube"], Value::Null);
    assert_eq!(state["match"]["dice"], json!([3, 1]), "what was not changed stays");
    // All of it is one step.
    desktop.keys(&["ctrl+z"]);
    let state = desktop.wait("the score before", |s| s["match"]["score"] == json!([0, 0]));
    assert_eq!(state["names"][1], "Dark");
    // A score that has reached the length starts again; money has the Jacoby rule in place of Crawford.
    start(&desktop);
    fill(&desktop, "Points of the top player", "9");
    desktop.wait("nine points", |s| s["setup"]["scores"][0] == 9);
    desktop.click((30.0, 40.0), 2);
    desktop.keys(&["ctrl+e"]);
    let state = desktop.wait("play again", |s| s["controller"]["editing"] == false);
    assert_eq!(state["match"]["score"], json!([0, 0]));
    start(&desktop);
    fill(&desktop, "Points of the match; 0 for a money session", "0");
    desktop.wait("a money session", |s| s["setup"]["jacoby"]["visible"] == true);
    desktop.screenshot("29-money");
    desktop.keys(&["ctrl+e"]);
    let state =
        desktop.wait("play again", |s| s["controller"]["editing"] == false && s["match"]["length"] == 0);
    assert_eq!(state["match"]["length"], 0);
    desktop.wait("the Jacoby rule", |s| s["window"]["badge"] == "Jacoby");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s30_cancel_restores_everything() {
    let Some(desktop) = playing("edit-cancel", "13 21") else { return };
    let before = desktop.state();
    start(&desktop);
    desktop.click(place(26, 0), 1);
    stack(&desktop, 26, 15);
    fill(&desktop, "Points of the top player", "4");
    fill(&desktop, "Name of the top player", "Zoe");
    desktop.wait("the name", |s| s["setup"]["names"][0] == "Zoe");
    desktop.wait("the board", |s| s["window"]["focus"] == "BgSpot");
    desktop.keys(&["Escape"]);
    let state = desktop.wait("play again", |s| s["controller"]["editing"] == false);
    for part in ["match", "names", "unsaved"] {
        assert_eq!(state[part], before[part]);
    }
    assert_eq!(state["board"]["stacks"], before["board"]["stacks"]);
    // Escape in a field does the same.
    start(&desktop);
    fill(&desktop, "Name of the top player", "Zoe");
    let (x, y) = reader::middle(&desktop, "Name of the top player");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the field's focus", |s| s["window"]["focus"] == "GtkText");
    desktop.keys(&["Escape"]);
    let state = desktop.wait("play again", |s| s["controller"]["editing"] == false);
    assert_eq!(state["names"], before["names"]);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn an_id_is_set_up_and_undone() {
    let Some(desktop) = editing("edit-id") else { return };
    set_id(&desktop, "XGID=-b----E-C---eE---c-e----B-:1:1:-1:52:2:1:0:5:10");
    let state = desktop.wait("the position", |s| s["setup"]["length"] == 5);
    assert_eq!((&state["setup"]["scores"], &state["setup"]["turn"]), (&json!([1, 2]), &json!(0)));
    assert_eq!(state["board"]["cube"]["shown"], 2);
    desktop.keys(&["ctrl+z"]);
    desktop.wait("the position before", |s| s["setup"]["length"] == 7);
    desktop.keys(&["Escape"]);
    desktop.wait("play again", |s| s["controller"]["editing"] == false);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn the_record_is_not_lost_without_a_question() {
    let Some(desktop) = playing("edit-question", "13 21 65") else { return };
    desktop.click(place(5, 0), 1);
    turn(&desktop, "8/5 6/5");
    desktop.keys(&["space"]);
    desktop.wait("the next turn", |s| s["match"]["phase"] == "roll");
    desktop.keys(&["Prior"]);
    desktop.wait("the roll before", |s| s["match"]["phase"] == "play" && s["reviewing"] == true);
    start(&desktop);
    desktop.click(place(6, 1), 1);
    stack(&desktop, 6, 2);
    desktop.keys(&["Return"]);
    files::question(&desktop, "set-up", "Set up the position here");
    desktop.screenshot("30-question");
    let state = files::answer(&desktop, "Escape");
    assert_eq!(state["controller"]["editing"], true);
    desktop.wait("the board", |s| s["window"]["focus"] == "BgSpot");
    desktop.keys(&["Return"]);
    files::question(&desktop, "set-up", "Set up the position here");
    files::answer(&desktop, "Return");
    let state = desktop.wait("play again", |s| s["controller"]["editing"] == false);
    assert_eq!(state["board"]["stacks"][6], 2);
    desktop.keys(&["ctrl+z"]);
    desktop.wait("the record again", |s| s["board"]["stacks"][6] == 5 && s["reviewing"] == true);
    // Another kind of game takes the match's place.
    start(&desktop);
    let (x, y) = reader::middle(&desktop, "Kind of game");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    // The list takes keys when it is there.
    desktop.wait("the list", |s| s["window"]["focus"] == "GtkListItemWidget");
    desktop.keys(&["Down", "Down", "Return"]);
    desktop.wait("another game", |s| s["setup"]["variation"] == 2);
    stack(&desktop, 24, 1);
    desktop.screenshot("30-kinds");
    desktop.keys(&["ctrl+e"]);
    files::question(&desktop, "unsaved", "Save the match");
    assert_eq!(desktop.state()["controller"]["editing"], true);
    files::answer(&desktop, "Escape");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn the_rows_fit_a_small_dark_window() {
    let settings =
        "version = 1\n[player.0]\nseat = \"human\"\n[window.place.main]\nwidth = 800\nheight = 600\n";
    let environment = [("ADW_DEBUG_COLOR_SCHEME", "prefer-dark")];
    let Some(desktop) = TestDesktop::start_set("edit-small", &["--no-animations"], &environment, settings)
    else {
        return;
    };
    // Without a match, a position for money.
    let state = start(&desktop);
    assert_eq!(state["setup"]["length"], 0);
    let size = (state["window"]["width"].as_i64(), state["window"]["height"].as_i64());
    assert!(size.0 <= Some(800) && size.1 <= Some(600), "{size:?}");
    desktop.screenshot("25-small");
    desktop.click(place(6, 1), 1);
    stack(&desktop, 6, 2);
    desktop.keys(&["Return"]);
    let state = desktop.wait("a session", |s| s["controller"]["editing"] == false && !s["match"].is_null());
    assert_eq!(state["board"]["stacks"][6], 2);
    assert_eq!(desktop.complaints(), "");
}
