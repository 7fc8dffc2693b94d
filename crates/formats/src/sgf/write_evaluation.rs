// SPDX-License-Identifier: GPL-3.0-or-later
//! Evaluation and rollout records as text, layout version 3.

use super::numbers::{SgfNumbers, g10};
use super::{letters, lex, names};
use gnubg_engine::core::Player;
use gnubg_record::analysis::{
    Candidate, CubeAnalysis, CubeMethod, ForeignLevel, Method, Outputs, PlayAnalysis, StdErrors, Utility,
};
use gnubg_record::settings::{EvalSettings, MoveFilters, RolloutSettings};
use std::fmt::Write as _;

/// `DA[…]` and what belongs to it, under the given name.
pub(super) fn cube(out: &mut String, name: &str, analysis: &CubeAnalysis, numbers: SgfNumbers) {
    let (nd, dt) = (&analysis.no_double, &analysis.double_take);
    let _ = write!(out, "{name}[");
    match &analysis.method {
        CubeMethod::Evaluation(_) | CubeMethod::Foreign(_) => {
            let settings = match &analysis.method {
                CubeMethod::Evaluation(settings) => *settings,
                CubeMethod::Foreign(level) => near(level),
                CubeMethod::Rollout(_) => EvalSettings::at(0),
            };
            let _ = write!(out, "E ver 3 {} {}", context(&settings, "", numbers), values(nd, numbers));
            let _ = write!(out, " {}", values(dt, numbers));
        }
        CubeMethod::Rollout(rollout) => {
            let trials = rollout.trials[0].max(rollout.trials[1]);
            let _ = write!(out, "X ver 3 Eq Trials {trials} NoDouble Output {} ", long_values(nd));
            let _ = write!(out, "StdDev {} DoubleTake ", long_errors(&rollout.std_error[0]));
            let _ = write!(out, "Output {} StdDev {} ", long_values(dt), long_errors(&rollout.std_error[1]));
            rollout_settings(out, rollout.skipped, &rollout.settings, numbers);
        }
    }
    if matches!(nd.cubeful, Utility::Equity(_)) && name != "DA" {
        out.push_str(names::EMG);
    }
    out.push(']');
    if analysis.is_marked && name != names::IMPORTED_CUBE {
        out.push_str("CR[]");
    }
}

/// `A[…]` and `MR[…]`, under the given name for the first.
pub(super) fn play(
    out: &mut String,
    name: &str,
    player: Player,
    analysis: &PlayAnalysis,
    numbers: SgfNumbers,
) {
    candidates(out, name, player, analysis, numbers);
    out.push_str("MR[");
    for (n, candidate) in (1..).zip(&analysis.candidates) {
        if candidate.is_marked {
            let _ = write!(out, "{n} ");
        }
    }
    out.push(']');
}

/// `A[…]` under the given name.
pub(super) fn candidates(
    out: &mut String,
    name: &str,
    player: Player,
    analysis: &PlayAnalysis,
    numbers: SgfNumbers,
) {
    let played = analysis.played.map_or_else(|| "-".to_owned(), |played| played.to_string());
    let _ = write!(out, "{name}[{played}]");
    for one in &analysis.candidates {
        candidate(out, player, one, numbers);
    }
}

/// The names of other programs' levels under the given name, if there are any.
pub(super) fn foreign_levels(
    out: &mut String,
    name: &str,
    cube: Option<&CubeAnalysis>,
    play: Option<&PlayAnalysis>,
) {
    let mut values = String::new();
    if let Some(CubeMethod::Foreign(level)) = cube.map(|cube| &cube.method) {
        let _ = write!(values, "[c:{}]", lex::escape(&level.name));
    }
    for (n, candidate) in (1..).zip(play.map_or(&[][..], |play| &play.candidates)) {
        if let Method::Foreign(level) = &candidate.method {
            let _ = write!(values, "[{n}:{}]", lex::escape(&level.name));
        }
    }
    if !values.is_empty() {
        let _ = write!(out, "{name}{values}");
    }
}

fn near(level: &ForeignLevel) -> EvalSettings {
    EvalSettings::at(level.plies)
}

fn candidate(out: &mut String, player: Player, candidate: &Candidate, numbers: SgfNumbers) {
    let _ = write!(out, "[{} ", letters::steps(player, candidate.play.steps()));
    match &candidate.method {
        Method::Rollout(rollout) => {
            let (score, second) = (g10(candidate.equity.0), g10(rollout.mean.cubeless.0));
            let _ = write!(out, "X ver 3 Score {score} {second} Trials {} ", rollout.trials);
            let _ = write!(out, "Output {} StdDev ", long_values(&rollout.mean));
            let _ = write!(out, "{} ", long_errors(&rollout.std_error));
            rollout_settings(out, rollout.skipped, &rollout.settings, numbers);
        }
        method => {
            out.push_str("E ver 3 ");
            for value in candidate.probs.to_array() {
                let _ = write!(out, "{} ", numbers.six(value));
            }
            let settings = context(&method.as_evaluation(), "0 ", numbers);
            let _ = write!(out, "{} {settings}", numbers.six(candidate.equity.0));
        }
    }
    out.push(']');
}

/// `2C 1 0.000000 1`; `dead` follows the plies.
pub(super) fn context(settings: &EvalSettings, dead: &str, numbers: SgfNumbers) -> String {
    let cubeful = if settings.cubeful { "C" } else { "" };
    let (fixed, prune) = (u8::from(settings.deterministic), u8::from(settings.prune));
    format!("{}{cubeful} {dead}{fixed} {} {prune}", settings.plies, numbers.six(settings.noise))
}

fn values(outputs: &Outputs, numbers: SgfNumbers) -> String {
    let values = outputs.probs.to_array().into_iter().chain([outputs.cubeless.0, outputs.cubeful.value()]);
    values.map(|value| numbers.six(value)).collect::<Vec<_>>().join(" ")
}

fn long_values(outputs: &Outputs) -> String {
    let numbers = outputs.probs.to_array().into_iter().chain([outputs.cubeless.0, outputs.cubeful.value()]);
    numbers.map(g10).collect::<Vec<_>>().join(" ")
}

fn long_errors(errors: &StdErrors) -> String {
    let numbers = errors.probs.to_array().into_iter().chain([errors.cubeless, errors.cubeful]);
    numbers.map(g10).collect::<Vec<_>>().join(" ")
}

fn rollout_settings(out: &mut String, skipped: u32, settings: &RolloutSettings, numbers: SgfNumbers) {
    let flag = u8::from;
    let name: String = settings.dice.name().chars().filter(|c| !"\"[]\\".contains(*c)).collect();
    let _ = write!(
        out,
        "SK {skipped} RC {} {} {} {} {} {} {} {} {} {} \"{name}\" {} ",
        flag(settings.cubeful),
        flag(settings.variance_reduction),
        flag(settings.initial),
        flag(settings.quasi_random),
        flag(settings.late.on),
        flag(settings.truncation.on),
        settings.truncation.plies,
        flag(settings.truncate_exact_bearoff),
        flag(settings.truncate_one_sided_bearoff),
        settings.late.plies,
        settings.seed,
    );
    for (prefix, play) in [("", &settings.play), ("late", &settings.late_play)] {
        for seat in 0..2 {
            let checker = &play.checker[seat];
            let cube = context(&play.cube[seat], "", numbers);
            let _ = write!(out, " {prefix}cube{seat} ver 3 {cube} ");
            let _ = write!(out, " {prefix}cheq{seat} ver 3 {}", context(checker, "", numbers));
            filters(out, &format!("{prefix}filt{seat}"), &play.filters[seat], checker.plies, numbers);
        }
    }
    let _ = write!(out, " cubetrunc ver 3 {}", context(&settings.truncation_cube, "", numbers));
    let _ = write!(out, " cheqtrunc ver 3 {}", context(&settings.truncation_checker, "", numbers));
}

fn filters(out: &mut String, keyword: &str, filters: &MoveFilters, plies: u8, numbers: SgfNumbers) {
    let row = filters.row(plies);
    if row.is_empty() {
        return;
    }
    let _ = write!(out, " {keyword} ");
    for filter in row {
        let _ = write!(out, "{} {} {} ", filter.accept, filter.extra, numbers.five(filter.threshold));
    }
}
