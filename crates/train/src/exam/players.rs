// SPDX-License-Identifier: GPL-3.0-or-later
//! The players of an examination and the engine that the stages share.

use crate::label::open_databases;
use anyhow::{Context, Result};
use gnubg_engine::core::{Board, CancelToken, Dice, PlayList};
use gnubg_engine::duel::{Contender, PlayerName};
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine, Nets};
use std::path::{Path, PathBuf};

/// The examination and the nets of the levels.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Common {
    /// Folder of the examination
    pub(super) folder: PathBuf,
    /// Weights file of the nets that play, roll out and answer as levels [default: those of the program]
    #[arg(long)]
    pub(super) weights: Option<PathBuf>,
    /// Folder of bearoff databases
    #[arg(long)]
    pub(super) databases: Option<PathBuf>,
}

impl Common {
    pub(super) fn engine(&self) -> Result<Engine> {
        self.engine_of(self.weights.as_deref())
    }

    fn engine_of(&self, weights: Option<&Path>) -> Result<Engine> {
        let engine = match weights {
            None => Engine::built_in(DEFAULT_CACHE_ENTRIES)?,
            Some(path) => {
                let context = || format!("reading {}", path.display());
                let nets = Nets::from_bytes(&std::fs::read(path).with_context(context)?);
                Engine::new(nets.with_context(context)?, DEFAULT_CACHE_ENTRIES)
            }
        };
        Ok(engine.with_databases(open_databases(self.databases.as_deref())?))
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The player that `text` names.
    pub(super) fn entrant(&self, text: &str) -> Result<Entrant> {
        let (name, player) = named(text);
        let player: PlayerName = player.parse().map_err(anyhow::Error::msg)?;
        let engine = match &player {
            PlayerName::Engine { nets: Some(nets), .. } => Some(self.engine_of(Some(nets))?),
            _ => None,
        };
        Ok(Entrant { name: name.to_owned(), player, engine })
    }

    pub(super) fn entrants(&self, texts: &[String]) -> Result<Vec<Entrant>> {
        texts.iter().map(|text| self.entrant(text)).collect()
    }
}

/// The name that reports show and the player: `NAME=PLAYER`, or the player alone.
pub(super) fn named(text: &str) -> (&str, &str) {
    let named = text.split_once('=').filter(|(name, _)| !name.contains([':', '@']));
    named.unwrap_or((text, text))
}

/// One who takes part.
#[derive(Debug)]
pub(super) struct Entrant {
    pub(super) name: String,
    player: PlayerName,
    /// The engine of its own nets, if it has any.
    engine: Option<Engine>,
}

impl Entrant {
    /// The player on a thread of its own, with the nets of `engine` unless it has its own.
    pub(super) fn seated<'a>(&'a self, engine: &'a Engine, cancel: &'a CancelToken) -> Result<Seated<'a>> {
        let player = self.player.seated(self.engine.as_ref().unwrap_or(engine), cancel)?;
        Ok(Seated { name: &self.name, player })
    }
}

/// A player on a thread.
pub(super) struct Seated<'a> {
    pub(super) name: &'a str,
    player: Box<dyn Contender + Send + 'a>,
}

impl Seated<'_> {
    /// The position after its play, the opponent on roll.
    pub(super) fn answer(&mut self, board: &Board, dice: Dice, list: &PlayList) -> Result<String> {
        let chosen = self.player.choose(board, dice, list)?;
        Ok(list.boards()[chosen].position_id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_have_names() {
        assert_eq!(named("world class"), ("world class", "world class"));
        assert_eq!(named("peer=program:run --plies=2"), ("peer", "program:run --plies=2"));
        assert_eq!(named("program:run --plies=2"), ("program:run --plies=2", "program:run --plies=2"));
        assert_eq!(named("new=expert@a=b.weights"), ("new", "expert@a=b.weights"));
        assert_eq!(named("expert@a=b.weights").0, "expert@a=b.weights");
    }
}
