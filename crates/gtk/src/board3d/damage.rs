// SPDX-License-Identifier: GPL-3.0-or-later
//! What has to be painted again: the pixels of all objects that differ from the previous scene, with their shadows, and
//! the texels of the shadow map in which something moved.
//!
//! Two dice rolling apart are two small rectangles, not the large one around both; rectangles that nearly touch are
//! one, since each is a pass over the things within it.

use super::camera::Camera;
use super::light::Light;
use super::scene::{Scene, Solid};
use super::space::TABLE;
use glam::{Vec2, Vec3};
use glium::Rect;

/// Most rectangles of a picture.
const MAX_PARTS: usize = 4;
/// What a pass over a rectangle costs besides its pixels, in pixels.
const PASS: f64 = 12_000.0;
/// How far the soft edge of a shadow reaches beyond it, in units.
const PENUMBRA: f32 = 1.2;
/// The highest that shadows fall on: two layers of checkers, or one on the frame.
const HIGHEST: f32 = 6.5;
/// Pixels added around what moved.
const MARGIN: f32 = 3.0;

/// Pixels to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum Damage {
    /// None.
    Nothing,
    /// Those of some rectangles, counted from the lower left corner; no two overlap.
    Parts(Vec<Rect>),
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

/// The whole pixels of `size` within bounds, a little larger; `None` if there are none.
fn whole(bounds: (Vec2, Vec2), size: Vec2) -> Option<Rect> {
    let low = (bounds.0 - MARGIN).max(Vec2::ZERO).floor();
    let high = (bounds.1 + MARGIN).min(size).ceil();
    let extent = high - low;
    (extent.x >= 1.0 && extent.y >= 1.0).then(|| Rect {
        left: low.x as u32,
        bottom: (size.y - high.y).max(0.0) as u32,
        width: extent.x as u32,
        height: extent.y as u32,
    })
}

/// The texels of a solid in a shadow map of `side`, if there are any.
fn texels(light: &Light, solid: &Solid, side: u32) -> Option<Rect> {
    let size = Vec2::splat(side as f32);
    let (low, high) = solid.corners(0.0).into_iter().fold(
        (Vec2::INFINITY, Vec2::NEG_INFINITY),
        |(low, high): (Vec2, Vec2), p| {
            let clip = light.to_shadow.project_point3(p);
            let texel = Vec2::new(clip.x + 1.0, 1.0 - clip.y) / 2.0 * size;
            (low.min(texel), high.max(texel))
        },
    );
    whole((low, high), size)
}

fn area(rect: &Rect) -> f64 {
    f64::from(rect.width) * f64::from(rect.height)
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    a.left < b.left + b.width
        && b.left < a.left + a.width
        && a.bottom < b.bottom + b.height
        && b.bottom < a.bottom + a.height
}

fn union(a: &Rect, b: &Rect) -> Rect {
    let (left, bottom) = (a.left.min(b.left), a.bottom.min(b.bottom));
    let right = (a.left + a.width).max(b.left + b.width);
    let top = (a.bottom + a.height).max(b.bottom + b.height);
    Rect { left, bottom, width: right - left, height: top - bottom }
}

/// Joins rectangles until none overlap and painting two of them apart would cost less than painting them as one.
fn joined(mut parts: Vec<Rect>) -> Vec<Rect> {
    loop {
        // The pair that gains most by being one.
        let mut best: Option<(usize, usize, f64)> = None;
        for b in 1..parts.len() {
            for a in 0..b {
                let gain = area(&parts[a]) + area(&parts[b]) + PASS - area(&union(&parts[a], &parts[b]));
                let gain = if overlap(&parts[a], &parts[b]) { f64::INFINITY } else { gain };
                if best.is_none_or(|(_, _, other)| gain > other) {
                    best = Some((a, b, gain));
                }
            }
        }
        match best {
            Some((a, b, gain)) if gain > 0.0 || parts.len() > MAX_PARTS => {
                let other = parts.swap_remove(b);
                parts[a] = union(&parts[a], &other);
            }
            _ => return parts,
        }
    }
}

fn of(parts: Vec<Rect>) -> Damage {
    if parts.is_empty() { Damage::Nothing } else { Damage::Parts(joined(parts)) }
}

/// Solids that are in one of two scenes only.
fn moved<'s>(old: &'s Scene, new: &'s Scene) -> impl Iterator<Item = &'s Solid> {
    [(old, new), (new, old)]
        .into_iter()
        .flat_map(|(a, b)| a.solids.iter().filter(move |solid| !b.solids.contains(solid)))
}

impl Damage {
    /// What differs between two scenes seen by the same camera under the same light.
    #[must_use]
    pub fn between(old: &Scene, new: &Scene, camera: &Camera, light: &Light) -> Damage {
        if old.editing != new.editing || old.dimmed != new.dimmed {
            return Damage::All;
        }
        let mut parts = Vec::new();
        let mut add = |bounds: (Vec2, Vec2)| parts.extend(whole(bounds, camera.size));
        for solid in moved(old, new) {
            add(camera.bounds(solid.corners(0.0)));
            if solid.casts_shadow() {
                // Whatever lies below, between the highest and the table, may be darkened.
                let corners = solid.corners(PENUMBRA).into_iter();
                add(camera.bounds(corners.flat_map(|p| [HIGHEST, TABLE].map(|z| light.cast(p, z)))));
            }
        }
        for (a, b) in [(old, new), (new, old)] {
            for decal in a.decals.iter().filter(|decal| !b.decals.contains(decal)) {
                add(camera.bounds(around(decal.ball())));
            }
        }
        of(parts)
    }

    /// What differs in a shadow map of `side` texels between two scenes under the same light.
    #[must_use]
    pub fn of_shadows(old: &Scene, new: &Scene, light: &Light, side: u32) -> Damage {
        let casting = moved(old, new).filter(|solid| solid.casts_shadow());
        of(casting.filter_map(|solid| texels(light, solid, side)).collect())
    }

    /// The rectangles to paint, of a picture of a size.
    #[must_use]
    pub fn parts(&self, (width, height): (u32, u32)) -> Vec<Rect> {
        match self {
            Damage::Nothing => Vec::new(),
            Damage::Parts(parts) => parts.clone(),
            Damage::All => vec![Rect { left: 0, bottom: 0, width, height }],
        }
    }
}

/// Whether a ball is seen within some pixels.
#[must_use]
pub fn touches(part: &Rect, ball: (Vec3, f32), camera: &Camera) -> bool {
    whole(camera.bounds(around(ball)), camera.size).is_some_and(|rect| overlap(&rect, part))
}

/// Whether a solid throws a shadow on some texels of a shadow map of `side`.
#[must_use]
pub fn darkens(part: &Rect, solid: &Solid, light: &Light, side: u32) -> bool {
    texels(light, solid, side).is_some_and(|rect| overlap(&rect, part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board3d::Settings;
    use crate::board3d::moment::Moment;
    use crate::board3d::scene::DesignLines;
    use crate::board3d::space::{self, THICKNESS};
    use gnubg_draw::layout::Pos;
    use gnubg_draw::model::LooseChecker;
    use gnubg_draw::{BoardView, Slot, ViewOptions};
    use gnubg_engine::core::{MatchState, Player, Rules};
    use proptest::prelude::*;

    fn scene(change: impl Fn(&mut BoardView)) -> Scene {
        let state = MatchState::new(0, Rules::default()).unwrap();
        let mut view =
            BoardView::new(&state, None, gnubg_draw::DiceThrow::default(), &ViewOptions::default());
        change(&mut view);
        Scene::new(&Moment::still(view), &Settings::default(), DesignLines::default())
    }

    fn between(a: &Scene, b: &Scene) -> (Damage, Camera) {
        let settings = Settings::default();
        let camera = Camera::new(&settings, Vec2::ZERO, Vec2::new(1280.0, 800.0));
        (Damage::between(a, b, &camera, &Light::new(&settings)), camera)
    }

    fn carried(places: &[Pos]) -> Scene {
        scene(|view| {
            let loose =
                |at: &Pos| LooseChecker { player: Player::One, at: *at, lift: 1.0, alpha: 1.0, way: None };
            view.loose = places.iter().map(loose).collect();
        })
    }

    #[test]
    fn nothing_moved_nothing_is_painted() {
        let (a, b) = (scene(|_| ()), scene(|_| ()));
        assert_eq!(between(&a, &b).0, Damage::Nothing);
        assert_eq!(Damage::of_shadows(&a, &b, &Light::new(&Settings::default()), 1024), Damage::Nothing);
    }

    #[test]
    fn a_carried_checker_damages_its_surroundings_only() {
        let at = Pos::new(30.0, 50.0);
        let (damage, camera) = between(&scene(|_| ()), &carried(&[at]));
        let parts = damage.parts((1280, 800));
        let [part] = parts[..] else { panic!("{damage:?}") };
        assert!(part.width < 300 && part.height < 300, "{part:?}");
        let top = camera.project(space::world(at, space::CARRY + THICKNESS));
        let (x, y) = (top.x as u32, 800 - top.y as u32);
        assert!((part.left..part.left + part.width).contains(&x));
        assert!((part.bottom..part.bottom + part.height).contains(&y));
        assert!(touches(&part, (space::world(at, 0.0), 3.0), &camera));
        let far = space::rest_in(
            &BoardView::new(
                &MatchState::new(0, Rules::default()).unwrap(),
                None,
                gnubg_draw::DiceThrow::default(),
                &ViewOptions::default(),
            ),
            Slot::new(24).unwrap(),
            0,
        );
        assert!(!touches(&part, (far.center, 3.0), &camera));
    }

    #[test]
    fn what_moves_far_apart_is_painted_apart() {
        let (damage, _) = between(
            &carried(&[Pos::new(20.0, 20.0), Pos::new(90.0, 60.0)]),
            &carried(&[Pos::new(20.5, 20.0), Pos::new(90.5, 60.0)]),
        );
        let parts = damage.parts((1280, 800));
        assert_eq!(parts.len(), 2, "{parts:?}");
        assert!(parts.iter().map(area).sum::<f64>() < 1280.0 * 800.0 / 8.0, "{parts:?}");
    }

    #[test]
    fn graying_the_board_paints_everything() {
        assert_eq!(between(&scene(|_| ()), &scene(|view| view.editing = true)).0, Damage::All);
    }

    proptest! {
        #[test]
        fn joined_rectangles_cover_all_and_overlap_nowhere(
            all in proptest::collection::vec((0u32..900, 0u32..700, 1u32..300, 1u32..200), 1..12),
        ) {
            let all: Vec<Rect> =
                all.into_iter().map(|(left, bottom, width, height)| Rect { left, bottom, width, height }).collect();
            let parts = joined(all.clone());
            prop_assert!(parts.len() <= MAX_PARTS);
            for rect in &all {
                prop_assert!(parts.iter().any(|part| union(part, rect) == *part), "{rect:?} in {parts:?}");
            }
            for (n, part) in parts.iter().enumerate() {
                prop_assert!(parts[..n].iter().all(|other| !overlap(other, part)), "{parts:?}");
            }
        }

        #[test]
        fn the_shadow_map_is_renewed_where_a_checker_was_and_is(x in 14f64..94.0, y in 6f64..76.0) {
            let light = Light::new(&Settings::default());
            let damage = Damage::of_shadows(&scene(|_| ()), &carried(&[Pos::new(x, y)]), &light, 1024);
            let parts = damage.parts((1024, 1024));
            let new = carried(&[Pos::new(x, y)]);
            let loose = new.solids.iter().find(|solid| !scene(|_| ()).solids.contains(solid)).unwrap();
            prop_assert!(parts.iter().any(|part| darkens(part, loose, &light, 1024)));
            prop_assert!(parts.iter().map(area).sum::<f64>() < 1024.0 * 1024.0 / 20.0, "{parts:?}");
        }
    }
}
