// SPDX-License-Identifier: GPL-3.0-or-later
//! The board in three dimensions as a person uses it, and the program where there is no OpenGL.

use crate::harness::{State, TestDesktop, WITH_DATABASES, WITH_OPENGL};
use crate::screen::Picture;
use crate::{begin, turn};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Long enough for what is about to be shown anyway.
const SOON: Duration = Duration::from_millis(400);

/// A desktop on which a match to seven points has begun, in three dimensions.
pub(crate) fn playing(name: &'static str, dice: &str, more: &[&str]) -> Option<TestDesktop> {
    let mut arguments = vec!["--test-dice", dice, "--test-seed", "1", WITH_OPENGL];
    arguments.extend(more);
    let desktop = TestDesktop::start(name, &arguments)?;
    begin(&desktop);
    desktop.keys(&["ctrl+3"]);
    shown(&desktop);
    Some(desktop)
}

/// Waits for a picture in three dimensions.
pub(crate) fn shown(desktop: &TestDesktop) -> State {
    desktop.wait("a picture in three dimensions", |s| {
        s["board"]["three"]["frames"].as_u64() > Some(0) && s["board"]["painted"] == true
    })
}

/// The screen pixel of a part of the board.
pub(crate) fn hand(desktop: &TestDesktop, part: &str) -> [String; 2] {
    let state = desktop.state();
    let at = &state["board"]["three"]["handles"][part];
    let factor = state["window"]["scale_factor"].as_f64().unwrap_or(1.0);
    [0, 1].map(|n| {
        let place = at[n].as_f64().unwrap_or_else(|| panic!("{part} is not on the board: {state}"));
        (place * factor).round().to_string()
    })
}

pub(crate) fn click(desktop: &TestDesktop, part: &str, button: u8) {
    let [x, y] = hand(desktop, part);
    desktop.xdotool(&["mousemove", &x, &y, "click", &button.to_string()]);
}

/// Presses the left button on one part, moves to another and stays there until the checker has come there.
fn carry(desktop: &TestDesktop, from: &str, to: &str) {
    let ([x, y], [u, v]) = (hand(desktop, from), hand(desktop, to));
    let middle = |a: &str, b: &str| {
        let number = |text: &str| text.parse::<f64>().expect("a pixel");
        ((number(a) + number(b)) / 2.0).round().to_string()
    };
    let (p, q) = (middle(&x, &u), middle(&y, &v));
    desktop.xdotool(&["mousemove", &x, &y, "mousedown", "1", "mousemove", &p, &q]);
    // What hangs on a hand is not where it was before the last motion.
    let before = desktop.glimpse(SOON, |s| s["board"]["loose"] != json!([]));
    desktop.xdotool(&["mousemove", &u, &v]);
    if let Some(before) = before {
        desktop.wait("the checker at the pointer", |s| {
            s["board"]["loose"] != before["board"]["loose"] && s["board"]["painted"] == true
        });
    }
}

pub(crate) fn drag(desktop: &TestDesktop, from: &str, to: &str) {
    carry(desktop, from, to);
    desktop.xdotool(&["mouseup", "1"]);
}

#[test]
fn s41_a_game_in_three_dimensions_by_pointer() {
    let Some(desktop) = playing("three", "13 21 42 31", &["--no-animations"]) else { return };
    carry(&desktop, "8", "5");
    desktop.wait("the legal targets", |s| s["board"]["marks"] == json!([7, 5, 4]));
    desktop.screenshot("41-carrying");
    desktop.xdotool(&["mouseup", "1"]);
    turn(&desktop, "8/5");
    click(&desktop, "6", 3);
    turn(&desktop, "8/5 6/5");
    desktop.screenshot("41-played");
    // Dragging back takes a step back; the turn outlives going to two dimensions and back.
    drag(&desktop, "5", "6");
    turn(&desktop, "8/5");
    desktop.keys(&["ctrl+3"]);
    desktop.wait("two dimensions", |s| s["board"]["three"].is_null() && s["board"]["painted"] == true);
    assert_eq!(desktop.state()["controller"]["turn"]["play"], "8/5");
    desktop.keys(&["ctrl+3"]);
    shown(&desktop);
    drag(&desktop, "6", "5");
    turn(&desktop, "8/5 6/5");
    click(&desktop, "Die(0)", 1);
    desktop.wait("the opponent's turn", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 0);
    // Double, take, roll, play, all by pointer.
    click(&desktop, "Cube", 1);
    desktop.wait("the double", |s| s["match"]["phase"] == "answer");
    // It lies in the middle of the board.
    let offered = desktop.wait("the cube in the middle", |s| {
        let (handles, board) = (&s["board"]["three"]["handles"], &s["board"]);
        let number = |value: &Value| value.as_f64().unwrap_or(0.0);
        let points = [number(&handles["12"][0]), number(&handles["1"][0])];
        let middle = (points[0] + points[1]) / 2.0;
        let width = (points[1] - points[0]).abs();
        board["animating"] == false && (number(&handles["Cube"][0]) - middle).abs() < width / 10.0
    });
    assert_eq!(offered["window"]["highlighted"], json!([false, true]), "the one who answers");
    desktop.screenshot("41-offered");
    click(&desktop, "Cube", 1);
    desktop.wait("the take", |s| s["match"]["cube"]["value"] == 2);
    click(&desktop, "RollArea(Left)", 1);
    desktop.wait("dice", |s| s["match"]["phase"] == "play");
    click(&desktop, "17", 1);
    click(&desktop, "19", 1);
    desktop.wait("a play", |s| s["controller"]["turn"]["complete"] == true);
    click(&desktop, "Die(1)", 1);
    desktop.wait("the other turn", |s| s["match"]["on_roll"] == 1 && s["match"]["phase"] == "roll");
    click(&desktop, "Cube", 1);
    desktop.wait("the redouble", |s| s["match"]["phase"] == "answer");
    click(&desktop, "Cube", 3);
    let state = desktop.wait("the end of the game", |s| s["match"]["phase"] == "over");
    assert_eq!(state["match"]["score"], json!([0, 2]));
    let settings = std::fs::read_to_string(desktop.settings()).expect("the settings were written");
    assert!(settings.contains("boardtype=3d"), "{settings}");
    assert_eq!(desktop.complaints(), "");
}

/// Turns and tilts the board by dragging with Alt; both in degrees.
fn walk(desktop: &TestDesktop, turned: f64, tilted: f64) {
    let [x, y] = hand(desktop, "RollArea(Left)").map(|text| text.parse::<f64>().expect("a pixel"));
    let before = desktop.state()["board"]["three"]["handles"]["24"].clone();
    // A fifth of a degree for each pixel, as `orbit` has it; a drag begins after some pixels.
    let far = |from: f64, degrees: f64| (from + degrees * 5.0).round().to_string();
    let (x, y, u, v) = (x.to_string(), y.to_string(), far(x, turned), far(y, -tilted));
    desktop.xdotool(&["keydown", "alt", "mousemove", &x, &y, "mousedown", "1", "mousemove", &u, &v]);
    desktop.wait("another view", |s| {
        s["board"]["three"]["handles"]["24"] != before && s["board"]["painted"] == true
    });
    desktop.xdotool(&["mouseup", "1", "keyup", "alt"]);
}

#[test]
fn s42_everything_is_found_from_three_sides_in_both_directions() {
    let Some(desktop) = playing("three-pick", "13", &["--no-animations"]) else { return };
    for (nth, direction) in ["anticlockwise", "clockwise", "anticlockwise"].into_iter().enumerate() {
        // From the front, then from the left and steeper, then from the right and flatter.
        if let Some((turned, tilted)) = [None, Some((-14.0, 16.0)), Some((26.0, -24.0))][nth] {
            walk(&desktop, turned, tilted);
        }
        // The dice are swapped and swapped back.
        for (die, faces) in [("Die(0)", json!([1, 3])), ("Die(1)", json!([3, 1]))] {
            click(&desktop, die, 3);
            desktop.wait("swapped dice", |s| s["board"]["dice"]["faces"] == faces);
        }
        desktop.keys(&["ctrl+e"]);
        desktop
            .wait("the edit mode", |s| s["controller"]["editing"] == true && s["board"]["painted"] == true);
        click(&desktop, "26", 1);
        desktop.wait("a clear board", |s| s["board"]["stacks"][26] == 15);
        // All points, by turns with checkers of the one and of the other player.
        for slot in 1..=24usize {
            let (button, found) = if slot % 2 == 0 { (1, 1) } else { (3, -1) };
            click(&desktop, &slot.to_string(), button);
            desktop.wait("a checker", |s| s["board"]["stacks"][slot] == found);
        }
        desktop.screenshot(&format!("42-{nth}-{direction}"));
        click(&desktop, "Cube", 1);
        desktop.wait("values of the cube", |s| s["window"]["focus"] == "GtkButton");
        desktop.screenshot(&format!("42-{nth}-cube"));
        desktop.keys(&["Escape"]);
        desktop.wait("the board's focus", |s| s["window"]["focus"] != "GtkButton");
        desktop.keys(&["Escape"]);
        desktop.wait("play again", |s| s["controller"]["editing"] == false);
        desktop.keys(&["ctrl+shift+d"]);
        desktop.wait("the other direction", |s| {
            s["board"]["clockwise"] == (direction == "anticlockwise") && s["board"]["painted"] == true
        });
    }
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s45_little_movement_where_the_desktop_asks_for_it() {
    let arguments = ["--test-dice", "13 64", "--test-seed", "1", WITH_OPENGL];
    let Some(mut desktop) = TestDesktop::start("three-still", &arguments) else { return };
    desktop.kill();
    let folder = desktop.home().join(".config/gtk-4.0");
    std::fs::create_dir_all(&folder).expect("a folder for the toolkit's settings");
    let wish = "[Settings]\ngtk-enable-animations=0\n";
    std::fs::write(folder.join("settings.ini"), wish).expect("the wish is written");
    desktop.launch();
    begin(&desktop);
    desktop.keys(&["ctrl+3"]);
    let frames = |state: &Value| state["board"]["three"]["frames"].as_u64().expect("a number of pictures");
    let before = frames(&shown(&desktop));
    click(&desktop, "8", 1);
    turn(&desktop, "8/5");
    click(&desktop, "6", 1);
    turn(&desktop, "8/5 6/5");
    click(&desktop, "Die(0)", 1);
    desktop.wait("the other turn", |s| s["match"]["phase"] == "roll");
    click(&desktop, "RollArea(Left)", 1);
    let state = desktop.wait("dice at rest", |s| {
        s["board"]["dice"]["faces"] == json!([6, 4]) && s["board"]["painted"] == true
    });
    assert_eq!(state["board"]["animating"], false);
    // A picture for each change and for each place the pointer came to; a roll alone would take more.
    let n = frames(&state) - before;
    assert!(n <= 14, "{n} pictures");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn only_movement_is_painted() {
    let Some(desktop) = playing("three-motion", "13", &[]) else { return };
    let frames = |state: &Value| state["board"]["three"]["frames"].as_u64().expect("a number of pictures");
    let rest = |desktop: &TestDesktop| {
        let quiet = |s: &Value| {
            s["board"]["animating"] == false
                && s["board"]["painted"] == true
                && s["board"]["marks"] == json!([])
        };
        frames(&desktop.wait("rest", quiet))
    };
    let before = rest(&desktop);
    click(&desktop, "8", 1);
    turn(&desktop, "8/5");
    // Away from checkers, whose targets would be shown.
    let [x, y] = hand(&desktop, "RollArea(Left)");
    desktop.xdotool(&["mousemove", &x, &y]);
    // At least the last picture; how many come before it depends on the speed of the machine.
    assert!(rest(&desktop) > before);
    click(&desktop, "Die(0)", 1);
    desktop.wait("a refusal", |s| s["window"]["message"] == "The play is not finished");
    desktop.xdotool(&["mousemove", &x, &y]);
    // The pointer wanders and the focus moves on; the board rests. What happened before may still be shown when the
    // first of this comes, so that only one time out of many has to be quiet.
    let mut n_tries = 0;
    loop {
        let before = rest(&desktop);
        let focus = desktop.state()["window"]["focused_at"].clone();
        desktop.xdotool(&[
            "mousemove",
            &x,
            &y,
            "mousemove_relative",
            "20",
            "10",
            "mousemove_relative",
            "9",
            "9",
        ]);
        desktop.keys(&["Tab"]);
        let state = desktop.wait("another focus", |s| s["window"]["focused_at"] != focus);
        let inside = |s: &Value| s["window"]["focus"] == "BgSpot";
        if frames(&state) == before && !inside(&state) {
            break;
        }
        n_tries += 1;
        assert!(n_tries < 60, "{} pictures while nothing moves: {state}", frames(&state) - before);
    }
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn movement_ends_at_once_when_something_is_done() {
    let Some(desktop) = playing("three-hasty", "13 42 31", &[]) else { return };
    for part in ["8", "6"] {
        click(&desktop, part, 1);
    }
    turn(&desktop, "8/5 6/5");
    click(&desktop, "Die(0)", 1);
    desktop.wait("the other turn", |s| s["match"]["phase"] == "roll" && s["board"]["animating"] == false);
    // While the dice roll a checker is played: they lie still, and it moves.
    click(&desktop, "RollArea(Left)", 1);
    desktop.wait("rolling dice", |s| s["match"]["phase"] == "play" && s["board"]["dice"] != json!(null));
    click(&desktop, "17", 1);
    turn(&desktop, "8/4");
    click(&desktop, "19", 1);
    turn(&desktop, "8/4 6/4");
    click(&desktop, "Die(1)", 1);
    desktop.wait("the third turn", |s| s["match"]["phase"] == "roll" && s["board"]["animating"] == false);
    // While they roll the board changes to two dimensions: nothing is lost.
    click(&desktop, "RollArea(Left)", 1);
    desktop.wait("rolling dice", |s| s["match"]["phase"] == "play");
    desktop.keys(&["ctrl+3"]);
    let state = desktop.wait("two dimensions", |s| {
        s["board"]["three"].is_null() && s["board"]["painted"] == true && s["board"]["animating"] == false
    });
    assert_eq!(state["board"]["dice"]["faces"], json!([3, 1]));
    desktop.keys(&["ctrl+3"]);
    shown(&desktop);
    // With a checker in the hand, too.
    carry(&desktop, "8", "RollArea(Left)");
    desktop.keys(&["ctrl+3"]);
    let state =
        desktop.wait("two dimensions", |s| s["board"]["three"].is_null() && s["board"]["painted"] == true);
    assert_ne!(state["board"]["loose"], json!([]), "the checker is still in the hand");
    desktop.keys(&["ctrl+3"]);
    shown(&desktop);
    let [x, y] = hand(&desktop, "5");
    desktop.xdotool(&["mousemove", &x, &y, "mouseup", "1"]);
    turn(&desktop, "8/5");
    assert_eq!(desktop.complaints(), "");
}

/// Carries out an action of the main window as a desktop would. The program must own its name on the bus, which it does not
/// with options that change its session.
fn activate(desktop: &TestDesktop, action: &str) {
    let done = std::process::Command::new("gdbus")
        .args(["call", "--session", "--dest", "io.github.gnubg.Gnubg"])
        .args(["--object-path", "/io/github/gnubg/Gnubg/window/1"])
        .args(["--method", "org.gtk.Actions.Activate", action, "[]", "{}"])
        .env("DBUS_SESSION_BUS_ADDRESS", desktop.bus())
        .stdout(std::process::Stdio::null())
        .status();
    assert!(done.is_ok_and(|status| status.success()), "{action}");
}

#[test]
fn settings_take_effect_at_once_and_are_saved() {
    let Some(desktop) = playing("three-settings", "13", &["--no-animations", WITH_DATABASES]) else { return };
    let before = desktop.state()["board"]["three"]["handles"]["24"].clone();
    activate(&desktop, "view-3d");
    let window = ["search", "--sync", "--onlyvisible", "--name", "^3D board$"];
    desktop.xdotool(&[&window[..], &["windowmove", "1000", "0", "windowfocus", "--sync"]].concat());
    // The first slider tilts the board; whatever has the keyboard before it does nothing with these keys.
    desktop.keys(&["Tab", "Right", "Right", "Tab", "Right", "Right", "Tab"]);
    desktop.wait("another view", |s| {
        s["board"]["three"]["handles"]["24"] != before && s["board"]["painted"] == true
    });
    desktop.screenshot("settings");
    desktop.keys(&["Escape"]);
    desktop.wait("the settings to be kept", |_| {
        std::fs::read_to_string(desktop.settings())
            .is_ok_and(|settings| settings.contains("boardangle=") && settings.contains("skewfactor="))
    });
    // The turn goes on.
    click(&desktop, "8", 1);
    turn(&desktop, "8/5");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn designs_of_the_original_are_imported() {
    const DESIGN: &str = "<board-designs><board-design><about><title>Meadow</title></about><design>\n\
        board=#2F5F2F;0.2 boardtype=3d boardangle=15 chequers0=#F12525;0.9;1.5;0.2;3\n</design></board-design></board-designs>";
    let Some(desktop) = playing("three-import", "13", &["--no-animations", WITH_DATABASES]) else { return };
    let path = desktop.home().join("boards.xml");
    std::fs::write(&path, DESIGN).unwrap();
    let before = desktop.state()["board"]["three"]["handles"]["24"].clone();
    activate(&desktop, "import-design");
    super::files::choose(&desktop, "Import board designs", &path);
    desktop.wait("the design", |s| s["window"]["toast"] == "The board is now Meadow");
    desktop.wait("its view in three dimensions", |s| {
        let board = &s["board"];
        board["design"] == "imported" && board["painted"] == true && board["three"]["handles"]["24"] != before
    });
    desktop.screenshot("imported");
    activate(&desktop, "board-3d");
    desktop.wait("it in two dimensions", |s| {
        s["board"]["three"].is_null() && s["board"]["design"] == "imported"
    });
    desktop.screenshot("imported-2d");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn a_failing_driver_is_not_used_again() {
    let arguments = ["--test-dice", "13 42", "--test-seed", "1", "--test-lose-gl", "4", WITH_OPENGL];
    let Some(mut desktop) = TestDesktop::start("three-lost", &arguments) else { return };
    begin(&desktop);
    desktop.keys(&["ctrl+3"]);
    desktop.wait("three dimensions or the notice", |s| {
        s["board"]["three"]["frames"].as_u64() > Some(0) || s["window"]["toast"] != ""
    });
    let mut n_presses = 0;
    let quiet = |s: &Value| s["board"]["three"].is_null() && s["board"]["painted"] == true;
    while desktop.glimpse(SOON, quiet).is_none() {
        // The dice are swapped: another picture.
        desktop.keys(&["w"]);
        n_presses += 1;
        assert!(n_presses < 60, "the driver does not fail: {}", desktop.state());
    }
    let state = desktop.wait("the notice", |s| s["window"]["toast"] == "The 3D board is not available here");
    assert!(!state["window"]["enabled"].as_array().expect("a list of actions").contains(&json!("board-3d")));
    // The turn goes on in two dimensions.
    desktop.click(desktop.checker(8), 1);
    desktop.wait("a step", |s| s["controller"]["turn"]["steps"] == 1);
    desktop.screenshot("after");
    desktop.wait("the choice to be kept", |_| {
        std::fs::read_to_string(desktop.settings()).is_ok_and(|settings| settings.contains("boardtype=3d"))
    });
    assert_eq!(desktop.complaints(), "");
    // A driver that works again is used again.
    desktop.kill();
    desktop.without("--test-lose-gl");
    desktop.launch();
    desktop.wait("three dimensions", |s| s["board"]["three"]["frames"].as_u64() > Some(0));
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s43_three_dimensions_at_double_scale() {
    let arguments = ["--test-dice", "13", "--test-seed", "1", "--no-animations", WITH_OPENGL];
    let Some(desktop) = TestDesktop::start_with("three-hidpi", &arguments, &[("GDK_SCALE", "2")]) else {
        return;
    };
    begin(&desktop);
    desktop.keys(&["ctrl+3"]);
    shown(&desktop);
    click(&desktop, "8", 1);
    turn(&desktop, "8/5");
    drag(&desktop, "6", "5");
    turn(&desktop, "8/5 6/5");
    desktop.screenshot("43-double-scale");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn without_opengl_two_dimensions_go_on() {
    let ways = [
        ("no-gl", ("GNUBG_NO_GL", "1"), "OpenGL is switched off"),
        ("gl-disabled", ("GDK_DEBUG", "gl-disable"), "GL support disabled via GDK_DEBUG"),
        ("gl-old", ("MESA_GL_VERSION_OVERRIDE", "2.1"), "Unable to create a GL context"),
    ];
    for (name, environment, reason) in ways {
        let arguments = ["--test-dice", "13", "--no-animations", WITH_OPENGL];
        let Some(desktop) = TestDesktop::start_with(name, &arguments, &[environment]) else { return };
        begin(&desktop);
        desktop.keys(&["ctrl+3"]);
        let state =
            desktop.wait("the notice", |s| s["window"]["toast"] == "The 3D board is not available here");
        assert!(state["board"]["three"].is_null());
        let enabled = state["window"]["enabled"].as_array().expect("a list of actions").clone();
        assert!(!enabled.contains(&json!("board-3d")));
        // The button says why, to those who point at it and to those who listen.
        crate::reader::hears_start(&desktop, "The 3D board is not available: ");
        crate::reader::reads_tooltip(&desktop, &format!("The 3D board is not available: {reason}"));
        desktop.screenshot("tooltip");
        desktop.click(desktop.checker(8), 1);
        turn(&desktop, "8/5");
        desktop.screenshot("fallback");
        // The switch's key does nothing more, and nothing breaks.
        desktop.keys(&["ctrl+3", "Escape"]);
        turn(&desktop, "");
        assert!(desktop.state()["board"]["three"].is_null());
        assert_eq!(desktop.complaints(), "");
    }
}

/// The board's part of the screen, reduced to 54 × 41 pixels of three bytes, each the average of what it covers.
fn reduced(desktop: &TestDesktop, what: &str) -> Vec<u8> {
    let picture = desktop.screenshot(what);
    let state = desktop.state();
    let number = |key: &str| state["board"][key].as_f64().expect("the board has a place");
    let (left, top, unit) = (number("x").round(), number("y").round(), 2.0 * number("scale"));
    let edge = |origin: f64, n: i32| (origin + f64::from(n) * unit).round() as i32;
    let cells = (0..41).flat_map(|y| (0..54).map(move |x| (x, y)));
    let average = |(x, y)| {
        let (across, along) = (edge(left, x)..edge(left, x + 1), edge(top, y)..edge(top, y + 1));
        let (mut sum, mut n) = ([0; 3], 0);
        for color in picture.colors(across, along) {
            n += 1;
            for (sum, part) in sum.iter_mut().zip(color) {
                *sum += u32::from(part);
            }
        }
        assert!(n > 0, "the board is on the screen");
        sum.map(|part| (part / n) as u8)
    };
    cells.flat_map(average).collect()
}

/// Compares a reduced picture with the one kept until they are alike; `GNUBG_KEEP_PICTURES=1` keeps the new one instead.
#[track_caller]
fn compare(desktop: &TestDesktop, what: &str) {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/desktop/pictures/{what}.rgb"));
    if std::env::var_os("GNUBG_KEEP_PICTURES").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for pictures");
        return std::fs::write(path, reduced(desktop, what)).expect("the picture is kept");
    }
    let kept = std::fs::read(&path).expect("a kept picture");
    let start = Instant::now();
    loop {
        let found = reduced(desktop, what);
        let differences: Vec<u8> = found.iter().zip(&kept).map(|(a, b)| a.abs_diff(*b)).collect();
        let mean = differences.iter().map(|&d| f64::from(d)).sum::<f64>() / differences.len() as f64;
        let n_far = differences.iter().filter(|&&d| d > 40).count();
        if mean < 4.0 && n_far < differences.len() / 100 {
            return;
        }
        // The display shows a picture some time after the program has painted it.
        assert!(start.elapsed() < Duration::from_secs(20), "{what}: {mean:.2} on average, {n_far} far off");
    }
}

/// The average color of a few pixels.
fn color_at(picture: &Picture, [x, y]: [i32; 2]) -> [f64; 3] {
    let (mut sum, mut n) = ([0.0; 3], 0.0);
    for color in picture.colors(x - 2..x + 3, y - 2..y + 3) {
        n += 1.0;
        for (sum, part) in sum.iter_mut().zip(color) {
            *sum += f64::from(part);
        }
    }
    sum.map(|sum| sum / n)
}

/// Dark checkers keep their color wherever they lie.
#[test]
fn dark_checkers_keep_their_color_at_the_rear() {
    let Some(desktop) = playing("three-colors", "13", &["--no-animations"]) else { return };
    let at = |part: &str| hand(&desktop, part).map(|n| n.parse::<i32>().expect("a pixel"));
    // The display shows a picture some time after the program has painted it.
    std::thread::sleep(SOON);
    let picture = desktop.screenshot("three-colors");
    let top = |part: &str| color_at(&picture, at(part));
    // The dark checkers at the front, and those at the rear left and right.
    let front = top("6");
    for rear in ["13", "24", "8"] {
        let found = top(rear);
        let far = front.iter().zip(found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(far < 22.0, "point {rear}: {found:.0?}, at the front {front:.0?}");
        assert!(found[2] > found[0] + 15.0, "point {rear} is blue: {found:.0?}");
    }
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn fixed_scenes_look_as_they_did() {
    let arguments = ["--test-dice", "13", "--test-seed", "1", "--no-animations", WITH_OPENGL];
    let contrast = [("ADW_DEBUG_HIGH_CONTRAST", "1")];
    for (name, environment) in [("three-felt", &contrast[..0]), ("three-contrast", &contrast[..])] {
        let Some(desktop) = TestDesktop::start_with(name, &arguments, environment) else { return };
        begin(&desktop);
        desktop.keys(&["ctrl+3"]);
        shown(&desktop);
        compare(&desktop, name);
        carry(&desktop, "8", "5");
        desktop.wait("the legal targets", |s| s["board"]["marks"] == json!([7, 5, 4]));
        compare(&desktop, &format!("{name}-carrying"));
        desktop.xdotool(&["mouseup", "1"]);
        turn(&desktop, "8/5");
    }
}
