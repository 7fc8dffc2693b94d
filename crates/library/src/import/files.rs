// SPDX-License-Identifier: GPL-3.0-or-later
//! The files that paths stand for: folders with everything below them, and archives.

use crate::error::{LibraryError, Result};
use gnubg_engine::input::{open_regular, read_limited};
use gnubg_formats::MAX_INPUT;
use std::collections::HashSet;
use std::io::{Cursor, Read as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// A file to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile {
    /// The file.
    pub path: PathBuf,
    /// Whether it was named; others were found in a folder, and those of no known format are left out of the report.
    pub is_named: bool,
}

/// A size and a time of change, by which an unchanged file is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Bytes.
    pub size: u64,
    /// Milliseconds since 1970, if the system knows.
    pub mtime: Option<i64>,
}

impl Stamp {
    /// The stamp of a file.
    #[must_use]
    pub fn of(path: &Path) -> Option<Stamp> {
        let data = std::fs::metadata(path).ok()?;
        let since = data.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        Some(Stamp { size: data.len(), mtime: since.and_then(|since| i64::try_from(since.as_millis()).ok()) })
    }
}

/// The files that paths stand for, in their order, and the folders that cannot be read. Hidden files and files of this
/// program's libraries are left out, and those whose name fits one of the patterns `without`.
#[must_use]
pub fn list(paths: &[PathBuf], without: &[String]) -> (Vec<InputFile>, Vec<(PathBuf, String)>) {
    let (mut files, mut problems, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    for path in paths {
        if path.is_dir() {
            let mut found = Vec::new();
            walk(path, without, &mut seen, &mut found, &mut problems);
            found.sort();
            files.extend(found.into_iter().map(|path| InputFile { path, is_named: false }));
        } else if seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            files.push(InputFile { path: path.clone(), is_named: true });
        }
    }
    (files, problems)
}

fn walk(
    folder: &Path,
    without: &[String],
    seen: &mut HashSet<PathBuf>,
    found: &mut Vec<PathBuf>,
    problems: &mut Vec<(PathBuf, String)>,
) {
    match folder.canonicalize() {
        Ok(real) => {
            if !seen.insert(real) {
                return;
            }
        }
        Err(error) => return problems.push((folder.to_owned(), error.to_string())),
    }
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return problems.push((folder.to_owned(), error.to_string())),
    };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let is_ours = name.contains(".gnubglib") || (path.is_dir() && name == "backups");
        if name.starts_with('.') || is_ours || without.iter().any(|pattern| fits(pattern, &name)) {
            continue;
        }
        if path.is_dir() {
            walk(&path, without, seen, found, problems);
        } else if path.is_file() && seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            found.push(path);
        }
    }
}

/// Whether a name fits a pattern in which `*` stands for any characters and `?` for one; case does not matter.
#[must_use]
pub fn fits(pattern: &str, name: &str) -> bool {
    fn matches(pattern: &[char], name: &[char]) -> bool {
        match pattern.split_first() {
            None => name.is_empty(),
            Some(('*', rest)) => (0..=name.len()).any(|n| matches(rest, &name[n..])),
            Some(('?', rest)) => !name.is_empty() && matches(rest, &name[1..]),
            Some((c, rest)) => name.first() == Some(c) && matches(rest, &name[1..]),
        }
    }
    let letters = |text: &str| text.to_lowercase().chars().collect::<Vec<char>>();
    matches(&letters(pattern), &letters(name))
}

/// The content of a file, or of one in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Content {
    /// The file; of one in an archive the archive, an exclamation mark and the name inside.
    pub name: String,
    /// Its bytes, or why they cannot be read.
    pub bytes: std::result::Result<Vec<u8>, String>,
}

/// Other archives, by their first bytes.
const ARCHIVES: [(&[u8], &str); 4] =
    [(b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!\x1a\x07", "RAR"), (b"BZh", "bzip2"), (b"\xfd7zXZ\x00", "xz")];

/// Reads a file; an archive gives each file in it.
///
/// # Errors
/// If it cannot be read at all.
pub(super) fn contents(path: &Path) -> Result<Vec<Content>> {
    let failed = |source| LibraryError::Io { path: path.to_owned(), source };
    let (_, data) = open_regular(path).map_err(failed)?;
    let name = path.to_string_lossy().into_owned();
    // Archives may be larger than what is in them; each file in one is limited by itself.
    let is_archive = starts_with(path, b"PK\x03\x04");
    let limit = if is_archive { 4 << 30 } else { MAX_INPUT as u64 };
    if data.len() > limit {
        let mib = data.len().div_ceil(1 << 20);
        let reason = format!("the file has {mib} MiB, more than the limit of {} MiB", limit >> 20);
        return Ok(vec![Content { name, bytes: Err(reason) }]);
    }
    let bytes = read_limited(path, limit).map_err(failed)?;
    if is_archive {
        return Ok(unzipped(&name, bytes));
    }
    if let Some((_, kind)) = ARCHIVES.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        let reason = format!("{kind} archives cannot be read; unpack it, or pack the files as ZIP");
        return Ok(vec![Content { name, bytes: Err(reason) }]);
    }
    if bytes.get(257..262) == Some(b"ustar") {
        let reason = "tar archives cannot be read; unpack it, or pack the files as ZIP".to_owned();
        return Ok(vec![Content { name, bytes: Err(reason) }]);
    }
    Ok(vec![Content { name, bytes: Ok(bytes) }])
}

fn starts_with(path: &Path, magic: &[u8]) -> bool {
    let mut start = vec![0; magic.len()];
    std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == magic
}

/// The files of a ZIP archive, in its order.
fn unzipped(name: &str, bytes: Vec<u8>) -> Vec<Content> {
    let whole = |reason: String| vec![Content { name: name.to_owned(), bytes: Err(reason) }];
    let mut archive = match zip::ZipArchive::new(Cursor::new(bytes)) {
        Ok(archive) => archive,
        Err(error) => return whole(format!("the archive cannot be read: {error}")),
    };
    let mut found = Vec::new();
    for n in 0..archive.len() {
        let mut file = match archive.by_index(n) {
            Ok(file) => file,
            Err(error) => {
                let name = format!("{name}!file {}", n + 1);
                found.push(Content { name, bytes: Err(error.to_string()) });
                continue;
            }
        };
        let inside = file.name().map_or_else(|_| format!("file {}", n + 1), |name| name.into_owned());
        let last = inside.rsplit('/').next().unwrap_or_default();
        if file.is_dir() || last.starts_with('.') || inside.starts_with("__MACOSX") {
            continue;
        }
        let mut bytes = Vec::new();
        let read = (&mut file).take(MAX_INPUT as u64 + 1).read_to_end(&mut bytes);
        let bytes = match read {
            Err(error) => Err(format!("it cannot be decompressed: {error}")),
            Ok(_) if bytes.len() > MAX_INPUT => Err(format!("it has more than {} MiB", MAX_INPUT >> 20)),
            Ok(_) => Ok(bytes),
        };
        found.push(Content { name: format!("{name}!{inside}"), bytes });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_names() {
        assert!(fits("*.txt", "a.TXT") && fits("match-?.mat", "match-1.mat") && fits("*", ""));
        assert!(!fits("*.txt", "a.mat") && !fits("?", ""));
    }

    #[test]
    fn folders_are_walked_once_without_hidden_files() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("b/c")).unwrap();
        std::fs::create_dir_all(at("backups")).unwrap();
        for name in ["a.mat", ".hidden", "b/c/d.sgf", "x.gnubglib", "backups/y.mat", "b/skip.tmp"] {
            std::fs::write(at(name), "x").unwrap();
        }
        let (files, problems) =
            list(&[folder.path().to_owned(), at("a.mat"), at("gone.mat")], &["*.tmp".to_owned()]);
        let names: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
        assert_eq!(names, [at("a.mat"), at("b/c/d.sgf"), at("gone.mat")]);
        assert!(problems.is_empty() && files[2].is_named && !files[0].is_named);
        assert!(contents(&at("gone.mat")).is_err());
    }
}
