// SPDX-License-Identifier: GPL-3.0-or-later
//! How long the journals of interrupted matches are kept.

use super::{Claim, EXTENSION, Recoverable};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How many interrupted matches are kept.
pub const MAX_INTERRUPTED: usize = 20;

/// Removes the journals in a folder that belong to no running program and are not among the latest [`MAX_INTERRUPTED`].
/// Returns the players of the matches that were removed, so that the user is told; journals without a match are removed,
/// too. Age alone removes nothing, because clocks can jump. A journal that cannot be read, for example of a later
/// version, is told by its file.
pub(crate) fn expire(folder: &Path) -> Vec<[String; 2]> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut journals: Vec<(SystemTime, PathBuf)> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION))
        .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
        .collect();
    journals.sort_unstable_by(|a, b| b.cmp(a));
    // The matches of running programs, of which this may be one, take no place.
    let interrupted = journals.into_iter().map(|(_, path)| path).filter(|path| Claim::of(path).is_ok());
    interrupted.skip(MAX_INTERRUPTED).filter_map(|path| remove(&path)).collect()
}

/// Removes a journal unless its program runs; the players of its match.
fn remove(path: &Path) -> Option<[String; 2]> {
    if let Some(found) = Recoverable::of(path) {
        found.remove();
        return Some(found.names);
    }
    let claim = Claim::of(path).ok()?;
    claim.remove();
    Some([path.display().to_string(), "unreadable".to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::journal::codec;
    use crate::files::journal::step::JournalStep;
    use gnubg_record::{Cursor, GameRecord, MatchRecord};
    use std::fs::File;
    use std::time::Duration;

    #[test]
    fn the_latest_are_kept_and_every_removal_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        let day = Duration::from_secs(60 * 60 * 24);
        let write = |n: u32, is_match: bool, days: u32| {
            let mut record = MatchRecord::default();
            record.info.players[0].name = format!("Ann{n}");
            record.info.players[1].name = "Bob".to_owned();
            if is_match {
                record.games.push(GameRecord::new(record.first_start()));
            }
            let path = folder.path().join(format!("{n}.journal"));
            let text = format!(
                "{}\n{}",
                codec::head(),
                codec::lines(&JournalStep::whole(&record, Some(Cursor::default())))
            );
            std::fs::write(&path, text).unwrap();
            std::fs::write(path.with_extension("sgf"), "").unwrap();
            File::options().write(true).open(&path).unwrap().set_modified(now - day * days).unwrap();
        };
        let left = || {
            let names = std::fs::read_dir(folder.path()).unwrap();
            names.filter(|entry| entry.as_ref().unwrap().path().extension().unwrap() == "journal").count()
        };
        // However old: the clock may have been wrong.
        write(0, true, 9000);
        write(1, false, 100);
        write(2, true, 89);
        assert!(expire(folder.path()).is_empty());
        for n in 3..25 {
            write(n, true, 50 - n);
        }
        // A match whose program runs is never removed.
        let running = File::open(folder.path().join("2.journal")).unwrap();
        running.try_lock().unwrap();
        let expired = expire(folder.path());
        assert_eq!(expired, [["Ann4", "Bob"], ["Ann3", "Bob"], ["Ann0", "Bob"]]);
        assert_eq!(left(), MAX_INTERRUPTED + 1);
        assert!(!folder.path().join("0.sgf").exists() && folder.path().join("2.sgf").exists());
        assert!(expire(folder.path()).is_empty());
    }
}
