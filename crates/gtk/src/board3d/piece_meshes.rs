// SPDX-License-Identifier: GPL-3.0-or-later
//! The shapes of checkers, dice, cube and flag, each around its own middle.

use super::mesh::{Mesh, Profile};
use super::settings::Settings;
use super::space::{CUBE, RADIUS, THICKNESS};
use glam::{Quat, Vec2, Vec3};
use std::f32::consts::{FRAC_PI_2, PI};

/// Where the raised rim of a checker ends, as part of its radius.
pub const RIM: f32 = 0.80;
/// Radius of the edges of a die as part of its side.
const DIE_EDGE: f32 = 0.15;
/// Radius of the edges of the cube.
const CUBE_EDGE: f32 = 0.62;
/// Height of the flag's pole.
pub const POLE: f32 = 9.4;

/// A checker lying flat.
#[must_use]
pub fn checker(settings: &Settings) -> Mesh {
    let half = THICKNESS / 2.0;
    let mut mesh = Mesh::default();
    let profile = if settings.rounded_checkers {
        let fillet = 0.36;
        // A shallow dish within the rim; the lower side is flat.
        let dish = |r: f32| {
            let t = ((RIM + 0.02 - r / RADIUS) / 0.10).clamp(0.0, 1.0);
            half - 0.17 * t * t * (3.0 - 2.0 * t)
        };
        Profile::default()
            .line((0.0, -half), (RADIUS - fillet, -half))
            .arc((RADIUS - fillet, fillet - half), fillet, -90.0, 0.0, 2)
            .arc((RADIUS - fillet, half - fillet), fillet, 0.0, 90.0, 4)
            .cap(RADIUS * (RIM + 0.02), RADIUS * (RIM - 0.08), 4, dish)
            .cap(RADIUS * (RIM - 0.10), 0.0, 1, |_| half - 0.17)
    } else {
        let edge = 0.06;
        Profile::default()
            .line((0.0, -half), (RADIUS, -half))
            .line((RADIUS, -half), (RADIUS, half - edge))
            .arc((RADIUS - edge, half - edge), edge, 0.0, 90.0, 2)
            .line((RADIUS - edge, half), (0.0, half))
    };
    mesh.lathe(&profile, settings.curves);
    mesh
}

/// What throws a checker's shadow: a plain disc.
#[must_use]
pub fn checker_shadow() -> Mesh {
    let half = THICKNESS / 2.0;
    let mut mesh = Mesh::default();
    let outline = Profile::default()
        .line((0.0, 0.3 - half), (RADIUS - 0.05, 0.3 - half))
        .line((RADIUS - 0.05, 0.3 - half), (RADIUS - 0.05, half - 0.1))
        .line((RADIUS - 0.05, half - 0.1), (0.0, half - 0.1));
    mesh.lathe(&outline, 24);
    mesh
}

/// A die of side 1.
#[must_use]
pub fn die() -> Mesh {
    let mut mesh = Mesh::default();
    mesh.rounded_box(Vec3::splat(0.5), DIE_EDGE, 4);
    mesh
}

/// The cube.
#[must_use]
pub fn cube() -> Mesh {
    let mut mesh = Mesh::default();
    mesh.rounded_box(Vec3::splat(CUBE / 2.0), CUBE_EDGE, 4);
    mesh
}

/// The pole of the flag, standing on the origin.
#[must_use]
pub fn pole() -> Mesh {
    let profile = Profile::default()
        .line((1.05, 0.0), (1.05, 0.30))
        .line((1.05, 0.30), (0.16, 0.62))
        .line((0.16, 0.62), (0.16, POLE - 0.12))
        .arc((0.0, POLE + 0.18), 0.34, -58.0, 90.0, 8);
    let mut mesh = Mesh::default();
    mesh.lathe(&profile, 16);
    mesh
}

/// The depth of the flag's cloth at `x` from the pole: it waves in an imagined wind.
#[must_use]
pub fn wave(x: f32) -> f32 {
    0.5 * (x * 0.85).sin() * (x / 3.0).min(1.0)
}

/// Size of the flag's cloth: 1.4 times as wide as high.
pub const CLOTH: Vec2 = Vec2::new(6.4, 4.6);

/// The cloth of the flag, both sides.
#[must_use]
pub fn cloth() -> Mesh {
    let mut mesh = Mesh::default();
    for side in [1.0f32, -1.0] {
        let rows: Vec<Vec<_>> = (0..=4)
            .map(|row| {
                let z = POLE - CLOTH.y + CLOTH.y * row as f32 / 4.0;
                (0..=16)
                    .map(|n| {
                        let n = if side > 0.0 { n } else { 16 - n };
                        let x = CLOTH.x * n as f32 / 16.0;
                        let slope = (wave(x + 0.05) - wave(x - 0.05)) / 0.1;
                        // The front faces the bottom player.
                        let normal = Vec3::new(slope, -1.0, 0.0) * side;
                        (Vec3::new(x, wave(x) - 0.02 * side, z), normal, Vec2::new(x, z))
                    })
                    .collect()
            })
            .collect();
        mesh.sheet(&rows);
    }
    mesh
}

/// The turn of a die or cube that brings a face up: faces 1 to 6, opposite ones adding up to seven.
///
/// In its own space 1 is up, 6 down, 2 toward the bottom player, 5 away, 3 right, 4 left.
#[must_use]
pub fn face_up(face: u8) -> Quat {
    match face {
        2 => Quat::from_rotation_x(-FRAC_PI_2),
        3 => Quat::from_rotation_y(-FRAC_PI_2),
        4 => Quat::from_rotation_y(FRAC_PI_2),
        5 => Quat::from_rotation_x(FRAC_PI_2),
        6 => Quat::from_rotation_x(PI),
        _ => Quat::IDENTITY,
    }
}

/// The direction of a face in a die's own space.
#[must_use]
pub fn face_direction(face: u8) -> Vec3 {
    match face {
        1 => Vec3::Z,
        2 => Vec3::NEG_Y,
        3 => Vec3::X,
        4 => Vec3::NEG_X,
        5 => Vec3::Y,
        _ => Vec3::NEG_Z,
    }
}

#[cfg(test)]
mod tests {
    use super::super::mesh::tests::faces_outward;
    use super::*;

    #[test]
    fn pieces_face_outward_and_keep_their_size() {
        for settings in [Settings::default(), Settings { rounded_checkers: false, ..Settings::default() }] {
            let mesh = checker(&settings);
            faces_outward(&mesh);
            for vertex in &mesh.vertices {
                let [x, y, z] = vertex.position;
                assert!(x.hypot(y) <= RADIUS + 1e-4 && z.abs() <= THICKNESS / 2.0 + 1e-4);
            }
        }
        for mesh in [die(), cube(), pole(), cloth(), checker_shadow()] {
            faces_outward(&mesh);
        }
    }

    #[test]
    fn every_face_comes_up() {
        for face in 1..=6 {
            assert!((face_up(face) * face_direction(face) - Vec3::Z).length() < 1e-6, "face {face}");
            assert!((face_direction(face) + face_direction(7 - face)).length() < 1e-6);
        }
    }
}
