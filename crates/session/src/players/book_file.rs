// SPDX-License-Identifier: GPL-3.0-or-later
//! The file of the player records.

use super::{PlayedMatch, PlayerBook};
use crate::files::shared_file::{self, SetAside, SharedContent};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// The version written, and the latest read.
const VERSION: u32 = 1;

/// Why the statistics could not be read or written.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file was damaged; it was renamed, and what could be read of it is used.
    #[error("the file of the player records was damaged and was renamed to {path}: {reason}")]
    SetAside {
        /// Where it is now.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file cannot be read, and cannot be renamed either.
    #[error("the player records in {path} cannot be read: {reason}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The file could not be written.
    #[error(
        "the player records could not be saved in {path}: {reason}; free some space or check permissions"
    )]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
}

#[derive(Default, Serialize, Deserialize)]
struct Stored {
    version: u32,
    matches: Vec<PlayedMatch>,
    /// Notes by the players' names in lower case.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    notes: BTreeMap<String, String>,
}

impl SharedContent for Stored {
    fn parse(text: &str) -> Result<Stored, String> {
        match serde_json::from_str::<Stored>(text) {
            Ok(stored) if stored.version <= VERSION => Ok(stored),
            Ok(stored) => {
                Err(format!("version {}, while this program reads version {VERSION}", stored.version))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// Each match that is whole, and the notes if they are.
    fn rescue(text: &str) -> Stored {
        fn first<'a, T: Deserialize<'a>>(text: &'a str) -> Option<T> {
            serde_json::Deserializer::from_str(text).into_iter().next()?.ok()
        }
        let starts = text.match_indices("\"key\"").filter_map(|(at, _)| text[..at].rfind('{'));
        let matches = starts.filter_map(|at| first(&text[at..])).collect();
        let notes = text.rfind("\"notes\"").and_then(|at| first(text[at..].split_once(':')?.1));
        Stored { version: VERSION, matches, notes: notes.unwrap_or_default() }
    }
}

impl From<SetAside> for BookError {
    fn from(aside: SetAside) -> BookError {
        BookError::SetAside { path: aside.path, reason: aside.reason }
    }
}

impl PlayerBook {
    /// Reads the file; a missing one holds no matches. A damaged one is renamed; the matches in it that are sound are
    /// used.
    #[must_use]
    pub fn read(path: &Path) -> (PlayerBook, Option<BookError>) {
        let mut book = PlayerBook { path: Some(path.to_owned()), ..PlayerBook::default() };
        match shared_file::read_or_rescue::<Stored>(path) {
            Ok(None) => (book, None),
            Ok(Some((stored, None))) => {
                (book.matches, book.notes) = (stored.matches, stored.notes);
                book.written = Arc::new(Mutex::new((book.matches.clone(), book.notes.clone())));
                (book, None)
            }
            Ok(Some((stored, aside))) => {
                (book.matches, book.notes) = (stored.matches, stored.notes);
                let saved = book.save().err();
                (book, aside.map(BookError::from).or(saved))
            }
            Err(reason) => {
                (book, Some(BookError::Read { path: path.to_owned(), reason: reason.to_string() }))
            }
        }
    }

    /// Writes what was changed here onto what the file holds by then, in one piece.
    ///
    /// # Errors
    /// If that is not possible; or, after the file was written, if a damaged one had to be set aside.
    pub fn save(&self) -> Result<(), BookError> {
        let Some(path) = &self.path else { return Ok(()) };
        let failed = |reason| BookError::Write { path: path.clone(), reason };
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let lock = shared_file::lock(path).map_err(failed)?;
        let (present, aside) = lock
            .read_or_rescue::<Stored>()
            .map_err(|error| BookError::Read { path: path.clone(), reason: error.to_string() })?
            .unwrap_or_default();
        let mut merged =
            PlayerBook { matches: present.matches, notes: present.notes, ..PlayerBook::default() };
        let (old_matches, old_notes) = &*written;
        let is_gone = |old: &&PlayedMatch| self.matches.iter().all(|one| one.key != old.key);
        old_matches.iter().filter(is_gone).for_each(|old| merged.remove(old.key));
        for one in self.matches.iter().filter(|one| !old_matches.contains(one)) {
            merged.add(one.clone());
        }
        merged.notes.retain(|name, _| self.notes.contains_key(name) || !old_notes.contains_key(name));
        let is_new = |(name, note): &(&String, &String)| old_notes.get(*name) != Some(*note);
        merged
            .notes
            .extend(self.notes.iter().filter(is_new).map(|(name, note)| (name.clone(), note.clone())));
        lock.replace(&merged.bytes().map_err(failed)?).map_err(failed)?;
        *written = (self.matches.clone(), self.notes.clone());
        aside.map_or(Ok(()), |aside| Err(aside.into()))
    }

    fn bytes(&self) -> std::io::Result<Vec<u8>> {
        let stored = Stored { version: VERSION, matches: self.matches.clone(), notes: self.notes.clone() };
        Ok(serde_json::to_vec_pretty(&stored)?)
    }

    /// Writes everything to another file of the same format.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn save_as(&self, path: &Path) -> Result<(), BookError> {
        let failed = |reason| BookError::Write { path: path.to_owned(), reason };
        shared_file::replace(path, &self.bytes().map_err(failed)?).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::played;
    use super::*;

    #[test]
    fn the_book_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/players.json");
        let (mut book, problem) = PlayerBook::read(&path);
        assert!(problem.is_none());
        book.add(played(u64::MAX, ["Ann \"A\"", "Bob"], [7, 3], 1.0 / 3.0));
        book.set_note("Bob", "two\nlines");
        book.save().unwrap();
        let (again, problem) = PlayerBook::read(&path);
        assert!(problem.is_none());
        assert_eq!(again, book);
        for text in ["{}", "{\"version\": 2, \"matches\": []}", "no book"] {
            std::fs::write(&path, text).unwrap();
            let (empty, problem) = PlayerBook::read(&path);
            assert!(empty.matches().is_empty());
            let Some(BookError::SetAside { path: aside, .. }) = problem else { panic!("{text}") };
            assert_eq!(std::fs::read_to_string(aside).unwrap(), text);
        }
    }

    #[test]
    fn whole_matches_of_a_damaged_book_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("players.json");
        let (mut book, _) = PlayerBook::read(&path);
        for key in 0..5 {
            book.add(played(key, ["Ann", "Bob"], [7, 3], 1.5));
        }
        book.set_note("Bob", "plays fast");
        book.save().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        // Match 2 has a byte that does not belong there.
        let at = text.find("\"key\": 2").unwrap();
        std::fs::write(&path, format!("{}?{}", &text[..at + 12], &text[at + 12..])).unwrap();
        let (rest, problem) = PlayerBook::read(&path);
        assert!(matches!(problem, Some(BookError::SetAside { .. })), "{problem:?}");
        assert_eq!(rest.matches().iter().map(|one| one.key).collect::<Vec<_>>(), [0, 1, 3, 4]);
        assert_eq!(rest.note("Bob"), "plays fast");
        assert_eq!(PlayerBook::read(&path).0, rest, "the rest is in the file again");
        // A torn one keeps what comes before.
        std::fs::write(&path, &text[..at]).unwrap();
        assert_eq!(PlayerBook::read(&path).0.matches().len(), 2);
    }

    #[test]
    fn two_programs_keep_each_others_matches() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("players.json");
        let (mut first, _) = PlayerBook::read(&path);
        first.add(played(1, ["Ann", "Bob"], [7, 3], 1.5));
        first.add(played(2, ["Ann", "Bob"], [7, 3], 1.5));
        first.set_note("Ann", "old");
        first.save().unwrap();
        let (mut second, _) = PlayerBook::read(&path);
        first.remove(1);
        first.add(played(3, ["Ann", "Cid"], [5, 3], 1.5));
        first.set_note("Cid", "new");
        first.save().unwrap();
        second.add(played(4, ["Bob", "Dan"], [1, 3], 1.5));
        second.set_note("Ann", "");
        second.save().unwrap();
        let (both, _) = PlayerBook::read(&path);
        assert_eq!(both.matches().iter().map(|one| one.key).collect::<Vec<_>>(), [2, 3, 4]);
        assert_eq!((both.note("Ann"), both.note("Cid")), ("", "new"));
    }
}
