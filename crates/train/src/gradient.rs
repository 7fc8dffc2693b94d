// SPDX-License-Identifier: GPL-3.0-or-later
//! Loss and gradient of one net over a batch of labelled positions.

use crate::model::{HeadParams, Learned, Model};
use crate::row_gradient::RowGradient;
use gnubg_engine::nn::{HIDDEN, LANES, NO_ROW, OUTPUTS};

/// Points of the six outcomes for the player on roll.
const POINTS: [f32; OUTPUTS] = [3.0, 2.0, 1.0, -1.0, -2.0, -3.0];

/// First-layer sums beyond this, either way, are pulled back: the engine's sums overflow at 16.
const SUM_LIMIT: f32 = 12.0;

/// Slope of that pull, per unit of excess.
const PULL: f32 = 1e-3;

/// One position as the net sees it, with its target.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// The row of each slot, `NO_ROW` left out.
    pub(crate) rows: Vec<u16>,
    pub(crate) bucket: usize,
    /// Probabilities of the six outcomes.
    pub(crate) target: [f32; OUTPUTS],
    pub(crate) weight: f32,
}

impl Example {
    pub(crate) fn new(slots: &[u16], bucket: usize, target: [f32; OUTPUTS], weight: f32) -> Example {
        let rows = slots.iter().copied().filter(|&row| row != NO_ROW).collect();
        Example { rows, bucket, target, weight }
    }
}

/// Gradient sums and losses of a part of a batch.
#[derive(Clone, Debug)]
pub(crate) struct Gradient {
    /// Of folded rows.
    pub(crate) rows: RowGradient,
    pub(crate) bias: Vec<f32>,
    pub(crate) heads: Vec<HeadParams>,
    /// Whether an example of the batch has that head.
    pub(crate) used_heads: Vec<bool>,
    pub(crate) loss: Loss,
    sums: Vec<f32>,
    activation: Vec<f32>,
    slope: Vec<f32>,
    /// How far sums are beyond their limit.
    excess: Vec<f32>,
}

/// Sums over examples.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Loss {
    pub(crate) weight: f64,
    /// Cross-entropy above the target's own entropy, in nats.
    pub(crate) divergence: f64,
    /// Squared error of the cubeless money equity.
    pub(crate) equity_squared: f64,
}

impl Loss {
    pub(crate) fn add(&mut self, other: Loss) {
        self.weight += other.weight;
        self.divergence += other.divergence;
        self.equity_squared += other.equity_squared;
    }

    /// Adds the loss of an example whose chances are thought to be `p`; returns the error of the equity.
    pub(crate) fn count(&mut self, example: &Example, p: &[f32; OUTPUTS]) -> f32 {
        let mut error = 0.0;
        for k in 0..OUTPUTS {
            let target = example.target[k];
            if target > 0.0 {
                self.divergence += f64::from(example.weight * target * (target / p[k].max(1e-9)).ln());
            }
            error += POINTS[k] * (p[k] - target);
        }
        self.weight += f64::from(example.weight);
        self.equity_squared += f64::from(example.weight * error * error);
        error
    }

    /// Root mean square error of the equity.
    pub(crate) fn equity_rms(&self) -> f64 {
        (self.equity_squared / self.weight.max(1e-9)).sqrt()
    }

    pub(crate) fn mean_divergence(&self) -> f64 {
        self.divergence / self.weight.max(1e-9)
    }
}

impl Gradient {
    pub(crate) fn new(model: &Model) -> Gradient {
        let (shape, zeros) = (model.shape, model.zeros());
        Gradient {
            rows: RowGradient::new(shape.rows, shape.width),
            bias: zeros.bias,
            used_heads: vec![false; zeros.heads.len()],
            heads: zeros.heads,
            loss: Loss::default(),
            sums: vec![0.0; shape.width],
            activation: vec![0.0; shape.width],
            slope: vec![0.0; shape.width],
            excess: vec![0.0; shape.width],
        }
    }

    /// Resets all sums and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.bias.fill(0.0);
        for (head, used) in self.heads.iter_mut().zip(&mut self.used_heads).filter(|(_, used)| **used) {
            head.parts_mut().into_iter().for_each(|part| part.fill(0.0));
            *used = false;
        }
        self.loss = Loss::default();
    }

    /// The net's probabilities for one example; leaves the layers' values in `self` for [`Gradient::add`].
    fn forward(
        &mut self,
        model: &Model,
        folded: &[f32],
        example: &Example,
    ) -> ([f32; HIDDEN], [f32; OUTPUTS]) {
        let width = self.bias.len();
        for (n, sums) in self.sums.chunks_exact_mut(LANES).enumerate() {
            let at = n * LANES;
            let mut tile = [0.0f32; LANES];
            tile.copy_from_slice(&model.bias[at..at + LANES]);
            for &row in &example.rows {
                add(&mut tile, &folded[usize::from(row) * width + at..][..LANES]);
            }
            sums.copy_from_slice(&tile);
        }
        for ((sum, active), slope) in self.sums.iter().zip(&mut self.activation).zip(&mut self.slope) {
            let clipped = sum.clamp(0.0, 1.0);
            *active = clipped * clipped;
            *slope = if *sum > 0.0 && *sum < 1.0 { 2.0 * clipped } else { 0.0 };
        }
        for (excess, sum) in self.excess.iter_mut().zip(&self.sums) {
            *excess = sum - sum.clamp(-SUM_LIMIT, SUM_LIMIT);
        }
        let head = &model.heads[example.bucket];
        let mut z = [0.0f32; HIDDEN];
        for (unit, z) in z.iter_mut().enumerate() {
            *z = head.bias[unit] + dot(&head.dense[unit * width..][..width], &self.activation);
        }
        let mut logits = [0.0f32; OUTPUTS];
        for (k, logit) in logits.iter_mut().enumerate() {
            *logit = head.output_bias[k];
            for unit in 0..HIDDEN {
                let clipped = z[unit].clamp(0.0, 1.0);
                *logit += head.output[k * 2 * HIDDEN + unit] * clipped
                    + head.output[k * 2 * HIDDEN + HIDDEN + unit] * clipped * clipped;
            }
        }
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let powers = logits.map(|x| (x - most).exp());
        let sum: f32 = powers.iter().sum();
        (z, powers.map(|p| p / sum))
    }

    /// What the model says of an example.
    pub(crate) fn chances(&mut self, model: &Model, folded: &[f32], example: &Example) -> [f32; OUTPUTS] {
        self.forward(model, folded, example).1
    }

    /// Adds the gradients of examples: cross-entropy, plus `equity_part` times half the squared equity error.
    pub(crate) fn add_all(
        &mut self,
        model: &Model,
        folded: &[f32],
        examples: impl IntoIterator<Item = Example>,
        equity_part: f32,
        learned: Learned,
    ) {
        for example in examples {
            self.add(model, folded, &example, equity_part, learned);
        }
        self.rows.finish();
    }

    fn add(&mut self, model: &Model, folded: &[f32], example: &Example, equity_part: f32, learned: Learned) {
        let width = self.bias.len();
        let (z, p) = self.forward(model, folded, example);
        let error = self.loss.count(example, &p);
        let equity: f32 = POINTS.iter().zip(&p).map(|(v, p)| v * p).sum();
        let mut d_logits = [0.0f32; OUTPUTS];
        for k in 0..OUTPUTS {
            let by_equity = equity_part * error * p[k] * (POINTS[k] - equity);
            d_logits[k] = example.weight * (p[k] - example.target[k] + by_equity);
        }
        let head = &model.heads[example.bucket];
        let into = &mut self.heads[example.bucket];
        self.used_heads[example.bucket] = true;
        let mut d_z = [0.0f32; HIDDEN];
        for k in 0..OUTPUTS {
            let d = d_logits[k];
            into.output_bias[k] += d;
            let weights = &head.output[k * 2 * HIDDEN..][..2 * HIDDEN];
            let grads = &mut into.output[k * 2 * HIDDEN..][..2 * HIDDEN];
            for unit in 0..HIDDEN {
                let clipped = z[unit].clamp(0.0, 1.0);
                grads[unit] += d * clipped;
                grads[HIDDEN + unit] += d * clipped * clipped;
                d_z[unit] += d * (weights[unit] + 2.0 * clipped * weights[HIDDEN + unit]);
            }
        }
        if learned == Learned::Output {
            return;
        }
        // A unit beyond its range keeps a small gradient back into the range; without it, it could never return.
        for unit in 0..HIDDEN {
            let outside = (z[unit] <= 0.0 && d_z[unit] > 0.0) || (z[unit] >= 1.0 && d_z[unit] < 0.0);
            if outside {
                d_z[unit] = 0.0;
            } else if z[unit] <= 0.0 || z[unit] >= 1.0 {
                d_z[unit] *= 0.1;
            }
        }
        // From here `sums` holds the derivative by the activations.
        self.sums.fill(0.0);
        for unit in 0..HIDDEN {
            if d_z[unit] != 0.0 {
                into.bias[unit] += d_z[unit];
                axpy(&mut into.dense[unit * width..][..width], d_z[unit], &self.activation);
                axpy(&mut self.sums, d_z[unit], &head.dense[unit * width..][..width]);
            }
        }
        for ((d, slope), excess) in self.sums.iter_mut().zip(&self.slope).zip(&self.excess) {
            *d = *d * slope + example.weight * PULL * excess;
        }
        add(&mut self.bias, &self.sums);
        self.rows.add(&example.rows, &self.sums);
    }
}

pub(crate) fn add(into: &mut [f32], values: &[f32]) {
    for (a, b) in into.iter_mut().zip(values) {
        *a += b;
    }
}

pub(crate) fn axpy(into: &mut [f32], factor: f32, values: &[f32]) {
    for (a, b) in into.iter_mut().zip(values) {
        *a += factor * b;
    }
}

pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0f32; 32];
    for (x, y) in a.chunks_exact(32).zip(b.chunks_exact(32)) {
        for lane in 0..32 {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Sharing;
    use gnubg_engine::eval::inputs::RACE;
    use rand::SeedableRng;

    /// Sums that the engine could not hold are trained back into its range, whatever the labels say.
    #[test]
    fn sums_beyond_the_range_are_pulled_back() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(3);
        let mut model = Model::random(&RACE, 64, 1, &mut rng);
        (model.bias[5], model.bias[6], model.bias[7]) = (-20.0, 20.0, -9.0);
        let example = Example::new(&[1, 40, 77, 300], 0, [0.01, 0.2, 0.4, 0.29, 0.09, 0.01], 1.0);
        let mut folded = Vec::new();
        model.fold(&Sharing::new(&RACE), &mut folded);
        let mut gradient = Gradient::new(&model);
        gradient.add_all(&model, &folded, [example.clone()], 0.0, Learned::All);
        assert!(gradient.bias[5] < -5e-3 && gradient.bias[6] > 5e-3, "{:?}", &gradient.bias[5..7]);
        assert_eq!(gradient.bias[7], 0.0);
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(3);
        let mut model = Model::random(&RACE, 64, 1, &mut rng);
        let sharing = Sharing::new(&RACE);
        let example = Example::new(&[1, 40, 77, 300], 0, [0.01, 0.2, 0.4, 0.29, 0.09, 0.01], 1.0);
        let mut folded = Vec::new();
        model.fold(&sharing, &mut folded);
        let mut gradient = Gradient::new(&model);
        gradient.add_all(&model, &folded, [example.clone()], 0.0, Learned::All);
        let loss = |model: &Model| {
            let mut folded = Vec::new();
            model.fold(&sharing, &mut folded);
            let mut loss = Loss::default();
            loss.count(&example, &Gradient::new(model).chances(model, &folded, &example));
            loss.divergence
        };
        let step = 1e-2;
        for unit in (0..64).step_by(7) {
            let slope = |model: &mut Model, change: fn(&mut Model, usize, f32), by: f32| {
                change(model, unit, by);
                let up = loss(model);
                change(model, unit, -2.0 * by);
                let down = loss(model);
                change(model, unit, by);
                (up - down) / f64::from(2.0 * by)
            };
            let of_bias = slope(&mut model, |m, u, by| m.bias[u] += by, step);
            assert!((of_bias - f64::from(gradient.bias[unit])).abs() < 2e-3, "bias {unit}: {of_bias}");
            let of_dense = slope(&mut model, |m, u, by| m.heads[0].dense[64 + u] += by, step);
            assert!((of_dense - f64::from(gradient.heads[0].dense[64 + unit])).abs() < 2e-3, "dense {unit}");
            let of_row = slope(&mut model, |m, u, by| m.residual[40 * 64 + u] += by, step);
            assert!(
                (of_row - f64::from(gradient.rows.row(40).expect("a row of the example")[unit])).abs() < 2e-3,
                "row {unit}: {of_row}"
            );
        }
    }
}
