// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports of GNU Backgammon are read as matches, in any language.

use crate::common::{has, shared};
use gnubg_engine::core::{Board, Dice, Player};
use gnubg_formats::{Format, Import, read};
use gnubg_record::MatchRecord;
use gnubg_record::analysis::{CubeAnalysis, PlayAnalysis, Utility};

/// What was done in a game: who, with what dice, and the board after it.
fn actions(record: &MatchRecord, game: usize) -> Vec<(Player, Option<Dice>, bool, Board)> {
    let steps = record.games[game].walk(record.length).filter(|step| !step.entry.action.is_set_up());
    steps
        .map(|step| {
            let entry = step.entry;
            (entry.player, entry.action.dice(), entry.action.is_cube(), step.after.board_of(Player::One))
        })
        .collect()
}

/// Every recorded report of a game holds the actions of the file that it was made of.
#[test]
fn recorded_reports_are_the_games_they_report() {
    let (mut n_files, mut wrong) = (0, Vec::new());
    for folder in ["mat", "sgf", "gam", "empire"] {
        let path = shared().join("samples").join(folder);
        if !has(&path) {
            return;
        }
        for entry in std::fs::read_dir(path.join("golden")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let Some(file) = name.strip_suffix(".txt").filter(|file| path.join(file).exists()) else {
                continue;
            };
            let source = read(&std::fs::read(path.join(file)).unwrap(), Some(file), None).unwrap();
            let report = read(&std::fs::read(path.join("golden").join(&name)).unwrap(), None, None).unwrap();
            n_files += 1;
            let (source, found) = (&source.matches[0].record, &report.matches[0]);
            if file == "5nqfGw9bWG3deTaU.mat" {
                // GNU Backgammon read this damaged file as other plays; its report is impossible, and says so.
                assert!(!found.warnings.is_empty());
                continue;
            }
            let score = found.record.games[0].start.score;
            let Some(of_source) = source.games.iter().position(|game| game.start.score == score) else {
                wrong.push(format!("{folder}/{name}: no game with that score"));
                continue;
            };
            if report.format != Format::Text || found.record.length != source.length {
                wrong.push(format!("{folder}/{name}: {:?}, length {}", report.format, found.record.length));
            }
            let (a, b) = (actions(source, of_source), actions(&found.record, 0));
            if let Some(n) = (0..a.len().max(b.len())).find(|&n| a.get(n) != b.get(n)) {
                wrong.push(format!("{folder}/{name}: {n} of {}: {:?} is {:?}", a.len(), a.get(n), b.get(n)));
            }
            if !found.warnings.is_empty() {
                wrong.push(format!("{folder}/{name}: {:?}", found.warnings));
            }
        }
    }
    assert!(n_files > 5);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const GERMAN: &str = "Der Spielstand (nach 0 Partien) ist: Ann 0, Ben 0 (Match auf 5 Punkte)

Turnier: Stadtmeisterschaft
Datum: 07.03.2024

Zug Nr. 1:  Ben zieht 41

 GNU Backgammon  Position ID: 4HPwATDgc/ABMA
                 Match ID   : cAimAAAAAAAE
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Ann
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: Ben

*.Ben zieht 24/23 13/9

Wurf 14 (+0,152):
*    1. Mit Doppler 2-ply   24/23 13/9          Eq.: +0,159
       0,551 0,174 0,013 - 0,449 0,124 0,005
     2. Mit Doppler 2-ply   13/9 6/5            Eq.: -0,007 (-0,166)
       0,501 0,134 0,006 - 0,499 0,134 0,006

Kommentar:
Der beste Zug:
immer

Zug Nr. 2:  Ann doppelt
";

/// A report in a language that the reader has no words of.
#[test]
fn words_of_other_languages_do_not_matter() {
    let import = read(GERMAN.as_bytes(), None, None).unwrap();
    let one = &import.matches[0];
    assert_eq!((import.format, &one.warnings[..]), (Format::Text, &[][..]));
    let info = &one.record.info;
    assert_eq!([&info.players[0].name, &info.players[1].name], ["Ann", "Ben"]);
    assert_eq!(
        (info.event.as_str(), info.date.unwrap().to_string().as_str()),
        ("Stadtmeisterschaft", "2024-03-07")
    );
    assert_eq!(one.record.length, 5);
    let entry = one.record.games[0].entries.last().unwrap();
    assert_eq!(
        (entry.player, entry.faces(), entry.comment.as_str()),
        (Player::One, Some([1, 4]), "Der beste Zug:\nimmer")
    );
    let play = entry.play_analysis().unwrap();
    assert_eq!((play.candidates.len(), play.played), (2, Some(0)));
    assert_eq!(play.candidates[1].method.name(), "GNU Backgammon 2-ply");
    assert_eq!((play.candidates[1].equity.0, play.candidates[1].probs.lose_bg), (-0.007, 0.006));
    assert_eq!(entry.analysis.as_ref().unwrap().luck.unwrap().0, 0.152);
}

const MONEY: &str = "Move number 1:  Ben on roll, cube decision?
 GNU Backgammon  Position ID: 4HPwATDgc/ABMA
                 Match ID   : cAkAAAAAAAAA
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Ann
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: Ben
* Ben doubles

Cube analysis
1-ply cubeless equity +0.743 (Money: +0.739)
  0.677 0.401 0.064 - 0.323 0.078 0.003
Cubeful equities:
1. Double, pass        +1.000
2. Double, take        +1.249  (+0.249)
3. No double           +0.940  (-0.060)
Proper cube action: Double, pass
Move number 2:  Ben doubles to 2
 GNU Backgammon  Position ID: 4HPwATDgc/ABMA
                 Match ID   : cBEAAAAAAAAA
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Ann
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: Ben
* Ann rejects

Cube analysis
1-ply cubeless equity -0.743 (Money: -0.739)
  0.323 0.078 0.003 - 0.677 0.401 0.064
Cubeful equities:
1. Double, pass        -1.000
2. Double, take        -1.249  (-0.249)
3. No double           -0.940  (+0.060)
Proper cube action: Double, pass
Ben wins 1 point
";

/// An answer is printed with the values of the one who answers and kept with those of the doubler.
#[test]
fn cube_decisions_of_both_players() {
    let import = read(MONEY.as_bytes(), None, None).unwrap();
    let one = &import.matches[0];
    assert_eq!(one.warnings, []);
    assert_eq!(one.record.score(), [0, 1]);
    let entries = &one.record.games[0].entries;
    assert_eq!(entries.len(), 2);
    for entry in entries {
        let cube = entry.cube_analysis().unwrap();
        assert_eq!(cube.no_double.cubeful, Utility::Equity(gnubg_engine::core::Equity(0.940)));
        assert_eq!(cube.double_take.cubeful, Utility::Equity(gnubg_engine::core::Equity(1.249)));
        assert!((cube.no_double.probs.win - 0.677).abs() < 1e-6);
        assert!((cube.no_double.cubeless.0 - 0.739).abs() < 1e-6);
        assert_eq!(cube.method.name(), "GNU Backgammon 1-ply");
    }
}

fn analyses(import: &Import) -> (Vec<&PlayAnalysis>, Vec<&CubeAnalysis>) {
    let entries = || import.matches[0].record.games.iter().flat_map(|game| &game.entries);
    (
        entries().filter_map(|e| e.play_analysis()).collect(),
        entries().filter_map(|e| e.cube_analysis()).collect(),
    )
}

/// A page of the same match holds the same as the text.
#[test]
fn a_web_page_is_read_as_the_text() {
    let row = |cells: &str| format!("<tr><td>{}</td></tr>\n", cells.replace('|', "</td>\n<td>"));
    let page = format!(
        "<?xml version=\"1.0\"?>\n<html><head><style>p {{}}</style></head><body>\n<h2>The score (after 0 games) is: \
         A &amp; B 0, Ben 0 (match to 5 points)</h2>\n<p>Move number 1: Ben to play 41</p>\n<p>Pip counts: A &amp; B 167, \
         Ben 167<br/>\n<span class=\"positionid\">Position ID: <tt>4HPwATDgc/ABMA</tt> Match ID: \
         <tt>cAimAAAAAAAE</tt><br/>\n</span></p>\n<p>&bull; Ben moves 24/23 13/9</p>\n<table><tr><th>#</th></tr>\n{}{}{}</table>\n\
         <div class=\"comment\">Good<br/>play</div>",
        row("&bull;|1|2|24/23 13/9|+0.159"),
        row("&nbsp;|0.551 0.174 0.013 - 0.449 0.124 0.005"),
        row("&nbsp;|2|2|13/9 6/5|-0.007 (-0.166)")
    );
    let import = read(page.as_bytes(), None, None).unwrap();
    assert_eq!((import.format, &import.matches[0].warnings[..]), (Format::Html, &[][..]));
    let (plays, _) = analyses(&import);
    assert_eq!((plays[0].candidates.len(), plays[0].played), (2, Some(0)));
    let record = &import.matches[0].record;
    assert_eq!(record.info.players[0].name, "A & B");
    assert_eq!(record.games[0].entries.last().unwrap().comment, "Good\nplay");
}

/// A report of a game that ended before the first roll has neither a position nor a decision.
#[test]
fn a_report_without_decisions_is_a_match_without_decisions() {
    let text = "The score (after 2 games) is: Ann, Jr 1, Ben 2 3 (match to 16 points)\n\nMatch Information:\n\
                Date: 09/06/2024\nPlace: Club\n\n\nGame statistics for game 1\n\nPlayer      Ann, Jr     Ben 2\n\n\
                Output generated Tue Aug 27 15:17:38 2024\n by GNU Backgammon 1.07.001 (Text Export version 1.128)\n";
    let import = read(text.as_bytes(), None, None).unwrap();
    let one = &import.matches[0];
    assert_eq!((import.format, &one.warnings[..], one.is_position()), (Format::Text, &[][..], false));
    let record = &one.record;
    assert_eq!((record.length, record.games.len(), record.n_decisions()), (16, 1, [0, 0]));
    assert_eq!(record.games[0].start.score, [1, 3]);
    assert_eq!([Player::Zero, Player::One].map(|seat| record.name(seat)), ["Ann, Jr", "Ben 2"]);
    assert_eq!(record.info.place, "Club");
    assert!(read(text.replace("GNU Backgammon", "Somebody").as_bytes(), None, None).is_err());
}
