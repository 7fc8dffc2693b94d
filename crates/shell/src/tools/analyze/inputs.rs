// SPDX-License-Identifier: GPL-3.0-or-later
//! The files that the arguments of `gnubg analyze` name, each once.

use super::files::AnalyzeError;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A file to analyze.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    pub(super) path: PathBuf,
    /// Whether an argument names it. Other files were found in a folder and are skipped if they are of no known format.
    pub(super) is_named: bool,
}

/// The files that `arguments` name, in their order, and the folders that cannot be read. A folder stands for the files
/// in it and in its folders, except hidden ones and those in `output`: by name, SGF files last, because they may be
/// results of the others. A file that is named twice or found again is listed once.
pub(super) fn inputs(arguments: &[PathBuf], output: Option<&Path>) -> (Vec<Input>, Vec<AnalyzeError>) {
    let output = output.and_then(|folder| folder.canonicalize().ok());
    let (mut files, mut failures, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    let mut list = |path: PathBuf, is_named: bool| {
        if seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            files.push(Input { path, is_named });
        }
    };
    for argument in arguments {
        if !argument.is_dir() {
            list(argument.clone(), true);
            continue;
        }
        let mut found = Vec::new();
        let mut visited: HashSet<PathBuf> = output.iter().cloned().collect();
        walk(argument, &mut visited, &mut found, &mut failures);
        found.sort_by_cached_key(|path| (is_sgf(path), path.clone()));
        found.into_iter().for_each(|path| list(path, false));
    }
    (files, failures)
}

fn is_sgf(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}

/// Adds the files below a folder; `visited` holds the folders that are left out.
fn walk(
    folder: &Path,
    visited: &mut HashSet<PathBuf>,
    found: &mut Vec<PathBuf>,
    failures: &mut Vec<AnalyzeError>,
) {
    let failed = |source| AnalyzeError::Io { path: folder.to_owned(), source };
    match folder.canonicalize() {
        Ok(folder) => {
            if !visited.insert(folder) {
                return;
            }
        }
        Err(error) => return failures.push(failed(error)),
    }
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return failures.push(failed(error)),
    };
    for entry in entries {
        match entry {
            Ok(entry) if entry.file_name().as_encoded_bytes().starts_with(b".") => {}
            Ok(entry) if entry.path().is_dir() => walk(&entry.path(), visited, found, failures),
            Ok(entry) if entry.path().is_file() => found.push(entry.path()),
            // A pipe or device is no match.
            Ok(_) => {}
            Err(error) => failures.push(failed(error)),
        }
    }
}
