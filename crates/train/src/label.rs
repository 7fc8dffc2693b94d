// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions from self-play with the chances that look-ahead gives them.
//!
//! `--trace` labels whole games by the method of [`crate::trace`].
//!
//! A label of two plies or more comes with the labels of the positions it was averaged over, one ply less deep: a 2-ply
//! label with 21 labels of 1 ply. All are written.
//!
//! Work is divided into shards of a fixed number of samples, each with its own seed, and written in order. A run that
//! was stopped resumes after the last complete shard and produces the same file.

use crate::checkpoint::Checkpoint;
use crate::data::{self, NetPart, RECORD, Sample};
use crate::selfplay::{self, Deviation};
use crate::shards;
use crate::siblings::{self, Depth};
use crate::starts::Start;
use crate::trace;
use anyhow::{Result, ensure};
use gnubg_engine::bearoff::Databases;
use gnubg_engine::core::{Board, PlayList, Variation};
use gnubg_engine::eval::{LookAhead, Nets};
use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Samples of one shard.
pub(crate) const SHARD: u64 = 500;

/// Options of `train label`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LabelOptions {
    /// The checkpoint whose nets play and look ahead.
    #[arg(long)]
    by: PathBuf,
    /// Checkpoints whose nets evaluate the ends of the look-ahead, by the mean of their chances; those of `--by` then only
    /// choose the plays.
    #[arg(long, value_delimiter = ',')]
    values: Vec<PathBuf>,
    /// Plies of look-ahead behind a label.
    #[arg(long, default_value_t = 1)]
    plies: usize,
    /// Samples to write in all.
    #[arg(long)]
    count: u64,
    /// Plays the filter keeps when a reply is chosen inside the look-ahead; 0 for all.
    #[arg(long, default_value_t = 0)]
    keep: usize,
    /// Folder of bearoff databases (made by `train databases`); they replace the nets in the positions they cover.
    #[arg(long)]
    databases: Option<PathBuf>,
    /// Label races only.
    #[arg(long)]
    races: bool,
    /// Start games from positions of these kinds only.
    #[arg(long, value_delimiter = ',')]
    starts: Vec<Start>,
    /// Seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keep only positions where one ply of look-ahead changes the equity by at least this much.
    #[arg(long, default_value_t = 0.0)]
    surprise: f32,
    /// Label the positions of whole games, or of their races, by traces that fade by this factor a ply, instead of by
    /// look-ahead of fixed depth.
    #[arg(long)]
    trace: Option<f32>,
    /// Label the most promising plays of a roll, at most this many, instead of single positions. With `--trace`, they
    /// share the corrections of the play that was made.
    #[arg(long)]
    siblings: Option<usize>,
    /// Label plays at 2-ply, with the second ply behind this many of the 21 rolls only.
    #[arg(long, requires = "siblings", conflicts_with_all = ["plies", "trace"])]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=18))]
    sample: Option<u8>,
    /// The file to write or resume.
    #[arg(long)]
    out: PathBuf,
}

impl LabelOptions {
    fn games(&self) -> Games {
        let (part, kinds) = match self.races {
            true => (NetPart::Race, vec![Start::Race, Start::Opening]),
            false => (NetPart::Contact, Vec::new()),
        };
        Games { part, kinds: if self.starts.is_empty() { kinds } else { self.starts.clone() } }
    }
}

/// Which stretches of games are labelled.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    /// The part whose positions are labelled.
    pub(crate) part: NetPart,
    /// What games start from; anything if empty.
    pub(crate) kinds: Vec<Start>,
}

impl Games {
    /// Where the labelled part of a game begins: best plays lead there from its start.
    pub(crate) fn start(&self, labeller: &mut Labeller<'_>, rng: &mut impl Rng) -> Board {
        loop {
            let board = Start::among(&self.kinds, rng).board(rng);
            if NetPart::of(&board) == Some(self.part) {
                return board;
            }
            // Once lost, contact does not return.
            if NetPart::of(&board) == Some(NetPart::Contact) {
                let game =
                    selfplay::play(labeller.nets, &mut labeller.look, board, Deviation::default(), rng);
                if let Some(&board) = game.boards.iter().find(|board| NetPart::of(board) == Some(self.part)) {
                    return board;
                }
            }
        }
    }
}

/// What labels positions on one thread.
pub(crate) struct Labeller<'a> {
    pub(crate) nets: &'a Nets,
    pub(crate) look: LookAhead<'a>,
}

impl Labeller<'_> {
    /// The plays of `list` by number, the statically best first, each with the equity of the opponent.
    pub(crate) fn ranked(&mut self, list: &PlayList) -> Vec<(f32, usize)> {
        selfplay::ranked(self.nets, &mut self.look, list)
    }
}

pub(crate) fn run(options: &LabelOptions) -> Result<()> {
    let only_races = !options.starts.is_empty() && options.starts.iter().all(|start| *start == Start::Race);
    ensure!(options.races || !only_races, "games that start from races have no contact: add --races");
    let nets = Checkpoint::read(&options.by)?.nets()?;
    let valuers: Vec<Nets> =
        options.values.iter().map(|path| Checkpoint::read(path)?.nets()).collect::<Result<_>>()?;
    let databases = open_databases(options.databases.as_deref())?;
    let bytes_a_shard = SHARD * RECORD as u64;
    let whole = std::fs::metadata(&options.out).map_or(0, |file| file.len() / bytes_a_shard);
    let mut file = shards::open_behind(&options.out, whole * bytes_a_shard)?;
    let shards = options.count.div_ceil(SHARD);
    let start = Instant::now();
    let together = 8 * rayon::current_num_threads() as u64;
    let mut next = whole;
    while next < shards {
        let until = (next + together).min(shards);
        let done: Vec<Vec<Sample>> = (next..until)
            .into_par_iter()
            .map(|shard| label_shard(&nets, &valuers, &databases, options, shard))
            .collect();
        let bytes: Vec<u8> = done.iter().flatten().flat_map(|sample| sample.to_bytes()).collect();
        file.write_all(&bytes)?;
        next = until;
        if next == shards || (next / together).is_multiple_of(50) {
            let rate = ((next - whole) * SHARD) as f32 / start.elapsed().as_secs_f32();
            println!("label: {} of {}, {rate:.0} a second", next * SHARD, options.count);
        }
    }
    Ok(())
}

/// The databases in a folder; none without one.
pub(crate) fn open_databases(folder: Option<&Path>) -> Result<Databases> {
    let Some(folder) = folder else { return Ok(Databases::default()) };
    let (databases, problems) = Databases::load(&[folder]);
    if let Some(problem) = problems.into_iter().next() {
        return Err(problem.error.into());
    }
    ensure!(!databases.loaded().is_empty(), "there are no databases in {}", folder.display());
    Ok(databases)
}

fn label_shard(
    nets: &Nets,
    valuers: &[Nets],
    databases: &Databases,
    options: &LabelOptions,
    shard: u64,
) -> Vec<Sample> {
    let mut rng = shards::rng(options.seed, shard);
    let look = LookAhead::new(nets).with_filter(options.keep).valued_by(valuers).with_databases(databases);
    let mut labeller = Labeller { nets, look };
    let games = options.games();
    if let Some(lambda) = options.trace {
        let tracing = trace::Tracing { lambda, siblings: options.siblings.unwrap_or(1) };
        return trace::shard(&mut labeller, &games, tracing, &mut rng);
    }
    if let Some(most) = options.siblings {
        let depth = options.sample.map_or(Depth::Plies(options.plies), Depth::Sample);
        return siblings::shard(&mut labeller, &games, most, depth, &mut rng);
    }
    let mut list = PlayList::new();
    let mut samples = Vec::with_capacity(SHARD as usize);
    while samples.len() < SHARD as usize {
        let board = Start::among(&games.kinds, &mut rng).board(&mut rng);
        let deviation = Deviation { random: 0.02, second: 0.10 };
        let game = selfplay::play(nets, &mut labeller.look, board, deviation, &mut rng);
        for board in &game.boards {
            // A third of the positions of a game, half of them after another play than the one chosen.
            let fate: f32 = rng.random();
            let taken: Option<Board> = if options.races && board.has_contact() {
                None
            } else if fate < 0.2 {
                Some(*board)
            } else if fate < 0.36 {
                list.generate(board, selfplay::roll(&mut rng));
                sibling(&mut labeller, &list, &mut rng)
            } else {
                None
            };
            let Some(board) = taken else { continue };
            if board.outcome(Variation::Standard).is_some() || NetPart::of(&board).is_none() {
                continue;
            }
            let look = &mut labeller.look;
            if options.surprise > 0.0 {
                let static_equity = look.evaluate(nets, &board).money_equity();
                let seen = look.chances(nets, &board, 1).money_equity();
                if (static_equity.0 - seen.0).abs() < options.surprise {
                    continue;
                }
            }
            look.chances_visiting(nets, &board, options.plies, &mut |board, chances, plies| {
                if samples.len() < SHARD as usize && NetPart::of(board).is_some() {
                    // Deeper labels have more weight: they are more accurate.
                    samples.push(Sample::new(board, chances, plies as f32));
                }
            });
            if samples.len() == SHARD as usize {
                break;
            }
        }
    }
    samples
}

/// One of the statically best few positions after a roll: what a search has to tell apart.
fn sibling(labeller: &mut Labeller<'_>, list: &PlayList, rng: &mut Xoshiro256PlusPlus) -> Option<Board> {
    if list.is_empty() {
        return None;
    }
    let ranked = labeller.ranked(list);
    let among = if rng.random_range(0..4) == 0 { ranked.len() } else { ranked.len().min(5) };
    Some(list.boards()[ranked[rng.random_range(0..among)].1])
}

/// Reads sample files and sorts them by the net they train.
pub(crate) fn load(paths: &[PathBuf]) -> Result<[Vec<Sample>; 2]> {
    let mut parts = [Vec::new(), Vec::new()];
    for path in paths {
        for sample in data::read(path)? {
            match NetPart::of(&sample.board()) {
                Some(NetPart::Contact) => parts[0].push(sample),
                Some(NetPart::Race) => parts[1].push(sample),
                None => {}
            }
        }
    }
    Ok(parts)
}
