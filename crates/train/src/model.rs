// SPDX-License-Identifier: GPL-3.0-or-later
//! A net in training form.
//!
//! Every row of the first layer is the sum of a residual of its own and of shared vectors: a number's rows share a
//! slope (value / largest value), a pattern's rows share one vector a point. Rare rows thus inherit what frequent ones
//! learned. Before a batch the sums are *folded* into plain rows, which is also what is exported.

use gnubg_engine::eval::inputs::{Schema, SlotKind};
use gnubg_engine::nn::{HIDDEN, Head, Network, NetworkShape, OUTPUTS, READINGS, ROW_ONE, WEIGHT_ONE};
use rand::{Rng, RngExt};

/// The layers above the first, in training form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct HeadParams {
    /// `[unit][first-layer unit]`.
    pub(crate) dense: Vec<f32>,
    pub(crate) bias: Vec<f32>,
    /// `[outcome][z (16), z² (16)]`.
    pub(crate) output: Vec<f32>,
    pub(crate) output_bias: Vec<f32>,
}

impl HeadParams {
    /// All parameters in a fixed order.
    pub(crate) fn parts(&self) -> [&Vec<f32>; 4] {
        [&self.dense, &self.bias, &self.output, &self.output_bias]
    }

    /// The same, to be changed.
    pub(crate) fn parts_mut(&mut self) -> [&mut Vec<f32>; 4] {
        [&mut self.dense, &mut self.bias, &mut self.output, &mut self.output_bias]
    }
}

/// How the rows of a schema share vectors: for each row the (shared vector, factor) pairs added to its residual.
#[derive(Clone, Debug)]
pub(crate) struct Sharing {
    pub(crate) n_shared: usize,
    pub(crate) of_row: Vec<Vec<(usize, f32)>>,
    /// For each shared vector the (row, factor) pairs it is added to.
    pub(crate) by_shared: Vec<Vec<(usize, f32)>>,
}

impl Sharing {
    pub(crate) fn new(schema: &Schema) -> Sharing {
        let of_row = Vec::with_capacity(schema.n_rows());
        let mut sharing = Sharing { n_shared: 0, of_row, by_shared: Vec::new() };
        for slot in schema.slots() {
            let first = sharing.n_shared;
            for value in 1..=slot.most {
                sharing.of_row.push(match slot.kind {
                    SlotKind::Number => vec![(first, f32::from(value) / f32::from(slot.most))],
                    SlotKind::Pattern => {
                        (0..16).filter(|bit| value >> bit & 1 != 0).map(|bit| (first + bit, 1.0)).collect()
                    }
                });
            }
            sharing.n_shared += match slot.kind {
                SlotKind::Number => 1,
                SlotKind::Pattern => (16 - slot.most.leading_zeros()) as usize,
            };
        }
        sharing.by_shared = vec![Vec::new(); sharing.n_shared];
        for (row, shares) in sharing.of_row.iter().enumerate() {
            shares.iter().for_each(|(shared, factor)| sharing.by_shared[*shared].push((row, *factor)));
        }
        sharing
    }
}

/// Which parameters a fit changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Learned {
    /// All of them.
    #[default]
    All,
    /// Those between the second layer and the outcomes: few enough to learn levels from noisy labels.
    Output,
}

/// All parameters of one net.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model {
    pub(crate) shape: NetworkShape,
    /// `[row][unit]`.
    pub(crate) residual: Vec<f32>,
    /// `[shared vector][unit]`.
    pub(crate) shared: Vec<f32>,
    pub(crate) bias: Vec<f32>,
    pub(crate) heads: Vec<HeadParams>,
}

impl Model {
    /// Random parameters: small shared vectors, no residuals, units in the middle of their range.
    pub(crate) fn random(schema: &Schema, width: usize, buckets: usize, rng: &mut impl Rng) -> Model {
        let shape = NetworkShape { rows: schema.n_rows(), width, buckets };
        let sharing = Sharing::new(schema);
        let mut uniform = |n: usize, range: f32| -> Vec<f32> {
            (0..n).map(|_| (rng.random::<f32>() * 2.0 - 1.0) * range).collect()
        };
        let shared = uniform(sharing.n_shared * width, 0.35);
        let bias = uniform(width, 0.3).into_iter().map(|b| b + 0.3).collect();
        let dense = uniform(HIDDEN * width, (4.0 / width as f32).sqrt());
        let head = HeadParams {
            dense,
            bias: uniform(HIDDEN, 0.1).into_iter().map(|b| b + 0.4).collect(),
            output: uniform(OUTPUTS * 2 * HIDDEN, 0.3),
            // About the frequencies of the six outcomes between equal players.
            output_bias: vec![-3.0, 0.0, 1.2, 1.2, 0.0, -3.0],
        };
        Model { shape, residual: vec![0.0; shape.rows * width], shared, bias, heads: vec![head; buckets] }
    }

    /// The plain rows: residual plus shared vectors.
    pub(crate) fn fold(&self, sharing: &Sharing, folded: &mut Vec<f32>) {
        let width = self.shape.width;
        folded.clear();
        folded.extend_from_slice(&self.residual);
        for (row, parts) in folded.chunks_exact_mut(width).zip(&sharing.of_row) {
            for &(shared, factor) in parts {
                let vector = &self.shared[shared * width..][..width];
                for (value, part) in row.iter_mut().zip(vector) {
                    *value += factor * part;
                }
            }
        }
    }

    /// The net in the engine's fixed-point form.
    pub(crate) fn export(&self, sharing: &Sharing) -> Option<Network> {
        let mut folded = Vec::new();
        self.fold(sharing, &mut folded);
        let (rows, bias) = (fixed(&folded, ROW_ONE), fixed(&self.bias, ROW_ONE));
        let heads = self
            .heads
            .iter()
            .map(|head| Head {
                dense: fixed(&head.dense, WEIGHT_ONE),
                bias: array(&head.bias),
                output: std::array::from_fn(|k| array(&head.output[k * 2 * HIDDEN..][..2 * HIDDEN])),
                output_bias: array(&head.output_bias),
                // They belong to finished nets (`train cube fit`).
                readings: [[0.0; 2 * HIDDEN]; READINGS],
                readings_bias: [0.0; READINGS],
            })
            .collect();
        Network::new(self.shape, &rows, &bias, heads)
    }

    /// A net of the engine in training form: what its rows share is in their residuals.
    pub(crate) fn import(network: &Network, schema: &Schema) -> Model {
        let shape = network.shape();
        let head = |head: &Head| HeadParams {
            dense: floats(&head.dense, WEIGHT_ONE),
            bias: head.bias.to_vec(),
            output: head.output.as_flattened().to_vec(),
            output_bias: head.output_bias.to_vec(),
        };
        Model {
            shape,
            residual: floats(network.rows(), ROW_ONE),
            shared: vec![0.0; Sharing::new(schema).n_shared * shape.width],
            bias: floats(network.bias(), ROW_ONE),
            heads: network.heads().iter().map(head).collect(),
        }
    }

    /// All parameters in a fixed order, for optimizers and files.
    pub(crate) fn parts(&self) -> Vec<&Vec<f32>> {
        let mut parts = vec![&self.residual, &self.shared, &self.bias];
        for head in &self.heads {
            parts.extend(head.parts());
        }
        parts
    }

    /// The same, to be changed.
    pub(crate) fn parts_mut(&mut self) -> Vec<&mut Vec<f32>> {
        let mut parts = vec![&mut self.residual, &mut self.shared, &mut self.bias];
        for head in &mut self.heads {
            parts.extend(head.parts_mut());
        }
        parts
    }

    /// Which of the [`Model::parts`] are changed.
    pub(crate) fn learned_parts(&self, learned: Learned) -> Vec<bool> {
        let all = learned == Learned::All;
        let first_layer = [all; 3];
        let heads = self.heads.iter().flat_map(|_| [all, all, true, true]);
        first_layer.into_iter().chain(heads).collect()
    }

    /// A net of the same shape with all parameters zero.
    pub(crate) fn zeros(&self) -> Model {
        let mut zeros = self.clone();
        zeros.parts_mut().into_iter().for_each(|part| part.fill(0.0));
        zeros
    }
}

/// Parameters in fixed point, in units of 1/`one`.
pub(crate) fn fixed(values: &[f32], one: f32) -> Vec<i16> {
    values.iter().map(|value| (value * one).round().clamp(-32767.0, 32767.0) as i16).collect()
}

/// The reverse of [`fixed`].
pub(crate) fn floats(values: &[i16], one: f32) -> Vec<f32> {
    values.iter().map(|&value| f32::from(value) / one).collect()
}

fn array<const N: usize>(values: &[f32]) -> [f32; N] {
    std::array::from_fn(|k| values[k])
}
