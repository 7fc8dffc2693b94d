// SPDX-License-Identifier: GPL-3.0-or-later
//! Collections of positions: chosen by hand in an order, or live ones that hold what a query finds.

use crate::db::Library;
use crate::error::{LibraryError, Result};
use crate::text::new_uid;
use rusqlite::{Connection, OptionalExtension as _, params};

/// The collection of positions that came from files of their own.
pub const IMPORTED: &str = "Imported positions";

/// A collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// The number.
    pub id: i64,
    /// The name.
    pub name: String,
    /// Notes.
    pub note: String,
    /// The query of a live collection.
    pub query: Option<String>,
    /// The collection that it is part of.
    pub parent: Option<i64>,
    /// Positions of one made by hand.
    pub size: i64,
}

impl Library {
    /// All collections by name.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn collections(&self) -> Result<Vec<Collection>> {
        self.read(|connection| {
            let mut statement = connection.prepare(
                "SELECT id, name, note, query, parent, (SELECT count(*) FROM collected WHERE collection = collection.id)
                FROM collection ORDER BY name, id",
            )?;
            let rows = statement.query_map([], |row| {
                Ok(Collection {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    note: row.get(2)?,
                    query: row.get(3)?,
                    parent: row.get(4)?,
                    size: row.get(5)?,
                })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Makes a collection; with a query it is a live one. The number of one that has that name is returned.
    ///
    /// # Errors
    /// If the library can only be read or there is no name.
    pub fn create_collection(&self, name: &str, query: Option<&str>, parent: Option<i64>) -> Result<i64> {
        let (name, query) = (checked_name(name)?, query.map(str::to_owned));
        self.gesture(format!("the collection {name}"), move |connection| {
            let id = collection_named(connection, &name)?;
            connection.execute(
                "UPDATE collection SET query = ?, parent = ? WHERE id = ?",
                params![query, parent, id],
            )?;
            Ok(id)
        })
    }

    /// Changes name and notes of a collection.
    ///
    /// # Errors
    /// If there is no such collection.
    pub fn edit_collection(&self, id: i64, name: &str, note: &str) -> Result<()> {
        let (name, note) = (checked_name(name)?, note.to_owned());
        self.gesture("a collection", move |connection| {
            let sql = "UPDATE collection SET name = ?, note = ? WHERE id = ?";
            found(connection.execute(sql, params![name, note, id])?, id)
        })
    }

    /// Deletes a collection; the positions stay as long as something else holds them.
    ///
    /// # Errors
    /// If there is no such collection.
    pub fn delete_collection(&self, id: i64) -> Result<()> {
        self.gesture("deleting a collection", move |connection| {
            let positions = positions_of(connection, id)?;
            connection.execute("UPDATE collection SET parent = NULL WHERE parent = ?", [id])?;
            found(connection.execute("DELETE FROM collection WHERE id = ?", [id])?, id)?;
            crate::facts::boards::remove_unheld(connection, &positions)
        })
    }

    /// Adds the positions of decisions at the end of a collection; the number that were new in it.
    ///
    /// # Errors
    /// If there is no such collection or decision.
    pub fn collect_decisions(&self, id: i64, decisions: &[i64]) -> Result<usize> {
        let (decisions, now) = (decisions.to_vec(), self.now());
        self.gesture("collecting positions", move |connection| {
            let mut n = 0;
            for decision in decisions {
                let sql = "SELECT position FROM decision WHERE id = ?";
                let position = connection.query_row(sql, [decision], |row| row.get(0)).optional()?;
                let missing = || LibraryError::NotFound(format!("there is no decision d{decision}"));
                n += add(connection, id, position.ok_or_else(missing)?, Some(decision), None, now)?;
            }
            Ok(n)
        })
    }

    /// Adds positions at the end of a collection; the number that were new in it.
    ///
    /// # Errors
    /// If there is no such collection.
    pub fn collect_positions(&self, id: i64, positions: &[i64]) -> Result<usize> {
        let (positions, now) = (positions.to_vec(), self.now());
        self.gesture("collecting positions", move |connection| {
            positions
                .into_iter()
                .try_fold(0, |n, position| Ok(n + add(connection, id, position, None, None, now)?))
        })
    }

    /// Takes positions out of a collection.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn uncollect(&self, id: i64, positions: &[i64]) -> Result<()> {
        let positions = positions.to_vec();
        self.gesture("taking positions out", move |connection| {
            for position in &positions {
                let sql = "DELETE FROM collected WHERE collection = ? AND position = ?";
                connection.execute(sql, [id, *position])?;
            }
            crate::facts::boards::remove_unheld(connection, &positions)
        })
    }

    /// Puts the positions of a collection in this order; others stay behind them.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn order_collection(&self, id: i64, positions: &[i64]) -> Result<()> {
        let positions = positions.to_vec();
        self.gesture("the order of a collection", move |connection| {
            let behind = positions_of(connection, id)?.into_iter().filter(|one| !positions.contains(one));
            let order: Vec<i64> = positions.iter().copied().chain(behind).collect();
            for (place, position) in (1..).zip(order) {
                let sql = "UPDATE collected SET place = ? WHERE collection = ? AND position = ?";
                connection.execute(sql, [place, id, position])?;
            }
            Ok(())
        })
    }

    /// The positions of a collection in its order.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn collected(&self, id: i64) -> Result<Vec<i64>> {
        self.read(|connection| positions_of(connection, id))
    }
}

fn checked_name(name: &str) -> Result<String> {
    let name = name.trim();
    if name.is_empty() { Err(LibraryError::Refused("enter a name".to_owned())) } else { Ok(name.to_owned()) }
}

fn found(n: usize, id: i64) -> Result<()> {
    if n == 0 { Err(LibraryError::NotFound(format!("there is no collection c{id}"))) } else { Ok(()) }
}

fn positions_of(connection: &Connection, id: i64) -> Result<Vec<i64>> {
    let sql = "SELECT position FROM collected WHERE collection = ? ORDER BY place, position";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([id], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The number of the collection with a name, which is made if it is new.
fn collection_named(connection: &Connection, name: &str) -> Result<i64> {
    let known = connection
        .query_row("SELECT id FROM collection WHERE name = ?", [name], |row| row.get(0))
        .optional()?;
    if let Some(known) = known {
        return Ok(known);
    }
    connection.execute("INSERT INTO collection (uid, name) VALUES (?, ?)", params![&new_uid()[..], name])?;
    Ok(connection.last_insert_rowid())
}

fn add(
    connection: &Connection,
    id: i64,
    position: i64,
    decision: Option<i64>,
    batch: Option<i64>,
    now: i64,
) -> Result<usize> {
    let live: Option<Option<String>> = connection
        .query_row("SELECT query FROM collection WHERE id = ?", [id], |row| row.get(0))
        .optional()?;
    match live {
        None => return Err(LibraryError::NotFound(format!("there is no collection c{id}"))),
        Some(Some(_)) => {
            return Err(LibraryError::Refused("a live collection holds what its query finds".to_owned()));
        }
        Some(None) => {}
    }
    Ok(connection.execute(
        "INSERT OR IGNORE INTO collected (collection, position, place, decision, added, batch)
        VALUES (?1, ?2, (SELECT coalesce(max(place), 0) + 1 FROM collected WHERE collection = ?1), ?3, ?4, ?5)",
        params![id, position, decision, now, batch],
    )?)
}

/// Puts a position that came from a file of its own into the collection of those.
pub(crate) fn collect_imported(
    connection: &Connection,
    position: i64,
    name: &str,
    batch: i64,
    now: i64,
) -> Result<()> {
    let id = collection_named(connection, IMPORTED)?;
    add(connection, id, position, None, Some(batch), now)?;
    connection.execute(
        "UPDATE collected SET note = ? WHERE collection = ? AND position = ? AND note = ''",
        params![name, id, position],
    )?;
    Ok(())
}
