// SPDX-License-Identifier: GPL-3.0-or-later
//! Values of single options, and which of them an option may have.

use gnubg_engine::eval::{MoveFilter, MoveFilters};
use std::fmt;
use std::ops::{RangeFrom, RangeInclusive};
use thiserror::Error;

/// The value of one option.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    /// On or off.
    Switch(bool),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// A word of a list, or free text.
    Text(String),
    /// Move filters.
    Filters(Box<MoveFilters>),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            OptionValue::Whole(number) => write!(f, "{number}"),
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Text(text) => f.write_str(text),
            OptionValue::Filters(filters) => match preset_of(filters) {
                Some(name) => f.write_str(name),
                None => f.write_str("user-defined"),
            },
        }
    }
}

/// The name of the preset these filters are, if they are one.
#[must_use]
pub fn preset_of(filters: &MoveFilters) -> Option<&'static str> {
    MoveFilters::PRESETS.iter().find(|(_, preset)| preset == filters).map(|(name, _)| *name)
}

/// The values an option may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionKind {
    /// On or off.
    Switch,
    /// A whole number from the first to the second.
    Whole(i64, i64),
    /// A number from the first to the second.
    Number(f64, f64),
    /// One of these words; their titles for people, to be translated, are in the same order.
    Choice(&'static [&'static str], &'static [&'static str]),
    /// A text of at most this many bytes.
    Text(usize),
    /// Move filters.
    Filters,
}

/// A value that an option cannot have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} cannot be {found}; it must be {expected}")]
pub struct ValueError {
    /// The option.
    pub name: String,
    /// The rejected value.
    pub found: String,
    /// The values it may have.
    pub expected: String,
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Switch => f.write_str("on or off"),
            OptionKind::Whole(least, i64::MAX) => write!(f, "a whole number, {least} or more"),
            OptionKind::Whole(least, most) => write!(f, "a whole number from {least} to {most}"),
            OptionKind::Number(least, most) if *most >= f64::from(f32::MAX) => {
                write!(f, "a number, {least} or more")
            }
            OptionKind::Number(least, most) => write!(f, "a number from {least} to {most}"),
            OptionKind::Choice(words, _) => write!(f, "one of {}", words.join(", ")),
            OptionKind::Text(most) => write!(f, "text of at most {most} bytes"),
            OptionKind::Filters => f.write_str("a set of move filters"),
        }
    }
}

impl OptionKind {
    /// The title of a word, if this is a choice that has it.
    #[must_use]
    pub fn title(&self, word: &str) -> Option<&'static str> {
        let OptionKind::Choice(words, titles) = self else { return None };
        words.iter().zip(*titles).find(|(known, _)| **known == word).map(|(_, title)| *title)
    }

    /// Whether the value is possible.
    #[must_use]
    pub fn allows(&self, value: &OptionValue) -> bool {
        match (self, value) {
            (OptionKind::Switch, OptionValue::Switch(_)) => true,
            (OptionKind::Whole(least, most), OptionValue::Whole(number)) => (least..=most).contains(&number),
            (OptionKind::Number(least, most), OptionValue::Number(number)) => {
                (least..=most).contains(&number)
            }
            (OptionKind::Choice(words, _), OptionValue::Text(text)) => words.contains(&text.as_str()),
            (OptionKind::Text(most), OptionValue::Text(text)) => {
                text.len() <= *most && !text.contains(['\n', '\r', '\0'])
            }
            (OptionKind::Filters, OptionValue::Filters(filters)) => {
                filters.rows.iter().flatten().all(is_sound)
            }
            _ => false,
        }
    }
}

fn is_sound(filter: &MoveFilter) -> bool {
    filter.accept < 0 || (filter.extra >= 0 && filter.threshold >= 0.0)
}

/// A type whose values are options.
pub(super) trait Field: Sized {
    fn to_value(&self) -> OptionValue;
    /// Changes to a value that the option's [`OptionKind`] allows; any other is left.
    fn assign(&mut self, value: &OptionValue);
}

/// A type whose values need no range.
pub(super) trait OwnKind {
    const KIND: OptionKind;
}

impl OwnKind for bool {
    const KIND: OptionKind = OptionKind::Switch;
}

/// Texts are at most as long as the longest path.
impl OwnKind for String {
    const KIND: OptionKind = OptionKind::Text(4096);
}

impl OwnKind for MoveFilters {
    const KIND: OptionKind = OptionKind::Filters;
}

impl<T: OwnKind, const N: usize> OwnKind for [T; N] {
    const KIND: OptionKind = T::KIND;
}

/// A range that a number must be in.
pub(super) trait Bounds {
    fn kind(self) -> OptionKind;
}

impl Bounds for RangeInclusive<i64> {
    fn kind(self) -> OptionKind {
        OptionKind::Whole(*self.start(), *self.end())
    }
}

impl Bounds for RangeInclusive<f64> {
    fn kind(self) -> OptionKind {
        OptionKind::Number(*self.start(), *self.end())
    }
}

impl Bounds for RangeFrom<f64> {
    fn kind(self) -> OptionKind {
        OptionKind::Number(self.start, f64::from(f32::MAX))
    }
}

impl Field for bool {
    fn to_value(&self) -> OptionValue {
        OptionValue::Switch(*self)
    }

    fn assign(&mut self, value: &OptionValue) {
        if let OptionValue::Switch(on) = value {
            *self = *on;
        }
    }
}

macro_rules! whole_field {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn to_value(&self) -> OptionValue {
                OptionValue::Whole(i64::try_from(*self).unwrap_or(i64::MAX))
            }

            fn assign(&mut self, value: &OptionValue) {
                if let OptionValue::Whole(number) = value && let Ok(number) = <$type>::try_from(*number) {
                    *self = number;
                }
            }
        }
    )*};
}

whole_field!(u8, u16, u32, usize, i32);

impl Field for f64 {
    fn to_value(&self) -> OptionValue {
        OptionValue::Number(*self)
    }

    fn assign(&mut self, value: &OptionValue) {
        if let OptionValue::Number(number) = value {
            *self = *number;
        }
    }
}

impl Field for f32 {
    /// By way of the shortest text, so that 0.06 stays 0.06.
    fn to_value(&self) -> OptionValue {
        OptionValue::Number(self.to_string().parse().unwrap_or_else(|_| f64::from(*self)))
    }

    fn assign(&mut self, value: &OptionValue) {
        if let OptionValue::Number(number) = value {
            *self = *number as f32;
        }
    }
}

impl Field for String {
    fn to_value(&self) -> OptionValue {
        OptionValue::Text(self.clone())
    }

    fn assign(&mut self, value: &OptionValue) {
        if let OptionValue::Text(text) = value {
            self.clone_from(text);
        }
    }
}

impl Field for MoveFilters {
    fn to_value(&self) -> OptionValue {
        OptionValue::Filters(Box::new(*self))
    }

    fn assign(&mut self, value: &OptionValue) {
        if let OptionValue::Filters(filters) = value {
            *self = **filters;
        }
    }
}

/// An enum whose variants are the words of a choice, in order, each with its name for people.
macro_rules! words {
    (
        $(#[$doc:meta])*
        $name:ident {
            $(
                $(#[$variant_doc:meta])*
                $variant:ident = $word:literal, $(noted($title:literal))? $($own_name:literal)?;
            )+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
        pub enum $name {
            $(
                $(#[doc = $title])? $(#[doc = $own_name])?
                $(#[$variant_doc])*
                $variant
            ),+
        }

        impl $crate::options::value::OwnKind for $name {
            const KIND: $crate::options::OptionKind = $crate::options::OptionKind::Choice($name::WORDS, $name::TITLES);
        }

        impl $name {
            /// The words, in the order of the variants.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
            /// Their titles for people, to be translated.
            pub const TITLES: &'static [&'static str] = &[$(concat!($($title)? $($own_name)?)),+];

            /// The word for it.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word),+
                }
            }

            /// The variant of a word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$variant),)+
                    _ => None,
                }
            }
        }

        impl $crate::options::value::Field for $name {
            fn to_value(&self) -> $crate::options::OptionValue {
                $crate::options::OptionValue::Text(self.word().to_owned())
            }

            fn assign(&mut self, value: &$crate::options::OptionValue) {
                if let $crate::options::OptionValue::Text(word) = value
                    && let Some(found) = $name::from_word(word)
                {
                    *self = found;
                }
            }
        }
    };
}

pub(super) use words;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_allow_their_values() {
        assert!(OptionKind::Whole(0, 6).allows(&OptionValue::Whole(6)));
        assert!(!OptionKind::Whole(0, 6).allows(&OptionValue::Whole(7)));
        assert!(!OptionKind::Number(0.0, 1.0).allows(&OptionValue::Number(f64::NAN)));
        assert!(!OptionKind::Text(3).allows(&OptionValue::Text("four".to_owned())));
        assert!(!OptionKind::Text(9).allows(&OptionValue::Text("a\nb".to_owned())));
        assert!(OptionKind::Filters.allows(&OptionValue::Filters(Box::new(MoveFilters::HUGE))));
        assert_eq!(OptionKind::Whole(1, i64::MAX).to_string(), "a whole number, 1 or more");
    }

    #[test]
    fn short_numbers_stay_short() {
        assert_eq!(0.06f32.to_value(), OptionValue::Number(0.06));
        let mut number = 0.0f32;
        number.assign(&OptionValue::Number(0.06));
        assert_eq!(number, 0.06);
    }
}
