// SPDX-License-Identifier: GPL-3.0-or-later
//! Building the engine: nets, databases, cache, cube efficiencies, and the match equity table.

pub mod speed;

use crate::jobs::JobError;
use crate::options::EngineOptions;
use gnubg_engine::bearoff::Databases;
use gnubg_engine::cube::{Efficiencies, MatchEquityTable, MetError, shipped};
use gnubg_engine::eval::Engine;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// What an engine is built from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    pub(crate) cache: usize,
    pub(crate) efficiencies: Efficiencies,
    /// Folders with databases, the first one first; empty for none.
    pub(crate) folders: Vec<PathBuf>,
}

impl Plan {
    pub(crate) fn new(options: &EngineOptions, folders: &[PathBuf]) -> Plan {
        Plan { cache: options.cache, efficiencies: options.efficiencies, folders: folders.to_vec() }
    }

    /// Builds the engine; databases that cannot be used are named.
    pub(crate) fn build(&self) -> Result<Built, JobError> {
        let folders: Vec<&Path> = self.folders.iter().map(PathBuf::as_path).collect();
        let (databases, problems) = Databases::load(&folders);
        let engine = Engine::built_in(self.cache).map_err(|error| JobError::Failed(error.to_string()))?;
        let engine = engine.with_databases(databases).with_efficiencies(self.efficiencies);
        let problems = problems.iter().map(|problem| problem.error.to_string()).collect();
        Ok(Built { engine: Arc::new(engine), problems })
    }

    /// The same without databases, which reads no file.
    pub(crate) fn without_databases(&self) -> Plan {
        Plan { folders: Vec::new(), ..self.clone() }
    }
}

/// A new engine.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) engine: Arc<Engine>,
    /// Databases that were found and cannot be used: why.
    pub(crate) problems: Vec<String>,
}

/// Why a match equity table cannot be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is no table, or there is none of that name.
    #[error("{name}: {source}")]
    Met {
        /// The name or file.
        name: String,
        /// Why.
        source: MetError,
    },
}

/// The table built in under this name; `None` if there is none, or if the name has folders and so means a file.
#[must_use]
pub(crate) fn built_in_table(name: &str) -> Option<MatchEquityTable> {
    if name.contains(['/', '\\']) { None } else { shipped(name).ok() }
}

/// Reads the table of that name: one of those built in, or a file. `./name` is a file also where a table of that name is
/// built in. A path to a file that does not exist means the table built in under its last name, because settings of other
/// machines name tables so.
///
/// # Errors
/// If there is no such table or the file cannot be used.
pub fn read_table(name: &str) -> Result<MatchEquityTable, TableError> {
    if let Some(table) = built_in_table(name) {
        return Ok(table);
    }
    let met = |source| TableError::Met { name: name.to_owned(), source };
    let path = Path::new(name);
    if path.is_dir() || !path.exists() {
        return match shipped(name) {
            Ok(table) => Ok(table),
            // A name with a folder or ending is meant as a file.
            Err(_) if name.contains(['/', '\\', '.']) => {
                let source = std::io::Error::from(std::io::ErrorKind::NotFound);
                Err(TableError::Io { path: path.to_owned(), source })
            }
            Err(source) => Err(met(source)),
        };
    }
    let text = gnubg_engine::input::read_text(path)
        .map_err(|source| TableError::Io { path: path.to_owned(), source })?;
    MatchEquityTable::parse(&text).map_err(met)
}
