// SPDX-License-Identifier: GPL-3.0-or-later
//! The table of all options.

use super::declare::{Assign, Get, Rows};
use super::effect::Effects;
use super::preference::{Chooser, PreferenceGroup};
use super::tree::Options;
use super::value::{OptionKind, OptionValue, ValueError};
use std::collections::HashMap;
use std::sync::LazyLock;

/// An option, by its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OptionId(u16);

/// A leaf of the tree: one option.
pub struct Leaf {
    id: OptionId,
    /// Dotted name, its key in the settings file.
    pub name: String,
    /// Words after `set`; empty for options that no command reaches.
    pub words: String,
    /// Its values.
    pub kind: OptionKind,
    /// Its name in the preferences, to be translated; empty for options that have no row of their own there.
    pub label: &'static str,
    /// What it does, to be translated.
    pub help: &'static str,
    /// The unit of a number, to be translated; empty for none.
    pub unit: &'static str,
    /// The step of a number in the preferences.
    pub step: f64,
    /// What a text names, where a dialog can choose it.
    pub chooser: Option<Chooser>,
    /// Its group in the preferences.
    pub group: Option<PreferenceGroup>,
    /// What a change affects.
    pub affects: Effects,
    get: Get<Options>,
    assign: Assign<Options>,
}

impl Leaf {
    /// Its place in the table.
    #[must_use]
    pub const fn id(&self) -> OptionId {
        self.id
    }

    /// Its value.
    #[must_use]
    pub fn get(&self, options: &Options) -> OptionValue {
        (self.get)(options)
    }

    /// Its default.
    #[must_use]
    pub fn default(&self) -> OptionValue {
        (self.get)(defaults())
    }

    /// Checks a value without changing anything.
    ///
    /// # Errors
    /// If the option cannot have it.
    pub fn check(&self, value: &OptionValue) -> Result<(), ValueError> {
        if self.kind.allows(value) {
            return Ok(());
        }
        Err(ValueError {
            name: self.name.clone(),
            found: format!("{value}"),
            expected: self.kind.to_string(),
        })
    }

    /// Changes its value.
    ///
    /// # Errors
    /// If the option cannot have this one; nothing is changed.
    pub fn set(&self, options: &mut Options, value: &OptionValue) -> Result<(), ValueError> {
        self.check(value)?;
        (self.assign)(options, value);
        Ok(())
    }
}

impl std::fmt::Debug for Leaf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Leaf").field("name", &self.name).field("kind", &self.kind).finish_non_exhaustive()
    }
}

struct Table {
    leaves: Vec<Leaf>,
    by_name: HashMap<String, OptionId>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let leaves: Vec<Leaf> = Rows::<Options>::all()
        .0
        .into_iter()
        .enumerate()
        .map(|(n, row)| {
            let declared = row.declaration;
            let default_step = if matches!(declared.kind, OptionKind::Number(..)) { 0.01 } else { 1.0 };
            Leaf {
                id: OptionId(u16::try_from(n).unwrap_or(u16::MAX)),
                name: declared.key,
                words: declared.words,
                kind: declared.kind,
                label: declared.label,
                help: declared.help,
                unit: declared.unit,
                step: declared.step.unwrap_or(default_step),
                chooser: declared.chooser,
                group: declared.group,
                affects: declared.affects,
                get: row.get,
                assign: row.assign,
            }
        })
        .collect();
    let by_name = leaves.iter().map(|leaf| (leaf.name.clone(), leaf.id)).collect();
    Table { leaves, by_name }
});

fn defaults() -> &'static Options {
    static DEFAULTS: LazyLock<Options> = LazyLock::new(Options::default);
    &DEFAULTS
}

/// All options, in the order of the tree.
#[must_use]
pub fn leaves() -> &'static [Leaf] {
    &TABLE.leaves
}

/// The option with that dotted name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Leaf> {
    TABLE.by_name.get(name).map(|id| id.leaf())
}

/// What changes of these options affect.
#[must_use]
pub fn effects(changed: &[OptionId]) -> Effects {
    changed.iter().fold(Effects::NONE, |effects, id| effects.union(id.leaf().affects))
}

/// The options whose values differ, in the order of the tree.
#[must_use]
pub fn changes(old: &Options, new: &Options) -> Vec<OptionId> {
    leaves().iter().filter(|leaf| leaf.get(old) != leaf.get(new)).map(Leaf::id).collect()
}

/// The values of `new` that differ from those of `old`, as a command sets them.
#[must_use]
pub fn changed_values(old: &Options, new: &Options) -> Vec<(OptionId, OptionValue)> {
    changes(old, new).into_iter().map(|id| (id, id.leaf().get(new))).collect()
}

impl OptionId {
    /// The option.
    #[must_use]
    pub fn leaf(self) -> &'static Leaf {
        &TABLE.leaves[usize::from(self.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_and_words_are_unique() {
        let (mut names, mut words) = (HashSet::new(), HashSet::new());
        for leaf in leaves() {
            assert!(names.insert(&leaf.name), "{} twice", leaf.name);
            assert!(leaf.words.is_empty() || words.insert(&leaf.words), "set {} twice", leaf.words);
            assert!(!leaf.help.is_empty(), "{} has no help", leaf.name);
            assert!(leaf.kind.allows(&leaf.default()), "{}: default {}", leaf.name, leaf.default());
            assert_eq!(find(&leaf.name).map(Leaf::id), Some(leaf.id));
        }
        assert!(leaves().len() > 300, "{}", leaves().len());
    }

    /// Values different from the default, one for each leaf.
    fn other_value(leaf: &Leaf) -> OptionValue {
        match (leaf.kind, leaf.default()) {
            (_, OptionValue::Switch(on)) => OptionValue::Switch(!on),
            (OptionKind::Whole(least, most), OptionValue::Whole(number)) => {
                OptionValue::Whole(if number < most { number + 1 } else { least })
            }
            (OptionKind::Number(least, most), OptionValue::Number(number)) => {
                OptionValue::Number(if number == most { least } else { number + (most - number).min(0.25) })
            }
            (OptionKind::Choice(words, _), OptionValue::Text(word)) => {
                let other = words.iter().find(|other| **other != word).unwrap();
                OptionValue::Text((*other).to_owned())
            }
            (_, OptionValue::Text(text)) => OptionValue::Text(format!("{text}x")),
            (_, OptionValue::Filters(_)) => {
                OptionValue::Filters(Box::new(gnubg_engine::eval::MoveFilters::HUGE))
            }
            (kind, value) => panic!("{kind:?} with {value:?}"),
        }
    }

    #[test]
    fn every_leaf_is_a_place_of_its_own() {
        for leaf in leaves() {
            let mut options = Options::default();
            let value = other_value(leaf);
            leaf.set(&mut options, &value).unwrap();
            assert_eq!(leaf.get(&options), value, "{}", leaf.name);
            for other in leaves().iter().filter(|other| other.id != leaf.id) {
                assert_eq!(other.get(&options), other.default(), "{} changed {}", leaf.name, other.name);
            }
        }
    }

    #[test]
    fn impossible_values_are_refused() {
        let mut options = Options::default();
        let error = find("output.digits").unwrap().set(&mut options, &OptionValue::Whole(7)).unwrap_err();
        assert_eq!(error.to_string(), "output.digits cannot be 7; it must be a whole number from 0 to 6");
        assert!(find("output.digits").unwrap().set(&mut options, &OptionValue::Switch(true)).is_err());
        assert_eq!(options, Options::default());
        assert!(find("no.such.option").is_none());
    }
}
