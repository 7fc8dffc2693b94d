// SPDX-License-Identifier: GPL-3.0-or-later
//! Cube algebra: cubeful equities from given chances.

use crate::measure;
use gnubg_engine::core::{CubeValue, Player, Probs};
use gnubg_engine::cube::{
    CubeContext, CubeInfo, CubeOwner, LeafModel, MatchEquityTable, MatchScore, Scatter, Utility,
};
use std::hint::black_box;

/// Positions valued in a round.
const N: usize = 100_000;

/// Cube states of a 2-ply search: each level doubles or not.
const STATES: usize = 8;

/// Chances spread evenly over what occurs, by a fixed multiplicative sequence.
fn chances() -> Vec<Probs> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        (state >> 8) as f32 / (1 << 24) as f32
    };
    (0..N)
        .map(|_| {
            let win = next();
            let (win_g, lose_g) = (0.5 * win * next(), 0.5 * (1.0 - win) * next());
            Probs { win, win_g, win_bg: 0.1 * win_g * next(), lose_g, lose_bg: 0.1 * lose_g * next() }
        })
        .collect()
}

/// Seconds for one position with `work`.
fn seconds(chances: &[Probs], mut work: impl FnMut(&Probs) -> f64) -> f64 {
    measure::seconds_per_item(|| {
        let sum: f64 = chances.iter().map(|probs| work(black_box(probs))).sum();
        black_box(sum);
        chances.len() as u64
    })
}

pub(crate) fn run() {
    let chances = chances();
    let table = MatchEquityTable::default();
    let model = LeafModel::Efficiency([0.68; 3]);
    let cube = CubeInfo::centered(Player::One);
    let score = |zero, one| MatchScore::new([zero, one], false).expect("invariant: a possible score");
    let contexts = [
        ("money", CubeContext::money(true, true), 5e6, "required 200 ns"),
        ("match, 4-away/7-away", CubeContext::match_play(score(4, 7), &table), 1e6, "required 1 us"),
        ("match, 64-away/64-away", CubeContext::match_play(score(64, 64), &table), 1e6, "required 1 us"),
    ];
    // All states a search two plies deep can meet from a centered 1-cube, the player on roll alternating.
    let states: [CubeInfo; STATES] = std::array::from_fn(|n| {
        let doubled = (n as u32).count_ones();
        let owner = if doubled == 0 { CubeOwner::Centered } else { CubeOwner::ALL[1 + (n & 1)] };
        let value = CubeValue::from_exponent(doubled).expect("invariant: at most three doubles");
        CubeInfo { value, owner, on_roll: Player::One }
    });
    for (name, context, required, baseline) in &contexts {
        let one = seconds(&chances, |probs| context.leaf(cube.on_roll, probs, &model).node_value(cube).0);
        measure::report(&format!("0-ply cubeful equity, {name}"), 1.0 / one, *required, baseline);
        for (scatter, how) in [(Scatter::NONE, ""), (Scatter::CONTACT, " between estimates")] {
            let mut values = [Utility(0.0); STATES];
            let all = seconds(&chances, |probs| {
                let leaf = context.leaf(cube.on_roll, probs, &model).with_scatter(scatter);
                for (value, state) in values.iter_mut().zip(&states) {
                    *value = leaf.node_value(*state);
                }
                values.iter().map(|value| value.0).sum()
            });
            let what = format!("a leaf's {STATES} cube states{how}, {name}");
            measure::report(&what, 1.0 / all, *required, baseline);
        }
    }
    let context = measure::seconds_per_item(|| {
        for away in 2..=64 {
            black_box(CubeContext::match_play(score(away, 65 - away), &table));
        }
        63
    });
    measure::report("contexts of a search's root, match", 1.0 / context, 1e5, "10 us");
}
