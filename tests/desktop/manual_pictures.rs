// SPDX-License-Identifier: GPL-3.0-or-later
//! The pictures of windows in the manual. `./x manual pictures` runs this and keeps what it takes in
//! `docs/manual/pictures`; otherwise the same steps show that each window still opens.

use super::files::sample;
use super::harness::TestDesktop;
use serde_json::Value;
use std::path::PathBuf;

/// A window to take: its name in the state and that of its picture, the keys that open it, and its title.
const WINDOWS: [(&str, &str, &str); 6] = [
    ("statistics", "ctrl+i", "Statistics"),
    ("race", "alt+shift+p", "Race"),
    ("theory", "alt+shift+w", "Cube theory"),
    ("equity-table", "alt+shift+e", "Match equity table"),
    ("score-map", "alt+shift+s", "Score map"),
    ("temperature-map", "alt+shift+t", "Temperature map"),
];

/// The sizes and the look that all pictures share.
const SETTINGS: &str = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n[match.name]\n0 = \"Ann\"\n1 = \"Ben\"\n\
                        [window]\nscheme = \"light\"\n[window.place.main]\nwidth = 1100\nheight = 760\n\
                        [evaluation.checker.evaluation]\nplies = 0\n[evaluation.cube.evaluation]\nplies = 0\n\
                        [analysis.checker.evaluation]\nplies = 0\n[analysis.cube.evaluation]\nplies = 0\n";

/// Takes a picture of the window with that title, without its shadow, and keeps it where pictures are wanted.
fn take(desktop: &TestDesktop, title: &str, name: &str) {
    let picture = desktop.screenshot(name);
    let Some(folder) = std::env::var_os("MANUAL_PICTURES").map(PathBuf::from) else { return };
    let place = desktop.place_of(title).expect("the window has a place");
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    picture.cropped(place).save(&folder.join(name).with_extension("png"));
}

#[test]
fn manual_pictures_of_playing() {
    let arguments = ["--test-dice", "31 66", "--test-seed", "1", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("manual-play", &arguments, &[], SETTINGS) else { return };
    take(&desktop, "GNU Backgammon", "start");
    super::begin(&desktop);
    desktop.focus_main();
    desktop.keys(&["ctrl+h"]);
    desktop.wait("a hint", |s| {
        s["hint"]["final"] == true && s["hint"]["rows"].as_array().is_some_and(|rows| rows.len() > 3)
    });
    take(&desktop, "GNU Backgammon", "hint");
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn manual_pictures_of_reviewing() {
    let Some(path) = sample("mat/gnubg-s04.mat") else { return };
    let path = path.to_string_lossy().into_owned();
    let Some(desktop) = TestDesktop::start_set("manual-review", &["--no-animations", &path], &[], SETTINGS)
    else {
        return;
    };
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    desktop.focus_main();
    desktop.keys(&["shift+F5"]);
    desktop.wait("an analysis", |s| s["analysis"]["running"].as_u64() > Some(0));
    desktop.wait("its end", |s| s["analysis"]["running"] == 0);
    // The pointer rests where no window is, so that it shows no tooltip.
    desktop.xdotool(&["mousemove", "1590", "990"]);
    desktop.focus_main();
    desktop.keys(&["Page_Down", "Page_Down", "Page_Down"]);
    // The list of candidates is filled in parts.
    desktop.wait("a later decision", |s| {
        s["panels"]["record"]["current"] == serde_json::json!([0, 3])
            && s["panels"]["analysis"]["n_rows"].as_u64() > Some(10)
    });
    take(&desktop, "GNU Backgammon", "review");
    for (name, keys, title) in WINDOWS {
        desktop.focus_main();
        desktop.keys(&[keys]);
        desktop.wait(name, |s: &Value| s["tools"][name].is_object() && s["tools"][name]["running"] != true);
        desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", title, "windowraise"]);
        take(&desktop, title, name);
        desktop.keys(&["Escape"]);
        desktop.wait("no window", |s| s["tools"][name].is_null());
    }
    assert_eq!(desktop.complaints(), "");
}
