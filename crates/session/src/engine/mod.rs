// SPDX-License-Identifier: GPL-3.0-or-later
//! Building the engine: nets, databases, cache, cube efficiencies, and the match equity table.

pub mod speed;

use crate::jobs::JobError;
use crate::options::EngineOptions;
use gnubg_engine::bearoff::Databases;
use gnubg_engine::cube::{Efficiencies, MatchEquityTable, MetError, shipped};
use gnubg_engine::eval::{Engine, Nets};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// Bytes of the largest file of nets that is read; ours has 4 MB.
const MAX_WEIGHTS: u64 = 1 << 30;

/// What an engine is built from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    /// The file of the nets; empty for those of the program.
    pub(crate) weights: String,
    pub(crate) cache: usize,
    pub(crate) efficiencies: Efficiencies,
    /// Folders with databases, the first one first; empty for none.
    pub(crate) folders: Vec<PathBuf>,
}

impl Plan {
    pub(crate) fn new(options: &EngineOptions, folders: &[PathBuf]) -> Plan {
        let weights = options.weights.clone();
        Plan { weights, cache: options.cache, efficiencies: options.efficiencies, folders: folders.to_vec() }
    }

    /// Builds the engine; databases that cannot be used are named.
    pub(crate) fn build(&self) -> Result<Built, JobError> {
        let folders: Vec<&Path> = self.folders.iter().map(PathBuf::as_path).collect();
        let (databases, problems) = Databases::load(&folders);
        let mut problems: Vec<EngineProblem> =
            problems.iter().map(|problem| EngineProblem::Database(problem.error.to_string())).collect();
        let own = if self.weights.is_empty() { Ok(None) } else { read_weights(&self.weights).map(Some) };
        let own = own.unwrap_or_else(|error| {
            problems.push(EngineProblem::Weights(error.to_string()));
            None
        });
        let engine = match own {
            Some(nets) => Engine::new(nets, self.cache),
            None => Engine::built_in(self.cache).map_err(|error| JobError::Failed(error.to_string()))?,
        };
        let engine = engine.with_databases(databases).with_efficiencies(self.efficiencies);
        Ok(Built { engine: Arc::new(engine), problems })
    }

    /// The same without databases and with the nets of the program, which reads no file.
    pub(crate) fn without_files(&self) -> Plan {
        Plan { folders: Vec::new(), weights: String::new(), ..self.clone() }
    }
}

/// A file that was found and cannot be used: why.
#[derive(Debug)]
pub(crate) enum EngineProblem {
    /// A bearoff database.
    Database(String),
    /// The file of nets; those of the program are used instead.
    Weights(String),
}

/// A new engine.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) engine: Arc<Engine>,
    /// Files that were found and cannot be used.
    pub(crate) problems: Vec<EngineProblem>,
}

/// The file of nets cannot be used.
#[derive(Debug, Error)]
#[error("{path}: {reason}")]
pub struct WeightsFileError {
    /// The file.
    path: String,
    /// Why.
    reason: String,
}

/// Reads a file of nets.
///
/// # Errors
/// If it cannot be read, or its nets are not those that this program needs.
pub fn read_weights(path: &str) -> Result<Nets, WeightsFileError> {
    let failed = |reason: &dyn std::fmt::Display| WeightsFileError {
        path: path.to_owned(),
        reason: reason.to_string(),
    };
    let bytes =
        gnubg_engine::input::read_limited(Path::new(path), MAX_WEIGHTS).map_err(|error| failed(&error))?;
    Nets::from_bytes(&bytes).map_err(|error| failed(&error))
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
