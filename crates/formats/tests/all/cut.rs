// SPDX-License-Identifier: GPL-3.0-or-later
//! A file that was cut, or whose counts contradict each other, is read as far as it goes, and a warning says so.

use crate::common::{has, shared};
use gnubg_formats::{Import, read};

/// What a reading holds: decisions of every match.
fn content(import: &Import) -> Vec<[usize; 2]> {
    import.matches.iter().map(|one| one.record.n_decisions()).collect()
}

/// Files of every format, cut at many places in the middle of a line: either the same is read, or a warning tells.
#[test]
fn cut_files_say_so() {
    let mut wrong = Vec::new();
    for folder in [
        "mat",
        "gam",
        "sgf",
        "bgblitz",
        "bgroom",
        "empire",
        "oldmoves",
        "party",
        "sgg",
        "tmg",
        "xg",
        "ogxm",
        "snowietxt",
    ] {
        let path = shared().join("samples").join(folder);
        if !has(&path) {
            return;
        }
        let entries = std::fs::read_dir(&path).unwrap().flatten();
        let files = entries.filter(|entry| entry.path().is_file() && entry.file_name() != "manifest.csv");
        for entry in files.take(6) {
            let bytes = std::fs::read(entry.path()).unwrap();
            let Ok(whole) = read(&bytes, None, None) else { continue };
            for part in 3..20 {
                let mut end = bytes.len() * part / 20;
                while end > 0 && matches!(bytes[end - 1], b'\n' | b'\r' | b' ') {
                    end -= 1;
                }
                let Ok(found) = read(&bytes[..end], None, None) else { continue };
                let is_silent = found.matches.iter().all(|one| one.warnings.is_empty());
                // A file may end with any game that is over.
                let last = &found.matches.last().unwrap().record;
                let is_open = last.games.last().is_none_or(|game| game.outcome(last.length).is_none());
                if is_silent && is_open && content(&found) != content(&whole) {
                    let tail = String::from_utf8_lossy(&bytes[end.saturating_sub(30)..end]).into_owned();
                    wrong.push(format!("{folder}/{:?} at {end}: {tail:?}", entry.file_name()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} silent:\n{}", wrong.len(), wrong.join("\n"));
}

/// Texts cut in the middle of a word, above all near their end, where the last game is over already. Only a number may be
/// shorter than it was without anybody seeing it.
#[test]
fn texts_cut_in_the_middle_of_a_word_say_so() {
    let mut wrong = Vec::new();
    for folder in ["mat", "gam", "bgroom", "empire", "oldmoves", "party", "sgg", "tmg", "snowietxt"] {
        let path = shared().join("samples").join(folder);
        if !has(&path) {
            return;
        }
        let mut files: Vec<_> =
            std::fs::read_dir(&path).unwrap().flatten().map(|entry| entry.path()).collect();
        files.retain(|path| path.is_file() && !path.ends_with("manifest.csv"));
        files.sort();
        for path in files.iter().take(8) {
            let bytes = std::fs::read(path).unwrap();
            let Ok(whole) = read(&bytes, None, None) else { continue };
            let is_said = |import: &Import| import.matches.iter().any(|one| !one.warnings.is_empty());
            if is_said(&whole) || whole.matches.iter().any(gnubg_formats::Imported::is_position) {
                continue;
            }
            let near_the_end = (bytes.len() - 100..bytes.len()).filter(|&end| {
                let is_letter = |at: usize| bytes[at].is_ascii_alphabetic() || bytes[at] == b'_';
                is_letter(end - 1) && is_letter(end)
            });
            // "point" is as good a word as "points", where nothing else is known.
            let is_singular = |end: &usize| bytes[..*end].ends_with(b"Wins 1 point");
            for end in near_the_end.filter(|end| !is_singular(end)) {
                let Ok(found) = read(&bytes[..end], None, None) else { continue };
                if !is_said(&found) {
                    let tail = String::from_utf8_lossy(&bytes[end - 30..end]).into_owned();
                    wrong.push(format!("{folder}/{:?} at {end}: {tail:?}", path.file_name().unwrap()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} silent:\n{}", wrong.len(), wrong.join("\n"));
}

/// Small matches of every format, cut at every place: the same is read, or a warning tells, or the file is refused.
#[test]
fn small_matches_cut_anywhere_say_so() {
    let seeds = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let mut wrong = Vec::new();
    for folder in
        ["bgblitz", "bgroom", "empire", "gam", "mat", "ogxm", "oldmoves", "party", "sgf", "sgg", "tmg", "xg"]
    {
        for file in std::fs::read_dir(seeds.join(folder)).unwrap().map(|file| file.unwrap().path()) {
            let bytes = std::fs::read(&file).unwrap();
            let whole = read(&bytes, None, None).unwrap();
            if whole.matches.iter().any(|one| !one.warnings.is_empty()) {
                continue;
            }
            let is_text = !matches!(folder, "bgblitz" | "ogxm" | "xg");
            let is_line_end = |byte: u8| matches!(byte, b'\n' | b'\r');
            // What is missing of a text that ends with a line nobody can see.
            let mut ends = (1..bytes.len())
                .step_by(if is_text { 1 } else { 7 })
                .filter(|&end| !is_text || !is_line_end(bytes[end]) && !is_line_end(bytes[end - 1]));
            let is_silent = |end: usize| {
                let Ok(found) = read(&bytes[..end], None, None) else { return false };
                found.matches.iter().all(|one| one.warnings.is_empty())
                    && found
                        .matches
                        .iter()
                        .map(|one| &one.record)
                        .ne(whole.matches.iter().map(|one| &one.record))
            };
            if let Some(end) = ends.find(|&end| is_silent(end)) {
                let tail = String::from_utf8_lossy(&bytes[end.saturating_sub(30)..end]).into_owned();
                wrong.push(format!("{} at {end}: {tail:?}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} silent:\n{}", wrong.len(), wrong.join("\n"));
}

/// How the last line of a whole text may end without a line end, and how one that was cut.
#[test]
fn a_whole_last_line_needs_no_end() {
    let start = " 1 point match\n\n Game 1\n Ann : 0                  Ben : 0\n  1)                         61: 13/7 8/7\n";
    let n_warnings = |end: &str| {
        let import = read(format!("{start}{end}").as_bytes(), None, None).unwrap();
        import.matches.iter().map(|one| one.warnings.len()).sum::<usize>()
    };
    for whole in ["Wins 1 point and the match", "Wins 1 point", "Wins 1 point and the match      "] {
        assert_eq!(n_warnings(&format!("  2)  Resigns                  {whole}")), 0, "{whole}");
    }
    for cut in ["Wins 1 point and the mat", "Wins 1 poin", "Wins 1", "Wins 1 point and"] {
        assert_eq!(n_warnings(&format!("  2)  Resigns                  {cut}")), 1, "{cut}");
    }
}
