// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts compared with exact values and with each other: their standard errors must be correct.
//!
//! Everything is seeded, so these tests always find the same numbers. The long ones run with SLOW_TESTS=1 and print
//! what they measure.
#![cfg(feature = "generate")]

use gnubg_engine::bearoff::generate::{Control, make_bytes};
use gnubg_engine::bearoff::{Databases, Format, OneSided, PositionIndex, TwoSided};
use gnubg_engine::core::{Board, CancelToken, CubeState, CubeValue, MatchState, Player, Rules, Variation};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{Engine, EvalSettings};
use gnubg_engine::rollout::{
    CUBELESS, Effort, Ending, PlySwitch, Results, Rollout, RolloutPlay, RolloutSettings, Subject, VALUE,
};
use std::sync::OnceLock;

/// Checkers of the two-sided database used here, on six points.
const CHECKERS: usize = 4;

fn is_slow_wanted(what: &str) -> bool {
    let wanted = std::env::var_os("SLOW_TESTS").is_some();
    if !wanted {
        println!("skipped: {what}, set SLOW_TESTS=1");
    }
    wanted
}

fn bytes_of(format: Option<Format>) -> Vec<u8> {
    let cancel = CancelToken::new();
    make_bytes(format.unwrap(), &Control { cancel: &cancel, progress: &|_| (), threads: None }).unwrap()
}

/// An engine without databases.
fn plain() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| Engine::built_in(1 << 16).unwrap())
}

/// An engine with a small two-sided database and the one-sided one of the home board.
fn exact() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let mut databases = Databases::new();
        let two_sided = bytes_of(Format::two_sided(6, CHECKERS, true));
        databases.set_two_sided(false, TwoSided::from_bytes(two_sided, "two-sided").unwrap());
        let one_sided = bytes_of(Format::one_sided(6, true, true));
        databases.set_one_sided(false, OneSided::from_bytes(one_sided, "one-sided").unwrap());
        Engine::built_in(1 << 16).unwrap().with_databases(databases)
    })
}

/// Static play to the end; databases are used for evaluations only.
fn static_play(trials: u32) -> RolloutSettings {
    RolloutSettings {
        trials,
        play: RolloutPlay::at(0, 0),
        late_play: RolloutPlay::at(0, 0),
        truncation_cube: EvalSettings::at(0),
        truncate_exact_bearoff: false,
        truncate_one_sided_bearoff: false,
        ..RolloutSettings::default()
    }
}

fn truncated(plies: u16) -> PlySwitch {
    PlySwitch { on: true, plies }
}

fn money(board: Board, owner: Option<Player>) -> MatchState {
    let rules = Rules { jacoby: false, beavers: 0, ..Rules::default() };
    let value = CubeValue::new(if owner.is_some() { 2 } else { 1 }).unwrap();
    MatchState { board, cube: CubeState { value, owner }, ..MatchState::new(0, rules).unwrap() }
}

fn rolled_out(engine: &Engine, subject: Subject, settings: RolloutSettings) -> Results {
    let mut rollout = Rollout::new(subject, settings).unwrap();
    let ending = rollout.run(engine, &Effort::threads(2), &CancelToken::new(), &mut |_| ());
    assert_eq!(ending, Ok(Ending::Complete));
    rollout.results()
}

fn position(state: &MatchState) -> Subject {
    Subject::position(state, &MatchEquityTable::default()).unwrap()
}

/// Bearoffs of up to `checkers` checkers a side that take more than a roll or two, the same ones every time.
fn bearoffs(n: usize, checkers: usize) -> impl Iterator<Item = Board> {
    let index = PositionIndex::new(6, checkers).unwrap();
    let all = index.n_positions() - 1;
    let mut state = 1u32;
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        index.position(1 + (state >> 8) % all)
    };
    std::iter::repeat_with(move || Board::from_sides(next(), next()))
        .filter(|board| board.pips().iter().all(|&pips| pips > 8))
        .take(n)
}

/// Whether the exact value lies within 1.96 standard errors of the estimate.
fn holds(mean: f64, std_error: f64, truth: f64) -> bool {
    (mean - truth).abs() <= 1.96 * std_error + 1e-9
}

#[test]
fn exact_evaluations_give_the_same_result_in_every_game() {
    // With luck removed by exact values every single game gives the exact value.
    for board in bearoffs(6, CHECKERS) {
        let known = exact().databases().money_equities(&board, Variation::Standard).unwrap();
        let mover = money(board, None).on_roll;
        for (owner, truth) in
            [(None, known.centered), (Some(mover), known.owned), (Some(mover.other()), known.opponent)]
        {
            let state = money(board, owner);
            let results = rolled_out(exact(), position(&state), static_play(36));
            let found = results.alternatives[0].cubeful;
            assert!((found.mean - f64::from(truth)).abs() < 2e-4, "{board:?} {owner:?}: {found:?} {truth}");
        }
    }
}

#[test]
fn standard_errors_are_correct_without_variance_reduction() {
    // 200 rollouts of cube decisions, both alternatives, against the exact values; once with dice spread evenly and
    // once without.
    for quasi_random in [true, false] {
        let (mut held, mut all, mut squares) = (0, 0, 0.0);
        for (n, board) in (0u32..).zip(bearoffs(100, CHECKERS)) {
            let known = exact().databases().money_equities(&board, Variation::Standard).unwrap();
            let state = money(board, None);
            let subject = Subject::cube_decision(&state, &MatchEquityTable::default()).unwrap();
            let settings =
                RolloutSettings { variance_reduction: false, quasi_random, seed: n, ..static_play(180) };
            let results = rolled_out(exact(), subject, settings);
            for (result, truth) in results.alternatives.iter().zip([known.centered, 2.0 * known.opponent]) {
                // Certain results have no standard error.
                if result.cubeful.std_error > 0.0 {
                    all += 1;
                    held += u32::from(holds(result.cubeful.mean, result.cubeful.std_error, f64::from(truth)));
                    squares += ((result.cubeful.mean - f64::from(truth)) / result.cubeful.std_error).powi(2);
                }
            }
        }
        let share = f64::from(held) / f64::from(all);
        println!(
            "quasi-random {quasi_random}: {held} of {all} hold the exact value, chi-square {squares:.1}"
        );
        assert!(all > 150 && (0.90..=0.98).contains(&share), "{held} of {all}");
    }
}

#[test]
fn variance_reduction_divides_the_standard_error_by_three() {
    for id in ["4HPwATDgc/ABMA", "4PPEATDgc/ABUA", "sPOYAyBsN2CAQw"] {
        let state = money(Board::from_position_id(id).unwrap(), None);
        let of = |variance_reduction| {
            let settings =
                RolloutSettings { truncation: truncated(7), variance_reduction, ..static_play(144) };
            rolled_out(plain(), position(&state), settings).alternatives[0]
        };
        let (plain, reduced) = (of(false), of(true));
        for output in [CUBELESS, VALUE] {
            let ratio = plain.moments.independent[output] / reduced.moments.independent[output];
            println!("{id}: output {output}: {ratio:.2} times smaller");
            assert!(ratio >= 3.0, "{id}: {ratio}");
        }
        // Both find the same values.
        let off = (plain.cubeless.mean - reduced.cubeless.mean).abs();
        assert!(off < 3.5 * plain.cubeless.std_error.hypot(reduced.cubeless.std_error), "{id}: {off}");
    }
}

#[test]
fn races_agree_with_the_one_sided_database() {
    for board in bearoffs(4, 10) {
        let truth = exact().databases().probs(&board, Variation::Standard).unwrap();
        let truth = f64::from(truth.win);
        let state = money(board, None);
        for (engine, name) in [(exact(), "database"), (plain(), "nets")] {
            let settings = RolloutSettings { cubeful: false, ..static_play(180) };
            let result = rolled_out(engine, position(&state), settings).alternatives[0];
            let (win, error) = (result.moments.mean[0], result.moments.std_error[0]);
            println!("{} played by {name}: {win:.5} +- {error:.5}, database {truth:.5}", board.position_id());
            // The database takes the sides' rolls as independent and play as fewest rolls on average.
            assert!((win - truth).abs() < 3.0 * error + 0.002, "{board:?}: {win} +- {error}, {truth}");
        }
    }
}

/// Rollouts of one subject that differ in their seeds.
fn repeated(state: &MatchState, settings: &RolloutSettings, n: u32) -> Vec<Results> {
    (0..n)
        .map(|seed| {
            rolled_out(plain(), position(state), RolloutSettings { seed: 1000 + seed, ..settings.clone() })
        })
        .collect()
}

/// Mean and its standard error of all rollouts together, and the share of them whose intervals hold that mean.
fn pooled(rollouts: &[Results], output: usize) -> (f64, f64, f64) {
    let n = rollouts.len() as f64;
    let values: Vec<(f64, f64)> = rollouts
        .iter()
        .map(|r| (r.alternatives[0].moments.mean[output], r.alternatives[0].moments.std_error[output]))
        .collect();
    let mean = values.iter().map(|(mean, _)| mean).sum::<f64>() / n;
    let variance = values.iter().map(|(x, _)| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let held = values.iter().filter(|(x, error)| holds(*x, *error, mean)).count();
    (mean, (variance / n).sqrt(), held as f64 / n)
}

#[test]
fn standard_errors_are_correct_with_variance_reduction() {
    if !is_slow_wanted("200 rollouts of each of three positions") {
        return;
    }
    for id in ["4PPEATDgc/ABUA", "sPOYAyBsN2CAQw", "Y2ZwSRDQZ3CBFA"] {
        let state = money(Board::from_position_id(id).unwrap(), None);
        for (variance_reduction, trials) in [(true, 180), (false, 1296)] {
            let settings =
                RolloutSettings { truncation: truncated(5), variance_reduction, ..static_play(trials) };
            let rollouts = repeated(&state, &settings, 200);
            for output in [0, CUBELESS, VALUE] {
                let (mean, error, share) = pooled(&rollouts, output);
                println!(
                    "{id}, variance reduction {variance_reduction}, output {output}: {mean:.5} +- {error:.5}, \
                     {:.1} % hold it",
                    100.0 * share
                );
                assert!((0.90..=0.98).contains(&share), "{share}");
            }
        }
    }
}

#[test]
fn variance_reduction_has_no_bias_in_whole_games() {
    if !is_slow_wanted("whole games with and without variance reduction") {
        return;
    }
    for id in ["4HPwATDgc/ABMA", "4PPEATDgc/ABUA", "Y2ZwSRDQZ3CBFA"] {
        let state = money(Board::from_position_id(id).unwrap(), None);
        let of = |variance_reduction, trials| {
            let settings = RolloutSettings { variance_reduction, ..static_play(trials) };
            rolled_out(plain(), position(&state), settings).alternatives[0]
        };
        let (plain, reduced) = (of(false, 20_736), of(true, 1296));
        for output in [0, CUBELESS, VALUE] {
            let (a, b) = (plain.moments, reduced.moments);
            let off = (a.mean[output] - b.mean[output]).abs();
            let per_game =
                |m: gnubg_engine::rollout::Moments| m.independent[output] * f64::from(m.games).sqrt();
            println!(
                "{id}, output {output}: {:.5} +- {:.5} without, {:.5} +- {:.5} with; per game {:.3} and {:.3}",
                a.mean[output],
                a.std_error[output],
                b.mean[output],
                b.std_error[output],
                per_game(a),
                per_game(b)
            );
            assert!(off < 3.0 * a.std_error[output].hypot(b.std_error[output]));
            assert!(per_game(a) > 3.0 * per_game(b));
        }
    }
}
