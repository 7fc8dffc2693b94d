// SPDX-License-Identifier: GPL-3.0-or-later
//! Market windows against the figures printed by GNU Backgammon.

use super::{at, woolsey};
use crate::core::{CubeValue, Player};
use crate::cube::{DeadLive, MatchEquityTable, MatchWindow, MoneyPoints, WinRates};

/// Rates from percentages as they are printed: of gammons and backgammons, both including backgammons.
fn rates(own: [f64; 2], other: [f64; 2]) -> WinRates {
    WinRates {
        gammon: own[0] / 100.0,
        backgammon: own[1] / 100.0,
        gammon_lost: other[0] / 100.0,
        backgammon_lost: other[1] / 100.0,
    }
}

#[test]
fn money_points_as_printed() {
    let check = |points: MoneyPoints, expected: [[f64; 2]; 7]| {
        let found = [
            points.take,
            points.beaver,
            points.raccoon,
            points.initial_double,
            points.redouble,
            points.cash,
            points.too_good,
        ];
        for (DeadLive { dead, live }, [printed_dead, printed_live]) in found.into_iter().zip(expected) {
            assert!((100.0 * dead - printed_dead).abs() < 0.01, "{dead} {printed_dead}");
            assert!((100.0 * live - printed_live).abs() < 0.01, "{live} {printed_live}");
        }
    };
    let rates = rates([28.06, 1.45], [25.56, 1.58]);
    check(
        MoneyPoints::new(rates, true, true),
        [
            [30.312, 25.418],
            [49.567, 41.564],
            [49.567, 57.710],
            [49.463, 73.855],
            [49.567, 73.855],
            [68.821, 73.855],
            [88.076, 73.855],
        ],
    );
    check(
        MoneyPoints::new(rates.swapped(), true, true),
        [
            [31.179, 26.145],
            [50.433, 42.290],
            [50.433, 58.436],
            [50.537, 74.582],
            [50.433, 74.582],
            [69.688, 74.582],
            [88.942, 74.582],
        ],
    );
    let even = WinRates::default();
    assert_eq!(MoneyPoints::new(even, false, false).initial_double.dead, 0.5);
    assert_eq!(MoneyPoints::new(even, true, false).initial_double.dead, 0.5);
}

/// Double and cash points in percent: dead, redoubled at once, live.
fn windows(window: MatchWindow) -> [Option<[f64; 2]>; 3] {
    [Some(window.dead), window.redoubled, window.live].map(|points| {
        points.map(|points| [points.double, points.cash].map(|point| (point * 1e4).round() / 100.0))
    })
}

#[test]
fn match_windows_as_printed() {
    let context = at(4, 7, false, &woolsey());
    let zero = rates([19.0, 0.0], [22.0, 0.0]);
    let window = |player, points: u32, rates| {
        windows(context.match_window(player, CubeValue::new(points).unwrap(), rates).unwrap())
    };
    assert_eq!(window(Player::Zero, 1, zero), [Some([45.37, 64.72]), None, Some([45.37, 75.49])]);
    assert_eq!(window(Player::One, 1, zero.swapped()), [Some([54.63, 71.0]), None, Some([54.63, 73.07])]);
    assert_eq!(window(Player::Zero, 2, zero), [Some([64.71, 77.95]), Some([81.7, 85.0]), None]);
    assert_eq!(window(Player::One, 2, zero.swapped()), [Some([35.29, 61.75]), None, None]);

    let context = at(4, 3, false, &MatchEquityTable::default());
    let alpha = rates([20.0, 1.0], [25.0, 1.0]);
    let window = |player, rates| windows(context.match_window(player, CubeValue::ONE, rates).unwrap());
    assert_eq!(window(Player::Zero, alpha), [Some([48.89, 66.39]), None, Some([48.89, 69.98])]);
    assert_eq!(window(Player::One, alpha.swapped()), [Some([51.11, 64.5]), None, Some([51.11, 74.84])]);
}

#[test]
fn take_points_mirror_cash_points() {
    let context = at(4, 7, false, &woolsey());
    let zero = rates([19.0, 0.0], [22.0, 0.0]);
    let two = CubeValue::new(2).unwrap();
    let own = context.match_window(Player::Zero, two, zero).unwrap();
    let other = context.match_window(Player::One, two, zero.swapped()).unwrap();
    assert!((own.dead.take - (1.0 - 0.6175)).abs() < 1e-4);
    assert!((other.dead.take - (1.0 - 0.7795)).abs() < 1e-4);
    // Seat One redoubles at once when doubled to 4.
    assert!((other.take_redoubling.unwrap() - 0.15).abs() < 1e-4);
    assert_eq!(own.take_redoubling, None);
    // Playing on for a gammon is right where it is as good as cashing the cube.
    let centered = context.match_window(Player::Zero, CubeValue::ONE, zero).unwrap();
    assert!(centered.dead.too_good > centered.dead.cash && centered.dead.too_good < 1.0);
}
