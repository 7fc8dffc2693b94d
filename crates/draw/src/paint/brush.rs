// SPDX-License-Identifier: GPL-3.0-or-later
//! Helpers for common drawing operations. All lengths are board units unless a name says pixels.

use crate::design::Color;
use crate::layout::{Pos, Rect};
use cairo::{Context, LinearGradient, RadialGradient};
use std::f64::consts::{FRAC_PI_2, PI};

/// A whole turn.
pub(super) const TAU: f64 = 2.0 * PI;

/// Sets a plain color.
pub(super) fn ink(cr: &Context, color: Color, alpha: f64) {
    cr.set_source_rgba(color.r, color.g, color.b, alpha);
}

/// A color stop: offset, color, alpha.
pub(super) type Stop = (f64, Color, f64);

/// A gradient along the line from `a` to `b`.
pub(super) fn linear(a: Pos, b: Pos, stops: &[Stop]) -> LinearGradient {
    let gradient = LinearGradient::new(a.x, a.y, b.x, b.y);
    for &(offset, c, alpha) in stops {
        gradient.add_color_stop_rgba(offset, c.r, c.g, c.b, alpha);
    }
    gradient
}

/// A gradient from the circle (`a`, `ra`) to the circle (`b`, `rb`).
pub(super) fn radial(a: Pos, ra: f64, b: Pos, rb: f64, stops: &[Stop]) -> RadialGradient {
    let gradient = RadialGradient::new(a.x, a.y, ra, b.x, b.y, rb);
    for &(offset, c, alpha) in stops {
        gradient.add_color_stop_rgba(offset, c.r, c.g, c.b, alpha);
    }
    gradient
}

/// A circle as the current path.
pub(super) fn circle(cr: &Context, center: Pos, radius: f64) {
    cr.new_path();
    cr.arc(center.x, center.y, radius, 0.0, TAU);
}

/// A rectangle with round corners as the current path.
pub(super) fn rounded(cr: &Context, r: Rect, radius: f64) {
    cr.new_path();
    add_rounded(cr, r, radius);
}

/// Adds a rectangle with round corners to the current path.
pub(super) fn add_rounded(cr: &Context, r: Rect, radius: f64) {
    let radius = radius.min(r.w / 2.0).min(r.h / 2.0).max(0.0);
    cr.new_sub_path();
    cr.arc(r.x + r.w - radius, r.y + radius, radius, -FRAC_PI_2, 0.0);
    cr.arc(r.x + r.w - radius, r.y + r.h - radius, radius, 0.0, FRAC_PI_2);
    cr.arc(r.x + radius, r.y + r.h - radius, radius, FRAC_PI_2, PI);
    cr.arc(r.x + radius, r.y + radius, radius, PI, PI + FRAC_PI_2);
    cr.close_path();
}

/// A soft shadow of a rounded rectangle, thrown down and to the right by `offset`, `spread` wide.
pub(super) fn soft_shadow(cr: &Context, r: Rect, radius: f64, offset: Pos, spread: f64, strength: f64) {
    const LAYERS: u32 = 8;
    for layer in 0..LAYERS {
        let t = f64::from(layer) / f64::from(LAYERS - 1);
        let grow = spread * (1.0 - t) - spread * 0.25;
        let shape = Rect::new(r.x + offset.x, r.y + offset.y, r.w, r.h).grown(grow);
        rounded(cr, shape, radius + grow);
        ink(cr, Color::BLACK, strength / f64::from(LAYERS) * (0.6 + t));
        let _ = cr.fill();
    }
}

/// Clips to a rectangle whose edges are moved to whole device pixels of `px` units: much faster than other clips.
pub(super) fn clip_whole(cr: &Context, r: Rect, px: f64) {
    let whole = |v: f64| (v / px).round() * px;
    let (x, y) = (whole(r.x), whole(r.y));
    cr.new_path();
    cr.rectangle(x, y, whole(r.x + r.w) - x, whole(r.y + r.h) - y);
    cr.clip();
}
