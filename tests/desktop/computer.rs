// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing against the computer: whole matches, the cube, recovery after a crash, hints, the tutor.

use super::harness::{State, TestDesktop};
use super::matches::play_turn;
use serde_json::{Value, json};
use std::time::Duration;

/// Settings in which a person at the bottom plays the computer at the top, which does not look ahead.
const OPPONENT: &str = "version = 1\n[match.name]\n0 = \"Engine\"\n1 = \"Person\"\n\
    [player.0]\nseat = \"gnubg\"\n\
    [player.0.checker.evaluation]\nplies = 0\n[player.0.cube.evaluation]\nplies = 0\n\
    [evaluation.checker.evaluation]\nplies = 1\n[evaluation.cube.evaluation]\nplies = 0\n";

pub(crate) fn against(name: &'static str, arguments: &[&str], more: &str) -> Option<TestDesktop> {
    TestDesktop::start_set(name, arguments, &[], &format!("{OPPONENT}{more}"))
}

/// Starts a match of that length on the start page; 0 for money.
pub(crate) fn begin(desktop: &TestDesktop, length: u16) {
    let choice = match length {
        0 => "Money session".to_owned(),
        1 => "1 point".to_owned(),
        n => format!("{n} points"),
    };
    super::start::choose(desktop, &choice);
    super::start::choose(desktop, "Play");
    desktop.wait("the match", |s| s["match"]["length"] == length && is_mine(s));
}

/// Whether everything has been shown and the person at the bottom is to act, or nobody.
pub(crate) fn is_mine(state: &Value) -> bool {
    let idle = state["thinking"] == false && state["settled"] == true && state["board"]["animating"] == false;
    let due = state["match"]["to_act"] == 1 && state["match"]["phase"] != "opening";
    idle && (due || state["match"]["phase"] == "over")
}

#[test]
fn a_whole_match_against_the_computer_by_pointer() {
    let Some(desktop) = against("computer", &["--test-seed", "7", "--no-animations"], "") else { return };
    begin(&desktop, 1);
    for n_turns in 0.. {
        let state = desktop.wait("my turn", is_mine);
        if state["match"]["phase"] == "over" {
            break;
        }
        assert_eq!(state["match"]["phase"], "play", "nobody doubles in a match to one point");
        play_turn(&desktop, &state);
        assert!(n_turns < 200, "the match does not end");
    }
    let state = desktop.state();
    let message = state["window"]["message"].as_str().unwrap_or_default().to_owned();
    assert!(message.contains("wins the match 1–0"), "{message}");
    assert_eq!(state["window"]["buttons"], json!(["New match"]));
    desktop.screenshot("over");
    assert_eq!(desktop.complaints(), "");
}

/// A race that Person, on roll, has as good as won.
pub(crate) const WON_RACE: &str = "XGID=-CDC----------------bbbc--:0:0:1:00:0:0:3:0:10";

#[test]
fn a_double_is_dropped_and_the_next_game_begins() {
    let Some(desktop) = against("drop", &["--test-dice", "13", "--test-seed", "3", "--no-animations"], "")
    else {
        return;
    };
    begin(&desktop, 0);
    super::set_id(&desktop, WON_RACE);
    desktop.wait("the race", |s| s["match"]["phase"] == "roll" && is_mine(s));
    desktop.click(super::CUBE, 1);
    let state = desktop.wait("the next game", |s| s["game"] == 2 && s["match"]["score"] == json!([0, 1]));
    assert!(
        state["log"].as_str().is_some_and(|log| log.ends_with("Person wins 1 point")),
        "{}",
        state["log"]
    );
    desktop.screenshot("next-game");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn undo_takes_back_the_computers_reply_too() {
    let Some(desktop) = against("undo", &["--test-dice", "13 62", "--no-animations"], "") else { return };
    begin(&desktop, 7);
    let before = desktop.state()["window"]["id"].clone();
    play_turn(&desktop, &desktop.state());
    desktop.wait("my next turn", |s| is_mine(s) && s["window"]["id"] != before);
    desktop.keys(&["ctrl+z"]);
    let state = desktop.wait("the decision again", |s| s["window"]["id"] == before && is_mine(s));
    assert_eq!(state["match"]["dice"], json!([3, 1]));
    desktop.keys(&["ctrl+shift+z"]);
    desktop.wait("the reply again", |s| s["window"]["id"] != before && is_mine(s));
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s40_a_match_survives_kill_9() {
    let arguments = ["--test-dice", "13", "--test-seed", "5", "--no-animations"];
    let Some(mut desktop) = against("crash", &arguments, "") else { return };
    begin(&desktop, 7);
    play_turn(&desktop, &desktop.state());
    let before = desktop.wait("my next turn", |s| is_mine(s) && s["match"]["phase"] == "roll");
    desktop.keys(&["space"]);
    let rolled = desktop.wait("my dice", |s| is_mine(s) && s["match"]["phase"] == "play");
    assert_ne!(before["window"]["id"], rolled["window"]["id"]);
    desktop.kill();
    desktop.launch();
    desktop.wait("the offer", |s| s["window"]["recovery"] == true && s["match"] == Value::Null);
    desktop.screenshot("40-offer");
    let (x, y) = super::reader::middle(&desktop, "Restore");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = desktop.wait("the match", |s| s["match"] != Value::Null && is_mine(s));
    for part in ["match", "names", "game"] {
        assert_eq!(state[part], rolled[part]);
    }
    assert_eq!(state["board"]["stacks"], rolled["board"]["stacks"]);
    desktop.wait("no offer any more", |s| s["window"]["recovery"] == false);
    // The match goes on.
    play_turn(&desktop, &desktop.state());
    let id = state["window"]["id"].clone();
    desktop.wait("my next turn", |s| is_mine(s) && s["window"]["id"] != id);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s36_hints_come_and_a_double_click_plays() {
    let arguments = ["--test-dice", "12", "--test-seed", "2", "--no-animations"];
    // Two people, so that what was played stays to be read.
    let settings = OPPONENT.replace("seat = \"gnubg\"", "seat = \"human\"");
    let Some(desktop) = TestDesktop::start_set("hint", &arguments, &[], &settings) else { return };
    begin(&desktop, 7);
    desktop.keys(&["ctrl+h"]);
    let state = desktop.wait("the hint with all plays", |s| {
        s["hint"]["final"] == true && s["hint"]["rows"].as_array().is_some_and(|rows| rows.len() == 15)
    });
    let best = &state["hint"]["rows"][0];
    assert!(best["kind"].as_str().is_some_and(|kind| kind.contains("1-ply")), "{best}");
    desktop.screenshot("36-plays");
    // Chances can be hidden, and the maps of the position are at hand.
    let press = |name: &str| {
        let (x, y) = super::reader::middle(&desktop, name);
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    };
    assert_eq!(state["hint"]["one_line"], true, "{}", state["panels"]["width"]);
    press("More for the hint");
    desktop.wait("the other controls", |s| s["window"]["focused"] == "hint-evaluate");
    // The pointer must not choose an entry of the menu.
    desktop.xdotool(&["mousemove", "5", "5"]);
    desktop.screenshot("36-more");
    assert_eq!(state["hint"]["details"], false);
    desktop.keys(&["Tab", "Tab", "Tab", "space"]);
    desktop.wait("the chances", |s| s["hint"]["details"] == true);
    desktop.screenshot("36-details");
    desktop.keys(&["space"]);
    desktop.wait("the plays alone", |s| s["hint"]["details"] == false);
    // Only the chances go: how a play was evaluated is still to be seen.
    super::reader::middle(&desktop, "1-ply");
    desktop.keys(&["shift+Tab", "space"]);
    desktop.screenshot("36-maps");
    desktop.keys(&["Return"]);
    let state = desktop.wait("the map", |s| s["tools"]["temperature-map"]["running"] == false);
    let map = state["tools"]["temperature-map"]["subtitle"].as_str().unwrap_or_default();
    assert!(map.ends_with("Replies to the selected play"), "{map}");
    desktop.xdotool(&[
        "search",
        "--sync",
        "--onlyvisible",
        "--name",
        "Temperature map",
        "windowfocus",
        "--sync",
    ]);
    desktop.keys(&["Escape"]);
    desktop.wait("no map", |s| s["tools"]["temperature-map"].is_null());
    let is_deeper = |s: &serde_json::Value| {
        let kind = s["hint"]["rows"][0]["kind"].as_str().unwrap_or_default();
        s["hint"]["final"] == true && kind.contains("2-ply")
    };
    // A click while the window of the map goes belongs to that window.
    for _ in 0..5 {
        press("Evaluate the selected plays at 2-ply");
        if desktop.glimpse(std::time::Duration::from_secs(4), is_deeper).is_some() {
            break;
        }
    }
    desktop.wait("a deeper hint", is_deeper);
    let second = desktop.state()["hint"]["rows"][1]["play"].as_str().expect("a play").to_owned();
    let (x, y) = super::reader::middle(&desktop, &second);
    desktop.xdotool(&["mousemove", &x, &y, "click", "--repeat", "2", "--delay", "60", "1"]);
    // The computer may have replied already.
    let played = format!("play: {second} }}");
    desktop.wait("the play", |s| s["entries"].to_string().contains(&played));
    desktop.wait("a closed hint", |s| s["hint"] == Value::Null);
    assert_eq!(desktop.complaints(), "");
}

/// Scenarios 3 and 4 of the second edition: the hint stands in the sidebar, and its keys are about the selected plays.
#[test]
fn a_hint_in_the_sidebar_deepens_and_rolls_out_the_selected_plays() {
    let arguments = ["--test-dice", "13", "--test-seed", "2", "--no-animations"];
    let settings = OPPONENT.replace("seat = \"gnubg\"", "seat = \"human\"")
        + "[rollout]\ntrials = 36\ntruncation.enable = true\n\
           truncation.plies = 3\n";
    let Some(desktop) = TestDesktop::start_set("hint-keys", &arguments, &[], &settings) else { return };
    begin(&desktop, 7);
    let windows = |s: &Value| s["window"]["n_windows"].as_u64();
    let before = windows(&desktop.state());
    assert_eq!(before, Some(1));
    desktop.keys(&["h"]);
    let state = desktop.wait("the hint", |s| s["hint"]["final"] == true);
    assert_eq!(windows(&state), before, "nothing opens over the board");
    assert_eq!(state["panels"]["revealed"], true);
    assert_eq!(state["hint"]["selected"], json!([0]));
    // The play comes first, then what it is worth, its error and how it was evaluated.
    let titles = ["Play", "Equity", "Error", "Type"].map(|title| super::reader::middle(&desktop, title).0);
    let places = titles.map(|x| x.parse::<i32>().expect("a number"));
    assert!(places.is_sorted(), "{places:?}");
    // 8/5 6/5 is clear, so that the filters stop at once; a deeper look is still possible.
    let kind = |s: &Value, n: usize| s["hint"]["rows"][n]["kind"].as_str().unwrap_or_default().to_owned();
    let second = state["hint"]["rows"][1]["play"].clone();
    desktop.keys(&["Down", "3"]);
    let state = desktop.wait("a deeper second play", |s| {
        s["hint"]["final"] == true && (0..3).any(|n| kind(s, n).contains("3-ply"))
    });
    let at = (0..3).find(|n| state["hint"]["rows"][*n]["play"] == second).expect("the same play");
    assert!(kind(&state, at).contains("3-ply"), "{}", state["hint"]["rows"]);
    assert!(!kind(&state, 0).contains("3-ply"), "{}", state["hint"]["rows"]);
    desktop.keys(&["Up", "2"]);
    desktop.wait("a deeper best play", |s| kind(s, 0).contains("2-ply"));
    desktop.screenshot("deeper");
    // Two plays become rollouts in the list.
    desktop.keys(&["shift+Down", "r"]);
    let state = desktop.wait("two rollouts", |s| {
        s["tools"]["background"]["shown"] == false && (0..2).all(|n| kind(s, n).contains("36"))
    });
    assert_eq!(windows(&state), before, "no window opens");
    assert!(kind(&state, 0).starts_with("Rollout"), "{}", state["hint"]["rows"]);
    desktop.screenshot("rolled-out");
    // A play that is made on the board is marked.
    desktop.click(desktop.checker(8), 1);
    desktop.click(desktop.checker(6), 3);
    let is_marked = |s: &Value| s["controller"]["turn"]["complete"] == true && s["hint"]["made"].is_u64();
    let state = desktop.wait("the mark of the play", is_marked);
    let made = state["hint"]["made"].as_u64().expect("a mark") as usize;
    assert_eq!(state["hint"]["rows"][made]["play"], "8/5 6/5");
    desktop.keys(&["Escape"]);
    desktop.wait("no hint", |s| s["hint"].is_null() || s["controller"]["turn"]["play"] == "");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn hints_for_the_cube_and_while_editing() {
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desktop) = against("cubehint", &arguments, "") else { return };
    begin(&desktop, 0);
    super::set_id(&desktop, WON_RACE);
    desktop.wait("the race", |s| s["match"]["phase"] == "roll" && is_mine(s));
    desktop.keys(&["ctrl+h"]);
    let state = desktop.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "cube");
    assert_eq!(state["hint"]["cube"].as_array().map(Vec::len), Some(3));
    assert_eq!(state["hint"]["cube"][0][0], "Double, pass");
    assert_eq!(state["hint"]["verdict"], "Proper cube action: Double, pass");
    desktop.screenshot("cube");
    desktop.keys(&["Escape"]);
    desktop.wait("the board alone", |s| s["hint"] == Value::Null);
    super::setting_up::start(&desktop);
    desktop.click(super::harness::place(28, 0), 1);
    desktop.wait("the initial position", |s| s["board"]["stacks"][6] == 5);
    desktop.keys(&["ctrl+h"]);
    let state = desktop.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "cube");
    assert_eq!(state["hint"]["cube"][0][0], "No double");
    assert_eq!(desktop.complaints(), "");
}

/// Types 13/10 6/5 for 31, a blunder, and waits for the warning.
pub(crate) fn blunder(desktop: &TestDesktop) -> State {
    desktop.keys(&["1"]);
    desktop.wait("the entry line", |s| s["window"]["focus"] == "GtkText");
    desktop.type_text("3/10 6/5");
    desktop.keys(&["Return"]);
    desktop.wait("a warning", |s| s["window"]["warned"] == true)
}

/// Scenarios 37, and 5 of the second edition: the tutor warns in a strip, and Return takes the play back.
#[test]
fn s37_the_tutor_warns_and_lets_rethink() {
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desktop) = against("tutor", &arguments, "[tutor]\non = true\n") else { return };
    begin(&desktop, 7);
    let before = desktop.state();
    let state = blunder(&desktop);
    assert_eq!(state["match"]["phase"], "play", "nothing has been played");
    assert_eq!(state["window"]["n_windows"], 1, "no dialog covers the board");
    assert_eq!(state["board"]["scale"], before["board"]["scale"], "nothing jumps");
    let text = state["window"]["strip"].as_str().unwrap_or_default();
    assert!(
        text.starts_with("13/10 6/5 loses 0.") && text.ends_with(": a blunder. Best: 8/5 6/5."),
        "{text}"
    );
    desktop.screenshot("37-warning");
    desktop.keys(&["Return"]);
    let state = desktop.wait("the position again", |s| {
        s["window"]["strip"].is_null() && s["controller"]["turn"]["play"] == ""
    });
    assert_eq!(state["window"]["id"], before["window"]["id"]);
    assert!(std::fs::read_to_string(desktop.settings()).unwrap_or_default().contains("[tutor]"));
    // Escape takes back, too, and a change of the play closes the warning.
    blunder(&desktop);
    desktop.keys(&["Escape"]);
    desktop.wait("the position again", |s| s["controller"]["turn"]["play"] == "");
    blunder(&desktop);
    let press = |name: &str| {
        let (x, y) = super::reader::middle(&desktop, name);
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    };
    press("Keep it");
    let state = desktop.wait("my next turn", |s| is_mine(s) && s["window"]["id"] != before["window"]["id"]);
    assert_eq!(state["window"]["strip"], Value::Null);
    // What the hint says is best goes through without a word.
    desktop.keys(&["space"]);
    desktop.wait("my dice", |s| is_mine(s) && s["match"]["phase"] == "play");
    desktop.keys(&["ctrl+h"]);
    let state = desktop.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "plays");
    let id = state["window"]["id"].clone();
    desktop.keys(&["Return"]);
    let state = desktop.wait("my next turn", |s| is_mine(s) && s["window"]["id"] != id);
    assert_eq!(state["window"]["strip"], Value::Null);
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 37, the rest: the warning leads to the hint, judges the cube as well, and its menu ends the tutor.
#[test]
fn s37_the_tutor_hints_judges_the_cube_and_ends() {
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desktop) = against("tutor-ends", &arguments, "[tutor]\non = true\n") else { return };
    begin(&desktop, 0);
    // Rolling instead of cashing a race that is won.
    let start = desktop.state()["window"]["id"].clone();
    super::set_id(&desktop, WON_RACE);
    desktop.wait("the race", |s| s["match"]["phase"] == "roll" && is_mine(s));
    desktop.wait("the board's focus", |s| s["window"]["focus"] == "BgSpot");
    desktop.keys(&["space"]);
    let state = desktop.wait("a warning", |s| s["window"]["warned"] == true);
    assert_eq!(state["match"]["phase"], "roll", "nothing has been rolled");
    let text = state["window"]["strip"].as_str().unwrap_or_default();
    assert!(text.starts_with("Not doubling loses ") && text.ends_with("Best: Double, pass."), "{text}");
    super::reader::hears(&desktop, text);
    desktop.screenshot("37-cube");
    desktop.keys(&["Return"]);
    desktop.wait("no warning", |s| s["window"]["strip"].is_null());
    // 13/10 6/5 is a blunder; the hint takes it back and shows what is better.
    super::set_id(&desktop, start.as_str().expect("an ID"));
    desktop.wait("the opening", |s| s["match"]["phase"] == "play" && s["window"]["focus"] == "BgSpot");
    blunder(&desktop);
    desktop.keys(&["Tab", "Tab", "space"]);
    let state = desktop.wait("the hint", |s| s["hint"]["final"] == true && s["window"]["strip"].is_null());
    assert_eq!(state["controller"]["turn"]["play"], "");
    desktop.keys(&["Escape"]);
    desktop.wait("the board alone", |s| s["hint"] == Value::Null && s["window"]["focus"] == "BgSpot");
    let id = desktop.state()["window"]["id"].clone();
    blunder(&desktop);
    let (x, y) = super::reader::middle(&desktop, "More choices");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    // The menu opens with its first entry chosen.
    super::reader::hears(&desktop, "Tutor mode");
    desktop.keys(&["Return"]);
    let is_off = || !std::fs::read_to_string(desktop.settings()).unwrap_or_default().contains("[tutor]");
    desktop.wait("settings without the tutor", |_| is_off());
    assert_eq!(desktop.state()["window"]["id"], id, "the play was not made");
    let (x, y) = super::reader::middle(&desktop, "Keep it");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the play", |s| s["window"]["id"] != id && s["window"]["strip"].is_null());
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 8 of the second edition: at the end of a match a card tells how it was played, and leads to the errors.
#[test]
fn the_end_of_a_match_shows_how_it_was_played() {
    let settings = "[analysis.checker.evaluation]\nplies = 0\n[analysis.cube.evaluation]\nplies = 0\n";
    let Some(desktop) = against("match-end", &["--test-seed", "7", "--no-animations"], settings) else {
        return;
    };
    begin(&desktop, 1);
    for n_turns in 0.. {
        let state = desktop.wait("my turn", is_mine);
        if state["match"]["phase"] == "over" {
            break;
        }
        play_turn(&desktop, &state);
        assert!(n_turns < 200, "the match does not end");
    }
    let state = desktop.wait("the card", |s| {
        let worst = s["window"]["result"]["worst"].as_array().map_or(0, Vec::len);
        worst == 3 && s["analysis"]["running"] == 0
    });
    let result = &state["window"]["result"];
    assert!(result["heading"].as_str().is_some_and(|text| text.contains("wins the match 1–0")), "{result}");
    let rows = result["figures"].as_array().expect("figures").clone();
    let heading = result["heading"].as_str().unwrap_or_default();
    super::reader::hears(&desktop, heading);
    for title in ["Performance rating", "Plays", "Luck", "Result without luck"] {
        let row =
            rows.iter().find(|row| row[0] == title).unwrap_or_else(|| panic!("{title} is not in {rows:?}"));
        let has_number =
            |text: &Value| text.as_str().is_some_and(|text| text.contains(|c: char| c.is_ascii_digit()));
        assert!(has_number(&row[1]) && has_number(&row[2]), "{row}");
    }
    // Luck has a word where it is more than usual; nobody could double in a match to one point.
    let luck = rows.iter().find(|row| row[0] == "Luck").expect("a row");
    for text in [&luck[1], &luck[2]].map(|text| text.as_str().unwrap_or_default()) {
        let number = text.split(' ').next().map(|number| number.replace('−', "-").parse::<f64>());
        let number = number.and_then(Result::ok).unwrap_or_else(|| panic!("{text:?} is no number"));
        let word = if number > 0.0 { "(lucky)" } else { "(unlucky)" };
        assert_eq!(text.ends_with(word), number.abs() >= 0.1, "{text}");
    }
    assert!(rows.contains(&json!(["Cube decisions", "–", "–"])), "{rows:?}");
    let share = |n: usize| -> f64 {
        let row = rows.iter().find(|row| row[0] == "Result without luck").expect("a row");
        row[n].as_str().and_then(|text| text.trim_end_matches("%").parse().ok()).expect("a share")
    };
    assert!((share(1) + share(2) - 100.0).abs() < 0.15, "{rows:?}");
    // The whole card, and the buttons of the action row.
    assert_eq!(state["window"]["buttons"], json!(["New match"]));
    desktop.screenshot("card");
    let first = result["worst"][0].as_str().unwrap_or_default().to_owned();
    let game =
        first.split(": ").nth(1).and_then(|text| text.split(" instead").next()).expect("a play").to_owned();
    let (x, y) = super::reader::middle(&desktop, "Review errors");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the worst decision", |s| {
        let analysis = &s["panels"]["analysis"];
        let played = analysis["plays"].as_array().into_iter().flatten().map(|row| row[0].to_string());
        let marked: Vec<String> = played.filter(|play| play.contains('▸')).collect();
        s["window"]["result"].is_null() && marked.iter().any(|play| play.contains(&game))
    });
    desktop.screenshot("worst");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn thinking_is_stopped_and_resumed() {
    let slow = "version = 1\n[match.name]\n0 = \"Engine\"\n1 = \"Person\"\n[player.0]\nfilters = \"huge\"\n\
                [player.0.checker.evaluation]\nplies = 6\n";
    let Some(mut desktop) =
        TestDesktop::start_set("slow", &["--test-dice", "21", "--no-animations"], &[], slow)
    else {
        return;
    };
    super::start::choose(&desktop, "1 point");
    super::start::choose(&desktop, "Play");
    let is_at_work = |s: &Value| s["thinking"] == true && s["match"]["phase"] == "play";
    let state = desktop.wait("the computer at work", is_at_work);
    // For a moment no button changes, so that nothing blinks where the computer is quick.
    assert_eq!(state["window"]["buttons"], json!([]));
    desktop.wait("a button", |s| is_at_work(s) && s["window"]["buttons"] == json!(["Stop"]));
    desktop.keys(&["Return"]);
    let state = desktop.wait("a rest", |s| {
        s["thinking"] == false && s["waiting"] == true && s["window"]["buttons"][0] == "Play on"
    });
    assert_eq!(state["match"]["on_roll"], 0);
    desktop.keys(&["Return"]);
    desktop.wait("the computer at work", |s| s["thinking"] == true);
    // Closing while it thinks is clean.
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn settings_are_kept_and_bad_ones_set_aside() {
    let Some(mut desktop) = against("settings", &["--test-dice", "13", "--no-animations"], "") else {
        return;
    };
    desktop.keys(&["ctrl+shift+d"]);
    desktop.wait("a clockwise board", |s| s["board"]["clockwise"] == true);
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    desktop.launch_again();
    desktop.wait("a clockwise board", |s| s["board"]["clockwise"] == true && s["names"][1] == "Person");
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    std::fs::write(desktop.settings(), "rubbish").expect("the settings are spoiled");
    desktop.launch_again();
    let told = |s: &Value| s["window"]["toast"].as_str().is_some_and(|text| text.contains("set aside"));
    desktop.wait("a notice", told);
    assert!(desktop.has_damaged_settings());
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn movement_shows_every_change_and_a_key_skips_it() {
    let Some(desktop) = against("movement", &["--test-dice", "13 62 54 21", "--test-seed", "1"], "") else {
        return;
    };
    begin(&desktop, 7);
    play_turn(&desktop, &desktop.state());
    // The computer's roll is shown before its play, and the person's turn comes after both.
    desktop
        .wait("the computer's dice", |s| s["match"]["on_roll"] == 0 && s["match"]["dice"] == json!([6, 2]));
    let state = desktop.wait("my turn", |s| is_mine(s) && s["match"]["on_roll"] == 1);
    assert_eq!(state["match"]["phase"], "roll");
    desktop.keys(&["space"]);
    desktop.wait("my dice", |s| s["match"]["phase"] == "play" && s["match"]["dice"] == json!([5, 4]));
    // A key ends what is moving and is then taken for itself.
    desktop.keys(&["w"]);
    let state = desktop.wait("swapped dice", |s| s["board"]["dice"]["faces"] == json!([4, 5]));
    assert_eq!(state["board"]["animating"], false);
    assert_eq!(desktop.complaints(), "");
}

/// How long each picture of the board was seen, in milliseconds, until `is_over`.
pub(crate) fn watch(desktop: &TestDesktop, is_over: impl Fn(&Value) -> bool) -> Vec<(u128, State)> {
    let start = std::time::Instant::now();
    let mut seen: Vec<(u128, State)> = Vec::new();
    while start.elapsed().as_secs() < 30 {
        let state = desktop.state();
        if state.is_null() {
            continue;
        }
        let is_last = is_over(&state);
        seen.push((start.elapsed().as_millis(), state));
        if is_last {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    seen
}

/// Scenario 2: the computer's dice rest before its checkers move, stay afterwards, and are told in its bar.
#[test]
fn the_roll_of_the_computer_can_be_read() {
    let Some(desktop) = against("pace", &["--test-dice", "13 66", "--test-seed", "1"], "") else { return };
    begin(&desktop, 7);
    play_turn(&desktop, &desktop.state());
    let is_rolled =
        |s: &Value| s["board"]["dice"]["owner"] == 0 && s["board"]["dice"]["faces"] == json!([6, 6]);
    let seen = watch(&desktop, |s| {
        is_rolled(s) && s["board"]["dice"]["used"][0] == 1.0 && s["board"]["animating"] == false
    });
    // Nothing is offered before the computer has finished.
    let offers = |s: &Value| s["window"]["buttons"].to_string();
    let early = seen.iter().find(|(_, s)| s["match"]["on_roll"] == 0 && offers(s).contains("Roll"));
    assert!(early.is_none(), "{:?}", early.map(|(time, s)| (time, offers(s))));
    let resting = seen.iter().filter(|(_, s)| {
        is_rolled(s) && s["board"]["dice"]["used"][0] != 1.0 && s["board"]["animating"] == false
    });
    let times: Vec<u128> = resting.map(|(time, _)| *time).collect();
    let rest = times.last().copied().unwrap_or(0) - times.first().copied().unwrap_or(0);
    assert!(rest >= 300, "the dice rested {rest} ms before the checkers moved");
    let state = desktop.wait("my turn", |s| is_mine(s) && s["match"]["phase"] == "roll");
    assert_eq!(state["board"]["dice"]["faces"], json!([6, 6]), "the dice stay until the next roll");
    let told = state["window"]["last_turns"][0].as_str().unwrap_or_default();
    assert!(told.starts_with("66: ") && told.contains('/'), "{told}");
    assert!(
        state["window"]["last_turns"][1].as_str().is_some_and(|text| text.starts_with("31: ")),
        "{state}"
    );
}
