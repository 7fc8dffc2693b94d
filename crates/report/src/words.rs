// SPDX-License-Identifier: GPL-3.0-or-later
//! The words of reports that people read, in the reader's language. Text that programs read stays English.

/// Translates the phrases of reports. The front end knows the language; without one they are English.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    phrase: fn(&str) -> String,
    plural: fn(&str, &str, u32) -> String,
    in_context: fn(&str, &str) -> String,
    language: fn() -> String,
}

impl Default for Words {
    /// English.
    fn default() -> Words {
        Words {
            phrase: str::to_owned,
            plural: |one, many, n| if n == 1 { one.to_owned() } else { many.to_owned() },
            in_context: |_, phrase| phrase.to_owned(),
            language: || "en".to_owned(),
        }
    }
}

impl Words {
    /// Words that `phrase` translates, `plural` with the form for a number, `in_context` after a context that tells two equal
    /// phrases apart; `language` tells the code of the language, such as `fr`.
    #[must_use]
    pub const fn new(
        phrase: fn(&str) -> String,
        plural: fn(&str, &str, u32) -> String,
        in_context: fn(&str, &str) -> String,
        language: fn() -> String,
    ) -> Words {
        Words { phrase, plural, in_context, language }
    }

    /// The code of the language.
    #[must_use]
    pub fn language(&self) -> String {
        (self.language)()
    }

    /// A phrase.
    #[must_use]
    pub fn gettext(&self, phrase: &str) -> String {
        if phrase.is_empty() { String::new() } else { (self.phrase)(phrase) }
    }

    /// A phrase in a context.
    #[must_use]
    pub fn pgettext(&self, context: &str, phrase: &str) -> String {
        (self.in_context)(context, phrase)
    }

    /// A phrase with its placeholders filled.
    #[must_use]
    pub fn gettext_f(&self, phrase: &str, values: &[(&str, impl AsRef<str>)]) -> String {
        fill(self.gettext(phrase), values)
    }

    /// A phrase in the form for a number, which stands for the placeholder `{n}`.
    #[must_use]
    pub fn ngettext_f(&self, one: &str, many: &str, n: usize) -> String {
        let form = u32::try_from(n).unwrap_or(u32::MAX);
        fill((self.plural)(one, many, form), &[("n", n.to_string())])
    }
}

/// Fills placeholders such as `{n}` of a phrase.
#[must_use]
pub fn fill(mut text: String, values: &[(&str, impl AsRef<str>)]) -> String {
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), value.as_ref());
    }
    text
}

/// Marks a phrase of a table for translation, which happens where it is shown.
pub(crate) const fn noted(phrase: &'static str) -> &'static str {
    phrase
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_filled_and_have_forms_for_numbers() {
        let words = Words::default();
        // In names, so that nobody has to translate them.
        let (choice, [one, many]) = ("{a} or {b}", ["{n} error", "{n} errors"]);
        assert_eq!(words.gettext_f(choice, &[("a", "x"), ("b", "y")]), "x or y");
        let errors = |n| words.ngettext_f(one, many, n);
        assert_eq!([0, 1, 2].map(errors), ["0 errors", "1 error", "2 errors"]);
        let shouted = Words::new(
            str::to_uppercase,
            |_, many, _| many.to_owned(),
            |_, one| one.to_owned(),
            || "xx".to_owned(),
        );
        assert_eq!((shouted.gettext(choice), shouted.language()), ("{A} OR {B}".to_owned(), "xx".to_owned()));
    }
}
