// SPDX-License-Identifier: GPL-3.0-or-later
//! The games of a duel in a file, so that the same command continues after an interruption.
//!
//! The first line names the duel; each other one holds the result of two games with the same dice, as soon as it is known.

use gnubg_engine::duel::PairResult;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Bytes of the largest log that is read.
const MAX_BYTES: u64 = 1 << 30;
/// What the first line says the file is.
const FORMAT: &str = "gnubg duel";

/// The result of a pair of games in a line.
fn read_line(line: &str) -> Result<(u32, PairResult), String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let number = |name: &str| value[name].as_f64();
    let pair = value["pair"].as_u64().and_then(|pair| u32::try_from(pair).ok());
    match (pair, number("plain"), number("adjusted")) {
        (Some(pair), Some(plain), Some(adjusted)) => Ok((pair, PairResult { plain, adjusted })),
        _ => Err("pair, plain and adjusted are expected".to_owned()),
    }
}

/// A log that is open.
pub(super) struct DuelLog {
    path: PathBuf,
    file: Mutex<File>,
    known: BTreeMap<u32, PairResult>,
    /// The first error of writing.
    problem: Mutex<Option<String>>,
}

impl DuelLog {
    /// Opens a log, or makes one.
    ///
    /// # Errors
    /// If it cannot be used, or belongs to another duel.
    pub(super) fn open(path: &Path, players: [String; 2], seed: u32) -> Result<DuelLog, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        // What is played: the same in every command that continues it.
        let header = json!({ "format": FORMAT, "version": 1, "players": players, "seed": seed });
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| failed(&error))?;
        let mut text = String::new();
        (&mut file).take(MAX_BYTES).read_to_string(&mut text).map_err(|error| failed(&error))?;
        // A program that was killed may have left half a line.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().enumerate();
        let mut known = BTreeMap::new();
        if text.is_empty() {
            writeln!(file, "{header}").map_err(|error| failed(&error))?;
        } else {
            let first = lines.next().and_then(|(_, first)| serde_json::from_str::<Value>(first).ok());
            match first.filter(|first| first["format"] == FORMAT) {
                None => return Err(failed(&"this is no log of a duel")),
                Some(found) if found != header => {
                    return Err(failed(&"this is the log of another duel; name another file"));
                }
                Some(_) => file.set_len(whole as u64).map_err(|error| failed(&error))?,
            }
        }
        for (n, line) in lines {
            let (pair, result) =
                read_line(line).map_err(|error| format!("{}, line {}: {error}", path.display(), n + 1))?;
            known.insert(pair, result);
        }
        Ok(DuelLog { path: path.to_owned(), file: Mutex::new(file), known, problem: Mutex::new(None) })
    }

    /// The pairs of games that are known.
    pub(super) fn known(&self) -> &BTreeMap<u32, PairResult> {
        &self.known
    }

    /// Adds the result of a pair of games.
    pub(super) fn add(&self, pair: u32, result: PairResult) {
        let PairResult { plain, adjusted } = result;
        let line = json!({ "pair": pair, "plain": plain, "adjusted": adjusted });
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(format!("{line}\n").as_bytes());
        if let Err(error) = written {
            self.problem.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error.to_string());
        }
    }

    /// Why games could not be kept, if so.
    pub(super) fn problem(&self) -> Option<String> {
        let problem = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
        problem.as_ref().map(|error| format!("{}: {error}; some games were not kept", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players() -> [String; 2] {
        ["a".to_owned(), "b".to_owned()]
    }

    #[test]
    fn games_are_kept_and_half_a_line_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("duel.log");
        let result = |n: u32| PairResult { plain: f64::from(n) / 3.0, adjusted: -f64::from(n) / 7.0 };
        let log = DuelLog::open(&path, players(), 1).unwrap();
        assert!(log.known().is_empty());
        for n in [4, 0, 2] {
            log.add(n, result(n));
        }
        assert_eq!(log.problem(), None);
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}{{\"pair\":3,\"pl")).unwrap();
        let log = DuelLog::open(&path, players(), 1).unwrap();
        assert_eq!(log.known().keys().copied().collect::<Vec<_>>(), [0, 2, 4]);
        assert!((log.known()[&2].adjusted - result(2).adjusted).abs() < 1e-12);
        log.add(1, result(1));
        assert_eq!(DuelLog::open(&path, players(), 1).unwrap().known().len(), 4);
        // Other duels and other files are left alone.
        let other = DuelLog::open(&path, players(), 2).map(|_| ()).unwrap_err();
        assert!(other.contains("another duel"), "{other}");
        for text in ["something else\n", "without an end", "{}\n"] {
            std::fs::write(&path, text).unwrap();
            let other = DuelLog::open(&path, players(), 1).map(|_| ()).unwrap_err();
            assert!(other.contains("no log of a duel"), "{other}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        std::fs::write(&path, format!("{}\nx\n", whole.lines().next().unwrap())).unwrap();
        let damaged = DuelLog::open(&path, players(), 1).map(|_| ()).unwrap_err();
        assert!(damaged.contains("line 2"), "{damaged}");
    }
}
