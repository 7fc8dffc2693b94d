// SPDX-License-Identifier: GPL-3.0-or-later
//! Variations in the game record: a tree that is unfolded, gone through, rearranged, by pointer, keys and screen reader.

use super::files::sample;
use super::harness::TestDesktop;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::time::Duration;

/// The recorded match whose first game gets two plays instead of the second, one of them answered in two ways, and another
/// play later on.
fn nested() -> Option<String> {
    let whole = std::fs::read_to_string(sample("sgf/s05.sgf")?).expect("a recorded match");
    let changed = whole
        .replacen(";W[63xuuo]", "(;W[63xuuo]", 1)
        .replacen(";B[54aeej]", "(;B[54aeej]", 1)
        .replacen(
            ";W[drop])",
            ";W[drop])\n(;B[54lplq]\n;W[31xwmj]))\n(;W[63mgmj]\n(;B[64lrnr]\n;W[61hgmg])\n(;B[64lplr]\n;W[42fbfd])))",
            1,
        );
    assert_ne!(whole, changed);
    Some(changed)
}

/// A desktop that shows the match at the beginning of its first game.
fn shown(name: &'static str, window: &str, folder: &std::path::Path) -> Option<TestDesktop> {
    let path = folder.join("nested.sgf");
    std::fs::write(&path, nested()?).expect("a file");
    let settings = format!(
        "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
         [analysis.checker.evaluation]\nplies = 0\n[analysis.cube.evaluation]\nplies = 0\n\
         [window]\ninstant-evaluation = false\n{window}"
    );
    let path = path.to_string_lossy().into_owned();
    let desktop =
        TestDesktop::start_set(name, &["--no-animations", "--test-seed", "1", &path], &[], &settings)?;
    desktop.wait("the match", |s| s["match"]["length"].is_u64());
    desktop.keys(&["ctrl+shift+Page_Up"; 3]);
    Some(desktop)
}

fn current(state: &Value) -> Value {
    state["panels"]["record"]["current"].clone()
}

/// The heads of variations that are seen.
fn branches(state: &Value) -> Vec<Value> {
    state["panels"]["record"]["branches"].as_array().cloned().unwrap_or_default()
}

fn heads(state: &Value) -> Vec<String> {
    branches(state).iter().map(|head| head["text"].as_str().unwrap_or_default().to_owned()).collect()
}

fn n_rows(state: &Value) -> u64 {
    state["panels"]["record"]["n_rows"].as_u64().unwrap_or(0)
}

/// Presses a part of the head that begins so: the head (`spot`) or the button that opens and folds it (`fold`). The pointer
/// follows it until the program sees it there: rows that are made, and a list that gets its height, move it, and a busy program
/// tells its place late.
fn press(desktop: &TestDesktop, start: &str, part: &str, button: &str) {
    let at = RefCell::new(None);
    desktop.wait(start, |s| {
        let head =
            branches(s).into_iter().find(|head| head["text"].as_str().unwrap_or_default().starts_with(start));
        let Some(head) = head else { return false };
        let Some(spot) = head[part][0].as_f64().zip(head[part][1].as_f64()) else { return false };
        if at.replace(Some(spot)) != Some(spot) {
            let (x, y) = (spot.0.round().to_string(), spot.1.round().to_string());
            desktop.xdotool(&["mousemove", &x, &y]);
            return false;
        }
        head[format!("{part}_hovered")] == true
    });
    desktop.xdotool(&["click", button]);
    // What the pointer rests on tells its name once more, in a window of its own.
    if button == "1" {
        desktop.xdotool(&["mousemove", "300", "500"]);
    }
}

/// Rows of the first game with its variations folded: seven of the main line and two heads.
const ROWS: u64 = 9;
const PLAY: &str = "63: 13/10 13/7";
const INNER: &str = "64: ";
const LATER: &str = "54: ";

#[test]
fn variations_are_a_tree_in_the_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(desktop) = shown("tree", "", folder.path()) else { return };
    let state = desktop
        .wait("the first game", |s| current(s) == json!([0, 0]) && heads(s).len() == 2 && n_rows(s) == ROWS);
    println!("{:?} {}", heads(&state), state["panels"]["record"]["rows"]);
    let main = n_rows(&state);
    assert!(heads(&state)[0].starts_with(PLAY) && heads(&state)[1].starts_with(LATER));
    assert_eq!(
        state["panels"]["record"]["rows"][2][1].as_str(),
        Some(heads(&state)[0].as_str()),
        "below its play"
    );
    desktop.screenshot("folded");
    super::reader::hears_start(&desktop, "Variation of level 1: 63: 13/10 13/7");
    // Unfolded, with the variation in it still folded.
    press(&desktop, PLAY, "fold", "1");
    let state = desktop.wait("its rows", |s| heads(s).len() == 3 && n_rows(s) > main + 1);
    desktop.screenshot("open");
    assert!(branches(&state)[0]["open"] == true && branches(&state)[1]["open"] == false);
    assert_eq!(current(&state), json!([0, 0]), "nothing else is shown by that");
    super::reader::hears_start(&desktop, "Variation of level 2: 64: ");
    press(&desktop, PLAY, "fold", "1");
    desktop.wait("the folded tree", |s| heads(s).len() == 2 && n_rows(s) == main);
    // A click on a head goes there, and the way to it is open.
    press(&desktop, PLAY, "spot", "1");
    let state = desktop.wait("the variation", |s| current(s) == json!([0, 1]) && heads(s).len() == 3);
    assert_eq!(state["unsaved"], false, "looking changes nothing");
    desktop.screenshot("inside");
    press(&desktop, INNER, "spot", "1");
    let is_deeper = |s: &Value| branches(s)[1]["open"] == true && n_rows(s) > n_rows(&state);
    let inner = desktop.wait("the inner variation", |s| current(s) == json!([0, 2]) && is_deeper(s));
    desktop.screenshot("deepest");
    desktop.keys(&["Page_Down"]);
    desktop.wait("its next decision", |s| current(s) == json!([0, 3]));
    // The rows of the main line stay, and a click on one goes back to it.
    let text = inner["panels"]["record"]["rows"][1][0].as_str().expect("a play").to_owned();
    let (x, y) = super::reader::middle(&desktop, &text);
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the main line", |s| current(s) == json!([0, 1]) && n_rows(s) == main);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn variations_are_reached_changed_and_restored_by_keys() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(desktop) = shown("tree-keys", "", folder.path()) else { return };
    let first = desktop
        .wait("the first game", |s| current(s) == json!([0, 0]) && heads(s).len() == 2 && n_rows(s) == ROWS);
    desktop.keys(&["alt+1"]);
    desktop.wait("the record has the keyboard", |s| s["window"]["focused"] != "board");
    // Tab goes through the rows to the first head.
    let is_head = |s: &Value| s["window"]["focused"] == "record_branch";
    for _ in 0..30 {
        desktop.keys(&["Tab"]);
        if desktop.glimpse(Duration::from_millis(300), is_head).is_some() {
            break;
        }
    }
    desktop.wait("a head has the keyboard", is_head);
    desktop.keys(&["Right"]);
    desktop.wait("the variation is open", |s| heads(s).len() == 3 && is_head(s));
    desktop.keys(&["Left"]);
    desktop.wait("the variation is folded", |s| heads(s).len() == 2 && is_head(s));
    // The second entry of its menu makes it the main line.
    desktop.keys(&["shift+F10"]);
    desktop.wait("the menu", |s| s["window"]["focus"] == "GtkModelButton");
    desktop.screenshot("menu");
    desktop.keys(&["Down", "Return"]);
    let state =
        desktop.wait("another main line", |s| heads(s).iter().any(|head| head.starts_with("63: 24/")));
    assert_eq!(state["unsaved"], true);
    assert_eq!(state["panels"]["record"]["rows"][1][0], "63: 13/10 13/7", "{:?}", heads(&state));
    desktop.screenshot("promoted");
    desktop.focus_main();
    desktop.keys(&["ctrl+z"]);
    desktop.wait("the old main line", |s| heads(s) == heads(&first));
    // The third deletes it with the one in it.
    press(&desktop, PLAY, "spot", "3");
    desktop.wait("the menu", |s| s["window"]["focus"] == "GtkModelButton");
    desktop.keys(&["Down", "Down", "Return"]);
    let gone = desktop.wait("one variation less", |s| heads(s).len() == 1);
    assert!(heads(&gone)[0].starts_with(LATER) && n_rows(&gone) == n_rows(&first) - 1);
    desktop.focus_main();
    desktop.keys(&["ctrl+z"]);
    desktop.wait("both variations", |s| heads(s) == heads(&first));
    // An analysis of the variation tells what its first play loses.
    press(&desktop, PLAY, "spot", "1");
    desktop.wait("the variation", |s| current(s) == json!([0, 1]));
    desktop.keys(&["ctrl+F5"]);
    let lost = |s: &Value| branches(s)[0]["loss"].as_str().is_some_and(|loss| loss.starts_with('−'));
    let state = desktop.wait("its loss", lost);
    let told = branches(&state)[0]["told"].as_str().unwrap_or_default().to_owned();
    assert!(told.contains(", loses 0.") && told.ends_with(", unfolded"), "{told}");
    desktop.screenshot("analyzed");
    super::reader::hears(&desktop, &told);
    assert_eq!(desktop.complaints(), "");
}

/// A variation is deleted by its menu and brought back, again and again: the menu outlives its row each time.
#[test]
fn a_variation_is_deleted_and_restored_again_and_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(desktop) = shown("tree-again", "", folder.path()) else { return };
    let first = desktop
        .wait("the first game", |s| current(s) == json!([0, 0]) && heads(s).len() == 2 && n_rows(s) == ROWS);
    for _ in 0..30 {
        press(&desktop, PLAY, "spot", "3");
        desktop.wait("the menu", |s| s["window"]["focus"] == "GtkModelButton");
        desktop.keys(&["Down", "Down", "Return"]);
        desktop.wait("one variation less", |s| heads(s).len() == 1 && n_rows(s) == ROWS - 1);
        desktop.focus_main();
        desktop.keys(&["ctrl+z"]);
        desktop.wait("both variations", |s| heads(s) == heads(&first) && n_rows(s) == ROWS);
        assert_eq!(desktop.complaints(), "");
    }
}

/// The tree at three sizes, light and dark: no row is cut, whole rows are seen.
#[test]
fn the_tree_of_variations_fits_every_size() {
    for scheme in ["light", "dark"] {
        for (width, height) in [(800, 600), (1024, 700), (1600, 1000)] {
            let folder = tempfile::tempdir().expect("a folder");
            let name = if scheme == "dark" { "tree-dark" } else { "tree-light" };
            let window =
                format!("scheme = \"{scheme}\"\n[window.place.main]\nwidth = {width}\nheight = {height}\n");
            let Some(desktop) = shown(name, &window, folder.path()) else { return };
            desktop.wait("the tree", |s| {
                s["panels"]["revealed"] == true && current(s) == json!([0, 0]) && n_rows(s) == ROWS
            });
            desktop.wait("a board at rest", |s| s["board"]["painted"] == true);
            press(&desktop, PLAY, "spot", "1");
            let is_whole = |s: &Value| {
                let seen = s["panels"]["record"]["rows_seen"].as_f64().unwrap_or(0.5);
                (seen - seen.round()).abs() < 0.05
            };
            desktop.wait("the variation in whole rows", |s| {
                current(s) == json!([0, 1]) && heads(s).len() == 3 && is_whole(s)
            });
            desktop.screenshot(&format!("{width}x{height}"));
            super::quality::fits(&desktop);
            assert_eq!(desktop.complaints(), "");
        }
    }
}
