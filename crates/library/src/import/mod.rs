// SPDX-License-Identifier: GPL-3.0-or-later
//! Import of files, folders and archives, step by step; each step is one transaction, so a crash loses at most one, and
//! doing it again continues.

mod files;
mod identify;
mod read;
mod report;
mod store;
mod summaries;
mod watch;

pub use files::{InputFile, Stamp, fits, list};
pub use report::{Expensive, FileReport, ImportReport, Outcome};
pub use watch::{WatchedFolder, Watcher};

use crate::assess::{Judge, UNIT};
use crate::batches::todays_batch;
use crate::db::Library;
use crate::error::{LibraryError, Result};
use crate::facts::Prepared;
use crate::facts::reference;
use crate::facts::store::StoreContext;
use crate::finding::Maker;
use crate::opinions;
use crate::queue;
use gnubg_engine::core::CancelToken;
use gnubg_record::MatchRecord;
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension as _, params};
use std::collections::VecDeque;
use std::path::PathBuf;

/// Files that are read at once and stored in one transaction.
const CHUNK: usize = 32;
/// Bytes after which no further file is read at once.
const CHUNK_BYTES: u64 = 32 << 20;
/// Expensive decisions that a report names.
const MOST_EXPENSIVE: i64 = 5;

/// How files are imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportOptions {
    /// Whether a match that continues one of the library extends it; otherwise it is only reported.
    pub extend: bool,
    /// Whether the bytes of source files are kept.
    pub keep_sources: bool,
    /// The tournament of matches that name none.
    pub event: Option<String>,
    /// Names of files to leave out.
    pub without: Vec<String>,
    /// What made the import, for the list of imports.
    pub origin: String,
}

impl Default for ImportOptions {
    fn default() -> ImportOptions {
        ImportOptions {
            extend: true,
            keep_sources: true,
            event: None,
            without: Vec::new(),
            origin: "files".to_owned(),
        }
    }
}

/// An import in progress.
#[derive(Debug)]
pub struct Importer {
    library: Library,
    judge: Judge,
    options: ImportOptions,
    waiting: VecDeque<InputFile>,
    total: usize,
    report: ImportReport,
    matches: Vec<i64>,
}

/// A row of the list of imports.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchRow {
    /// Its number.
    pub id: i64,
    /// When it began, in milliseconds since 1970.
    pub started: i64,
    /// When it ended; `None` for one that was interrupted.
    pub ended: Option<i64>,
    /// What made it.
    pub origin: String,
    /// The files and folders that were named.
    pub paths: Vec<PathBuf>,
    /// What it brought.
    pub report: Option<ImportReport>,
}

impl Importer {
    /// Begins to import files, folders and archives.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn new(
        library: &Library,
        judge: &Judge,
        paths: &[PathBuf],
        options: ImportOptions,
    ) -> Result<Importer> {
        let (files, problems) = list(paths, &options.without);
        let now = library.now();
        let (origin, names) = (options.origin.clone(), json(paths)?);
        let batch = library.write(move |connection| {
            connection.execute(
                "INSERT INTO batch (started, origin, paths) VALUES (?, ?, ?)",
                params![now, origin, names],
            )?;
            Ok(connection.last_insert_rowid())
        })?;
        let mut report = ImportReport { batch, ..ImportReport::default() };
        for (folder, reason) in problems {
            report.count(FileReport {
                file: folder.to_string_lossy().into_owned(),
                is_known: false,
                outcomes: Vec::new(),
                warnings: Vec::new(),
                failure: Some(reason),
            });
        }
        let total = files.len();
        let (waiting, matches) = (files.into(), Vec::new());
        Ok(Importer {
            library: library.clone(),
            judge: judge.clone(),
            options,
            waiting,
            total,
            report,
            matches,
        })
    }

    /// Files that were taken up, and all of them.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.total - self.waiting.len(), self.total)
    }

    /// What it brought so far.
    #[must_use]
    pub fn report(&self) -> &ImportReport {
        &self.report
    }

    /// Reads some files on the threads of the caller's pool and stores them; whether there are more.
    ///
    /// # Errors
    /// If the library cannot be changed; what was stored before stays. After a cancellation nothing of the step is stored.
    pub fn step(&mut self, cancel: &CancelToken) -> Result<bool> {
        let mut chunk = Vec::new();
        let mut bytes = 0;
        while let Some(file) = self.waiting.pop_front() {
            if let Some(known) = self.unchanged(&file)? {
                self.report.count(known);
                continue;
            }
            bytes += Stamp::of(&file.path).map_or(0, |stamp| stamp.size);
            chunk.push(file);
            if chunk.len() >= CHUNK || bytes >= CHUNK_BYTES {
                break;
            }
        }
        if chunk.is_empty() {
            return Ok(!self.waiting.is_empty());
        }
        let judge = &self.judge;
        let read: Vec<_> = chunk
            .par_iter()
            .map(|file| if cancel.is_cancelled() { Vec::new() } else { read::read_file(file, judge) })
            .collect();
        if cancel.is_cancelled() {
            chunk.into_iter().rev().for_each(|file| self.waiting.push_front(file));
            return Err(LibraryError::Cancelled);
        }
        let files: Vec<_> = read.into_iter().flatten().collect();
        let (judge, options) = (self.judge.clone(), self.options.clone());
        let (batch, now) = (self.report.batch, self.library.now());
        let stored = self.library.write(move |connection| {
            let stored = store::store_files(connection, files, &judge, &options, batch, now)?;
            if let Some(event) = &options.event {
                opinions::name_event(connection, &stored.matches, event)?;
            }
            Ok(stored)
        })?;
        self.report.summaries_replaced += stored.replaced;
        self.report.skipped += stored.skipped;
        self.matches.extend(stored.matches);
        stored.reports.into_iter().for_each(|file| self.report.count(file));
        Ok(!self.waiting.is_empty())
    }

    /// The report on a file whose size and time have not changed since it was read.
    fn unchanged(&self, file: &InputFile) -> Result<Option<FileReport>> {
        let Some(stamp) = Stamp::of(&file.path) else { return Ok(None) };
        let name = file.path.to_string_lossy().into_owned();
        self.library.read(|connection| {
            let known = connection
                .prepare_cached("SELECT source, size, mtime FROM source_path WHERE path = ?")?
                .query_row([&name], |row| {
                    Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, Option<i64>>(2)?))
                })
                .optional()?;
            let Some((source, size, mtime)) = known else { return Ok(None) };
            if size.unsigned_abs() != stamp.size || mtime.is_none() || mtime != stamp.mtime {
                return Ok(None);
            }
            let mut statement = connection
                .prepare_cached("SELECT match FROM match_source WHERE source = ? ORDER BY number")?;
            let rows = statement.query_map([source], |row| row.get(0))?;
            let outcomes = rows
                .map(|matched| Ok(Outcome::Known { matched: matched?, analyses: 0, remarks: 0 }))
                .collect::<Result<_>>()?;
            Ok(Some(FileReport { file: name, is_known: true, outcomes, warnings: Vec::new(), failure: None }))
        })
    }

    /// Ends the import: the report is completed and kept.
    ///
    /// # Errors
    /// If the library cannot be changed.
    pub fn finish(self) -> Result<ImportReport> {
        let Importer { library, mut report, matches, .. } = self;
        let now = library.now();
        library.write(move |connection| {
            finish_report(connection, &mut report, &matches)?;
            let text = json(&report)?;
            connection.execute(
                "UPDATE batch SET ended = ?, report = ? WHERE id = ?",
                params![now, text, report.batch],
            )?;
            Ok(report)
        })
    }
}

fn json<T: serde::Serialize + ?Sized>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|error| LibraryError::content("a report", error))
}

fn finish_report(connection: &Connection, report: &mut ImportReport, matches: &[i64]) -> Result<()> {
    report.analyses = store::analyses_of(connection, report.batch)?;
    report.waiting = matches.iter().try_fold(0, |n, matched| {
        Ok::<usize, LibraryError>(n + usize::from(queue::needs_analysis(connection, *matched)?))
    })?;
    let mut statement = connection.prepare(
        "SELECT DISTINCT player.id, player.name FROM player JOIN alias ON alias.player = player.id
        WHERE alias.id IN (SELECT alias0 FROM match WHERE batch = ?1 UNION SELECT alias1 FROM match WHERE batch = ?1)
        AND NOT EXISTS (SELECT 1 FROM match JOIN alias a ON a.id IN (alias0, alias1)
            WHERE a.player = player.id AND batch <> ?1)
        ORDER BY player.name",
    )?;
    let rows =
        statement.query_map([report.batch], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
    let new: Vec<(i64, String)> = rows.collect::<rusqlite::Result<_>>()?;
    report.proposals = opinions::propose_aliases(connection, Some(&new))?;
    report.new_players = new.into_iter().map(|(_, name)| name).collect();
    let mut statement = connection.prepare(
        "SELECT decision.id, loss, played, best FROM decision JOIN match ON match.id = decision.match
        JOIN alias ON alias.id = decision.alias JOIN player ON player.id = alias.player
        WHERE match.batch = ? AND player.is_me = 1 AND loss > 0 ORDER BY loss DESC LIMIT ?",
    )?;
    let rows = statement.query_map([report.batch, MOST_EXPENSIVE], |row| {
        Ok(Expensive {
            decision: row.get(0)?,
            loss: row.get::<_, i64>(1)? as f64 / UNIT,
            played: row.get::<_, Option<String>>(2)?.unwrap_or_default(),
            best: row.get::<_, Option<String>>(3)?.unwrap_or_default(),
        })
    })?;
    report.expensive = rows.collect::<rusqlite::Result<_>>()?;
    Ok(())
}

impl Library {
    /// Imports files, folders and archives as a whole.
    ///
    /// # Errors
    /// If the library cannot be changed, or it was cancelled; what was stored before stays.
    pub fn import(
        &self,
        judge: &Judge,
        paths: &[PathBuf],
        options: ImportOptions,
        cancel: &CancelToken,
    ) -> Result<ImportReport> {
        let mut importer = Importer::new(self, judge, paths, options)?;
        while importer.step(cancel)? {}
        importer.finish()
    }

    /// Keeps a record that was played, transcribed or analyzed here.
    ///
    /// # Errors
    /// If the library cannot be changed.
    pub fn keep(&self, record: &MatchRecord, maker: Maker, judge: &Judge, origin: &str) -> Result<Outcome> {
        let prepared = Prepared::new(record, None, maker, judge)?;
        let (judge, now, origin) = (judge.clone(), self.now(), origin.to_owned());
        self.write(move |connection| {
            let batch = todays_batch(connection, &origin, now)?;
            let context = StoreContext { judge: &judge, rule: reference::rule(connection)?, batch, now };
            let options = ImportOptions::default();
            let hash = crate::identity::file_hash(&prepared.blob);
            let known: Option<i64> = connection
                .query_row("SELECT id FROM source WHERE file_hash = ?", [&hash[..]], |row| row.get(0))
                .optional()?;
            let source = match known {
                Some(source) => source,
                None => store::insert_source(connection, &hash, &[], Some("sgf"), batch, &options)?,
            };
            let mut stored = store::Stored::default();
            store::store_match(connection, prepared, context, &options, source, 0, &mut stored)
        })
    }

    /// Ends an import that was interrupted and has been done again.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn end_import(&self, batch: i64) -> Result<()> {
        let now = self.now();
        self.write(move |connection| {
            connection.execute("UPDATE batch SET ended = ? WHERE id = ? AND ended IS NULL", [now, batch])?;
            Ok(())
        })
    }

    /// The match that a record is, whoever wrote it down: the same, a part of it, a longer one, or one with a few plays
    /// corrected. `None` if it has no such match, or the record has too few plays to tell.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn match_of(&self, record: &MatchRecord) -> Result<Option<i64>> {
        self.read(|connection| identify::match_of(connection, record))
    }

    /// The imports, the last first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn batches(&self) -> Result<Vec<BatchRow>> {
        self.read(|connection| {
            let sql = "SELECT id, started, ended, origin, paths, report FROM batch ORDER BY id DESC";
            let mut statement = connection.prepare(sql)?;
            let rows = statement.query_map([], |row| {
                let paths: String = row.get(4)?;
                let report: Option<String> = row.get(5)?;
                Ok(BatchRow {
                    id: row.get(0)?,
                    started: row.get(1)?,
                    ended: row.get(2)?,
                    origin: row.get(3)?,
                    paths: serde_json::from_str(&paths).unwrap_or_default(),
                    report: report.and_then(|text| serde_json::from_str(&text).ok()),
                })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }
}
