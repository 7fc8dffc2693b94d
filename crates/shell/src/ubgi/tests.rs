// SPDX-License-Identifier: GPL-3.0-or-later
//! Whole conversations.

use super::*;
use gnubg_engine::core::Board;
use gnubg_engine::eval::Engine;
use std::io::BufReader;

/// What the engine writes for these lines.
fn said(lines: &str) -> String {
    let engine = Engine::built_in(1 << 12).unwrap();
    let conversation = Conversation::new(Arc::new(engine), Arc::new(MatchEquityTable::default()));
    let mut output = Vec::new();
    run(conversation, BufReader::new(std::io::Cursor::new(lines.to_owned())), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// The same without lines of information.
fn answers(lines: &str) -> String {
    said(lines).lines().filter(|line| !line.starts_with("info ")).map(|line| format!("{line}\n")).collect()
}

const START: &str = "position gnubgid 4HPwATDgc/ABMA\n";

#[test]
fn a_session_of_version_0_2() {
    let text = said(&format!(
        "ubgi\nset engine.ply 0\nget engine.ply\nisready\nnewgame\n{START}dice 3 1\ngo chequer\nquit\ngo"
    ));
    let (head, rest) = text.split_once("ubgiok\n").unwrap();
    assert!(head.starts_with("id name ") && head.contains("\nproto 0.2\n"), "{head}");
    let lines: Vec<&str> = rest.lines().collect();
    assert_eq!(lines[..2], ["value engine.ply 0", "readyok"]);
    assert!(lines[2].starts_with("info depth 0 score 0."), "{rest}");
    assert_eq!(lines[3..], ["bestmove 8/5 6/5"], "nothing is answered after quit");
}

#[test]
fn a_session_of_version_0_1() {
    let text = answers(&format!(
        "setoption name Variant value backgammon\nsetoption name MoveId value true\nnewsession type match length 5 \
         jacoby off crawford on\nsetscore 1 2\nsetturn p1\nsetcube value 2 owner p1\n{START}dice 3 1\n\
         go role chequer depth 0\ngo role turn depth 0\n"
    ));
    let after = Board::from_position_id("4HPwATDgc/ABMA").unwrap();
    let play = gnubg_engine::core::notation::resolve(
        &after,
        gnubg_engine::core::Dice::new(3, 1).unwrap(),
        "8/5 6/5",
    );
    let id = play.unwrap().apply(&after).swapped().position_id();
    assert_eq!(text, format!("bestmoveid {id}\nbestmove 8/5 6/5\nbestturn cube=nodouble moveid={id}\n"));
}

#[test]
fn cube_decisions() {
    // A race that is as good as won, then the same cube answered.
    let won = "XGID=-DDDC----------------cddd-:0:0:1:00:0:0:0:0:10";
    let doubled = "XGID=-CDDD----------------cddd-:0:0:1:D:0:0:0:0:10";
    let text = answers(&format!(
        "set engine.ply 0\nposition xgid {won}\ngo cube\ndice 6 5\ngo turn\nposition xgid {doubled}\ngo\n{START}go cube\n"
    ));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(["bestcube double", "bestcube nodouble"].contains(&lines[0]), "{text}");
    assert!(lines[1].starts_with("bestturn cube=") && lines[1].contains(" move="), "{text}");
    assert!(["bestcube take", "bestcube drop", "bestcube beaver"].contains(&lines[2]), "{text}");
    assert_eq!(lines[3], "bestcube nodouble");
    // Nobody doubles in the Crawford game or with the opponent's cube.
    for keys in [
        "set game.owner p1\nset game.cube 2\n",
        "set game.length 3\nset game.score 0-2\nset game.crawford true\n",
    ] {
        let text = answers(&format!("{keys}position gnubgid 2+4mAAC524EBAA\ngo cube\n"));
        assert_eq!(text, "bestcube nodouble\n", "{keys}");
    }
}

#[test]
fn entering_bearing_off_and_passing() {
    let text = answers(
        "set engine.ply 0\nposition xgid XGID=-a----E-C---dE---c-e----AA:0:0:1:61:0:0:0:0:10\ngo\n\
         position xgid XGID=-AA--------------------bb-:0:0:1:65:0:0:0:0:10\ngo\n\
         position xgid XGID=--BBBBBB---A-------bbbbbbA:0:0:1:66:0:0:0:0:10\ngo\n",
    );
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains("bar/"), "{text}");
    assert!(lines[1].contains("/off"), "{text}");
    assert_eq!(lines[2], "bestmove pass");
}

#[test]
fn a_whole_gnubgid_has_the_match_and_the_roll() {
    let text = answers(
        "set engine.ply 0\nposition gnubgid 4HPwATDgc/ABMA:cAlzAAAAAAAE\ngo\n\
         position gnubgid 4HPwATDgc/ABMA cAlgAAAAAAAE\ngo\nposition gnubgid 4HPwATDgc/ABMA:zzz\n",
    );
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("bestmove ") && lines[1] == "bestcube nodouble", "{text}");
    assert!(lines[2].starts_with("error bad_value position a match ID has 12 characters"), "{text}");
}

#[test]
fn errors_name_their_code() {
    let text = answers(
        "frob\nset engine.ply 99\nset engine.colour 1\ngo\ndice 7 1\nposition gnubgid x\nposition fen x\nset engine.ply\n\
         position gnubgid 4HPwATDgc/ABMA\ngo chequer\ngo trials 100\nnewsession type match\nsetscore 9 9\nset game.length 3\ngo\n",
    );
    let codes: Vec<&str> = text.lines().map(|line| line.split(' ').nth(1).unwrap_or_default()).collect();
    let expected = [
        "bad_command",
        "bad_value",
        "unsupported",
        "bad_state",
        "bad_value",
        "bad_value",
        "unsupported",
        "bad_command",
        "bad_state",
        "unsupported",
        "bad_value",
        "bad_state",
    ];
    assert_eq!(codes, expected, "{text}");
    assert!(text.lines().all(|line| line.starts_with("error ")));
    assert!(text.contains("error bad_value engine.ply must_be 0..7\n"));
}

#[test]
fn every_key_can_be_read_and_set_to_its_default() {
    let text = said("keys\n");
    let names: Vec<&str> = text.lines().map(|line| line.split(' ').nth(1).unwrap()).collect();
    assert!(names.len() > 10 && names.contains(&"game.variant"));
    for name in names {
        let value = said(&format!("get {name}\n"));
        let value = value.trim().strip_prefix(&format!("value {name} ")).unwrap();
        assert_eq!(said(&format!("set {name} {value}\n")), "", "{name}");
    }
}

#[test]
fn a_position_alone_is_answered_as_in_the_first_draft() {
    let board = "board:You:Opp:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
    let text = said(&format!(
        "set engine.ply 0\n{board}\n{}\nboard:nothing\nXGID=--BBBBBB---A-------bbbbbbA:0:0:1:66:0:0:0:0:10\n",
        board.replace(":1:3:1:3:1:", ":1:0:0:0:0:")
    ));
    assert_eq!(text, "8/5 6/5\nroll\nsorry\n\n");
}

#[test]
fn stop_and_movetime_end_a_search() {
    let start = std::time::Instant::now();
    let text = answers(&format!("set engine.ply 7\n{START}dice 6 6\ngo chequer movetime 50\n"));
    assert!(text.starts_with("bestmove "), "{text}");
    // The line after go is read while it computes.
    let text = answers(&format!("set engine.ply 7\n{START}dice 6 6\ngo chequer\nstop\n"));
    assert!(text.starts_with("bestmove "), "{text}");
    assert!(start.elapsed() < std::time::Duration::from_secs(60));
}
