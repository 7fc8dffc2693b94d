// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether the window is there soon, fits everywhere, and can be read and used by everybody.

use super::harness::{TestDesktop, place};
use super::{begin, reader, turn};

/// How many times longer than on an idle machine things may take here: builds that are not optimized, and processors
/// that are busy with other work.
pub(crate) fn slowness() -> f64 {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: f64 = load.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
    let n = std::thread::available_parallelism().map_or(1.0, |n| n.get() as f64);
    let build = if cfg!(debug_assertions) { 2.0 } else { 1.0 };
    build * (load / n).max(1.0)
}

/// Whether the window was built with optimization, as it is unless a build asks for the contrary.
pub(crate) fn is_optimized() -> bool {
    gnubg_gtk::OPT_LEVEL != "0"
}

/// Whether everything the window shows lies within it.
pub(crate) fn fits(desktop: &TestDesktop) {
    let state = desktop.state();
    let (width, height) = (state["window"]["width"].as_f64(), state["window"]["height"].as_f64());
    let board = &state["board"];
    let number = |key: &str| board[key].as_f64().expect("a number");
    assert!(number("x") + 108.0 * number("scale") <= width.expect("a width") + 0.5, "{board}");
    assert!(number("y") + 82.0 * number("scale") <= height.expect("a height") + 0.5, "{board}");
}

#[test]
fn small_screens_are_enough() {
    let settings = "version = 1\n[player.0]\nseat = \"human\"\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
                    [window.place.main]\nwidth = 800\nheight = 600\n";
    let Some(desktop) =
        TestDesktop::start_set("small", &["--test-dice", "13", "--no-animations"], &[], settings)
    else {
        return;
    };
    begin(&desktop);
    let state = desktop.state();
    assert!(
        state["window"]["width"].as_f64() <= Some(800.0) && state["window"]["height"].as_f64() <= Some(600.0)
    );
    fits(&desktop);
    desktop.screenshot("800x600");
    desktop.click(desktop.checker(8), 1);
    turn(&desktop, "8/5");
    desktop.drag(desktop.checker(6), place(5, 1));
    turn(&desktop, "8/5 6/5");
}

#[test]
fn large_screens_are_filled() {
    let settings = "version = 1\n[player.0]\nseat = \"human\"\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
                    [window.place.main]\nwidth = 3840\nheight = 2160\n";
    let arguments = ["--test-dice", "13", "--no-animations"];
    let environment = [("GSK_RENDERER", "cairo")];
    let Some(desktop) = TestDesktop::start_set("large", &arguments, &environment, settings) else { return };
    begin(&desktop);
    fits(&desktop);
    let state = desktop.state();
    assert!(state["board"]["scale"].as_f64() > Some(20.0), "{}", state["board"]);
    desktop.screenshot("3840x2160");
    desktop.click(desktop.checker(8), 1);
    turn(&desktop, "8/5");
}

#[test]
fn text_may_be_twice_as_large() {
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n[match.name]\n0 = \"Light\"\n\
                    1 = \"Dark\"\n[window]\ntext-scale = 200\n";
    let arguments = ["--test-dice", "13", "--no-animations"];
    let Some(desktop) = TestDesktop::start_set("large-text", &arguments, &[], settings) else { return };
    begin(&desktop);
    fits(&desktop);
    desktop.screenshot("200");
    desktop.keys(&["ctrl+comma"]);
    desktop.wait("the preferences", |s| s["preferences"]["page"] == "players");
    desktop.screenshot("200-preferences");
    desktop.keys(&["Escape"]);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s46_every_control_has_a_name() {
    let Some(desktop) = TestDesktop::start("names", &["--test-dice", "13", "--no-animations"]) else {
        return;
    };
    begin(&desktop);
    reader::check_names(&desktop, "the main window");
    desktop.keys(&["ctrl+comma"]);
    desktop.wait("the preferences", |s| s["preferences"]["page"] == "players");
    for page in super::preferences::PAGES {
        super::preferences::show(&desktop, page);
        reader::check_names(&desktop, page);
    }
}

#[test]
fn the_keyboard_reaches_everything() {
    let Some(desktop) = TestDesktop::start("tabs", &["--test-dice", "13", "--no-animations"]) else { return };
    begin(&desktop);
    // Round the window and back to the board.
    let mut seen = Vec::new();
    for _ in 0..40 {
        let before = desktop.state()["window"]["focused_at"].clone();
        desktop.keys(&["Tab"]);
        // On the way from one part to the next nothing has the focus.
        let state = desktop
            .wait("another place", |s| s["window"]["focused_at"] != before && s["window"]["focused"] != "");
        let name = state["window"]["focused"].as_str().unwrap_or_default().to_owned();
        if seen.contains(&name) && seen.len() > 3 && seen[0] == name {
            break;
        }
        seen.push(name);
    }
    println!("{seen:?}");
    for wanted in ["new_button", "edit_button", "menu_button", "resign_button", "id_button"] {
        assert!(seen.iter().any(|name| name == wanted), "the keyboard does not reach {wanted}: {seen:?}");
    }
}
