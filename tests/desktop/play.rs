// SPDX-License-Identifier: GPL-3.0-or-later
//! Every way of playing checkers and turning the cube with the pointer, from positions that are set up for it.

use super::harness::{State, TestDesktop, place};
use super::{LEFT_DIE, OFFERED, playing, reader, set_id, turn};
use serde_json::{Value, json};
use std::time::Duration;

/// Checkers on places seen by the bottom player; 25 is that player's bar, 0 the opponent's.
type Places<'a> = &'a [(usize, u8)];

/// A money position with the bottom player to act; dice `00` while they are not thrown.
pub(crate) fn position(own: Places<'_>, theirs: Places<'_>, dice: &str) -> String {
    let mut places = [b'-'; 26];
    for (letter, list) in [(b'A', own), (b'a', theirs)] {
        for &(at, n) in list {
            places[at] = letter + n - 1;
        }
    }
    format!("XGID={}:0:0:1:{dice}:0:0:0:0:10", String::from_utf8_lossy(&places))
}

/// A desktop with such a position, the bottom player to play it.
fn with(name: &'static str, own: Places<'_>, theirs: Places<'_>, dice: &str) -> Option<TestDesktop> {
    let desktop = playing(name, "13")?;
    set_id(&desktop, &position(own, theirs, dice));
    desktop.wait("the position", |s| {
        s["match"]["length"] == 0 && s["match"]["on_roll"] == 1 && s["controller"]["turn"].is_object()
    });
    Some(desktop)
}

fn stacks(state: &Value) -> Value {
    state["board"]["stacks"].clone()
}

fn message(desktop: &TestDesktop, text: &str) -> State {
    desktop.wait(text, |s| s["window"]["message"] == text)
}

/// Scenario 05: one checker carried as far as both dice say uses both.
#[test]
fn s05_a_drag_over_both_dice() {
    let Some(desktop) = playing("both-dice", "16") else { return };
    desktop.carry(desktop.checker(13), place(6, 4));
    desktop.wait("the targets", |s| s["board"]["marks"] == json!([7, 6]));
    desktop.screenshot("05-carrying");
    desktop.xdotool(&["mouseup", "1"]);
    let state = turn(&desktop, "13/6");
    assert_eq!(state["controller"]["turn"]["complete"], true);
    assert_eq!(state["board"]["dice"]["used"], json!([1.0, 1.0]));
    desktop.screenshot("05-played");
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 10: with a double, clicks on points make them with the nearest checkers.
#[test]
fn s10_points_are_made_with_a_double() {
    let Some(desktop) = with(
        "double-points",
        &[(24, 2), (13, 5), (8, 3), (6, 5)],
        &[(1, 2), (12, 5), (17, 3), (19, 5)],
        "11",
    ) else {
        return;
    };
    desktop.click(place(7, 0), 1);
    turn(&desktop, "8/7(2)");
    desktop.click(place(5, 0), 1);
    let state = turn(&desktop, "8/7(2) 6/5(2)");
    assert_eq!(state["controller"]["turn"]["complete"], true);
    assert_eq!([&state["board"]["stacks"][7], &state["board"]["stacks"][5]], [2, 2]);
    desktop.screenshot("10-points");
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 11: a point that no two checkers reach is refused in words, and so is the opponent's.
#[test]
fn s11_a_point_that_cannot_be_made() {
    let Some(desktop) = with("no-point", &[(13, 2), (6, 5)], &[(10, 1), (24, 2)], "31") else { return };
    let before = stacks(&desktop.state());
    desktop.click(place(10, 0), 1);
    let state = message(&desktop, "No two checkers can make that point");
    assert_eq!(stacks(&state), before);
    desktop.click(place(24, 1), 1);
    let state = message(&desktop, "That is not your checker");
    assert_eq!(stacks(&state), before);
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 12: a click on the tray bears off with both dice.
#[test]
fn s12_a_click_on_the_tray_bears_off() {
    let Some(desktop) = with("bear-off", &[(6, 4), (5, 4), (2, 4)], &[(24, 2)], "65") else { return };
    assert_eq!(desktop.state()["board"]["stacks"][26], 3);
    desktop.click(place(26, 0), 1);
    let state = turn(&desktop, "6/off 5/off");
    assert_eq!(state["board"]["stacks"][26], 5);
    assert_eq!(state["controller"]["turn"]["complete"], true);
    desktop.screenshot("12-off");
    // A checker dragged back from the tray is on the board again. A press so soon after the click would be a double click.
    desktop.glimpse(Duration::from_millis(600), |_| false);
    desktop.drag(place(26, 0), place(6, 3));
    let state = turn(&desktop, "5/off");
    assert_eq!(state["board"]["stacks"][26], 4);
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 13: where one play is legal, a click on the tray plays it; where many are, it refuses.
#[test]
fn s13_a_click_on_the_tray_plays_what_is_forced() {
    let theirs = [(24, 2), (23, 2), (22, 2), (20, 2), (19, 2), (17, 2)];
    let Some(desktop) = with("forced", &[(25, 1), (2, 2)], &theirs, "41") else { return };
    desktop.click(place(26, 0), 1);
    let state = turn(&desktop, "bar/21 2/1");
    assert_eq!(state["controller"]["turn"]["complete"], true);
    drop(desktop);
    let Some(desktop) = playing("unforced", "13") else { return };
    desktop.click(place(26, 0), 1);
    message(&desktop, "There is no single way to bear off");
    turn(&desktop, "");
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 14: a hit is taken back by dragging the checker back; the one that was hit returns from the bar.
#[test]
fn s14_a_hit_is_dragged_back() {
    let Some(desktop) = with("hit-back", &[(8, 2), (6, 4)], &[(5, 1), (24, 3)], "31") else { return };
    let before = stacks(&desktop.state());
    desktop.drag(desktop.checker(8), place(5, 0));
    let state = turn(&desktop, "8/5*");
    assert_eq!(state["board"]["stacks"][0], -1, "one is on the bar");
    desktop.screenshot("14-hit");
    desktop.drag(place(5, 0), place(8, 1));
    let state = turn(&desktop, "");
    assert_eq!(stacks(&state), before);
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 15: with a double, one drag passes over two blots and hits both.
#[test]
fn s15_pick_and_pass_in_one_drag() {
    let Some(desktop) = with("pick-and-pass", &[(13, 1), (6, 4)], &[(11, 1), (9, 1), (24, 3)], "22") else {
        return;
    };
    desktop.drag(desktop.checker(13), place(7, 0));
    let state = turn(&desktop, "13/11*/9*/7");
    assert_eq!(state["board"]["stacks"][0], -2);
    assert_eq!([&state["board"]["stacks"][11], &state["board"]["stacks"][9]], [0, 0]);
    desktop.screenshot("15-passed");
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 16: with checkers on the bar no other moves; they enter by clicks, and a screen reader can tell.
#[test]
fn s16_entering_from_the_bar() {
    let Some(desktop) = with("bar", &[(25, 2), (13, 4)], &[(19, 2), (24, 2)], "43") else { return };
    reader::hears(&desktop, "your bar, 2 dark checkers");
    let before = stacks(&desktop.state());
    desktop.click(desktop.checker(13), 1);
    let state = message(&desktop, "No legal move from there");
    assert_eq!(stacks(&state), before);
    desktop.drag(desktop.checker(13), place(9, 0));
    desktop.wait("the checker back in its place", |s| stacks(s) == before);
    desktop.click(desktop.checker(25), 1);
    desktop.wait("one that has entered", |s| s["controller"]["turn"]["steps"] == 1);
    reader::hears(&desktop, "your bar, 1 dark checker");
    desktop.click(desktop.checker(25), 1);
    let state = desktop.wait("both have entered", |s| s["controller"]["turn"]["steps"] == 2);
    assert_eq!(state["controller"]["turn"]["complete"], true);
    assert_eq!([&state["board"]["stacks"][22], &state["board"]["stacks"][21]], [1, 1]);
    reader::hears(&desktop, "your bar, empty");
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 17: a roll with which nothing moves is confirmed by the space bar, and told.
#[test]
fn s17_nothing_can_be_played() {
    let closed = [(24, 2), (23, 2), (22, 2), (21, 2), (20, 2), (19, 2)];
    let Some(desktop) = playing("dance", "13 64") else { return };
    set_id(&desktop, &position(&[(25, 1), (3, 2)], &closed, "64"));
    let state = desktop.wait("the roll", |s| s["controller"]["turn"]["dance"] == true);
    assert_eq!(state["window"]["buttons"], json!(["Cannot move"]));
    reader::hears(&desktop, "your bar, 1 dark checker");
    desktop.screenshot("17-dance");
    desktop.wait("the board's focus", |s| s["window"]["focus"] == "BgSpot");
    desktop.keys(&["space"]);
    desktop.wait("the other turn", |s| s["match"]["on_roll"] == 0 && s["match"]["phase"] == "roll");
    message(&desktop, "Dark cannot move");
    reader::hears(&desktop, "Dark cannot move");
    drop(desktop);
    // Thrown in the course of a game, such a roll is passed by itself.
    let Some(desktop) = playing("dance-thrown", "13 64") else { return };
    set_id(&desktop, &position(&[(25, 1), (3, 2)], &closed, "00"));
    desktop.wait("the position", |s| s["match"]["phase"] == "roll" && s["window"]["focus"] == "BgSpot");
    desktop.keys(&["space"]);
    desktop.wait("the other turn", |s| s["match"]["on_roll"] == 0 && s["match"]["phase"] == "roll");
    message(&desktop, "Dark cannot move");
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 21: a middle click beavers, and the record says so.
#[test]
fn s21_a_beaver_is_in_the_record() {
    let Some(desktop) = TestDesktop::start("beaver", &["--test-dice", "13", "--no-animations"]) else {
        return;
    };
    super::start::quick_match(&desktop, 6);
    desktop.wait("a money session", |s| s["match"]["length"] == 0 && s["match"]["phase"] == "play");
    let before = desktop.state()["board"]["scale"].clone();
    desktop.keys(&["ctrl+2"]);
    desktop.wait("the panels beside a smaller board", |s| {
        s["panels"]["revealed"] == true && s["board"]["scale"] != before && s["board"]["painted"] == true
    });
    desktop.click(place(5, 0), 1);
    turn(&desktop, "8/5 6/5");
    desktop.click(LEFT_DIE, 1);
    desktop.wait("the other turn", |s| s["match"]["phase"] == "roll");
    desktop.click(super::CUBE, 1);
    desktop.wait("the double", |s| s["match"]["phase"] == "answer");
    desktop.click(OFFERED, 2);
    let state = desktop.wait("the beaver", |s| s["match"]["cube"]["value"] == 2);
    assert_eq!(state["board"]["cube"]["shown"], 4);
    let rows = |s: &Value| s["panels"]["record"]["rows"].to_string();
    let state = desktop.wait("the beaver in the record", |s| rows(s).contains("Beaver to 4"));
    assert!(rows(&state).contains("Double to 2"), "{}", rows(&state));
    desktop.screenshot("21-record");
    // The doubler takes the beavered cube by clicking it.
    desktop.click(OFFERED, 1);
    desktop.wait("the take", |s| s["match"]["cube"] == json!({ "value": 4, "owner": 1 }));
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 22: in the Crawford game there is no cube, and neither key nor menu doubles.
#[test]
fn s22_no_doubling_in_the_crawford_game() {
    let Some(desktop) = playing("no-cube", "13") else { return };
    set_id(&desktop, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:6:1:7:10");
    let state = desktop.wait("the Crawford game", |s| s["match"]["crawford"] == true);
    assert_eq!(state["board"]["cube"], Value::Null);
    assert_eq!(state["window"]["buttons"], json!(["Roll", "Hint"]));
    reader::hears(&desktop, "Crawford");
    reader::hears_nothing_of(&desktop, "doubling cube");
    desktop.screenshot("22-crawford");
    desktop.wait("the board's focus", |s| s["window"]["focus"] == "BgSpot");
    desktop.keys(&["d"]);
    let state = message(&desktop, "No doubling in the Crawford game");
    assert_eq!(state["match"]["phase"], "roll");
    // The game after it has a cube again.
    set_id(&desktop, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:6:0:7:10");
    let state = desktop.wait("the game after it", |s| s["match"]["crawford"] == false);
    assert_eq!(state["window"]["badge"], "Post-Crawford");
    assert!(state["board"]["cube"].is_object());
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 23: a gammon offered is rejected by a right click on the flag, and accepted by a left one.
#[test]
fn s23_a_gammon_is_rejected_and_accepted() {
    let Some(desktop) = playing("gammon", "13") else { return };
    let resign = |downs: &[&str], level: u8| {
        let (x, y) = reader::middle(&desktop, "Resign");
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
        desktop.wait("the menu", |s| s["window"]["focus"] == "GtkModelButton");
        desktop.keys(downs);
        desktop.keys(&["Return"]);
        let state = desktop.wait("the resignation", |s| s["match"]["phase"] == "resigning");
        assert_eq!(state["board"]["flag"]["level"], level);
        let at = &state["board"]["flag"]["at"];
        let middle = |n: usize| at[n].as_f64().expect("a place") + at[n + 2].as_f64().expect("a size") / 2.0;
        (middle(0), middle(1))
    };
    let flag = resign(&["Down"], 2);
    desktop.screenshot("23-gammon");
    desktop.click(flag, 3);
    let state = desktop.wait("the refusal", |s| s["match"]["phase"] == "play");
    assert_eq!(state["window"]["message"], "Light declines the resignation");
    assert_eq!(state["board"]["flag"], Value::Null);
    // What was declined cannot be offered again; more can.
    let flag = resign(&["Down", "Down"], 3);
    desktop.click(flag, 1);
    let state = desktop.wait("the end of the game", |s| s["match"]["phase"] == "over");
    assert_eq!(state["match"]["score"], json!([3, 0]));
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 03: a length of the menu begins a match at once.
#[test]
fn s03_a_match_by_one_click() {
    let Some(desktop) = TestDesktop::start("one-click", &["--test-dice", "13", "--no-animations"]) else {
        return;
    };
    super::start::quick_match(&desktop, 2);
    let state = desktop.wait("a match to five", |s| s["match"]["length"] == 5);
    assert_eq!(state["window"]["start_card"], false);
    // The dialog begins another after its question about unsaved work.
    begin_again(&desktop);
    assert_eq!(desktop.complaints(), "");
}

fn begin_again(desktop: &TestDesktop) {
    desktop.click(place(5, 0), 1);
    turn(desktop, "8/5 6/5");
    desktop.keys(&["space"]);
    desktop.wait("the other turn", |s| s["match"]["phase"] == "roll" && s["unsaved"] == true);
    desktop.keys(&["ctrl+n"]);
    super::files::dialog(desktop, "unsaved");
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Save the match"]);
    let (x, y) = reader::middle(desktop, "Do not save");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    desktop.keys(&["Return"]);
    desktop.wait("a match to seven", |s| s["match"]["length"] == 7 && s["match"]["phase"] == "play");
}
