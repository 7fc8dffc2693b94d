// SPDX-License-Identifier: GPL-3.0-or-later
//! The table of all leaves.

use super::tree::Options;
use super::value::{Kind, Value, ValueError};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What must be told when a leaf changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Affects {
    /// Nothing: it is read when it is needed.
    Nothing,
    /// What is shown of the position: numbers, boards, names.
    Display,
    /// The game in progress: who plays, what happens by itself.
    Play,
    /// The rules of the match in progress.
    Rules,
    /// The engine: it is built anew.
    Engine,
    /// The match equity table.
    Met,
    /// The dice.
    Dice,
}

/// One leaf of the tree, by its row in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OptionId(u16);

type Get<T> = Box<dyn Fn(&T) -> Value + Send + Sync>;
type Assign<T> = Box<dyn Fn(&mut T, &Value) + Send + Sync>;

/// One row.
pub struct Leaf {
    id: OptionId,
    /// Dotted name, the key in the file.
    pub name: String,
    /// Words after `set`; empty for leaves that no command reaches.
    pub words: String,
    /// Its values.
    pub kind: Kind,
    /// What it does, in a few words.
    pub help: &'static str,
    /// Whether it is kept in the file.
    pub is_saved: bool,
    /// Who is told.
    pub affects: Affects,
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
    pub fn get(&self, options: &Options) -> Value {
        (self.get)(options)
    }

    /// Its default.
    #[must_use]
    pub fn default(&self) -> Value {
        (self.get)(defaults())
    }

    /// Checks a value without changing anything.
    ///
    /// # Errors
    /// If the leaf cannot have it.
    pub fn check(&self, value: &Value) -> Result<(), ValueError> {
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
    /// If the leaf cannot have this one; nothing is changed.
    pub fn set(&self, options: &mut Options, value: &Value) -> Result<(), ValueError> {
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
    let leaf = |(n, row): (usize, Row<Options>)| Leaf {
        id: OptionId(u16::try_from(n).unwrap_or(u16::MAX)),
        name: row.name,
        words: row.words,
        kind: row.kind,
        help: row.help,
        is_saved: row.is_saved,
        affects: row.affects,
        get: row.get,
        assign: row.assign,
    };
    let leaves: Vec<Leaf> = super::rows::all().rows.into_iter().enumerate().map(leaf).collect();
    let by_name = leaves.iter().map(|leaf| (leaf.name.clone(), leaf.id)).collect();
    Table { leaves, by_name }
});

fn defaults() -> &'static Options {
    static DEFAULTS: LazyLock<Options> = LazyLock::new(Options::default);
    &DEFAULTS
}

/// All leaves, in the order of the tree.
#[must_use]
pub fn leaves() -> &'static [Leaf] {
    &TABLE.leaves
}

/// The leaf with that dotted name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Leaf> {
    TABLE.by_name.get(name).map(|id| id.leaf())
}

impl OptionId {
    /// Its row.
    #[must_use]
    pub fn leaf(self) -> &'static Leaf {
        &TABLE.leaves[usize::from(self.0)]
    }
}

/// A row for a leaf of some part `T` of the tree.
pub(super) struct Row<T> {
    name: String,
    words: String,
    kind: Kind,
    help: &'static str,
    is_saved: bool,
    affects: Affects,
    get: Get<T>,
    assign: Assign<T>,
}

/// The rows of a part of the tree.
pub(super) struct Rows<T> {
    rows: Vec<Row<T>>,
    /// For the rows that follow.
    pub(super) affects: Affects,
}

impl<T: 'static> Rows<T> {
    pub(super) fn new() -> Rows<T> {
        Rows { rows: Vec::new(), affects: Affects::Nothing }
    }

    /// One row; `get` and `assign` come from the macro `row`.
    pub(super) fn add(
        &mut self,
        [name, words]: [String; 2],
        kind: Kind,
        help: &'static str,
        get: Get<T>,
        assign: Assign<T>,
    ) {
        let affects = self.affects;
        self.rows.push(Row { name, words, kind, help, is_saved: true, affects, get, assign });
    }

    /// The rows of a part, hung in at a place under `[name, words]`.
    pub(super) fn graft<P: 'static>(
        &mut self,
        [name, words]: [&str; 2],
        part: Rows<P>,
        place: fn(&T) -> &P,
        place_mut: fn(&mut T) -> &mut P,
    ) {
        for Row { name: end, words: last, kind, help, is_saved, get, assign, .. } in part.rows {
            self.rows.push(Row {
                name: format!("{name}.{end}"),
                words: format!("{words} {last}"),
                kind,
                help,
                is_saved,
                affects: self.affects,
                get: Box::new(move |tree| get(place(tree))),
                assign: Box::new(move |tree, value| assign(place_mut(tree), value)),
            });
        }
    }
}

/// One row: the rows so far, dotted name, words after `set`, kind, help, path in the part.
macro_rules! row {
    ($rows:ident, $name:expr, $words:expr, $kind:expr, $help:expr, $($path:tt)+) => {
        $rows.add(
            [$name.to_owned(), $words.to_owned()],
            $kind,
            $help,
            Box::new(move |part| $crate::options::value::Field::to_value(&part.$($path)+)),
            Box::new(move |part, value| $crate::options::value::Field::assign(&mut part.$($path)+, value)),
        )
    };
}

/// Marks a help text for the translators; front ends translate it when they show it.
pub(super) const fn noted(phrase: &'static str) -> &'static str {
    phrase
}

pub(super) use row;

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
    fn other_value(leaf: &Leaf) -> Value {
        match (leaf.kind, leaf.default()) {
            (_, Value::Switch(on)) => Value::Switch(!on),
            (Kind::Whole(least, most), Value::Whole(number)) => {
                Value::Whole(if number < most { number + 1 } else { least })
            }
            (Kind::Number(least, most), Value::Number(number)) => {
                Value::Number(if number == most { least } else { number + (most - number).min(0.25) })
            }
            (Kind::Choice(words), Value::Text(word)) => {
                let other = words.iter().find(|other| **other != word).unwrap();
                Value::Text((*other).to_owned())
            }
            (_, Value::Text(text)) => Value::Text(format!("{text}x")),
            (_, Value::Filters(_)) => Value::Filters(Box::new(gnubg_engine::eval::MoveFilters::HUGE)),
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
        let error = find("output.digits").unwrap().set(&mut options, &Value::Whole(7)).unwrap_err();
        assert_eq!(error.to_string(), "output.digits cannot be 7; it is a whole number from 0 to 6");
        assert!(find("output.digits").unwrap().set(&mut options, &Value::Switch(true)).is_err());
        assert_eq!(options, Options::default());
        assert!(find("no.such.option").is_none());
    }
}
