// SPDX-License-Identifier: GPL-3.0-or-later
//! A cube decision as a block of text.

use crate::method::{chances, evaluation, figures, settings};
use crate::options::ReportOptions;
use gnubg_engine::core::{Equity, MatchState, Player, Probs};
use gnubg_engine::cube::{CubeContext, CubeEquities, CubeInfo, CubeRow, Verdict};
use gnubg_record::analysis::{CubeAnalysis, CubeMethod, StdErrors, Utility};
use gnubg_record::judge::Scale;
use std::fmt::Write as _;

/// The equities of a cube decision of `player` in `state`, and the proper action. `None` in a match without a match
/// equity table.
#[must_use]
pub fn verdict(
    cube: &CubeAnalysis,
    state: &MatchState,
    player: Player,
    options: &ReportOptions<'_>,
) -> Option<(CubeEquities, Verdict)> {
    let scale = options.scale(state, player);
    let needs_table = matches!(cube.no_double.cubeful, Utility::Match(_));
    if needs_table && !scale.is_known() {
        return None;
    }
    let equity = |value| Equity(scale.emg(value) as f32);
    let equities = CubeEquities {
        no_double: equity(cube.no_double.cubeful),
        double_take: equity(cube.double_take.cubeful),
        double_pass: Equity(1.0),
        mwc: None,
    };
    let state = MatchState { on_roll: player, board: state.board_of(player), ..*state };
    let context = match options.table {
        Some(table) => CubeContext::of(&state, table),
        None if state.is_money() => CubeContext::money(state.rules.jacoby, state.rules.beavers > 0),
        None => return None,
    };
    let verdict = context.verdict(CubeInfo::of(&state), &equities, cube.no_double.probs.win_g > 0.0);
    Some((equities, verdict))
}

/// The block, each line ended by a line feed. `player` doubles or could double; with `is_answer` the values are those of
/// the other player, who takes or drops, though the actions keep their order.
#[must_use]
pub fn block(
    cube: &CubeAnalysis,
    state: &MatchState,
    player: Player,
    is_answer: bool,
    options: &ReportOptions<'_>,
) -> String {
    let numbers = &options.numbers;
    let (sign, seen_by) = if is_answer { (-1.0, player.other()) } else { (1.0, player) };
    let scale = options.scale(state, seen_by);
    let probs = match is_answer {
        true => cube.no_double.probs.swapped(),
        false => cube.no_double.probs,
    };
    let mut out = String::from("Cube analysis\n");
    cubeless(&mut out, cube, &probs, state, seen_by, options);
    if options.with_cube_chances {
        let _ = writeln!(out, "  {}", chances(&probs, numbers));
    }
    let Some((equities, verdict)) = verdict(cube, state, player, options) else {
        let _ = writeln!(
            out,
            "No double {:.4}, double and take {:.4} (chances to win the match)",
            cube.no_double.cubeful.value(),
            cube.double_take.cubeful.value()
        );
        return out;
    };
    out.push_str("Cubeful equities:\n");
    let best = sign * f64::from(equities.of(verdict.rows()[0]).0);
    for (n, row) in (1..).zip(verdict.rows()) {
        let value = sign * f64::from(equities.of(row).0);
        // Programs know these lines by the words for a first double.
        let label = label(row, false);
        let shown = numbers.value(value, &scale);
        let _ = write!(out, "{n}. {label:<20}{shown}");
        if n > 1 {
            let difference = value - best;
            let _ = write!(out, "  ({})", numbers.difference(difference, &scale));
        }
        out.push('\n');
    }
    let _ = write!(out, "Proper cube action: {}", verdict.text());
    if let Some(share) = verdict.bluff_share(&equities) {
        let _ = write!(out, " ({:.1}%)", 100.0 * share);
    }
    out.push('\n');
    method(&mut out, cube, &options.scale(state, player), options);
    out
}

/// The name of a cube action; `is_redouble` says that the player owns the cube.
#[must_use]
pub const fn label(row: CubeRow, is_redouble: bool) -> &'static str {
    match (row, is_redouble) {
        (CubeRow::NoDouble, false) => "No double",
        (CubeRow::NoDouble, true) => "No redouble",
        (CubeRow::DoubleTake, false) => "Double, take",
        (CubeRow::DoubleTake, true) => "Redouble, take",
        (CubeRow::DoublePass, false) => "Double, pass",
        (CubeRow::DoublePass, true) => "Redouble, pass",
    }
}

/// `0-ply cubeless equity -0.143 (Money: -0.114)`.
fn cubeless(
    out: &mut String,
    cube: &CubeAnalysis,
    probs: &Probs,
    state: &MatchState,
    player: Player,
    options: &ReportOptions<'_>,
) {
    let numbers = &options.numbers;
    let name = match &cube.method {
        CubeMethod::Evaluation(settings) => format!("{}-ply", settings.plies),
        method => method.name(),
    };
    let money = numbers.equity(f64::from(probs.money_equity().0));
    if state.is_money() {
        let _ = writeln!(out, "{name} cubeless equity {money}");
        return;
    }
    let scale = options.scale(state, player);
    if scale.is_known() {
        let emg = Scale::cubeless(state, player, probs, options.table());
        let heading = if numbers.mwc { "MWC" } else { "equity" };
        let _ = writeln!(out, "{name} cubeless {heading} {} (Money: {money})", numbers.value(emg, &scale));
    } else {
        let _ = writeln!(out, "{name} cubeless equity (Money: {money})");
    }
}

fn method(out: &mut String, cube: &CubeAnalysis, scale: &Scale, options: &ReportOptions<'_>) {
    match &cube.method {
        CubeMethod::Evaluation(settings) if options.with_cube_evaluation_settings => {
            let _ = writeln!(out, "{}", evaluation(settings));
        }
        CubeMethod::Rollout(rollout) if options.with_cube_rollout_settings => {
            let numbers = &options.numbers;
            let alternatives = [
                ("No double", &cube.no_double, &rollout.std_error[0]),
                ("Double, take", &cube.double_take, &rollout.std_error[1]),
            ];
            for (name, mean, errors) in alternatives {
                let cubeful = (scale.emg(mean.cubeful), error_in_emg(errors, &mean.cubeful, scale));
                let [first, second] = figures(mean, errors, Some(cubeful), numbers);
                let _ = writeln!(out, "{name}:\n  {first}\n [{second}]");
            }
            for line in settings(&rollout.settings, rollout.trials[0].max(rollout.trials[1])) {
                let _ = writeln!(out, "{line}");
            }
        }
        _ => {}
    }
}

/// The standard error of a cubeful value in EMG.
pub(crate) fn error_in_emg(errors: &StdErrors, value: &Utility, scale: &Scale) -> f64 {
    let error = f64::from(errors.cubeful);
    match value {
        Utility::Equity(_) => error,
        Utility::Match(_) if scale.is_known() => error / scale.cost(1.0),
        Utility::Match(_) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::Rules;
    use gnubg_record::GameStart;
    use gnubg_record::analysis::Outputs;
    use gnubg_record::settings::EvalSettings;

    #[test]
    fn a_decision_in_money_play() {
        let outputs = |value| Outputs {
            probs: Probs::from_array([0.465, 0.131, 0.005, 0.168, 0.012]),
            cubeless: Equity(-0.114),
            cubeful: Utility::Equity(Equity(value)),
        };
        let cube = CubeAnalysis {
            no_double: outputs(-0.172),
            double_take: outputs(-0.679),
            method: CubeMethod::Evaluation(EvalSettings::at(0)),
            is_marked: false,
        };
        let rules = Rules { beavers: 0, ..Rules::default() };
        let start = GameStart { rules, score: [0, 0], is_crawford: false, automatic_doubles: 0 };
        let text = block(&cube, &start.state(0), Player::One, false, &ReportOptions::default());
        assert_eq!(
            text,
            "Cube analysis\n\
             0-ply cubeless equity -0.114\n  0.465 0.131 0.005 - 0.535 0.168 0.012\n\
             Cubeful equities:\n\
             1. No double           -0.172\n\
             2. Double, pass        +1.000  (+1.172)\n\
             3. Double, take        -0.679  (-0.507)\n\
             Proper cube action: No double, take (30.2%)\n"
        );
    }
}
