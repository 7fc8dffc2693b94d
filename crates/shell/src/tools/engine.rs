// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine of the tools: which nets and databases it uses.

use crate::output;
use clap::Args;
use gnubg_engine::bearoff::generate::{Control, make_bytes};
use gnubg_engine::bearoff::{BearoffError, Databases, Format, OneSided, Slot, TwoSided};
use gnubg_engine::core::CancelToken;
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine};
use gnubg_engine::rollout::DecisionLevel;
use gnubg_session::{Directories, read_weights};
use std::path::{Path, PathBuf};

/// The options of all tools that evaluate positions.
#[derive(Args, Clone, Debug)]
pub(crate) struct EngineOptions {
    /// Use the nets of this file instead of the built-in ones
    #[arg(long, global = true, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Search this folder first for bearoff databases; may be repeated
    #[arg(long, global = true, value_name = "DIR")]
    databases: Vec<PathBuf>,

    /// Do not use bearoff databases
    #[arg(global = true, short = 'b', long, conflicts_with = "databases")]
    no_bearoff: bool,
}

impl EngineOptions {
    /// The same options with the nets of another file.
    pub(crate) fn with_nets(&self, path: &Path) -> EngineOptions {
        EngineOptions { weights: Some(path.to_owned()), ..self.clone() }
    }

    /// Loads the engine. Databases that cannot be loaded are reported on standard error under the program's name.
    ///
    /// # Errors
    /// A message that names the file of nets that cannot be loaded.
    pub(crate) fn load(&self, program: &str) -> Result<Engine, String> {
        let engine = match &self.weights {
            None => Engine::built_in(DEFAULT_CACHE_ENTRIES).map_err(|error| error.to_string())?,
            Some(path) => {
                let nets = read_weights(&path.to_string_lossy()).map_err(|error| error.to_string())?;
                Engine::new(nets, DEFAULT_CACHE_ENTRIES)
            }
        };
        if self.no_bearoff {
            return Ok(engine);
        }
        let mut folders = self.databases.clone();
        folders.extend(Directories::of_user().map(|user| user.database_folders()).unwrap_or_default());
        let (mut databases, problems) =
            Databases::load(&folders.iter().map(PathBuf::as_path).collect::<Vec<&Path>>());
        for problem in problems {
            output::error_line(format_args!("{program}: {}", problem.error));
        }
        supply_small(&mut databases).map_err(|error| error.to_string())?;
        Ok(engine.with_databases(databases))
    }
}

/// Reads the name of a level.
///
/// # Errors
/// A list of the names.
pub(crate) fn decision_level_of(name: &str) -> Result<DecisionLevel, String> {
    DecisionLevel::from_name(name).map_err(|known| format!("expected one of {known}"))
}

/// Makes missing small databases in memory, which takes a fraction of a second.
///
/// # Errors
/// If there is not enough memory.
pub fn supply_small(databases: &mut Databases) -> Result<(), BearoffError> {
    let loaded = databases.loaded();
    let cancel = CancelToken::new();
    let control = Control { cancel: &cancel, progress: &|_| (), threads: None };
    if let Some(format) = Format::one_sided(6, true, true)
        && !loaded.contains(&Slot::OneSidedSmall)
    {
        let bytes = make_bytes(format, &control)?;
        databases.set_one_sided(false, OneSided::from_bytes(bytes, Slot::OneSidedSmall.file_name())?);
    }
    if let Some(format) = Format::two_sided(6, 6, true)
        && !loaded.contains(&Slot::TwoSidedSmall)
    {
        let bytes = make_bytes(format, &control)?;
        databases.set_two_sided(false, TwoSided::from_bytes(bytes, Slot::TwoSidedSmall.file_name())?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_small_databases_are_made() {
        let mut databases = Databases::new();
        supply_small(&mut databases).unwrap();
        assert_eq!(databases.loaded(), [Slot::OneSidedSmall, Slot::TwoSidedSmall]);
    }
}
