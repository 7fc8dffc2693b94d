// SPDX-License-Identifier: GPL-3.0-or-later
//! From the world to pixels and back.

use super::settings::Settings;
use super::space::{self, Ray, TRAY_FLOOR, WALL, world};
use glam::camera::rh::proj::opengl;
use glam::{Mat4, Vec2, Vec3, Vec4};
use gnubg_draw::layout::{HEIGHT, Pos, Rect, WIDTH};

/// Room left free around the board, as part of its size.
const MARGIN: f32 = 0.012;

/// A camera for one size of picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// World to clip space.
    pub view_proj: Mat4,
    inverse: Mat4,
    /// Where it stands; far away for a plan.
    pub eye: Vec3,
    /// Size of the picture in pixels.
    pub size: Vec2,
}

/// The corners that have to be in the picture.
fn corners() -> impl Iterator<Item = Vec3> {
    let (x, y) = (WIDTH as f32 / 2.0 * (1.0 + MARGIN), HEIGHT as f32 / 2.0 * (1.0 + MARGIN));
    let heights = [TRAY_FLOOR, WALL];
    [-x, x].into_iter().flat_map(move |x| {
        [-y, y].into_iter().flat_map(move |y| heights.into_iter().map(move |z| Vec3::new(x, y, z)))
    })
}

impl Camera {
    /// The camera that shows the whole board as large as possible in `size` pixels. `turn` tilts and turns it further
    /// for a moment: degrees around the board's upright and level axes.
    #[must_use]
    pub fn new(settings: &Settings, turn: Vec2, size: Vec2) -> Camera {
        let size = size.max(Vec2::ONE);
        let aspect = size.x / size.y;
        let tilt = if settings.plan { 0.0 } else { (settings.angle + turn.y).clamp(0.0, 75.0).to_radians() };
        let yaw = turn.x.to_radians();
        // The axes of the picture: to the right, up, and toward the viewer.
        let ahead = Vec3::new(-yaw.sin(), yaw.cos(), 0.0);
        let right = Vec3::new(yaw.cos(), yaw.sin(), 0.0);
        let up = ahead * tilt.cos() + Vec3::Z * tilt.sin();
        let back = Vec3::Z * tilt.cos() - ahead * tilt.sin();
        let seen: Vec<Vec3> = corners().map(|p| Vec3::new(p.dot(right), p.dot(up), p.dot(back))).collect();
        let most = |f: &dyn Fn(&Vec3) -> f32| seen.iter().map(f).fold(f32::NEG_INFINITY, f32::max);
        let (eye, proj) = if settings.plan {
            let half = most(&|p| p.y.abs()).max(most(&|p| p.x.abs()) / aspect);
            let proj = opengl::orthographic(-half * aspect, half * aspect, -half, half, 100.0, 300.0);
            (Vec3::new(0.0, 0.0, 200.0), proj)
        } else {
            let fov = settings.field_of_view().to_radians();
            let ty = (fov / 2.0).tan();
            let tx = ty * aspect;
            // |p − e| ≤ t (e.z − p.z) for every corner gives two bounds on each axis; the nearest eye meets both.
            let bound = |axis: usize, t: f32| {
                let above = most(&|p| p[axis] + t * p.z);
                let below = most(&|p| t * p.z - p[axis]);
                ((above + below) / (2.0 * t), (above - below) / 2.0)
            };
            let ((zx, x), (zy, y)) = (bound(0, tx), bound(1, ty));
            let z = zx.max(zy);
            let proj = opengl::perspective(fov, aspect, (z - 100.0).max(2.0), z + 160.0);
            (Vec3::new(x, y, z), proj)
        };
        let rows = Mat4::from_cols(right.extend(0.0), up.extend(0.0), back.extend(0.0), Vec4::W).transpose();
        let view_proj = proj * Mat4::from_translation(-eye) * rows;
        let eye = right * eye.x + up * eye.y + back * eye.z;
        Camera { view_proj, inverse: view_proj.inverse(), eye, size }
    }

    /// The pixel of a place in the world, from the left upper corner.
    #[must_use]
    pub fn project(&self, place: Vec3) -> Vec2 {
        let clip = self.view_proj.project_point3(place);
        Vec2::new((clip.x + 1.0) / 2.0, (1.0 - clip.y) / 2.0) * self.size
    }

    /// The line of sight through a pixel.
    #[must_use]
    pub fn ray(&self, pixel: Vec2) -> Ray {
        let x = pixel.x / self.size.x * 2.0 - 1.0;
        let y = 1.0 - pixel.y / self.size.y * 2.0;
        let near = self.inverse.project_point3(Vec3::new(x, y, -1.0));
        let far = self.inverse.project_point3(Vec3::new(x, y, 1.0));
        Ray { from: near, along: (far - near).normalize() }
    }

    /// The smallest pixel rectangle around some places: left upper and right lower corner.
    #[must_use]
    pub fn bounds(&self, places: impl IntoIterator<Item = Vec3>) -> (Vec2, Vec2) {
        places.into_iter().fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), place| {
            let pixel = self.project(place);
            (low.min(pixel), high.max(pixel))
        })
    }

    /// The pixel rectangle around a rectangle of the board at height `z`.
    #[must_use]
    pub fn rect(&self, rect: Rect, z: f32) -> Rect {
        let corner = |x: f64, y: f64| world(Pos::new(rect.x + x, rect.y + y), z);
        let all = [corner(0.0, 0.0), corner(rect.w, 0.0), corner(0.0, rect.h), corner(rect.w, rect.h)];
        let (low, high) = self.bounds(all);
        let [x, y, u, v] = [low.x, low.y, high.x, high.y].map(f64::from);
        Rect::new(x, y, u - x, v - y)
    }

    /// The board position at height `z` under a pixel; the middle of the board if the line of sight never gets there.
    #[must_use]
    pub fn position(&self, pixel: Vec2, z: f32) -> Pos {
        let ray = self.ray(pixel);
        space::pos(ray.to_height(z).map_or(Vec3::ZERO, |t| ray.at(t)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn settings() -> impl Strategy<Value = Settings> {
        (0.0f32..60.0, 0.0f32..100.0, any::<bool>()).prop_map(|(angle, skew, plan)| Settings {
            angle,
            skew,
            plan,
            ..Settings::default()
        })
    }

    proptest! {
        #[test]
        fn the_whole_board_is_seen_and_fills_the_picture(
            settings in settings(), w in 300f32..4000.0, h in 250f32..2500.0,
        ) {
            let camera = Camera::new(&settings, Vec2::ZERO, Vec2::new(w, h));
            let (low, high) = camera.bounds(corners());
            prop_assert!(low.x >= -0.5 && low.y >= -0.5 && high.x <= w + 0.5 && high.y <= h + 0.5);
            // At least one direction is used up.
            prop_assert!((high.x - low.x) / w > 0.99 || (high.y - low.y) / h > 0.99);
        }

        #[test]
        fn pixels_and_places_are_inverse(
            settings in settings(), x in -54f32..54.0, y in -41f32..41.0, z in -1f32..6.0,
            yaw in -40f32..40.0, pitch in -10f32..10.0,
        ) {
            let camera = Camera::new(&settings, Vec2::new(yaw, pitch), Vec2::new(1280.0, 800.0));
            let place = Vec3::new(x, y, z);
            let ray = camera.ray(camera.project(place));
            let back = ray.at(ray.to_height(z).unwrap());
            prop_assert!((back - place).length() < 0.05, "{back} instead of {place}");
        }

        #[test]
        fn right_is_right_and_far_is_up(settings in settings()) {
            let camera = Camera::new(&settings, Vec2::ZERO, Vec2::new(1280.0, 800.0));
            let middle = camera.project(Vec3::ZERO);
            prop_assert!(camera.project(Vec3::X).x > middle.x);
            prop_assert!(camera.project(Vec3::Y).y < middle.y);
        }
    }

    #[test]
    fn perspective_makes_the_far_side_shorter() {
        let camera = Camera::new(&Settings::default(), Vec2::ZERO, Vec2::new(1280.0, 800.0));
        let width =
            |y: f32| camera.project(Vec3::new(54.0, y, 0.0)).x - camera.project(Vec3::new(-54.0, y, 0.0)).x;
        assert!(width(41.0) < width(-41.0) * 0.97);
    }
}
