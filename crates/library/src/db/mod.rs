// SPDX-License-Identifier: GPL-3.0-or-later
//! The file of a library: opening and closing, the thread that writes, connections that read, backups, undo.

mod backup;
mod connection;
mod owner;
mod place;
mod schema;
mod undo;
mod views;
mod writer;

pub use backup::{BackupContent, BackupFile, BackupReason, content_of as backup_content, list as backups};
pub use owner::Process;
pub use place::PlaceRisk;
pub(crate) use schema::RULES_KEY;
pub use schema::SCHEMA_VERSION;
pub use undo::Gesture;
pub(crate) use undo::{recorded, removed, replay};

use crate::clock::{Clock, day_of};
use crate::error::{LibraryError, Result};
use gnubg_engine::core::CancelToken;
use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use writer::{Right, Writer};

/// The ending of the names of libraries.
pub const EXTENSION: &str = "gnubglib";

/// Instructions of SQLite between two looks at a token of cancellation.
const INSTRUCTIONS: i32 = 20_000;
/// How often a program looks whether the library was lent to it.
const ASK_AGAIN: Duration = Duration::from_millis(50);

/// How a library is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// To write; if another program has it open, to read.
    #[default]
    Write,
    /// To write; if another program has it open, that one is asked to lend it, for at most so many milliseconds.
    Borrow(u32),
    /// To read.
    Read,
}

/// How and with which clock a library is opened.
#[derive(Clone, Debug, Default)]
pub struct OpenOptions {
    /// To read or to write.
    pub access: Access,
    /// Where the date comes from.
    pub clock: Clock,
    /// Whether a missing file is made.
    pub create: bool,
}

/// Called with the new revision after each change.
type Listener = Box<dyn Fn(u64) + Send + Sync>;

/// A library that is open. Clones share it; it is closed when the last one is dropped.
#[derive(Clone, Debug)]
pub struct Library(Arc<Inner>);

struct Inner {
    path: PathBuf,
    clock: Clock,
    risk: PlaceRisk,
    /// Why it can only be read.
    read_only: Option<String>,
    revision: Arc<AtomicU64>,
    /// The day of the last backup.
    backup_day: Mutex<Option<i64>>,
    listener: Arc<Mutex<Option<Listener>>>,
    readers: Mutex<Vec<Connection>>,
    /// Structures derived from boards; see `search`.
    pub(crate) boards: Mutex<Option<Arc<dyn std::any::Any + Send + Sync>>>,
    // The last field, so that readers are closed before the writer puts everything into one file.
    writer: Option<Writer>,
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library")
            .field("path", &self.path)
            .field("read_only", &self.read_only)
            .finish_non_exhaustive()
    }
}

impl Library {
    /// Makes a new library and opens it.
    ///
    /// # Errors
    /// If the file exists or cannot be made.
    pub fn create(path: &Path, clock: Clock) -> Result<Library> {
        if path.exists() {
            return Err(LibraryError::Exists(path.to_owned()));
        }
        Library::open(path, OpenOptions { create: true, clock, ..OpenOptions::default() })
    }

    /// Opens a library.
    ///
    /// # Errors
    /// If there is none, the file is another one or damaged, or it cannot be opened.
    pub fn open(path: &Path, options: OpenOptions) -> Result<Library> {
        let is_new = !path.exists();
        if is_new && !options.create {
            return Err(LibraryError::Missing(path.to_owned()));
        }
        Library::open_file(path, options, is_new).map_err(|error| error.at(path))
    }

    fn open_file(path: &Path, options: OpenOptions, is_new: bool) -> Result<Library> {
        let OpenOptions { access, clock, .. } = options;
        let risk = PlaceRisk::of(path);
        if is_new {
            return Library::make(path, clock, risk);
        }
        let is_writable = std::fs::metadata(path).is_ok_and(|data| !data.permissions().readonly());
        if access == Access::Read || !is_writable {
            let reason =
                if access == Access::Read { "it was opened so" } else { "its file is write-protected" };
            return Library::reading(path, clock, risk, reason.to_owned());
        }
        let mut connection = match connection::writing(path, false) {
            Ok(connection) => connection,
            Err(LibraryError::ReadOnly(reason)) => return Library::reading(path, clock, risk, reason),
            Err(error) => return Err(error),
        };
        let header = connection::header(&connection, path)?;
        if header.version > SCHEMA_VERSION {
            let reason = format!(
                "it was written by a newer program (version {} of its tables, this program knows {SCHEMA_VERSION})",
                header.version
            );
            return Library::reading(path, clock, risk, reason);
        }
        let token = token();
        let right = match owner::take(&mut connection, &token, clock.now())? {
            None => Right::Owner(token),
            Some(other) => match access {
                Access::Borrow(ms) if other.is_here() => match borrow(&connection, &token, &clock, ms)? {
                    true => Right::Borrower(token),
                    false => {
                        let reason = format!(
                            "it is open in another program, which is busy ({other}); try again later"
                        );
                        return Library::reading(path, clock, risk, reason);
                    }
                },
                _ => {
                    let reason = format!("it is open in another program ({other})");
                    return Library::reading(path, clock, risk, reason);
                }
            },
        };
        if matches!(right, Right::Owner(_)) {
            if header.version < SCHEMA_VERSION {
                backup::make(&connection, path, BackupReason::Migration, clock.now())?;
                schema::migrate(&mut connection, header.version)?;
            }
            connection::choose_journal(&connection, risk)?;
            views::make(&connection)?;
        } else {
            connection.pragma_update(None, "synchronous", "NORMAL")?;
        }
        Library::start(path, clock, risk, connection, right)
    }

    fn make(path: &Path, clock: Clock, risk: PlaceRisk) -> Result<Library> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let failed = |source| LibraryError::Io { path: folder.to_owned(), source };
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let made = connection::writing(path, true).and_then(|mut connection| {
            schema::create(&mut connection)?;
            let token = token();
            owner::take(&mut connection, &token, clock.now())?;
            connection::choose_journal(&connection, risk)?;
            views::make(&connection)?;
            Ok((connection, token))
        });
        let (connection, token) = made.inspect_err(|_| {
            // Half a library would only stand in the way.
            let _ = std::fs::remove_file(path);
        })?;
        let library = Library::start(path, clock.clone(), risk, connection, Right::Owner(token))?;
        // A new library needs no backup on its first day.
        *library.0.backup_day.lock().unwrap_or_else(PoisonError::into_inner) = Some(day_of(clock.now()));
        Ok(library)
    }

    fn start(
        path: &Path,
        clock: Clock,
        risk: PlaceRisk,
        connection: Connection,
        right: Right,
    ) -> Result<Library> {
        let revision = Arc::new(AtomicU64::new(revision_in(&connection)?));
        let listener: Arc<Mutex<Option<Listener>>> = Arc::default();
        let (shared, told) = (Arc::clone(&revision), Arc::clone(&listener));
        let returned = move |connection: &Connection| {
            let now = revision_in(connection).unwrap_or_else(|_| shared.load(Ordering::Acquire) + 1);
            shared.store(now, Ordering::Release);
            if let Some(listener) = &*told.lock().unwrap_or_else(PoisonError::into_inner) {
                listener(now);
            }
        };
        // A borrower makes no backups: the owner does.
        let backup_day = matches!(right, Right::Borrower(_)).then(|| day_of(clock.now()));
        let writer = Writer::start(connection, right, clock.clone(), returned)?;
        Ok(Library(Arc::new(Inner {
            path: path.to_owned(),
            clock,
            risk,
            read_only: None,
            revision,
            backup_day: Mutex::new(backup_day),
            listener,
            readers: Mutex::default(),
            boards: Mutex::default(),
            writer: Some(writer),
        })))
    }

    fn reading(path: &Path, clock: Clock, risk: PlaceRisk, reason: String) -> Result<Library> {
        let connection = connection::reading(path)?;
        connection::header(&connection, path)?;
        let revision = revision_in(&connection)?;
        Ok(Library(Arc::new(Inner {
            path: path.to_owned(),
            clock,
            risk,
            read_only: Some(reason),
            revision: Arc::new(AtomicU64::new(revision)),
            backup_day: Mutex::default(),
            listener: Arc::default(),
            readers: Mutex::new(vec![connection]),
            boards: Mutex::default(),
            writer: None,
        })))
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// What is uncertain about its place.
    #[must_use]
    pub fn risk(&self) -> PlaceRisk {
        self.0.risk
    }

    /// Why it can only be read; `None` if it can be changed.
    #[must_use]
    pub fn read_only_reason(&self) -> Option<&str> {
        self.0.read_only.as_deref()
    }

    /// Where the date comes from.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.0.clock.clone()
    }

    /// The present time, in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.0.clock.now()
    }

    /// Counts changes: what was read at another revision may be out of date.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.0.revision.load(Ordering::Acquire)
    }

    /// Calls this after each change, with the new revision; on the thread that writes.
    pub fn listen(&self, listener: impl Fn(u64) + Send + Sync + 'static) {
        *self.0.listener.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(listener));
    }

    /// A place for structures that are derived from boards and kept while the library is open.
    pub(crate) fn board_slot(&self) -> &Mutex<Option<Arc<dyn std::any::Any + Send + Sync>>> {
        &self.0.boards
    }

    /// Reads with a connection of its own, in one snapshot.
    ///
    /// # Errors
    /// What `work` reports.
    pub fn read<R>(&self, work: impl FnOnce(&Connection) -> Result<R>) -> Result<R> {
        let connection = self.take_reader()?;
        let found = snapshot(&connection, work);
        self.give_back(connection);
        found.map_err(|error| error.at(self.path()))
    }

    /// The same, ended early when the token is cancelled.
    ///
    /// # Errors
    /// What `work` reports, or that it was cancelled.
    pub fn read_until<R>(
        &self,
        cancel: &CancelToken,
        work: impl FnOnce(&Connection) -> Result<R>,
    ) -> Result<R> {
        let mut connection = self.take_reader()?;
        let token = cancel.clone();
        connection.progress_handler(INSTRUCTIONS, Some(move || token.is_cancelled()))?;
        let found = snapshot(&connection, work);
        connection.progress_handler(0, None::<fn() -> bool>)?;
        self.give_back(connection);
        if cancel.is_cancelled() {
            return Err(LibraryError::Cancelled);
        }
        found.map_err(|error| error.at(self.path()))
    }

    fn take_reader(&self) -> Result<Connection> {
        let idle = self.0.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| connection::reading(self.path()), Ok)
    }

    fn give_back(&self, connection: Connection) {
        self.0.readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
    }

    /// Changes the library in one transaction on the thread that writes, and waits for it. If `work` fails, nothing is
    /// changed.
    ///
    /// # Errors
    /// If it can only be read, and what `work` reports.
    pub fn write<R: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<R> + Send + 'static,
    ) -> Result<R> {
        self.backup_if_due()?;
        let shared = Arc::clone(&self.0.revision);
        let (found, revision) = self.run(move |connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let found = work(&transaction)?;
            let revision = count_change(&transaction)?;
            transaction.commit()?;
            shared.store(revision, Ordering::Release);
            Ok((found, revision))
        })?;
        if let Some(listener) = &*self.0.listener.lock().unwrap_or_else(PoisonError::into_inner) {
            listener(revision);
        }
        Ok(found)
    }

    /// Runs something on the writing connection outside a transaction.
    pub(crate) fn run<R: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<R> + Send + 'static,
    ) -> Result<R> {
        let refused = || LibraryError::ReadOnly(self.0.read_only.clone().unwrap_or_default());
        let writer = self.0.writer.as_ref().ok_or_else(refused)?;
        writer.run(work).map_err(|error| error.at(self.path()))
    }

    /// Makes the backup of the day before its first change.
    fn backup_if_due(&self) -> Result<()> {
        if self.0.writer.is_none() {
            return Ok(());
        }
        let today = day_of(self.now());
        let mut last = self.0.backup_day.lock().unwrap_or_else(PoisonError::into_inner);
        if *last == Some(today) {
            return Ok(());
        }
        let latest = backups(self.path()).into_iter().find(|one| one.reason == BackupReason::Daily);
        if latest.is_none_or(|one| day_of(one.at) != today) {
            let (path, now) = (self.path().to_owned(), self.now());
            let made = self.run(move |connection| backup::make(connection, &path, BackupReason::Daily, now));
            // Without room for a backup the change itself may still fit; it is tried again with the next one.
            if made.is_err() {
                return Ok(());
            }
        }
        *last = Some(today);
        Ok(())
    }

    /// Copies the library to its folder of backups.
    ///
    /// # Errors
    /// If it can only be read or the copy cannot be written.
    pub fn back_up(&self, reason: BackupReason) -> Result<PathBuf> {
        let (path, now) = (self.path().to_owned(), self.now());
        self.run(move |connection| backup::make(connection, &path, reason, now))
    }

    /// Copies the library to another file.
    ///
    /// # Errors
    /// If the copy cannot be written.
    pub fn copy_to(&self, path: &Path) -> Result<()> {
        if path.exists() {
            return Err(LibraryError::Exists(path.to_owned()));
        }
        let connection = self.take_reader()?;
        let done = backup::copy(&connection, path);
        self.give_back(connection);
        done
    }

    /// Gives unused space back to the disk.
    ///
    /// # Errors
    /// If it can only be read, or the disk has no room for a copy.
    pub fn vacuum(&self) -> Result<()> {
        self.run(|connection| Ok(connection.execute_batch("PRAGMA optimize; VACUUM; ANALYZE;")?))
    }

    /// Puts a backup in place of a library that is closed. The library as it is becomes a backup itself; if it is damaged,
    /// its file is kept under another name.
    ///
    /// # Errors
    /// If the backup is damaged, another program has the library open, or the disk refuses.
    pub fn restore(path: &Path, from: &Path, clock: &Clock) -> Result<()> {
        backup::check(from)?;
        if path.exists() {
            match Library::open(path, OpenOptions { clock: clock.clone(), ..OpenOptions::default() }) {
                Ok(library) => {
                    if let Some(reason) = library.read_only_reason()
                        && reason.contains("open in another program")
                    {
                        return Err(LibraryError::ReadOnly(reason.to_owned()));
                    }
                    if library.read_only_reason().is_some() || library.back_up(BackupReason::Restore).is_err()
                    {
                        drop(library);
                        set_aside(path)?;
                    }
                }
                Err(_) => set_aside(path)?,
            }
        }
        for ending in ["-wal", "-shm", "-journal", "-cache"] {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            let _ = std::fs::remove_file(name);
        }
        let source = connection::reading(from)?;
        backup::copy(&source, path)
    }
}

/// Renames a damaged file.
fn set_aside(path: &Path) -> Result<()> {
    let mut target = path.with_extension("damaged");
    let mut n = 1;
    while target.exists() {
        n += 1;
        target = path.with_extension(format!("damaged-{n}"));
    }
    std::fs::rename(path, &target).map_err(|source| LibraryError::Io { path: target, source })
}

fn snapshot<R>(connection: &Connection, work: impl FnOnce(&Connection) -> Result<R>) -> Result<R> {
    connection.execute_batch("BEGIN")?;
    let found = work(connection);
    connection.execute_batch("COMMIT")?;
    found
}

/// A new token: unique, not secret.
fn token() -> String {
    crate::text::hex(&crate::text::new_uid())
}

fn borrow(connection: &Connection, token: &str, clock: &Clock, ms: u32) -> Result<bool> {
    owner::ask(connection, token, clock.now())?;
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(u64::from(ms)) {
        if owner::is_granted(connection, token)? {
            return Ok(true);
        }
        std::thread::sleep(ASK_AGAIN);
    }
    owner::end_request(connection, token)?;
    Ok(false)
}

fn revision_in(connection: &Connection) -> Result<u64> {
    let found =
        connection.query_row("SELECT value FROM meta WHERE key = 'revision'", [], |row| row.get::<_, i64>(0));
    Ok(found.optional()?.unwrap_or(1).unsigned_abs())
}

fn count_change(connection: &Connection) -> Result<u64> {
    let found = connection.query_row(
        "UPDATE meta SET value = value + 1 WHERE key = 'revision' RETURNING value",
        [],
        |row| row.get::<_, i64>(0),
    )?;
    Ok(found.unsigned_abs())
}

/// A value of the table `meta`.
pub(crate) fn meta<T: rusqlite::types::FromSql>(connection: &Connection, key: &str) -> Result<Option<T>> {
    Ok(connection.query_row("SELECT value FROM meta WHERE key = ?", [key], |row| row.get(0)).optional()?)
}

/// Sets a value of the table `meta`.
pub(crate) fn set_meta(connection: &Connection, key: &str, value: impl rusqlite::ToSql) -> Result<()> {
    connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))?;
    Ok(())
}
