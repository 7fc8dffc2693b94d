// SPDX-License-Identifier: GPL-3.0-or-later
//! Every window, light and dark, as it comes and at 800×600 with text twice as large: pictures to look at, and whether it
//! opens, fits and closes by the keyboard.

use super::contrast;
use super::files::sample;
use super::harness::TestDesktop;
use super::quality::fits;
use super::tools::LOOKS;
use serde_json::{Value, json};
use std::time::Duration;

/// A window: its name, the keys that open it, its title, and whether it is open.
type Shown = (&'static str, &'static str, &'static str, fn(&Value) -> bool);

const WINDOWS: [Shown; 14] = [
    ("rollout", "alt+shift+r", "Rollout", |s| s["tools"]["rollout"].is_object()),
    ("race", "alt+shift+p", "Race", |s| s["tools"]["race"].is_object()),
    ("speed", "alt+shift+v", "Evaluation speed", |s| s["tools"]["speed"].is_object()),
    ("theory", "alt+shift+w", "Cube theory", |s| s["tools"]["theory"].is_object()),
    ("table", "alt+shift+e", "Match equity table", |s| s["tools"]["equity-table"].is_object()),
    ("temperature", "alt+shift+t", "Temperature map", |s| s["tools"]["temperature-map"]["running"] == false),
    ("scores", "alt+shift+s", "Score map", |s| s["tools"]["score-map"]["running"] == false),
    ("rolls", "alt+shift+d", "Distribution of rolls", |s| s["tools"]["roll-distribution"].is_object()),
    ("statistics", "ctrl+i", "Statistics", |s| s["tools"]["statistics"]["summary"].is_array()),
    ("players", "ctrl+l", "Player records", |s| s["tools"]["players"].is_object()),
    ("match", "alt+Return", "Match information", |_| true),
    ("preferences", "ctrl+comma", "Preferences", |s| s["preferences"]["page"].is_string()),
    ("help", "shift+F1", "Help", |s| s["tools"]["help"]["commands"] == true),
    ("shortcuts", "ctrl+question", "Keyboard shortcuts", |_| true),
];

/// Settings for two people and quick answers, in a main window of that size.
fn settings([width, height]: [u16; 2], text_scale: u16) -> String {
    format!(
        "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n[match.name]\n\
         0 = \"Light\"\n1 = \"Dark\"\n[window]\ntext-scale = {text_scale}\n\
         [window.place.main]\nwidth = {width}\nheight = {height}\n\
         [evaluation.checker.evaluation]\nplies = 0\n[evaluation.cube.evaluation]\nplies = 0\n"
    )
}

/// Every window once, as it comes or with the least size that has to be enough.
fn every_window(desktop: &TestDesktop, look: &str, is_small: bool) {
    let mut faint = Vec::new();
    for (name, keys, title, is_open) in WINDOWS {
        show(desktop, keys, title);
        desktop.wait(name, is_open);
        if let Some(tool) = ["race", "statistics"].into_iter().find(|tool| *tool == name && is_small) {
            // Large text goes on in the next line, so that the titles of rows stay in sight.
            desktop.wait("a table that fits", |s| s["tools"][tool]["wider"] == false);
        }
        let search = ["search", "--onlyvisible", "--name", title];
        let small = ["windowsize", "800", "600"];
        let place = [&search[..], if is_small { &small } else { &[] }, &["windowraise"]].concat();
        desktop.xdotool(&place);
        let picture = desktop.screenshot(&format!("{name}-{look}"));
        if !is_small {
            faint.extend(contrast::faint(desktop, &picture, title).into_iter().map(|text| (name, text)));
        }
        desktop.keys(&["Escape"]);
        gone(desktop, title);
        desktop.focus_main();
    }
    assert!(faint.is_empty(), "{look}: hard to read: {faint:#?}");
}

#[test]
fn every_window_fits_a_small_screen_with_large_text() {
    for (look, environment) in LOOKS {
        let arguments = ["--test-dice", "31", "--no-animations"];
        let settings = settings([800, 600], 200);
        let Some(desktop) = TestDesktop::start_set("gallery-large", &arguments, environment, &settings)
        else {
            return;
        };
        desktop.screenshot(&format!("start-{look}"));
        show(&desktop, "ctrl+n", "New match");
        desktop.screenshot(&format!("new-match-{look}"));
        desktop.keys(&["Return"]);
        desktop.wait("the opening roll", |s| s["match"]["phase"] == "play");
        desktop.screenshot(&format!("main-{look}"));
        every_window(&desktop, look, true);
        desktop.keys(&["ctrl+2"]);
        desktop.wait("the panels", |s| s["panels"]["revealed"] == true);
        desktop.screenshot(&format!("panels-{look}"));
        desktop.keys(&["F9"]);
        desktop.wait("the board", |s| s["panels"]["revealed"] == false);
        super::setting_up::start(&desktop);
        let state = desktop.wait("lines that are whole", |s| s["window"]["cut"] == json!([]));
        desktop.screenshot(&format!("setting-up-{look}"));
        let size = ["width", "height"].map(|side| state["window"][side].as_u64());
        assert!(size[0] <= Some(800) && size[1] <= Some(600), "setting up makes the window {size:?}");
        fits(&desktop);
        assert_eq!(desktop.complaints(), "");
    }
}

/// The windows as people see them: an analyzed match at the usual size.
#[test]
fn every_window_is_good_to_look_at() {
    for (look, environment) in LOOKS {
        let Some(path) = sample("sgf/s01-analysed-0ply.sgf") else { return };
        let path = path.to_string_lossy().into_owned();
        let settings = settings([1000, 800], 100);
        let Some(desktop) =
            TestDesktop::start_set("gallery", &["--no-animations", &path], environment, &settings)
        else {
            return;
        };
        desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
        desktop.keys(&["Page_Down", "Page_Down", "Page_Down"]);
        desktop.wait("a later decision", |s| s["panels"]["record"]["current"] == json!([0, 3]));
        let picture = desktop.screenshot(&format!("main-{look}"));
        let title = desktop.state()["window"]["title"].as_str().unwrap_or_default().to_owned();
        let faint = contrast::faint(&desktop, &picture, &title);
        assert!(faint.is_empty(), "{look}: hard to read: {faint:?}");
        every_window(&desktop, look, false);
        super::setting_up::start(&desktop);
        desktop.screenshot(&format!("setting-up-{look}"));
        assert_eq!(desktop.complaints(), "");
    }
}

/// In high contrast and with text twice as large the texts of a review stand out as well.
#[test]
fn texts_stand_out_in_high_contrast_and_at_double_size() {
    let contrast = ("ADW_DEBUG_HIGH_CONTRAST", "1");
    let dark = ("ADW_DEBUG_COLOR_SCHEME", "prefer-dark");
    let looks = [
        ("contrast", vec![contrast], 100),
        ("contrast-dark", vec![contrast, dark], 100),
        ("double", vec![], 200),
        ("double-dark", vec![dark], 200),
        ("contrast-double-dark", vec![contrast, dark], 200),
    ];
    let mut found = Vec::new();
    for (look, environment, text_scale) in looks {
        let Some(path) = sample("xg/baR-U643iUDpvzTC.xg") else { return };
        let path = path.to_string_lossy().into_owned();
        let settings = settings([1500, 950], text_scale);
        let Some(desktop) =
            TestDesktop::start_set("stand-out", &["--no-animations", &path], &environment, &settings)
        else {
            return;
        };
        desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
        desktop.keys(&["Page_Down", "Page_Down", "Page_Down"]);
        let title = desktop.wait("a later decision", |s| s["panels"]["record"]["current"] == json!([0, 3]));
        let title = title["window"]["title"].as_str().unwrap_or_default().to_owned();
        for (what, keys) in [("review", "alt+1"), ("errors", "alt+7")] {
            desktop.keys(&[keys]);
            let state = desktop
                .wait(what, |s| (s["panels"]["errors"]["n_rows"].as_u64() > Some(0)) == (what == "errors"));
            let rows = state["panels"]["errors"]["rows"].to_string();
            // Panels follow one another, so that a picture may be older than the places of the texts. Of the tab that was
            // left something may still be told.
            let mut faint = Vec::new();
            for _ in 0..6 {
                let picture = desktop.screenshot(&format!("{what}-{look}"));
                faint = contrast::faint(&desktop, &picture, &title);
                faint.retain(|(name, ..)| what != "errors" || rows.contains(name.as_str()));
                if faint.is_empty() {
                    break;
                }
            }
            found.extend(faint.into_iter().map(|text| (what, look, text)));
        }
        assert_eq!(desktop.complaints(), "");
    }
    assert!(found.is_empty(), "hard to read: {found:#?}");
}

/// The main window on a large screen: at its start, with a match, its menus, and setting up.
#[test]
fn the_main_window_fills_a_large_screen() {
    for (look, environment) in LOOKS {
        let Some(path) = sample("sgf/s01-analysed-0ply.sgf") else { return };
        let path = path.to_string_lossy().into_owned();
        let settings = settings([1920, 1080], 100);
        let Some(desktop) = TestDesktop::start_set("wide", &["--no-animations"], environment, &settings)
        else {
            return;
        };
        desktop.screenshot(&format!("start-{look}"));
        show(&desktop, "ctrl+n", "New match");
        desktop.screenshot(&format!("new-match-{look}"));
        desktop.keys(&["Return"]);
        desktop.wait("the opening roll", |s| s["match"]["phase"] == "play");
        desktop.screenshot(&format!("board-{look}"));
        fits(&desktop);
        drop(desktop);
        let Some(desktop) =
            TestDesktop::start_set("wide", &["--no-animations", &path], environment, &settings)
        else {
            return;
        };
        desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
        desktop.keys(&["Page_Down", "Page_Down", "Page_Down"]);
        desktop.wait("a later decision", |s| s["panels"]["record"]["current"] == json!([0, 3]));
        let state =
            desktop.wait("panels as wide as they may be", |s| s["panels"]["width"].as_u64() > Some(500));
        assert!(
            state["board"]["scale"].as_f64() > Some(9.99),
            "the board keeps its size: {}",
            state["board"]
        );
        desktop.screenshot(&format!("main-{look}"));
        fits(&desktop);
        let (x, y) = super::reader::middle(&desktop, "Main menu");
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
        desktop.wait("the menu", |s| s["window"]["focus"] != "BgSpot");
        desktop.screenshot(&format!("menu-{look}"));
        desktop.keys(&["Escape"]);
        desktop.wait("the board", |s| s["window"]["focus"] == "BgSpot");
        super::setting_up::start(&desktop);
        desktop.screenshot(&format!("setting-up-{look}"));
        assert_eq!(desktop.complaints(), "");
    }
}

/// Opens a window; the main window may not have the keyboard at once.
fn show(desktop: &TestDesktop, keys: &str, title: &str) {
    for _ in 0..5 {
        desktop.focus_main();
        desktop.keys(&[keys]);
        if is_there(desktop, title, true) {
            return;
        }
    }
    panic!("{title} does not come");
}

/// Waits until a window is closed.
pub(crate) fn gone(desktop: &TestDesktop, title: &str) {
    for _ in 0..5 {
        if is_there(desktop, title, false) {
            return;
        }
        desktop.keys(&["Escape"]);
    }
    panic!("{title} does not close by Escape");
}

/// Waits a while until a window of that title is on the screen, or none is.
fn is_there(desktop: &TestDesktop, title: &str, wanted: bool) -> bool {
    let start = std::time::Instant::now();
    while start.elapsed() < Duration::from_secs(4) {
        if desktop.has_window(title) == wanted {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}
