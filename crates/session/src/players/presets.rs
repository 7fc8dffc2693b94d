// SPDX-License-Identifier: GPL-3.0-or-later
//! Match presets: length, rules, names, players and their settings, clocks, tutor and manual dice under a name. They are
//! stored in a file beside the settings.

use crate::files::shared_file::{self, SetAside, SharedContent};
use crate::options::file::{SettingsError, read, write};
use crate::options::{Options, leaves};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;
use toml::{Table, Value};

/// The version written, and the latest read.
const VERSION: i64 = 1;
/// Longest name in characters.
const LONGEST_NAME: usize = 60;

/// Whether an option belongs to a preset.
fn is_part(name: &str) -> bool {
    let is_clock = name.starts_with("clock.") && name != "clock.named";
    name.starts_with("match.") || name.starts_with("player.") || name == "tutor.on" || is_clock
}

/// A match preset.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The name.
    pub name: String,
    /// The options of matches, players and tutor; all others have their defaults.
    options: Options,
    /// Whether the dice are entered by hand.
    pub manual_dice: bool,
}

impl Preset {
    /// The part of these options that concerns matches.
    #[must_use]
    pub fn of(name: &str, options: &Options, manual_dice: bool) -> Preset {
        let mut own = Options::default();
        copy(options, &mut own);
        let name = name.trim().chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
        Preset { name, options: own, manual_dice }
    }

    /// Applies the preset; options that do not concern matches stay as they are.
    pub fn apply(&self, options: &mut Options) {
        copy(&self.options, options);
    }
}

fn copy(from: &Options, to: &mut Options) {
    for leaf in leaves().iter().filter(|leaf| is_part(&leaf.name)) {
        // A value read from an option is always valid for it.
        let _ = leaf.set(to, &leaf.get(from));
    }
}

/// Why presets could not be read or written.
#[derive(Debug, Error)]
pub enum PresetError {
    /// The file was damaged; it was renamed, and what could be read of it is used.
    #[error("the file of the match presets was damaged and was renamed to {path}: {reason}")]
    SetAside {
        /// Where it is now.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file cannot be read, and cannot be renamed either.
    #[error("the match presets in {path} cannot be read: {reason}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The file could not be written.
    #[error("the match presets could not be saved in {path}: {reason}; free some space or check permissions")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
}

/// All presets of a user.
#[derive(Clone, Debug, Default)]
pub struct Presets {
    path: Option<PathBuf>,
    list: Vec<Preset>,
    /// What the file held when it was read or written last; shared by copies that other threads write.
    written: Arc<Mutex<Vec<Preset>>>,
}

impl PartialEq for Presets {
    fn eq(&self, other: &Presets) -> bool {
        (&self.path, &self.list) == (&other.path, &other.list)
    }
}

impl Presets {
    /// Reads the file; a missing one holds none. A damaged one is renamed; the presets in it that are sound are used.
    #[must_use]
    pub fn read(path: &Path) -> (Presets, Option<PresetError>) {
        let mut presets = Presets { path: Some(path.to_owned()), ..Presets::default() };
        match shared_file::read_or_rescue::<Vec<Preset>>(path) {
            Ok(None) => (presets, None),
            Ok(Some((list, None))) => {
                presets.written = Arc::new(Mutex::new(list.clone()));
                presets.list = list;
                (presets, None)
            }
            Ok(Some((list, aside))) => {
                presets.list = list;
                let saved = presets.save().err();
                (presets, aside.map(PresetError::from).or(saved))
            }
            Err(reason) => {
                (presets, Some(PresetError::Read { path: path.to_owned(), reason: reason.to_string() }))
            }
        }
    }

    /// All presets, by name.
    #[must_use]
    pub fn list(&self) -> &[Preset] {
        &self.list
    }

    /// Adds a preset, replacing one of the same name; case does not matter. One without a name is not added.
    pub fn put(&mut self, preset: Preset) {
        if preset.name.is_empty() {
            return;
        }
        self.remove(&preset.name);
        self.list.push(preset);
        self.list.sort_by_key(|preset| preset.name.to_lowercase());
    }

    /// Removes a preset.
    pub fn remove(&mut self, name: &str) {
        self.list.retain(|preset| preset.name.to_lowercase() != name.to_lowercase());
    }

    /// Writes what was changed here onto what the file holds by then, in one piece.
    ///
    /// # Errors
    /// If that is not possible; or, after the file was written, if a damaged one had to be set aside.
    pub fn save(&self) -> Result<(), PresetError> {
        let Some(path) = &self.path else { return Ok(()) };
        let failed = |reason| PresetError::Write { path: path.clone(), reason };
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let lock = shared_file::lock(path).map_err(failed)?;
        let (present, aside) = lock
            .read_or_rescue::<Vec<Preset>>()
            .map_err(|error| PresetError::Read { path: path.clone(), reason: error.to_string() })?
            .unwrap_or_default();
        let mut merged = Presets { list: present, ..Presets::default() };
        let is_gone = |old: &&Preset| self.list.iter().all(|preset| preset.name != old.name);
        written.iter().filter(is_gone).for_each(|old| merged.remove(&old.name));
        self.list.iter().filter(|preset| !written.contains(preset)).for_each(|one| merged.put(one.clone()));
        lock.replace(text(&merged.list).as_bytes()).map_err(failed)?;
        written.clone_from(&self.list);
        aside.map_or(Ok(()), |aside| Err(aside.into()))
    }
}

impl From<SetAside> for PresetError {
    fn from(aside: SetAside) -> PresetError {
        PresetError::SetAside { path: aside.path, reason: aside.reason }
    }
}

impl SharedContent for Vec<Preset> {
    fn parse(text: &str) -> Result<Vec<Preset>, String> {
        list(text).map_err(|error| error.to_string())
    }

    fn rescue(text: &str) -> Vec<Preset> {
        let mut presets = Presets::default();
        for part in text.split("[[preset]]").skip(1) {
            let whole = format!("version = {VERSION}\n[[preset]]{part}");
            list(&whole).into_iter().flatten().for_each(|preset| presets.put(preset));
        }
        presets.list
    }
}

fn text(list: &[Preset]) -> String {
    let one = |preset: &Preset| {
        let mut table = Table::new();
        table.insert("name".to_owned(), Value::String(preset.name.clone()));
        table.insert("manual-dice".to_owned(), Value::Boolean(preset.manual_dice));
        let settings = write(&preset.options).parse::<Table>().unwrap_or_default();
        table.insert("settings".to_owned(), Value::Table(settings));
        Value::Table(table)
    };
    let mut root = Table::new();
    root.insert("version".to_owned(), Value::Integer(VERSION));
    root.insert("preset".to_owned(), Value::Array(list.iter().map(one).collect()));
    root.to_string()
}

/// The presets of a file. Unknown options and invalid values in them are ignored.
fn list(text: &str) -> Result<Vec<Preset>, SettingsError> {
    let root: Table =
        text.parse().map_err(|error: toml::de::Error| SettingsError::Syntax(error.to_string()))?;
    match root.get("version") {
        Some(Value::Integer(version)) if *version > VERSION => return Err(SettingsError::Version(*version)),
        Some(Value::Integer(_)) => {}
        _ => return Err(SettingsError::Syntax("the line \"version = 1\" is missing".to_owned())),
    }
    let Some(Value::Array(items)) = root.get("preset") else { return Ok(Vec::new()) };
    let mut presets = Presets::default();
    for item in items {
        let name = item.get("name").and_then(Value::as_str).unwrap_or_default();
        let manual_dice = item.get("manual-dice").and_then(Value::as_bool).unwrap_or(false);
        let settings = item.get("settings").and_then(Value::as_table).cloned().unwrap_or_default();
        let options = read(&settings.to_string()).map(|(options, _)| options)?;
        presets.put(Preset::of(name, &options, manual_dice));
    }
    Ok(presets.list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Decides as _;
    use crate::options::{ClockWord, Seat, VariationWord};
    use gnubg_engine::eval::Level;

    fn options() -> Options {
        let mut options = Options::default();
        options.matches.length = 11;
        options.matches.variation = VariationWord::Nackgammon;
        options.matches.names = ["Robot \"X\"".to_owned(), "Zoë".to_owned()];
        options.players[0].set_level(Level::Expert);
        options.players[1].seat = Seat::External;
        options.players[1].address = "localhost:4321".to_owned();
        options.tutor.on = true;
        options.clock.kind = ClockWord::Fischer;
        options.clock.time = 300;
        options.window.delay = 77;
        options
    }

    #[test]
    fn presets_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config/presets.toml");
        let (mut presets, problem) = Presets::read(&path);
        assert!(problem.is_none() && presets.list().is_empty());
        presets.put(Preset::of(" Club night ", &options(), true));
        presets.put(Preset::of("a money session", &Options::default(), false));
        presets.put(Preset::of("  ", &options(), true));
        presets.save().unwrap();
        let (again, problem) = Presets::read(&path);
        assert!(problem.is_none());
        assert_eq!(again, presets);
        let names: Vec<&str> = again.list().iter().map(|preset| preset.name.as_str()).collect();
        assert_eq!(names, ["a money session", "Club night"]);
        let mut applied = Options::default();
        applied.window.delay = 5;
        again.list()[1].apply(&mut applied);
        let expected = Options { window: applied.window.clone(), ..options() };
        assert_eq!(applied, expected, "only what concerns matches is applied");
    }

    #[test]
    fn the_same_name_is_the_same_preset() {
        let mut presets = Presets::default();
        presets.put(Preset::of("Club", &Options::default(), false));
        presets.put(Preset::of("CLUB", &options(), false));
        assert_eq!(presets.list().len(), 1);
        presets.remove("club");
        assert!(presets.list().is_empty());
    }

    #[test]
    fn damaged_files_are_renamed_and_their_rest_is_used() {
        let sound = {
            let mut presets = Presets::default();
            presets.put(Preset::of("Club", &options(), true));
            text(&presets.list)
        };
        let torn = format!("{sound}\n[[preset]]\nname = \"x\" \"");
        for (text, n) in [("[[preset", 0), ("version = 2\n", 0), (torn.as_str(), 1)] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("presets.toml");
            std::fs::write(&path, text).unwrap();
            let (presets, problem) = Presets::read(&path);
            assert_eq!(presets.list().len(), n);
            let Some(PresetError::SetAside { path: aside, .. }) = problem else { panic!("{text}") };
            assert_eq!(std::fs::read_to_string(aside).unwrap(), text);
            // What was sound is in the file again.
            assert_eq!(Presets::read(&path).0, presets);
        }
    }

    #[test]
    fn unreadable_files_are_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("presets.toml");
        std::fs::create_dir(&path).unwrap();
        let (_, problem) = Presets::read(&path);
        let Some(PresetError::SetAside { path: aside, .. }) = problem else { panic!("{problem:?}") };
        assert!(aside.is_dir());
    }

    #[test]
    fn two_programs_keep_each_others_presets() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("presets.toml");
        let preset = |name: &str| Preset::of(name, &options(), false);
        let (mut first, _) = Presets::read(&path);
        first.put(preset("a"));
        first.put(preset("b"));
        first.save().unwrap();
        let (mut second, _) = Presets::read(&path);
        first.remove("a");
        first.put(preset("c"));
        first.save().unwrap();
        second.put(preset("d"));
        second.save().unwrap();
        let names = |presets: &Presets| presets.list.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&Presets::read(&path).0), ["b", "c", "d"]);
    }
}
