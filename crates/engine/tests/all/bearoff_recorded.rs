// SPDX-License-Identifier: GPL-3.0-or-later
//! Databases compared with values recorded from GNU Backgammon.
#![cfg(feature = "generate")]

use crate::data::recorded;
use gnubg_engine::bearoff::generate::{Control, HyperGenerateOptions, make_bytes, make_hyper};
use gnubg_engine::bearoff::{Databases, FirstOff, Format, HomeExit, Hyper, OneSided, TwoSided};
use gnubg_engine::core::{Board, CancelToken, PLACES, Side, Variation};
use std::collections::HashMap;

/// Largest error of a recorded chance or equity: printed with six or seven digits, computed in single precision.
const CHANCE: f64 = 1e-6;

/// Rows of a recorded table by column.
fn rows(name: &str) -> Vec<HashMap<String, String>> {
    let text = recorded(&format!("bearoff/{name}"));
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        columns.iter().map(|c| (*c).to_owned()).zip(line.split(',').map(str::to_owned)).collect()
    };
    lines.map(row).collect()
}

fn number(row: &HashMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {:?}", row[column]))
}

fn numbers(text: &str) -> Vec<u32> {
    text.split_whitespace().map(|n| n.parse().unwrap()).collect()
}

fn side(counts: &[u32]) -> [u8; PLACES] {
    std::array::from_fn(|i| counts.get(i).map_or(0, |&n| n as u8))
}

fn bytes_of(format: Option<Format>) -> Vec<u8> {
    let cancel = CancelToken::new();
    make_bytes(format.unwrap(), &Control { cancel: &cancel, progress: &|_| (), threads: None }).unwrap()
}

fn one_sided(points: usize) -> OneSided {
    OneSided::from_bytes(bytes_of(Format::one_sided(points, true, true)), "made").unwrap()
}

fn is_slow_wanted() -> bool {
    std::env::var_os("SLOW_TESTS").is_some()
}

#[test]
fn one_sided_distributions() {
    let rows = rows("onesided_200.csv");
    for points in [6, 10] {
        if points == 10 && !is_slow_wanted() {
            println!("skipped: ten points, set SLOW_TESTS=1");
            continue;
        }
        let database = one_sided(points);
        let rows = rows.iter().filter(|row| row["points"] == points.to_string());
        let mut checked = 0;
        for row in rows {
            let position = side(&numbers(&row["chequers_on_points_1..P"]));
            assert_eq!(database.index().index(&position), row["index"].parse().ok());
            let board = Board::from_position_id(&row["position_id_both_sides_equal"]).unwrap();
            assert_eq!(*board.side(Side::OnRoll), position);
            let [all, first] = database.distributions(&position).unwrap();
            for (distribution, start, values) in
                [(all, "first_nonzero", "u16_values"), (first, "gammon_first", "gammon_u16_values")]
            {
                let (found_start, found) = distribution.run();
                assert_eq!(found_start as f64, number(row, start));
                assert_eq!(found.iter().map(|&v| u32::from(v)).collect::<Vec<_>>(), numbers(&row[values]));
            }
            let rolls = all.rolls();
            let near = |found: f32, column: &str, tolerance: f64| {
                assert!(
                    (f64::from(found) - number(row, column)).abs() < tolerance,
                    "{column}: {found} {row:?}"
                );
            };
            near(rolls.mean, "mean_rolls", 2e-6);
            // The original sums squares in single precision.
            near(rolls.deviation, "sd_rolls", 1e-4);
            near(first.rolls().mean, "mean_rolls_save_gammon", 2e-6);
            near(rolls.epc(), "epc", 2e-5);
            near(rolls.wastage(number(row, "pips") as u16), "wastage", 2e-5);
            checked += 1;
        }
        assert_eq!(checked, 100);
    }
}

#[test]
fn effective_pip_counts() {
    let rows = rows("epc_50.csv");
    let mut databases = Databases::new();
    databases.set_one_sided(false, one_sided(6));
    for row in rows.iter().filter(|row| row["points"] == "6") {
        let board = Board::from_position_id(&row["position_id_mover"]).unwrap();
        let stats = databases.race_stats(&board)[0].unwrap();
        let near = |found: f32, column: &str| {
            assert!((f64::from(found) - number(row, column)).abs() < 1e-3, "{column}: {found} {row:?}");
        };
        assert_eq!(f64::from(stats.pips), number(row, "pips"));
        near(stats.rolls.mean, "mean_rolls");
        near(stats.rolls.deviation, "sd_rolls");
        near(stats.epc(), "epc");
        near(stats.wastage(), "wastage");
    }
}

#[test]
fn races_by_distributions() {
    let rows = rows("onesided_eval.csv");
    let mut databases = Databases::new();
    databases.set_one_sided(false, one_sided(6));
    for row in &rows {
        let board = Board::from_position_id(&row["position_id"]).unwrap();
        assert_eq!(*board.side(Side::OnRoll), side(&numbers(&row["mover_points_1..6"])));
        let probs = databases.probs(&board, Variation::Standard).unwrap();
        for (found, column) in
            [(probs.win, "win"), (probs.win_g, "win_gammon"), (probs.lose_g, "lose_gammon")]
        {
            assert!((f64::from(found) - number(row, column)).abs() < CHANCE, "{column}: {found} {row:?}");
        }
    }
}

#[test]
fn two_sided_records() {
    let rows = rows("twosided_200.csv");
    let database = TwoSided::from_bytes(bytes_of(Format::two_sided(6, 8, true)), "6x8").unwrap();
    for row in &rows {
        let board = Board::from_position_id(&row["position_id"]).unwrap();
        let [mine, theirs] = Side::BOTH.map(|side| database.index().index(board.side(side)).unwrap());
        assert_eq!(
            [f64::from(mine), f64::from(theirs)],
            [number(row, "us_index"), number(row, "them_index")]
        );
        let record = database.record([mine, theirs]).unwrap();
        assert_eq!(f64::from(record.cubeless), number(row, "u16_cubeless"));
        let columns = ["u16_owned", "u16_centred", "u16_opponent"].map(|column| number(row, column) as u16);
        assert_eq!(record.cubeful, Some(columns));
        let equities = record.money_equities().unwrap();
        for (found, column) in [
            (record.cubeless_equity(), "eq_cubeless"),
            (equities.owned, "eq_owned"),
            (equities.centered, "eq_centred"),
            (equities.opponent, "eq_opponent"),
            (record.probs().win, "win_prob"),
        ] {
            assert!((f64::from(found) - number(row, column)).abs() < CHANCE, "{column}: {found} {row:?}");
        }
    }
}

#[test]
fn cube_decisions_for_money() {
    let rows = rows("twosided_cubeful_0ply.csv");
    let mut databases = Databases::new();
    databases
        .set_two_sided(false, TwoSided::from_bytes(bytes_of(Format::two_sided(6, 6, true)), "6x6").unwrap());
    let mut checked = 0;
    for row in rows.iter().filter(|row| row["match_length"] == "0") {
        let board = Board::from_position_id(&row["position_id"]).unwrap();
        let equities = databases.money_equities(&board, Variation::Standard).unwrap();
        let no_double = match row["cube_owner"].as_str() {
            "centred" => equities.centered,
            "mover" => equities.owned,
            _ => equities.opponent,
        };
        assert!((f64::from(no_double) - number(row, "no_double")).abs() < CHANCE, "{row:?}");
        assert!(
            (2.0 * f64::from(equities.opponent) - number(row, "double_take")).abs() < 2.0 * CHANCE,
            "{row:?}"
        );
        checked += 1;
    }
    assert_eq!(checked, 36);
}

#[test]
fn hypergammon_records() {
    let folder = tempfile::tempdir().unwrap();
    let cancel = CancelToken::new();
    for checkers in [1, 2] {
        let rows = rows(&format!("hyper{checkers}_25.csv"));
        let path = folder.path().join("hyper.bd");
        let control = Control { cancel: &cancel, progress: &|_| (), threads: None };
        let made = make_hyper(&HyperGenerateOptions::new(checkers), &path, &control).unwrap();
        assert_eq!(made.sweeps, [15, 30][checkers - 1]);
        let database = Hyper::open(&path).unwrap();
        for row in &rows {
            let board = Board::from_position_id(&row["position_id"]).unwrap();
            let [mine, theirs] = Side::BOTH.map(|side| database.index().index(board.side(side)).unwrap());
            assert_eq!(
                [f64::from(mine), f64::from(theirs)],
                [number(row, "us_index"), number(row, "them_index")]
            );
            let record = database.record([mine, theirs]).unwrap();
            let probs = record.probs.to_array().map(f64::from);
            let e = record.equities;
            let equities =
                [e.owned, e.centered, e.centered_jacoby, e.opponent].map(|e| f64::from(e) / 6.0 + 0.5);
            for (n, found) in probs.into_iter().chain(equities).enumerate() {
                let byte =
                    |k: usize| u32::from_str_radix(&row["record_hex"][6 * n + 2 * k..][..2], 16).unwrap();
                let stored = f64::from(byte(0) | byte(1) << 8 | byte(2) << 16);
                assert!((found * 16_777_215.0 - stored).abs() < 5.0, "value {n}: {found} {stored} {row:?}");
            }
        }
    }
}

/// The example of the manual of GNU Backgammon, three checkers a side. Takes many minutes.
#[test]
fn hypergammon_of_three_checkers() {
    if !is_slow_wanted() {
        println!("skipped: three checkers, set SLOW_TESTS=1");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hyper3.bd");
    let cancel = CancelToken::new();
    let control = Control { cancel: &cancel, progress: &|_| (), threads: None };
    make_hyper(&HyperGenerateOptions::new(3), &path, &control).unwrap();
    let database = Hyper::open(&path).unwrap();
    let board = Board::from_position_id("ADAAAQAkIAAAAA").unwrap();
    let numbers = Side::BOTH.map(|side| database.index().index(board.side(side)).unwrap());
    assert_eq!(numbers, [3018, 2831]);
    let record = database.record(numbers).unwrap();
    let e = record.equities;
    let found = [e.owned, e.centered, e.centered_jacoby, e.opponent];
    for (found, printed) in found.into_iter().zip([-0.0230f32, -0.2310, -0.2186, -0.3548]) {
        assert!((found - printed).abs() < 1e-4, "{found} {printed}");
    }
    // In thousandths, as printed.
    for (found, printed) in record.probs.to_array().into_iter().zip([456.0f32, 244.0, 14.0, 318.0, 19.0]) {
        assert!((1000.0 * found - printed).abs() < 1.0, "{found} {printed}");
    }
}

#[test]
fn ways_out_of_the_home_board() {
    let rows = rows("race_exit_461.csv");
    let table = HomeExit::new();
    for row in &rows {
        let places = ["n1", "n2", "n3", "n4", "n5"].map(|column| number(row, column) as u8);
        let expected = ["c1", "c2", "c3", "c4", "c5_remainder"].map(|column| number(row, column) as u32);
        assert_eq!(table.counts(places), Some(expected), "{places:?}");
    }
    assert_eq!(rows.len(), 461);
}

#[test]
fn rolls_until_the_first_checker_is_off() {
    let rows = rows("save_gammon_counts.csv");
    let table = FirstOff::new();
    let mut same = 0;
    for row in &rows {
        let counts = ["n1", "n2", "n3", "n4", "n5", "n6"].map(|column| number(row, column) as u32);
        let chances = table.chances(&side(&counts)).unwrap();
        let found = [0, 1, 2].map(|n| chances[n] * 36f64.powi(n as i32 + 1));
        let expected = ["p0", "p1", "p2"].map(|column| number(row, column));
        let is_same = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6);
        assert!(is_same, "{row:?} {found:?}");
        same += usize::from(is_same);
    }
    println!("{same} of {} positions", rows.len());
}
