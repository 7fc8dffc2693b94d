// SPDX-License-Identifier: GPL-3.0-or-later
//! Supervised refinement: fitting both nets to labelled positions.

use crate::checkpoint::{Checkpoint, FILTER_WIDTH};
use crate::data::{NetPart, Sample};
use crate::filter::FilterModel;
use crate::fit::{Fitter, measure, schema_of};
use crate::label;
use crate::model::{Learned, Model};
use anyhow::{Result, ensure};
use gnubg_engine::nn::LANES;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::PathBuf;
use std::time::Instant;

/// One sample in so many is held back to measure on.
const HELD: usize = 50;

/// Options of `train fit`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FitOptions {
    /// Files of labelled positions.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Checkpoint to start from; nets of another width start from random weights.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Units of the contact net's first layer.
    #[arg(long, default_value_t = 512)]
    width: usize,
    /// Units of the race net's first layer.
    #[arg(long, default_value_t = 128)]
    race_width: usize,
    /// Passes over the data.
    #[arg(long, default_value_t = 10)]
    passes: u32,
    /// Samples a step.
    #[arg(long, default_value_t = 1024)]
    batch: usize,
    /// Learning rate at the start; it falls to a hundredth along a cosine.
    #[arg(long, default_value_t = 1e-3)]
    rate: f32,
    /// Weight of the squared equity error beside the cross-entropy.
    #[arg(long, default_value_t = 0.5)]
    equity: f32,
    /// Seed of the order of samples and of random weights.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The parameters to change.
    #[arg(long, value_enum, default_value_t)]
    learn: Learned,
    /// Passes over the data for the filter; 0 leaves it as it is.
    #[arg(long, default_value_t = 3)]
    filter_passes: usize,
    /// The checkpoint to write after each pass.
    #[arg(long)]
    out: PathBuf,
}

pub(crate) fn run(options: &FitOptions) -> Result<()> {
    for width in [options.width, options.race_width] {
        ensure!(width > 0 && width.is_multiple_of(LANES), "widths must be multiples of {LANES}, not {width}");
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let from = options.from.as_ref().map(|path| Checkpoint::read(path)).transpose()?;
    let [contact, race] = label::load(&options.data)?;
    let mut filter = match &from {
        Some(checkpoint) => checkpoint.filter.clone(),
        None => FilterModel::random(FILTER_WIDTH, &mut rng),
    };
    if options.filter_passes > 0 {
        let all: Vec<Sample> = contact.iter().chain(&race).copied().collect();
        filter.fit(&all, options.filter_passes, 3e-3, &mut rng);
    }
    println!("fit: {} contact and {} race positions", contact.len(), race.len());
    let mut models = Vec::new();
    for (part, samples, width) in
        [(NetPart::Race, race, options.race_width), (NetPart::Contact, contact, options.width)]
    {
        let known = from.as_ref().map(|checkpoint| match part {
            NetPart::Contact => checkpoint.contact.clone(),
            NetPart::Race => checkpoint.race.clone(),
        });
        let (schema, buckets) = schema_of(part);
        let model = match known {
            Some(model) if model.shape.width == width => model,
            _ => Model::random(schema, width, buckets, &mut rng),
        };
        models.push(fit_part(options, part, model, &samples, &mut rng));
    }
    let contact = models.remove(1);
    let games = from.map_or(0, |checkpoint| checkpoint.games);
    Checkpoint { contact, race: models.remove(0), filter, games }.write(&options.out)
}

/// Prints the errors of the mean of checkpoints' nets on each file.
pub(crate) fn measure_on(checkpoints: &[Checkpoint], files: &[PathBuf]) -> Result<()> {
    let contact: Vec<&Model> = checkpoints.iter().map(|checkpoint| &checkpoint.contact).collect();
    let race: Vec<&Model> = checkpoints.iter().map(|checkpoint| &checkpoint.race).collect();
    for file in files {
        let samples = label::load(std::slice::from_ref(file))?;
        let models = [(NetPart::Contact, &contact), (NetPart::Race, &race)];
        for ((part, models), samples) in models.into_iter().zip(&samples).filter(|(_, of)| !of.is_empty()) {
            let loss = measure(part, models, samples);
            println!(
                "{}: {} {part:?} positions, equity error {:.5}, divergence {:.6}",
                file.display(),
                samples.len(),
                loss.equity_rms(),
                loss.mean_divergence()
            );
        }
    }
    Ok(())
}

/// Neighboring samples that are held back together, of `count`: as many as shards have, for the plays of one roll resemble
/// each other, and what is measured must not resemble what is learned.
fn held_run(count: usize) -> usize {
    (label::SHARD as usize).min(count / HELD).max(1)
}

fn fit_part(
    options: &FitOptions,
    part: NetPart,
    model: Model,
    samples: &[Sample],
    rng: &mut Xoshiro256PlusPlus,
) -> Model {
    let run = held_run(samples.len());
    let (held, used): (Vec<_>, Vec<_>) =
        samples.iter().enumerate().partition(|(n, _)| (n / run).is_multiple_of(HELD));
    let held: Vec<Sample> = held.into_iter().map(|(_, s)| *s).collect();
    let used: Vec<Sample> = used.into_iter().map(|(_, s)| *s).collect();
    let steps = (used.len() / options.batch).max(1) as f32;
    let mut fitter =
        Fitter::new(part, model, (steps * options.passes as f32 / 8.0).max(20.0), options.equity);
    fitter.learned = options.learn;
    let start = Instant::now();
    for pass in 0..options.passes {
        let rate = |fraction: f32| {
            let x = (pass as f32 + fraction) / options.passes as f32;
            options.rate * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * x).cos()))
        };
        let loss = fitter.pass(&used, options.batch, rng, rate);
        let (now, averaged) =
            (measure(part, &[&fitter.model], &held), measure(part, &[fitter.adam.average()], &held));
        println!(
            "fit {part:?}: pass {}, {:.0} s: equity error {:.4} seen, {:.4} held back, {:.4} averaged; divergence {:.5} / {:.5} / {:.5}",
            pass + 1,
            start.elapsed().as_secs_f32(),
            loss.equity_rms(),
            now.equity_rms(),
            averaged.equity_rms(),
            loss.mean_divergence(),
            now.mean_divergence(),
            averaged.mean_divergence(),
        );
    }
    fitter.adam.average().clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_shards_are_held_back_where_there_are_enough() {
        assert_eq!(held_run(1_000_000), label::SHARD as usize);
        for count in [1, 49, 60, 999, 30_000, 100_000] {
            let run = held_run(count);
            let held = (0..count).filter(|n| (n / run).is_multiple_of(HELD)).count();
            let share = held as f32 / count as f32;
            assert!(count < HELD || (0.015..0.04).contains(&share), "{held} of {count}");
        }
    }
}
