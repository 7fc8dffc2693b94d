// SPDX-License-Identifier: GPL-3.0-or-later
//! The layer `cube` compared with published figures and checked for invariants. `tests/cube.rs` checks recorded decisions.

mod laws;
mod policy;
mod verdicts;
mod windows;

use super::{CubeContext, CubeInfo, CubeOwner, LeafModel, MatchEquityTable, MatchScore, shipped};
use crate::core::{CubeValue, Equity, Mwc, Player, Probs};

/// The position 4HPMwQCMz+AIIQ as evaluated by GNU Backgammon at 0-ply.
const EXAMPLE: Probs =
    Probs { win: 0.4768289, win_g: 0.105666, win_bg: 0.0011699, lose_g: 0.1012075, lose_bg: 0.0034347 };

const X: LeafModel = LeafModel::Efficiency([0.68; 3]);

fn woolsey() -> MatchEquityTable {
    shipped("woolsey").unwrap()
}

/// Seat Zero needs `zero` points, seat One `one`.
fn at(zero: u32, one: u32, is_crawford: bool, table: &MatchEquityTable) -> CubeContext {
    CubeContext::match_play(MatchScore::new([zero, one], is_crawford).unwrap(), table)
}

fn cube(points: u32, owner: CubeOwner, on_roll: Player) -> CubeInfo {
    CubeInfo { value: CubeValue::new(points).unwrap(), owner, on_roll }
}

fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
}

#[test]
fn the_example_in_a_match() {
    // Seat Zero leads 3–0 to 7 and is not on roll.
    let context = at(4, 7, false, &woolsey());
    let leaf = context.leaf(Player::One, &EXAMPLE, &X);
    let cases = [
        (1, CubeOwner::Centered, 0.296422),
        (2, CubeOwner::Opponent, 0.272777),
        (2, CubeOwner::OnRoll, 0.329618),
        (4, CubeOwner::Opponent, 0.324652),
    ];
    for (points, owner, mwc) in cases {
        assert_near(leaf.value(cube(points, owner, Player::One)).0, mwc, 1e-6);
    }
    let centered = cube(1, CubeOwner::Centered, Player::One);
    let equities = context.static_cube_equities(centered, &EXAMPLE, &X);
    assert_near(f64::from(equities.no_double.0), -0.059629, 2e-6);
    assert_near(f64::from(equities.double_take.0), -0.453716, 2e-6);
    let verdict = context.verdict(centered, &equities, true);
    assert_eq!(verdict.text(), "No double, take");
    assert_near(f64::from(verdict.bluff_share(&equities).unwrap()), 0.271, 5e-4);
    let owned = cube(2, CubeOwner::OnRoll, Player::One);
    let equities = context.static_cube_equities(owned, &EXAMPLE, &X);
    assert_near(f64::from(equities.no_double.0), 0.330504, 2e-6);
    assert_near(f64::from(equities.double_take.0), 0.293719, 2e-6);
    let owned = cube(4, CubeOwner::OnRoll, Player::One);
    let equities = context.static_cube_equities(owned, &EXAMPLE, &X);
    assert_near(f64::from(equities.no_double.0), 0.451296, 2e-6);
    assert_near(f64::from(equities.double_take.0), 0.616369, 2e-6);
    assert_eq!(context.verdict(owned, &equities, true).text(), "Redouble, take");
    let dead = cube(8, CubeOwner::OnRoll, Player::One);
    let equities = context.static_cube_equities(dead, &EXAMPLE, &X);
    assert_eq!(context.verdict(dead, &equities, true).text(), "Never redouble, take (dead cube)");
}

#[test]
fn the_example_for_money() {
    let values = |jacoby| {
        let context = CubeContext::money(jacoby, false);
        let leaf = context.leaf(Player::One, &EXAMPLE, &X);
        CubeOwner::ALL.map(|owner| leaf.value(cube(1, owner, Player::One)).0)
    };
    let [centered, owned, unavailable] = values(false);
    assert_near(centered, -0.064660, 1e-6);
    assert_near(owned, 0.117973, 1e-6);
    assert_near(unavailable, -0.222027, 1e-6);
    assert_near(values(true)[0], -0.0653618, 1e-6);
    assert_eq!(values(true)[1..], values(false)[1..]);
}

#[test]
fn gammon_values_as_printed() {
    let check = |context: &CubeContext, points: u32, expected: [[f64; 2]; 2]| {
        for player in Player::BOTH {
            let prices = context.gammon_prices(cube(points, CubeOwner::Centered, player));
            let [gammon, backgammon] = expected[player.index()];
            assert_near(f64::from(prices.gammon_value()), gammon, 1e-5);
            assert_near(f64::from(prices.backgammon_value()), backgammon, 1e-5);
        }
    };
    let woolsey = at(4, 7, false, &woolsey());
    check(&woolsey, 1, [[0.75, 1.25], [0.5, 1.16667]]);
    check(&woolsey, 2, [[0.55556, 0.55556], [0.62963, 1.51852]]);
    check(&woolsey, 4, [[0.0, 0.0], [0.69492, 0.69492]]);
    let table = MatchEquityTable::default();
    check(&at(4, 7, false, &table), 1, [[0.67226, 1.21729], [0.54956, 1.19800]]);
    check(&at(1, 4, true, &table), 1, [[0.0, 0.0], [0.51261, 0.54972]]);
    check(&at(1, 4, false, &table), 1, [[0.0, 0.0], [0.51261, 0.54972]]);
    check(&at(4, 3, false, &table), 1, [[0.58963, 1.48643], [0.86343, 1.96384]]);
    let money = CubeContext::money(true, false);
    assert_eq!(money.gammon_prices(cube(1, CubeOwner::Centered, Player::One)).gammon_value(), 0.0);
    assert_eq!(money.gammon_prices(cube(2, CubeOwner::OnRoll, Player::One)).backgammon_value(), 1.0);
}

#[test]
fn conversions_as_printed() {
    let context = at(4, 3, false, &MatchEquityTable::default());
    let scale = context.scale(cube(1, CubeOwner::Centered, Player::One)).unwrap();
    let percent = |equity: f32| format!("{}", scale.mwc(Equity(equity)));
    // The printed rows are those of the player 4-away.
    let other = context.scale(cube(1, CubeOwner::Centered, Player::Zero)).unwrap();
    assert_eq!(format!("{}", other.mwc(Equity(-1.0))), "33.13%");
    assert_eq!(format!("{}", other.mwc(Equity(1.0))), "50.00%");
    assert_eq!(format!("{}", other.mwc(Equity(0.5))), "45.78%");
    assert_eq!(format!("{}", other.equity(Mwc(0.6))), "+2.186");
    assert_eq!(percent(0.0), "58.43%");
    assert_near(other.equity_std_error(0.01) * 0.5 * (0.5 - 0.33130), 0.01, 1e-5);
    assert_near(other.mwc_std_error(other.equity_std_error(0.01)), 0.01, 1e-12);
    assert!(CubeContext::money(true, true).scale(CubeInfo::centered(Player::One)).is_none());
}

#[test]
fn hypergammon_equities_in_money_and_match() {
    // BAAIEABAAAAAAA with two checkers a side.
    let probs = Probs::from_array([0.617039, 0.449118, 0.008464, 0.247613, 0.011984]);
    let exact = super::HypergammonEquities {
        owned: 0.534089,
        centered: 0.496040,
        centered_jacoby: 0.418495,
        unavailable: 0.378100,
    };
    let model = LeafModel::Hypergammon(exact);
    let centered = CubeInfo::centered(Player::One);
    for (jacoby, expected) in [(false, exact.centered), (true, exact.centered_jacoby)] {
        let context = CubeContext::money(jacoby, false);
        let leaf = context.leaf(Player::One, &probs, &model);
        assert_eq!(leaf.value(centered).0, expected);
        assert_eq!(leaf.value(centered.doubled()).0, exact.unavailable);
    }
    // At a very long score a match is nearly money play: the derived efficiency gives the exact equity back.
    let context = at(64, 64, false, &MatchEquityTable::default());
    let leaf = context.leaf(Player::One, &probs, &model);
    let near = |owner, expected| {
        let cube = cube(1, owner, Player::One);
        assert_near(f64::from(context.equity(cube, leaf.value(cube)).0), expected, 0.01);
    };
    near(CubeOwner::Centered, exact.centered);
    near(CubeOwner::OnRoll, exact.owned);
    near(CubeOwner::Opponent, exact.unavailable);
}
