// SPDX-License-Identifier: GPL-3.0-or-later
//! Translated text. Phrases are whole; what varies is named: `gettext_f("{player} rolls", &[("player", name)])`.
//!
//! Calls never share a line with a lone lifetime tick, which gettext 0.21 would take for a character constant.

use gettextrs::LocaleCategory;
pub(crate) use gettextrs::{gettext, pgettext};
use std::path::Path;

/// The gettext domain.
const DOMAIN: &str = "gnubg";

/// Takes the language from the environment and the translations from the installed locale folder.
pub(crate) fn init() {
    gettextrs::setlocale(LocaleCategory::LcAll, "");
    // Numbers in identifiers and files always use a point.
    gettextrs::setlocale(LocaleCategory::LcNumeric, "C");
    let folder = option_env!("LOCALEDIR").unwrap_or("/usr/share/locale");
    // Without translations the program speaks English; nothing else depends on these calls.
    let _ = gettextrs::bindtextdomain(DOMAIN, Path::new(folder));
    let _ = gettextrs::bind_textdomain_codeset(DOMAIN, "UTF-8");
    let _ = gettextrs::textdomain(DOMAIN);
}

/// Marks a phrase for translation where it cannot be translated yet, as in tables.
pub(crate) const fn noted(phrase: &'static str) -> &'static str {
    phrase
}

/// A translated phrase with its named places filled.
pub(crate) fn gettext_f(phrase: &str, values: &[(&str, &str)]) -> String {
    fill(gettext(phrase), values)
}

/// A translated phrase in the form the number demands, with its named places filled.
pub(crate) fn ngettext_f(one: &str, many: &str, n: u32, values: &[(&str, &str)]) -> String {
    fill(gettextrs::ngettext(one, many, n), values)
}

fn fill(mut text: String, values: &[(&str, &str)]) -> String {
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn places_are_filled_by_name() {
        let text = fill("{b} before {a}".to_owned(), &[("a", "1"), ("b", "2")]);
        assert_eq!(text, "2 before 1");
    }
}
