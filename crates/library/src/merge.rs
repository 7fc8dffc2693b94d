// SPDX-License-Identifier: GPL-3.0-or-later
//! Taking over what another library holds, and giving a part of one away. Matches are known by their plays and positions by
//! their keys, so doing it again adds only what is new. Notes about players, cards, reviews and the trash stay where they are.

use crate::assess::Judge;
use crate::batches::todays_batch;
use crate::clock::Clock;
use crate::db::{BackupReason, Library, meta};
use crate::error::{LibraryError, Result};
use crate::facts::boards::place;
use crate::facts::rulers::{RulerRow, Rulers};
use crate::facts::store::{StoreContext, derive_positions, put_analysis};
use crate::facts::{TargetKind, reference};
use crate::finding::{Found, GNU, Maker, RulerBook as _};
use crate::import::Outcome;
use crate::position::PositionKey;
use crate::search::{SearchRequest, View};
use crate::text::{hex, new_uid};
use gnubg_engine::core::CancelToken;
use gnubg_record::MatchRecord;
use rusqlite::{Connection, OptionalExtension as _, params};
use std::collections::HashMap;
use std::path::Path;

/// Positions whose analyses are taken over in one transaction.
const CHUNK: i64 = 500;
/// In the column `source` of remarks: the owner of another library wrote it.
const OTHERS: i64 = 0;

/// What came from another library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergeReport {
    /// New matches.
    pub new: usize,
    /// Matches that were there.
    pub known: usize,
    /// Analyses added.
    pub analyses: usize,
    /// Remarks of the other library's owner added or changed.
    pub remarks: usize,
    /// Tags given.
    pub tags: usize,
    /// Positions added to collections.
    pub collected: usize,
}

impl MergeReport {
    /// Whether nothing was new.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        MergeReport { known: 0, ..*self } == MergeReport::default()
    }
}

/// What a remark or a tag belongs to, in words that hold in every library.
#[derive(Clone, Debug)]
enum Place {
    Match(i64),
    Decision { matched: i64, game: i64, seq: i64 },
    Position(Vec<u8>),
}

struct OtherCollection {
    uid: Vec<u8>,
    name: String,
    note: String,
    query: Option<String>,
    positions: Vec<(Vec<u8>, String)>,
}

/// The opinions of another library that are taken over.
struct Opinions {
    remarks: Vec<(Place, String)>,
    tags: Vec<(Place, String, Option<String>)>,
    collections: Vec<OtherCollection>,
}

/// What is taken over from another library.
enum Part {
    /// All of it.
    All,
    /// Some matches, with the places of their positions in collections.
    Matches(Vec<i64>),
    /// Positions without their matches, as a collection.
    Positions(OtherCollection),
}

/// The place of something; `None` for what is not taken over.
fn place_of(connection: &Connection, kind: i64, target: i64) -> Result<Option<Place>> {
    Ok(match TargetKind::ALL.into_iter().find(|one| one.code() == kind) {
        Some(TargetKind::Match) => Some(Place::Match(target)),
        Some(TargetKind::Decision) => connection
            .prepare_cached("SELECT match, game, seq FROM decision WHERE id = ?")?
            .query_row([target], |row| {
                Ok(Place::Decision { matched: row.get(0)?, game: row.get(1)?, seq: row.get(2)? })
            })
            .optional()?,
        Some(TargetKind::Position) => connection
            .prepare_cached("SELECT key FROM position WHERE id = ?")?
            .query_row([target], |row| Ok(Place::Position(row.get(0)?)))
            .optional()?,
        _ => None,
    })
}

fn opinions(connection: &Connection) -> Result<Opinions> {
    let mut remarks = Vec::new();
    let mut statement =
        connection.prepare("SELECT target_kind, target, text FROM remark WHERE is_mine = 1 ORDER BY id")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(place) = place_of(connection, row.get(0)?, row.get(1)?)? {
            remarks.push((place, row.get(2)?));
        }
    }
    let mut tags = Vec::new();
    let sql = "SELECT target_kind, target, name, color FROM tagged JOIN tag ON tag.id = tag ORDER BY name";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(place) = place_of(connection, row.get(0)?, row.get(1)?)? {
            tags.push((place, row.get(2)?, row.get(3)?));
        }
    }
    let mut collections = Vec::new();
    let mut statement =
        connection.prepare("SELECT id, uid, name, note, query FROM collection ORDER BY id")?;
    let mut held = connection.prepare(
        "SELECT key, note FROM collected JOIN position ON position.id = position
        WHERE collection = ? ORDER BY collected.place, position.id",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let positions = held.query_map([row.get::<_, i64>(0)?], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let positions = positions.collect::<rusqlite::Result<_>>()?;
        collections.push(OtherCollection {
            uid: row.get(1)?,
            name: row.get(2)?,
            note: row.get(3)?,
            query: row.get(4)?,
            positions,
        });
    }
    Ok(Opinions { remarks, tags, collections })
}

/// The number here of what a remark or a tag belongs to.
fn here(
    connection: &Connection,
    place: &Place,
    matches: &HashMap<i64, i64>,
) -> Result<Option<(TargetKind, i64)>> {
    Ok(match place {
        Place::Match(matched) => matches.get(matched).map(|id| (TargetKind::Match, *id)),
        Place::Decision { matched, game, seq } => {
            let Some(matched) = matches.get(matched) else { return Ok(None) };
            let sql = "SELECT id FROM decision WHERE match = ? AND game = ? AND seq = ?";
            let found = connection.prepare_cached(sql)?.query_row([matched, game, seq], |row| row.get(0));
            found.optional()?.map(|id| (TargetKind::Decision, id))
        }
        Place::Position(key) => {
            let found = connection
                .prepare_cached("SELECT id FROM position WHERE key = ?")?
                .query_row([key], |row| row.get(0));
            found.optional()?.map(|id| (TargetKind::Position, id))
        }
    })
}

/// Adds a remark of the other library's owner, or changes the one that came from there before; whether something changed.
fn put_remark(
    connection: &Connection,
    (kind, target): (TargetKind, i64),
    text: &str,
    [origin, now, batch]: [&dyn rusqlite::ToSql; 3],
) -> Result<bool> {
    let kind = kind.code();
    let known = connection
        .prepare_cached(
            "SELECT remark.id, text FROM remark JOIN batch ON batch.id = batch WHERE target_kind = ?1 AND target = ?2
            AND source = ?3 AND origin = ?4",
        )?
        .query_row(params![kind, target, OTHERS, origin], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
        })
        .optional()?;
    let done = match known {
        Some((_, known)) if known == text => 0,
        Some((id, _)) => connection
            .prepare_cached("UPDATE remark SET text = ?, edited = ? WHERE id = ?")?
            .execute(params![text, now, id])?,
        None => connection
            .prepare_cached(
                "INSERT INTO remark (target_kind, target, is_mine, source, text, made, batch)
                SELECT ?1, ?2, 0, ?3, ?4, ?5, ?6 WHERE NOT EXISTS
                (SELECT 1 FROM remark WHERE target_kind = ?1 AND target = ?2 AND text = ?4)",
            )?
            .execute(params![kind, target, OTHERS, text, now, batch])?,
    };
    Ok(done > 0)
}

/// The collection that came from there before, else the one of that name, else a new one.
fn collection_of(connection: &Connection, other: &OtherCollection) -> Result<i64> {
    for (condition, value) in
        [("uid = ?", &other.uid as &dyn rusqlite::ToSql), ("name = ?", &other.name as &dyn rusqlite::ToSql)]
    {
        let sql = format!("SELECT id FROM collection WHERE {condition}");
        if let Some(id) = connection.query_row(&sql, [value], |row| row.get(0)).optional()? {
            return Ok(id);
        }
    }
    connection.execute(
        "INSERT INTO collection (uid, name, note, query) VALUES (?, ?, ?, ?)",
        params![other.uid, other.name, other.note, other.query],
    )?;
    Ok(connection.last_insert_rowid())
}

/// Adds the positions of a collection, or only those that are here already; how many were new in it.
fn put_collection(
    connection: &Connection,
    other: &OtherCollection,
    only_known: bool,
    (now, batch): (i64, i64),
) -> Result<usize> {
    let mut positions = Vec::new();
    for (key, note) in &other.positions {
        let sql = "SELECT id FROM position WHERE key = ?";
        let known =
            connection.prepare_cached(sql)?.query_row([key], |row| row.get::<_, i64>(0)).optional()?;
        let id = match (known, PositionKey::from_bytes(key)) {
            (Some(id), _) => id,
            (None, Some(key)) if !only_known => place(connection, &key)?.position,
            _ => continue,
        };
        positions.push((id, note));
    }
    if positions.is_empty() && (only_known || other.query.is_none()) {
        return Ok(0);
    }
    let id = collection_of(connection, other)?;
    let mut n = 0;
    for (position, note) in positions {
        n += connection
            .prepare_cached(
                "INSERT OR IGNORE INTO collected (collection, position, place, note, added, batch) VALUES
                (?1, ?2, (SELECT coalesce(max(place), 0) + 1 FROM collected WHERE collection = ?1), ?3, ?4, ?5)",
            )?
            .execute(params![id, position, note, now, batch])?;
    }
    Ok(n)
}

/// Who found the analyses of a ruler.
fn maker_of(ruler: &RulerRow) -> Maker {
    let version = ruler.engine.strip_prefix(GNU).map(str::trim).filter(|version| !version.is_empty());
    let own = || ruler.is_own.then(|| env!("CARGO_PKG_VERSION").to_owned());
    Maker {
        nets: (!ruler.nets.is_empty()).then(|| ruler.nets.clone()),
        version: version.map(str::to_owned).or_else(own),
    }
}

/// Analyses of a position with who found them.
type Analyzed = (Vec<u8>, Vec<(Maker, Found)>);

/// The analyses of some positions after one, and the number of the last of these.
fn analyses_after(connection: &Connection, last: i64) -> Result<(Vec<Analyzed>, Option<i64>)> {
    let mut rulers = Rulers::new(connection);
    let mut statement =
        connection.prepare_cached("SELECT id, key FROM position WHERE id > ? ORDER BY id LIMIT ?")?;
    let rows = statement.query_map([last, CHUNK], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let positions: Vec<(i64, Vec<u8>)> = rows.collect::<rusqlite::Result<_>>()?;
    let mut statement =
        connection.prepare_cached("SELECT setup, payload FROM analysis WHERE position = ? ORDER BY id")?;
    let mut found = Vec::new();
    for (id, key) in &positions {
        let mut rows = statement.query([id])?;
        let mut list = Vec::new();
        while let Some(row) = rows.next()? {
            let payload: Vec<u8> = row.get(1)?;
            let one = Found::decode(&payload, &mut rulers)?;
            list.push((maker_of(rulers.row(row.get(0)?)?), one));
        }
        if !list.is_empty() {
            found.push((key.clone(), list));
        }
    }
    Ok((found, positions.last().map(|(id, _)| *id)))
}

/// Stores analyses of positions that are here; how many were new.
fn put_analyses(connection: &Connection, all: &[Analyzed], context: StoreContext<'_>) -> Result<usize> {
    let mut rulers = Rulers::new(connection);
    let (mut n, mut changed) = (0, Vec::new());
    for (key, list) in all {
        let sql = "SELECT id FROM position WHERE key = ?";
        let known =
            connection.prepare_cached(sql)?.query_row([key], |row| row.get::<_, i64>(0)).optional()?;
        let Some(position) = known else { continue };
        for (maker, found) in list {
            let Some(ruler) = found.ruler(maker) else { continue };
            let setup = rulers.number(&ruler)?;
            let payload = found.encode(maker, &mut rulers)?;
            if put_analysis(connection, position, setup, &payload, found.trials(), context)? {
                n += 1;
                changed.push(position);
            }
        }
    }
    changed.dedup();
    derive_positions(connection, &mut rulers, context, &changed)?;
    Ok(n)
}

/// The record without analyses: these are taken over with their rulers. The luck of the dice stays.
fn without_analyses(mut record: MatchRecord) -> MatchRecord {
    for entry in record.games.iter_mut().flat_map(|game| &mut game.entries) {
        entry.update_analysis(|analysis| {
            (analysis.play, analysis.play_rollout, analysis.imported_play) = (None, None, None);
            (analysis.cube, analysis.cube_rollout, analysis.imported_cube) = (None, None, None);
            analysis.resignation = None;
        });
    }
    record
}

impl Library {
    /// Takes over what another library holds: matches, analyses with their rulers, remarks and tags of its owner,
    /// collections. Own remarks, cards and reviews stay as they are. A backup is made before.
    ///
    /// # Errors
    /// If a library cannot be read or changed, or it was cancelled; what was taken over until then stays.
    pub fn merge(&self, from: &Library, judge: &Judge, cancel: &CancelToken) -> Result<MergeReport> {
        self.back_up(BackupReason::Merge)?;
        self.take_over(from, Part::All, judge, cancel)
    }

    /// Makes a new library of the matches in which a query finds decisions, with their analyses, remarks and tags, and the
    /// places of their positions in collections.
    ///
    /// # Errors
    /// If the query cannot be understood, the file exists or cannot be written, or it was cancelled.
    pub fn split(&self, query: &str, to: &Path, judge: &Judge, cancel: &CancelToken) -> Result<MergeReport> {
        let request =
            SearchRequest { query: query.to_owned(), view: View::Matches, ..SearchRequest::default() };
        let found = self.search(&request, None, cancel)?;
        let new = Library::create(to, Clock::System)?;
        new.take_over(self, Part::Matches(found.ids), judge, cancel)
    }

    /// Makes a new library of the positions that a query finds, with their analyses, remarks and tags, as a collection of
    /// that name. Matches and players are not given away.
    ///
    /// # Errors
    /// If the query cannot be understood, the file exists or cannot be written, or it was cancelled.
    pub fn split_positions(
        &self,
        query: &str,
        name: &str,
        to: &Path,
        judge: &Judge,
        cancel: &CancelToken,
    ) -> Result<MergeReport> {
        let request =
            SearchRequest { query: query.to_owned(), view: View::Positions, ..SearchRequest::default() };
        let found = self.search(&request, None, cancel)?;
        let positions = self.read(|connection| {
            let mut statement = connection.prepare("SELECT key FROM position WHERE id = ?")?;
            let keys = found.ids.iter().map(|id| statement.query_row([id], |row| row.get(0)));
            Ok(keys.map(|key| Ok((key?, String::new()))).collect::<rusqlite::Result<_>>()?)
        })?;
        let collection = OtherCollection {
            uid: new_uid().to_vec(),
            name: name.to_owned(),
            note: String::new(),
            query: None,
            positions,
        };
        let new = Library::create(to, Clock::System)?;
        new.take_over(self, Part::Positions(collection), judge, cancel)
    }

    fn take_over(
        &self,
        from: &Library,
        part: Part,
        judge: &Judge,
        cancel: &CancelToken,
    ) -> Result<MergeReport> {
        let uid = |library: &Library| library.read(|connection| meta::<Vec<u8>>(connection, "uid"));
        let other = hex(&uid(from)?.unwrap_or_default());
        if hex(&uid(self)?.unwrap_or_default()) == other {
            return Err(LibraryError::Refused("this is the same library".to_owned()));
        }
        let origin = format!("merge {other}");
        let mut report = MergeReport::default();
        let is_part = matches!(part, Part::Matches(_));
        let (ids, collection): (Vec<i64>, _) = match part {
            Part::Matches(ids) => (ids, None),
            Part::Positions(collection) => (Vec::new(), Some(collection)),
            Part::All => (
                from.read(|connection| {
                    let mut statement =
                        connection.prepare("SELECT id FROM match WHERE kind = 0 ORDER BY id")?;
                    let rows = statement.query_map([], |row| row.get(0))?;
                    Ok(rows.collect::<rusqlite::Result<_>>()?)
                })?,
                None,
            ),
        };
        let mut matches = HashMap::new();
        for id in ids {
            cancel.check()?;
            let record = match from.record(id) {
                // Only its sums are known.
                Err(LibraryError::Refused(_)) => continue,
                record => without_analyses(record?),
            };
            let outcome = self.keep(&record, Maker::default(), judge, &origin)?;
            match outcome {
                Outcome::New { .. } | Outcome::Near { .. } => report.new += 1,
                _ => report.known += 1,
            }
            matches.extend(outcome.matched().map(|here| (id, here)));
        }
        let mut told = from.read(opinions)?;
        if let Some(collection) = collection {
            told.collections = vec![collection];
        }
        let (judged, now, named) = (judge.clone(), self.now(), origin.clone());
        let (remarks, tags, collected) = self.write(move |connection| {
            let batch = todays_batch(connection, &named, now)?;
            let mut counts = (0, 0, 0);
            for other in &told.collections {
                counts.2 += put_collection(connection, other, is_part, (now, batch))?;
            }
            for (place, text) in &told.remarks {
                if let Some(target) = here(connection, place, &matches)? {
                    counts.0 += usize::from(put_remark(connection, target, text, [&named, &now, &batch])?);
                }
            }
            for (place, name, color) in &told.tags {
                let Some((kind, target)) = here(connection, place, &matches)? else { continue };
                let sql = "INSERT OR IGNORE INTO tag (name, color) VALUES (?, ?)";
                connection.prepare_cached(sql)?.execute(params![name, color])?;
                let sql = "INSERT OR IGNORE INTO tagged (tag, target_kind, target, at)
                    SELECT id, ?2, ?3, ?4 FROM tag WHERE name = ?1";
                counts.1 +=
                    connection.prepare_cached(sql)?.execute(params![name, kind.code(), target, now])?;
            }
            Ok(counts)
        })?;
        (report.remarks, report.tags, report.collected) = (remarks, tags, collected);
        let mut last = 0;
        loop {
            cancel.check()?;
            let (all, end) = from.read(|connection| analyses_after(connection, last))?;
            let Some(end) = end else { break };
            last = end;
            let (judge, origin) = (judged.clone(), origin.clone());
            report.analyses += self.write(move |connection| {
                let batch = todays_batch(connection, &origin, now)?;
                let rule = reference::rule(connection)?;
                put_analyses(connection, &all, StoreContext { judge: &judge, rule, batch, now })
            })?;
        }
        Ok(report)
    }
}
