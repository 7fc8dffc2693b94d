// SPDX-License-Identifier: GPL-3.0-or-later
//! What the tests on recorded files share: where they are, their manifests, a match equity table.

use gnubg_engine::cube::{DEFAULT_MET, MatchEquityTable, shipped};
use std::collections::HashMap;
use std::path::PathBuf;

/// The folder of recorded material; tests pass without it.
pub(crate) fn shared() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared")
}

/// Whether a folder is there; says so if not.
pub(crate) fn has(path: &std::path::Path) -> bool {
    let there = path.exists();
    if !there {
        println!("skipped: {} is absent", path.display());
    }
    there
}

/// The rows of a manifest by column. Fields may stand in quotation marks.
pub(crate) fn manifest(folder: &std::path::Path) -> Vec<HashMap<String, String>> {
    let bytes = std::fs::read(folder.join("manifest.csv")).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut rows = text.lines().map(fields);
    let head = rows.next().unwrap();
    rows.map(|row| head.iter().cloned().zip(row).collect()).collect()
}

fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(std::mem::take(&mut field)),
            _ => field.push(c),
        }
    }
    fields.push(field);
    fields
}

/// The table the recorded analyses were made with.
pub(crate) fn table() -> MatchEquityTable {
    shipped(DEFAULT_MET).unwrap()
}
