// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollout games as SGF files, one a game: `PREFIX-0000012-a.sgf` is game 12 of the first alternative.

use gnubg_engine::core::{CancelToken, Player};
use gnubg_engine::eval::Engine;
use gnubg_engine::rollout::{GameLog, LogAction, Rollout};
use gnubg_formats::save;
use gnubg_formats::sgf::{self, SgfOptions};
use gnubg_record::{Entry, EntryAction, GameRecord, MatchInfo, MatchRecord};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The games of a rollout that are written, as they end.
#[derive(Debug)]
pub(crate) struct Logs {
    /// Start of the files' names.
    prefix: String,
    names: [String; 2],
    /// Games that need no file any more, by alternative.
    done: Vec<BTreeSet<u32>>,
}

impl Logs {
    /// Logs of the games that `rollout` does not have yet.
    pub(crate) fn new(prefix: &str, names: [String; 2], rollout: &Rollout) -> Logs {
        Logs { prefix: prefix.to_owned(), names, done: games(rollout) }
    }

    /// Writes the games that have ended since the last call.
    ///
    /// # Errors
    /// If a file cannot be written or a game not be told, in words.
    pub(crate) fn follow(
        &mut self,
        rollout: &Rollout,
        engine: &Engine,
        cancel: &CancelToken,
    ) -> Result<(), String> {
        let now = games(rollout);
        let missing = |(n, (now, done)): (usize, (&BTreeSet<u32>, &BTreeSet<u32>))| -> Vec<(usize, u32)> {
            now.difference(done).map(|&game| (n, game)).collect()
        };
        let new: Vec<(usize, u32)> = now.iter().zip(&self.done).enumerate().flat_map(missing).collect();
        new.par_iter().try_for_each(|&(alternative, game)| {
            let log = rollout.log(engine, alternative, game, cancel).map_err(|error| error.to_string())?;
            let Some(log) = log else { return Ok(()) };
            let text = sgf::write(&record(&log, &self.names), &SgfOptions::default());
            save(&self.path(alternative, game), text.as_bytes()).map_err(|error| error.to_string())
        })?;
        self.done = now;
        Ok(())
    }

    fn path(&self, alternative: usize, game: u32) -> PathBuf {
        let mut letters = String::new();
        let mut n = alternative;
        loop {
            letters.insert(0, char::from(b'a' + (n % 26) as u8));
            if n < 26 {
                break;
            }
            n = n / 26 - 1;
        }
        PathBuf::from(format!("{}-{game:07}-{letters}.sgf", self.prefix))
    }
}

fn games(rollout: &Rollout) -> Vec<BTreeSet<u32>> {
    let trials = rollout.settings().trials;
    let of = |played: &gnubg_engine::rollout::PlayedGames| {
        (0..trials).filter(|&game| played.tally.contains(game)).collect()
    };
    rollout.played().iter().map(of).collect()
}

/// A game as a match record that begins with its position.
fn record(log: &GameLog, names: &[String; 2]) -> MatchRecord {
    let mut game = GameRecord::of_position(&log.start);
    let entry = |&(player, action): &(Player, LogAction)| {
        let action = match action {
            LogAction::Play { dice, play } => EntryAction::Play { dice, play },
            LogAction::Double => EntryAction::Double,
            LogAction::Take => EntryAction::Take,
            LogAction::Drop => EntryAction::Drop,
            LogAction::Beaver => EntryAction::Beaver,
        };
        Entry::new(player, action)
    };
    game.entries.extend(log.actions.iter().map(entry));
    MatchRecord {
        info: MatchInfo::of_players([&names[0], &names[1]]),
        length: log.start.length,
        rules: log.start.rules,
        games: vec![game],
        variations: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_game_and_alternative() {
        let logs = Logs { prefix: "a/b".to_owned(), names: [const { String::new() }; 2], done: Vec::new() };
        let name = |alternative| logs.path(alternative, 12).to_string_lossy().into_owned();
        assert_eq!(
            [0, 25, 26, 27, 52].map(name),
            ["a", "z", "aa", "ab", "ba"].map(|letters| format!("a/b-0000012-{letters}.sgf"))
        );
    }
}
