// SPDX-License-Identifier: GPL-3.0-or-later
//! Counts that contradict each other give a warning: scores, points, the length of the match, dice and moves.

use crate::common::{has, shared};
use gnubg_formats::{Import, read};
use std::io::{Read as _, Write as _};

/// A file, a count in it as text, and what stands there instead; the first occurrence is replaced.
const CHANGES: [(&str, &str, &str); 25] = [
    (
        "mat/gnubg-s04.mat",
        " Gus : 2                        Hana : 0",
        " Gus : 1                        Hana : 0",
    ),
    ("mat/gnubg-s04.mat", "      Wins 2 points\n\n Game 3", "      Wins 5 points\n\n Game 3"),
    ("mat/gnubg-s04.mat", " 7 point match", " 3 point match"),
    ("mat/gnubg-s04.mat", "  3) 61: 25/24* 15/9", "  3) 91: 25/24* 15/9"),
    (
        "snowietxt/s04-match.txt",
        " Gus : 4                        Hana : 0",
        " Gus : 4                        Hana : 3",
    ),
    ("snowietxt/s04-match.txt", "Wins 4 points", "Wins 1 point"),
    ("sgg/s04.sgg", "Game 3. 0-4/7", "Game 3. 0-1/7"),
    ("sgg/s04.sgg", "Game 3. 0-4/7", "Game 3. 0-4/5"),
    ("sgg/s04.sgg", "Gus wins 2 points.", "Gus wins 1 point."),
    ("tmg/s04.tmg", "Game 3: 0-4", "Game 3: 0-1"),
    ("tmg/s04.tmg", "Gus wins 2 points", "Gus wins 3 points"),
    ("tmg/s04.tmg", "Length: 7", "Length: 3"),
    ("oldmoves/s04.fibs", "Score is 4-0 in a 7 point match.", "Score is 3-0 in a 7 point match."),
    ("oldmoves/s04.fibs", "Score is 4-0 in a 7 point match.", "Score is 9-0 in a 7 point match."),
    ("empire/s04.gam", "Wins 2 points", "Wins 1 point"),
    ("empire/s04.gam", "Wins 4 points", "Wins 9 points"),
    ("party/s04.gam", "GAME_1_SCORE1=2", "GAME_1_SCORE1=7"),
    ("party/s04.gam", "MATCHLENGTH=7", "MATCHLENGTH=3"),
    ("party/s04.gam", "1 0 0 53 8/3* 6/3", "1 0 0 93 8/3* 6/3"),
    ("bgroom/s04.bgf", "Game 1 - Gus (X) vs. Hana (0)", "Game 7 - Gus (X) vs. Hana (0)"),
    ("sgf/s04.sgf", "[game:2][ws:4][bs:0]", "[game:2][ws:1][bs:0]"),
    ("sgf/s04.sgf", "MI[length:7][game:1]", "MI[length:5][game:1]"),
    ("sgf/s04.sgf", "[game:3][ws:4][bs:4]", "[game:3][ws:4][bs:9]"),
    ("mat/golden/gnubg-s02.mat.txt", "3 points match", "7 points match"),
    ("../found/bgammon.match", "1 0 0 1 1 0", "1 0 0 1 3 0"),
];

fn warnings(import: &Import) -> usize {
    import.matches.iter().map(|one| one.warnings.len()).sum()
}

#[test]
fn contradictory_counts_give_a_warning() {
    let mut silent = Vec::new();
    for (file, from, to) in CHANGES {
        let path = shared().join("samples").join(file);
        if !has(&path) {
            return;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file}: {from:?} is not there");
        let whole = read(text.as_bytes(), None, None).unwrap();
        let Ok(found) = read(text.replacen(from, to, 1).as_bytes(), None, None) else { continue };
        if warnings(&found) <= warnings(&whole) {
            silent.push(format!("{file}: {from:?} to {to:?}"));
        }
    }
    assert!(silent.is_empty(), "{} silent:\n{}", silent.len(), silent.join("\n"));
}

/// The records of an `.xg` file with one number changed, packed again.
fn changed_xg(bytes: &[u8], kind: u8, nth: usize, at: usize, value: i32) -> Vec<u8> {
    let mut records = Vec::new();
    let picture = u32::from_le_bytes(bytes[20..24].try_into().unwrap()) as usize;
    flate2::read::ZlibDecoder::new(&bytes[8232 + picture..]).read_to_end(&mut records).unwrap();
    let record = records.chunks_exact_mut(2560).filter(|record| record[8] == kind).nth(nth).unwrap();
    record[at..at + 4].copy_from_slice(&value.to_le_bytes());
    let mut out = vec![0; 8232];
    out[..4].copy_from_slice(b"RGMH");
    let mut packer = flate2::write::ZlibEncoder::new(out, flate2::Compression::fast());
    packer.write_all(&records).unwrap();
    packer.finish().unwrap()
}

#[test]
fn contradictory_records_give_a_warning() {
    let path = shared().join("found/four-names.xg");
    if !has(&path) {
        return;
    }
    let bytes = std::fs::read(&path).unwrap();
    for (what, kind, nth, at, value) in [
        ("the score before game 3", 1, 2, 12, 5),
        ("the score at the end", 5, 0, 12, 6),
        ("the points of game 1", 4, 0, 16, 6),
        ("the match length", 0, 0, 92, 5),
        ("a die", 3, 4, 100, 9),
        ("who plays", 3, 6, 64, 1),
    ] {
        if let Ok(found) = read(&changed_xg(&bytes, kind, nth, at, value), None, None) {
            assert!(warnings(&found) > 0, "{what}");
        }
    }
}
