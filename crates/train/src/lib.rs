// SPDX-License-Identifier: GPL-3.0-or-later
//! `./x train`: trains the nets of the program. It starts from the rules alone. [`course`] trains copies of nets for
//! users of the program; [`kind`] tells kinds of positions apart.

mod calibrate;
mod check;
mod checkpoint;
pub mod course;
mod cube;
mod data;
mod exam;
mod filter;
mod fit;
mod from_zero;
mod gradient;
pub mod kind;
mod label;
mod lines;
mod model;
mod optimizer;
mod order;
mod recipe;
mod refine;
mod row_gradient;
mod selfplay;
mod shards;
mod siblings;
mod slots;
mod spread;
mod starts;
mod strength;
mod td;
mod trace;
mod widen;

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
    /// Worker threads; 0 for one per core
    #[arg(long, global = true, default_value_t = 0)]
    threads: usize,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Train all nets from random weights by the whole recipe, step by step; continues where it was stopped
    FromZero(from_zero::FromZeroOptions),
    /// Train nets from random weights by temporal-difference self-play
    Td(td::TdOptions),
    /// Make the bearoff databases for labels of races
    Databases {
        /// Folder to write them to
        out: PathBuf,
        /// Points covered by the one-sided database
        #[arg(long, default_value_t = 10)]
        points: usize,
    },
    /// Label self-play positions by look-ahead
    Label(label::LabelOptions),
    /// Fit nets to labelled positions
    Fit(refine::FitOptions),
    /// Measure the error of a checkpoint's nets on labelled positions
    Measure {
        /// The checkpoint.
        checkpoint: PathBuf,
        /// Checkpoints whose chances are averaged with its own.
        #[arg(long, value_delimiter = ',')]
        with: Vec<PathBuf>,
        /// Files of labelled positions
        #[arg(required = true)]
        data: Vec<PathBuf>,
    },
    /// Write labelled positions as a trainer on a graphics processor reads them
    Slots(slots::SlotsOptions),
    /// Combine nets of several checkpoints
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
    /// Average checkpoints that continue the same training
    Average {
        /// The checkpoints.
        #[arg(required = true)]
        checkpoints: Vec<PathBuf>,
        /// The checkpoint to write.
        #[arg(long)]
        out: PathBuf,
    },
    /// Give the contact net more units, taken from another net, without a change of what it says
    Widen {
        /// The checkpoint.
        checkpoint: PathBuf,
        /// Checkpoint to take the units from.
        #[arg(long)]
        by: PathBuf,
        /// Units of the wider net.
        #[arg(long)]
        width: usize,
        /// The checkpoint to write.
        #[arg(long)]
        out: PathBuf,
    },
    /// Train the filter to rank plays as the large nets do
    Filter {
        /// The checkpoint whose filter is trained.
        checkpoint: PathBuf,
        /// Lists of plays to learn from
        #[arg(long, default_value_t = 300_000)]
        lists: usize,
        /// Passes over the lists
        #[arg(long, default_value_t = 10)]
        passes: usize,
        /// Initial learning rate; it falls to a hundredth
        #[arg(long, default_value_t = 2e-3)]
        rate: f32,
        /// Seed of the games.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The checkpoint to write.
        #[arg(long)]
        out: PathBuf,
    },
    /// Measure how much static evaluation differs from one ply of look-ahead
    Check {
        /// The checkpoint.
        checkpoint: PathBuf,
        /// Number of positions
        #[arg(long, default_value_t = 5000)]
        count: u64,
    },
    /// Examine players: what they lose by decisions whose plays are rolled out
    #[command(subcommand)]
    Exam(exam::ExamCommand),
    /// Measure what the static choices of a checkpoint lose in a quick examination
    Score {
        /// The checkpoint.
        checkpoint: PathBuf,
        /// The examination.
        exam: PathBuf,
        /// Folder of bearoff databases.
        #[arg(long)]
        databases: Option<PathBuf>,
    },
    /// Calibrate nets: scale their logits to fit held-out labels
    Calibrate(calibrate::CalibrateOptions),
    /// Compare cube decisions with rollouts
    Cube(cube::CubeArguments),
    /// Make a checkpoint from a weights file of the engine, for further training
    Import {
        /// The weights file.
        weights: PathBuf,
        /// The checkpoint to write.
        out: PathBuf,
    },
    /// Write a weights file of the engine from a checkpoint
    Export {
        /// The checkpoint.
        checkpoint: PathBuf,
        /// The weights file to write.
        out: PathBuf,
    },
    /// Play a checkpoint against pubeval or another checkpoint
    Duel {
        /// The checkpoint to measure
        checkpoint: PathBuf,
        /// The opponent; pubeval by default
        #[arg(long)]
        against: Option<PathBuf>,
        /// Number of games; each dice sequence is played twice
        #[arg(long, default_value_t = 2000)]
        games: u32,
        /// Seed of the dice.
        #[arg(long, default_value_t = 1)]
        seed: u32,
    },
}

/// The program: reads its arguments and trains.
///
/// # Errors
/// If a file cannot be read or written, or the arguments do not fit.
pub fn main() -> Result<()> {
    let arguments = Arguments::parse();
    rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build_global()?;
    match arguments.command {
        Command::FromZero(options) => from_zero::run(&options, arguments.threads),
        Command::Td(options) => td::run(&options),
        Command::Databases { out, points } => databases(&out, points),
        Command::Label(options) => label::run(&options),
        Command::Fit(options) => refine::run(&options),
        Command::Measure { checkpoint, with, data } => {
            let paths = std::iter::once(&checkpoint).chain(&with);
            let checkpoints: Vec<Checkpoint> =
                paths.map(|path| Checkpoint::read(path)).collect::<Result<_>>()?;
            refine::measure_on(&checkpoints, &data)
        }
        Command::Slots(options) => slots::run(&options),
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
        Command::Widen { checkpoint, by, width, out } => {
            widen::widen(&Checkpoint::read(&checkpoint)?, &Checkpoint::read(&by)?, width)?.write(&out)
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
        Command::Exam(command) => exam::run(&command),
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
            println!("against {opponent}: {} ({seconds:.0} s)", strength::described(&result));
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
