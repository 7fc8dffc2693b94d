// SPDX-License-Identifier: GPL-3.0-or-later
//! Translated text and the language, and the words of reports in it.

pub use gnubg_i18n::*;
use gnubg_report::Words;

/// The words of reports in the language of the program.
pub const WORDS: Words = Words::new(
    gettext,
    |one, many, n| ngettext_f(one, many, n, &[] as &[(&str, &str)]),
    |context, phrase| pgettext(context, phrase),
    current_language,
);
