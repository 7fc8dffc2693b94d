// SPDX-License-Identifier: GPL-3.0-or-later
//! Checking a library.

use crate::assess::{Judge, scale_of};
use crate::db::{Library, RULES_KEY, meta};
use crate::decision::extract;
use crate::error::{LibraryError, Result};
use crate::facts::load;
use crate::facts::rulers::Rulers;
use crate::finding::Found;
use crate::identity::Identity;
use crate::position::RULES_VERSION;
use gnubg_engine::core::CancelToken;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::collections::HashMap;

/// Problems of one kind that are listed.
const MOST: usize = 20;

/// What checking a library found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Matches replayed.
    pub matches: usize,
    /// Decisions compared.
    pub decisions: usize,
    /// Analyses read.
    pub analyses: usize,
    /// What is wrong, a sentence each. What is derived can be made again, the rest is listed.
    pub problems: Vec<Problem>,
    /// How many problems were repaired.
    pub repaired: usize,
}

/// Something that is wrong in a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What it is, in a sentence.
    pub message: String,
    /// Whether it concerns derived data only, which can be made again.
    pub is_derived: bool,
}

impl VerifyReport {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.problems.is_empty()
    }

    fn note(&mut self, is_derived: bool, message: String) {
        if self.problems.len() < 10 * MOST {
            self.problems.push(Problem { message, is_derived });
        }
    }
}

/// A decision as the database has it.
struct Row {
    id: i64,
    key: Vec<u8>,
    kind: u8,
    did: u32,
    could: u32,
    scale: i64,
    ruler: Option<i64>,
    loss: Option<i64>,
}

impl Library {
    /// Checks the file, and all that can be computed again against what is stored.
    ///
    /// # Errors
    /// If it was cancelled. A damaged file is no error but a problem of the report.
    pub fn verify(&self, judge: &Judge, cancel: &CancelToken) -> Result<VerifyReport> {
        let mut report = VerifyReport::default();
        let checked = self.read_until(cancel, |connection| {
            check_file(connection, &mut report)?;
            check_texts(connection, &mut report)?;
            check_boards(connection, &mut report)?;
            let matches: Vec<i64> = {
                let mut statement = connection.prepare("SELECT id FROM match WHERE kind = 0 ORDER BY id")?;
                let rows = statement.query_map([], |row| row.get(0))?;
                rows.collect::<rusqlite::Result<_>>()?
            };
            for matched in matches {
                cancel.check()?;
                report.matches += 1;
                if let Err(error) = check_match(connection, matched, judge, &mut report) {
                    report.note(false, format!("match m{matched}: {error}"));
                }
            }
            check_analyses(connection, &mut report)
        });
        match checked {
            Err(LibraryError::Cancelled) => Err(LibraryError::Cancelled),
            Err(error) => {
                report.note(false, error.to_string());
                Ok(report)
            }
            Ok(()) => Ok(report),
        }
    }
}

fn check_file(connection: &Connection, report: &mut VerifyReport) -> Result<()> {
    let mut statement = connection.prepare("PRAGMA integrity_check(20)")?;
    let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
    for row in rows {
        let text = row?;
        if text != "ok" {
            report.note(false, format!("the file is damaged: {text}"));
        }
    }
    let mut statement = connection.prepare("PRAGMA foreign_key_check")?;
    let rows = statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(2)?)))?;
    for row in rows.take(MOST) {
        let (table, parent) = row?;
        report.note(false, format!("a row of {table} names a row of {parent} that does not exist"));
    }
    Ok(())
}

/// Texts that are no valid UTF-8, which SQLite does not look at: reading one fails.
fn check_texts(connection: &Connection, report: &mut VerifyReport) -> Result<()> {
    let tables: Vec<String> = {
        let sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'";
        let mut statement = connection.prepare(sql)?;
        let rows = statement.query_map([], |row| row.get(0))?;
        rows.collect::<rusqlite::Result<_>>()?
    };
    for table in tables {
        let mut statement = connection.prepare(&format!("SELECT * FROM \"{table}\""))?;
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let mut wrong = vec![0_u32; columns.len()];
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            for (n, wrong) in wrong.iter_mut().enumerate() {
                let is_wrong =
                    matches!(row.get_ref(n)?, ValueRef::Text(text) if std::str::from_utf8(text).is_err());
                *wrong += u32::from(is_wrong);
            }
        }
        for (column, n) in columns.iter().zip(wrong).filter(|(_, n)| *n > 0) {
            report.note(false, format!("{n} texts in the column {column} of {table} are damaged"));
        }
    }
    Ok(())
}

fn check_boards(connection: &Connection, report: &mut VerifyReport) -> Result<()> {
    let sql = "SELECT count(*) FROM position JOIN board ON board.id = position.board
        WHERE board.key <> substr(position.key, 1, 10)";
    let wrong: i64 = connection.query_row(sql, [], |row| row.get(0))?;
    if wrong > 0 {
        report.note(false, format!("{wrong} positions name the wrong board"));
    }
    if meta::<i64>(connection, RULES_KEY)?.unwrap_or(0) != i64::from(RULES_VERSION) {
        report.note(true, "phases and plans follow older definitions".to_owned());
    }
    Ok(())
}

fn check_match(
    connection: &Connection,
    matched: i64,
    judge: &Judge,
    report: &mut VerifyReport,
) -> Result<()> {
    let record = load::plain_record(connection, matched)?;
    let content: Vec<u8> =
        connection.query_row("SELECT content_hash FROM match WHERE id = ?", [matched], |row| row.get(0))?;
    if content != Identity::of(&record).content {
        report.note(false, format!("match m{matched}: its record is not what was imported"));
    }
    let mut rows: HashMap<(i64, i64), Row> = {
        let mut statement = connection.prepare_cached(
            "SELECT game, seq, decision.id, position.key, kind, did, could, scale, ruler, loss FROM decision
            JOIN position ON position.id = decision.position WHERE match = ?",
        )?;
        let rows = statement.query_map([matched], |row| {
            let found = Row {
                id: row.get(2)?,
                key: row.get(3)?,
                kind: row.get(4)?,
                did: row.get(5)?,
                could: row.get(6)?,
                scale: row.get(7)?,
                ruler: row.get(8)?,
                loss: row.get(9)?,
            };
            Ok(((row.get(0)?, row.get(1)?), found))
        })?;
        rows.collect::<rusqlite::Result<_>>()?
    };
    for one in extract(&record) {
        report.decisions += 1;
        let place = format!("match m{matched}, game {}, decision {}", one.game + 1, one.seq());
        let Some(row) = rows.remove(&(one.game as i64, one.seq())) else {
            report.note(false, format!("{place} is missing"));
            continue;
        };
        if row.key != one.key.0 || row.kind != one.kind.code() {
            report.note(false, format!("{place} (d{}) is another position than in the record", row.id));
        } else if row.did != one.did.0 || row.could != one.could.0 {
            report.note(true, format!("{place} (d{}): its themes are out of date", row.id));
        } else if row.scale != scale_of(&one.state, &judge.table) {
            report.note(true, format!("{place} (d{}) was valued with another match equity table", row.id));
        }
        if row.loss.is_some() && row.ruler.is_none() {
            report.note(true, format!("{place} (d{}) has a loss without a ruler", row.id));
        }
    }
    for row in rows.values() {
        report.note(false, format!("match m{matched}: decision d{} is not in the record", row.id));
    }
    let sums = "SELECT (SELECT coalesce(sum(loss), 0) FROM decision WHERE match = ?1 AND flags & 128),
        (SELECT coalesce(sum(loss), 0) FROM summary WHERE match = ?1),
        (SELECT count(*) FROM decision WHERE match = ?1), (SELECT coalesce(sum(n), 0) FROM summary WHERE match = ?1)";
    let (loss, summed, n, counted): (i64, i64, i64, i64) = connection
        .prepare_cached(sums)?
        .query_row([matched], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    if loss != summed || n != counted {
        report.note(true, format!("match m{matched}: its sums differ from its decisions"));
    }
    Ok(())
}

fn check_analyses(connection: &Connection, report: &mut VerifyReport) -> Result<()> {
    let mut rulers = Rulers::new(connection);
    let mut statement = connection.prepare("SELECT id, payload FROM analysis")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        report.analyses += 1;
        let payload: Vec<u8> = row.get(1)?;
        if let Err(error) = Found::decode(&payload, &mut rulers) {
            let id: i64 = row.get(0)?;
            report.note(false, format!("analysis {id}: {error}"));
        }
    }
    Ok(())
}
