// SPDX-License-Identifier: GPL-3.0-or-later
//! The position of the light, its view for the shadow map, and where shadows fall.

use super::settings::{LightKind, Settings};
use super::space::TABLE;
use glam::camera::rh::proj::opengl;
use glam::{Mat4, Vec3};
use gnubg_draw::layout::{HEIGHT, WIDTH};

/// The light: a lamp or the sun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Its position, or for the sun the direction toward it.
    pub at: Vec3,
    /// Whether it is a lamp, not the sun.
    pub is_near: bool,
    /// World to the shadow map's clip space.
    pub to_shadow: Mat4,
}

impl Light {
    /// The light of the settings.
    #[must_use]
    pub fn new(settings: &Settings) -> Light {
        let half = WIDTH as f32 / 2.0;
        let at = Vec3::from(settings.light_at) * half;
        // A light at its lowest still stands above the pieces.
        let at = at.with_z(at.z.max(25.0));
        let is_near = settings.light == LightKind::Lamp;
        let reach = half.hypot(HEIGHT as f32 / 2.0) + 2.0;
        let eye = if is_near { at } else { at.normalize() * 160.0 };
        let far = eye.length() + reach;
        let to_shadow = if is_near {
            let (view, near, wide) = narrowest(eye);
            opengl::perspective(2.0 * wide.atan(), 1.0, (near * 0.9).max(1.0), far + 10.0) * view
        } else {
            opengl::orthographic(-reach, reach, -reach, reach, (160.0 - reach - 30.0).max(1.0), far + 10.0)
                * toward(eye, Vec3::ZERO)
        };
        Light { at: if is_near { at } else { at.normalize() }, is_near, to_shadow }
    }

    /// Where the shadow of a place falls at the height `z`, kept within a sensible distance; the place itself if it is
    /// lower.
    #[must_use]
    pub fn cast(&self, place: Vec3, z: f32) -> Vec3 {
        let along = if self.is_near { place - self.at } else { -self.at };
        let t = (z - place.z) / along.z.min(-0.15);
        place + along * t.clamp(0.0, 3.0)
    }
}

/// The view of a lamp on the whole board that needs the narrowest angle, with the distance to the nearest corner and the
/// tangent of half the angle. A low lamp above the board looks rather down than toward the middle, else it would have a
/// part of the board behind it.
fn narrowest(eye: Vec3) -> (Mat4, f32, f32) {
    let edge = Vec3::new(WIDTH as f32 / 2.0 + 1.0, HEIGHT as f32 / 2.0 + 1.0, 0.0);
    let foot = eye.with_z(0.0).clamp(-edge, edge);
    (0..=8)
        .map(|step| {
            let view = toward(eye, foot * step as f32 / 8.0);
            let (mut near, mut wide) = (f32::MAX, 0.0f32);
            for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                for z in [TABLE, 14.0] {
                    let seen = view.transform_point3((edge * Vec3::new(x, y, 0.0)).with_z(z));
                    near = near.min(-seen.z);
                    wide = wide.max(seen.x.abs().max(seen.y.abs()) / (-seen.z).max(0.01));
                }
            }
            (view, near, wide)
        })
        .min_by(|a, b| a.2.total_cmp(&b.2))
        .expect("there are nine views")
}

/// The view from a place toward another, which may be straight below it.
fn toward(eye: Vec3, target: Vec3) -> Mat4 {
    let back = (eye - target).normalize_or(Vec3::Z);
    let aside = if back.z.abs() > 0.99 { Vec3::X } else { Vec3::Z.cross(back).normalize() };
    let up = back.cross(aside).normalize();
    let aside = up.cross(back);
    let turn = Mat4::from_cols(aside.extend(0.0), up.extend(0.0), back.extend(0.0), glam::Vec4::W);
    turn.transpose() * Mat4::from_translation(-eye)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_lamp_sees_the_whole_board(
            x in -1.5f32..4.0, y in -1.5f32..4.0, z in 0.5f32..5.0, sun: bool, u in -1f32..1.0, v in -1f32..1.0,
        ) {
            let light = if sun { LightKind::Sun } else { LightKind::Lamp };
            let clip = seen(light, [x, y, z], u, v);
            prop_assert!(clip.is_finite());
            prop_assert!(clip.abs().cmple(Vec3::splat(1.001)).all(), "{clip}");
        }
    }

    /// Where a light sees a place of the board, given from -1 to 1 in both directions.
    fn seen(light: LightKind, light_at: [f32; 3], u: f32, v: f32) -> Vec3 {
        let light = Light::new(&Settings { light, light_at, ..Settings::default() });
        light.to_shadow.project_point3(Vec3::new(u * 54.0, v * 41.0, 0.0))
    }

    #[test]
    fn a_low_lamp_above_the_board_has_no_part_of_it_behind() {
        let clip = seen(LightKind::Lamp, [0.288, 0.435, 0.5], 0.784, 0.976);
        assert!(clip.abs().cmple(Vec3::splat(1.001)).all(), "{clip}");
        let steps = || (0..=20).map(|i| i as f32 / 20.0);
        for (x, y) in steps().flat_map(|x| steps().map(move |y| (x, y))) {
            for (u, v) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                let clip = seen(LightKind::Lamp, [x, y, 0.5], u, v);
                assert!(clip.abs().cmple(Vec3::splat(1.001)).all(), "{x} {y} {u} {v} {clip}");
            }
        }
    }

    #[test]
    fn shadows_fall_away_from_the_lamp() {
        let light = Light::new(&Settings::default());
        let shadow = light.cast(Vec3::new(0.0, 0.0, 5.0), TABLE);
        assert!((shadow.z - TABLE).abs() < 1e-4);
        assert!(shadow.x > 0.0 && shadow.y < 0.0);
    }
}
