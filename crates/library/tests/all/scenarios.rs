// SPDX-License-Identifier: GPL-3.0-or-later
//! Scenarios of import, identity, rulers and safety; docs/library.md lists where each scenario is tested.

use crate::common::*;
use gnubg_engine::core::CancelToken;
use gnubg_library::clock::Clock;
use gnubg_library::facts::ReferenceRule;
use gnubg_library::opinions::Target;
use gnubg_library::search::{SearchRequest, View};
use gnubg_library::stats::StatsRequest;
use gnubg_library::{Access, BackupReason, Library, LibraryError, OpenOptions, SCHEMA_VERSION, backups};
use gnubg_record::MatchRecord;
use std::io::{Seek as _, SeekFrom, Write as _};

fn never() -> CancelToken {
    CancelToken::new()
}

/// A library into which a folder of made matches was imported.
fn with_folder(n: u64) -> TestLibrary {
    let test = TestLibrary::new();
    for seed in 0..n {
        test.file(&format!("{seed}.sgf"), sgf_text(&made_match(seed + 1, ["Ann", "Ben"], 3, true)));
    }
    let report = test.import(&[test.folder.path().join("files")]);
    assert_eq!((report.new, report.failed), (n as usize, 0));
    test
}

/// All losses of the library in order.
fn losses(library: &Library) -> Vec<(i64, Option<f64>)> {
    let found = library.search(&SearchRequest::decisions(""), None, &never()).unwrap();
    let mut rows = library.decision_rows(&found.ids).unwrap();
    rows.sort_by_key(|row| row.id);
    rows.iter().map(|row| (row.id, row.loss)).collect()
}

#[test]
fn s03_the_same_folder_again_changes_nothing() {
    let test = with_folder(4);
    let before = losses(&test.library);
    let report = test.import(&[test.folder.path().join("files")]);
    assert_eq!((report.new, report.known_files, report.files), (0, 4, 4));
    assert!(report.is_empty());
    assert_eq!(losses(&test.library), before);
}

#[test]
fn s04_a_match_is_known_by_its_plays() {
    let test = with_folder(1);
    let original = made_match(1, ["Ann", "Ben"], 3, true);
    let respelled = made_match(1, ["A. Smith", "BEN"], 3, false);
    test.file("again/renamed.sgf", sgf_text(&original));
    test.file("again/exchanged.sgf", sgf_text(&original.with_seats_exchanged()));
    test.file("again/respelled.sgf", sgf_text(&respelled));
    let report = test.import(&[test.folder.path().join("files/again")]);
    assert_eq!((report.new, report.near, report.failed), (0, 0, 0), "{report:#?}");
    assert_eq!(report.files, 3);
    assert_eq!(test.library.info().unwrap().matches, 1);
    test.assert_clean();
}

/// A match whose first `n` games are there.
fn first_games(record: &MatchRecord, n: usize) -> MatchRecord {
    let mut part = record.clone();
    part.games.truncate(n);
    part
}

#[test]
fn s05_a_longer_copy_extends_a_match() {
    let whole =
        (1..40).map(|seed| made_match(seed, ["Ann", "Ben"], 5, true)).find(|one| one.games.len() >= 4);
    let whole = whole.unwrap();
    let test = TestLibrary::new();
    let part = test.file("part.sgf", sgf_text(&first_games(&whole, 3)));
    assert_eq!(test.import(&[part]).new, 1);
    let path = test.file("whole.sgf", sgf_text(&whole));
    let report = test.import(&[path]);
    assert_eq!((report.new, report.extended), (0, 1), "{report:#?}");
    let info = test.library.info().unwrap();
    assert_eq!(info.matches, 1);
    let request = SearchRequest { view: View::Matches, ..SearchRequest::default() };
    let found = test.library.search(&request, None, &never());
    let rows = test.library.match_rows(&found.unwrap().ids).unwrap();
    assert_eq!(rows[0].games, whole.games.len());
    test.assert_clean();
}

#[test]
fn s06_two_files_of_a_match_give_two_rulers() {
    let (Some(sgf), Some(xg)) = (shared("found/luck-inf.sgf"), shared("found/same-match-as-luck-inf.xg"))
    else {
        return;
    };
    let test = TestLibrary::new();
    assert_eq!(test.import(&[sgf]).new, 1);
    let report = test.import(&[xg]);
    assert_eq!((report.new, report.known), (0, 1), "{report:#?}");
    let rulers = test.library.rulers().unwrap();
    assert!(rulers.len() >= 2, "{rulers:?}");
    let stats = test.library.stats(&StatsRequest::default(), &never()).unwrap();
    assert!(!stats.rulers.is_empty());
    test.assert_clean();
}

#[test]
fn s07_what_cannot_be_read_is_told_and_hurts_nothing_else() {
    let test = TestLibrary::new();
    test.file("good.sgf", sgf_text(&made_match(1, ["Ann", "Ben"], 3, true)));
    test.file("empty.sgf", "");
    test.file("broken.sgf", "(;FF[4]GM[6]");
    test.file("letter.mat", "Dear Ann, this is no match.");
    let large = test.file("large.sgf", "(;FF[4]GM[6]");
    // A file with a hole: it takes no room on the disk.
    let mut file = std::fs::OpenOptions::new().write(true).open(large).unwrap();
    file.seek(SeekFrom::Start(70 << 20)).unwrap();
    file.write_all(b")").unwrap();
    let report = test.import(&[test.folder.path().join("files")]);
    assert_eq!(report.new, 1, "{report:#?}");
    // Files of no known format are counted apart from those that were read.
    assert_eq!((report.files, report.failed, report.skipped), (3, 2, 2), "{report:#?}");
    for name in ["broken.sgf", "large.sgf"] {
        let told = report.details.iter().find(|file| file.file.ends_with(name));
        assert!(told.is_some_and(|file| file.failure.is_some()), "{name}: {report:#?}");
    }
    for file in report.details.iter().filter(|file| file.failure.is_some()) {
        assert!(file.failure.as_ref().is_some_and(|reason| reason.len() > 10), "{file:?}");
    }
    test.assert_clean();
}

#[test]
fn s10_undoing_an_import_takes_exactly_what_it_brought() {
    let test = with_folder(2);
    test.library.tag(&[Target::of_decision(3)], "timing", true).unwrap();
    let before = (losses(&test.library), test.library.tags_of(Target::of_decision(3)).unwrap());
    test.file("later/3.sgf", sgf_text(&made_match(9, ["Ann", "Cy"], 3, true)));
    let report = test.import(&[test.folder.path().join("files/later")]);
    assert_eq!(report.new, 1);
    test.library.undo_import(report.batch, &judge()).unwrap();
    let after = (losses(&test.library), test.library.tags_of(Target::of_decision(3)).unwrap());
    assert_eq!(after, before);
    test.assert_clean();
}

#[test]
fn s15_another_rule_for_rulers_changes_all_figures_and_back() {
    let Some(xg) = shared("found/same-match-as-luck-inf.xg") else { return };
    let test = with_folder(1);
    test.import(&[xg]);
    let figures = || {
        let stats = test.library.stats(&StatsRequest::default(), &never()).unwrap();
        (losses(&test.library), stats)
    };
    let before = figures();
    let choose = |rule| test.library.set_reference_rule(rule, &judge(), &never(), |_, _| ()).unwrap();
    choose(ReferenceRule::Own);
    let own = figures();
    choose(ReferenceRule::Best);
    assert_eq!(figures(), before, "to the last digit");
    // Both files hold analyses of one ruler each, so only the order of preference could differ.
    assert_eq!(own.0.len(), before.0.len());
    test.assert_clean();
}

#[test]
fn s16_merging_two_spellings_is_undone() {
    let test = with_folder(1);
    test.file("other/1.sgf", sgf_text(&made_match(7, ["ANN.", "Cy"], 3, true)));
    test.file("other/2.sgf", sgf_text(&made_match(8, ["Anna Lee", "Cy"], 3, true)));
    test.import(&[test.folder.path().join("files/other")]);
    let record = test.library.record(1).unwrap();
    let decisions = |query: &str| {
        let request = StatsRequest { query: query.to_owned(), ..StatsRequest::default() };
        test.library.stats(&request, &never()).unwrap().total.decisions
    };
    let [ann, anna] =
        ["Ann", "Anna Lee"].map(|name| test.library.player_named(name, false).unwrap().unwrap());
    let (first, second) = (decisions("by:Ann"), decisions("by:\"Anna Lee\""));
    assert!(first > 0 && second > 0);
    test.library.merge_players(&[ann, anna]).unwrap();
    assert_eq!(decisions("by:Ann"), first + second);
    test.library.undo().unwrap();
    assert_eq!((decisions("by:Ann"), decisions("by:\"Anna Lee\"")), (first, second));
    assert_eq!(test.library.record(1).unwrap(), record, "records are never rewritten");
}

#[test]
fn s42_a_second_program_only_reads() {
    let test = with_folder(1);
    let path = test.library.path().to_owned();
    let options = OpenOptions { access: Access::Write, clock: test.clock.clone(), create: false };
    let second = Library::open(&path, options).unwrap();
    assert!(second.read_only_reason().is_some_and(|reason| reason.contains("open in another program")));
    assert_eq!(losses(&second), losses(&test.library));
    let refused = second.tag(&[Target::of_decision(1)], "timing", true);
    assert!(matches!(refused, Err(LibraryError::ReadOnly(_))), "{refused:?}");
}

#[test]
fn s43_a_library_of_a_newer_program_is_only_read() {
    let test = with_folder(1);
    let TestLibrary { folder, clock, library } = test;
    let (path, before) = (library.path().to_owned(), losses(&library));
    drop(library);
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.pragma_update(None, "user_version", SCHEMA_VERSION + 1).unwrap();
    raw.close().unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let options = OpenOptions { access: Access::Write, clock, create: false };
    let newer = Library::open(&path, options).unwrap();
    assert!(
        newer.read_only_reason().is_some_and(|reason| reason.contains("newer")),
        "{:?}",
        newer.read_only_reason()
    );
    assert_eq!(losses(&newer), before);
    drop(newer);
    assert!(std::fs::read(&path).unwrap() == bytes, "not a byte was changed");
    drop(folder);
}

#[test]
fn s44_damage_is_found_and_a_backup_restores_everything() {
    let test = with_folder(3);
    let before = losses(&test.library);
    let backup = test.library.back_up(BackupReason::Merge).unwrap();
    let TestLibrary { folder, clock, library } = test;
    let path = library.path().to_owned();
    drop(library);
    assert!(!backups(&path).is_empty());
    // Zeros over pages in the middle.
    let size = std::fs::metadata(&path).unwrap().len();
    let mut file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(size / 2 / 4096 * 4096)).unwrap();
    file.write_all(&[0; 8192]).unwrap();
    drop(file);
    let options = OpenOptions { access: Access::Write, clock: clock.clone(), create: false };
    let damaged = match Library::open(&path, options) {
        Ok(library) => library.verify(&judge(), &never()).map_or(true, |report| !report.is_clean()),
        Err(_) => true,
    };
    assert!(damaged, "the damage is noticed");
    Library::restore(&path, &backup, &Clock::fixed(NOW)).unwrap();
    let restored = Library::open(&path, OpenOptions { clock, ..OpenOptions::default() }).unwrap();
    assert_eq!(losses(&restored), before);
    assert!(restored.verify(&judge(), &never()).unwrap().is_clean());
    drop(folder);
}
