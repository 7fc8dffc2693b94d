// SPDX-License-Identifier: GPL-3.0-or-later
//! `train calibrate`: one factor for the logits of each net.
//!
//! Nets fitted to averages of other nets' estimates are slightly underconfident: chances near 0 and 1 are drawn towards
//! the middle. This hardly changes the order of plays, but it shifts the points where cube decisions change. The logits
//! of the softmax are multiplied by the factor that maximizes the likelihood of labels without that bias:
//! whole games (`train label --trace 1`) for contact, look-ahead into large databases (`train label --races`) for
//! races. The factor is folded into the output layer, so it costs nothing.

use crate::checkpoint::Checkpoint;
use crate::data::{NetPart, Sample};
use crate::label;
use crate::model::Model;
use anyhow::{Result, ensure};
use gnubg_engine::eval::{Nets, outcomes_of};
use gnubg_engine::nn::OUTPUTS;
use rayon::prelude::*;
use std::path::PathBuf;

/// Minimum number of samples for fitting a factor.
const LEAST_SAMPLES: usize = 10_000;

/// Below this, a chance counts as excluded by the rules.
const EXCLUDED: f32 = 1e-6;

/// Options of `train calibrate`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CalibrateOptions {
    /// The checkpoint.
    checkpoint: PathBuf,
    /// Labels that no fit has seen, of whole games or of races; may be repeated.
    #[arg(long, required = true)]
    data: Vec<PathBuf>,
    /// The checkpoint to write.
    #[arg(long)]
    out: PathBuf,
}

/// A position for fitting: the labelled outcomes, and the logarithms of the net's where they are possible.
#[derive(Clone, Copy, Debug)]
struct LabelledPosition {
    label: [f64; OUTPUTS],
    logits: [f64; OUTPUTS],
}

/// A factor for the logits with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Factor {
    value: f64,
    std_error: f64,
}

pub(crate) fn run(options: &CalibrateOptions) -> Result<()> {
    let mut checkpoint = Checkpoint::read(&options.checkpoint)?;
    let nets = checkpoint.nets()?;
    let [contact, race] = label::load(&options.data)?;
    ensure!(contact.len() >= LEAST_SAMPLES, "{} contact positions are too few", contact.len());
    for (part, samples) in [(NetPart::Contact, contact), (NetPart::Race, race)] {
        if samples.len() < LEAST_SAMPLES {
            println!("calibrate {part:?}: unchanged, {} positions are too few", samples.len());
            continue;
        }
        let cases = cases(&nets, &samples);
        let (first, second) = cases.split_at(cases.len() / 2);
        // The factor is judged on positions that it was not fitted to.
        for (fitted, held) in [(first, second), (second, first)] {
            let factor = fit(fitted);
            println!(
                "calibrate {part:?}: {:.4} ± {:.4} from a half, divergence of the other {:+.6}",
                factor.value,
                factor.std_error,
                cross_entropy(held, factor.value) - cross_entropy(held, 1.0)
            );
        }
        let factor = fit(&cases);
        println!("calibrate {part:?}: {:.4} ± {:.4}", factor.value, factor.std_error);
        let model = match part {
            NetPart::Contact => &mut checkpoint.contact,
            NetPart::Race => &mut checkpoint.race,
        };
        scale(model, factor.value as f32);
    }
    checkpoint.write(&options.out)
}

/// Multiplies the logits.
fn scale(model: &mut Model, factor: f32) {
    for head in &mut model.heads {
        head.output.iter_mut().chain(&mut head.output_bias).for_each(|weight| *weight *= factor);
    }
}

fn cases(nets: &Nets, samples: &[Sample]) -> Vec<LabelledPosition> {
    let of = |scratch: &mut _, sample: &Sample| {
        let outcomes = outcomes_of(nets.evaluate(&sample.board(), scratch));
        let logit = |chance: f32| if chance > EXCLUDED { f64::from(chance).ln() } else { f64::NEG_INFINITY };
        LabelledPosition { label: outcomes_of(sample.probs()).map(f64::from), logits: outcomes.map(logit) }
    };
    samples.par_iter().map_init(|| nets.scratch(), of).collect()
}

/// The chances with logits multiplied by `factor`.
fn chances(logits: &[f64; OUTPUTS], factor: f64) -> [f64; OUTPUTS] {
    // Logarithms of chances are at most 0, and one of them is not far below.
    let powers = logits.map(|logit| (factor * logit).exp());
    let sum: f64 = powers.iter().sum();
    powers.map(|power| power / sum)
}

/// The sum of `weights` times the possible logits.
fn mean_logit(weights: &[f64; OUTPUTS], logits: &[f64; OUTPUTS]) -> f64 {
    weights.iter().zip(logits).filter(|(_, logit)| logit.is_finite()).map(|(w, logit)| w * logit).sum()
}

/// By Newton's method; the likelihood has one maximum.
fn fit(cases: &[LabelledPosition]) -> Factor {
    let mut value = 1.0;
    let mut std_error = 0.0;
    for _ in 0..8 {
        // Slope of the likelihood, its curvature, and the sum of squared slopes.
        let sums = cases
            .par_iter()
            .map(|case| {
                let chances = chances(&case.logits, value);
                let mean = mean_logit(&chances, &case.logits);
                let squares = case.logits.map(|logit| if logit.is_finite() { logit * logit } else { 0.0 });
                let curvature = mean_logit(&chances, &squares) - mean * mean;
                let slope = mean_logit(&case.label, &case.logits) - mean;
                [slope, curvature, slope * slope]
            })
            .reduce(|| [0.0; 3], |a, b| std::array::from_fn(|n| a[n] + b[n]));
        value += sums[0] / sums[1];
        std_error = sums[2].sqrt() / sums[1];
    }
    Factor { value, std_error }
}

/// Mean cross-entropy of the labels under chances with logits multiplied by `factor`.
fn cross_entropy(cases: &[LabelledPosition], factor: f64) -> f64 {
    let of = |case: &LabelledPosition| {
        let logs = chances(&case.logits, factor).map(f64::ln);
        -mean_logit(&case.label, &logs)
    };
    cases.par_iter().map(of).sum::<f64>() / cases.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Board, Probs};

    /// Cases of a net whose logits are those of the labels divided by `caution`.
    fn cautious(caution: f64) -> Vec<LabelledPosition> {
        (1..200)
            .map(|n| {
                let win = f64::from(n) / 200.0;
                let label = [0.0, 0.3 * win, 0.7 * win, 0.8 * (1.0 - win), 0.2 * (1.0 - win), 0.0];
                let logits = chances(&label.map(f64::ln), 1.0 / caution).map(f64::ln);
                LabelledPosition { label, logits }
            })
            .collect()
    }

    #[test]
    fn the_factor_undoes_caution() {
        for caution in [1.0, 1.1, 0.9] {
            let cases = cautious(caution);
            let factor = fit(&cases);
            assert!((factor.value - caution).abs() < 1e-6, "{factor:?}");
            assert!(cross_entropy(&cases, factor.value) <= cross_entropy(&cases, 1.0) + 1e-12);
        }
    }

    #[test]
    fn scaled_output_layers_scale_logits() {
        let mut rng = <rand_xoshiro::Xoshiro256PlusPlus as rand::SeedableRng>::seed_from_u64(1);
        let (schema, buckets) = crate::fit::schema_of(NetPart::Contact);
        let (race_schema, race_buckets) = crate::fit::schema_of(NetPart::Race);
        let mut checkpoint = Checkpoint {
            contact: Model::random(schema, 64, buckets, &mut rng),
            race: Model::random(race_schema, 64, race_buckets, &mut rng),
            filter: crate::filter::FilterModel::random(crate::checkpoint::FILTER_WIDTH, &mut rng),
            games: 0,
        };
        let sample = [Sample::new(&Board::default(), Probs::default(), 1.0)];
        let before = cases(&checkpoint.nets().unwrap(), &sample)[0];
        scale(&mut checkpoint.contact, 1.25);
        let after = cases(&checkpoint.nets().unwrap(), &sample)[0];
        let expected = chances(&before.logits, 1.25);
        for (logit, expected) in after.logits.iter().zip(expected) {
            assert!((logit.exp() - expected).abs() < 1e-5);
        }
    }
}
