// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether everything in the main window can be read, at every size, with the panels beside the board.

use super::files::sample;
use super::harness::TestDesktop;
use super::quality::fits;
use serde_json::{Value, json};

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
