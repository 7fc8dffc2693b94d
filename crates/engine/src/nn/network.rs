// SPDX-License-Identifier: GPL-3.0-or-later
//! The parameters of one net and its layers above the first.

use super::lines::Lines;
use super::{ACTIVATION_ONE, HIDDEN, Kernel, LANES, WEIGHT_ONE};

/// Outcomes told apart by the softmax.
pub const OUTPUTS: usize = 6;

/// The sizes of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows of the first layer, all slots together.
    pub rows: usize,
    /// Units of the first layer, a multiple of [`LANES`].
    pub width: usize,
    /// Variants of the upper layers, chosen by the caller for each position.
    pub buckets: usize,
}

impl Shape {
    /// Whether the sizes are usable: nothing empty, width a multiple of [`LANES`], at most 64 MiB of rows.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.rows > 0
            && self.rows <= usize::from(u16::MAX)
            && self.width > 0
            && self.width.is_multiple_of(LANES)
            && self.width <= 4096
            && (1..=64).contains(&self.buckets)
            && self.rows * self.width <= 1 << 25
    }
}

/// The layers above the first, for one bucket.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Second-layer weights `[unit][first-layer unit]` in units of 1/[`WEIGHT_ONE`].
    pub dense: Vec<i16>,
    /// Second-layer biases.
    pub bias: [f32; HIDDEN],
    /// Output weights `[outcome][z clipped (16), z clipped and squared (16)]`.
    pub output: [[f32; 2 * HIDDEN]; OUTPUTS],
    /// Output biases.
    pub output_bias: [f32; OUTPUTS],
}

/// One net, ready to evaluate.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) shape: Shape,
    /// First-layer rows `[row][unit]` in units of 1/`ROW_ONE`.
    pub(super) rows: Lines,
    /// First-layer biases.
    pub(super) bias: Lines,
    pub(super) heads: Vec<Head>,
    pub(super) kernel: Kernel,
}

impl Network {
    /// A net of the given parameters.
    ///
    /// Returns `None` if the sizes do not fit together or a second-layer sum could overflow 32 bits.
    #[must_use]
    pub fn new(shape: Shape, rows: &[i16], bias: &[i16], heads: Vec<Head>) -> Option<Network> {
        let sums_fit = |head: &Head| {
            head.dense.chunks_exact(shape.width).all(|unit| {
                unit.iter().map(|&w| i64::from(w).abs() * ACTIVATION_ONE as i64).sum::<i64>()
                    < i64::from(i32::MAX)
            })
        };
        let fits = shape.is_valid()
            && rows.len() == shape.rows * shape.width
            && bias.len() == shape.width
            && heads.len() == shape.buckets
            && heads.iter().all(|head| head.dense.len() == HIDDEN * shape.width && sums_fit(head));
        fits.then(|| Network {
            shape,
            rows: Lines::new(rows),
            bias: Lines::new(bias),
            heads,
            kernel: Kernel::detect(),
        })
    }

    /// The net's sizes.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The same net evaluated by another kernel; the results are the same.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Network {
        self.kernel = kernel;
        self
    }

    /// The kernel in use.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The layers above the first: from first-layer sums to the six outcome probabilities.
    ///
    /// `bucket` must be below the shape's number of buckets.
    pub(super) fn outcomes(&self, sums: &[i16], bucket: usize) -> [f32; OUTPUTS] {
        let head = &self.heads[bucket];
        let dots = self.kernel.dense(sums, &head.dense);
        let scale = 1.0 / (ACTIVATION_ONE * WEIGHT_ONE);
        let mut z = [0.0f32; 2 * HIDDEN];
        for unit in 0..HIDDEN {
            let clipped = (dots[unit] as f32 * scale + head.bias[unit]).clamp(0.0, 1.0);
            z[unit] = clipped;
            z[HIDDEN + unit] = clipped * clipped;
        }
        let mut logits = head.output_bias;
        for (logit, weights) in logits.iter_mut().zip(&head.output) {
            *logit += dot(weights, &z);
        }
        softmax(logits)
    }
}

/// A dot product in eight fixed lanes, so that every build adds in the same order.
fn dot(a: &[f32; 2 * HIDDEN], b: &[f32; 2 * HIDDEN]) -> f32 {
    let mut lanes = [0.0f32; 8];
    for (x, y) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for lane in 0..8 {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))
}

fn softmax(logits: [f32; OUTPUTS]) -> [f32; OUTPUTS] {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers = logits.map(|x| exp(x - most));
    let sum = ((powers[0] + powers[1]) + (powers[2] + powers[3])) + (powers[4] + powers[5]);
    powers.map(|p| p / sum)
}

/// e^x for `x <= 0`, relative error below 4e-7 · (1 + |x|): 2^k times a polynomial on [-½, ½], the same bits on every machine.
fn exp(x: f32) -> f32 {
    let t = x.max(-80.0) * std::f32::consts::LOG2_E;
    // `t <= 0`, so cutting off the fraction of `t - ½` rounds to the nearest integer.
    let k = (t - 0.5) as i32;
    let f = (t - k as f32) * std::f32::consts::LN_2;
    let poly = 1.0
        + f * (1.0 + f * (0.5 + f * (1.0 / 6.0 + f * (1.0 / 24.0 + f * (1.0 / 120.0 + f * (1.0 / 720.0))))));
    f32::from_bits(((k + 127) as u32) << 23) * poly
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponential_is_accurate() {
        for n in 0..2000 {
            let x = -(n as f32) / 100.0;
            let exact = f64::from(x).exp();
            assert!((f64::from(exp(x)) / exact - 1.0).abs() < 4e-7 * f64::from(1.0 - x), "{x}");
        }
    }

    #[test]
    fn softmax_sums_to_one() {
        let p = softmax([1.0, -2.0, 3.0, 0.5, -40.0, 2.0]);
        assert!((p.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(p[2] > p[5] && p[5] > p[0]);
    }

    #[test]
    fn sizes_must_fit_together() {
        let shape = Shape { rows: 4, width: LANES, buckets: 1 };
        assert!(Network::new(shape, &[0; 4 * LANES], &[0; LANES], vec![]).is_none());
        assert!(!Shape { width: 100, ..shape }.is_valid());
    }
}
