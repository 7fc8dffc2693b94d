// SPDX-License-Identifier: GPL-3.0-or-later
//! The geometry against the recorded regions.

use super::*;
use proptest::prelude::*;

fn slot(n: usize) -> Slot {
    Slot::new(n).unwrap()
}

/// Every area and every checker place of the recorded table, both directions.
#[test]
fn regions_match_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/spec/data/interface/board_regions.csv");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: {path} is not there");
        return;
    };
    let mut n_rows = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let direction = match fields[0] {
            "clockwise" => Direction::Clockwise,
            _ => Direction::Anticlockwise,
        };
        let layout = Layout::new(direction);
        let slot = slot(fields[1].parse().unwrap());
        let number = |k: usize| fields.get(k).and_then(|f| f.parse::<f64>().ok());
        let area = Rect::new(number(3).unwrap(), number(4).unwrap(), number(5).unwrap(), number(6).unwrap());
        assert_eq!(layout.area(slot), area, "{line}");
        let mut n_places = 0;
        for nth in 0..5 {
            let Some(y) = number(8 + usize::from(nth)) else { continue };
            n_places += 1;
            assert_eq!(
                layout.checker(slot, nth),
                Rect::new(number(7).unwrap(), y, 6.0, 6.0),
                "{line} checker {nth}"
            );
        }
        assert_eq!(n_places, slot.drawn_places(), "{line}");
        n_rows += 1;
    }
    assert_eq!(n_rows, 60);
}

#[test]
fn hits_are_tested_in_order() {
    let layout = Layout::default();
    let movables = Movables {
        dice: Some(layout.neat_dice(Player::One)),
        cube: Some(layout.cube(CubePlace::Offered(Player::One))),
        flag: None,
    };
    let hit = |x, y| layout.hit(Pos::new(x, y), &movables);
    assert_eq!(hit(71.0, 40.0), Some(Target::Die(0)));
    assert_eq!(hit(80.0, 40.0), Some(Target::Die(1)));
    assert_eq!(hit(77.5, 40.0), Some(Target::RollArea(Half::Right)));
    assert_eq!(hit(54.0, 41.0), Some(Target::Cube));
    assert_eq!(hit(62.0, 34.0), Some(Target::RollArea(Half::Right)));
    assert_eq!(hit(20.0, 40.0), Some(Target::RollArea(Half::Left)));
    assert_eq!(hit(91.0, 78.0), Some(Target::Slot(slot(1))));
    assert_eq!(hit(54.0, 20.0), Some(Target::Slot(slot(25))));
    assert_eq!(hit(96.5, 60.0), Some(Target::Slot(slot(26))), "trays answer over their whole width");
    assert_eq!(hit(54.0, 48.0), None);
    assert_eq!(hit(5.0, 60.0), None, "unused trays are dead while playing");
    assert_eq!(hit(91.0, 80.5), None, "so is the border");
}

#[test]
fn editing_reaches_into_the_border() {
    let layout = Layout::default();
    let hit = |x, y| layout.hit_edit(Pos::new(x, y), &Movables::default());
    assert_eq!(hit(91.0, 80.5), Some(Target::Slot(slot(1))));
    assert_eq!(hit(91.0, 1.0), Some(Target::Slot(slot(24))));
    assert_eq!(hit(5.0, 60.0), Some(Target::Slot(Slot::UNUSED_BOTTOM)));
    assert_eq!(layout.place_at(slot(1), Pos::new(91.0, 80.5)), 0);
    assert_eq!(layout.place_at(slot(1), Pos::new(91.0, 78.9)), 1);
    assert_eq!(layout.place_at(slot(1), Pos::new(91.0, 66.0)), 3);
    assert_eq!(layout.place_at(slot(1), Pos::new(91.0, 45.5)), 5);
    assert_eq!(layout.place_at(slot(24), Pos::new(91.0, 4.0)), 1);
    assert_eq!(layout.place_at(slot(0), Pos::new(54.0, 51.0)), 1);
    assert_eq!(layout.place_at(slot(25), Pos::new(54.0, 12.0)), 3);
}

#[test]
fn cube_flag_and_arrow_have_their_places() {
    let normal = Layout::default();
    let turned = Layout::new(Direction::Clockwise);
    assert_eq!(normal.cube(CubePlace::Centered), Rect::new(3.0, 38.0, 6.0, 6.0));
    assert_eq!(turned.cube(CubePlace::Owned(Player::One)), Rect::new(99.0, 73.0, 6.0, 6.0));
    assert_eq!(normal.cube(CubePlace::Owned(Player::Zero)).y, 3.0);
    let offered = normal.cube(CubePlace::Offered(Player::Zero));
    assert_eq!(offered, Rect::new(48.5, 35.5, 11.0, 11.0));
    assert_eq!(normal.flag(Player::One, false), offered);
    assert_eq!(normal.flag(Player::One, true), Rect::new(75.0, 38.0, 6.0, 6.0));
    // An offer covers neither checkers nor dice.
    for n in [0, 25] {
        assert!((0..4).all(|nth| !overlap(&normal.checker(slot(n), nth), &offered)));
    }
    for player in Player::BOTH {
        assert!(normal.neat_dice(player).iter().all(|die| !overlap(die, &offered)));
    }
    assert_eq!(normal.arrow(Player::One), Rect::new(96.0, 79.0, 3.0, 3.0));
    assert_eq!(turned.arrow(Player::Zero), Rect::new(9.0, 0.0, 3.0, 3.0));
}

#[test]
fn fifteen_checkers_fit_a_tray() {
    let layout = Layout::default();
    let last = layout.edge_on(slot(26), 14);
    assert!(last.y >= layout.area(slot(26)).y);
    let last = layout.edge_on(slot(27), 14);
    assert!(last.y + last.h <= 37.0);
    let last = layout.overlapped(slot(6), 14, 15);
    assert!((last.y - layout.checker(slot(6), 4).y).abs() < 1e-9);
}

proptest! {
    #[test]
    fn thrown_dice_stay_in_their_half(throw: u64, bottom: bool) {
        let player = if bottom { Player::One } else { Player::Zero };
        let [left, right] = Layout::default().thrown_dice(player, throw, &[0; Slot::HOLDING]);
        let start = if bottom { 60.0 } else { 12.0 };
        prop_assert!(left.x >= start + 1.0 && right.x + DIE <= start + 36.0 + 1e-9);
        prop_assert!(right.x - left.x >= 8.0 - 1e-9);
        prop_assert!(left.y >= 33.0 && left.y <= 41.0);
    }

    #[test]
    fn pixels_and_units_are_inverse(w in 100.0..4000.0f64, h in 100.0..3000.0f64, x in 0.0..108.0f64, y in 0.0..82.0f64) {
        let fit = Fit::new(w, h);
        let pixel = fit.to_pixels(Rect::new(x, y, 0.0, 0.0));
        let back = fit.to_board(pixel.x, pixel.y);
        prop_assert!(back.distance(Pos::new(x, y)) < 1e-6);
        prop_assert!(fit.to_pixels(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).w <= w + 1e-6);
    }
}
