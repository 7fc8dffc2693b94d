// SPDX-License-Identifier: GPL-3.0-or-later
//! The doubling window in words: from where a double can be right, where the other player passes, and where the position
//! stands.

use crate::i18n::{gettext_f, localized};
use gnubg_engine::core::{MatchState, Probs};
use gnubg_engine::cube::{CubeContext, CubeInfo, MatchEquityTable, MoneyPoints, WinRates};

/// The window of the player on roll in `state` with these chances.
pub(super) fn window(state: &MatchState, probs: &Probs, table: &MatchEquityTable) -> String {
    let [double, cash] = points(state, probs, table);
    let percent = |chance: f64| localized(format!("{:.1}%", 100.0 * chance));
    gettext_f(
        "Doubling window {double} to {cash}, here {win}; the other player takes from {take} on.",
        &[
            ("double", percent(double)),
            ("cash", percent(cash)),
            ("win", percent(f64::from(probs.win))),
            ("take", percent(1.0 - cash)),
        ],
    )
}

/// The chance from which a double can be right, with a dead cube, and that at which the other player may as well pass, with
/// a live cube where there can be one.
fn points(state: &MatchState, probs: &Probs, table: &MatchEquityTable) -> [f64; 2] {
    let (context, rates) = (CubeContext::of(state, table), WinRates::of(probs));
    match context.match_window(state.on_roll, state.cube.value, rates) {
        Some(window) => [window.dead.double, window.live.unwrap_or(window.dead).cash],
        None => {
            let jacoby = context.jacoby_applies(CubeInfo::of(state));
            let points = MoneyPoints::new(rates, jacoby, context.has_beavers());
            let double = if state.cube.owner.is_none() { points.initial_double } else { points.redouble };
            [double.dead, points.cash.live]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::Rules;

    /// Janowski's points without gammons: a redouble from 50 %, a pass from 80 % with a live cube.
    #[test]
    fn the_window_of_money_play_is_the_known_one() {
        let rules = Rules { jacoby: false, ..Rules::default() };
        let state = MatchState::new(0, rules).expect("money play");
        let probs = Probs { win: 0.7, ..Probs::default() };
        let table = MatchEquityTable::default();
        let [double, cash] = points(&state, &probs, &table);
        assert!((double - 0.5).abs() < 1e-9 && (cash - 0.8).abs() < 1e-9, "{double} {cash}");
        let text = window(&state, &probs, &table);
        assert_eq!(text, "Doubling window 50.0% to 80.0%, here 70.0%; the other player takes from 20.0% on.");
    }
}
