// SPDX-License-Identifier: GPL-3.0-or-later
//! A file that was cut, or whose counts contradict each other, is read as far as it goes, and a warning says so.

use crate::common::{has, shared};
use gnubg_formats::{Import, read};

/// What a reading holds: decisions of every match.
fn content(import: &Import) -> Vec<[usize; 2]> {
    import.matches.iter().map(|one| one.record.n_decisions()).collect()
}

/// Files of every format, cut at many places in the middle of a line: either the same is read, or a warning tells.
#[test]
fn cut_files_say_so() {
    let mut wrong = Vec::new();
    for folder in [
        "mat",
        "gam",
        "sgf",
        "bgblitz",
        "bgroom",
        "empire",
        "oldmoves",
        "party",
        "sgg",
        "tmg",
        "xg",
        "ogxm",
        "snowietxt",
    ] {
        let path = shared().join("samples").join(folder);
        if !has(&path) {
            return;
        }
        let entries = std::fs::read_dir(&path).unwrap().flatten();
        let files = entries.filter(|entry| entry.path().is_file() && entry.file_name() != "manifest.csv");
        for entry in files.take(6) {
            let bytes = std::fs::read(entry.path()).unwrap();
            let Ok(whole) = read(&bytes, None, None) else { continue };
            for part in 3..20 {
                let mut end = bytes.len() * part / 20;
                while end > 0 && matches!(bytes[end - 1], b'\n' | b'\r' | b' ') {
                    end -= 1;
                }
                let Ok(found) = read(&bytes[..end], None, None) else { continue };
                let is_silent = found.matches.iter().all(|one| one.warnings.is_empty());
                // A file may end with any game that is over.
                let last = &found.matches.last().unwrap().record;
                let is_open = last.games.last().is_none_or(|game| game.outcome(last.length).is_none());
                if is_silent && is_open && content(&found) != content(&whole) {
                    let tail = String::from_utf8_lossy(&bytes[end.saturating_sub(30)..end]).into_owned();
                    wrong.push(format!("{folder}/{:?} at {end}: {tail:?}", entry.file_name()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} silent:\n{}", wrong.len(), wrong.join("\n"));
}
