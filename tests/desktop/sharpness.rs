// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether the board is as sharp as the screen can show it, where a logical pixel is several of the screen's.

use super::harness::{TestDesktop, place};
use super::screen::Picture;
use super::tools::{open, press};
use super::{begin, turn};

/// Pixels to both sides of where an edge should be.
const AROUND: i32 = 14;

/// Pixels of shadow around the window, where twice as many make a logical one.
const SHADOW: i32 = 10;

/// The brightness of a line of pixels.
fn line(picture: &Picture, (x, y): (i32, i32), (width, height): (i32, i32)) -> Vec<i32> {
    let colors = picture.colors(x..x + width, y..y + height);
    colors.map(|color| color.map(i32::from).into_iter().sum()).collect()
}

/// The part of the change at the steepest place of a line and two pixels around it that lies within two pixels: 1 where
/// an edge is as sharp as can be, 0.75 at most where every pixel was made out of half as many.
fn sharpness(line: &[i32]) -> f64 {
    let step = |at: usize| (line[at + 2] - line[at]).abs();
    let at = (0..line.len() - 2).max_by_key(|&at| step(at)).expect("pixels");
    let around = &line[at.saturating_sub(2)..(at + 5).min(line.len())];
    let (low, high) = (around.iter().min().expect("pixels"), around.iter().max().expect("pixels"));
    f64::from(step(at)) / f64::from(high - low)
}

/// Edges of the board and of checkers change within two pixels of the screen, and neighbors are not twins.
fn check(desktop: &TestDesktop, what: &str) {
    let corners = || [desktop.pixel((0.0, 0.0)), desktop.pixel((108.0, 82.0))];
    // The lines below the board may take another shape, and the board another size, until the picture is taken.
    let mut before = corners();
    let mut picture = desktop.screenshot(what);
    while before != corners() {
        before = corners();
        picture = desktop.screenshot(what);
    }
    let at = |units| {
        let (x, y) = desktop.pixel(units);
        let number = |text: String| text.parse::<i32>().expect("a pixel") + SHADOW;
        (number(x), number(y))
    };
    let across = |units| {
        let (x, y) = at(units);
        line(&picture, (x - AROUND, y), (2 * AROUND, 1))
    };
    let along = |units| {
        let (x, y) = at(units);
        line(&picture, (x, y - AROUND), (1, 2 * AROUND))
    };
    let light = |slot: usize, nth: u64| {
        let (x, y) = place(slot, nth);
        (x - 3.0, y)
    };
    let edges = [
        ("the board's left edge", across((0.0, 30.0))),
        ("its right edge", across((108.0, 30.0))),
        ("its upper edge", along((54.0, 0.0))),
        ("its lower edge", along((50.0, 82.0))),
        ("a checker on the 12-point", across(light(12, 0))),
        ("another", across(light(12, 3))),
        ("one on the 19-point", across(light(19, 1))),
    ];
    for (edge, line) in edges {
        let sharpness = sharpness(&line);
        println!("{what}: {edge}: {sharpness:.2}");
        assert!(sharpness > 0.76, "{what}: {edge} is blurred: {line:?}");
    }
    let (left, right) = (at((12.0, 60.0)), at((96.0, 60.0)));
    are_no_twins(&line(&picture, left, (right.0 - left.0, 1)), what);
}

/// A picture made for half as many pixels would show each of them twice.
fn are_no_twins(row: &[i32], what: &str) {
    let change =
        |first: usize| -> i32 { row[first..].chunks_exact(2).map(|twins| (twins[1] - twins[0]).abs()).sum() };
    let [even, odd] = [change(0), change(1)];
    println!("{what}: {even} and {odd} from pixel to pixel");
    assert!(even.min(odd) * 4 > even.max(odd), "{what}: pixels are shown twice: {even} and {odd}");
}

/// The plots of the statistics have as many pixels as the screen, and their points lead to decisions there, too.
#[test]
fn plots_are_sharp() {
    let Some(path) = super::files::sample("xg/baR-U643iUDpvzTC.xg") else { return };
    let path = path.to_string_lossy().into_owned();
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
                    [window.place.main]\nwidth = 780\nheight = 480\n";
    let arguments = ["--no-animations", &path];
    let Some(desktop) = TestDesktop::start_set("sharp-plots", &arguments, &[("GDK_SCALE", "2")], settings)
    else {
        return;
    };
    desktop.wait("the match", |s| s["match"]["length"].is_u64());
    open(&desktop, "ctrl+i", "statistics", "Statistics");
    let size = ["windowsize", "1500", "960"];
    desktop.xdotool(&[&["search", "--onlyvisible", "--name", "Statistics"], &size[..]].concat());
    for page in ["errors", "course", "luck"] {
        press(&desktop, &format!("/tools/statistics/spots/{page}"), |s| {
            s["tools"]["statistics"]["page"] == page
        });
        let state = desktop.wait("the plot", |s| s["tools"]["statistics"]["spots"]["plots"][page].is_array());
        let spot = &state["tools"]["statistics"]["spots"]["plots"][page];
        let [x, y] = [0, 1].map(|n| 2 * spot[n].as_f64().expect("a number").round() as i32);
        let picture = desktop.screenshot(page);
        // The edges of bars may all be at whole pixels; curves are not.
        if page != "errors" {
            let rows: Vec<i32> =
                (-150..150).flat_map(|dy| line(&picture, (x - 500, y + dy), (1000, 1))).collect();
            are_no_twins(&rows, page);
        }
    }
    press(&desktop, "/tools/statistics/spots/course", |s| s["tools"]["statistics"]["page"] == "course");
    let before = desktop.state()["panels"]["record"]["current"].clone();
    press(&desktop, "/tools/statistics/spots/plot", |s| {
        s["panels"]["record"]["current"].is_array() && s["panels"]["record"]["current"] != before
    });
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 43: at two pixels of the screen for each logical one, and with everything larger by half, edges are sharp
/// at whole and at odd sizes, and what is clicked is what is seen.
#[test]
fn s43_edges_are_sharp() {
    for (name, scale) in [("sharp", 100), ("sharp-large", 150)] {
        let settings = format!(
            "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n[window]\ntext-scale = {scale}\n"
        );
        let arguments = ["--test-dice", "13", "--no-animations"];
        let Some(desktop) = TestDesktop::start_set(name, &arguments, &[("GDK_SCALE", "2")], &settings) else {
            return;
        };
        begin(&desktop);
        check(&desktop, "as-it-comes");
        desktop.click(desktop.checker(8), 1);
        turn(&desktop, "8/5");
        desktop.drag(desktop.checker(6), place(5, 1));
        turn(&desktop, "8/5 6/5");
        desktop.keys(&["Escape"]);
        turn(&desktop, "");
        // Of these sizes no unit is a whole number of pixels.
        for (width, height) in [(1411, 977), (1187, 903)] {
            let last = desktop.state()["board"]["scale"].clone();
            desktop.resize(width, height);
            desktop.wait("another size", |s| s["board"]["scale"] != last && s["board"]["painted"] == true);
            check(&desktop, &format!("{width}"));
            // The 8-point lies between 36 and 42.
            let shadow = 5.0 / desktop.state()["board"]["scale"].as_f64().expect("a scale");
            for x in [36.6, 41.4] {
                desktop.click((x + shadow, 76.0), 1);
                turn(&desktop, "8/5");
                desktop.keys(&["Escape"]);
                turn(&desktop, "");
            }
        }
        assert_eq!(desktop.complaints(), "");
    }
}
