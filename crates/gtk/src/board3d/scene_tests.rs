// SPDX-License-Identifier: GPL-3.0-or-later
//! Scenes of typical moments.

use super::*;
use gnubg_draw::ViewOptions;
use gnubg_draw::layout::Pos;
use gnubg_draw::model::{Mark, MarkKind, TrayStyle};
use gnubg_engine::core::{Action, MatchState, ResignLevel, Rules};

fn view() -> BoardView {
    let state = MatchState::new(0, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap();
    BoardView::new(&state, None, gnubg_draw::DiceThrow::default(), &ViewOptions::default())
}

fn scene(view: BoardView) -> Scene {
    Scene::new(&Moment::still(view), &Settings::default(), DesignLines::default())
}

fn n_checkers(scene: &Scene) -> usize {
    scene.solids.iter().filter(|solid| matches!(solid.part, SolidKind::Checker(_))).count()
}

fn slot(n: usize) -> Slot {
    Slot::new(n).unwrap()
}

#[test]
fn everything_of_the_view_is_there() {
    let scene = scene(view());
    assert_eq!(n_checkers(&scene), 30);
    assert_eq!(scene.solids.iter().filter(|solid| matches!(solid.part, SolidKind::Die(_))).count(), 2);
    assert!(scene.solids.iter().any(|solid| solid.part == SolidKind::Cube(64)));
    let numerals = scene.decals.iter().filter(|decal| matches!(decal.form, Form::Numeral(_))).count();
    assert_eq!(numerals, 24);
}

#[test]
fn every_checker_lies_on_a_shadow_that_reaches_beyond_it() {
    let scene = scene(view());
    let shadows: Vec<&Decal> = scene
        .decals
        .iter()
        .filter(|d| d.ink == Ink::Black && matches!(d.form, Form::Soft(_, reach) if reach > RADIUS + 1.0))
        .collect();
    for solid in scene.solids.iter().filter(|solid| matches!(solid.part, SolidKind::Checker(_))) {
        let is_below = |shadow: &&&Decal| {
            let away = (shadow.place - solid.place).truncate().length();
            away < 0.5 && shadow.alpha > 0.6 && shadow.place.z < solid.place.z
        };
        assert!(shadows.iter().any(|shadow| is_below(&shadow)), "{:?}", solid.place);
    }
}

#[test]
fn equal_moments_give_equal_scenes() {
    assert_eq!(scene(view()), scene(view()));
}

#[test]
fn tall_stacks_are_counted() {
    let mut view = view();
    view.stacks.put(slot(6), Player::One, 12);
    let scene = scene(view);
    assert!(
        scene.decals.iter().any(|d| matches!(d.form, Form::Numeral(11)) && d.ink == Ink::Text(Player::One))
    );
}

#[test]
fn borne_off_checkers_stand_in_the_tray() {
    let mut view = view();
    view.stacks.put(Slot::tray(Player::One), Player::One, 15);
    let standing = |scene: &Scene| scene.solids.iter().filter(|s| s.turn.x.abs() > 0.5).count();
    assert_eq!(standing(&scene(view.clone())), 15);
    view.trays = TrayStyle::Flat;
    assert_eq!(standing(&scene(view)), 0);
}

#[test]
fn a_flying_checker_passes_over_the_bar() {
    let view = view();
    let way = |done: f64| FlightPath { from: End::Place(slot(8), 2), to: End::Place(slot(6), 5), done };
    let (start, middle, end) =
        (flying(&view, &way(0.0), 0.0), flying(&view, &way(0.5), 1.0), flying(&view, &way(1.0), 0.0));
    assert!((start.center - rest_in(&view, slot(8), 2).center).length() < 1e-4);
    assert!((end.center - rest_in(&view, slot(6), 5).center).length() < 1e-4);
    assert!(middle.center.z > WALL + THICKNESS);
    let off =
        FlightPath { from: End::Place(slot(3), 0), to: End::Place(Slot::tray(Player::One), 0), done: 0.5 };
    assert!((flying(&view, &off, 1.0).upright - 0.5).abs() < 1e-6);
}

#[test]
fn marks_flags_and_carried_checkers_are_shown() {
    let state = MatchState::new(0, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap();
    let state = state.apply(Action::Resign(ResignLevel::Gammon)).unwrap();
    let mut view = BoardView::new(&state, None, gnubg_draw::DiceThrow::default(), &ViewOptions::default());
    view.marks = vec![
        Mark { slot: slot(5), kind: MarkKind::Move },
        Mark { slot: slot(26), kind: MarkKind::Move },
        Mark { slot: slot(1), kind: MarkKind::Hit },
        Mark { slot: slot(8), kind: MarkKind::Back },
    ];
    view.loose = vec![LooseChecker {
        player: Player::One,
        at: Pos::new(54.0, 30.0),
        lift: 1.0,
        alpha: 1.0,
        way: None,
    }];
    view.arrows = vec![(slot(8), slot(5))];
    let scene = scene(view);
    assert!(scene.solids.iter().any(|solid| solid.part == SolidKind::Cloth(Player::Zero, 2)));
    assert_eq!(n_checkers(&scene), 31);
    let accents = scene.decals.iter().filter(|decal| decal.ink == Ink::Accent).count();
    assert_eq!(accents, 3 + 4 + 2);
}

/// The play made and the best one are told apart by the shape of their arrows.
#[test]
fn the_best_play_has_dashed_arrows() {
    let accents = |view: BoardView| {
        let scene = scene(view);
        scene
            .decals
            .iter()
            .filter(|decal| decal.ink == Ink::Accent)
            .map(|decal| decal.form)
            .collect::<Vec<_>>()
    };
    let (mut made, mut best) = (view(), view());
    made.arrows = vec![(slot(8), slot(5))];
    best.best_arrows = vec![(slot(8), slot(5))];
    let (made, best) = (accents(made), accents(best));
    assert!(best.len() > made.len() + 1, "dashes: {} and {}", made.len(), best.len());
    let is_filled =
        |forms: &[Form]| forms.iter().any(|form| matches!(form, Form::Triangle(_, _, fill) if *fill > 0.9));
    assert!(is_filled(&made) && !is_filled(&best));
}

#[test]
fn the_cube_jumps_on_its_way() {
    let view = view();
    let moment = |cube| Moment { view: view.clone(), roll: None, cube };
    let height = |cube| {
        let scene = Scene::new(&moment(cube), &Settings::default(), DesignLines::default());
        scene.solids.iter().find(|s| matches!(s.part, SolidKind::Cube(_))).unwrap().place.z
    };
    assert!(height(Some(0.5)) > height(None) + 5.0);
    assert_eq!(cube_faces(64), [64, 2, 4, 8, 16, 32]);
    assert_eq!(cube_faces(256)[0], 256);
}
