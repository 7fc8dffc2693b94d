// SPDX-License-Identifier: GPL-3.0-or-later
//! Storing what files held, in one transaction for several files.

use super::identify::related;
use super::read::{ReadFile, ReadItem};
use super::report::{FileReport, Outcome};
use super::{ImportOptions, summaries};
use crate::assess::Judge;
use crate::db::recorded;
use crate::error::Result;
use crate::facts::blob::deflate;
use crate::facts::reference;
use crate::facts::rulers::Rulers;
use crate::facts::store::{self, StoreContext};
use crate::facts::{Prepared, boards};
use crate::finding::RulerBook;
use crate::identity::Relation;
use crate::opinions;
use crate::trash;
use rusqlite::{Connection, OptionalExtension as _, params};
use std::collections::BTreeMap;

/// Most bytes of source files that a library keeps.
const MOST_SOURCES: i64 = 1 << 30;

/// What storing some files brought besides their reports.
#[derive(Debug, Default)]
pub(super) struct Stored {
    pub(super) reports: Vec<FileReport>,
    pub(super) replaced: usize,
    pub(super) skipped: usize,
    /// Matches that are new or have changed.
    pub(super) matches: Vec<i64>,
}

/// Stores files.
pub(super) fn store_files(
    connection: &Connection,
    files: Vec<ReadFile>,
    judge: &Judge,
    options: &ImportOptions,
    batch: i64,
    now: i64,
) -> Result<Stored> {
    let rule = reference::rule(connection)?;
    let context = StoreContext { judge, rule, batch, now };
    let mut found = Stored::default();
    for file in files {
        if let Some(report) = store_file(connection, file, context, options, &mut found)? {
            found.reports.push(report);
        }
    }
    Ok(found)
}

fn store_file(
    connection: &Connection,
    file: ReadFile,
    context: StoreContext<'_>,
    options: &ImportOptions,
    stored: &mut Stored,
) -> Result<Option<FileReport>> {
    let mut report = FileReport {
        file: file.name.clone(),
        is_known: false,
        outcomes: Vec::new(),
        warnings: file.warnings,
        failure: None,
    };
    let items = match file.items {
        Ok(items) => items,
        Err(reason) if file.is_skipped_silently => {
            stored.skipped += 1;
            drop(reason);
            return Ok(None);
        }
        Err(reason) => {
            report.failure = Some(reason);
            return Ok(Some(report));
        }
    };
    if let Some(source) = known_source(connection, &file.hash)? {
        note_path(connection, &file.name, source, file.stamp, context.batch)?;
        report.is_known = true;
        report.outcomes = known_outcomes(connection, source)?;
        return Ok(Some(report));
    }
    let source = insert_source(connection, &file.hash, &file.bytes, file.format, context.batch, options)?;
    note_path(connection, &file.name, source, file.stamp, context.batch)?;
    for (number, item) in items.into_iter().enumerate() {
        let outcome = match item {
            ReadItem::Match(prepared) => {
                let outcome = store_match(connection, *prepared, context, options, source, number, stored)?;
                stored.matches.extend(outcome.matched());
                outcome
            }
            ReadItem::Position { state, found, asked, name } => {
                let key = crate::position::PositionKey::of(&state, asked, state.dice());
                let placed = boards::place(connection, &key)?;
                let mut rulers = Rulers::new(connection);
                for one in &found {
                    let Some(ruler) = one.ruler(&file.maker) else { continue };
                    let setup = rulers.number(&ruler)?;
                    let payload = one.encode(&file.maker, &mut rulers)?;
                    store::put_analysis(connection, placed.position, setup, &payload, one.trials(), context)?;
                }
                if !found.is_empty() {
                    store::derive_positions(connection, &mut rulers, context, &[placed.position])?;
                }
                opinions::collect_imported(connection, placed.position, &name, context.batch, context.now)?;
                Outcome::Position { position: placed.position, is_new: placed.is_new }
            }
            ReadItem::Summary(played) => {
                let (matched, is_new) = summaries::store(connection, &played, context.batch, context.now)?;
                Outcome::Summary { matched, is_new }
            }
            ReadItem::Note { player, text } => {
                opinions::add_note(connection, &player, &text)?;
                continue;
            }
        };
        report.outcomes.push(outcome);
    }
    Ok(Some(report))
}

/// Stores a match from no file, such as one that was played here.
pub(super) fn store_match(
    connection: &Connection,
    prepared: Prepared,
    context: StoreContext<'_>,
    options: &ImportOptions,
    source: i64,
    number: usize,
    stored: &mut Stored,
) -> Result<Outcome> {
    if let Some(summary) = summaries::replaced_by(connection, &prepared)? {
        let label = format!("{} – {}", prepared.names()[0], prepared.names()[1]);
        trash::delete_matches(connection, &[summary], &label, context.now, Some(context.batch))?;
        stored.replaced += 1;
    }
    let outcome = match related(connection, &prepared)? {
        Some((matched, Relation::Same)) => {
            let gain = store::add_source(connection, &prepared, context, matched)?;
            Outcome::Known { matched, analyses: gain.analyses, remarks: gain.remarks }
        }
        Some((matched, Relation::IsPart)) => {
            store::add_source(connection, &prepared, context, matched)?;
            Outcome::Part { matched }
        }
        Some((matched, Relation::Continues)) if options.extend => {
            let (decisions, changes) =
                recorded(connection, |connection| store::extend(connection, &prepared, context, matched))?;
            let label = format!("{} – {}", prepared.names()[0], prepared.names()[1]);
            trash::keep(
                connection,
                trash::Kind::Revision,
                &label,
                &changes,
                context.now,
                Some(context.batch),
            )?;
            Outcome::Extended { matched, decisions }
        }
        Some((matched, Relation::Continues)) => Outcome::Continues { matched },
        Some((other, Relation::Near(differences))) => {
            let matched = store::insert(connection, &prepared, context)?;
            Outcome::Near { matched, other, differences }
        }
        Some((_, Relation::Other)) | None => {
            Outcome::New { matched: store::insert(connection, &prepared, context)? }
        }
    };
    if let Some(matched) = outcome.matched() {
        connection.prepare_cached("INSERT OR IGNORE INTO match_source VALUES (?, ?, ?, ?, ?)")?.execute(
            params![matched, source, number, store::header_text(&prepared.header)?, context.batch],
        )?;
    }
    Ok(outcome)
}

fn known_source(connection: &Connection, hash: &[u8; 32]) -> Result<Option<i64>> {
    let found = connection
        .prepare_cached("SELECT id FROM source WHERE file_hash = ?")?
        .query_row([&hash[..]], |row| row.get(0))
        .optional()?;
    Ok(found)
}

fn known_outcomes(connection: &Connection, source: i64) -> Result<Vec<Outcome>> {
    let mut statement =
        connection.prepare_cached("SELECT match FROM match_source WHERE source = ? ORDER BY number")?;
    let rows = statement
        .query_map([source], |row| Ok(Outcome::Known { matched: row.get(0)?, analyses: 0, remarks: 0 }))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Makes the row of a source file, with its bytes if sources are kept and there is room for them.
pub(super) fn insert_source(
    connection: &Connection,
    hash: &[u8; 32],
    bytes: &[u8],
    format: Option<&str>,
    batch: i64,
    options: &ImportOptions,
) -> Result<i64> {
    let has_room = || -> Result<bool> {
        let used: i64 =
            connection
                .query_row("SELECT coalesce(sum(length(bytes)), 0) FROM source", [], |row| row.get(0))?;
        Ok(used + bytes.len() as i64 / 2 < MOST_SOURCES)
    };
    let kept =
        if options.keep_sources && !bytes.is_empty() && has_room()? { Some(deflate(bytes)?) } else { None };
    connection
        .prepare_cached("INSERT INTO source (file_hash, bytes, format, size, batch) VALUES (?, ?, ?, ?, ?)")?
        .execute(params![&hash[..], kept, format, bytes.len(), batch])?;
    Ok(connection.last_insert_rowid())
}

fn note_path(
    connection: &Connection,
    path: &str,
    source: i64,
    stamp: Option<super::Stamp>,
    batch: i64,
) -> Result<()> {
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO source_path (path, source, size, mtime, batch) VALUES (?, ?, ?, ?, ?)",
        )?
        .execute(params![
            path,
            source,
            stamp.map_or(0, |stamp| stamp.size.cast_signed()),
            stamp.and_then(|stamp| stamp.mtime),
            batch
        ])?;
    Ok(())
}

/// The numbers of analyses that a batch brought, by ruler.
pub(super) fn analyses_of(connection: &Connection, batch: i64) -> Result<BTreeMap<String, usize>> {
    let mut statement = connection.prepare(
        "SELECT engine || ' ' || level, count(*) FROM analysis JOIN setup ON setup.id = setup WHERE batch = ?
        GROUP BY 1",
    )?;
    let rows = statement.query_map([batch], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
