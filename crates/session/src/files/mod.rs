// SPDX-License-Identifier: GPL-3.0-or-later
//! Files without a session: what one held, the folders, files that several programs share, the journal of the running
//! match.

pub mod directories;
pub mod journal;
pub(crate) mod shared_file;

use gnubg_formats::{Format, Imported, Warning};
use gnubg_record::MatchRecord;
use std::path::PathBuf;

/// What a file held.
#[derive(Clone, Debug, PartialEq)]
pub struct FileRead {
    /// The file.
    pub path: PathBuf,
    /// The format it was read as.
    pub format: Format,
    /// Its matches or positions, at least one, with the problems found while reading.
    pub matches: Vec<Imported>,
    /// The one that is shown now; `None` if there are several and none was chosen.
    pub shown: Option<usize>,
    /// Whether they come from the files of an archive, which is never written.
    pub is_archive: bool,
}

impl FileRead {
    /// The problems found while reading the match that is shown.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        self.shown.and_then(|n| self.matches.get(n)).map_or(&[], |one| &one.warnings)
    }
}

/// Puts the analysis of `copy` into a record that was played the same way, as far as each game was.
pub(crate) fn graft_analysis(record: &mut MatchRecord, copy: &MatchRecord) {
    for (game, copied) in record.games.iter_mut().zip(&copy.games).filter(|(a, b)| a.start == b.start) {
        let pairs = game.entries.iter_mut().zip(&copied.entries);
        let same = pairs.take_while(|(a, b)| (a.player, &a.action) == (b.player, &b.action));
        for (entry, copied) in
            same.filter(|(entry, copied)| entry.analysis.is_none() && copied.analysis.is_some())
        {
            entry.analysis.clone_from(&copied.analysis);
        }
    }
}
