// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbers that people read, as their language writes them. Files, identifiers and everything that programs read have a
//! point whatever the language is; that is how Rust writes numbers.

use fixed_decimal::Decimal;
use icu_decimal::DecimalFormatter;
use icu_decimal::options::{DecimalFormatterOptions, GroupingStrategy};
use icu_locale_core::Locale;
use std::sync::{PoisonError, RwLock};

/// How a language writes numbers.
struct Style {
    /// Between the whole part and the rest.
    point: char,
    /// Where the sign of percent stands.
    percent: PercentSign,
    /// The language with digits as the board shows them, `None` for what is no language.
    locale: Option<Locale>,
    /// Whether text is written from right to left. Then numbers and notation are isolated, or their signs would change sides
    /// and their parts their order.
    is_rtl: bool,
}

/// Where a language writes the sign of percent: `45%`, `45 %` on one line, `%45`. Source: the patterns of CLDR 46.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PercentSign {
    Joined,
    Spaced,
    Before,
}

impl PercentSign {
    fn of(language: &str) -> PercentSign {
        match language {
            "de-CH" | "de-LI" => PercentSign::Joined,
            _ => match language.split('-').next().unwrap_or_default() {
                "cs" | "da" | "de" | "es" | "fi" | "fr" | "nb" | "nn" | "ru" | "sk" | "sv" | "uk" => {
                    PercentSign::Spaced
                }
                "tr" => PercentSign::Before,
                _ => PercentSign::Joined,
            },
        }
    }
}

static STYLE: RwLock<Style> =
    RwLock::new(Style { point: '.', percent: PercentSign::Joined, locale: None, is_rtl: false });

impl Style {
    /// The style of a language such as `de` or `pt_BR.UTF-8`; English for what is none.
    fn of(language: &str) -> Style {
        let name = language.split(['.', '@']).next().unwrap_or_default().replace('_', "-");
        // Digits are those that the board shows, in every language.
        let digits = if name.contains("-u-") { "" } else { "-u-nu-latn" };
        let locale = format!("{name}{digits}").parse::<Locale>().ok().filter(|_| !name.is_empty());
        let half = locale.as_ref().and_then(formatter).map(|formatter| written(&formatter, "0.5"));
        let point = half.and_then(|half| half.chars().find(|c| !c.is_ascii_digit()));
        Style { point: point.unwrap_or('.'), percent: PercentSign::of(&name), locale, is_rtl: false }
    }
}

fn formatter(locale: &Locale) -> Option<DecimalFormatter> {
    let mut options = DecimalFormatterOptions::default();
    options.grouping_strategy = Some(GroupingStrategy::Auto);
    DecimalFormatter::try_new(locale.clone().into(), options).ok()
}

fn written(formatter: &DecimalFormatter, number: &str) -> String {
    number
        .parse::<Decimal>()
        .map_or_else(|_| number.to_owned(), |number| formatter.format(&number).to_string())
}

/// Takes over how a language writes numbers, and the direction of its text.
pub(crate) fn follow(language: &str, is_rtl: bool) {
    let style = Style { is_rtl, ..Style::of(language) };
    *STYLE.write().unwrap_or_else(PoisonError::into_inner) = style;
}

/// The language that the environment asks for: the first of LANGUAGE, else the locale of numbers.
pub(crate) fn system_language(list: &str) -> String {
    let locale = ["LC_ALL", "LC_NUMERIC", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default();
    let first = list.split(':').next().unwrap_or_default();
    let is_plain = ["C", "POSIX"].contains(&locale.split('.').next().unwrap_or_default());
    // A locale of the same language says more: fr_CH is not fr.
    if first.is_empty() || locale.starts_with(first) {
        return if is_plain { "en".to_owned() } else { locale };
    }
    first.to_owned()
}

/// A number as Rust writes it, as people read it in the current language: `localized("-0.160")` is `−0.160` in English and
/// `−0,160` in French, `localized("45.4%")` is `45,4 %` there. Everything but the point and the signs stays.
#[must_use]
pub fn localized(number: impl Into<String>) -> String {
    let text = {
        let style = STYLE.read().unwrap_or_else(PoisonError::into_inner);
        localized_in(&style, &number.into())
    };
    isolated(text)
}

fn localized_in(style: &Style, number: &str) -> String {
    let mut text = String::new();
    // Where the digits begin that stand before this place.
    let mut digits = 0;
    let mut before = None;
    for (at, c) in number.char_indices() {
        let is_sign = c == '-'
            && !before.is_some_and(char::is_alphanumeric)
            && number[at + 1..].starts_with(|next: char| next.is_ascii_digit());
        match c {
            '.' => text.push(style.point),
            '%' if digits < text.len() => match style.percent {
                PercentSign::Joined => text.push('%'),
                PercentSign::Spaced => text.push_str("\u{a0}%"),
                PercentSign::Before => text.insert(digits, '%'),
            },
            _ => text.push(if is_sign { '−' } else { c }),
        }
        if !c.is_ascii_digit() && c != '.' {
            digits = text.len();
        }
        before = Some(c);
    }
    text
}

/// A text that is written from left to right in every language, such as a play or an identifier, to be shown in one that is
/// written from right to left. In other languages it stays as it is.
#[must_use]
pub fn isolated(text: impl Into<String>) -> String {
    let text = text.into();
    match STYLE.read().unwrap_or_else(PoisonError::into_inner).is_rtl && !text.is_empty() {
        true => format!("\u{2066}{text}\u{2069}"),
        false => text,
    }
}

/// A text of unknown direction, such as a name, for a place in a phrase: what stands around it keeps its order.
pub(crate) fn embedded(text: &str) -> std::borrow::Cow<'_, str> {
    match STYLE.read().unwrap_or_else(PoisonError::into_inner).is_rtl && !text.is_empty() {
        true => format!("\u{2068}{text}\u{2069}").into(),
        false => text.into(),
    }
}

/// A whole number in the groups of digits of the current language: `1,296` in English.
#[must_use]
pub fn grouped(number: u64) -> String {
    grouped_in(&STYLE.read().unwrap_or_else(PoisonError::into_inner), number)
}

fn grouped_in(style: &Style, number: u64) -> String {
    let number = number.to_string();
    match style.locale.as_ref().and_then(formatter) {
        Some(formatter) => written(&formatter, &number),
        None => number,
    }
}

/// A number that somebody typed, with a point or with what the current language has in its place.
#[must_use]
pub fn read_number(text: &str) -> Option<f64> {
    let point = STYLE.read().unwrap_or_else(PoisonError::into_inner).point;
    let minus_signs = ['−', '–'];
    text.trim()
        .trim_matches(['\u{2066}', '\u{2069}'])
        .replace(minus_signs, "-")
        .replace(point, ".")
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_point_and_groups() {
        let cases = [
            ("en", '.', "1,234,567"),
            ("", '.', "1234567"),
            ("de", ',', "1.234.567"),
            ("de_CH.UTF-8", '.', "1'234'567"),
            ("fr", ',', "1\u{202f}234\u{202f}567"),
            ("pt_BR", ',', "1.234.567"),
            ("ru", ',', "1\u{a0}234\u{a0}567"),
            ("ja", '.', "1,234,567"),
            ("zh_CN", '.', "1,234,567"),
            ("ar", '.', "1,234,567"),
            ("not a language", '.', "1234567"),
        ];
        for (language, point, number) in cases {
            let style = Style::of(language);
            let found = grouped_in(&style, 1_234_567);
            assert_eq!((style.point, found.as_str()), (point, number), "{language}");
        }
    }

    #[test]
    fn each_language_has_its_sign_of_percent() {
        let cases = [
            ("en", "45.4% (−1.5%), 100 % of %"),
            ("de_DE.UTF-8", "45,4\u{a0}% (−1,5\u{a0}%), 100 % of %"),
            ("de_CH", "45.4% (−1.5%), 100 % of %"),
            ("pt_BR", "45,4% (−1,5%), 100 % of %"),
            ("tr", "%45,4 (−%1,5), 100 % of %"),
        ];
        for (language, text) in cases {
            assert_eq!(localized_in(&Style::of(language), "45.4% (-1.5%), 100 % of %"), text, "{language}");
        }
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        assert_eq!(localized("-0.160"), "−0.160");
        assert_eq!(localized("Ann: -1.5 (2-1, -x)"), "Ann: −1.5 (2-1, -x)");
        assert_eq!(read_number("−0.5"), Some(-0.5));
        assert_eq!(read_number(" 12 "), Some(12.0));
        assert_eq!(read_number("\u{2066}-1.5\u{2069}"), Some(-1.5));
        assert_eq!(read_number("1.2.3"), None);
    }
}
