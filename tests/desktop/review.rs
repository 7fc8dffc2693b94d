// SPDX-License-Identifier: GPL-3.0-or-later
//! Going through a match: record, analysis, marks, typed commands.

use super::files::sample;
use super::harness::Desk;
use serde_json::{Value, json};

/// A desk that shows a sample match at its start.
fn reviewing(name: &'static str, file: &str) -> Option<Desk> {
    let path = sample(file)?.to_string_lossy().into_owned();
    let desk = Desk::start(name, &["--no-animations", "--test-seed", "1", &path])?;
    desk.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["progress"] == 1.0);
    Some(desk)
}

fn current(state: &Value) -> Value {
    state["panels"]["record"]["current"].clone()
}

#[test]
fn a_match_is_gone_through_by_keys_and_pointer() {
    let Some(desk) = reviewing("steps", "mat/gnubg-s02.mat") else { return };
    desk.keys(&["ctrl+Page_Up"]);
    for _ in 0..20 {
        desk.keys(&["ctrl+Page_Up"]);
    }
    desk.wait("the first game", |s| current(s) == json!([0, 0]));
    desk.keys(&["Page_Down"]);
    let state = desk.wait("the second decision", |s| current(s) == json!([0, 1]));
    assert_eq!(state["reviewing"], true);
    assert_eq!(state["window"]["buttons"][0], "Next");
    assert_eq!(state["window"]["buttons"][2], "Play here");
    desk.screenshot("35-second");
    desk.keys(&["Page_Up"]);
    desk.wait("the first decision", |s| current(s) == json!([0, 0]));
    desk.keys(&["End"]);
    desk.wait("the end of the game", |s| current(s).is_null());
    desk.keys(&["Home"]);
    desk.wait("the start of the game", |s| current(s) == json!([0, 0]));
    // A click in the record goes there.
    let text = desk.state()["panels"]["record"]["rows"][3][1].as_str().expect("a play").to_owned();
    let (x, y) = super::reader::middle(&desk, &text);
    desk.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state = desk.wait("a later decision", |s| current(s)[1].as_u64() > Some(3));
    assert_eq!(state["board"]["dice"]["faces"].as_array().map(Vec::len), Some(2));
    // Nothing is played by accident; playing on asks first.
    desk.click(desk.checker(6), 1);
    assert_eq!(desk.state()["match"]["position_id"], state["match"]["position_id"]);
    desk.keys(&["ctrl+Page_Down"]);
    desk.wait("the next game", |s| current(s)[0] == 1);
    desk.screenshot("35-next-game");
    assert_eq!(desk.complaints(), "");
}
