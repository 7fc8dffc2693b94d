// SPDX-License-Identifier: GPL-3.0-or-later
//! People and events behind the names that files write.

use crate::error::Result;
use crate::text::folded;
use rusqlite::{Connection, OptionalExtension as _};

/// The number of a spelling; a new one becomes a new player.
pub(crate) fn alias(connection: &Connection, name: &str) -> Result<i64> {
    let name = name.trim();
    let key = match folded(name) {
        key if key.is_empty() => format!("={name}"),
        key => key,
    };
    let known = connection
        .prepare_cached("SELECT id FROM alias WHERE folded = ?")?
        .query_row([&key], |row| row.get(0))
        .optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    connection.execute("INSERT INTO player (name) VALUES (?)", [name])?;
    let player = connection.last_insert_rowid();
    connection.execute("INSERT INTO alias (folded, name, player) VALUES (?, ?, ?)", (key, name, player))?;
    Ok(connection.last_insert_rowid())
}

/// The number of an event; `None` for no name.
pub(crate) fn event(connection: &Connection, name: &str, day: Option<i64>) -> Result<Option<i64>> {
    let name = name.trim();
    let key = folded(name);
    if key.is_empty() {
        return Ok(None);
    }
    let known = connection
        .prepare_cached("SELECT event FROM event_alias WHERE folded = ?")?
        .query_row([&key], |row| row.get::<_, i64>(0))
        .optional()?;
    let id = match known {
        Some(id) => id,
        None => {
            connection.execute("INSERT INTO event (name) VALUES (?)", [name])?;
            let id = connection.last_insert_rowid();
            connection.execute("INSERT INTO event_alias (folded, event) VALUES (?, ?)", (key, id))?;
            id
        }
    };
    if let Some(day) = day {
        connection.execute(
            "UPDATE event SET from_day = min(coalesce(from_day, ?1), ?1), to_day = max(coalesce(to_day, ?1), ?1)
            WHERE id = ?2 AND (from_day IS NULL OR from_day > ?1 OR to_day < ?1)",
            (day, id),
        )?;
    }
    Ok(Some(id))
}
