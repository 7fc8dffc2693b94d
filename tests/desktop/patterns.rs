// SPDX-License-Identifier: GPL-3.0-or-later
//! A pattern of checkers drawn in the library's search: it stands in the query as text, and finds such positions only.

use super::harness::{State, TestDesktop};
use super::library::{SETTINGS, import, is_imported, library, n_rows, open_library, resize, with_samples};
use super::reader;
use gnubg_engine::core::{Board, Side};
use serde_json::Value;
use std::process::Command;
use std::time::Duration;

/// Opens the library's search with imported matches, and the panel in which patterns are drawn.
fn begin(desktop: &TestDesktop) {
    import(desktop, &desktop.home().join("matches"));
    desktop.wait("the import", is_imported);
    desktop.keys(&["ctrl+2"]);
    desktop.wait("examples", |s| library(s)["searches"] == "examples");
    press(desktop, "Draw a pattern of checkers to search for", "1");
    reader::hears(desktop, &point(6, "any number", "any number"));
}

fn press(desktop: &TestDesktop, name: &str, button: &str) {
    let (x, y) = reader::middle(desktop, name);
    desktop.xdotool(&["mousemove", &x, &y, "click", button]);
}

/// Types a number into a field. A list that is just closing takes the first click.
fn type_number(desktop: &TestDesktop, field: &str, number: &str) {
    let is_there = |s: &Value| library(s)["focus"] == "GtkText";
    for _ in 0..5 {
        // Its buttons lie from the middle on.
        let (x, y) = reader::middle(desktop, field);
        let x = (x.parse::<i32>().expect("a place") - 35).to_string();
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
        if desktop.glimpse(Duration::from_secs(3), is_there).is_some() {
            break;
        }
    }
    desktop.wait(field, is_there);
    desktop.keys(&["ctrl+a"]);
    desktop.type_text(number);
    desktop.keys(&["Return"]);
}

/// What a screen reader says for a point of the pattern.
fn point(number: u8, mine: &str, theirs: &str) -> String {
    format!("point {number}, yours: {mine}, opponent's: {theirs}")
}

fn wait_for_query(desktop: &TestDesktop, query: &str) -> State {
    desktop.wait(query, |s| library(s)["query"] == query)
}

/// The boards of all decisions that a query finds in the terminal, each seen by the player who decides.
fn boards(desktop: &TestDesktop, query: &str) -> Vec<Board> {
    let told = Command::new(env!("CARGO_BIN_EXE_gnubg"))
        .args(["library", "search", query, "--json", "--limit", "100000"])
        .env("HOME", desktop.home())
        .env_remove("XDG_DATA_HOME")
        .output()
        .expect("the search in the terminal");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let text = String::from_utf8(told.stdout).expect("text");
    let rows = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let rows = rows.filter(|row| row["position"].is_object());
    rows.map(|row| {
        let key = row["position"]["key"].as_str().expect("the key of a position");
        let byte = |n: usize| u8::from_str_radix(&key[2 * n..2 * n + 2], 16).expect("digits");
        let board = Board::from_key(std::array::from_fn(byte)).expect("a board");
        // Takes and passes are seen by who doubled.
        match row["kind"].as_str() {
            Some("take" | "drop" | "beaver") => board.swapped(),
            _ => board,
        }
    })
    .collect()
}

/// How many decisions the window says it has found, when it has counted them.
fn wait_for_count(desktop: &TestDesktop, n: usize) {
    let told = if n == 1 { "1 decision".to_owned() } else { format!("{n} decisions") };
    desktop.wait(&told, |s| library(s)["count"].as_str().is_some_and(|count| count.replace(',', "") == told));
}

fn mine(board: &Board, point: usize) -> u8 {
    board.side(Side::OnRoll)[point - 1]
}

fn theirs(board: &Board, point: usize) -> u8 {
    board.side(Side::Opponent)[24 - point]
}

/// Scenario 19: a pattern drawn with the pointer finds the positions that have it and no others.
#[test]
fn l21_a_drawn_pattern_finds_such_positions_only() {
    let Some(desktop) = with_samples("library-pattern", &[], SETTINGS) else { return };
    begin(&desktop);
    reader::check_names(&desktop, "library");
    // Two checkers of mine on the 6 point, an anchor of theirs on my 5 point, nobody on my 4 point.
    press(&desktop, &point(6, "any number", "any number"), "1");
    wait_for_query(&desktop, "me[6]>=1");
    press(&desktop, &point(6, "at least 1", "any number"), "1");
    wait_for_query(&desktop, "me[6]>=2");
    for before in ["any number", "at least 1"] {
        press(&desktop, &point(5, "any number", before), "3");
    }
    wait_for_query(&desktop, "me[6]>=2 they[5]>=2");
    press(&desktop, &point(4, "any number", "any number"), "2");
    wait_for_query(&desktop, "me[4]=0 me[6]>=2 they[4]=0 they[5]>=2");
    let fits = |board: &Board| {
        mine(board, 6) >= 2 && theirs(board, 5) >= 2 && mine(board, 4) == 0 && theirs(board, 4) == 0
    };
    let all = boards(&desktop, "");
    let expected = all.iter().filter(|board| fits(board)).count();
    assert!(expected > 0 && expected < all.len(), "{expected} of {}", all.len());
    wait_for_count(&desktop, expected);
    let found = boards(&desktop, "me[4]=0 me[6]>=2 they[4]=0 they[5]>=2");
    assert!(found.len() == expected && found.iter().all(fits));
    desktop.screenshot("drawn");
    // For either side.
    press(&desktop, "For either side", "1");
    let state = desktop.wait("either side", |s| {
        library(s)["query"]
            .as_str()
            .is_some_and(|query| query.starts_with("((me[4]=0 ") && query.contains(" or "))
    });
    let either = all.iter().filter(|board| fits(board) || fits(&board.swapped())).count();
    assert!(either > expected);
    wait_for_count(&desktop, either);
    assert!(library(&state)["problem"].is_null());
    press(&desktop, "For either side", "1");
    wait_for_query(&desktop, "me[4]=0 me[6]>=2 they[4]=0 they[5]>=2");
    // The wheel changes the bound: exactly two.
    let (x, y) = reader::middle(&desktop, &point(6, "at least 2", "any number"));
    desktop.xdotool(&["mousemove", &x, &y, "click", "5"]);
    wait_for_query(&desktop, "me[4]=0 me[6]=2 they[4]=0 they[5]>=2");
    // Clear.
    press(&desktop, "Take the pattern out of the query", "1");
    wait_for_query(&desktop, "");
    assert_eq!(desktop.complaints(), "");
}

/// What is typed is drawn, and what is drawn joins what was typed; a band of points counts together.
#[test]
fn l22_patterns_are_typed_and_drawn() {
    let Some(desktop) = with_samples("library-pattern-typed", &[], SETTINGS) else { return };
    begin(&desktop);
    desktop.keys(&["ctrl+f"]);
    desktop.type_text("kind:play they[20,21]>=2 loss>0 dice:6x");
    reader::hears(&desktop, &point(20, "any number", "at least 2"));
    reader::hears(&desktop, &point(21, "any number", "at least 2"));
    press(&desktop, "your bar, any number", "1");
    wait_for_query(&desktop, "kind:play me[bar]>=1 they[20,21]>=2 dice:6x loss>0");
    // Points 7 to 4, over which the pointer is drawn: at least two of them made.
    let (x, y) = reader::middle(&desktop, &point(7, "any number", "any number"));
    let (to_x, to_y) = reader::middle(&desktop, &point(4, "any number", "any number"));
    desktop.xdotool(&["mousemove", &x, &y, "mousedown", "1", "mousemove", &to_x, &to_y, "mouseup", "1"]);
    reader::hears(&desktop, "On several points");
    desktop.screenshot("band");
    let has_list = |s: &Value| library(s)["focus"] == "GtkListItemWidget";
    press(&desktop, "On several points", "1");
    desktop.wait("the list", has_list);
    for _ in 0..3 {
        desktop.keys(&["Down"]);
    }
    desktop.keys(&["Return"]);
    desktop.wait("no list", |s| !has_list(s));
    type_number(&desktop, "Your checkers, at least", "2");
    wait_for_query(&desktop, "kind:play me[4,5,6,7]>=2 in 2 me[bar]>=1 they[20,21]>=2 dice:6x loss>0");
    desktop.screenshot("group");
    let fits = |board: &Board| {
        (4..=7).filter(|point| mine(board, *point) >= 2).count() >= 2
            && mine(board, 25) >= 1
            && theirs(board, 20) >= 2
            && theirs(board, 21) >= 2
    };
    let expected = boards(&desktop, "kind:play dice:6x loss>0").iter().filter(|board| fits(board)).count();
    wait_for_count(&desktop, expected);
    // While a word cannot be understood, nothing can be drawn; a query that can be shows its pattern again.
    desktop.keys(&["ctrl+f", "ctrl+a"]);
    desktop.type_text("losss>3");
    desktop.wait("the problem", |s| library(s)["problem"].is_string());
    desktop.keys(&["ctrl+a"]);
    desktop.type_text("me[13]<=3");
    reader::hears(&desktop, &point(13, "at most 3", "any number"));
    assert_eq!(desktop.complaints(), "");
}

/// Everything of a pattern is done without the pointer, too, and the board of the main window can be taken over.
#[test]
fn l23_a_pattern_is_drawn_by_keys_and_taken_from_the_board() {
    let Some(desktop) = with_samples("library-pattern-keys", &[], SETTINGS) else { return };
    begin(&desktop);
    desktop.keys(&["ctrl+f", "Tab", "Tab"]);
    reader::wait_for_focus(&desktop, |name| name == point(6, "any number", "any number"));
    desktop.keys(&["3"]);
    wait_for_query(&desktop, "me[6]>=3");
    desktop.keys(&["Right"]);
    reader::wait_for_focus(&desktop, |name| name == point(5, "any number", "any number"));
    desktop.keys(&["0"]);
    wait_for_query(&desktop, "me[5]=0 me[6]>=3 they[5]=0");
    desktop.keys(&["Delete", "space", "plus", "plus", "minus"]);
    wait_for_query(&desktop, "me[5]>=2 me[6]>=3");
    // The other side by its field.
    desktop.keys(&["Up"]);
    reader::wait_for_focus(&desktop, |name| name == point(20, "any number", "any number"));
    type_number(&desktop, "Opponent's checkers, at least", "2");
    wait_for_query(&desktop, "me[5]>=2 me[6]>=3 they[20]>=2");
    // The first decision that fits is shown on the board and taken over: it fits itself, others need not.
    let found = boards(&desktop, "me[5]>=2 me[6]>=3 they[20]>=2");
    assert!(!found.is_empty());
    wait_for_count(&desktop, found.len());
    let state = desktop.wait("cards", |s| n_rows(s, "cards") > 0);
    let card = library(&state)["cards"][0].as_str().unwrap_or_default().to_owned();
    let (x, y) = reader::middle(&desktop, &card);
    desktop.xdotool(&["mousemove", &x, &y, "click", "--repeat", "2", "1"]);
    desktop.wait("the decision", |s| s["reviewing"] == true && !s["match"].is_null());
    open_library(&desktop);
    press(&desktop, "Take the position of the main window", "1");
    let state = desktop.wait("exactly this board", |s| {
        library(s)["query"].as_str().is_some_and(|query| query.contains("=0") && !query.contains(">="))
    });
    let exact = library(&state)["query"].as_str().unwrap_or_default().to_owned();
    let same = boards(&desktop, &exact);
    assert!(!same.is_empty() && same.iter().all(|board| *board == same[0]) && found.contains(&same[0]));
    wait_for_count(&desktop, same.len());
    type_number(&desktop, "How much the board may differ", "2");
    let state = desktop.wait("a looser pattern", |s| {
        library(s)["query"].as_str().is_some_and(|query| query.contains("<=") && query != exact)
    });
    let loose = boards(&desktop, library(&state)["query"].as_str().unwrap_or_default());
    assert!(loose.len() >= same.len() && loose.contains(&same[0]));
    assert_eq!(desktop.complaints(), "");
}

/// Pictures of the panel at three sizes, light and dark, to be looked at.
#[test]
fn l24_the_pattern_fits_every_size() {
    for (name, scheme, size) in [
        ("pattern-large-dark", "prefer-dark", (1600, 1000)),
        ("pattern-medium", "prefer-light", (1024, 700)),
        ("pattern-small", "prefer-light", (800, 600)),
        ("pattern-small-dark", "prefer-dark", (800, 600)),
    ] {
        let environment = [("ADW_DEBUG_COLOR_SCHEME", scheme)];
        let Some(desktop) = with_samples(name, &environment, SETTINGS) else { return };
        resize(&desktop, size);
        begin(&desktop);
        desktop.screenshot("empty");
        desktop.keys(&["ctrl+f"]);
        desktop.type_text(
            "me[6,8]>=2 they[5]>=2 me[4]=0 they[4]=0 me[13]<=3 me[1,2,3]<=2 in sum cube:mine dice:31",
        );
        reader::hears(&desktop, &point(13, "at most 3", "any number"));
        desktop.screenshot("drawn");
        let state = desktop.wait("the board", |s| library(s)["problem"].is_null());
        assert!(!state.is_null());
        assert_eq!(desktop.complaints(), "");
    }
}
