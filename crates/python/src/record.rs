// SPDX-License-Identifier: GPL-3.0-or-later
//! Match files: reading, analyzing, statistics, writing.

use crate::decisions;
use crate::engine::{Engine, SettingFields, filters, level_of, settings};
use crate::{value_error, work};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_formats::Format;
use gnubg_formats::export::ExportScope;
use gnubg_formats::sgf::{self, SgfNumbers, SgfOptions};
use gnubg_record::stats::derived::RATING_OFFSET;
use gnubg_record::{Cursor, MatchRecord, Statistics, Thresholds};
use gnubg_report::ReportOptions;
use gnubg_report::export::{ExportOptions, write_files};
use gnubg_session::options::{AnalysisOptions, Decides as _};
use gnubg_session::{Analyst, Scope, analysis, analyze};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A match or session of a file.
#[pyclass(frozen, module = "gnubg_rs._native")]
pub(crate) struct Record(Mutex<MatchRecord>);

fn format_of(name: &str) -> PyResult<Format> {
    Format::from_keyword(name).ok_or_else(|| {
        let known: Vec<&str> = Format::ALL.iter().map(|one| one.keyword()).collect();
        PyValueError::new_err(format!("{name:?} is not a format; the formats are {}", known.join(", ")))
    })
}

fn file_error(error: &gnubg_formats::FileError) -> PyErr {
    match error {
        gnubg_formats::FileError::Io { source, .. } => {
            let text = error.to_string();
            source.raw_os_error().map_or_else(
                || PyOSError::new_err(text.clone()),
                |code| PyOSError::new_err((code, text.clone())),
            )
        }
        error => value_error(error),
    }
}

/// The format of a file and its matches, each with the problems found in it.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "a tuple for Python")]
pub(crate) fn read_file(
    py: Python<'_>,
    path: PathBuf,
    format: Option<&str>,
) -> PyResult<(&'static str, Vec<(Record, Vec<String>)>)> {
    let format = format.map(format_of).transpose()?;
    let import = py.detach(|| gnubg_formats::read_file(&path, format)).map_err(|error| file_error(&error))?;
    let matches = import.matches.into_iter().map(|one| {
        let warnings = one.warnings.iter().map(ToString::to_string).collect();
        (Record(Mutex::new(one.record)), warnings)
    });
    Ok((import.format.keyword(), matches.collect()))
}

#[pymethods]
impl Record {
    /// A match of the bytes of an SGF file, as `to_sgf` and `to_exact_sgf` return them.
    #[staticmethod]
    fn read(bytes: &[u8]) -> PyResult<Record> {
        let import = gnubg_formats::read(bytes, None, None).map_err(value_error)?;
        let first = import.matches.into_iter().next();
        first
            .map(|one| Record(Mutex::new(one.record)))
            .ok_or_else(|| PyValueError::new_err("there is no match"))
    }

    /// The bytes of an SGF file.
    fn to_sgf(&self) -> Vec<u8> {
        sgf::write(&self.lock(), &SgfOptions::default()).into_bytes()
    }

    /// The same with all digits of its numbers, so that `read` returns an equal match.
    fn to_exact_sgf(&self) -> Vec<u8> {
        // The table by which a reader tells marks that follow from the analysis.
        let table = MatchEquityTable::default();
        let options = SgfOptions { table: Some(&table), numbers: SgfNumbers::Exact, ..SgfOptions::default() };
        sgf::write(&self.lock(), &options).into_bytes()
    }

    /// Facts about the match, as JSON.
    fn info(&self) -> String {
        let record = self.lock();
        let info = &record.info;
        let games: Vec<_> = record
            .games
            .iter()
            .map(|game| {
                let outcome = game.outcome(record.length);
                json!({
                    "score": game.start.score,
                    "is_crawford": game.start.is_crawford,
                    "winner": outcome.map(|outcome| outcome.winner.index()),
                    "points": outcome.map(|outcome| outcome.points),
                    "entries": game.entries.len(),
                })
            })
            .collect();
        let [plays, cubes] = record.n_decisions();
        json!({
            "players": gnubg_engine::core::Player::BOTH.map(|player| record.name(player)),
            "ratings": [&info.players[0].rating, &info.players[1].rating],
            "length": record.length,
            "score": record.score(),
            "winner": record.winner().map(|winner| winner.index()),
            "date": info.date.map(|date| date.to_string()),
            "event": info.event,
            "round": info.round,
            "place": info.place,
            "annotator": info.annotator,
            "comment": info.comment,
            "variation": record.rules.variation.keyword(),
            "games": games,
            "plays": plays,
            "cube_actions": cubes,
        })
        .to_string()
    }

    /// Analyzes what is missing. Calls `report` with the decisions done and to do. How many were analyzed. `rolling` is a
    /// level that rolls out, in place of the settings.
    fn analyze(
        &self,
        py: Python<'_>,
        engine: &Engine,
        fields: SettingFields,
        filter: &str,
        rolling: Option<&str>,
        report: Option<Py<PyAny>>,
    ) -> PyResult<usize> {
        let mut options = AnalysisOptions::default();
        options.checker.evaluation = settings(fields)?;
        options.cube.evaluation = options.checker.evaluation;
        options.filters = filters(filter)?;
        if let Some(level) = rolling {
            options.set_level(level_of(level)?);
        }
        let analyst =
            Analyst { options, engine: Arc::clone(&engine.engine), table: Arc::clone(&engine.table) };
        let mut record = self.lock().clone();
        let mut most = 0;
        let ended = work::run(
            py,
            |cancel, tell: &(dyn Fn((usize, usize)) + Sync)| {
                let observer = |done, wanted| tell((done, wanted));
                let ended =
                    engine.pool.install(|| analyze(&mut record, Scope::Match, &analyst, cancel, &observer));
                // What was found is kept, however it ended.
                *self.lock() = record;
                ended
            },
            |py, (done, wanted)| {
                // Several threads tell what is done, in any order; progress only grows.
                let is_news = done >= most;
                most = most.max(done);
                match report.as_ref().filter(|_| is_news) {
                    Some(report) => report.call1(py, (done, wanted)).map(drop),
                    None => Ok(()),
                }
            },
        )?;
        Ok(ended.map_err(value_error)?.analyzed)
    }

    /// Removes all analysis.
    fn forget(&self) {
        let mut record = self.lock();
        for entry in record.games.iter_mut().flat_map(|game| &mut game.entries) {
            entry.analysis = None;
        }
    }

    /// The table of decisions as columns, in JSON.
    fn decisions(&self, engine: &Engine) -> String {
        decisions::columns(&self.lock(), &engine.table, &Thresholds::default()).to_string()
    }

    /// The statistics of the match, or of one game, as JSON.
    fn statistics(&self, engine: &Engine, game: Option<usize>) -> PyResult<String> {
        let (record, limits) = (self.lock(), Thresholds::default());
        let found = match game {
            None => Statistics::of_match(&record, &*engine.table, &limits),
            Some(game) => Statistics::of_game(&record, game, &*engine.table, &limits)
                .ok_or_else(|| PyValueError::new_err(format!("there is no game {game}")))?,
        };
        serde_json::to_string(&found.report(RATING_OFFSET, &limits)).map_err(value_error)
    }

    /// Writes a file; the format is that of the name's ending unless one is given. The files written.
    fn save(
        &self,
        py: Python<'_>,
        engine: &Engine,
        path: PathBuf,
        format: Option<&str>,
    ) -> PyResult<Vec<PathBuf>> {
        let format = match format {
            Some(name) => format_of(name)?,
            None => format_of_ending(&path)?,
        };
        let record = self.lock().clone();
        py.detach(|| {
            let options = ExportOptions {
                report: ReportOptions { table: Some(&engine.table), ..ReportOptions::default() },
                in_one_file: true,
                ..ExportOptions::default()
            };
            let scope = if format == Format::Pos || format == Format::Id {
                ExportScope::Position(Cursor::default())
            } else {
                ExportScope::Match
            };
            write_files(&record, scope, format, &options, &path).map_err(value_error)
        })
    }

    /// How many decisions have no analysis of this level.
    fn n_missing(&self, checker: SettingFields, cube: SettingFields) -> PyResult<usize> {
        let mut options = AnalysisOptions::default();
        options.checker.evaluation = settings(checker)?;
        options.cube.evaluation = settings(cube)?;
        Ok(analysis::tasks(&self.lock(), Scope::Match, &options).len())
    }
}

impl Record {
    pub(crate) fn of(record: MatchRecord) -> Record {
        Record(Mutex::new(record))
    }

    fn lock(&self) -> MutexGuard<'_, MatchRecord> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The first format that can be written under a name's ending.
fn format_of_ending(path: &Path) -> PyResult<Format> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let fits = |format: &&Format| format.is_written() && format.extension().eq_ignore_ascii_case(ending);
    Format::ALL.iter().find(fits).copied().ok_or_else(|| {
        PyValueError::new_err(format!("no format is written to files that end in {ending:?}; give format=…"))
    })
}
