// SPDX-License-Identifier: GPL-3.0-or-later
//! How an analysis was made, and the figures of rollouts, as text.

use crate::options::NumberFormat;
use gnubg_record::analysis::{Outputs, StdErrors};
use gnubg_record::settings::{EvalSettings, RolloutSettings};

/// The settings of a rollout of `trials` games, one line for each group of settings.
#[must_use]
pub fn settings(settings: &RolloutSettings, trials: u32) -> Vec<String> {
    let kind = if settings.cubeful { "cubeful" } else { "cubeless" };
    let mut first = if settings.truncation.on {
        format!("Truncated {kind} rollout (depth {})", settings.truncation.plies)
    } else {
        format!("Full {kind} rollout")
    };
    if !settings.cubeful && settings.truncate_one_sided_bearoff {
        first.push_str(" (truncated at one-sided bearoff)");
    } else if !settings.cubeful && settings.truncate_exact_bearoff {
        first.push_str(" (truncated at exact bearoff)");
    }
    first.push_str(if settings.variance_reduction { " with" } else { " without" });
    first.push_str(" variance reduction");
    let plural = if trials == 1 { "" } else { "s" };
    let opening = if settings.initial { ", rollout as initial position" } else { "" };
    let (name, seed) = (settings.dice.name(), settings.seed);
    let dice = if settings.quasi_random {
        format!("{name} dice gen. with seed {seed} and quasi-random dice")
    } else {
        format!("{name} dice generator with seed {seed}")
    };
    let mut lines = vec![first, format!("{trials} game{plural}{opening}, {dice}")];
    if settings.stop_on_difference.on {
        let rule = settings.stop_on_difference;
        lines.push(format!(
            "Stop when best play is enough JSDs ahead: limit {:.4} (min. {} games)",
            rule.limit, rule.min_games
        ));
    } else if settings.stop_on_error.on {
        let rule = settings.stop_on_error;
        lines.push(format!(
            "Stop when std.errs. are small enough: limit {:.4} (min. {} games)",
            rule.limit, rule.min_games
        ));
    }
    lines.extend(play("Play", &settings.play.checker));
    lines.extend(play("Cube", &settings.play.cube));
    if settings.late.on {
        lines.push(format!("Different evaluations after {} plies:", settings.late.plies));
        lines.extend(play("Play", &settings.late_play.checker));
        lines.extend(play("Cube", &settings.late_play.cube));
    }
    lines
}

/// `Play: 0-ply cubeful prune`, or one line for each player if they differ.
fn play(what: &str, contexts: &[EvalSettings; 2]) -> Vec<String> {
    if contexts[0] == contexts[1] {
        return vec![format!("{what}: {}", evaluation(&contexts[0]))];
    }
    let of = |(n, context): (usize, &EvalSettings)| format!("{what} player {n}: {}", evaluation(context));
    contexts.iter().enumerate().map(of).collect()
}

/// `2-ply cubeful prune`, followed by the noise if it is not 0.
#[must_use]
pub fn evaluation(settings: &EvalSettings) -> String {
    let mut text =
        format!("{}-ply {}", settings.plies, if settings.cubeful { "cubeful" } else { "cubeless" });
    if settings.prune {
        text.push_str(" prune");
    }
    if settings.noise > 0.0 {
        let fixed = if settings.deterministic { " (deterministic)" } else { "" };
        text.push_str(&format!(" noise {:.3}{fixed}", settings.noise));
    }
    text
}

/// `0.490 0.130 0.006 - 0.510 0.151 0.007`: wins, gammons and backgammons won, then lost.
#[must_use]
pub fn chances(probs: &gnubg_engine::core::Probs, numbers: &NumberFormat) -> String {
    let [win, win_g, win_bg, lose_g, lose_bg] = probs.to_array().map(|p| numbers.chance(p));
    format!("{win} {win_g} {win_bg} - {} {lose_g} {lose_bg}", numbers.chance(1.0 - probs.win))
}

/// The means of a rollout and their standard errors, two lines. `cubeful` is the value in EMG and its standard error.
#[must_use]
pub fn figures(
    mean: &Outputs,
    errors: &StdErrors,
    cubeful: Option<(f64, f64)>,
    numbers: &NumberFormat,
) -> [String; 2] {
    let digits = usize::from(numbers.digits);
    let width = digits + 3;
    let mut first =
        format!("{} CL {}", chances(&mean.probs, numbers), numbers.equity(f64::from(mean.cubeless.0)));
    let [win, win_g, win_bg, lose_g, lose_bg] = errors.probs.to_array().map(|p| numbers.chance(p));
    let mut second =
        format!("{win} {win_g} {win_bg} - {win} {lose_g} {lose_bg} CL {:width$.digits$}", errors.cubeless);
    if let Some((value, error)) = cubeful {
        first.push_str(&format!(" CF {}", numbers.equity(value)));
        second.push_str(&format!(" CF {error:width$.digits$}"));
    }
    [first, second]
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Equity, Probs};
    use gnubg_record::analysis::Utility;
    use gnubg_record::settings::PlySwitch;

    #[test]
    fn the_recorded_example() {
        let mean = Outputs {
            probs: Probs::from_array([0.490, 0.130, 0.006, 0.151, 0.007]),
            cubeless: Equity(-0.041),
            cubeful: Utility::Equity(Equity(-0.044)),
        };
        let errors = StdErrors {
            probs: Probs::from_array([0.004, 0.003, 0.0, 0.003, 0.0]),
            cubeless: 0.013,
            cubeful: 0.021,
        };
        let [first, second] = figures(&mean, &errors, Some((-0.044, 0.021)), &NumberFormat::default());
        assert_eq!(first, "0.490 0.130 0.006 - 0.510 0.151 0.007 CL -0.041 CF -0.044");
        assert_eq!(second, "0.004 0.003 0.000 - 0.004 0.003 0.000 CL  0.013 CF  0.021");
        let played = RolloutSettings {
            truncation: PlySwitch { on: true, plies: 10 },
            variance_reduction: false,
            seed: 1,
            ..RolloutSettings::default()
        };
        let lines = settings(&played, 1296);
        assert_eq!(lines[0], "Truncated cubeful rollout (depth 10) without variance reduction");
        assert_eq!(lines[1], "1296 games, Mersenne Twister dice gen. with seed 1 and quasi-random dice");
        assert_eq!(lines[2], "Play: 0-ply cubeful prune");
        assert_eq!(lines[3], "Cube: 2-ply cubeful prune");
    }
}
