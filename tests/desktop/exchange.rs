// SPDX-License-Identifier: GPL-3.0-or-later
//! What is exchanged with other programs: the clipboard both ways, and files dragged onto the window.

use super::files::{dialog, sample};
use super::harness::{State, TestDesktop, place};
use super::{begin, other, reader};
use serde_json::{Value, json};
use std::time::Duration;

/// Pastes what another program has copied, until what is expected of that has come: what has just been copied, and the
/// keyboard after another window came up, take a moment to arrive.
#[track_caller]
fn paste(desktop: &mut TestDesktop, text: &str, what: &str, expected: impl Fn(&Value) -> bool) -> State {
    other::copy(desktop, text);
    for _ in 0..6 {
        desktop.focus_main();
        desktop.keys(&["ctrl+v"]);
        if let Some(state) = desktop.glimpse(Duration::from_secs(5), &expected) {
            return state;
        }
    }
    desktop.wait(what, expected)
}

/// Scenario 31: identifiers of every kind, a whole match and rubbish are pasted from another program.
#[test]
fn s31_paste() {
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(mut desktop) = TestDesktop::start("paste", &arguments) else { return };
    begin(&desktop);
    // 1. GNUBGID in running text.
    let id = |s: &Value| s["match"]["position_id"].clone();
    let text = "Position ID: sGfwATDgc/ABMA\n  Match ID   : cAkAAAAAAAAA\n";
    paste(&mut desktop, text, "a GNUBGID", |s| id(s) == "sGfwATDgc/ABMA" && s["match"]["length"] == 0);
    // 2. XGID.
    let text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:6:1:7:10";
    paste(&mut desktop, text, "an XGID", |s| s["match"]["crawford"] == true && s["match"]["length"] == 7);
    // 3. OGID.
    let text = "OGID=03bcccehhjjjjkk:4466778ddddgoop:N0N:46:W:R:0:2:13:0";
    let state = paste(&mut desktop, text, "an OGID", |s| s["match"]["length"] == 13);
    assert_eq!(state["match"]["dice"], json!([6, 4]));
    assert_eq!(state["board"]["stacks"][25], 1, "one of dark is on the bar");
    // 4. Rubbish: a toast and a reason, and nothing changes.
    for (text, quoted) in
        [("a line of rubbish", "a line of"), ("rubbish\nin more\nthan one line\n", "in more")]
    {
        let after = paste(&mut desktop, text, "a refusal", |s| {
            let told = s["window"]["message"].as_str().is_some_and(|text| text.contains(quoted));
            told && s["window"]["toast"] == "The clipboard contains no position"
        });
        assert_eq!(after["match"], state["match"]);
    }
    desktop.screenshot("31-refused");
    // 5. A whole match as text, after the question about the present one.
    let Some(path) = sample("mat/gnubg-s02.mat") else { return };
    let shown = |s: &Value| s["names"] == json!(["Cara", "Dov"]) || s["files"]["dialog"] == "unsaved";
    let text = std::fs::read_to_string(path).expect("a sample");
    if paste(&mut desktop, &text, "a match", shown)["files"]["dialog"] == "unsaved" {
        let (x, y) = reader::middle(&desktop, "Do not save");
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    }
    desktop.wait("the pasted match", |s| s["names"] == json!(["Cara", "Dov"]) && s["match"]["length"] == 3);
    assert_eq!(desktop.complaints(), "");
}

/// A pasted position does not take the place of a running game without a question.
#[test]
fn a_pasted_position_asks_before_it_replaces_a_game() {
    let Some(mut desktop) = super::playing("paste-asks", "13 66") else { return };
    desktop.click(place(5, 0), 1);
    super::turn(&desktop, "8/5 6/5");
    desktop.keys(&["space"]);
    desktop.wait("the other turn", |s| s["match"]["phase"] == "roll");
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:42:2:6:1:7:10";
    let asks = |s: &Value| s["files"]["dialog"] == "paste";
    let before = paste(&mut desktop, xgid, "the question", asks)["match"].clone();
    desktop.keys(&["Escape"]);
    let state = desktop.wait("the game", |s| s["files"]["dialog"].is_null());
    assert_eq!(state["match"], before, "nothing is replaced");
    paste(&mut desktop, xgid, "the question again", asks);
    desktop.keys(&["Return"]);
    desktop.wait("the position", |s| s["match"]["dice"] == json!([4, 2]));
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 32: the copied picture is offered as text, PNG and SVG; the PNG is large.
#[test]
fn s32_copy_picture() {
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(mut desktop) = TestDesktop::start("copy-picture", &arguments) else { return };
    begin(&desktop);
    desktop.keys(&["ctrl+shift+c"]);
    desktop.wait("a notice", |s| s["window"]["toast"] == "Picture copied");
    let id = desktop.state()["window"]["id"].as_str().expect("an ID").to_owned();
    let seen = other::look(&mut desktop);
    let line = |kind: &str| seen.lines().find(|line| line.starts_with(kind)).unwrap_or_default().to_owned();
    assert!(line("image/png").contains("1728×1312"), "{seen}");
    assert!(line("image/svg+xml").contains("<svg") || line("image/svg+xml").contains("<?xml"), "{seen}");
    assert!(line("text/plain").contains(&id), "{seen}");
    // As a drawing of letters it says where it comes from, so that it can be pasted again.
    desktop.focus_main();
    desktop.keys(&["ctrl+shift+t"]);
    desktop.wait("another notice", |s| s["window"]["toast"] == "Copied");
    let seen = other::look(&mut desktop);
    let [position, of_match] = [0, 1].map(|n| id.split(':').nth(n).unwrap_or_default().to_owned());
    assert!(seen.contains(&format!("Position ID: {position}")), "{seen}");
    assert!(seen.contains(&format!("Match ID   : {of_match}")), "{seen}");
    // With what is known of the decision it is as high as that needs.
    desktop.focus_main();
    desktop.keys(&["ctrl+shift+g"]);
    desktop.wait("a third notice", |s| s["window"]["toast"] == "Picture copied");
    let seen = other::look(&mut desktop);
    let png = seen.lines().find(|line| line.starts_with("image/png")).unwrap_or_default();
    assert!(png.contains("1191×"), "{seen}");
    assert!(seen.lines().any(|line| line.starts_with("image/svg+xml")), "{seen}");
    assert_eq!(desktop.complaints(), "");
}

/// Where on the window things are dropped.
const TARGET: (i32, i32) = (500, 400);

/// Scenario 33: an SGF and a MAT file dragged from another program's window are opened.
#[test]
fn s33_files_are_dropped() {
    let (Some(sgf), Some(mat)) = (sample("sgf/s01-analysed-0ply.sgf"), sample("mat/gnubg-s02.mat")) else {
        return;
    };
    for (file, name, names) in
        [(&sgf, "drop-sgf", json!(["Ann", "Ben"])), (&mat, "drop-mat", json!(["Cara", "Dov"]))]
    {
        let Some(mut desktop) = TestDesktop::start(name, &["--no-animations"]) else { return };
        other::drop_on(&mut desktop, &other::files(&[file]), TARGET);
        let state = desktop.wait("the match", |s| s["match"]["length"].is_u64());
        assert_eq!(state["names"], names);
        assert_eq!(desktop.complaints(), "");
    }
    // A text that is dropped is taken as if it were pasted.
    let Some(mut desktop) = TestDesktop::start("drop-text", &["--no-animations"]) else { return };
    other::drop_on(&mut desktop, "text\nXGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:6:1:7:10", TARGET);
    desktop.wait("the position", |s| s["match"]["crawford"] == true);
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 33: several files come into a list, where they are analyzed, each beside its file, and one is opened.
#[test]
fn s33_several_files_are_analyzed() {
    let (Some(mat), Some(sgf)) = (sample("mat/gnubg-s02.mat"), sample("sgf/s01.sgf")) else { return };
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
                    [analysis.checker.evaluation]\nplies = 0\n[analysis.cube.evaluation]\nplies = 0\n";
    let Some(mut desktop) = TestDesktop::start_set("batch", &["--no-animations"], &[], settings) else {
        return;
    };
    // The samples are read-only; what is found is saved beside the files.
    let copies = [(&mat, "one.mat"), (&sgf, "two.sgf")].map(|(from, name)| {
        let to = desktop.home().join(name);
        let bytes = std::fs::read(from).expect("a sample");
        std::fs::write(&to, bytes).expect("a copy");
        to
    });
    let bad = desktop.home().join("bad.mat");
    std::fs::write(&bad, "nothing of use").expect("a file");
    let task = other::files(&[&copies[0], &copies[1], &bad]);
    other::drop_on(&mut desktop, &task, TARGET);
    let rows = |s: &Value| s["tools"]["batch"]["rows"].as_array().cloned().unwrap_or_default();
    let state =
        desktop.wait("the list of files", |s| rows(s).len() == 3 && s["tools"]["batch"]["start"].is_array());
    assert_eq!(state["match"], Value::Null, "nothing is opened yet");
    desktop.screenshot("33-list");
    let press = |spot: &Value| {
        let at = |n: usize| spot[n].as_f64().expect("a place").round().to_string();
        desktop.xdotool(&["mousemove", &at(0), &at(1), "click", "1"]);
    };
    super::tools::press(&desktop, "/tools/batch/start", |s| {
        s["tools"]["batch"]["running"] == true || s["tools"]["batch"]["sum"] != "0 of 3 files analyzed"
    });
    let state = desktop.wait("all of them done", |s| {
        let told = |n: usize, text: &str| rows(s)[n]["state"].as_str().is_some_and(|t| t.starts_with(text));
        s["tools"]["batch"]["running"] == false
            && told(0, "Analyzed")
            && told(1, "Analyzed")
            && told(2, "Failed")
    });
    assert_eq!(state["tools"]["batch"]["sum"], "2 of 3 files analyzed");
    assert!(
        desktop.home().join("one-analyzed.sgf").exists() && desktop.home().join("two-analyzed.sgf").exists()
    );
    desktop.screenshot("33-analyzed");
    by_rating(&desktop);
    desktop.screenshot("33-by-rating");
    let state = desktop.state();
    let first = rows(&state).into_iter().find(|row| row["name"] == "one.mat").expect("the first file");
    press(&first["open"]);
    desktop.wait("the analyzed match", |s| {
        s["window"]["file"] == "one-analyzed.sgf" && s["names"] == json!(["Cara", "Dov"])
    });
    // Losses, luck or both have columns where there is an analysis.
    desktop.wait("its analysis", |s| {
        s["panels"]["record"]["columns"].as_array().is_some_and(|all| !all.is_empty())
    });
    assert_eq!(desktop.complaints(), "");
}

/// A click on a heading sorts the batch: by name, then by how the player at the top played, the best first. What could not
/// be read comes last there.
fn by_rating(desktop: &TestDesktop) {
    let rows = |s: &Value| s["tools"]["batch"]["rows"].as_array().cloned().unwrap_or_default();
    let names = |s: &Value| rows(s).iter().map(|row| row["name"].clone()).collect::<Vec<_>>();
    let click = |heading: &str| {
        let (x, y) = super::reader::middle(desktop, heading);
        desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    };
    click("File");
    desktop.wait("the order of the names", |s| names(s) == ["bad.mat", "one.mat", "two.sgf"]);
    click("PR, top player");
    let state = desktop.wait("the order of the ratings", |s| names(s).last() == Some(&json!("bad.mat")));
    let rating = |row: &Value| {
        let told = row["players"][0].as_str().and_then(|text| text.split_whitespace().last());
        told.and_then(|number| number.parse::<f64>().ok())
    };
    let found: Vec<f64> = rows(&state).iter().filter_map(rating).collect();
    assert!(found.len() == 2 && found[0] <= found[1], "{found:?} in {:?}", rows(&state));
    // The errors are those of the analyzed match; a click on their heading puts the fewest first.
    let counted = |name: &str| {
        let path = desktop.home().join(name.replace('.', "-analyzed.").replace(".mat", ".sgf"));
        let bytes = std::fs::read(path).expect("the analyzed match");
        let read = gnubg_formats::read(&bytes, None, None).expect("a match").matches.remove(0).record;
        let least = f64::from(gnubg_record::Thresholds::CURRENT.doubtful);
        let query = gnubg_record::ErrorQuery { least, ..Default::default() };
        query.find(&read, &gnubg_engine::cube::MatchEquityTable::default()).len()
    };
    let mut errors = Vec::new();
    for row in rows(&state).iter().filter(|row| row["name"] != "bad.mat") {
        let name = row["name"].as_str().expect("a name");
        assert_eq!(row["errors"], counted(name).to_string(), "{name}: {row}");
        errors.push((counted(name), row["name"].clone()));
    }
    errors.sort_by_key(|(n, _)| *n);
    assert!(errors[0].0 < errors[1].0, "{errors:?}");
    click("Errors");
    let fewest_first: Vec<_> = errors.iter().map(|(_, name)| name.clone()).collect();
    desktop.wait("the order of the errors", |s| names(s)[..2] == fewest_first[..]);
}

/// Scenario 47: a huge file, an empty one and bytes of no meaning each lead to a dialog in less than a second.
#[test]
fn s47_useless_files_are_refused_at_once() {
    let Some(desktop) = TestDesktop::start("useless", &["--pulse", "--no-animations"]) else { return };
    let path = |name: &str| desktop.home().join(name);
    let huge = std::fs::File::create(path("huge.sgf")).expect("a file");
    huge.set_len(200 << 20).expect("200 MB");
    std::fs::write(path("empty.mat"), "").expect("a file");
    let noise: Vec<u8> = (0..65_536u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    std::fs::write(path("noise.mat"), noise).expect("a file");
    let whole = sample("sgf/s01-analysed-0ply.sgf").and_then(|path| std::fs::read(path).ok());
    if let Some(whole) = &whole {
        std::fs::write(path("cut.sgf"), &whole[..whole.len() / 2]).expect("a file");
    }
    for name in ["huge.sgf", "empty.mat", "noise.mat", "cut.sgf"] {
        if !path(name).exists() {
            continue;
        }
        desktop.keys(&["ctrl+o"]);
        dialog(&desktop, "open");
        desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Open a match or position"]);
        desktop.keys(&["ctrl+a"]);
        desktop.type_text(&path(name).to_string_lossy());
        let start = std::time::Instant::now();
        desktop.keys(&["Return"]);
        let state = desktop.wait("an answer", |s| {
            s["files"]["dialog"] == "error" || (s["files"]["dialog"].is_null() && s["match"].is_object())
        });
        let taken = start.elapsed();
        println!("{name}: answered after {taken:?}");
        assert!(taken.as_secs_f64() < 1.0 * super::quality::slowness(), "{name}: {taken:?}");
        if name == "cut.sgf" && state["match"].is_object() {
            // What is there of it can be read; the rest is told.
            continue;
        }
        let text = state["files"]["text"].as_str().unwrap_or_default();
        assert!(text.contains(name) && text.contains("could not be opened"), "{text}");
        if name == "huge.sgf" {
            desktop.screenshot("47-huge");
        }
        desktop.keys(&["Return"]);
        let state = desktop.wait("no dialog", |s| s["files"]["dialog"].is_null());
        assert_eq!(state["files"]["recent"], json!([]), "{name} was not opened");
    }
    assert_eq!(desktop.complaints(), "");
}

/// A board drawn in a letter is pasted into a game: the user is asked where it goes, and undo takes it back.
#[test]
fn a_drawn_board_is_pasted_into_a_game() {
    let Some(mut desktop) = super::playing("paste-drawing", "13 66") else { return };
    desktop.drag(desktop.checker(8), place(5, 0));
    super::turn(&desktop, "8/5");
    desktop.drag(desktop.checker(6), place(5, 1));
    let before = super::turn(&desktop, "8/5 6/5")["match"]["position_id"].clone();
    // Once it is played, there is something to lose.
    desktop.keys(&["ctrl+f"]);
    let state = desktop.wait("the opponent's turn", |s| s["match"]["position_id"] != before);
    let before = state["match"]["position_id"].clone();
    let drawing = "Hello,\n\n> +13-14-15-16-17-18------19-20-21-22-23-24-+\n\
        > |                  |   | O              X |\n\
        > |                  |   | O                |\n\
        > |                  |   |                  |\n\
        > |                  |   |                  |\n\
        > |                  |   |                  |\n\
        > |                  |BAR|                  |\n\
        > |                  |   |                  |\n\
        > |                  |   |                  |\n\
        > |                  |   |                  |\n\
        > |                  |   | X                |\n\
        > |                  |   | X                |\n\
        > +12-11-10--9--8--7-------6--5--4--3--2--1-+\n\nWhat now?\n";
    paste(&mut desktop, drawing, "a question", |s| s["files"]["dialog"] == "paste");
    desktop.screenshot("31-where");
    desktop.keys(&["Return"]);
    let state = desktop.wait("the drawn board", |s| {
        s["match"]["position_id"] != before && s["files"]["dialog"].is_null() && s["board"]["stacks"][24] == 1
    });
    assert_eq!([&state["board"]["stacks"][6], &state["board"]["stacks"][19]], [2, -2]);
    desktop.keys(&["ctrl+z"]);
    desktop.wait("the game as it was", |s| s["match"]["position_id"] == before);
    assert_eq!(desktop.complaints(), "");
}

/// The decision is copied for forums: HTML as such and as text, the hint in a table.
#[test]
fn the_decision_is_copied_as_html() {
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(mut desktop) = TestDesktop::start("copy-html", &arguments) else { return };
    begin(&desktop);
    desktop.keys(&["ctrl+shift+h"]);
    desktop.wait("a notice", |s| s["window"]["toast"] == "Copied");
    let seen = other::look(&mut desktop);
    assert!(seen.lines().any(|line| line.starts_with("text/html") && line.contains("<div")), "{seen}");
    assert!(seen.lines().any(|line| line.starts_with("text/plain") && line.contains("<div")), "{seen}");
    assert_eq!(desktop.complaints(), "");
}

/// A position that another program analyzed: the hint shows that analysis below its own.
#[test]
fn the_hint_shows_an_imported_analysis() {
    let id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
    let rows = "    1. XG Roller+   8/5 6/5        eq:+0.156\n      Player:   55.20% (G:17.30% B:1.10%)\n      Opponent: 44.80% (G:12.40% B:0.50%)\n";
    let text = format!("{id}\n\nX:Ann   O:Ben\n\n{rows}\n\neXtreme Gammon Version: 2.10\n");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("position.txt");
    std::fs::write(&file, text).expect("a file");
    let arguments = ["--no-animations", file.to_str().expect("a path")];
    let Some(desktop) = TestDesktop::start("imported-hint", &arguments) else { return };
    desktop.wait("the position", |s| s["match"]["dice"] == json!([3, 1]));
    desktop.keys(&["ctrl+h"]);
    let state = desktop.wait("the hint", |s| s["hint"]["final"] == true);
    assert!(state["hint"]["rows"].as_array().is_some_and(|rows| !rows.is_empty()), "{}", state["hint"]);
    let imported = state["hint"]["imported"].as_str().unwrap_or_default();
    assert!(imported.contains("XG Roller+") && imported.contains("8/5 6/5"), "{}", state["hint"]);
    desktop.screenshot("imported-hint");
    assert_eq!(desktop.complaints(), "");
}
