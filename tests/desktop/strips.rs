// SPDX-License-Identifier: GPL-3.0-or-later
//! The strip below the board: the tutor's warning and the end of a game, where it stands, how it is answered.

use super::computer::{against, begin, blunder, is_mine};
use super::harness::{State, TestDesktop};
use super::start::choose;
use serde_json::{Value, json};
use std::time::Duration;

/// One checker of each player is left, and Person rolls.
const LAST_CHECKERS: &str = "XGID=-A----------------------a-:0:0:1:00:0:0:0:5:10";

/// Bears the last checker off, with movement.
fn win_the_game(desktop: &TestDesktop) -> State {
    super::set_id(desktop, LAST_CHECKERS);
    desktop.wait("the last roll", |s| s["match"]["phase"] == "roll" && is_mine(s));
    desktop.wait("the board's focus", |s| s["window"]["focus"] == "BgSpot");
    desktop.keys(&["space"]);
    desktop.wait("the dice", |s| s["match"]["phase"] == "play" && is_mine(s));
    desktop.click(desktop.checker(1), 1);
    desktop.wait("the play", |s| s["controller"]["turn"]["complete"] == true);
    desktop.keys(&["Return"]);
    desktop.wait("the end of the game", is_told)
}

fn is_told(state: &Value) -> bool {
    state["window"]["strip"].as_str().is_some_and(|text| text.contains("Person wins"))
}

/// The end of a game stays to be read, and the next game begins when the player wants it: whether it has begun behind the
/// strip or begins with its button.
#[test]
fn the_end_of_a_game_stays_until_the_player_goes_on() {
    for more in ["", "[automatic]\ngame = false\n"] {
        let Some(desktop) = against("game-end", &["--test-dice", "13 66 13"], more) else { return };
        begin(&desktop, 5);
        let state = win_the_game(&desktop);
        let text = state["window"]["strip"].as_str().unwrap_or_default();
        assert!(text.contains("1–0") || text.contains("0–1"), "{text}");
        super::reader::hears(&desktop, text);
        desktop.screenshot("told");
        // Earlier the next game began after 1.5 seconds.
        assert!(desktop.glimpse(Duration::from_secs(4), |s| !is_told(s)).is_none(), "it stays");
        assert_eq!(desktop.state()["game"], 1);
        desktop.keys(&["Return"]);
        desktop.wait("the next game", |s| s["game"] == 2 && s["window"]["strip"].is_null());
        assert_eq!(desktop.complaints(), "");
    }
}

/// As set, the next game begins by itself, and the button counts the seconds.
#[test]
fn the_next_game_begins_by_itself_as_set() {
    for more in ["", "[automatic]\ngame = false\n"] {
        let settings = format!("{more}[window]\nnext-game-after = 3\n");
        let Some(desktop) = against("game-by-itself", &["--test-dice", "13 66 13"], &settings) else {
            return;
        };
        begin(&desktop, 5);
        win_the_game(&desktop);
        super::reader::hears(&desktop, "Next game (2)");
        desktop.wait("the next game", |s| s["game"] == 2 && s["window"]["strip"].is_null());
        assert_eq!(desktop.complaints(), "");
    }
}

/// In a narrow column the strip takes the places of the bar and of the message: the board keeps its size and place.
#[test]
fn the_strip_moves_no_board() {
    for [width, height] in [[800, 600], [1024, 700], [1440, 900]] {
        let settings = format!(
            "[tutor]\non = true\n[window]\npanels = true\n[window.place.main]\nwidth = {width}\nheight = {height}\n"
        );
        let arguments = ["--test-dice", "13 66", "--no-animations"];
        let Some(desktop) = against("steady-strip", &arguments, &settings) else { return };
        begin(&desktop, 3);
        let place = |s: &Value| ["x", "y", "scale"].map(|key| s["board"][key].clone());
        let before = place(&desktop.wait("the board", |s| s["board"]["painted"] == true));
        blunder(&desktop);
        let state =
            desktop.wait("the warning", |s| s["window"]["warned"] == true && s["board"]["painted"] == true);
        assert_eq!(place(&state), before, "{width}×{height}");
        assert_eq!(state["window"]["cut"], json!([]));
        // One button stands out: the one that Return presses.
        desktop.wait("one emphasized button", |s| s["window"]["emphasized"] == json!(["Take back"]));
        let text = state["window"]["strip"].as_str().unwrap_or_default();
        assert!(text.contains(": a blunder. Best: "), "{text}");
        desktop.screenshot(&format!("{width}x{height}"));
        desktop.keys(&["Return"]);
        let state =
            desktop.wait("no warning", |s| s["window"]["strip"].is_null() && s["board"]["painted"] == true);
        assert_eq!(place(&state), before, "{width}×{height}");
        assert_eq!(state["window"]["emphasized"], json!(["Confirm"]));
        assert_eq!(state["controller"]["turn"]["play"], "", "Return takes back");
        assert_eq!(desktop.complaints(), "");
    }
}

/// A refusal that cannot be told below the board, because a play is being typed there, goes with the next key.
#[test]
fn a_refusal_over_the_board_goes_with_the_next_input() {
    let Some(desktop) = super::playing("typed-refusal", "13") else { return };
    let refusal = "The play needs pairs of points: from and to";
    let refuse = || {
        desktop.wait("the board's focus", |s| s["window"]["focus"] == "BgSpot");
        desktop.keys(&["9", "Return"]);
        super::reader::hears(&desktop, refusal);
    };
    refuse();
    desktop.screenshot("told");
    desktop.keys(&["BackSpace"]);
    super::reader::hears_nothing_of(&desktop, refusal);
    desktop.keys(&["Escape"]);
    refuse();
    desktop.keys(&["Escape"]);
    super::reader::hears_nothing_of(&desktop, refusal);
    assert_eq!(desktop.state()["window"]["message"], "");
    assert_eq!(desktop.complaints(), "");
}

/// The ID stands behind a button, or in the row as set; work in the background moves no board.
#[test]
fn the_id_is_behind_a_button_and_work_moves_no_board() {
    let Some(desktop) = super::playing("id-button", "13") else { return };
    let place = |s: &Value| ["x", "y", "scale"].map(|key| s["board"][key].clone());
    let state = desktop.state();
    let before = place(&state);
    assert_eq!(state["window"]["id_typed"], "", "the ID is not in the row");
    desktop.keys(&["ctrl+shift+r"]);
    let state = desktop
        .wait("a rollout", |s| s["tools"]["background"]["shown"] == true && s["board"]["painted"] == true);
    assert_eq!(place(&state), before);
    desktop.keys(&["Escape"]);
    desktop.focus_main();
    choose(&desktop, "Position ID and match ID");
    let state =
        desktop.wait("the ID", |s| s["window"]["focus"] == "GtkText" && s["window"]["id_typed"] != "");
    assert_eq!(state["window"]["id_typed"], state["window"]["id"]);
    desktop.screenshot("popover");
    desktop.keys(&["Escape"]);
    desktop.wait("the board's focus", |s| s["window"]["focus"] == "BgSpot" && s["window"]["id_typed"] == "");
    assert_eq!(desktop.complaints(), "");
}
