// SPDX-License-Identifier: GPL-3.0-or-later
//! Player records, in the window and on disk.

use super::harness::TestDesktop;
use super::reader;
use serde_json::Value;
use std::path::Path;

const SETTINGS: &str = "version = 1\n[player.0]\nseat = \"human\"\n\
    [analysis.checker.evaluation]\nplies = 0\n[analysis.cube.evaluation]\nplies = 0\n";

#[test]
fn an_analyzed_match_is_added_and_erased() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/spec/data/analysis/match-a.mat");
    if !sample.exists() {
        println!("skipped: {} is missing", sample.display());
        return;
    }
    let file = sample.display().to_string();
    for (name, scheme) in [("players", "prefer-light"), ("players-dark", "prefer-dark")] {
        let environment = [("ADW_DEBUG_COLOR_SCHEME", scheme)];
        let Some(desktop) = TestDesktop::start_set(name, &["--no-animations", &file], &environment, SETTINGS)
        else {
            return;
        };
        desktop.wait("the match", |s| !s["match"].is_null());
        desktop.keys(&["ctrl+l"]);
        let rows = |s: &Value| s["tools"]["players"]["rows"].as_array().map_or(0, Vec::len);
        let state = desktop.wait("the records", |s| s["tools"]["players"]["page"] == "empty");
        assert_eq!(state["tools"]["players"]["can_add"], false, "nothing is analyzed");
        desktop.screenshot("empty");
        desktop.keys(&["Escape"]);
        desktop.wait("no records", |s| s["tools"]["players"].is_null());
        desktop.focus_main();
        desktop.keys(&["shift+F5"]);
        desktop.wait("the analysis", |s| s["analysis"]["running"].as_u64() > Some(0));
        desktop.wait("its end", |s| s["analysis"]["running"] == 0);
        desktop.keys(&["ctrl+l"]);
        desktop.wait("the button", |s| {
            s["tools"]["players"]["can_add"] == true && s["tools"]["players"]["add"].is_array()
        });
        super::tools::press(&desktop, "/tools/players/add", |s| rows(s) == 3);
        reader::check_names(&desktop, "player records");
        desktop.screenshot("added");
        let book = desktop.home().join(".local/share/gnubg/players.json");
        let start = std::time::Instant::now();
        while !book.exists() && start.elapsed().as_secs() < 20 {
            std::thread::yield_now();
        }
        let text = std::fs::read_to_string(&book).expect("the book");
        assert!(text.contains("\"version\": 1") && text.contains("\"unforced\""), "{text}");
        // The same match again counts once.
        super::tools::press(&desktop, "/tools/players/add", |s| {
            s["window"]["toast"].as_str().is_some_and(|text| text.contains("already listed"))
        });
        assert_eq!(rows(&desktop.state()), 3);
        // One player: the matches, the development and notes that stay.
        let chosen = |s: &Value| s["tools"]["players"]["profile"]["shown"] == true;
        let (x, y) = reader::middle(&desktop, "Player shown");
        for _ in 0..5 {
            desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
            desktop.keys(&["Down", "Return"]);
            if desktop.glimpse(std::time::Duration::from_secs(4), chosen).is_some() {
                break;
            }
        }
        desktop.wait("a player", chosen);
        let (x, y) = reader::middle(&desktop, "Notes on the player");
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
        desktop.wait("the notes' focus", |s| s["tools"]["players"]["focus"] == "GtkTextView");
        desktop.type_text("Doubles late");
        desktop.screenshot("player");
        desktop.keys(&["Escape"]);
        desktop.wait("no records", |s| s["tools"]["players"].is_null());
        let start = std::time::Instant::now();
        let noted = || std::fs::read_to_string(&book).is_ok_and(|text| text.contains("Doubles late"));
        while !noted() && start.elapsed().as_secs() < 20 {
            std::thread::yield_now();
        }
        assert!(noted(), "the note is kept");
        assert_eq!(desktop.complaints(), "");
    }
}
