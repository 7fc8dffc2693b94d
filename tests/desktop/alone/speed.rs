// SPDX-License-Identifier: GPL-3.0-or-later
//! How many frames a second the board in three dimensions shows by the clock, in the whole program at 1280 × 800:
//! `./x bench window` prints the figures.

use crate::harness::{TestDesktop, WITH_OPENGL, take_machine};
use crate::quality::slowness;
use crate::three::{click, hand, shown};
use crate::{begin, turn};
use serde_json::{Value, json};
use std::time::Instant;

/// A window whose content is a little more than 1280 × 800.
const LARGE: &str = "version = 1\n[automatic]\ngame = false\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
                     [player.0]\nseat = \"human\"\n[window.place.main]\nwidth = 1296\nheight = 900\n";
/// Frames a second that are promised for two cores without a graphics card.
const PROMISED: f64 = 15.0;

/// What was measured.
struct Measured {
    pictures: f64,
    seconds: f64,
    /// Processor time of the program and of the display, in milliseconds.
    processor: [f64; 2],
}

impl Measured {
    fn report(&self, what: &str) {
        let [program, display] = self.processor.map(|ms| ms / self.pictures.max(1.0));
        let rate = self.pictures / self.seconds;
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        println!(
            "{what}: {rate:.1} frames a second by the clock ({} in {:.2} s, load {}); processor time a frame \
             {program:.1} ms in the program, {display:.1} ms in the display: {:.0} a second on one idle core",
            self.pictures,
            self.seconds,
            load.split(' ').next().unwrap_or_default(),
            1000.0 / (program + display).max(0.1),
        );
        let allowed = PROMISED / slowness();
        assert!(rate >= allowed, "{what}: {rate:.1} instead of {allowed:.1}");
    }
}

fn pictures(state: &Value) -> f64 {
    state["board"]["three"]["frames"].as_f64().expect("a number of pictures")
}

/// The dice of one roll, from the throw to rest.
fn roll(desktop: &TestDesktop, dice: &Value, sum: &mut Measured) {
    let before = desktop.processor_ms()[1];
    click(desktop, "RollArea(Left)", 1);
    let state =
        desktop.wait("dice at rest", |s| s["match"]["dice"] == *dice && s["board"]["animating"] == false);
    let display = desktop.processor_ms()[1] - before;
    let movement = &state["board"]["three"]["movement"];
    let number = |key: &str| movement[key].as_f64().expect("the effort of the roll");
    sum.pictures += number("pictures");
    sum.seconds += number("ms") / 1000.0;
    sum.processor[0] += number("processor");
    sum.processor[1] += display;
}

#[test]
#[ignore = "measures: `./x bench window`"]
fn the_3d_board_moves_evenly() {
    take_machine();
    let arguments = ["--test-dice", "13 42 31", "--test-seed", "1", WITH_OPENGL];
    let Some(desktop) = TestDesktop::start_set("speed", &arguments, &[], LARGE) else { return };
    begin(&desktop);
    desktop.keys(&["ctrl+3"]);
    let state = shown(&desktop);
    let (window, three) = (&state["window"], &state["board"]["three"]);
    println!(
        "window {} × {}, {}, composed by {}",
        window["width"], window["height"], three["driver"], window["renderer"]
    );
    assert!(window["width"].as_u64() >= Some(1280) && window["height"].as_u64() >= Some(846), "{window}");
    carried(&desktop).report("a carried checker");
    // Two rolls, one for each player.
    let mut rolled = Measured { pictures: 0.0, seconds: 0.0, processor: [0.0; 2] };
    for (from, sum, dice) in
        [(["8", "6"], "8/5 6/5", json!([4, 2])), (["17", "19"], "8/4 6/4", json!([3, 1]))]
    {
        for part in from {
            click(&desktop, part, 1);
        }
        turn(&desktop, sum);
        click(&desktop, if from[0] == "8" { "Die(0)" } else { "Die(1)" }, 1);
        desktop.wait("the next turn", |s| s["match"]["phase"] == "roll" && s["board"]["animating"] == false);
        roll(&desktop, &dice, &mut rolled);
    }
    rolled.report("rolling dice");
    assert_eq!(desktop.complaints(), "");
}

/// A checker carried about for some seconds, the pointer coming to another place every 12 ms.
fn carried(desktop: &TestDesktop) -> Measured {
    let [from, to] = ["8", "RollArea(Left)"].map(|part| hand(desktop, part));
    desktop.xdotool(&["mousemove", &from[0], &from[1], "mousedown", "1", "mousemove", &to[0], &to[1]]);
    desktop.wait("the legal targets", |s| {
        s["board"]["marks"] == json!([7, 5, 4]) && s["board"]["painted"] == true
    });
    let middle = to.map(|text| text.parse::<f64>().expect("a pixel"));
    let mut moves = Vec::new();
    for n in 0..300 {
        let around = [150.0 * (f64::from(n) / 9.0).sin(), 90.0 * (f64::from(n) / 7.0).cos()];
        moves.push("mousemove".to_owned());
        moves.extend([0, 1].map(|axis| (middle[axis] + around[axis]).round().to_string()));
        moves.extend(["sleep".to_owned(), "0.012".to_owned()]);
    }
    let words: Vec<&str> = moves.iter().map(String::as_str).collect();
    let (before, start) = (desktop.processor_ms(), Instant::now());
    let first = pictures(&desktop.state());
    desktop.xdotool(&words);
    let seconds = start.elapsed().as_secs_f64();
    let (after, last) = (desktop.processor_ms(), pictures(&desktop.state()));
    desktop.xdotool(&["mousemove", &from[0], &from[1], "mouseup", "1"]);
    desktop.wait("the checker in its place", |s| {
        s["board"]["loose"] == json!([]) && s["board"]["animating"] == false
    });
    Measured { pictures: last - first, seconds, processor: [0, 1].map(|n| after[n] - before[n]) }
}
