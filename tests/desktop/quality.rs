// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether the window is there soon, fits everywhere, and can be read and used by everybody.

use super::harness::{TestDesktop, place, take_machine};
use super::{begin, reader, turn};
use serde_json::Value;
use std::time::Instant;

/// How many times longer than on an idle machine things may take here: builds that are not optimized, and processors
/// that are busy with other work.
pub(crate) fn slowness() -> f64 {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: f64 = load.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
    let n = std::thread::available_parallelism().map_or(1.0, |n| n.get() as f64);
    let build = if cfg!(debug_assertions) { 2.0 } else { 1.0 };
    build * (load / n).max(1.0)
}

/// Whether the window was built with optimization, as it is unless a build asks for the contrary.
pub(crate) fn is_optimized() -> bool {
    gnubg_gtk::OPT_LEVEL != "0"
}

/// Scenario 36: a hint says something at once, and more later; what comes later takes no keyboard away.
#[test]
fn s36_a_hint_comes_in_stages() {
    take_machine();
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
                    [evaluation]\nfilters = \"huge\"\n[evaluation.checker.evaluation]\nplies = 3\n";
    // Three plays of this roll are close, so that they are looked at as deep as can be.
    let arguments = ["--test-dice", "46", "--test-seed", "2", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("stages", &arguments, &[], settings) else { return };
    begin(&desktop);
    let start = Instant::now();
    desktop.keys(&["ctrl+h"]);
    let kind = |s: &Value| s["hint"]["rows"][0]["kind"].as_str().unwrap_or_default().to_owned();
    let state = desktop.wait("a first hint", |s| !kind(s).is_empty());
    println!("{} after {:?} with the window", kind(&state), start.elapsed());
    assert_eq!(state["hint"]["final"], false, "{}", kind(&state));
    let state = desktop.wait("a deeper hint", |s| s["hint"]["final"] == true);
    assert!(kind(&state).contains("3-ply"), "{}", kind(&state));
    desktop.keys(&["w"]);
    desktop.wait("swapped dice", |s| s["board"]["dice"]["faces"] == serde_json::json!([4, 6]));
    reader::hears(&desktop, state["hint"]["rows"][0]["play"].as_str().unwrap_or_default());
    desktop.screenshot("36-final");
    assert_eq!(desktop.complaints(), "");
}

/// Says how late the beats between two moments were, and fails if the main loop itself made more than one in a hundred
/// late: the system's own work, of which there is always some, falls on somebody.
#[test]
fn the_board_is_there_soon() {
    take_machine();
    let start = Instant::now();
    let Some(desktop) = TestDesktop::start("soon", &["--pulse"]) else { return };
    let state = desktop.wait("a painted board", |s| s["board"]["painted"] == true);
    println!(
        "painted {} ms after the window was made, {:?} with display and bus",
        state["pulse"]["now"],
        start.elapsed()
    );
    // The clock counts display, bus and other programs as well; this is the program alone.
    let [processor, _] = desktop.processor_ms();
    println!("{processor} ms of processor time in the program");
    assert!(processor < 1000.0 * slowness(), "{processor} ms");
}

/// Whether everything the window shows lies within it.
pub(crate) fn fits(desktop: &TestDesktop) {
    let state = desktop.state();
    let (width, height) = (state["window"]["width"].as_f64(), state["window"]["height"].as_f64());
    let board = &state["board"];
    let number = |key: &str| board[key].as_f64().expect("a number");
    assert!(number("x") + 108.0 * number("scale") <= width.expect("a width") + 0.5, "{board}");
    assert!(number("y") + 82.0 * number("scale") <= height.expect("a height") + 0.5, "{board}");
}

#[test]
fn small_screens_are_enough() {
    let settings = "version = 1\n[player.0]\nseat = \"human\"\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
                    [window.place.main]\nwidth = 800\nheight = 600\n";
    let Some(desktop) =
        TestDesktop::start_set("small", &["--test-dice", "13", "--no-animations"], &[], settings)
    else {
        return;
    };
    begin(&desktop);
    let state = desktop.state();
    assert!(
        state["window"]["width"].as_f64() <= Some(800.0) && state["window"]["height"].as_f64() <= Some(600.0)
    );
    fits(&desktop);
    desktop.screenshot("800x600");
    desktop.click(desktop.checker(8), 1);
    turn(&desktop, "8/5");
    desktop.drag(desktop.checker(6), place(5, 1));
    turn(&desktop, "8/5 6/5");
}

#[test]
fn large_screens_are_filled() {
    let settings = "version = 1\n[player.0]\nseat = \"human\"\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
                    [window.place.main]\nwidth = 3840\nheight = 2160\n";
    let arguments = ["--test-dice", "13", "--no-animations"];
    let environment = [("GSK_RENDERER", "cairo")];
    let Some(desktop) = TestDesktop::start_set("large", &arguments, &environment, settings) else { return };
    begin(&desktop);
    fits(&desktop);
    let state = desktop.state();
    assert!(state["board"]["scale"].as_f64() > Some(20.0), "{}", state["board"]);
    desktop.screenshot("3840x2160");
    desktop.click(desktop.checker(8), 1);
    turn(&desktop, "8/5");
}

#[test]
fn text_may_be_twice_as_large() {
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n[match.name]\n0 = \"Light\"\n\
                    1 = \"Dark\"\n[window]\ntext-scale = 200\n";
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("large-text", &arguments, &[], settings) else { return };
    begin(&desktop);
    fits(&desktop);
    desktop.screenshot("200");
    desktop.keys(&["ctrl+comma"]);
    desktop.wait("the preferences", |s| s["preferences"]["page"] == "players");
    desktop.screenshot("200-preferences");
    desktop.keys(&["Escape"]);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s46_every_control_has_a_name() {
    let Some(desktop) = TestDesktop::start("names", &["--test-dice", "13", "--no-animations"]) else {
        return;
    };
    begin(&desktop);
    reader::check_names(&desktop, "the main window");
    desktop.keys(&["ctrl+comma"]);
    desktop.wait("the preferences", |s| s["preferences"]["page"] == "players");
    for page in super::preferences::PAGES {
        super::preferences::show(&desktop, page);
        reader::check_names(&desktop, page);
    }
}

#[test]
fn the_keyboard_reaches_everything() {
    let Some(desktop) = TestDesktop::start("tabs", &["--test-dice", "13", "--no-animations"]) else { return };
    begin(&desktop);
    // Round the window and back to the board.
    let mut seen = Vec::new();
    for _ in 0..40 {
        let before = desktop.state()["window"]["focused_at"].clone();
        desktop.keys(&["Tab"]);
        // On the way from one part to the next nothing has the focus.
        let state = desktop
            .wait("another place", |s| s["window"]["focused_at"] != before && s["window"]["focused"] != "");
        let name = state["window"]["focused"].as_str().unwrap_or_default().to_owned();
        if seen.contains(&name) && seen.len() > 3 && seen[0] == name {
            break;
        }
        seen.push(name);
    }
    println!("{seen:?}");
    for wanted in ["new_button", "edit_button", "menu_button", "resign_button", "id_button"] {
        assert!(seen.iter().any(|name| name == wanted), "the keyboard does not reach {wanted}: {seen:?}");
    }
}
