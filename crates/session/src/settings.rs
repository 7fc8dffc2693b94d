// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings file on disk.
//!
//! Several programs may run at once. Each writes only what it has changed itself onto what the file holds by then, under
//! a lock. What a file holds that this program does not know stays in it.

use crate::event::Message;
use crate::files::directories::Directories;
use crate::files::shared_file::{self, Lock};
use crate::options::{Options, file, leaves};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use toml::Table;

/// The settings file as it should be. Writing it may wait for the disk.
#[derive(Clone, Debug)]
pub struct SettingsFile {
    path: PathBuf,
    options: Options,
    /// Counts the states of the options, so that an older one never replaces a newer one.
    number: u64,
    known: Arc<KnownSettings>,
}

/// What a session knows of its settings file.
#[derive(Debug, Default)]
pub(crate) struct KnownSettings {
    /// States of the options that were to be written.
    taken: AtomicU64,
    written: Mutex<Written>,
}

#[derive(Debug, Default)]
struct Written {
    number: u64,
    /// What the file held when it was read or written last.
    options: Options,
}

impl SettingsFile {
    /// The file that holds `options`.
    pub(crate) fn of(
        options: &Options,
        directories: &Directories,
        known: &Arc<KnownSettings>,
    ) -> SettingsFile {
        SettingsFile {
            path: directories.settings_file(),
            options: options.clone(),
            number: known.taken.fetch_add(1, Ordering::Relaxed) + 1,
            known: Arc::clone(known),
        }
    }

    /// Writes what this session has changed since it read or wrote the file. Messages tell if a damaged file was set
    /// aside before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self) -> std::io::Result<Vec<Message>> {
        let mut written = self.known.written.lock().unwrap_or_else(PoisonError::into_inner);
        if self.number <= written.number {
            return Ok(Vec::new());
        }
        let is_changed = leaves().iter().any(|leaf| leaf.get(&self.options) != leaf.get(&written.options));
        if !is_changed && self.path.is_file() {
            return Ok(Vec::new());
        }
        let lock = shared_file::lock(&self.path)?;
        let mut messages = Vec::new();
        let present = present(&self.path, &lock, &mut messages)?;
        // What a missing or damaged file no longer has is written again.
        let is_whole = present.is_some() && messages.is_empty();
        let mut table = present.unwrap_or_else(file::empty);
        let old = table.to_string();
        for leaf in leaves() {
            let value = leaf.get(&self.options);
            if value != leaf.get(&written.options) || !is_whole {
                file::put(&mut table, leaf, &value);
            }
        }
        let new = table.to_string();
        if new != old || !is_whole {
            lock.replace(new.as_bytes())?;
        }
        *written = Written { number: self.number, options: self.options.clone() };
        Ok(messages)
    }
}

/// What the file holds now; a damaged one is set aside, and what can be read of it is the result.
fn present(path: &Path, lock: &Lock, messages: &mut Vec<Message>) -> std::io::Result<Option<Table>> {
    let (reason, rest) = match shared_file::read(path) {
        Ok(None) => return Ok(None),
        Ok(Some(bytes)) => {
            let text = String::from_utf8_lossy(&bytes);
            let parsed = match std::str::from_utf8(&bytes) {
                Ok(text) => file::parse(text),
                Err(error) => Err(file::SettingsError::Syntax(error.to_string())),
            };
            match parsed {
                Ok(table) => return Ok(Some(table)),
                Err(error) => (error.to_string(), Some(file::rescue(&text))),
            }
        }
        Err(error) => (error.to_string(), None),
    };
    let path = lock.set_aside().map_err(|failed| {
        std::io::Error::new(failed.kind(), format!("{reason}; it could not be renamed: {failed}"))
    })?;
    messages.push(Message::SettingsSetAside { path, reason });
    Ok(Some(rest.unwrap_or_else(file::empty)))
}

/// Reads the settings file; without one, every option has its default. Messages tell what could not be used.
pub(crate) fn read_settings(
    directories: &Directories,
    messages: &mut Vec<Message>,
) -> (Options, Arc<KnownSettings>) {
    let known = Arc::<KnownSettings>::default();
    let path = directories.settings_file();
    let sound = match shared_file::read(&path) {
        Ok(None) => return (Options::default(), known),
        Ok(Some(bytes)) => std::str::from_utf8(&bytes).ok().and_then(|text| file::parse(text).ok()),
        Err(_) => None,
    };
    let is_sound = sound.is_some();
    let table = match sound {
        Some(table) => Ok(Some(table)),
        None => shared_file::lock(&path).and_then(|lock| present(&path, &lock, messages)),
    };
    let table = table.unwrap_or_else(|error| {
        messages.push(Message::SettingsNotRead { path, reason: error.to_string() });
        None
    });
    let (options, problems) = table.as_ref().map(file::of_table).unwrap_or_default();
    let tell = |problem: file::SettingsProblem| Message::SettingsProblem(problem.to_string());
    messages.extend(problems.into_iter().map(tell));
    if is_sound {
        known.written.lock().unwrap_or_else(PoisonError::into_inner).options.clone_from(&options);
    } else if table.is_some()
        && let Err(error) = SettingsFile::of(&options, directories, &known).write()
    {
        messages.push(Message::SettingsNotSaved(error.to_string()));
    }
    (options, known)
}

/// The options of a settings file for a program that only reads them; defaults if there is no file. Texts tell what was
/// ignored.
///
/// # Errors
/// If there is a file that cannot be read.
pub fn read_only(path: &Path) -> Result<(Options, Vec<file::SettingsProblem>), file::SettingsError> {
    match shared_file::read(path) {
        Ok(None) => Ok((Options::default(), Vec::new())),
        Ok(Some(bytes)) => file::read(&String::from_utf8_lossy(&bytes)),
        Err(error) => Err(file::SettingsError::Io(error.to_string())),
    }
}
