// SPDX-License-Identifier: GPL-3.0-or-later
//! A whole game, and every variation, without the pointer.

use super::harness::TestDesktop;
use serde_json::{Value, json};

/// Opens the dialog of a new match.
fn open_dialog(desktop: &TestDesktop) {
    desktop.keys(&["ctrl+n"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
}

#[test]
fn s24_a_whole_game_by_keys() {
    let arguments = ["--test-dice", "13", "--test-seed", "3", "--no-animations"];
    let Some(desktop) = TestDesktop::start("keyboard", &arguments) else { return };
    open_dialog(&desktop);
    desktop.keys(&["Return"]);
    desktop.wait("the opening roll", |s| s["match"]["phase"] == "play");
    // The first play is typed.
    desktop.type_text("8/5 6/5");
    desktop.wait("the line", |s| s["window"]["focus"] == "GtkText");
    desktop.keys(&["Return"]);
    desktop.wait("the other turn", |s| s["match"]["on_roll"] == 0 && s["match"]["phase"] == "roll");
    for n in 0..400 {
        let state = desktop.wait("a decision", |s| s["match"]["phase"] != "opening" && s["settled"] == true);
        let decision = (state["match"]["on_roll"].clone(), state["match"]["phase"].clone());
        match state["match"]["phase"].as_str() {
            Some("roll") if n == 40 => desktop.keys(&["d"]),
            Some("roll") => desktop.keys(&["space"]),
            Some("answer") => desktop.keys(&["t"]),
            Some("play") if state["controller"]["turn"]["dance"] == true => desktop.keys(&["f"]),
            // Every third play is made with the cursor.
            Some("play") if n % 3 == 0 => {
                super::matches::move_by_cursor(&desktop, &state);
                desktop.keys(&["space"]);
            }
            Some("play") => {
                // The first play that the line offers.
                desktop.keys(&["slash"]);
                desktop.wait("the line", |s| s["window"]["focus"] == "GtkText");
                desktop.keys(&["BackSpace", "Tab", "Return"]);
            }
            _ => break,
        }
        desktop.wait("what follows", |s| {
            (s["match"]["on_roll"].clone(), s["match"]["phase"].clone()) != decision
        });
    }
    let state = desktop.wait("the end of the game", |s| s["match"]["phase"] == "over");
    let points: i64 =
        state["match"]["score"].as_array().into_iter().flatten().filter_map(Value::as_i64).sum();
    assert!(points >= 1, "{state}");
    super::reader::hears(&desktop, state["window"]["message"].as_str().unwrap_or_default());
    desktop.screenshot("over");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn variations_start_from_their_positions() {
    // Nackgammon has two checkers on the 23-point, Hypergammon three in all.
    for (name, word, slot, count) in
        [("nackgammon", "nackgammon", 23, 2), ("hypergammon", "3-chequer-hypergammon", 22, 1)]
    {
        let settings =
            format!("version = 1\n[player.0]\nseat = \"human\"\n[match]\nvariation = \"{word}\"\n");
        let arguments = ["--test-dice", "13", "--no-animations"];
        let Some(desktop) = TestDesktop::start_set(name, &arguments, &[], &settings) else { return };
        open_dialog(&desktop);
        desktop.screenshot("dialog");
        desktop.keys(&["Return"]);
        desktop.wait("the opening position", |s| s["board"]["stacks"][slot] == json!(count));
        desktop.screenshot("board");
    }
}
