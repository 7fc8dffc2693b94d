// SPDX-License-Identifier: GPL-3.0-or-later
//! The random differences between static values of cube actions and values found by look-ahead.
//!
//! The option to double is valued by look-ahead and by `Scatter` from static values, for a grid of scales. The mean
//! error of static values is removed first, among positions with about the same gain by
//! doubling and the same value of the taken double.

use super::EngineSource;
use super::look;
use anyhow::Result;
use gnubg_engine::core::{Board, Variation};
use gnubg_engine::cube::{CubeOwner, Scatter};
use gnubg_engine::eval::Engine;
use std::collections::HashMap;
use std::path::PathBuf;

/// Scales tried for the pass.
const PASS: [f64; 8] = [0.0, 0.01, 0.015, 0.02, 0.03, 0.035, 0.04, 0.05];
/// Shares tried for the gain by doubling.
const DOUBLE: [f64; 8] = [0.0, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08];
/// Width in equity of a group of positions, by the gain and by the value of the taken double.
const WIDTHS: [f64; 2] = [0.04, 0.1];
/// The least positions whose mean is known well enough.
const LEAST_GROUP: usize = 10;
/// Values of the taken double that are considered.
const NEAR: std::ops::Range<f64> = -0.5..2.0;

/// Options of `train cube scatter`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ScatterOptions {
    #[command(flatten)]
    source: EngineSource,
    /// Files of `train cube look`.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// The equities of not doubling and of the taken double, per point of the cube before.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Actions {
    no_double: f64,
    double_take: f64,
}

impl Actions {
    fn of(values: [f64; 3], owner: CubeOwner) -> Actions {
        Actions { no_double: values[owner as usize], double_take: 2.0 * values[CubeOwner::Opponent as usize] }
    }

    fn option(self, scatter: Scatter) -> f64 {
        scatter.option(self.no_double, self.double_take)
    }

    /// The group of similar positions that a position belongs to.
    fn group(self) -> [i32; 2] {
        let gain = self.double_take.min(1.0) - self.no_double;
        [(gain / WIDTHS[0]).floor() as i32, (self.double_take / WIDTHS[1]).floor() as i32]
    }
}

/// A decision at once and by look-ahead.
#[derive(Clone, Copy, Debug)]
struct DecisionPair {
    at_once: Actions,
    ahead: Actions,
}

pub(super) fn run(options: &ScatterOptions) -> Result<()> {
    let engine = options.source.engine()?;
    let mut kinds: [(&str, Vec<DecisionPair>); 2] = [("contact", Vec::new()), ("race", Vec::new())];
    for seen in look::read(&options.files)? {
        let board = Board::from_position_id(&seen.id)?;
        kinds[usize::from(!board.has_contact())].1.extend(cases(&engine, &board, &seen));
    }
    for (name, cases) in &kinds {
        let cases = without_means(cases);
        println!("{name}, {} decisions: root mean square error of the option's value", cases.len());
        let with_pass = PASS.map(|pass| (pass, error(&cases, Scatter { pass, double: 0.0 })));
        let with_double =
            DOUBLE.map(|double| (double, error(&cases, Scatter { pass: least(&with_pass), double })));
        for (what, errors) in [("pass", with_pass), ("double", with_double)] {
            let row: Vec<String> =
                errors.iter().map(|(scale, error)| format!("{scale}: {error:.5}")).collect();
            println!("  {what:6}  {}", row.join("  "));
        }
    }
    Ok(())
}

/// The decisions with the cube centered and owned, valued at once as at the end of a look-ahead.
fn cases(engine: &Engine, board: &Board, seen: &look::LookAheadRecord) -> Vec<DecisionPair> {
    let probs = engine.static_value_of(board, Variation::Standard).probs;
    let at_once = look::values_at(engine.class_efficiency(board), &probs);
    let ahead = seen.values.map(f64::from);
    [CubeOwner::Centered, CubeOwner::OnRoll]
        .map(|owner| DecisionPair { at_once: Actions::of(at_once, owner), ahead: Actions::of(ahead, owner) })
        .into_iter()
        .filter(|case| case.at_once.no_double < 1.0 && NEAR.contains(&case.at_once.double_take))
        .collect()
}

/// The decisions with static values right on average in each group; groups too small to tell are left out.
fn without_means(cases: &[DecisionPair]) -> Vec<DecisionPair> {
    let mut groups: HashMap<[i32; 2], Vec<DecisionPair>> = HashMap::new();
    for case in cases {
        groups.entry(case.at_once.group()).or_default().push(*case);
    }
    let mut shifted = Vec::with_capacity(cases.len());
    for group in groups.into_values().filter(|group| group.len() >= LEAST_GROUP) {
        let mean =
            |lacks: fn(&DecisionPair) -> f64| group.iter().map(lacks).sum::<f64>() / group.len() as f64;
        let no_double = mean(|case| case.ahead.no_double - case.at_once.no_double);
        let double_take = mean(|case| case.ahead.double_take - case.at_once.double_take);
        shifted.extend(group.iter().map(|case| {
            let at_once = Actions {
                no_double: case.at_once.no_double + no_double,
                double_take: case.at_once.double_take + double_take,
            };
            DecisionPair { at_once, ..*case }
        }));
    }
    shifted
}

/// Root mean square error of the option's value, against that by look-ahead.
fn error(cases: &[DecisionPair], scatter: Scatter) -> f64 {
    let squares =
        cases.iter().map(|case| (case.ahead.option(Scatter::NONE) - case.at_once.option(scatter)).powi(2));
    (squares.sum::<f64>() / cases.len().max(1) as f64).sqrt()
}

/// The scale with the least error.
fn least(errors: &[(f64, f64)]) -> f64 {
    errors.iter().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |(scale, _)| *scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shards;
    use rand::RngExt;

    /// Takes that scatter around their static values with a known scale give that scale, whatever their mean error.
    #[test]
    fn the_scale_of_errors_is_found() {
        let mut rng = shards::rng(1, 2);
        let cases: Vec<DecisionPair> = (0..60_000)
            .map(|_| {
                let at_once = Actions { no_double: 0.3, double_take: rng.random_range(0.8..1.2) };
                let share: f64 = rng.random_range(1e-9..1.0);
                let double_take = at_once.double_take + 0.02 + 0.03 * (share / (1.0 - share)).ln();
                DecisionPair { at_once, ahead: Actions { double_take, ..at_once } }
            })
            .collect();
        let cases = without_means(&cases);
        let errors = PASS.map(|pass| (pass, error(&cases, Scatter { pass, double: 0.0 })));
        assert_eq!(least(&errors), 0.03, "{errors:?}");
    }
}
