// SPDX-License-Identifier: GPL-3.0-or-later
//! Felt and wood textures, computed from noise: gray levels; the middle level leaves a color unchanged.

use crate::noise::{Noise, hash};
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

/// Black and white veils from levels −1 (dark) to 1 (light), row by row.
fn pixels((w, h): (i32, i32), level: impl Fn(i32, i32) -> f64) -> Vec<u8> {
    let mut data = Vec::with_capacity(stride(w) * h as usize);
    for y in 0..h {
        for x in 0..w {
            let value = level(x, y).clamp(-1.0, 1.0);
            let alpha = (value.abs() * 255.0) as u8;
            // Premultiplied: white is alpha in every channel, black is zero.
            let light = if value > 0.0 { alpha } else { 0 };
            data.extend(u32::from_be_bytes([alpha, light, light, light]).to_ne_bytes());
        }
    }
    data
}

/// A surface with a copy of the pixels.
fn surface((w, h): (i32, i32), pixels: &[u8]) -> Option<ImageSurface> {
    ImageSurface::create_for_data(pixels.to_vec(), Format::ARgb32, w, h, stride(w) as i32).ok()
}

fn felt_levels() -> impl Fn(i32, i32) -> f64 {
    let side = FELT_SIDE;
    let fibers = [Noise::new((side / 3, side), 2), Noise::new((side, side / 3), 3)];
    let clouds = Noise::new((side / 24, side / 24), 4);
    move |x, y| {
        let (fx, fy) = (f64::from(x), f64::from(y));
        let fine = hash(x, y, 1);
        let fiber = fibers[0].at(fx / 3.0, fy) * 0.5 + fibers[1].at(fx, fy / 3.0) * 0.5;
        0.42 * fine + 0.42 * fiber + 0.14 * clouds.at(fx / 24.0, fy / 24.0)
    }
}

fn wood_levels() -> impl Fn(i32, i32) -> f64 {
    let (w, h) = WOOD_SIZE;
    let bends = [Noise::new((w / 192, h / 48), 11), Noise::new((w / 64, h / 24), 12)];
    let (veins, pores) = (Noise::new((w / 128, h * 2 / 3), 13), Noise::new((w / 24, h), 14));
    move |x, y| {
        let (fx, fy) = (f64::from(x), f64::from(y));
        let bend = bends[0].at(fx / 192.0, fy / 48.0) * 0.9 + bends[1].at(fx / 64.0, fy / 24.0) * 0.10;
        let rings = ((fy / f64::from(h) * 7.0 + bend) * super::brush::TAU).sin();
        let fine = ((fy / f64::from(h) * 23.0 + bend * 2.6) * super::brush::TAU).sin();
        let vein = veins.at(fx / 128.0, fy / 1.5);
        let pore = pores.at(fx / 24.0, fy);
        let pore = if pore > 0.5 { -(pore - 0.5) * 1.1 } else { 0.0 };
        0.30 * rings + 0.14 * fine + 0.16 * vein + pore
    }
}
