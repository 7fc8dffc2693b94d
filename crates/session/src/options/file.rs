// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings file: TOML with a version and every option that differs from its default.
//!
//! Unknown keys and impossible values are reported and skipped; obsolete keys are skipped silently. A file that is not
//! TOML, or of a later version, is an error; what can be read of it nevertheless is found line by line (`rescue`).

use super::obsolete::is_obsolete;
use super::table::{Leaf, leaves};
use super::tree::Options;
use super::value::{OptionKind, OptionValue, preset_of};
use gnubg_engine::eval::{MoveFilter, MoveFilters};
use thiserror::Error;
use toml::{Table, Value as Toml};

/// The version written, and the latest read.
pub const VERSION: i64 = 1;

/// Why a file cannot be used at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// Not TOML.
    #[error("not a settings file: {0}")]
    Syntax(String),
    /// It cannot be read: what the system says.
    #[error("{0}")]
    Io(String),
    /// Written by a later version of the program.
    #[error("version {0} of the settings file is newer than this program, which reads version {VERSION}")]
    Version(i64),
}

/// Something in a file that was skipped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsProblem {
    /// A key that is no option.
    #[error("unknown setting {0}")]
    Unknown(String),
    /// A value that the option cannot have.
    #[error("{0}")]
    Value(String),
}

/// Writes the options that differ from their defaults.
#[must_use]
pub fn write(options: &Options) -> String {
    let mut root = Table::new();
    root.insert("version".to_owned(), Toml::Integer(VERSION));
    for leaf in leaves() {
        let value = leaf.get(options);
        if value != leaf.default() {
            insert(&mut root, &leaf.name, to_toml(&value));
        }
    }
    root.to_string()
}

fn insert(table: &mut Table, name: &str, value: Toml) {
    match name.split_once('.') {
        None => {
            table.insert(name.to_owned(), value);
        }
        Some((first, rest)) => {
            let entry = table.entry(first.to_owned()).or_insert_with(|| Toml::Table(Table::new()));
            match entry {
                Toml::Table(inner) => insert(inner, rest, value),
                // A leaf whose name is also a prefix of others keeps its value under an empty key.
                leaf => {
                    let mut inner = Table::new();
                    inner.insert(String::new(), leaf.clone());
                    insert(&mut inner, rest, value);
                    *leaf = Toml::Table(inner);
                }
            }
        }
    }
}

/// A file without options.
#[must_use]
pub(crate) fn empty() -> Table {
    Table::from_iter([("version".to_owned(), Toml::Integer(VERSION))])
}

/// Puts the value of an option into a file, or removes the option if it has its default.
pub(crate) fn put(table: &mut Table, leaf: &Leaf, value: &OptionValue) {
    remove(table, &leaf.name);
    if *value != leaf.default() {
        insert(table, &leaf.name, to_toml(value));
    }
}

fn remove(table: &mut Table, name: &str) {
    let Some((first, rest)) = name.split_once('.') else {
        match table.get_mut(name) {
            Some(Toml::Table(inner)) => {
                inner.remove("");
            }
            _ => {
                table.remove(name);
            }
        }
        return;
    };
    if let Some(Toml::Table(inner)) = table.get_mut(first) {
        remove(inner, rest);
        if inner.is_empty() {
            table.remove(first);
        }
    }
}

/// The keys of a file.
///
/// # Errors
/// If it is damaged, or of a later version.
pub(crate) fn parse(text: &str) -> Result<Table, SettingsError> {
    let root: Table =
        text.parse().map_err(|error: toml::de::Error| SettingsError::Syntax(error.to_string()))?;
    match root.get("version") {
        Some(Toml::Integer(version)) if *version > VERSION => Err(SettingsError::Version(*version)),
        Some(Toml::Integer(_)) => Ok(root),
        _ => Err(SettingsError::Syntax("the line \"version = 1\" is missing".to_owned())),
    }
}

/// The keys of a damaged file that can be read: those whose lines are sound and stand in a section whose heading is.
#[must_use]
pub(crate) fn rescue(text: &str) -> Table {
    let mut found = Table::new();
    let mut heading = Some(String::new());
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with('[') {
            heading = Some(format!("{line}\n")).filter(|heading| heading.parse::<Table>().is_ok());
            continue;
        }
        // A value may go on in the following lines.
        let mut item = line.to_owned();
        while let Some(next) = lines.next_if(|next| !begins_item(next)) {
            item = format!("{item}\n{next}");
        }
        let Some(heading) = &heading else { continue };
        if let Ok(part) = format!("{heading}{item}").parse::<Table>()
            && !item.contains(char::REPLACEMENT_CHARACTER)
        {
            merge(&mut found, part);
        }
    }
    found.insert("version".to_owned(), Toml::Integer(VERSION));
    found
}

/// Whether a line looks like a heading or like a key with its value.
fn begins_item(line: &str) -> bool {
    let line = line.trim_start();
    let is_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '"' | '\'' | ' ');
    let key = line.split_once('=').map(|(key, _)| key);
    line.starts_with(|c: char| c == '[' && !line.starts_with("[["))
        || key.is_some_and(|key| !key.is_empty() && key.chars().all(is_key))
}

fn merge(into: &mut Table, from: Table) {
    for (key, value) in from {
        match (into.get_mut(&key), value) {
            (Some(Toml::Table(inner)), Toml::Table(value)) => merge(inner, value),
            (_, value) => {
                into.insert(key, value);
            }
        }
    }
}

/// Reads a file; options that it does not mention keep their defaults.
///
/// # Errors
/// If it is damaged, or of a later version.
pub fn read(text: &str) -> Result<(Options, Vec<SettingsProblem>), SettingsError> {
    parse(text).map(|root| of_table(&root))
}

/// The options that a file names.
pub(crate) fn of_table(root: &Table) -> (Options, Vec<SettingsProblem>) {
    let (mut options, mut problems) = (Options::default(), Vec::new());
    for (key, value) in root.iter().filter(|(key, _)| *key != "version") {
        read_key(&mut options, &mut problems, key, value);
    }
    (options, problems)
}

fn read_key(options: &mut Options, problems: &mut Vec<SettingsProblem>, name: &str, value: &Toml) {
    if let Some(leaf) = super::table::find(name)
        && !value.is_table()
    {
        let read = from_toml(leaf.kind, value);
        let set = match read {
            Some(read) => leaf.set(options, &read).map_err(|error| error.to_string()),
            None => Err(format!("{name} cannot be {value}; it must be {}", leaf.kind)),
        };
        problems.extend(set.err().map(SettingsProblem::Value));
        return;
    }
    match value {
        Toml::Table(table) => {
            for (key, value) in table {
                let name = if key.is_empty() { name.to_owned() } else { format!("{name}.{key}") };
                read_key(options, problems, &name, value);
            }
        }
        _ if is_obsolete(name) => {}
        _ => problems.push(SettingsProblem::Unknown(name.to_owned())),
    }
}

fn to_toml(value: &OptionValue) -> Toml {
    match value {
        OptionValue::Switch(on) => Toml::Boolean(*on),
        OptionValue::Whole(number) => Toml::Integer(*number),
        OptionValue::Number(number) => Toml::Float(*number),
        OptionValue::Text(text) => Toml::String(text.clone()),
        OptionValue::Filters(filters) => match preset_of(filters) {
            Some(name) => Toml::String(name.to_owned()),
            None => {
                let row = |row: &[MoveFilter; 4]| Toml::Array(row.iter().map(filter_to_toml).collect());
                Toml::Array(filters.rows.iter().map(row).collect())
            }
        },
    }
}

fn filter_to_toml(filter: &MoveFilter) -> Toml {
    let threshold = filter.threshold.to_string().parse().unwrap_or_else(|_| f64::from(filter.threshold));
    Toml::Array(vec![
        Toml::Integer(i64::from(filter.accept)),
        Toml::Integer(i64::from(filter.extra)),
        Toml::Float(threshold),
    ])
}

fn from_toml(kind: OptionKind, value: &Toml) -> Option<OptionValue> {
    match (kind, value) {
        (OptionKind::Switch, Toml::Boolean(on)) => Some(OptionValue::Switch(*on)),
        (OptionKind::Whole(..), Toml::Integer(number)) => Some(OptionValue::Whole(*number)),
        (OptionKind::Number(..), Toml::Float(number)) => Some(OptionValue::Number(*number)),
        (OptionKind::Number(..), Toml::Integer(number)) => Some(OptionValue::Number(*number as f64)),
        (OptionKind::Choice(..) | OptionKind::Text(_), Toml::String(text)) => {
            Some(OptionValue::Text(text.clone()))
        }
        (OptionKind::Filters, Toml::String(name)) => {
            let preset = MoveFilters::PRESETS.iter().find(|(preset, _)| preset == name)?;
            Some(OptionValue::Filters(Box::new(preset.1)))
        }
        (OptionKind::Filters, Toml::Array(rows)) => {
            let mut filters = MoveFilters::NORMAL;
            if rows.len() != 4 {
                return None;
            }
            for (row, value) in filters.rows.iter_mut().zip(rows) {
                let columns = value.as_array().filter(|columns| columns.len() == 4)?;
                for (filter, value) in row.iter_mut().zip(columns) {
                    *filter = filter_from_toml(value)?;
                }
            }
            Some(OptionValue::Filters(Box::new(filters)))
        }
        _ => None,
    }
}

fn filter_from_toml(value: &Toml) -> Option<MoveFilter> {
    let [accept, extra, threshold] = &value.as_array()?[..] else { return None };
    let whole = |value: &Toml| value.as_integer().and_then(|number| i32::try_from(number).ok());
    let threshold = threshold.as_float().or_else(|| threshold.as_integer().map(|number| number as f64))?;
    Some(MoveFilter { accept: whole(accept)?, extra: whole(extra)?, threshold: threshold as f32 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Seat, find};

    #[test]
    fn only_what_differs_is_written_and_comes_back() {
        assert_eq!(write(&Options::default()), "version = 1\n");
        let mut options = Options::default();
        options.automatic.roll = false;
        options.players[0].seat = Seat::Engine;
        options.players[1].filters.rows[1][0].extra = 3;
        options.evaluation.filters = MoveFilters::HUGE;
        options.analysis.thresholds.bad = 0.07;
        options.window.animation_speed = 7;
        options.general.prompt = "\\p \"quoted\" > ".to_owned();
        options.rollout.settings.trials = 5184;
        let text = write(&options);
        assert!(text.contains("trials = 5184") && text.contains("bad = 0.07"), "{text}");
        let (read, problems) = read(&text).unwrap();
        assert_eq!((read, problems), (options, Vec::new()));
    }

    #[test]
    fn every_saved_leaf_survives() {
        for leaf in leaves() {
            let mut options = Options::default();
            let value = match (leaf.kind, leaf.default()) {
                (OptionKind::Whole(least, _), OptionValue::Whole(number)) if number != least => {
                    OptionValue::Whole(least)
                }
                (OptionKind::Whole(_, most), _) => OptionValue::Whole(most),
                (OptionKind::Number(_, most), _) => OptionValue::Number(most.min(0.5)),
                (_, OptionValue::Switch(on)) => OptionValue::Switch(!on),
                (OptionKind::Choice(words, _), _) => OptionValue::Text((*words.last().unwrap()).to_owned()),
                (_, value) => value,
            };
            leaf.set(&mut options, &value).unwrap();
            assert_eq!(read(&write(&options)).unwrap().0, options, "{}", leaf.name);
        }
        assert!(find("window.animation").is_some());
    }

    #[test]
    fn obsolete_settings_are_skipped_silently() {
        let text = "version = 1\n[window]\nvsync = false\n[window.place.hint]\nwidth = 300\n[training]\nalpha = 0.5\n";
        assert_eq!(read(text).unwrap(), (Options::default(), Vec::new()));
    }

    #[test]
    fn what_is_sound_in_a_damaged_file_is_rescued() {
        let mut options = Options::default();
        options.automatic.roll = false;
        options.analysis.thresholds.bad = 0.07;
        options.evaluation.filters = MoveFilters::NORMAL;
        options.evaluation.filters.rows[0][0].extra = 9;
        options.window.animation_speed = 7;
        let text = write(&options);
        assert_eq!(of_table(&rescue(&text)), (options.clone(), Vec::new()), "{text}");
        // A torn end.
        let end = text.find("bad = 0.07").unwrap() + "bad = 0.07\n".len();
        let torn = format!("{}very-bad = [0.", &text[..end]);
        assert!(parse(&torn).is_err());
        let rest = of_table(&rescue(&torn)).0;
        assert!((rest.analysis.thresholds.bad - 0.07).abs() < 1e-6, "{torn}");
        // Rubbish in the middle, a damaged heading, a byte that is no text, no version.
        for damage in ["= = =", "[[[", "animation = \u{FFFD}\""] {
            let damaged = format!("{damage}\n{}", text.replace("version = 1", "version = ["));
            assert!(parse(&damaged).is_err(), "{damaged}");
            let rest = of_table(&rescue(&damaged)).0;
            assert_eq!(rest.window.animation_speed, 7, "{damaged}");
        }
    }

    #[test]
    fn faults_are_named() {
        assert!(matches!(read("automatic = ["), Err(SettingsError::Syntax(_))));
        assert!(matches!(read("x = 1"), Err(SettingsError::Syntax(_))));
        assert_eq!(read("version = 9").unwrap_err(), SettingsError::Version(9));
        let (options, problems) =
            read("version = 1\nnew-thing = 3\n[output]\ndigits = 9\nmwc = \"yes\"\n").unwrap();
        assert_eq!(options, Options::default());
        let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), 3, "{texts:?}");
        assert!(texts.iter().any(|text| text == "unknown setting new-thing"));
        assert!(texts.iter().any(|text| text.starts_with("output.digits cannot be 9")));
    }
}
