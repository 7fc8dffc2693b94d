// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards of reports painted by cairo.

use super::{Diagram, HEIGHT, Ink, LINE, MORE, Shape, WIDTH, arrow_outline};
use cairo::{Context, FontSlant, FontWeight};
use gnubg_draw::layout::{Pos, Rect};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Paints a board with its left upper corner at `at`, this wide. Errors of the surface are reported when it is finished.
pub(crate) fn paint(cr: &Context, diagram: &Diagram, at: [f64; 2], width: f64) {
    let _ = cr.save();
    let scale = width / WIDTH;
    cr.translate(at[0], at[1]);
    cr.scale(scale, scale);
    cr.translate(0.0, MORE);
    cr.rectangle(0.0, -MORE, WIDTH, HEIGHT);
    cr.clip();
    cr.select_font_face("sans-serif", FontSlant::Normal, FontWeight::Normal);
    cr.set_line_width(LINE);
    for shape in diagram.ground().iter().chain(&diagram.pieces()) {
        draw(cr, shape);
    }
    let _ = cr.restore();
}

fn ink(cr: &Context, ink: Ink) {
    let part = |shift: u32| f64::from((ink.rgb() >> shift) & 0xff) / 255.0;
    cr.set_source_rgb(part(16), part(8), part(0));
}

/// Fills the current path, with a line around it if wanted.
fn fill(cr: &Context, color: Ink, has_line: bool) {
    ink(cr, color);
    if has_line {
        let _ = cr.fill_preserve();
        ink(cr, Ink::Line);
        let _ = cr.stroke();
    } else {
        let _ = cr.fill();
    }
}

fn polygon(cr: &Context, corners: &[Pos]) {
    for (n, corner) in corners.iter().enumerate() {
        if n == 0 { cr.move_to(corner.x, corner.y) } else { cr.line_to(corner.x, corner.y) }
    }
    cr.close_path();
}

fn rounded(cr: &Context, rect: &Rect, radius: f64) {
    if radius <= 0.0 {
        return cr.rectangle(rect.x, rect.y, rect.w, rect.h);
    }
    let radius = radius.min(rect.w / 2.0).min(rect.h / 2.0);
    let (right, bottom) = (rect.x + rect.w - radius, rect.y + rect.h - radius);
    let (left, top) = (rect.x + radius, rect.y + radius);
    cr.new_sub_path();
    cr.arc(right, top, radius, -FRAC_PI_2, 0.0);
    cr.arc(right, bottom, radius, 0.0, FRAC_PI_2);
    cr.arc(left, bottom, radius, FRAC_PI_2, PI);
    cr.arc(left, top, radius, PI, PI + FRAC_PI_2);
    cr.close_path();
}

fn draw(cr: &Context, shape: &Shape) {
    match shape {
        Shape::Rect { rect, radius, fill: color, has_line } => {
            rounded(cr, rect, *radius);
            fill(cr, *color, *has_line);
        }
        Shape::Triangle(corners, color) => {
            polygon(cr, corners);
            fill(cr, *color, false);
        }
        Shape::Circle { center, radius, fill: color, has_line } => {
            cr.new_sub_path();
            cr.arc(center.x, center.y, *radius, 0.0, TAU);
            fill(cr, *color, *has_line);
        }
        Shape::Text { center, size, text, ink: color } => {
            cr.set_font_size(*size);
            let Ok(extents) = cr.text_extents(text) else { return };
            ink(cr, *color);
            cr.move_to(
                center.x - extents.width() / 2.0 - extents.x_bearing(),
                center.y - extents.height() / 2.0 - extents.y_bearing(),
            );
            let _ = cr.show_text(text);
        }
        Shape::Arrow { from, to, is_best } => {
            let Some(outline) = arrow_outline(*from, *to) else { return };
            polygon(cr, &outline);
            if *is_best {
                // Open and dashed, so that the two are not told apart by color alone.
                ink(cr, Ink::Field);
                let _ = cr.fill_preserve();
                ink(cr, Ink::Best);
                cr.set_line_width(0.5);
                cr.set_dash(&[1.2, 0.7], 0.0);
                let _ = cr.stroke();
                cr.set_dash(&[], 0.0);
                cr.set_line_width(LINE);
            } else {
                fill(cr, Ink::Played, false);
            }
        }
    }
}
