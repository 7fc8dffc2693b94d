// SPDX-License-Identifier: GPL-3.0-or-later
//! Watched folders: what appears in them is imported once its size has stood still. Files are read, never changed.
//!
//! A look compares sizes and times; that works on every kind of drive, after a drive was away, and across restarts.

use super::files::{Stamp, list};
use crate::db::Library;
use crate::error::{LibraryError, Result};
use rusqlite::params;
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long the size of a new file must stand still.
const STILL: Duration = Duration::from_secs(5);

/// A folder that is watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedFolder {
    /// Its number.
    pub id: i64,
    /// The folder.
    pub path: PathBuf,
    /// Patterns of names to leave out.
    pub without: Vec<String>,
    /// Whether it is watched at present.
    pub is_on: bool,
    /// When it was looked at last, in milliseconds since 1970.
    pub seen: Option<i64>,
    /// Why it cannot be read at present.
    pub problem: Option<String>,
}

impl Library {
    /// The watched folders.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn watched(&self) -> Result<Vec<WatchedFolder>> {
        self.read(|connection| {
            let sql = "SELECT id, path, without, is_on, seen, problem FROM watch ORDER BY path";
            let mut statement = connection.prepare(sql)?;
            let rows = statement.query_map([], |row| {
                let without: String = row.get(2)?;
                Ok(WatchedFolder {
                    id: row.get(0)?,
                    path: row.get::<_, String>(1)?.into(),
                    without: without
                        .split(';')
                        .map(str::trim)
                        .filter(|one| !one.is_empty())
                        .map(str::to_owned)
                        .collect(),
                    is_on: row.get(3)?,
                    seen: row.get(4)?,
                    problem: row.get(5)?,
                })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Watches a folder from now on, or changes how it is watched.
    ///
    /// # Errors
    /// If the library can only be read, or the path is no folder.
    pub fn watch(&self, path: &std::path::Path, without: &[String], is_on: bool) -> Result<()> {
        let real =
            path.canonicalize().map_err(|source| LibraryError::Io { path: path.to_owned(), source })?;
        if !real.is_dir() {
            return Err(LibraryError::Refused(format!("{} is not a folder", path.display())));
        }
        let (name, without) = (real.to_string_lossy().into_owned(), without.join(";"));
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO watch (path, without, is_on) VALUES (?1, ?2, ?3)
                ON CONFLICT (path) DO UPDATE SET without = ?2, is_on = ?3",
                params![name, without, is_on],
            )?;
            Ok(())
        })
    }

    /// Watches a folder no longer.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn unwatch(&self, id: i64) -> Result<()> {
        self.write(move |connection| {
            connection.execute("DELETE FROM watch WHERE id = ?", [id])?;
            Ok(())
        })
    }
}

/// A file that was seen in a watched folder.
#[derive(Clone, Copy, Debug)]
struct Seen {
    stamp: Stamp,
    /// Since when it has this stamp.
    since: Instant,
    /// Whether it was imported, or could not be.
    is_done: bool,
}

/// Looks at watched folders.
#[derive(Debug, Default)]
pub struct Watcher {
    seen: HashMap<PathBuf, Seen>,
    problems: HashMap<i64, Option<String>>,
    /// How long a file must stand still; for tests.
    pub still: Option<Duration>,
}

impl Watcher {
    /// The files in watched folders that are new or have changed and stand still. They count as done; whoever asks
    /// imports them.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn look(&mut self, library: &Library) -> Result<Vec<PathBuf>> {
        let mut ready = Vec::new();
        for folder in library.watched()?.into_iter().filter(|folder| folder.is_on) {
            let problem = match std::fs::read_dir(&folder.path) {
                Ok(_) => None,
                Err(error) => Some(error.to_string()),
            };
            self.note(library, &folder, problem.clone())?;
            if problem.is_some() {
                continue;
            }
            let (files, _) = list(std::slice::from_ref(&folder.path), &folder.without);
            for file in files {
                let Some(stamp) = Stamp::of(&file.path) else { continue };
                if self.is_ready(&file.path, stamp, library)? {
                    ready.push(file.path);
                }
            }
        }
        Ok(ready)
    }

    fn is_ready(&mut self, path: &PathBuf, stamp: Stamp, library: &Library) -> Result<bool> {
        let still = self.still.unwrap_or(STILL);
        match self.seen.get_mut(path) {
            Some(seen) if seen.stamp == stamp => {
                let is_ready = !seen.is_done && seen.since.elapsed() >= still;
                seen.is_done |= is_ready;
                Ok(is_ready)
            }
            _ => {
                let is_done = is_known(library, path, stamp)?;
                self.seen.insert(path.clone(), Seen { stamp, since: Instant::now(), is_done });
                Ok(false)
            }
        }
    }

    /// Notes whether a folder can be read, if that has changed.
    fn note(&mut self, library: &Library, folder: &WatchedFolder, problem: Option<String>) -> Result<()> {
        let known =
            self.problems.insert(folder.id, problem.clone()).unwrap_or_else(|| folder.problem.clone());
        if known == problem || library.read_only_reason().is_some() {
            return Ok(());
        }
        let (id, now) = (folder.id, library.now());
        library.write(move |connection| {
            connection
                .execute("UPDATE watch SET problem = ?, seen = ? WHERE id = ?", params![problem, now, id])?;
            Ok(())
        })
    }
}

/// Whether a file was imported as it is now.
fn is_known(library: &Library, path: &std::path::Path, stamp: Stamp) -> Result<bool> {
    let name = path.to_string_lossy().into_owned();
    library.read(|connection| {
        let sql = "SELECT EXISTS (SELECT 1 FROM source_path WHERE path = ? AND size = ? AND mtime = ?)";
        let known = connection
            .prepare_cached(sql)?
            .query_row(params![name, stamp.size.cast_signed(), stamp.mtime], |row| row.get(0))?;
        Ok(known)
    })
}
