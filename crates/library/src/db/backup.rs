// SPDX-License-Identifier: GPL-3.0-or-later
//! Backups: copies of the whole file in a folder beside it, made before the first change of a day and before what cannot
//! be taken back.

use super::connection;
use crate::clock::DAY_MS;
use crate::error::{LibraryError, Result};
use gnubg_record::Date;
use rusqlite::Connection;
use rusqlite::backup::Backup;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Pages copied before other connections get a turn.
const PAGES: i32 = 4096;
/// Daily backups kept, and weeks of which the last one is kept.
const DAYS: i64 = 7;
const WEEKS: i64 = 4;
/// Other backups kept, by reason.
const OTHERS: usize = 3;
/// The least total size that backups may have, in bytes; larger libraries may have four times their own.
const LEAST_LIMIT: u64 = 5 << 30;

/// Why a backup was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BackupReason {
    /// The first change of a day.
    Daily,
    /// The user asked for it.
    Manual,
    /// The schema was about to be brought up to date.
    Migration,
    /// Another library was about to be merged.
    Merge,
    /// Many matches were about to be deleted.
    Deletion,
    /// Another backup was about to be restored.
    Restore,
}

impl BackupReason {
    const ALL: [BackupReason; 6] = [
        BackupReason::Daily,
        BackupReason::Manual,
        BackupReason::Migration,
        BackupReason::Merge,
        BackupReason::Deletion,
        BackupReason::Restore,
    ];

    /// The word in the name of the file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            BackupReason::Daily => "daily",
            BackupReason::Manual => "manual",
            BackupReason::Migration => "migration",
            BackupReason::Merge => "merge",
            BackupReason::Deletion => "deletion",
            BackupReason::Restore => "restore",
        }
    }
}

/// A backup of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupFile {
    /// The file.
    pub path: PathBuf,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// Why.
    pub reason: BackupReason,
    /// Its size in bytes.
    pub size: u64,
}

/// What a backup holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupContent {
    /// Matches.
    pub matches: u64,
    /// Decisions.
    pub decisions: u64,
    /// Cards.
    pub cards: u64,
}

/// The folder of the backups of a library.
#[must_use]
pub(super) fn folder_of(library: &Path) -> PathBuf {
    library.parent().unwrap_or(Path::new("")).join("backups")
}

/// The backups of a library, the latest first.
#[must_use]
pub fn list(library: &Path) -> Vec<BackupFile> {
    let stem = library.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut found: Vec<BackupFile> = std::fs::read_dir(folder_of(library))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let path = entry.path();
            let name = path.file_stem()?.to_string_lossy().into_owned();
            let rest = name.strip_prefix(&stem)?.strip_prefix('-')?;
            let (time, reason) = rest.rsplit_once('-')?;
            let reason = BackupReason::ALL.into_iter().find(|known| known.word() == reason)?;
            let size = entry.metadata().ok()?.len();
            (path.extension()? == "gnubglib").then_some(())?;
            Some(BackupFile { at: parse_time(time)?, path, reason, size })
        })
        .collect();
    found.sort_by_key(|one| std::cmp::Reverse(one.at));
    found
}

/// `2026-11-25-083012` as milliseconds since 1970.
fn parse_time(text: &str) -> Option<i64> {
    let (date, time) = text.split_at_checked(10)?;
    let date: Date = date.parse().ok()?;
    let time: i64 = time.strip_prefix('-').filter(|digits| digits.len() == 6)?.parse().ok()?;
    let seconds = time / 10_000 * 3600 + time / 100 % 100 * 60 + time % 100;
    Some(date.unix_days() * DAY_MS + seconds * 1000)
}

fn time_text(ms: i64) -> String {
    let date = Date::from_unix_days(ms.div_euclid(DAY_MS));
    let date = date.map_or_else(|| "1970-01-01".to_owned(), |date| date.to_string());
    let seconds = ms.rem_euclid(DAY_MS) / 1000;
    format!("{date}-{:02}{:02}{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Copies the library of a connection to its folder of backups, and removes backups that are not needed any more.
pub(super) fn make(source: &Connection, library: &Path, reason: BackupReason, now: i64) -> Result<PathBuf> {
    let folder = folder_of(library);
    std::fs::create_dir_all(&folder).map_err(|source| LibraryError::Io { path: folder.clone(), source })?;
    let mut name = OsString::from(library.file_stem().unwrap_or_default());
    name.push(format!("-{}-{}.gnubglib", time_text(now), reason.word()));
    let path = folder.join(name);
    copy(source, &path)?;
    thin_out(library, &path, now);
    Ok(path)
}

/// Copies a library to a file, in one piece.
pub(super) fn copy(source: &Connection, path: &Path) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |source| LibraryError::Io { path: path.to_owned(), source };
    let file = gnubg_formats::temporary_in(folder, None).map_err(failed)?;
    {
        let mut target = Connection::open(file.path())?;
        {
            let work = Backup::new(source, &mut target)?;
            work.run_to_completion(PAGES, Duration::ZERO, None)
                .map_err(|error| LibraryError::from(error).at(path))?;
        }
        // A copy belongs to nobody and is one file.
        target.execute_batch("DELETE FROM owner; DELETE FROM request;")?;
        connection::to_one_file(&target)?;
    }
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Removes backups beyond those to keep. `newest` always stays.
fn thin_out(library: &Path, newest: &Path, now: i64) {
    let (mut days, mut weeks, mut others) = (Vec::new(), Vec::new(), std::collections::HashMap::new());
    let own = std::fs::metadata(library).map_or(0, |data| data.len());
    let limit = LEAST_LIMIT.max(4 * own);
    let mut total = 0;
    for backup in list(library) {
        let day = backup.at.div_euclid(DAY_MS);
        let age = now.div_euclid(DAY_MS) - day;
        // 1970 began on a Thursday.
        let week = (day + 3).div_euclid(7);
        let is_first_of = |known: &mut Vec<i64>, number: i64, most: i64| {
            !known.contains(&number) && (known.len() as i64) < most && {
                known.push(number);
                true
            }
        };
        let is_kept = backup.path == newest
            || match backup.reason {
                BackupReason::Daily => {
                    let of_day = is_first_of(&mut days, day, DAYS);
                    is_first_of(&mut weeks, week, WEEKS + 1) && age <= 7 * (WEEKS + 1) || of_day
                }
                // What the user asked for stays.
                BackupReason::Manual => true,
                other => {
                    let n = others.entry(other).or_insert(0);
                    *n += 1;
                    *n <= OTHERS
                }
            };
        let fits = backup.path == newest || total + backup.size <= limit;
        if is_kept && fits {
            total += backup.size;
        } else {
            // A file that cannot be removed does no harm.
            let _ = std::fs::remove_file(&backup.path);
        }
    }
}

/// What a backup holds.
///
/// # Errors
/// If it is no library, or is damaged.
pub fn content_of(path: &Path) -> Result<BackupContent> {
    let connection = connection::reading(path)?;
    connection::header(&connection, path)?;
    let count = |table: &str| {
        let sql = format!("SELECT count(*) FROM {table}");
        connection.query_row(&sql, [], |row| row.get::<_, i64>(0)).map(i64::unsigned_abs)
    };
    Ok(BackupContent { matches: count("match")?, decisions: count("decision")?, cards: count("card")? })
}

/// Whether a file passes SQLite's own checks.
pub(super) fn check(path: &Path) -> Result<()> {
    let connection = connection::reading(path)?;
    connection::header(&connection, path)?;
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(LibraryError::Damaged(found)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_written() {
        let ms = 1_795_594_212_000;
        assert_eq!(parse_time(&time_text(ms)), Some(ms));
        assert_eq!(time_text(0), "1970-01-01-000000");
        assert_eq!(parse_time("2026-11-25"), None);
    }
}
