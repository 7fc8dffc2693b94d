// SPDX-License-Identifier: GPL-3.0-or-later
//! From a pixel to the board position that the 2D board would be pointed at.
//!
//! The line of sight meets dice, cube, flag and checkers where they are seen; what it meets first is brought down to
//! the board within that thing's own rectangle. So the layout's hit test and every gesture are those of the 2D board.

use super::camera::Camera;
use super::piece_meshes::{CLOTH, POLE};
use super::settings::Settings;
use super::space::{self, CARRY, CUBE, RADIUS, Ray, THICKNESS, TRAY_FLOOR, WALL, ground_at, rest_in};
use glam::{Vec2, Vec3};
use gnubg_draw::Slot;
use gnubg_draw::layout::{Pos, Rect};
use gnubg_draw::model::BoardView;

/// What a pixel shows: how far away, and the board position it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    distance: f32,
    at: Pos,
}

/// The position nearest to `at` that lies well within `rect`.
fn within(at: Pos, rect: Rect) -> Pos {
    let inset = 0.02;
    Pos::new(
        at.x.clamp(rect.x + inset, rect.x + rect.w - inset),
        at.y.clamp(rect.y + inset, rect.y + rect.h - inset),
    )
}

/// The board position a pixel stands for.
#[must_use]
pub fn position(camera: &Camera, view: &BoardView, settings: &Settings, pixel: Vec2) -> Pos {
    let ray = camera.ray(pixel);
    let board = board(&ray);
    let found = movables(&ray, view, settings).into_iter().chain(checkers(&ray, view));
    found.fold(board, |best, next| if next.distance < best.distance { next } else { best }).at
}

/// The board position over which a carried checker is held when the pointer is at a pixel.
#[must_use]
pub fn carried(camera: &Camera, pixel: Vec2) -> Pos {
    camera.position(pixel, CARRY + THICKNESS / 2.0)
}

/// The frame, or the floor of a well.
fn board(ray: &Ray) -> Found {
    let on = |z: f32| ray.to_height(z).map(|distance| Found { distance, at: space::pos(ray.at(distance)) });
    let nowhere = Found { distance: f32::INFINITY, at: Pos::new(-1000.0, -1000.0) };
    let top = on(WALL).unwrap_or(nowhere);
    if ground_at(top.at) == WALL {
        return top;
    }
    let field = on(0.0).unwrap_or(nowhere);
    match space::well_at(top.at) {
        // Deep in a tray, or on the wall of a well: whatever is met, it belongs to the well looked into.
        Some(well) => {
            let floor = if well.w < 10.0 { on(TRAY_FLOOR).unwrap_or(nowhere) } else { field };
            Found { at: within(floor.at, well), ..floor }
        }
        None => field,
    }
}

fn movables(ray: &Ray, view: &BoardView, settings: &Settings) -> Vec<Found> {
    let mut found = Vec::new();
    let mut solid = |rect: Rect, low: Vec3, high: Vec3| {
        if let Some(distance) = ray.to_box(low, high) {
            found.push(Found { distance, at: within(space::pos(ray.at(distance)), rect) });
        }
    };
    for rect in view.dice_to_play().iter().flat_map(|dice| dice.at) {
        let (middle, half) = (space::world(rect.center(), settings.die() / 2.0), settings.die() / 2.0);
        solid(rect, middle - half, middle + half);
    }
    if let Some(cube) = view.cube {
        let foot = space::world(cube.at.center(), ground_at(cube.at.center()));
        let side = CUBE * space::cube_scale(cube.at);
        let half = Vec2::splat(side / 2.0);
        solid(cube.at, foot - half.extend(0.0), foot + half.extend(side));
    }
    if let Some(flag) = view.flag {
        let foot = flag_foot(flag.at);
        solid(flag.at, foot - Vec3::new(0.6, 1.0, 0.0), foot + Vec3::new(CLOTH.x, 1.0, POLE));
    }
    found
}

/// Where the flag's pole stands.
#[must_use]
pub fn flag_foot(rect: Rect) -> Vec3 {
    let middle = rect.center();
    space::world(Pos::new(middle.x - f64::from(CLOTH.x) / 2.0, middle.y), ground_at(middle))
}

fn checkers(ray: &Ray, view: &BoardView) -> Vec<Found> {
    let mut found = Vec::new();
    for slot in Slot::holding() {
        let count = view.stacks.at(slot).count;
        for nth in 0..count {
            let rest = rest_in(view, slot, nth);
            let (distance, rect) = if rest.upright > 0.5 {
                let half = Vec3::new(RADIUS, THICKNESS / 2.0, RADIUS);
                let distance = ray.to_box(rest.center - half, rest.center + half);
                (distance, view.layout.area(slot))
            } else {
                let foot = rest.center - Vec3::Z * (THICKNESS / 2.0);
                let rect = view.layout.checker(slot, nth % slot.drawn_places());
                (ray.to_cylinder(foot, RADIUS, THICKNESS), rect)
            };
            if let Some(distance) = distance {
                found.push(Found { distance, at: within(space::pos(ray.at(distance)), rect) });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_draw::ViewOptions;
    use gnubg_draw::layout::{Direction, Half, Target};
    use gnubg_draw::model::Stacks;
    use gnubg_engine::core::{Action, MatchState, Player, ResignLevel, Rules};
    use proptest::prelude::*;

    fn view(clockwise: bool) -> BoardView {
        let state = MatchState::new(0, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap();
        let direction = if clockwise { Direction::Clockwise } else { Direction::Anticlockwise };
        BoardView::new(
            &state,
            None,
            gnubg_draw::DiceThrow::default(),
            &ViewOptions { direction, ..ViewOptions::default() },
        )
    }

    fn cameras() -> impl Strategy<Value = (Settings, Camera)> {
        (0f32..45.0, 10f32..100.0, any::<bool>(), 500f32..2600.0, 400f32..1600.0).prop_map(
            |(angle, skew, plan, w, h)| {
                let settings = Settings { angle, skew, plan, ..Settings::default() };
                (settings, Camera::new(&settings, Vec2::ZERO, Vec2::new(w, h)))
            },
        )
    }

    fn hit(view: &BoardView, settings: &Settings, camera: &Camera, place: Vec3) -> Option<Target> {
        let at = position(camera, view, settings, camera.project(place));
        view.layout.hit(at, &view.movables())
    }

    proptest! {
        #[test]
        fn every_slot_of_an_empty_board_is_found(
            (settings, camera) in cameras(), clockwise: bool, n in 0usize..28, u in 0.1f64..0.9, v in 0.15f64..0.85,
        ) {
            let mut view = view(clockwise);
            view.stacks = Stacks::EMPTY;
            view.dice = None;
            let slot = Slot::new(n).unwrap();
            let area = view.layout.area(slot);
            let at = Pos::new(area.x + area.w * u, area.y + area.h * v);
            let place = space::world(at, ground_at(at));
            let target = hit(&view, &settings, &camera, place);
            // The cube lies on the trays' border and is seen before what lies behind it.
            if target != Some(Target::Cube) {
                prop_assert_eq!(target, view.layout.hit(at, &view.movables()));
            }
        }

        #[test]
        fn every_checker_is_found_where_it_is_seen((settings, camera) in cameras(), clockwise: bool, x in -0.6f32..0.6, y in -0.6f32..0.6) {
            let view = view(clockwise);
            for slot in Slot::holding() {
                for nth in 0..view.stacks.at(slot).count {
                    let top = rest_in(&view, slot, nth).center + Vec3::new(RADIUS * x, RADIUS * y, THICKNESS / 2.0);
                    let at = position(&camera, &view, &settings, camera.project(top));
                    prop_assert_eq!(view.layout.hit(at, &view.movables()), Some(Target::Slot(slot)));
                    prop_assert_eq!(view.layout.place_at(slot, at), nth + 1);
                }
            }
        }

        #[test]
        fn dice_and_cube_are_found((settings, camera) in cameras(), clockwise: bool, dx in -0.4f32..0.4, dy in -0.4f32..0.4) {
            let view = view(clockwise);
            for (n, rect) in view.dice.unwrap().at.into_iter().enumerate() {
                let top = space::world(rect.center(), settings.die()) + Vec3::new(dx, dy, 0.0) * settings.die();
                prop_assert_eq!(hit(&view, &settings, &camera, top), Some(Target::Die(n)));
            }
            let at = view.cube.unwrap().at.center();
            let top = space::world(at, ground_at(at) + CUBE) + Vec3::new(dx, dy, 0.0) * CUBE;
            prop_assert_eq!(hit(&view, &settings, &camera, top), Some(Target::Cube));
        }

        #[test]
        fn a_carried_checker_stays_under_the_pointer((_, camera) in cameras(), x in 5f64..103.0, y in 5f64..77.0) {
            let place = space::world(Pos::new(x, y), CARRY + THICKNESS / 2.0);
            let at = carried(&camera, camera.project(place));
            prop_assert!(at.distance(Pos::new(x, y)) < 0.1);
        }
    }

    #[test]
    fn the_flag_and_the_field_are_found() {
        let settings = Settings::default();
        let camera = Camera::new(&settings, Vec2::ZERO, Vec2::new(1280.0, 800.0));
        let state = MatchState::new(0, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap();
        let state = state.apply(Action::Resign(ResignLevel::Single)).unwrap();
        let view = BoardView::new(&state, None, gnubg_draw::DiceThrow::default(), &ViewOptions::default());
        let foot = flag_foot(view.flag.unwrap().at);
        let cloth = foot + Vec3::new(CLOTH.x / 2.0, 0.0, POLE - CLOTH.y / 2.0);
        assert_eq!(hit(&view, &settings, &camera, cloth), Some(Target::Flag));
        let mut empty = view.clone();
        (empty.flag, empty.dice) = (None, None);
        let right = space::world(Pos::new(64.0, 41.0), 0.0);
        assert_eq!(hit(&empty, &settings, &camera, right), Some(Target::RollArea(Half::Right)));
        assert_eq!(state.on_roll, Player::Zero);
    }

    #[test]
    fn far_outside_nothing_is_found() {
        let settings = Settings::default();
        let camera = Camera::new(&settings, Vec2::ZERO, Vec2::new(2400.0, 800.0));
        let view = view(false);
        let at = position(&camera, &view, &settings, Vec2::new(5.0, 5.0));
        assert_eq!(view.layout.hit(at, &view.movables()), None);
    }
}
