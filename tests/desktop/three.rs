// SPDX-License-Identifier: GPL-3.0-or-later
//! The board in three dimensions as a person uses it, and the program where there is no OpenGL.

use crate::harness::Desk;
use crate::{begin, turn};
use serde_json::{Value, json};

/// A desk on which a match to seven points has begun, in three dimensions.
fn playing(name: &'static str, dice: &str, more: &[&str]) -> Option<Desk> {
    let mut arguments = vec!["--test-dice", dice, "--test-seed", "1"];
    arguments.extend(more);
    let desk = Desk::start(name, &arguments)?;
    begin(&desk);
    desk.keys(&["ctrl+3"]);
    shown(&desk);
    Some(desk)
}

/// Waits for a picture in three dimensions.
fn shown(desk: &Desk) -> Value {
    desk.wait("a picture in three dimensions", |s| {
        s["board"]["three"]["frames"].as_u64() > Some(0) && s["board"]["painted"] == true
    })
}

/// The screen pixel of a part of the board.
fn hand(desk: &Desk, part: &str) -> [String; 2] {
    let state = desk.state();
    let at = &state["board"]["three"]["handles"][part];
    let factor = state["window"]["scale_factor"].as_f64().unwrap_or(1.0);
    [0, 1].map(|n| {
        let place = at[n].as_f64().unwrap_or_else(|| panic!("{part} is not on the board: {state}"));
        (place * factor).round().to_string()
    })
}

fn click(desk: &Desk, part: &str, button: u8) {
    let [x, y] = hand(desk, part);
    desk.xdotool(&["mousemove", &x, &y, "click", &button.to_string()]);
}

/// Presses the left button on one part, moves to another and stays there.
fn carry(desk: &Desk, from: &str, to: &str) {
    let ([x, y], [u, v]) = (hand(desk, from), hand(desk, to));
    let middle = |a: &str, b: &str| {
        let number = |text: &str| text.parse::<f64>().expect("a pixel");
        ((number(a) + number(b)) / 2.0).round().to_string()
    };
    let (p, q) = (middle(&x, &u), middle(&y, &v));
    desk.xdotool(&["mousemove", &x, &y, "mousedown", "1", "mousemove", &p, &q, "mousemove", &u, &v]);
}

fn drag(desk: &Desk, from: &str, to: &str) {
    carry(desk, from, to);
    desk.xdotool(&["mouseup", "1"]);
}

#[test]
fn s41_a_game_in_three_dimensions_by_pointer() {
    let Some(desk) = playing("three", "13 21 42 31", &["--no-animations"]) else { return };
    carry(&desk, "8", "5");
    desk.wait("the legal targets", |s| s["board"]["marks"] == json!([7, 5, 4]));
    desk.screenshot("41-carrying");
    desk.xdotool(&["mouseup", "1"]);
    turn(&desk, "8/5");
    click(&desk, "6", 3);
    turn(&desk, "8/5 6/5");
    desk.screenshot("41-played");
    // Dragging back takes a step back; the turn outlives going to two dimensions and back.
    drag(&desk, "5", "6");
    turn(&desk, "8/5");
    desk.keys(&["ctrl+3"]);
    desk.wait("two dimensions", |s| s["board"]["three"].is_null() && s["board"]["painted"] == true);
    assert_eq!(desk.state()["controller"]["turn"]["play"], "8/5");
    desk.keys(&["ctrl+3"]);
    shown(&desk);
    drag(&desk, "6", "5");
    turn(&desk, "8/5 6/5");
    click(&desk, "Die(0)", 1);
    desk.wait("the opponent's turn", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 0);
    // Double, take, roll, play, all by pointer.
    click(&desk, "Cube", 1);
    desk.wait("the double", |s| s["match"]["phase"] == "answer");
    desk.screenshot("41-offered");
    click(&desk, "Cube", 1);
    desk.wait("the take", |s| s["match"]["cube"]["value"] == 2);
    click(&desk, "RollArea(Left)", 1);
    desk.wait("dice", |s| s["match"]["phase"] == "play");
    click(&desk, "17", 1);
    click(&desk, "19", 1);
    desk.wait("a play", |s| s["controller"]["turn"]["complete"] == true);
    click(&desk, "Die(1)", 1);
    desk.wait("the other turn", |s| s["match"]["on_roll"] == 1 && s["match"]["phase"] == "roll");
    click(&desk, "Cube", 1);
    desk.wait("the redouble", |s| s["match"]["phase"] == "answer");
    click(&desk, "Cube", 3);
    let state = desk.wait("the end of the game", |s| s["match"]["phase"] == "over");
    assert_eq!(state["match"]["score"], json!([0, 2]));
    let settings = std::fs::read_to_string(desk.settings()).expect("the settings were written");
    assert!(settings.contains("boardtype=3d"), "{settings}");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s42_every_point_is_found_in_both_directions() {
    let Some(desk) = playing("three-pick", "13", &["--no-animations"]) else { return };
    for direction in ["anticlockwise", "clockwise"] {
        desk.keys(&["ctrl+e"]);
        desk.wait("the edit mode", |s| s["controller"]["editing"] == true && s["board"]["painted"] == true);
        click(&desk, "26", 1);
        desk.wait("a clear board", |s| s["board"]["stacks"][26] == 15);
        for slot in [1, 4, 6, 7, 10, 12, 13, 16, 18, 19, 22, 24] {
            click(&desk, &slot.to_string(), 1);
            desk.wait("a checker", |s| s["board"]["stacks"][slot] == 1);
        }
        desk.screenshot(&format!("42-{direction}"));
        desk.keys(&["Escape"]);
        desk.wait("play again", |s| s["controller"]["editing"] == false);
        desk.keys(&["ctrl+shift+d"]);
        desk.wait("the other direction", |s| s["board"]["clockwise"] == (direction == "anticlockwise"));
    }
    assert_eq!(desk.complaints(), "");
}

#[test]
fn movement_is_painted_and_rest_is_not() {
    let Some(desk) = playing("three-motion", "13", &[]) else { return };
    let frames = |state: &Value| state["board"]["three"]["frames"].as_u64().expect("a number of pictures");
    let rest = |desk: &Desk| {
        let quiet = |s: &Value| {
            s["board"]["animating"] == false
                && s["board"]["painted"] == true
                && s["board"]["marks"] == json!([])
        };
        frames(&desk.wait("rest", quiet))
    };
    let before = rest(&desk);
    click(&desk, "8", 1);
    turn(&desk, "8/5");
    // Away from checkers, whose targets would be shown.
    let [x, y] = hand(&desk, "RollArea(Left)");
    desk.xdotool(&["mousemove", &x, &y]);
    // At least the last picture; how many come before it depends on the speed of the machine.
    assert!(rest(&desk) > before);
    // The pointer wanders, a play is refused, the focus moves on; the board rests.
    click(&desk, "Die(0)", 1);
    desk.wait("a refusal", |s| s["window"]["message"] == "The play is not finished");
    let after = rest(&desk);
    desk.xdotool(&["mousemove", &x, &y, "mousemove_relative", "20", "10", "mousemove_relative", "9", "9"]);
    desk.keys(&["Tab"]);
    let state = desk.wait("another focus", |s| s["window"]["focus"] != "BgSpot");
    assert_eq!(frames(&state), after, "{state}");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s43_three_dimensions_at_double_scale() {
    let arguments = ["--test-dice", "13", "--test-seed", "1", "--no-animations"];
    let Some(desk) = Desk::start_with("three-hidpi", &arguments, &[("GDK_SCALE", "2")]) else { return };
    begin(&desk);
    desk.keys(&["ctrl+3"]);
    shown(&desk);
    click(&desk, "8", 1);
    turn(&desk, "8/5");
    drag(&desk, "6", "5");
    turn(&desk, "8/5 6/5");
    desk.screenshot("43-double-scale");
    assert_eq!(desk.complaints(), "");
}

#[test]
fn without_opengl_two_dimensions_go_on() {
    for (name, environment) in [("no-gl", ("GNUBG_NO_GL", "1")), ("gl-disabled", ("GDK_DEBUG", "gl-disable"))]
    {
        let arguments = ["--test-dice", "13", "--no-animations"];
        let Some(desk) = Desk::start_with(name, &arguments, &[environment]) else { return };
        begin(&desk);
        desk.keys(&["ctrl+3"]);
        let state = desk.wait("the notice", |s| s["window"]["toast"] == "The 3D board is not available here");
        assert!(state["board"]["three"].is_null());
        let enabled = state["window"]["enabled"].as_array().expect("a list of actions").clone();
        assert!(!enabled.contains(&json!("board-3d")));
        desk.click(desk.checker(8), 1);
        turn(&desk, "8/5");
        desk.screenshot("fallback");
        assert_eq!(desk.complaints(), "");
    }
}

/// The board's part of the screen, reduced to 54 × 41 pixels of three bytes.
fn reduced(desk: &Desk, what: &str) -> Vec<u8> {
    let picture = desk.screenshot(what);
    let state = desk.state();
    let number = |key: &str| state["board"][key].as_f64().expect("the board has a place");
    let (x, y, scale) = (number("x").round(), number("y").round(), number("scale"));
    let crop = format!("{}x{}+{x}+{y}", (108.0 * scale).round(), (82.0 * scale).round());
    let output = std::process::Command::new("convert")
        .arg(&picture)
        .args(["-crop", &crop, "+repage", "-filter", "box", "-resize", "54x41!", "-depth", "8", "rgb:-"])
        .output()
        .expect("convert runs");
    assert_eq!(output.stdout.len(), 54 * 41 * 3, "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Compares a reduced picture with the one kept; `GNUBG_KEEP_PICTURES=1` keeps the new one instead.
#[track_caller]
fn compare(desk: &Desk, what: &str) {
    let found = reduced(desk, what);
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/desktop/pictures/{what}.rgb"));
    if std::env::var_os("GNUBG_KEEP_PICTURES").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for pictures");
        return std::fs::write(path, found).expect("the picture is kept");
    }
    let kept = std::fs::read(&path).expect("a kept picture");
    let differences: Vec<u8> = found.iter().zip(&kept).map(|(a, b)| a.abs_diff(*b)).collect();
    let mean = differences.iter().map(|&d| f64::from(d)).sum::<f64>() / differences.len() as f64;
    let n_far = differences.iter().filter(|&&d| d > 40).count();
    assert!(mean < 4.0 && n_far < differences.len() / 100, "{what}: {mean:.2} on average, {n_far} far off");
}

#[test]
fn fixed_scenes_look_as_they_did() {
    let arguments = ["--test-dice", "13", "--test-seed", "1", "--no-animations"];
    let contrast = [("ADW_DEBUG_HIGH_CONTRAST", "1")];
    for (name, environment) in [("three-felt", &contrast[..0]), ("three-contrast", &contrast[..])] {
        let Some(desk) = Desk::start_with(name, &arguments, environment) else { return };
        begin(&desk);
        desk.keys(&["ctrl+3"]);
        shown(&desk);
        compare(&desk, name);
        carry(&desk, "8", "5");
        desk.wait("the legal targets", |s| s["board"]["marks"] == json!([7, 5, 4]));
        compare(&desk, &format!("{name}-carrying"));
        desk.xdotool(&["mouseup", "1"]);
        turn(&desk, "8/5");
    }
}
