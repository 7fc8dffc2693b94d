// SPDX-License-Identifier: GPL-3.0-or-later
//! Damaged files are read as far as possible or give an error with its place and reason, in a short time.

use crate::common::{has, manifest, shared};
use gnubg_formats::{Format, ImportError, Place, read};
use std::time::{Duration, Instant};

#[test]
fn damaged_files_are_read_as_far_as_they_go() {
    let path = shared().join("samples/malformed");
    if !has(&path) {
        return;
    }
    let mut wrong = Vec::new();
    for row in manifest(&path) {
        let (file, expected) = (&row["file"], &row["expected_behaviour"]);
        let bytes = std::fs::read(path.join(file)).unwrap();
        let start = Instant::now();
        let found = read(&bytes, Some(file), None);
        assert!(start.elapsed() < Duration::from_secs(1), "{file} took {:?}", start.elapsed());
        let (may_refuse, may_read) = match expected {
            text if text.contains("reject or") || text.contains("or reject") => (true, true),
            text if text.starts_with("reject") => (true, false),
            _ => (false, true),
        };
        match found {
            Ok(import) if may_read => {
                let one = &import.matches[0];
                let [plays, cubes] = one.record.n_decisions();
                if plays + cubes == 0 {
                    wrong.push(format!("{file}: nothing was read"));
                }
                if expected.contains("warn") && one.warnings.is_empty() {
                    wrong.push(format!("{file}: no warning"));
                }
                if !one.warnings.iter().all(|warning| warning.at != Place::File) {
                    wrong.push(format!("{file}: a warning without a place: {:?}", one.warnings));
                }
            }
            Ok(_) => wrong.push(format!("{file}: read, but should be refused")),
            Err(error) if may_refuse => {
                if let ImportError::Unreadable { at: Place::File, .. } = error {
                    wrong.push(format!("{file}: no place: {error}"));
                }
            }
            Err(error) => wrong.push(format!("{file}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Files that the original misreads, or of which our reader reads more.
#[test]
fn damaged_files_give_the_listed_games() {
    let path = shared().join("samples/malformed");
    if !has(&path) {
        return;
    }
    for (file, score, decisions) in [
        ("s02-short-drop-line.mat", [0, 1], 5),
        ("s02-crcr-lf-mix.mat", [4, 0], 103),
        ("s02-long-line.mat", [4, 0], 103),
        ("s02-a-empty.sgf", [4, 0], 103),
        ("s02-a-truncated.sgf", [4, 0], 103),
        ("s02-no-mi.sgf", [4, 0], 103),
        ("s02-cut-mid-game.mat", [0, 0], 64),
        ("s02-unclosed-value.sgf", [4, 0], 102),
    ] {
        let found = read(&std::fs::read(path.join(file)).unwrap(), Some(file), None).unwrap();
        let record = &found.matches[0].record;
        let [plays, cubes] = record.n_decisions();
        assert_eq!((record.score(), plays + cubes), (score, decisions), "{file}");
    }
}

#[test]
fn text_is_refused_by_every_reader_without_a_panic() {
    for format in Format::ALL {
        for text in
            ["x", "1", "(", "(;", "7;0;", "Game 1", "\u{feff}", "; [", " 7 point match\n", "BGF version", "{"]
        {
            if let Ok(found) = read(text.as_bytes(), None, Some(format)) {
                assert!(!found.matches.is_empty(), "{format}: {text:?}");
            }
        }
        assert_eq!(read(b"", None, Some(format)), Err(ImportError::Empty));
    }
}
