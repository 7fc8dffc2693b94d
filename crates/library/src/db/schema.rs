// SPDX-License-Identifier: GPL-3.0-or-later
//! The schema: making it, and bringing older files up to date. Derived tables are dropped and filled again, not migrated.

use super::connection::APPLICATION_ID;
use crate::error::Result;
use crate::position::RULES_VERSION;
use rusqlite::Connection;

/// The version that this program writes.
pub const SCHEMA_VERSION: i32 = 2;

/// The tables as version 1 had them. New files are made by it and all migrations, so that old and new files are the same.
const TABLES: &str = include_str!("schema.sql");

/// What brings the schema from a version to the next, the first one from version 1 to 2.
const MIGRATIONS: &[&str] = &[include_str!("migrations/2.sql")];

/// The key in `meta` of the version of the definitions that derived data follow; 0 when they have to be made again.
pub(crate) const RULES_KEY: &str = "rules";

/// Makes the tables of a new file, in one transaction.
pub(super) fn create(connection: &mut Connection) -> Result<()> {
    connection.pragma_update(None, "page_size", 4096)?;
    let work = connection.transaction()?;
    work.execute_batch(TABLES)?;
    MIGRATIONS.iter().try_for_each(|script| work.execute_batch(script))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn described(connection: &Connection) -> Vec<(String, Option<String>)> {
        let mut statement =
            connection.prepare("SELECT name, sql FROM sqlite_master ORDER BY type, name").unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.collect::<rusqlite::Result<_>>().unwrap()
    }

    /// A file as version 1 made it, with a card and a review.
    fn of_version_1() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(TABLES).unwrap();
        connection
            .execute_batch(
                "INSERT INTO card (id, uid, kind, subject, is_mine, made) VALUES (7, x'01', 1, 'aa', 1, 5);
                INSERT INTO review (uid, card, at, day, answer, rating, ms) VALUES (x'02', 7, 5, 0, '8/5 6/5', 3, 1000);
                PRAGMA user_version = 1;",
            )
            .unwrap();
        connection
    }

    #[test]
    fn an_older_file_becomes_like_a_new_one_and_keeps_its_rows() {
        let mut old = of_version_1();
        migrate(&mut old, 1).unwrap();
        let mut new = Connection::open_in_memory().unwrap();
        create(&mut new).unwrap();
        assert_eq!(described(&old), described(&new));
        let version = |one: &Connection| {
            one.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0)).unwrap()
        };
        assert_eq!([version(&old), version(&new)], [SCHEMA_VERSION; 2]);
        let kept: (i64, String) = old
            .query_row("SELECT card, answer FROM review", [], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap();
        assert_eq!(kept, (7, "8/5 6/5".to_owned()));
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let mut old = of_version_1();
        old.execute_batch("CREATE TABLE study (in_the_way)").unwrap();
        let before = described(&old);
        assert!(migrate(&mut old, 1).is_err());
        assert_eq!(described(&old), before);
        let version: i32 = old.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!(version, 1);
    }

    #[test]
    fn reviews_are_only_appended() {
        let mut old = of_version_1();
        migrate(&mut old, 1).unwrap();
        let changed = old.execute("UPDATE review SET rating = 4", []);
        assert!(changed.unwrap_err().to_string().contains("never changed"));
        old.execute("UPDATE review SET taken_back = 9", []).unwrap();
    }
}
