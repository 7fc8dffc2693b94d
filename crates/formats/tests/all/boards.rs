// SPDX-License-Identifier: GPL-3.0-or-later
//! Drawn boards and raw board lines, byte for byte; identifiers of all kinds compared with each other.

use crate::common::{has, shared};
use gnubg_engine::core::{Board, MatchState, Player, Rules, Variation};
use gnubg_formats::board_text::BoardText;
use gnubg_formats::ids::{self, fibs_board, ogid};
use std::collections::HashMap;

#[test]
fn recorded_boards() {
    let path = shared().join("spec/data/commands/boards");
    if !has(&path) {
        return;
    }
    for entry in std::fs::read_dir(path).unwrap() {
        let file = entry.unwrap().path();
        let text = std::fs::read_to_string(&file).unwrap();
        let (head, expected) = text.split_once("(lines may end in spaces) ---\n").unwrap();
        let fields: HashMap<&str, &str> = head.lines().filter_map(|line| line.split_once(": ")).collect();
        let variation = match fields["variation"] {
            "3-chequer-hypergammon" => Variation::Hypergammon3,
            _ => Variation::Standard,
        };
        let rules = Rules { variation, ..Rules::default() };
        let board = Board::from_position_id(fields["position-id"]).unwrap();
        let state = MatchState::from_match_id(fields["match-id"], board, rules).unwrap();
        let names = [fields["player-0"], fields["player-1"]];
        let drawn = if fields["raw"] == "on" {
            fibs_board::write(&state, names, Player::One, None) + "\n"
        } else {
            BoardText { state: &state, names, clockwise: fields["clockwise"] == "on", faces: None }.draw()
                + "\n"
        };
        assert_eq!(drawn.trim_end_matches('\n'), expected.trim_end_matches('\n'), "{}", file.display());
    }
}

#[test]
fn recorded_ogids() {
    let path = shared().join("spec/data/formats/ogid.csv");
    if !has(&path) {
        return;
    }
    for line in std::fs::read_to_string(path).unwrap().lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let expected = MatchState::from_xgid(fields[0]).unwrap();
        let found = ogid::read(fields[1], expected.rules).unwrap();
        assert_eq!(
            (
                found.board,
                found.on_roll,
                found.score,
                found.length,
                found.cube,
                found.dice(),
                found.is_crawford
            ),
            (
                expected.board,
                expected.on_roll,
                expected.score,
                expected.length,
                expected.cube,
                expected.dice(),
                expected.is_crawford
            ),
            "{line}"
        );
        // Our writer adds what the samples leave out: the number of the move, and whether the game is post-Crawford.
        let written = ogid::write(&found);
        let same = |text: &str| text.split(':').take(8).collect::<Vec<_>>().join(":");
        assert_eq!(same(&written), same(fields[1]));
        assert_eq!(ogid::read(&written, expected.rules).unwrap(), found);
    }
}

#[test]
fn recorded_board_lines() {
    let path = shared().join("spec/data/formats/xgid.csv");
    if !has(&path) {
        return;
    }
    let text = std::fs::read_to_string(path).unwrap();
    let mut n = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [_, _, _, position, match_id, board_line, ..] = fields[..] else { continue };
        if board_line.is_empty() {
            continue;
        }
        let board = Board::from_position_id(position).unwrap();
        let rules = Rules::default();
        let state = MatchState::from_match_id(match_id, board, rules).unwrap();
        let names: Vec<&str> = board_line.split(':').collect();
        assert_eq!(fibs_board::write(&state, [names[2], names[1]], Player::One, None), board_line);
        let found = ids::read(board_line, rules).unwrap();
        assert_eq!(
            (found.state.board, found.state.on_roll, found.state.score),
            (board, state.on_roll, state.score)
        );
        n += 1;
    }
    assert!(n > 5);
}

#[test]
fn drawings_of_other_programs() {
    let mut n = 0;
    for folder in ["xg-text", "bgblitz-text"] {
        let path = shared().join("samples").join(folder);
        if !has(&path) {
            return;
        }
        for entry in std::fs::read_dir(path).unwrap() {
            let file = entry.unwrap().path();
            let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
            let Some(expected) = ids::read(&text, Rules::default()).ok().map(|found| found.state) else {
                continue;
            };
            let is_id = |line: &&str| line.contains("XGID=") || line.contains("Position-ID:");
            let drawn: String =
                text.lines().filter(|line| !is_id(line)).map(|line| format!("{line}\n")).collect();
            assert!(ids::read(&drawn, Rules::default()).is_err(), "{}", file.display());
            let found = ids::find(&drawn, Rules::default())
                .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let boards = [expected, found.state].map(|state| (state.on_roll, state.board));
            assert_eq!(boards[0], boards[1], "{}", file.display());
            if folder == "xg-text" && expected.length > 0 {
                assert_eq!(
                    (found.state.length, found.state.score),
                    (expected.length, expected.score),
                    "{}",
                    file.display()
                );
            }
            n += 1;
        }
    }
    assert!(n > 20, "{n}");
}
