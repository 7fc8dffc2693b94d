// SPDX-License-Identifier: GPL-3.0-or-later
//! Translated text. Each phrase is complete; its variable parts have names, as in `{player} rolls`, which [`gettext_f`] fills
//! after the translation.
//!
//! Calls never share a line with a lone lifetime tick, which gettext 0.21 would take for a character constant.

mod numbers;

use gettextrs::LocaleCategory;
pub use gettextrs::pgettext;
pub use numbers::{grouped, isolated, localized, read_number};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

/// The gettext domain: that of the application, so that catalogues of the program `gnubg` of earlier years are never taken.
pub const DOMAIN: &str = "io.github.gnubg.Gnubg";

/// Languages with a catalogue in `po/`, each with its native name. Tests compare the codes with `po/LINGUAS`.
pub const TRANSLATIONS: [(&str, &str); 13] = [
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("es", "Español"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("pt_BR", "Português (Brasil)"),
    ("ru", "Русский"),
    ("tr", "Türkçe"),
    ("zh_CN", "简体中文"),
];

/// Native names of languages without a catalogue of ours, which somebody may put into the folder of catalogues.
const OTHER_NAMES: [(&str, &str); 8] = [
    ("ar", "العربية"),
    ("en", "English"),
    ("he", "עברית"),
    ("is", "Íslenska"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
    ("ro", "Română"),
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

/// Locales in which the C library translates; most systems have one of them. The last one does so before glibc 2.39.
const SPEAKING: [&str; 14] = [
    "en_US.UTF-8",
    "en_GB.UTF-8",
    "de_DE.UTF-8",
    "fr_FR.UTF-8",
    "es_ES.UTF-8",
    "it_IT.UTF-8",
    "pt_BR.UTF-8",
    "da_DK.UTF-8",
    "cs_CZ.UTF-8",
    "tr_TR.UTF-8",
    "ru_RU.UTF-8",
    "ja_JP.UTF-8",
    "zh_CN.UTF-8",
    "C.UTF-8",
];

/// Whether the C library translates in a locale. In "C", and in newer versions in "C.UTF-8", it speaks nothing but English.
fn translates(locale: &[u8]) -> bool {
    !matches!(locale, b"C" | b"POSIX") && !locale.starts_with(b"C.")
}

/// Takes the language from the environment and the catalogues from `folder`; without one, from `share/locale` beside the
/// folder of the program (as installed, unpacked or in an application's own folder), else from `built`, the folder of a
/// build that is not installed. Called once, before there is a second thread.
pub fn init(folder: Option<&Path>, built: Option<&Path>) {
    set_locale(LocaleCategory::LcAll, "");
    // Numbers in identifiers and files always use a point.
    set_locale(LocaleCategory::LcNumeric, "C");
    let folder = folder.map(Path::to_owned).or_else(|| catalogues(beside_program().as_deref(), built));
    let folder = folder.unwrap_or_else(|| PathBuf::from("/usr/share/locale"));
    let of_system = std::env::var("LANGUAGE").unwrap_or_default();
    set_variable(&of_system);
    // Without translations the program speaks English; nothing else depends on these calls.
    let _ = gettextrs::bindtextdomain(DOMAIN, &folder);
    let _ = gettextrs::bind_textdomain_codeset(DOMAIN, "UTF-8");
    let _ = gettextrs::textdomain(DOMAIN);
    numbers::follow(&numbers::system_language(&of_system), is_right_to_left());
    let speech = Speech { folder, of_system, chosen: Mutex::new("system".to_owned()) };
    SPEECH.get_or_init(|| speech);
}

/// `share/locale` of the prefix that the program runs from.
fn beside_program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?.canonicalize().ok()?;
    Some(program.parent()?.parent()?.join("share/locale"))
}

/// The first of these folders that holds a catalogue of ours.
fn catalogues(beside: Option<&Path>, built: Option<&Path>) -> Option<PathBuf> {
    [beside, built].into_iter().flatten().find(|folder| !codes(folder).is_empty()).map(Path::to_owned)
}

/// The languages whose catalogues a folder holds.
fn codes(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.path().join("LC_MESSAGES").join(format!("{DOMAIN}.mo")).is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
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
    let locale = set_locale(LocaleCategory::LcMessages, "");
    if !of_system && !locale.is_some_and(|locale| translates(&locale)) {
        // It does not matter which one it is: the variable names the language.
        let _ = SPEAKING.iter().find(|name| set_locale(LocaleCategory::LcMessages, name).is_some());
    }
    // Makes gettext look at the variable again.
    let _ = gettextrs::textdomain(DOMAIN);
    let numbers_as = if of_system { numbers::system_language(&speech.of_system) } else { code.to_owned() };
    numbers::follow(&numbers_as, is_right_to_left());
    true
}

/// The code of the current language, such as `de` or `pt_BR`; `en` where nothing asks for another.
#[must_use]
pub fn current_language() -> String {
    let chosen = SPEECH.get().map(|speech| {
        let chosen = speech.chosen.lock().map(|chosen| chosen.clone()).unwrap_or_default();
        if chosen == "system" || chosen.is_empty() { speech.of_system.clone() } else { chosen }
    });
    let list = chosen.unwrap_or_default();
    let first = list.split(':').next().unwrap_or_default();
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let locale = locale.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    let name = if first.is_empty() { &locale } else { first };
    match name.split(['.', '@']).next().unwrap_or_default() {
        "" | "C" | "POSIX" => "en".to_owned(),
        code => code.to_owned(),
    }
}

/// Whether the current language is written from right to left, as its catalogue says.
#[must_use]
pub fn is_right_to_left() -> bool {
    // Translators: the direction of writing. Leave it as it is, or write "right-to-left".
    pgettext("direction of writing", "left-to-right") == "right-to-left"
}

/// Whether a language can be chosen: `system`, English, one with a catalogue of ours, or one whose catalogue is there.
#[must_use]
pub fn is_known(code: &str) -> bool {
    let language = code.split(['_', '.', '@']).next().unwrap_or_default();
    let territory = code.split(['.', '@']).next().unwrap_or_default();
    let is_one = |known: &str| known == language || known == territory;
    ["system", "en"].into_iter().chain(TRANSLATIONS.map(|(code, _)| code)).any(is_one)
        || languages().iter().any(|(known, _)| is_one(known))
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

/// The languages that can be chosen: codes and names, English and those whose catalogue is there.
#[must_use]
pub fn languages() -> Vec<(String, String)> {
    let Some(speech) = SPEECH.get() else { return Vec::new() };
    let mut codes = codes(&speech.folder);
    if !codes.iter().any(|code| code == "en") {
        codes.push("en".to_owned());
    }
    let mut found: Vec<(String, String)> =
        codes.into_iter().map(|code| (code.clone(), name_of(&code))).collect();
    found.sort_by(|a, b| a.1.cmp(&b.1));
    found
}

/// The native name of a language; its code if it is not known.
fn name_of(code: &str) -> String {
    let mut names = TRANSLATIONS.iter().chain(&OTHER_NAMES);
    names.find(|(known, _)| *known == code).map_or_else(|| code.to_owned(), |(_, name)| (*name).to_owned())
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

/// A phrase of that context in the plural form for a number, with its placeholders filled.
#[must_use]
pub fn npgettext_f(
    context: &str,
    one: &str,
    many: &str,
    n: u32,
    values: &[(&str, impl AsRef<str>)],
) -> String {
    fill(gettextrs::npgettext(context, one, many, n), values)
}

/// A text with a capital first letter.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn fill(mut text: String, values: &[(&str, impl AsRef<str>)]) -> String {
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), &numbers::embedded(value.as_ref()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{TRANSLATIONS, capitalized, catalogues, codes, fill, is_known};

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

    #[test]
    fn languages_are_those_with_a_catalogue() {
        let Ok(linguas) = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../po/LINGUAS"))
        else {
            println!("skipped: po/LINGUAS is not beside this package");
            return;
        };
        let listed = linguas.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
        assert_eq!(TRANSLATIONS.map(|(code, _)| code).to_vec(), listed.collect::<Vec<_>>());
        for known in ["system", "en", "en_US.UTF-8", "fr", "fr_CA"] {
            assert!(is_known(known), "{known}");
        }
        assert!(!is_known("xx") && !is_known(""));
    }

    #[test]
    fn catalogues_of_other_programs_are_not_ours() {
        let folder = std::env::temp_dir().join(format!("gnubg-i18n-{}", std::process::id()));
        let make = |prefix: &str, code: &str, domain: &str| {
            let messages = folder.join(prefix).join(code).join("LC_MESSAGES");
            std::fs::create_dir_all(&messages).unwrap();
            std::fs::write(messages.join(format!("{domain}.mo")), "").unwrap();
        };
        make("installed", "de", "gnubg");
        make("built", "fr", super::DOMAIN);
        let (installed, built) = (folder.join("installed"), folder.join("built"));
        let found = catalogues(Some(&installed), Some(&built));
        let languages = codes(&built);
        make("installed", "fr", super::DOMAIN);
        let then = catalogues(Some(&installed), Some(&built));
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!((found.as_deref(), languages), (Some(built.as_path()), vec!["fr".to_owned()]));
        assert_eq!(
            then.as_deref(),
            Some(installed.as_path()),
            "what is installed with the program comes first"
        );
    }
}
