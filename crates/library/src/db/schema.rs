// SPDX-License-Identifier: GPL-3.0-or-later
//! The schema: making it, and bringing older files up to date. Derived tables are dropped and filled again, not migrated.

use super::connection::APPLICATION_ID;
use crate::error::Result;
use crate::position::RULES_VERSION;
use rusqlite::Connection;

/// The version that this program writes.
pub const SCHEMA_VERSION: i32 = 1;

/// The tables as this version has them.
const TABLES: &str = include_str!("schema.sql");

/// What brings the schema from a version to the next, the first one from version 1 to 2.
const MIGRATIONS: &[&str] = &[];

/// The key in `meta` of the version of the definitions that derived data follow; 0 when they have to be made again.
pub(crate) const RULES_KEY: &str = "rules";

/// Makes the tables of a new file, in one transaction.
pub(super) fn create(connection: &mut Connection) -> Result<()> {
    connection.pragma_update(None, "page_size", 4096)?;
    let work = connection.transaction()?;
    work.execute_batch(TABLES)?;
    work.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (RULES_KEY, RULES_VERSION))?;
    work.execute("INSERT INTO meta (key, value) VALUES ('revision', 1)", [])?;
    work.execute("INSERT INTO meta (key, value) VALUES ('uid', ?)", [&crate::text::new_uid()[..]])?;
    work.pragma_update(None, "application_id", APPLICATION_ID)?;
    work.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    work.commit()?;
    Ok(())
}

/// Brings an older file up to date, each version in one transaction.
pub(super) fn migrate(connection: &mut Connection, from: i32) -> Result<()> {
    for (version, script) in (1..).zip(MIGRATIONS) {
        if version < from {
            continue;
        }
        let work = connection.transaction()?;
        work.execute_batch(script)?;
        work.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, 0)", [RULES_KEY])?;
        work.pragma_update(None, "user_version", version + 1)?;
        work.commit()?;
    }
    Ok(())
}
