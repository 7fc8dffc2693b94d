// SPDX-License-Identifier: GPL-3.0-or-later
//! The desktop program as a person uses it: a real window on a virtual display, real pointer and key events.
//! The names follow the scenarios of the interface specification.

mod computer;
mod contrast;
mod exchange;
mod files;
mod frames;
mod gallery;
mod harness;
mod keyboard;
mod language;
mod layout;
mod matches;
mod menus;
mod named;
mod new_match;
mod other;
mod play;
mod players;
mod preferences;
mod quality;
mod reader;
mod review;
mod setting_up;
mod sharpness;
mod speed;
mod three;
mod tools;
mod transcription;
mod whole_game;

use harness::{Desk, place, take_machine};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The middle of the bottom player's left die.
pub(crate) const LEFT_DIE: (f64, f64) = (73.5, 41.0);
/// The centered cube.
const CUBE: (f64, f64) = (6.0, 41.0);
/// The cube offered to the top player.
const OFFERED: (f64, f64) = (30.0, 41.0);

/// A desk on which a match to seven points has begun with these dice, movement switched off.
pub(crate) fn playing(name: &'static str, dice: &str) -> Option<Desk> {
    let desk = Desk::start(name, &["--test-dice", dice, "--test-seed", "1", "--no-animations"])?;
    begin(&desk);
    Some(desk)
}

/// Starts a match to seven points by the dialog.
pub(crate) fn begin(desk: &Desk) {
    desk.keys(&["ctrl+n"]);
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    desk.keys(&["Return"]);
    desk.wait("the opening roll", |s| s["match"]["phase"] == "play");
}

pub(crate) fn turn(desk: &Desk, play: &str) -> Value {
    desk.wait(play, |s| s["controller"]["turn"]["play"] == play)
}

#[test]
fn s01_start_and_s02_new_match() {
    let Some(desk) = Desk::start("start", &["--test-dice", "13"]) else { return };
    let state = desk.state();
    assert_eq!(state["window"]["start_card"], true);
    assert_eq!(state["window"]["title"], "GNU Backgammon");
    assert_eq!(state["match"], Value::Null);
    assert_eq!(state["files"]["dialog"], Value::Null, "nothing is asked");
    for name in ["Play backgammon", "Match to 7", "Money session", "Open…", "Write down…", "Set up…"] {
        reader::hears(&desk, name);
    }
    desk.screenshot("01-empty");
    begin(&desk);
    let state = desk.wait("the dice at rest", |s| s["board"]["animating"] == false);
    assert_eq!(state["names"], json!(["Light", "Dark"]));
    for name in ["Light", "Dark", "Board, dark to move, dice 3 1", "Dark starts with 3 and 1"] {
        reader::hears(&desk, name);
    }
    assert_eq!(state["window"]["title"], "Light – Dark, 7 point match");
    assert_eq!(state["match"]["dice"], json!([3, 1]));
    assert_eq!(state["match"]["on_roll"], 1);
    assert_eq!(state["window"]["buttons"], json!(["Confirm", "Undo", "Swap dice", "Hint"]));
    desk.screenshot("02-match");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s04_drag_legal_and_s18_undo() {
    let Some(desk) = playing("drag", "13 66") else { return };
    desk.carry(desk.checker(8), place(5, 0));
    desk.wait("the legal targets", |s| s["board"]["marks"] == json!([7, 5, 4]));
    desk.screenshot("04-carrying");
    desk.xdotool(&["mouseup", "1"]);
    turn(&desk, "8/5");
    desk.drag(desk.checker(6), place(5, 1));
    let state = turn(&desk, "8/5 6/5");
    assert_eq!(state["controller"]["turn"]["complete"], true);
    assert_eq!(state["board"]["stacks"][5], 2);
    reader::hears(&desk, "point 5, 2 dark checkers");
    reader::hears(&desk, "die 1, used");
    desk.screenshot("04-dragged");
    desk.keys(&["ctrl+z"]);
    turn(&desk, "8/5");
    desk.keys(&["ctrl+z"]);
    turn(&desk, "");
    desk.keys(&["ctrl+shift+z"]);
    turn(&desk, "8/5");
    desk.keys(&["ctrl+shift+z"]);
    turn(&desk, "8/5 6/5");
    desk.keys(&["Escape"]);
    turn(&desk, "");
    desk.keys(&["ctrl+shift+z", "ctrl+shift+z"]);
    turn(&desk, "8/5 6/5");
    // Dragging back takes a checker back.
    desk.drag(place(5, 1), place(8, 3));
    turn(&desk, "6/5");
    desk.drag(desk.checker(8), place(5, 1));
    turn(&desk, "8/5 6/5");
    desk.click(LEFT_DIE, 1);
    desk.wait("the opponent's turn", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 0);
    // Undo goes on beyond the turn, redo comes back.
    desk.keys(&["ctrl+z"]);
    desk.wait("the decision again", |s| s["match"]["phase"] == "play" && s["match"]["on_roll"] == 1);
    desk.keys(&["ctrl+shift+z"]);
    desk.wait("the opponent's turn", |s| s["match"]["on_roll"] == 0);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s06_drag_illegal() {
    let Some(desk) = playing("illegal", "56") else { return };
    let before = desk.state()["board"]["stacks"].clone();
    desk.drag(desk.checker(24), place(19, 4));
    let state = desk.wait("a refusal", |s| s["window"]["message"] == "No legal move from there");
    assert_eq!(state["board"]["stacks"], before);
    assert_eq!(state["board"]["loose"], json!([]), "the checker is back in its place");
    assert_eq!(state["board"]["dice"]["used"], json!([0.0, 0.0]));
    desk.screenshot("06-refused");
    desk.drag(desk.checker(12), place(10, 0));
    desk.click(LEFT_DIE, 1);
    desk.wait("a refusal", |s| s["window"]["message"] == "The play is not finished");
    assert_eq!(desk.state()["board"]["stacks"], before);
}

#[test]
fn s07_clicks_s08_swap_s09_make_point() {
    let Some(desk) = playing("clicks", "13") else { return };
    desk.click(desk.checker(8), 1);
    turn(&desk, "8/5");
    desk.keys(&["Escape"]);
    turn(&desk, "");
    desk.click(desk.checker(8), 3);
    turn(&desk, "8/7");
    desk.keys(&["Escape"]);
    turn(&desk, "");
    desk.click(LEFT_DIE, 3);
    desk.wait("swapped dice", |s| s["board"]["dice"]["faces"] == json!([1, 3]));
    desk.screenshot("08-swapped");
    desk.click(desk.checker(6), 1);
    turn(&desk, "6/5");
    desk.keys(&["Escape"]);
    turn(&desk, "");
    desk.click(place(5, 0), 1);
    turn(&desk, "8/5 6/5");
    desk.screenshot("09-point");
}

#[test]
fn s19_double_take_and_s20_drop() {
    let Some(desk) = playing("cube", "13 21 42 31") else { return };
    desk.click(place(5, 0), 1);
    turn(&desk, "8/5 6/5");
    desk.keys(&["ctrl+f"]);
    let state = desk.wait("the roll", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 0);
    assert_eq!(state["board"]["cube"]["turned"], -90.0);
    desk.click(CUBE, 1);
    let state = desk.wait("the double", |s| s["match"]["phase"] == "answer");
    assert_eq!(state["match"]["to_act"], 1);
    assert_eq!(state["board"]["cube"]["place"], "Offered(One)");
    assert_eq!(state["board"]["cube"]["turned"], 0.0, "to be read by whom it is offered to");
    assert_eq!(state["window"]["buttons"], json!(["Take", "Drop", "Hint"]));
    desk.screenshot("19-offered");
    desk.click((78.0, 41.0), 1);
    let state = desk.wait("the take", |s| s["match"]["cube"]["value"] == 2);
    assert_eq!(state["match"]["cube"]["owner"], 1);
    assert_eq!(state["board"]["cube"]["at"], json!([3.0, 73.0, 6.0, 6.0]));
    assert_eq!(state["board"]["cube"]["turned"], 0.0);
    desk.screenshot("19-taken");
    // The doubled player rolls on; later the cube comes back and is dropped.
    desk.keys(&["space"]);
    desk.wait("dice", |s| s["match"]["phase"] == "play");
    desk.click(desk.checker(17), 1);
    desk.click(desk.checker(19), 1);
    desk.wait("a play", |s| s["controller"]["turn"]["complete"] == true);
    desk.keys(&["space"]);
    desk.wait("the other turn", |s| s["match"]["on_roll"] == 1 && s["match"]["phase"] == "roll");
    desk.keys(&["ctrl+d"]);
    desk.wait("the redouble", |s| s["match"]["phase"] == "answer");
    let cube = desk.state()["board"]["cube"].clone();
    assert_eq!([&cube["place"], &cube["turned"]], [&json!("Offered(Zero)"), &json!(180.0)]);
    desk.click(OFFERED, 3);
    let state = desk.wait("the end of the game", |s| s["match"]["phase"] == "over");
    assert_eq!(state["match"]["score"], json!([0, 2]));
    assert_eq!(state["window"]["message"], "Dark wins 2 points");
    reader::hears(&desk, "2 (5 away)");
    desk.screenshot("20-dropped");
    desk.keys(&["Return"]);
    desk.wait("the next game", |s| s["game"] == 2 && s["match"]["phase"] == "play");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s03_money_by_one_click_and_s21_beaver() {
    let Some(desk) = Desk::start("money", &["--test-dice", "13", "--no-animations"]) else { return };
    desk.keys(&["ctrl+n"]);
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    desk.screenshot("03-dialog");
    let (x, y) = reader::middle(&desk, "Money");
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = desk.wait("a money session", |s| s["match"]["length"] == 0);
    assert_eq!(state["window"]["badge"], "Jacoby");
    assert_eq!(state["files"]["dialog"], Value::Null, "nothing else is asked");
    desk.screenshot("03-money");
    desk.click(place(5, 0), 1);
    turn(&desk, "8/5 6/5");
    desk.keys(&["space"]);
    desk.wait("the roll", |s| s["match"]["phase"] == "roll");
    desk.keys(&["d"]);
    desk.wait("the double", |s| s["match"]["phase"] == "answer");
    desk.click((78.0, 41.0), 2);
    let state = desk.wait("the beaver", |s| s["match"]["cube"]["value"] == 2);
    assert_eq!(state["board"]["cube"]["shown"], 4);
    assert_eq!(state["match"]["to_act"], 0);
    assert_eq!(state["window"]["message"], "Dark beavers to 4");
    desk.keys(&["t"]);
    // The doubler, who may not double any more, rolls by himself.
    let state = desk.wait("the roll", |s| s["match"]["phase"] == "play");
    assert_eq!(state["match"]["cube"], json!({ "value": 4, "owner": 1 }));
    desk.screenshot("21-beaver");
}

#[test]
fn s22_crawford_by_id_and_s31_rubbish() {
    let Some(desk) = playing("crawford", "13") else { return };
    set_id(&desk, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:6:1:7:10");
    let state = desk.wait("the Crawford game", |s| s["match"]["crawford"] == true);
    assert_eq!(state["window"]["badge"], "Crawford");
    assert_eq!(state["board"]["cube"], Value::Null);
    let enabled = state["window"]["enabled"].as_array().expect("a list of actions").clone();
    assert!(!enabled.contains(&json!("double")) && enabled.contains(&json!("roll")));
    desk.screenshot("22-crawford");
    set_id(&desk, "no position at all");
    let state = desk.wait("a refusal", |s| s["window"]["toast"] == "The text holds no position");
    assert_eq!(state["match"]["crawford"], true, "nothing has changed");
}

/// Puts a text into the ID line and has it taken.
pub(crate) fn set_id(desk: &Desk, text: &str) {
    type_id(desk, text);
    desk.keys(&["Return"]);
}

/// Types a text into the ID line.
fn type_id(desk: &Desk, text: &str) {
    let state = desk.state();
    let (width, height) = (&state["window"]["width"], &state["window"]["height"]);
    let (x, y) = (width.as_i64().expect("a width") / 2, height.as_i64().expect("a height") - 24);
    desk.xdotool(&["mousemove", &x.to_string(), &y.to_string(), "click", "1"]);
    desk.wait("the entry's focus", |s| s["window"]["focus"] == "GtkText");
    desk.keys(&["ctrl+a"]);
    desk.type_text(text);
    desk.wait("the text typed", |s| s["window"]["id"] == text);
}

#[test]
fn what_is_typed_survives_changes_of_the_board() {
    let Some(desk) = playing("typed", "13") else { return };
    let shown = desk.state()["window"]["id"].clone();
    type_id(&desk, "4HPMwQC");
    desk.keys(&["ctrl+shift+d"]);
    let state = desk.wait("the board turned round", |s| s["board"]["clockwise"] == true);
    assert_eq!(state["window"]["id"], "4HPMwQC");
    // Left alone it gives way to the position on the board.
    desk.keys(&["Tab"]);
    desk.wait("the focus elsewhere", |s| s["window"]["focus"] != "GtkText");
    desk.keys(&["ctrl+shift+d"]);
    let state = desk.wait("the board turned back", |s| s["board"]["clockwise"] == false);
    assert_eq!(state["window"]["id"], shown);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s23_resign_gammon() {
    let Some(desk) = playing("resign", "13") else { return };
    let state = desk.state();
    let number = |key: &str| state["board"][key].as_f64().expect("a number");
    // The last button of the row, which ends with the board.
    let x = number("x") + 108.0 * number("scale") - 17.0;
    let y = number("y") + 82.0 * number("scale") + 6.0 + 24.0;
    let [x, y] = [x, y].map(|at| at.round().to_string());
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desk.wait("the menu", |s| s["window"]["focus"] == "GtkModelButton");
    desk.keys(&["Down", "Return"]);
    let state = desk.wait("the resignation", |s| s["match"]["phase"] == "resigning");
    assert_eq!(state["board"]["flag"]["level"], 2);
    assert_eq!(state["match"]["to_act"], 0);
    desk.screenshot("23-flag");
    desk.click(OFFERED, 3);
    desk.wait("the refusal", |s| s["match"]["phase"] == "play");
    assert_eq!(desk.state()["window"]["message"], "Light declines the resignation");
}

#[test]
fn s43_hidpi() {
    let Some(desk) =
        Desk::start_with("hidpi", &["--test-dice", "13", "--no-animations"], &[("GDK_SCALE", "2")])
    else {
        return;
    };
    assert_eq!(desk.state()["window"]["scale_factor"], 2);
    begin(&desk);
    desk.click(desk.checker(8), 1);
    turn(&desk, "8/5");
    desk.drag(desk.checker(6), place(5, 1));
    turn(&desk, "8/5 6/5");
    desk.screenshot("43-double-scale");
    // At sizes of which no unit is a whole number of pixels, each point begins and ends where it is drawn.
    let mut last = desk.state()["board"]["scale"].clone();
    for (width, height) in [(1411, 977), (1187, 903)] {
        desk.resize(width, height);
        desk.wait("another size", |s| s["board"]["scale"] != last && s["board"]["painted"] == true);
        // The lines below the board may take another shape, and the board one more size.
        let mut state = desk.state();
        let is_other = |s: &Value, state: &Value| s["board"]["scale"] != state["board"]["scale"];
        while let Some(other) = desk.glimpse(Duration::from_millis(400), |s| is_other(s, &state)) {
            state = other;
        }
        last = state["board"]["scale"].clone();
        assert_ne!(last.as_f64().map(f64::fract), Some(0.0));
        desk.keys(&["Escape"]);
        turn(&desk, "");
        // The 8-point lies between 36 and 42. Around the window lie five pixels of shadow.
        let shadow = 5.0 / last.as_f64().expect("a scale");
        for x in [36.6, 41.4] {
            desk.click((x + shadow, 76.0), 1);
            turn(&desk, "8/5");
            desk.keys(&["Escape"]);
            turn(&desk, "");
        }
        // Below its neighbour nothing is there to be played.
        desk.click((35.4 + shadow, 60.0), 1);
        desk.wait("a refusal", |s| s["window"]["message"] == "No two checkers can make that point");
        turn(&desk, "");
    }
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s44_dark_and_high_contrast() {
    let environment = [("ADW_DEBUG_COLOR_SCHEME", "prefer-dark"), ("ADW_DEBUG_HIGH_CONTRAST", "1")];
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desk) = Desk::start_with("contrast", &arguments, &environment) else { return };
    begin(&desk);
    assert_eq!(desk.state()["board"]["design"], "high-contrast");
    desk.screenshot("44-high-contrast");
    drop(desk);
    let Some(desk) = Desk::start_with("dark", &arguments, &environment[..1]) else { return };
    begin(&desk);
    assert_eq!(desk.state()["board"]["design"], "felt");
    desk.screenshot("44-dark");
}

#[test]
fn s45_no_movement_when_animations_are_off() {
    take_machine();
    let Some(desk) = playing("still", "13") else { return };
    let before = desk.wait("a painted board", |s| s["board"]["painted"] == true);
    let (x, y) = desk.pixel(desk.checker(8));
    desk.xdotool(&["mousemove", &x, &y, "mousedown", "1"]);
    let start = Instant::now();
    desk.xdotool(&["mouseup", "1"]);
    let state = desk.wait("the result in a picture", |s| {
        s["controller"]["turn"]["play"] == "8/5" && s["board"]["painted"] == true
    });
    let taken = start.elapsed();
    println!("the result is shown {taken:?} after the button was let go");
    assert!(taken.as_secs_f64() < 0.05 * quality::slowness(), "{taken:?}");
    assert_eq!(state["board"]["animating"], false);
    let pictures = |state: &Value| state["board"]["pictures"][0].as_u64().expect("a number of pictures");
    println!("pictures of a play: {}", pictures(&state) - pictures(&before));
    assert_eq!(state["board"]["pictures"][1], 0, "every picture shows the board as it is");
}

/// Scenario 45: where the desktop asks for no movement, the first picture after a play shows its result, whoever plays.
#[test]
fn s45_the_first_picture_shows_the_result() {
    let settings = "version = 1\n[automatic]\ngame = false\nroll = true\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
                    [window]\ndelay = 0\n\
                    [evaluation.checker.evaluation]\nplies = 0\n[evaluation.cube.evaluation]\nplies = 0\n";
    for (name, wish) in [("moves", None), ("moves-not", Some("[Settings]\ngtk-enable-animations=0\n"))] {
        let arguments = ["--test-dice", "13 64 52", "--test-seed", "1"];
        let Some(mut desk) = Desk::start_set(name, &arguments, &[], settings) else { return };
        if let Some(wish) = wish {
            desk.kill();
            let folder = desk.home().join(".config/gtk-4.0");
            std::fs::create_dir_all(&folder).expect("a folder for the toolkit's settings");
            std::fs::write(folder.join("settings.ini"), wish).expect("the wish is written");
            desk.launch();
        }
        begin(&desk);
        desk.wait("dice at rest", |s| s["board"]["animating"] == false && s["board"]["painted"] == true);
        desk.click(place(5, 0), 1);
        desk.wait("the point", |s| s["board"]["stacks"][5] == 2 && s["board"]["painted"] == true);
        desk.keys(&["space"]);
        // The computer rolls and plays.
        let state = desk.wait("the next turn", |s| {
            s["match"]["on_roll"] == 1 && s["board"]["animating"] == false && s["board"]["painted"] == true
        });
        let pictures = &state["board"]["pictures"];
        println!("{name}: pictures, and those of something on its way: {pictures}");
        assert_eq!(pictures[1].as_u64() == Some(0), wish.is_some(), "{pictures}");
        assert_eq!(desk.complaints(), "");
    }
}

#[test]
fn closing_ends_the_program() {
    let Some(mut desk) = playing("close", "13") else { return };
    desk.keys(&["ctrl+q"]);
    assert!(desk.ended_well());
    assert_eq!(desk.complaints(), "");
}
