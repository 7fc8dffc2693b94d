// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbers as distances to their lines, so that they are sharp at any size and angle.

use crate::layout::Pos;
use crate::paint::digits;
use cairo::{Context, Format, ImageSurface, PathSegment};
use std::sync::LazyLock;

/// Cells in a row and rows.
pub const GRID: (u32, u32) = (8, 4);
/// Side of a cell in texels.
const SIDE: u32 = 64;
/// Width and height of all cells in texels.
pub const SIZE: (u32, u32) = (GRID.0 * SIDE, GRID.1 * SIDE);
/// Distances up to this part of a cell are told apart.
const RANGE: f64 = 0.14;
/// Height of numbers of one or two digits as part of a cell.
pub const HEIGHT: f32 = 0.60;
/// Width of lines as part of the height.
const WEIGHT: f64 = 0.145;

/// Which cell shows a number: 1 to 24 and the powers of two up to 4096.
#[must_use]
pub fn cell(number: u32) -> Option<u32> {
    match number {
        1..=24 => Some(number - 1),
        32..=4096 if number.is_power_of_two() => Some(24 + number.trailing_zeros() - 5),
        _ => None,
    }
}

/// The numbers by cell.
fn numbers() -> impl Iterator<Item = u32> {
    (1..=24).chain((5..=12).map(|n| 1 << n))
}

/// Texels of all cells: computed when the first painter is made, the same for all.
static ATLAS: LazyLock<Vec<u8>> = LazyLock::new(computed);

/// Texels of all cells, one byte each, the lowest row first: 128 on the edge of a line, more within.
#[must_use]
pub fn atlas() -> &'static [u8] {
    &ATLAS
}

fn computed() -> Vec<u8> {
    let (width, height) = SIZE;
    let mut texels = vec![0u8; (width * height) as usize];
    for (n, number) in numbers().enumerate() {
        let size = match number {
            0..=99 => f64::from(HEIGHT),
            100..=999 => 0.44,
            _ => 0.34,
        };
        let lines = lines(number, size);
        let half = size * WEIGHT / 2.0;
        let (left, bottom) = (n as u32 % GRID.0 * SIDE, n as u32 / GRID.0 * SIDE);
        for y in 0..SIDE {
            for x in 0..SIDE {
                // Digits are drawn with y down, textures are stored from the lowest row.
                let at = Pos::new(center(x), 1.0 - center(y));
                let near =
                    lines.iter().map(|&(a, b)| square_of_distance(at, a, b)).fold(f64::INFINITY, f64::min);
                let level = 0.5 + (half - near.sqrt()) / (2.0 * RANGE);
                texels[((bottom + y) * width + left + x) as usize] = (level.clamp(0.0, 1.0) * 255.0) as u8;
            }
        }
    }
    texels
}

fn center(texel: u32) -> f64 {
    (f64::from(texel) + 0.5) / f64::from(SIDE)
}

/// The straight pieces of a number's lines within a cell of side 1.
fn lines(number: u32, size: f64) -> Vec<(Pos, Pos)> {
    const FINE: f64 = 100.0;
    let trace = || -> Result<Vec<PathSegment>, cairo::Error> {
        let surface = ImageSurface::create(Format::A8, 1, 1)?;
        let cr = Context::new(&surface)?;
        digits::trace(&cr, number, Pos::new(0.5 * FINE, 0.5 * FINE), size * FINE, WEIGHT);
        Ok(cr.copy_path_flat()?.iter().collect())
    };
    let mut lines = Vec::new();
    let (mut start, mut at) = (Pos::default(), Pos::default());
    let place = |(x, y): (f64, f64)| Pos::new(x / FINE, y / FINE);
    for segment in trace().unwrap_or_default() {
        match segment {
            PathSegment::MoveTo(p) => (start, at) = (place(p), place(p)),
            PathSegment::LineTo(p) => {
                lines.push((at, place(p)));
                at = place(p);
            }
            PathSegment::CurveTo(_, _, p) => at = place(p),
            PathSegment::ClosePath => lines.push((at, start)),
        }
    }
    lines
}

/// The square of the distance of a place to the line between `a` and `b`.
fn square_of_distance(at: Pos, a: Pos, b: Pos) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = dx * dx + dy * dy;
    let t = if length > 0.0 { ((at.x - a.x) * dx + (at.y - a.y) * dy) / length } else { 0.0 };
    let near = a.toward(b, t.clamp(0.0, 1.0));
    (at.x - near.x).powi(2) + (at.y - near.y).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_board_has_a_cell() {
        for (n, number) in numbers().enumerate() {
            assert_eq!(cell(number), Some(n as u32));
        }
        assert_eq!(cell(0), None);
        assert_eq!(cell(33), None);
        assert_eq!(cell(8192), None);
    }

    #[test]
    fn a_one_is_a_line_in_the_middle() {
        let (texels, width) = (atlas(), SIZE.0);
        let at = |x: u32, y: u32| texels[(y * width + x) as usize];
        assert!(at(SIDE / 2, SIDE / 2) > 128, "the stem");
        assert!(at(4, SIDE / 2) < 20 && at(SIDE - 4, SIDE / 2) < 20, "the ground");
        // Nothing reaches the edge of its cell, so that neighbors do not show.
        for cell in 0..32u32 {
            let (x0, y0) = (cell % 8 * SIDE, cell / 8 * SIDE);
            assert!((0..SIDE).all(|n| at(x0 + n, y0) < 128 && at(x0, y0 + n) < 128), "cell {cell}");
        }
    }
}
