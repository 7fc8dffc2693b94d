// SPDX-License-Identifier: GPL-3.0-or-later
//! The layers above the first, laid out for evaluation, and code for them that all kernels share: always inlined, it
//! becomes vector code in the kernels that have vectors.

use super::aligned::{Aligned, AlignedValues};
use super::{ACTIVATION_ONE, HIDDEN, Head, OUTPUTS, READINGS, WEIGHT_ONE};

/// Outcomes and readings, which together fill a vector.
pub(super) const LANES: usize = OUTPUTS + READINGS;

/// Chains of additions that run side by side.
pub(super) const CHAINS: usize = 4;

/// One head of a net as the kernels read it.
#[derive(Clone, Debug)]
pub(super) struct Upper {
    /// Second-layer weights `[pair of first-layer units][unit][first, second of the pair]`. Pairs whose units are both 0
    /// are skipped; about half of all pairs are.
    pub(super) pairs: AlignedValues,
    bias: Aligned<[f32; HIDDEN]>,
    /// Output weights `[z clipped, then z clipped and squared][outcome, then reading]`.
    pub(super) output: Aligned<[[f32; LANES]; 2 * HIDDEN]>,
    pub(super) output_bias: [f32; LANES],
}

impl Upper {
    /// Lays out a head whose first layer has `width` units.
    pub(super) fn new(head: &Head, width: usize) -> Upper {
        let mut pairs = Vec::with_capacity(HIDDEN * width);
        for pair in 0..width / 2 {
            for unit in 0..HIDDEN {
                let at = unit * width + 2 * pair;
                pairs.extend_from_slice(&head.dense[at..at + 2]);
            }
        }
        let [a, b, c, d, e, f] = head.output.each_ref();
        let [g, h] = head.readings.each_ref();
        let rows = [a, b, c, d, e, f, g, h];
        let [a, b, c, d, e, f] = head.output_bias;
        let [g, h] = head.readings_bias;
        Upper {
            pairs: AlignedValues::new(&pairs),
            bias: Aligned(head.bias),
            output: Aligned(std::array::from_fn(|input| rows.map(|row| row[input]))),
            output_bias: [a, b, c, d, e, f, g, h],
        }
    }
}

/// Second-layer units from their dot products: clipped to 0..1, then the squares of that.
#[inline(always)]
pub(super) fn activate(dots: &[i32; HIDDEN], upper: &Upper) -> [f32; 2 * HIDDEN] {
    let scale = 1.0 / (ACTIVATION_ONE * WEIGHT_ONE);
    let mut z = [0.0f32; 2 * HIDDEN];
    for unit in 0..HIDDEN {
        let clipped = (dots[unit] as f32 * scale + upper.bias[unit]).clamp(0.0, 1.0);
        z[unit] = clipped;
        z[HIDDEN + unit] = clipped * clipped;
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_lie_in_pairs() {
        let width = 64;
        let head = Head {
            dense: (0..HIDDEN * width).map(|n| n as i16).collect(),
            bias: [0.0; HIDDEN],
            output: [[0.0; 2 * HIDDEN]; OUTPUTS],
            output_bias: [0.0; OUTPUTS],
            readings: [[0.0; 2 * HIDDEN]; READINGS],
            readings_bias: [0.0; READINGS],
        };
        let upper = Upper::new(&head, width);
        let at = (5 * HIDDEN + 3) * 2;
        assert_eq!(upper.pairs.as_slice()[at..at + 2], [3 * width as i16 + 10, 3 * width as i16 + 11]);
    }
}
