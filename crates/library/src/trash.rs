// SPDX-License-Identifier: GPL-3.0-or-later
//! Deleting matches for good, with a snapshot in the trash for 30 days: with cards, reviews, tags and places in
//! collections, so that restoring brings back everything under the same numbers.

use crate::clock::DAY_MS;
use crate::db::{BackupReason, Library, recorded, removed, replay};
use crate::error::{LibraryError, Result};
use crate::facts::boards::{remove_idle, remove_unheld};
use rusqlite::{Connection, OptionalExtension as _, params};

/// Days that deleted things can be restored.
const DAYS: i64 = 30;
/// From so many matches on a backup is made before they are deleted.
const MANY: usize = 20;

/// What lies in the trash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Deleted matches.
    Matches,
    /// What a match was before it was extended.
    Revision,
    /// An import that was undone.
    Batch,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Matches, Kind::Revision, Kind::Batch];

    /// The word in the database and JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Matches => "matches",
            Kind::Revision => "revision",
            Kind::Batch => "batch",
        }
    }
}

/// Something in the trash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrashRow {
    /// The number.
    pub id: i64,
    /// When it was deleted, in milliseconds since 1970.
    pub at: i64,
    /// What it is.
    pub kind: Kind,
    /// Its name for people.
    pub label: String,
    /// Matches, decisions, cards and reviews in it.
    pub counts: [usize; 4],
}

/// Keeps recorded changes in the trash.
pub(crate) fn keep(
    connection: &Connection,
    kind: Kind,
    label: &str,
    changes: &[u8],
    now: i64,
    batch: Option<i64>,
) -> Result<()> {
    connection.execute(
        "INSERT INTO trash (at, what, label, payload, batch) VALUES (?, ?, ?, ?, ?)",
        params![now, kind.word(), label, changes, batch],
    )?;
    connection.execute("DELETE FROM trash WHERE at < ?", [now - DAYS * DAY_MS])?;
    Ok(())
}

/// Deletes matches into the trash.
pub(crate) fn delete_matches(
    connection: &Connection,
    matches: &[i64],
    label: &str,
    now: i64,
    batch: Option<i64>,
) -> Result<()> {
    let ((), changes) = recorded(connection, |connection| remove_matches(connection, matches))?;
    keep(connection, Kind::Matches, label, &changes, now, batch)
}

/// Deletes matches with everything that hangs on them.
pub(crate) fn remove_matches(connection: &Connection, matches: &[i64]) -> Result<()> {
    for matched in matches {
        let positions: Vec<i64> = {
            let mut statement =
                connection.prepare_cached("SELECT DISTINCT position FROM decision WHERE match = ?")?;
            let rows = statement.query_map([matched], |row| row.get(0))?;
            rows.collect::<rusqlite::Result<_>>()?
        };
        let boards: Vec<i64> = {
            let sql = "SELECT DISTINCT board FROM decision WHERE match = ? AND kind BETWEEN 3 AND 5";
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map([matched], |row| row.get(0))?;
            rows.collect::<rusqlite::Result<_>>()?
        };
        let sources: Vec<i64> = {
            let mut statement =
                connection.prepare_cached("SELECT source FROM match_source WHERE match = ?")?;
            let rows = statement.query_map([matched], |row| row.get(0))?;
            rows.collect::<rusqlite::Result<_>>()?
        };
        // What belongs to decisions and to the match itself goes with it.
        for sql in [
            "DELETE FROM review WHERE card IN (SELECT id FROM card WHERE decision IN
                (SELECT id FROM decision WHERE match = ?1))",
            "DELETE FROM card WHERE decision IN (SELECT id FROM decision WHERE match = ?1)",
            "DELETE FROM remark WHERE target_kind = 2 AND target IN (SELECT id FROM decision WHERE match = ?1)",
            "DELETE FROM tagged WHERE target_kind = 2 AND target IN (SELECT id FROM decision WHERE match = ?1)",
            "DELETE FROM remark WHERE target_kind = 1 AND target IN (SELECT id FROM game WHERE match = ?1)",
            "DELETE FROM tagged WHERE target_kind = 1 AND target IN (SELECT id FROM game WHERE match = ?1)",
            "DELETE FROM collected WHERE decision IN (SELECT id FROM decision WHERE match = ?1)",
            "DELETE FROM remark WHERE target_kind = 0 AND target = ?1",
            "DELETE FROM tagged WHERE target_kind = 0 AND target = ?1",
            "DELETE FROM match WHERE id = ?1",
        ] {
            connection.prepare_cached(sql)?.execute([matched])?;
        }
        for source in sources {
            connection
                .prepare_cached(
                    "DELETE FROM source WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM match_source WHERE source = ?1)",
                )?
                .execute([source])?;
        }
        remove_unheld(connection, &positions)?;
        remove_idle(connection, &boards)?;
    }
    Ok(())
}

impl Library {
    /// Deletes matches into the trash.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn delete_matches(&self, matches: &[i64], label: &str) -> Result<()> {
        if matches.len() >= MANY {
            self.back_up(BackupReason::Deletion)?;
        }
        let (matches, label, now) = (matches.to_vec(), label.to_owned(), self.now());
        self.write(move |connection| delete_matches(connection, &matches, &label, now, None))
    }

    /// What lies in the trash, the latest first.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn trash(&self) -> Result<Vec<TrashRow>> {
        self.read(|connection| {
            let mut statement =
                connection.prepare("SELECT id, at, what, label, payload FROM trash ORDER BY id DESC")?;
            let mut rows = statement.query([])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let word: String = row.get(2)?;
                let counts = removed(&row.get::<_, Vec<u8>>(4)?)?;
                let count = |table: &str| counts.get(table).copied().unwrap_or(0);
                found.push(TrashRow {
                    id: row.get(0)?,
                    at: row.get(1)?,
                    kind: Kind::ALL.into_iter().find(|kind| kind.word() == word).unwrap_or(Kind::Matches),
                    label: row.get(3)?,
                    counts: [count("match"), count("decision"), count("card"), count("review")],
                });
            }
            Ok(found)
        })
    }

    /// Brings something back from the trash.
    ///
    /// # Errors
    /// If it does not exist, or something it depends on was changed since.
    pub fn restore_from_trash(&self, id: i64) -> Result<()> {
        self.write(move |connection| {
            let payload: Option<Vec<u8>> = connection
                .query_row("SELECT payload FROM trash WHERE id = ?", [id], |row| row.get(0))
                .optional()?;
            let payload =
                payload.ok_or_else(|| LibraryError::NotFound(format!("there is no {id} in the trash")))?;
            replay(connection, &payload, true)?;
            connection.execute("DELETE FROM trash WHERE id = ?", [id])?;
            Ok(())
        })
    }

    /// Empties the trash.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn empty_trash(&self) -> Result<()> {
        self.write(|connection| {
            connection.execute("DELETE FROM trash", [])?;
            Ok(())
        })
    }
}
