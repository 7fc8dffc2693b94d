// SPDX-License-Identifier: GPL-3.0-or-later
//! Decals on the board's surfaces: numbers, contact shadows, marks.

use super::{Decal, DesignLines, Form, Ink, Scene};
use crate::board3d::board_meshes::INLAY;
use crate::board3d::space::{RADIUS, THICKNESS, WALL, WELLS, ground, ground_at, half, rest_in, world};
use glam::{Vec2, Vec3};
use gnubg_draw::Slot;
use gnubg_draw::layout::{Direction, HEIGHT, Layout, POINT, Pos, Target, WIDTH};
use gnubg_draw::model::{BoardView, DiceView, Labels, MarkKind};
use gnubg_draw::numerals;
use gnubg_draw::paint::focus_rect;
use gnubg_engine::core::Player;
use std::f32::consts::{FRAC_PI_2, PI};

/// How far decals lie above their surface.
const ABOVE: f32 = 0.04;
/// How far the contact shadow of a checker reaches beyond its edge, and how dark it is at the edge.
const CONTACT: f32 = 1.3;
const CONTACT_DARK: f32 = 0.85;
/// Where it lies further out: away from a lamp above the far left corner.
const AWAY: Vec3 = Vec3::new(0.22, -0.28, 0.0);
/// Height of point numbers.
const LABEL: f32 = 1.62;
/// The same where lines run on both sides of them.
const LABEL_IN_LINES: f32 = 1.45;

impl Scene {
    fn decal(&mut self, form: Form, place: Vec3, half: Vec2, ink: Ink, alpha: f32) -> &mut Decal {
        let decal = Decal { form, place, half, turn: 0.0, ink, alpha, over: false };
        self.decals.push(decal);
        self.decals.last_mut().expect("invariant: just pushed")
    }

    /// The soft dark ring around the foot of something round, wider on the side away from the lamp; it fades as the thing
    /// is lifted.
    pub(super) fn contact(&mut self, foot: Vec3, radius: f32, above: f32) {
        let fade = (1.0 - above / 5.0).clamp(0.0, 1.0);
        if fade > 0.0 {
            let reach = radius + CONTACT + above * 0.2;
            let form = Form::Soft(radius - 0.5 - above * 0.2, reach);
            let place = foot + AWAY + Vec3::Z * ABOVE * 1.5;
            self.decal(form, place, Vec2::splat(reach), Ink::Black, CONTACT_DARK * fade);
        }
    }

    /// The same for something with corners.
    pub(super) fn box_contact(&mut self, foot: Vec3, half: f32, turn: f32, alpha: f32) {
        let half = Vec2::splat(half);
        let form = Form::Bar(half, 0.9);
        self.decal(form, foot + Vec3::Z * ABOVE * 1.5, half + 1.0, Ink::Black, alpha).turn = turn;
    }

    /// A number of a height.
    pub(super) fn numeral(&mut self, number: u32, place: Vec3, height: f32, ink: Ink, alpha: f32) {
        if let Some(cell) = numerals::cell(number) {
            let half = Vec2::splat(height / numerals::HEIGHT / 2.0);
            self.decal(Form::Numeral(cell), place, half, ink, alpha);
        }
    }

    /// The decals of the empty board.
    pub(super) fn add_board_decals(&mut self, view: &BoardView, lines: DesignLines) {
        if lines.points {
            let layout = Layout::default();
            for slot in Slot::holding().filter(|slot| slot.is_point()) {
                self.triangle(layout, slot, 0.0, Ink::PointLine, 0.75);
            }
        }
        for well in WELLS {
            let (z, reach) = (ground_at(well.center()), if well.w < 10.0 { 1.1 } else { 1.7 });
            let half = half(well);
            self.decal(Form::Shade(half, reach), world(well.center(), z + ABOVE), half, Ink::Black, 0.55);
        }
        if lines.frame {
            // As far apart as the level part of the frame allows, so that the numbers stand free between them.
            let whole = Vec2::new(WIDTH as f32, HEIGHT as f32) / 2.0 - 0.62;
            let wells = WELLS.map(|well| (world(well.center(), WALL + ABOVE), half(well) + 0.3));
            for (place, half) in wells.into_iter().chain([(Vec3::Z * (WALL + ABOVE), whole)]) {
                self.decal(Form::Outline(half, 0.3, 0.16), place, half + 0.3, Ink::Label, 0.8);
            }
        }
        // The seam of the folding board.
        let size = Vec2::new(0.07, HEIGHT as f32 / 2.0 - 0.5);
        let middle = Vec3::new(0.0, 0.0, WALL + ABOVE / 2.0);
        self.decal(Form::Bar(size, 0.12), middle, size + 0.15, Ink::Black, 0.75);
        // The nests of the cube on the dividers.
        for x in [6.0, 102.0] {
            let place = world(Pos::new(x, 41.0), WALL + ABOVE / 2.0);
            self.decal(Form::Shade(Vec2::splat(2.55), 0.55), place, Vec2::splat(2.55), Ink::Black, 0.5);
        }
        self.add_labels(view, if lines.frame { LABEL_IN_LINES } else { LABEL });
        if let Some(player) = view.arrow {
            let place = world(view.layout.arrow(player).center(), WALL + ABOVE);
            let left = view.layout.direction == Direction::Clockwise;
            let turn = if left { FRAC_PI_2 } else { -FRAC_PI_2 };
            // A rim in the other tone, so that it shows on light and dark frames.
            for (grow, ink) in [(0.32, Ink::Text(player)), (0.0, Ink::Body(player))] {
                let form = Form::Triangle(1.0 + grow, 1.8 + grow * 1.6, 1.0);
                self.decal(form, place, Vec2::new(1.6, 1.6), ink, 1.0).turn = turn;
            }
        }
    }

    fn add_labels(&mut self, view: &BoardView, height: f32) {
        for slot in Slot::holding().filter(|slot| slot.is_point()) {
            let x = view.layout.area(slot).center().x;
            let y = if slot.is_top() { 1.64 } else { HEIGHT - 1.64 };
            let number = |player: Player| slot.place_for(player).map_or(0, |place| u32::from(place.number()));
            let at = |dx: f64| world(Pos::new(x + dx, y), WALL + ABOVE);
            match view.labels {
                Labels::Off => {}
                Labels::Seen(player) => self.numeral(number(player), at(0.0), height, Ink::Label, 1.0),
                Labels::Both => {
                    self.numeral(number(Player::One), at(-1.45), height * 0.82, Ink::Label, 1.0);
                    self.numeral(number(Player::Zero), at(1.45), height * 0.82, Ink::Label, 0.72);
                }
            }
        }
    }

    fn triangle(&mut self, layout: Layout, slot: Slot, fill: f32, ink: Ink, alpha: f32) {
        let area = layout.area(slot);
        let place = world(area.center(), INLAY + ABOVE / 2.0);
        let half = Vec2::new(area.w as f32 / 2.0, POINT as f32 / 2.0);
        let form = Form::Triangle(half.x - 0.14, POINT as f32, fill);
        let decal = self.decal(form, place, half + 0.1, ink, alpha);
        decal.turn = if slot.is_top() { PI } else { 0.0 };
    }

    /// The areas lit as legal targets, under the checkers.
    pub(super) fn add_lit(&mut self, view: &BoardView) {
        for mark in view.marks.iter().filter(|mark| mark.kind != MarkKind::Back) {
            if mark.slot.is_point() {
                self.triangle(view.layout, mark.slot, 0.42, Ink::Accent, 0.9);
            } else {
                let area = view.layout.area(mark.slot);
                let half = half(area);
                let place = world(area.center(), WALL + ABOVE);
                self.decal(Form::LitBox(half, 0.25), place, half + 0.2, Ink::Accent, 0.9);
            }
        }
    }

    /// Where a checker would land, would hit, or came from.
    pub(super) fn add_dots(&mut self, view: &BoardView) {
        for mark in &view.marks {
            let count = view.stacks.at(mark.slot).count;
            let nth = if mark.kind == MarkKind::Hit { 0 } else { count };
            let rest = rest_in(view, mark.slot, nth);
            let up = if mark.kind == MarkKind::Hit { THICKNESS / 2.0 } else { -THICKNESS / 2.0 };
            let z = if rest.upright > 0.5 { WALL } else { rest.center.z + up };
            let place = rest.center.with_z(z + ABOVE * 2.0);
            match mark.kind {
                MarkKind::Move => {
                    self.decal(Form::Disc(0.85, 0.2), place, Vec2::splat(1.2), Ink::Accent, 1.0)
                }
                MarkKind::Hit => self.decal(
                    Form::Ring(RADIUS - 0.35, 0.42),
                    place,
                    Vec2::splat(RADIUS + 0.2),
                    Ink::Accent,
                    1.0,
                ),
                MarkKind::Back => {
                    self.decal(Form::Ring(0.85, 0.30), place, Vec2::splat(1.3), Ink::Accent, 1.0)
                }
            };
        }
    }

    /// Rings where the checkers of the last play went to and came from.
    pub(super) fn add_last_play(&mut self, view: &BoardView) {
        let mut n_above = [0u8; Slot::COUNT];
        for &(from, to) in &view.last_play {
            let count = view.stacks.at(to).count;
            let used = &mut n_above[to.index()];
            if to.is_point() && count > *used {
                let rest = rest_in(view, to, count - 1 - *used);
                *used += 1;
                let place = rest.center + Vec3::Z * (THICKNESS / 2.0 + ABOVE);
                self.decal(Form::Ring(2.55, 0.26), place, Vec2::splat(3.0), Ink::Accent, 1.0);
            }
            let used = &mut n_above[from.index()];
            let nth = view.stacks.at(from).count + *used;
            if nth < from.drawn_places() && !from.is_tray() {
                *used += 1;
                let rest = rest_in(view, from, nth);
                let place = rest.center.with_z(ground(from) + ABOVE * 2.0);
                self.decal(Form::Dashes(2.3, 0.26, 9.0), place, Vec2::splat(2.7), Ink::Accent, 0.85);
            }
        }
    }

    /// Four ticks below doubles, as many hollow as were used.
    pub(super) fn ticks(&mut self, dice: &DiceView) {
        let [a, b] = dice.at;
        let x = (a.center().x + b.center().x) / 2.0;
        let y = (a.y + a.h).max(b.y + b.h) + 0.9;
        let n_used = (2.0 * (dice.used[0] + dice.used[1])).round() as usize;
        for n in 0..4 {
            let place = world(Pos::new(x - 3.0 + 2.0 * n as f64, y), ABOVE * 2.0);
            let (form, alpha) =
                if n < n_used { (Form::Ring(0.5, 0.16), 0.5) } else { (Form::Disc(0.58, 0.12), 1.0) };
            self.decal(form, place, Vec2::splat(0.85), Ink::Body(dice.owner), alpha);
        }
    }

    /// The overlays that are always visible: focus and arrows.
    pub(super) fn add_overlays(&mut self, view: &BoardView) {
        if let Some(target) = view.focus {
            let rect = focus_rect(view, target);
            let z = match target {
                Target::Slot(slot) => ground(slot).max(0.0),
                _ => ground_at(rect.center()),
            };
            let size = half(rect) + 0.22;
            let form = Form::Outline(size, 0.75, 0.30);
            let focus = self.decal(form, world(rect.center(), z + ABOVE * 2.0), size + 0.5, Ink::Accent, 1.0);
            focus.over = true;
        }
        for &(from, to) in &view.best_arrows {
            self.arrow(view, from, to, true);
        }
        for &(from, to) in &view.arrows {
            self.arrow(view, from, to, false);
        }
    }

    /// An arrow; an open one has a dashed shaft and the outline of a head.
    fn arrow(&mut self, view: &BoardView, from: Slot, to: Slot, is_open: bool) {
        let end = |slot: Slot, landing: bool| {
            let count = view.stacks.at(slot).count;
            rest_in(view, slot, if landing { count } else { count.saturating_sub(1) }).center
        };
        let (a, b) = (end(from, false), end(to, true));
        let z = THICKNESS + 0.3;
        let along = (b - a).truncate();
        let length = along.length().max(0.1);
        let turn = along.to_angle() - FRAC_PI_2;
        let direction = along / length;
        let head = 3.0f32.min(length * 0.6);
        // Dashes are as long as the gaps between them.
        let dashes = if is_open { ((length - head) / 2.4).ceil().max(1.0) } else { 1.0 };
        let part = (length - head) / dashes;
        let long = if is_open { part / 4.0 } else { part / 2.0 };
        let shaft = Vec2::new(if is_open { 0.32 } else { 0.42 }, long);
        for n in 0..dashes as usize {
            let middle = (a.truncate() + direction * (n as f32 * part + long)).extend(z);
            for (grow, ink, alpha) in [(0.22, Ink::Black, 0.6), (0.0, Ink::Accent, 1.0)] {
                let size = shaft + grow;
                let bar = self.decal(Form::Bar(size, 0.05), middle, size + 0.1, ink, alpha);
                (bar.turn, bar.over) = (turn, true);
            }
        }
        let tip = (b.truncate() - direction * head / 2.0).extend(z);
        let form = Form::Triangle(1.5, head, if is_open { 0.15 } else { 1.0 });
        let point = self.decal(form, tip, Vec2::new(1.8, head / 2.0 + 0.2), Ink::Accent, 1.0);
        (point.turn, point.over) = (turn, true);
    }
}
