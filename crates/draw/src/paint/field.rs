// SPDX-License-Identifier: GPL-3.0-or-later
//! The empty board: frame, bar, trays, field, points and their numbers.

use super::brush::{clip_whole, ink, linear, radial, rounded};
use super::digits;
use super::scene::LABELS;
use super::texture::{TextureKind, Textures};
use crate::Slot;
use crate::design::{Cloth, Color, Design, Grain};
use crate::layout::{HEIGHT, Layout, POINT, Pos, Rect, WIDTH};
use crate::model::Labels;
use cairo::Context;
use gnubg_engine::core::Player;

/// The two playing fields.
const FIELDS: [Rect; 2] = [Rect::new(12.0, 3.0, 36.0, 76.0), Rect::new(60.0, 3.0, 36.0, 76.0)];
/// The four trays.
const TRAYS: [Rect; 4] = [
    Rect::new(3.0, 3.0, 6.0, 35.0),
    Rect::new(3.0, 44.0, 6.0, 35.0),
    Rect::new(99.0, 3.0, 6.0, 35.0),
    Rect::new(99.0, 44.0, 6.0, 35.0),
];
/// The nests of the cube on the tray dividers.
const NESTS: [Rect; 2] = [Rect::new(3.0, 38.0, 6.0, 6.0), Rect::new(99.0, 38.0, 6.0, 6.0)];

/// A point's triangle: base left, base right, tip.
fn triangle(area: Rect, top: bool) -> [Pos; 3] {
    let (base, tip) = if top { (area.y, area.y + POINT) } else { (area.y + area.h, area.y + area.h - POINT) };
    [
        Pos::new(area.x + 0.10, base),
        Pos::new(area.x + area.w - 0.10, base),
        Pos::new(area.x + area.w / 2.0, tip),
    ]
}

/// The triangle as the current path, its tip rounded a little.
pub(super) fn point_path(cr: &Context, area: Rect, top: bool) {
    let [a, b, tip] = triangle(area, top);
    let blunt = 0.035;
    let near_a = tip.toward(a, blunt);
    let near_b = tip.toward(b, blunt);
    cr.new_path();
    cr.move_to(a.x, a.y);
    cr.line_to(near_a.x, near_a.y);
    cr.curve_to(tip.x, tip.y, tip.x, tip.y, near_b.x, near_b.y);
    cr.line_to(b.x, b.y);
    cr.close_path();
}

/// Paints the empty board. `px` is a device pixel in units; `textures` is `None` for vector pictures.
pub(super) fn board(cr: &Context, design: &Design, textures: Option<&Textures>, px: f64) {
    frame(cr, design, textures, px);
    for tray in TRAYS {
        well(cr, design, tray, design.tray, px);
    }
    for nest in NESTS {
        cube_nest(cr, design, nest, px);
    }
    for (n, field) in FIELDS.iter().enumerate() {
        well(cr, design, *field, design.field, px);
        cloth(cr, design, *field, textures, px);
        points(cr, design, n, px);
        inner_shadow(cr, design, *field, 1.0);
    }
    bar(cr, design, px);
}

fn frame(cr: &Context, design: &Design, textures: Option<&Textures>, px: f64) {
    let whole = Rect::new(0.0, 0.0, WIDTH, HEIGHT);
    let flat = design.is_flat();
    let radius = if flat { 0.6 } else { 1.3 };
    let _ = cr.save();
    rounded(cr, whole, radius);
    cr.clip();
    let color = design.frame;
    if flat {
        ink(cr, color, 1.0);
        let _ = cr.paint();
    } else {
        let stops = [(0.0, color.lighter(0.07), 1.0), (0.5, color, 1.0), (1.0, color.darker(0.14), 1.0)];
        let _ = cr.set_source(linear(Pos::new(0.0, 0.0), Pos::new(0.0, HEIGHT), &stops));
        let _ = cr.paint();
    }
    if design.grain == Grain::Wood {
        wood(cr, textures, px);
    }
    let _ = cr.restore();
    if flat {
        if design.outline > 0.0 {
            rounded(cr, whole.grown(-px), radius);
            ink(cr, design.label, 1.0);
            cr.set_line_width((design.outline * 0.5).max(2.0 * px));
            let _ = cr.stroke();
        }
        return;
    }
    // Light along the upper edge, shade along the lower one.
    for (inset, color, top) in [(0.5 * px, Color::WHITE, 0.22), (1.5 * px, Color::WHITE, 0.07)] {
        rounded(cr, whole.grown(-inset), radius);
        let stops =
            [(0.0, color, top), (0.5, color, 0.02), (0.5, Color::BLACK, 0.02), (1.0, Color::BLACK, 0.35)];
        let _ = cr.set_source(linear(Pos::new(0.0, 0.0), Pos::new(0.0, HEIGHT), &stops));
        cr.set_line_width(px);
        let _ = cr.stroke();
    }
}

/// Grain along each part of the frame, with the joints where they meet.
fn wood(cr: &Context, textures: Option<&Textures>, px: f64) {
    let Some(textures) = textures else { return };
    let uprights = [(0.0, 12.0), (48.0, 12.0), (96.0, 12.0)];
    let _ = cr.save();
    cr.rectangle(0.0, 0.0, WIDTH, 3.0);
    cr.rectangle(0.0, HEIGHT - 3.0, WIDTH, 3.0);
    cr.clip();
    textures.paint(cr, TextureKind::WoodAcross, 0.42, px);
    let _ = cr.restore();
    for (x, w) in uprights {
        let _ = cr.save();
        cr.rectangle(x, 3.0, w, HEIGHT - 6.0);
        cr.clip();
        cr.translate(x * 1.7, 0.0);
        textures.paint(cr, TextureKind::WoodUp, 0.42, px);
        let _ = cr.restore();
    }
    for (x, w) in uprights {
        for y in [3.0, HEIGHT - 3.0] {
            cr.move_to(x, y);
            cr.line_to(x + w, y);
            ink(cr, Color::BLACK, 0.22);
            cr.set_line_width(px);
            let _ = cr.stroke();
        }
    }
}

/// A recessed area: its floor, the shadow of its walls and the light on its lower edge.
fn well(cr: &Context, design: &Design, area: Rect, floor: Color, px: f64) {
    if design.is_flat() {
        cr.rectangle(area.x, area.y, area.w, area.h);
        ink(cr, floor, 1.0);
        let _ = cr.fill_preserve();
        ink(cr, design.label, if design.outline > 0.2 { 1.0 } else { 0.25 });
        cr.set_line_width(if design.outline > 0.2 { 2.0 * px } else { px });
        let _ = cr.stroke();
        return;
    }
    // A bevel around the opening, no wider than its visible part: gradients take most of the time.
    rounded(cr, area.grown(0.32), 0.55);
    let inside = area.grown(-0.12 - px);
    cr.rectangle(inside.x, inside.y, inside.w, inside.h);
    cr.set_fill_rule(cairo::FillRule::EvenOdd);
    let stops = [(0.0, Color::BLACK, 0.34), (0.5, Color::BLACK, 0.12), (1.0, Color::WHITE, 0.16)];
    let _ = cr.set_source(linear(Pos::new(area.x, area.y), Pos::new(area.x + 4.0, area.y + area.h), &stops));
    let _ = cr.fill();
    cr.set_fill_rule(cairo::FillRule::Winding);
    rounded(cr, area, 0.28);
    ink(cr, floor, 1.0);
    let _ = cr.fill();
    if area.w < 10.0 {
        inner_shadow(cr, design, area, 0.75);
    }
}

/// Shade cast by the walls of a recessed area, light coming from the upper left.
fn inner_shadow(cr: &Context, design: &Design, area: Rect, strength: f64) {
    if design.is_flat() {
        return;
    }
    let (right, bottom) = (area.x + area.w, area.y + area.h);
    let walls = [
        (Pos::new(0.0, area.y), Pos::new(0.0, area.y + 1.9), 0.42),
        (Pos::new(area.x, 0.0), Pos::new(area.x + 1.3, 0.0), 0.30),
        (Pos::new(right, 0.0), Pos::new(right - 0.8, 0.0), 0.18),
        (Pos::new(0.0, bottom), Pos::new(0.0, bottom - 0.7), 0.14),
    ];
    for (from, to, alpha) in walls {
        let a = alpha * strength;
        let stops = [(0.0, Color::BLACK, a), (0.35, Color::BLACK, a * 0.38), (1.0, Color::BLACK, 0.0)];
        let _ = cr.set_source(linear(from, to, &stops));
        let strip = if from.x == to.x {
            Rect::new(area.x, from.y.min(to.y), area.w, (from.y - to.y).abs())
        } else {
            Rect::new(from.x.min(to.x), area.y, (from.x - to.x).abs(), area.h)
        };
        cr.rectangle(strip.x, strip.y, strip.w, strip.h);
        let _ = cr.fill();
    }
}

/// Light falling on the field and its texture.
fn cloth(cr: &Context, design: &Design, area: Rect, textures: Option<&Textures>, px: f64) {
    if design.cloth == Cloth::Flat {
        return;
    }
    let _ = cr.save();
    clip_whole(cr, area, px);
    light(cr);
    if let Some(textures) = textures
        && design.cloth == Cloth::Felt
    {
        textures.paint(cr, TextureKind::Felt, 0.10, px);
    }
    let _ = cr.restore();
}

/// The lamp above the board, as a gradient over everything.
fn light(cr: &Context) {
    let middle = Pos::new(WIDTH / 2.0, HEIGHT * 0.42);
    let stops = [
        (0.0, Color::WHITE, 0.07),
        (0.45, Color::WHITE, 0.02),
        (0.55, Color::BLACK, 0.01),
        (1.0, Color::BLACK, 0.16),
    ];
    let _ = cr.set_source(radial(middle, 0.0, middle, 62.0, &stops));
    let _ = cr.paint();
}

fn points(cr: &Context, design: &Design, half: usize, px: f64) {
    // The pattern of tones is the same for both directions: neighbors and opposites differ.
    let layout = Layout::default();
    let in_half = |slot: &Slot| (layout.area(*slot).x < 50.0) == (half == 0);
    for slot in Slot::holding().filter(|slot| slot.is_point()).filter(in_half) {
        let area = layout.area(slot);
        let tone = design.points[(slot.index() + 1) % 2];
        let top = slot.is_top();
        point_path(cr, area, top);
        if design.is_flat() {
            ink(cr, tone, 1.0);
            let _ = cr.fill_preserve();
        } else {
            let (base, tip) = if top { (area.y, area.y + POINT) } else { (area.y + area.h, area.y) };
            let stops = [(0.0, tone.darker(0.05), 1.0), (0.6, tone, 1.0), (1.0, tone.lighter(0.05), 1.0)];
            let _ = cr.set_source(linear(Pos::new(0.0, base), Pos::new(0.0, tip), &stops));
            let _ = cr.fill_preserve();
        }
        match design.point_line {
            Some(line) => ink(cr, line, if design.is_flat() { 1.0 } else { 0.6 }),
            None => {
                // Inlaid: dark where the light comes from, bright on the far side.
                let stops = [
                    (0.0, Color::BLACK, 0.20),
                    (0.45, Color::BLACK, 0.06),
                    (0.55, Color::WHITE, 0.05),
                    (1.0, Color::WHITE, 0.14),
                ];
                let _ = cr.set_source(linear(Pos::new(area.x, 0.0), Pos::new(area.x + area.w, 0.0), &stops));
            }
        }
        cr.set_line_width(px);
        let _ = cr.stroke();
    }
}

/// A shallow nest on the divider, so that the place of a centered cube shows even without one.
fn cube_nest(cr: &Context, design: &Design, nest: Rect, px: f64) {
    let inner = nest.grown(-0.35);
    rounded(cr, inner, 0.9);
    if design.is_flat() {
        ink(cr, design.label, 0.25);
        cr.set_line_width(px);
        let _ = cr.stroke();
        return;
    }
    ink(cr, Color::BLACK, 0.16);
    let _ = cr.fill_preserve();
    let stops = [(0.0, Color::BLACK, 0.35), (0.5, Color::BLACK, 0.05), (1.0, Color::WHITE, 0.14)];
    let _ = cr.set_source(linear(Pos::new(nest.x, nest.y), Pos::new(nest.x, nest.y + nest.h), &stops));
    cr.set_line_width(px);
    let _ = cr.stroke();
}

/// The seam of the folding board and its hinges.
fn bar(cr: &Context, design: &Design, px: f64) {
    let middle = 54.0;
    if design.is_flat() {
        return;
    }
    // The bar is raised: light on the left flank, shade on the right.
    let stops = [
        (0.0, Color::WHITE, 0.10),
        (0.12, Color::WHITE, 0.02),
        (0.5, Color::BLACK, 0.0),
        (0.88, Color::BLACK, 0.05),
        (1.0, Color::BLACK, 0.20),
    ];
    cr.rectangle(48.3, 3.0, 11.4, HEIGHT - 6.0);
    let _ = cr.set_source(linear(Pos::new(48.0, 0.0), Pos::new(60.0, 0.0), &stops));
    let _ = cr.fill();
    for (x, color, alpha) in
        [(middle - px / 2.0, Color::BLACK, 0.42), (middle + px / 2.0, Color::WHITE, 0.12)]
    {
        cr.move_to(x, 0.0);
        cr.line_to(x, HEIGHT);
        ink(cr, color, alpha);
        cr.set_line_width(px);
        let _ = cr.stroke();
    }
    if let Some(metal) = design.hinge {
        for y in [4.0, HEIGHT - 4.0 - 12.0] {
            hinge(cr, Rect::new(middle - 1.0, y, 2.0, 12.0), metal, px);
        }
    }
}

fn hinge(cr: &Context, r: Rect, metal: Color, px: f64) {
    rounded(cr, Rect::new(r.x + 0.12, r.y + 0.18, r.w, r.h), 0.4);
    ink(cr, Color::BLACK, 0.30);
    let _ = cr.fill();
    let stops = [
        (0.0, metal.darker(0.35), 1.0),
        (0.30, metal.lighter(0.25), 1.0),
        (0.45, metal.lighter(0.45), 1.0),
        (0.60, metal, 1.0),
        (1.0, metal.darker(0.50), 1.0),
    ];
    rounded(cr, r, 0.35);
    let _ = cr.set_source(linear(Pos::new(r.x, 0.0), Pos::new(r.x + r.w, 0.0), &stops));
    let _ = cr.fill();
    for n in 1..4 {
        let y = r.y + r.h * f64::from(n) / 4.0;
        for (dy, color, alpha) in [(0.0, Color::BLACK, 0.45), (px, Color::WHITE, 0.25)] {
            cr.move_to(r.x, y + dy);
            cr.line_to(r.x + r.w, y + dy);
            ink(cr, color, alpha);
            cr.set_line_width(px);
            let _ = cr.stroke();
        }
    }
}

/// Height of a point number.
const LABEL_HEIGHT: f64 = 1.62;
/// Its line width in heights.
const LABEL_WEIGHT: f64 = 0.135;

/// The numbers of the points in the border.
pub(super) fn labels(cr: &Context, design: &Design, labels: Labels, layout: Layout, is_top: bool) {
    for slot in Slot::holding().filter(|slot| slot.is_point() && slot.is_top() == is_top) {
        let area = layout.area(slot);
        let (x, outer) = (area.center().x, LABELS / 2.0);
        let number = |player: Player| slot.place_for(player).map_or(0, |place| u32::from(place.number()));
        match labels {
            Labels::Off => {}
            Labels::Seen(player) => {
                ink(cr, design.label, 1.0);
                digits::stroke(cr, number(player), Pos::new(x, outer), LABEL_HEIGHT, LABEL_WEIGHT);
            }
            Labels::Both => {
                // The bottom player's numbers at the left, the top player's smaller at the right.
                let height = LABEL_HEIGHT * 0.80;
                for (player, dx, alpha) in [(Player::One, -1.45, 1.0), (Player::Zero, 1.45, 0.72)] {
                    ink(cr, design.label, alpha);
                    digits::stroke(cr, number(player), Pos::new(x + dx, outer), height, LABEL_WEIGHT);
                }
            }
        }
    }
}
