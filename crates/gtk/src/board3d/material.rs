// SPDX-License-Identifier: GPL-3.0-or-later
//! Materials computed from noise: wood, felt, leather and marble as tiles that repeat without seams.
//!
//! A texel holds a tone (red; one half leaves a color unchanged), its shine (green; one half leaves it unchanged) and its
//! slope (blue and alpha; one half is level).

use gnubg_draw::paint::texture::{hash, smooth};
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
        let texel: fn(f64, f64) -> Texel = match self {
            Material::Plain => return [128; 4].repeat(SIDE * SIDE),
            Material::Wood => wood,
            Material::Felt => felt,
            Material::Leather => leather,
            Material::Marble => marble,
        };
        let all: Vec<Texel> = (0..SIDE * SIDE)
            .map(|n| texel((n % SIDE) as f64 / SIDE as f64, (n / SIDE) as f64 / SIDE as f64))
            .collect();
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
}

/// Tone and shine from −1 to 1, height in any unit that makes slopes of neighbors appearance right.
#[derive(Clone, Copy, Debug)]
struct Texel {
    tone: f64,
    shine: f64,
    height: f64,
}

/// Noise from −1 to 1 with `nx` × `ny` cells on the tile.
fn noise(x: f64, y: f64, nx: i32, ny: i32, seed: u32) -> f64 {
    smooth(x * f64::from(nx), y * f64::from(ny), (nx, ny), seed)
}

/// Three octaves of noise.
fn cloud(x: f64, y: f64, n: i32, seed: u32) -> f64 {
    0.57 * noise(x, y, n, n, seed)
        + 0.29 * noise(x, y, n * 2, n * 2, seed + 1)
        + 0.14 * noise(x, y, n * 4, n * 4, seed + 2)
}

fn step(low: f64, high: f64, v: f64) -> f64 {
    let t = ((v - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn wood(x: f64, y: f64) -> Texel {
    // Growth rings, cut along the trunk, drift across the board; late wood is dark and ends sharply.
    let drift = 0.95 * noise(x, y, 2, 3, 21) + 0.18 * noise(x, y, 5, 7, 22) + 0.03 * noise(x, y, 20, 40, 23);
    let ring = (y * 9.0 + drift).rem_euclid(1.0);
    let late = step(0.25, 0.93, ring) * (1.0 - step(0.95, 1.0, ring));
    let fiber = 0.6 * noise(x, y, 12, 256, 24) + 0.4 * noise(x, y, 40, 512, 25);
    let flame = noise(x, y, 10, 4, 26) * noise(x, y, 30, 6, 27);
    let pore = step(0.52, 0.80, noise(x, y, 36, 256, 28)) * (0.35 + 0.65 * late);
    Texel {
        tone: 0.34 - 0.72 * late + 0.30 * fiber + 0.22 * flame - 0.70 * pore,
        shine: 0.15 * flame - 0.6 * pore,
        height: -0.20 * pore - 0.04 * late,
    }
}

fn felt(x: f64, y: f64) -> Texel {
    let (px, py) = ((x * SIDE as f64) as i32, (y * SIDE as f64) as i32);
    let fine = hash(px, py, 31);
    // Fibers lie in all directions: noise stretched along four of them.
    let side = SIDE as i32;
    let fibers = noise(x, y, side / 8, side / 2, 32)
        + noise(x, y, side / 2, side / 8, 33)
        + noise((x + y).rem_euclid(1.0), (x - y).rem_euclid(1.0), side / 8, side / 2, 34)
        + noise((x - y).rem_euclid(1.0), (x + y).rem_euclid(1.0), side / 8, side / 2, 35);
    let lumps = cloud(x, y, 24, 36);
    let height = 0.25 * fibers + 0.20 * fine + 0.30 * lumps;
    Texel { tone: 0.9 * height, shine: 0.0, height: 0.40 * height }
}

fn leather(x: f64, y: f64) -> Texel {
    // Cells around scattered points; creases run where two are equally near.
    const CELLS: i32 = 34;
    let bend = 0.012;
    let (x, y) = (x + bend * noise(x, y, 12, 12, 41), y + bend * noise(x, y, 12, 12, 42));
    let (fx, fy) = (x * f64::from(CELLS), y * f64::from(CELLS));
    let (mut first, mut second) = (9.0f64, 9.0f64);
    for dy in -1..=1 {
        for dx in -1..=1 {
            let (cx, cy) = (fx.floor() as i32 + dx, fy.floor() as i32 + dy);
            let (wx, wy) = (cx.rem_euclid(CELLS), cy.rem_euclid(CELLS));
            let px = f64::from(cx) + 0.5 + 0.42 * hash(wx, wy, 43);
            let py = f64::from(cy) + 0.5 + 0.42 * hash(wx, wy, 44);
            let d = (fx - px).hypot(fy - py);
            (first, second) = if d < first { (d, first) } else { (first, second.min(d)) };
        }
    }
    let crease = 1.0 - step(0.02, 0.30, second - first);
    let worn = cloud(x.rem_euclid(1.0), y.rem_euclid(1.0), 5, 45);
    let dome = 1.0 - first * first;
    Texel {
        tone: 0.25 - 0.75 * crease + 0.25 * worn,
        shine: 0.25 - 0.8 * crease + 0.25 * worn,
        height: 0.55 * dome - 0.55 * crease,
    }
}

fn marble(x: f64, y: f64) -> Texel {
    let (wx, wy) = (cloud(x, y, 3, 51), cloud(x, y, 3, 55));
    // A vein follows a bent line; it is thin, uneven in strength, and fades into a soft halo.
    let vein = |turns: (f64, f64), bend: f64, seed: u32| {
        let phase = x * turns.0 + y * turns.1 + bend * wx + 0.5 * bend * wy;
        let near = (TAU / 2.0 * phase).sin().abs();
        let strength = step(-0.15, 0.55, noise(x, y, 5, 5, seed));
        (0.75 * (1.0 - near).powi(34) + 0.25 * (1.0 - near).powi(7)) * strength
    };
    let veins =
        vein((2.0, 2.0), 0.55, 70) + 0.8 * vein((-2.0, 4.0), 0.7, 71) + 0.5 * vein((6.0, -2.0), 0.8, 72);
    let body = 0.45 * cloud(x, y, 5, 59) + 0.20 * cloud(x, y, 24, 63);
    Texel { tone: 0.10 + body - 1.5 * veins, shine: 0.0, height: 0.0 }
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
