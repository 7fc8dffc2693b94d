// SPDX-License-Identifier: GPL-3.0-or-later
//! The desktop program as a person uses it: a real window on a virtual display, real pointer and key events.
//! The names follow the scenarios of the interface specification.

mod accessible;
mod alone;
mod clocks;
mod computer;
mod contrast;
mod details;
mod errors;
mod errors_chosen;
mod exchange;
mod exercises;
mod files;
mod gallery;
mod harness;
mod help;
mod input;
mod keyboard;
mod language;
mod layout;
mod library;
mod library_old;
mod library_pages;
mod manual_pictures;
mod matches;
mod menus;
mod moments;
mod named;
mod new_match;
mod other;
mod patterns;
mod play;
mod players;
mod preferences;
mod quality;
mod reader;
mod record;
mod review;
mod review_faults;
mod safety;
mod scenes;
mod screen;
mod setting_up;
mod sharing;
mod sharpness;
mod start;
mod state;
mod strips;
mod study;
mod study_sessions;
#[path = "../support/catalogues.rs"]
mod support;
mod three;
mod tool_state;
mod tools;
mod transcription;
mod variations;
mod walk;
mod whole_game;

use harness::{State, TestDesktop, place};
use serde_json::{Value, json};
use std::time::Duration;

/// The middle of the bottom player's left die.
pub(crate) const LEFT_DIE: (f64, f64) = (73.5, 41.0);
/// The centered cube.
const CUBE: (f64, f64) = (6.0, 41.0);
/// A cube or resignation that is offered.
const OFFERED: (f64, f64) = (54.0, 41.0);

/// A desktop on which a match to seven points has begun with these dice, movement switched off.
pub(crate) fn playing(name: &'static str, dice: &str) -> Option<TestDesktop> {
    let desktop = TestDesktop::start(name, &["--test-dice", dice, "--test-seed", "1", "--no-animations"])?;
    begin(&desktop);
    Some(desktop)
}

/// Starts a match to seven points by the dialog.
pub(crate) fn begin(desktop: &TestDesktop) {
    desktop.keys(&["ctrl+n"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    desktop.keys(&["Return"]);
    // The dialog may be on the screen before it has the keyboard.
    if desktop.glimpse(Duration::from_secs(10), |s| s["match"]["phase"] == "play").is_none() {
        desktop.keys(&["Return"]);
    }
    desktop.wait("the opening roll", |s| s["match"]["phase"] == "play");
}

pub(crate) fn turn(desktop: &TestDesktop, play: &str) -> State {
    desktop.wait(play, |s| s["controller"]["turn"]["play"] == play)
}

#[test]
fn s01_start_and_s02_new_match() {
    let Some(desktop) = TestDesktop::start("start", &["--test-dice", "13"]) else { return };
    let state = desktop.state();
    assert_eq!(state["window"]["start_card"], true);
    assert_eq!(state["window"]["title"], "GNU Backgammon");
    assert_eq!(state["match"], Value::Null);
    assert_eq!(state["files"]["dialog"], Value::Null, "nothing is asked");
    for name in ["Beginner", "7 points", "Money session", "Play", "Open…", "Transcribe…", "Set up…"] {
        reader::hears(&desktop, name);
    }
    desktop.screenshot("01-empty");
    begin(&desktop);
    let state = desktop.wait("the dice at rest", |s| {
        s["board"]["animating"] == false && s["window"]["buttons"] != json!([])
    });
    assert_eq!(state["names"], json!(["Light", "Dark"]));
    for name in ["Light", "Dark", "Board, dark to move, dice 3 1", "Dark starts with 3 and 1"] {
        reader::hears(&desktop, name);
    }
    assert_eq!(state["window"]["title"], "7-point match");
    assert_eq!(state["match"]["dice"], json!([3, 1]));
    assert_eq!(state["match"]["on_roll"], 1);
    assert_eq!(state["window"]["buttons"], json!(["Confirm", "Undo", "Swap dice", "Hint"]));
    desktop.screenshot("02-match");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s04_drag_legal_and_s18_undo() {
    let Some(desktop) = playing("drag", "13 66") else { return };
    desktop.carry(desktop.checker(8), place(5, 0));
    desktop.wait("the legal targets", |s| s["board"]["marks"] == json!([7, 5, 4]));
    desktop.screenshot("04-carrying");
    desktop.xdotool(&["mouseup", "1"]);
    turn(&desktop, "8/5");
    desktop.drag(desktop.checker(6), place(5, 1));
    let state = turn(&desktop, "8/5 6/5");
    assert_eq!(state["controller"]["turn"]["complete"], true);
    assert_eq!(state["board"]["stacks"][5], 2);
    reader::hears(&desktop, "point 5, 2 dark checkers");
    reader::hears(&desktop, "die 1, used");
    desktop.screenshot("04-dragged");
    desktop.keys(&["ctrl+z"]);
    turn(&desktop, "8/5");
    desktop.keys(&["ctrl+z"]);
    turn(&desktop, "");
    desktop.keys(&["ctrl+shift+z"]);
    turn(&desktop, "8/5");
    desktop.keys(&["ctrl+shift+z"]);
    turn(&desktop, "8/5 6/5");
    desktop.keys(&["Escape"]);
    turn(&desktop, "");
    desktop.keys(&["ctrl+shift+z", "ctrl+shift+z"]);
    turn(&desktop, "8/5 6/5");
    // Dragging back takes a checker back.
    desktop.drag(place(5, 1), place(8, 3));
    turn(&desktop, "6/5");
    desktop.drag(desktop.checker(8), place(5, 1));
    turn(&desktop, "8/5 6/5");
    desktop.click(LEFT_DIE, 1);
    desktop.wait("the opponent's turn", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 0);
    // Undo goes on beyond the turn, redo comes back.
    desktop.keys(&["ctrl+z"]);
    desktop.wait("the decision again", |s| s["match"]["phase"] == "play" && s["match"]["on_roll"] == 1);
    desktop.keys(&["ctrl+shift+z"]);
    desktop.wait("the opponent's turn", |s| s["match"]["on_roll"] == 0);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s06_drag_illegal() {
    let Some(desktop) = playing("illegal", "56") else { return };
    let before = desktop.state()["board"]["stacks"].clone();
    desktop.drag(desktop.checker(24), place(19, 4));
    let state = desktop.wait("a refusal", |s| s["window"]["message"] == "No legal move from there");
    assert_eq!(state["board"]["stacks"], before);
    assert_eq!(state["board"]["loose"], json!([]), "the checker is back in its place");
    assert_eq!(state["board"]["dice"]["used"], json!([0.0, 0.0]));
    desktop.screenshot("06-refused");
    desktop.drag(desktop.checker(12), place(10, 0));
    desktop.click(LEFT_DIE, 1);
    desktop.wait("a refusal", |s| s["window"]["message"] == "The play is not finished");
    assert_eq!(desktop.state()["board"]["stacks"], before);
}

#[test]
fn s07_clicks_s08_swap_s09_make_point() {
    let Some(desktop) = playing("clicks", "13") else { return };
    desktop.click(desktop.checker(8), 1);
    turn(&desktop, "8/5");
    desktop.keys(&["Escape"]);
    turn(&desktop, "");
    desktop.click(desktop.checker(8), 3);
    turn(&desktop, "8/7");
    desktop.keys(&["Escape"]);
    turn(&desktop, "");
    desktop.click(LEFT_DIE, 3);
    desktop.wait("swapped dice", |s| s["board"]["dice"]["faces"] == json!([1, 3]));
    desktop.screenshot("08-swapped");
    desktop.click(desktop.checker(6), 1);
    turn(&desktop, "6/5");
    desktop.keys(&["Escape"]);
    turn(&desktop, "");
    desktop.click(place(5, 0), 1);
    turn(&desktop, "8/5 6/5");
    desktop.screenshot("09-point");
}

#[test]
fn s19_double_take_and_s20_drop() {
    let Some(desktop) = playing("cube", "13 21 42 31") else { return };
    desktop.click(place(5, 0), 1);
    turn(&desktop, "8/5 6/5");
    desktop.keys(&["ctrl+f"]);
    let state = desktop.wait("the roll", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 0);
    assert_eq!(state["board"]["cube"]["turned"], -90.0);
    desktop.click(CUBE, 1);
    let state = desktop.wait("the double", |s| s["match"]["phase"] == "answer");
    assert_eq!(state["match"]["to_act"], 1);
    assert_eq!(state["board"]["cube"]["place"], "Offered(One)");
    assert_eq!(state["board"]["cube"]["turned"], 0.0, "to be read by whom it is offered to");
    assert_eq!(state["window"]["buttons"], json!(["Take", "Pass", "Hint"]));
    desktop.screenshot("19-offered");
    desktop.click(OFFERED, 1);
    let state = desktop.wait("the take", |s| s["match"]["cube"]["value"] == 2);
    assert_eq!(state["match"]["cube"]["owner"], 1);
    assert_eq!(state["board"]["cube"]["at"], json!([3.0, 73.0, 6.0, 6.0]));
    assert_eq!(state["board"]["cube"]["turned"], 0.0);
    desktop.screenshot("19-taken");
    // The doubled player rolls on; later the cube comes back and is dropped.
    desktop.keys(&["space"]);
    desktop.wait("dice", |s| s["match"]["phase"] == "play");
    desktop.click(desktop.checker(17), 1);
    desktop.click(desktop.checker(19), 1);
    desktop.wait("a play", |s| s["controller"]["turn"]["complete"] == true);
    desktop.keys(&["space"]);
    desktop.wait("the other turn", |s| s["match"]["on_roll"] == 1 && s["match"]["phase"] == "roll");
    desktop.keys(&["ctrl+d"]);
    desktop.wait("the redouble", |s| s["match"]["phase"] == "answer");
    let cube = desktop.state()["board"]["cube"].clone();
    assert_eq!([&cube["place"], &cube["turned"]], [&json!("Offered(Zero)"), &json!(180.0)]);
    desktop.click(OFFERED, 3);
    let state = desktop.wait("the end of the game", |s| s["match"]["phase"] == "over");
    assert_eq!(state["match"]["score"], json!([0, 2]));
    // The strip tells it, and nothing else does.
    let strip = state["window"]["strip"].as_str().unwrap_or_default();
    assert!(strip.starts_with("Dark wins 2 points. "), "{strip}");
    assert_eq!(state["window"]["message"], "");
    reader::hears(&desktop, "5 away");
    desktop.screenshot("20-dropped");
    desktop.keys(&["Return"]);
    desktop.wait("the next game", |s| s["game"] == 2 && s["match"]["phase"] == "play");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s03_money_by_one_click_and_s21_beaver() {
    let Some(desktop) = TestDesktop::start("money", &["--test-dice", "13", "--no-animations"]) else {
        return;
    };
    desktop.keys(&["ctrl+n"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    desktop.screenshot("03-dialog");
    let (x, y) = reader::middle(&desktop, "Money");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = desktop.wait("a money session", |s| s["match"]["length"] == 0);
    assert_eq!(state["window"]["badge"], "Jacoby");
    assert_eq!(state["files"]["dialog"], Value::Null, "nothing else is asked");
    desktop.screenshot("03-money");
    desktop.click(place(5, 0), 1);
    turn(&desktop, "8/5 6/5");
    desktop.keys(&["space"]);
    desktop.wait("the roll", |s| s["match"]["phase"] == "roll");
    desktop.keys(&["d"]);
    desktop.wait("the double", |s| s["match"]["phase"] == "answer");
    desktop.click(OFFERED, 2);
    let state = desktop.wait("the beaver", |s| s["match"]["cube"]["value"] == 2);
    assert_eq!(state["board"]["cube"]["shown"], 4);
    assert_eq!(state["match"]["to_act"], 0);
    assert_eq!(state["window"]["message"], "Dark beavers to 4");
    desktop.keys(&["t"]);
    // The doubler, who may not double any more, rolls by himself.
    let state = desktop.wait("the roll", |s| s["match"]["phase"] == "play");
    assert_eq!(state["match"]["cube"], json!({ "value": 4, "owner": 1 }));
    desktop.screenshot("21-beaver");
}

#[test]
fn s22_crawford_by_id_and_s31_rubbish() {
    let Some(desktop) = playing("crawford", "13") else { return };
    set_id(&desktop, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:6:1:7:10");
    let state = desktop.wait("the Crawford game", |s| s["match"]["crawford"] == true);
    assert_eq!(state["window"]["badge"], "Crawford");
    assert_eq!(state["board"]["cube"], Value::Null);
    let enabled = state["window"]["enabled"].as_array().expect("a list of actions").clone();
    assert!(!enabled.contains(&json!("double")) && enabled.contains(&json!("roll")));
    desktop.screenshot("22-crawford");
    set_id(&desktop, "no position at all");
    let state = desktop.wait("a refusal", |s| s["window"]["toast"] == "The text contains no position");
    assert_eq!(state["match"]["crawford"], true, "nothing has changed");
}

/// Puts a text into the ID line and has it taken.
pub(crate) fn set_id(desktop: &TestDesktop, text: &str) {
    type_id(desktop, text);
    desktop.keys(&["Return"]);
}

/// Types a text into the popover of the ID.
fn type_id(desktop: &TestDesktop, text: &str) {
    // Without a window manager nobody has the keyboard after a dialog was closed.
    desktop.focus_main();
    desktop.keys(&["ctrl+shift+i"]);
    desktop.wait("the entry's focus", |s| s["window"]["focus"] == "GtkText");
    desktop.keys(&["ctrl+a"]);
    desktop.type_text(text);
    desktop.wait("the text typed", |s| s["window"]["id_typed"] == text);
}

#[test]
fn what_is_typed_survives_changes_of_the_board() {
    let settings =
        "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n[window]\nshow-ids = true\n";
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("typed", &arguments, &[], settings) else { return };
    begin(&desktop);
    let shown = desktop.state()["window"]["id_typed"].clone();
    type_id(&desktop, "4HPMwQC");
    desktop.keys(&["ctrl+shift+d"]);
    let state = desktop.wait("the board turned round", |s| s["board"]["clockwise"] == true);
    assert_eq!(state["window"]["id_typed"], "4HPMwQC");
    // Left alone it gives way to the position on the board.
    desktop.keys(&["Tab"]);
    desktop.wait("the focus elsewhere", |s| s["window"]["focus"] != "GtkText");
    desktop.keys(&["ctrl+shift+d"]);
    let state = desktop.wait("the board turned back", |s| s["board"]["clockwise"] == false);
    assert_eq!(state["window"]["id_typed"], shown);
    assert_eq!(state["window"]["id"], shown);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s23_resign_gammon() {
    let Some(desktop) = playing("resign", "13") else { return };
    let (x, y) = reader::middle(&desktop, "Resign");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the menu", |s| s["window"]["focus"] == "GtkModelButton");
    desktop.keys(&["Down", "Return"]);
    let state = desktop.wait("the resignation", |s| s["match"]["phase"] == "resigning");
    assert_eq!(state["board"]["flag"]["level"], 2);
    assert_eq!(state["match"]["to_act"], 0);
    desktop.screenshot("23-flag");
    desktop.click(OFFERED, 3);
    desktop.wait("the refusal", |s| s["match"]["phase"] == "play");
    assert_eq!(desktop.state()["window"]["message"], "Light declines the resignation");
}

#[test]
fn s43_hidpi() {
    let Some(desktop) =
        TestDesktop::start_with("hidpi", &["--test-dice", "13", "--no-animations"], &[("GDK_SCALE", "2")])
    else {
        return;
    };
    assert_eq!(desktop.state()["window"]["scale_factor"], 2);
    begin(&desktop);
    desktop.click(desktop.checker(8), 1);
    turn(&desktop, "8/5");
    desktop.drag(desktop.checker(6), place(5, 1));
    turn(&desktop, "8/5 6/5");
    desktop.screenshot("43-double-scale");
    // At sizes of which no unit is a whole number of pixels, each point begins and ends where it is drawn.
    let mut last = desktop.state()["board"]["scale"].clone();
    for (width, height) in [(1423, 987), (1171, 941)] {
        desktop.resize(width, height);
        desktop.wait("another size", |s| s["board"]["scale"] != last && s["board"]["painted"] == true);
        // The lines below the board may take another shape, and the board one more size.
        let mut state = desktop.state();
        let is_other = |s: &Value, state: &Value| s["board"]["scale"] != state["board"]["scale"];
        while let Some(other) = desktop.glimpse(Duration::from_millis(400), |s| is_other(s, &state)) {
            state = other;
        }
        last = state["board"]["scale"].clone();
        assert_ne!(last.as_f64().map(f64::fract), Some(0.0), "{width} × {height}: {last}");
        desktop.keys(&["Escape"]);
        turn(&desktop, "");
        // The 8-point lies between 36 and 42. Around the window lie five pixels of shadow.
        let shadow = 5.0 / last.as_f64().expect("a scale");
        for x in [36.6, 41.4] {
            desktop.click((x + shadow, 76.0), 1);
            turn(&desktop, "8/5");
            desktop.keys(&["Escape"]);
            turn(&desktop, "");
        }
        // Below its neighbour nothing is there to be played.
        desktop.click((35.4 + shadow, 60.0), 1);
        desktop.wait("a refusal", |s| s["window"]["message"] == "No two checkers can make that point");
        turn(&desktop, "");
    }
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s44_dark_and_high_contrast() {
    let environment = [("ADW_DEBUG_COLOR_SCHEME", "prefer-dark"), ("ADW_DEBUG_HIGH_CONTRAST", "1")];
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desktop) = TestDesktop::start_with("contrast", &arguments, &environment) else { return };
    begin(&desktop);
    assert_eq!(desktop.state()["board"]["design"], "high-contrast");
    desktop.screenshot("44-high-contrast");
    drop(desktop);
    let Some(desktop) = TestDesktop::start_with("dark", &arguments, &environment[..1]) else { return };
    begin(&desktop);
    assert_eq!(desktop.state()["board"]["design"], "felt");
    desktop.screenshot("44-dark");
}

/// Scenario 45: where the desktop asks for no movement, the first picture after a play shows its result, whoever plays.
#[test]
fn s45_the_first_picture_shows_the_result() {
    let settings = "version = 1\n[automatic]\ngame = false\nroll = true\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
                    [window]\ndelay = 0\n\
                    [evaluation.checker.evaluation]\nplies = 0\n[evaluation.cube.evaluation]\nplies = 0\n";
    for (name, wish) in [("moves", None), ("moves-not", Some("[Settings]\ngtk-enable-animations=0\n"))] {
        let arguments = ["--test-dice", "13 64 52", "--test-seed", "1"];
        let Some(mut desktop) = TestDesktop::start_set(name, &arguments, &[], settings) else { return };
        if let Some(wish) = wish {
            desktop.kill();
            let folder = desktop.home().join(".config/gtk-4.0");
            std::fs::create_dir_all(&folder).expect("a folder for the toolkit's settings");
            std::fs::write(folder.join("settings.ini"), wish).expect("the wish is written");
            desktop.launch();
        }
        begin(&desktop);
        desktop.wait("dice at rest", |s| s["board"]["animating"] == false && s["board"]["painted"] == true);
        desktop.click(place(5, 0), 1);
        desktop.wait("the point", |s| s["board"]["stacks"][5] == 2 && s["board"]["painted"] == true);
        desktop.keys(&["space"]);
        // The computer rolls and plays.
        let state = desktop.wait("the next turn", |s| {
            s["match"]["on_roll"] == 1 && s["board"]["animating"] == false && s["board"]["painted"] == true
        });
        let pictures = &state["board"]["pictures"];
        println!("{name}: pictures, and those of something on its way: {pictures}");
        assert_eq!(pictures[1].as_u64() == Some(0), wish.is_some(), "{pictures}");
        assert_eq!(desktop.complaints(), "");
    }
}

#[test]
fn closing_ends_the_program() {
    let Some(mut desktop) = playing("close", "13") else { return };
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    assert_eq!(desktop.complaints(), "");
}
