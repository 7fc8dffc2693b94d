// SPDX-License-Identifier: GPL-3.0-or-later
//! Gradient of the first layer's rows. Every example adds its derivatives to about a hundred rows. They wait until a block
//! of examples is full; then each row is read and written once for all of them.

use gnubg_engine::nn::LANES;

/// Examples of a block. Their derivatives fit the second-level cache.
const BLOCK: usize = 256;

/// Units that are summed in registers.
const TILE: usize = 32;
const _: () = assert!(LANES.is_multiple_of(TILE));

/// Sums of derivatives by row.
#[derive(Clone, Debug)]
pub(crate) struct RowGradient {
    width: usize,
    /// `[row][unit]`.
    sums: Vec<f32>,
    touched: Vec<bool>,
    /// `[waiting example][unit]`.
    waiting: Vec<f32>,
    /// The rows of the waiting examples, each with its example.
    pairs: Vec<(u16, u16)>,
    /// The examples of the pairs, sorted by row.
    examples: Vec<u16>,
    /// By row, where its examples begin; then where they end.
    places: Vec<usize>,
}

impl RowGradient {
    /// For a first layer of `rows` rows of `width` units, a multiple of [`LANES`].
    pub(crate) fn new(rows: usize, width: usize) -> RowGradient {
        RowGradient {
            width,
            sums: vec![0.0; rows * width],
            touched: vec![false; rows],
            waiting: Vec::with_capacity(BLOCK * width),
            pairs: Vec::new(),
            examples: Vec::new(),
            places: vec![0; rows + 1],
        }
    }

    /// Adds the derivatives by the first layer's sums of an example that has these rows.
    pub(crate) fn add(&mut self, rows: &[u16], derivatives: &[f32]) {
        let example = (self.waiting.len() / self.width) as u16;
        self.waiting.extend_from_slice(derivatives);
        self.pairs.extend(rows.iter().map(|row| (*row, example)));
        if self.waiting.len() == BLOCK * self.width {
            self.finish();
        }
    }

    /// Adds what still waits; before it, [`RowGradient::row`] may lack examples.
    pub(crate) fn finish(&mut self) {
        self.sort();
        let mut from = 0;
        for (row, to) in self.places[..self.touched.len()].iter().copied().enumerate() {
            let examples = &self.examples[std::mem::replace(&mut from, to)..to];
            if examples.is_empty() {
                continue;
            }
            self.touched[row] = true;
            for (n, sums) in self.sums[row * self.width..][..self.width].chunks_exact_mut(TILE).enumerate() {
                let mut tile = [0.0f32; TILE];
                tile.copy_from_slice(sums);
                for example in examples {
                    let at = usize::from(*example) * self.width + n * TILE;
                    let derivatives = &self.waiting[at..at + TILE];
                    tile.iter_mut().zip(derivatives).for_each(|(sum, d)| *sum += d);
                }
                sums.copy_from_slice(&tile);
            }
        }
        self.waiting.clear();
        self.pairs.clear();
    }

    /// Sorts the pairs by row, the examples of each in their order; `places` says then where they end.
    fn sort(&mut self) {
        self.places.fill(0);
        for (row, _) in &self.pairs {
            self.places[usize::from(*row) + 1] += 1;
        }
        for row in 1..self.places.len() {
            self.places[row] += self.places[row - 1];
        }
        self.examples.resize(self.pairs.len(), 0);
        for (row, example) in &self.pairs {
            let place = &mut self.places[usize::from(*row)];
            self.examples[*place] = *example;
            *place += 1;
        }
    }

    /// The sums of a row, `None` if no example has it.
    pub(crate) fn row(&self, row: usize) -> Option<&[f32]> {
        self.touched[row].then(|| &self.sums[row * self.width..][..self.width])
    }

    /// Resets all sums and keeps the memory.
    pub(crate) fn clear(&mut self) {
        for (row, touched) in self.touched.iter_mut().enumerate().filter(|(_, touched)| **touched) {
            self.sums[row * self.width..][..self.width].fill(0.0);
            *touched = false;
        }
        self.waiting.clear();
        self.pairs.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_sums_its_examples() {
        let (rows, width, count) = (7, LANES, BLOCK + 3);
        let mut gradient = RowGradient::new(rows, width);
        for _ in 0..2 {
            gradient.clear();
            let mut expected = vec![vec![0.0f32; width]; rows];
            for example in 0..count {
                let derivatives: Vec<f32> =
                    (0..width).map(|unit| (example * 31 % 17 + unit) as f32).collect();
                let of_example = [(example % 5) as u16, 6];
                gradient.add(&of_example, &derivatives);
                for row in of_example {
                    expected[usize::from(row)].iter_mut().zip(&derivatives).for_each(|(sum, d)| *sum += d);
                }
            }
            gradient.finish();
            for (row, expected) in expected.iter().enumerate().filter(|(row, _)| *row != 5) {
                assert_eq!(gradient.row(row), Some(expected.as_slice()), "{row}");
            }
            assert_eq!(gradient.row(5), None);
        }
    }
}
