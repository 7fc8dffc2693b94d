// SPDX-License-Identifier: GPL-3.0-or-later
//! Readers of match and position files.

use crate::{Target, seed_files};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use gnubg_engine::core::Rules;
use gnubg_formats::export::{ExportScope, WriteOptions, write};
use gnubg_formats::{Format, Import, read};
use std::io::Write;

pub(crate) fn targets() -> Vec<Target> {
    /// A reader of one format, without writing what was read: writing takes most of the time.
    macro_rules! reader {
        ($name:literal, $format:ident) => {
            Target {
                name: $name,
                run: |bytes| {
                    let _ = read_file(bytes, Some(Format::$format));
                },
                seeds: || seed_files($name),
            }
        };
    }
    vec![
        Target { name: "any", run: |bytes| drop(read_file(bytes, None)), seeds: all_seeds },
        Target { name: "rewrite", run: rewrite, seeds: all_seeds },
        Target { name: "ids", run: ids, seeds: || seed_files("ids") },
        Target { name: "packed", run: packed, seeds: unpacked_seeds },
        reader!("bgblitz", BgBlitz),
        reader!("bgblitz_text", BgBlitzText),
        reader!("bgroom", BgRoom),
        reader!("empire", Empire),
        reader!("gam", Gam),
        reader!("mat", Mat),
        reader!("ogxm", Ogxm),
        reader!("oldmoves", Oldmoves),
        reader!("party", Party),
        reader!("pos", Pos),
        reader!("sgf", Sgf),
        reader!("sgg", Sgg),
        reader!("snowie", SnowieText),
        reader!("tmg", Tmg),
        reader!("xg", Xg),
        reader!("xg_text", XgText),
    ]
}

fn read_file(bytes: &[u8], format: Option<Format>) -> Option<Import> {
    let found = read(bytes, Some("a-20240305-b"), format).ok()?;
    for one in &found.matches {
        let _ = (one.record.flaws(), one.opening_place());
    }
    Some(found)
}

/// Writes what was read, as SGF, which must be readable again, and in formats that hold less.
fn rewrite(bytes: &[u8]) {
    let Some(found) = read_file(bytes, None) else { return };
    for one in &found.matches {
        let record = &one.record;
        let options = WriteOptions::default();
        if let Ok(saved) = write(record, ExportScope::Match, Format::Sgf, &options) {
            let again = read(&saved, None, Some(Format::Sgf)).expect("our own SGF can be read");
            assert_eq!(again.matches[0].record.games.len(), record.games.len());
        }
        let _ = write(record, ExportScope::Match, Format::Mat, &options);
        let _ = write(record, ExportScope::Position(record.end()), Format::Pos, &options);
        let _ = write(record, ExportScope::Position(record.end()), Format::SnowieText, &options);
    }
}

/// Texts read as identifiers of positions or drawn boards.
fn ids(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(found) = gnubg_formats::ids::find(text, Rules::default()) {
        assert!(found.state.board.check(found.state.rules.variation).is_ok());
    }
}

/// Bytes packed as eXtreme Gammon packs its records, so that changes are not lost in the packing.
fn packed(bytes: &[u8]) {
    let mut file = b"RGMH".to_vec();
    file.resize(8232, 0);
    let mut packer = ZlibEncoder::new(&mut file, Compression::fast());
    packer.write_all(bytes).expect("a vector takes everything");
    packer.finish().expect("a vector takes everything");
    let _ = read_file(&file, Some(Format::Xg));
}

/// The records inside the `.xg` seeds.
fn unpacked_seeds() -> Vec<Vec<u8>> {
    let unpacked = |file: Vec<u8>| {
        let mut records = Vec::new();
        let mut reader = flate2::read::ZlibDecoder::new(file.get(8232..).unwrap_or_default());
        let _ = std::io::Read::read_to_end(&mut reader, &mut records);
        records
    };
    seed_files("xg").into_iter().map(unpacked).collect()
}

fn all_seeds() -> Vec<Vec<u8>> {
    let formats = [
        "bgblitz",
        "bgblitz_text",
        "bgroom",
        "empire",
        "gam",
        "ids",
        "mat",
        "ogxm",
        "oldmoves",
        "party",
        "pos",
        "sgf",
        "sgg",
        "snowie",
        "tmg",
        "xg",
        "xg_text",
    ];
    formats.into_iter().flat_map(seed_files).collect()
}
