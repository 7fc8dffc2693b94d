// SPDX-License-Identifier: GPL-3.0-or-later
//! The shapes of the board itself: frame, fields, trays, points, hinges.

use super::mesh::{Mesh, Profile};
use super::settings::Settings;
use super::space::{TABLE, TRAY_FLOOR, WALL, WELLS, ground_at, world};
use glam::{Affine3A, Quat, Vec2, Vec3};
use gnubg_draw::Slot;
use gnubg_draw::layout::{HEIGHT, Layout, POINT, Pos, Rect, WIDTH};
use std::f32::consts::{FRAC_PI_2, TAU};

/// Radius of the outer edges.
const EDGE: f32 = 0.75;
/// Radius of the edges of the wells.
const LIP: f32 = 0.42;
/// How far points lie above the field, so that they are drawn over it.
pub const INLAY: f32 = 0.03;

/// Lower left and upper right corner of a rectangle in the world, seen from above.
fn corners(rect: Rect) -> (Vec2, Vec2) {
    let low = world(Pos::new(rect.x, rect.y + rect.h), 0.0);
    let high = world(Pos::new(rect.x + rect.w, rect.y), 0.0);
    (low.truncate(), high.truncate())
}

/// Grain along the longer side of each part of the frame.
fn frame_uv(p: Vec3) -> Vec2 {
    let border = HEIGHT as f32 / 2.0 - 3.0;
    if p.y.abs() > border - LIP {
        Vec2::new(p.x + 17.0, p.y - p.z)
    } else {
        // Each upright is another piece of wood.
        let piece = (p.x / 20.0).round();
        Vec2::new(p.y + 31.0 * piece, p.x - p.z + 7.0 * piece)
    }
}

/// Border, bar, dividers and the outer walls.
#[must_use]
pub fn frame() -> Mesh {
    let mut mesh = Mesh::default();
    let xs = cuts(&[3.0, 9.0, 12.0, 48.0, 60.0, 96.0, 99.0, 105.0], WIDTH);
    let ys = cuts(&[3.0, 38.0, 44.0, 79.0], HEIGHT);
    for x in xs.windows(2) {
        for y in ys.windows(2) {
            let middle = Pos::new((x[0] + x[1]) / 2.0, (y[0] + y[1]) / 2.0);
            if ground_at(middle) != WALL {
                continue;
            }
            let (low, high) = corners(Rect::new(x[0], y[0], x[1] - x[0], y[1] - y[0]));
            // The grain is that of the cell's middle: a cell belongs to one part.
            let level = (middle.y < 3.0) || (middle.y > HEIGHT - 3.0);
            let piece = ((low.x + high.x) / 40.0).round();
            mesh.level(low, high, WALL, |p| {
                if level {
                    Vec2::new(p.x + 17.0, p.y - p.z)
                } else {
                    Vec2::new(p.y + 31.0 * piece, p.x - p.z + 7.0 * piece)
                }
            });
        }
    }
    for well in WELLS {
        well_walls(&mut mesh, well);
    }
    outer_walls(&mut mesh);
    mesh
}

/// The lines along which the top of the frame is cut into cells: the walls' positions, moved back by their round lips.
fn cuts(walls: &[f64], size: f64) -> Vec<f64> {
    let lip = f64::from(LIP);
    let mut lines = vec![f64::from(EDGE)];
    lines.extend(walls.iter().enumerate().map(|(n, v)| if n % 2 == 0 { v - lip } else { v + lip }));
    lines.push(size - f64::from(EDGE));
    lines
}

fn well_walls(mesh: &mut Mesh, well: Rect) {
    let floor = if well.w < 10.0 { TRAY_FLOOR } else { 0.0 };
    let (low, high) = corners(well);
    let ring = |grow: f32| {
        let (low, high) = (low - grow, high + grow);
        [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)]
    };
    let inward = [Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y, Vec2::X];
    for side in 0..4 {
        let row = |grow: f32, z: f32, tilt: f32| {
            let corners = ring(grow);
            // Seen from inside the well, the right end comes second.
            let (a, b) = (corners[(side + 1) % 4], corners[side]);
            let normal = (inward[side] * tilt.cos()).extend(tilt.sin());
            [a, b].map(|c| (c.extend(z), normal, frame_uv(c.extend(z)))).to_vec()
        };
        let mut rows = vec![row(0.0, floor, 0.0), row(0.0, WALL - LIP, 0.0)];
        rows.extend((1..=4).map(|n| {
            let tilt = n as f32 / 4.0 * FRAC_PI_2;
            row(LIP * (1.0 - tilt.cos()), WALL - LIP + LIP * tilt.sin(), tilt)
        }));
        mesh.sheet(&rows);
    }
}

fn outer_walls(mesh: &mut Mesh) {
    const STEPS: usize = 6;
    let (low, high) = corners(Rect::new(0.0, 0.0, WIDTH, HEIGHT));
    let centers = [
        Vec2::new(low.x + EDGE, low.y + EDGE),
        Vec2::new(high.x - EDGE, low.y + EDGE),
        Vec2::new(high.x - EDGE, high.y - EDGE),
        Vec2::new(low.x + EDGE, high.y - EDGE),
    ];
    let ring = |radius: f32, z: f32, tilt: f32| {
        let mut points = Vec::new();
        for turn in 0..=4 {
            let (corner, from) = (centers[turn % 4], (turn as f32 - 2.0) * FRAC_PI_2);
            // The last corner closes the ring with its first point.
            let steps = if turn == 4 { 0 } else { STEPS };
            for n in 0..=steps {
                let out = Vec2::from_angle(from + n as f32 / STEPS as f32 * FRAC_PI_2);
                let at = (corner + out * radius).extend(z);
                let flat = if out.y.abs() > 0.7 { at.x } else { at.y };
                points.push((at, (out * tilt.cos()).extend(tilt.sin()), Vec2::new(flat, z)));
            }
        }
        points
    };
    let mut rows = vec![ring(EDGE, TABLE, 0.0), ring(EDGE, WALL - EDGE, 0.0)];
    rows.extend((1..=5).map(|n| {
        let tilt = n as f32 / 5.0 * FRAC_PI_2;
        ring(EDGE * tilt.cos(), WALL - EDGE + EDGE * tilt.sin(), tilt)
    }));
    mesh.sheet(&rows);
}

/// The two playing fields.
#[must_use]
pub fn fields() -> Mesh {
    let mut mesh = Mesh::default();
    for well in &WELLS[..2] {
        let (low, high) = corners(*well);
        mesh.level(low, high, 0.0, |p| p.truncate());
    }
    mesh
}

/// The floors of the trays.
#[must_use]
pub fn trays() -> Mesh {
    let mut mesh = Mesh::default();
    for well in &WELLS[2..] {
        let (low, high) = corners(*well);
        mesh.level(low, high, TRAY_FLOOR, |p| p.truncate());
    }
    mesh
}

/// The outline of a point in the world: its base on the border, its tip toward the middle.
#[must_use]
pub fn point_outline(area: Rect, top: bool, rounded: bool) -> Vec<Vec2> {
    let side = if top { -1.0 } else { 1.0 };
    let base = world(Pos::new(area.center().x, if top { area.y } else { area.y + area.h }), 0.0).truncate();
    let half = area.w as f32 / 2.0 - 0.14;
    let length = POINT as f32;
    let at = |x: f32, y: f32| base + Vec2::new(x, y * side);
    // A blunt tip: a small circle touching both edges.
    let radius = if rounded { 0.95 } else { 0.16 };
    let middle = length - radius;
    let lean = ((half - radius) / middle).atan();
    let mut points = vec![at(-half, 0.0), at(half, 0.0)];
    let steps = if rounded { 12 } else { 4 };
    let from = lean;
    for n in 0..=steps {
        let angle = from + (TAU / 2.0 - 2.0 * lean) * n as f32 / steps as f32;
        points.push(at(radius * angle.cos(), middle + radius * angle.sin()));
    }
    if top {
        // The mirror image runs the other way round.
        points.reverse();
    }
    points
}

/// The points of one tone: 0 is that of the bottom player's ace point when playing anticlockwise.
#[must_use]
pub fn points(tone: usize, settings: &Settings) -> Mesh {
    let layout = Layout::default();
    let mut mesh = Mesh::default();
    for slot in Slot::holding().filter(|slot| slot.is_point() && (slot.index() + 1) % 2 == tone) {
        let outline = point_outline(layout.area(slot), slot.is_top(), settings.rounded_points);
        let corners: Vec<Vec3> = outline.iter().map(|p| p.extend(INLAY)).collect();
        // Grain along the point, each cut from another place.
        let shift = slot.index() as f32 * 5.3;
        mesh.polygon(&corners, Vec3::Z, |p| Vec2::new(p.y + shift * 3.0, p.x + shift));
    }
    mesh
}

/// The hinges on the bar.
#[must_use]
pub fn hinges() -> Mesh {
    let mut mesh = Mesh::default();
    let length = 6.6;
    for y in [-1.0f32, 1.0].map(|side| side * (HEIGHT as f32 / 2.0 - 2.2 - length / 2.0)) {
        let mut knuckles = Profile::default().line((0.0, -length / 2.0), (0.46, -length / 2.0));
        for n in 0..5 {
            let a = -length / 2.0 + length * n as f32 / 5.0;
            let b = a + length / 5.0;
            knuckles = knuckles
                .line((0.46, a), (0.56, a + 0.10))
                .line((0.56, a + 0.10), (0.56, b - 0.10))
                .line((0.56, b - 0.10), (0.46, b));
        }
        knuckles = knuckles.line((0.46, length / 2.0), (0.0, length / 2.0));
        let mut hinge = Mesh::default();
        hinge.lathe(&knuckles, 20);
        let lying = Quat::from_rotation_x(-FRAC_PI_2);
        let at = Vec3::new(0.0, y, WALL + 0.18);
        mesh.add(&hinge.placed(Affine3A::from_rotation_translation(lying, at)));
        let mut plate = Mesh::default();
        plate.rounded_box(Vec3::new(1.75, length / 2.0 + 0.15, 0.16), 0.12, 3);
        mesh.add(&plate.placed(Affine3A::from_translation(Vec3::new(0.0, y, WALL))));
    }
    mesh
}

/// The table around the board.
#[must_use]
pub fn table() -> Mesh {
    let mut mesh = Mesh::default();
    let far = Vec2::splat(420.0);
    mesh.level(-far, far, TABLE, |p| p.truncate());
    mesh
}

#[cfg(test)]
mod tests {
    use super::super::mesh::tests::faces_outward;
    use super::*;

    #[test]
    fn parts_face_outward() {
        let settings = Settings::default();
        for mesh in
            [frame(), fields(), trays(), points(0, &settings), points(1, &settings), hinges(), table()]
        {
            faces_outward(&mesh);
        }
        faces_outward(&points(0, &Settings { rounded_points: true, ..settings }));
    }

    #[test]
    fn points_reach_as_far_as_the_layout_says() {
        let layout = Layout::default();
        for slot in Slot::holding().filter(|slot| slot.is_point()) {
            let outline = point_outline(layout.area(slot), slot.is_top(), false);
            let (low, high) = corners(layout.area(slot));
            for p in &outline {
                assert!(p.cmpge(low - 1e-3).all() && p.cmple(high + 1e-3).all(), "{slot:?}: {p}");
            }
            let reach =
                outline.iter().map(|p| p.y).fold((f32::MAX, f32::MIN), |(a, b), y| (a.min(y), b.max(y)));
            assert!((reach.1 - reach.0 - POINT as f32).abs() < 0.01);
        }
    }

    #[test]
    fn the_frame_leaves_the_wells_open() {
        let mesh = frame();
        for triangle in mesh.indices.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|n| Vec3::from(mesh.vertices[triangle[n] as usize].position));
            let middle = (a + b + c) / 3.0;
            let at = super::super::space::pos(middle);
            let level = a.z == WALL && b.z == WALL && c.z == WALL;
            assert!(!level || ground_at(at) == WALL, "the frame covers {at:?}");
        }
    }
}
