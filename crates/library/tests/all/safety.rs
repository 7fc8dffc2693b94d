// SPDX-License-Identifier: GPL-3.0-or-later
//! Watched folders, analyses of others, older files, single damaged bytes.

use crate::common::*;
use gnubg_engine::core::CancelToken;
use gnubg_library::clock::Clock;
use gnubg_library::import::{ImportOptions, Watcher};
use gnubg_library::search::SearchRequest;
use gnubg_library::{Access, BackupReason, Library, OpenOptions, SCHEMA_VERSION, backups};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn never() -> CancelToken {
    CancelToken::new()
}

fn losses(library: &Library) -> Vec<(i64, Option<f64>)> {
    let found = library.search(&SearchRequest::decisions(""), None, &never()).unwrap();
    library.decision_rows(&found.ids).unwrap().iter().map(|row| (row.id, row.loss)).collect()
}

fn open(path: &Path, clock: &Clock) -> gnubg_library::Result<Library> {
    Library::open(path, OpenOptions { access: Access::Write, clock: clock.clone(), create: false })
}

fn eager() -> Watcher {
    let mut watcher = Watcher::default();
    watcher.still = Some(Duration::ZERO);
    watcher
}

/// Looks at the watched folders and imports what is ready, as the program does.
fn look(test: &TestLibrary, watcher: &mut Watcher) -> Vec<PathBuf> {
    let ready = watcher.look(&test.library).unwrap();
    if !ready.is_empty() {
        test.library.import(&judge(), &ready, ImportOptions::default(), &never()).unwrap();
    }
    ready
}

#[test]
fn s11_s12_watched_folders_come_go_and_come_back() {
    let test = TestLibrary::new();
    let first = test.file("in/1.sgf", sgf_text(&made_match(1, ["Ann", "Ben"], 3, false)));
    let folder = first.parent().unwrap().to_owned();
    test.library.watch(&folder, &["skip".to_owned()], true).unwrap();
    let mut watcher = eager();
    // A file is taken when its size has stood still from one look to the next.
    assert!(look(&test, &mut watcher).is_empty());
    assert_eq!(look(&test, &mut watcher).len(), 1);
    assert_eq!(test.library.info().unwrap().matches, 1);
    let bytes = std::fs::read(&first).unwrap();
    let modified = std::fs::metadata(&first).unwrap().modified().unwrap();
    assert!(look(&test, &mut watcher).is_empty(), "once");
    // The folder goes, as a drive that is taken away.
    let away = folder.with_file_name("away");
    std::fs::rename(&folder, &away).unwrap();
    assert!(look(&test, &mut watcher).is_empty());
    let problem = |test: &TestLibrary| test.library.watched().unwrap()[0].problem.clone();
    assert!(problem(&test).is_some_and(|reason| !reason.is_empty()), "the row says so");
    // It comes back with a new file; what was known is not read again, also by a program that was started anew.
    std::fs::rename(&away, &folder).unwrap();
    test.file("in/2.sgf", sgf_text(&made_match(2, ["Ann", "Cy"], 3, false)));
    let mut watcher = eager();
    look(&test, &mut watcher);
    let ready = look(&test, &mut watcher);
    assert_eq!(ready.len(), 1, "{ready:?}");
    assert_eq!((problem(&test), test.library.info().unwrap().matches), (None, 2));
    assert_eq!(std::fs::read(&first).unwrap(), bytes);
    assert_eq!(std::fs::metadata(&first).unwrap().modified().unwrap(), modified, "files are only read");
    // Switched off, it is left alone.
    test.library.watch(&folder, &[], false).unwrap();
    test.file("in/3.sgf", sgf_text(&made_match(3, ["Ann", "Cy"], 3, false)));
    assert!(look(&test, &mut watcher).is_empty() && look(&test, &mut watcher).is_empty());
}

#[test]
fn s14_the_analysis_of_another_program_stays_byte_for_byte() {
    let (Some(xg), Some(sgf)) = (shared("found/same-match-as-luck-inf.xg"), shared("found/luck-inf.sgf"))
    else {
        return;
    };
    let test = TestLibrary::new();
    test.import(&[xg]);
    let foreign = || {
        test.library
            .read(|connection| {
                let mut statement = connection.prepare(
                    "SELECT analysis.id, payload, found FROM analysis JOIN setup ON setup.id = setup
                    WHERE is_own = 0 AND engine NOT LIKE 'GNU%' ORDER BY analysis.id",
                )?;
                let rows = statement.query_map([], |row| {
                    Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?, row.get::<_, i64>(2)?))
                })?;
                Ok(rows.collect::<Result<Vec<_>, _>>()?)
            })
            .unwrap()
    };
    let before = foreign();
    assert!(before.len() > 20);
    let analyses = test.library.info().unwrap().analyses;
    test.import(&[sgf]);
    assert!(test.library.info().unwrap().analyses > analyses, "a second analysis beside it");
    test.library.rebuild(&judge(), &never(), |_, _| ()).unwrap();
    assert_eq!(foreign(), before);
}

#[test]
fn s43_an_older_library_is_brought_up_to_date_after_a_backup() {
    let TestLibrary { folder, clock, library } = with_matches();
    let (path, before) = (library.path().to_owned(), losses(&library));
    drop(library);
    // As version 1 had it: without what the migration to version 2 makes.
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.execute_batch(
        "DROP TABLE study; DROP INDEX card_deck; DROP INDEX card_decision; DROP INDEX review_position;
        DROP TRIGGER review_kept; PRAGMA user_version = 1;",
    )
    .unwrap();
    raw.close().unwrap();
    let library = open(&path, &clock).unwrap();
    assert_eq!(library.read_only_reason(), None);
    assert_eq!(losses(&library), before);
    // What is derived is made again, as definitions may have changed.
    assert!(library.needs_rebuild(&judge()).unwrap());
    library.rebuild(&judge(), &never(), |_, _| ()).unwrap();
    let report = library.verify(&judge(), &never()).unwrap();
    assert!(report.is_clean(), "{:?}", report.problems);
    let version = |path: &Path| -> i32 {
        let raw = rusqlite::Connection::open(path).unwrap();
        raw.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    };
    let backup = backups(&path).into_iter().find(|one| one.reason == BackupReason::Migration).unwrap();
    assert_eq!(version(&backup.path), 1, "the old program opens the backup");
    let raw = rusqlite::Connection::open(&backup.path).unwrap();
    let kept: i64 = raw.query_row("SELECT count(*) FROM decision", [], |row| row.get(0)).unwrap();
    assert_eq!(kept as usize, before.len());
    drop((raw, library));
    assert_eq!(version(&path), SCHEMA_VERSION);
    drop(folder);
}

/// Bits that are turned, one at a time.
const PLACES: usize = 40;

#[test]
fn damaged_texts_are_noticed() {
    let test = with_matches();
    let raw = rusqlite::Connection::open(test.library.path()).unwrap();
    raw.execute("UPDATE match SET place = CAST(x'41FF' AS TEXT)", []).unwrap();
    let report = test.library.verify(&judge(), &never()).unwrap();
    let messages: Vec<&str> = report.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert!(
        messages.iter().any(|text| text.ends_with("texts in the column place of match are damaged")),
        "{messages:?}"
    );
}

/// One byte anywhere is noticed, or changes no number.
#[test]
fn s44_a_damaged_byte_is_noticed_or_changes_no_loss() {
    let test = with_matches();
    let before = losses(&test.library);
    let TestLibrary { folder, clock, library } = test;
    let path = library.path().to_owned();
    drop(library);
    let bytes = std::fs::read(&path).unwrap();
    let copy = folder.path().join("damaged.gnubglib");
    let (mut noticed, mut changed) = (0, Vec::new());
    for n in 0..PLACES {
        let at = 100 + (n * 7919 * 613) % (bytes.len() - 100);
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (n % 8);
        std::fs::write(&copy, &damaged).unwrap();
        let is_noticed = match open(&copy, &clock) {
            Ok(library) => library.verify(&judge(), &never()).map_or(true, |report| !report.is_clean()),
            Err(_) => true,
        };
        noticed += usize::from(is_noticed);
        if !is_noticed && losses(&open(&copy, &clock).unwrap()) != before {
            changed.push(at);
        }
        for ending in ["", "-wal", "-shm", "-journal", "-cache"] {
            let _ = std::fs::remove_file(format!("{}{ending}", copy.display()));
        }
    }
    assert!(noticed > 0 && changed.is_empty(), "{noticed} of {PLACES} noticed, not noticed at {changed:?}");
}
