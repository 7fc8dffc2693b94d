// SPDX-License-Identifier: GPL-3.0-or-later
//! Adam with decoupled weight decay on the rows' residuals, and a running average of the parameters.

use crate::gradient::{Gradient, axpy};
use crate::model::{Learned, Model, Sharing};
use rayon::prelude::*;

const BETA_MEAN: f32 = 0.9;
const BETA_SQUARE: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Decay of residuals per step, times the learning rate: rare rows fall back to what they share.
const RESIDUAL_DECAY: f32 = 0.02;
/// Steps between updates of the running average.
const AVERAGE_EVERY: u64 = 8;

/// The optimizer's state for one model.
#[derive(Clone, Debug)]
pub(crate) struct Adam {
    mean: Model,
    square: Model,
    average: Model,
    /// Weight of the old average at each update.
    average_decay: f32,
    step: u64,
    total: Model,
}

impl Adam {
    /// `average_over`: about how many steps the running average remembers.
    pub(crate) fn new(model: &Model, average_over: f32) -> Adam {
        let zeros = model.zeros();
        Adam {
            mean: zeros.clone(),
            square: zeros.clone(),
            average: model.clone(),
            average_decay: (1.0 - AVERAGE_EVERY as f32 / average_over).max(0.0),
            step: 0,
            total: zeros,
        }
    }

    /// The steps so far, and the running means of the gradients and of their squares: what continued training needs.
    pub(crate) fn state(&self) -> (u64, [&Model; 2]) {
        (self.step, [&self.mean, &self.square])
    }

    /// Continues with a state of [`Adam::state`]. The running average restarts.
    pub(crate) fn set_state(&mut self, step: u64, [mean, square]: [Model; 2]) {
        (self.step, self.mean, self.square) = (step, mean, square);
    }

    /// The running average of the parameters.
    pub(crate) fn average(&self) -> &Model {
        &self.average
    }

    /// One step down the sum of `parts`' gradients divided by their weight.
    pub(crate) fn step(
        &mut self,
        model: &mut Model,
        sharing: &Sharing,
        parts: &[Gradient],
        rate: f32,
        learned: Learned,
    ) {
        self.step += 1;
        let weight: f64 = parts.iter().map(|part| part.loss.weight).sum();
        self.collect(model.shape.width, sharing, parts, 1.0 / (weight as f32).max(1e-9));
        let correction = (1.0 - BETA_SQUARE.powi(self.step.min(10_000) as i32)).sqrt()
            / (1.0 - BETA_MEAN.powi(self.step.min(10_000) as i32));
        let rate_now = rate * correction;
        let gradients = self.total.parts();
        let is_learned = model.learned_parts(learned);
        let means = self.mean.parts_mut();
        let squares = self.square.parts_mut();
        for (n, (((values, gradients), means), squares)) in
            model.parts_mut().into_iter().zip(gradients).zip(means).zip(squares).enumerate()
        {
            if !is_learned[n] {
                continue;
            }
            let decay = if n == 0 { rate * RESIDUAL_DECAY } else { 0.0 };
            let chunk = 1 << 14;
            values
                .par_chunks_mut(chunk)
                .zip(gradients.par_chunks(chunk))
                .zip(means.par_chunks_mut(chunk))
                .zip(squares.par_chunks_mut(chunk))
                .for_each(|(((values, gradients), means), squares)| {
                    for k in 0..values.len() {
                        let g = gradients[k];
                        means[k] = BETA_MEAN * means[k] + (1.0 - BETA_MEAN) * g;
                        squares[k] = BETA_SQUARE * squares[k] + (1.0 - BETA_SQUARE) * g * g;
                        values[k] -= rate_now * means[k] / (squares[k].sqrt() + EPSILON) + decay * values[k];
                    }
                });
        }
        if self.step.is_multiple_of(AVERAGE_EVERY) {
            // Early averages would remember the start for too long.
            let decay = self.average_decay.min(1.0 - 2.0 / (self.step as f32 / AVERAGE_EVERY as f32 + 2.0));
            for (average, values) in self.average.parts_mut().into_iter().zip(model.parts()) {
                average.par_chunks_mut(1 << 14).zip(values.par_chunks(1 << 14)).for_each(
                    |(average, values)| {
                        for (a, v) in average.iter_mut().zip(values) {
                            *a += (1.0 - decay) * (v - *a);
                        }
                    },
                );
            }
        }
    }

    /// Sums the parts' gradients into `total`, in the model's own parameters.
    fn collect(&mut self, width: usize, sharing: &Sharing, parts: &[Gradient], scale: f32) {
        self.total.residual.par_chunks_mut(width).enumerate().for_each(|(row, into)| {
            into.fill(0.0);
            parts.iter().filter_map(|part| part.rows.row(row)).for_each(|of| axpy(into, scale, of));
        });
        let residual = &self.total.residual;
        self.total.shared.par_chunks_mut(width).zip(&sharing.by_shared).for_each(|(into, rows)| {
            into.fill(0.0);
            for (row, factor) in rows {
                axpy(into, *factor, &residual[row * width..][..width]);
            }
        });
        self.total.bias.fill(0.0);
        parts.iter().for_each(|part| axpy(&mut self.total.bias, scale, &part.bias));
        self.total.heads.par_iter_mut().enumerate().for_each(|(n, head)| {
            head.parts_mut().into_iter().for_each(|into| into.fill(0.0));
            for part in parts.iter().filter(|part| part.used_heads[n]) {
                let of_part = part.heads[n].parts();
                head.parts_mut().into_iter().zip(of_part).for_each(|(into, of)| axpy(into, scale, of));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient::Example;
    use gnubg_engine::eval::inputs::RACE;
    use rand::SeedableRng;

    #[test]
    fn a_fit_of_the_output_leaves_the_layers_below() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(3);
        let start = Model::random(&RACE, 64, 1, &mut rng);
        let sharing = Sharing::new(&RACE);
        let example = Example::new(&[1, 40, 77, 300], 0, [0.01, 0.2, 0.4, 0.29, 0.09, 0.01], 1.0);
        for (learned, n_changed) in [(Learned::Output, 2), (Learned::All, 7)] {
            let (mut model, mut adam) = (start.clone(), Adam::new(&start, 100.0));
            let mut folded = Vec::new();
            model.fold(&sharing, &mut folded);
            let mut gradient = Gradient::new(&model);
            gradient.add_all(&model, &folded, [example.clone()], 0.0, learned);
            adam.step(&mut model, &sharing, &[gradient], 1e-3, learned);
            let changed: Vec<bool> =
                model.parts().iter().zip(start.parts()).map(|(a, b)| **a != *b).collect();
            assert_eq!(changed, start.learned_parts(learned));
            assert_eq!(changed.iter().filter(|changed| **changed).count(), n_changed);
        }
    }
}
