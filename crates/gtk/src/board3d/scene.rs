// SPDX-License-Identifier: GPL-3.0-or-later
//! A moment of the board as solids and decals, without OpenGL. The painter draws what is listed here, and does not paint
//! again what is equal to the previous moment.

use super::dice::Die;
use super::moment::Moment;
use super::pick::flag_foot;
use super::piece_meshes::{CLOTH, POLE};
use super::settings::Settings;
use super::space::{self, CARRY, CUBE, RADIUS, Rest, THICKNESS, WALL, ground_at, rest_in};
use glam::{Mat4, Quat, Vec2, Vec3};
use gnubg_draw::Slot;
use gnubg_draw::model::{BoardView, CubeView, End, FlightPath, LooseChecker, Stack};
use gnubg_draw::numerals;
use gnubg_engine::core::Player;
use std::f32::consts::{FRAC_PI_2, PI};

#[path = "decals.rs"]
mod decals;

/// How far the flag leans back.
const FLAG_LEAN: f32 = 0.85;

/// The kind of a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolidKind {
    /// The table below the board.
    Table,
    /// Border, bar and walls.
    Frame,
    /// The playing fields.
    Fields,
    /// The floors of the trays.
    Trays,
    /// The points of one tone.
    Points(u8),
    /// The hinges.
    Hinges,
    /// A checker.
    Checker(Player),
    /// A die.
    Die(Player),
    /// The cube with this number up.
    Cube(u32),
    /// The flag's pole.
    Pole,
    /// The flag's cloth of this player, with the multiple conceded.
    Cloth(Player, u8),
}

impl SolidKind {
    /// The parts of the empty board, the highest first, so that little is painted that is covered afterwards.
    pub const BOARD: [SolidKind; 7] = [
        SolidKind::Hinges,
        SolidKind::Frame,
        SolidKind::Points(0),
        SolidKind::Points(1),
        SolidKind::Fields,
        SolidKind::Trays,
        SolidKind::Table,
    ];

    /// Whether it throws a shadow.
    #[must_use]
    pub fn casts_shadow(self) -> bool {
        !matches!(self, SolidKind::Table | SolidKind::Fields | SolidKind::Trays | SolidKind::Points(_))
    }

    /// Half the size of the box around its origin that holds it, at scale 1; `None` for what is no single piece there.
    fn half(self) -> Option<Vec3> {
        Some(match self {
            SolidKind::Checker(_) => Vec3::new(RADIUS, RADIUS, THICKNESS / 2.0),
            SolidKind::Die(_) => Vec3::splat(0.5),
            SolidKind::Cube(_) => Vec3::splat(CUBE / 2.0),
            _ => return None,
        })
    }

    /// Radius around its origin within which all of it lies, at scale 1.
    fn radius(self) -> f32 {
        match self {
            SolidKind::Checker(_) => RADIUS + 0.4,
            SolidKind::Die(_) => 0.87,
            SolidKind::Cube(_) => CUBE * 0.87,
            SolidKind::Pole | SolidKind::Cloth(..) => POLE + 1.5,
            _ => 80.0,
        }
    }
}

/// A solid at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// Its kind.
    pub part: SolidKind,
    /// Where its origin is.
    pub place: Vec3,
    /// How it is turned.
    pub turn: Quat,
    /// How much larger than its mesh.
    pub scale: f32,
    /// 0 invisible to 1 opaque.
    pub alpha: f32,
}

impl Solid {
    fn new(part: SolidKind, place: Vec3) -> Solid {
        Solid { part, place, turn: Quat::IDENTITY, scale: 1.0, alpha: 1.0 }
    }

    /// From its own space to the world.
    #[must_use]
    pub fn transform(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(Vec3::splat(self.scale), self.turn, self.place)
    }

    /// Whether it throws a shadow: what is nearly invisible does not.
    #[must_use]
    pub fn casts_shadow(&self) -> bool {
        self.part.casts_shadow() && self.alpha > 0.3
    }

    /// The corners of a box around it, `more` larger to all sides.
    #[must_use]
    pub fn corners(&self, more: f32) -> [Vec3; 8] {
        let (half, turn) = match self.part.half() {
            Some(half) => (half * self.scale, self.turn),
            None => (Vec3::splat(self.part.radius() * self.scale), Quat::IDENTITY),
        };
        let half = half + more;
        std::array::from_fn(|n| {
            let sign = |bit: usize| if n >> bit & 1 == 0 { -1.0 } else { 1.0 };
            self.place + turn * (half * Vec3::new(sign(0), sign(1), sign(2)))
        })
    }

    /// A ball around it: middle and radius.
    #[must_use]
    pub fn ball(&self) -> (Vec3, f32) {
        (self.place, self.part.radius() * self.scale)
    }
}

/// The color of a decal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Shadow.
    Black,
    /// Targets, the last play, focus.
    Accent,
    /// Point numbers.
    Label,
    /// Numerals on a player's checkers.
    Text(Player),
    /// A player's checkers.
    Body(Player),
    /// DesignLines around the points.
    PointLine,
}

/// The form of a decal around its middle; lengths in units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A disc that fades from the first radius to the second.
    Soft(f32, f32),
    /// A disc of a radius within a dark line of a width.
    Disc(f32, f32),
    /// A circle line: radius and width, dark on both sides.
    Ring(f32, f32),
    /// The same, broken into so many dashes.
    Dashes(f32, f32, f32),
    /// The line around a box with round corners: half size, radius, width.
    Outline(Vec2, f32, f32),
    /// A box, fading outward over a width.
    Bar(Vec2, f32),
    /// Shade within the walls of a well: half size and how far it reaches.
    Shade(Vec2, f32),
    /// A number.
    Numeral(u32),
    /// A point's triangle, tip along y: half width, length, opacity of its inside; its line is opaque.
    Triangle(f32, f32, f32),
    /// A box with a line: half size and opacity of its inside.
    LitBox(Vec2, f32),
}

/// A figure painted on a level surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decal {
    /// Its form.
    pub form: Form,
    /// Its middle.
    pub place: Vec3,
    /// Half the size of the rectangle that holds it.
    pub half: Vec2,
    /// Turned anticlockwise, in radians.
    pub turn: f32,
    /// Its color.
    pub ink: Ink,
    /// 0 invisible to 1 opaque.
    pub alpha: f32,
    /// Whether it is seen through everything.
    pub over: bool,
}

impl Decal {
    /// A ball around it: middle and radius.
    #[must_use]
    pub fn ball(&self) -> (Vec3, f32) {
        (self.place, self.half.length())
    }

    /// From the square −1 to 1 to the world.
    #[must_use]
    pub fn transform(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(
            self.half.extend(1.0),
            Quat::from_rotation_z(self.turn),
            self.place,
        )
    }
}

/// DesignLines a design draws where tones alone are too close.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DesignLines {
    /// Around the points.
    pub points: bool,
    /// Around the board and its wells.
    pub frame: bool,
}

/// Everything to paint.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Things; the opaque ones in any order.
    pub solids: Vec<Solid>,
    /// Decals, the lowest first.
    pub decals: Vec<Decal>,
    /// Whether the board is grayed for editing.
    pub editing: bool,
    /// Whether the board is dimmed because no game is on.
    pub dimmed: bool,
}

impl Scene {
    /// The scene of a moment.
    #[must_use]
    pub fn new(moment: &Moment, settings: &Settings, lines: DesignLines) -> Scene {
        let view = &moment.view;
        let mut scene = Scene {
            solids: Vec::with_capacity(64),
            decals: Vec::new(),
            editing: view.editing,
            dimmed: view.dimmed,
        };
        scene.add_board_decals(view, lines);
        scene.add_lit(view);
        for slot in Slot::holding() {
            scene.add_stack(view, slot);
        }
        scene.add_dots(view);
        scene.add_last_play(view);
        if let Some(cube) = view.cube {
            scene.add_cube(&cube, moment.cube);
        }
        if let Some(flag) = view.flag {
            let foot = flag_foot(flag.at);
            // It leans back, so that the cloth is seen from above.
            let turn = Quat::from_rotation_x(-FLAG_LEAN);
            for part in [SolidKind::Pole, SolidKind::Cloth(flag.by, flag.level.multiple())] {
                scene.solids.push(Solid { turn, ..Solid::new(part, foot) });
            }
            scene.contact(foot, 1.05, 0.0);
        }
        scene.add_dice(moment, settings);
        for loose in &view.loose {
            scene.add_loose(view, loose);
        }
        scene.add_overlays(view);
        // The pieces cover the board, so the board comes last.
        scene.solids.extend(SolidKind::BOARD.map(|part| Solid::new(part, Vec3::ZERO)));
        scene
    }

    fn add_stack(&mut self, view: &BoardView, slot: Slot) {
        let Stack { owner, count } = view.stacks.at(slot);
        for nth in 0..count {
            let rest = rest_in(view, slot, nth);
            self.solids.push(checker(owner, rest));
            if rest.upright < 0.5 {
                self.contact(rest.center - Vec3::Z * (THICKNESS / 2.0), RADIUS, 0.0);
            }
        }
        if count > slot.drawn_places() && rest_in(view, slot, 0).upright < 0.5 {
            let top = rest_in(view, slot, count - 1).center + Vec3::Z * (THICKNESS / 2.0 - 0.14);
            self.numeral(u32::from(count), top, 2.7, Ink::Text(owner), 1.0);
        }
    }

    fn add_cube(&mut self, cube: &CubeView, done: Option<f64>) {
        let at = cube.at.center();
        // On its way it jumps and turns over once, so that the number changes out of sight.
        let t = done.unwrap_or(1.0) as f32;
        let jump = (t * PI).sin().max(0.0) * 9.0;
        let ground = match done {
            Some(_) => WALL.max(ground_at(at)),
            None => ground_at(at),
        };
        let scale = space::cube_scale(cube.at);
        let half = CUBE / 2.0 * scale;
        let place = space::world(at, ground + half + jump);
        let over = Quat::from_rotation_x(-t * 2.0 * PI);
        let yaw = Quat::from_rotation_z(-cube.turned as f32);
        let turn = if done.is_some() { over * yaw } else { yaw };
        self.solids.push(Solid { turn, scale, ..Solid::new(SolidKind::Cube(cube.shown), place) });
        if jump < 4.0 {
            let foot = space::world(at, ground);
            self.box_contact(foot, half - 0.25, -cube.turned as f32, 0.42 * (1.0 - jump / 4.0));
        }
    }

    fn add_dice(&mut self, moment: &Moment, settings: &Settings) {
        let Some(dice) = moment.view.dice else { return };
        for nth in 0..2 {
            let die = Die {
                owner: dice.thrown_by[nth],
                nth,
                face: dice.faces[nth],
                at: dice.at[nth].center(),
                side: settings.die(),
            };
            let pose = match moment.roll {
                Some((seed, done)) if settings.roll_dice => die.rolling(seed, done as f32),
                _ => die.at_rest(),
            };
            let alpha = if dice.used[nth] >= 1.0 { 0.42 } else { 1.0 };
            let solid = Solid {
                turn: pose.turn,
                scale: die.side,
                alpha,
                ..Solid::new(SolidKind::Die(dice.thrown_by[nth]), pose.center)
            };
            self.solids.push(solid);
            let above = (pose.center.z - die.side / 2.0).max(0.0);
            if above < 3.0 {
                let (yaw, _, _) = pose.turn.to_euler(glam::EulerRot::ZYX);
                let foot = pose.center.with_z(ground_at(space::pos(pose.center)));
                self.box_contact(foot, die.side / 2.0 - 0.3, yaw, 0.42 * alpha * (1.0 - above / 3.0));
            }
        }
        if dice.is_double() && moment.roll.is_none() {
            self.ticks(&dice);
        }
    }

    fn add_loose(&mut self, view: &BoardView, loose: &LooseChecker) {
        let rest = match loose.way {
            Some(way) => flying(view, &way, loose.lift as f32),
            None => {
                let lift = CARRY * loose.lift as f32;
                Rest { center: space::world(loose.at, lift + THICKNESS / 2.0), upright: 0.0 }
            }
        };
        let ground = ground_at(space::pos(rest.center));
        let above = (rest.center.z - THICKNESS / 2.0 - ground).max(0.0);
        if rest.upright < 0.5 {
            self.contact(rest.center.with_z(ground), RADIUS, above);
        }
        let place = Vec3::new(rest.center.x, rest.center.y, rest.center.z.max(ground + THICKNESS / 2.0));
        self.solids.push(Solid {
            alpha: loose.alpha as f32,
            ..checker(loose.player, Rest { center: place, ..rest })
        });
    }
}

/// A checker at rest.
fn checker(player: Player, rest: Rest) -> Solid {
    let turn = Quat::from_rotation_x(FRAC_PI_2 * rest.upright);
    Solid { turn, ..Solid::new(SolidKind::Checker(player), rest.center) }
}

/// A checker on its way: up in a quarter curve, across, down in a quarter curve, over whatever lies between.
fn flying(view: &BoardView, way: &FlightPath, lift: f32) -> Rest {
    let end = |end: End| match end {
        End::Place(slot, nth) => rest_in(view, slot, nth),
        End::Air(at) => Rest { center: space::world(at, CARRY + THICKNESS / 2.0), upright: 0.0 },
    };
    let (from, to) = (end(way.from), end(way.to));
    let t = way.done as f32;
    let far = (to.center - from.center).truncate().length();
    let arch = lift.clamp(0.0, 1.0).powf(0.6) * (3.6 + 0.05 * far);
    let straight = from.center.lerp(to.center, t);
    let height = match way.from {
        End::Place(..) => from.center.z.max(to.center.z) * (1.0 - (2.0 * t - 1.0).abs()),
        End::Air(_) => 0.0,
    };
    let arch = if matches!(way.from, End::Air(_)) { 0.0 } else { arch };
    let z = straight.z.max(height) + arch;
    Rest { center: straight.with_z(z), upright: from.upright + (to.upright - from.upright) * t }
}

/// The numbers on the faces of a cube by its own directions: up, toward the bottom player, right, left, away, down.
#[must_use]
pub fn cube_faces(shown: u32) -> [u32; 6] {
    let mut others = [2, 4, 8, 16, 32, 64].into_iter().filter(|&n| n != shown);
    let mut next = || others.next().unwrap_or(64);
    [shown, next(), next(), next(), next(), next()].map(|n| if numerals::cell(n).is_some() { n } else { 64 })
}

/// Where the number of the flag's cloth stands: middle and half its cell, in the pole's space.
#[must_use]
pub fn cloth_numeral() -> (Vec2, f32) {
    (Vec2::new(CLOTH.x / 2.0, POLE - CLOTH.y / 2.0), 2.7)
}

#[cfg(test)]
#[path = "scene_tests.rs"]
mod tests;
