// SPDX-License-Identifier: GPL-3.0-or-later
//! Every phrase of the program reaches the translators, and what they wrote fits.
//!
//! gettext 0.21 reads our sources as C and loses phrases that stand on a line with a lone lifetime tick; this test
//! compares what is in the sources with what it found.

#[path = "translations/catalogues.rs"]
mod catalogues;
#[path = "support/catalogues.rs"]
mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{KEYWORDS, listed, root};

/// Functions whose first argument is a phrase; the context of `pgettext` comes before it.
const CALLS: [&str; 6] = ["gettext(", "gettext_f(", "ngettext_f(", "noted(", "pgettext(", "npgettext_f("];

/// All Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The string literal at the start of `text`, after blanks, and what follows it.
fn literal(text: &str) -> Option<(String, &str)> {
    let body = text.trim_start().strip_prefix('"')?;
    let mut escaped = false;
    for (n, c) in body.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some((body[..n].to_owned(), &body[n + 1..])),
            _ => {}
        }
    }
    None
}

/// The phrases of a source file.
fn phrases(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for call in CALLS {
        for (at, _) in text.match_indices(call) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let Some((first, rest)) = literal(&text[at + call.len()..]) else { continue };
            if matches!(call, "pgettext(" | "npgettext_f(") {
                let second = rest.trim_start().strip_prefix(',').and_then(literal);
                found.extend(second.map(|(phrase, _)| phrase));
            } else {
                found.push(first);
            }
        }
    }
    found
}

#[test]
fn files_with_phrases_are_listed() {
    let listed: BTreeSet<String> = listed().into_iter().collect();
    for file in &listed {
        assert!(root().join(file).exists(), "po/POTFILES.in names {file}, which does not exist");
    }
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a source file");
        if phrases(&text).is_empty() {
            continue;
        }
        let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned();
        assert!(listed.contains(&name), "{name} has phrases and is missing from po/POTFILES.in");
    }
}

#[test]
fn gettext_finds_every_phrase() {
    let rust: Vec<String> = listed().into_iter().filter(|file| file.ends_with(".rs")).collect();
    let output = Command::new("xgettext")
        .current_dir(root())
        .args(["--language=C", "--from-code=UTF-8", "--output=-"])
        .args(KEYWORDS)
        .args(&rust)
        .output();
    let Ok(output) = output else {
        println!("skipped: xgettext is not installed");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found = String::from_utf8(output.stdout).expect("UTF-8");
    // Long phrases are written over several lines.
    let found = found.replace("\"\n\"", "");
    for file in rust {
        let text = std::fs::read_to_string(root().join(&file)).expect("a source file");
        for phrase in phrases(&text) {
            assert!(found.contains(&format!("\"{phrase}\"")), "{file}: {phrase:?} is lost");
        }
    }
}

/// The window writes one spelling, and "checker play": the other words are those of typed commands.
#[test]
fn the_window_has_one_spelling() {
    let mut files = Vec::new();
    sources(&root().join("crates/gtk/src"), &mut files);
    let mut n_phrases = 0;
    for path in files {
        for phrase in phrases(&std::fs::read_to_string(&path).expect("a source file")) {
            n_phrases += 1;
            let lower = phrase.to_lowercase();
            let odd =
                ["analyse", "analysing", "chequer", "colour"].into_iter().find(|word| lower.contains(word));
            assert_eq!(odd, None, "{}: {phrase:?}", path.display());
        }
    }
    assert!(n_phrases > 500, "{n_phrases} phrases were found");
}
