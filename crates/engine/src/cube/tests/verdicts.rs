// SPDX-License-Identifier: GPL-3.0-or-later
//! The conditions of each verdict, those included that no recorded decision shows.

use super::{at, cube};
use crate::core::{Equity, Player};
use crate::cube::{
    Answer, CubeContext, CubeEquities, CubeInfo, CubeOwner, CubeRow, Doubling, MatchEquityTable, Verdict,
};

fn equities([no_double, double_take, double_pass]: [f32; 3]) -> CubeEquities {
    CubeEquities {
        no_double: Equity(no_double),
        double_take: Equity(double_take),
        double_pass: Equity(double_pass),
        mwc: None,
    }
}

fn centered() -> CubeInfo {
    CubeInfo::centered(Player::One)
}

fn owned() -> CubeInfo {
    cube(2, CubeOwner::OnRoll, Player::One)
}

/// Checks the verdict's text and its value as shown.
#[track_caller]
fn check(context: &CubeContext, cube: CubeInfo, values: [f32; 3], gammons: bool, text: &str, value: f32) {
    let equities = equities(values);
    let verdict = context.verdict(cube, &equities, gammons);
    assert_eq!((verdict.text(), verdict.value(&equities).0), (text, value), "{values:?}");
}

#[test]
fn money_without_beavers() {
    let money = CubeContext::money(false, false);
    check(&money, centered(), [0.5, 0.6, 1.0], true, "Double, take", 0.6);
    check(&money, owned(), [0.5, 0.6, 1.0], true, "Redouble, take", 0.6);
    check(&money, centered(), [0.5, 0.500005, 1.0], true, "Optional double, take", 0.500005);
    check(&money, owned(), [0.5, 0.500005, 1.0], true, "Optional redouble, take", 0.500005);
    check(&money, centered(), [0.5, 0.5001, 1.0], true, "Double, take", 0.5001);
    check(&money, centered(), [0.5, 0.4, 1.0], true, "No double, take", 0.5);
    check(&money, owned(), [-0.5, -0.9, 1.0], true, "No redouble, take", -0.5);
    check(&money, centered(), [0.9, 1.2, 1.0], true, "Double, pass", 1.0);
    check(&money, centered(), [1.0, 1.3, 1.0], true, "Optional double, pass", 1.0);
    check(&money, owned(), [1.0, 1.3, 1.0], true, "Optional redouble, pass", 1.0);
    check(&money, owned(), [1.0, 1.3, 1.0], false, "Redouble, pass", 1.0);
    check(&money, centered(), [1.1, 1.3, 1.0], true, "Too good to double, pass", 1.1);
    check(&money, owned(), [1.3, 1.1, 1.0], true, "Too good to redouble, pass", 1.3);
    check(&money, centered(), [1.1, 1.3, 1.0], false, "Double, pass", 1.0);
    check(&money, owned(), [1.1, 1.3, 1.0], false, "Redouble, pass", 1.0);
    check(&money, centered(), [1.1, 0.9, 1.0], true, "Too good to double, take", 1.1);
    check(&money, owned(), [1.1, 0.9, 1.0], true, "Too good to redouble, take", 1.1);
    check(&money, owned(), [1.1, 0.9, 1.0], false, "No redouble, take", 1.1);
    let other = cube(2, CubeOwner::Opponent, Player::One);
    check(&money, other, [0.5, 0.6, 1.0], true, "Cube not available", 0.5);
    let jacoby = CubeContext::money(true, false);
    check(&jacoby, centered(), [1.0, 1.3, 1.0], true, "Double, pass", 1.0);
    check(&jacoby, owned(), [1.0, 1.3, 1.0], true, "Optional redouble, pass", 1.0);
}

#[test]
fn beavers() {
    let money = CubeContext::money(false, true);
    check(&money, centered(), [-0.049, -0.035, 1.0], true, "No double, beaver", -0.049);
    check(&money, centered(), [-0.080, -0.035, 1.0], true, "Double, beaver", -0.035);
    check(&money, centered(), [-0.0350001, -0.035, 1.0], true, "No double, beaver", -0.0350001);
    check(&money, centered(), [0.0, 0.0, 1.0], true, "Optional double, beaver", 0.0);
    check(&money, centered(), [0.1, -0.1, 1.0], true, "No double, beaver", 0.1);
    check(&money, owned(), [0.1, -0.1, 1.0], true, "No redouble, beaver", 0.1);
    check(&money, owned(), [-0.049, -0.035, 1.0], true, "No double, beaver", -0.049);
    check(&money, owned(), [0.1, -2.5, 1.0], true, "No redouble, take", 0.1);
    let wrong = equities([-0.049, -0.035, 1.0]);
    assert_eq!(Verdict::NoDoubleBeaver.value_in_files(&wrong), Equity(-0.035));
    assert_eq!(Verdict::NoDoubleBeaver.value_in_files(&equities([0.1, -0.1, 1.0])), Equity(0.1));
}

#[test]
fn dead_cubes_and_cubes_that_cannot_be_turned() {
    let table = MatchEquityTable::default();
    let crawford = at(4, 1, true, &table);
    check(&crawford, centered(), [0.1, 0.2, 1.0], true, "Never double, take (dead cube)", 0.1);
    let two_away = at(5, 2, false, &table);
    check(&two_away, owned(), [0.1, 0.2, 1.0], true, "Never redouble, take (dead cube)", 0.1);
    let other = cube(2, CubeOwner::Opponent, Player::One);
    check(&two_away, other, [0.1, 0.2, 1.0], true, "Cube not available", 0.1);
    let without = CubeContext::money(true, true).without_cube();
    check(&without, centered(), [0.1, 0.2, 1.0], true, "Cube not available", 0.1);
}

#[test]
fn codes_texts_and_actions_belong_together() {
    for (code, verdict) in (0..).zip(Verdict::ALL) {
        assert_eq!((verdict.code(), Verdict::from_code(code)), (code, Some(verdict)));
        let text = verdict.text();
        if verdict.is_available() {
            let doubling = match text.split([' ', ',']).next() {
                Some("Double" | "Redouble") => Doubling::Double,
                Some("Optional") => Doubling::Either,
                Some("Too") => Doubling::TooGood,
                _ => Doubling::NoDouble,
            };
            let answer = match text.rsplit(' ').next() {
                Some("pass") => Answer::Pass,
                Some("beaver") => Answer::Beaver,
                _ => Answer::Take,
            };
            assert_eq!((verdict.doubling(), verdict.answer()), (doubling, answer), "{text}");
        } else {
            assert_eq!((verdict.doubling(), verdict.answer()), (Doubling::NoDouble, Answer::Take));
        }
    }
    assert_eq!(Verdict::from_code(21), None);
}

#[test]
fn the_right_action_is_listed_first() {
    use CubeRow::{DoublePass, DoubleTake, NoDouble};
    assert_eq!(Verdict::RedoubleTake.rows(), [DoubleTake, DoublePass, NoDouble]);
    assert_eq!(Verdict::DoublePass.rows(), [DoublePass, DoubleTake, NoDouble]);
    assert_eq!(Verdict::NoDoubleBeaver.rows(), [NoDouble, DoublePass, DoubleTake]);
    assert_eq!(Verdict::TooGoodTake.rows(), [NoDouble, DoublePass, DoubleTake]);
    assert_eq!(Verdict::TooGoodPass.rows(), [NoDouble, DoubleTake, DoublePass]);
    assert_eq!(Verdict::OptionalDoubleTake.rows(), [NoDouble, DoublePass, DoubleTake]);
    let rows = equities([0.25, 0.5, 1.0]);
    assert_eq!([NoDouble, DoubleTake, DoublePass].map(|row| rows.of(row).0), [0.25, 0.5, 1.0]);
    assert_eq!(rows.double(), Equity(0.5));
}

#[test]
fn bluffs() {
    let share = |verdict: Verdict, values| verdict.bluff_share(&equities(values));
    let opening = share(Verdict::NoDoubleBeaver, [0.099, -0.171, 1.0]).unwrap();
    assert!((opening - 0.2306).abs() < 1e-4);
    assert_eq!(share(Verdict::TooGoodPass, [1.5, 2.0, 1.0]), Some(0.5));
    assert_eq!(share(Verdict::TooGoodPass, [1.5, 1.25, 1.0]), None);
    assert_eq!(share(Verdict::DoubleTake, [0.5, 0.6, 1.0]), None);
    assert_eq!(share(Verdict::NoDoubleTake, [1.0, 1.0, 1.0]), None);
}
