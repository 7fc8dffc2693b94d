// SPDX-License-Identifier: GPL-3.0-or-later
//! The file of nets in training and, beside it until the training ends, the state that continues it.
//!
//! Nothing is lost by a second command: a file that exists is written only if its training is continued, or if the nets in
//! it are those in use, which are then trained further.

use super::{DatabaseError, file_error, save};
use gnubg_engine::input;
use gnubg_train::course::Course;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Bytes of the largest file of nets or state that is read.
const MAX_BYTES: u64 = 1 << 30;
/// What a state says it is.
const FORMAT: &str = "gnubg training";

/// The first line of a state; what follows belongs to the trainer.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    /// What was asked for.
    command: String,
}

/// The file of nets in training.
#[derive(Clone, Debug)]
pub(super) struct NetsFile {
    out: PathBuf,
    /// What is asked for, in words that are compared.
    command: String,
}

impl NetsFile {
    pub(super) fn new(out: &Path, command: String) -> NetsFile {
        NetsFile { out: out.to_owned(), command }
    }

    /// The file of the state.
    fn state_path(&self) -> PathBuf {
        let mut name = self.out.as_os_str().to_owned();
        name.push(OsString::from(".training"));
        PathBuf::from(name)
    }

    /// The state of the same training, if it was stopped before its end.
    ///
    /// # Errors
    /// If the file of nets must not be written: it belongs to another training, or to none.
    pub(super) fn unfinished(&self, in_use: &[u8]) -> Result<Option<Vec<u8>>, DatabaseError> {
        let path = self.state_path();
        if path.exists() {
            return self.read_state(&path).map(Some);
        }
        if !self.out.exists() {
            return Ok(None);
        }
        let present =
            input::read_limited(&self.out, MAX_BYTES).map_err(|error| file_error(&self.out, &error))?;
        if present == in_use {
            return Ok(None);
        }
        let out = self.out.display();
        Err(DatabaseError::Work(format!(
            "{out} exists already; name another file, or train its nets further: load weights {out}, or --weights {out}"
        )))
    }

    fn read_state(&self, path: &Path) -> Result<Vec<u8>, DatabaseError> {
        let mut bytes = input::read_limited(path, MAX_BYTES).map_err(|error| file_error(path, &error))?;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let header: Option<Header> = end.and_then(|end| serde_json::from_slice(&bytes[..end]).ok());
        let (Some(header), Some(end)) = (header.filter(|header| header.format == FORMAT), end) else {
            return Err(file_error(path, &"this is no state of a training; remove it to start over"));
        };
        if header.command != self.command {
            return Err(DatabaseError::Work(format!(
                "{} is in training by another command ({}); give that command to continue it, or remove {}",
                self.out.display(),
                header.command,
                path.display()
            )));
        }
        Ok(bytes.split_off(end + 1))
    }

    /// Writes the nets.
    ///
    /// # Errors
    /// If they have left the range of the engine's numbers.
    pub(super) fn write_nets(
        &self,
        course: &Course,
    ) -> Result<impl FnOnce() -> Result<(), DatabaseError> + Send + use<>, DatabaseError> {
        let nets = course.nets().map_err(|error| DatabaseError::Work(error.to_string()))?.to_bytes();
        let out = self.out.clone();
        Ok(move || save(&out, &nets))
    }

    /// The state as it is to be written.
    pub(super) fn write_state(&self, course: &Course) -> StateWork {
        let header = Header { format: FORMAT.to_owned(), version: 1, command: self.command.clone() };
        // Numbers and letters can always be written.
        let mut state = (serde_json::to_string(&header).unwrap_or_default() + "\n").into_bytes();
        state.extend(course.state());
        StateWork::Write(state)
    }

    /// Writes the state, if it is to be written.
    pub(super) fn put_state(&self, work: &StateWork) -> Result<(), DatabaseError> {
        if let StateWork::Write(state) = work { save(&self.state_path(), state) } else { Ok(()) }
    }

    /// Removes the state, if the training has ended.
    pub(super) fn end(&self, work: &StateWork) -> Result<(), DatabaseError> {
        let path = self.state_path();
        if !matches!(work, StateWork::Remove) || !path.exists() {
            return Ok(());
        }
        std::fs::remove_file(&path).map_err(|error| file_error(&path, &error))
    }
}

/// What happens to the state of a training when the nets are written.
pub(super) enum StateWork {
    /// It is written.
    Write(Vec<u8>),
    /// That of some time ago stays.
    Keep,
    /// The training has ended.
    Remove,
}
