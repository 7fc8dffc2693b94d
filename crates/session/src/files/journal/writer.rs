// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing a journal on a thread of its own.
//!
//! The thread has a copy of the match, kept up to date by the steps it receives. So it can write the file anew at any
//! time: when it has grown long, when it was deleted, and when a full disk has room again. The session waits for the line
//! of each change, so whatever it shows survives a killed program. Syncing the file and writing the copy with the analysis
//! take longer, so they have threads of their own, which begin when they are due.

use super::codec;
use super::step::{JournalPlace, JournalStep, Mirror, Touched};
use super::{Claim, EXTENSION, rollout_of};
use crate::files::shared_file::{self, Durable, put_locked};
use gnubg_record::MatchRecord;
use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io::{Error, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Least time between two syncs of the file.
const SYNC_EVERY: Duration = Duration::from_secs(2);
/// How long after a failure writing is tried again.
const RETRY_EVERY: Duration = Duration::from_millis(500);
/// Bytes of lines after which the file is replaced by one that holds only the present match, if that is smaller.
const LONG: u64 = 1 << 20;
/// Most bytes of lines that wait for room; if there are more, the file is written anew.
const MAX_UNWRITTEN: usize = 1 << 20;
/// How long a change of the match waits for its line. That takes well below a millisecond, unless the disk does not answer
/// or other programs keep the processors busy.
const LINE_DEADLINE: Duration = Duration::from_millis(500);
/// Entries of the largest change that waits for its lines. More come from a file, which still exists.
const MAX_AWAITED: usize = 2000;
/// How long the end of the program waits for the last lines to be written.
const LAST_DEADLINE: Duration = Duration::from_secs(5);

/// Takes in why the journal cannot be written, and `None` once it can again.
type Tell = Arc<dyn Fn(Option<String>) + Send + Sync>;

/// The journal of a session.
pub struct Journal {
    path: PathBuf,
    place: JournalPlace,
    /// When a copy with the analysis was asked for last.
    copied: Instant,
    requests: Sender<WriteRequest>,
    tell: Tell,
    /// Steps that were sent.
    n_sent: u64,
    progress: Arc<Progress>,
    /// Closed when the thread has ended.
    ended: Receiver<()>,
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Journal").field("path", &self.path).finish_non_exhaustive()
    }
}

/// How far the writing thread is.
#[derive(Debug, Default)]
struct Progress {
    state: Mutex<ProgressState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct ProgressState {
    /// Steps that are in the file, or are kept in memory because the file cannot be written, which was told before.
    n_done: u64,
    /// Whether a step took too long, which was told, and is not done yet.
    is_late: bool,
}

impl Progress {
    /// Waits until so many steps are done, unless earlier ones are late already. Returns `false` if they are late from now
    /// on.
    fn wait(&self, n_steps: u64, deadline: Duration) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = |state: &mut ProgressState| !state.is_late && state.n_done < n_steps;
        let waited = self.changed.wait_timeout_while(state, deadline, waits);
        let (mut state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        state.is_late |= timeout.timed_out();
        !timeout.timed_out()
    }

    /// Notes that so many steps are done; returns whether they were late.
    fn set(&self, n_steps: u64) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.n_done = n_steps;
        self.changed.notify_all();
        std::mem::take(&mut state.is_late)
    }
}

/// What the writing thread is asked to do.
#[derive(Debug)]
enum WriteRequest {
    /// Write what has changed.
    Step(Box<JournalStep>),
    /// Write the copy with the analysis, if it has changed.
    Copy,
    /// Remove the journal that this match was recovered from, once this one is durable.
    Release(Claim),
    /// The file was synced by another thread.
    Synced(Result<(), Error>),
    /// The copy with the analysis was written by another thread.
    Copied(Result<(), Error>),
    /// Write everything and end.
    End,
    /// Remove this journal and end.
    Remove,
}

impl Journal {
    /// Starts a journal in that folder, which is created if needed. It is created by a thread, which tells `tell` of
    /// problems.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(crate) fn create(
        folder: &Path,
        tell: impl Fn(Option<String>) + Send + Sync + 'static,
    ) -> Result<Journal, Error> {
        // Nobody else has a name with this number.
        let number = std::hash::RandomState::new().build_hasher().finish();
        let path = folder.join(format!("{}-{number:016x}.{EXTENSION}", std::process::id()));
        let ((requests, received), (alive, ended)) = (channel(), channel());
        let (tell, progress): (Tell, _) = (Arc::new(tell), Arc::<Progress>::default());
        let mut writer = JournalWriter::new(&path, Arc::clone(&tell));
        writer.progress = Arc::clone(&progress);
        writer.requests = Some(requests.clone());
        std::thread::Builder::new().name("journal".to_owned()).spawn(move || {
            writer.run(&received);
            // Its lock has ended when whoever waits for the thread goes on.
            drop(writer);
            drop(alive);
        })?;
        Ok(Journal {
            path,
            place: JournalPlace::default(),
            copied: Instant::now(),
            requests,
            tell,
            n_sent: 0,
            progress,
            ended,
        })
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what was touched since the last call. When this returns, a change of the match is in the file, or the user
    /// is told that it is not. A disk that does not answer is waited for once, and again after it has answered.
    pub(crate) fn follow(&mut self, touched: &mut Touched, record: &MatchRecord, place: JournalPlace) {
        let moved = (place != self.place).then_some(place);
        self.place = place;
        let Some(step) = touched.take_step(record, moved) else { return };
        let is_awaited = step.changes_match() && step.n_entries() <= MAX_AWAITED;
        self.n_sent += 1;
        self.send(WriteRequest::Step(Box::new(step)));
        if is_awaited && !self.progress.wait(self.n_sent, LINE_DEADLINE) {
            (self.tell)(Some(format!("{}: the disk does not answer", self.path.display())));
        }
    }

    /// Writes the copy with the analysis if the last one is at least `least_age` old and something has changed.
    pub(crate) fn copy(&mut self, least_age: Duration) {
        if self.copied.elapsed() >= least_age {
            self.copied = Instant::now();
            self.send(WriteRequest::Copy);
        }
    }

    /// Removes the journal that this match was recovered from, once everything sent before is durable in this one.
    pub(crate) fn release(&mut self, claim: Claim) {
        self.send(WriteRequest::Release(claim));
    }

    fn send(&self, request: WriteRequest) {
        // The thread ends only when it is told to.
        let _ = self.requests.send(request);
    }

    /// Waits for the end of the thread, but not for a disk that does not answer.
    fn join(&mut self) {
        // Nothing is ever sent: the channel is closed at the end, or the time is over.
        let _ = self.ended.recv_timeout(LAST_DEADLINE);
    }

    /// Removes the journal, because the program ends normally.
    pub(crate) fn remove(mut self) {
        self.send(WriteRequest::Remove);
        self.join();
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // The file stays, with everything written, unless it was removed and the thread has ended.
        self.send(WriteRequest::End);
        self.join();
    }
}

/// A journal that can be appended to.
#[derive(Debug)]
struct OpenJournal {
    file: File,
    /// Bytes that are written.
    size: u64,
    /// Bytes of the match that it began with.
    whole: u64,
    /// When it was first written to after the last sync.
    unsynced: Option<Instant>,
    /// Whether its name has not been synced yet.
    is_new: bool,
}

impl OpenJournal {
    /// Appends lines; if that fails, the next call writes over what was written of them.
    fn append(&mut self, lines: &str) -> Result<(), Error> {
        let appended =
            self.file.seek(SeekFrom::Start(self.size)).and_then(|_| self.file.write_all(lines.as_bytes()));
        if appended.is_err() {
            // A line that is incomplete ends the journal for a reader, too.
            let _ = self.file.set_len(self.size);
        }
        appended?;
        self.size += lines.len() as u64;
        self.unsynced.get_or_insert_with(Instant::now);
        Ok(())
    }
}

struct JournalWriter {
    path: PathBuf,
    tell: Tell,
    /// Where other threads report what they have done for this one; without it there are none.
    requests: Option<Sender<WriteRequest>>,
    /// The thread that syncs the file or writes the copy at present.
    background: Option<JoinHandle<()>>,
    /// Steps that were received.
    n_taken: u64,
    progress: Arc<Progress>,
    mirror: Mirror,
    /// The file; kept open until it is replaced, because closing it ends the lock.
    open: Option<OpenJournal>,
    /// Whether the file has to be written anew.
    is_stale: bool,
    /// Lines that are not in the file yet.
    unwritten: String,
    /// Whether the copy with the analysis is asked for, and whether the present one is older than the match.
    is_copy_due: bool,
    is_copy_stale: bool,
    /// Journals that go once this one is durable.
    claims: Vec<Claim>,
    problem: Option<String>,
    tried: Instant,
}

impl JournalWriter {
    fn new(path: &Path, tell: Tell) -> JournalWriter {
        JournalWriter {
            path: path.to_owned(),
            tell,
            requests: None,
            background: None,
            n_taken: 0,
            progress: Arc::default(),
            mirror: Mirror::default(),
            open: None,
            is_stale: false,
            unwritten: String::new(),
            is_copy_due: false,
            is_copy_stale: false,
            claims: Vec::new(),
            problem: None,
            tried: Instant::now(),
        }
    }

    fn run(&mut self, requests: &Receiver<WriteRequest>) {
        self.write();
        loop {
            let unsynced = self.open.as_ref().and_then(|open| open.unsynced);
            let wait = match (&self.problem, unsynced) {
                (Some(_), _) => RETRY_EVERY.saturating_sub(self.tried.elapsed()),
                (None, Some(since)) => SYNC_EVERY.saturating_sub(since.elapsed()),
                (None, None) => Duration::from_secs(3600),
            };
            let request = match requests.recv_timeout(wait) {
                Ok(request) => Some(request),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(WriteRequest::End),
            };
            match request {
                Some(WriteRequest::Step(step)) => self.take(*step),
                Some(WriteRequest::Copy) => self.is_copy_due = true,
                Some(WriteRequest::Release(claim)) => self.claims.push(claim),
                Some(WriteRequest::Synced(result)) => {
                    self.join_background();
                    self.is_stale |= result.is_err() || !self.is_in_place();
                }
                Some(WriteRequest::Copied(result)) => {
                    self.join_background();
                    if let Err(error) = result {
                        (self.is_copy_due, self.is_copy_stale) = (true, true);
                        self.note_problem(Some(error));
                    }
                }
                Some(WriteRequest::Remove) => {
                    self.join_background();
                    // The match is not needed any more; claims that were not released stay to be offered again. The lock
                    // ends last, so that nobody is offered this one.
                    super::remove(&self.path);
                    self.open = None;
                    return;
                }
                Some(WriteRequest::End) => {
                    // What is left is done by this thread.
                    self.join_background();
                    self.requests = None;
                    self.write();
                    // Nobody is there any more who could be told.
                    let _ = self.sync();
                    return;
                }
                None => {}
            }
            if self.problem.is_none() || self.tried.elapsed() >= RETRY_EVERY {
                self.write();
            }
            self.report_progress();
        }
    }

    /// Lets the session continue: what it has sent is in the file, or it was told that it is not.
    fn report_progress(&self) {
        if self.progress.set(self.n_taken) && self.problem.is_none() {
            (self.tell)(None);
        }
    }

    /// Does work that may take long on another thread, one piece at a time, and receives the request that it returns; or
    /// does it at once if there is no other thread. Returns what is to be handled at once.
    fn in_background(
        &mut self,
        work: impl FnOnce() -> WriteRequest + Send + 'static,
    ) -> Option<WriteRequest> {
        let Some(requests) = self.requests.clone() else { return Some(work()) };
        let spawned = std::thread::Builder::new().name("journal files".to_owned()).spawn(move || {
            // The thread of the journal waits for this one before it ends.
            let _ = requests.send(work());
        });
        self.background = spawned.ok();
        None
    }

    /// Waits for the thread that works in the background.
    fn join_background(&mut self) {
        // It has no result; what it has done it has sent.
        let _ = self.background.take().map(JoinHandle::join);
    }

    /// Whether the file still has its name.
    fn is_in_place(&self) -> bool {
        self.open.as_ref().is_some_and(|open| is_at(&open.file, &self.path))
    }

    /// Follows a step in memory; nothing is written yet.
    fn take(&mut self, mut step: JournalStep) {
        self.n_taken += 1;
        self.is_copy_stale |= !step.has_only_place();
        step.without_known_variations(&self.mirror.record);
        let lines = codec::lines(&step);
        if self.mirror.apply(step).is_none() || self.unwritten.len() + lines.len() > MAX_UNWRITTEN {
            // The file is written anew from the match.
            self.unwritten.clear();
            self.is_stale = true;
            return;
        }
        self.unwritten.push_str(&lines);
    }

    /// Writes what is to be written, and tells when that begins to fail and when it succeeds again.
    fn write(&mut self) {
        self.tried = Instant::now();
        let problem = self.try_write().err();
        self.note_problem(problem);
    }

    fn note_problem(&mut self, problem: Option<Error>) {
        let problem = problem.map(|error| format!("{}: {error}", self.path.display()));
        if problem != self.problem {
            (self.tell)(problem.clone());
        }
        self.problem = problem;
    }

    fn try_write(&mut self) -> Result<(), Error> {
        if self.is_stale || self.open.is_none() {
            self.begin()?;
        }
        if let Some(open) = &mut self.open
            && !self.unwritten.is_empty()
        {
            open.append(&self.unwritten)?;
            self.unwritten.clear();
        }
        // What follows takes longer, and the session need not wait for it.
        self.report_progress();
        let is_long = |open: &OpenJournal| open.size - open.whole > LONG.max(open.whole);
        if self.open.as_ref().is_some_and(is_long) && self.begin().is_ok() {
            // If there is no room for a new file, the old one grows.
        }
        if !self.claims.is_empty() {
            self.sync()?;
            self.release();
        }
        if self.background.is_none() {
            self.sync_if_due()?;
        }
        if self.background.is_none() && std::mem::take(&mut self.is_copy_due) && self.is_copy_stale {
            self.copy().inspect_err(|_| self.is_copy_due = true)?;
        }
        Ok(())
    }

    /// Syncs the file if that was done some time ago, in the background if possible.
    fn sync_if_due(&mut self) -> Result<(), Error> {
        let due = self
            .open
            .as_mut()
            .filter(|open| open.unsynced.is_some_and(|since| since.elapsed() >= SYNC_EVERY));
        let Some(open) = due else { return Ok(()) };
        let (file, path) = (open.file.try_clone()?, self.path.clone());
        let is_new = std::mem::take(&mut open.is_new);
        open.unsynced = None;
        match self.in_background(move || WriteRequest::Synced(sync(&file, &path, is_new))) {
            Some(WriteRequest::Synced(Err(error))) => {
                self.is_stale = true;
                Err(error)
            }
            Some(_) if !self.is_in_place() => self.begin(),
            _ => Ok(()),
        }
    }

    /// Makes the file durable at once. One that was deleted or replaced is written anew.
    fn sync(&mut self) -> Result<(), Error> {
        let Some(open) = &mut self.open else { return Err(Error::from(ErrorKind::NotFound)) };
        let synced = sync(&open.file, &self.path, open.is_new);
        if synced.is_ok() && is_at(&open.file, &self.path) {
            (open.unsynced, open.is_new) = (None, false);
            return Ok(());
        }
        self.is_stale = true;
        synced?;
        self.begin()?;
        if let Some(open) = self.open.as_mut().filter(|open| open.is_new) {
            sync(&open.file, &self.path, true)?;
            (open.unsynced, open.is_new) = (None, false);
        }
        Ok(())
    }

    /// Writes the whole match to a new file, which then replaces the old one. It is locked before it gets its name, and the
    /// old file is unlocked only afterwards, so no other program ever finds a journal without a lock. What replaces a file
    /// is durable before. The first file is not: lines that are to survive a killed program wait for it, and a busy disk
    /// takes seconds for that.
    fn begin(&mut self) -> Result<(), Error> {
        let Mirror { record, place } = &self.mirror;
        let durable = if self.path.exists() { Durable::First } else { Durable::Later };
        // Where there are no locks, another program may offer to recover the running match; nothing worse.
        let (file, size) = put_locked(&self.path, durable, |file| codec::write_whole(file, record, *place))?;
        let is_new = durable == Durable::Later;
        let unsynced = is_new.then(Instant::now);
        self.open = Some(OpenJournal { file, size, whole: size, unsynced, is_new });
        self.unwritten.clear();
        self.is_stale = false;
        Ok(())
    }

    /// Writes the copy with the analysis, if there is any, in the background if possible.
    fn copy(&mut self) -> Result<(), Error> {
        let record = &self.mirror.record;
        let is_analyzed = |record: &MatchRecord| {
            record.games.iter().flat_map(|game| &game.entries).any(|entry| entry.analysis.is_some())
        };
        self.is_copy_stale = false;
        if !is_analyzed(record) && !record.variations.iter().any(|variation| is_analyzed(variation)) {
            return Ok(());
        }
        let (record, path) = (record.clone(), super::copy_of(&self.path));
        let written = self.in_background(move || {
            let text = gnubg_formats::sgf::write(&record, &gnubg_formats::sgf::SgfOptions::default());
            let saved = gnubg_formats::save(&path, text.as_bytes());
            WriteRequest::Copied(saved.map(|_| ()).map_err(Error::other))
        });
        match written {
            Some(WriteRequest::Copied(Err(error))) => {
                self.is_copy_stale = true;
                Err(error)
            }
            _ => Ok(()),
        }
    }

    /// Removes the journals that this one has replaced, and takes over the rollouts beside them.
    fn release(&mut self) {
        for claim in self.claims.drain(..) {
            // Usually there is none.
            let _ = std::fs::rename(rollout_of(claim.path()), rollout_of(&self.path));
            claim.remove();
        }
    }
}

/// Makes a journal durable, and its name.
fn sync(file: &File, path: &Path, is_new: bool) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(path);
    shared_file::sync(file, folder)?;
    if is_new {
        shared_file::sync_folder(folder);
    }
    Ok(())
}

/// Whether a path still leads to this file.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let key = |data: std::fs::Metadata| (data.dev(), data.ino());
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(file), Ok(path)) => key(file) == key(path),
        _ => false,
    }
}

/// Elsewhere an open file can neither be deleted nor replaced.
#[cfg(not(unix))]
pub(super) fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests;
