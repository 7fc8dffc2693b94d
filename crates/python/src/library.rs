// SPDX-License-Identifier: GPL-3.0-or-later
//! The library of matches: searches, rows, imports.

use crate::engine::Engine;
use crate::record::Record;
use crate::{value_error, work};
use gnubg_library::assess::Judge;
use gnubg_library::clock::Clock;
use gnubg_library::import::{ImportOptions, Importer};
use gnubg_library::search::{SearchRequest, View};
use gnubg_library::{Access, LibraryError, OpenOptions, json};
use pyo3::exceptions::{
    PyFileExistsError, PyFileNotFoundError, PyOSError, PyPermissionError, PyRuntimeError, PyValueError,
};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// How long another program that has the library open is asked to lend it, in milliseconds.
const ASK: u32 = 5000;

/// The views by name.
const VIEWS: [(&str, View); 4] = [
    ("decisions", View::Decisions),
    ("positions", View::Positions),
    ("matches", View::Matches),
    ("players", View::Players),
];

/// A library that is open, until it is closed.
#[pyclass(frozen, module = "gnubg_rs._native")]
pub(crate) struct Library(Mutex<Option<gnubg_library::Library>>);

fn library_error(error: LibraryError) -> PyErr {
    let text = error.to_string();
    match error {
        LibraryError::Query(error) if !error.suggestions.is_empty() => {
            PyValueError::new_err(format!("{error}; perhaps {}", error.suggestions.join(", ")))
        }
        LibraryError::Missing(_) => PyFileNotFoundError::new_err(text),
        LibraryError::Exists(_) => PyFileExistsError::new_err(text),
        LibraryError::ReadOnly(_) => PyPermissionError::new_err(text),
        LibraryError::Io { source, .. } => match source.raw_os_error() {
            Some(code) => PyOSError::new_err((code, text)),
            None => PyOSError::new_err(text),
        },
        LibraryError::DiskFull(_) => PyOSError::new_err(text),
        LibraryError::Database(_) | LibraryError::Cancelled | LibraryError::Closed => {
            PyRuntimeError::new_err(text)
        }
        _ => PyValueError::new_err(text),
    }
}

fn request(query: String, view: &str) -> PyResult<SearchRequest> {
    let Some((_, view)) = VIEWS.iter().find(|(name, _)| *name == view) else {
        let known = VIEWS.map(|(name, _)| name).join(", ");
        return Err(PyValueError::new_err(format!("{view:?} is not a view; the views are {known}")));
    };
    Ok(SearchRequest { query, view: *view, ..SearchRequest::default() })
}

#[pymethods]
impl Library {
    /// Opens a library to read or to write; `create` makes a missing one.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, write: bool, create: bool) -> PyResult<Library> {
        let access = if write { Access::Borrow(ASK) } else { Access::Read };
        let options = OpenOptions { access, clock: Clock::System, create: write && create };
        let library = py.detach(|| gnubg_library::Library::open(&path, options)).map_err(library_error)?;
        match library.read_only_reason() {
            Some(reason) if write => Err(library_error(LibraryError::ReadOnly(reason.to_owned()))),
            _ => Ok(Library(Mutex::new(Some(library)))),
        }
    }

    /// Closes it; what it is asked afterwards raises.
    fn close(&self, py: Python<'_>) {
        let library = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        py.detach(|| drop(library));
    }

    /// What the library holds, as JSON.
    fn info(&self, py: Python<'_>) -> PyResult<String> {
        let library = self.library()?;
        let info = py.detach(|| library.info()).map_err(library_error)?;
        let info = json!({
            "matches": info.matches,
            "summaries": info.summaries,
            "decisions": info.decisions,
            "judged": info.judged,
            "positions": info.positions,
            "analyses": info.analyses,
            "players": info.players,
            "cards": info.cards,
            "reviews": info.reviews,
            "queued": info.queued,
            "size": info.size,
            "sources": info.sources,
            "schema": info.schema,
        });
        Ok(info.to_string())
    }

    /// What a search finds, as JSON: rows, whether these are all, and the values of a field that was asked for.
    fn search(&self, py: Python<'_>, query: String, view: &str, limit: Option<usize>) -> PyResult<String> {
        let (library, request) = (self.library()?, request(query, view)?);
        let found = work::quietly(py, |cancel| {
            let found = library.search(&request, limit, cancel)?;
            let rows = json::page(&library.page(&found, 0, found.ids.len())?);
            let values = found.values;
            Ok(json!({ "rows": rows, "is_complete": found.is_complete, "values": values }).to_string())
        })?;
        found.map_err(library_error)
    }

    /// How many results a search has.
    fn count(&self, py: Python<'_>, query: String, view: &str) -> PyResult<usize> {
        let (library, request) = (self.library()?, request(query, view)?);
        work::quietly(py, |cancel| library.count(&request, cancel))?.map_err(library_error)
    }

    /// The rows of an SQL statement that only reads, as JSON.
    fn sql(&self, py: Python<'_>, statement: &str) -> PyResult<String> {
        let library = self.library()?;
        let found = work::quietly(py, |cancel| {
            let mut rows = Vec::new();
            library.sql(statement, cancel, |row| {
                rows.push(row);
                Ok(())
            })?;
            Ok(Value::from(rows).to_string())
        })?;
        found.map_err(library_error)
    }

    /// A match with its reference analyses.
    fn record(&self, py: Python<'_>, number: i64) -> PyResult<Record> {
        let library = self.library()?;
        py.detach(|| library.record(number)).map(Record::of).map_err(library_error)
    }

    /// Imports files, folders and archives. Calls `report` with the files done and to do. The report, as JSON.
    fn add(
        &self,
        py: Python<'_>,
        engine: &Engine,
        paths: Vec<PathBuf>,
        report: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let library = self.library()?;
        // They stay the same files when the program is started in another folder.
        let paths: Vec<PathBuf> =
            paths.iter().map(std::path::absolute).collect::<Result<_, _>>().map_err(PyOSError::new_err)?;
        let judge = Judge { engine: Arc::clone(&engine.engine), table: Arc::clone(&engine.table) };
        let brought = work::run(
            py,
            |cancel, tell: &(dyn Fn((usize, usize)) + Sync)| {
                engine.pool.install(|| {
                    let mut importer = Importer::new(&library, &judge, &paths, ImportOptions::default())?;
                    while importer.step(cancel)? {
                        tell(importer.progress());
                    }
                    tell(importer.progress());
                    importer.finish()
                })
            },
            |py, (done, wanted)| match &report {
                Some(report) => report.call1(py, (done, wanted)).map(drop),
                None => Ok(()),
            },
        )?;
        serde_json::to_string(&brought.map_err(library_error)?).map_err(value_error)
    }
}

impl Library {
    fn library(&self) -> PyResult<gnubg_library::Library> {
        let library = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        library.clone().ok_or_else(|| PyValueError::new_err("the library is closed"))
    }
}
