// SPDX-License-Identifier: GPL-3.0-or-later
//! Noise that repeats, which felt, wood and other materials are computed from.

/// A number from −1 to 1 that depends only on the place (integer hash by Chris Wellons, 2018).
pub(crate) fn hash(x: i32, y: i32, seed: u32) -> f64 {
    let mut n = (x as u32)
        .wrapping_mul(0x9e37_79b1)
        .wrapping_add((y as u32).wrapping_mul(0x85eb_ca77))
        .wrapping_add(seed.wrapping_mul(0xc2b2_ae3d));
    n ^= n >> 16;
    n = n.wrapping_mul(0x7feb_352d);
    n ^= n >> 15;
    n = n.wrapping_mul(0x846c_a68b);
    n ^= n >> 16;
    f64::from(n) / f64::from(u32::MAX) * 2.0 - 1.0
}

/// The cells before and after a place, which repeat, and how near it is to the second of them.
fn between(v: f64, period: i32) -> ([usize; 2], f64) {
    // Without the instructions of newer processors `floor` is a call.
    let whole = v as i32;
    let cell = if f64::from(whole) > v { whole - 1 } else { whole };
    let part = v - f64::from(cell);
    // Almost every place lies within the first period: there no division is needed.
    let wrap = |cell: i32| if (0..period).contains(&cell) { cell } else { cell.rem_euclid(period) };
    ([cell, cell + 1].map(|cell| wrap(cell) as usize), smooth(part))
}

/// From 0 to 1, level at both ends.
pub(crate) fn smooth(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

fn mix(a: f64, b: f64, t: f64) -> f64 {
    a + (b - a) * t
}

/// Smooth noise from −1 to 1: values at the corners of cells, and between them in the cells.
pub(crate) struct Noise {
    /// How many cells it repeats after, to the right and down.
    period: (i32, i32),
    corners: Vec<f64>,
}

impl Noise {
    pub(crate) fn new(period: (i32, i32), seed: u32) -> Noise {
        let rows = (0..period.1).flat_map(|y| (0..period.0).map(move |x| hash(x, y, seed)));
        Noise { period, corners: rows.collect() }
    }

    /// The noise at a place, in cells.
    fn at(&self, x: f64, y: f64) -> f64 {
        let ([left, right], across) = between(x, self.period.0);
        let ([above, below], down) = between(y, self.period.1);
        let corner = |x: usize, y: usize| self.corners[y * self.period.0 as usize + x];
        let top = mix(corner(left, above), corner(right, above), across);
        let bottom = mix(corner(left, below), corner(right, below), across);
        mix(top, bottom, down)
    }

    /// The noise at `n` places of a row, `step` cells apart from the left edge on.
    fn row(&self, step: f64, n: usize, y: f64) -> Vec<f64> {
        let width = self.period.0 as usize;
        let ([above, below], down) = between(y, self.period.1);
        let [above, below] = [above, below].map(|row| &self.corners[row * width..(row + 1) * width]);
        let edge: Vec<f64> = above.iter().zip(below).map(|(&a, &b)| mix(a, b, down)).collect();
        let places = (0..n).map(|x| between(x as f64 * step, self.period.0));
        places.map(|([left, right], across)| mix(edge[left], edge[right], across)).collect()
    }

    /// The noise at a place of a tile that is one period wide and high, from 0 to 1.
    pub(crate) fn on_tile(&self, x: f64, y: f64) -> f64 {
        self.at(x * f64::from(self.period.0), y * f64::from(self.period.1))
    }

    /// The noise at `n` places of a row of that tile, as far apart as the last is from the right edge.
    fn row_of_tile(&self, n: usize, y: f64) -> Vec<f64> {
        self.row(f64::from(self.period.0) / n as f64, n, y * f64::from(self.period.1))
    }
}

/// A row of each noise; see [`Noise::row_of_tile`].
pub(crate) fn rows<const N: usize>(noises: &[Noise; N], n: usize, y: f64) -> [Vec<f64>; N] {
    noises.each_ref().map(|noise| noise.row_of_tile(n, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_the_noise_at_their_places_and_it_repeats() {
        let noise = Noise::new((7, 5), 3);
        for y in [0.0, 0.31, 2.5, 4.99, -1.25] {
            for (n, value) in noise.row(0.37, 40, y).into_iter().enumerate() {
                let x = n as f64 * 0.37;
                assert!((value - noise.at(x, y)).abs() < 1e-12, "at {x}, {y}");
                assert!((noise.at(x, y) - noise.at(x - 7.0, y + 5.0)).abs() < 1e-9, "at {x}, {y}");
            }
        }
        let row = noise.row_of_tile(14, 0.2);
        assert!(
            row.iter().enumerate().all(|(n, value)| (value - noise.at(n as f64 / 2.0, 1.0)).abs() < 1e-12)
        );
    }
}
