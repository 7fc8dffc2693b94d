// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing down a match that others play, with the keyboard alone.

use super::harness::Desk;
use serde_json::{Value, json};
use std::cell::Cell;

/// Counts the keys that are pressed.
struct Hand<'a> {
    desk: &'a Desk,
    n_keys: Cell<usize>,
}

impl Hand<'_> {
    fn press(&self, keys: &[&str]) {
        self.n_keys.set(self.n_keys.get() + keys.len());
        self.desk.keys(keys);
    }
}

/// Starts a match that is written down; the bottom player begins.
fn written_down(name: &'static str) -> Option<Desk> {
    written_down_as(name, &[])
}

fn written_down_as(name: &'static str, environment: &[(&str, &str)]) -> Option<Desk> {
    let desk = Desk::start_set(name, &["--no-animations"], environment, "version = 1\n")?;
    desk.keys(&["ctrl+shift+n"]);
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    desk.screenshot("dialog");
    desk.keys(&["Return"]);
    desk.wait("the opening", |s| s["match"]["phase"] == "opening");
    desk.keys(&["1", "3"]);
    desk.wait("the roll", |s| s["match"]["phase"] == "play" && s["match"]["on_roll"] == 1);
    Some(desk)
}

/// Writes down the best plays of the roll that lies there and of these.
fn best_plays(desk: &Desk, rolls: &[&str]) {
    for roll in [""].iter().chain(rolls) {
        if let Some((a, b)) = roll.split_at_checked(1) {
            desk.keys(&[a, b]);
        }
        let before = desk.wait("a roll", |s| s["match"]["phase"] == "play")["match"]["on_roll"].clone();
        desk.keys(&["0"]);
        desk.wait("the best plays", |s| s["candidates"].as_u64() > Some(0));
        desk.keys(&["1"]);
        desk.wait("the next turn", |s| s["match"]["on_roll"] != before && s["match"]["phase"] == "roll");
    }
}

#[test]
fn s34_twenty_plays_by_keys_alone() {
    let Some(desk) = written_down("transcribe") else { return };
    let hand = Hand { desk: &desk, n_keys: Cell::new(2) };
    let rolls = [
        "31", "64", "52", "61", "33", "42", "65", "21", "43", "51", "66", "32", "41", "54", "62", "53", "11",
        "63", "42", "31",
    ];
    for (n, roll) in rolls.into_iter().enumerate() {
        let before = desk.state()["match"]["on_roll"].clone();
        if n > 0 {
            let (a, b) = roll.split_at(1);
            hand.press(&[a, b]);
        }
        // A roll that nothing can be played with passes by itself.
        let state = desk.wait("the roll", |s| {
            s["match"]["on_roll"] != before || s["controller"]["turn"]["dance"] == false
        });
        if state["match"]["on_roll"] == before {
            hand.press(&["0"]);
            desk.wait("the best plays", |s| s["candidates"].as_u64() > Some(0));
            if n == 1 {
                desk.screenshot("candidates");
            }
            hand.press(&["1"]);
        }
        desk.wait("the next turn", |s| s["match"]["on_roll"] != before && s["match"]["phase"] == "roll");
    }
    let average = hand.n_keys.get() as f64 / rolls.len() as f64;
    println!("{average:.2} keys for each play");
    assert!(average <= 6.0, "{average}");
    desk.screenshot("written");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn dice_finish_the_play_before_them_and_illegal_plays_are_kept() {
    let Some(desk) = written_down("transcribe-illegal") else { return };
    // Checkers by mouse; the next roll finishes the play.
    desk.click(desk.checker(8), 1);
    super::turn(&desk, "8/5");
    desk.click(desk.checker(6), 3);
    super::turn(&desk, "8/5 6/5");
    desk.keys(&["6"]);
    desk.wait("the other turn", |s| s["match"]["on_roll"] == 0 && s["match"]["phase"] == "roll");
    desk.keys(&["4"]);
    desk.wait("6 and 4", |s| s["match"]["dice"] == serde_json::json!([6, 4]));
    // A play that the rules forbid, as it happened.
    desk.type_text("24/13");
    desk.wait("the line", |s| s["window"]["focus"] == "GtkText");
    desk.keys(&["Return"]);
    desk.wait("a refusal", |s| s["window"]["toast"].to_string().contains("is not a legal play"));
    desk.keys(&["ctrl+Return"]);
    let state =
        desk.wait("the play as it happened", |s| s["match"]["on_roll"] == 1 && s["match"]["phase"] == "roll");
    assert_eq!(state["window"]["toast"], "Recorded as an illegal play");
    assert_eq!(state["board"]["stacks"][12], -6, "{state}");
    desk.screenshot("illegal");
    assert_eq!(desk.complaints(), "");
}

/// Plays by letters, alone or after "0"; the cube, taking back and resigning by their keys.
#[test]
fn plays_are_chosen_by_letters_and_r_resigns() {
    let Some(desk) = written_down("letters") else { return };
    let next = |desk: &Desk, on_roll: u8| {
        desk.wait("the next turn", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == on_roll)
    };
    let rolled = |desk: &Desk, dice: &[&str]| {
        desk.keys(dice);
        desk.wait("the roll", |s| s["match"]["phase"] == "play" && s["controller"]["turn"].is_object());
    };
    // The best play of 3 and 1.
    desk.keys(&["a"]);
    assert_eq!(next(&desk, 0)["board"]["stacks"][5], 2);
    // Doubled and taken.
    desk.keys(&["d"]);
    desk.wait("the double", |s| s["match"]["phase"] == "answer");
    desk.keys(&["t"]);
    desk.wait("the take", |s| s["match"]["cube"]["value"] == 2 && s["match"]["phase"] == "roll");
    // The list tells the letters; a command's letter is taken after "0".
    rolled(&desk, &["6", "4"]);
    desk.keys(&["0"]);
    desk.wait("the best plays", |s| s["candidates"].as_u64() > Some(9));
    desk.screenshot("list");
    desk.keys(&["f"]);
    let sixth = next(&desk, 1)["match"]["position_id"].clone();
    // Taken back, and another one.
    desk.keys(&["u"]);
    desk.wait("the roll again", |s| s["match"]["phase"] == "play" && s["match"]["on_roll"] == 0);
    desk.keys(&["b"]);
    let second = next(&desk, 1)["match"]["position_id"].clone();
    assert_ne!(second, sixth);
    desk.keys(&["u"]);
    desk.wait("the roll again", |s| s["match"]["phase"] == "play" && s["match"]["on_roll"] == 0);
    desk.keys(&["0", "2"]);
    assert_eq!(next(&desk, 1)["match"]["position_id"], second, "letters and numbers mean the same plays");
    // A letter for which there is no play plays nothing and leaves the list.
    rolled(&desk, &["6", "6"]);
    desk.keys(&["z"]);
    desk.wait("the list", |s| s["candidates"].as_u64() > Some(0) && s["window"]["focus"] == "GtkText");
    desk.keys(&["Escape"]);
    desk.wait("the board", |s| s["window"]["focus"] == "BgSpot" && s["match"]["phase"] == "play");
    desk.keys(&["a"]);
    next(&desk, 0);
    // R and a size resign.
    let asked = "Resign: 1 a single game, 2 a gammon, 3 a backgammon";
    desk.keys(&["r"]);
    desk.wait("the size", |s| s["window"]["message"] == asked);
    desk.screenshot("resign");
    desk.keys(&["Escape"]);
    desk.wait("no size", |s| s["window"]["message"] != asked);
    desk.keys(&["r", "2"]);
    desk.wait("the resignation", |s| s["board"]["flag"]["level"] == 2);
    desk.keys(&["p"]);
    desk.wait("the refusal", |s| s["match"]["phase"] == "roll");
    desk.keys(&["r", "3"]);
    desk.wait("the resignation", |s| s["board"]["flag"]["level"] == 3);
    desk.keys(&["t"]);
    // The next game may begin at any moment.
    desk.wait("the end of the game", |s| s["match"]["score"] == serde_json::json!([0, 6]));
    assert_eq!(desk.complaints(), "");
}

/// Keys that come faster than the list of plays go where they belong.
#[test]
fn nobody_types_too_fast() {
    let Some(desk) = written_down("fast") else { return };
    desk.xdotool(&["key", "--delay", "0", "a", "6", "4", "0", "1", "5", "2", "a"]);
    desk.wait("three plays, the last of which hits", |s| {
        let pips = |n: usize, text: &str| s["pips"][n].as_str().is_some_and(|pips| pips.contains(text));
        s["match"]["on_roll"] == 0 && s["match"]["phase"] == "roll" && pips(0, "168") && pips(1, "156")
    });
    assert_eq!(desk.complaints(), "");
}

/// The only play is made by itself; that nothing was moved although something can is asked before it is written down.
#[test]
fn forced_plays_follow_the_dice_and_passing_is_asked() {
    let Some(desk) = written_down("forced-written") else { return };
    let theirs = [(24, 2), (23, 2), (22, 2), (20, 2), (19, 2), (17, 2)];
    super::set_id(&desk, &super::play::position(&[(25, 1), (2, 2)], &theirs, "00"));
    desk.wait("the position", |s| s["match"]["phase"] == "roll" && s["window"]["focus"] == "BgSpot");
    desk.keys(&["4", "1"]);
    let passed = |s: &serde_json::Value| s["match"]["on_roll"] == 0 && s["match"]["phase"] == "roll";
    let state = desk.wait("the only play", passed);
    assert_eq!([&state["board"]["stacks"][21], &state["board"]["stacks"][1]], [1, 1]);
    desk.keys(&["u"]);
    desk.wait("the roll again", |s| s["match"]["phase"] == "play" && s["controller"]["turn"].is_object());
    desk.keys(&["f"]);
    desk.wait("the question", |s| s["files"]["dialog"] == "pass");
    desk.screenshot("question");
    desk.keys(&["Escape"]);
    let state = desk.wait("no question", |s| s["files"]["dialog"].is_null());
    assert_eq!(state["match"]["phase"], "play");
    desk.focus_main();
    desk.keys(&["f"]);
    desk.wait("the question", |s| s["files"]["dialog"] == "pass");
    desk.keys(&["Return"]);
    let state = desk.wait("the pass", passed);
    assert_eq!(state["board"]["stacks"][25], 1, "the checker is still on the bar");
    assert_eq!(state["window"]["toast"], "Recorded as an illegal play");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s35_a_roll_is_corrected_and_the_rest_stays() {
    let Some(desk) = written_down("transcribe-fix") else { return };
    desk.keys(&["ctrl+2"]);
    desk.wait("the panels", |s| s["panels"]["revealed"] == true);
    desk.wait("the board's focus", |s| s["window"]["focused"] == "board" || s["window"]["focus"] == "BgSpot");
    best_plays(&desk, &["64", "52", "61", "43"]);
    let rows = desk.state()["panels"]["record"]["rows"].as_array().expect("rows").len();
    // Back to the third roll, which was 1 and 1 and not 5 and 2.
    let third = |s: &serde_json::Value| s["panels"]["record"]["current"] == serde_json::json!([0, 2]);
    for _ in 0..6 {
        if third(&desk.state()) && desk.state()["match"]["phase"] == "play" {
            break;
        }
        let before = desk.state()["match"].clone();
        desk.keys(&["Page_Up"]);
        desk.wait("an earlier place", |s| s["match"] != before);
    }
    desk.wait("the third play", |s| third(s) && s["match"]["dice"] == serde_json::json!([5, 2]));
    let before = desk.state()["window"]["focused_at"].clone();
    desk.keys(&["ctrl+r"]);
    desk.wait("the choice of dice", |s| {
        s["window"]["focus"] == "GtkButton" && s["window"]["focused_at"] != before
    });
    desk.screenshot("dice");
    desk.keys(&["space"]);
    let state = desk.wait("other dice", |s| s["match"]["dice"] == serde_json::json!([1, 1]));
    assert!(state["window"]["toast"].as_str().is_some_and(|text| text.contains("no longer fit")), "{state}");
    desk.screenshot("marked");
    assert_eq!(state["panels"]["record"]["rows"].as_array().map(Vec::len), Some(rows), "nothing was removed");
    desk.wait("the board", |s| s["window"]["focus"] == "BgSpot");
    desk.keys(&["0"]);
    desk.wait("the best plays", |s| s["candidates"].as_u64() > Some(0));
    desk.keys(&["1"]);
    let state =
        desk.wait("the next entry", |s| s["panels"]["record"]["current"] == serde_json::json!([0, 3]));
    assert_eq!(
        state["panels"]["record"]["rows"].as_array().map(Vec::len),
        Some(rows),
        "the rest is still there"
    );
    desk.screenshot("corrected");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn a_turn_that_was_not_seen_leaves_a_gap() {
    let Some(desk) = written_down("gap") else { return };
    let first = desk.state()["match"]["on_roll"].clone();
    // A comment is written without leaving the keyboard.
    desk.keys(&["0", "1"]);
    desk.wait("the next turn", |s| s["match"]["phase"] == "roll");
    desk.keys(&["Prior"]);
    desk.wait("the first play", |s| s["match"]["dice"] == serde_json::json!([3, 1]));
    desk.keys(&["semicolon"]);
    desk.wait("a place to write", |s| s["window"]["focus"] == "GtkTextView");
    desk.type_text("as in the book");
    desk.keys(&["Escape"]);
    desk.wait("the board", |s| {
        s["window"]["focus"] == "BgSpot" && s["panels"]["comment"]["text"] == "as in the book"
    });
    desk.keys(&["Next"]);
    desk.wait("the next turn", |s| s["match"]["phase"] == "roll");
    desk.keys(&["question"]);
    desk.wait("the turn after it", |s| {
        s["match"]["phase"] == "roll"
            && s["match"]["on_roll"] == first
            && s["window"]["message"] == "Missing turn recorded; set up the position if it has changed"
    });
    // The record tells of it; going through the record passes it by.
    desk.keys(&["6", "5", "0", "1"]);
    desk.wait("the next turn", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] != first);
    desk.keys(&["ctrl+2"]);
    let told = |s: &serde_json::Value| s["panels"]["record"]["rows"].to_string().contains("not seen");
    desk.wait("the gap in the record", told);
    desk.screenshot("record");
    desk.keys(&["Prior"]);
    desk.wait("the roll before", |s| s["match"]["dice"] == serde_json::json!([6, 5]));
    desk.keys(&["Prior"]);
    desk.wait("the roll before the gap", |s| s["match"]["dice"] == serde_json::json!([3, 1]));
    // When the turn becomes known, its dice and play take the place of the gap, and the rest stays.
    let cells = super::review::shown(&desk.state());
    let gap = cells.iter().find(|cell| cell.contains("not seen")).expect("a gap in the record");
    let (x, y) = super::reader::middle(&desk, gap);
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.wait("the gap", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] != first);
    desk.focus_main();
    desk.keys(&["5", "2"]);
    desk.wait("the roll that was seen", |s| s["match"]["dice"] == serde_json::json!([5, 2]) && !told(s));
    desk.keys(&["0", "1"]);
    let state =
        desk.wait("the next entry", |s| s["panels"]["record"]["current"] == serde_json::json!([0, 2]));
    assert_eq!(super::review::shown(&state).len(), cells.len(), "the rest stays");
    assert_eq!(desk.complaints(), "");
}

/// The menu of a decision puts in a roll that was missed, and takes decisions out after a question.
#[test]
fn what_was_missed_is_put_in_and_what_was_too_much_is_taken_out() {
    for (look, environment) in super::tools::LOOKS {
        let Some(desk) = written_down_as("correct", environment) else { return };
        let rows = |s: &Value| super::review::shown(s).len();
        best_plays(&desk, &["64", "52"]);
        desk.keys(&["ctrl+2"]);
        let state = desk.wait("the record", |s| s["panels"]["revealed"] == true && rows(s) == 3);
        let click = |name: &str, button: &str| {
            let (x, y) = super::reader::middle(&desk, name);
            desk.xdotool(&["mousemove", &x, &y, "click", button]);
        };
        let correct = |name: &str, what: &str| {
            click(name, "3");
            click("Correct", "1");
            super::reader::wait_for(&desk, what);
            desk.screenshot(&format!("menu-{look}"));
            click(what, "1");
        };
        let third = super::review::shown(&state)[2].clone();
        correct(&third, "Insert a roll before it…");
        desk.wait("the choice of dice", |s| s["window"]["focus"] == "GtkButton");
        desk.keys(&["space"]);
        desk.wait("the roll put in", |s| s["match"]["dice"] == json!([1, 1]) && rows(s) == 4);
        desk.screenshot(&format!("inserted-{look}"));
        desk.wait("the board", |s| s["window"]["focus"] == "BgSpot");
        // Menus leave the keyboard nowhere on a display without a window manager.
        desk.focus_main();
        desk.keys(&["0"]);
        desk.wait("the best plays", |s| s["candidates"].as_u64() > Some(0));
        desk.keys(&["1"]);
        desk.wait("the next entry", |s| s["panels"]["record"]["current"] == json!([0, 3]) && rows(s) == 4);
        // Two turns of one player do not fit, and are told.
        desk.wait("what no longer fits", |s| {
            s["window"]["toast"].as_str().is_some_and(|text| text.contains("no longer fit"))
        });
        // What is deleted is asked about first; everything can be undone.
        let question = |correction: &str, n: usize| {
            let state = desk.state();
            correct(&super::review::shown(&state)[n], correction);
            super::files::dialog(&desk, "delete");
            desk.screenshot(&format!("question-{look}"));
        };
        question("Delete this decision…", 2);
        desk.keys(&["Escape"]);
        desk.wait("no question", |s| s["files"]["dialog"].is_null() && rows(s) == 4);
        question("Delete this decision…", 2);
        click("Delete", "1");
        desk.wait("three decisions", |s| rows(s) == 3);
        question("Delete everything from here on…", 1);
        click("Delete", "1");
        desk.wait("the first alone", |s| rows(s) == 1 && s["match"]["phase"] == "roll");
        desk.keys(&["ctrl+z"]);
        desk.wait("three again", |s| rows(s) == 3);
        assert_eq!(desk.complaints(), "");
    }
}
