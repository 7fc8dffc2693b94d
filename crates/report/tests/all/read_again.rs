// SPDX-License-Identifier: GPL-3.0-or-later
//! What the reports keep when they are read again, as docs/formats.md says.

use crate::common::table;
use gnubg_engine::core::{Equity, Place, Play, Probs, Step, Variation};
use gnubg_formats::export::ExportScope;
use gnubg_formats::{Format, read};
use gnubg_record::analysis::{
    Candidate, CubeAnalysis, CubeMethod, ForeignLevel, Method, Outputs, PlayAnalysis, Utility,
};
use gnubg_record::{Entry, EntryAction, MatchRecord};
use gnubg_report::ReportOptions;
use gnubg_report::export::{ExportOptions, write};
use std::sync::Arc;

const TABLE: &str = include_str!("../../../../docs/formats.md");

const TEXT: &str =
    "; [Event \"Open\"]\n; [Round \"Final\"]\n; [Site \"Oslo\"]\n; [EventDate \"2024.03.05\"]\n
 5 point match\n\n Game 1\n Ann Lee : 0                     Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Takes                      66: 13/7 13/7 8/2 8/2
  3) 61: 13/7 8/7                42: 8/4 6/3
                                  Wins 2 points\n
 Game 2\n Ann Lee : 0                     Ben : 2
  1)                             62: 24/18 13/11
  2)  Doubles => 2                Drops
      Wins 1 point\n";

fn sample() -> MatchRecord {
    let text = TEXT.replace("6/3\n", "6/4\n");
    let mut record = read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
    record.info.players[0].rating = "1655.25".to_owned();
    let level = || ForeignLevel { name: "GNU Backgammon 3-ply".to_owned(), plies: 3 };
    let probs = Probs { win: 0.55, win_g: 0.15, win_bg: 0.01, lose_g: 0.12, lose_bg: 0.005 };
    let entries = &mut record.games[0].entries;
    entries[0].comment = "The usual play:\nalways".to_owned();
    let EntryAction::Play { play, .. } = entries[0].action else { panic!("a play") };
    let one = Candidate {
        play,
        probs,
        equity: Equity(0.162),
        method: Method::Foreign(Box::new(level())),
        is_marked: false,
    };
    entries[0].update_analysis(|analysis| {
        analysis.play = Some(PlayAnalysis { candidates: vec![one.clone()], played: Some(0) });
        analysis.luck = Some(Equity(0.125));
        let level = ForeignLevel { name: "XG Roller++".to_owned(), plies: 4 };
        let one = Candidate { equity: Equity(0.175), method: Method::Foreign(Box::new(level)), ..one };
        analysis.imported_play = Some(Arc::new(PlayAnalysis { candidates: vec![one], played: Some(0) }));
    });
    let outputs =
        |value| Outputs { probs, cubeless: probs.money_equity(), cubeful: Utility::Equity(Equity(value)) };
    entries[1].update_analysis(|analysis| {
        analysis.cube = Some(CubeAnalysis {
            no_double: outputs(0.25),
            double_take: outputs(0.125),
            method: CubeMethod::Foreign(level()),
            is_marked: false,
        });
        let level = ForeignLevel { name: "XG Roller++".to_owned(), plies: 4 };
        analysis.imported_cube = Some(Arc::new(CubeAnalysis {
            no_double: outputs(0.375),
            double_take: outputs(0.25),
            method: CubeMethod::Foreign(level),
            is_marked: false,
        }));
    });
    record
}

fn first(record: &MatchRecord) -> &Entry {
    &record.games[0].entries[0]
}

/// Whether two numbers are equal as printed.
fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 6e-4
}

type Keeps = fn(&MatchRecord, &MatchRecord) -> bool;

const ROWS: [(&str, Keeps); 8] = [
    ("names, length, score", |a, b| {
        let names = |record: &MatchRecord| record.info.players.clone().map(|player| player.name);
        let facts = |record: &MatchRecord| (names(record), record.length, record.score(), record.games.len());
        facts(a) == facts(b)
    }),
    ("plays, cube, resignations", |a, b| {
        let of = |record: &MatchRecord| -> Vec<EntryAction> {
            let entries = record.games.iter().flat_map(|game| &game.entries);
            entries.map(|entry| entry.action.clone()).collect()
        };
        of(a) == of(b)
    }),
    ("event, round, place, date, ratings", |a, b| a.info == b.info),
    ("comments on decisions", |a, b| first(a).comment == first(b).comment),
    ("candidates with their level", |a, b| {
        let of = |record: &MatchRecord| first(record).play_analysis().cloned();
        let (Some(a), Some(b)) = (of(a), of(b)) else { return false };
        let (one, other) = (&a.candidates[0], &b.candidates[0]);
        let is_same = one.play == other.play && one.method == other.method && a.played == b.played;
        is_same && near(one.equity.0, other.equity.0) && near(one.probs.lose_bg, other.probs.lose_bg)
    }),
    ("cube decisions", |a, b| {
        let of = |record: &MatchRecord| record.games[0].entries[1].cube_analysis().cloned();
        let (Some(a), Some(b)) = (of(a), of(b)) else { return false };
        let same = |a: &Outputs, b: &Outputs| {
            near(a.cubeful.value(), b.cubeful.value()) && near(a.probs.win, b.probs.win)
        };
        a.method == b.method && same(&a.no_double, &b.no_double) && same(&a.double_take, &b.double_take)
    }),
    ("imported analysis beside the own", |a, b| {
        let play = |record: &MatchRecord| first(record).analysis.as_ref()?.imported_play.clone();
        let cube = |record: &MatchRecord| record.games[0].entries[1].analysis.as_ref()?.imported_cube.clone();
        let (Some(one), Some(other)) = (play(a), play(b)) else { return false };
        let (Some(cube), Some(other_cube)) = (cube(a), cube(b)) else { return false };
        let (candidate, other) = (&one.candidates[0], &other.candidates[0]);
        candidate.method.name() == other.method.name()
            && near(candidate.equity.0, other.equity.0)
            && cube.method.name() == other_cube.method.name()
            && near(cube.no_double.cubeful.value(), other_cube.no_double.cubeful.value())
    }),
    ("luck", |_, b| first(b).analysis.as_ref().is_some_and(|analysis| analysis.luck == Some(Equity(0.125)))),
];

#[test]
fn the_table_of_reports_is_true() {
    let record = sample();
    let table = table();
    let report = ReportOptions { table: Some(&table), ..ReportOptions::default() };
    let options = ExportOptions { report, in_one_file: true, ..ExportOptions::default() };
    let again = [Format::Text, Format::Html].map(|format| {
        let bytes = write(&record, ExportScope::Match, format, &options).unwrap().concat();
        let import = read(&bytes, None, None).unwrap();
        let one = import.matches.into_iter().next().unwrap();
        assert_eq!((import.format, &one.warnings[..]), (format, &[][..]));
        one.record
    });
    let mut wrong = Vec::new();
    for (name, keeps) in ROWS {
        let cells = again.each_ref().map(|found| if keeps(&record, found) { "kept" } else { "lost" });
        let row = format!("| {name} | {} |", cells.join(" | "));
        if !TABLE.contains(&row) {
            wrong.push(row);
        }
    }
    assert!(wrong.is_empty(), "the table should have these rows:\n{}", wrong.join("\n"));
}

#[test]
fn variations_and_candidates_of_less_depth_are_kept() {
    let table = table();
    let report = ReportOptions { table: Some(&table), ..ReportOptions::default() };
    let options = ExportOptions { report, in_one_file: true, ..ExportOptions::default() };
    let mut record = sample();
    let place = |number| Place::from_number(number).unwrap();
    let steps = [(24, 23), (13, 10)].map(|(from, to)| Step { from: place(from), to: place(to) });
    record.games[0].entries[0].update_analysis(|analysis| {
        let play = analysis.play.as_mut().unwrap();
        let level = ForeignLevel { name: "GNU Backgammon 1-ply".to_owned(), plies: 1 };
        let method = Method::Foreign(Box::new(level));
        let other = Play::from_steps(&steps).unwrap();
        let one = play.candidates[0].clone();
        play.candidates.push(Candidate { play: other, equity: Equity(0.25), method, ..one });
    });
    let nackgammon = "; [Variation \"NackGammon\"]\n 3 point match\n\n Game 1\n Ann : 0    Ben : 0\n \
                      1) 31: 8/5 6/5   66: 24/18(2) 13/7(2)\n";
    let nackgammon = read(nackgammon.as_bytes(), None, None).unwrap().matches.remove(0).record;
    assert_eq!(nackgammon.rules.variation, Variation::Nackgammon);
    for format in [Format::Text, Format::Html] {
        let again = |record: &MatchRecord| {
            let bytes = write(record, ExportScope::Match, format, &options).unwrap().concat();
            read(&bytes, None, None).unwrap().matches.remove(0).record
        };
        assert_eq!(first(&again(&record)).play_analysis().unwrap().candidates.len(), 2, "{format:?}");
        assert_eq!(again(&nackgammon).rules.variation, Variation::Nackgammon, "{format:?}");
    }
}
