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
    pub(crate) fn at(&self, x: f64, y: f64) -> f64 {
        // Without the instructions of newer processors `floor` is a call.
        let floor = |v: f64| {
            let whole = v as i32;
            if f64::from(whole) > v { whole - 1 } else { whole }
        };
        let (x0, y0) = (floor(x), floor(y));
        let (fx, fy) = (x - f64::from(x0), y - f64::from(y0));
        let ease = |t: f64| t * t * (3.0 - 2.0 * t);
        // Almost every place lies within the first period: there no division is needed.
        let wrap = |cell: i32, period: i32| {
            if (0..period).contains(&cell) { cell } else { cell.rem_euclid(period) }
        };
        let [left, right] = [0, 1].map(|step| wrap(x0 + step, self.period.0));
        let [above, below] = [0, 1].map(|step| wrap(y0 + step, self.period.1));
        let corner = |x: i32, y: i32| self.corners[(y * self.period.0 + x) as usize];
        let mix = |a: f64, b: f64, t: f64| a + (b - a) * t;
        let top = mix(corner(left, above), corner(right, above), ease(fx));
        let bottom = mix(corner(left, below), corner(right, below), ease(fx));
        mix(top, bottom, ease(fy))
    }

    /// The noise at a place of a tile that is one period wide and high, from 0 to 1.
    pub(crate) fn on_tile(&self, x: f64, y: f64) -> f64 {
        self.at(x * f64::from(self.period.0), y * f64::from(self.period.1))
    }
}
