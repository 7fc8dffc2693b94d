// SPDX-License-Identifier: GPL-3.0-or-later
//! Building the engine: nets, databases, cache, cube efficiencies, and the match equity table.

pub mod speed;

use crate::jobs::JobError;
use crate::options::EngineOptions;
use gnubg_engine::bearoff::generate::{self, Control};
use gnubg_engine::bearoff::{BearoffError, Databases};
use gnubg_engine::core::CancelToken;
use gnubg_engine::cube::{Efficiencies, MatchEquityTable, MetError, shipped};
use gnubg_engine::eval::Engine;
use std::num::NonZeroUsize;
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
}

/// A new engine.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) engine: Arc<Engine>,
    /// Databases that were found and cannot be used: why.
    pub(crate) problems: Vec<String>,
}

impl Plan {
    /// Makes the small bearoff databases in the first folder if they are missing, and returns whether any was made.
    /// `count` gets the positions done and their number.
    ///
    /// # Errors
    /// If cancelled, or the files cannot be written.
    pub(crate) fn make_databases(
        &self,
        threads: usize,
        cancel: &CancelToken,
        count: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<bool, BearoffError> {
        let Some(folder) = self.folders.first() else { return Ok(false) };
        let show = |progress| {
            if let generate::Progress::Positions { done, total } = progress {
                count(done, total);
            }
        };
        let control = Control { cancel, progress: &show, threads: NonZeroUsize::new(threads) };
        Ok(!generate::ensure_small(folder, &control)?.is_empty())
    }
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

/// Reads the table of that name: a file, or one of those built in.
///
/// # Errors
/// If there is no such table or the file cannot be used.
pub fn read_table(name: &str) -> Result<MatchEquityTable, TableError> {
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
