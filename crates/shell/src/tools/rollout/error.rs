// SPDX-License-Identifier: GPL-3.0-or-later
//! Why `gnubg rollout` failed.

use gnubg_engine::core::StateError;
use gnubg_engine::core::ids::IdError;
use gnubg_engine::core::notation::NotationError;
use gnubg_engine::rollout::RolloutError;
use gnubg_formats::rollout::RolloutFileError;
use gnubg_session::TableError;
use std::path::PathBuf;
use thiserror::Error;

/// Why the tool failed.
#[derive(Debug, Error)]
pub(super) enum RolloutToolError {
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: RolloutFileError },
    #[error("{path}: {source}")]
    Merge { path: PathBuf, source: RolloutError },
    #[error("{path} uses the match equity table {name:?}, but the files before it use another one")]
    Tables { path: PathBuf, name: String },
    #[error(transparent)]
    Rollout(#[from] RolloutError),
    #[error("position: {0}")]
    Id(#[from] IdError),
    #[error("position: {0}")]
    State(#[from] StateError),
    #[error("the position has no roll; give it with --dice")]
    NoDice,
    #[error("play {0:?}: {1}")]
    Play(String, NotationError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("nets: {0}")]
    Nets(String),
    #[error("bearoff database: {0}")]
    Database(String),
    #[error("the file has {trials} games, so {start}..{end} is not a part of it")]
    Range { start: u32, end: u32, trials: u32 },
}

impl RolloutToolError {
    /// Whether the command line is wrong.
    pub(super) const fn is_usage(&self) -> bool {
        matches!(
            self,
            RolloutToolError::Id(_)
                | RolloutToolError::State(_)
                | RolloutToolError::NoDice
                | RolloutToolError::Play(..)
                | RolloutToolError::Range { .. }
        )
    }
}
