// SPDX-License-Identifier: GPL-3.0-or-later
//! Materials computed from noise: wood, felt, leather and marble as tiles that repeat without seams.
//!
//! A texel holds a tone (red; one half leaves a color unchanged), its shine (green; one half leaves it unchanged) and its
//! slope (blue and alpha; one half is level).

use crate::noise::{Noise, hash, rows, smooth};
use std::f64::consts::TAU;
use std::sync::OnceLock;

/// Side of a tile in texels.
pub const SIDE: usize = 512;

/// The tiles by layer: computed when the first painter needs them, the same for all.
static TILES: [OnceLock<Vec<u8>>; Material::ALL.len()] = [const { OnceLock::new() }; Material::ALL.len()];

/// A material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Material {
    /// No pattern: lacquer, ivory, paper.
    Plain,
    /// Grain along the first axis.
    Wood,
    /// Short fibers.
    Felt,
    /// Grained hide.
    Leather,
    /// Veined stone.
    Marble,
}

impl Material {
    /// All of them, in order.
    pub const ALL: [Material; 5] =
        [Material::Plain, Material::Wood, Material::Felt, Material::Leather, Material::Marble];

    /// Its place in [`Material::ALL`].
    #[must_use]
    pub const fn layer(self) -> usize {
        self as usize
    }

    /// Size of a tile in board units, along and across the grain.
    #[must_use]
    pub const fn tile(self) -> [f32; 2] {
        match self {
            Material::Plain => [64.0, 64.0],
            Material::Wood => [64.0, 19.0],
            Material::Felt => [13.0, 13.0],
            Material::Leather => [12.0, 12.0],
            Material::Marble => [46.0, 46.0],
        }
    }

    /// The tile, row by row, four bytes a texel.
    #[must_use]
    pub fn texels(self) -> &'static [u8] {
        TILES[self.layer()].get_or_init(|| self.computed())
    }

    fn computed(self) -> Vec<u8> {
        match self {
            Material::Plain => [128; 4].repeat(SIDE * SIDE),
            Material::Wood => tile(wood()),
            Material::Felt => tile(felt()),
            Material::Leather => tile(leather()),
            Material::Marble => tile(marble()),
        }
    }
}

/// Tone and shine from −1 to 1, height in any unit that makes slopes of neighbors appear right.
#[derive(Clone, Copy, Debug)]
struct Texel {
    tone: f64,
    shine: f64,
    height: f64,
}

/// Where a row or column of texels is on the tile, from 0 to 1.
fn place(n: usize) -> f64 {
    n as f64 / SIDE as f64
}

/// The bytes of a tile whose rows are told by their place.
fn tile(row: impl Fn(f64) -> Vec<Texel>) -> Vec<u8> {
    let all: Vec<Texel> = (0..SIDE).flat_map(|y| row(place(y))).collect();
    let height = |x: usize, y: usize| all[y % SIDE * SIDE + x % SIDE].height;
    let byte = |v: f64| ((v * 0.5 + 0.5).clamp(0.0, 1.0) * 255.0).round() as u8;
    let mut bytes = Vec::with_capacity(SIDE * SIDE * 4);
    for y in 0..SIDE {
        for x in 0..SIDE {
            let texel = all[y * SIDE + x];
            let dx = height(x + 1, y) - height(x + SIDE - 1, y);
            let dy = height(x, y + 1) - height(x, y + SIDE - 1);
            bytes.extend([byte(texel.tone), byte(texel.shine), byte(-dx), byte(-dy)]);
        }
    }
    bytes
}

/// Three octaves of noise.
struct Cloud([Noise; 3]);

impl Cloud {
    /// The first octave has `n` × `n` cells on the tile.
    fn new(n: i32, seed: u32) -> Cloud {
        Cloud([(n, seed), (n * 2, seed + 1), (n * 4, seed + 2)].map(|(n, seed)| Noise::new((n, n), seed)))
    }

    fn sum([a, b, c]: [f64; 3]) -> f64 {
        0.57 * a + 0.29 * b + 0.14 * c
    }

    fn on_tile(&self, x: f64, y: f64) -> f64 {
        Cloud::sum(self.0.each_ref().map(|octave| octave.on_tile(x, y)))
    }

    fn row(&self, y: f64) -> Vec<f64> {
        let octaves = rows(&self.0, SIDE, y);
        (0..SIDE).map(|n| Cloud::sum(octaves.each_ref().map(|octave| octave[n]))).collect()
    }
}

fn step(low: f64, high: f64, v: f64) -> f64 {
    smooth(((v - low) / (high - low)).clamp(0.0, 1.0))
}

fn wood() -> impl Fn(f64) -> Vec<Texel> {
    let drifts = [Noise::new((2, 3), 21), Noise::new((5, 7), 22), Noise::new((20, 40), 23)];
    let fibers = [Noise::new((12, 256), 24), Noise::new((40, 512), 25)];
    let flames = [Noise::new((10, 4), 26), Noise::new((30, 6), 27)];
    let pores = [Noise::new((36, 256), 28)];
    move |y| {
        let ([wide, narrow, fine], [long, short]) = (rows(&drifts, SIDE, y), rows(&fibers, SIDE, y));
        let ([broad, slim], [pores]) = (rows(&flames, SIDE, y), rows(&pores, SIDE, y));
        let texel = |n: usize| {
            // Growth rings, cut along the trunk, drift across the board; late wood is dark and ends sharply.
            let drift = 0.95 * wide[n] + 0.18 * narrow[n] + 0.03 * fine[n];
            let ring = (y * 9.0 + drift).rem_euclid(1.0);
            let late = step(0.25, 0.93, ring) * (1.0 - step(0.95, 1.0, ring));
            let fiber = 0.6 * long[n] + 0.4 * short[n];
            let flame = broad[n] * slim[n];
            let pore = step(0.52, 0.80, pores[n]) * (0.35 + 0.65 * late);
            Texel {
                tone: 0.34 - 0.72 * late + 0.30 * fiber + 0.22 * flame - 0.70 * pore,
                shine: 0.15 * flame - 0.6 * pore,
                height: -0.20 * pore - 0.04 * late,
            }
        };
        (0..SIDE).map(texel).collect()
    }
}

fn felt() -> impl Fn(f64) -> Vec<Texel> {
    let side = SIDE as i32;
    let (along, across) = ((side / 8, side / 2), (side / 2, side / 8));
    let straight = [Noise::new(along, 32), Noise::new(across, 33)];
    let oblique = [Noise::new(along, 34), Noise::new(along, 35)];
    let lumps = Cloud::new(24, 36);
    move |y| {
        let (straight, lumps) = (rows(&straight, SIDE, y), lumps.row(y));
        let texel = |n: usize| {
            let x = place(n);
            let fine = hash(n as i32, (y * SIDE as f64) as i32, 31);
            // Fibers lie in all directions: noise stretched along four of them.
            let (sum, difference) = ((x + y).rem_euclid(1.0), (x - y).rem_euclid(1.0));
            let fibers = straight[0][n]
                + straight[1][n]
                + oblique[0].on_tile(sum, difference)
                + oblique[1].on_tile(difference, sum);
            let height = 0.25 * fibers + 0.20 * fine + 0.30 * lumps[n];
            Texel { tone: 0.9 * height, shine: 0.0, height: 0.40 * height }
        };
        (0..SIDE).map(texel).collect()
    }
}

fn leather() -> impl Fn(f64) -> Vec<Texel> {
    // Cells around scattered points; creases run where two are equally near.
    const CELLS: i32 = 34;
    const BEND: f64 = 0.012;
    let points: Vec<[f64; 2]> = (0..CELLS * CELLS)
        .map(|n| [43, 44].map(|seed| 0.5 + 0.42 * hash(n % CELLS, n / CELLS, seed)))
        .collect();
    let bends = [Noise::new((12, 12), 41), Noise::new((12, 12), 42)];
    let worn = Cloud::new(5, 45);
    move |y| {
        let bends = rows(&bends, SIDE, y);
        let texel = |n: usize| {
            let (x, y) = (place(n) + BEND * bends[0][n], y + BEND * bends[1][n]);
            let (fx, fy) = (x * f64::from(CELLS), y * f64::from(CELLS));
            let (left, top) = (fx.floor() as i32, fy.floor() as i32);
            // Squares of the distances to the nearest point and to the one after it.
            let (mut first, mut second) = (81.0f64, 81.0f64);
            for cy in top - 1..=top + 1 {
                for cx in left - 1..=left + 1 {
                    let [px, py] = points[(cy.rem_euclid(CELLS) * CELLS + cx.rem_euclid(CELLS)) as usize];
                    let (dx, dy) = (fx - f64::from(cx) - px, fy - f64::from(cy) - py);
                    let d = dx * dx + dy * dy;
                    (first, second) = if d < first { (d, first) } else { (first, second.min(d)) };
                }
            }
            let crease = 1.0 - step(0.02, 0.30, second.sqrt() - first.sqrt());
            let worn = worn.on_tile(x.rem_euclid(1.0), y.rem_euclid(1.0));
            let dome = 1.0 - first;
            Texel {
                tone: 0.25 - 0.75 * crease + 0.25 * worn,
                shine: 0.25 - 0.8 * crease + 0.25 * worn,
                height: 0.55 * dome - 0.55 * crease,
            }
        };
        (0..SIDE).map(texel).collect()
    }
}

fn marble() -> impl Fn(f64) -> Vec<Texel> {
    let clouds = [Cloud::new(3, 51), Cloud::new(3, 55), Cloud::new(5, 59), Cloud::new(24, 63)];
    let strengths = [70, 71, 72].map(|seed| Noise::new((5, 5), seed));
    // The direction of each vein, how far it bends, and how much it shows.
    let veins = [([2.0, 2.0], 0.55, 1.0), ([-2.0, 4.0], 0.7, 0.8), ([6.0, -2.0], 0.8, 0.5)];
    move |y| {
        let [along, across, large, small] = clouds.each_ref().map(|cloud| cloud.row(y));
        let strengths = rows(&strengths, SIDE, y);
        let texel = |n: usize| {
            // A vein follows a bent line; it is thin, uneven in strength, and fades into a soft halo.
            let shown = veins.iter().zip(&strengths).map(|(([right, down], bend, share), strengths)| {
                let phase = place(n) * right + y * down + bend * along[n] + 0.5 * bend * across[n];
                let near = (TAU / 2.0 * phase).sin().abs();
                let strength = step(-0.15, 0.55, strengths[n]);
                share * (0.75 * (1.0 - near).powi(34) + 0.25 * (1.0 - near).powi(7)) * strength
            });
            let body = 0.45 * large[n] + 0.20 * small[n];
            Texel { tone: 0.10 + body - 1.5 * shown.sum::<f64>(), shine: 0.0, height: 0.0 }
        };
        (0..SIDE).map(texel).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_leave_colors_about_as_they_are_and_repeat() {
        for material in Material::ALL {
            let texels = material.texels();
            assert_eq!(texels.len(), SIDE * SIDE * 4);
            let tone = |n: usize| f64::from(texels[n * 4]);
            let mean = (0..SIDE * SIDE).map(tone).sum::<f64>() / (SIDE * SIDE) as f64;
            assert!((95.0..165.0).contains(&mean), "{material:?} has a mean of {mean}");
            // The step over the seam is no larger than steps elsewhere.
            let across = |a: usize, b: usize| {
                (0..SIDE).map(|y| (tone(y * SIDE + a) - tone(y * SIDE + b)).abs()).sum::<f64>() / SIDE as f64
            };
            let inside = across(200, 201).max(across(300, 301)).max(across(77, 78));
            assert!(across(SIDE - 1, 0) <= inside * 1.6 + 2.0, "{material:?} has a seam");
        }
    }
}
