// SPDX-License-Identifier: GPL-3.0-or-later
//! Libraries of older programs, or of other nets: what is derived is brought up to date by the window in the background.

use super::harness::TestDesktop;
use super::library::{SETTINGS, import, is_imported, library, n_rows, open_library, with_samples};
use super::{reader, tools};
use rusqlite::Connection;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

fn file(desktop: &TestDesktop) -> PathBuf {
    desktop.home().join(".local/share/gnubg/library.gnubglib")
}

/// What the terminal tells of the library.
fn info(desktop: &TestDesktop) -> Value {
    let told = Command::new(env!("CARGO_BIN_EXE_gnubg"))
        .args(["library", "info", "--json"])
        .env("HOME", desktop.home())
        .env_remove("XDG_DATA_HOME")
        .output()
        .expect("the terminal tells of the library");
    serde_json::from_slice(&told.stdout).expect("JSON")
}

/// The numbers of boards by phase, and the sum of all difficulties.
fn derived(connection: &Connection) -> (Vec<(i64, i64)>, f64) {
    let mut statement = connection
        .prepare("SELECT phase, count(*) FROM board GROUP BY phase ORDER BY phase")
        .expect("the boards");
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("the boards");
    let phases = rows.collect::<rusqlite::Result<_>>().expect("the boards");
    let difficulty = connection
        .query_row("SELECT total(difficulty) FROM decision", [], |row| row.get(0))
        .expect("the decisions");
    (phases, difficulty)
}

/// Scenario 43: the file of an older program is brought up to date when the library is opened.
#[test]
fn l25_an_older_library_is_brought_up_to_date() {
    let Some(mut desktop) = with_samples("library-older", &[], SETTINGS) else { return };
    import(&desktop, &desktop.home().join("matches"));
    desktop.wait("the import", is_imported);
    assert_eq!(info(&desktop)["needs_rebuild"], false);
    desktop.focus_main();
    desktop.keys(&["ctrl+q"]);
    assert!(desktop.ended_well());
    let raw = Connection::open(file(&desktop)).expect("the library");
    let before = derived(&raw);
    // As version 1 had it, and with other phases and difficulties than this program finds.
    raw.execute_batch(
        "DROP TABLE study; DROP INDEX card_deck; DROP INDEX card_decision; DROP INDEX review_position;
        DROP TRIGGER review_kept; PRAGMA user_version = 1;
        UPDATE board SET phase = 0; UPDATE decision SET difficulty = 7;",
    )
    .expect("an older library");
    assert_ne!(derived(&raw), before);
    raw.close().expect("the library is closed");
    desktop.launch_again();
    open_library(&desktop);
    let is_up_to_date = || info(&desktop)["needs_rebuild"] == false;
    desktop.wait("the update", |s| library(s)["updating"].is_null() && is_up_to_date());
    let raw = Connection::open(file(&desktop)).expect("the library");
    assert_eq!(derived(&raw), before);
    // The search in memory follows.
    desktop.keys(&["ctrl+2", "ctrl+f"]);
    desktop.type_text("phase:opening");
    let opening = before.0.iter().any(|(phase, _)| *phase == 0);
    assert!(opening && before.0.len() > 3, "{before:?}");
    desktop.wait("openings", |s| n_rows(s, "cards") > 0);
    assert_eq!(desktop.complaints(), "");
}

/// Other nets: the update waits here for another program, while the window goes on; it is stopped, and begins again.
#[test]
fn l26_an_update_never_holds_the_window_and_can_be_stopped() {
    let Some(desktop) = with_samples("library-nets", &[], SETTINGS) else { return };
    import(&desktop, &desktop.home().join("matches"));
    desktop.wait("the import", is_imported);
    tools::dismiss(&desktop, |s| s["tools"]["library"].is_null());
    let raw = Connection::open(file(&desktop)).expect("the library");
    raw.execute_batch("UPDATE meta SET value = 1 WHERE key = 'nets'").expect("other nets");
    assert_eq!(raw.changes(), 1);
    // Nobody else can write now, so the first step of the update waits.
    raw.execute_batch("BEGIN IMMEDIATE").expect("the right to write");
    desktop.focus_main();
    open_library(&desktop);
    let is_updating = |s: &Value| library(s)["updating"].to_string().contains("Updating");
    desktop.wait("the update", is_updating);
    desktop.screenshot("updating");
    reader::check_names(&desktop, "library");
    desktop.keys(&["ctrl+2", "ctrl+f"]);
    desktop.type_text("kind:play");
    let state = desktop.wait("results meanwhile", |s| n_rows(s, "cards") > 1);
    assert!(is_updating(&state));
    let (x, y) = reader::middle(&desktop, "Stop updating; it begins again when the library is opened");
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    raw.execute_batch("ROLLBACK").expect("the others may write");
    desktop.wait("the end of the update", |s| library(s)["updating"].is_null());
    assert_eq!(info(&desktop)["needs_rebuild"], true);
    // With the next window it is done.
    tools::dismiss(&desktop, |s| s["tools"]["library"].is_null());
    desktop.focus_main();
    open_library(&desktop);
    desktop
        .wait("the update", |s| library(s)["updating"].is_null() && info(&desktop)["needs_rebuild"] == false);
    assert_eq!(desktop.complaints(), "");
}
