// SPDX-License-Identifier: GPL-3.0-or-later
//! Opening the file: checks that it is a library, and the settings of each connection.

use super::place::PlaceRisk;
use crate::error::{LibraryError, Result};
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::Duration;

/// The number by which the file is known: "gblb".
pub(super) const APPLICATION_ID: i32 = 0x6762_6c62;

/// How long a connection waits for another one that writes.
const BUSY: Duration = Duration::from_secs(10);

/// What the header of a file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The version of the schema.
    pub(super) version: i32,
}

/// Reads the header of a file that should be a library.
pub(super) fn header(connection: &Connection, path: &Path) -> Result<Header> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let refused = |error: rusqlite::Error| match LibraryError::from(error) {
        LibraryError::Damaged(reason) => LibraryError::NotALibrary { path: path.to_owned(), reason },
        other => other,
    };
    let (application, version) =
        (number("application_id").map_err(refused)?, number("user_version").map_err(refused)?);
    if application != APPLICATION_ID {
        let reason = "it is another kind of file".to_owned();
        return Err(LibraryError::NotALibrary { path: path.to_owned(), reason });
    }
    Ok(Header { version })
}

/// A connection that writes. With `is_new` the file is made.
pub(super) fn writing(path: &Path, is_new: bool) -> Result<Connection> {
    let create = if is_new { OpenFlags::SQLITE_OPEN_CREATE } else { OpenFlags::empty() };
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | create;
    let connection = Connection::open_with_flags(path, flags)?;
    configure(&connection)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// The journal of the writing connection: a write-ahead log where locks can be relied on.
pub(super) fn choose_journal(connection: &Connection, risk: PlaceRisk) -> Result<()> {
    let mode = if risk == PlaceRisk::None { "WAL" } else { "DELETE" };
    connection.query_row(&format!("PRAGMA journal_mode = {mode}"), [], |_| Ok(()))?;
    let level = if risk == PlaceRisk::None { "NORMAL" } else { "FULL" };
    connection.pragma_update(None, "synchronous", level)?;
    Ok(())
}

/// Puts everything into one file.
pub(super) fn to_one_file(connection: &Connection) -> Result<()> {
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
    Ok(())
}

/// A connection that only reads. A file on a medium that cannot be written is read as it is.
pub(super) fn reading(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let plain = Connection::open_with_flags(path, flags).and_then(|connection| {
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(connection)
    });
    let connection = match plain {
        Ok(connection) => connection,
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::CannotOpen) => {
            let name = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
            let uri = format!("file:{name}?immutable=1");
            Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)?
        }
        Err(error) => return Err(error.into()),
    };
    configure(&connection)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

fn configure(connection: &Connection) -> Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "cache_size", -65_536)?;
    connection.pragma_update(None, "mmap_size", 1_i64 << 32)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    // Content of a file from elsewhere must not run anything.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_prepared_statement_cache_capacity(128);
    rusqlite::vtab::array::load_module(connection)?;
    Ok(())
}
