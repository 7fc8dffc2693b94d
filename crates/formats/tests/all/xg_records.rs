// SPDX-License-Identifier: GPL-3.0-or-later
//! Small `.xg` files made of records, and what is read of them.

use crate::common::{has, shared};
use gnubg_engine::core::Player;
use gnubg_formats::{Imported, read};
use gnubg_record::EntryAction;
use std::io::Write as _;

const RECORD: usize = 2560;
const START: [i8; 26] = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0];

/// One record with its type and fields: offset and value.
fn record(kind: u8, fields: &[(usize, i32)]) -> Vec<u8> {
    let mut bytes = vec![0; RECORD];
    bytes[8] = kind;
    for &(at, value) in fields {
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    bytes
}

fn put_board(record: &mut [u8], at: usize, board: &[i8; 26]) {
    for (byte, &count) in record[at..].iter_mut().zip(board) {
        *byte = count.to_le_bytes()[0];
    }
}

fn put_text(record: &mut [u8], at: usize, text: &str) {
    record[at] = text.len() as u8;
    record[at + 1..at + 1 + text.len()].copy_from_slice(text.as_bytes());
}

/// An archive with these records and no other file.
fn archive(records: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![0; 8232];
    bytes[..4].copy_from_slice(b"RGMH");
    let mut packer = flate2::write::ZlibEncoder::new(bytes, flate2::Compression::fast());
    packer.write_all(&records.concat()).unwrap();
    packer.finish().unwrap()
}

/// A 5-point match in which Ann opens with 31, and Ben rolls 62 and resigns a gammon.
fn resigned_match(flag_of_cube: bool) -> Imported {
    let mut head = record(0, &[(92, 5), (552, 20)]);
    put_text(&mut head, 9, "Ann");
    put_text(&mut head, 50, "Ben");
    head[100] = 1;
    let mut game = record(1, &[]);
    put_board(&mut game, 21, &START);
    let pairs = [(68, 7), (72, 4), (76, 5), (80, 4), (84, -1), (88, -1)];
    let mut opening = record(3, &[(64, 1), (100, 3), (104, 1), (2524, -1)]);
    pairs.iter().for_each(|&(at, value)| opening[at..at + 4].copy_from_slice(&i32::to_le_bytes(value)));
    let mut after = START;
    (after[8], after[6], after[5]) = (2, 4, 2);
    put_board(&mut opening, 35, &after);
    let mut cube = record(2, &[(12, -1), (16, 0), (232, -1), (292, -1)]);
    cube[288] = u8::from(flag_of_cube);
    // The position after the play is empty: nothing was played.
    let resigned = record(3, &[(64, -1), (100, 6), (104, 2), (2524, -1), (2476, 1)]);
    let end = record(4, &[(12, 2), (16, 0), (24, 1), (28, 2), (32, 102)]);
    let finish = record(5, &[(12, 2), (16, 0), (20, 1)]);
    let bytes = archive(&[head, game, opening, cube, resigned, end, finish]);
    read(&bytes, None, None).unwrap().matches.remove(0)
}

#[test]
fn a_resignation_after_rolling_is_a_roll_without_a_play() {
    let found = resigned_match(true);
    assert_eq!(found.warnings, []);
    let actions: Vec<_> = found.record.games[0].entries.iter().map(|entry| &entry.action).collect();
    let [EntryAction::Play { .. }, EntryAction::Roll(dice), EntryAction::Resign(level), _] = actions[..]
    else {
        panic!("{actions:?}")
    };
    assert_eq!((dice.to_string().as_str(), level.multiple()), ("62", 2));
    assert_eq!(found.record.score(), [2, 0]);
    assert_eq!(found.record.n_decisions(), [1, 0]);
    assert_eq!(found.record.name(Player::One), "Ben");
}

#[test]
fn flags_are_kept() {
    let flags = |found: &Imported| {
        let entries = found.record.games[0].entries.clone();
        entries.iter().map(|entry| entry.properties.len()).collect::<Vec<_>>()
    };
    assert_eq!(flags(&resigned_match(true)), [0, 1, 0, 0], "with the roll that follows the decision");
    assert_eq!(flags(&resigned_match(false)), [0; 4]);
}

/// The real file with rollouts: what eXtreme Gammon shows below them.
#[test]
fn rollouts_keep_their_games_confidence_and_settings() {
    let path = shared().join("samples/xg/B4_SrGcsKAQmoTyHlgJCbM.xg");
    if !has(&path) {
        return;
    }
    let record = read(&std::fs::read(path).unwrap(), None, None).unwrap().matches.remove(0).record;
    let entries = record.games.iter().flat_map(|game| &game.entries);
    let comments: Vec<&str> =
        entries.map(|entry| entry.comment.as_str()).filter(|text| text.contains("XG rollout")).collect();
    let lines: Vec<&str> = comments[0].lines().collect();
    assert_eq!(comments.len(), 1, "{comments:?}");
    assert_eq!(lines[0], "XG rollout; plays XG 3-ply; cube XG Roller; seed 1");
    let ends = [": 500 games ±0.0134", ": 500 games ±0.0141"];
    assert!(ends.iter().all(|end| lines[1..].iter().any(|line| line.ends_with(end))), "{lines:?}");
    assert_eq!(lines.len(), 3);
}
