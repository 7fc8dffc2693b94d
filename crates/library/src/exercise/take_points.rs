// SPDX-License-Identifier: GPL-3.0-or-later
//! Take points and gammon prices at a score, by the match equity table in use.

use super::marking::Truth;
use super::positions::random;
use super::{FieldKind, Problem};
use crate::assess::Judge;
use gnubg_engine::core::{
    CubeState, CubeValue, Decision, MatchState, Phase, Player, Probs, Rules, Variation,
};
use gnubg_engine::cube::{CubeContext, CubeInfo, MatchWindow, WinRates};
use rand::RngExt as _;

/// Scores of longer matches at higher levels, cubes of 2 from level 8 on.
pub(super) fn problem(seed: u64, level: u8, judge: &Judge) -> (MatchState, Vec<FieldKind>) {
    let mut random = random(seed);
    let most = (3 + u32::from(level) / 2).min(11);
    let away = [random.random_range(2..=most), random.random_range(2..=most)];
    let is_turned = level >= 8 && away.iter().all(|away| *away > 2) && random.random_bool(0.4);
    let length = away[0].max(away[1]);
    let cube = match is_turned {
        true => CubeState {
            value: CubeValue::from_exponent(1).unwrap_or(CubeValue::ONE),
            owner: Some(Player::One),
        },
        false => CubeState::default(),
    };
    let state = MatchState {
        rules: Rules::default(),
        length: length as u16,
        score: [length - away[1], length - away[0]],
        is_crawford: false,
        cube,
        on_roll: Player::One,
        board: Variation::Standard.start(),
        phase: Phase::Due(Decision::Roll),
        declined: None,
    };
    let mut fields = vec![FieldKind::DeadTake];
    if level >= 5 {
        fields.push(FieldKind::GammonPrice);
    }
    if level >= 12 && window(&state, judge).is_some_and(|window| window.live.is_some()) {
        fields.push(FieldKind::LiveTake);
    }
    (state, fields)
}

/// The points of the player who is asked whether to take, without gammons: what the score alone asks for.
fn window(state: &MatchState, judge: &Judge) -> Option<MatchWindow> {
    let context = CubeContext::of(state, &judge.table);
    let rates = WinRates::of(&Probs { win: 0.5, ..Probs::default() });
    context.match_window(state.on_roll.other(), state.cube.value, rates)
}

pub(super) fn truths(problem: &Problem, judge: &Judge) -> Vec<Truth> {
    let state = &problem.state;
    let window = window(state, judge);
    let prices = CubeContext::of(state, &judge.table).gammon_prices(CubeInfo::of(state).doubled());
    let of = |field: &FieldKind| match field {
        FieldKind::GammonPrice => Truth::Number(100.0 * f64::from(prices.gammon_value())),
        FieldKind::LiveTake => {
            Truth::Number(100.0 * window.and_then(|window| window.live.map(|live| live.take)).unwrap_or(0.0))
        }
        _ => Truth::Number(100.0 * window.map_or(0.0, |window| window.dead.take)),
    };
    problem.fields.iter().map(of).collect()
}
