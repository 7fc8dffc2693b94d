// SPDX-License-Identifier: GPL-3.0-or-later
//! The macro [`options!`](options), by which an option is declared once: its field, type, default, key in the settings
//! file, words after `set`, label, help, range, effects and place in the preferences.
//!
//! ```text
//! options! {
//!     /// What the program does without being asked.
//!     pub struct Automatic {
//!         option roll: bool = true => noted(HELP) {
//!             key "automatic.roll", set "automatic roll", label noted(LABEL), in Automatic
//!         }
//!     }
//! }
//! ```
//!
//! makes the struct `Automatic` with the field `roll`, documented by the help, its `Default`, and the rows of the table
//! of all options. `HELP` and `LABEL` stand for literals; translators' tools find those inside `noted`. A field is one of
//!
//! | form | meaning |
//! | --- | --- |
//! | `option` | one option |
//! | `each` | an array with an option for each of the words after `of`, which replace `{}` in key, `set` and label |
//! | `part` | options of another struct, below a key and words, or just in line |
//! | `parts` | an array of such structs, with words as for `each` |
//!
//! and, in this order, an option has
//!
//! | attribute | meaning | if absent |
//! | --- | --- | --- |
//! | `key` | its key in the settings file | required |
//! | `set` | its words after `set` | no command reaches it |
//! | `label` | its name in the preferences, a noun phrase | its row is made by hand or absent |
//! | `affects` | the [`Effect`](super::Effect)s of a change | read when it is needed |
//! | `range`, `length` | least and greatest number; most bytes of a text | from the type; required for numbers |
//! | `unit` | the unit of a number | none |
//! | `step` | the step of a number in the preferences | 1, or 0.01 for fractions |
//! | `chooser` | whether a text is a `File` or a `Folder` | neither |
//! | `in` | its [`PreferenceGroup`] | its row is made by hand or absent |
//!
//! Options of a struct that another crate defines are declared by `for Struct { … }`, where fields have no default.

use super::effect::Effects;
use super::preference::{Chooser, PreferenceGroup};
use super::value::{OptionKind, OptionValue};

pub(super) type Get<T> = Box<dyn Fn(&T) -> OptionValue + Send + Sync>;
pub(super) type Assign<T> = Box<dyn Fn(&mut T, &OptionValue) + Send + Sync>;

/// A struct whose options are declared.
pub(super) trait Declared: Sized {
    /// Adds the rows of its options.
    fn declare(rows: &mut Rows<Self>);
}

/// What a declaration says of an option.
#[derive(Clone)]
pub(super) struct Declaration {
    pub(super) key: String,
    pub(super) words: String,
    pub(super) kind: OptionKind,
    pub(super) label: &'static str,
    pub(super) help: &'static str,
    pub(super) unit: &'static str,
    pub(super) step: Option<f64>,
    pub(super) chooser: Option<Chooser>,
    pub(super) group: Option<PreferenceGroup>,
    pub(super) affects: Effects,
}

/// The declaration of an option of `T`, and how to reach it.
pub(super) struct OptionRow<T> {
    pub(super) declaration: Declaration,
    pub(super) get: Get<T>,
    pub(super) assign: Assign<T>,
}

/// The options of `T`.
pub(super) struct Rows<T>(pub(super) Vec<OptionRow<T>>);

impl<T: Declared + 'static> Rows<T> {
    /// All options of `T`, in the order of their declarations.
    pub(super) fn all() -> Rows<T> {
        let mut rows = Rows(Vec::new());
        T::declare(&mut rows);
        rows
    }

    pub(super) fn add(&mut self, declaration: Declaration, get: Get<T>, assign: Assign<T>) {
        self.0.push(OptionRow { declaration, get, assign });
    }

    /// Adds the options of a part below a key and words, either of which may be empty. Their effects are those of the
    /// part and their own.
    pub(super) fn add_part<P: Declared + 'static>(
        &mut self,
        [key, words]: [String; 2],
        affects: Effects,
        place: impl for<'a> Fn(&'a T) -> &'a P + Copy + Send + Sync + 'static,
        place_mut: impl for<'a> Fn(&'a mut T) -> &'a mut P + Copy + Send + Sync + 'static,
    ) {
        let below = |start: &str, separator: char, end: String| match (start, end.as_str()) {
            ("", _) | (_, "") => end,
            _ => format!("{start}{separator}{end}"),
        };
        for OptionRow { declaration, get, assign } in Rows::<P>::all().0 {
            let declaration = Declaration {
                key: below(&key, '.', declaration.key),
                words: below(&words, ' ', declaration.words),
                affects: declaration.affects.union(affects),
                ..declaration
            };
            self.0.push(OptionRow {
                declaration,
                get: Box::new(move |tree| get(place(tree))),
                assign: Box::new(move |tree, value| assign(place_mut(tree), value)),
            });
        }
    }
}

/// Declares the options of a struct; see the [module](self).
macro_rules! options {
    (
        $(#[$doc:meta])*
        pub struct $name:ident {
            $(
                $(#[$field_doc:meta])*
                $form:ident $field:ident : $type:ty = $default:expr => $(noted($help:literal))? { $($row:tt)* }
            )*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[$field_doc])* $(#[doc = $help])? pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: $default),* }
            }
        }

        impl $crate::options::declare::Declared for $name {
            fn declare(rows: &mut $crate::options::declare::Rows<$name>) {
                $($crate::options::declare::declare!(
                    $form rows, [$field], $type, concat!($($help)?), $($row)*
                );)*
            }
        }
    };
    (
        for $name:ident {
            $($form:ident $($field:ident).+ : $type:ty => $(noted($help:literal))? { $($row:tt)* })*
        }
    ) => {
        impl $crate::options::declare::Declared for $name {
            fn declare(rows: &mut $crate::options::declare::Rows<$name>) {
                $($crate::options::declare::declare!(
                    $form rows, [$($field).+], $type, concat!($($help)?), $($row)*
                );)*
            }
        }
    };
}

/// The rows of one field.
macro_rules! declare {
    (
        option $rows:ident, [$($field:tt)+], $type:ty, $help:expr,
        key $key:literal
        $(, set $set:literal)?
        $(, label noted($label:literal))?
        $(, affects [$($effect:ident),+])?
        $(, range $range:expr)?
        $(, length $length:literal)?
        $(, unit noted($unit:literal))?
        $(, step $step:literal)?
        $(, chooser $chooser:ident)?
        $(, in $group:ident)?
        $(,)?
    ) => {
        $rows.add(
            $crate::options::declare::Declaration {
                key: $key.to_owned(),
                words: concat!($($set)?).to_owned(),
                kind: $crate::options::declare::kind!($type $(, range $range)? $(, length $length)?),
                label: concat!($($label)?),
                help: $help,
                unit: concat!($($unit)?),
                step: $crate::options::declare::first!($(Some($step),)? None),
                chooser: $crate::options::declare::first!(
                    $(Some($crate::options::Chooser::$chooser),)? None
                ),
                group: $crate::options::declare::first!(
                    $(Some($crate::options::PreferenceGroup::$group),)? None
                ),
                affects: $crate::options::Effects::of(&[$($($crate::options::Effect::$effect),+)?]),
            },
            Box::new(|part| $crate::options::value::Field::to_value(&part.$($field)+)),
            Box::new(|part, value| $crate::options::value::Field::assign(&mut part.$($field)+, value)),
        );
    };
    (
        each $rows:ident, [$($field:tt)+], $type:ty, $help:expr,
        key $key:literal
        $(, set $set:literal)?
        $(, affects [$($effect:ident),+])?
        $(, range $range:expr)?
        $(, length $length:literal)?
        $(, unit noted($unit:literal))?
        $(, in $($group:ident)|+)?
        , of [$($word:literal $(noted($label:literal))?),+ $(,)?]
        $(,)?
    ) => {
        let labels = [$(($word, concat!($($label)?))),+];
        let groups: &[$crate::options::PreferenceGroup] =
            &[$($($crate::options::PreferenceGroup::$group),+)?];
        for (n, (word, label)) in labels.into_iter().enumerate() {
            $rows.add(
                $crate::options::declare::Declaration {
                    key: $key.replace("{}", word),
                    words: concat!($($set)?).replace("{}", word),
                    kind: $crate::options::declare::kind!($type $(, range $range)? $(, length $length)?),
                    label,
                    help: $help,
                    unit: concat!($($unit)?),
                    step: None,
                    chooser: None,
                    group: groups.get(n).or(groups.last()).copied(),
                    affects: $crate::options::Effects::of(&[$($($crate::options::Effect::$effect),+)?]),
                },
                Box::new(move |part| $crate::options::value::Field::to_value(&part.$($field)+[n])),
                Box::new(move |part, value| {
                    $crate::options::value::Field::assign(&mut part.$($field)+[n], value);
                }),
            );
        }
    };
    (
        part $rows:ident, [$($field:tt)+], $type:ty, $help:expr,
        $(key $key:literal, set $set:literal)?
        $(, affects [$($effect:ident),+])?
    ) => {
        $rows.add_part(
            [concat!($($key)?).to_owned(), concat!($($set)?).to_owned()],
            $crate::options::Effects::of(&[$($($crate::options::Effect::$effect),+)?]),
            |part| &part.$($field)+,
            |part| &mut part.$($field)+,
        );
    };
    (
        parts $rows:ident, [$($field:tt)+], $type:ty, $help:expr,
        key $key:literal, set $set:literal
        $(, affects [$($effect:ident),+])?
        , of $words:expr
    ) => {
        for (n, word) in $words.into_iter().enumerate() {
            $rows.add_part(
                [$key.replace("{}", word), $set.replace("{}", word)],
                $crate::options::Effects::of(&[$($($crate::options::Effect::$effect),+)?]),
                move |part| &part.$($field)+[n],
                move |part| &mut part.$($field)+[n],
            );
        }
    };
}

/// The values that an option may have, from its range or length, or else from its type.
macro_rules! kind {
    ($type:ty) => {
        <$type as $crate::options::value::OwnKind>::KIND
    };
    ($type:ty, range $range:expr) => {
        $crate::options::value::Bounds::kind($range)
    };
    ($type:ty, length $length:literal) => {
        $crate::options::OptionKind::Text($length)
    };
}

/// The first of some expressions.
macro_rules! first {
    ($first:expr $(, $other:expr)*) => {
        $first
    };
}

pub(super) use {declare, first, kind, options};
