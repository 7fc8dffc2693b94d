// SPDX-License-Identifier: GPL-3.0-or-later
//! The parameters of one net and its layers above the first.

use super::aligned::AlignedValues;
use super::head::{Head, Output, READINGS};
use super::upper::{self, Upper};
use super::{ACTIVATION_ONE, HIDDEN, Kernel, LANES};

/// The sizes of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkShape {
    /// Rows of the first layer, all slots together.
    pub rows: usize,
    /// Units of the first layer, a multiple of [`LANES`].
    pub width: usize,
    /// Variants of the upper layers, chosen by the caller for each position.
    pub buckets: usize,
}

impl NetworkShape {
    /// Whether the sizes are usable: nothing empty, width a multiple of [`LANES`], at most 64 MiB of rows.
    #[must_use]
    pub(crate) fn is_valid(&self) -> bool {
        self.rows > 0
            && self.rows <= usize::from(u16::MAX)
            && self.width > 0
            && self.width.is_multiple_of(LANES)
            && self.width <= 4096
            && (1..=64).contains(&self.buckets)
            && self.rows * self.width <= 1 << 25
    }
}

/// One net, ready to evaluate.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) shape: NetworkShape,
    /// First-layer rows `[row][unit]` in units of 1/`ROW_ONE`.
    pub(super) rows: AlignedValues,
    /// First-layer biases.
    pub(super) bias: AlignedValues,
    pub(super) heads: Vec<Head>,
    /// The heads as the kernels read them.
    uppers: Vec<Upper>,
    pub(super) kernel: Kernel,
}

impl Network {
    /// A net of the given parameters.
    ///
    /// Returns `None` if the sizes do not fit together or a second-layer sum could overflow 32 bits.
    #[must_use]
    pub fn new(shape: NetworkShape, rows: &[i16], bias: &[i16], heads: Vec<Head>) -> Option<Network> {
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
            rows: AlignedValues::new(rows),
            bias: AlignedValues::new(bias),
            uppers: heads.iter().map(|head| Upper::new(head, shape.width)).collect(),
            heads,
            kernel: Kernel::detect(),
        })
    }

    /// The net's sizes.
    #[must_use]
    pub fn shape(&self) -> NetworkShape {
        self.shape
    }

    /// First-layer rows `[row][unit]` in units of 1/[`ROW_ONE`](super::ROW_ONE).
    #[must_use]
    pub fn rows(&self) -> &[i16] {
        self.rows.as_slice()
    }

    /// First-layer biases in the same units.
    #[must_use]
    pub fn bias(&self) -> &[i16] {
        self.bias.as_slice()
    }

    /// The layers above the first, one a bucket.
    #[must_use]
    pub fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// The kernel in use.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The same net with other readings, one pair of weights and biases a bucket.
    ///
    /// Returns `None` if there are not as many as buckets.
    #[must_use]
    pub fn with_readings(
        &self,
        readings: &[([[f32; 2 * HIDDEN]; READINGS], [f32; READINGS])],
    ) -> Option<Network> {
        let mut heads = self.heads.clone();
        (readings.len() == heads.len()).then_some(())?;
        for (head, (weights, bias)) in heads.iter_mut().zip(readings) {
            (head.readings, head.readings_bias) = (*weights, *bias);
        }
        Network::new(self.shape, self.rows(), self.bias(), heads)
    }

    /// The same net with each bucket repeated to make `buckets` of them, a multiple of those it has; otherwise unchanged.
    #[must_use]
    pub fn with_buckets(self, buckets: usize) -> Network {
        let times = buckets / self.shape.buckets;
        if times < 2 || !buckets.is_multiple_of(self.shape.buckets) {
            return self;
        }
        let repeat = |head: &Head| std::iter::repeat_n(head.clone(), times);
        let heads: Vec<Head> = self.heads.iter().flat_map(repeat).collect();
        let uppers = heads.iter().map(|head| Upper::new(head, self.shape.width)).collect();
        Network { shape: NetworkShape { buckets, ..self.shape }, heads, uppers, ..self }
    }

    /// The layers above the first, from first-layer sums.
    ///
    /// `bucket` must be below the shape's number of buckets.
    pub(super) fn output(&self, sums: &[i16], bucket: usize) -> Output {
        let upper = &self.uppers[bucket];
        self.kernel.output(&self.kernel.dense(sums, upper.pairs.as_slice()), upper)
    }

    /// The second layer's units from first-layer sums.
    pub(super) fn hidden(&self, sums: &[i16], bucket: usize) -> [f32; 2 * HIDDEN] {
        let upper = &self.uppers[bucket];
        upper::activate(&self.kernel.dense(sums, upper.pairs.as_slice()), upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::OUTPUTS;

    #[test]
    fn sizes_must_fit_together() {
        let shape = NetworkShape { rows: 4, width: LANES, buckets: 1 };
        assert!(Network::new(shape, &[0; 4 * LANES], &[0; LANES], vec![]).is_none());
        assert!(!NetworkShape { width: 100, ..shape }.is_valid());
    }

    #[test]
    fn repeated_buckets_say_the_same() {
        let shape = NetworkShape { rows: 4, width: LANES, buckets: 2 };
        let head = |bias: f32| Head {
            dense: vec![1; HIDDEN * LANES],
            bias: [bias; HIDDEN],
            output: std::array::from_fn(|k| [k as f32; 2 * HIDDEN]),
            output_bias: [0.0; OUTPUTS],
            readings: [[bias; 2 * HIDDEN]; READINGS],
            readings_bias: [0.0; READINGS],
        };
        let net = Network::new(shape, &[3; 4 * LANES], &[5; LANES], vec![head(0.25), head(0.5)]).unwrap();
        let finer = net.clone().with_buckets(6);
        assert_eq!(finer.shape(), NetworkShape { buckets: 6, ..shape });
        let sums = [400; LANES];
        assert_ne!(net.output(&sums, 0), net.output(&sums, 1));
        for bucket in 0..6 {
            assert_eq!(finer.output(&sums, bucket), net.output(&sums, bucket / 3));
        }
        assert_eq!(net.clone().with_buckets(3).shape(), shape, "3 is no multiple of 2");
    }
}
