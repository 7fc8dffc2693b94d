// SPDX-License-Identifier: GPL-3.0-or-later
//! Other languages: French, and a made-up one whose phrases are longer and full of accents.

use super::begin;
use super::files::sample;
use super::harness::TestDesktop;
use super::preferences;
use super::support::{catalogue, from_right, install, languages, longer, made_up, template};
use serde_json::{Value, json};
use std::path::Path;

/// Installs the French translation.
pub(crate) fn install_french(locale: &Path) {
    install(&catalogue("fr"), locale, "fr");
}

/// Opens the list that shows this language and chooses the one so many places below it.
fn choose(desktop: &TestDesktop, shown: &str, below: usize) {
    let (x, y) = super::reader::middle(desktop, shown);
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the list", |s| s["preferences"]["focus"] == "GtkListItemWidget");
    for _ in 0..below {
        desktop.keys(&["Down"]);
    }
    desktop.keys(&["Return"]);
}

#[test]
fn s48_another_language_keeps_the_match() {
    let locale = tempfile::tempdir().expect("a folder");
    let Some(template) = template() else { return };
    install(&made_up(&template, "xx", longer), locale.path(), "xx");
    install_french(locale.path());
    let folder = locale.path().to_string_lossy().into_owned();
    let arguments = ["--test-dice", "13 66", "--no-animations", "--locale-folder", &folder];
    let Some(desktop) = TestDesktop::start("language", &arguments) else { return };
    begin(&desktop);
    desktop.click(desktop.checker(8), 1);
    let before = desktop.wait("a step", |s| s["controller"]["turn"]["play"] == "8/5")["match"].clone();
    desktop.keys(&["ctrl+comma"]);
    desktop.wait("the preferences", |s| s["preferences"]["page"] == "players");
    preferences::show(&desktop, "language");
    desktop.screenshot("chooser");
    // "Same as the system", "English", "Français", "xx".
    choose(&desktop, "Same as the system", 2);
    let state = desktop.wait("French", |s| s["window"]["title"] == "Match en 7 points");
    assert_eq!(state["match"], before, "the match goes on");
    assert_eq!(state["window"]["buttons"][0], "Valider");
    desktop.wait("the same page", |s| {
        s["preferences"]["page"] == "language" && s["preferences"]["title"] == "Langue"
    });
    desktop.screenshot("fr-preferences");
    desktop.keys(&["Escape"]);
    desktop.wait("no preferences", |s| s["preferences"].is_null());
    desktop.screenshot("fr");
    desktop.click(desktop.checker(8), 1);
    desktop.wait("play goes on", |s| s["controller"]["turn"]["play"] == "8/5");
    desktop.keys(&["ctrl+comma"]);
    desktop.wait("the preferences", |s| s["preferences"]["page"] == "players");
    preferences::show(&desktop, "language");
    choose(&desktop, "Français", 3);
    desktop
        .wait("the made-up language", |s| s["window"]["title"].as_str().is_some_and(|t| t.starts_with('⟦')));
    let title = |s: &Value| s["preferences"]["title"].as_str().is_some_and(|title| title.starts_with('⟦'));
    desktop.wait("the same page", |s| s["preferences"]["page"] == "language" && title(s));
    desktop.screenshot("made-up-preferences");
    desktop.keys(&["Escape"]);
    desktop.wait("no preferences", |s| s["preferences"].is_null());
    let state = desktop.state();
    assert_eq!(state["match"], before);
    super::quality::fits(&desktop);
    desktop.wait("lines that are whole", |s| s["window"]["cut"] == serde_json::json!([]));
    desktop.screenshot("made-up");
    assert_eq!(desktop.complaints(), "");
}

/// Windows with much text: the keys that open each, and its name in the state.
const WINDOWS: [(&str, &str); 5] = [
    ("ctrl+i", "statistics"),
    ("alt+shift+p", "race"),
    ("alt+shift+w", "theory"),
    ("alt+shift+r", "rollout"),
    ("ctrl+l", "players"),
];

/// What is cut off in one language, in the main window with its panels and in other windows.
fn cut_in(language: &str, locale: &str, path: &str) -> Vec<String> {
    let settings = format!(
        "version = 1\n[automatic]\ngame = false\n[general]\nlanguage = \"{language}\"\n\
         [player.0]\nseat = \"human\"\n[window.place.main]\nwidth = 1024\nheight = 700\n\
         [evaluation.checker.evaluation]\nplies = 0\n[evaluation.cube.evaluation]\nplies = 0\n"
    );
    let arguments = ["--no-animations", "--locale-folder", locale, path];
    let Some(desktop) = TestDesktop::start_set("languages", &arguments, &[], &settings) else {
        return Vec::new();
    };
    let mut cut = Vec::new();
    let mut look = |what: &str, found: &Value| {
        let texts = found.as_array().into_iter().flatten();
        cut.extend(texts.map(|text| format!("{language}, {what}: {text}")));
    };
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    desktop.focus_main();
    for panel in ["alt+2", "alt+7"] {
        desktop.keys(&[panel]);
        // A text may be cut for the moment until its neighbors have their size.
        let state = desktop.glimpse(std::time::Duration::from_secs(2), |s| {
            ["cut", "cut_anywhere", "outside"].iter().all(|what| s["window"][*what] == json!([]))
        });
        let state = state.unwrap_or_else(|| desktop.state());
        look(panel, &state["window"]["cut"]);
        look(panel, &state["window"]["cut_anywhere"]);
        look(panel, &state["window"]["outside"]);
    }
    desktop.screenshot(language);
    for (keys, name) in WINDOWS {
        desktop.focus_main();
        desktop.keys(&[keys]);
        desktop.wait(name, |s| s["tools"][name].is_object());
        let is_whole = |s: &Value| s["window"]["cut_elsewhere"] == json!([]);
        let state = desktop.glimpse(std::time::Duration::from_secs(1), is_whole);
        look(name, &state.unwrap_or_else(|| desktop.state())["window"]["cut_elsewhere"]);
        desktop.screenshot(&format!("{language}-{name}"));
        desktop.keys(&["Escape"]);
        desktop.wait("no window", |s| s["tools"][name].is_null());
    }
    assert_eq!(desktop.complaints(), "", "{language}");
    cut
}

/// Every language, one that is longer than all of them, and one that is written from right to left.
#[test]
fn every_language_fits_a_window_of_1024_by_700() {
    let Some(template) = template() else { return };
    let Some(path) = sample("sgf/s01-analysed-0ply.sgf") else { return };
    let locale = tempfile::tempdir().expect("a folder");
    for language in languages() {
        install(&catalogue(&language), locale.path(), &language);
    }
    install(&made_up(&template, "xx", longer), locale.path(), "xx");
    install(&made_up(&template, "xr", from_right), locale.path(), "xr");
    let all: Vec<String> = languages().into_iter().chain(["xx".to_owned(), "xr".to_owned()]).collect();
    let (folder, path) = (locale.path().to_string_lossy(), path.to_string_lossy());
    let next = std::sync::atomic::AtomicUsize::new(0);
    let cut = std::thread::scope(|scope| {
        let look = || {
            let mut cut = Vec::new();
            while let Some(language) = all.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                cut.extend(cut_in(language, &folder, &path));
            }
            cut
        };
        let threads = [scope.spawn(look), scope.spawn(look), scope.spawn(look)];
        threads.map(|thread| thread.join().expect("a language")).concat()
    });
    assert!(cut.is_empty(), "{cut:#?}");
}

/// The window of a language that is written from right to left: what stands beside the board changes sides, the board does
/// not; numbers have the point of the language.
#[test]
fn a_language_from_right_to_left_mirrors_all_but_the_board() {
    let Some(template) = template() else { return };
    let locale = tempfile::tempdir().expect("a folder");
    install(&made_up(&template, "xr", from_right), locale.path(), "xr");
    let folder = locale.path().to_string_lossy().into_owned();
    let arguments = ["--test-dice", "13", "--no-animations", "--locale-folder", &folder];
    let mut places = Vec::new();
    for language in ["en", "xr"] {
        let settings = format!(
            "version = 1\n[general]\nlanguage = \"{language}\"\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
             [window.place.main]\nwidth = 1300\nheight = 800\n"
        );
        let Some(desktop) = TestDesktop::start_set("direction", &arguments, &[], &settings) else { return };
        desktop.focus_main();
        desktop.keys(&["ctrl+n"]);
        desktop
            .wait("the dialog", |s| s["window"]["focused_at"].is_array() || s["window"]["title"].is_string());
        desktop.xdotool(&[
            "search",
            "--sync",
            "--onlyvisible",
            "--name",
            if language == "en" { "New match" } else { "[א-ת]" },
        ]);
        desktop.keys(&["Return"]);
        desktop.wait("the opening roll", |s| s["match"]["phase"] == "play");
        desktop.focus_main();
        desktop.keys(&["F9"]);
        desktop.wait("the sidebar", |s| s["panels"]["revealed"] == true && s["board"]["painted"] == true);
        // The board has its place when the screen is still.
        desktop.screenshot(language);
        let state = desktop.state();
        // The bottom player moves from the upper right, whatever the language is.
        desktop.click(desktop.checker(8), 1);
        desktop.wait("a step", |s| s["controller"]["turn"]["play"] == "8/5");
        places.push(state["board"]["x"].as_f64().expect("a place"));
        assert_eq!(desktop.complaints(), "");
    }
    assert!(places[1] > places[0] + 200.0, "the sidebar stands left of the board: {places:?}");
}
