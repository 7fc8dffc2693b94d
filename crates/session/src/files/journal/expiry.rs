// SPDX-License-Identifier: GPL-3.0-or-later
//! How long the journals of interrupted matches are kept.

use super::{Claim, EXTENSION, Recoverable, open_to_look};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How many interrupted matches are kept.
pub const MAX_INTERRUPTED: usize = 20;

/// Journals that were written this much later than now show that the clock was set back; file systems and networks may
/// round a time.
const TOLERANCE: Duration = Duration::from_secs(60);

/// Removes the journals in a folder that belong to no running program and are not among the latest [`MAX_INTERRUPTED`].
/// Returns the players of the matches that were removed, so that the user is told; journals without a match are removed,
/// too. Age alone removes nothing, because clocks can jump. A journal that cannot be read, for example of a later
/// version, is told by its file.
///
/// If some were written after `now`, the clock was set back since: times then say nothing about what is the latest, so
/// nothing is removed, and those journals get the present time in their old order. Matches that are interrupted from then
/// on are later again.
pub(crate) fn expire(folder: &Path, now: SystemTime) -> Vec<[String; 2]> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut journals: Vec<(SystemTime, PathBuf)> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION))
        .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
        .collect();
    journals.sort_unstable_by(|a, b| b.cmp(a));
    // The matches of running programs, of which this may be one, take no place.
    journals.retain(|(_, path)| open_to_look(path).is_ok());
    let n_later = journals.iter().take_while(|(time, _)| *time > now + TOLERANCE).count();
    if n_later > 0 {
        for (age, (_, path)) in (0..).zip(&journals[..n_later]) {
            set_time(path, now - Duration::from_millis(age));
        }
        return Vec::new();
    }
    let interrupted = journals.into_iter().map(|(_, path)| path);
    interrupted.skip(MAX_INTERRUPTED).filter_map(|path| remove(&path)).collect()
}

/// Gives a journal another time unless its program runs. It is only looked at, because a claim would hide it from whoever
/// searches for interrupted matches at the same time.
fn set_time(path: &Path, time: SystemTime) {
    let Ok(_looking) = open_to_look(path) else { return };
    // Without the right to do so it stays as late as it is.
    let _ = std::fs::File::options().append(true).open(path).and_then(|file| file.set_modified(time));
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
    use crate::files::journal::JournalPlace;
    use crate::files::journal::codec;
    use crate::files::journal::step::JournalStep;
    use gnubg_record::{GameRecord, MatchRecord};
    use std::fs::File;

    const DAY: Duration = Duration::from_secs(60 * 60 * 24);

    /// Writes the journal of a program that crashed, with a copy beside it.
    fn write(folder: &Path, n: u32, is_match: bool, time: SystemTime) {
        let mut record = MatchRecord::default();
        record.info.players[0].name = format!("Ann{n}");
        record.info.players[1].name = "Bob".to_owned();
        if is_match {
            record.games.push(GameRecord::new(record.first_start()));
        }
        let path = folder.join(format!("{n}.journal"));
        let whole = JournalStep::whole(&record, Some(JournalPlace::default()));
        std::fs::write(&path, format!("{}\n{}", codec::head(), codec::lines(&whole))).unwrap();
        std::fs::write(path.with_extension("sgf"), "").unwrap();
        File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    }

    /// The numbers of the matches that are offered, the latest first.
    fn offered(folder: &Path) -> Vec<u32> {
        let found = Recoverable::find(folder);
        found.iter().map(|found| found.names[0].strip_prefix("Ann").unwrap().parse().unwrap()).collect()
    }

    #[test]
    fn the_latest_are_kept_and_every_removal_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        let write = |n: u32, is_match: bool, days: u32| write(folder.path(), n, is_match, now - DAY * days);
        let left = || {
            let names = std::fs::read_dir(folder.path()).unwrap();
            names.filter(|entry| entry.as_ref().unwrap().path().extension().unwrap() == "journal").count()
        };
        // However old: the clock may have been wrong.
        write(0, true, 9000);
        write(1, false, 100);
        write(2, true, 89);
        assert!(expire(folder.path(), now).is_empty());
        for n in 3..25 {
            write(n, true, 50 - n);
        }
        // A match whose program runs is never removed.
        let running = File::open(folder.path().join("2.journal")).unwrap();
        running.try_lock().unwrap();
        let expired = expire(folder.path(), now);
        assert_eq!(expired, [["Ann4", "Bob"], ["Ann3", "Bob"], ["Ann0", "Bob"]]);
        assert_eq!(left(), MAX_INTERRUPTED + 1);
        assert!(!folder.path().join("0.sgf").exists() && folder.path().join("2.sgf").exists());
        assert!(expire(folder.path(), now).is_empty());
    }

    /// At the start of a program, the search for interrupted matches and their expiry run at the same time.
    #[test]
    fn who_looks_at_a_journal_does_not_hide_it_from_others() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), 0, true, SystemTime::now());
        let looking = open_to_look(&folder.path().join("0.journal")).unwrap();
        assert_eq!(offered(folder.path()), [0]);
        let found = Recoverable::find(folder.path()).remove(0);
        assert!(found.claim().is_err(), "not while it is looked at");
        let claimed = std::thread::scope(|scope| {
            let claim = scope.spawn(|| found.claim());
            // A busy machine takes its time to read a long journal.
            std::thread::sleep(Duration::from_millis(600));
            drop(looking);
            claim.join().unwrap()
        });
        assert!(claimed.is_ok(), "a claim waits");
        assert!(offered(folder.path()).is_empty(), "it is claimed");
    }

    /// The search for interrupted matches may run at the same time, in this program or another.
    #[test]
    fn journals_from_the_future_are_not_hidden_while_they_get_another_time() {
        let folder = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        write(folder.path(), 0, true, now + 365 * DAY);
        let path = folder.path().join("0.journal");
        let looking = open_to_look(&path).unwrap();
        assert!(expire(folder.path(), now).is_empty());
        assert_eq!(offered(folder.path()), [0]);
        let time = path.metadata().unwrap().modified().unwrap();
        assert!(time <= now + Duration::from_secs(1), "nothing but looking is needed for it");
        drop(looking);
    }

    #[test]
    fn a_clock_that_is_set_back_removes_nothing_and_keeps_the_order() {
        let folder = tempfile::tempdir().unwrap();
        let future = SystemTime::now() + 365 * DAY;
        for n in 0..21 {
            write(folder.path(), n, true, future + DAY * n);
        }
        let written: Vec<u32> = (0..21).rev().collect();
        assert_eq!(offered(folder.path()), written);
        // The clock is right again, and one more match is interrupted: it is the latest, not the oldest.
        let now = SystemTime::now() - DAY;
        write(folder.path(), 21, true, now);
        assert!(expire(folder.path(), now + Duration::from_secs(5)).is_empty());
        let later = now + Duration::from_secs(600);
        write(folder.path(), 22, true, later);
        assert_eq!(offered(folder.path())[0], 22);
        assert_eq!(offered(folder.path())[1..22], written);
        // From here on the limit holds again; what goes is the oldest, by what the clock said.
        let expired = expire(folder.path(), later);
        assert_eq!(expired.len(), 3, "{expired:?}");
        assert!(offered(folder.path()).contains(&22) && !offered(folder.path()).contains(&0));
    }

    #[test]
    fn a_clock_that_begins_in_1970_does_not_cost_the_match_that_was_just_interrupted() {
        let folder = tempfile::tempdir().unwrap();
        let right = SystemTime::now();
        for n in 0..20 {
            write(folder.path(), n, true, right - DAY * (30 - n));
        }
        // The battery is empty.
        let wrong = SystemTime::UNIX_EPOCH + DAY;
        write(folder.path(), 20, true, wrong);
        assert!(expire(folder.path(), wrong + Duration::from_secs(60)).is_empty());
        write(folder.path(), 21, true, wrong + Duration::from_secs(600));
        // The clock is set.
        write(folder.path(), 22, true, right + Duration::from_secs(600));
        let expired = expire(folder.path(), right + Duration::from_secs(600));
        assert_eq!(expired, [["Ann1", "Bob"], ["Ann0", "Bob"], ["Ann20", "Bob"]]);
        assert_eq!(offered(folder.path())[..3], [22, 21, 19]);
    }
}
