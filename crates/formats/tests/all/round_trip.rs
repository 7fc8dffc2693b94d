// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing SGF and reading it back loses nothing, for records from any format.

use crate::common::{has, manifest, shared, table};
use gnubg_engine::core::{Player, ResignLevel};
use gnubg_formats::export::{ExportScope, WriteOptions, write};
use gnubg_formats::sgf::{self, SgfNumbers, SgfOptions};
use gnubg_formats::{Format, read};
use gnubg_record::{Cursor, Entry, EntryAction, Luck, Marks, MatchRecord, Skill};
use std::path::{Path, PathBuf};

pub(crate) fn samples() -> Vec<PathBuf> {
    let samples = shared().join("samples");
    let mut found = Vec::new();
    let analysis = shared().join("spec/data/analysis");
    if !has(&samples) {
        return found;
    }
    for folder in std::fs::read_dir(&samples).unwrap().flatten().map(|entry| entry.path()) {
        if folder.join("manifest.csv").exists() && !folder.ends_with("malformed") {
            found.extend(manifest(&folder).into_iter().map(|row| folder.join(&row["file"])));
        }
    }
    if let Ok(entries) = std::fs::read_dir(analysis) {
        let paths = entries.flatten().map(|entry| entry.path());
        found.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "sgf")));
    }
    found.sort();
    found
}

pub(crate) fn records(path: &Path) -> Vec<MatchRecord> {
    let name = path.file_name().and_then(|name| name.to_str());
    match read(&std::fs::read(path).unwrap(), name, None) {
        Ok(found) => found.matches.into_iter().map(|one| one.record).collect(),
        Err(_) => Vec::new(),
    }
}

fn saved(record: &MatchRecord, scope: ExportScope) -> MatchRecord {
    let table = table();
    let options = WriteOptions { table: Some(&table), ..WriteOptions::default() };
    let bytes = write(record, scope, Format::Sgf, &options).unwrap();
    let mut found = read(&bytes, None, None).unwrap();
    assert_eq!(found.matches.len(), 1);
    let one = found.matches.remove(0);
    assert!(one.warnings.iter().all(|warning| warning.message.contains("illegal")), "{:?}", one.warnings);
    one.record
}

/// Statistics are computed from the analysis, so the stored ones are ignored.
fn without_statistics(mut record: MatchRecord) -> MatchRecord {
    for game in &mut record.games {
        game.properties.retain(|property| property.name != "GS");
    }
    record
}

#[test]
fn matches_survive_sgf() {
    let mut n = 0;
    for path in samples() {
        for record in records(&path) {
            let once = without_statistics(saved(&record, ExportScope::Match));
            let twice = without_statistics(saved(&once, ExportScope::Match));
            compare(&without_statistics(record), &once, &path);
            compare(&once, &twice, &path);
            for (a, b) in once.games.iter().zip(&twice.games) {
                for (a, b) in a.entries.iter().zip(&b.entries) {
                    assert_eq!(a, b);
                }
                assert_eq!(a, b);
            }
            assert!(once == twice, "{}: the second time differs", path.display());
            n += 1;
        }
    }
    println!("{n} matches");
}

/// With all digits of its numbers, a record is the same after one way through SGF.
#[test]
fn exact_numbers_survive_sgf() {
    // Without a table, cube decisions would lose that they have no mark.
    let table = table();
    let options = SgfOptions { table: Some(&table), numbers: SgfNumbers::Exact, ..SgfOptions::default() };
    let (mut n, mut n_analyzed) = (0, 0);
    for path in samples() {
        for record in records(&path) {
            let text = sgf::write(&record, &options);
            let back = read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
            for (a, b) in record.games.iter().zip(&back.games) {
                for (a, b) in a.entries.iter().zip(&b.entries) {
                    assert_eq!(a, b, "{}", path.display());
                    n_analyzed += usize::from(a.analysis.is_some());
                }
            }
            assert!(record == back, "{}", path.display());
            n += 1;
        }
    }
    println!("{n} matches, {n_analyzed} analyzed entries");
}

/// Everything is equal, but equities of other formats are rounded to the six digits of SGF.
fn compare(first: &MatchRecord, once: &MatchRecord, path: &Path) {
    let path = path.display();
    assert_eq!(first.info, once.info, "{path}");
    assert_eq!((first.length, first.games.len()), (once.length, once.games.len()), "{path}");
    for (a, b) in first.games.iter().zip(&once.games) {
        assert_eq!(a.start, b.start, "{path}");
        assert_eq!(a.outcome(first.length), b.outcome(once.length), "{path}");
        assert_eq!(a.entries.len(), b.entries.len(), "{path}");
        for (n, (a, b)) in a.entries.iter().zip(&b.entries).enumerate() {
            assert_eq!((a.player, &a.action), (b.player, &b.action), "{path} entry {n}");
            assert_eq!((&a.comment, a.marks), (&b.comment, b.marks), "{path} entry {n}");
            assert_eq!(a.analysis.is_some(), b.analysis.is_some(), "{path} entry {n}");
            let (Some(a), Some(b)) = (a.play_analysis(), b.play_analysis()) else { continue };
            assert_eq!((a.played, a.candidates.len()), (b.played, b.candidates.len()), "{path} entry {n}");
            for (a, b) in a.candidates.iter().zip(&b.candidates) {
                assert_eq!(a.play, b.play, "{path} entry {n}");
                assert!((a.equity.0 - b.equity.0).abs() < 2e-6, "{path} entry {n}");
                assert_eq!(a.method.name(), b.method.name(), "{path} entry {n}");
            }
        }
    }
}

/// Files of the original are written back with every number unchanged.
#[test]
fn files_of_the_original_lose_nothing() {
    for path in samples().into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "sgf")) {
        for record in records(&path) {
            let once = saved(&record, ExportScope::Match);
            assert!(without_statistics(record) == without_statistics(once), "{}", path.display());
        }
    }
}

#[test]
fn positions_and_games_survive_sgf() {
    for path in samples() {
        for record in records(&path) {
            for (n, game) in record.games.iter().enumerate().take(2) {
                let one = saved(&record, ExportScope::Game(n));
                let actions = |game: &gnubg_record::GameRecord| -> Vec<_> {
                    game.entries.iter().map(|entry| entry.action.clone()).collect()
                };
                assert_eq!(actions(&one.games[0]), actions(game), "{} game {n}", path.display());
                for entry in (0..=game.entries.len()).step_by(13) {
                    let at = Cursor::at(n, entry);
                    let one = saved(&record, ExportScope::Position(at));
                    let (found, wanted) = (one.state_at(one.end()), record.position_at(at));
                    let wanted = wanted.state_at(wanted.end());
                    assert_eq!(found, wanted, "{} game {n} entry {entry}", path.display());
                }
            }
        }
    }
}

/// Everything that MAT can hold survives it: names, scores, plays, cube actions, results.
#[test]
fn matches_survive_mat() {
    for path in samples() {
        for record in records(&path) {
            // Set-ups may be lost, and a game without a roll is not read, as in the original.
            let entries = |game: &gnubg_record::GameRecord, is: fn(&EntryAction) -> bool| {
                game.entries.iter().any(|entry| is(&entry.action))
            };
            let is_odd = |game| entries(game, EntryAction::is_set_up) || !entries(game, EntryAction::is_play);
            if record.games.iter().any(is_odd) {
                continue;
            }
            let bytes = write(&record, ExportScope::Match, Format::Mat, &WriteOptions::default()).unwrap();
            let found = read(&bytes, None, None).unwrap();
            let back = &found.matches[0].record;
            // Points beyond the length do not count; some programs leave them out.
            let most = |record: &MatchRecord| match u32::from(record.length) {
                0 => record.score(),
                length => record.score().map(|score| score.min(length)),
            };
            assert_eq!(most(back), most(&record), "{}", path.display());
            assert_eq!(back.n_decisions(), record.n_decisions(), "{}", path.display());
        }
    }
}

/// Marks of every kind, with and without analysis behind them.
#[test]
fn marks_survive_sgf() {
    let text = " 3 point match\n\n Game 1\n Ann : 0       Ben : 0\n  1) 31: 8/5 6/5    52: 13/8 24/22\n";
    let mut record = read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
    let entries = &mut record.games[0].entries;
    entries[0].marks = Marks {
        play: Some(Skill::Doubtful),
        cube: Some(Skill::VeryBad),
        luck: Some(Luck::VeryLucky),
        rollout_cube: true,
        ..Marks::default()
    };
    entries[1].marks = Marks { luck: Some(Luck::Unlucky), play: Some(Skill::Bad), ..Marks::default() };
    entries[1].comment = "[odd] \\ remark\nof two lines".to_owned();
    let mut resigned = Entry::new(Player::Zero, EntryAction::Resign(ResignLevel::Gammon));
    resigned.marks.is_discounted = true;
    entries.extend([resigned, Entry::new(Player::One, EntryAction::AcceptResignation)]);
    assert_eq!(saved(&record, ExportScope::Match), record);
}

/// A property of the root in a later node must not be taken for the root's when it is read again.
#[test]
fn stray_properties_do_not_split_a_match() {
    let text = "(;GM[6]MI[length:0]PW[]PB[]\n;MI[length:3]KM[1])(;GM[6]PW[]PB[])";
    let record = read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
    assert_eq!(record.games.len(), 2);
    let back = saved(&record, ExportScope::Match);
    assert_eq!((back.length, back.games.len()), (0, 2));
    assert_eq!(back.games[0].properties[0].name, "KM");
}
