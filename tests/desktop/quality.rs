// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether the window answers at once, fits everywhere, and can be read and used by everybody.

use super::harness::{Desk, place};
use super::{begin, reader, turn};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Two computers at the level "world class": a 2-ply search for every decision, on every core.
const COMPUTERS: &str = "version = 1\n[automatic]\ngame = true\n[player.0]\nseat = \"gnubg\"\n\
                         [player.1]\nseat = \"gnubg\"\n[window]\ndelay = 0\n";

/// The late beats between two moments, in milliseconds: how late, how much of that the main loop worked, and how much
/// it waited for a processor.
fn late(before: &Value, after: &Value) -> Vec<[f64; 3]> {
    let start = before["pulse"]["now"].as_f64().expect("a moment");
    let beats = after["pulse"]["late"].as_array().expect("a list");
    let read = |beat: &Value| serde_json::from_value::<[f64; 4]>(beat.clone()).ok();
    let beats = beats.iter().filter_map(read).filter(|beat| beat[0] > start);
    beats.map(|[_, late, work, wait]| [late, work, wait]).collect()
}

/// Time all processors have worked so far, and the time of it that went to these processes, in ticks of the system.
fn ticks(desk: &Desk) -> [f64; 2] {
    let text = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let words = text.lines().next().unwrap_or_default().split_whitespace().skip(1);
    let numbers: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
    // Of user, nice, system, idle, iowait, irq, softirq and steal the idle ones are left out.
    let all = numbers.iter().take(8).sum::<f64>() - numbers.iter().skip(3).take(2).sum::<f64>();
    let own = desk.processes().map(|process| {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // The name, in brackets, may hold spaces; user and system time are the 12th and 13th words after it.
        let words = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
        words.filter_map(|word| word.parse::<f64>().ok()).sum::<f64>()
    });
    [all, own.sum()]
}

/// The share of the processors' work between two moments that other programs did: 0 on a quiet machine.
fn others(before: [f64; 2], after: [f64; 2]) -> f64 {
    let [all, own] = [after[0] - before[0], after[1] - before[1]];
    if all <= 0.0 { 0.0 } else { ((all - own) / all).clamp(0.0, 1.0) }
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
    let used = ticks(&desk);
    let positions = std::cell::RefCell::new(std::collections::HashSet::new());
    let after = desk.wait("thirty positions", |s| {
        if let Some(id) = s["match"]["position_id"].as_str() {
            positions.borrow_mut().insert(id.to_owned());
        }
        positions.borrow().len() >= 30 || s["game"].as_u64() > Some(2)
    });
    report("two computers at 2-ply", &before, &after, others(used, ticks(&desk)));
    desk.keys(&["Escape"]);
    // The whole match so far is analyzed at 2-ply, panels open.
    desk.keys(&["ctrl+2"]);
    desk.wait("the panels", |s| s["panels"]["revealed"] == true);
    desk.keys(&["shift+F5"]);
    desk.wait("an analysis", |s| s["analysis"]["running"] == 1);
    desk.wait("its end", |s| s["analysis"]["running"] == 0);
    assert_eq!(desk.complaints(), "");
}

/// How many times longer than on an idle machine things may take here: builds that are not optimized, and processors
/// that are busy with other work.
pub(crate) fn slowness() -> f64 {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: f64 = load.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
    let n = std::thread::available_parallelism().map_or(1.0, |n| n.get() as f64);
    let build = if cfg!(debug_assertions) { 2.0 } else { 1.0 };
    build * (load / n).max(1.0)
}

/// Whether the program was built with optimization, as it is unless a build asks for the contrary.
fn is_optimized() -> bool {
    !matches!(env!("GNUBG_OPT_LEVEL"), "0" | "1")
}

/// The share of the processors' work that other programs may do on a machine that counts as quiet.
const QUIET: f64 = 0.1;

/// The most work of the main loop between two beats, in milliseconds: a frame. The same work takes longer where others
/// use the same processors and their caches. Telling the state to this test does not count.
fn allowed(others: f64) -> f64 {
    let slack = if others > QUIET { 1.0 + 2.0 * others } else { 1.0 };
    16.0 * slack
}

/// Whether a third of the decisions is analyzed.
fn is_third_done(analysis: &Value) -> bool {
    let count = |key: &str| analysis[key].as_u64().unwrap_or(0);
    count("total") > 0 && 3 * count("done") >= count("total")
}

/// Scenario 38: while every decision of a match is analyzed at 2-ply, panels and statistics open, nothing that the
/// program does at once is longer than a frame; and the analysis stops at once, what was found stays.
#[test]
fn s38_frames_go_on_and_the_analysis_stops_at_once() {
    let Some(path) = super::files::sample("mat/gnubg-s06.mat") else { return };
    let path = path.to_string_lossy().into_owned();
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
                    [analysis.checker.evaluation]\nplies = 2\n[analysis.cube.evaluation]\nplies = 2\n";
    let arguments = ["--pulse", "--no-animations", &path];
    let environment = [("GSK_RENDERER", "cairo")];
    let Some(desk) = Desk::start_set("frames", &arguments, &environment, settings) else { return };
    desk.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    desk.keys(&["ctrl+i"]);
    desk.wait("the statistics", |s| s["tools"]["statistics"]["rows"].is_array());
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Statistics", "windowmove", "1000", "0"]);
    desk.focus_main();
    // A window that comes is not what is measured: there is calm, and a state that was told after it.
    let shown = desk.state()["match"]["position_id"].clone();
    desk.glimpse(Duration::from_millis(600), |_| false);
    desk.keys(&["Page_Down"]);
    let before = desk.wait("a step", |s| s["match"]["position_id"] != shown);
    let used = ticks(&desk);
    desk.keys(&["shift+F5"]);
    desk.wait("an analysis", |s| s["analysis"]["running"] == 1);
    // Somebody goes through the match meanwhile.
    let mut n_steps = 0;
    let enough = |s: &Value| is_third_done(&s["analysis"]) || s["analysis"]["running"] == 0;
    let after = loop {
        desk.keys(&["Page_Down"]);
        n_steps += 1;
        if let Some(state) = desk.glimpse(Duration::from_millis(300), enough) {
            break state;
        }
        assert!(n_steps < 2000, "the analysis does not go on");
    };
    let others = others(used, ticks(&desk));
    let parts = &after["pulse"]["parts"];
    println!("the most work of each part at once, in ms: {parts}");
    println!("other programs did {:.0} % of what the processors worked", 100.0 * others);
    report(&format!("the analysis of a match, {n_steps} steps through it"), &before, &after, others);
    let [late, work, wait] = [0, 1, 2].map(|n| after["pulse"]["most"][n].as_f64().unwrap_or(0.0));
    let at = &after["pulse"]["most_work_at"];
    println!(
        "the latest beat {late} ms, the most work {work} ms (after {at} ms), the longest wait {wait} ms"
    );
    let frames = &after["pulse"]["frames"];
    println!(
        "{} frames, the longest time between two {} ms, the most work {} ms",
        frames["n"], frames["longest"], frames["work"]
    );
    assert!(frames["n"].as_u64() > Some(30), "{frames}");
    // It stops at once: two thirds of it are still to come.
    assert_eq!(after["analysis"]["running"], 1, "the analysis ended before its third");
    let [x, y] = [0, 1].map(|n| after["analysis"]["stop"][n].as_f64().expect("a button").round().to_string());
    desk.xdotool(&["mousemove", &x, &y]);
    // A whole click of the tool takes a tenth of a second by itself; a button acts when it is let go.
    desk.xdotool(&["mousedown", "1"]);
    let start = Instant::now();
    desk.xdotool(&["mouseup", "1"]);
    let state = desk.wait("its end", |s| s["analysis"]["running"] == 0);
    let taken = start.elapsed();
    println!("stopped {taken:?} after the button was let go");
    assert!(taken.as_secs_f64() < 0.1 * slowness(), "{taken:?}");
    assert!(state["unsaved"] == true, "what was found is kept");
    desk.wait("a notice", |s| s["window"]["message"] == "The analysis was stopped; what was found is kept");
    assert_eq!(desk.complaints(), "");
}

/// Scenario 36: a hint says something at once, and more later; what comes later takes no keyboard away.
#[test]
fn s36_a_hint_comes_in_stages() {
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
                    [evaluation]\nfilters = \"huge\"\n[evaluation.checker.evaluation]\nplies = 3\n";
    // Three plays of this roll are close, so that they are looked at as deep as can be.
    let arguments = ["--test-dice", "46", "--test-seed", "2", "--no-animations"];
    let Some(desk) = Desk::start_set("stages", &arguments, &[], settings) else { return };
    begin(&desk);
    let start = Instant::now();
    desk.keys(&["ctrl+h"]);
    let kind = |s: &Value| s["hint"]["rows"][0][1].as_str().unwrap_or_default().to_owned();
    let state = desk.wait("a first hint", |s| !kind(s).is_empty());
    println!("{} after {:?} with the window", kind(&state), start.elapsed());
    let first = state["hint"]["first_ms"].as_f64().expect("a time");
    println!("something was shown {first:.1} ms after it was asked for");
    assert!(first < 50.0 * slowness(), "{first} ms");
    assert_eq!(state["hint"]["final"], false, "{}", kind(&state));
    desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", "^Hint$", "windowmove", "1000", "0"]);
    desk.focus_main();
    let state = desk.wait("a deeper hint", |s| s["hint"]["final"] == true);
    assert!(kind(&state).contains("3-ply"), "{}", kind(&state));
    desk.keys(&["w"]);
    desk.wait("swapped dice", |s| s["board"]["dice"]["faces"] == serde_json::json!([4, 6]));
    reader::hears(&desk, state["hint"]["rows"][0][10].as_str().unwrap_or_default());
    desk.screenshot("36-final");
    assert_eq!(desk.complaints(), "");
}

/// Says how late the beats between two moments were, and fails if the main loop itself made more than one in a hundred
/// late: the system's own work, of which there is always some, falls on somebody.
fn report(what: &str, before: &Value, after: &Value, others: f64) {
    let late = late(before, after);
    let beats = |state: &Value| state["pulse"]["beats"].as_u64().unwrap_or(0) as usize;
    let n = beats(after) - beats(before);
    let most = late.iter().map(|[_, work, _]| *work).fold(0.0, f64::max);
    let over = |limit: f64| late.iter().filter(|[_, work, _]| *work > limit).count();
    println!("{what}: {n} beats, {} with more than 16 ms of work, the longest {most} ms", over(16.0));
    println!("the most work between two beats: {}", after["pulse"]["worst"]);
    let allowed = if is_optimized() { allowed(others) } else { 100.0 };
    assert!(over(allowed) <= n.div_ceil(100), "{what}: late by, of it work, of it waiting: {late:?}");
    assert!(most <= 5.0 * allowed, "{what}: late by, of it work, of it waiting: {late:?}");
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
    // The clock counts display, bus and other programs as well; this is the program alone.
    let [processor, _] = desk.processor_ms();
    println!("{processor} ms of processor time in the program");
    assert!(processor < 1000.0 * slowness(), "{processor} ms");
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
        // On the way from one part to the next nothing has the focus.
        let state = desk
            .wait("another place", |s| s["window"]["focused_at"] != before && s["window"]["focused"] != "");
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
