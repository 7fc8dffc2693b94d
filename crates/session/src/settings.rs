// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings file on disk.
//!
//! Several programs may run at once. Each writes only what it has changed itself onto what the file holds by then, under
//! a lock. What a file holds that this program does not know stays in it.

use crate::event::Message;
use crate::files::directories::Directories;
use crate::files::shared_file::{self, SetAside, SharedContent};
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
        let present = lock.read_or_rescue::<Table>()?;
        // What a missing or damaged file no longer has is written again.
        let is_whole = matches!(present, Some((_, None)));
        let (mut table, aside) = present.unwrap_or_else(|| (file::empty(), None));
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
        Ok(aside.map(set_aside).into_iter().collect())
    }
}

impl SharedContent for Table {
    fn parse(text: &str) -> Result<Table, String> {
        file::parse(text).map_err(|error| error.to_string())
    }

    fn rescue(text: &str) -> Table {
        file::rescue(text)
    }
}

fn set_aside(SetAside { path, reason }: SetAside) -> Message {
    Message::SettingsSetAside { path, reason }
}

/// Reads the settings file; without one, every option has its default. Messages tell what could not be used.
pub(crate) fn read_settings(
    directories: &Directories,
    messages: &mut Vec<Message>,
) -> (Options, Arc<KnownSettings>) {
    let known = Arc::<KnownSettings>::default();
    let path = directories.settings_file();
    let (table, aside) = match shared_file::read_or_rescue::<Table>(&path) {
        Ok(None) => return (Options::default(), known),
        Ok(Some((table, aside))) => (Some(table), aside),
        Err(error) => {
            messages.push(Message::SettingsNotRead { path, reason: error.to_string() });
            (None, None)
        }
    };
    let is_sound = aside.is_none();
    messages.extend(aside.map(set_aside));
    let (options, problems) = table.as_ref().map(file::of_table).unwrap_or_default();
    let tell = |problem: file::SettingsProblem| Message::SettingsProblem(problem.to_string());
    messages.extend(problems.into_iter().map(tell));
    if is_sound && table.is_some() {
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
