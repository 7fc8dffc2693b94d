// SPDX-License-Identifier: GPL-3.0-or-later
//! Checkers, dice, cube and flag. Each is painted with the upper left corner of its rectangle at the origin.

use super::brush::{circle, ink, linear, radial, rounded, soft_shadow};
use super::digits;
use crate::design::{CheckerLook, Color, Design, DieLook};
use crate::layout::{EDGE, Pos, Rect};
use cairo::{Context, LineCap};
use gnubg_engine::core::{Player, ResignLevel};
use std::f64::consts::PI;

/// Radius of a drawn checker; a little less than half a place, so that neighbors do not merge.
const RADIUS: f64 = 2.92;
/// Middle of a checker's or the cube's square.
const MIDDLE: Pos = Pos::new(3.0, 3.0);

/// A checker lying flat.
pub(super) fn checker(cr: &Context, design: &Design, player: Player, px: f64) {
    let look = design.checkers[player.index()];
    if design.is_flat() {
        flat_disc(cr, design, look, px);
        return;
    }
    contact_shadow(cr);
    let c = MIDDLE;
    // The edge: a thin dark line that separates neighbors.
    circle(cr, c, RADIUS);
    ink(cr, look.body.darker(0.62), 1.0);
    let _ = cr.fill();
    let body = look.body;
    let light = Pos::new(c.x - 1.15, c.y - 1.45);
    let stops = [(0.0, body.mix(look.rim, 0.20), 1.0), (0.5, body, 1.0), (1.0, body.darker(0.15), 1.0)];
    circle(cr, c, RADIUS - px.max(0.05));
    let _ = cr.set_source(radial(light, 0.2, c, RADIUS + 0.4, &stops));
    let _ = cr.fill();
    rim(cr, look, px);
    dish(cr, look, px);
    highlight(cr, look);
}

/// The dark ring where the checker touches the board, and the soft shade beside it.
fn contact_shadow(cr: &Context) {
    let c = Pos::new(MIDDLE.x + 0.10, MIDDLE.y + 0.26);
    let stops = [(0.0, Color::BLACK, 0.62), (0.35, Color::BLACK, 0.30), (1.0, Color::BLACK, 0.0)];
    circle(cr, c, RADIUS + 0.62);
    let _ = cr.set_source(radial(c, RADIUS - 0.12, c, RADIUS + 0.62, &stops));
    let _ = cr.fill();
}

/// The raised rim: light on the upper left, shade on the lower right.
fn rim(cr: &Context, look: CheckerLook, px: f64) {
    let c = MIDDLE;
    let (outer, inner) = (RADIUS - px.max(0.05), RADIUS * 0.79);
    cr.new_path();
    cr.arc(c.x, c.y, outer, 0.0, 2.0 * PI);
    cr.new_sub_path();
    cr.arc_negative(c.x, c.y, inner, 2.0 * PI, 0.0);
    let reach = RADIUS * 0.75;
    let stops = [
        (0.0, look.rim, 0.42),
        (0.40, look.rim, 0.06),
        (0.60, Color::BLACK, 0.06),
        (1.0, Color::BLACK, 0.30),
    ];
    let a = Pos::new(c.x - reach, c.y - reach);
    let b = Pos::new(c.x + reach, c.y + reach);
    let _ = cr.set_source(linear(a, b, &stops));
    let _ = cr.fill();
    // A bright line just inside the edge.
    cr.new_path();
    cr.arc(c.x, c.y, outer - 0.12, PI * 1.02, PI * 1.62);
    let stops = [(0.0, look.rim, 0.0), (0.5, look.rim, 0.85), (1.0, look.rim, 0.0)];
    let from = Pos::new(c.x - RADIUS, c.y + 0.4);
    let to = Pos::new(c.x + 1.2, c.y - RADIUS);
    let _ = cr.set_source(linear(from, to, &stops));
    cr.set_line_cap(LineCap::Round);
    cr.set_line_width(0.15);
    let _ = cr.stroke();
    // And its faint reflection on the far side.
    cr.new_path();
    cr.arc(c.x, c.y, outer - 0.10, PI * 0.08, PI * 0.46);
    ink(cr, look.rim, 0.20);
    cr.set_line_width(0.10);
    let _ = cr.stroke();
}

/// The hollow inside the rim.
fn dish(cr: &Context, look: CheckerLook, px: f64) {
    let c = MIDDLE;
    let radius = RADIUS * 0.77;
    let reach = radius * 0.75;
    let a = Pos::new(c.x - reach, c.y - reach);
    let b = Pos::new(c.x + reach, c.y + reach);
    circle(cr, c, radius);
    let stops = [
        (0.0, Color::BLACK, 0.17),
        (0.35, Color::BLACK, 0.04),
        (0.65, look.rim, 0.03),
        (1.0, look.rim, 0.17),
    ];
    let _ = cr.set_source(linear(a, b, &stops));
    let _ = cr.fill();
    // The groove: dark on the side of the light, bright on the other.
    let line = px.max(0.07);
    circle(cr, c, radius);
    let stops = [(0.0, Color::BLACK, 0.42), (0.5, Color::BLACK, 0.14), (1.0, look.rim, 0.38)];
    let _ = cr.set_source(linear(a, b, &stops));
    cr.set_line_width(line);
    let _ = cr.stroke();
    circle(cr, c, radius * 0.52);
    let stops = [(0.0, Color::BLACK, 0.16), (0.5, Color::BLACK, 0.03), (1.0, look.rim, 0.20)];
    let _ = cr.set_source(linear(a, b, &stops));
    cr.set_line_width(line);
    let _ = cr.stroke();
}

/// The soft reflection of the lamp.
fn highlight(cr: &Context, look: CheckerLook) {
    let _ = cr.save();
    cr.translate(MIDDLE.x - 0.75, MIDDLE.y - 1.05);
    cr.rotate(-0.62);
    cr.scale(1.45, 0.85);
    let origin = Pos::new(0.0, 0.0);
    circle(cr, origin, 1.0);
    let stops = [(0.0, look.rim, 0.26), (0.6, look.rim, 0.08), (1.0, look.rim, 0.0)];
    let _ = cr.set_source(radial(origin, 0.0, origin, 1.0, &stops));
    let _ = cr.fill();
    let _ = cr.restore();
}

/// A disc without light: body and outline.
fn flat_disc(cr: &Context, design: &Design, look: CheckerLook, px: f64) {
    let width = design.outline.max(px);
    circle(cr, MIDDLE, RADIUS - 0.02);
    ink(cr, design.field, 1.0);
    let _ = cr.fill();
    circle(cr, MIDDLE, RADIUS - width / 2.0 - 0.05);
    ink(cr, look.body, 1.0);
    let _ = cr.fill_preserve();
    // The outline is what the number on it is: the opposite of the body.
    ink(cr, look.text, 1.0);
    cr.set_line_width(width);
    let _ = cr.stroke();
    if design.outline >= 0.5 {
        circle(cr, MIDDLE, RADIUS - 0.02);
        ink(cr, look.body, 1.0);
        cr.set_line_width(px);
        let _ = cr.stroke();
    }
}

/// A checker edge-on.
pub(super) fn edge(cr: &Context, design: &Design, player: Player, px: f64) {
    let look = design.checkers[player.index()];
    let r = Rect::new(0.12, 0.06, 5.76, EDGE - 0.12);
    if design.is_flat() {
        rounded(cr, r.grown(-px / 2.0), 0.3);
        ink(cr, look.body, 1.0);
        let _ = cr.fill_preserve();
        ink(cr, look.text, 1.0);
        cr.set_line_width((design.outline * 0.6).max(px));
        let _ = cr.stroke();
        return;
    }
    rounded(cr, Rect::new(r.x + 0.05, r.y + 0.14, r.w + 0.1, r.h), 0.45);
    ink(cr, Color::BLACK, 0.35);
    let _ = cr.fill();
    // Round like a cylinder lying on its face: bright left of the middle, dark at both ends.
    let body = look.body;
    let stops = [
        (0.0, body.darker(0.45), 1.0),
        (0.16, body.darker(0.06), 1.0),
        (0.34, body.mix(look.rim, 0.32), 1.0),
        (0.60, body, 1.0),
        (1.0, body.darker(0.52), 1.0),
    ];
    rounded(cr, r, 0.42);
    let _ = cr.set_source(linear(Pos::new(r.x, 0.0), Pos::new(r.x + r.w, 0.0), &stops));
    let _ = cr.fill_preserve();
    let stops =
        [(0.0, look.rim, 0.38), (0.22, look.rim, 0.0), (0.70, Color::BLACK, 0.0), (1.0, Color::BLACK, 0.42)];
    let _ = cr.set_source(linear(Pos::new(0.0, r.y), Pos::new(0.0, r.y + r.h), &stops));
    let _ = cr.fill();
    // The groove around the middle.
    for (dy, color, alpha) in [(0.0, Color::BLACK, 0.22), (px, look.rim, 0.20)] {
        let y = r.y + r.h / 2.0 + dy;
        cr.move_to(r.x + 0.3, y);
        cr.line_to(r.x + r.w - 0.3, y);
        ink(cr, color, alpha);
        cr.set_line_width(px);
        let _ = cr.stroke();
    }
}

/// The shadow under a lifted checker.
pub(super) fn shadow(cr: &Context) {
    let c = MIDDLE;
    let stops = [
        (0.0, Color::BLACK, 0.42),
        (0.45, Color::BLACK, 0.26),
        (0.75, Color::BLACK, 0.09),
        (1.0, Color::BLACK, 0.0),
    ];
    circle(cr, c, RADIUS + 1.6);
    let _ = cr.set_source(radial(c, RADIUS * 0.55, c, RADIUS + 1.6, &stops));
    let _ = cr.fill();
}

/// The number of checkers on a tall stack, on its last checker.
pub(super) fn count(cr: &Context, design: &Design, player: Player, n: u8) {
    let look = design.checkers[player.index()];
    if !design.is_flat() {
        // Dim the reflection under the number.
        let stops = [(0.0, look.body, 0.80), (0.75, look.body, 0.60), (1.0, look.body, 0.0)];
        circle(cr, MIDDLE, 2.2);
        let _ = cr.set_source(radial(MIDDLE, 0.0, MIDDLE, 2.2, &stops));
        let _ = cr.fill();
    }
    ink(cr, look.text, 1.0);
    digits::stroke(cr, u32::from(n), MIDDLE, 2.6, 0.14);
}

/// The body common to dice and cube: a rounded block seen from above.
fn block(cr: &Context, design: &Design, look: DieLook, body: Rect, radius: f64, px: f64) {
    if design.is_flat() {
        let width = design.outline.max(1.5 * px);
        rounded(cr, body.grown(-width / 2.0), radius);
        ink(cr, look.body, 1.0);
        let _ = cr.fill_preserve();
        ink(cr, look.pip, 1.0);
        cr.set_line_width(width);
        let _ = cr.stroke();
        return;
    }
    soft_shadow(cr, body, radius, Pos::new(0.16, 0.34), 0.62, 0.95);
    let (a, b) = (Pos::new(body.x, body.y), Pos::new(body.x + body.w, body.y + body.h));
    let light = look.body.mix(Color::WHITE, if look.body.luminance() < 0.2 { 0.30 } else { 0.75 });
    rounded(cr, body, radius);
    let stops = [(0.0, light, 1.0), (0.5, look.body.darker(0.06), 1.0), (1.0, look.body.darker(0.36), 1.0)];
    let _ = cr.set_source(linear(a, b, &stops));
    let _ = cr.fill();
    // The upper face, a little smaller than the body.
    let face = body.grown(-0.42);
    rounded(cr, face, radius * 0.85);
    let stops =
        [(0.0, look.body.lighter(0.07), 1.0), (0.6, look.body, 1.0), (1.0, look.body.darker(0.07), 1.0)];
    let _ = cr.set_source(linear(a, b, &stops));
    let _ = cr.fill();
    rounded(cr, body.grown(-px / 2.0), radius);
    ink(cr, look.body.darker(0.7), 0.55);
    cr.set_line_width(px);
    let _ = cr.stroke();
}

/// Middles of the pips in a grid of three by three.
fn pips(face: u8) -> &'static [(f64, f64)] {
    const A: f64 = 1.95;
    const M: f64 = 3.5;
    const Z: f64 = 5.05;
    match face {
        1 => &[(M, M)],
        2 => &[(A, A), (Z, Z)],
        3 => &[(A, A), (M, M), (Z, Z)],
        4 => &[(A, A), (Z, A), (A, Z), (Z, Z)],
        5 => &[(A, A), (Z, A), (M, M), (A, Z), (Z, Z)],
        _ => &[(A, A), (Z, A), (A, M), (Z, M), (A, Z), (Z, Z)],
    }
}

/// A die.
pub(super) fn die(cr: &Context, design: &Design, player: Player, face: u8, px: f64) {
    let look = design.dice[player.index()];
    block(cr, design, look, Rect::new(0.3, 0.3, 6.4, 6.4), 1.25, px);
    for &(x, y) in pips(face) {
        let c = Pos::new(x, y);
        circle(cr, c, 0.60);
        if design.is_flat() {
            ink(cr, look.pip, 1.0);
            let _ = cr.fill();
            continue;
        }
        // Drilled: shade at the upper left, a bright lip at the lower right.
        let stops = [(0.0, look.pip.darker(0.35), 1.0), (1.0, look.pip.mix(look.body, 0.14), 1.0)];
        let _ = cr.set_source(linear(Pos::new(x - 0.5, y - 0.5), Pos::new(x + 0.5, y + 0.5), &stops));
        let _ = cr.fill();
        circle(cr, c, 0.60 + px * 0.4);
        let stops = [(0.0, Color::BLACK, 0.30), (0.5, Color::WHITE, 0.0), (1.0, Color::WHITE, 0.60)];
        let _ = cr.set_source(linear(Pos::new(x - 0.5, y - 0.5), Pos::new(x + 0.5, y + 0.5), &stops));
        cr.set_line_width(px.max(0.06));
        let _ = cr.stroke();
    }
}

/// Four ticks, `used` of them marked as used.
pub(super) fn ticks(cr: &Context, design: &Design, n_used: u8, px: f64) {
    for n in 0..4u8 {
        let c = Pos::new(1.0 + 2.0 * f64::from(n), 0.7);
        circle(cr, c, 0.48);
        let used = n < n_used;
        ink(cr, design.checkers[0].body, if used { 0.25 } else { 1.0 });
        let _ = cr.fill_preserve();
        ink(cr, Color::BLACK, if used { 0.25 } else { 0.6 });
        cr.set_line_width(px);
        let _ = cr.stroke();
    }
}

/// The cube with its engraved number.
pub(super) fn cube(cr: &Context, design: &Design, value: u32, px: f64) {
    let look = design.cube;
    block(cr, design, look, Rect::new(0.2, 0.2, 5.6, 5.6), 0.85, px);
    let height = match value {
        0..=9 => 3.0,
        10..=99 => 2.55,
        100..=999 => 1.95,
        _ => 1.5,
    };
    let weight = if value > 99 { 0.15 } else { 0.135 };
    if !design.is_flat() {
        // A groove around the face.
        rounded(cr, Rect::new(0.95, 0.95, 4.1, 4.1), 0.55);
        let stops = [(0.0, look.pip, 0.34), (0.5, look.pip, 0.16), (1.0, Color::WHITE, 0.55)];
        let _ = cr.set_source(linear(Pos::new(1.0, 1.0), Pos::new(5.0, 5.0), &stops));
        cr.set_line_width(px.max(0.07));
        let _ = cr.stroke();
        // The far wall of the engraving catches the light.
        ink(cr, Color::WHITE, 0.75);
        digits::stroke(cr, value, Pos::new(3.0 + 0.07, 3.0 + 0.09), height, weight);
    }
    ink(cr, look.pip, 1.0);
    digits::stroke(cr, value, MIDDLE, height, weight);
}

/// The flag of a resigning player: one, two or three.
pub(super) fn flag(cr: &Context, design: &Design, level: ResignLevel, by: Player, px: f64) {
    let look = design.checkers[by.index()];
    let cloth = |dx: f64, dy: f64| {
        cr.new_path();
        cr.move_to(1.0 + dx, 0.75 + dy);
        cr.curve_to(2.4 + dx, 0.05 + dy, 3.6 + dx, 1.35 + dy, 5.6 + dx, 0.65 + dy);
        cr.line_to(5.6 + dx, 3.75 + dy);
        cr.curve_to(3.6 + dx, 4.45 + dy, 2.4 + dx, 3.15 + dy, 1.0 + dx, 3.85 + dy);
        cr.close_path();
    };
    if !design.is_flat() {
        cloth(0.16, 0.30);
        ink(cr, Color::BLACK, 0.35);
        let _ = cr.fill();
    }
    // The pole.
    rounded(cr, Rect::new(0.62, 0.35, 0.44, 5.5), 0.22);
    ink(cr, design.cube.body.darker(0.15), 1.0);
    let _ = cr.fill_preserve();
    ink(cr, Color::BLACK, 0.6);
    cr.set_line_width(px);
    let _ = cr.stroke();
    cloth(0.0, 0.0);
    if design.is_flat() {
        ink(cr, look.body, 1.0);
    } else {
        let stops = [
            (0.0, look.body.mix(look.rim, 0.10), 1.0),
            (0.3, look.body.mix(look.rim, 0.22), 1.0),
            (0.65, look.body.darker(0.10), 1.0),
            (1.0, look.body.mix(look.rim, 0.08), 1.0),
        ];
        let _ = cr.set_source(linear(Pos::new(1.0, 1.0), Pos::new(5.6, 1.6), &stops));
    }
    let _ = cr.fill_preserve();
    ink(cr, look.text, 0.65);
    cr.set_line_width(design.outline.max(px));
    let _ = cr.stroke();
    ink(cr, look.text, 1.0);
    digits::stroke(cr, u32::from(level.multiple()), Pos::new(3.3, 2.28), 2.0, 0.15);
}
