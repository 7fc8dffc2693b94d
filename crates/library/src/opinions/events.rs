// SPDX-License-Identifier: GPL-3.0-or-later
//! Tournaments and other events.

use crate::db::Library;
use crate::error::{LibraryError, Result};
use crate::facts::names::event;
use rusqlite::{Connection, params};

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// The number.
    pub id: i64,
    /// The name.
    pub name: String,
    /// The first and the last day of its matches, since 1970.
    pub days: Option<(i64, i64)>,
    /// Matches.
    pub matches: i64,
    /// Notes.
    pub note: String,
}

impl Library {
    /// All events, the latest first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn events(&self) -> Result<Vec<EventRow>> {
        self.read(|connection| {
            let mut statement = connection.prepare(
                "SELECT id, name, from_day, to_day, (SELECT count(*) FROM match WHERE event = event.id), note FROM event
                ORDER BY to_day DESC, name",
            )?;
            let rows = statement.query_map([], |row| {
                let (from, to): (Option<i64>, Option<i64>) = (row.get(2)?, row.get(3)?);
                Ok(EventRow {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    days: from.zip(to),
                    matches: row.get(4)?,
                    note: row.get(5)?,
                })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Makes these matches part of an event, which is made if it is new; no name takes them out.
    ///
    /// # Errors
    /// If the library cannot be changed.
    pub fn set_event(&self, matches: &[i64], name: &str) -> Result<()> {
        let (matches, name) = (matches.to_vec(), name.to_owned());
        self.gesture("an event", move |connection| {
            let id = event(connection, &name, None)?;
            for matched in matches {
                connection.execute(
                    "UPDATE match SET event = ?, flags = flags | 1 WHERE id = ?",
                    params![id, matched],
                )?;
            }
            Ok(())
        })
    }

    /// Gives an event another name, or makes it one with the event of that name.
    ///
    /// # Errors
    /// If there is no such event.
    pub fn rename_event(&self, id: i64, name: &str) -> Result<()> {
        let name = name.trim().to_owned();
        self.gesture("renaming an event", move |connection| {
            let other = event(connection, &name, None)?
                .ok_or_else(|| LibraryError::Refused("enter a name".to_owned()))?;
            if other != id {
                connection.execute("UPDATE match SET event = ?1 WHERE event = ?2", [id, other])?;
                connection.execute("UPDATE event_alias SET event = ?1 WHERE event = ?2", [id, other])?;
                connection.execute("DELETE FROM event WHERE id = ?", [other])?;
            }
            match connection.execute("UPDATE event SET name = ? WHERE id = ?", params![name, id])? {
                0 => Err(LibraryError::NotFound(format!("there is no event e{id}"))),
                _ => Ok(()),
            }
        })
    }
}

/// Names the event of matches that have none.
pub(crate) fn name_event(connection: &Connection, matches: &[i64], name: &str) -> Result<()> {
    for matched in matches {
        let day: Option<i64> =
            connection.query_row("SELECT day FROM match WHERE id = ?", [matched], |row| row.get(0))?;
        let id = event(connection, name, day)?;
        connection
            .execute("UPDATE match SET event = ? WHERE id = ? AND event IS NULL", params![id, matched])?;
    }
    Ok(())
}
