// SPDX-License-Identifier: GPL-3.0-or-later
//! Fitting a net to samples.

use crate::data::{NetPart, Sample};
use crate::gradient::{Gradient, Loss};
use crate::model::{Learned, Model, Sharing};
use crate::optimizer::Adam;
use gnubg_engine::eval::inputs::{CONTACT, CONTACT_BUCKETS, RACE, Schema};
use gnubg_engine::nn::OUTPUTS;
use rand::{Rng, RngExt};
use rayon::prelude::*;

/// A net with the state of its training.
pub(crate) struct Fitter {
    pub(crate) part: NetPart,
    pub(crate) model: Model,
    pub(crate) sharing: Sharing,
    pub(crate) adam: Adam,
    folded: Vec<f32>,
    gradients: Vec<Gradient>,
    equity_part: f32,
    /// What steps change.
    pub(crate) learned: Learned,
}

/// Schema and number of buckets of a part.
pub(crate) fn schema_of(part: NetPart) -> (&'static Schema, usize) {
    match part {
        NetPart::Contact => (&CONTACT, CONTACT_BUCKETS),
        NetPart::Race => (&RACE, 1),
    }
}

impl Fitter {
    /// `average_over`: steps the running average of the parameters remembers. `equity_part`: weight of the equity
    /// error beside the cross-entropy.
    pub(crate) fn new(part: NetPart, model: Model, average_over: f32, equity_part: f32) -> Fitter {
        let threads = rayon::current_num_threads();
        Fitter {
            part,
            sharing: Sharing::new(schema_of(part).0),
            adam: Adam::new(&model, average_over),
            folded: Vec::new(),
            gradients: vec![Gradient::new(&model); threads],
            equity_part,
            learned: Learned::All,
            model,
        }
    }

    /// One optimizer step on a batch. All samples must belong to this part.
    pub(crate) fn step(&mut self, batch: &[&Sample], rate: f32) -> Loss {
        self.model.fold(&self.sharing, &mut self.folded);
        let share = batch.len().div_ceil(self.gradients.len()).max(1);
        let (model, folded, part) = (&self.model, &self.folded, self.part);
        let (equity_part, learned) = (self.equity_part, self.learned);
        self.gradients.par_iter_mut().enumerate().for_each(|(n, gradient)| {
            gradient.clear();
            let examples = batch.iter().skip(n * share).take(share).map(|sample| part.example(sample));
            gradient.add_all(model, folded, examples, equity_part, learned);
        });
        let mut loss = Loss::default();
        self.gradients.iter().for_each(|gradient| loss.add(gradient.loss));
        self.adam.step(&mut self.model, &self.sharing, &self.gradients, rate, self.learned);
        loss
    }

    /// One pass over `samples` in random order. `rate` is called with the fraction of the pass done.
    pub(crate) fn pass(
        &mut self,
        samples: &[Sample],
        batch: usize,
        rng: &mut impl Rng,
        rate: impl Fn(f32) -> f32,
    ) -> Loss {
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        shuffle(&mut order, rng);
        let mut loss = Loss::default();
        for (n, chosen) in order.chunks(batch).enumerate() {
            let chosen: Vec<&Sample> = chosen.iter().map(|&k| &samples[k as usize]).collect();
            loss.add(self.step(&chosen, rate((n * batch) as f32 / samples.len() as f32)));
        }
        loss
    }
}

/// The loss of the mean of what `models` say, on samples of their part, without training.
pub(crate) fn measure(part: NetPart, models: &[&Model], samples: &[Sample]) -> Loss {
    let sharing = Sharing::new(schema_of(part).0);
    let folded = models.iter().map(|model| {
        let mut folded = Vec::new();
        model.fold(&sharing, &mut folded);
        folded
    });
    let folded: Vec<Vec<f32>> = folded.collect();
    samples
        .par_chunks(4096)
        .map(|chunk| {
            let mut gradients: Vec<Gradient> = models.iter().map(|model| Gradient::new(model)).collect();
            let mut loss = Loss::default();
            for sample in chunk {
                let example = part.example(sample);
                let mut mean = [0.0f32; OUTPUTS];
                for ((gradient, model), folded) in gradients.iter_mut().zip(models).zip(&folded) {
                    let chances = gradient.chances(model, folded, &example);
                    mean.iter_mut().zip(chances).for_each(|(mean, p)| *mean += p / models.len() as f32);
                }
                loss.count(&example, &mean);
            }
            loss
        })
        .reduce(Loss::default, |mut a, b| {
            a.add(b);
            a
        })
}

fn shuffle(order: &mut [u32], rng: &mut impl Rng) {
    for n in (1..order.len()).rev() {
        order.swap(n, rng.random_range(0..=n));
    }
}
