// SPDX-License-Identifier: GPL-3.0-or-later
//! The running match on disk, so that it survives a crash or `kill -9`.
//!
//! A journal is a file of JSON lines: a header, then the whole match, then what each action changed. A thread of its
//! own writes every line before the action is shown, and the file is synced at most every two seconds; a file that has
//! grown long is replaced atomically by a new one. The file is locked while its program runs, from before it gets its name, so a journal that can
//! be locked belongs to a program that has crashed, and whoever offers to recover it keeps it locked meanwhile. While the
//! disk is full or the folder is missing, the thread keeps everything in memory and tries again until it can be written.
//! The journal has no analysis: a copy of the match with its analysis is kept beside it as SGF, written when an analysis
//! or rollout ends and every few minutes, and a running rollout as a rollout file, if the options say so.

mod codec;
mod expiry;
mod step;
mod writer;

pub use expiry::MAX_INTERRUPTED;
pub(crate) use expiry::expire;
#[cfg(test)]
pub(crate) use step::Mirror;
pub(crate) use step::{JournalPlace, Touched};
pub use writer::Journal;

use gnubg_record::{Cursor, MatchRecord};
use std::fs::{File, TryLockError};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use thiserror::Error;

/// The extension of journal files.
const EXTENSION: &str = "journal";

/// How long a claim waits for programs that look at the journal, which takes them milliseconds, or a second for a long
/// journal on a busy machine.
const LOOK_DEADLINE: Duration = Duration::from_secs(2);

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file or its folder cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Not a journal, or of a later version.
    #[error("{0}: not a journal this program can read")]
    Unknown(PathBuf),
    /// Its match is being played or recovered by another program.
    #[error("another program has this match; its file is {0}")]
    InUse(PathBuf),
}

/// The journal of a program that crashed, locked so that nobody else recovers its match.
#[derive(Debug)]
pub(crate) struct Claim {
    path: PathBuf,
    file: File,
}

impl Claim {
    /// Locks a journal that belongs to no running program. Waits a moment for programs that only look at it.
    fn of(path: &Path) -> Result<Claim, JournalError> {
        let start = Instant::now();
        loop {
            match open_locked(path, File::try_lock) {
                Err(JournalError::InUse(_)) if start.elapsed() < LOOK_DEADLINE => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                locked => return Ok(Claim { path: path.to_owned(), file: locked? }),
            }
        }
    }

    fn read(&mut self) -> Result<step::Mirror, JournalError> {
        read_journal(&mut self.file, &self.path)
    }

    /// The file.
    fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the journal and the files beside it.
    fn remove(self) {
        remove(&self.path);
    }
}

/// Opens a journal that belongs to no running program and locks it; does not wait.
fn open_locked(
    path: &Path,
    lock: impl FnOnce(&File) -> Result<(), TryLockError>,
) -> Result<File, JournalError> {
    let io = |source| JournalError::Io { path: path.to_owned(), source };
    let (file, _) = gnubg_engine::input::open_regular(path).map_err(io)?;
    match lock(&file) {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.to_owned())),
        Err(TryLockError::Error(source)) => return Err(io(source)),
    }
    // It may have been replaced by a new journal of the same program, or recovered, since it was opened.
    if !writer::is_at(&file, path) {
        return Err(JournalError::InUse(path.to_owned()));
    }
    Ok(file)
}

/// Opens a journal that belongs to no running program in order to look at it. Any number of threads and programs may look
/// at the same time, and nobody can claim it meanwhile.
fn open_to_look(path: &Path) -> Result<File, JournalError> {
    open_locked(path, File::try_lock_shared)
}

fn read_journal(file: &mut File, path: &Path) -> Result<step::Mirror, JournalError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|source| JournalError::Io { path: path.to_owned(), source })?;
    codec::read(&bytes).ok_or_else(|| JournalError::Unknown(path.to_owned()))
}

/// A match that was recovered.
#[derive(Debug)]
pub(crate) struct RecoveredMatch {
    pub(crate) claim: Claim,
    pub(crate) record: MatchRecord,
    pub(crate) place: JournalPlace,
    /// The rollout that was running, as a rollout file.
    pub(crate) rollout: Option<String>,
}

/// A match whose program crashed while the match was running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recoverable {
    path: PathBuf,
    /// The players' names.
    pub names: [String; 2],
    /// Points of the match; 0 for a session.
    pub length: u16,
    /// The score by seat.
    pub score: [u32; 2],
    /// Games begun.
    pub games: usize,
    /// When it was last written to.
    pub modified: Option<SystemTime>,
}

impl Recoverable {
    /// Journals in a folder that belong to no running program and hold a match, the latest first. Empty ones are
    /// removed.
    pub(crate) fn find(folder: &Path) -> Vec<Recoverable> {
        let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
        let mut found = Vec::new();
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                found.extend(Recoverable::of(&path));
            }
        }
        found.sort_by(|a: &Recoverable, b| b.modified.cmp(&a.modified).then(a.path.cmp(&b.path)));
        found
    }

    fn of(path: &Path) -> Option<Recoverable> {
        let mut file = open_to_look(path).ok()?;
        let record = read_journal(&mut file, path).ok()?.record;
        if record.games.is_empty() {
            // Nothing had been played. Nobody can have claimed it: the file is locked.
            remove(path);
            return None;
        }
        Some(Recoverable {
            path: path.to_owned(),
            names: [0, 1].map(|n: usize| record.info.players[n].name.clone()),
            length: record.length,
            score: record.score(),
            games: record.games.len(),
            modified: file.metadata().and_then(|data| data.modified()).ok(),
        })
    }

    /// Reads the match, with the analysis that was kept, and the place that was shown; the journal stays locked.
    ///
    /// # Errors
    /// If the journal cannot be read any more, or another program has it.
    pub(crate) fn claim(&self) -> Result<RecoveredMatch, JournalError> {
        let mut claim = Claim::of(&self.path)?;
        let step::Mirror { mut record, place } = claim.read()?;
        let copy = gnubg_formats::read_file(&copy_of(&self.path), Some(gnubg_formats::Format::Sgf));
        if let Some(copy) = copy.ok().and_then(|found| found.matches.into_iter().next()) {
            let copies: Vec<&MatchRecord> = std::iter::once(&copy.record)
                .chain(copy.record.variations.iter().map(|line| &**line))
                .collect();
            // A variation may have become the main line since the copy was made, and the other way round.
            for copy in copies {
                crate::files::graft_analysis(&mut record, copy);
                for line in &mut record.variations {
                    crate::files::graft_analysis(Arc::make_mut(line), copy);
                }
            }
        }
        let rollout = gnubg_engine::input::read_text(&rollout_of(&self.path)).ok();
        Ok(RecoveredMatch { claim, record, place, rollout })
    }

    /// The match and the place that was shown, without recovering it.
    ///
    /// # Errors
    /// If the journal cannot be read any more, or another program has it.
    pub fn read(&self) -> Result<(MatchRecord, Cursor), JournalError> {
        self.claim().map(|found| (found.record, found.place.cursor))
    }

    /// Removes the journal, because its match is not wanted, unless another program is recovering it.
    pub fn remove(&self) {
        if let Ok(claim) = Claim::of(&self.path) {
            claim.remove();
        }
    }
}

/// The copy with the analysis, beside its journal.
fn copy_of(journal: &Path) -> PathBuf {
    journal.with_extension("sgf")
}

/// The file of the running rollout, beside its journal.
pub(crate) fn rollout_of(journal: &Path) -> PathBuf {
    journal.with_extension("rollout")
}

/// Removes a journal and the files beside it, if they exist.
fn remove(journal: &Path) {
    let _ = std::fs::remove_file(journal);
    let _ = std::fs::remove_file(copy_of(journal));
    let _ = std::fs::remove_file(rollout_of(journal));
}
