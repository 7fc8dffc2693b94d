// SPDX-License-Identifier: GPL-3.0-or-later
//! Import: identity, reports, undo, and what is never lost.

use crate::common::*;

#[test]
fn made_matches_are_stored_and_read_back() {
    let test = TestLibrary::new();
    let record = made_match(1, ["Ann", "Ben"], 5, true);
    assert!(record.winner().is_some() && record.n_decisions()[0] > 40, "{:?}", record.n_decisions());
    let report = test.import(&[test.file("a.sgf", sgf_text(&record))]);
    assert_eq!((report.files, report.new, report.failed, report.waiting), (1, 1, 0, 0), "{report:#?}");
    test.assert_clean();
    let test = test.reopened();
    test.assert_clean();
    let TestLibrary { folder, library, .. } = test;
    drop(library);
    let names = std::fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.file_name());
    let names: Vec<_> = names.filter(|name| name.to_string_lossy().starts_with("test.")).collect();
    assert_eq!(names, ["test.gnubglib"], "one file at rest");
}

#[test]
fn samples_of_every_format_are_read_as_they_were_written() {
    let Some(folder) = shared("samples") else { return };
    let test = TestLibrary::new();
    let report = test.import(std::slice::from_ref(&folder));
    assert!(report.new > 50 && report.positions > 10, "{}", report.new);
    test.assert_clean();
    let again = test.import(&[folder]);
    assert_eq!((again.new, again.positions, again.near), (0, 0, 0), "{again:#?}");
    assert!(again.is_empty());
}
