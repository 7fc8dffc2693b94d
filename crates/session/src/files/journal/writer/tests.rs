// SPDX-License-Identifier: GPL-3.0-or-later
//! Journals on disks that are full, deleted, or watched by other programs.

use super::super::{Recoverable, codec};
use super::*;
use crate::files::shared_file::slow_disk;
use gnubg_engine::core::{Dice, Player};
use gnubg_record::{Cursor, Entry, EntryAction, GameRecord};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

type Told = Arc<Mutex<Vec<Option<String>>>>;

fn writer(folder: &Path) -> (JournalWriter, Told) {
    let told = Told::default();
    let telling = Arc::clone(&told);
    let tell = move |problem| telling.lock().unwrap().push(problem);
    (JournalWriter::new(&folder.join("1-1.journal"), Arc::new(tell)), told)
}

/// A match that grows by one entry with each step.
#[derive(Default)]
struct Growing {
    record: MatchRecord,
    touched: Touched,
    place: JournalPlace,
}

impl Growing {
    fn step(&mut self) -> JournalStep {
        self.grow();
        self.touched.take_step(&self.record, Some(self.place)).unwrap()
    }

    fn grow(&mut self) {
        if self.record.games.is_empty() {
            let start = self.record.first_start();
            self.record.games.push(GameRecord::new(start));
            self.touched.add_whole();
        }
        let entry = Entry::new(Player::One, EntryAction::Roll(Dice::new(3, 1).unwrap()));
        let at = self.place.cursor;
        let change = self.record.push(&mut self.place.cursor, at, entry);
        self.touched.add(&change);
    }

    /// What a session does after each change.
    fn tell(&mut self, journal: &mut Journal) {
        journal.follow(&mut self.touched, &self.record, self.place);
    }
}

fn read(writer: &JournalWriter) -> MatchRecord {
    codec::read(&std::fs::read(&writer.path).unwrap()).unwrap().record
}

#[test]
fn a_change_is_in_the_file_when_the_session_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), |problem| panic!("{problem:?}")).unwrap();
    let mut growing = Growing::default();
    for n in 1..=300 {
        growing.grow();
        growing.tell(&mut journal);
        let written = codec::read(&std::fs::read(journal.path()).unwrap()).unwrap().record;
        assert_eq!(written.games[0].entries.len(), n);
    }
    journal.remove();
}

/// A program can be killed as soon as it has shown its first play.
#[test]
fn the_first_changes_do_not_wait_until_the_new_file_is_durable() {
    let folder = tempfile::tempdir().unwrap();
    let slow = slow_disk::hold(folder.path());
    let mut journal = Journal::create(folder.path(), |problem| panic!("{problem:?}")).unwrap();
    let mut growing = Growing::default();
    for n in 1..=3 {
        growing.grow();
        growing.tell(&mut journal);
        let written = codec::read(&std::fs::read(journal.path()).unwrap()).unwrap().record;
        assert_eq!(written.games[0].entries.len(), n);
    }
    drop(slow);
    journal.remove();
}

/// What a program that ended without removing its journal leaves: the writer without its lock, and the match.
fn dead(folder: &Path) -> (JournalWriter, Growing) {
    let (mut writer, _) = writer(folder);
    let mut growing = Growing::default();
    writer.take(growing.step());
    writer.write();
    writer.open = None;
    (writer, growing)
}

#[test]
fn a_recovered_journal_stays_until_a_slow_disk_has_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let (dead, mut growing) = dead(folder.path());
    let claim = Claim::of(&dead.path).unwrap();
    let place = folder.path().join("new");
    let slow = slow_disk::hold(&place);
    let mut journal = Journal::create(&place, |problem| panic!("{problem:?}")).unwrap();
    growing.touched.add_whole();
    growing.tell(&mut journal);
    journal.release(claim);
    std::thread::sleep(Duration::from_millis(300));
    assert!(dead.path.exists());
    drop(slow);
    let start = Instant::now();
    while dead.path.exists() {
        assert!(start.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(codec::read(&std::fs::read(journal.path()).unwrap()).unwrap().record, growing.record);
    journal.remove();
}

#[test]
fn a_disk_that_does_not_answer_is_waited_for_once_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("running");
    std::fs::write(&place, "no folder").unwrap();
    // The disk is played by the receiver of problems: it does not answer before the gate opens.
    let (open_gate, gate) = channel::<()>();
    let (gate, told) = (Mutex::new(gate), Told::default());
    let telling = Arc::clone(&told);
    let tell = move |problem| {
        telling.lock().unwrap().push(problem);
        if std::thread::current().name() == Some("journal") {
            let _ = gate.lock().unwrap().recv();
        }
    };
    let mut journal = Journal::create(&place, tell).unwrap();
    let mut growing = Growing::default();
    let start = Instant::now();
    growing.grow();
    growing.tell(&mut journal);
    assert!(start.elapsed() >= LINE_DEADLINE && start.elapsed() < 10 * LINE_DEADLINE);
    let is_late =
        |problem: &Option<String>| problem.as_ref().is_some_and(|text| text.contains("does not answer"));
    assert_eq!(told.lock().unwrap().iter().filter(|problem| is_late(problem)).count(), 1);
    let start = Instant::now();
    for _ in 0..10 {
        growing.grow();
        growing.tell(&mut journal);
    }
    assert!(start.elapsed() < LINE_DEADLINE, "{:?}", start.elapsed());
    std::fs::remove_file(&place).unwrap();
    drop(open_gate);
    let start = Instant::now();
    while told.lock().unwrap().last() != Some(&None) {
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", told.lock().unwrap());
        std::thread::sleep(Duration::from_millis(10));
    }
    growing.grow();
    growing.tell(&mut journal);
    assert_eq!(codec::read(&std::fs::read(journal.path()).unwrap()).unwrap().record, growing.record);
    journal.remove();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (mut writer, told) = writer(folder.path());
    let mut growing = Growing::default();
    writer.write();
    writer.take(growing.step());
    writer.write();
    assert_eq!(read(&writer), growing.record);
    // From here on the disk is full.
    let full = File::options().write(true).open("/dev/full").unwrap();
    let file = std::mem::replace(&mut writer.open.as_mut().unwrap().file, full);
    for _ in 0..3 {
        writer.take(growing.step());
        writer.write();
    }
    let problems = told.lock().unwrap().clone();
    assert!(
        matches!(&problems[..], [Some(reason)] if reason.contains("1-1.journal")),
        "told once: {problems:?}"
    );
    assert_eq!(read(&writer).games[0].entries.len(), 1);
    // There is room again.
    writer.open.as_mut().unwrap().file = file;
    writer.write();
    assert_eq!(read(&writer), growing.record);
    assert_eq!(told.lock().unwrap().last(), Some(&None), "its end is told");
}

#[test]
fn a_folder_that_comes_and_goes_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("running");
    std::fs::write(&place, "no folder").unwrap();
    let (mut writer, told) = writer(&place);
    let mut growing = Growing::default();
    writer.write();
    writer.take(growing.step());
    writer.write();
    assert_eq!(told.lock().unwrap().len(), 1);
    std::fs::remove_file(&place).unwrap();
    writer.write();
    assert_eq!(read(&writer), growing.record);
    assert_eq!(told.lock().unwrap().last(), Some(&None));
    // Deleted while it is open: the next sync writes it again.
    std::fs::remove_dir_all(&place).unwrap();
    writer.take(growing.step());
    writer.write();
    writer.sync().unwrap();
    assert_eq!(read(&writer), growing.record);
}

#[test]
fn long_journals_are_written_anew_ever_more_rarely() {
    let folder = tempfile::tempdir().unwrap();
    let (mut writer, _) = writer(folder.path());
    let mut growing = Growing::default();
    growing.record.info.comment = "x".repeat(100_000);
    let (mut n_begun, mut before) = (0, 0);
    for _ in 0..60 {
        growing.touched.add_whole();
        let step = growing.step();
        writer.take(step);
        writer.write();
        let size = writer.open.as_ref().unwrap().size;
        n_begun += usize::from(size < before);
        before = size;
    }
    assert!((1..=6).contains(&n_begun), "{n_begun}");
    assert!(before < 1_400_000, "{before}");
    assert_eq!(read(&writer), growing.record);
}

#[test]
fn no_other_program_takes_a_running_journal() {
    let folder = tempfile::tempdir().unwrap();
    let (mut writer, _) = writer(folder.path());
    let mut growing = Growing::default();
    writer.take(growing.step());
    writer.write();
    let is_over = Arc::new(AtomicBool::new(false));
    let (over, place) = (Arc::clone(&is_over), folder.path().to_owned());
    let other = std::thread::spawn(move || {
        let mut found = 0;
        while !over.load(Ordering::Relaxed) {
            found += Recoverable::find(&place).len();
            // Whoever writes a file there removes what killed programs have left.
            drop(gnubg_formats::temporary_in(&place, None).unwrap());
        }
        found
    });
    for _ in 0..200 {
        writer.begin().unwrap();
        assert!(writer.path.exists());
    }
    is_over.store(true, Ordering::Relaxed);
    assert_eq!(other.join().unwrap(), 0);
    assert!(writer.path.exists());
}

#[test]
fn a_journal_that_ends_is_not_offered_for_a_moment() {
    let folder = tempfile::tempdir().unwrap();
    let is_over = Arc::new(AtomicBool::new(false));
    let (over, place) = (Arc::clone(&is_over), folder.path().to_owned());
    let other = std::thread::spawn(move || {
        let mut found = 0;
        while !over.load(Ordering::Relaxed) {
            found += Recoverable::find(&place).len();
        }
        found
    });
    for _ in 0..300 {
        let mut journal = Journal::create(folder.path(), |problem| panic!("{problem:?}")).unwrap();
        let mut growing = Growing::default();
        growing.grow();
        growing.tell(&mut journal);
        journal.remove();
    }
    is_over.store(true, Ordering::Relaxed);
    assert_eq!(other.join().unwrap(), 0);
}

#[test]
fn an_old_journal_goes_only_after_the_new_one_is_durable() {
    let folder = tempfile::tempdir().unwrap();
    let (dead, mut growing) = dead(folder.path());
    let found = Recoverable::find(folder.path());
    let claim = Claim::of(&found[0].path).unwrap();
    assert!(matches!(Claim::of(&found[0].path), Err(super::super::JournalError::InUse(_))), "one claims it");
    assert!(Recoverable::find(folder.path()).is_empty(), "nor is it offered to others");
    // The new journal cannot be written at first.
    let place = folder.path().join("new");
    std::fs::write(&place, "no folder").unwrap();
    let (mut writer, _) = writer(&place);
    growing.touched.add_whole();
    writer.take(growing.step());
    writer.claims.push(claim);
    writer.write();
    assert!(dead.path.exists());
    std::fs::remove_file(&place).unwrap();
    writer.write();
    assert!(!dead.path.exists());
    assert_eq!(read(&writer), growing.record);
}

/// Prints what a move costs as the session grows: `cargo test -p gnubg-session --lib moves_of_400_games -- --ignored
/// --nocapture`.
#[test]
#[ignore = "a measurement"]
fn moves_of_400_games() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), |problem| assert!(problem.is_none())).unwrap();
    let mut growing = Growing::default();
    for block in 0..4 {
        let (mut waited, mut slowest) = (Duration::ZERO, Duration::ZERO);
        for game in 100 * block..100 * (block + 1) {
            if game > 0 {
                growing.record.games.push(GameRecord::new(growing.record.first_start()));
                let games = Some((game, vec![GameRecord::new(growing.record.first_start())]));
                journal.n_sent += 1;
                journal.send(WriteRequest::Step(Box::new(JournalStep { games, ..JournalStep::default() })));
                growing.place.cursor = Cursor::at(game, 0);
            }
            for _ in 0..60 {
                growing.grow();
                let start = Instant::now();
                growing.tell(&mut journal);
                waited += start.elapsed();
                slowest = slowest.max(start.elapsed());
            }
        }
        let games = 100 * block + 1..=100 * (block + 1);
        println!("games {games:?}: {:?} a move, the slowest {slowest:?}", waited / 6000);
    }
    journal.copy(Duration::ZERO);
    let start = Instant::now();
    drop(journal);
    println!("the rest was written within {:?}", start.elapsed());
    let found = Recoverable::find(folder.path());
    assert_eq!(found[0].games, 400);
}
