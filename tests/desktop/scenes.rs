// SPDX-License-Identifier: GPL-3.0-or-later
//! The moments of playing, reviewing and transcribing at three sizes, light and dark: pictures to look at, and whether
//! everything in them is whole and in reach.

use super::computer::{against, blunder, is_mine};
use super::files::sample;
use super::harness::{TestDesktop, WITH_OPENGL};
use super::quality::fits;
use serde_json::{Value, json};

/// Sizes of the window.
const SIZES: [[u16; 2]; 3] = [[800, 600], [1024, 700], [1600, 1000]];

/// Takes a picture of a moment, in which no text is cut and no control lies beyond the window.
fn shown(desktop: &TestDesktop, what: &str, [width, height]: [u16; 2]) {
    let rests = |s: &Value| {
        let board = &s["board"];
        let is_whole = s["window"]["cut"] == json!([]) && s["window"]["outside"] == json!([]);
        is_whole && board["painted"] == true && board["animating"] == false
    };
    let state = desktop.wait(what, rests);
    desktop.screenshot(&format!("{width}x{height}-{what}"));
    assert!(state["window"]["width"].as_u64() <= Some(width.into()), "{what}: {}", state["window"]["width"]);
    assert!(
        state["window"]["height"].as_u64() <= Some(height.into()),
        "{what}: {}",
        state["window"]["height"]
    );
    fits(desktop);
}

/// The start, the opening roll, the tutor, the hint, the computer's turn in the bar, the result.
fn playing(scheme: &str, size: [u16; 2]) {
    let [width, height] = size;
    let settings = format!(
        "[tutor]\non = true\n[analysis.checker.evaluation]\nplies = 0\n[analysis.cube.evaluation]\nplies = 0\n\
         [rollout]\ntrials = 36\ntruncation.enable = true\ntruncation.plies = 2\n[window]\nscheme = \"{scheme}\"\n[window.place.main]\nwidth = {width}\nheight = {height}\n"
    );
    let name = if scheme == "dark" { "scene-dark" } else { "scene-light" };
    let arguments = ["--test-dice", "13 66", "--test-seed", "7", "--no-animations"];
    let Some(desktop) = against(name, &arguments, &settings) else { return };
    desktop.wait("the start page", |s| s["window"]["start_card"] == true);
    desktop.screenshot(&format!("{width}x{height}-start"));
    super::computer::begin(&desktop, 1);
    desktop.focus_main();
    shown(&desktop, "opening", size);
    blunder(&desktop);
    shown(&desktop, "tutor", size);
    desktop.keys(&["Escape"]);
    desktop.wait("the position again", |s| s["controller"]["turn"]["play"] == "");
    desktop.keys(&["ctrl+h"]);
    desktop.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "plays");
    shown(&desktop, "hint", size);
    let kind = |s: &Value, n: usize| s["hint"]["rows"][n]["kind"].as_str().unwrap_or_default().to_owned();
    desktop.keys(&["Down", "3"]);
    desktop.wait("a deeper play", |s| {
        s["hint"]["final"] == true && (0..3).any(|n| kind(s, n).contains("3-ply"))
    });
    shown(&desktop, "deeper hint", size);
    desktop.keys(&["Up", "shift+Down", "r"]);
    desktop.wait("two rollouts", |s| {
        s["tools"]["background"]["shown"] == false && (0..2).all(|n| kind(s, n).contains("36"))
    });
    shown(&desktop, "rolled out hint", size);
    desktop.keys(&["Up", "Return"]);
    desktop.wait("my next turn", |s| {
        let turn = s["window"]["last_turns"][0].as_str().unwrap_or_default();
        is_mine(s) && turn.starts_with("66: ")
    });
    shown(&desktop, "computer's turn", size);
    super::start::choose(&desktop, "Resign");
    desktop.wait("the menu", |s| s["window"]["focus"] == "GtkModelButton");
    desktop.keys(&["Return"]);
    desktop.wait("the result", |s| s["window"]["result"].is_object() && s["analysis"]["running"] == 0);
    shown(&desktop, "result", size);
    let buttons =
        ["Review errors", "Save…", "Statistics", "Rematch", "New match…"].map(|label| json!([label, true]));
    let state = desktop.state();
    assert_eq!(state["window"]["result"]["buttons"], json!(buttons), "whole buttons");
    assert_eq!(state["window"]["emphasized"], json!(["Review errors"]));
    assert_eq!(desktop.complaints(), "");
}

/// A double that is answered wrongly under the tutor's eyes, in the dark with high contrast, too; then a command beside a
/// rollout.
fn doubling(scheme: &str, size: [u16; 2]) {
    let [width, height] = size;
    let settings = format!(
        "version = 1\n[automatic]\ngame = false\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n[player.0]\nseat = \"human\"\n\
         [tutor]\non = true\n[window]\nscheme = \"{scheme}\"\n\
         [window.place.main]\nwidth = {width}\nheight = {height}\n"
    );
    let name = if scheme == "dark" { "scene-dark" } else { "scene-light" };
    let environment = [("ADW_DEBUG_HIGH_CONTRAST", "1")];
    let environment = if scheme == "dark" { &environment[..] } else { &[] };
    let arguments = ["--test-dice", "13", "--test-seed", "7", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set(name, &arguments, environment, &settings) else { return };
    super::begin(&desktop);
    super::set_id(&desktop, super::computer::WON_RACE);
    desktop.wait("the race", |s| s["match"]["phase"] == "roll" && s["window"]["focus"] == "BgSpot");
    desktop.keys(&["d"]);
    desktop.wait("the double", |s| s["match"]["phase"] == "answer");
    shown(&desktop, "offered double", size);
    desktop.keys(&["t"]);
    let state = desktop.wait("a warning", |s| s["window"]["warned"] == true);
    let text = state["window"]["strip"].as_str().unwrap_or_default();
    assert!(text.starts_with("Taking loses 0.") && text.ends_with(": a blunder. Best: Pass."), "{text}");
    shown(&desktop, "wrong take", size);
    desktop.keys(&["Return"]);
    desktop.wait("the decision again", |s| s["window"]["strip"].is_null() && s["match"]["phase"] == "answer");
    desktop.keys(&["h"]);
    desktop.wait("the hint", |s| s["hint"]["final"] == true && s["hint"]["page"] == "cube");
    shown(&desktop, "hint for a take", size);
    desktop.keys(&["Escape", "p"]);
    desktop.wait("the end of the game", |s| s["match"]["phase"] == "over");
    shown(&desktop, "end of a game", size);
    // The strip offers what follows, and nothing else offers it a second time.
    assert_eq!(desktop.state()["window"]["offers_are_off"], true);
    desktop.keys(&["Return"]);
    desktop.wait("the next game", |s| {
        s["game"] == 2 && s["match"]["phase"] == "play" && s["window"]["offers_are_off"] == false
    });
    desktop.keys(&["ctrl+shift+r"]);
    desktop.wait("a rollout", |s| s["tools"]["background"]["shown"] == true);
    desktop.keys(&["Escape"]);
    desktop.focus_main();
    desktop.keys(&["alt+6"]);
    desktop.wait("the commands", |s| s["window"]["focus"] == "GtkText");
    desktop.type_text("set automatic bearoff on");
    desktop.keys(&["Return"]);
    desktop.wait("the answer", |s| {
        let command = &s["panels"]["command"];
        command["output"].to_string().to_lowercase().contains("bearoff") && command["busy"] == false
    });
    desktop.screenshot_at_once(&format!("{width}x{height}-command beside a rollout"));
    assert_eq!(desktop.complaints(), "");
}

/// A review in two and three dimensions, then a transcription with a double.
fn reviewing(scheme: &str, size: [u16; 2]) {
    let [width, height] = size;
    let settings = format!(
        "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
         [window]\nscheme = \"{scheme}\"\n[window.place.main]\nwidth = {width}\nheight = {height}\n"
    );
    let name = if scheme == "dark" { "scene-dark" } else { "scene-light" };
    let Some(path) = sample("sgf/s01-rollout36.sgf") else { return };
    let path = path.to_string_lossy().into_owned();
    let arguments = ["--no-animations", WITH_OPENGL, &path];
    let Some(desktop) = TestDesktop::start_set(name, &arguments, &[], &settings) else { return };
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    // The third play is an error.
    desktop.keys(&["Page_Down", "Page_Down", "Page_Down"]);
    let arrows = |s: &Value| ["made", "best"].map(|kind| s["board"]["arrows"][kind].as_u64() > Some(0));
    desktop.wait("both plays", |s| arrows(s) == [true; 2]);
    shown(&desktop, "review", size);
    desktop.keys(&["a"]);
    desktop.wait("no arrows", |s| arrows(s) == [false; 2]);
    desktop.keys(&["a"]);
    desktop.wait("both plays", |s| arrows(s) == [true; 2]);
    desktop.keys(&["ctrl+3"]);
    super::three::shown(&desktop);
    shown(&desktop, "review in three dimensions", size);
    desktop.keys(&["ctrl+3"]);
    desktop.wait("two dimensions", |s| s["board"]["three"].is_null());
    desktop.keys(&["ctrl+shift+n"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Transcribe a match"]);
    desktop.keys(&["Return"]);
    desktop.wait("the opening", |s| s["match"]["phase"] == "opening");
    desktop.focus_main();
    desktop.keys(&["3", "1"]);
    desktop.wait("the plays", |s| s["match"]["phase"] == "play" && s["candidates"].as_u64() > Some(5));
    shown(&desktop, "transcription", size);
    desktop.keys(&["a"]);
    desktop.wait("the next turn", |s| s["match"]["phase"] == "roll");
    desktop.keys(&["d"]);
    desktop.wait("the double", |s| s["match"]["phase"] == "answer");
    shown(&desktop, "double", size);
    assert_eq!(desktop.complaints(), "");
}

/// Clocks that run, one of them short of time; then the start after a crash.
fn timed(scheme: &str, size: [u16; 2]) {
    let [width, height] = size;
    let settings = format!(
        "version = 1\n[automatic]\ngame = false\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n[player.0]\nseat = \"human\"\n\
         [clock]\ntype = \"bronstein\"\ntime = 9\nper-point = 0\nper-turn = 12\n\
         [window]\nscheme = \"{scheme}\"\n[window.place.main]\nwidth = {width}\nheight = {height}\n"
    );
    let name = if scheme == "dark" { "scene-dark" } else { "scene-light" };
    let arguments = ["--test-dice", "13", "--test-seed", "7", "--no-animations"];
    let Some(mut desktop) = TestDesktop::start_set(name, &arguments, &[], &settings) else { return };
    super::begin(&desktop);
    desktop.focus_main();
    desktop.wait("a running clock", |s| {
        s["window"]["clocks"][1].as_str().is_some_and(|text| text.starts_with("0:09 + 0:"))
    });
    shown(&desktop, "clocks", size);
    desktop.keys(&["ctrl+alt+p"]);
    desktop.wait("a paused clock", |s| {
        s["window"]["clocks"][1].as_str().is_some_and(|text| text == "\u{2016} 0:09")
    });
    shown(&desktop, "paused clocks", size);
    desktop.kill();
    desktop.launch();
    desktop.wait("the start page", |s| s["window"]["start_card"] == true && s["window"]["recovery"] == true);
    desktop.screenshot(&format!("{width}x{height}-start after a crash"));
    fits(&desktop);
    assert_eq!(desktop.complaints(), "");
}

/// The errors of a match that are rolled out one after the other.
fn rolling_out(scheme: &str, size: [u16; 2]) {
    let [width, height] = size;
    let settings = format!(
        "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
         [rollout]\ntrials = 6\n[rollout.truncation]\nenable = true\nplies = 2\n\
         [window]\nscheme = \"{scheme}\"\n[window.place.main]\nwidth = {width}\nheight = {height}\n"
    );
    let name = if scheme == "dark" { "scene-dark" } else { "scene-light" };
    let Some(path) = sample("xg/baR-U643iUDpvzTC.xg") else { return };
    let path = path.to_string_lossy().into_owned();
    let Some(desktop) = TestDesktop::start_set(name, &["--no-animations", &path], &[], &settings) else {
        return;
    };
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    desktop.keys(&["alt+7"]);
    desktop.wait("the list", |s| s["panels"]["errors"]["n_rows"].as_u64() > Some(0));
    super::start::choose(&desktop, "Roll out all listed decisions, the worst first");
    desktop.wait("a row", |s| s["panels"]["errors"]["rows"].to_string().contains("\"R\""));
    shown(&desktop, "rollouts of all errors", size);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn clocks_crashes_and_rollouts_are_whole_at_three_sizes() {
    for scheme in ["light", "dark"] {
        for size in SIZES {
            timed(scheme, size);
            rolling_out(scheme, size);
        }
    }
}

#[test]
fn every_moment_of_a_game_is_whole_at_three_sizes() {
    for scheme in ["light", "dark"] {
        SIZES.into_iter().for_each(|size| playing(scheme, size));
    }
}

#[test]
fn doubles_and_commands_are_whole_at_three_sizes() {
    for scheme in ["light", "dark"] {
        SIZES.into_iter().for_each(|size| doubling(scheme, size));
    }
}

#[test]
fn reviews_and_transcriptions_are_whole_at_three_sizes() {
    for scheme in ["light", "dark"] {
        SIZES.into_iter().for_each(|size| reviewing(scheme, size));
    }
}
