// SPDX-License-Identifier: GPL-3.0-or-later
//! Text in any encoding, with any line ends, compressed or not, is read the same by every reader.

use crate::common::shared;
use flate2::Compression;
use flate2::write::GzEncoder;
use gnubg_formats::{Format, Import, read};
use std::io::Write as _;
use std::path::PathBuf;

/// A text of every format that is text: the seeds of `fuzz/` and, where they are, recorded reports.
fn texts() -> Vec<(PathBuf, String)> {
    let seeds = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in std::fs::read_dir(seeds).unwrap().flatten().map(|entry| entry.path()) {
        if folder.is_dir() {
            paths.extend(std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()));
        } else {
            paths.push(folder);
        }
    }
    for name in [
        "samples/mat/golden/gnubg-s02.mat.txt",
        "spec/data/formats/export-samples/position.txt",
        "spec/data/formats/export-samples/position.html",
        "found/xg-position-french.txt",
        "found/galaxy-2900236.txt",
        "found/long-names-snowie.txt",
        "samples/bgblitz-text/01_checkerPosition_JP.txt",
    ] {
        paths.push(shared().join(name));
    }
    paths.sort();
    let text = |path: PathBuf| Some((path.clone(), String::from_utf8(std::fs::read(path).ok()?).ok()?));
    paths.into_iter().filter_map(text).collect()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut packer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        packer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        packer.write_all(bytes).unwrap();
    }
    packer.finish().unwrap().into_inner()
}

/// Binary files of every format.
#[test]
fn compressed_files_are_read_the_same() {
    let seeds = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let mut n_files = 0;
    for folder in ["bgblitz", "ogxm", "xg", "mat", "sgf", "sgg"] {
        for path in std::fs::read_dir(seeds.join(folder)).unwrap().flatten().map(|entry| entry.path()) {
            let bytes = std::fs::read(&path).unwrap();
            let Ok(plain) = read(&bytes, None, None) else { continue };
            n_files += 1;
            for packed in [packed(&bytes), zipped(&[("a/b.bin", &bytes)])] {
                let found = read(&packed, None, None);
                let found = found.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                assert_eq!(
                    (found.format, &found.matches),
                    (plain.format, &plain.matches),
                    "{}",
                    path.display()
                );
            }
            // Cut where a part of it can still be read.
            let cut = &packed(&bytes)[..packed(&bytes).len() * 9 / 10];
            if let Ok(found) = read(cut, None, None) {
                assert!(found.matches.iter().any(|one| !one.warnings.is_empty()), "{}", path.display());
            }
        }
    }
    assert!(n_files >= 6, "{n_files} files");
}

#[test]
fn all_files_of_an_archive_are_read() {
    let one =
        b" 1 point match\n\n Game 1\n Ann : 0          Ben : 0\n  1) 31: 8/5 6/5          42: 8/4 6/4\n";
    let other =
        b" 3 point match\n\n Game 1\n Cy : 0          Dee : 0\n  1) 31: 8/5 6/5          42: 8/4 6/4\n";
    let archive = zipped(&[
        ("a.mat", one),
        ("notes/readme.pdf", b"nothing of backgammon"),
        (".hidden", b"x"),
        ("b.mat", other),
    ]);
    let found = read(&archive, None, None).unwrap();
    let lengths: Vec<_> = found.matches.iter().map(|one| one.record.length).collect();
    assert_eq!((found.format, lengths), (Format::Mat, vec![1, 3]));
    let told: Vec<_> = found.matches.iter().flat_map(|one| &one.warnings).map(ToString::to_string).collect();
    assert!(told.iter().any(|text| text.contains("notes/readme.pdf in the archive")), "{told:?}");
    assert!(!told.iter().any(|text| text.contains(".hidden")), "{told:?}");
    for bad in [zipped(&[]), zipped(&[("x", b"nothing")]), archive[..40].to_vec(), zipped(&[("z", &archive)])]
    {
        assert!(read(&bad, None, None).is_err());
    }
}

#[test]
fn encodings_line_ends_and_compression_do_not_matter() {
    let texts = texts();
    assert!(texts.len() >= 15, "{} texts", texts.len());
    for (path, text) in texts {
        let path = path.display();
        let Ok(plain) = read(text.as_bytes(), None, None) else { continue };
        // A binary position may look like text.
        if plain.format == Format::Pos {
            continue;
        }
        let units = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
        };
        let (little, big) = (units(u16::to_le_bytes), units(u16::to_be_bytes));
        let lines = text.replace("\r\n", "\n").replace('\n', "\r\n");
        let variants = [
            ("UTF-16 LE", little.clone()),
            ("UTF-16 BE", big),
            ("UTF-8 with a mark", format!("\u{feff}{text}").into_bytes()),
            ("CR LF", lines.into_bytes()),
            ("gzip", packed(text.as_bytes())),
            ("gzip of UTF-16", packed(&little)),
        ];
        for (name, bytes) in variants {
            let found = read(&bytes, None, None).unwrap_or_else(|error| panic!("{path} as {name}: {error}"));
            let content = |import: &Import| {
                let records: Vec<_> = import.matches.iter().map(|one| one.record.clone()).collect();
                (import.format, records)
            };
            assert!(content(&found) == content(&plain), "{path} as {name}");
        }
    }
}
