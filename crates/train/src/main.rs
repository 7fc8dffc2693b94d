// SPDX-License-Identifier: GPL-3.0-or-later
//! `./x train`: makes the program's nets from nothing but the rules.

mod calibrate;
mod check;
mod checkpoint;
mod cube;
mod data;
mod exam;
mod filter;
mod fit;
mod gradient;
mod label;
mod model;
mod optimizer;
mod order;
mod refine;
mod selfplay;
mod shards;
mod siblings;
mod spread;
mod starts;
mod strength;
mod td;
mod trace;

use anyhow::{Context, Result};
use checkpoint::Checkpoint;
use clap::{Parser, Subcommand};
use gnubg_engine::bearoff::generate::{self, Control, GenerateOptions};
use gnubg_engine::bearoff::{Format, Slot};
use gnubg_engine::core::CancelToken;
use gnubg_engine::eval::Nets;
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
    Td(td::TdOptions),
    /// Makes the bearoff databases that labels of races use.
    Databases {
        /// Folder to write them into.
        out: PathBuf,
        /// Points covered by the one-sided database.
        #[arg(long, default_value_t = 10)]
        points: usize,
    },
    /// Labels self-play positions by look-ahead.
    Label(label::LabelOptions),
    /// Fits nets to labelled positions.
    Fit(refine::FitOptions),
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
    /// Averages nets of one descent.
    Average {
        /// The checkpoints.
        #[arg(required = true)]
        checkpoints: Vec<PathBuf>,
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
    /// Draws choices of plays by kind of position and gives them reference equities.
    Exam(exam::ExamOptions),
    /// Measures the static choices of a checkpoint in an examination.
    Score {
        /// The checkpoint.
        checkpoint: PathBuf,
        /// The examination.
        exam: PathBuf,
        /// Folder of bearoff databases.
        #[arg(long)]
        databases: Option<PathBuf>,
    },
    /// Takes out the caution of nets: scales their logits to labels that no fit has seen.
    Calibrate(calibrate::CalibrateOptions),
    /// Measures cube decisions against rollouts.
    Cube(cube::CubeArguments),
    /// Makes a checkpoint of the engine's weights file, to train on from.
    Import {
        /// The weights file.
        weights: PathBuf,
        /// The checkpoint to write.
        out: PathBuf,
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
        #[arg(long, default_value_t = 2000)]
        games: u32,
        /// Seed of the dice.
        #[arg(long, default_value_t = 1)]
        seed: u32,
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
        Command::Average { checkpoints, out } => {
            let read: Result<Vec<Checkpoint>> =
                checkpoints.iter().map(|path| Checkpoint::read(path)).collect();
            Checkpoint::mean(&read?)?.write(&out)
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
        Command::Exam(options) => exam::run(&options),
        Command::Score { checkpoint, exam, databases } => {
            let nets = Checkpoint::read(&checkpoint)?.nets()?;
            let databases = label::open_databases(databases.as_deref())?;
            exam::score(&nets, &databases, &exam)
        }
        Command::Calibrate(options) => calibrate::run(&options),
        Command::Cube(options) => cube::run(&options),
        Command::Import { weights, out } => {
            let bytes = std::fs::read(&weights).with_context(|| format!("reading {}", weights.display()))?;
            let nets = Nets::from_bytes(&bytes).with_context(|| weights.display().to_string())?;
            Checkpoint::import(&nets).write(&out)
        }
        Command::Export { checkpoint, out } => {
            Ok(std::fs::write(out, order::in_order(&Checkpoint::read(&checkpoint)?)?.nets()?.to_bytes())?)
        }
        Command::Duel { checkpoint, against, games, seed } => {
            let nets = Checkpoint::read(&checkpoint)?.nets()?;
            let start = Instant::now();
            let (result, opponent) = match against {
                Some(path) => {
                    let other = Checkpoint::read(&path)?.nets()?;
                    (strength::between(nets, other, games, seed)?, path.display().to_string())
                }
                None => (strength::against_pubeval(nets, games, seed)?, "pubeval".to_owned()),
            };
            let seconds = start.elapsed().as_secs_f32();
            println!("against {opponent}: {} ({seconds:.0} s)", strength::told(&result));
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
        generate::make(format, &path, &GenerateOptions::default(), &control)?;
    }
    Ok(())
}
