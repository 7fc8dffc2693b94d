// SPDX-License-Identifier: GPL-3.0-or-later
//! Taking an import back: exactly what it brought is removed, everything else stays.

use crate::assess::Judge;
use crate::db::{Library, recorded, replay};
use crate::error::{LibraryError, Result};
use crate::facts::boards::remove_unheld;
use crate::facts::reference;
use crate::facts::rulers::Rulers;
use crate::facts::store::{StoreContext, derive_positions};
use crate::facts::summary;
use crate::trash::{self, Kind};
use rusqlite::{Connection, OptionalExtension as _};

impl Library {
    /// Takes an import back. The result can itself be restored from the trash.
    ///
    /// # Errors
    /// If there is no such import, or the library can only be read.
    pub fn undo_import(&self, batch: i64, judge: &Judge) -> Result<()> {
        let (judge, now) = (judge.clone(), self.now());
        self.write(move |connection| {
            let origin: Option<String> = connection
                .query_row("SELECT origin FROM batch WHERE id = ?", [batch], |row| row.get(0))
                .optional()?;
            let origin =
                origin.ok_or_else(|| LibraryError::NotFound(format!("there is no import {batch}")))?;
            // Revisions and summaries that gave way come back first, the last first.
            let kept: Vec<(i64, Vec<u8>)> = {
                let mut statement =
                    connection.prepare("SELECT id, payload FROM trash WHERE batch = ? ORDER BY id DESC")?;
                let rows = statement.query_map([batch], |row| Ok((row.get(0)?, row.get(1)?)))?;
                rows.collect::<rusqlite::Result<_>>()?
            };
            let ((), changes) = recorded(connection, |connection| {
                for (id, payload) in &kept {
                    replay(connection, payload, true)?;
                    connection.execute("DELETE FROM trash WHERE id = ?", [id])?;
                }
                take_back(connection, batch, &judge, now)
            })?;
            let label = format!("import {batch} ({origin})");
            trash::keep(connection, Kind::Batch, &label, &changes, now, None)
        })
    }
}

fn numbers(connection: &Connection, sql: &str, batch: i64) -> Result<Vec<i64>> {
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([batch], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn take_back(connection: &Connection, batch: i64, judge: &Judge, now: i64) -> Result<()> {
    let rule = reference::rule(connection)?;
    let matches = numbers(connection, "SELECT id FROM match WHERE batch = ?", batch)?;
    trash::remove_matches(connection, &matches)?;
    // Analyses, luck and remarks that further sources of older matches brought.
    let positions = numbers(connection, "SELECT DISTINCT position FROM analysis WHERE batch = ?", batch)?;
    let lucky = numbers(connection, "SELECT DISTINCT decision FROM luck WHERE batch = ?", batch)?;
    let collected = numbers(connection, "SELECT DISTINCT position FROM collected WHERE batch = ?", batch)?;
    for sql in [
        "DELETE FROM analysis WHERE batch = ?",
        "DELETE FROM luck WHERE batch = ?",
        "DELETE FROM remark WHERE batch = ? AND is_mine = 0",
        "DELETE FROM collected WHERE batch = ?",
        "DELETE FROM match_source WHERE batch = ?",
        "DELETE FROM source_path WHERE batch = ?",
        "DELETE FROM source WHERE batch = ? AND NOT EXISTS (SELECT 1 FROM match_source WHERE source = source.id)
            AND NOT EXISTS (SELECT 1 FROM source_path WHERE source = source.id)",
    ] {
        connection.execute(sql, [batch])?;
    }
    for decision in lucky {
        connection.execute("UPDATE decision SET luck = NULL WHERE id = ?", [decision])?;
        reference::choose_luck(connection, rule, decision)?;
        let matched: i64 =
            connection.query_row("SELECT match FROM decision WHERE id = ?", [decision], |row| row.get(0))?;
        summary::derive(connection, matched)?;
    }
    let context = StoreContext { judge, rule, batch, now };
    derive_positions(connection, &mut Rulers::new(connection), context, &positions)?;
    remove_unheld(connection, &positions)?;
    remove_unheld(connection, &collected)?;
    remove_idle_names(connection)?;
    connection.execute(
        "DELETE FROM batch WHERE id = ? AND NOT EXISTS (SELECT 1 FROM match WHERE batch = batch.id)",
        [batch],
    )?;
    Ok(())
}

/// Removes players and events that no match names and nobody has said anything about.
fn remove_idle_names(connection: &Connection) -> Result<()> {
    connection.execute_batch(
        "DELETE FROM alias WHERE id NOT IN (SELECT alias0 FROM match UNION SELECT alias1 FROM match)
            AND player IN (SELECT id FROM player WHERE is_me = 0 AND note = ''
                AND NOT EXISTS (SELECT 1 FROM remark WHERE target_kind = 4 AND target = player.id)
                AND NOT EXISTS (SELECT 1 FROM tagged WHERE target_kind = 4 AND target = player.id)
                AND NOT EXISTS (SELECT 1 FROM alias a JOIN match ON a.id IN (alias0, alias1)
                    WHERE a.player = player.id));
        DELETE FROM player WHERE id NOT IN (SELECT player FROM alias) AND is_me = 0 AND note = '';
        DELETE FROM event WHERE id NOT IN (SELECT event FROM match WHERE event IS NOT NULL) AND note = ''
            AND NOT EXISTS (SELECT 1 FROM remark WHERE target_kind = 5 AND target = event.id)
            AND NOT EXISTS (SELECT 1 FROM tagged WHERE target_kind = 5 AND target = event.id);
        DELETE FROM collection WHERE name = 'Imported positions' AND query IS NULL
            AND NOT EXISTS (SELECT 1 FROM collected WHERE collection = collection.id);",
    )?;
    Ok(())
}
