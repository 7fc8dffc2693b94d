// SPDX-License-Identifier: GPL-3.0-or-later
//! Every record read from an intact or damaged file can be written in every format without a panic.

use gnubg_engine::core::Variation;
use gnubg_formats::export::{ExportScope, WriteError};
use gnubg_formats::{Format, read};
use gnubg_record::Cursor;
use gnubg_report::export::{ExportError, ExportOptions, holds, write};
use std::path::PathBuf;

/// Bytes of the small files that fuzzing starts from.
fn seeds() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let files = std::fs::read_dir(entry.path()).into_iter().flatten().flatten();
        paths.extend(files.map(|file| file.path()));
    }
    paths.sort();
    assert!(paths.len() >= 20, "{} seeds", paths.len());
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Reads the bytes and writes the records; returns the number of files written.
fn write_all(bytes: &[u8], is_wanted: fn(Format) -> bool) -> usize {
    let Ok(found) = read(bytes, None, None) else { return 0 };
    let mut n = 0;
    for one in found.matches.iter().take(2) {
        let record = &one.record;
        let places = [record.end(), Cursor::at(0, 1)].map(ExportScope::Position);
        for scope in places.into_iter().chain([ExportScope::Game(0), ExportScope::Match]) {
            for format in Format::ALL.into_iter().filter(|&format| is_wanted(format) && holds(format, scope))
            {
                match write(record, scope, format, &ExportOptions::default()) {
                    Ok(files) => n += files.len(),
                    Err(ExportError::Variation { .. }) => {
                        assert_ne!(record.rules.variation, Variation::Standard)
                    }
                    Err(ExportError::Refused(WriteError::SetUp { game, .. })) => {
                        assert!(record.games[game].entries.iter().any(|entry| entry.action.is_set_up()))
                    }
                    Err(error) => assert!(record.games.is_empty(), "{format}: {error}"),
                }
            }
        }
    }
    n
}

/// Formats drawn with cairo, which take long.
fn is_drawn(format: Format) -> bool {
    matches!(format, Format::Pdf | Format::Ps | Format::Eps | Format::Png | Format::Svg)
}

#[test]
fn every_seed_is_written_in_every_format() {
    for bytes in seeds() {
        assert!(write_all(&bytes, |_| true) > 20);
    }
}

#[test]
fn damaged_seeds_are_written_as_text() {
    // xorshift64*
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |n: usize| {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        ((state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize) % n.max(1)
    };
    let mut n = 0;
    for bytes in seeds().iter().filter(|bytes| bytes.len() < 2000) {
        for _ in 0..60 {
            let mut damaged = bytes.clone();
            for _ in 0..=below(4) {
                let at = below(damaged.len());
                match below(3) {
                    0 => damaged.truncate(at.max(1)),
                    1 => drop(damaged.drain(at..(at + below(40)).min(damaged.len()))),
                    _ if damaged.is_empty() => {}
                    _ => damaged[at] = below(256) as u8,
                }
            }
            n += write_all(&damaged, |format| !is_drawn(format));
        }
    }
    println!("{n} files");
    assert!(n > 5000, "{n}");
}
