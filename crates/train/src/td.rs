// SPDX-License-Identifier: GPL-3.0-or-later
//! Temporal-difference learning by self-play from random weights.
//!
//! Rounds of games are played by the current net; each position is then moved towards its λ-return: the next
//! position's value, or further down the game the more λ weighs. The dice explore; no play is random.

use crate::checkpoint::{Checkpoint, FILTER_WIDTH};
use crate::data::{NetPart, Sample};
use crate::filter::FilterModel;
use crate::fit::{Fitter, schema_of};
use crate::model::Model;
use crate::selfplay::{self, Deviation};
use crate::strength;
use anyhow::{Context, Result, ensure};
use gnubg_engine::core::{Board, Probs};
use gnubg_engine::eval::{LookAhead, Nets};
use gnubg_engine::nn::LANES;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::path::PathBuf;
use std::time::Instant;

/// Options of `train td`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TdOptions {
    /// Games to play in all.
    #[arg(long, default_value_t = 400_000)]
    games: u64,
    /// Games between two updates of the playing net.
    #[arg(long, default_value_t = 512)]
    round: u64,
    /// Units of the contact net's first layer (the race net has half).
    #[arg(long, default_value_t = 128)]
    width: usize,
    /// λ at the start; it falls to 0 halfway.
    #[arg(long, default_value_t = 0.6)]
    lambda: f32,
    /// Learning rate at the start; it falls to a twentieth.
    #[arg(long, default_value_t = 1e-3)]
    rate: f32,
    /// Seed of weights and games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Checkpoint to write, and to resume from if it exists.
    #[arg(long)]
    out: PathBuf,
}

pub(crate) fn run(options: &TdOptions) -> Result<()> {
    ensure!(
        options.width > 0 && options.width.is_multiple_of(LANES),
        "the width must be a multiple of {LANES}"
    );
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let start = Instant::now();
    let mut done = 0;
    let (contact, race, filter) = if options.out.exists() {
        let checkpoint = Checkpoint::read(&options.out)?;
        done = checkpoint.games;
        rng = Xoshiro256PlusPlus::seed_from_u64(options.seed ^ done);
        (checkpoint.contact, checkpoint.race, checkpoint.filter)
    } else {
        let random = |part: NetPart, width: usize, rng: &mut Xoshiro256PlusPlus| {
            let (schema, buckets) = schema_of(part);
            Model::random(schema, width, buckets, rng)
        };
        let contact = random(NetPart::Contact, options.width, &mut rng);
        let race = random(NetPart::Race, (options.width / 2).next_multiple_of(LANES), &mut rng);
        (contact, race, FilterModel::random(FILTER_WIDTH, &mut rng))
    };
    let mut fitters =
        [Fitter::new(NetPart::Contact, contact, 2000.0, 0.0), Fitter::new(NetPart::Race, race, 2000.0, 0.0)];
    let mut report_at = done + 8 * options.round;
    while done < options.games {
        let fraction = done as f32 / options.games as f32;
        let lambda = options.lambda * (1.0 - 2.0 * fraction).max(0.0);
        let rate = options.rate * 0.05f32.powf(fraction);
        let nets = nets_of(&fitters, &filter, false)?;
        let seed = options.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ done;
        let samples = play_round(&nets, options.round, lambda, seed);
        for (fitter, samples) in fitters.iter_mut().zip(&samples) {
            fitter.pass(samples, 512, &mut rng, |_| rate);
        }
        done += options.round;
        if done >= report_at || done >= options.games {
            report_at = done * 5 / 4;
            let averaged = nets_of(&fitters, &filter, true)?;
            let result = strength::against_pubeval(averaged, 500, 7)?;
            println!(
                "td: {done} games, {:.0} s, λ {lambda:.2}, rate {rate:.1e}, against pubeval {}",
                start.elapsed().as_secs_f32(),
                strength::described(&result)
            );
            checkpoint_of(&fitters, &filter, done).write(&options.out)?;
        }
    }
    Ok(())
}

fn checkpoint_of(fitters: &[Fitter; 2], filter: &FilterModel, games: u64) -> Checkpoint {
    Checkpoint {
        contact: fitters[0].adam.average().clone(),
        race: fitters[1].adam.average().clone(),
        filter: filter.clone(),
        games,
    }
}

/// The engine's form of the nets being trained: the newest parameters, or their running average.
fn nets_of(fitters: &[Fitter; 2], filter: &FilterModel, averaged: bool) -> Result<Nets> {
    let export = |fitter: &Fitter| {
        let model = if averaged { fitter.adam.average() } else { &fitter.model };
        model.export(&fitter.sharing).context("a weight is out of range")
    };
    Ok(Nets::new(export(&fitters[0])?, export(&fitters[1])?, filter.export()?)?)
}

/// Plays `games` games and returns their positions with λ-returns, contact and race apart.
pub(crate) fn play_round(nets: &Nets, games: u64, lambda: f32, seed: u64) -> [Vec<Sample>; 2] {
    const TASK: u64 = 16;
    let parts: Vec<[Vec<Sample>; 2]> = (0..games.div_ceil(TASK))
        .into_par_iter()
        .map(|task| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(
                seed.wrapping_add(task.wrapping_mul(0xD1B5_4A32_D192_ED03)),
            );
            let mut look = LookAhead::new(nets);
            let mut samples = [Vec::new(), Vec::new()];
            for _ in 0..TASK.min(games - task * TASK) {
                let game = selfplay::play(nets, &mut look, Board::default(), Deviation::default(), &mut rng);
                let mut target = game.end;
                for (n, board) in game.boards.iter().enumerate().rev() {
                    if let Some(next) = game.boards.get(n + 1) {
                        let value = look.evaluate(nets, next);
                        target = mixed(value, target, lambda);
                    }
                    target = target.swapped();
                    match NetPart::of(board) {
                        Some(NetPart::Contact) => samples[0].push(Sample::new(board, target, 1.0)),
                        Some(NetPart::Race) => samples[1].push(Sample::new(board, target, 1.0)),
                        None => {}
                    }
                }
            }
            samples
        })
        .collect();
    let mut all = [Vec::new(), Vec::new()];
    for part in parts {
        for (all, samples) in all.iter_mut().zip(part) {
            all.extend(samples);
        }
    }
    all
}

fn mixed(value: Probs, later: Probs, lambda: f32) -> Probs {
    let (a, b) = (value.to_array(), later.to_array());
    Probs::from_array(std::array::from_fn(|k| (1.0 - lambda) * a[k] + lambda * b[k]))
}
