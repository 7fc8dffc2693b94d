// SPDX-License-Identifier: GPL-3.0-or-later
//! No file makes a reader panic or take long, and every record it returns can be written again.
//!
//! The seeds of `fuzz/` and, where they are, the recorded files are changed at random, always in the same way. Packed
//! formats are changed inside their packing too. The longer version of this is in `fuzz/`.

use crate::common::shared;
use flate2::Compression;
use flate2::read::{GzDecoder, ZlibDecoder};
use flate2::write::{GzEncoder, ZlibEncoder};
use gnubg_formats::export::{ExportScope, WriteOptions, write};
use gnubg_formats::{Format, ids, read};
use gnubg_record::Cursor;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Random choices, the same every time.
struct Random(SplitMix64);

impl Random {
    fn byte(&mut self) -> u8 {
        self.0.random()
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n.max(1))
    }
}

/// Words that readers look for.
const WORDS: [&str; 24] = [
    "\n",
    "0",
    "-1",
    "65536",
    "99999999999",
    ":",
    ";",
    "[",
    "]",
    "(",
    ")",
    "/",
    "bar",
    "off",
    " Doubles => 2",
    " Takes",
    " Drops",
    "Wins 2 points",
    "Game 1",
    "66: 24/18(4)",
    "\u{0}",
    "é",
    "E ver 3",
    "X ver 3",
];

fn change(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(40)).min(bytes.len());
        match random.below(7) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, piece);
            }
            3 => drop(bytes.splice(at..at, WORDS[random.below(WORDS.len())].bytes())),
            4 | 5 if at < bytes.len() => bytes[at] = random.byte(),
            _ if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            _ => {}
        }
    }
    bytes
}

/// Changes the decompressed content of `.xg` and `.bgf` files.
fn change_inside(bytes: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let mut inner = Vec::new();
    let mut out;
    if bytes.starts_with(b"RGMH") {
        let picture = u32::from_le_bytes(bytes.get(20..24)?.try_into().ok()?) as usize;
        let start = 8232 + picture;
        ZlibDecoder::new(bytes.get(start..)?).read_to_end(&mut inner).ok()?;
        out = bytes[..start].to_vec();
        let mut packer = ZlibEncoder::new(&mut out, Compression::fast());
        packer.write_all(&change(&inner, random)).ok()?;
        packer.finish().ok()?;
    } else if bytes.starts_with(b"{\"format\":\"BGF\"") {
        let start = bytes.iter().position(|&byte| byte == b'\n')? + 1;
        GzDecoder::new(&bytes[start..]).read_to_end(&mut inner).ok()?;
        out = bytes[..start].to_vec();
        let mut packer = GzEncoder::new(&mut out, Compression::fast());
        packer.write_all(&change(&inner, random)).ok()?;
        packer.finish().ok()?;
    } else {
        return None;
    }
    Some(out)
}

/// Reads bytes and, if `is_written`, writes the records in every format that can hold them.
fn exercise(bytes: &[u8], format: Option<Format>, with_writing: bool) {
    let Ok(found) = read(bytes, Some("a-20240305-b.mat"), format) else { return };
    assert!(!found.matches.is_empty());
    for one in found.matches.iter().take(3) {
        let record = &one.record;
        assert!(record.length <= 64);
        let _ = (record.flaws(), record.score(), one.opening_place());
        if !with_writing {
            continue;
        }
        for format in Format::ALL {
            for scope in [
                ExportScope::Position(record.end()),
                ExportScope::Position(Cursor::at(0, 1)),
                ExportScope::Game(0),
                ExportScope::Match,
            ] {
                let Ok(bytes) = write(record, scope, format, &WriteOptions::default()) else { continue };
                if format == Format::Sgf && scope == ExportScope::Match {
                    let again = read(&bytes, None, None).expect("what was written as SGF can be read");
                    assert_eq!(again.matches[0].record.games.len(), record.games.len());
                }
            }
        }
    }
}

fn files_under(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_under(&path));
        } else if path.extension().is_none_or(|ending| ending != "csv") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Changes every file `times` times and reads it.
fn read_changed_files(files: &[PathBuf], times: usize, seed: u64) {
    let mut random = Random(SplitMix64::seed_from_u64(seed));
    let mut n = 0;
    for path in files {
        let bytes = std::fs::read(path).unwrap();
        for _ in 0..times {
            let changed = match change_inside(&bytes, &mut random).filter(|_| random.below(4) > 0) {
                Some(changed) => changed,
                None => change(&bytes, &mut random),
            };
            let start = Instant::now();
            exercise(&changed, None, bytes.len() < 2000 && n % 4 == 0);
            if random.below(8) == 0 {
                exercise(&changed, Some(Format::ALL[random.below(Format::ALL.len())]), false);
            }
            // This includes writing and reading again; a reader alone takes milliseconds.
            assert!(
                start.elapsed() < Duration::from_secs(5),
                "{} took {:?}",
                path.display(),
                start.elapsed()
            );
            n += 1;
        }
    }
    println!("{n} damaged files");
}

#[test]
fn seeds_are_read_and_damaged_seeds_do_no_harm() {
    let seeds = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let files = files_under(&seeds);
    assert!(files.len() >= 20, "{} seeds", files.len());
    for path in &files {
        let bytes = std::fs::read(path).unwrap();
        let found = read(&bytes, None, None).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let record = &found.matches[0].record;
        assert!(record.games.iter().any(|game| !game.entries.is_empty()), "{}", path.display());
        exercise(&bytes, None, true);
    }
    read_changed_files(&files, 200, 0x9e37_79b9_7f4a_7c15);
}

#[test]
fn damaged_recorded_files_do_no_harm() {
    let samples = shared().join("samples");
    if crate::common::has(&samples) {
        read_changed_files(&files_under(&samples), 4, 0x1234_5678_9abc_def1);
    }
}

#[test]
fn damaged_identifiers_do_no_harm() {
    let mut random = Random(SplitMix64::seed_from_u64(42));
    for text in [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:3",
        "OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:13:W:R:0:0:0:0",
        "4HPwATDgc/ABMA:cAlqAAAAAAAE",
        "board:root:gnubg:7:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1",
        "simple 0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0",
    ] {
        for _ in 0..3000 {
            let changed = change(text.as_bytes(), &mut random);
            let changed = String::from_utf8_lossy(&changed);
            if let Ok(found) = ids::find(&changed, gnubg_engine::core::Rules::default()) {
                assert!(found.state.board.check(found.state.rules.variation).is_ok(), "{changed}");
            }
        }
    }
}
