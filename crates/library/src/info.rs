// SPDX-License-Identifier: GPL-3.0-or-later
//! What a library holds, and reading it with SQL.

use crate::db::{Library, SCHEMA_VERSION};
use crate::error::{LibraryError, Result};
use crate::facts::load;
use crate::facts::rulers::RulerRow;
use gnubg_engine::core::CancelToken;
use gnubg_record::MatchRecord;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value, json};

/// What a library holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryInfo {
    /// Matches with their games.
    pub matches: i64,
    /// Matches of which only sums are known.
    pub summaries: i64,
    /// Decisions.
    pub decisions: i64,
    /// Decisions with a loss.
    pub judged: i64,
    /// Positions.
    pub positions: i64,
    /// Analyses.
    pub analyses: i64,
    /// Players.
    pub players: i64,
    /// Cards.
    pub cards: i64,
    /// Reviews.
    pub reviews: i64,
    /// Matches that wait to be analyzed.
    pub queued: i64,
    /// Bytes of the file.
    pub size: u64,
    /// Bytes of source files in it.
    pub sources: i64,
    /// The version of its tables.
    pub schema: i32,
}

impl Library {
    /// What the library holds.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn info(&self) -> Result<LibraryInfo> {
        let size = std::fs::metadata(self.path()).map_or(0, |data| data.len());
        self.read(|connection| {
            let count = |sql: &str| -> Result<i64> { Ok(connection.query_row(sql, [], |row| row.get(0))?) };
            Ok(LibraryInfo {
                matches: count("SELECT count(*) FROM match WHERE kind = 0")?,
                summaries: count("SELECT count(*) FROM match WHERE kind = 1")?,
                decisions: count("SELECT count(*) FROM decision")?,
                judged: count("SELECT count(loss) FROM decision")?,
                positions: count("SELECT count(*) FROM position")?,
                analyses: count("SELECT count(*) FROM analysis")?,
                players: count("SELECT count(*) FROM player")?,
                cards: count("SELECT count(*) FROM card")?,
                reviews: count("SELECT count(*) FROM review WHERE taken_back IS NULL")?,
                queued: count("SELECT count(*) FROM queue WHERE state < 2")?,
                size,
                sources: count("SELECT coalesce(sum(length(bytes)), 0) FROM source")?,
                schema: SCHEMA_VERSION,
            })
        })
    }

    /// A match as a record, with the reference analyses; analyses of other programs stand beside ours.
    ///
    /// # Errors
    /// If there is no such match, or only its sums are known.
    pub fn record(&self, matched: i64) -> Result<MatchRecord> {
        self.read(|connection| load::record(connection, matched))
    }

    /// The bytes of the file that a match came from first, and the format, if they were kept.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn source_of(&self, matched: i64) -> Result<Option<(Option<String>, Vec<u8>)>> {
        self.read(|connection| {
            let sql = "SELECT format, bytes FROM source JOIN match_source ON source = source.id
                WHERE match = ? AND bytes IS NOT NULL ORDER BY source.id LIMIT 1";
            let mut statement = connection.prepare(sql)?;
            let mut rows = statement.query([matched])?;
            match rows.next()? {
                Some(row) => {
                    let bytes: Vec<u8> = row.get(1)?;
                    Ok(Some((row.get(0)?, crate::facts::blob::inflate(&bytes)?)))
                }
                None => Ok(None),
            }
        })
    }

    /// All rulers of the library.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn rulers(&self) -> Result<Vec<RulerRow>> {
        self.read(|connection| {
            let sql = "SELECT id, engine, level, nets, rank, is_own, is_rollout, plies FROM setup ORDER BY rank DESC, id";
            let mut statement = connection.prepare(sql)?;
            let rows = statement.query_map([], |row| {
                Ok(RulerRow {
                    id: row.get(0)?,
                    engine: row.get(1)?,
                    level: row.get(2)?,
                    nets: row.get(3)?,
                    rank: row.get(4)?,
                    is_own: row.get(5)?,
                    is_rollout: row.get(6)?,
                    plies: row.get(7)?,
                })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// The names of all rulers, the most reliable first; of several that are called alike each with its nets.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn ruler_names(&self) -> Result<Vec<String>> {
        let rulers = self.rulers()?;
        let plain = |one: &RulerRow| format!("{} {}", one.engine, one.level);
        let name = |one: &RulerRow| {
            let is_alone = rulers.iter().filter(|other| plain(other) == plain(one)).count() == 1;
            if is_alone { plain(one) } else { format!("{} {}", plain(one), one.nets) }
        };
        let mut names: Vec<String> = rulers.iter().map(|one| name(one).trim_end().to_owned()).collect();
        names.dedup();
        Ok(names)
    }

    /// The rows of a statement that only reads, as JSON objects, passed on one by one.
    ///
    /// # Errors
    /// If it is none that only reads, is wrong, or was cancelled.
    pub fn sql(
        &self,
        statement: &str,
        cancel: &CancelToken,
        mut row_done: impl FnMut(Value) -> Result<()>,
    ) -> Result<()> {
        self.read_until(cancel, |connection| {
            let mut statement = connection.prepare(statement)?;
            if !statement.readonly() {
                return Err(LibraryError::Refused("only statements that read are allowed here".to_owned()));
            }
            let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let mut object = Map::new();
                for (n, name) in names.iter().enumerate() {
                    let value = match row.get_ref(n)? {
                        ValueRef::Null => Value::Null,
                        ValueRef::Integer(number) => json!(number),
                        ValueRef::Real(number) => json!(number),
                        ValueRef::Text(text) => json!(String::from_utf8_lossy(text)),
                        ValueRef::Blob(bytes) => json!(crate::text::hex(bytes)),
                    };
                    object.insert(name.clone(), value);
                }
                row_done(Value::Object(object))?;
            }
            Ok(())
        })
    }
}
