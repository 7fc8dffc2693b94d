// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading of match files.

use crate::measure;
use std::hint::black_box;
use std::path::{Path, PathBuf};

/// Files read in a second at least: 1,000 in 2 seconds.
const REQUIRED: f64 = 500.0;
/// The kinds of files that players mostly have: text, SGF with and without analysis, XG, OGXM.
const FOLDERS: [&str; 6] = ["mat", "sgf", "xg", "ogxm", "xg-text", "snowietxt"];

/// The recorded files of those kinds with their content.
fn recorded() -> Vec<(PathBuf, Vec<u8>)> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples");
    let mut files: Vec<PathBuf> = FOLDERS
        .iter()
        .filter_map(|folder| std::fs::read_dir(shared.join(folder)).ok())
        .flat_map(|entries| entries.flatten().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending != "csv"))
        .collect();
    files.sort();
    files.into_iter().filter_map(|path| std::fs::read(&path).ok().map(|bytes| (path, bytes))).collect()
}

pub(crate) fn run() {
    let mut files = recorded();
    files.retain(|(_, bytes)| gnubg_formats::read(bytes, None, None).is_ok());
    if files.is_empty() {
        println!("skipped: the recorded match files are absent");
        return;
    }
    let seconds = measure::seconds_per_item(|| {
        for (_, bytes) in &files {
            black_box(gnubg_formats::read(black_box(bytes), None, None).is_ok());
        }
        files.len() as u64
    });
    let size = files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() / files.len() / 1024;
    println!("{} match files of {size} KiB on average", files.len());
    measure::report("match files read", 1.0 / seconds, REQUIRED, "required 500 /s");
}
