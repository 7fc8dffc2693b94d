// SPDX-License-Identifier: GPL-3.0-or-later
//! Saved searches, and the queries that were typed last.

use crate::db::Library;
use crate::error::{LibraryError, Result};
use rusqlite::params;

/// Typed queries kept.
const HISTORY: i64 = 100;

/// A saved search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedSearch {
    /// The number.
    pub id: i64,
    /// The name.
    pub name: String,
    /// The query.
    pub query: String,
    /// The drawn pattern, as JSON.
    pub pattern: Option<String>,
}

impl Library {
    /// The saved searches in their order.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn searches(&self) -> Result<Vec<SavedSearch>> {
        self.read(|connection| {
            let mut statement =
                connection.prepare("SELECT id, name, query, pattern FROM search ORDER BY place, id")?;
            let rows = statement.query_map([], |row| {
                Ok(SavedSearch {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    query: row.get(2)?,
                    pattern: row.get(3)?,
                })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Saves a search under a name; one of that name is replaced.
    ///
    /// # Errors
    /// If the library can only be read or there is no name.
    pub fn save_search(&self, name: &str, query: &str, pattern: Option<&str>) -> Result<i64> {
        let (name, query, pattern) = (name.trim().to_owned(), query.to_owned(), pattern.map(str::to_owned));
        if name.is_empty() {
            return Err(LibraryError::Refused("enter a name".to_owned()));
        }
        self.gesture(format!("the search {name}"), move |connection| {
            connection.execute(
                "INSERT INTO search (name, query, pattern, place)
                VALUES (?1, ?2, ?3, (SELECT coalesce(max(place), 0) + 1 FROM search))
                ON CONFLICT (name) DO UPDATE SET query = ?2, pattern = ?3",
                params![name, query, pattern],
            )?;
            Ok(connection.query_row("SELECT id FROM search WHERE name = ?", [name], |row| row.get(0))?)
        })
    }

    /// Deletes a saved search.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn delete_search(&self, id: i64) -> Result<()> {
        self.gesture("deleting a search", move |connection| {
            connection.execute("DELETE FROM search WHERE id = ?", [id])?;
            Ok(())
        })
    }

    /// Remembers a query that was typed.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn note_query(&self, query: &str) -> Result<()> {
        let (query, now) = (query.trim().to_owned(), self.now());
        if query.is_empty() {
            return Ok(());
        }
        self.write(move |connection| {
            connection.execute("INSERT OR REPLACE INTO history VALUES (?, ?)", params![query, now])?;
            connection.execute(
                "DELETE FROM history WHERE at < (SELECT at FROM history ORDER BY at DESC LIMIT 1 OFFSET ?)",
                [HISTORY],
            )?;
            Ok(())
        })
    }

    /// The queries that were typed last, the latest first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn query_history(&self) -> Result<Vec<String>> {
        self.read(|connection| {
            let mut statement = connection.prepare("SELECT query FROM history ORDER BY at DESC")?;
            let rows = statement.query_map([], |row| row.get(0))?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }
}
