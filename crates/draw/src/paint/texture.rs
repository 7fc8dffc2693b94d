// SPDX-License-Identifier: GPL-3.0-or-later
//! Felt and wood textures, computed from noise: gray levels; the middle level leaves a color unchanged.

use crate::noise::{Noise, hash, rows};
use cairo::{Context, Extend, Filter, Format, ImageSurface, Matrix, SurfacePattern};
use std::sync::LazyLock;

/// Side of the felt tile in device pixels.
const FELT_SIDE: i32 = 192;
/// Length and width of the wood tile in its own pixels; it is stretched to 96 × 24 units.
const WOOD_SIZE: (i32, i32) = (768, 192);

/// The pixels of the tiles: computed when the first painter of pixels is made, the same for all.
static PIXELS: LazyLock<[Vec<u8>; 2]> =
    LazyLock::new(|| [pixels((FELT_SIDE, FELT_SIDE), felt_levels()), pixels(WOOD_SIZE, wood_levels())]);

/// The noise as surfaces.
#[derive(Debug)]
pub(super) struct Textures {
    felt: Option<ImageSurface>,
    wood: Option<ImageSurface>,
}

/// Which texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextureKind {
    /// Short fibers, at device resolution.
    Felt,
    /// Grain along x.
    WoodAcross,
    /// Grain along y.
    WoodUp,
}

/// Computes the tiles, unless that is done: a thread can do it while the window is being made.
pub fn prepare() {
    LazyLock::force(&PIXELS);
}

impl Textures {
    pub(super) fn new() -> Textures {
        let [felt, wood] = &*PIXELS;
        Textures { felt: surface((FELT_SIDE, FELT_SIDE), felt), wood: surface(WOOD_SIZE, wood) }
    }

    /// Fills the current clip with a texture; `px` is the size of a device pixel in units.
    pub(super) fn paint(&self, cr: &Context, kind: TextureKind, strength: f64, px: f64) {
        let surface = match kind {
            TextureKind::Felt => &self.felt,
            TextureKind::WoodAcross | TextureKind::WoodUp => &self.wood,
        };
        let Some(surface) = surface else { return };
        let pattern = SurfacePattern::create(surface);
        pattern.set_extend(Extend::Repeat);
        let mut matrix = Matrix::identity();
        match kind {
            TextureKind::Felt => {
                pattern.set_filter(Filter::Nearest);
                matrix.scale(1.0 / px, 1.0 / px);
            }
            TextureKind::WoodAcross => matrix.scale(8.0, 8.0),
            TextureKind::WoodUp => {
                matrix.scale(8.0, 8.0);
                matrix.rotate(std::f64::consts::FRAC_PI_2);
            }
        }
        pattern.set_matrix(matrix);
        if cr.set_source(&pattern).is_ok() {
            let _ = cr.paint_with_alpha(strength);
        }
    }
}

/// Bytes of a row of a tile.
fn stride(width: i32) -> usize {
    width as usize * 4
}

/// Black and white veils from levels −1 (dark) to 1 (light), which are told row by row.
fn pixels((w, h): (i32, i32), row: impl Fn(i32) -> Vec<f64>) -> Vec<u8> {
    let mut data = Vec::with_capacity(stride(w) * h as usize);
    for level in (0..h).flat_map(row) {
        let value = level.clamp(-1.0, 1.0);
        let alpha = (value.abs() * 255.0) as u8;
        // Premultiplied: white is alpha in every channel, black is zero.
        let light = if value > 0.0 { alpha } else { 0 };
        data.extend(u32::from_be_bytes([alpha, light, light, light]).to_ne_bytes());
    }
    data
}

/// A surface with a copy of the pixels.
fn surface((w, h): (i32, i32), pixels: &[u8]) -> Option<ImageSurface> {
    ImageSurface::create_for_data(pixels.to_vec(), Format::ARgb32, w, h, stride(w) as i32).ok()
}

fn felt_levels() -> impl Fn(i32) -> Vec<f64> {
    let side = FELT_SIDE;
    let parts = [
        Noise::new((side / 3, side), 2),
        Noise::new((side, side / 3), 3),
        Noise::new((side / 24, side / 24), 4),
    ];
    move |y| {
        let part_of_tile = f64::from(y) / f64::from(side);
        let [along, across, clouds] = rows(&parts, side as usize, part_of_tile);
        let level = |x: i32| {
            let n = x as usize;
            0.42 * hash(x, y, 1) + 0.42 * (along[n] * 0.5 + across[n] * 0.5) + 0.14 * clouds[n]
        };
        (0..side).map(level).collect()
    }
}

fn wood_levels() -> impl Fn(i32) -> Vec<f64> {
    let (w, h) = WOOD_SIZE;
    let parts = [
        Noise::new((w / 192, h / 48), 11),
        Noise::new((w / 64, h / 24), 12),
        Noise::new((w / 128, h * 2 / 3), 13),
        Noise::new((w / 24, h), 14),
    ];
    move |y| {
        let part_of_tile = f64::from(y) / f64::from(h);
        let [wide, narrow, veins, pores] = rows(&parts, w as usize, part_of_tile);
        let level = |n: usize| {
            let bend = wide[n] * 0.9 + narrow[n] * 0.10;
            let rings = ((part_of_tile * 7.0 + bend) * super::brush::TAU).sin();
            let fine = ((part_of_tile * 23.0 + bend * 2.6) * super::brush::TAU).sin();
            let pore = if pores[n] > 0.5 { -(pores[n] - 0.5) * 1.1 } else { 0.0 };
            0.30 * rings + 0.14 * fine + 0.16 * veins[n] + pore
        };
        (0..w as usize).map(level).collect()
    }
}
