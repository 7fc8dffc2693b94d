// SPDX-License-Identifier: GPL-3.0-or-later
//! The actions on databases of positions, which `gnubg database` and the commands share: their arguments.

use crate::playing::{PlayingArguments, parse_preset};
use clap::{Parser, Subcommand};
use gnubg_engine::rollout::{Preset, RolloutSettings};
use gnubg_session::positions::{DatabaseAction, TrainingOptions};
use std::path::PathBuf;

/// An action on a database of positions.
#[derive(Parser)]
pub(crate) struct DatabaseArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Make an empty database
    New {
        /// The file to make; it must not exist
        file: PathBuf,
    },
    /// Add positions of games that the nets play against themselves
    Generate {
        /// The database
        file: PathBuf,
        /// Number of new positions
        #[arg(value_parser = clap::value_parser!(u32).range(1..))]
        count: u32,
        /// Add only positions whose equity changes by at least this much with one ply of look-ahead
        #[arg(long, value_name = "EQUITY", default_value_t = 0.0)]
        threshold: f32,
        /// Seed of the dice
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// Roll out every position that has fewer games than wanted, without the cube
    Rollout {
        /// The database
        file: PathBuf,
        /// Games of each position
        #[arg(long, value_name = "N", default_value_t = 1296, value_parser = clap::value_parser!(u32).range(1..))]
        trials: u32,
        /// Number of threads [default: all cores]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: Option<u16>,
        #[command(flatten)]
        playing: Box<PlayingArguments>,
    },
    /// Measure how far static evaluation is from the rollouts
    Verify {
        /// The database
        file: PathBuf,
    },
    /// Train a copy of the nets towards the rollouts
    Train {
        /// The database
        file: PathBuf,
        /// File of the trained nets, written after each pass; one that exists is only trained further if its nets are in
        /// use
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Passes over the positions
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
        passes: u32,
        /// Learning rate of the first pass; it falls to a tenth
        #[arg(long, value_name = "RATE", default_value_t = 2e-5)]
        rate: f32,
        /// Seed of the order
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// Train a copy of the nets by games against itself (temporal differences)
    Td {
        /// File of the trained nets, written after each round; one that exists is only trained further if its nets are in
        /// use
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Rounds; the nets that play are renewed after each; 0 only writes the nets
        #[arg(long, value_name = "N", default_value_t = 20)]
        rounds: u32,
        /// Games of a round
        #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..))]
        games: u32,
        /// λ of the returns, from 0 to 1; 0 is TD(0)
        #[arg(long, value_name = "LAMBDA", default_value_t = 0.0)]
        lambda: f32,
        /// Learning rate of the first round; it falls to a tenth
        #[arg(long, value_name = "RATE", default_value_t = 2e-5)]
        rate: f32,
        /// Begin with random nets of this many units, a multiple of 64, instead of a copy
        #[arg(long, value_name = "UNITS")]
        random: Option<usize>,
        /// Seed of nets and games
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// Measure what the choices of the nets lose in recorded decisions, as performance ratings by kind of position
    ///
    /// Plays come from analyzed matches in any format, or from lines of JSON with id, dice and moves (lists of the position
    /// after a play and its equities). The cube decisions at the positions of a database are judged by its rollouts.
    Exam {
        /// Matches, databases, or lines of JSON
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Plies of look-ahead
        #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=4))]
        plies: u8,
        /// Nets to compare with, decision by decision
        #[arg(long, value_name = "NETS")]
        against: Option<PathBuf>,
    },
    /// Add the positions of another database or of a text file
    Import {
        /// The database
        file: PathBuf,
        /// The file to read
        from: PathBuf,
    },
    /// Write the positions as text, or as lines of JSON if the name ends in .jsonl
    Export {
        /// The database
        file: PathBuf,
        /// The file to write
        to: PathBuf,
    },
    /// Print the positions and their rollouts
    Dump {
        /// The database
        file: PathBuf,
    },
}

/// The settings of the rollouts of a database.
fn rollout_settings(trials: u32, playing: &PlayingArguments) -> RolloutSettings {
    let preset = playing.preset.or_else(|| parse_preset("full").ok());
    let settings = preset.map_or_else(RolloutSettings::default, Preset::settings);
    RolloutSettings { trials, ..playing.over(&settings) }
}

impl DatabaseArguments {
    /// What is to be done.
    pub(crate) fn action(self) -> DatabaseAction {
        match self.action {
            Action::New { file } => DatabaseAction::New(file),
            Action::Generate { file, count, threshold, seed } => {
                DatabaseAction::Generate { file, count: count as usize, threshold, seed }
            }
            Action::Rollout { file, trials, threads, playing } => DatabaseAction::RollOut {
                file,
                settings: Box::new(rollout_settings(trials, &playing)),
                threads: threads.map(usize::from),
            },
            Action::Verify { file } => DatabaseAction::Verify(file),
            Action::Train { file, out, passes, rate, seed } => {
                let options = TrainingOptions { passes: passes as usize, rate, seed };
                DatabaseAction::Train { file, out, options }
            }
            Action::Td { out, rounds, games, lambda, rate, random, seed } => {
                let options = TrainingOptions { passes: rounds as usize, rate, seed };
                DatabaseAction::SelfPlay { out, random, games: games.into(), lambda, options }
            }
            Action::Exam { files, plies, against } => DatabaseAction::Exam { files, plies, against },
            Action::Import { file, from } => DatabaseAction::Import { file, from },
            Action::Export { file, to } => DatabaseAction::Export { file, to },
            Action::Dump { file } => DatabaseAction::Dump(file),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::database::outcome;
    use clap::CommandFactory;
    use gnubg_engine::core::CancelToken;
    use gnubg_engine::eval::Engine;
    use gnubg_session::positions::{DatabaseError, DatabaseTask};
    use std::sync::Arc;

    fn done(engine: &Arc<Engine>, words: &[&str]) -> Result<String, DatabaseError> {
        let words = std::iter::once("database").chain(words.iter().copied());
        let action = DatabaseArguments::try_parse_from(words).unwrap().action();
        let task = DatabaseTask::new(action, Arc::clone(engine), 1);
        task.run(&CancelToken::new(), &mut |_| ()).map(|found| outcome(&found))
    }

    #[test]
    fn arguments_are_consistent() {
        DatabaseArguments::command().debug_assert();
        assert!(DatabaseArguments::try_parse_from(["database", "generate", "a.db", "0"]).is_err());
    }

    #[test]
    fn from_an_empty_database_to_trained_nets() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (file, text, out) = (place("a.db"), place("a.txt"), place("own.weights"));
        let engine = Arc::new(Engine::built_in(1 << 10).unwrap());
        assert!(done(&engine, &["new", &file]).unwrap().contains("empty"));
        assert!(done(&engine, &["new", &file]).is_err(), "an existing file is kept");
        assert_eq!(done(&engine, &["dump", &file]).unwrap(), "The database is empty.");
        assert!(done(&engine, &["generate", &file, "12"]).unwrap().contains("has 12 positions, 0"));
        let quick =
            ["rollout", &file, "--trials", "36", "--truncate", "2", "--checker", "0", "--threads", "1"];
        assert!(done(&engine, &quick).unwrap().contains("12 of them rolled out"));
        assert!(done(&engine, &quick).is_err(), "nothing is left to do");
        assert!(
            done(&engine, &["verify", &file]).unwrap().starts_with("Root mean square errors of 12 positions")
        );
        assert!(done(&engine, &["export", &file, &text]).is_ok());
        assert!(done(&engine, &["import", &file, &text]).unwrap().starts_with("12 positions read."));
        assert_eq!(done(&engine, &["dump", &file]).unwrap().matches("      72  20").count(), 12);
        assert!(done(&engine, &["train", &file, "--out", &out, "--passes", "2"]).unwrap().contains(&out));
        assert!(gnubg_session::read_weights(&out).is_ok());
        let table = done(&engine, &["exam", &file, "--against", &out]).unwrap();
        assert!(table.contains("other PR") && table.lines().last().unwrap().starts_with("all "), "{table}");
    }
}
