// SPDX-License-Identifier: GPL-3.0-or-later
//! The library's window: matches are imported, listed, deleted and restored, decisions found and shown on the board.

use super::files::{choose, sample};
use super::harness::TestDesktop;
use super::screen::Picture;
use super::{reader, tools};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// Two people; analysis without look-ahead, so that a debug build is done soon.
pub(crate) const SETTINGS: &str = "version = 1\n[player.0]\nseat = \"human\"\n\
    [analysis.checker.evaluation]\nplies = 0\n[analysis.cube.evaluation]\nplies = 0\n";

pub(crate) fn open_library(desktop: &TestDesktop) {
    tools::open(desktop, "ctrl+shift+l", "library", "Library");
    desktop.wait("what the library holds", |s| s["tools"]["library"]["page"].is_string());
}

pub(crate) fn library(state: &Value) -> &Value {
    &state["tools"]["library"]
}

/// Whether a list that was pulled down has the keyboard.
pub(crate) fn is_list_open(state: &Value) -> bool {
    ["GtkListView", "GtkListItemWidget"].iter().any(|class| library(state)["focus"] == *class)
}

pub(crate) fn n_rows(state: &Value, list: &str) -> usize {
    library(state)[list].as_array().map_or(0, Vec::len)
}

/// Copies the files of a folder of the samples whose names end so.
fn copy(folder: &Path, ending: &str, to: &Path) -> usize {
    let mut n = 0;
    for file in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = file.path();
        if path.extension().is_some_and(|found| found == ending) {
            std::fs::copy(&path, to.join(file.file_name())).expect("a copy");
            n += 1;
        }
    }
    n
}

/// Imports a folder by the button of the first page and its dialog.
pub(crate) fn import(desktop: &TestDesktop, folder: &Path) {
    let (x, y) = reader::middle(desktop, "Import all match files of a folder");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    choose(desktop, "Import a folder", folder);
}

/// A library with the matches of two folders of the samples, and a file that is none.
pub(crate) fn with_samples(
    name: &'static str,
    environment: &[(&str, &str)],
    settings: &str,
) -> Option<TestDesktop> {
    let (xg, mat) = (sample("xg")?, sample("mat")?);
    let desktop = TestDesktop::start_set(name, &["--no-animations"], environment, settings)?;
    let folder = desktop.home().join("matches");
    std::fs::create_dir(&folder).expect("a folder");
    assert!(copy(&xg, "xg", &folder) > 0, "samples of eXtreme Gammon");
    std::fs::copy(mat.join("gnubg-s02.mat"), folder.join("gnubg-s02.mat")).expect("a copy");
    std::fs::write(folder.join("broken.sgf"), "(;FF[4]GM[6]").expect("a file that is no match");
    open_library(&desktop);
    Some(desktop)
}

/// Whether more than `least` decisions are listed as those found, all of which lost something. Rows of the query as it was a moment
/// before, without its last condition, may still be there.
pub(crate) fn lists_losses(state: &Value, least: usize) -> bool {
    let lost = |card: &Value| card.as_str().is_some_and(|name| name.contains("minus"));
    n_rows(state, "cards") > least
        && library(state)["searches"] == "cards"
        && library(state)["cards"].as_array().is_some_and(|cards| !cards.is_empty() && cards.iter().all(lost))
}

/// Imports the samples and finds plays that lost much, more than `least`; the names of their rows.
fn bad_plays(desktop: &TestDesktop, least: usize) -> Vec<Value> {
    import(desktop, &desktop.home().join("matches"));
    desktop.wait("the import", is_imported);
    desktop.keys(&["ctrl+2", "ctrl+f"]);
    desktop.type_text("kind:play loss>=80");
    let state = desktop.wait("results", |s| lists_losses(s, least));
    library(&state)["cards"].as_array().cloned().unwrap_or_default()
}

/// Shows the decision or the match of a row in the main window, by a double click.
fn show(desktop: &TestDesktop, row: &str) {
    let (x, y) = reader::middle(desktop, row);
    desktop.xdotool(&["mousemove", &x, &y, "click", "--repeat", "2", "1"]);
}

pub(crate) fn is_imported(state: &Value) -> bool {
    library(state)["notice"].as_str().is_some_and(|text| text.contains("imported"))
}

#[test]
fn l01_nothing_is_stored_before_something_is_imported() {
    let Some(desktop) = TestDesktop::start_set("library-empty", &["--no-animations"], &[], SETTINGS) else {
        return;
    };
    open_library(&desktop);
    let state = desktop.wait("the first page", |s| library(s)["page"] == "begin");
    assert_eq!(n_rows(&state, "matches"), 0);
    reader::check_names(&desktop, "library");
    desktop.screenshot("begin");
    let file = desktop.home().join(".local/share/gnubg/library.gnubglib");
    assert!(!file.exists(), "no file before the first import");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn l02_matches_are_imported_found_opened_deleted_and_restored() {
    let Some(desktop) = with_samples("library", &[], SETTINGS) else { return };
    let folder = desktop.home().join("matches");
    import(&desktop, &folder);
    let reports = |s: &Value| library(s)["reports"].to_string();
    let is_told = |s: &Value| n_rows(s, "reports") > 0 && !reports(s).contains("running");
    let state = desktop.wait("the import", |s| is_imported(s) && is_told(s));
    desktop.screenshot("imported");
    let reports = reports(&state);
    assert!(reports.contains("could not be read") && reports.contains("broken.sgf"), "{reports}");
    assert!(desktop.home().join(".local/share/gnubg/library.gnubglib").exists());
    // The list of matches, filtered by a name.
    desktop.keys(&["ctrl+1"]);
    let state = desktop.wait("the matches", |s| library(s)["page"] == "matches" && n_rows(s, "matches") > 1);
    let all = n_rows(&state, "matches");
    desktop.screenshot("matches");
    reader::check_names(&desktop, "library");
    let first = library(&state)["matches"][0].as_str().unwrap_or_default().to_owned();
    // A double click shows the match in the main window.
    show(&desktop, &first);
    let state = desktop.wait("the match", |s| !s["match"].is_null());
    assert!(first.contains(state["names"][0].as_str().unwrap_or("?")), "{first}: {}", state["names"]);
    desktop.screenshot("match");
    // Deleted and restored.
    open_library(&desktop);
    let (x, y) = reader::middle(&desktop, &first);
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.keys(&["Delete"]);
    desktop.wait("one match less", |s| {
        n_rows(s, "matches") == all - 1
            && library(s)["notice"].as_str().is_some_and(|text| text.contains("trash"))
    });
    desktop.screenshot("deleted");
    desktop.keys(&["ctrl+z"]);
    desktop.wait("all matches", |s| n_rows(s, "matches") == all);
    // Once more the same folder: nothing is new.
    desktop.keys(&["ctrl+5"]);
    desktop.wait("the imports", |s| library(s)["page"] == "imports");
    import(&desktop, &folder);
    desktop.wait("nothing new", |s| {
        library(s)["notice"].as_str().is_some_and(|text| text.starts_with("0 new"))
            && library(s)["reports"].to_string().contains("already in the library")
    });
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn l03_decisions_are_searched_while_typing_and_opened() {
    let Some(desktop) = with_samples("library-search", &[], SETTINGS) else { return };
    import(&desktop, &desktop.home().join("matches"));
    desktop.wait("the import", is_imported);
    desktop.keys(&["ctrl+2"]);
    desktop.wait("examples", |s| library(s)["searches"] == "examples");
    desktop.screenshot("examples");
    desktop.keys(&["ctrl+f"]);
    desktop.type_text("loss>=80");
    desktop.wait("results", |s| lists_losses(s, 1));
    desktop.screenshot("found");
    // A word that is misspelt is marked, and the results stay.
    desktop.type_text(" losss>3");
    let state = desktop.wait("the problem", |s| library(s)["problem"].is_string());
    assert!(n_rows(&state, "cards") > 1);
    desktop.screenshot("problem");
    desktop.keys(&["ctrl+BackSpace", "ctrl+BackSpace", "ctrl+BackSpace"]);
    desktop.keys(&["ctrl+a"]);
    desktop.type_text("kind:play loss>=80");
    let state = desktop.wait("plays", |s| {
        library(s)["problem"].is_null() && n_rows(s, "cards") > 1 && library(s)["searches"] == "cards"
    });
    let count = library(&state)["count"].as_str().unwrap_or_default().to_owned();
    assert!(count.ends_with("decisions"), "{count}");
    // Saved, it stands in the side bar.
    let (x, y) = reader::middle(&desktop, "Save the search under a name");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the name", |s| s["tools"]["library"]["focus"] == "GtkText");
    desktop.type_text("Plays");
    desktop.keys(&["Return"]);
    desktop.wait("a saved search", |s| library(s)["side"].to_string().contains("Saved search: Plays"));
    // Return on the query leads to the cards, Return on a card to the board.
    let (x, y) = reader::middle(&desktop, "Query");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.keys(&["Return"]);
    let shown = |s: &Value| s["match"]["phase"] == "play" && s["reviewing"] == true;
    for _ in 0..5 {
        desktop.keys(&["Return"]);
        if desktop.glimpse(Duration::from_secs(5), shown).is_some() {
            break;
        }
    }
    desktop.wait("the decision", shown);
    desktop.screenshot("decision");
    assert_eq!(desktop.complaints(), "");
}

/// Sizes of the window of the library, and the names of pictures of them.
pub(crate) const SIZES: [(&str, (u16, u16)); 3] =
    [("large", (1600, 1000)), ("medium", (1024, 700)), ("small", (800, 600))];

/// Gives the window of the library this size, in the corner of the screen, and the keyboard.
pub(crate) fn resize(desktop: &TestDesktop, size: (u16, u16)) {
    let (width, height) = (size.0.to_string(), size.1.to_string());
    let place = ["windowmove", "0", "0", "windowsize", &width, &height, "windowfocus", "--sync"];
    desktop.xdotool(&[&["search", "--onlyvisible", "--name", "Library"], &place[..]].concat());
    let wanted = [0, 0, size.0.into(), size.1.into()];
    // Where it has no room for what stands in it, it takes another size a moment later.
    let is_resized = (0..50).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        desktop.place_of("Library") == Some(wanted)
    });
    assert!(is_resized, "the library is {:?} instead of {wanted:?}", desktop.place_of("Library"));
}

/// How many pixels of the fields of boards are seen among the results, in the large window.
fn felt(picture: &Picture) -> usize {
    let is_field = |[r, g, b]: &[u8; 3]| (70..140).contains(g) && *g > r.saturating_add(15) && g >= b;
    picture.colors(200..1580, 160..880).filter(is_field).count()
}

/// Pictures of the window at three sizes, light and dark, to be looked at.
#[test]
fn l04_the_window_fits_every_size() {
    for (name, scheme) in [("library-light", "prefer-light"), ("library-dark", "prefer-dark")] {
        let environment = [("ADW_DEBUG_COLOR_SCHEME", scheme)];
        let Some(desktop) = with_samples(name, &environment, SETTINGS) else { return };
        resize(&desktop, SIZES[0].1);
        import(&desktop, &desktop.home().join("matches"));
        desktop.wait("the import", is_imported);
        desktop.keys(&["ctrl+2"]);
        desktop.wait("examples", |s| library(s)["searches"] == "examples");
        for (kind, size) in SIZES {
            resize(&desktop, size);
            desktop.screenshot(&format!("examples-{kind}"));
        }
        desktop.keys(&["ctrl+f"]);
        desktop.type_text("loss>=80");
        desktop.wait("results", |s| lists_losses(s, 1));
        for (kind, size) in SIZES {
            resize(&desktop, size);
            desktop.keys(&["ctrl+5"]);
            desktop.wait("the imports", |s| library(s)["page"] == "imports");
            desktop.screenshot(&format!("imports-{kind}"));
            desktop.keys(&["ctrl+1"]);
            desktop.wait("the matches", |s| library(s)["page"] == "matches" && n_rows(s, "matches") > 1);
            desktop.screenshot(&format!("matches-{kind}"));
            desktop.keys(&["ctrl+2"]);
            desktop.wait("results", |s| library(s)["page"] == "search" && lists_losses(s, 1));
            desktop.screenshot(&format!("found-{kind}"));
        }
        // Boards out of sight are painted when the list is scrolled to them.
        resize(&desktop, SIZES[0].1);
        let first = felt(&desktop.screenshot("first"));
        desktop.xdotool(&["mousemove", "800", "600", "click", "--repeat", "60", "--delay", "10", "5"]);
        // On a busy machine the screen stands still longer than a picture waits before they are painted.
        let mut last = 0;
        for _ in 0..5 {
            last = felt(&desktop.screenshot("last"));
            if last > first / 3 {
                break;
            }
        }
        assert!(first > 100_000 && last > first / 3, "pixels of boards: {first} at first, then {last}");
        assert_eq!(desktop.complaints(), "");
    }
}

/// Scenario 17: the conditions of a query stand below it one by one, and can be taken out there.
#[test]
fn l19_a_query_and_its_conditions_follow_each_other() {
    let Some(desktop) = with_samples("library-chips", &[], SETTINGS) else { return };
    import(&desktop, &desktop.home().join("matches"));
    desktop.wait("the import", is_imported);
    desktop.keys(&["ctrl+2"]);
    let state = desktop.wait("examples", |s| library(s)["searches"] == "examples");
    assert_eq!(library(&state)["chips"], serde_json::json!([]));
    desktop.keys(&["ctrl+f"]);
    desktop.type_text("kind:play loss>=80 missed:hit");
    let chips = |s: &Value| library(s)["chips"].as_array().cloned().unwrap_or_default();
    let are = |s: &Value, wanted: &[&str]| {
        chips(s).iter().map(|one| one.as_str().unwrap_or("")).eq(wanted.iter().copied())
    };
    let state = desktop.wait("three conditions", |s| {
        are(s, &["kind:play", "loss>=80", "missed:hit"]) && n_rows(s, "cards") > 0
    });
    // The rows may still be those of the query as it was a moment before.
    let mut few = n_rows(&state, "cards");
    while let Some(state) = desktop.glimpse(Duration::from_secs(1), |s| n_rows(s, "cards") != few) {
        few = n_rows(&state, "cards");
    }
    desktop.screenshot("chips");
    reader::check_names(&desktop, "library");
    // One of them is taken out; the text and the results follow.
    let (x, y) = reader::middle(&desktop, "Take missed:hit out of the query");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let state =
        desktop.wait("two conditions", |s| are(s, &["kind:play", "loss>=80"]) && n_rows(s, "cards") > few);
    assert!(library(&state)["problem"].is_null());
    assert_eq!(library(&state)["query"], "kind:play loss>=80");
    // What cannot be understood leaves the last conditions that could.
    desktop.keys(&["ctrl+f", "End"]);
    desktop.type_text(" losss>3");
    let state = desktop.wait("the problem", |s| library(s)["problem"].is_string());
    assert!(are(&state, &["kind:play", "loss>=80", "losss"]), "{:?}", chips(&state));
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 23: from result to result in the main window, and back to the list.
#[test]
fn l20_results_are_stepped_through_and_the_list_is_found_again() {
    let Some(desktop) = with_samples("library-steps", &[], SETTINGS) else { return };
    let names = bad_plays(&desktop, 6);
    let name = |n: usize| names[n].as_str().unwrap_or_default().to_owned();
    let selected = |s: &Value| library(s)["selected"].as_str().unwrap_or_default().to_owned();
    show(&desktop, &name(0));
    desktop.wait("the first decision", |s| s["match"]["phase"] == "play" && s["reviewing"] == true);
    desktop.focus_main();
    for n in 1..=5 {
        let before = desktop.state()["match"].clone();
        desktop.focus_main();
        desktop.keys(&["ctrl+Down"]);
        let rolled = name(n);
        let state = desktop.wait("the next decision", |s| {
            let dice = s["match"]["dice"].as_array().map(|dice| dice.iter().map(Value::to_string).collect());
            selected(s) == name(n)
                && s["match"] != before
                && dice.is_some_and(|dice: String| rolled.starts_with(&dice))
        });
        assert_eq!(state["reviewing"], true);
    }
    desktop.focus_main();
    desktop.keys(&["ctrl+Up"]);
    desktop.wait("the decision before", |s| selected(s) == name(4));
    // Back: the row is selected and can be seen.
    open_library(&desktop);
    desktop.wait_for_front("Library");
    let state = desktop.wait("the list", |s| library(s)["page"] == "search");
    assert_eq!(selected(&state), name(4));
    assert_eq!(n_rows(&state, "cards"), names.len());
    reader::hears(&desktop, &name(4));
    desktop.screenshot("back");
    // In the library's window letters do the same.
    let (x, y) = reader::middle(&desktop, &name(4));
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.keys(&["n"]);
    desktop.wait("the next decision", |s| selected(s) == name(5));
    assert_eq!(desktop.complaints(), "");
}

/// Of two results that are asked for at once, the second is shown, although both are read before the first can be.
#[test]
fn l27_the_last_of_several_steps_is_shown() {
    let Some(desktop) = with_samples("library-quick-steps", &[], SETTINGS) else { return };
    let names = bad_plays(&desktop, 8);
    let name = |n: usize| names[n].as_str().unwrap_or_default().to_owned();
    show(&desktop, &name(0));
    desktop.wait("the first decision", |s| s["match"]["phase"] == "play" && s["reviewing"] == true);
    for n in [2, 4, 6, 8] {
        desktop.focus_main();
        desktop.wait("rest", |s| s["settled"] == true);
        desktop.keys_at_once(&["ctrl+Down", "ctrl+Down"]);
        let is_shown = |s: &Value| {
            let dice = s["match"]["dice"].as_array().map(|dice| dice.iter().map(Value::to_string).collect());
            let selected = library(s)["selected"].as_str() == names[n].as_str();
            selected && dice.is_some_and(|dice: String| name(n).starts_with(&dice))
        };
        desktop.wait("the second of two steps", is_shown);
        assert!(desktop.glimpse(Duration::from_millis(500), |s| !is_shown(s)).is_none(), "it stays");
    }
    assert_eq!(desktop.complaints(), "");
}

/// "This" in a query is the decision that the main window shows.
#[test]
fn l31_positions_near_the_one_shown_are_found() {
    let Some(desktop) = with_samples("library-near", &[], SETTINGS) else { return };
    import(&desktop, &desktop.home().join("matches"));
    desktop.wait("the import", is_imported);
    let search = |query: &str| {
        desktop.keys(&["ctrl+2", "ctrl+f", "ctrl+a"]);
        desktop.type_text(query);
    };
    search("near this < 40 *");
    desktop.wait("no position at hand", |s| {
        library(s)["problem"].as_str().is_some_and(|told| told.contains("no position at hand"))
    });
    search("kind:play loss>=80");
    let state = desktop.wait("results", |s| lists_losses(s, 3));
    let name = library(&state)["cards"][0].as_str().unwrap_or_default().to_owned();
    show(&desktop, &name);
    desktop.wait("the decision", |s| s["match"]["phase"] == "play" && s["reviewing"] == true);
    desktop.xdotool(&[
        "search",
        "--sync",
        "--onlyvisible",
        "--name",
        "^Library$",
        "windowraise",
        "windowfocus",
    ]);
    search("near this < 40 *");
    let state = desktop.wait("positions near it", |s| {
        n_rows(s, "cards") > 0 && library(s)["problem"].is_null() && library(s)["query"] == "near this < 40 *"
    });
    // The nearest is the position itself.
    assert_eq!(library(&state)["cards"][0], name.as_str());
    // Without the star its own game is left out.
    search("near this < 40");
    desktop.wait("other games", |s| {
        let cards = library(s)["cards"].as_array();
        library(s)["problem"].is_null()
            && library(s)["query"] == "near this < 40"
            && cards.is_none_or(|cards| !cards.iter().any(|card| *card == name.as_str()))
    });
    assert_eq!(desktop.complaints(), "");
}

/// The library is opened while a decision of the main window is still being read: it stays in front.
#[test]
fn l29_a_decision_that_comes_late_does_not_cover_the_library() {
    let Some(desktop) = with_samples("library-late", &[], SETTINGS) else { return };
    let names = bad_plays(&desktop, 3);
    let first = names[0].as_str().unwrap_or_default();
    show(&desktop, first);
    let is_shown = |s: &Value, n: usize| {
        let dice = s["match"]["dice"].as_array().map(|dice| dice.iter().map(Value::to_string).collect());
        dice.is_some_and(|dice: String| names[n].as_str().is_some_and(|name| name.starts_with(&dice)))
    };
    desktop.wait("the first decision", |s| is_shown(s, 0) && s["reviewing"] == true);
    for n in 1..=3 {
        desktop.focus_main();
        desktop.wait_for_front("GNU Backgammon");
        // The window comes before the decision can be read.
        desktop.keys_at_once(&["ctrl+Down", "ctrl+shift+l"]);
        desktop.wait("the next decision", |s| is_shown(s, n));
        desktop.wait_for_front("Library");
        assert!(desktop.glimpse(Duration::from_millis(500), |s| !is_shown(s, n)).is_none());
        desktop.wait_for_front("Library");
    }
    assert_eq!(desktop.complaints(), "");
}
