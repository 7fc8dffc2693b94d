// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether the window answers at once, fits everywhere, and can be read and used by everybody.

use super::harness::{Desk, place};
use super::{begin, reader, turn};
use serde_json::Value;
use std::time::Instant;

/// Two computers at the level "world class": a 2-ply search for every decision, on every core.
const COMPUTERS: &str = "version = 1\n[automatic]\ngame = true\n[player.0]\nseat = \"gnubg\"\n\
                         [player.1]\nseat = \"gnubg\"\n[window]\ndelay = 0\n";

/// The late beats between two moments, in milliseconds: how late, and how much of that the main loop worked.
fn late(before: &Value, after: &Value) -> Vec<[f64; 2]> {
    let start = before["pulse"]["now"].as_f64().expect("a moment");
    let beats = after["pulse"]["late"].as_array().expect("a list");
    let read = |beat: &Value| Some([beat[0].as_f64()?, beat[1].as_f64()?, beat[2].as_f64()?]);
    beats.iter().filter_map(read).filter(|beat| beat[0] > start).map(|[_, late, work]| [late, work]).collect()
}

#[test]
fn the_window_answers_while_the_engine_works() {
    let arguments = ["--test-seed", "5", "--pulse", "--no-animations"];
    // Pictures are composed by the processor; its library for OpenGL would take the cores from the engine.
    let environment = [("GSK_RENDERER", "cairo")];
    let Some(desk) = Desk::start_set("pulse", &arguments, &environment, COMPUTERS) else { return };
    desk.keys(&["ctrl+n"]);
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    desk.keys(&["Return"]);
    let opening = desk.wait("thinking", |s| s["thinking"] == true)["match"]["position_id"].clone();
    // The dialog is gone and its match goes on.
    let before = desk.wait("the first play", |s| s["match"]["position_id"] != opening);
    let positions = std::cell::RefCell::new(std::collections::HashSet::new());
    let after = desk.wait("thirty positions", |s| {
        if let Some(id) = s["match"]["position_id"].as_str() {
            positions.borrow_mut().insert(id.to_owned());
        }
        positions.borrow().len() >= 30 || s["game"].as_u64() > Some(2)
    });
    report("two computers at 2-ply", &before, &after);
    desk.keys(&["Escape"]);
    // The whole match so far is analyzed at 2-ply, panels open.
    desk.keys(&["ctrl+2"]);
    desk.wait("the panels", |s| s["panels"]["revealed"] == true);
    let before = desk.state();
    desk.keys(&["shift+F5"]);
    desk.wait("an analysis", |s| s["analysis"]["running"] == 1);
    let after = desk.wait("its end", |s| s["analysis"]["running"] == 0);
    report("the analysis of a match", &before, &after);
    assert_eq!(desk.complaints(), "");
}

/// Says how late the beats between two moments were, and fails if the main loop itself made one late.
fn report(what: &str, before: &Value, after: &Value) {
    let late = late(before, after);
    let beats = |state: &Value| state["pulse"]["beats"].as_u64().unwrap_or(0);
    let most = late.iter().map(|[_, work]| *work).fold(0.0, f64::max);
    let n = late.iter().filter(|[_, work]| *work > 16.0).count();
    println!(
        "{what}: {} beats, {n} with more than 16 ms of work, the longest {most} ms",
        beats(after) - beats(before)
    );
    // This build may not be optimized.
    let allowed = if cfg!(debug_assertions) { 100.0 } else { 16.0 };
    assert!(most <= allowed, "{what}: late by, of it work: {late:?}");
}

#[test]
fn the_board_is_there_soon() {
    let start = Instant::now();
    let Some(desk) = Desk::start("soon", &["--pulse"]) else { return };
    let state = desk.wait("a painted board", |s| s["board"]["painted"] == true);
    println!(
        "painted {} ms after the window was made, {:?} with display and bus",
        state["pulse"]["now"],
        start.elapsed()
    );
}

/// Whether everything the window shows lies within it.
pub(crate) fn fits(desk: &Desk) {
    let state = desk.state();
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
    let Some(desk) = Desk::start_set("small", &["--test-dice", "13", "--no-animations"], &[], settings)
    else {
        return;
    };
    begin(&desk);
    let state = desk.state();
    assert!(
        state["window"]["width"].as_f64() <= Some(800.0) && state["window"]["height"].as_f64() <= Some(600.0)
    );
    fits(&desk);
    desk.screenshot("800x600");
    desk.click(desk.checker(8), 1);
    turn(&desk, "8/5");
    desk.drag(desk.checker(6), place(5, 1));
    turn(&desk, "8/5 6/5");
}

#[test]
fn large_screens_are_filled() {
    let settings = "version = 1\n[player.0]\nseat = \"human\"\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
                    [window.place.main]\nwidth = 3840\nheight = 2160\n";
    let arguments = ["--test-dice", "13", "--no-animations"];
    let environment = [("GSK_RENDERER", "cairo")];
    let Some(desk) = Desk::start_set("large", &arguments, &environment, settings) else { return };
    begin(&desk);
    fits(&desk);
    let state = desk.state();
    assert!(state["board"]["scale"].as_f64() > Some(20.0), "{}", state["board"]);
    desk.screenshot("3840x2160");
    desk.click(desk.checker(8), 1);
    turn(&desk, "8/5");
}

#[test]
fn text_may_be_twice_as_large() {
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n[match.name]\n0 = \"Light\"\n\
                    1 = \"Dark\"\n[window]\ntext-scale = 200\n";
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desk) = Desk::start_set("large-text", &arguments, &[], settings) else { return };
    begin(&desk);
    fits(&desk);
    desk.screenshot("200");
    desk.keys(&["ctrl+comma"]);
    desk.wait("the preferences", |s| s["preferences"]["page"] == "players");
    desk.screenshot("200-preferences");
    desk.keys(&["Escape"]);
    assert_eq!(desk.complaints(), "");
}

#[test]
fn s46_every_control_has_a_name() {
    let Some(desk) = Desk::start("names", &["--test-dice", "13", "--no-animations"]) else { return };
    begin(&desk);
    reader::check_names(&desk, "the main window");
    desk.keys(&["ctrl+comma"]);
    desk.wait("the preferences", |s| s["preferences"]["page"] == "players");
    for page in super::preferences::PAGES {
        super::preferences::show(&desk, page);
        reader::check_names(&desk, page);
    }
}

#[test]
fn the_keyboard_reaches_everything() {
    let Some(desk) = Desk::start("tabs", &["--test-dice", "13", "--no-animations"]) else { return };
    begin(&desk);
    // Round the window and back to the board.
    let mut seen = Vec::new();
    for _ in 0..40 {
        let before = desk.state()["window"]["focused_at"].clone();
        desk.keys(&["Tab"]);
        let state = desk.wait("another place", |s| s["window"]["focused_at"] != before);
        let name = state["window"]["focused"].as_str().unwrap_or_default().to_owned();
        if seen.contains(&name) && seen.len() > 3 && seen[0] == name {
            break;
        }
        seen.push(name);
    }
    println!("{seen:?}");
    for wanted in ["new_button", "edit_button", "menu_button", "resign_button", "id_entry"] {
        assert!(seen.iter().any(|name| name == wanted), "the keyboard does not reach {wanted}: {seen:?}");
    }
}
