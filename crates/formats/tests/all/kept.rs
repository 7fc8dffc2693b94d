// SPDX-License-Identifier: GPL-3.0-or-later
//! What each match format keeps of a match that is written and read again: the table in `docs/formats.md`.

use gnubg_engine::core::{Action, Equity, MatchState, Player, Probs, Rules, Variation};
use gnubg_formats::export::{ExportScope, WriteOptions, write};
use gnubg_formats::{Format, read};
use gnubg_record::analysis::{
    Candidate, CubeAnalysis, CubeMethod, ForeignLevel, Method, Outputs, PlayAnalysis, Utility,
};
use gnubg_record::{
    ClockKind, Clocks, Cursor, Entry, EntryAction, GameRecord, MatchInfo, MatchRecord, TimeControl, TimeLoss,
    TimePenalty,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

const TABLE: &str = include_str!("../../../../docs/formats.md");
const MANUAL: &str = include_str!("../../../../docs/manual/en/150-formats.md");

/// The formats of the columns.
const FORMATS: [Format; 9] = [
    Format::Sgf,
    Format::Mat,
    Format::SnowieText,
    Format::Ogxm,
    Format::Xg,
    Format::BgBlitz,
    Format::BgammonOrg,
    Format::Oldmoves,
    Format::Gam,
];

const TEXT: &str =
    "; [Event \"Open\"]\n; [Round \"Final\"]\n; [Site \"Oslo\"]\n; [EventDate \"2024.03.05\"]\n
 5 point match\n\n Game 1\n Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Takes                      66: 13/7 13/7 8/2 8/2
  3) 61: 13/7 8/7                42: 8/4 6/3
  4) 52: ????
                                  Wins 2 points\n
 Game 2\n Ann : 0                         Ben : 2
  1)                             62: 24/18 13/11
  2)  Doubles => 2                Drops
      Wins 1 point\n";

/// A match that has everything that the table names.
fn sample() -> MatchRecord {
    let mut record = read(TEXT.as_bytes(), None, None).unwrap().matches.remove(0).record;
    record.info.players[0].rating = "1655.25".to_owned();
    record.info.comment = "A fine match".to_owned();
    let seconds = Duration::from_secs;
    record.info.time_control = Some(TimeControl {
        kind: ClockKind::Bronstein,
        base: seconds(5),
        per_point: seconds(120),
        per_turn: seconds(12),
        penalty: TimePenalty::Points { points: 2, extra: seconds(60) },
    });
    record.info.time_control_name = "Club [A] night: 2\\3".to_owned();
    let entry = &mut record.games[0].entries[0];
    entry.comment = "The usual play".to_owned();
    entry.clocks = Some(Clocks { left: [Duration::from_millis(340_250), seconds(360)] });
    let EntryAction::Play { play, .. } = entry.action else { panic!("a play") };
    let level = ForeignLevel { name: "Deep".to_owned(), plies: 3 };
    let probs = Probs { win: 0.55, win_g: 0.15, win_bg: 0.01, lose_g: 0.12, lose_bg: 0.005 };
    let one = Candidate {
        play,
        probs,
        equity: Equity(0.16),
        method: Method::Foreign(Box::new(level)),
        is_marked: false,
    };
    entry.update_analysis(|analysis| {
        analysis.play = Some(PlayAnalysis { candidates: vec![one], played: Some(0) });
        analysis.luck = Some(Equity(0.125));
    });
    let outputs =
        |cubeful| Outputs { probs, cubeless: Equity(0.4), cubeful: Utility::Equity(Equity(cubeful)) };
    let cube = CubeAnalysis {
        no_double: outputs(0.5),
        double_take: outputs(0.75),
        method: CubeMethod::Foreign(ForeignLevel { name: "Deep".to_owned(), plies: 3 }),
        is_marked: false,
    };
    record.games[0].entries[1].update_analysis(|analysis| analysis.cube = Some(cube));
    let mut shorter = record.clone();
    shorter.games.pop();
    shorter.games[0].entries.truncate(3);
    let mut variation = shorter.clone();
    variation.games[0].stated = None;
    variation.games[0].entries[2] = Entry::new(Player::Zero, EntryAction::Drop);
    record.variations.push(Arc::new(variation));
    record
}

fn actions(record: &MatchRecord) -> Vec<&EntryAction> {
    record.games.iter().flat_map(|game| game.entries.iter().map(|entry| &entry.action)).collect()
}

type Keeps = fn(&MatchRecord, &MatchRecord) -> bool;

/// The rows: a name, and whether the second record has it as the first.
const ROWS: [(&str, Keeps); 15] = [
    ("names, length, score", |a, b| {
        let names = |record: &MatchRecord| record.info.players.clone().map(|player| player.name);
        names(a) == names(b) && a.length == b.length && a.score() == b.score()
    }),
    ("plays and cube", |a, b| {
        let of = |record: &MatchRecord| -> Vec<EntryAction> {
            let all = actions(record).into_iter().cloned();
            all.filter(|action| matches!(action, EntryAction::Play { .. }) || action.is_cube()).collect()
        };
        of(a) == of(b)
    }),
    ("illegal plays", |a, b| {
        let of = |record: &MatchRecord| {
            let plays = actions(record).into_iter();
            plays.filter(|action| matches!(action, EntryAction::IllegalPlay { .. })).count()
        };
        of(a) == 1 && of(b) == 1
    }),
    ("rolls without a play", |a, b| {
        let of = |record: &MatchRecord| {
            actions(record).into_iter().filter(|action| matches!(action, EntryAction::Roll(_))).count()
        };
        of(a) == 1 && of(b) == 1
    }),
    ("resignations", |a, b| {
        let of = |record: &MatchRecord| {
            actions(record).into_iter().filter(|action| matches!(action, EntryAction::Resign(_))).count()
        };
        of(a) == 1 && of(b) == 1
    }),
    ("event, round, place, date", |a, b| {
        let of = |record: &MatchRecord| {
            let info = record.info.clone();
            (info.event, info.round, info.place, info.date)
        };
        of(a) == of(b)
    }),
    ("ratings", |a, b| a.info.players == b.info.players),
    ("comment on the match", |a, b| a.info.comment == b.info.comment),
    ("comments on decisions", |a, b| a.games[0].entries[0].comment == b.games[0].entries[0].comment),
    ("candidates with their depth", |a, b| {
        let of = |record: &MatchRecord| {
            let play = record.games[0].entries[0].play_analysis()?;
            let one = &play.candidates[0];
            let percent = |chance: f32| (chance * 1000.0).round();
            let probs = [one.probs.win, one.probs.win_g, one.probs.lose_g].map(percent);
            Some((one.play, probs, percent(one.equity.0), one.method.as_evaluation().plies, play.played))
        };
        of(a) == of(b)
    }),
    ("names of levels", |_, b| {
        let play = b.games[0].entries[0].play_analysis();
        play.is_some_and(|play| play.candidates[0].method.name() == "Deep")
    }),
    ("cube decisions", |a, b| {
        let of = |record: &MatchRecord| {
            let cube = record.games[0].entries[1].cube_analysis()?;
            Some((cube.no_double.probs.win * 1000.0).round())
        };
        of(a) == of(b)
    }),
    ("variations", |_, b| b.variations.len() == 1),
    ("time control and clocks", |a, b| {
        let of = |record: &MatchRecord| (record.info.time_control, record.games[0].entries[0].clocks);
        of(a) == of(b)
            && of(b).0.is_some()
            && of(b).1.is_some()
            && a.info.time_control_name == b.info.time_control_name
    }),
    ("luck", |_, b| {
        let luck = b.games[0].entries[0].analysis.as_ref().and_then(|analysis| analysis.luck);
        luck.is_some_and(|luck| (luck.0 - 0.125).abs() < 1e-4)
    }),
];

#[test]
fn the_table_of_the_documentation_is_true() {
    let record = sample();
    let again = FORMATS.map(|format| {
        // A GAM file holds one game.
        let scope = if format == Format::Gam { ExportScope::Game(0) } else { ExportScope::Match };
        let n_games = if format == Format::Gam { 1 } else { record.games.len() };
        let written = MatchRecord { games: record.games[..n_games].to_vec(), ..record.clone() };
        let bytes = write(&written, scope, format, &WriteOptions::default()).unwrap();
        (written, read(&bytes, None, None).unwrap().matches.remove(0).record)
    });
    let mut wrong = Vec::new();
    for (name, keeps) in ROWS {
        let cells: Vec<&str> = again
            .iter()
            .map(|(written, found)| if keeps(written, found) { "kept" } else { "lost" })
            .collect();
        let row = format!("| {name} | {} |", cells.join(" | "));
        if !TABLE.contains(&row) {
            wrong.push(row);
        }
    }
    assert!(wrong.is_empty(), "the table should have these rows:\n{}", wrong.join("\n"));
}

#[test]
fn the_rows_of_variations_are_true() {
    let cell = |format: Format, variation: Variation| {
        let rules = Rules { variation, ..Rules::default() };
        let mut record = MatchRecord::new(3, rules, MatchInfo::of_players(["Ann", "Ben"])).unwrap();
        let mut cursor = Cursor::default();
        let _ = record.begin_game(&mut cursor).unwrap();
        let state = record.state_at(cursor).apply(Action::Opening([3, 1])).unwrap();
        let play = state.legal_plays().unwrap().plays()[0];
        let dice = state.dice().unwrap();
        record.games[0].entries.push(Entry::new(state.on_roll, EntryAction::Play { dice, play }));
        let scope = if format == Format::Gam { ExportScope::Game(0) } else { ExportScope::Match };
        let Ok(bytes) = write(&record, scope, format, &WriteOptions::default()) else { return "refused" };
        let found = read(&bytes, None, None).ok().map(|mut import| import.matches.remove(0).record);
        if found.is_some_and(|found| found.rules.variation == variation) { "kept" } else { "lost" }
    };
    let mut wrong = Vec::new();
    for (name, variations) in [
        ("Nackgammon", &[Variation::Nackgammon][..]),
        ("Hypergammon with 3 checkers", &[Variation::Hypergammon3]),
        ("Hypergammon with 1 or 2", &[Variation::Hypergammon1, Variation::Hypergammon2]),
    ] {
        for variation in variations {
            let row = format!("| {name} | {} |", FORMATS.map(|format| cell(format, *variation)).join(" | "));
            if !TABLE.contains(&row) {
                wrong.push(row);
            }
        }
    }
    assert!(wrong.is_empty(), "the table should have these rows:\n{}", wrong.join("\n"));
}

/// A game of each kind that the rows below name.
const MONEY: &str = "; [Jacoby \"On\"]\n; [Beaver \"On\"]\n
 0 point match\n\n Game 1\n Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4               66: 24/18 24/18 13/7 13/7
  3) 42: 8/4 6/4\n";
const SET_UP: &str = " 5 point match\n\n Game 1\n Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
; Set Pos=-----A-C--------------bbb-/-1\n  2) 61: 3/off 2/1                  42: 7/3 5/3\n";
const CRAWFORD: &str = " 3 point match\n\n Game 1\n Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes                      42: 8/4 6/4
  3)                               Resigns\n      Wins 2 points\n
 Game 2\n Ann : 2                         Ben : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n";

#[test]
fn the_rows_of_rules_and_set_ups_are_true() {
    type Holds = fn(&MatchRecord) -> bool;
    let rows: [(&str, &str, Holds); 4] = [
        ("beavers and the rules of money play", MONEY, |record| {
            record.rules.jacoby && actions(record).contains(&&EntryAction::Beaver)
        }),
        ("the position a game starts from", SET_UP, |record| {
            let entries = &record.games[0].entries;
            matches!(entries.first().map(|entry| &entry.action), Some(EntryAction::SetBoard(_)))
                && entries.len() > 2
        }),
        ("positions set up in a game", SET_UP, |record| {
            let is_set_up = |action: &&EntryAction| matches!(action, EntryAction::SetBoard(_));
            actions(record).iter().any(is_set_up) && record.n_decisions()[0] == 4
        }),
        ("the Crawford game", CRAWFORD, |record| record.games.last().unwrap().start.is_crawford),
    ];
    let mut wrong = Vec::new();
    for (name, text, holds) in rows {
        let mut record = read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
        if name.starts_with("the position") {
            record.games[0].entries.drain(..2);
        }
        assert!(holds(&record), "{name}");
        let cell = |format: Format| {
            let mut written = record.clone();
            let scope = if format == Format::Gam { ExportScope::Game(0) } else { ExportScope::Match };
            if format == Format::Gam {
                written.games.drain(..record.games.len() - 1);
            }
            let Ok(bytes) = write(&written, scope, format, &WriteOptions::default()) else {
                return "refused";
            };
            let found = read(&bytes, None, None).unwrap().matches.remove(0).record;
            if holds(&found) { "kept" } else { "lost" }
        };
        let row = format!("| {name} | {} |", FORMATS.map(cell).join(" | "));
        if !TABLE.contains(&row) {
            wrong.push(row);
        }
    }
    assert!(wrong.is_empty(), "the table should have these rows:\n{}", wrong.join("\n"));
}

type HoldsPosition = fn(&MatchState, &MatchState) -> bool;

/// The rows of the table of positions.
const POSITION_ROWS: [(&str, HoldsPosition); 6] = [
    ("checkers", |a, b| a.board == b.board && a.on_roll == b.on_roll),
    ("cube", |a, b| a.cube == b.cube),
    ("score, length", |a, b| a.score == b.score && a.length == b.length),
    ("Crawford", |a, b| a.is_crawford == b.is_crawford),
    ("dice", |a, b| a.dice() == b.dice()),
    ("pending double", |a, b| a.phase == b.phase),
];

#[test]
fn the_table_of_positions_is_true() {
    let position = |id: &str| MatchState::from_xgid(id).unwrap();
    let rolled = position("XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:4:0:5:10");
    let crawford = position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:4:1:5:10");
    let doubled = position("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:2:1:0:5:10");
    let again = |format: Format, state: &MatchState| {
        let record = MatchRecord {
            length: state.length,
            games: vec![GameRecord::of_position(state)],
            ..MatchRecord::new(5, Rules::default(), MatchInfo::of_players(["Ann", "Ben"])).unwrap()
        };
        let place = record.end();
        let bytes = write(&record, ExportScope::Position(place), format, &WriteOptions::default()).unwrap();
        let one = read(&bytes, None, None).unwrap().matches.remove(0);
        let place = one.opening_place();
        one.record.state_at(place)
    };
    let formats = [Format::Sgf, Format::Xg, Format::SnowieText, Format::Pos, Format::Id];
    let mut wrong = Vec::new();
    for (name, holds) in POSITION_ROWS {
        let state = match name {
            "Crawford" => &crawford,
            "pending double" => &doubled,
            _ => &rolled,
        };
        let cells = formats.map(|format| if holds(state, &again(format, state)) { "kept" } else { "lost" });
        let row = format!("| {name} | {} |", cells.join(" | "));
        if !TABLE.contains(&row) {
            wrong.push(row);
        }
    }
    assert!(wrong.is_empty(), "the table should have these rows:\n{}", wrong.join("\n"));
}

#[test]
fn the_manual_has_a_column_for_each_format() {
    let columns = |text: &'static str| -> BTreeSet<&str> {
        let titles =
            text.lines().find(|line| line.starts_with("| | SGF | MAT |")).expect("the table of matches");
        titles.trim_matches('|').split('|').map(str::trim).collect()
    };
    assert_eq!(columns(MANUAL), columns(TABLE));
}

#[test]
fn lost_time_is_kept_in_sgf() {
    let mut record = sample();
    let player = record.games[0].entries.last().unwrap().player;
    for loss in [TimeLoss::Points(2), TimeLoss::Game, TimeLoss::Match] {
        let mut lost = record.clone();
        lost.games.truncate(1);
        lost.games[0].entries.truncate(3);
        let mut entry = gnubg_record::Entry::new(player, EntryAction::OutOfTime(loss));
        entry.clocks = Some(Clocks { left: [Duration::ZERO, Duration::from_millis(1500)] });
        lost.games[0].entries.push(entry);
        let file = write(&lost, ExportScope::Match, Format::Sgf, &WriteOptions::default()).unwrap();
        let read = read(&file, None, None).unwrap().matches.remove(0);
        assert!(read.warnings.is_empty(), "{:?}", read.warnings);
        assert_eq!(actions(&read.record), actions(&lost));
        assert_eq!(read.record.games[0].entries[3].clocks, lost.games[0].entries[3].clocks);
        assert_eq!(read.record.games[0].stated, None, "{loss:?}");
    }
    // Files of other programs keep their own properties of the time.
    record.info.time_control = None;
    let text = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[A]PB[B]TM[600]OT[free];W[31hehf]WL[590])";
    let found = read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
    let file = write(&found, ExportScope::Match, Format::Sgf, &WriteOptions::default()).unwrap();
    let again = String::from_utf8(file).unwrap();
    assert!(again.contains("TM[600]") && again.contains("OT[free]") && again.contains("WL[590]"), "{again}");
}
