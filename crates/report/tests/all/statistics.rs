// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics counted from recorded errors, against the recorded tables, to the last printed digit.

use gnubg_engine::core::{Dice, Play, Player};
use gnubg_record::judge::{Amount, CubeChoice, CubeError, CubeJudgement, Judgement, PlayJudgement};
use gnubg_record::stats::PlayerStats;
use gnubg_record::{EntryAction, Statistics, Thresholds};
use gnubg_report::statistics::{self, StatisticsFormat};
use serde_json::Value;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/data/analysis")
}

fn amount(value: &Value, emg: &str) -> Amount {
    let number = |key: &str| value[key].as_f64().unwrap_or_default();
    Amount { emg: number(emg), cost: number("cost") }
}

fn cube_judgement(decision: &Value) -> Option<CubeJudgement> {
    let cube = decision.get("cube-decision")?;
    let choice = match decision["action"].as_str()? {
        "move" => CubeChoice::NoDouble,
        "double" => CubeChoice::Double,
        "take" => CubeChoice::Take,
        "drop" => CubeChoice::Drop,
        _ => return None,
    };
    let kind = cube["category"].as_str().map(|name| match name {
        "missed-double-below-cp" => CubeError::MissedBelowCash,
        "missed-double-above-cp" => CubeError::MissedAboveCash,
        "wrong-double-below-dp" => CubeError::WrongBelowDoublePoint,
        "wrong-double-above-tg" => CubeError::WrongAboveTooGood,
        "wrong-take" => CubeError::WrongTake,
        "wrong-drop" | "wrong-pass" => CubeError::WrongDrop,
        other => panic!("unknown kind {other}"),
    });
    let number = |key: &str| cube[key].as_f64().unwrap_or_default();
    Some(CubeJudgement {
        choice,
        no_double: number("nd"),
        double_take: number("dt"),
        double_drop: number("dp"),
        optimal: number("optimal"),
        is_close: choice != CubeChoice::NoDouble || cube["close"] == true,
        error: amount(cube, "error"),
        kind,
    })
}

fn judgement(decision: &Value) -> Judgement {
    Judgement {
        play: (decision["action"] == "move").then(|| PlayJudgement {
            error: decision.get("chequer").map_or_else(Amount::default, |play| amount(play, "error")),
            has_choice: decision["chequer"]["unforced"] == true,
        }),
        luck: decision.get("luck").map(|luck| amount(luck, "emg")),
        cube: cube_judgement(decision),
        resignation: None,
    }
}

/// Every game's statistics, counted from the recorded decisions; their sums must be the recorded sums.
///
/// The recorded sums were added in single precision and so differ from ours in the seventh digit; with `recorded_sums`
/// they replace ours, which leaves nothing but our arithmetic after the sums and our layout to be compared.
fn count(set: &Value, recorded_sums: bool, cube_counts: bool) -> Vec<Statistics> {
    let info = &set["match"]["match-info"];
    let name = |letter: &str| info[letter]["name"].as_str().unwrap().to_owned();
    let length = u16::try_from(info["match-length"].as_u64().unwrap()).unwrap();
    let roll = EntryAction::Play { dice: Dice::new(1, 2).unwrap(), play: Play::EMPTY };
    let mut games = Vec::new();
    for (n, game) in set["match"]["games"].as_array().unwrap().iter().enumerate() {
        let mut stats = Statistics::new([name("X"), name("O")], length);
        for decision in set["decisions"].as_array().unwrap() {
            if decision["game"].as_u64() != Some(n as u64) {
                continue;
            }
            let player = Player::from_index(decision["player"].as_u64().unwrap() as usize).unwrap();
            let action = match decision["action"].as_str().unwrap() {
                "move" => roll.clone(),
                "double" => EntryAction::Double,
                "take" => EntryAction::Take,
                "drop" => EntryAction::Drop,
                _ => EntryAction::AcceptResignation,
            };
            stats.count(player, &action, &judgement(decision), &Thresholds::default());
        }
        for (player, letter) in stats.players.iter_mut().zip(["X", "O"]) {
            compare(player, &game["stats"][letter], recorded_sums, cube_counts);
        }
        let result = |letter: &str| game["stats"][letter]["dice"]["actual-result"].as_f64().unwrap();
        stats.finish_game(Some([result("X"), result("O")]));
        stats.has_cube = true;
        games.push(stats);
    }
    games
}

/// Compares the counters and sums with the recorded ones, and takes the recorded sums if they are wanted.
fn compare(player: &mut PlayerStats, recorded: &Value, take: bool, cube_counts: bool) {
    let number = |part: &str, key: &str| recorded[part][key].as_f64().unwrap();
    let same = |sum: &mut Amount, part: &str, keys: [&str; 2]| {
        let recorded = Amount { emg: number(part, keys[0]), cost: number(part, keys[1]) };
        assert!((sum.emg - recorded.emg).abs() < 2e-5, "{keys:?}: {sum:?} {recorded:?}");
        assert!((sum.cost - recorded.cost).abs() < 2e-5, "{keys:?}: {sum:?} {recorded:?}");
        if take {
            *sum = recorded;
        }
    };
    same(&mut player.play.error, "moves", ["error-skill", "error-cost"]);
    same(&mut player.luck.luck, "dice", ["luck", "luck-cost"]);
    assert_eq!(f64::from(player.play.unforced), number("moves", "unforced-moves"));
    assert_eq!(f64::from(player.play.total), number("moves", "total-moves"));
    if !cube_counts {
        return;
    }
    assert_eq!(f64::from(player.cube.total), number("cube", "total-cube"));
    assert_eq!(f64::from(player.cube.close), number("cube", "close-cube"));
    let kinds = [
        "missed-double-below-cp",
        "missed-double-above-cp",
        "wrong-double-below-dp",
        "wrong-double-above-tg",
        "wrong-take",
        "wrong-drop",
    ];
    for (errors, kind) in player.cube.errors.iter_mut().zip(kinds) {
        assert_eq!(f64::from(errors.count), number("cube", kind), "{kind}");
        let keys = ["skill", "cost"].map(|unit| format!("err-{kind}-{unit}"));
        same(&mut errors.error, "cube", [&keys[0], &keys[1]]);
    }
}

/// The recorded text of the match and of each game.
fn tables(text: &str) -> Vec<Vec<&str>> {
    let mut tables: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        if line.starts_with("## ") {
            tables.push(Vec::new());
        } else if let Some(table) = tables.last_mut() {
            table.push(line);
        }
    }
    tables
}

/// Lines in which we deliberately differ: the second figure of the Snowie rate and the intervals.
fn differs(line: &str) -> bool {
    line.starts_with("Snowie error rate") || line.starts_with("95% confidence")
}

fn check(name: &str, cube_counts: bool) {
    let path = folder().join(format!("{name}.json"));
    let Ok(json) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is absent", path.display());
        return;
    };
    let text = std::fs::read_to_string(folder().join(format!("{name}.statistics.txt"))).unwrap();
    let games = count(&serde_json::from_str(&json).unwrap(), true, cube_counts);
    let mut all = Statistics::new(games[0].names.clone(), games[0].length);
    games.iter().for_each(|game| all.add(game));
    let recorded = tables(&text);
    assert_eq!(recorded.len(), games.len() + 1);
    for (n, (stats, recorded)) in std::iter::once(&all).chain(&games).zip(&recorded).enumerate() {
        let printed = statistics::text(stats, &StatisticsFormat::default());
        let mut part = "";
        for (line, expected) in printed.lines().zip(recorded) {
            if expected.ends_with(" statistics") {
                part = expected;
            }
            if !cube_counts && (part.starts_with("Cube") || part.starts_with("Overall")) {
                continue;
            }
            if differs(expected) {
                let figures = |line: &str| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
                if expected.starts_with("Snowie") {
                    assert_eq!(figures(line), figures(expected), "{name} table {n}");
                }
            } else {
                assert_eq!(line, *expected, "{name} table {n}");
            }
        }
        let count = |lines: usize, blank: usize| lines - blank;
        let blank = recorded.iter().rev().take_while(|line| line.is_empty()).count();
        let printed_blank = printed.lines().rev().take_while(|line| line.is_empty()).count();
        assert_eq!(
            count(printed.lines().count(), printed_blank),
            count(recorded.len(), blank),
            "{name} table {n} has other lines"
        );
    }
}

#[test]
fn a_match_analyzed_at_2_ply() {
    check("match-a", true);
}

#[test]
fn a_match_analyzed_at_0_ply() {
    check("match-b", true);
}

#[test]
fn a_money_session() {
    check("session-s", true);
}

#[test]
fn a_money_session_with_beavers() {
    // The recorded tables count answers to beavers as takes; ours do not.
    check("session-t", false);
}

#[test]
fn the_interval_lies_around_the_advantage() {
    let path = folder().join("session-s.json");
    let Ok(json) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is absent", path.display());
        return;
    };
    let games = count(&serde_json::from_str(&json).unwrap(), false, true);
    let mut all = Statistics::new(games[0].names.clone(), 0);
    games.iter().for_each(|game| all.add(game));
    let text = statistics::text(&all, &StatisticsFormat::default());
    assert!(text.contains("[-4.577, 2.244]         [-2.244, 4.577]"), "{text}");
    let extended = StatisticsFormat { extended: true, ..StatisticsFormat::default() };
    let text = statistics::text(&all, &extended);
    assert!(
        text.contains("Overall rating (older scale)             Novice                  Intermediate"),
        "{text}"
    );
    assert!(text.contains("Performance rating"));
}
