// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollout games as SGF files, one a game: `PREFIX-0000012-a.sgf` is game 12 of the first alternative.

use crate::jobs::{Awaited, JobError, JobStep, OnCancel, WorkQueue, wait_for};
use gnubg_engine::core::{CancelToken, Player};
use gnubg_engine::eval::Engine;
use gnubg_engine::rollout::{GameLog, LogAction, Rollout};
use gnubg_formats::save;
use gnubg_formats::sgf::{self, SgfOptions};
use gnubg_record::{Entry, EntryAction, GameRecord, MatchInfo, MatchRecord};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

/// Most files that wait to be written before a rollout pauses until they are written.
const MAX_WAITING: usize = 2000;
/// How long writing the files of a rollout may take.
const DEADLINE: Duration = Duration::from_secs(300);

/// Writes the games of a rollout as they end, on a thread of its own.
#[derive(Debug)]
pub(crate) struct Logs {
    files: WorkQueue,
    /// Start of the files' names.
    prefix: String,
    names: [String; 2],
    /// Games that are written or need no file, by alternative.
    done: Vec<BTreeSet<u32>>,
}

impl Logs {
    /// Logs of the games that `rollout` does not have yet.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(crate) fn new(prefix: &str, names: [String; 2], rollout: &Rollout) -> Result<Logs, JobError> {
        let files = WorkQueue::start("rollout log")?;
        Ok(Logs { files, prefix: prefix.to_owned(), names, done: games(rollout) })
    }

    /// Computes the games that have ended since the last call, and lets them be written.
    ///
    /// # Errors
    /// If an earlier file could not be written, or a game cannot be replayed: the reason as text.
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
        new.par_iter().try_for_each(|&(alternative, game)| -> Result<(), String> {
            let log = rollout.log(engine, alternative, game, cancel).map_err(|error| error.to_string())?;
            let Some(log) = log else { return Ok(()) };
            let text = sgf::write(&record(&log, &self.names), &SgfOptions::default());
            let path = self.path(alternative, game);
            self.files.push(move || save(&path, text.as_bytes()).map_err(|error| error.to_string()));
            Ok(())
        })?;
        self.done = now;
        self.files.problem().map_or(Ok(()), Err)
    }

    /// Waits for files that are not written yet: for all of them at the end, else only if there are very many.
    pub(crate) fn wait<T>(&self, is_end: bool) -> Option<(Awaited<()>, JobStep<T>)> {
        let n_waiting = self.files.n_waiting();
        if n_waiting == 0 || !(is_end || n_waiting > MAX_WAITING) {
            return None;
        }
        let files = self.files.clone();
        Some(wait_for(DEADLINE, OnCancel::Abandon, move |_| {
            if !files.wait(DEADLINE) {
                return Err(JobError::TimedOut(DEADLINE));
            }
            files.problem().map_or(Ok(()), |problem| Err(JobError::Failed(problem)))
        }))
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
        shown_variation: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_game_and_alternative() {
        let files = WorkQueue::start("test").unwrap();
        let logs =
            Logs { files, prefix: "a/b".to_owned(), names: [const { String::new() }; 2], done: Vec::new() };
        let name = |alternative| logs.path(alternative, 12).to_string_lossy().into_owned();
        assert_eq!(
            [0, 25, 26, 27, 52].map(name),
            ["a", "z", "aa", "ab", "ba"].map(|letters| format!("a/b-0000012-{letters}.sgf"))
        );
    }
}
