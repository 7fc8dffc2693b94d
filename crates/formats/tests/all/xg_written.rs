// SPDX-License-Identifier: GPL-3.0-or-later
//! What is written as `.xg` is read back equal, for records from any format.

use crate::round_trip::{records, samples};
use gnubg_engine::core::{Equity, MatchState, Phase, Play, Variation};
use gnubg_formats::export::{ExportScope, WriteOptions, write};
use gnubg_formats::{Format, Imported, read};
use gnubg_record::analysis::{CubeAnalysis, Outputs, Utility};
use gnubg_record::{Cursor, Date, Entry, EntryAction, GameRecord, MatchRecord};
use std::path::Path;

fn again(record: &MatchRecord, scope: ExportScope) -> Imported {
    let bytes = write(record, scope, Format::Xg, &WriteOptions::default()).unwrap();
    let mut import = read(&bytes, None, None).unwrap();
    assert_eq!((import.format, import.matches.len()), (Format::Xg, 1));
    import.matches.remove(0)
}

/// The record without what the format has no place for.
fn reduced(record: &MatchRecord) -> MatchRecord {
    let mut record = record.clone();
    record.variations.clear();
    for game in &mut record.games {
        // A resignation that was declined, or that waits for an answer, is not in the format.
        let mut kept = Vec::new();
        for entry in std::mem::take(&mut game.entries) {
            if entry.action == EntryAction::DeclineResignation {
                kept.pop();
            } else {
                kept.push(entry);
            }
        }
        if matches!(kept.last().map(|entry| &entry.action), Some(EntryAction::Resign(_))) {
            kept.pop();
        }
        game.entries = kept;
    }
    record
}

/// An action with the steps of its play in one order; readers put the farthest checker first.
fn ordered(action: &EntryAction) -> EntryAction {
    match action {
        EntryAction::Play { dice, play } => EntryAction::Play { dice: *dice, play: in_order(play) },
        EntryAction::IllegalPlay { dice, play, after } => {
            EntryAction::IllegalPlay { dice: *dice, play: play.as_ref().map(in_order), after: after.clone() }
        }
        other => other.clone(),
    }
}

fn in_order(play: &Play) -> Play {
    let mut steps = play.steps().to_vec();
    steps.sort_by(|a, b| b.cmp(a));
    Play::from_steps(&steps).unwrap()
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-5
}

fn equal_outputs(a: &Outputs, b: &Outputs, is_money: bool) -> bool {
    let is_near = match (a.cubeful, b.cubeful) {
        (Utility::Equity(Equity(a)), Utility::Equity(Equity(b))) => near(a, b),
        // Match winning chances become equities.
        (Utility::Match(_), Utility::Equity(_)) => !is_money,
        _ => false,
    };
    a.probs == b.probs && near(a.cubeless.0, b.cubeless.0) && is_near
}

fn compare_games(a: &GameRecord, b: &GameRecord, length: u16, place: &str) {
    assert_eq!((a.start.score, a.start.is_crawford), (b.start.score, b.start.is_crawford), "{place}");
    let points = |game: &GameRecord| game.outcome(length).map(|found| (found.winner, found.points));
    assert_eq!(points(a), points(b), "{place}");
    let actions = |game: &GameRecord| -> Vec<_> {
        let entries = game.entries.iter().filter(|entry| !entry.action.is_set_up());
        entries.map(|entry| (entry.player, ordered(&entry.action))).collect()
    };
    assert_eq!(actions(a), actions(b), "{place}");
    let boards = |game: &GameRecord| -> Vec<_> {
        let steps = game.walk(length).filter(|step| step.entry.action.is_roll());
        steps.map(|step| (step.before.board_of(step.entry.player), step.before.cube)).collect()
    };
    assert_eq!(boards(a), boards(b), "{place}");
    let played = |game: &GameRecord| -> Vec<_> {
        game.entries.iter().filter(|entry| !entry.action.is_set_up()).cloned().collect()
    };
    for (n, (a, b)) in played(a).iter().zip(&played(b)).enumerate() {
        let place = format!("{place} entry {n}");
        if a.action.is_play() && b.action.is_play() {
            assert_eq!(a.faces(), b.faces(), "{place}");
            assert_eq!(a.play_analysis().is_some(), b.play_analysis().is_some(), "{place}");
        }
        if let (Some(a), Some(b)) = (a.play_analysis(), b.play_analysis()) {
            let n = a.candidates.len().min(32);
            assert_eq!(b.candidates.len(), n, "{place}");
            for (a, b) in a.candidates.iter().zip(&b.candidates).take(31) {
                assert!(
                    in_order(&a.play) == in_order(&b.play)
                        && near(a.equity.0, b.equity.0)
                        && a.probs == b.probs,
                    "{place}"
                );
                let depth = |method: &gnubg_record::analysis::Method| method.as_evaluation().plies;
                let is_rollout = matches!(a.method, gnubg_record::analysis::Method::Rollout(_));
                assert!(is_rollout || depth(&a.method) == depth(&b.method), "{place}");
            }
        }
        let luck = |entry: &Entry| entry.analysis.as_ref().and_then(|found| found.luck);
        assert_eq!(luck(a).map(|luck| luck.0), luck(b).map(|luck| luck.0), "{place}");
        if !matches!(a.action, EntryAction::Beaver | EntryAction::Take | EntryAction::Drop) {
            check_cubes(a.cube_analysis(), b.cube_analysis(), length == 0, &place);
        }
    }
    let comments = |game: &GameRecord| -> String {
        let all = game.entries.iter().map(|entry| entry.comment.as_str());
        all.filter(|comment| !comment.is_empty()).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        comments(a).split_whitespace().collect::<Vec<_>>(),
        comments(b).split_whitespace().collect::<Vec<_>>(),
        "{place}"
    );
}

fn check_cubes(a: Option<&CubeAnalysis>, b: Option<&CubeAnalysis>, is_money: bool, place: &str) {
    if let (Some(a), Some(b)) = (a, b) {
        assert!(equal_outputs(&a.no_double, &b.no_double, is_money), "{place}: {a:?} {b:?}");
        assert!(equal_outputs(&a.double_take, &b.double_take, is_money), "{place}");
    } else {
        assert_eq!(a.is_some(), b.is_some(), "{place}");
    }
}

fn compare(record: &MatchRecord, found: &MatchRecord, path: &Path) {
    let names = |record: &MatchRecord| record.info.players.clone().map(|player| player.name);
    assert_eq!(names(record), names(found), "{}", path.display());
    let facts = |record: &MatchRecord| {
        let info = record.info.clone();
        // The format has whole days: the first of the month or year stands for one that is not known.
        (info.event, info.round, info.place, info.date.map(Date::unix_days), info.annotator)
    };
    assert_eq!(facts(record), facts(found), "{}", path.display());
    assert_eq!(record.length, found.length);
    assert_eq!(record.games.len(), found.games.len(), "{}", path.display());
    for (n, (a, b)) in record.games.iter().zip(&found.games).enumerate() {
        compare_games(a, b, record.length, &format!("{} game {n}", path.display()));
    }
}

/// Whether the format has a place for the rules and set-ups: games with one or two checkers a side are told as games
/// with three, and a cube that was set up after an automatic double has no value of its own.
fn can_be_told(record: &MatchRecord) -> bool {
    let is_odd = |game: &GameRecord| {
        game.start.automatic_doubles > 0 && game.entries.iter().any(|entry| entry.action.is_set_up())
    };
    let few = [Variation::Hypergammon1, Variation::Hypergammon2];
    !few.contains(&record.rules.variation) && !record.games.is_empty() && !record.games.iter().any(is_odd)
}

#[test]
fn matches_survive_xg() {
    for path in samples() {
        for record in records(&path) {
            if !can_be_told(&record) {
                continue;
            }
            let once = again(&record, ExportScope::Match);
            assert_eq!(once.warnings, [], "{}", path.display());
            compare(&reduced(&record), &once.record, &path);
            let twice = again(&once.record, ExportScope::Match);
            assert_eq!(twice, once, "{}: the second time differs", path.display());
        }
    }
}

#[test]
fn positions_and_games_survive_xg() {
    for path in samples() {
        for record in records(&path) {
            if !can_be_told(&record) {
                continue;
            }
            for (n, game) in record.games.iter().enumerate().take(2) {
                let place = format!("{} game {n}", path.display());
                let one = again(&record, ExportScope::Game(n));
                compare_games(&reduced(&record).games[n], &one.record.games[0], record.length, &place);
                for entry in (0..=game.entries.len()).step_by(29) {
                    let at = Cursor::at(n, entry);
                    let wanted = record.position_at(at);
                    let wanted = wanted.state_at(wanted.end());
                    if game.start.automatic_doubles > 0 || matches!(wanted.phase, Phase::Resigning { .. }) {
                        continue;
                    }
                    let found = again(&record, ExportScope::Position(at)).record;
                    let found = found.state_at(found.end());
                    // Beavers are not a rule of matches there.
                    let found = MatchState { rules: wanted.rules, ..found };
                    assert_eq!(found, wanted, "{place} entry {entry}");
                }
            }
        }
    }
}

#[test]
fn every_kind_of_comment_is_kept() {
    let text = " 3 point match\n\n Game 1\n Ann : 0       Ben : 0\n  1) 31: 8/5 6/5    52: 13/8 24/22\n  2) Doubles => 2   Takes\n  3) 61: 13/7 8/7\n                  Wins 2 points\n";
    let mut record = read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
    record.info.comment = "About the match:\n{a} \\ 弘".to_owned();
    for (n, entry) in record.games[0].entries.iter_mut().enumerate() {
        entry.comment = format!("Comment {n}\nin two lines");
    }
    let found = again(&record, ExportScope::Match).record;
    assert_eq!(found.info.comment, record.info.comment);
    let comments: Vec<&str> = found.games[0].entries.iter().map(|entry| entry.comment.as_str()).collect();
    let of = |n| format!("Comment {n}\nin two lines");
    // The comment on an answer stands with that on the double, and comments on a resignation stand together.
    let double = of(2) + "\n" + &of(3);
    let resignation = of(5) + "\n" + &of(6);
    assert_eq!(comments, [&of(0), &of(1), &double, "", &of(4), &resignation, ""]);
}
