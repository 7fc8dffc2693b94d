// SPDX-License-Identifier: GPL-3.0-or-later
//! The folders a session writes to.

use std::path::{Path, PathBuf};

/// Folders for settings, databases and what must survive a crash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directories {
    /// Settings: `settings.toml`.
    pub config: PathBuf,
    /// Databases.
    pub data: PathBuf,
    /// The running match, the history of typed lines.
    pub state: PathBuf,
    /// Further folders where databases are looked for, such as those of the installation.
    pub shared: Vec<PathBuf>,
}

impl Directories {
    /// The user's folders by the rules of the system (XDG on Linux); `None` for a user without a home folder.
    #[must_use]
    pub fn of_user() -> Option<Directories> {
        let project = directories::ProjectDirs::from("org", "gnu", "gnubg")?;
        let state = project.state_dir().unwrap_or_else(|| project.data_local_dir());
        Some(Directories {
            config: project.config_dir().to_owned(),
            data: project.data_dir().to_owned(),
            state: state.to_owned(),
            shared: Vec::new(),
        })
    }

    /// Everything in one folder.
    #[must_use]
    pub fn under(folder: &Path) -> Directories {
        Directories {
            config: folder.to_owned(),
            data: folder.join("data"),
            state: folder.join("state"),
            shared: Vec::new(),
        }
    }

    /// The settings file.
    #[must_use]
    pub fn settings_file(&self) -> PathBuf {
        self.config.join("settings.toml")
    }

    /// The file of match presets.
    #[must_use]
    pub fn presets_file(&self) -> PathBuf {
        self.config.join("presets.toml")
    }

    /// The file of the players' statistics.
    #[must_use]
    pub fn players_file(&self) -> PathBuf {
        self.data.join("players.json")
    }

    /// The library of matches that is used unless another one is named.
    #[must_use]
    pub fn library_file(&self) -> PathBuf {
        self.data.join("library.gnubglib")
    }

    /// Folders with databases; new ones are written to the first.
    #[must_use]
    pub fn database_folders(&self) -> Vec<PathBuf> {
        std::iter::once(self.data.clone()).chain(self.shared.iter().cloned()).collect()
    }

    /// The folder of the journals of running matches.
    #[must_use]
    pub fn journals(&self) -> PathBuf {
        self.state.join("running")
    }
}
