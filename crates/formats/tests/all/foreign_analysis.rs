// SPDX-License-Identifier: GPL-3.0-or-later
//! Analysis of other programs is read from their match files and from positions they printed.

use crate::common::{has, manifest, shared, table};
use gnubg_engine::core::Player;
use gnubg_formats::read;
use gnubg_record::analysis::{CubeAnalysis, Utility};
use gnubg_record::{Entry, MatchRecord, Statistics, Thresholds};

fn read_all(folder: &str) -> Vec<(String, MatchRecord)> {
    let path = shared().join("samples").join(folder);
    if !has(&path) {
        return Vec::new();
    }
    let files = manifest(&path).into_iter().map(|row| row["file"].clone());
    let found = files.filter_map(|file| {
        let found = read(&std::fs::read(path.join(&file)).unwrap(), Some(&file), None).ok()?;
        Some((file, found.matches[0].record.clone()))
    });
    found.collect()
}

fn entries(record: &MatchRecord) -> impl Iterator<Item = &Entry> {
    record.games.iter().flat_map(|game| &game.entries)
}

#[test]
fn nearly_every_play_of_xg_is_analyzed_and_its_play_listed() {
    for (file, record) in read_all("xg") {
        let plays: Vec<_> = entries(&record).filter(|entry| entry.action.is_play()).collect();
        let listed = plays.iter().filter(|e| e.play_analysis().is_some_and(|p| p.played.is_some())).count();
        assert!(listed * 100 >= plays.len() * 98, "{file}: {listed} of {}", plays.len());
        let luck = plays.iter().filter(|e| e.analysis.as_ref().is_some_and(|a| a.luck.is_some())).count();
        assert!(luck * 100 >= plays.len() * 90, "{file}: luck of {luck} of {}", plays.len());
    }
}

/// The same matches, analyzed by two programs, must give error rates of the same size.
#[test]
fn xg_and_bgblitz_agree_roughly() {
    let table = table();
    let xg = read_all("xg");
    for (file, record) in read_all("bgblitz") {
        let stem = file.trim_end_matches(".bgf");
        let (_, other) = xg.iter().find(|(name, _)| name.starts_with(stem)).unwrap();
        let rates = |record: &MatchRecord| {
            let stats = Statistics::of_match(record, &table, &Thresholds::default());
            Player::BOTH.map(|p| stats.derived(p, 2050.0, &Thresholds::default()).performance_rating.unwrap())
        };
        for (a, b) in rates(&record).into_iter().zip(rates(other)) {
            assert!((a - b).abs() < 3.0, "{file}: {a} and {b}");
        }
    }
}

fn cube(record: &MatchRecord) -> &CubeAnalysis {
    entries(record).last().unwrap().cube_analysis().unwrap()
}

#[test]
fn printed_positions_of_two_programs_in_three_languages() {
    for (folder, value) in
        [("xg-text", Utility::new(0.689, true)), ("bgblitz-text", Utility::new(0.625, true))]
    {
        for (file, record) in read_all(folder) {
            if file.starts_with("01") {
                let last = entries(&record).last().unwrap();
                let candidates = &last.play_analysis().unwrap().candidates;
                assert_eq!(candidates.len(), 5, "{file}");
                assert_eq!(format!("{:?}", candidates[0].play), "19/18 14/12");
                assert!((candidates[0].equity.0 + 0.491).abs() < 0.0015);
            } else {
                let cube = cube(&record);
                assert!(cube.no_double.probs.win > 0.5, "{file}: {cube:?}");
                if file.starts_with("03") {
                    assert_eq!(cube.double_take.cubeful, value, "{file}");
                }
            }
        }
    }
}

#[test]
fn opengammon_files_replay_without_a_flaw() {
    for (file, record) in read_all("ogxm") {
        assert!(record.flaws().is_empty(), "{file}: {:?}", record.flaws());
        assert!(!record.games.is_empty());
    }
}
