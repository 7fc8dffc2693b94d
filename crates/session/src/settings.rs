// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings file on disk.

use crate::event::Message;
use crate::files::directories::Directories;
use crate::options::{Options, file};
use std::path::{Path, PathBuf};

/// The settings file as it should be. Writing it may wait for the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsFile {
    path: PathBuf,
    text: String,
}

impl SettingsFile {
    /// The file that holds `options`.
    pub(crate) fn of(options: &Options, directories: &Directories) -> SettingsFile {
        SettingsFile { path: directories.settings_file(), text: file::write(options) }
    }

    /// Writes it, unless the file already has this content.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self) -> std::io::Result<()> {
        if std::fs::read_to_string(&self.path).is_ok_and(|present| present == self.text) {
            return Ok(());
        }
        write_in_one_piece(&self.path, self.text.as_bytes())
    }
}

/// Reads the settings file; without one, every option has its default. Messages tell what could not be used.
pub(crate) fn read_settings(directories: Option<&Directories>, messages: &mut Vec<Message>) -> Options {
    let Some(directories) = directories else { return Options::default() };
    let path = directories.settings_file();
    let Ok(text) = std::fs::read_to_string(&path) else { return Options::default() };
    match file::read(&text) {
        Ok((options, problems)) => {
            let tell = |problem: file::SettingsProblem| Message::SettingsProblem(problem.to_string());
            messages.extend(problems.into_iter().map(tell));
            options
        }
        Err(error) => {
            let aside = path.with_extension("toml.bad");
            let reason = match std::fs::rename(&path, &aside) {
                Ok(()) => error.to_string(),
                Err(failed) => format!("{error}; it could not be moved: {failed}"),
            };
            messages.push(Message::SettingsSetAside { path: aside, reason });
            Options::default()
        }
    }
}

/// Writes a file by way of a temporary one beside it, so that it is never half written.
pub(crate) fn write_in_one_piece(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
