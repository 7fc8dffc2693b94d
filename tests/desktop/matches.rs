// SPDX-License-Identifier: GPL-3.0-or-later
//! Whole matches played by hand.

use super::harness::{TestDesktop, place};
use super::{begin, turn};
use gnubg_engine::core::{Board, MatchState, Play, Player, Rules, Side, Step};
use serde_json::Value;
use std::time::Duration;

/// The match as the program says it stands.
fn match_of(state: &Value) -> MatchState {
    let text = |key: &str| state["match"][key].as_str().expect("an ID").to_owned();
    let board = Board::from_position_id(&text("position_id")).expect("a position ID");
    MatchState::from_match_id(&text("match_id"), board, Rules::default()).expect("a match ID")
}

/// The slot of a place as the player on roll sees it.
fn slot(player: Player, number: u8) -> usize {
    match (player, number) {
        (Player::One, 0) => 26,
        (Player::Zero, 0) => 27,
        (Player::One, n) => usize::from(n),
        (Player::Zero, n) => usize::from(25 - n),
    }
}

/// The quickest play home: most checkers off, then the least left behind in the opponent's home, then safest.
fn homeward(state: &MatchState) -> Option<Play> {
    let list = state.legal_plays()?;
    let cost = |board: &Board| {
        let own = board.side(Side::Opponent);
        let back: u32 = own[18..].iter().map(|&n| u32::from(n)).sum();
        let blots = own[..24].iter().filter(|&&n| n == 1).count();
        (u32::from(board.checkers_on_board(Side::Opponent)), back, blots)
    };
    let best = (0..list.len()).min_by_key(|&n| cost(&list.boards()[n]))?;
    Some(list.plays()[best])
}

/// The steps from the rearmost checker on, so that checkers on the bar come first.
fn steps(play: &Play) -> Vec<Step> {
    let mut steps = play.steps().to_vec();
    steps.sort_by_key(|step| std::cmp::Reverse(step.from));
    steps
}

/// Makes one step by dragging.
fn step_by_pointer(desktop: &TestDesktop, player: Player, step: &Step, n_done: u64) {
    let (from, to) = (slot(player, step.from.number()), slot(player, step.to.number()));
    let target = place(to, 0);
    desktop.drag(desktop.checker(from), target);
    desktop.wait("a step", |s| s["controller"]["turn"]["steps"].as_u64() > Some(n_done));
}

/// Makes the play that leads home quickest by dragging, and confirms it on the dice.
pub(crate) fn play_turn(desktop: &TestDesktop, state: &Value) {
    let now = match_of(state);
    let id = state["match"]["match_id"].clone();
    if let Some(play) = homeward(&now) {
        for (n, step) in steps(&play).iter().enumerate() {
            let done = desktop.state()["controller"]["turn"]["steps"].as_u64().unwrap_or(0);
            if done <= n as u64 {
                step_by_pointer(desktop, now.on_roll, step, n as u64);
            }
        }
        desktop.wait("a complete play", |s| s["controller"]["turn"]["complete"] == true);
    } else {
        assert_eq!(state["controller"]["turn"]["dance"], true);
    }
    // Confirm on the dice themselves.
    let dice = &state["board"]["dice"]["at"][0];
    let at = (dice[0].as_f64().expect("x") + 3.5, dice[1].as_f64().expect("y") + 3.5);
    desktop.click(at, 1);
    // It says whose turn it is, and the dice. Messages come and go within a turn.
    desktop.wait("the next turn", |s| s["match"]["match_id"] != id);
}

#[test]
fn a_whole_one_point_match_by_pointer() {
    let arguments = ["--test-dice", "13", "--test-seed", "7", "--no-animations"];
    let Some(desktop) = TestDesktop::start("match", &arguments) else { return };
    desktop.keys(&["ctrl+n"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    let (x, y) = super::reader::middle(&desktop, "Match to 1");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("a match to one point", |s| s["match"]["length"] == 1 && s["match"]["phase"] == "play");
    let mut n_turns = 0;
    loop {
        let state =
            desktop.wait("a decision", |s| s["match"]["phase"] == "play" || s["match"]["phase"] == "over");
        if state["match"]["phase"] == "over" {
            break;
        }
        play_turn(&desktop, &state);
        n_turns += 1;
        assert!(n_turns < 400, "the match does not end");
    }
    let state = desktop.state();
    let message = state["window"]["message"].as_str().unwrap_or_default().to_owned();
    assert!(message.contains("wins the match 1–0"), "{message}");
    assert_eq!(state["window"]["buttons"], serde_json::json!(["New match"]));
    desktop.screenshot("over");
    assert_eq!(desktop.complaints(), "");
}

/// A match to three points, by the pointer alone: plays, doubles, passes, the next game, the card at its end and its link
/// to the errors.
#[test]
fn a_three_point_match_by_pointer_to_its_result_card() {
    let settings = "version = 1\n[automatic]\ngame = false\n[match]\nlength = 3\n[match.name]\n0 = \"Light\"\n\
                    1 = \"Dark\"\n[player.0]\nseat = \"human\"\n\
                    [analysis.checker.evaluation]\nplies = 0\n[analysis.cube.evaluation]\nplies = 0\n";
    let arguments = ["--test-dice", "13", "--test-seed", "7", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("match-3", &arguments, &[], settings) else { return };
    let choose = |name: &str| super::start::choose(&desktop, name);
    choose("Two players on this computer…");
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    choose("Start");
    let (mut n_turns, mut n_games) = (0, 1);
    loop {
        let state = desktop.wait("a decision", |s| {
            let phase = s["match"]["phase"].as_str().unwrap_or_default();
            ["play", "roll", "answer", "over"].contains(&phase)
                && s["window"]["buttons"] != serde_json::json!([])
        });
        assert_eq!(state["match"]["length"], 3);
        let has =
            |name: &str| state["window"]["buttons"].as_array().is_some_and(|all| all.contains(&name.into()));
        let before = state["match"]["match_id"].clone();
        match state["match"]["phase"].as_str().unwrap_or_default() {
            "play" => {
                play_turn(&desktop, &state);
                n_turns += 1;
                assert!(n_turns < 400, "the match does not end");
                continue;
            }
            "over" if state["window"]["result"].is_object() => break,
            "over" => {
                choose("Next game");
                n_games += 1;
            }
            "answer" => choose("Pass"),
            // The first game is played to its end; later ones end by a double as soon as there may be one.
            _ if has("Double") && n_games > 1 => choose("Double"),
            _ => choose("Roll"),
        }
        desktop.wait("what follows", |s| s["match"]["match_id"] != before);
    }
    assert!(n_games > 1, "several games");
    let result = desktop.wait("the card", |s| {
        s["analysis"]["running"] == 0
            && s["window"]["result"]["figures"].to_string().contains("Performance rating")
    });
    desktop.screenshot("result");
    println!("{n_games} games, {n_turns} turns: {}", result["window"]["result"]);
    choose("Review errors");
    desktop.wait("the first error", |s| s["panels"]["errors"]["selected"] == 0 && s["reviewing"] == true);
    assert_eq!(desktop.complaints(), "");
}

/// The column of a slot, as the cursor counts them: tray 0, points 1–6, bar 7, points 8–13, tray 14.
fn column(slot: usize) -> i32 {
    let x = place(slot, 0).0;
    match slot {
        0 | 25 => 7,
        26 | 27 => 14,
        28 | 29 => 0,
        _ if x < 48.0 => 1 + ((x - 12.0) / 6.0) as i32,
        _ => 8 + ((x - 60.0) / 6.0) as i32,
    }
}

/// Moves the keyboard's cursor to a slot. What the program says of it may be older than its last jump; then the keys
/// lead past the slot, and from there to it.
fn go_to(desktop: &TestDesktop, slot: usize) {
    let cursor = |s: &Value| s["controller"]["cursor"].as_u64().map(|at| at as usize);
    let top = place(slot, 0).1 < 41.0;
    for _ in 0..5 {
        let at = cursor(&desktop.state()).expect("the cursor is on a slot");
        let distance = column(slot) - column(at);
        let key = if distance < 0 { "Left" } else { "Right" };
        let mut keys = vec![if top { "Up" } else { "Down" }];
        keys.extend(std::iter::repeat_n(key, distance.unsigned_abs() as usize));
        desktop.keys(&keys);
        desktop.glimpse(Duration::from_secs(20), |s| cursor(s) == Some(slot));
        // Keys that are still under way would lead on.
        if desktop.glimpse(Duration::from_millis(60), |s| cursor(s) != Some(slot)).is_none() {
            return;
        }
    }
    panic!("the cursor does not reach slot {slot}");
}

/// Makes the play that leads home quickest by picking checkers up and putting them down under the cursor.
pub(crate) fn move_by_cursor(desktop: &TestDesktop, state: &Value) {
    let now = match_of(state);
    let play = homeward(&now).expect("something can be played");
    for (n, step) in steps(&play).iter().enumerate() {
        go_to(desktop, slot(now.on_roll, step.from.number()));
        desktop.keys(&["Return"]);
        desktop.wait("a picked checker", |s| s["controller"]["picked"].is_u64());
        go_to(desktop, slot(now.on_roll, step.to.number()));
        desktop.keys(&["Return"]);
        desktop.wait("a step", |s| s["controller"]["turn"]["steps"].as_u64() > Some(n as u64));
    }
}

#[test]
fn s24_turns_by_keyboard_alone() {
    let arguments = ["--test-dice", "13 62 55 41 33 21", "--no-animations"];
    let Some(desktop) = TestDesktop::start("keyboard", &arguments) else { return };
    begin(&desktop);
    for n_turn in 0..4 {
        let state = desktop.wait("a decision", |s| s["match"]["phase"] == "play");
        move_by_cursor(&desktop, &state);
        if n_turn == 1 {
            desktop.screenshot("24-cursor");
        }
        let played = state["match"]["on_roll"].clone();
        desktop.keys(&["space"]);
        desktop.wait("the next turn", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] != played);
        desktop.keys(&["space"]);
    }
    // Typed plays: a wrong one is refused, Tab completes, Return plays.
    let state = desktop.wait("a decision", |s| s["match"]["phase"] == "play");
    let mover = state["match"]["on_roll"].clone();
    desktop.keys(&["9"]);
    desktop.wait("the entry line", |s| s["window"]["focus"] == "GtkText");
    desktop.keys(&["Return"]);
    desktop.wait("a refusal", |s| s["window"]["toast"].to_string().contains("needs pairs of points"));
    desktop.keys(&["ctrl+a", "BackSpace", "Tab", "Return"]);
    desktop.wait("the next turn", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] != mover);
    desktop.keys(&["space"]);
    // One-letter keys: undo, turning the board round.
    desktop.wait("a decision", |s| s["match"]["phase"] == "play");
    desktop.keys(&["x"]);
    desktop.wait("a clockwise board", |s| s["board"]["clockwise"] == true);
    desktop.keys(&["x", "f"]);
    desktop.wait("a refusal", |s| s["window"]["message"] == "A checker can move, so you cannot pass");
    turn(&desktop, "");
    assert_eq!(desktop.complaints(), "");
}

/// After a question the computer plays both sides to the end of the game; nothing happens without it.
#[test]
fn the_computer_finishes_a_game() {
    let settings = "version = 1\n[automatic]\ngame = false\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
                    [player.0]\nseat = \"human\"\n[window]\ndelay = 0\n\
                    [evaluation.checker.evaluation]\nplies = 0\n[evaluation.cube.evaluation]\nplies = 0\n";
    let arguments = ["--test-seed", "3", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("finish", &arguments, &[], settings) else { return };
    begin(&desktop);
    let before = desktop.state()["match"].clone();
    desktop.keys(&["ctrl+g"]);
    desktop.wait("the question", |s| s["files"]["dialog"] == "end-game");
    desktop.keys(&["Escape"]);
    let state = desktop.wait("no question", |s| s["files"]["dialog"] == Value::Null);
    assert_eq!(state["match"], before);
    desktop.focus_main();
    desktop.keys(&["ctrl+g"]);
    desktop.wait("the question again", |s| s["files"]["dialog"] == "end-game");
    desktop.keys(&["Return"]);
    let state = desktop.wait("the end of the game", |s| s["match"]["phase"] == "over");
    let won =
        state["match"]["score"].as_array().expect("a score").iter().filter_map(Value::as_u64).sum::<u64>();
    assert!(won > 0, "{}", state["match"]);
    assert_eq!(desktop.complaints(), "");
}
