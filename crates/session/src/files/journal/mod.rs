// SPDX-License-Identifier: GPL-3.0-or-later
//! The running match on disk, so that it survives a crash or `kill -9`.
//!
//! A journal is a file of JSON lines: a header, then the whole match, then what each action changed. A thread of its
//! own writes every line at once and syncs the file at most every two seconds; a file that has grown long is replaced
//! atomically by a new one. The file is locked while its program runs, so a journal that can be locked belongs to a
//! program that has crashed. The journal has no analysis: a copy of the match with its analysis is kept beside it as
//! SGF, written when an analysis or rollout ends and every few minutes, and a running rollout as a rollout file, if the
//! options say so.

mod codec;
mod writer;

pub use writer::Journal;

use gnubg_record::{Cursor, MatchRecord};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use thiserror::Error;

/// The extension of journal files.
const EXTENSION: &str = "journal";

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
    /// The writing thread has ended.
    #[error("the journal cannot be written any more: {0}")]
    Stopped(String),
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
        let paths = entries.flatten().map(|entry| entry.path());
        let journals = paths.filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
        let mut found: Vec<Recoverable> = journals.filter_map(|path| Recoverable::of(&path)).collect();
        found.sort_by(|a, b| b.modified.cmp(&a.modified).then(a.path.cmp(&b.path)));
        found
    }

    fn of(path: &Path) -> Option<Recoverable> {
        let file = File::open(path).ok()?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => return None,
        }
        match codec::read(path) {
            Ok((record, _)) if !record.games.is_empty() => Some(Recoverable {
                path: path.to_owned(),
                names: [0, 1].map(|n: usize| record.info.players[n].name.clone()),
                length: record.length,
                score: record.score(),
                games: record.games.len(),
                modified: file.metadata().and_then(|data| data.modified()).ok(),
            }),
            Ok(_) => {
                // Nothing had been played; whether it can be removed does not matter.
                remove(path);
                None
            }
            Err(_) => None,
        }
    }

    /// The match, with the analysis that was kept, and the place that was shown.
    ///
    /// # Errors
    /// If the journal cannot be read any more.
    pub fn read(&self) -> Result<(MatchRecord, Cursor), JournalError> {
        let (mut record, place) = codec::read(&self.path)?;
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
        Ok((record, place))
    }

    /// The rollout that was running, as a rollout file.
    #[must_use]
    pub fn rollout(&self) -> Option<String> {
        std::fs::read_to_string(rollout_of(&self.path)).ok()
    }

    /// Removes the journal: the match is not wanted, or is now in another journal.
    pub fn remove(&self) {
        remove(&self.path);
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
