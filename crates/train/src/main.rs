// SPDX-License-Identifier: GPL-3.0-or-later
//! `./x train`: makes the program's nets from nothing but the rules.

mod check;
mod checkpoint;
mod data;
mod duel;
mod filter;
mod fit;
mod gradient;
mod label;
mod model;
mod optimizer;
mod refine;
mod selfplay;
mod siblings;
mod starts;
mod td;
mod trace;

use anyhow::{Context, Result};
use checkpoint::Checkpoint;
use clap::{Parser, Subcommand};
use gnubg_engine::bearoff::generate::{self, Control, Options};
use gnubg_engine::bearoff::{Format, Slot};
use gnubg_engine::core::CancelToken;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Parser)]
#[command(version, about = "Trains the evaluation nets of GNU Backgammon from random weights")]
struct Arguments {
    /// Worker threads; 0 for one a core.
    #[arg(long, global = true, default_value_t = 0)]
    threads: usize,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Temporal-difference self-play from random weights.
    Td(td::Options),
    /// Makes the bearoff databases that labels of races use.
    Databases {
        /// Folder to write them into.
        out: PathBuf,
        /// Points covered by the one-sided database.
        #[arg(long, default_value_t = 10)]
        points: usize,
    },
    /// Labels self-play positions by look-ahead.
    Label(label::Options),
    /// Fits nets to labelled positions.
    Fit(refine::Options),
    /// Puts nets of several checkpoints together.
    Combine {
        /// Checkpoint to take the contact net from.
        #[arg(long)]
        contact: PathBuf,
        /// Checkpoint to take the race net from.
        #[arg(long)]
        race: PathBuf,
        /// Checkpoint to take the filter from.
        #[arg(long)]
        filter: PathBuf,
        /// The checkpoint to write.
        #[arg(long)]
        out: PathBuf,
    },
    /// Trains the filter to order plays as the large nets do.
    Filter {
        /// The checkpoint whose filter is trained.
        checkpoint: PathBuf,
        /// Lists of plays to learn from.
        #[arg(long, default_value_t = 300_000)]
        lists: usize,
        /// Passes over them.
        #[arg(long, default_value_t = 10)]
        passes: usize,
        /// Learning rate at the start; it falls to a hundredth.
        #[arg(long, default_value_t = 2e-3)]
        rate: f32,
        /// Seed of the games.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The checkpoint to write.
        #[arg(long)]
        out: PathBuf,
    },
    /// Measures how far static evaluation is from one ply of look-ahead.
    Check {
        /// The checkpoint.
        checkpoint: PathBuf,
        /// Positions to look at.
        #[arg(long, default_value_t = 5000)]
        count: u64,
    },
    /// Writes the engine's weights file from a checkpoint.
    Export {
        /// The checkpoint.
        checkpoint: PathBuf,
        /// The weights file to write.
        out: PathBuf,
    },
    /// Plays a checkpoint against pubeval, or against another checkpoint.
    Duel {
        /// The checkpoint measured.
        checkpoint: PathBuf,
        /// Its opponent; pubeval if absent.
        #[arg(long)]
        against: Option<PathBuf>,
        /// Games, half as many dice sequences.
        #[arg(long, default_value_t = 10_000)]
        games: u64,
        /// Seed of the dice.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build_global()?;
    match arguments.command {
        Command::Td(options) => td::run(&options),
        Command::Databases { out, points } => databases(&out, points),
        Command::Label(options) => label::run(&options),
        Command::Fit(options) => refine::run(&options),
        Command::Combine { contact, race, filter, out } => {
            let contact = Checkpoint::read(&contact)?;
            let race = Checkpoint::read(&race)?.race;
            let filter = Checkpoint::read(&filter)?.filter;
            Checkpoint { race, filter, ..contact }.write(&out)
        }
        Command::Filter { checkpoint, lists, passes, rate, seed, out } => {
            let mut checkpoint = Checkpoint::read(&checkpoint)?;
            let choices = filter::play_choices(&checkpoint.nets()?, lists, seed);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            checkpoint.filter.fit_lists(&choices, passes, rate, &mut rng);
            checkpoint.write(&out)
        }
        Command::Check { checkpoint, count } => {
            let nets = Checkpoint::read(&checkpoint)?.nets()?;
            check::consistency(&nets, count, 99);
            check::filter(&nets, count, 99);
            Ok(())
        }
        Command::Export { checkpoint, out } => {
            Ok(std::fs::write(out, Checkpoint::read(&checkpoint)?.nets()?.to_bytes())?)
        }
        Command::Duel { checkpoint, against, games, seed } => {
            let nets = Checkpoint::read(&checkpoint)?.nets()?;
            let start = Instant::now();
            let (score, opponent) = match against {
                Some(path) => (
                    duel::between(&nets, &Checkpoint::read(&path)?.nets()?, games, seed),
                    path.display().to_string(),
                ),
                None => (duel::against_pubeval(&nets, games, seed), "pubeval".to_owned()),
            };
            let seconds = start.elapsed().as_secs_f32();
            println!(
                "against {opponent}: {:+.4} ± {:.4} points a game over {games} games ({seconds:.0} s)",
                score.mean, score.error
            );
            Ok(())
        }
    }
}

/// Makes the one-sided database of `points` points and the small two-sided one.
fn databases(folder: &Path, points: usize) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let cancel = CancelToken::new();
    let wanted = [
        (Slot::OneSidedLarge, Format::one_sided(points, true, true)),
        (Slot::TwoSidedSmall, Format::two_sided(6, 6, true)),
    ];
    for (slot, format) in wanted {
        let path = folder.join(slot.file_name());
        let format = format.with_context(|| format!("no database covers {points} points"))?;
        println!("making {}", path.display());
        let control = Control { cancel: &cancel, progress: &|_| (), threads: None };
        generate::make(format, &path, &Options::default(), &control)?;
    }
    Ok(())
}
