// SPDX-License-Identifier: GPL-3.0-or-later
//! Databases of positions: positions of self-play, their rollouts, nets trained on them, and examinations of nets.
//!
//! A database is a text file with a line of JSON for each position after a line that names the format; it is replaced as a
//! whole, so it is never half written. Positions are those of the player on roll, before the roll, without a cube.

mod exam;
mod nets_file;
mod task;
mod work;

pub use exam::{ExamDecision, ExamGrade, ExamMean, read_decisions};
pub use gnubg_train::kind::PositionKind;
pub use task::{
    DatabaseAction, DatabaseOutcome, DatabaseProgress, DatabaseStep, DatabaseTask, FileDone, FileWork,
    UnfinishedMeasurement,
};
pub use work::{TrainingOptions, VerificationErrors};

use gnubg_engine::core::{Board, Probs};
use gnubg_engine::input;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What the first line of a database says it is.
const FORMAT: &str = "gnubg positions";
/// Bytes that the first line of an export has at most.
const MAX_LINE: u64 = 4096;
/// The version of the format.
const VERSION: u32 = 1;

/// The first line of a database.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    generating: Option<UnfinishedGeneration>,
}

impl Header {
    /// The header in a line, if it is one.
    fn of(line: &str) -> Option<Header> {
        let header: Header = serde_json::from_str(line).ok()?;
        (header.format == FORMAT && header.version == VERSION).then_some(header)
    }
}

/// Positions that were being added when the program stopped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct UnfinishedGeneration {
    /// Positions wanted.
    pub(crate) wanted: usize,
    /// Positions added.
    pub(crate) added: usize,
    /// The threshold of the equity.
    pub(crate) threshold: f32,
    /// The seed of the dice.
    pub(crate) seed: u64,
}

/// Bytes of the largest database that is read.
const MAX_BYTES: u64 = 1 << 30;

/// One in the chances of the text format.
const CHANCE_ONE: f32 = 65535.0;

/// A position counts in training and verification from so many games on.
pub const MIN_TRIALS: u32 = 36;

/// What went wrong with a database.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// A file cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A line cannot be understood.
    #[error("{}, line {line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Nothing can be done with what the database contains.
    #[error("{0}")]
    Nothing(&'static str),
    /// Rolling out or training failed.
    #[error("{0}")]
    Work(String),
    /// The user interrupted.
    #[error(transparent)]
    Cancelled(#[from] gnubg_engine::core::Cancelled),
}

/// The rollout of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RolledOut {
    /// The five chances of the player on roll.
    pub chances: [f32; 5],
    /// Their standard errors; 0 where they are not known.
    pub errors: [f32; 5],
    /// Games.
    pub trials: u32,
    /// Seconds since 1970 when it was made.
    pub time: u64,
    /// A checksum of the settings and the nets; 0 if not known, as after an import or a merge.
    pub settings: u64,
}

impl RolledOut {
    /// The chances.
    #[must_use]
    pub fn probs(&self) -> Probs {
        Probs::from_array(self.chances)
    }
}

#[derive(Serialize, Deserialize)]
struct StoredPosition {
    id: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none", default)]
    rollout: Option<RolledOut>,
}

/// Positions by key, each with its rollout if it has one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PositionDatabase {
    entries: BTreeMap<[u8; 10], Option<RolledOut>>,
    /// What adds positions and has not ended.
    pub(crate) generating: Option<UnfinishedGeneration>,
}

fn file_error(path: &Path, reason: &dyn std::fmt::Display) -> DatabaseError {
    DatabaseError::File { path: path.to_owned(), reason: reason.to_string() }
}

impl PositionDatabase {
    /// Reads a database.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is damaged.
    pub fn read(path: &Path) -> Result<PositionDatabase, DatabaseError> {
        let text = read_text(path)?;
        let mut lines = text.lines().enumerate();
        let header = lines.next().and_then(|(_, first)| Header::of(first)).ok_or_else(|| {
            file_error(path, &"this is no database of positions; make one with database new")
        })?;
        let mut database = PositionDatabase { generating: header.generating, ..PositionDatabase::default() };
        for (n, line) in lines {
            let (board, rollout) = stored(line).map_err(|reason| line_error(path, n, reason))?;
            database.entries.insert(board.key(), rollout);
        }
        Ok(database)
    }

    /// Writes it; the file is replaced in one piece.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), DatabaseError> {
        save(path, self.to_text().as_bytes())
    }

    /// The content of its file.
    fn to_text(&self) -> String {
        let header = Header { format: FORMAT.to_owned(), version: VERSION, generating: self.generating };
        // Numbers and letters can always be written.
        let mut text = serde_json::to_string(&header).unwrap_or_default() + "\n";
        self.write_lines(&mut text);
        text
    }

    fn write_lines(&self, text: &mut String) {
        for (key, rollout) in &self.entries {
            let id = Board::from_key(*key).map(|board| board.position_id()).unwrap_or_default();
            let line = serde_json::to_string(&StoredPosition { id, rollout: rollout.clone() });
            // Numbers and letters can always be written.
            let _ = writeln!(text, "{}", line.unwrap_or_default());
        }
    }

    /// Number of positions, and of those with a rollout.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.entries.len(), self.entries.values().flatten().count())
    }

    /// Adds a position; `false` if it already exists.
    pub fn insert(&mut self, board: &Board) -> bool {
        let is_new = !self.entries.contains_key(&board.key());
        self.entries.entry(board.key()).or_default();
        is_new
    }

    /// The positions in the order of their keys, with their rollouts.
    pub fn positions(&self) -> impl Iterator<Item = (Board, Option<&RolledOut>)> {
        self.entries.iter().filter_map(|(key, rollout)| Some((Board::from_key(*key).ok()?, rollout.as_ref())))
    }

    /// Replaces the rollout of a position.
    pub(crate) fn set(&mut self, board: &Board, rollout: RolledOut) {
        self.entries.insert(board.key(), Some(rollout));
    }

    /// Adds a rollout to what is there: the mean weighted by the games, with the older time.
    pub fn merge(&mut self, board: &Board, new: RolledOut) {
        let entry = self.entries.entry(board.key()).or_default();
        let Some(old) = entry else {
            *entry = Some(new);
            return;
        };
        let total = old.trials.saturating_add(new.trials);
        if total == 0 {
            return;
        }
        let (a, b) = (old.trials as f32 / total as f32, new.trials as f32 / total as f32);
        for k in 0..5 {
            old.chances[k] = a * old.chances[k] + b * new.chances[k];
            let are_known = old.errors[k] > 0.0 && new.errors[k] > 0.0;
            old.errors[k] = if are_known { (a * old.errors[k]).hypot(b * new.errors[k]) } else { 0.0 };
        }
        (old.trials, old.time) = (total, old.time.min(new.time));
        old.settings = if old.settings == new.settings { old.settings } else { 0 };
    }

    /// Adds the positions of a file: another database, or text with an ID, five chances from 0 to 65,535, the games and the
    /// time in each line. Returns how many lines it had.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is damaged; then nothing is added.
    pub fn import(&mut self, path: &Path) -> Result<usize, DatabaseError> {
        let text = read_text(path)?;
        let mut found = Vec::new();
        for (n, line) in text.lines().enumerate() {
            if line.trim().is_empty() || (n == 0 && Header::of(line).is_some()) {
                continue;
            }
            let read = if line.starts_with('{') { stored(line) } else { numbers(line) };
            found.push(read.map_err(|reason| line_error(path, n, reason))?);
        }
        let n = found.len();
        for (board, rollout) in found {
            self.insert(&board);
            if let Some(rollout) = rollout {
                self.merge(&board, rollout);
            }
        }
        Ok(n)
    }

    /// Writes the positions as text, or as lines of JSON if the name ends in `.jsonl`. Positions without a rollout have no
    /// games and chances of 0 in text.
    ///
    /// # Errors
    /// If the file cannot be written, or something other than exported positions is there.
    pub fn export(&self, path: &Path) -> Result<(), DatabaseError> {
        check_exported(path)?;
        let mut text = String::new();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl")) {
            self.write_lines(&mut text);
        } else {
            for (board, rollout) in self.positions() {
                let chances = rollout.map_or([0.0; 5], |rollout| rollout.chances);
                text += &board.position_id();
                for chance in chances {
                    let _ = write!(text, " {}", (chance.clamp(0.0, 1.0) * CHANCE_ONE).round() as u16);
                }
                let (trials, time) = rollout.map_or((0, 0), |rollout| (rollout.trials, rollout.time));
                let _ = writeln!(text, " {trials} {time}");
            }
        }
        save(path, text.as_bytes())
    }
}

fn read_text(path: &Path) -> Result<String, DatabaseError> {
    let bytes = input::read_limited(path, MAX_BYTES).map_err(|error| file_error(path, &error))?;
    String::from_utf8(bytes).map_err(|_| file_error(path, &"it is not text"))
}

/// Makes sure that an export takes the place of an earlier one at most: the first line of a file at `path` is a position.
fn check_exported(path: &Path) -> Result<(), DatabaseError> {
    if !path.is_file() {
        return Ok(());
    }
    let (file, data) = input::open_regular(path).map_err(|error| file_error(path, &error))?;
    let mut line = String::new();
    // A line that is no text, or a long one, is no position.
    let is_text = BufReader::new(file.take(MAX_LINE)).read_line(&mut line).is_ok();
    let line = line.trim_end();
    if data.len() == 0 || is_text && (numbers(line).is_ok() || stored(line).is_ok()) {
        return Ok(());
    }
    Err(file_error(path, &"the file exists and is not an export of positions; name another file"))
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), DatabaseError> {
    gnubg_formats::save(path, bytes).map_err(|error| DatabaseError::Work(error.to_string()))
}

fn line_error(path: &Path, n: usize, reason: String) -> DatabaseError {
    DatabaseError::Line { path: path.to_owned(), line: n + 1, reason }
}

fn board_of(id: &str) -> Result<Board, String> {
    let board = Board::from_position_id(id).map_err(|error| error.to_string())?;
    board.check(gnubg_engine::core::Variation::Standard).map_err(|error| error.to_string())?;
    Ok(board)
}

/// A line of JSON.
fn stored(line: &str) -> Result<(Board, Option<RolledOut>), String> {
    let StoredPosition { id, rollout } = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let chances = rollout.iter().flat_map(|rollout| rollout.chances.iter().chain(&rollout.errors));
    if !chances.clone().all(|chance| (-2.0..=2.0).contains(chance)) {
        return Err("a chance is impossible".to_owned());
    }
    Ok((board_of(&id)?, rollout))
}

/// A line of text: ID, five chances, games, time.
fn numbers(line: &str) -> Result<(Board, Option<RolledOut>), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [id, chances @ .., trials, time] = &words[..] else { return Err("8 words are expected".to_owned()) };
    let chances: Vec<u16> = chances
        .iter()
        .map(|word| word.parse().map_err(|_| format!("{word} is no number from 0 to 65535")))
        .collect::<Result<_, _>>()?;
    let chances: [u16; 5] = chances.try_into().map_err(|_| "8 words are expected".to_owned())?;
    let trials: u32 = trials.parse().map_err(|_| format!("{trials} is no number of games"))?;
    let time = time.parse().map_err(|_| format!("{time} is no time"))?;
    let chances = chances.map(|chance| f32::from(chance) / CHANCE_ONE);
    let rollout = RolledOut { chances, errors: [0.0; 5], trials, time, settings: 0 };
    Ok((board_of(id)?, (trials > 0).then_some(rollout)))
}

#[cfg(test)]
mod tests;
