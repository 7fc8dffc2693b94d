// SPDX-License-Identifier: GPL-3.0-or-later
//! Texts from files, cut to a length that can be laid out at once. The files and the record keep the whole texts.

use crate::i18n::gettext_f;
use std::borrow::Cow;

/// Characters of a text on one line: names, events, places.
const LINE: usize = 200;

/// Characters of a longer text. Laying out so many takes some milliseconds.
const TEXT: usize = 20_000;

/// A text on one line; an ellipsis shows that it is cut.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    match first(text, LINE) {
        None => Cow::Borrowed(text),
        Some(begin) => Cow::Owned(format!("{begin}…")),
    }
}

/// The beginning of a longer text, if it has to be cut.
pub(crate) fn beginning(text: &str) -> Option<&str> {
    first(text, TEXT)
}

/// The beginning of a text, with a note that the rest is not shown.
pub(crate) fn with_note(beginning: &str) -> String {
    let number = TEXT.to_string();
    let note = gettext_f(
        "Only the first {n} characters are shown. The file keeps the whole text, which cannot be changed here.",
        &[("n", number)],
    );
    format!("{beginning}…\n\n[{note}]")
}

/// The first `most` characters, if there are more.
fn first(text: &str, most: usize) -> Option<&str> {
    let (end, _) = text.char_indices().nth(most)?;
    Some(&text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_texts_are_cut_and_between_characters() {
        assert_eq!(line("Ann"), "Ann");
        let exact = "ö".repeat(LINE);
        assert_eq!(line(&exact), exact);
        assert_eq!(line(&format!("{exact}ö")), format!("{exact}…"));
        assert_eq!(beginning("short"), None);
        let long = "ö".repeat(20 << 20);
        assert_eq!(beginning(&long).map(|begin| begin.chars().count()), Some(TEXT));
    }
}
