// SPDX-License-Identifier: GPL-3.0-or-later
//! Transcribing a match that others play, with the keyboard alone.

use super::harness::TestDesktop;
use serde_json::{Value, json};
use std::cell::Cell;

/// Counts the keys that are pressed.
struct Hand<'a> {
    desktop: &'a TestDesktop,
    n_keys: Cell<usize>,
}

impl Hand<'_> {
    fn press(&self, keys: &[&str]) {
        self.n_keys.set(self.n_keys.get() + keys.len());
        self.desktop.keys(keys);
    }
}

/// Starts a transcription; the bottom player begins.
fn written_down(name: &'static str) -> Option<TestDesktop> {
    written_down_as(name, &[])
}

fn written_down_as(name: &'static str, environment: &[(&str, &str)]) -> Option<TestDesktop> {
    let desktop = TestDesktop::start_set(name, &["--no-animations"], environment, "version = 1\n")?;
    desktop.keys(&["ctrl+shift+n"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Transcribe a match"]);
    desktop.screenshot("dialog");
    desktop.keys(&["Return"]);
    let state = desktop.wait("the opening", |s| s["match"]["phase"] == "opening");
    assert_eq!(state["names"][0], "Top player", "the computer is no player of a match that is transcribed");
    // The bottom player's die is the first.
    desktop.keys(&["3", "1"]);
    desktop.wait("the roll", |s| s["match"]["phase"] == "play" && s["match"]["on_roll"] == 1);
    Some(desktop)
}

/// Transcribes the best plays of the roll on the board and of these rolls.
fn best_plays(desktop: &TestDesktop, rolls: &[&str]) {
    for roll in [""].iter().chain(rolls) {
        if let Some((a, b)) = roll.split_at_checked(1) {
            desktop.keys(&[a, b]);
        }
        let before = desktop.wait("a roll", |s| s["match"]["phase"] == "play")["match"]["on_roll"].clone();
        desktop.keys(&["0"]);
        desktop.wait("the best plays", |s| s["candidates"].as_u64() > Some(0));
        desktop.keys(&["1"]);
        desktop.wait("the next turn", |s| s["match"]["on_roll"] != before && s["match"]["phase"] == "roll");
    }
}

/// Thirty half-moves with at most 3.5 keys each, the plays by the letters of the list; the settings stay as they are, and
/// the computer plays its seat again afterwards.
#[test]
fn s17_thirty_half_moves_by_keys_alone_leave_the_settings_alone() {
    let Some(desktop) = written_down("transcribe") else { return };
    let settings = || std::fs::read_to_string(desktop.settings()).unwrap_or_default();
    let before = settings();
    let hand = Hand { desktop: &desktop, n_keys: Cell::new(2) };
    let rolls = [
        "31", "64", "52", "61", "33", "42", "65", "21", "43", "51", "66", "32", "41", "54", "62", "53", "11",
        "63", "42", "31", "55", "61", "43", "22", "64", "51", "32", "65", "41", "53",
    ];
    let state = desktop.wait("the mode", |s| s["window"]["title"].to_string().contains("Transcribing: "));
    assert_eq!(state["panels"]["revealed"], true, "candidates and record are shown");
    for (n, roll) in rolls.into_iter().enumerate() {
        let on_roll = desktop.state()["match"]["on_roll"].clone();
        if n > 0 {
            let (a, b) = roll.split_at(1);
            hand.press(&[a, b]);
        }
        // A roll that nothing or only one play can be made with is played by itself.
        let heading = format!("Candidates for {roll}");
        let state = desktop.wait("the candidates", |s| {
            s["match"]["on_roll"] != on_roll
                || s["candidates_heading"] == heading && s["candidates"].as_u64() > Some(1)
        });
        if state["match"]["on_roll"] == on_roll {
            if n == 1 {
                let help = "A letter or 24/15 plays · ? missing turn";
                assert_eq!(state["window"]["entry"]["help"], help, "the line for typing is there");
                desktop.screenshot("candidates");
            }
            let letter = if n % 3 == 2 && state["candidates"].as_u64() > Some(2) { "c" } else { "a" };
            hand.press(&[letter]);
        }
        desktop.wait("the next turn", |s| s["match"]["on_roll"] != on_roll && s["match"]["phase"] == "roll");
    }
    println!("{} keys for {} half-moves", hand.n_keys.get(), rolls.len());
    assert!(hand.n_keys.get() <= 105, "{}", hand.n_keys.get());
    desktop.screenshot("transcribed");
    let (x, y) = super::reader::middle(&desktop, "Finish");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = desktop.wait("the end of the mode", |s| {
        !s["window"]["title"].to_string().contains("Transcribing") && s["window"]["buttons"][0].is_string()
    });
    let suggested = if state["match"]["on_roll"] == 0 { "Play on" } else { "Roll" };
    assert_eq!(state["window"]["buttons"][0], suggested, "the seats are those of the settings");
    // Settings are written 0.3 s after a change.
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert_eq!(settings(), before);
    assert_eq!(desktop.complaints(), "");
}

/// After a crash, too, the settings are those from before, and nobody rolls in the match that is restored.
#[test]
fn a_crash_in_a_transcription_leaves_the_settings_alone() {
    let Some(mut desktop) = written_down("transcribe-crash") else { return };
    let before = std::fs::read_to_string(desktop.settings()).unwrap_or_default();
    desktop.keys(&["a"]);
    desktop.wait("the next turn", |s| s["match"]["on_roll"] == 0 && s["match"]["phase"] == "roll");
    desktop.kill();
    let after = std::fs::read_to_string(desktop.settings()).unwrap_or_default();
    assert_eq!(after, before);
    desktop.launch();
    desktop.wait("the start page", |s| s["window"]["start_card"] == true && s["window"]["recovery"] == true);
    super::start::choose(&desktop, "Restore");
    // It is a transcription again: the next roll is typed, whoever has the seat in the settings.
    let state =
        desktop.wait("the match", |s| s["match"]["on_roll"] == 0 && s["window"]["entry"]["shown"] == true);
    assert!(state["entries"].to_string().contains("8/5 6/5"), "{}", state["entries"]);
    assert_eq!(state["match"]["phase"], "roll");
    desktop.keys(&["6", "4"]);
    desktop.wait("the roll", |s| s["match"]["dice"] == json!([6, 4]) && s["thinking"] == false);
    assert_eq!(std::fs::read_to_string(desktop.settings()).unwrap_or_default(), before);
    assert_eq!(desktop.complaints(), "");
}

/// The line for typing is always there: it takes rolls, letters and plays, and Escape gives the keyboard back.
#[test]
fn everything_can_be_typed_in_the_line() {
    let Some(desktop) = written_down("entry-line") else { return };
    let line = |s: &Value| s["window"]["entry"]["shown"] == true;
    let state = desktop.wait("the line", line);
    assert_eq!(state["window"]["focus"], "BgSpot", "the keyboard is on the board");
    let click = || {
        let spot = desktop.state()["window"]["entry"]["spot"].clone();
        let [x, y] = [0, 1].map(|n| spot[n].as_f64().expect("a place").to_string());
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
        desktop.wait("the keyboard in the line", |s| s["window"]["focus"] == "GtkText");
    };
    let next = |on_roll: u8| {
        desktop.wait("the next turn", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == on_roll)
    };
    desktop.wait("the plays", |s| s["candidates"].as_u64() > Some(0));
    click();
    desktop.keys(&["a", "Return"]);
    next(0);
    click();
    desktop.keys(&["6", "4"]);
    desktop.wait("the roll", |s| s["match"]["dice"] == json!([6, 4]) && s["window"]["focus"] == "BgSpot");
    desktop.screenshot("rolled");
    click();
    desktop.type_text("24/14");
    desktop.screenshot("typed");
    desktop.keys(&["Return"]);
    let state = next(1);
    assert!(line(&state));
    assert_eq!(state["window"]["entry"]["text"], "");
    click();
    desktop.keys(&["Escape"]);
    desktop.wait("the board", |s| s["window"]["focus"] == "BgSpot" && line(s));
    // The keys of the cube can be clicked, too.
    let (x, y) = super::reader::middle(&desktop, "Double");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the double", |s| s["match"]["phase"] == "answer");
    desktop.keys(&["p"]);
    desktop.wait("the end of the game", |s| s["match"]["score"] == json!([0, 1]));
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn dice_finish_the_play_before_them_and_illegal_plays_are_kept() {
    let Some(desktop) = written_down("transcribe-illegal") else { return };
    // Checkers by mouse; the next roll finishes the play.
    desktop.click(desktop.checker(8), 1);
    super::turn(&desktop, "8/5");
    desktop.click(desktop.checker(6), 3);
    super::turn(&desktop, "8/5 6/5");
    desktop.keys(&["6"]);
    desktop.wait("the other turn", |s| s["match"]["on_roll"] == 0 && s["match"]["phase"] == "roll");
    desktop.keys(&["4"]);
    desktop.wait("6 and 4", |s| s["match"]["dice"] == serde_json::json!([6, 4]));
    // A play that the rules forbid, as it happened.
    desktop.type_text("24/13");
    desktop.wait("the line", |s| s["window"]["focus"] == "GtkText");
    desktop.keys(&["Return"]);
    desktop.wait("a refusal", |s| s["window"]["message"].to_string().contains("is not a legal play"));
    desktop.keys(&["ctrl+Return"]);
    let state = desktop
        .wait("the play as it happened", |s| s["match"]["on_roll"] == 1 && s["match"]["phase"] == "roll");
    assert_eq!(state["window"]["toast"], "Recorded as an illegal play");
    assert_eq!(state["board"]["stacks"][12], -6, "{state}");
    desktop.screenshot("illegal");
    assert_eq!(desktop.complaints(), "");
}

/// Plays by letters, alone or after "0"; the cube, taking back and resigning by their keys.
#[test]
fn plays_are_chosen_by_letters_and_r_resigns() {
    let Some(desktop) = written_down("letters") else { return };
    let next = |desktop: &TestDesktop, on_roll: u8| {
        desktop.wait("the next turn", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == on_roll)
    };
    let rolled = |desktop: &TestDesktop, dice: &[&str]| {
        desktop.keys(dice);
        desktop.wait("the roll", |s| s["match"]["phase"] == "play" && s["controller"]["turn"].is_object());
    };
    // The best play of 3 and 1.
    desktop.keys(&["a"]);
    assert_eq!(next(&desktop, 0)["board"]["stacks"][5], 2);
    // Doubled and taken.
    desktop.keys(&["d"]);
    desktop.wait("the double", |s| s["match"]["phase"] == "answer");
    desktop.keys(&["t"]);
    desktop.wait("the take", |s| s["match"]["cube"]["value"] == 2 && s["match"]["phase"] == "roll");
    // The list tells the letters; a command's letter is taken after "0".
    rolled(&desktop, &["6", "4"]);
    desktop.keys(&["0"]);
    desktop.wait("the best plays", |s| s["candidates"].as_u64() > Some(9));
    desktop.screenshot("list");
    desktop.keys(&["f"]);
    let sixth = next(&desktop, 1)["match"]["position_id"].clone();
    // Taken back, and another one.
    desktop.keys(&["u"]);
    desktop.wait("the roll again", |s| s["match"]["phase"] == "play" && s["match"]["on_roll"] == 0);
    desktop.keys(&["b"]);
    let second = next(&desktop, 1)["match"]["position_id"].clone();
    assert_ne!(second, sixth);
    desktop.keys(&["u"]);
    desktop.wait("the roll again", |s| s["match"]["phase"] == "play" && s["match"]["on_roll"] == 0);
    desktop.keys(&["0", "2"]);
    assert_eq!(next(&desktop, 1)["match"]["position_id"], second, "letters and numbers mean the same plays");
    // A letter for which there is no play plays nothing.
    rolled(&desktop, &["6", "6"]);
    desktop.keys(&["z"]);
    desktop.wait("the entry", |s| s["candidates"].as_u64() > Some(0) && s["window"]["focus"] == "GtkText");
    desktop.keys(&["Escape"]);
    desktop.wait("the board", |s| s["window"]["focus"] == "BgSpot" && s["match"]["phase"] == "play");
    desktop.keys(&["a"]);
    next(&desktop, 0);
    // R and a size resign.
    let asked = "Resign: 1 a single game, 2 a gammon, 3 a backgammon";
    desktop.keys(&["r"]);
    desktop.wait("the size", |s| s["window"]["message"] == asked);
    desktop.screenshot("resign");
    desktop.keys(&["Escape"]);
    desktop.wait("no size", |s| s["window"]["message"] != asked);
    desktop.keys(&["r", "2"]);
    desktop.wait("the resignation", |s| s["board"]["flag"]["level"] == 2);
    desktop.keys(&["p"]);
    desktop.wait("the refusal", |s| s["match"]["phase"] == "roll");
    desktop.keys(&["r", "3"]);
    desktop.wait("the resignation", |s| s["board"]["flag"]["level"] == 3);
    desktop.keys(&["t"]);
    // The next game may begin at any moment.
    desktop.wait("the end of the game", |s| s["match"]["score"] == serde_json::json!([0, 6]));
    assert_eq!(desktop.complaints(), "");
}

/// Keys that come faster than the list of plays go where they belong.
#[test]
fn fast_typing_loses_nothing() {
    let Some(desktop) = written_down("fast") else { return };
    desktop.xdotool(&["key", "--delay", "0", "a", "6", "4", "0", "1", "5", "2", "a"]);
    desktop.wait("three plays, the last of which hits", |s| {
        let pips = |n: usize, text: &str| s["pips"][n].as_str().is_some_and(|pips| pips.contains(text));
        s["match"]["on_roll"] == 0 && s["match"]["phase"] == "roll" && pips(0, "168") && pips(1, "156")
    });
    assert_eq!(desktop.complaints(), "");
}

/// The only play is made by itself; that nothing was moved although something can is asked before it is recorded.
#[test]
fn forced_plays_follow_the_dice_and_passing_is_asked() {
    let Some(desktop) = written_down("forced-written") else { return };
    let theirs = [(24, 2), (23, 2), (22, 2), (20, 2), (19, 2), (17, 2)];
    super::set_id(&desktop, &super::play::position(&[(25, 1), (2, 2)], &theirs, "00"));
    desktop.wait("the position", |s| s["match"]["phase"] == "roll" && s["window"]["focus"] == "BgSpot");
    desktop.keys(&["4", "1"]);
    let passed = |s: &serde_json::Value| s["match"]["on_roll"] == 0 && s["match"]["phase"] == "roll";
    let state = desktop.wait("the only play", passed);
    assert_eq!([&state["board"]["stacks"][21], &state["board"]["stacks"][1]], [1, 1]);
    desktop.keys(&["u"]);
    desktop.wait("the roll again", |s| s["match"]["phase"] == "play" && s["controller"]["turn"].is_object());
    desktop.keys(&["f"]);
    desktop.wait("the question", |s| s["files"]["dialog"] == "pass");
    desktop.screenshot("question");
    desktop.keys(&["Escape"]);
    let state = desktop.wait("no question", |s| s["files"]["dialog"].is_null());
    assert_eq!(state["match"]["phase"], "play");
    desktop.focus_main();
    desktop.keys(&["f"]);
    desktop.wait("the question", |s| s["files"]["dialog"] == "pass");
    desktop.keys(&["Return"]);
    let state = desktop.wait("the pass", passed);
    assert_eq!(state["board"]["stacks"][25], 1, "the checker is still on the bar");
    assert_eq!(state["window"]["toast"], "Recorded as an illegal play");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s35_a_roll_is_corrected_and_the_rest_stays() {
    let Some(desktop) = written_down("transcribe-fix") else { return };
    desktop.keys(&["ctrl+2"]);
    desktop.wait("the panels", |s| s["panels"]["revealed"] == true);
    desktop
        .wait("the board's focus", |s| s["window"]["focused"] == "board" || s["window"]["focus"] == "BgSpot");
    best_plays(&desktop, &["64", "52", "61", "43"]);
    let rows = desktop.state()["panels"]["record"]["rows"].as_array().expect("rows").len();
    // Back to the third roll, which was 1 and 1 and not 5 and 2.
    let third = |s: &serde_json::Value| s["panels"]["record"]["current"] == serde_json::json!([0, 2]);
    for _ in 0..6 {
        if third(&desktop.state()) && desktop.state()["match"]["phase"] == "play" {
            break;
        }
        let before = desktop.state()["match"].clone();
        desktop.keys(&["Page_Up"]);
        desktop.wait("an earlier place", |s| s["match"] != before);
    }
    desktop.wait("the third play", |s| third(s) && s["match"]["dice"] == serde_json::json!([5, 2]));
    let before = desktop.state()["window"]["focused_at"].clone();
    desktop.keys(&["ctrl+r"]);
    desktop.wait("the choice of dice", |s| {
        s["window"]["focus"] == "GtkButton" && s["window"]["focused_at"] != before
    });
    desktop.screenshot("dice");
    desktop.keys(&["space"]);
    let state = desktop.wait("other dice", |s| s["match"]["dice"] == serde_json::json!([1, 1]));
    assert!(state["window"]["toast"].as_str().is_some_and(|text| text.contains("no longer fit")), "{state}");
    desktop.screenshot("marked");
    assert_eq!(state["panels"]["record"]["rows"].as_array().map(Vec::len), Some(rows), "nothing was removed");
    desktop.wait("the board", |s| s["window"]["focus"] == "BgSpot");
    desktop.keys(&["0"]);
    desktop.wait("the best plays", |s| s["candidates"].as_u64() > Some(0));
    desktop.keys(&["1"]);
    let state =
        desktop.wait("the next entry", |s| s["panels"]["record"]["current"] == serde_json::json!([0, 3]));
    assert_eq!(
        state["panels"]["record"]["rows"].as_array().map(Vec::len),
        Some(rows),
        "the rest is still there"
    );
    desktop.screenshot("corrected");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn a_missing_turn_leaves_a_gap() {
    let Some(desktop) = written_down("gap") else { return };
    let first = desktop.state()["match"]["on_roll"].clone();
    // A comment is written without leaving the keyboard.
    desktop.keys(&["0", "1"]);
    desktop.wait("the next turn", |s| s["match"]["phase"] == "roll");
    desktop.keys(&["Prior"]);
    desktop.wait("the first play", |s| s["match"]["dice"] == serde_json::json!([3, 1]));
    desktop.keys(&["semicolon"]);
    desktop.wait("a place to write", |s| s["window"]["focus"] == "GtkTextView");
    desktop.type_text("as in the book");
    desktop.keys(&["Escape"]);
    desktop.wait("the board", |s| {
        s["window"]["focus"] == "BgSpot" && s["panels"]["comment"]["text"] == "as in the book"
    });
    desktop.keys(&["Next"]);
    desktop.wait("the next turn", |s| s["match"]["phase"] == "roll");
    desktop.keys(&["question"]);
    desktop.wait("the turn after it", |s| {
        s["match"]["phase"] == "roll"
            && s["match"]["on_roll"] == first
            && s["window"]["message"] == "Missing turn recorded; set up the position if it has changed"
    });
    // The record tells of it; going through the record passes it by.
    desktop.keys(&["6", "5", "0", "1"]);
    desktop.wait("the next turn", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] != first);
    desktop.keys(&["ctrl+2"]);
    let told = |s: &serde_json::Value| s["panels"]["record"]["rows"].to_string().contains("Missing turn");
    desktop.wait("the gap in the record", told);
    desktop.screenshot("record");
    desktop.keys(&["Prior"]);
    desktop.wait("the roll before", |s| s["match"]["dice"] == serde_json::json!([6, 5]));
    desktop.keys(&["Prior"]);
    desktop.wait("the roll before the gap", |s| s["match"]["dice"] == serde_json::json!([3, 1]));
    // When the turn becomes known, its dice and play take the place of the gap, and the rest stays.
    let cells = super::review::shown(&desktop.state());
    let gap = cells.iter().find(|cell| cell.contains("Missing turn")).expect("a gap in the record");
    let (x, y) = super::reader::middle(&desktop, gap);
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the gap", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] != first);
    desktop.focus_main();
    desktop.keys(&["5", "2"]);
    desktop.wait("the roll that was seen", |s| s["match"]["dice"] == serde_json::json!([5, 2]) && !told(s));
    desktop.keys(&["0", "1"]);
    let state =
        desktop.wait("the next entry", |s| s["panels"]["record"]["current"] == serde_json::json!([0, 2]));
    assert_eq!(super::review::shown(&state).len(), cells.len(), "the rest stays");
    assert_eq!(desktop.complaints(), "");
}

/// The menu of a decision puts in a roll that was missed, and takes decisions out after a question.
#[test]
fn decisions_are_inserted_and_deleted() {
    for (look, environment) in super::tools::LOOKS {
        let Some(desktop) = written_down_as("correct", environment) else { return };
        let rows = |s: &Value| super::review::shown(s).len();
        best_plays(&desktop, &["64", "52"]);
        desktop.keys(&["ctrl+2"]);
        let state = desktop.wait("the record", |s| s["panels"]["revealed"] == true && rows(s) == 3);
        let click = |name: &str, button: &str| {
            let (x, y) = super::reader::middle(&desktop, name);
            desktop.xdotool(&["mousemove", &x, &y, "click", button]);
        };
        let correct = |name: &str, what: &str| {
            click(name, "3");
            click("Correct", "1");
            super::reader::hears(&desktop, what);
            desktop.screenshot(&format!("menu-{look}"));
            click(what, "1");
        };
        let third = super::review::shown(&state)[2].clone();
        correct(&third, "Insert a roll before it…");
        desktop.wait("the choice of dice", |s| s["window"]["focus"] == "GtkButton");
        desktop.keys(&["space"]);
        desktop.wait("the roll put in", |s| s["match"]["dice"] == json!([1, 1]) && rows(s) == 4);
        desktop.screenshot(&format!("inserted-{look}"));
        desktop.wait("the board", |s| s["window"]["focus"] == "BgSpot");
        // Menus leave the keyboard nowhere on a display without a window manager.
        desktop.focus_main();
        desktop.keys(&["0"]);
        desktop.wait("the best plays", |s| s["candidates"].as_u64() > Some(0));
        desktop.keys(&["1"]);
        desktop.wait("the next entry", |s| s["panels"]["record"]["current"] == json!([0, 3]) && rows(s) == 4);
        // Two turns of one player do not fit, and are told.
        desktop.wait("what no longer fits", |s| {
            s["window"]["toast"].as_str().is_some_and(|text| text.contains("no longer fit"))
        });
        // What is deleted is asked about first; everything can be undone.
        let question = |correction: &str, n: usize| {
            let state = desktop.state();
            correct(&super::review::shown(&state)[n], correction);
            super::files::dialog(&desktop, "delete");
            desktop.screenshot(&format!("question-{look}"));
        };
        question("Delete this decision…", 2);
        desktop.keys(&["Escape"]);
        desktop.wait("no question", |s| s["files"]["dialog"].is_null() && rows(s) == 4);
        question("Delete this decision…", 2);
        click("Delete", "1");
        desktop.wait("three decisions", |s| rows(s) == 3);
        question("Delete everything from here on…", 1);
        click("Delete", "1");
        desktop.wait("the first alone", |s| rows(s) == 1 && s["match"]["phase"] == "roll");
        desktop.keys(&["ctrl+z"]);
        desktop.wait("three again", |s| rows(s) == 3);
        assert_eq!(desktop.complaints(), "");
    }
}

/// In a small window no column of the candidates is cut: what is needed least is left out.
#[test]
fn candidates_fit_a_small_sidebar() {
    for [width, height] in [[800, 600], [1024, 700], [1440, 900]] {
        let settings = format!(
            "version = 1\n[player.0]\nseat = \"human\"\n[window.place.main]\nwidth = {width}\nheight = {height}\n"
        );
        let Some(desktop) = TestDesktop::start_set("small-candidates", &["--no-animations"], &[], &settings)
        else {
            return;
        };
        desktop.keys(&["ctrl+shift+n"]);
        desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Transcribe a match"]);
        desktop.keys(&["Return"]);
        desktop.wait("the opening", |s| s["match"]["phase"] == "opening");
        desktop.focus_main();
        desktop.keys(&["3", "1", "a", "6", "6"]);
        desktop.wait("the plays", |s| {
            s["match"]["dice"] == serde_json::json!([6, 6]) && s["candidates"].as_u64() > Some(5)
        });
        desktop.wait("all columns in sight", |s| s["candidates_beyond"] == 0.0);
        desktop.screenshot(&format!("{width}x{height}"));
        assert_eq!(desktop.complaints(), "");
    }
}
