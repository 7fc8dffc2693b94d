// SPDX-License-Identifier: GPL-3.0-or-later
//! Numerals as stroked paths, so that they need no font and are crisp at any size.
//!
//! Each digit is drawn with one line of even width in a cell `CELL` wide and 1 high (the middle of the line; half the
//! line's width is added all around). All digits have the same advance.

use super::brush::TAU;
use crate::layout::Pos;
use cairo::{Context, LineCap, LineJoin};
use std::f64::consts::{FRAC_PI_2, PI};

/// Width of a digit's cell.
const CELL: f64 = 0.54;
/// Distance between cells, in heights; the line's width comes on top.
const GAP: f64 = 0.12;

/// Adds one digit to the path, its cell's upper left corner at (`x`, `y`) and `h` high.
fn add(cr: &Context, digit: u32, x: f64, y: f64, h: f64) {
    let at = |px: f64, py: f64| (x + px * h, y + py * h);
    let go = |px: f64, py: f64| {
        let (px, py) = at(px, py);
        cr.line_to(px, py);
    };
    let start = |px: f64, py: f64| {
        let (px, py) = at(px, py);
        cr.move_to(px, py);
    };
    let arc = |cx: f64, cy: f64, r: f64, from: f64, to: f64| {
        let (cx, cy) = at(cx, cy);
        cr.arc(cx, cy, r * h, from, to);
    };
    let curve = |p: [f64; 6]| {
        let (a, b) = at(p[0], p[1]);
        let (c, d) = at(p[2], p[3]);
        let (e, f) = at(p[4], p[5]);
        cr.curve_to(a, b, c, d, e, f);
    };
    cr.new_sub_path();
    match digit {
        0 => {
            arc(0.27, 0.27, 0.27, PI, TAU);
            arc(0.27, 0.73, 0.27, 0.0, PI);
            cr.close_path();
        }
        1 => {
            start(0.10, 0.18);
            go(0.32, 0.0);
            go(0.32, 1.0);
        }
        2 => {
            arc(0.27, 0.26, 0.26, PI + 0.12, TAU + 0.45);
            curve([0.44, 0.55, 0.10, 0.78, 0.02, 1.0]);
            go(0.54, 1.0);
        }
        3 => {
            arc(0.26, 0.245, 0.245, PI + 0.35, TAU + FRAC_PI_2);
            cr.new_sub_path();
            arc(0.26, 0.745, 0.265, -FRAC_PI_2, PI - 0.30);
        }
        4 => {
            start(0.40, 1.0);
            go(0.40, 0.0);
            go(0.0, 0.68);
            go(0.56, 0.68);
        }
        5 => {
            start(0.48, 0.0);
            go(0.09, 0.0);
            go(0.05, 0.45);
            curve([0.12, 0.39, 0.19, 0.36, 0.27, 0.36]);
            curve([0.44, 0.36, 0.54, 0.50, 0.54, 0.67]);
            curve([0.54, 0.86, 0.42, 1.0, 0.25, 1.0]);
            curve([0.13, 1.0, 0.05, 0.95, 0.0, 0.86]);
        }
        6 => {
            arc(0.27, 0.70, 0.27, 0.0, TAU);
            start(0.005, 0.68);
            curve([0.03, 0.40, 0.22, 0.12, 0.42, 0.0]);
        }
        7 => {
            start(0.0, 0.0);
            go(0.54, 0.0);
            go(0.18, 1.0);
        }
        8 => {
            arc(0.27, 0.235, 0.225, 0.0, TAU);
            cr.close_path();
            cr.new_sub_path();
            arc(0.27, 0.735, 0.268, 0.0, TAU);
            cr.close_path();
        }
        _ => {
            arc(0.27, 0.30, 0.27, 0.0, TAU);
            start(0.535, 0.32);
            curve([0.51, 0.60, 0.32, 0.88, 0.12, 1.0]);
        }
    }
}

/// Strokes `number` around `center`, its digits `height` tall including the line, the line `weight` of the height wide.
/// The color must have been set.
pub(super) fn stroke(cr: &Context, number: u32, center: Pos, height: f64, weight: f64) {
    trace(cr, number, center, height, weight);
    cr.set_line_width(height * weight);
    cr.set_line_cap(LineCap::Round);
    cr.set_line_join(LineJoin::Round);
    let _ = cr.stroke();
}

/// Makes the middle of the lines of `number` the current path; see `stroke`.
pub(crate) fn trace(cr: &Context, number: u32, center: Pos, height: f64, weight: f64) {
    let digits: Vec<u32> = number.to_string().chars().filter_map(|c| c.to_digit(10)).collect();
    let line = height * weight;
    let h = height - line;
    let advance = h * (CELL + GAP) + line;
    let width = advance * (digits.len() as f64 - 1.0) + h * CELL;
    cr.new_path();
    for (n, &digit) in digits.iter().enumerate() {
        // A lone "1" is centered by its stem.
        let nudge = if digits.len() == 1 && digit == 1 { 0.03 * h } else { 0.0 };
        add(cr, digit, center.x - width / 2.0 + advance * n as f64 + nudge, center.y - h / 2.0, h);
    }
}
