// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether everything in the main window can be read, at every size, with the panels beside the board.

use super::files::sample;
use super::harness::{FIRST_WINDOW, SMALL_SCREEN, TestDesktop};
use super::quality::fits;
use super::reader;
use serde_json::{Value, json};
use std::time::Duration;

/// Sizes of windows that people have.
const SIZES: [[u16; 2]; 5] = [[800, 600], [900, 650], [1000, 700], [1280, 800], [1580, 980]];

#[test]
fn s44_nothing_is_cut_beside_the_panels() {
    for scheme in ["light", "dark"] {
        let settings = format!(
            "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n[window]\nscheme = \"{scheme}\"\n\
             [window.place.main]\nwidth = 800\nheight = 600\n"
        );
        let Some(path) = sample("sgf/s01-analysed-0ply.sgf") else { return };
        let path = path.to_string_lossy().into_owned();
        let name = if scheme == "dark" { "layout-dark" } else { "layout-light" };
        let Some(desktop) = TestDesktop::start_set(name, &["--no-animations", &path], &[], &settings) else {
            return;
        };
        desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
        // A window opens as large as it was, and above the record one can read which game it is.
        let state = desktop.wait("the game", |s| {
            s["panels"]["record"]["game_shown"].as_str().is_some_and(|text| text.ends_with("1: 0–0"))
        });
        assert!(state["window"]["width"].as_u64() <= Some(800), "{}", state["window"]);
        desktop.keys(&["Page_Down", "Page_Down", "Page_Down"]);
        desktop.wait("a later decision", |s| s["panels"]["record"]["current"] == json!([0, 3]));
        for [width, height] in SIZES {
            desktop.resize(width, height);
            // Its frame belongs to the window.
            let is_size = |n: &Value, wanted: u16| {
                n.as_u64().is_some_and(|n| (0..=20).contains(&(i64::from(wanted) - n as i64)))
            };
            let state = desktop.wait("the new size", |s| {
                is_size(&s["window"]["width"], width) && is_size(&s["window"]["height"], height)
            });
            assert_eq!(state["panels"]["below"], false, "{width}×{height}");
            let state = desktop.wait("texts that are whole", |s| s["window"]["cut"] == json!([]));
            fits(&desktop);
            let board = state["board"]["scale"].as_f64().expect("a scale") * 108.0;
            assert!(board > 0.45 * f64::from(width), "{width}×{height}: the board is {board} wide");
            desktop.screenshot(&format!("{width}x{height}"));
        }
        // Setting up a position needs no more room, neither beside panels nor without them.
        desktop.resize(1000, 700);
        desktop.wait("a smaller window", |s| s["window"]["width"].as_u64() < Some(1001));
        desktop.resize(800, 600);
        desktop.wait("a small window", |s| s["window"]["width"].as_u64() < Some(801));
        super::setting_up::start(&desktop);
        let state = desktop.wait("lines that are whole", |s| s["window"]["cut"] == json!([]));
        assert!(state["window"]["width"].as_u64() < Some(801), "{}", state["window"]);
        assert!(state["window"]["height"].as_u64() < Some(601), "{}", state["window"]);
        fits(&desktop);
        desktop.screenshot("setting-up");
        desktop.keys(&["Escape"]);
        desktop.wait("the match again", |s| s["setup"] == Value::Null);
        // The board alone has all of the room.
        desktop.resize(1000, 700);
        desktop.wait("a smaller window", |s| s["window"]["width"].as_u64() < Some(1001));
        desktop.resize(800, 600);
        desktop.wait("a small window", |s| s["window"]["width"].as_u64() < Some(801));
        desktop.keys(&["F9"]);
        desktop.wait("the board alone", |s| {
            s["panels"]["revealed"] == false
                && s["window"]["cut"] == json!([])
                && s["window"]["width"].as_u64() < Some(801)
        });
        fits(&desktop);
        desktop.screenshot("board");
        assert_eq!(desktop.complaints(), "");
    }
}

/// Settings of a window of that size with text of that size, for two people.
fn sized(width: u16, height: u16, text: u16, scheme: &str) -> String {
    format!(
        "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
         [window]\nscheme = \"{scheme}\"\ntext-scale = {text}\n\
         [window.place.main]\nwidth = {width}\nheight = {height}\n"
    )
}

/// Whether a list shows whole rows.
pub(crate) fn is_whole(rows: &Value) -> bool {
    rows.as_f64().is_none_or(|rows| (rows - rows.round()).abs() < 0.04)
}

/// Scenario 18: five candidates and six rows of the record are seen at 1024×700 beside the board, and at every size no row
/// is cut off and the buttons of the analysis are in one line.
#[test]
fn s18_five_candidates_and_six_rows_are_seen_beside_the_board() {
    for scheme in ["light", "dark"] {
        let Some(path) = sample("sgf/s01-analysed-0ply.sgf") else { return };
        let path = path.to_string_lossy().into_owned();
        let name = if scheme == "dark" { "rows-dark" } else { "rows-light" };
        let settings = sized(1024, 700, 100, scheme);
        let Some(desktop) = TestDesktop::start_set(name, &["--no-animations", &path], &[], &settings) else {
            return;
        };
        desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
        desktop.keys(&["Page_Down", "Page_Down", "Page_Down"]);
        let rows = |s: &Value| {
            [s["panels"]["record"]["rows_seen"].clone(), s["panels"]["analysis"]["rows_seen"].clone()]
        };
        let enough = |s: &Value| {
            let [record, analysis] = rows(s).map(|rows| rows.as_f64());
            record >= Some(6.0) && analysis >= Some(5.0) && rows(s).iter().all(is_whole)
        };
        let state = desktop
            .wait("six and five rows", |s| s["panels"]["record"]["current"] == json!([0, 3]) && enough(s));
        desktop.screenshot("1024x700");
        for [width, height] in [[800, 600], [1280, 800], [1440, 900], [1100, 777]] {
            let is_there =
                |s: &Value| s["window"]["width"].as_u64().is_some_and(|n| n.abs_diff(width.into()) <= 20);
            // The lines below the board get narrow on the way, in a step or two.
            for _ in 0..6 {
                desktop.resize(width, height);
                if desktop.glimpse(Duration::from_secs(2), is_there).is_some() {
                    break;
                }
            }
            let state = desktop.wait("whole rows", |s| is_there(s) && rows(s).iter().all(is_whole));
            assert_eq!(state["panels"]["analysis"]["one_line"], true, "{width}×{height}");
            desktop.screenshot(&format!("{width}x{height}"));
        }
        // Scrolling ends at the beginning of a row, too.
        let spot = state["panels"]["record"]["spot"].clone();
        let [x, y] = [0, 1].map(|n| spot[n].as_f64().expect("a place").to_string());
        desktop.resize(1024, 700);
        desktop.wait("six and five rows", |s| s["window"]["width"].as_u64() < Some(1025) && enough(s));
        desktop.xdotool(&["mousemove", &x, &y, "click", "5", "click", "5"]);
        desktop.wait("rows further down", |s| s["panels"]["record"]["scrolled"].as_f64() > Some(0.0));
        desktop.wait("the beginning of a row", |s| {
            let record = &s["panels"]["record"];
            let height = record["row_height"].as_f64().unwrap_or(1.0);
            record["scrolled"]
                .as_f64()
                .is_some_and(|scrolled| scrolled > 0.0 && is_whole(&json!(scrolled / height)))
        });
        desktop.screenshot("scrolled");
        assert_eq!(desktop.complaints(), "");
    }
}

/// At an error of a match five candidates, six rows of the record and the reasons are seen at 1024×700.
#[test]
fn why_stands_below_five_candidates_at_1024_by_700() {
    let Some(path) = sample("xg/baR-U643iUDpvzTC.xg") else { return };
    let path = path.to_string_lossy().into_owned();
    let settings = sized(1024, 700, 100, "light");
    let Some(desktop) = TestDesktop::start_set("why", &["--no-animations", &path], &[], &settings) else {
        return;
    };
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    desktop.keys(&["ctrl+Page_Down"]);
    let state = desktop.wait("an error and its reasons", |s| {
        let [record, analysis] = ["record", "analysis"].map(|panel| s["panels"][panel]["rows_seen"].clone());
        s["panels"]["analysis"]["why"] != ""
            && analysis.as_f64() >= Some(5.0)
            && record.as_f64() >= Some(6.0)
            && [record, analysis].iter().all(is_whole)
    });
    assert_eq!(state["window"]["title"], "Amberdice01 – Jade1, 5-point match");
    desktop.screenshot("1024x700");
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 19: with text of double size at 800×600 everything in sight lies in the window, and the sidebar lies over the
/// board until the board is touched.
#[test]
fn s19_every_control_is_reached_at_800_by_600_with_large_text() {
    let arguments = ["--test-dice", "31", "--no-animations"];
    let Some(desktop) =
        TestDesktop::start_set("large-small", &arguments, &[], &sized(800, 600, 200, "light"))
    else {
        return;
    };
    super::begin(&desktop);
    desktop.focus_main();
    let reached = |what: &str| {
        let state = desktop.wait(what, |s| s["window"]["cut"] == json!([]));
        assert!(state["window"]["width"].as_u64() <= Some(800), "{what}: {}", state["window"]["width"]);
        assert!(state["window"]["height"].as_u64() <= Some(600), "{what}: {}", state["window"]["height"]);
        assert_eq!(state["window"]["outside"], json!([]), "{what}");
        fits(&desktop);
        desktop.screenshot(what);
        state
    };
    let alone = reached("board")["board"]["scale"].clone();
    desktop.keys(&["F9"]);
    desktop.wait("the sidebar", |s| s["panels"]["revealed"] == true);
    let state = reached("sidebar");
    assert_eq!(state["board"]["scale"], alone, "the board keeps its size");
    assert_eq!(state["panels"]["groups"], 1);
    let scale = alone.as_f64().expect("a scale");
    println!("the board is {} wide and {} high", scale * 108.0, scale * 82.0);
    assert!(scale * 108.0 >= 0.55 * 800.0, "the board is {} wide", scale * 108.0);
    desktop.keys(&["h"]);
    desktop.wait("the hint", |s| s["hint"]["final"] == true);
    // Its best plays are in sight, whatever is said below them.
    let rows = |s: &Value| s["hint"]["rows_seen"].clone();
    desktop.wait("several plays", |s| rows(s).as_f64() >= Some(3.0) && is_whole(&rows(s)));
    reached("hint");
    // A touch of the board brings it in sight.
    desktop.keys(&["Escape"]);
    let at = [0, 1].map(|n| state["board"][["x", "y"][n]].as_f64().expect("a place") + 6.0);
    desktop.xdotool(&["mousemove", &at[0].to_string(), &at[1].to_string(), "click", "1"]);
    desktop.wait("the board alone", |s| s["panels"]["revealed"] == false);
    reached("board again");
    assert_eq!(desktop.complaints(), "");
}

/// With text of double size a review at 800×600 shows several candidates, and the buttons leave the header one by one as the
/// window gets narrower, that of the analysis as the last.
#[test]
fn a_review_with_large_text_has_candidates_and_the_analysis_at_hand() {
    let Some(path) = sample("xg/baR-U643iUDpvzTC.xg") else { return };
    let path = path.to_string_lossy().into_owned();
    let settings = sized(1500, 900, 200, "light");
    let Some(desktop) = TestDesktop::start_set("large-review", &["--no-animations", &path], &[], &settings)
    else {
        return;
    };
    desktop.wait("the match", |s| s["match"]["length"].is_u64());
    let header = |s: &Value| s["window"]["header"].as_array().cloned().unwrap_or_default();
    let all = header(&desktop.wait("a header", |s| s["window"]["header"].is_array()));
    println!("1500: {all:?}");
    let mut seen = vec![all.len()];
    for width in [1300, 1150, 1000, 900, 800] {
        desktop.resize(width, 600);
        desktop.wait("a narrower window", |s| s["window"]["width"].as_u64() <= Some(u64::from(width) + 1));
        desktop.screenshot(&format!("{width}"));
        let state = desktop.state();
        let left = header(&state);
        println!("{width}: {left:?}");
        // Those that are left are the last ones of the order.
        assert!(all.ends_with(&left), "{width}: {left:?} of {all:?}");
        assert_eq!(left.last(), Some(&json!("analyze_button")), "{width}");
        seen.push(left.len());
    }
    assert!(seen.is_sorted_by(|a, b| a >= b) && seen.last() < seen.first(), "{seen:?}");
    desktop.focus_main();
    desktop.keys(&["alt+2", "ctrl+Page_Down"]);
    let state = desktop.wait("an error and its candidates", |s| {
        let analysis = &s["panels"]["analysis"];
        let is_there = analysis["why"].as_str().is_some_and(|why| !why.is_empty());
        is_there && analysis["rows_seen"].as_f64() >= Some(3.0) && is_whole(&analysis["rows_seen"])
    });
    println!("{} candidates", state["panels"]["analysis"]["rows_seen"]);
    assert!(state["window"]["width"].as_u64() <= Some(801), "{}", state["window"]["width"]);
    desktop.screenshot("candidates");
    let ends = &state["panels"]["analysis"]["ends"];
    println!("{ends}");
    let end = |n: usize| ends[n].as_f64().expect("a place");
    assert!(end(0) > 0.0 && end(0) <= end(1), "the reasons reach beyond the panel: {ends}");
    assert_eq!(desktop.complaints(), "");
}

/// Where two pixels of the screen make one of the window, the board has the size that it has where they are the same.
#[test]
fn the_board_keeps_its_size_at_scale_2() {
    let (mut scales, mut sizes) = (Vec::new(), Vec::new());
    for factor in ["1", "2"] {
        let arguments = ["--test-dice", "31", "--no-animations"];
        let settings = sized(780, 480, 100, "light");
        let environment = [("GDK_SCALE", factor)];
        let Some(desktop) = TestDesktop::start_set("double", &arguments, &environment, &settings) else {
            return;
        };
        super::begin(&desktop);
        desktop.screenshot(factor);
        let state = desktop.state();
        assert_eq!(state["window"]["scale_factor"].to_string(), factor);
        // Where there is room for it, the shadow of the window counts as a part of it.
        let size = ["width", "height"].map(|side| state["window"][side].as_u64().expect("a size"));
        println!("{size:?}");
        sizes.push(size);
        scales.push(state["board"]["scale"].as_f64().expect("a scale"));
    }
    println!("{scales:?}");
    assert_eq!(sizes[0], sizes[1]);
    assert!((scales[0] - scales[1]).abs() < 0.05, "{scales:?}");
}

/// At the least size, 600×480, everything in sight lies in the window: the start page, a turn, the hint.
#[test]
fn s19_everything_is_reached_at_600_by_480() {
    for scheme in ["light", "dark"] {
        let settings = format!("{SMALL_SCREEN}{}", sized(600, 480, 100, scheme));
        let name = if scheme == "dark" { "least-dark" } else { "least-light" };
        let arguments = ["--test-dice", "31", "--no-animations"];
        let Some(desktop) = TestDesktop::start_set(name, &arguments, &[], &settings) else { return };
        let reached = |what: &str| {
            let is_whole = |s: &Value| s["window"]["cut"] == json!([]) && s["window"]["outside"] == json!([]);
            let state = desktop.wait(what, is_whole);
            let size = ["width", "height"].map(|side| state["window"][side].as_u64().expect("a size"));
            assert!(size[0] <= 600 && size[1] <= 480, "{what}: {size:?}");
            desktop.screenshot(what);
        };
        desktop.wait("the start page", |s| s["window"]["start_card"] == true);
        desktop.screenshot("start");
        super::begin(&desktop);
        desktop.focus_main();
        reached("board");
        fits(&desktop);
        desktop.keys(&["h"]);
        desktop.wait("several plays", |s| {
            s["hint"]["final"] == true && s["hint"]["rows_seen"].as_f64() >= Some(4.0)
        });
        reached("hint");
        assert_eq!(desktop.complaints(), "");
    }
}

/// Scenario 24: the sidebar moves the board by no more than the sidebar's change of width, and up or down by no more than
/// the board's change of height.
#[test]
fn s24_the_sidebar_moves_the_board_by_no_more_than_its_resize() {
    for [width, height] in [[800, 600], [1024, 700], [1440, 900]] {
        let name = "steady";
        let arguments = ["--test-dice", "31", "--no-animations"];
        let Some(desktop) =
            TestDesktop::start_set(name, &arguments, &[], &sized(width, height, 100, "light"))
        else {
            return;
        };
        super::begin(&desktop);
        desktop.focus_main();
        // Left and top of the board, the width of the sidebar, the height of the board.
        let place = |s: &Value| {
            let number = |key: &str| s["board"][key].as_f64().expect("a number");
            let sidebar = s["panels"]["width"].as_f64().unwrap_or(0.0);
            [number("x"), number("y"), sidebar, 82.0 * number("scale")]
        };
        let moved = |what: &str, old: [f64; 4], new: [f64; 4]| {
            for n in 0..2 {
                let (moved, resized) = ((new[n] - old[n]).abs(), (new[n + 2] - old[n + 2]).abs());
                assert!(moved <= resized + 1.0, "{width}×{height}, {what}: {old:?} to {new:?}");
            }
        };
        let settled = |what: &str, shown: bool| {
            desktop.wait(what, |s| s["panels"]["revealed"] == shown && s["board"]["painted"] == true);
            // A picture is taken when the screen does not change any more.
            desktop.screenshot(&format!("{width}x{height}-{what}"));
            place(&desktop.state())
        };
        let alone = settled("the board alone", false);
        desktop.keys(&["F9"]);
        let beside = settled("the sidebar", true);
        moved("opening", alone, beside);
        let state = desktop.state();
        if state["panels"]["handle"].is_array() {
            let at = [0, 1].map(|n| state["panels"]["handle"][n].as_f64().expect("a place"));
            let text = |x: f64| [x.to_string(), at[1].to_string()];
            let (from, to) = (text(at[0]), text(at[0] - 90.0));
            desktop.xdotool(&["mousemove", &from[0], &from[1], "mousedown", "1"]);
            desktop.xdotool(&["mousemove", &text(at[0] - 40.0)[0], &from[1]]);
            desktop.xdotool(&["mousemove", &to[0], &to[1], "mouseup", "1"]);
            let wider = settled("the wider sidebar", true);
            moved("resizing", beside, wider);
        }
        desktop.keys(&["F9"]);
        let again = settled("the board alone", false);
        assert_eq!(alone.map(f64::round), again.map(f64::round), "closing brings the old place back");
        assert_eq!(desktop.complaints(), "");
    }
}

/// The first window of a new user takes four fifths of the screen and opens the sidebar with the first match.
#[test]
fn a_first_window_takes_four_fifths_of_the_screen() {
    let settings =
        format!("version = 1\n{FIRST_WINDOW}[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n");
    let arguments = ["--test-dice", "31", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("first-window", &arguments, &[], &settings) else { return };
    // The screen has 1600×1000 pixels; the frame of a window belongs to its size.
    let state = desktop.wait("the window", |s| s["window"]["width"].as_u64() > Some(0));
    let [width, height] = ["width", "height"].map(|side| state["window"][side].as_u64().expect("a size"));
    assert!(width.abs_diff(1280) <= 20 && height.abs_diff(800) <= 20, "{width}×{height}");
    assert_eq!(state["panels"]["revealed"], false, "the start page stands alone");
    super::begin(&desktop);
    desktop.wait("the sidebar", |s| {
        s["panels"]["revealed"] == true && s["panels"]["shown"] == json!(["analysis"])
    });
    desktop.screenshot("match");
    assert_eq!(desktop.complaints(), "");
}

/// After a crash everything that the start page offers is in sight at 800×600, what was interrupted on top.
#[test]
fn the_start_page_is_in_sight_at_800_by_600() {
    for scheme in ["light", "dark"] {
        let settings = format!("{SMALL_SCREEN}{}", sized(800, 600, 100, scheme));
        let name = if scheme == "dark" { "small-start-dark" } else { "small-start-light" };
        let arguments = ["--test-dice", "31", "--no-animations"];
        let Some(mut desktop) = TestDesktop::start_set(name, &arguments, &[], &settings) else { return };
        let sees = |names: &[&str]| {
            names.iter().for_each(|name| {
                let (_, y) = reader::middle(&desktop, name);
                assert!(y.parse::<f64>().is_ok_and(|y| y < 590.0), "{name} at {y}");
            });
        };
        sees(&[
            "Beginner",
            "4-ply",
            "Money session",
            "Tutor",
            "Open…",
            "Transcribe…",
            "Rules of the game",
            "Manual",
        ]);
        sees(&["Two players on this computer…", "More options…"]);
        super::begin(&desktop);
        desktop.kill();
        desktop.launch();
        desktop
            .wait("the start page", |s| s["window"]["start_card"] == true && s["window"]["recovery"] == true);
        let sees = |name: &str| reader::middle(&desktop, name).1.parse::<f64>().expect("a number");
        assert!(sees("Restore") < 200.0, "{}", sees("Restore"));
        assert!(sees("Open…") < 590.0 && sees("Manual") < 590.0 && sees("More options…") < 590.0);
        desktop.screenshot("after-a-crash");
        assert_eq!(desktop.complaints(), "");
    }
}

/// Scenario 20: in panels in windows of their own, in the dark with high contrast, no text is cut off.
#[test]
fn s20_nothing_is_cut_in_detached_panels_in_high_contrast() {
    let Some(path) = sample("sgf/s01-analysed-0ply.sgf") else { return };
    let path = path.to_string_lossy().into_owned();
    let environment = [("ADW_DEBUG_HIGH_CONTRAST", "1"), ("ADW_DEBUG_COLOR_SCHEME", "prefer-dark")];
    let settings = sized(1024, 700, 100, "system").replace(
        "[window.place.main]",
        "panel-layout = \"analysis=400! record=420! commentary=400!\"\nannotation = true\n[window.place.main]",
    );
    let Some(desktop) =
        TestDesktop::start_set("detached-contrast", &["--no-animations", &path], &environment, &settings)
    else {
        return;
    };
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["detached"] != json!([]));
    desktop.focus_main();
    desktop.keys(&["Page_Down", "Page_Down", "Page_Down"]);
    let state = desktop.wait("a later decision", |s| {
        s["panels"]["record"]["current"] == json!([0, 3]) && s["window"]["cut"] == json!([])
    });
    let detached = state["panels"]["detached"].as_array().map_or(0, Vec::len);
    assert!(detached >= 2, "{}", state["panels"]["detached"]);
    for (name, title) in [("record", "Game record"), ("analysis", "Analysis"), ("commentary", "Commentary")] {
        if state["panels"]["detached"].to_string().contains(name) {
            desktop.xdotool(&["search", "--onlyvisible", "--name", &format!("^{title}$"), "windowraise"]);
            desktop.screenshot(name);
        }
    }
    let state = desktop.wait("texts that are whole", |s| s["window"]["cut_elsewhere"] == json!([]));
    assert_eq!(state["window"]["cut"], json!([]));
    assert_eq!(desktop.complaints(), "");
}
