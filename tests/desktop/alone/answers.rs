// SPDX-License-Identifier: GPL-3.0-or-later
//! How soon the window answers: the first picture, hints, plays, rollouts, pictures of every scale.

use crate::harness::{TestDesktop, WITH_OPENGL, take_machine};
use crate::tools::{close, desktop, dismiss, games, open, press, press_at, screenshot_small};
use crate::{begin, playing, quality, reader, three, turn};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Says how late the beats between two moments were, and fails if the main loop itself made more than one in a hundred
/// late: the system's own work, of which there is always some, falls on somebody.
#[test]
#[ignore = "measures: `./x bench window`"]
fn the_board_is_there_soon() {
    take_machine();
    let start = Instant::now();
    let Some(desktop) = TestDesktop::start("soon", &["--pulse", WITH_OPENGL]) else { return };
    let state = desktop.wait("a painted board", |s| s["board"]["painted"] == true);
    println!(
        "painted {} ms after the window was made, {:?} with display and bus",
        state["pulse"]["now"],
        start.elapsed()
    );
    // The clock counts display, bus and other programs as well; this is the program alone.
    let [processor, _] = desktop.processor_ms();
    println!("{processor} ms of processor time in the program");
    assert!(processor < 1000.0 * quality::slowness(), "{processor} ms");
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

#[test]
fn s45_no_movement_when_animations_are_off() {
    take_machine();
    let Some(desktop) = playing("still", "13") else { return };
    let before = desktop.wait("a painted board", |s| s["board"]["painted"] == true);
    let (x, y) = desktop.pixel(desktop.checker(8));
    desktop.xdotool(&["mousemove", &x, &y, "mousedown", "1"]);
    let start = Instant::now();
    desktop.xdotool(&["mouseup", "1"]);
    let state = desktop.wait("the result in a picture", |s| {
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

/// Says how long something took, and fails if it took longer than so many seconds on an idle machine.
fn took(what: &str, start: Instant, seconds: f64) {
    let (taken, limit) = (start.elapsed().as_secs_f64(), seconds * quality::slowness());
    println!("{what}: {taken:.3} s, of at most {limit:.3}");
    assert!(taken < limit, "{what}: {taken:.3} s");
}

#[test]
fn s39_a_rollout_is_watched_stopped_extended_and_kept() {
    take_machine();
    let Some(desktop) = desktop("rollout", "31", &[]) else { return };
    desktop.keys(&["ctrl+h"]);
    desktop.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "plays");
    let started = |s: &Value| s["tools"]["background"]["shown"] == true;
    let (_, clicked) = press_at(&desktop, "/hint/rollout", started);
    open(&desktop, "alt+shift+r", "rollout", "Rollout");
    desktop.wait("the first rows", |s| games(s) > 0);
    took("the first rows after the button", clicked, 1.0);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Rollout"]);
    // Rows change while it runs, and the board's window tells of it.
    let state = desktop.wait("games", |s| games(s) >= 36);
    // The numbers are renewed four times a second.
    let first = games(&state);
    let changed = Instant::now();
    let second = games(&desktop.wait("other numbers", |s| games(s) > first));
    desktop.wait("the next ones", |s| games(s) > second);
    took("two changes of the numbers", changed, 0.75);
    assert_eq!(state["tools"]["rollout"]["page"], "results");
    assert_eq!(state["tools"]["rollout"]["rows"].as_array().map(Vec::len), Some(5));
    assert_eq!(state["tools"]["rollout"]["pause"], "Pause");
    assert!(state["tools"]["background"]["text"].as_str().is_some_and(|text| text.starts_with("Rollout: ")));
    let scale = state["board"]["scale"].clone();
    let state = desktop.wait("more games", |s| games(s) > first);
    assert!(state["tools"]["rollout"]["plot"].as_str().is_some_and(|text| text.contains('±')));
    let says = |s: &Value, word: &str| {
        s["tools"]["rollout"]["progress"].as_str().is_some_and(|text| text.starts_with(word))
    };
    let state = press(&desktop, "/tools/rollout/spots/pause", |s| {
        says(s, "Paused") && s["tools"]["rollout"]["pause"] == "Continue"
    });
    let paused = games(&state);
    // The board keeps its size, with the line of what runs and without.
    desktop.wait("a quiet board", |s| {
        s["tools"]["background"]["shown"] == false && s["board"]["scale"] == scale
    });
    desktop.screenshot("39-paused");
    press(&desktop, "/tools/rollout/spots/pause", |s| games(s) > paused);
    let (state, clicked) = press_at(&desktop, "/tools/rollout/spots/stop", |s| {
        says(s, "Stopped") && s["tools"]["rollout"]["enabled"]["extend"] == true
    });
    took("from Stop to stopped", clicked, 0.1);
    let stopped = games(&state);
    // Closed and opened again it is still there.
    close(&desktop, "rollout");
    dismiss(&desktop, |s| s["hint"] == Value::Null);
    open(&desktop, "alt+shift+r", "rollout", "Rollout");
    let state = desktop.wait("the rollout again", |s| games(s) > 0);
    assert_eq!(games(&state), stopped);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Rollout"]);
    let focused = |s: &Value| s["tools"]["rollout"]["focus"] == "GtkText";
    press(&desktop, "/tools/rollout/spots/more", focused);
    desktop.keys(&["ctrl+a"]);
    desktop.type_text("72");
    let state = press(&desktop, "/tools/rollout/spots/extend", |s| {
        games(s) == stopped + 72 && s["tools"]["rollout"]["enabled"]["extend"] == true
    });
    assert!(says(&state, "Finished"));
    desktop.screenshot("39-extended");
    screenshot_small(&desktop, "Rollout", "39-small");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn the_picture_follows_the_size_at_every_scale() {
    // Pictures of 3 x 3 pixels a point take all processors without a graphics card.
    take_machine();
    let ways = [
        ("three-size-1", "1", [(1300, 900), (1000, 760)]),
        ("three-size-2", "2", [(1590, 990), (1500, 960)]),
        ("three-size-3", "3", [(2100, 1500), (1900, 1400)]),
    ];
    for (name, factor, sizes) in ways {
        let arguments = ["--test-dice", "13", "--test-seed", "1", "--no-animations", WITH_OPENGL];
        let Some(desktop) = TestDesktop::start_with(name, &arguments, &[("GDK_SCALE", factor)]) else {
            return;
        };
        begin(&desktop);
        desktop.keys(&["ctrl+3"]);
        let mut last = three::shown(&desktop)["board"]["three"]["size"].clone();
        for (width, height) in sizes {
            desktop.resize(width, height);
            let state = desktop.wait("a picture of another size", |s| {
                let three = &s["board"]["three"];
                three["size"] != last && three["size"] == three["wanted"] && s["board"]["painted"] == true
            });
            last = state["board"]["three"]["size"].clone();
        }
        // The smallest window gives the board its last size one frame later: what is clicked has to have its place.
        desktop.screenshot("smaller");
        // Everything is where it is shown. Without a graphics card a window of this size may be busy with its picture, so
        // that the display takes the click before the window does.
        for _ in 0..3 {
            three::click(&desktop, "8", 1);
            if desktop
                .glimpse(Duration::from_secs(20), |s| s["controller"]["turn"]["play"] == "8/5")
                .is_some()
            {
                break;
            }
        }
        turn(&desktop, "8/5");
        three::drag(&desktop, "6", "5");
        turn(&desktop, "8/5 6/5");
        desktop.screenshot("resized");
        assert_eq!(desktop.complaints(), "");
    }
}
