// SPDX-License-Identifier: GPL-3.0-or-later
//! Imports as the library keeps them: each match belongs to one.

use crate::error::Result;
use rusqlite::{Connection, OptionalExtension as _, params};

/// The import that single matches of a day belong to.
pub(crate) fn todays_batch(connection: &Connection, origin: &str, now: i64) -> Result<i64> {
    let known = connection
        .query_row(
            "SELECT id FROM batch WHERE origin = ? AND started / 86400000 = ?",
            params![origin, crate::clock::day_of(now)],
            |row| row.get(0),
        )
        .optional()?;
    if let Some(known) = known {
        return Ok(known);
    }
    connection
        .execute("INSERT INTO batch (started, ended, origin) VALUES (?1, ?1, ?2)", params![now, origin])?;
    Ok(connection.last_insert_rowid())
}
