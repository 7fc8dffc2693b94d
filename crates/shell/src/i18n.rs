// SPDX-License-Identifier: GPL-3.0-or-later
//! Translated text. Each phrase is complete; its variable parts have names: `gettext_f("{player} rolls", &[("player", name)])`.
//!
//! Calls never share a line with a lone lifetime tick, which gettext 0.21 would take for a character constant.

use gettextrs::LocaleCategory;
pub use gettextrs::pgettext;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

/// The gettext domain.
const DOMAIN: &str = "gnubg";

/// Languages: code and native name.
const NAMES: [(&str, &str); 17] = [
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("en", "English"),
    ("es", "Español"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("is", "Íslenska"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
    ("ro", "Română"),
    ("ru", "Русский"),
    ("tr", "Türkçe"),
    ("uk", "Українська"),
];

/// The environment at the start, and the current language.
#[derive(Debug)]
struct Speech {
    folder: PathBuf,
    /// The variable LANGUAGE as it was.
    of_system: String,
    chosen: Mutex<String>,
}

static SPEECH: OnceLock<Speech> = OnceLock::new();

/// Takes the language from the environment and the translations from `folder`, or from the installed locale folder.
/// Called once, before there is a second thread.
pub fn init(folder: Option<&Path>) {
    set_locale(LocaleCategory::LcAll, "");
    // Numbers in identifiers and files always use a point.
    set_locale(LocaleCategory::LcNumeric, "C");
    let installed = Path::new(option_env!("LOCALEDIR").unwrap_or("/usr/share/locale"));
    let folder = folder.unwrap_or(installed).to_owned();
    let of_system = std::env::var("LANGUAGE").unwrap_or_default();
    set_variable(&of_system);
    // Without translations the program speaks English; nothing else depends on these calls.
    let _ = gettextrs::bindtextdomain(DOMAIN, &folder);
    let _ = gettextrs::bind_textdomain_codeset(DOMAIN, "UTF-8");
    let _ = gettextrs::textdomain(DOMAIN);
    let speech = Speech { folder, of_system, chosen: Mutex::new("system".to_owned()) };
    SPEECH.get_or_init(|| speech);
}

/// Lets another library that translates see that there are translations: calls it while a language other than English is
/// chosen, if one is installed. Called once after [`init`], before there is a second thread.
pub fn with_any_language(call: impl FnOnce(&str)) {
    let Some(speech) = SPEECH.get() else { return };
    if let Some((code, _)) = languages().iter().find(|(code, _)| code != "en") {
        set_variable(code);
        let _ = gettextrs::textdomain(DOMAIN);
        call(DOMAIN);
        set_variable(&speech.of_system);
        let _ = gettextrs::textdomain(DOMAIN);
    }
}

/// Switches to a language, given by its code or as `system`. Returns whether this changed the language.
pub fn use_language(code: &str) -> bool {
    let Some(speech) = SPEECH.get() else { return false };
    let Ok(mut chosen) = speech.chosen.lock() else { return false };
    if *chosen == code {
        return false;
    }
    code.clone_into(&mut chosen);
    let of_system = code == "system" || code.is_empty();
    set_variable(if of_system { &speech.of_system } else { code });
    // The locale "C" would speak nothing but English.
    let locale = set_locale(LocaleCategory::LcMessages, "");
    let speaks = locale.is_some_and(|locale| !matches!(locale.as_slice(), b"C" | b"POSIX"));
    if !of_system && !speaks {
        set_locale(LocaleCategory::LcMessages, "C.UTF-8");
    }
    // Makes gettext look at the variable again.
    let _ = gettextrs::textdomain(DOMAIN);
    true
}

/// Sets a category of the locale, `""` for what the environment says. Returns its name if there is one.
fn set_locale(category: LocaleCategory, name: &str) -> Option<Vec<u8>> {
    // SAFETY: the C library serializes the call. What must not happen is that another thread uses a text that it got from
    // the locale before: `init` runs while there is one thread, and later calls change only the language of messages, on
    // the main thread, which is the one that translates.
    unsafe { gettextrs::setlocale(category, name) }
}

/// Sets the variable that gettext takes the language from.
fn set_variable(value: &str) {
    // SAFETY: the variable is created by `init` while the program has a single thread. Later calls only replace the
    // value of a variable that exists, for which the C library stores one pointer and frees nothing, so that a thread
    // that reads the environment at that moment finds the old value or the new one.
    unsafe { std::env::set_var("LANGUAGE", value) };
}

/// The languages that can be chosen: codes and names, English and those whose translation is installed.
#[must_use]
pub fn languages() -> Vec<(String, String)> {
    let Some(speech) = SPEECH.get() else { return Vec::new() };
    let folders = std::fs::read_dir(&speech.folder).into_iter().flatten().flatten();
    let mut found: Vec<(String, String)> = folders
        .filter(|entry| entry.path().join("LC_MESSAGES").join(format!("{DOMAIN}.mo")).is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .map(|code| (code.clone(), name_of(&code)))
        .collect();
    if !found.iter().any(|(code, _)| code == "en") {
        found.push(("en".to_owned(), name_of("en")));
    }
    found.sort_by(|a, b| a.1.cmp(&b.1));
    found
}

fn name_of(code: &str) -> String {
    NAMES
        .iter()
        .find(|(known, _)| *known == code)
        .map_or_else(|| code.to_owned(), |(_, name)| (*name).to_owned())
}

/// Marks a phrase for translation where it cannot be translated yet, as in tables.
#[must_use]
pub const fn noted(phrase: &'static str) -> &'static str {
    phrase
}

/// A translated phrase; the empty one stays empty.
#[must_use]
pub fn gettext(phrase: &str) -> String {
    if phrase.is_empty() { String::new() } else { gettextrs::gettext(phrase) }
}

/// A translated phrase with its placeholders filled.
#[must_use]
pub fn gettext_f(phrase: &str, values: &[(&str, impl AsRef<str>)]) -> String {
    fill(gettext(phrase), values)
}

/// A translated phrase in the plural form for a number, with its placeholders filled.
#[must_use]
pub fn ngettext_f(one: &str, many: &str, n: u32, values: &[(&str, impl AsRef<str>)]) -> String {
    fill(gettextrs::ngettext(one, many, n), values)
}

/// A text with a capital first letter.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn fill(mut text: String, values: &[(&str, impl AsRef<str>)]) -> String {
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), value.as_ref());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{capitalized, fill};

    #[test]
    fn words_begin_lines_with_a_capital() {
        assert_eq!(["unmarked", "étroit", "4-ply", ""].map(capitalized), ["Unmarked", "Étroit", "4-ply", ""]);
    }

    #[test]
    fn places_are_filled_by_name() {
        let text = fill("{b} before {a}".to_owned(), &[("a", "1"), ("b", "2")]);
        assert_eq!(text, "2 before 1");
        let owned = [("a", 1.to_string()), ("b", 2.to_string())];
        assert_eq!(fill("{b} before {a}".to_owned(), &owned), text);
    }
}
