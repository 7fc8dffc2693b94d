// SPDX-License-Identifier: GPL-3.0-or-later
//! Match texts as servers write them, as far as facts about them are known.

use gnubg_engine::core::ResignLevel;
use gnubg_formats::{Format, read};
use gnubg_record::EntryAction;

/// DailyGammon: 25 is the bar and 0 off, a play lists each checker, and the doubler sits in the next row.
const DAILY_GAMMON: &str = " 3 point match\n\n Game 1\n Ann : 0                          Ben : 0
  1) 61: 13/7 8/7                    51: 24/23 13/8
  2) 33: 24/21 24/21 6/3 6/3         51: 13/8 6/5
  3) 65: 13/7 13/8                   42: 24/20 5/3
  4) 61: 21/15 21/20                  Doubles => 2
  5)  Drops                          Wins 1 point\n
 Game 2\n Ann : 0                          Ben : 1
  1) 61: 13/7 8/7                    55: 13/8 13/8 8/3 8/3
  2)  Doubles => 2                    Takes
  3) 66: 24/18 24/18 13/7 13/7       66: \n";

/// choue.net: two equals signs, no blank before the colon, no indentation.
const CHOUE: &str =
    "; [Site \"choue.net\"]\n\n3 point match\n\nGame 1\nAnn: 0                         Bot1: 0
 1) 61: 13/7 8/7                 51: 24/23 13/8
 2)  Doubles ==> 2                Takes
 3) 31: 6/5 8/5                  66: ????
      Wins 2 points\n";

/// Backgammon Studio: nothing was rolled before the resignation.
const STUDIO: &str = " 3 point match\n\n Game 1\n Ann : 0                          Ben : 0
  1) 61: 13/7 8/7                    51: 24/23 13/8
  2) 31: 6/5 8/5                     00: ????
      Wins 1 point\n";

/// Others: a resignation with its level, a die that no checker was left for, results without a row number.
const OTHERS: &str = " 3 point match\n\n Game 1\n Ann : 0                          Ben : 0
  1) 61: 13/7 8/7                    51: 24/23 13/8
  2) 31: 6/5 8/5                     Resign gammon\n
 Game 2\n Ann : 2                          Ben : 0
  1) 61: 13/7 8/7 0/0                51: 24/23 13/8
  2) 31: 6/5 8/5                     66:\n      Wins 1 point and the      Match\n";

#[test]
fn match_texts_of_servers() {
    for (name, text, score, decisions) in [
        ("DailyGammon", DAILY_GAMMON, [0, 1], [11, 4]),
        ("choue.net", CHOUE, [2, 0], [3, 2]),
        ("Backgammon Studio", STUDIO, [1, 0], [3, 0]),
        ("others", OTHERS, [3, 0], [6, 0]),
    ] {
        for text in [text.to_owned(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
            let import = read(text.as_bytes(), None, None).unwrap();
            let one = &import.matches[0];
            assert_eq!((import.format, &one.warnings[..]), (Format::Mat, &[][..]), "{name}");
            assert_eq!(one.record.length, 3, "{name}");
            assert_eq!((one.record.score(), one.record.n_decisions()), (score, decisions), "{name}");
        }
    }
    let import = read(OTHERS.as_bytes(), None, None).unwrap();
    let entries = &import.matches[0].record.games[0].entries;
    assert!(entries.iter().any(|entry| entry.action == EntryAction::Resign(ResignLevel::Gammon)));
}

/// Backgammon Galaxy gives a winner at most the length of the match, and Backgammon Studio tells a match that was given up
/// by multiples of a number of its own; both say only that the match is over.
#[test]
fn points_that_only_say_that_the_match_is_over() {
    let resigned = " 3 point match\n\n Game 1\n Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) 61: 13/7 8/7                ";
    // Ann bears off her last checker with the cube at 2, and Ben has borne off none: a gammon of 4 points.
    let borne_off = " 3 point match\n\n Game 1\n Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes                      42: 8/4 6/4
; Set Pos=------O-----------------a-/-1\n  3) 21: 1/off\n     ";
    for (start, wins, n_warnings, score) in [
        (resigned, " Wins 1004 point", 0, [0, 3]),
        (resigned, " Wins 4016 point", 0, [0, 3]),
        (resigned, " Wins 3 point and the match", 0, [0, 3]),
        (resigned, " Wins 12 points", 1, [0, 3]),
        (borne_off, " Wins 3 point and the match", 0, [4, 0]),
        (borne_off, " Wins 4 points", 0, [4, 0]),
        (borne_off, " Wins 2 points", 1, [4, 0]),
    ] {
        let one = read(format!("{start}{wins}\n").as_bytes(), None, None).unwrap().matches.remove(0);
        assert_eq!(one.warnings.len(), n_warnings, "{wins}: {:?}", one.warnings);
        assert_eq!(one.record.score(), score, "{wins}");
    }
}

/// A single game of a length that servers use for money, in which a gammon with a centered cube counts one point.
#[test]
fn money_games_told_as_matches() {
    for length in [4, 8, 16] {
        let text = format!(
            "{length} point match\n\n Game 1\n Ann : 0                         Ben : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4
; Set Pos=------O-----------------a-/0\n  2) 21: 1/off\n      Wins 1 point\n"
        );
        let one = read(text.as_bytes(), None, None).unwrap().matches.remove(0);
        assert_eq!(
            (one.record.length, one.record.rules.jacoby, one.record.score()),
            (0, true, [1, 0]),
            "{length}"
        );
        assert_eq!(one.warnings.len(), 1, "{:?}", one.warnings);
    }
}
