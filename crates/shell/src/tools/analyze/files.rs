// SPDX-License-Identifier: GPL-3.0-or-later
//! Where analyzed matches are saved, and what an earlier run has saved there.

use gnubg_formats::sgf::{self, SgfOptions};
use gnubg_formats::{FileError, ImportError};
use gnubg_record::MatchRecord;
use gnubg_session::options::file::SettingsError;
use gnubg_session::{Analyst, TableError};
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a match was not analyzed.
#[derive(Debug, Error)]
pub(super) enum AnalyzeError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{0} contains another match and is not overwritten; choose another folder with --output")]
    Taken(PathBuf),
    #[error("the match cannot be saved as SGF: {0}")]
    Unsavable(ImportError),
    #[error(
        "the earlier results in {path} cannot be read: {source}; delete the file or choose another folder with --output"
    )]
    Broken { path: PathBuf, source: FileError },
    #[error("{path}: {source}; correct the file or use --no-settings")]
    Settings { path: PathBuf, source: SettingsError },
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("nets: {0}")]
    Nets(String),
    #[error("cannot start threads: {0}")]
    Threads(String),
    #[error("cannot write the results: {0}")]
    Output(String),
}

/// Chooses file names that are unique within a run.
#[derive(Debug)]
pub(super) struct Targets {
    folder: Option<PathBuf>,
    /// The names given, with their folders as the system knows them.
    given: HashSet<PathBuf>,
}

/// Where one match is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    path: PathBuf,
    /// Whether it is the file that was read.
    is_source: bool,
}

impl Targets {
    pub(super) fn new(folder: Option<PathBuf>) -> Targets {
        Targets { folder, given: HashSet::new() }
    }

    /// The target of one match of a file; `number` is the number of the match if the file has several. If the name is
    /// already used in this run, the extension of the source is added, then a number. The same files in the same order
    /// always get the same names.
    pub(super) fn of(&mut self, source: &Path, number: Option<usize>) -> Target {
        let folder = match &self.folder {
            Some(folder) => folder.clone(),
            None => source.parent().map(Path::to_owned).unwrap_or_default(),
        };
        let (stem, ending) = (source.file_stem().unwrap_or_default(), source.extension().unwrap_or_default());
        let number = number.map_or_else(String::new, |number| format!("-{number}"));
        // Names need not be text.
        let name = |parts: &[&OsStr]| parts.iter().copied().collect::<OsString>();
        let first = name(&[stem, number.as_ref(), ".sgf".as_ref()]);
        let second = name(&[stem, "-".as_ref(), ending, number.as_ref(), ".sgf".as_ref()]);
        let more = (2..).map(|n| {
            let end = format!("{number}-{n}.sgf");
            name(&[stem, "-".as_ref(), ending, end.as_ref()])
        });
        let path = [first, second]
            .into_iter()
            .chain(more)
            .map(|name| folder.join(name))
            .find(|path| !self.given.contains(&in_real_folder(path)))
            .unwrap_or_default();
        self.given.insert(in_real_folder(&path));
        let same = |a: &Path, b: &Path| match (a.canonicalize(), b.canonicalize()) {
            (Ok(a), Ok(b)) => a == b,
            _ => false,
        };
        Target { is_source: same(&path, source), path }
    }

    /// Whether this file holds the result of another one of this run.
    pub(super) fn is_result(&self, path: &Path) -> bool {
        self.given.contains(&in_real_folder(path))
    }

    /// Makes a name available again that could not be used.
    pub(super) fn give_back(&mut self, target: &Target) {
        self.given.remove(&in_real_folder(&target.path));
    }
}

/// The path with its folder as the system knows it, so that equal files have equal paths.
fn in_real_folder(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    folder.join(path.file_name().unwrap_or_default())
}

impl Target {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The match with the analysis that an earlier run saved. If the target is the source itself, this is `read`.
    pub(super) fn earlier(&self, read: &MatchRecord) -> Result<Option<MatchRecord>, AnalyzeError> {
        if self.is_source {
            return Ok(Some(read.clone()));
        }
        if !self.path.exists() {
            return Ok(None);
        }
        let broken = |source| AnalyzeError::Broken { path: self.path.clone(), source };
        let import = gnubg_formats::read_file(&self.path, None).map_err(broken)?;
        // Compare with what SGF keeps of the match, because it does not keep everything.
        let text = sgf::write(read, &SgfOptions::default());
        let mut kept = gnubg_formats::read(text.as_bytes(), None, None).map_err(AnalyzeError::Unsavable)?;
        let kept = kept.matches.swap_remove(0).record;
        match <[_; 1]>::try_from(import.matches) {
            Ok([saved]) if is_same_match(&saved.record, &kept) => Ok(Some(saved.record)),
            _ => Err(AnalyzeError::Taken(self.path.clone())),
        }
    }

    /// Makes sure that no other match would be overwritten.
    pub(super) fn check(&self, read: &MatchRecord) -> Result<(), AnalyzeError> {
        self.earlier(read).map(|_| ())
    }

    /// Writes the match in one step, so that the file is always complete.
    pub(super) fn save(&self, record: &MatchRecord, analyst: &Analyst) -> Result<(), AnalyzeError> {
        let options = SgfOptions {
            table: Some(&*analyst.table),
            thresholds: analyst.options.thresholds,
            ..SgfOptions::default()
        };
        Ok(gnubg_formats::save(&self.path, sgf::write(record, &options).as_bytes())?)
    }
}

/// Whether both matches have the same games.
fn is_same_match(a: &MatchRecord, b: &MatchRecord) -> bool {
    let entries = |record: &MatchRecord| {
        let of_game = |game: &gnubg_record::GameRecord| {
            let entries = game.entries.iter().map(|entry| (entry.player, entry.action.clone()));
            (game.start.score, entries.collect::<Vec<_>>())
        };
        record.games.iter().map(of_game).collect::<Vec<_>>()
    };
    a.length == b.length && entries(a) == entries(b)
}
