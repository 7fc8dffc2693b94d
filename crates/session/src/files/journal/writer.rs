// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing a journal.

use super::codec::{self, Snapshot};
use super::{EXTENSION, JournalError};
use gnubg_record::{Cursor, MatchRecord};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Least time between two syncs of the file.
const SYNC_EVERY: Duration = Duration::from_secs(2);

/// Bytes after which the file is replaced by one that holds only the present match.
const LONG: usize = 1 << 20;

/// The journal of a session.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    last: Snapshot,
    /// Bytes since the last whole match.
    length: usize,
    /// The record of the last copy and when it was made.
    copied: (Arc<MatchRecord>, Instant),
    requests: Option<Sender<WriteRequest>>,
    thread: Option<JoinHandle<Result<(), String>>>,
}

/// What the writing thread is asked to do.
#[derive(Debug)]
enum WriteRequest {
    /// Append a line.
    Add(String),
    /// Replace the file by one with these lines.
    Replace(String),
    /// Write the copy with the analysis.
    Copy(Arc<MatchRecord>),
}

impl Journal {
    /// Starts a journal in that folder, which is created if needed.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn create(folder: &Path) -> Result<Journal, JournalError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |source| JournalError::Io { path, source }
        };
        std::fs::create_dir_all(folder).map_err(io(folder))?;
        let pid = std::process::id();
        let (path, file) = (0..1000)
            .find_map(|n| {
                let path = folder.join(format!("{pid}-{n}.{EXTENSION}"));
                let file = OpenOptions::new().write(true).create_new(true).open(&path);
                file.ok().map(|file| (path, file))
            })
            .ok_or_else(|| io(folder)(std::io::Error::from(std::io::ErrorKind::PermissionDenied)))?;
        // Without a lock, another program may offer to recover this match while it is still running; nothing worse.
        let _ = file.try_lock();
        let (requests, received) = channel();
        let target = path.clone();
        let spawned = std::thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || write(&target, file, &received).map_err(|error| error.to_string()));
        let thread = spawned.map_err(io(&path))?;
        let mut journal = Journal {
            path,
            last: Snapshot::default(),
            length: 0,
            copied: (Arc::default(), Instant::now()),
            requests: Some(requests),
            thread: Some(thread),
        };
        journal.send(WriteRequest::Add(codec::head()))?;
        Ok(journal)
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what has changed since the last call.
    pub(crate) fn follow(&mut self, record: &MatchRecord, place: Cursor) -> Result<(), JournalError> {
        let Some(line) = self.last.step(record, place) else { return Ok(()) };
        self.length += line.len();
        if self.length > LONG {
            self.length = 0;
            let whole = format!("{}\n{}", codec::head(), codec::whole(record, place));
            return self.send(WriteRequest::Replace(whole));
        }
        self.send(WriteRequest::Add(line))
    }

    /// Writes the copy with the analysis if the last one is at least `least_age` old and something has changed.
    pub(crate) fn copy(&mut self, record: &MatchRecord, least_age: Duration) -> Result<(), JournalError> {
        if self.copied.1.elapsed() < least_age {
            return Ok(());
        }
        self.copied.1 = Instant::now();
        let is_analyzed = |record: &MatchRecord| {
            record.games.iter().flat_map(|game| &game.entries).any(|entry| entry.analysis.is_some())
        };
        let has_analysis =
            is_analyzed(record) || record.variations.iter().any(|variation| is_analyzed(variation));
        if !has_analysis || *self.copied.0 == *record {
            return Ok(());
        }
        self.copied.0 = Arc::new(record.clone());
        self.send(WriteRequest::Copy(Arc::clone(&self.copied.0)))
    }

    fn send(&mut self, request: WriteRequest) -> Result<(), JournalError> {
        let sent = self.requests.as_ref().is_some_and(|requests| requests.send(request).is_ok());
        if sent { Ok(()) } else { Err(JournalError::Stopped(self.join())) }
    }

    /// Ends the thread; returns why it had ended by itself, if it had.
    fn join(&mut self) -> String {
        self.requests = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(Err(reason))) => reason,
            _ => "its thread has ended".to_owned(),
        }
    }

    /// Removes the journal, because the program ends normally.
    pub(crate) fn remove(mut self) {
        self.join();
        // Another journal of the same name cannot exist while this program runs.
        super::remove(&self.path);
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // The file stays, with everything written.
        self.join();
    }
}

fn write(path: &Path, mut file: File, requests: &Receiver<WriteRequest>) -> std::io::Result<()> {
    let mut unsynced: Option<Instant> = None;
    loop {
        let wait =
            unsynced.map_or(Duration::from_secs(3600), |since| SYNC_EVERY.saturating_sub(since.elapsed()));
        match requests.recv_timeout(wait) {
            Ok(WriteRequest::Add(line)) => {
                file.write_all(format!("{line}\n").as_bytes())?;
                unsynced.get_or_insert_with(Instant::now);
            }
            Ok(WriteRequest::Replace(text)) => {
                file = fresh(path, &text)?;
                unsynced = None;
            }
            Ok(WriteRequest::Copy(record)) => {
                let text = gnubg_formats::sgf::write(&record, &gnubg_formats::sgf::SgfOptions::default());
                gnubg_formats::save(&super::copy_of(path), text.as_bytes()).map_err(std::io::Error::other)?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return file.sync_data(),
        }
        if unsynced.is_some_and(|since| since.elapsed() >= SYNC_EVERY) {
            file.sync_data()?;
            unsynced = None;
        }
    }
}

/// Replaces the journal atomically by a locked file with this text.
fn fresh(path: &Path, text: &str) -> std::io::Result<File> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(format!("{text}\n").as_bytes())?;
    file.as_file().sync_all()?;
    let file = file.persist(path).map_err(|error| error.error)?;
    // As in `create`.
    let _ = file.try_lock();
    Ok(file)
}
