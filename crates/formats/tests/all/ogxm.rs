// SPDX-License-Identifier: GPL-3.0-or-later
//! OGXM: what is written is read again, and real files are read to their end.

use crate::common::{has, shared};
use crate::found::found;
use gnubg_engine::core::{Equity, Probs};
use gnubg_formats::export::{ExportScope, WriteOptions, write};
use gnubg_formats::{Format, Imported, read};
use gnubg_record::analysis::{
    Candidate, CubeAnalysis, CubeMethod, ForeignLevel, Method, Outputs, PlayAnalysis, Utility,
};
use gnubg_record::judge::Scale;
use gnubg_record::{EntryAction, MatchRecord};

const MATCH: &str =
    "; [Event \"Open\"]\n; [Round \"Final\"]\n; [Site \"Oslo, NO\"]\n; [EventDate \"2024.03.05\"]\n
 5 point match\n\n Game 1\n Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Takes                      66: 13/7 13/7 8/2 8/2
  3) 61: 13/7 8/7                42: 8/4 6/4
; Set Pos=-----A-C--------------bbb-/-1
      Wins 2 points\n
 Game 2\n Ann : 2                         Ben : 0
  1)                             62: 24/18 13/11
  2)  Doubles => 2                Drops
      Wins 1 point\n";

fn sample() -> MatchRecord {
    let one = read(MATCH.as_bytes(), None, None).unwrap().matches.remove(0);
    assert_eq!(one.warnings, []);
    let mut record = one.record;
    let level = ForeignLevel { name: "Deep".to_owned(), plies: 3 };
    let probs = Probs { win: 0.55, win_g: 0.15, win_bg: 0.01, lose_g: 0.12, lose_bg: 0.005 };
    let states: Vec<_> = record.games[0].walk(5).map(|step| step.before).collect();
    let entries = &mut record.games[0].entries;
    entries[0].comment = "A good start\nfor Ann".to_owned();
    entries[0].update_analysis(|analysis| {
        let EntryAction::Play { play, .. } = "31: 8/5 6/5".parse_play() else { panic!("a play") };
        let method = Method::Foreign(Box::new(level.clone()));
        let one = Candidate { play, probs, equity: Equity(0.16), method, is_marked: false };
        analysis.play = Some(PlayAnalysis { candidates: vec![one], played: Some(0) });
        analysis.luck = Some(Equity(0.125));
    });
    let table = crate::common::table();
    let scale = Scale::new(&states[1], entries[1].player, &table);
    let outputs = |emg: f64| Outputs {
        probs,
        cubeless: Equity(2.0 * 0.55 - 1.0 + 0.15 + 0.01 - 0.12 - 0.005),
        cubeful: Utility::Match(scale.mwc(emg).unwrap()),
    };
    let cube = CubeAnalysis {
        no_double: outputs(0.4),
        double_take: outputs(0.2),
        method: CubeMethod::Foreign(level),
        is_marked: false,
    };
    entries[1].update_analysis(|analysis| analysis.cube = Some(cube.clone()));
    entries[2].update_analysis(|analysis| analysis.cube = Some(cube));
    record
}

trait ParsePlay {
    fn parse_play(&self) -> EntryAction;
}

impl ParsePlay for str {
    /// The action of the first row of a match that begins with this cell.
    fn parse_play(&self) -> EntryAction {
        let text = format!(" 1 point match\n\n Game 1\n A : 0      B : 0\n  1) {self}\n");
        read(text.as_bytes(), None, None).unwrap().matches[0].record.games[0].entries[0].action.clone()
    }
}

fn again(record: &MatchRecord) -> Imported {
    let bytes = write(record, ExportScope::Match, Format::Ogxm, &WriteOptions::default()).unwrap();
    let found = read(&bytes, None, None).unwrap();
    assert_eq!(found.format, Format::Ogxm);
    found.matches.into_iter().next().unwrap()
}

fn actions(record: &MatchRecord) -> Vec<Vec<EntryAction>> {
    let game =
        |game: &gnubg_record::GameRecord| game.entries.iter().map(|entry| entry.action.clone()).collect();
    record.games.iter().map(game).collect()
}

#[test]
fn what_is_written_is_read_again() {
    let record = sample();
    let found = again(&record);
    assert_eq!(found.warnings, []);
    assert_eq!(actions(&found.record), actions(&record));
    assert_eq!(found.record.info, record.info);
    assert_eq!((found.record.length, found.record.score()), (5, [3, 0]));
    let [mine, theirs] = [&record, &found.record].map(|record| &record.games[0].entries);
    for (n, (mine, theirs)) in mine.iter().zip(theirs).enumerate() {
        assert_eq!(mine.comment, theirs.comment, "{n}");
        let (Some(mine), Some(theirs)) = (&mine.analysis, &theirs.analysis) else {
            assert_eq!(mine.analysis, theirs.analysis, "{n}");
            continue;
        };
        if let (Some(mine), Some(theirs)) = (&mine.play, &theirs.play) {
            assert_eq!(mine.candidates[0].play, theirs.candidates[0].play);
            assert_eq!(mine.candidates[0].method, theirs.candidates[0].method);
            assert!((mine.candidates[0].equity.0 - theirs.candidates[0].equity.0).abs() < 1e-4);
            assert_eq!(theirs.played, Some(0));
        }
        assert!((mine.luck.unwrap_or_default().0 - theirs.luck.unwrap_or_default().0).abs() < 1e-4);
        assert_eq!(mine.cube.is_some(), theirs.cube.is_some(), "{n}");
        if let (Some(mine), Some(theirs)) = (&mine.cube, &theirs.cube) {
            assert_eq!(mine.method, theirs.method);
            for (mine, theirs) in [(mine.no_double, theirs.no_double), (mine.double_take, theirs.double_take)]
            {
                assert!((mine.cubeful.value() - theirs.cubeful.value()).abs() < 1e-5, "{mine:?} {theirs:?}");
                assert!((mine.probs.win - theirs.probs.win).abs() < 1e-4, "seen by the player who doubles");
                assert!((mine.probs.lose_g - theirs.probs.lose_g).abs() < 1e-4);
            }
        }
    }
}

#[test]
fn money_sessions_and_ratings_are_kept() {
    let text = "; [Player 1 \"Ann\"]\n; [Player 1 Elo \"1655.25\"]\n; [Jacoby \"On\"]\n; [Beaver \"On\"]\n
 0 point match\n\n Game 1\n Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4               66: 24/18 24/18 13/7 13/7
  3)  Resigns
                                  Wins 4 points\n";
    let record = read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
    let found = again(&record);
    assert_eq!(found.warnings, []);
    assert_eq!((found.record.score(), found.record.rules.jacoby), ([0, 4], true));
    assert_eq!(found.record.info.players[0].rating, "1655.25");
    assert_eq!(actions(&found.record), actions(&record));
}

/// The published codec gives the same versions to such files.
#[test]
fn files_name_the_version_that_their_content_needs() {
    let of = |text: &str, luck: Option<Equity>| {
        let mut record = read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
        for entry in record.games.iter_mut().flat_map(|game| &mut game.entries) {
            if matches!(entry.action, EntryAction::IllegalPlay { .. }) {
                entry.update_analysis(|analysis| analysis.luck = luck);
            }
        }
        let bytes = write(&record, ExportScope::Match, Format::Ogxm, &WriteOptions::default()).unwrap();
        [6, 10].map(|at| u16::from_le_bytes([bytes[at], bytes[at + 1]]))
    };
    assert_eq!(of(MATCH, None), [1, 0]);
    let illegal = MATCH.replace("42: 8/4 6/4", "42: 8/4 6/3");
    assert_eq!(of(&illegal, None), [3, 0]);
    assert_eq!(of(&illegal, Some(Equity(0.1))), [3, 3], "an analysis of an illegal play");
}

/// Sections of a file: their names and contents.
fn sections(bytes: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut found = Vec::new();
    let mut at = 16;
    while bytes.len() > at + 9 && &bytes[at..at + 4] != b"END!" {
        let length = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap()) as usize;
        found.push((&bytes[at..at + 4], &bytes[at + 9..at + 9 + length]));
        at += 9 + length;
    }
    found
}

#[test]
fn a_match_that_did_not_change_keeps_its_whole_file() {
    let bytes = write(&sample(), ExportScope::Match, Format::Ogxm, &WriteOptions::default()).unwrap();
    let mut files = vec![("a file of this program".to_owned(), bytes.clone())];
    for folder in
        ["samples/ogxm", "found"].map(|folder| shared().join(folder)).iter().filter(|path| has(path))
    {
        for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
            if file.extension().is_some_and(|extension| extension == "ogxm") {
                files.push((file.display().to_string(), std::fs::read(&file).unwrap()));
            }
        }
    }
    let through_sgf = |record: &MatchRecord| {
        let sgf = write(record, ExportScope::Match, Format::Sgf, &WriteOptions::default()).unwrap();
        read(&sgf, None, None).unwrap().matches.remove(0).record
    };
    for (name, bytes) in files {
        let record = read(&bytes, None, None).unwrap().matches.remove(0).record;
        for record in [&record, &through_sgf(&record)] {
            let again = write(record, ExportScope::Match, Format::Ogxm, &WriteOptions::default()).unwrap();
            assert!(again == bytes, "{name}");
        }
        // Another comment is another match.
        let mut changed = record.clone();
        changed.info.comment.push_str(" New.");
        let again = write(&changed, ExportScope::Match, Format::Ogxm, &WriteOptions::default()).unwrap();
        let found = read(&again, None, None).unwrap().matches.remove(0).record;
        assert_eq!((actions(&found), &found.info), (actions(&changed), &changed.info), "{name}");
    }
}

#[test]
fn a_new_analysis_comes_before_those_of_the_file() {
    let bytes = write(&sample(), ExportScope::Match, Format::Ogxm, &WriteOptions::default()).unwrap();
    let mut record = read(&bytes, None, None).unwrap().matches.remove(0).record;
    record.games[0].entries[0].update_analysis(|analysis| analysis.luck = Some(Equity(0.5)));
    let again = write(&record, ExportScope::Match, Format::Ogxm, &WriteOptions::default()).unwrap();
    let found = read(&again, None, None).unwrap().matches.remove(0);
    let luck = found.record.games[0].entries[0].analysis.as_ref().and_then(|analysis| analysis.luck).unwrap();
    assert!((luck.0 - 0.5).abs() < 1e-3, "{luck:?}");
    assert!(
        found.warnings.iter().any(|one| one.message.starts_with("further analyses")),
        "{:?}",
        found.warnings
    );
    let names = |bytes| {
        sections(bytes).iter().map(|(name, _)| String::from_utf8_lossy(name).into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&bytes)[3..], ["ANAL", "DECS", "ANNO", "CSUM"]);
    assert_eq!(names(&again)[3..], ["ANAL", "DECS", "ANAL", "DECS", "ANNO", "CSUM"]);
    assert_eq!(sections(&again)[6], sections(&bytes)[4], "the decisions of the file");
}

/// What has no place in the format, or already exists, is not written: the published codec refuses such files.
#[test]
fn positions_and_turns_are_written_as_the_format_has_them() {
    let plies = |record: &MatchRecord| {
        let bytes = write(record, ExportScope::Match, Format::Ogxm, &WriteOptions::default()).unwrap();
        let found = sections(&bytes).into_iter().find(|(name, _)| *name == b"GAME").unwrap().1.to_vec();
        (found, read(&bytes, None, None).unwrap().matches.remove(0))
    };
    // The starting position, set up.
    let mut record = sample();
    record.games.truncate(1);
    record.games[0].entries.truncate(1);
    let mut set_up = record.clone();
    let board = gnubg_engine::core::Board::default();
    let entry =
        gnubg_record::Entry::new(record.games[0].entries[0].player, EntryAction::SetBoard(Box::new(board)));
    set_up.games[0].entries.insert(0, entry);
    assert_eq!(plies(&set_up).0, plies(&record).0);
    // A player who rolls twice: the other one passes in between.
    let mut twice = record.clone();
    let again = twice.games[0].entries[0].clone();
    twice.games[0].entries.push(gnubg_record::Entry { action: "52: 13/8 24/22".parse_play(), ..again });
    let (bytes, found) = plies(&twice);
    assert!(bytes.contains(&(37 | 0x40)), "{bytes:x?}");
    assert_eq!(found.warnings, []);
    let rolls = |record: &MatchRecord| {
        let entries = record.games[0].entries.iter().filter(|entry| entry.action.is_roll());
        entries.map(|entry| (entry.player, entry.action.clone())).collect::<Vec<_>>()
    };
    assert_eq!(rolls(&found.record), rolls(&twice));
}

#[test]
fn several_matches_in_a_row_are_all_read() {
    let one = write(&sample(), ExportScope::Match, Format::Ogxm, &WriteOptions::default()).unwrap();
    assert_eq!(read(&[&one[..], &one[..]].concat(), None, None).unwrap().matches.len(), 2);
    let cut = read(&[&one[..], &one[..one.len() / 2]].concat(), None, None).unwrap();
    assert_eq!(cut.matches.len(), 2);
    assert!(cut.matches[1].warnings.iter().any(|warning| warning.message.contains("incomplete")));
}

#[test]
fn found_files_are_read_to_their_end() {
    for (name, games, score) in [("closing-zero.ogxm", 8, [6, 7]), ("set-position.ogxm", 5, [11, 0])] {
        let Some(import) = found(name) else { continue };
        let one = &import.matches[0];
        assert_eq!(one.warnings, [], "{name}");
        assert_eq!((one.record.games.len(), one.record.score()), (games, score), "{name}");
        let entries = || one.record.games.iter().flat_map(|game| &game.entries);
        let analyzed = entries().filter(|entry| entry.analysis.is_some()).count();
        let of_play = entries().filter(|entry| entry.action.is_roll() || entry.action.is_cube()).count();
        assert!(analyzed * 20 > of_play * 19, "{name}: {analyzed} of {of_play}");
    }
}

/// All numbers of a cube decision, in the order of their fields.
fn of_cube(cube: &CubeAnalysis) -> Vec<f32> {
    let outputs = [cube.no_double, cube.double_take];
    outputs.iter().flat_map(|one| [&one.probs.to_array()[..], &[one.cubeful.value()]].concat()).collect()
}

/// Every analysis of two records is the same but for rounding: candidates with play, level, mark of the played one,
/// chances and equity; cube decisions with level, chances and values; luck; comments.
fn assert_near(a: &MatchRecord, b: &MatchRecord, file: &str) {
    let near =
        |a: &[f32], b: &[f32]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-3);
    for (game, (mine, theirs)) in a.games.iter().zip(&b.games).enumerate() {
        for (n, (mine, theirs)) in mine.entries.iter().zip(&theirs.entries).enumerate() {
            let at = format!("{file}: game {game}, entry {n}");
            assert_eq!(mine.comment, theirs.comment, "{at}");
            let [mine, theirs] =
                [mine, theirs].map(|entry| entry.analysis.as_deref().cloned().unwrap_or_default());
            let luck = [&mine, &theirs].map(|one| one.luck.map_or(-100.0, |luck| luck.0));
            assert!(near(&luck[..1], &luck[1..]), "{at}: luck {luck:?}");
            let [of_mine, of_theirs] = [&mine, &theirs].map(|one| {
                let play = one.play.as_ref()?;
                let of = |one: &Candidate| (one.play, one.method.clone());
                Some((play.candidates.iter().map(of).collect::<Vec<_>>(), play.played))
            });
            assert_eq!(of_mine, of_theirs, "{at}");
            if let (Some(mine), Some(theirs)) = (&mine.play, &theirs.play) {
                for (mine, theirs) in mine.candidates.iter().zip(&theirs.candidates) {
                    let of = |one: &Candidate| [&one.probs.to_array()[..], &[one.equity.0]].concat();
                    assert!(near(&of(mine), &of(theirs)), "{at}: {mine:?} {theirs:?}");
                }
            }
            assert_eq!(
                mine.cube.as_ref().map(|cube| &cube.method),
                theirs.cube.as_ref().map(|cube| &cube.method),
                "{at}"
            );
            if let (Some(mine), Some(theirs)) = (&mine.cube, &theirs.cube) {
                assert!(near(&of_cube(mine), &of_cube(theirs)), "{at}: {mine:?} {theirs:?}");
            }
        }
    }
}

#[test]
fn samples_are_written_and_read_again() {
    let folder = shared().join("samples/ogxm");
    if !has(&folder) {
        return;
    }
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ogxm"));
    files.extend(["closing-zero.ogxm", "set-position.ogxm"].map(|name| shared().join("found").join(name)));
    for file in files {
        let record = read(&std::fs::read(&file).unwrap(), None, None).unwrap().matches.remove(0).record;
        let found = again(&record);
        assert_eq!(actions(&found.record), actions(&record), "{}", file.display());
        assert_eq!(found.record.score(), record.score(), "{}", file.display());
        assert_near(&record, &found.record, &file.display().to_string());
        // What one round trip rounded, no other changes.
        let twice = again(&found.record);
        assert_eq!(twice.warnings, found.warnings, "{}", file.display());
        assert_near(&found.record, &twice.record, &file.display().to_string());
    }
}
