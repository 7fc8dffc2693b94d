// SPDX-License-Identifier: GPL-3.0-or-later
//! Cube actions and resignations of computer players.

use super::{at, cube};
use crate::core::{Action, Board, Equity, MatchState, Player, Probs, ResignLevel, Rules, Variation};
use crate::cube::policy::{
    accepts_resignation, answer, answered_cube, considers_doubling, doubles, offered_resignation,
    resignation_cost, settled_resignation,
};
use crate::cube::{CubeContext, CubeEquities, CubeInfo, CubeOwner, MatchEquityTable, Verdict};

const OPENING: Probs =
    Probs { win: 0.521514, win_g: 0.153921, win_bg: 0.007563, lose_g: 0.129847, lose_bg: 0.007546 };

/// A money game with seat One on roll before rolling, no Jacoby rule.
fn on_roll() -> MatchState {
    let rules = Rules { jacoby: false, ..Rules::default() };
    let opening = MatchState::new(0, rules).unwrap().apply(Action::Opening([6, 1])).unwrap();
    let play = opening.legal_plays().unwrap().plays()[0];
    opening.apply(Action::Play(play)).unwrap()
}

fn equities(double_take: f32) -> CubeEquities {
    CubeEquities {
        no_double: Equity(0.0),
        double_take: Equity(double_take),
        double_pass: Equity(1.0),
        mwc: None,
    }
}

#[test]
fn doubling() {
    assert!(doubles(Verdict::DoublePass, 2, 0.8) && doubles(Verdict::DoubleBeaver, 0, 0.5));
    assert!(doubles(Verdict::OptionalDoubleTake, 0, 0.5) && !doubles(Verdict::OptionalDoubleTake, 1, 0.5));
    assert!(!doubles(Verdict::OptionalDoubleTake, 0, 0.001));
    assert!(!doubles(Verdict::TooGoodPass, 0, 0.9) && !doubles(Verdict::NeverDouble, 0, 0.9));
}

#[test]
fn only_likely_doubles_are_evaluated() {
    let centered = CubeInfo::centered(Player::One);
    let even = |win| Probs { win, ..Probs::default() };
    for (jacoby, beavers) in [(false, false), (true, false), (true, true)] {
        let money = CubeContext::money(jacoby, beavers);
        assert!(considers_doubling(&money, centered, &even(0.501)));
        assert!(!considers_doubling(&money, centered, &even(0.499)));
    }
    // The side with more gammons may double earlier, under the Jacoby rule earlier still.
    let gammons = Probs { win: 0.44, win_g: 0.25, ..Probs::default() };
    assert!(!considers_doubling(
        &CubeContext::money(false, false),
        centered,
        &Probs { win: 0.35, ..gammons }
    ));
    assert!(considers_doubling(&CubeContext::money(false, false), centered, &gammons));
    let table = MatchEquityTable::default();
    // Post-Crawford the trailer has nothing to lose.
    assert!(considers_doubling(&at(1, 4, false, &table), centered, &even(0.01)));
    assert!(!considers_doubling(&at(1, 4, true, &table), centered, &even(0.99)));
    let other = cube(2, CubeOwner::Opponent, Player::One);
    assert!(!considers_doubling(&CubeContext::money(false, false), other, &even(0.9)));
}

#[test]
fn answers_to_a_double() {
    let doubled = on_roll().apply(Action::Double).unwrap();
    assert_eq!(answered_cube(&doubled), Some(CubeInfo::centered(Player::One)));
    let reply = |verdict| answer(&doubled, verdict, &equities(0.5)).unwrap();
    assert_eq!(reply(Verdict::TooGoodPass), Action::Drop);
    assert_eq!(reply(Verdict::NoDoubleBeaver), Action::Beaver);
    assert_eq!(reply(Verdict::OptionalDoubleTake), Action::Take);
    assert_eq!(answer(&on_roll(), Verdict::DoubleTake, &equities(0.5)), None);
    let mut without = doubled;
    without.rules.beavers = 0;
    assert_eq!(answer(&without, Verdict::NoDoubleBeaver, &equities(0.5)), Some(Action::Take));
}

#[test]
fn answers_to_a_beaver() {
    let doubled = on_roll().apply(Action::Double).unwrap();
    let mut beavered = doubled.apply(Action::Beaver).unwrap();
    assert_eq!(answered_cube(&beavered), Some(cube(2, CubeOwner::OnRoll, Player::One)));
    let reply = |verdict, double_take| answer(&beavered, verdict, &equities(double_take)).unwrap();
    assert_eq!(reply(Verdict::RedoubleTake, 0.5), Action::Beaver);
    assert_eq!(reply(Verdict::RedoublePass, 1.5), Action::Beaver);
    assert_eq!(reply(Verdict::NoRedoubleTake, 0.2), Action::Take);
    assert_eq!(reply(Verdict::NoRedoubleTake, -2.2), Action::Drop);
    assert_eq!(reply(Verdict::NoRedoubleBeaver, -0.5), Action::Take);
    assert_eq!(reply(Verdict::NoRedoubleBeaver, -1.5), Action::Take);
    assert_eq!(reply(Verdict::TooGoodRedoublePass, 1.5), Action::Take);
    beavered.rules.beavers = 1;
    assert_eq!(answer(&beavered, Verdict::RedoubleTake, &equities(0.5)), Some(Action::Take));
}

#[test]
fn only_certain_losses_are_resigned() {
    let money = CubeContext::money(false, false);
    let centered = CubeInfo::centered(Player::One);
    let offer = |context, probs, declined| offered_resignation(context, centered, &probs, declined);
    let lost = |multiple| Probs::certain(false, multiple);
    assert_eq!(offer(&money, lost(1), None), Some(ResignLevel::Single));
    assert_eq!(offer(&money, lost(2), None), Some(ResignLevel::Gammon));
    assert_eq!(offer(&money, lost(3), None), Some(ResignLevel::Backgammon));
    assert_eq!(offer(&money, OPENING, None), None);
    assert_eq!(offer(&money, lost(2), Some(ResignLevel::Gammon)), None);
    assert_eq!(offer(&money, lost(2), Some(ResignLevel::Single)), Some(ResignLevel::Gammon));
    // A gammon that is nearly sure is not resigned.
    assert_eq!(offer(&money, Probs { lose_g: 0.999, ..lost(2) }, None), None);
    let jacoby = CubeContext::money(true, false);
    assert_eq!(offer(&jacoby, lost(2), None), Some(ResignLevel::Single));
    // One point away the winner needs no gammon.
    let table = MatchEquityTable::default();
    let post_crawford = at(1, 4, false, &table);
    assert_eq!(offer(&post_crawford, lost(2), None), Some(ResignLevel::Gammon));
    assert_eq!(offer(&post_crawford, lost(1), None), Some(ResignLevel::Single));
}

/// Measured: a backgammon offered in the opening is accepted; an open size is declined there; with one checker left on
/// the winner's ace point a single game is refused and a gammon accepted where the loser has borne off none.
#[test]
fn accepting_resignations_as_measured() {
    let money = CubeContext::money(false, false);
    let centered = CubeInfo::centered(Player::Zero);
    assert!(accepts_resignation(&money, centered, &OPENING, ResignLevel::Backgammon));
    assert_eq!(settled_resignation(&money, centered, &OPENING), None);
    let ahead = Board::from_position_id("AQAAAPD5HwAAAA").unwrap();
    assert!(ahead.check(Variation::Standard).is_ok());
    let gammon = Probs::certain(false, 2);
    assert!(!accepts_resignation(&money, centered, &gammon, ResignLevel::Single));
    assert!(accepts_resignation(&money, centered, &gammon, ResignLevel::Gammon));
    assert_eq!(settled_resignation(&money, centered, &gammon), Some(ResignLevel::Gammon));
    assert_eq!(resignation_cost(&money, centered, &gammon, ResignLevel::Backgammon), Equity(1.0));
    // Gammons do not count yet under the Jacoby rule.
    let jacoby = CubeContext::money(true, false);
    assert_eq!(settled_resignation(&jacoby, centered, &gammon), Some(ResignLevel::Single));
}

#[test]
fn states_and_contexts_agree_on_doubling() {
    let table = MatchEquityTable::default();
    let mut state = on_roll();
    for length in [0, 1, 5, 64] {
        for score in [[0, 0], [4, 0], [0, 4], [3, 2], [62, 0], [0, 62]] {
            for exponent in 0..=12 {
                for owner in [None, Some(Player::Zero), Some(Player::One)] {
                    for (crawford, has_cube) in [(false, true), (true, true), (false, false)] {
                        state.length = length;
                        state.score = score;
                        state.is_crawford = crawford;
                        state.rules.cube = has_cube;
                        state.cube.value = crate::core::CubeValue::from_exponent(exponent).unwrap();
                        state.cube.owner = owner;
                        if state.check().is_ok() {
                            let context = CubeContext::of(&state, &table);
                            let may = context.may_double(CubeInfo::of(&state));
                            assert_eq!(may, state.cube_refusal().is_none(), "{state:?}");
                        }
                    }
                }
            }
        }
    }
}
