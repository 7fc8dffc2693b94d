// SPDX-License-Identifier: GPL-3.0-or-later
//! Setting up a position by pointer and keyboard (scenarios 25 to 30).

use super::harness::{Desk, place};
use super::{LEFT_DIE, files, playing, reader, set_id, turn};
use serde_json::{Value, json};

/// The field of the top player's dice.
const LEFT_FIELD: (f64, f64) = (16.0, 35.0);
/// The field of the bottom player's dice.
const RIGHT_FIELD: (f64, f64) = (64.0, 35.0);
/// The cube in the middle.
const CUBE: (f64, f64) = (6.0, 41.0);

/// A match to seven points whose position is being set up.
fn editing(name: &'static str) -> Option<Desk> {
    let desk = playing(name, "13 21")?;
    start(&desk);
    Some(desk)
}

/// Begins to set up, and waits until the board has its place.
pub(crate) fn start(desk: &Desk) -> Value {
    desk.keys(&["ctrl+e"]);
    // The board is smaller now; hands must not reach for where it was.
    desk.wait("the edit mode", |s| {
        s["controller"]["editing"] == true
            && s["setup"]["height"].as_i64() > Some(0)
            && s["board"]["painted"] == true
    })
}

fn stack(desk: &Desk, slot: usize, count: i64) {
    desk.wait(&format!("{count} on {slot}"), |s| s["board"]["stacks"][slot] == count);
}

/// Types into the field that a screen reader finds under this name.
fn fill(desk: &Desk, name: &str, text: &str) {
    let (x, y) = reader::middle(desk, name);
    // The buttons of a number are at the right.
    let x = (x.parse::<i32>().expect("a number") - 24).to_string();
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.wait("the field's focus", |s| s["window"]["focus"] == "GtkText");
    desk.keys(&["ctrl+a"]);
    desk.type_text(text);
    desk.keys(&["Return"]);
}

#[test]
fn s25_quick_edit_by_depth() {
    let Some(desk) = editing("edit-quick") else { return };
    desk.click(place(6, 1), 1);
    stack(&desk, 6, 2);
    desk.click(place(3, 2), 1);
    stack(&desk, 3, 3);
    // The strip at the border empties a point, for either player.
    desk.click((15.0, 1.0), 1);
    stack(&desk, 13, 0);
    desk.click((15.0, 80.5), 1);
    stack(&desk, 12, 0);
    desk.click(place(20, 3), 3);
    stack(&desk, 20, -4);
    // Checkers of the other player there are borne off first.
    desk.click(place(20, 1), 1);
    stack(&desk, 20, 2);
    desk.screenshot("25-editing");
    desk.keys(&["ctrl+z"]);
    stack(&desk, 20, -4);
    // The last place of a full point takes one more with every click.
    desk.click(place(27, 0), 1);
    stack(&desk, 26, 15);
    desk.click(place(6, 4), 1);
    stack(&desk, 6, 5);
    desk.click(place(6, 4), 1);
    stack(&desk, 6, 6);
    // Three places on the bar; the other's bar is left alone.
    desk.click(place(25, 2), 1);
    stack(&desk, 25, 3);
    desk.click(place(25, 2), 1);
    stack(&desk, 25, 4);
    desk.click(place(0, 1), 1);
    desk.click(place(0, 1), 3);
    stack(&desk, 0, -2);
    desk.click(place(27, 0), 1);
    stack(&desk, 0, 0);
    // A drag sets every point it passes.
    desk.drag(place(19, 1), place(23, 1));
    let state = desk.wait("a prime", |s| s["board"]["stacks"][23] == 2);
    assert_eq!(state["board"]["stacks"][21], 2);
    desk.screenshot("25-prime");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s26_ctrl_drag_moves_one_checker() {
    let Some(desk) = editing("edit-drag") else { return };
    let drag = |from: usize, to: usize| {
        desk.xdotool(&["keydown", "ctrl"]);
        desk.drag(desk.checker(from), place(to, 0));
        desk.xdotool(&["keyup", "ctrl"]);
    };
    drag(6, 2);
    let state = desk.wait("one checker moved", |s| s["board"]["stacks"][2] == 1);
    assert_eq!(state["board"]["stacks"][6], 4);
    // Neither onto the opponent's checkers nor into the opponent's tray; the own tray takes and gives.
    drag(8, 1);
    drag(8, 27);
    drag(8, 26);
    let state = desk.wait("one checker borne off", |s| s["board"]["stacks"][26] == 1);
    assert_eq!(state["board"]["stacks"][8], 2, "the others stayed");
    assert_eq!(state["board"]["stacks"][1], -2);
    assert_eq!(state["board"]["stacks"][27], 0);
    drag(26, 25);
    let state = desk.wait("one checker on the bar", |s| s["board"]["stacks"][25] == 1);
    assert_eq!(state["board"]["stacks"][26], 0);
    drag(24, 4);
    stack(&desk, 4, 1);
    // 6/2 is four pips less, from the 8-point to the bar 17 more, 24/4 20 less; the other side is as it was.
    let verdict = "Light: 167 pips, 0 off     Dark: 160 pips, 0 off";
    desk.wait("the counts of both", |s| s["setup"]["verdict"] == verdict);
    desk.screenshot("26-free");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s27_trays_clear_and_restore() {
    let Some(desk) = editing("edit-trays") else { return };
    desk.click(LEFT_FIELD, 1);
    desk.wait("the choice of dice", |s| s["window"]["focus"] == "GtkButton" && s["board"]["arrow"] == 0);
    desk.keys(&["Escape"]);
    desk.wait("the board", |s| s["window"]["focus"] == "BgSpot");
    desk.click(place(27, 0), 1);
    let state = desk.wait("a clear board", |s| {
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
    desk.screenshot("27-clear");
    desk.click(place(28, 0), 1);
    stack(&desk, 6, 5);
    desk.click(place(26, 0), 3);
    stack(&desk, 26, 15);
    desk.click(place(29, 0), 1);
    let state = desk.wait("the initial position", |s| {
        let enabled = s["window"]["enabled"].as_array();
        s["board"]["stacks"][24] == 2 && enabled.is_some_and(|list| list.contains(&json!("edit-done")))
    });
    assert_eq!(state["setup"]["verdict"], "Light: 167 pips, 0 off     Dark: 167 pips, 0 off");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s28_dice_cube_and_turn() {
    let Some(desk) = editing("edit-dice") else { return };
    desk.click(LEFT_FIELD, 1);
    desk.wait("the turn", |s| s["setup"]["turn"] == 0 && s["window"]["focus"] == "GtkButton");
    desk.keys(&["space"]);
    desk.wait("a roll", |s| s["board"]["dice"]["faces"] == json!([1, 1]) && s["window"]["focus"] == "BgSpot");
    desk.click(RIGHT_FIELD, 1);
    desk.wait("the choice of dice", |s| s["setup"]["turn"] == 1 && s["window"]["focus"] == "GtkButton");
    desk.screenshot("28-dice");
    desk.keys(&["Down", "space"]);
    desk.wait("a roll", |s| s["board"]["dice"]["faces"] == json!([2, 1]) && s["window"]["focus"] == "BgSpot");
    // Dice that lie there are clicked as well.
    desk.click(LEFT_DIE, 1);
    desk.wait("the choice of dice", |s| s["window"]["focus"] == "GtkButton");
    desk.keys(&["space"]);
    desk.wait("a roll", |s| s["board"]["dice"]["faces"] == json!([1, 1]) && s["window"]["focus"] == "BgSpot");
    desk.click(CUBE, 1);
    desk.wait("the choice of cubes", |s| s["window"]["focus"] == "GtkButton");
    desk.screenshot("28-cube");
    desk.keys(&["Down", "Right", "space"]);
    let state = desk.wait("a cube", |s| s["board"]["cube"]["shown"] == 2);
    assert_eq!(state["board"]["cube"]["place"], "Owned(Zero)");
    // The checkers beside the names give the turn.
    let (x, y) = reader::middle(&desk, "Turn to Light");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.wait("the turn", |s| s["board"]["arrow"] == 0 && s["setup"]["turn"] == 0);
    desk.wait("the board", |s| s["window"]["focus"] == "BgSpot");
    desk.screenshot("28-turn");
    desk.keys(&["Return"]);
    let state = desk.wait("play again", |s| s["controller"]["editing"] == false);
    assert_eq!(state["match"]["dice"], json!([1, 1]));
    assert_eq!(state["match"]["on_roll"], 0);
    assert_eq!(state["match"]["cube"], json!({ "value": 2, "owner": 0 }));
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s29_score_length_and_crawford() {
    let Some(desk) = editing("edit-score") else { return };
    let box_of = |state: &Value| state["setup"]["crawford"].clone();
    let state = desk.state();
    assert_eq!(box_of(&state), json!({ "visible": true, "sensitive": false, "on": false }));
    fill(&desk, "Points of the top player", "6");
    desk.wait("one point away", |s| s["setup"]["crawford"]["sensitive"] == true);
    fill(&desk, "Points of the bottom player", "6");
    desk.wait("both one point away", |s| s["setup"]["crawford"]["sensitive"] == false);
    fill(&desk, "Points of the bottom player", "3");
    desk.wait("6 to 3", |s| s["setup"]["crawford"]["sensitive"] == true);
    let (x, y) = reader::middle(&desk, "Crawford game");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.wait("the Crawford game", |s| s["setup"]["crawford"]["on"] == true);
    fill(&desk, "Name of the bottom player", "Ann");
    reader::check_names(&desk, "edit mode");
    desk.screenshot("29-crawford");
    desk.wait("the board", |s| s["window"]["focus"] == "BgSpot");
    desk.keys(&["Return"]);
    let state = desk.wait("play again", |s| s["controller"]["editing"] == false);
    assert_eq!(state["match"]["score"], json!([6, 3]));
    assert_eq!((&state["match"]["crawford"], &state["names"][1]), (&json!(true), &json!("Ann")));
    assert_eq!(state["board"]["cube"], Value::Null);
    assert_eq!(state["match"]["dice"], json!([3, 1]), "what was not changed stays");
    // All of it is one step.
    desk.keys(&["ctrl+z"]);
    let state = desk.wait("the score before", |s| s["match"]["score"] == json!([0, 0]));
    assert_eq!(state["names"][1], "Dark");
    // A score that has reached the length starts again; money has the Jacoby rule in place of Crawford.
    start(&desk);
    fill(&desk, "Points of the top player", "9");
    desk.wait("nine points", |s| s["setup"]["scores"][0] == 9);
    desk.click((30.0, 40.0), 2);
    desk.keys(&["ctrl+e"]);
    let state = desk.wait("play again", |s| s["controller"]["editing"] == false);
    assert_eq!(state["match"]["score"], json!([0, 0]));
    start(&desk);
    fill(&desk, "Points of the match; 0 for a money session", "0");
    desk.wait("a money session", |s| s["setup"]["jacoby"]["visible"] == true);
    desk.screenshot("29-money");
    desk.keys(&["ctrl+e"]);
    let state = desk.wait("play again", |s| s["controller"]["editing"] == false && s["match"]["length"] == 0);
    assert_eq!(state["match"]["length"], 0);
    desk.wait("the Jacoby rule", |s| s["window"]["badge"] == "Jacoby");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s30_cancel_restores_everything() {
    let Some(desk) = playing("edit-cancel", "13 21") else { return };
    let before = desk.state();
    start(&desk);
    desk.click(place(26, 0), 1);
    stack(&desk, 26, 15);
    fill(&desk, "Points of the top player", "4");
    fill(&desk, "Name of the top player", "Zoe");
    desk.wait("the name", |s| s["setup"]["names"][0] == "Zoe");
    desk.wait("the board", |s| s["window"]["focus"] == "BgSpot");
    desk.keys(&["Escape"]);
    let state = desk.wait("play again", |s| s["controller"]["editing"] == false);
    for part in ["match", "names", "unsaved"] {
        assert_eq!(state[part], before[part]);
    }
    assert_eq!(state["board"]["stacks"], before["board"]["stacks"]);
    // Escape in a field does the same.
    start(&desk);
    fill(&desk, "Name of the top player", "Zoe");
    let (x, y) = reader::middle(&desk, "Name of the top player");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.wait("the field's focus", |s| s["window"]["focus"] == "GtkText");
    desk.keys(&["Escape"]);
    let state = desk.wait("play again", |s| s["controller"]["editing"] == false);
    assert_eq!(state["names"], before["names"]);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn an_id_is_set_up_and_taken_back() {
    let Some(desk) = editing("edit-id") else { return };
    set_id(&desk, "XGID=-b----E-C---eE---c-e----B-:1:1:-1:52:2:1:0:5:10");
    let state = desk.wait("the position", |s| s["setup"]["length"] == 5);
    assert_eq!((&state["setup"]["scores"], &state["setup"]["turn"]), (&json!([1, 2]), &json!(0)));
    assert_eq!(state["board"]["cube"]["shown"], 2);
    desk.keys(&["ctrl+z"]);
    desk.wait("the position before", |s| s["setup"]["length"] == 7);
    desk.keys(&["Escape"]);
    desk.wait("play again", |s| s["controller"]["editing"] == false);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn the_record_is_not_lost_without_a_question() {
    let Some(desk) = playing("edit-question", "13 21 65") else { return };
    desk.click(place(5, 0), 1);
    turn(&desk, "8/5 6/5");
    desk.keys(&["space"]);
    desk.wait("the next turn", |s| s["match"]["phase"] == "roll");
    desk.keys(&["Prior"]);
    desk.wait("the roll before", |s| s["match"]["phase"] == "play" && s["reviewing"] == true);
    start(&desk);
    desk.click(place(6, 1), 1);
    stack(&desk, 6, 2);
    desk.keys(&["Return"]);
    files::question(&desk, "set-up", "Set up the position here");
    desk.screenshot("30-question");
    let state = files::answer(&desk, "Escape");
    assert_eq!(state["controller"]["editing"], true);
    desk.wait("the board", |s| s["window"]["focus"] == "BgSpot");
    desk.keys(&["Return"]);
    files::question(&desk, "set-up", "Set up the position here");
    files::answer(&desk, "Return");
    let state = desk.wait("play again", |s| s["controller"]["editing"] == false);
    assert_eq!(state["board"]["stacks"][6], 2);
    desk.keys(&["ctrl+z"]);
    desk.wait("the record again", |s| s["board"]["stacks"][6] == 5 && s["reviewing"] == true);
    // Another kind of game takes the match's place.
    start(&desk);
    let (x, y) = reader::middle(&desk, "Kind of game");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    // The list takes keys when it is there.
    desk.wait("the list", |s| s["window"]["focus"] == "GtkListItemWidget");
    desk.keys(&["Down", "Down", "Return"]);
    desk.wait("another game", |s| s["setup"]["variation"] == 2);
    stack(&desk, 24, 1);
    desk.screenshot("30-kinds");
    desk.keys(&["ctrl+e"]);
    files::question(&desk, "unsaved", "Save the match");
    assert_eq!(desk.state()["controller"]["editing"], true);
    files::answer(&desk, "Escape");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn the_rows_fit_a_small_dark_window() {
    let settings =
        "version = 1\n[player.0]\nseat = \"human\"\n[window.place.main]\nwidth = 800\nheight = 600\n";
    let environment = [("ADW_DEBUG_COLOR_SCHEME", "prefer-dark")];
    let Some(desk) = Desk::start_set("edit-small", &["--no-animations"], &environment, settings) else {
        return;
    };
    // Without a match, a position for money.
    let state = start(&desk);
    assert_eq!(state["setup"]["length"], 0);
    let size = (state["window"]["width"].as_i64(), state["window"]["height"].as_i64());
    assert!(size.0 <= Some(800) && size.1 <= Some(600), "{size:?}");
    desk.screenshot("25-small");
    desk.click(place(6, 1), 1);
    stack(&desk, 6, 2);
    desk.keys(&["Return"]);
    let state = desk.wait("a session", |s| s["controller"]["editing"] == false && !s["match"].is_null());
    assert_eq!(state["board"]["stacks"][6], 2);
    assert_eq!(desk.complaints(), "");
}
