// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing against the computer: whole matches, the cube, recovery after a crash, hints, the tutor.

use super::harness::Desk;
use super::matches::play_turn;
use serde_json::{Value, json};

/// Settings in which a person at the bottom plays the computer at the top, which does not look ahead.
const OPPONENT: &str = "version = 1\n[match.name]\n0 = \"Engine\"\n1 = \"Person\"\n\
    [player.0]\nseat = \"gnubg\"\n\
    [player.0.checker.evaluation]\nplies = 0\n[player.0.cube.evaluation]\nplies = 0\n\
    [evaluation.checker.evaluation]\nplies = 1\n[evaluation.cube.evaluation]\nplies = 0\n";

fn against(name: &'static str, arguments: &[&str], more: &str) -> Option<Desk> {
    Desk::start_set(name, arguments, &[], &format!("{OPPONENT}{more}"))
}

/// Starts a match of that length by its button on the start page; 0 for money.
fn begin(desk: &Desk, length: u16) {
    let button = if length == 0 { "Money session".to_owned() } else { format!("Match to {length}") };
    let (x, y) = super::reader::middle(desk, &button);
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.wait("the match", |s| s["match"]["length"] == length && is_mine(s));
}

/// Whether everything has been shown and the person at the bottom is to act, or nobody.
fn is_mine(state: &Value) -> bool {
    let idle = state["thinking"] == false && state["settled"] == true && state["board"]["animating"] == false;
    let due = state["match"]["to_act"] == 1 && state["match"]["phase"] != "opening";
    idle && (due || state["match"]["phase"] == "over")
}

#[test]
fn a_whole_match_against_the_computer_by_pointer() {
    let Some(desk) = against("computer", &["--test-seed", "7", "--no-animations"], "") else { return };
    begin(&desk, 1);
    for n_turns in 0.. {
        let state = desk.wait("my turn", is_mine);
        if state["match"]["phase"] == "over" {
            break;
        }
        assert_eq!(state["match"]["phase"], "play", "nobody doubles in a match to one point");
        play_turn(&desk, &state);
        assert!(n_turns < 200, "the match does not end");
    }
    let state = desk.state();
    let message = state["window"]["message"].as_str().unwrap_or_default().to_owned();
    assert!(message.contains("wins the match 1–0"), "{message}");
    assert_eq!(state["window"]["buttons"], json!(["New match"]));
    desk.screenshot("over");
    assert_eq!(desk.complaints(), "");
}

/// A race that Person, on roll, has as good as won.
const WON_RACE: &str = "XGID=-CDC----------------bbbc--:0:0:1:00:0:0:3:0:10";

#[test]
fn a_double_is_dropped_and_the_next_game_begins() {
    let Some(desk) = against("drop", &["--test-dice", "13", "--test-seed", "3", "--no-animations"], "")
    else {
        return;
    };
    begin(&desk, 0);
    super::set_id(&desk, WON_RACE);
    desk.wait("the race", |s| s["match"]["phase"] == "roll" && is_mine(s));
    desk.click(super::CUBE, 1);
    let state = desk.wait("the next game", |s| s["game"] == 2 && s["match"]["score"] == json!([0, 1]));
    assert_eq!(state["window"]["toast"], "Person wins 1 point");
    desk.screenshot("next-game");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn undo_takes_back_the_computers_reply_too() {
    let Some(desk) = against("undo", &["--test-dice", "13 62", "--no-animations"], "") else { return };
    begin(&desk, 7);
    let before = desk.state()["window"]["id"].clone();
    play_turn(&desk, &desk.state());
    desk.wait("my next turn", |s| is_mine(s) && s["window"]["id"] != before);
    desk.keys(&["ctrl+z"]);
    let state = desk.wait("the decision again", |s| s["window"]["id"] == before && is_mine(s));
    assert_eq!(state["match"]["dice"], json!([3, 1]));
    desk.keys(&["ctrl+shift+z"]);
    desk.wait("the reply again", |s| s["window"]["id"] != before && is_mine(s));
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s40_a_match_survives_kill_9() {
    let arguments = ["--test-dice", "13", "--test-seed", "5", "--no-animations"];
    let Some(mut desk) = against("crash", &arguments, "") else { return };
    begin(&desk, 7);
    play_turn(&desk, &desk.state());
    let before = desk.wait("my next turn", |s| is_mine(s) && s["match"]["phase"] == "roll");
    desk.keys(&["space"]);
    let rolled = desk.wait("my dice", |s| is_mine(s) && s["match"]["phase"] == "play");
    assert_ne!(before["window"]["id"], rolled["window"]["id"]);
    desk.kill();
    desk.launch();
    desk.wait("the offer", |s| s["window"]["recovery"] == true && s["match"] == Value::Null);
    desk.screenshot("40-offer");
    let (x, y) = super::reader::middle(&desk, "Restore");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = desk.wait("the match", |s| s["match"] != Value::Null && is_mine(s));
    for part in ["match", "names", "game"] {
        assert_eq!(state[part], rolled[part]);
    }
    assert_eq!(state["board"]["stacks"], rolled["board"]["stacks"]);
    desk.wait("no offer any more", |s| s["window"]["recovery"] == false);
    // The match goes on.
    play_turn(&desk, &desk.state());
    let id = state["window"]["id"].clone();
    desk.wait("my next turn", |s| is_mine(s) && s["window"]["id"] != id);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s36_hints_come_and_a_double_click_plays() {
    let arguments = ["--test-dice", "12", "--test-seed", "2", "--no-animations"];
    // Two people, so that what was played stays to be read.
    let settings = OPPONENT.replace("seat = \"gnubg\"", "seat = \"human\"");
    let Some(desk) = Desk::start_set("hint", &arguments, &[], &settings) else { return };
    begin(&desk, 7);
    desk.keys(&["ctrl+h"]);
    let state = desk.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["mapped"] == true);
    let rows = state["hint"]["rows"].as_array().expect("rows").clone();
    assert_eq!(rows.len(), 15);
    assert_eq!(rows[0][0], "1");
    assert!(rows[0][1].as_str().is_some_and(|kind| kind.contains("1-ply")), "{}", rows[0]);
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Hint"]);
    desk.screenshot("36-plays");
    // Chances can be hidden, and the maps of the position are at hand.
    let press = |name: &str| {
        let (x, y) = super::reader::middle(&desk, name);
        desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    };
    assert_eq!(state["hint"]["details"], true);
    press("Show evaluation depth and winning chances");
    desk.wait("the plays alone", |s| s["hint"]["details"] == false);
    desk.screenshot("36-bare");
    press("The position under all rolls and at all scores");
    desk.screenshot("36-maps");
    desk.keys(&["Return"]);
    desk.wait("the map", |s| s["tools"]["temperature-map"]["running"] == false);
    desk.xdotool(&[
        "search",
        "--sync",
        "--onlyvisible",
        "--name",
        "Temperature map",
        "windowfocus",
        "--sync",
    ]);
    desk.keys(&["Escape"]);
    desk.wait("no map", |s| s["tools"]["temperature-map"].is_null());
    let (x, y) = super::reader::middle(&desk, "Look 2 plies ahead");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.wait("a deeper hint", |s| {
        s["hint"]["final"] == true && s["hint"]["rows"][0][1].as_str().is_some_and(|t| t.contains("2-ply"))
    });
    let second = desk.state()["hint"]["rows"][1][10].as_str().expect("a play").to_owned();
    let (x, y) = super::reader::middle(&desk, &second);
    desk.xdotool(&["mousemove", &x, &y, "click", "--repeat", "2", "--delay", "60", "1"]);
    let state = desk.wait("the other turn", |s| s["match"]["phase"] == "roll");
    assert_eq!(state["hint"]["fresh"], false);
    assert_eq!(state["window"]["message"], format!("Person played {second}"));
    desk.keys(&["Escape"]);
    desk.wait("the board alone", |s| s["hint"] == Value::Null);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn hints_for_the_cube_and_while_editing() {
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desk) = against("cubehint", &arguments, "") else { return };
    begin(&desk, 0);
    super::set_id(&desk, WON_RACE);
    desk.wait("the race", |s| s["match"]["phase"] == "roll" && is_mine(s));
    desk.keys(&["ctrl+h"]);
    let state = desk.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "cube");
    assert_eq!(state["hint"]["cube"].as_array().map(Vec::len), Some(3));
    assert_eq!(state["hint"]["cube"][0][0], "Double, pass");
    assert_eq!(state["hint"]["verdict"], "Proper cube action: Double, pass");
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Hint"]);
    desk.screenshot("cube");
    desk.keys(&["Escape"]);
    desk.wait("the board alone", |s| s["hint"] == Value::Null);
    super::setting_up::start(&desk);
    desk.click(super::harness::place(28, 0), 1);
    desk.wait("the initial position", |s| s["board"]["stacks"][6] == 5);
    desk.keys(&["ctrl+h"]);
    let state = desk.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "cube");
    assert_eq!(state["hint"]["cube"][0][0], "No double");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s37_the_tutor_warns_and_lets_rethink() {
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desk) = against("tutor", &arguments, "[tutor]\non = true\n") else { return };
    begin(&desk, 7);
    let before = desk.state()["window"]["id"].clone();
    // 13/10 6/5: a blunder.
    let blunder = || {
        desk.keys(&["1"]);
        desk.wait("the entry line", |s| s["window"]["focus"] == "GtkText");
        desk.type_text("3/10 6/5");
        desk.keys(&["Return"]);
        desk.wait("a warning", |s| s["window"]["warned"] == true)
    };
    let state = blunder();
    assert_eq!(state["match"]["phase"], "play", "nothing has been played");
    desk.screenshot("37-warning");
    desk.keys(&["Return"]);
    let state = desk.wait("the position again", |s| {
        s["window"]["warned"] == false && s["controller"]["turn"]["play"] == ""
    });
    assert_eq!(state["window"]["id"], before);
    blunder();
    let (x, y) = super::reader::middle(&desk, "Play anyway");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = desk.wait("my next turn", |s| is_mine(s) && s["window"]["id"] != before);
    assert_eq!(state["window"]["warned"], false);
    // What the hint says is best goes through without a word.
    desk.keys(&["space"]);
    desk.wait("my dice", |s| is_mine(s) && s["match"]["phase"] == "play");
    desk.keys(&["ctrl+h"]);
    let state = desk.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "plays");
    let best = state["hint"]["rows"][0][10].as_str().expect("a play").to_owned();
    let (x, y) = super::reader::middle(&desk, &best);
    let id = state["window"]["id"].clone();
    desk.xdotool(&["mousemove", &x, &y, "click", "--repeat", "2", "--delay", "60", "1"]);
    let state = desk.wait("my next turn", |s| is_mine(s) && s["window"]["id"] != id);
    assert_eq!(state["window"]["warned"], false);
    assert_eq!(desk.complaints(), "");
}

/// Scenario 37, the rest: the warning leads to the hint, judges the cube as well, and ends the tutor.
#[test]
fn s37_the_tutor_hints_judges_the_cube_and_ends() {
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desk) = against("tutor-ends", &arguments, "[tutor]\non = true\n") else { return };
    begin(&desk, 0);
    // Rolling instead of cashing a race that is won.
    let start = desk.state()["window"]["id"].clone();
    super::set_id(&desk, WON_RACE);
    desk.wait("the race", |s| s["match"]["phase"] == "roll" && is_mine(s));
    desk.wait("the board's focus", |s| s["window"]["focus"] == "BgSpot");
    desk.keys(&["space"]);
    let state = desk.wait("a warning", |s| s["window"]["warned"] == true);
    assert_eq!(state["match"]["phase"], "roll", "nothing has been rolled");
    super::reader::hears(&desk, "End tutor mode");
    desk.screenshot("37-cube");
    desk.keys(&["Return"]);
    desk.wait("no warning", |s| s["window"]["warned"] == false);
    // 13/10 6/5 is a blunder; the hint takes it back and shows what is better.
    super::set_id(&desk, start.as_str().expect("an ID"));
    desk.wait("the opening", |s| s["match"]["phase"] == "play" && s["window"]["focus"] == "BgSpot");
    let blunder = || {
        desk.focus_main();
        desk.keys(&["1"]);
        desk.wait("the entry line", |s| s["window"]["focus"] == "GtkText");
        desk.type_text("3/10 6/5");
        desk.keys(&["Return"]);
        desk.wait("a warning", |s| s["window"]["warned"] == true);
    };
    let press = |name: &str| {
        let (x, y) = super::reader::middle(&desk, name);
        desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    };
    blunder();
    // Next to “Play anyway”, by the keyboard: other things are called so, too.
    desk.keys(&["Tab", "Tab", "space"]);
    let state = desk.wait("the hint", |s| s["hint"]["final"] == true && s["window"]["warned"] == false);
    assert_eq!(state["controller"]["turn"]["play"], "");
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Hint"]);
    desk.keys(&["Escape"]);
    desk.wait("the board alone", |s| s["hint"] == Value::Null);
    let id = desk.state()["window"]["id"].clone();
    blunder();
    press("End tutor mode");
    desk.wait("the play", |s| s["window"]["id"] != id && s["window"]["warned"] == false);
    let is_off = || !std::fs::read_to_string(desk.settings()).unwrap_or_default().contains("[tutor]");
    desk.wait("settings without the tutor", |_| is_off());
    assert_eq!(desk.complaints(), "");
}

#[test]
fn thinking_can_be_stopped_and_goes_on() {
    let slow = "version = 1\n[match.name]\n0 = \"Engine\"\n1 = \"Person\"\n[player.0]\nfilters = \"huge\"\n\
                [player.0.checker.evaluation]\nplies = 6\n";
    let Some(mut desk) = Desk::start_set("slow", &["--test-dice", "21", "--no-animations"], &[], slow) else {
        return;
    };
    let (x, y) = super::reader::middle(&desk, "Match to 1");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = desk.wait("the computer at work", |s| s["thinking"] == true && s["match"]["phase"] == "play");
    assert_eq!(state["window"]["buttons"], json!(["Stop"]));
    desk.keys(&["Return"]);
    let state = desk.wait("a rest", |s| s["thinking"] == false && s["waiting"] == true);
    assert_eq!(state["match"]["on_roll"], 0);
    assert_eq!(state["window"]["buttons"][0], "Play on");
    desk.keys(&["Return"]);
    desk.wait("the computer at work", |s| s["thinking"] == true);
    // Closing while it thinks is clean.
    desk.keys(&["ctrl+q"]);
    assert!(desk.ended_well());
    assert_eq!(desk.complaints(), "");
}

#[test]
fn settings_are_kept_and_bad_ones_set_aside() {
    let Some(mut desk) = against("settings", &["--test-dice", "13", "--no-animations"], "") else { return };
    desk.keys(&["x"]);
    desk.wait("a clockwise board", |s| s["board"]["clockwise"] == true);
    desk.keys(&["ctrl+q"]);
    assert!(desk.ended_well());
    desk.launch_again();
    desk.wait("a clockwise board", |s| s["board"]["clockwise"] == true && s["names"][1] == "Person");
    desk.keys(&["ctrl+q"]);
    assert!(desk.ended_well());
    std::fs::write(desk.settings(), "rubbish").expect("the settings are spoiled");
    desk.launch_again();
    let told = |s: &Value| s["window"]["toast"].as_str().is_some_and(|text| text.contains("set aside"));
    desk.wait("a notice", told);
    assert!(desk.settings().with_extension("toml.bad").exists());
    assert_eq!(desk.complaints(), "");
}

#[test]
fn movement_shows_every_change_and_a_key_skips_it() {
    let Some(desk) = against("movement", &["--test-dice", "13 62 54 21", "--test-seed", "1"], "") else {
        return;
    };
    begin(&desk, 7);
    play_turn(&desk, &desk.state());
    // The computer's roll is shown before its play, and the person's turn comes after both.
    desk.wait("the computer's dice", |s| s["match"]["on_roll"] == 0 && s["match"]["dice"] == json!([6, 2]));
    let state = desk.wait("my turn", |s| is_mine(s) && s["match"]["on_roll"] == 1);
    assert_eq!(state["match"]["phase"], "roll");
    desk.keys(&["space"]);
    desk.wait("my dice", |s| s["match"]["phase"] == "play" && s["match"]["dice"] == json!([5, 4]));
    // A key ends what is moving and is then taken for itself.
    desk.keys(&["w"]);
    let state = desk.wait("swapped dice", |s| s["board"]["dice"]["faces"] == json!([4, 5]));
    assert_eq!(state["board"]["animating"], false);
    assert_eq!(desk.complaints(), "");
}
