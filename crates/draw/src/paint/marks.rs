// SPDX-License-Identifier: GPL-3.0-or-later
//! Temporary marks on the board: legal targets, the last play, focus, arrows, the dimming.

use super::brush::{add_rounded, circle, ink, rounded};
use super::field::point_path;
use super::scene::ArrowStyle;
use crate::design::{Color, Design};
use crate::layout::{POINT, Pos, Rect};
use crate::model::MarkKind;
use cairo::{Context, LineCap, LineJoin};
use gnubg_engine::core::Player;

/// A point lit as a target.
pub(super) fn lit_point(cr: &Context, design: &Design, top: bool, px: f64) {
    point_path(cr, Rect::new(0.0, 0.0, 6.0, POINT), top);
    ink(cr, design.accent, 0.35);
    let _ = cr.fill_preserve();
    ink(cr, design.accent, 0.9);
    cr.set_line_width(px);
    let _ = cr.stroke();
}

/// A tray or bar lit as a target.
pub(super) fn lit_box(cr: &Context, design: &Design, w: f64, h: f64, px: f64) {
    rounded(cr, Rect::new(0.0, 0.0, w, h), 0.4);
    ink(cr, design.accent, 0.22);
    let _ = cr.fill_preserve();
    ink(cr, design.accent, 0.9);
    cr.set_line_width(1.5 * px);
    let _ = cr.stroke();
}

/// Where a checker would land: a dot; a ring around a blot it would hit; a hollow dot where it came from.
pub(super) fn dot(cr: &Context, design: &Design, kind: MarkKind) {
    let c = Pos::new(3.0, 3.0);
    match kind {
        MarkKind::Move => {
            circle(cr, c, 0.98);
            ink(cr, Color::BLACK, 0.45);
            let _ = cr.fill();
            circle(cr, c, 0.80);
            ink(cr, design.accent, 1.0);
            let _ = cr.fill();
        }
        MarkKind::Hit => two_tone_circle(cr, design, 3.0, 0.42),
        MarkKind::Back => two_tone_circle(cr, design, 0.85, 0.30),
    }
}

/// A circle line that shows on light and dark alike.
fn two_tone_circle(cr: &Context, design: &Design, radius: f64, width: f64) {
    let c = Pos::new(3.0, 3.0);
    circle(cr, c, radius);
    ink(cr, Color::BLACK, 0.55);
    cr.set_line_width(width + 0.24);
    let _ = cr.stroke();
    circle(cr, c, radius);
    ink(cr, design.accent, 1.0);
    cr.set_line_width(width);
    let _ = cr.stroke();
}

/// A ring on a checker that moved in the last play.
pub(super) fn ring(cr: &Context, design: &Design) {
    let c = Pos::new(3.0, 3.0);
    circle(cr, c, 2.28);
    ink(cr, Color::BLACK, 0.62);
    cr.set_line_width(0.62);
    let _ = cr.stroke();
    circle(cr, c, 2.28);
    ink(cr, design.accent, 1.0);
    cr.set_line_width(0.32);
    let _ = cr.stroke();
}

/// A broken ring where a checker of the last play came from.
pub(super) fn ghost(cr: &Context, design: &Design) {
    let c = Pos::new(3.0, 3.0);
    cr.set_line_cap(LineCap::Round);
    cr.set_dash(&[0.7, 0.86], 0.0);
    circle(cr, c, 2.24);
    ink(cr, design.accent, 0.80);
    cr.set_line_width(0.24);
    let _ = cr.stroke();
    cr.set_dash(&[], 0.0);
}

/// The focus ring: 2 pixels of accent between dark lines.
pub(super) fn focus(cr: &Context, design: &Design, w: f64, h: f64, px: f64) {
    let r = Rect::new(0.0, 0.0, w, h).grown(0.22);
    let line = (2.0 * px).max(0.24);
    for (color, alpha, width) in [(Color::BLACK, 0.75, line + 2.0 * px), (design.accent, 1.0, line)] {
        rounded(cr, r, 0.75);
        ink(cr, color, alpha);
        cr.set_line_width(width);
        let _ = cr.stroke();
    }
}

/// An arrow from the first to the second place.
pub(super) fn arrow(cr: &Context, design: &Design, ends: [i32; 4], style: ArrowStyle) {
    let [ax, ay, bx, by] = ends.map(|v| f64::from(v) / 100.0);
    let (a, b) = (Pos::new(ax, ay), Pos::new(bx, by));
    let length = a.distance(b).max(0.01);
    let (dx, dy) = ((b.x - a.x) / length, (b.y - a.y) / length);
    let head = 2.2f64.min(length * 0.6);
    let neck = Pos::new(b.x - dx * head, b.y - dy * head);
    let path = |cr: &Context| {
        cr.new_path();
        cr.move_to(a.x, a.y);
        cr.line_to(neck.x, neck.y);
    };
    cr.set_line_cap(LineCap::Round);
    cr.set_line_join(LineJoin::Round);
    let tip = |cr: &Context| {
        cr.new_path();
        cr.move_to(b.x, b.y);
        cr.line_to(neck.x - dy * head * 0.55, neck.y + dx * head * 0.55);
        cr.line_to(neck.x + dy * head * 0.55, neck.y - dx * head * 0.55);
        cr.close_path();
    };
    let is_open = style == ArrowStyle::Open;
    for (color, alpha, extra) in [(Color::BLACK, 0.55, 0.36), (design.accent, 1.0, 0.0)] {
        ink(cr, color, alpha);
        path(cr);
        cr.set_line_width(if is_open { 0.55 } else { 0.75 } + extra);
        if is_open {
            cr.set_dash(&[0.9, 1.5], 0.0);
        }
        let _ = cr.stroke();
        cr.set_dash(&[], 0.0);
        tip(cr);
        if !is_open {
            let _ = cr.fill_preserve();
        }
        cr.set_line_width(if is_open { 0.45 } else { 0.2 } + extra);
        let _ = cr.stroke();
    }
}

/// The arrow in the border that shows whose turn it is.
pub(super) fn turn_arrow(cr: &Context, design: &Design, player: Player, left: bool, px: f64) {
    let look = design.checkers[player.index()];
    let tip = if left { 0.25 } else { 2.75 };
    let base = 3.0 - tip;
    cr.new_path();
    cr.move_to(tip, 1.5);
    cr.line_to(base, 0.35);
    cr.line_to(base, 2.65);
    cr.close_path();
    cr.set_line_join(LineJoin::Round);
    ink(cr, look.body, 1.0);
    let _ = cr.fill_preserve();
    // The tone of the numerals stands out from the body, so the arrow shows on light and on dark frames.
    ink(cr, look.text, 0.9);
    cr.set_line_width((1.2 * px).max(design.outline * 0.5));
    let _ = cr.stroke();
}

/// The dimming of a board without a game.
pub(super) fn veil(cr: &Context, design: &Design) {
    cr.new_path();
    for x in [12.0, 60.0] {
        add_rounded(cr, Rect::new(x, 3.0, 36.0, 76.0), 0.28);
    }
    ink(cr, design.field, 0.55);
    let _ = cr.fill();
}
