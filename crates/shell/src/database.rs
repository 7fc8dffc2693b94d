// SPDX-License-Identifier: GPL-3.0-or-later
//! The actions on databases of positions, which `gnubg database` and the commands share.

use crate::playing::{PlayingArguments, parse_preset};
use clap::{Parser, Subcommand};
use gnubg_engine::core::CancelToken;
use gnubg_engine::eval::Engine;
use gnubg_engine::rollout::{Preset, RolloutSettings};
use gnubg_record::Date;
use gnubg_session::positions::{self, DatabaseError, PositionDatabase, TrainingOptions};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

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
        /// File of the trained nets, written after each pass; give it as --weights, too, to continue
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
        /// File of the trained nets, written after each round; give it as --weights, too, to continue
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

/// Whether progress of `done` is told: at the end, and at most twenty times.
fn is_told(done: usize, total: usize) -> bool {
    done == total || done.is_multiple_of(total.div_ceil(20).max(1))
}

impl DatabaseArguments {
    /// Does what the arguments say; progress goes to `tell`, the result is returned.
    ///
    /// # Errors
    /// If it cannot be done, or is interrupted.
    pub(crate) fn run(
        &self,
        engine: &Engine,
        cancel: &CancelToken,
        tell: &mut dyn FnMut(String),
    ) -> Result<String, DatabaseError> {
        match &self.action {
            Action::New { file } => {
                if file.exists() {
                    return Err(DatabaseError::Work(format!("{} exists already", file.display())));
                }
                PositionDatabase::default().write(file)?;
                Ok(format!("{} is an empty database.", file.display()))
            }
            Action::Generate { file, count, threshold, seed } => {
                let mut database = PositionDatabase::read(file)?;
                let total = *count as usize;
                let mut progress = |done| {
                    if is_told(done, total) {
                        tell(format!("{done} of {total} positions"));
                    }
                };
                let made = positions::generate(
                    &mut database,
                    engine,
                    total,
                    *threshold,
                    *seed,
                    cancel,
                    &mut progress,
                );
                // What was found before an interruption is kept.
                database.write(file)?;
                made?;
                Ok(summary(file, &database))
            }
            Action::Rollout { file, trials, threads, playing } => {
                let mut database = PositionDatabase::read(file)?;
                let settings = rollout_settings(*trials, playing);
                let cores = std::thread::available_parallelism().map_or(1, usize::from);
                let threads = threads.map_or(cores, usize::from);
                let mut progress = |done, total| {
                    if is_told(done, total) {
                        tell(format!("{done} of {total} positions rolled out"));
                    }
                };
                positions::roll_out(&mut database, file, engine, &settings, threads, cancel, &mut progress)?;
                Ok(summary(file, &database))
            }
            Action::Verify { file } => {
                let found = positions::verify(&PositionDatabase::read(file)?, engine)?;
                let chances: Vec<String> = found.chances.iter().map(|error| format!("{error:.4}")).collect();
                Ok(format!(
                    "Root mean square errors of {} positions: chances {}, equity {:.4}.",
                    found.positions,
                    chances.join(" "),
                    found.equity
                ))
            }
            Action::Train { file, out, passes, rate, seed } => {
                let database = PositionDatabase::read(file)?;
                let options = TrainingOptions { passes: *passes as usize, rate: *rate, seed: *seed };
                let mut progress = |pass: usize, errors: [Option<f64>; 2]| {
                    let [own, kept] = errors.map(|error| {
                        error.map_or_else(|| "unknown".to_owned(), |error| format!("{error:.4}"))
                    });
                    tell(format!("pass {pass}: error of the equity {own}, on positions not trained {kept}"));
                };
                positions::train(&database, engine.nets(), out, &options, cancel, &mut progress)?;
                Ok(format!("The trained nets are in {}.", out.display()))
            }
            Action::Td { out, rounds, games, lambda, rate, random, seed } => {
                if !(0.0..=1.0).contains(lambda) {
                    return Err(DatabaseError::Work("λ must be from 0 to 1".to_owned()));
                }
                let options = TrainingOptions { passes: *rounds as usize, rate: *rate, seed: *seed };
                let start = random.map_or(Ok(engine.nets()), Err);
                let mut progress = |round| tell(format!("round {round} of {rounds}"));
                let games = u64::from(*games);
                positions::self_play(start, games, *lambda, out, &options, cancel, &mut progress)?;
                Ok(format!("The trained nets are in {}.", out.display()))
            }
            Action::Import { file, from } => {
                let mut database = PositionDatabase::read(file)?;
                let n = database.import(from)?;
                database.write(file)?;
                Ok(format!("{n} positions read. {}", summary(file, &database)))
            }
            Action::Export { file, to } => {
                PositionDatabase::read(file)?.export(to)?;
                Ok(format!("The positions are in {}.", to.display()))
            }
            Action::Dump { file } => Ok(dump(&PositionDatabase::read(file)?)),
        }
    }
}

fn summary(file: &Path, database: &PositionDatabase) -> String {
    let (all, rolled_out) = database.counts();
    format!("{} has {all} positions, {rolled_out} of them rolled out.", file.display())
}

fn dump(database: &PositionDatabase) -> String {
    if database.counts().0 == 0 {
        return "The database is empty.".to_owned();
    }
    let mut text = "Position        Win   W(g)  W(bg) L(g)  L(bg)  Trials  Date\n".to_owned();
    for (board, rollout) in database.positions() {
        let id = board.position_id();
        match rollout {
            None => {
                let _ = writeln!(text, "{id}  no rollout data");
            }
            Some(found) => {
                let chances: Vec<String> =
                    found.chances.iter().map(|chance| format!("{chance:.3}")).collect();
                let days = i64::try_from(found.time / 86_400).unwrap_or(i64::MAX);
                let date = Date::from_unix_days(days).map(|date| date.to_string()).unwrap_or_default();
                let _ = writeln!(text, "{id}  {} {:>7}  {date}", chances.join(" "), found.trials);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn done(engine: &Engine, words: &[&str]) -> Result<String, DatabaseError> {
        let words = std::iter::once("database").chain(words.iter().copied());
        DatabaseArguments::try_parse_from(words).unwrap().run(engine, &CancelToken::new(), &mut |_| ())
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
        let engine = Engine::built_in(1 << 10).unwrap();
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
    }
}
