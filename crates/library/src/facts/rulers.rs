// SPDX-License-Identifier: GPL-3.0-or-later
//! Rulers in the database.

use crate::error::{LibraryError, Result};
use crate::finding::{Ruler, RulerBook, StoredMethod};
use rusqlite::{Connection, OptionalExtension as _};
use std::collections::HashMap;
use std::sync::Arc;

/// The rulers of a connection, each looked up once.
pub(crate) struct Rulers<'c> {
    connection: &'c Connection,
    numbers: HashMap<String, i64>,
    methods: HashMap<i64, Arc<StoredMethod>>,
    known: HashMap<i64, RulerRow>,
}

/// What choosing a reference needs of a ruler.
#[derive(Clone, Debug, PartialEq)]
pub struct RulerRow {
    /// Its number.
    pub id: i64,
    /// The program.
    pub engine: String,
    /// The level.
    pub level: String,
    /// The nets, where they are known.
    pub nets: String,
    /// Its place on the scale of reliability.
    pub rank: i64,
    /// Whether it is of this program.
    pub is_own: bool,
    /// Whether positions were rolled out.
    pub is_rollout: bool,
    /// The search depth.
    pub plies: i64,
}

impl<'c> Rulers<'c> {
    pub(crate) fn new(connection: &'c Connection) -> Rulers<'c> {
        let (numbers, methods, known) = Default::default();
        Rulers { connection, numbers, methods, known }
    }

    /// A ruler by its number.
    pub(crate) fn row(&mut self, id: i64) -> Result<&RulerRow> {
        if !self.known.contains_key(&id) {
            let sql = "SELECT engine, level, nets, rank, is_own, is_rollout, plies FROM setup WHERE id = ?";
            let row = self.connection.prepare_cached(sql)?.query_row([id], |row| {
                Ok(RulerRow {
                    id,
                    engine: row.get(0)?,
                    level: row.get(1)?,
                    nets: row.get(2)?,
                    rank: row.get(3)?,
                    is_own: row.get(4)?,
                    is_rollout: row.get(5)?,
                    plies: row.get(6)?,
                })
            })?;
            self.known.insert(id, row);
        }
        Ok(&self.known[&id])
    }
}

impl RulerBook for Rulers<'_> {
    fn number(&mut self, ruler: &Ruler) -> Result<i64> {
        let key = ruler.key();
        if let Some(known) = self.numbers.get(&key) {
            return Ok(*known);
        }
        let stored = self
            .connection
            .prepare_cached("SELECT id FROM setup WHERE key = ?")?
            .query_row([&key], |row| row.get(0))
            .optional()?;
        let id = match stored {
            Some(id) => id,
            None => {
                self.connection.execute(
                    "INSERT INTO setup (key, engine, nets, level, plies, is_rollout, is_own, settings, rank)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        &key,
                        &ruler.engine,
                        &ruler.nets,
                        &ruler.level,
                        ruler.plies,
                        ruler.is_rollout,
                        ruler.is_own,
                        ruler.settings()?,
                        ruler.rank(),
                    ),
                )?;
                self.connection.last_insert_rowid()
            }
        };
        self.numbers.insert(key, id);
        Ok(id)
    }

    fn method(&mut self, number: i64) -> Result<Arc<StoredMethod>> {
        if let Some(known) = self.methods.get(&number) {
            return Ok(Arc::clone(known));
        }
        let settings: String = self
            .connection
            .prepare_cached("SELECT settings FROM setup WHERE id = ?")?
            .query_row([number], |row| row.get(0))
            .optional()?
            .ok_or_else(|| LibraryError::content("an analysis", "its ruler is missing"))?;
        let method: StoredMethod =
            serde_json::from_str(&settings).map_err(|error| LibraryError::content("a ruler", error))?;
        let method = Arc::new(method);
        self.methods.insert(number, Arc::clone(&method));
        Ok(method)
    }
}
