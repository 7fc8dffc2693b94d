// SPDX-License-Identifier: GPL-3.0-or-later
//! Programs that the settings name: which of them may run.
//!
//! Settings can come from anywhere. So a window asks before a program of saved settings runs for the first time; what
//! the user has typed or allowed is remembered in a file of its own. Without programs ([`Setup::without_programs`]) none
//! runs at all.
//!
//! [`Setup::without_programs`]: crate::Setup::without_programs

use crate::error::CommandError;
use crate::files::directories::Directories;
use crate::files::shared_file;
use crate::options::Options;
use crate::session::Session;
use gnubg_engine::rng::{Generator, RANDOM_ORG};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What a program of the settings is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramUse {
    /// It prints dice.
    Dice,
    /// It plays sound files.
    Sounds,
    /// It shows pages of the web.
    Browser,
}

/// A program that the settings name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedProgram {
    /// What it is for.
    pub used_for: ProgramUse,
    /// Its command line.
    pub command: String,
}

/// The command line of a dice source; `None` for those that run no program.
pub(crate) fn dice_command(generator: Generator, source: &str) -> Option<&str> {
    match generator {
        Generator::User => Some(source),
        Generator::RandomOrg => Some(RANDOM_ORG),
        _ => None,
    }
}

/// The programs that these settings name.
fn programs_of(options: &Options) -> Vec<SavedProgram> {
    let dice = &options.dice;
    let found = [
        (ProgramUse::Dice, dice_command(dice.generator.generator(), &dice.source).unwrap_or_default()),
        (ProgramUse::Sounds, options.sound.command.as_str()),
        (ProgramUse::Browser, options.general.browser.as_str()),
    ];
    let named = found.into_iter().filter(|(_, command)| !command.trim().is_empty());
    named.map(|(used_for, command)| SavedProgram { used_for, command: command.to_owned() }).collect()
}

/// The command lines that the user has allowed. A file that cannot be read allows none.
pub(crate) fn read_allowed(directories: &Directories) -> BTreeSet<String> {
    let bytes = shared_file::read(&file_of(directories)).ok().flatten();
    bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

fn file_of(directories: &Directories) -> PathBuf {
    directories.state.join("allowed-programs.json")
}

fn write_allowed(path: &Path, new: &str) -> Result<(), String> {
    let write = || {
        let lock = shared_file::lock(path)?;
        let bytes = shared_file::read(path)?.unwrap_or_default();
        let mut all: BTreeSet<String> = serde_json::from_slice(&bytes).unwrap_or_default();
        if all.insert(new.to_owned()) {
            lock.replace(&serde_json::to_vec_pretty(&all)?)?;
        }
        Ok(())
    };
    write().map_err(|error: std::io::Error| error.to_string())
}

impl Session {
    /// Whether this program may run: never without programs; in a window only if the user has typed or allowed it.
    #[must_use]
    pub fn may_run(&self, command: &str) -> bool {
        self.may_run_programs() && (!self.setup.in_window || self.allowed_programs.contains(command))
    }

    /// Whether programs may run at all.
    #[must_use]
    pub fn may_run_programs(&self) -> bool {
        !self.setup.without_programs
    }

    /// Programs of the settings that the user has to allow before they run.
    #[must_use]
    pub fn programs_to_allow(&self) -> Vec<SavedProgram> {
        if !self.may_run_programs() {
            return Vec::new();
        }
        programs_of(&self.options).into_iter().filter(|program| !self.may_run(&program.command)).collect()
    }

    /// Allows programs of the settings, now and in later sessions. Dice come from theirs from now on.
    ///
    /// # Errors
    /// If the dice cannot be changed.
    pub fn allow_programs(&mut self, programs: &[SavedProgram]) -> Result<(), CommandError> {
        programs.iter().for_each(|program| self.allow_program(&program.command));
        if programs.iter().any(|program| program.used_for == ProgramUse::Dice) {
            self.use_saved_dice()?;
        }
        Ok(())
    }

    /// Allows a program that the user has named.
    pub(crate) fn allow_program(&mut self, command: &str) {
        if command.trim().is_empty() || !self.allowed_programs.insert(command.to_owned()) {
            return;
        }
        if let Some(path) = self.settings_directories().map(file_of) {
            let command = command.to_owned();
            // If it cannot be written, the user is asked again.
            self.files.push(move || write_allowed(&path, &command));
        }
    }

    /// Allows the programs that the user has just put into the options.
    pub(crate) fn allow_new_programs(&mut self, old: &Options) {
        let before = programs_of(old);
        for program in programs_of(&self.options) {
            if program.used_for != ProgramUse::Dice && !before.contains(&program) {
                self.allow_program(&program.command);
            }
        }
    }
}
