// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg duel` with every kind of level.

use super::run;

#[test]
fn a_roller_of_a_duel_plays_like_that_of_gnubg_batch() {
    let folder = tempfile::tempdir().unwrap();
    let other =
        format!("program:{} batch --level roller --cubeless --threads 1", env!("CARGO_BIN_EXE_gnubg"));
    let told = run(folder.path(), &["duel", "Roller", &other, "--games", "4", "--json"], "");
    assert_eq!(told.code, Some(0), "{}", told.err);
    // Two who always play the same win nothing from each other.
    assert!(told.out.contains(r#""games":4"#), "{}", told.out);
    assert!(told.out.contains(r#""plain":{"mean":0.0,"error":0.0}"#), "{}", told.out);
    let told = run(folder.path(), &["duel", "champion", "expert"], "");
    assert!(told.code == Some(2) && told.err.contains("4ply, roller, roller+, roller++"), "{}", told.err);
}
