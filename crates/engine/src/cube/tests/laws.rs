// SPDX-License-Identifier: GPL-3.0-or-later
//! Invariants that hold for all chances, scores and cubes.

use super::{MatchEquityTable, MatchScore};
use crate::core::{CubeValue, Equity, Mwc, Player, Probs};
use crate::cube::{CubeContext, CubeInfo, CubeOwner, LeafModel, SHIPPED, Scatter, Utility, shipped};
use proptest::prelude::*;

fn player() -> impl Strategy<Value = Player> {
    prop::sample::select(&Player::BOTH)
}

fn cube() -> impl Strategy<Value = CubeInfo> {
    (0..=6u32, prop::sample::select(&CubeOwner::ALL), player()).prop_map(|(exponent, owner, on_roll)| {
        let value = CubeValue::from_exponent(exponent).unwrap();
        CubeInfo { value, owner, on_roll }
    })
}

/// Chances that can occur together.
fn probs() -> impl Strategy<Value = Probs> {
    (0.0..=1.0f32, 0.0..=1.0f32, 0.0..=0.3f32, 0.0..=1.0f32, 0.0..=0.3f32).prop_map(|(w, g, b, lg, lb)| {
        let (win_g, lose_g) = (g * w, lg * (1.0 - w));
        Probs { win: w, win_g, win_bg: b * win_g, lose_g, lose_bg: lb * lose_g }.clamped()
    })
}

fn money() -> impl Strategy<Value = CubeContext> {
    (any::<bool>(), any::<bool>()).prop_map(|(jacoby, beavers)| CubeContext::money(jacoby, beavers))
}

fn match_play() -> impl Strategy<Value = CubeContext> {
    (1..=64u32, 1..=64u32, any::<bool>(), 0..SHIPPED.len()).prop_map(|(zero, one, crawford, met)| {
        let is_crawford = crawford && (zero == 1) != (one == 1);
        let table = shipped(SHIPPED[met].file).unwrap();
        CubeContext::match_play(MatchScore::new([zero, one], is_crawford).unwrap(), &table)
    })
}

fn context() -> impl Strategy<Value = CubeContext> {
    prop_oneof![money(), match_play()]
}

fn efficiency() -> impl Strategy<Value = LeafModel> {
    (0.0..=1.0f64).prop_map(|x| LeafModel::Efficiency([x; 3]))
}

proptest! {
    #[test]
    fn mwc_to_equity_and_back(context in match_play(), cube in cube(), a in 0.0..=1.0f32, b in 0.0..=1.0f32) {
        let scale = context.scale(cube).unwrap();
        prop_assert!((scale.mwc(scale.equity(Mwc(a))).0 - a).abs() < 1e-6);
        let (low, high) = (a.min(b), a.max(b));
        prop_assert!(scale.equity(Mwc(low)) <= scale.equity(Mwc(high)));
        prop_assert!(scale.mwc(Equity(4.0 * low - 2.0)) <= scale.mwc(Equity(4.0 * high - 2.0)));
    }

    /// The value is the same from both players' points of view.
    #[test]
    fn values_are_the_same_from_both_sides(context in context(), cube in cube(), probs in probs(), model in efficiency()) {
        let own = context.leaf(cube.on_roll, &probs, &model).value(cube);
        let other = cube.swapped();
        let theirs = context.leaf(other.on_roll, &probs.swapped(), &model).value(other);
        prop_assert!((own.0 - context.flipped(theirs).0).abs() < 1e-5, "{own:?} {theirs:?}");
        let own = context.cubeless(cube, &probs);
        let theirs = context.cubeless(other, &probs.swapped());
        prop_assert!((own.0 - context.flipped(theirs).0).abs() < 1e-6, "{own:?} {theirs:?}");
    }

    #[test]
    fn values_stay_in_range(context in context(), cube in cube(), probs in probs(), model in efficiency()) {
        let value = context.leaf(cube.on_roll, &probs, &model).node_value(cube).0;
        let range = if context.is_money() { -3.0..=3.0 } else { -1e-6..=1.000001 };
        prop_assert!(range.contains(&value), "{value}");
        let equities = context.static_cube_equities(cube, &probs, &model);
        let verdict = context.verdict(cube, &equities, probs.win_g > 0.0);
        prop_assert!(verdict.value(&equities).0.is_finite());
        if let Some(share) = verdict.bluff_share(&equities) {
            prop_assert!(share >= 0.0);
        }
        prop_assert_eq!(verdict.is_available(), context.may_double(cube));
    }

    /// Errors of estimates move the value of the option to double by little, and never below that of rolling on.
    #[test]
    fn options_between_estimates_are_near_those_between_values(context in context(), cube in cube(), probs in probs(),
        model in efficiency()) {
        let leaf = context.leaf(cube.on_roll, &probs, &model);
        let certain = leaf.node_value(cube);
        let no_double = leaf.value(cube);
        let option = leaf.with_scatter(Scatter::CONTACT).node_value(cube);
        prop_assert!(option.0 >= no_double.0 - 1e-12, "{option:?} {no_double:?}");
        let [option, certain, no_double] = [option, certain, no_double].map(|value| context.equity(cube, value).0);
        let most = 0.035 + 0.06 * (1.0 - no_double).max(0.0);
        prop_assert!((option - certain).abs() <= most, "{option} {certain}");
        prop_assert!(context.may_double(cube) || option == certain);
    }

    /// More wins at the same rates of gammons are never worse in money play.
    #[test]
    fn money_values_grow_with_wins(context in money(), cube in cube(), model in efficiency(),
        a in 0.001..0.999f32, b in 0.001..0.999f32, g in 0.0..0.9f32, lg in 0.0..0.9f32) {
        let value = |win: f32| {
            let probs = Probs { win, win_g: g * win, lose_g: lg * (1.0 - win), ..Probs::default() };
            context.leaf(cube.on_roll, &probs, &model).value(cube).0
        };
        // Under the Jacoby rule a live centered cube is flat beyond the cash point.
        prop_assert!(value(a.min(b)) <= value(a.max(b)) + 1e-5);
    }

    /// Owning the cube is at least as good as a centered cube, which is at least as good as the opponent owning it.
    #[test]
    fn the_cube_is_an_asset(probs in probs(), model in efficiency(), cube in cube()) {
        let context = CubeContext::money(false, false);
        let leaf = context.leaf(cube.on_roll, &probs, &model);
        let [centered, owned, unavailable] =
            CubeOwner::ALL.map(|owner| leaf.value(CubeInfo { owner, ..cube }).0);
        prop_assert!(owned >= centered - 1e-9 && centered >= unavailable - 1e-9);
    }

    /// The rule at a node: a double is made when it helps, and the opponent answers for the best.
    #[test]
    fn nodes_take_the_better_action(nd in -3.0..3.0f64, doubled in -3.0..3.0f64, jacoby: bool) {
        let context = CubeContext::money(jacoby, false);
        let cube = CubeInfo::centered(Player::One);
        let value = context.node_value(cube, Utility(nd), Some(Utility(doubled))).0;
        prop_assert_eq!(value, nd.max((2.0 * doubled).min(1.0)));
        prop_assert_eq!(context.node_value(cube, Utility(nd), None).0, nd);
    }
}

/// With nothing to play for but the last point, cubeful and cubeless agree.
#[test]
fn the_cube_does_not_matter_for_the_last_point() {
    let table = MatchEquityTable::default();
    let context = CubeContext::match_play(MatchScore::new([1, 1], false).unwrap(), &table);
    let probs = Probs { win: 0.3, win_g: 0.1, ..Probs::default() };
    let cube = CubeInfo::centered(Player::Zero);
    let value = context.leaf(Player::Zero, &probs, &LeafModel::Efficiency([0.7; 3])).node_value(cube);
    assert!((value.0 - 0.3).abs() < 1e-6);
    assert!(!context.may_double(cube));
}
