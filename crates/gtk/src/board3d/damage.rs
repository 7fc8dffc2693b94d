// SPDX-License-Identifier: GPL-3.0-or-later
//! What has to be painted again: the pixels of everything that differs from the scene before, with its shadow.

use super::Camera;
use super::lamp::Lamp;
use super::scene::{Scene, Solid};
use glam::{Vec2, Vec3};
use glium::Rect;

/// Pixels to paint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Damage {
    /// None.
    Nothing,
    /// Those of a rectangle, counted from the lower left corner.
    Part(Rect),
    /// All.
    All,
}

/// The corners of the cube around a ball.
fn around(ball: (Vec3, f32)) -> impl Iterator<Item = Vec3> {
    let (middle, radius) = ball;
    (0..8).map(move |n| {
        let sign = |bit: u32| if n >> bit & 1 == 0 { -radius } else { radius };
        middle + Vec3::new(sign(0), sign(1), sign(2))
    })
}

/// The pixel bounds of a solid and its shadow, from the left upper corner.
fn reach(camera: &Camera, lamp: &Lamp, solid: &Solid) -> (Vec2, Vec2) {
    let ball = solid.ball();
    let thing = around(ball);
    if solid.part.casts_shadow() {
        camera.bounds(thing.chain(around(ball).map(|p| lamp.cast(p))))
    } else {
        camera.bounds(thing)
    }
}

/// The whole pixels of `size` within bounds, a little larger; `None` if there are none.
fn whole(bounds: (Vec2, Vec2), size: Vec2) -> Option<Rect> {
    let low = (bounds.0 - 3.0).max(Vec2::ZERO).floor();
    let high = (bounds.1 + 3.0).min(size).ceil();
    let extent = high - low;
    (extent.x >= 1.0 && extent.y >= 1.0).then(|| Rect {
        left: low.x as u32,
        bottom: (size.y - high.y).max(0.0) as u32,
        width: extent.x as u32,
        height: extent.y as u32,
    })
}

impl Damage {
    /// What differs between two scenes seen by the same camera under the same light.
    #[must_use]
    pub fn between(old: &Scene, new: &Scene, camera: &Camera, lamp: &Lamp) -> Damage {
        if old.editing != new.editing || old.dimmed != new.dimmed {
            return Damage::All;
        }
        let mut bounds = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        let mut add = |(low, high): (Vec2, Vec2)| bounds = (bounds.0.min(low), bounds.1.max(high));
        for (a, b) in [(old, new), (new, old)] {
            for solid in a.solids.iter().filter(|solid| !b.solids.contains(solid)) {
                add(reach(camera, lamp, solid));
            }
            for decal in a.decals.iter().filter(|decal| !b.decals.contains(decal)) {
                add(camera.bounds(around(decal.ball())));
            }
        }
        if bounds.0.x > bounds.1.x {
            return Damage::Nothing;
        }
        whole(bounds, camera.size).map_or(Damage::Nothing, Damage::Part)
    }

    /// Whether a ball has to be painted.
    #[must_use]
    pub fn touches(&self, ball: (Vec3, f32), camera: &Camera) -> bool {
        match self {
            Damage::Nothing => false,
            Damage::All => true,
            Damage::Part(part) => {
                let Some(rect) = whole(camera.bounds(around(ball)), camera.size) else { return false };
                rect.left < part.left + part.width
                    && part.left < rect.left + rect.width
                    && rect.bottom < part.bottom + part.height
                    && part.bottom < rect.bottom + rect.height
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::animate::Moment;
    use crate::board::model::Loose;
    use crate::board::{BoardView, Slot, ViewOptions};
    use crate::board3d::Settings;
    use crate::board3d::scene::Lines;
    use crate::board3d::space::{self, THICKNESS};
    use gnubg_engine::core::{MatchState, Player, Rules};

    fn scene(change: impl Fn(&mut BoardView)) -> Scene {
        let state = MatchState::new(0, Rules::default()).unwrap();
        let mut view = BoardView::new(&state, None, 0, &ViewOptions::default());
        change(&mut view);
        Scene::new(&Moment::still(view), &Settings::default(), Lines::default())
    }

    fn between(a: &Scene, b: &Scene) -> (Damage, Camera) {
        let settings = Settings::default();
        let camera = Camera::new(&settings, Vec2::ZERO, Vec2::new(1280.0, 800.0));
        (Damage::between(a, b, &camera, &Lamp::new(&settings)), camera)
    }

    #[test]
    fn nothing_moved_nothing_is_painted() {
        assert_eq!(between(&scene(|_| ()), &scene(|_| ())).0, Damage::Nothing);
    }

    #[test]
    fn a_carried_checker_damages_its_surroundings_only() {
        let at = crate::board::layout::Pos::new(30.0, 50.0);
        let carry = |view: &mut BoardView| {
            view.loose = vec![Loose { player: Player::One, at, lift: 1.0, alpha: 1.0, way: None }];
        };
        let (damage, camera) = between(&scene(|_| ()), &scene(carry));
        let Damage::Part(part) = damage else { panic!("{damage:?}") };
        assert!(part.width < 300 && part.height < 300, "{part:?}");
        let top = camera.project(space::world(at, space::CARRY + THICKNESS));
        let (x, y) = (top.x as u32, 800 - top.y as u32);
        assert!((part.left..part.left + part.width).contains(&x));
        assert!((part.bottom..part.bottom + part.height).contains(&y));
        assert!(damage.touches((space::world(at, 0.0), 3.0), &camera));
        let far = space::rest_in(
            &BoardView::new(&MatchState::new(0, Rules::default()).unwrap(), None, 0, &ViewOptions::default()),
            Slot::new(24).unwrap(),
            0,
        );
        assert!(!damage.touches((far.center, 3.0), &camera));
    }

    #[test]
    fn graying_the_board_paints_everything() {
        assert_eq!(between(&scene(|_| ()), &scene(|view| view.editing = true)).0, Damage::All);
    }
}
