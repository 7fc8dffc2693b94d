// SPDX-License-Identifier: GPL-3.0-or-later
//! Gestures that can be undone, over restarts. Deleted things are kept in the trash in the same way.
//!
//! While something is recorded, temporary triggers report every row that is added, removed or changed, cascades included.
//! What is stored are values, not statements, so a file from elsewhere cannot run anything.

use super::{Library, count_change};
use crate::error::{LibraryError, Result};
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use rusqlite::functions::FunctionFlags;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension as _, Transaction, params_from_iter};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::Read as _;
use std::sync::{Arc, Mutex, PoisonError};

/// Gestures kept.
const MOST: i64 = 200;

/// The tables whose changes are recorded.
const TABLES: [&str; 32] = [
    "batch",
    "source",
    "source_path",
    "player",
    "alias",
    "event",
    "event_alias",
    "match",
    "match_source",
    "game",
    "board",
    "position",
    "decision",
    "analysis",
    "verdict",
    "luck",
    "remark",
    "tag",
    "tagged",
    "mark",
    "collection",
    "collected",
    "search",
    "watch",
    "deck",
    "card",
    "review",
    "drill",
    "summary",
    "side",
    "queue",
    "setup",
];

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Cell {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Blob(Vec<u8>),
}

impl Cell {
    fn value(&self) -> Value {
        match self {
            Cell::Null => Value::Null,
            Cell::Integer(number) => Value::Integer(*number),
            Cell::Real(number) => Value::Real(*number),
            Cell::Text(text) => Value::Text(text.clone()),
            Cell::Blob(bytes) => Value::Blob(bytes.clone()),
        }
    }
}

impl From<Value> for Cell {
    fn from(value: Value) -> Cell {
        match value {
            Value::Null => Cell::Null,
            Value::Integer(number) => Cell::Integer(number),
            Value::Real(number) => Cell::Real(number),
            Value::Text(text) => Cell::Text(text),
            Value::Blob(bytes) => Cell::Blob(bytes),
        }
    }
}

/// A row before and after; an added one has nothing before, a removed one nothing after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RowChange {
    table: u16,
    old: Option<Vec<Cell>>,
    new: Option<Vec<Cell>>,
}

/// A table as it was when changes were recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Table {
    name: String,
    columns: Vec<String>,
    /// The indices of the columns of its primary key.
    key: Vec<u16>,
}

/// Recorded changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Log {
    tables: Vec<Table>,
    changes: Vec<RowChange>,
}

/// Runs `work` and returns its result with the changes that it made, packed; empty if it made none.
pub(crate) fn recorded<R>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<R>,
) -> Result<(R, Vec<u8>)> {
    let recording = Recording::start(connection)?;
    let found = work(connection);
    let log = recording.end(connection)?;
    Ok((found?, if log.changes.is_empty() { Vec::new() } else { pack(&log)? }))
}

/// What is reported while something is recorded.
struct Recording {
    tables: Vec<Table>,
    changes: Arc<Mutex<Vec<RowChange>>>,
}

impl Recording {
    fn start(connection: &Connection) -> Result<Recording> {
        let changes = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&changes);
        connection.create_scalar_function(
            "record_change",
            -1,
            FunctionFlags::SQLITE_UTF8,
            move |context| {
                let table = u16::try_from(context.get::<i64>(0)?).unwrap_or(u16::MAX);
                let (has_old, has_new) = (context.get::<bool>(1)?, context.get::<bool>(2)?);
                let values: Vec<Cell> = (3..context.len())
                    .map(|n| Ok(context.get::<Value>(n)?.into()))
                    .collect::<rusqlite::Result<_>>()?;
                let (first, second) =
                    values.split_at(if has_old && has_new { values.len() / 2 } else { values.len() });
                let new = if has_old { second } else { first };
                let change = RowChange {
                    table,
                    old: has_old.then(|| first.to_vec()),
                    new: has_new.then(|| new.to_vec()),
                };
                seen.lock().unwrap_or_else(PoisonError::into_inner).push(change);
                Ok(0)
            },
        )?;
        let tables = TABLES.iter().map(|name| describe(connection, name)).collect::<Result<Vec<_>>>()?;
        connection.execute_batch(&triggers(&tables))?;
        Ok(Recording { tables, changes })
    }

    fn end(self, connection: &Connection) -> Result<Log> {
        let names = ["i", "d", "u"];
        let drops = self
            .tables
            .iter()
            .flat_map(|table| names.map(|op| format!("DROP TRIGGER temp.record_{}_{op};", table.name)));
        connection.execute_batch(&drops.collect::<String>())?;
        let changes = std::mem::take(&mut *self.changes.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(Log { tables: self.tables, changes })
    }
}

fn describe(connection: &Connection, name: &str) -> Result<Table> {
    let mut statement = connection.prepare_cached("SELECT name, pk FROM pragma_table_info(?)")?;
    let rows = statement.query_map([name], |row| Ok((row.get::<_, String>(0)?, row.get::<_, u16>(1)?)))?;
    let columns: Vec<(String, u16)> = rows.collect::<rusqlite::Result<_>>()?;
    let key = (0u16..).zip(&columns).filter(|(_, (_, key))| *key > 0).map(|(n, _)| n).collect();
    Ok(Table { name: name.to_owned(), columns: columns.into_iter().map(|(name, _)| name).collect(), key })
}

fn triggers(tables: &[Table]) -> String {
    let mut script = String::new();
    for (n, table) in tables.iter().enumerate() {
        let list =
            |row: &str| -> String { table.columns.iter().map(|one| format!(", {row}.\"{one}\"")).collect() };
        let name = &table.name;
        for (op, event, has, values) in [
            ("i", "INSERT", "0, 1", list("new")),
            ("d", "DELETE", "1, 0", list("old")),
            ("u", "UPDATE", "1, 1", list("old") + &list("new")),
        ] {
            script.push_str(&format!(
                "CREATE TEMP TRIGGER record_{name}_{op} AFTER {event} ON main.\"{name}\" BEGIN \
                 SELECT record_change({n}, {has}{values}); END;"
            ));
        }
    }
    script
}

fn pack(log: &Log) -> Result<Vec<u8>> {
    let bytes = rmp_serde::to_vec(log).map_err(|error| LibraryError::content("the changes", error))?;
    let mut packed = Vec::new();
    let mut encoder = DeflateEncoder::new(&bytes[..], Compression::default());
    encoder.read_to_end(&mut packed).map_err(|error| LibraryError::content("the changes", error))?;
    Ok(packed)
}

fn unpack(packed: &[u8]) -> Result<Log> {
    let mut bytes = Vec::new();
    let unpacked = DeflateDecoder::new(packed).read_to_end(&mut bytes);
    unpacked.map_err(|error| LibraryError::content("the recorded changes", error))?;
    rmp_serde::from_slice(&bytes).map_err(|error| LibraryError::content("the recorded changes", error))
}

/// Makes recorded changes again, or with `is_back` their reverse. Rows that are missing by now are an error.
pub(crate) fn replay(connection: &Connection, packed: &[u8], is_back: bool) -> Result<()> {
    let log = unpack(packed)?;
    for table in &log.tables {
        // Names come from the file, so they are compared with what this program knows before they become SQL.
        let known = describe(connection, &table.name)?;
        let is_known = TABLES.contains(&table.name.as_str())
            && table.columns.iter().all(|column| known.columns.contains(column));
        if !is_known {
            return Err(LibraryError::content(
                "the recorded changes",
                "they are about a table that does not exist",
            ));
        }
    }
    connection.execute_batch("PRAGMA defer_foreign_keys = ON")?;
    let changes: Box<dyn Iterator<Item = &RowChange>> =
        if is_back { Box::new(log.changes.iter().rev()) } else { Box::new(log.changes.iter()) };
    for change in changes {
        let damaged = || LibraryError::content("the recorded changes", "they are damaged");
        let table = log.tables.get(usize::from(change.table)).ok_or_else(damaged)?;
        let (from, to) = if is_back { (&change.new, &change.old) } else { (&change.old, &change.new) };
        let is_whole = [from, to].into_iter().flatten().all(|row| row.len() == table.columns.len());
        if !is_whole {
            return Err(damaged());
        }
        apply(connection, table, from.as_deref(), to.as_deref())?;
    }
    Ok(())
}

fn apply(connection: &Connection, table: &Table, from: Option<&[Cell]>, to: Option<&[Cell]>) -> Result<()> {
    let Table { name, columns, key } = table;
    let quoted = |n: &usize| format!("\"{}\"", columns[*n]);
    let matching: Vec<String> = key.iter().map(|&n| format!("{} = ?", quoted(&usize::from(n)))).collect();
    let matching = matching.join(" AND ");
    let key_of = |row: &[Cell]| key.iter().map(|&n| row[usize::from(n)].value()).collect::<Vec<_>>();
    let all: Vec<usize> = (0..columns.len()).collect();
    match (from, to) {
        (None, Some(row)) => {
            let names: Vec<String> = all.iter().map(quoted).collect();
            let places = vec!["?"; columns.len()].join(", ");
            let sql = format!("INSERT INTO \"{name}\" ({}) VALUES ({places})", names.join(", "));
            let done =
                connection.prepare_cached(&sql)?.execute(params_from_iter(row.iter().map(Cell::value)));
            match done {
                Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) => {
                    return Err(refused());
                }
                other => drop(other?),
            }
        }
        (Some(row), None) => {
            // A cascade may have removed it already.
            let sql = format!("DELETE FROM \"{name}\" WHERE {matching}");
            connection.prepare_cached(&sql)?.execute(params_from_iter(key_of(row)))?;
        }
        (Some(old), Some(new)) => {
            let changed: Vec<usize> = all.into_iter().filter(|&n| old[n] != new[n]).collect();
            if changed.is_empty() {
                return Ok(());
            }
            let names: Vec<String> = changed.iter().map(|n| format!("{} = ?", quoted(n))).collect();
            let sql = format!("UPDATE \"{name}\" SET {} WHERE {matching}", names.join(", "));
            let values = changed.iter().map(|&n| new[n].value()).chain(key_of(old));
            if connection.prepare_cached(&sql)?.execute(params_from_iter(values))? == 0 {
                return Err(refused());
            }
        }
        (None, None) => {}
    }
    Ok(())
}

fn refused() -> LibraryError {
    LibraryError::Refused(
        "this cannot be undone or redone any more, because something it depends on was changed since"
            .to_owned(),
    )
}

/// What is said when rows that a gesture made have got others that hang on them, such as reviews on cards.
fn changed_since(error: LibraryError) -> LibraryError {
    match error {
        LibraryError::Database(error)
            if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) =>
        {
            refused()
        }
        other => other,
    }
}

/// The numbers of rows of each table that recorded changes remove.
pub(crate) fn removed(packed: &[u8]) -> Result<HashMap<String, usize>> {
    let log = unpack(packed)?;
    let mut found = HashMap::new();
    for change in log.changes.iter().filter(|change| change.new.is_none()) {
        if let Some(table) = log.tables.get(usize::from(change.table)) {
            *found.entry(table.name.clone()).or_insert(0) += 1;
        }
    }
    Ok(found)
}

/// A gesture that can be undone or redone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gesture {
    /// Its number.
    pub id: i64,
    /// When it was made.
    pub at: i64,
    /// What it was, for people.
    pub label: String,
}

/// Keeps what a gesture changed; what was undone cannot be redone any more.
fn keep(transaction: &Transaction<'_>, now: i64, label: &str, changes: &[u8]) -> Result<()> {
    transaction.execute("DELETE FROM undo WHERE is_undone = 1", [])?;
    transaction.execute("INSERT INTO undo (at, label, changes) VALUES (?, ?, ?)", (now, label, changes))?;
    transaction.execute(
        "DELETE FROM undo WHERE id <= (SELECT id FROM undo ORDER BY id DESC LIMIT 1 OFFSET ?)",
        [MOST],
    )?;
    Ok(())
}

impl Library {
    /// Changes the library as one gesture that can be undone.
    ///
    /// # Errors
    /// If it can only be read, and what `work` reports.
    pub fn gesture<R: Send + 'static>(
        &self,
        label: impl Into<String>,
        work: impl FnOnce(&Connection) -> Result<R> + Send + 'static,
    ) -> Result<R> {
        let (label, now) = (label.into(), self.now());
        self.write(move |transaction| {
            let (found, changes) = recorded(transaction, work)?;
            if !changes.is_empty() {
                keep(transaction, now, &label, &changes)?;
            }
            Ok(found)
        })
    }

    /// Undoes the last gesture; its label, or `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be undone any more.
    pub fn undo(&self) -> Result<Option<String>> {
        self.write(|transaction| step(transaction, true)).map_err(changed_since)
    }

    /// Redoes the gesture that was undone last.
    ///
    /// # Errors
    /// If it cannot be redone any more.
    pub fn redo(&self) -> Result<Option<String>> {
        self.write(|transaction| step(transaction, false)).map_err(changed_since)
    }

    /// The gestures that can be undone, the last first, and redone, the next first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn gestures(&self) -> Result<[Vec<Gesture>; 2]> {
        self.read(|connection| {
            let list = |order: &str, is_undone: i64| -> Result<Vec<Gesture>> {
                let sql = format!("SELECT id, at, label FROM undo WHERE is_undone = ? ORDER BY id {order}");
                let mut statement = connection.prepare(&sql)?;
                let rows = statement.query_map([is_undone], |row| {
                    Ok(Gesture { id: row.get(0)?, at: row.get(1)?, label: row.get(2)? })
                })?;
                Ok(rows.collect::<rusqlite::Result<Vec<_>>>()?)
            };
            Ok([list("DESC", 0)?, list("ASC", 1)?])
        })
    }
}

fn step(transaction: &Transaction<'_>, is_back: bool) -> Result<Option<String>> {
    let order = if is_back { "DESC" } else { "ASC" };
    let sql = format!("SELECT id, label, changes FROM undo WHERE is_undone = ? ORDER BY id {order} LIMIT 1");
    let found = transaction.query_row(&sql, [!is_back], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, Vec<u8>>(2)?))
    });
    let Some((id, label, changes)) = found.optional()? else { return Ok(None) };
    replay(transaction, &changes, is_back)?;
    transaction.execute("UPDATE undo SET is_undone = ? WHERE id = ?", (is_back, id))?;
    count_change(transaction)?;
    Ok(Some(label))
}
