// SPDX-License-Identifier: GPL-3.0-or-later
//! The moments of play of the second edition: messages that go, typed plays, the keyboard after menus, offers of the cube
//! and resignations, commands beside running work.

use super::computer::{against, is_mine, watch};
use super::harness::{State, TestDesktop, place};
use super::{gallery, other, playing, reader, set_id, tools, turn};
use serde_json::{Value, json};
use std::time::Duration;

fn says(desktop: &TestDesktop, text: &str) -> State {
    desktop.wait(text, |s| s["window"]["message"] == text)
}

#[test]
fn a_refusal_goes_with_the_next_legal_play_or_after_a_while() {
    let Some(desktop) = playing("refusal", "13") else { return };
    let refused = "No two checkers can make that point";
    desktop.click(place(2, 0), 1);
    says(&desktop, refused);
    desktop.click(desktop.checker(8), 1);
    // The state may be written between the step and what follows from it.
    desktop.wait("the step without the refusal", |s| {
        s["controller"]["turn"]["play"] == "8/5" && s["window"]["message"] == ""
    });
    desktop.keys(&["Return"]);
    says(&desktop, "The play is not finished");
    desktop.click(desktop.checker(6), 1);
    desktop.wait("the whole play", |s| {
        s["controller"]["turn"]["complete"] == true && s["window"]["message"] == ""
    });
    desktop.keys(&["Escape"]);
    turn(&desktop, "");
    desktop.click(place(2, 0), 1);
    says(&desktop, refused);
    // Without any input it goes after some seconds.
    says(&desktop, "");
    assert_eq!(desktop.complaints(), "");
}

/// The entry for plays is closed by the play, by Escape and by a click on the board; it reads digits without slashes and
/// takes no position.
#[test]
fn the_entry_for_plays_closes_and_reads_digits() {
    let Some(mut desktop) = playing("entry", "13 66") else { return };
    let types = |desktop: &TestDesktop| {
        desktop.wait("the board's focus", |s| s["window"]["focus"] == "BgSpot");
        desktop.keys(&["8"]);
        desktop.wait("the entry", |s| s["window"]["focus"] == "GtkText");
    };
    types(&desktop);
    desktop.keys(&["Escape"]);
    types(&desktop);
    // A click plays a checker and closes the entry.
    desktop.click(desktop.checker(8), 1);
    turn(&desktop, "8/5");
    desktop.wait("the board's focus", |s| s["window"]["focus"] == "BgSpot");
    desktop.keys(&["Escape"]);
    turn(&desktop, "");
    types(&desktop);
    // What is pasted is a position, not a play: it is not swallowed.
    other::copy(&mut desktop, "XGID=-b----E-C---eE---c-e----B-:0:0:1:42:2:6:1:7:10");
    let is_set = |s: &Value| s["match"]["crawford"] == true;
    for _ in 0..5 {
        desktop.focus_main();
        desktop.keys(&["ctrl+v"]);
        if desktop.glimpse(Duration::from_secs(4), is_set).is_some() {
            break;
        }
    }
    let state = desktop.wait("the pasted position", is_set);
    assert_eq!(state["match"]["dice"], json!([4, 2]));
    types(&desktop);
    desktop.type_text("4 64");
    desktop.keys(&["Return"]);
    desktop.wait("the play", |s| s["window"]["last_turns"][1] == "42: 8/4 6/4");
    let state = desktop.wait("the board's focus", |s| s["window"]["focus"] == "BgSpot");
    assert_eq!(state["controller"]["cursor_shown"], false, "the cursor comes with the first cursor key");
    desktop.keys(&["Left"]);
    desktop.wait("the cursor", |s| s["controller"]["cursor_shown"] == true);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn keys_go_to_the_board_after_a_menu_was_closed() {
    let Some(desktop) = playing("after-menu", "13") else { return };
    for name in ["Main menu", "Match lengths", "Resign"] {
        let (x, y) = reader::middle(&desktop, name);
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
        desktop.wait("a menu", |s| s["window"]["focus"] != "BgSpot");
        desktop.keys(&["Escape"]);
        desktop.wait(name, |s| s["window"]["focus"] == "BgSpot");
        desktop.keys(&["h"]);
        desktop.wait("the hint", |s| s["hint"]["page"] == "plays");
        desktop.keys(&["Escape"]);
        desktop.wait("no hint", |s| s["hint"].is_null());
    }
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn keys_go_to_the_board_after_a_dialog_was_closed() {
    let Some(desktop) = playing("after-dialog", "13") else { return };
    let (x, y) = reader::middle(&desktop, "New match");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    desktop.keys(&["Escape"]);
    gallery::gone(&desktop, "New match");
    desktop.wait("one window", |s| s["window"]["n_windows"] == 1);
    desktop.keys(&["h"]);
    desktop.wait("the hint", |s| s["hint"]["page"] == "plays");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn undoing_the_start_of_a_match_leads_to_the_start_page() {
    let Some(desktop) = playing("undo-start", "13") else { return };
    for _ in 0..4 {
        if desktop.state()["match"].is_null() {
            break;
        }
        desktop.keys(&["ctrl+z"]);
        desktop.glimpse(Duration::from_secs(1), |s| s["match"].is_null());
    }
    let state = desktop.wait("the start page", |s| s["window"]["start_card"] == true);
    assert_eq!(state["match"], Value::Null);
    assert_eq!(state["window"]["title"], "GNU Backgammon");
    desktop.keys(&["ctrl+shift+z"]);
    desktop.wait("the match again", |s| !s["match"].is_null() && s["window"]["buttons"] != json!([]));
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 21: a command is answered at once while a rollout runs, and the game goes on.
#[test]
fn a_command_is_answered_beside_a_rollout() {
    let Some(desktop) = tools::desktop("beside", "13 66", &[]) else { return };
    let runs = |s: &Value| s["tools"]["background"]["shown"] == true;
    desktop.keys(&["h"]);
    desktop.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "plays");
    desktop.keys(&["r"]);
    desktop.wait("the rollout", runs);
    desktop.keys(&["alt+6"]);
    desktop.wait("the commands", |s| {
        s["panels"]["shown"].as_array().is_some_and(|shown| shown.contains(&json!("command")))
            && s["window"]["focus"] == "GtkText"
    });
    desktop.type_text("set automatic bearoff on");
    desktop.keys(&["Return"]);
    let state = desktop.wait("the answer", |s| {
        let output = s["panels"]["command"]["output"].as_str().unwrap_or_default();
        output.to_lowercase().contains("bearoff") && s["panels"]["command"]["busy"] == false
    });
    assert!(runs(&state), "the rollout goes on");
    // The lines begin at the panel's margin.
    desktop.wait("the beginning of the lines", |s| s["panels"]["command"]["scrolled_across"] == 0.0);
    desktop.click(place(5, 0), 1);
    turn(&desktop, "8/5 6/5");
    desktop.wait("the board's focus", |s| s["window"]["focus"] == "BgSpot");
    desktop.keys(&["space"]);
    desktop.wait("the other turn", |s| s["match"]["on_roll"] == 0);
    // Its line goes with it, also where a command was running meanwhile.
    desktop.keys(&["alt+shift+r"]);
    tools::press(&desktop, "/tools/rollout/spots/stop", |s| !runs(s));
    assert_eq!(desktop.complaints(), "");
}

/// A typed rollout locks nothing: the game goes on, other commands are answered, and its result is printed at its end.
#[test]
fn a_typed_rollout_locks_nothing() {
    let Some(desktop) = tools::desktop("typed-rollout", "13 66", &[]) else { return };
    let runs = |s: &Value| s["tools"]["background"]["shown"] == true;
    let prints = |s: &Value, text: &str| {
        let output = s["panels"]["command"]["output"].as_str().unwrap_or_default();
        output.contains(text) && s["panels"]["command"]["busy"] == false
    };
    desktop.keys(&["alt+6"]);
    desktop.wait("the commands", |s| s["window"]["focus"] == "GtkText");
    desktop.type_text("rollout");
    desktop.keys(&["Return"]);
    desktop.wait("the rollout", |s| runs(s) && prints(s, "The rollout goes on in the background."));
    desktop.type_text("show version");
    desktop.keys(&["Return"]);
    let state = desktop.wait("the answer", |s| prints(s, "GNU Backgammon"));
    assert!(runs(&state), "the rollout goes on");
    desktop.click(place(5, 0), 1);
    turn(&desktop, "8/5 6/5");
    desktop.wait("the board's focus", |s| s["window"]["focus"] == "BgSpot");
    desktop.keys(&["space"]);
    let state = desktop.wait("the other turn", |s| s["match"]["on_roll"] == 0);
    assert!(runs(&state), "the rollout goes on");
    desktop.keys(&["alt+shift+r"]);
    tools::press(&desktop, "/tools/rollout/spots/stop", |s| !runs(s));
    desktop.wait("the result", |s| prints(s, "games"));
    assert_eq!(desktop.complaints(), "");
}

/// The hint of a double is seen by the player who answers.
#[test]
fn the_hint_of_a_double_is_for_the_player_who_answers() {
    let Some(desktop) = playing("take-hint", "13") else { return };
    set_id(&desktop, "XGID=-CDC----------------bbbc--:0:0:1:00:0:0:3:0:10");
    desktop.wait("the race", |s| s["match"]["phase"] == "roll" && s["window"]["focus"] == "BgSpot");
    desktop.keys(&["d"]);
    let state = desktop.wait("the double", |s| s["match"]["phase"] == "answer");
    assert_eq!(state["match"]["to_act"], 0);
    desktop.keys(&["h"]);
    let state = desktop.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "cube");
    assert_eq!(state["hint"]["cube"][0][0], "Pass", "{}", state["hint"]);
    assert_eq!(state["hint"]["cube"][0][1], "−1.000");
    assert_eq!(state["hint"]["cube"][1][0], "Take");
    let verdict = state["hint"]["verdict"].as_str().unwrap_or_default();
    assert!(verdict.starts_with("Correct response: pass"), "{verdict}");
    desktop.screenshot("take-hint");
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 7: an offer lies large in the middle of the board, and the player who answers is highlighted and told.
#[test]
fn an_offer_is_large_and_the_player_who_answers_is_highlighted() {
    let Some(desktop) = playing("offer", "13") else { return };
    desktop.click(place(5, 0), 1);
    turn(&desktop, "8/5 6/5");
    desktop.keys(&["space"]);
    let state = desktop.wait("the other turn", |s| s["match"]["phase"] == "roll");
    assert_eq!(state["window"]["highlighted"], json!([true, false]));
    let usual = state["board"]["cube"]["at"].clone();
    assert_eq!(usual[2], 6.0);
    desktop.keys(&["d"]);
    let state = desktop.wait("the double", |s| s["match"]["phase"] == "answer");
    assert_eq!(state["window"]["highlighted"], json!([false, true]), "the one who answers");
    assert_eq!(state["board"]["cube"]["at"], json!([48.5, 35.5, 11.0, 11.0]));
    assert_eq!(state["window"]["message"], "Light doubles to 2");
    reader::hears(&desktop, "Light doubles to 2");
    reader::hears(&desktop, "double to 2 offered");
    reader::hears(&desktop, "Dark, to act, Doubled to 2, 0 points, 7 away, 163 pips, 31: 8/5 6/5");
    desktop.wait("the board at rest", |s| s["board"]["painted"] == true && s["board"]["animating"] == false);
    desktop.screenshot("double");
    desktop.keys(&["t"]);
    let state = desktop.wait("the take", |s| s["match"]["cube"]["value"] == 2);
    assert_eq!(state["board"]["cube"]["at"][2], 6.0);
    let (x, y) = reader::middle(&desktop, "Resign");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the menu", |s| s["window"]["focus"] == "GtkModelButton");
    desktop.keys(&["Down", "Return"]);
    let state = desktop.wait("the resignation", |s| s["match"]["phase"] == "resigning");
    assert_eq!(state["board"]["flag"]["at"], json!([48.5, 35.5, 11.0, 11.0]));
    assert_eq!(state["window"]["highlighted"], json!([false, true]));
    assert_eq!(state["window"]["buttons"], json!(["Agree", "Decline", "Hint"]));
    reader::hears(&desktop, "Light offers to resign a gammon");
    desktop.wait("the board at rest", |s| s["board"]["painted"] == true);
    desktop.screenshot("resignation");
    assert_eq!(desktop.complaints(), "");
}

/// A roll of the computer that cannot be played rests on the board longer than one that can, before it is the other's turn.
#[test]
fn a_dance_of_the_computer_can_be_read() {
    let arguments = ["--test-dice", "13 64", "--test-seed", "1"];
    let Some(desktop) = against("dance-pace", &arguments, "") else { return };
    super::computer::begin(&desktop, 7);
    // Six points are closed, and a checker of the computer is on the bar.
    let own = [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (13, 3)];
    let theirs = [(0, 1), (19, 5), (20, 5), (22, 4)];
    let id = super::play::position(&own, &theirs, "00").replace(":0:0:1:", ":0:0:-1:");
    set_id(&desktop, &id);
    // In a position that was set up the computer waits for a word.
    desktop.wait("the position", |s| {
        s["window"]["buttons"][0] == "Play on"
            && s["window"]["focus"] == "BgSpot"
            && s["board"]["stacks"][0] == -1
    });
    desktop.keys(&["Return"]);
    let lies = |s: &Value| s["board"]["dice"]["owner"] == 0 && s["board"]["dice"]["faces"] == json!([6, 4]);
    let offers = |s: &Value| s["window"]["buttons"].to_string().contains("Roll");
    let seen = watch(&desktop, |s| lies(s) && offers(s));
    let rests = seen.iter().filter(|(_, s)| lies(s) && !offers(s) && s["board"]["animating"] == false);
    let times: Vec<u128> = rests.map(|(time, _)| *time).collect();
    let rest = times.last().copied().unwrap_or(0) - times.first().copied().unwrap_or(0);
    println!("the dice rested {rest} ms");
    // 600 ms; the state is written some time after a frame.
    assert!(rest >= 420, "the dice rested {rest} ms");
    let state = desktop.wait("my turn", |s| is_mine(s) && s["match"]["phase"] == "roll");
    assert_eq!(state["board"]["stacks"][0], -1, "the checker is still on the bar");
    assert_eq!(state["window"]["last_turns"][0], "64: cannot move");
    assert_eq!(desktop.complaints(), "");
}

/// E says what sets the selected play apart; a click on the board puts the cursor of the keyboard away.
#[test]
fn e_explains_and_the_pointer_hides_the_cursor() {
    let Some(desktop) = playing("explain-key", "13") else { return };
    desktop.focus_main();
    let from =
        desktop.wait("the board", |s| s["window"]["focus"] == "BgSpot" && s["board"]["animating"] == false);
    // The first key shows it, and it stays.
    desktop.keys(&["Left"]);
    desktop.wait("the cursor", |s| {
        s["controller"]["cursor"] == 0 && s["window"]["focused_at"] != from["window"]["focused_at"]
    });
    assert_eq!(desktop.state()["controller"]["cursor_shown"], true);
    desktop.click(desktop.checker(8), 1);
    desktop.wait("no cursor", |s| s["controller"]["cursor_shown"] == false);
    desktop.keys(&["Escape"]);
    turn(&desktop, "");
    desktop.keys(&["h"]);
    desktop.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["explanation"]["spot"].is_array());
    desktop.keys(&["e"]);
    let state = desktop.wait("the explanation", |s| s["hint"]["explanation"]["open"] == true);
    let heading = state["hint"]["explanation"]["heading"].as_str().unwrap_or_default();
    assert!(heading.starts_with("8/5 6/5 is 0."), "{heading}");
    assert_eq!(desktop.complaints(), "");
}
