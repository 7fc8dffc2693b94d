// SPDX-License-Identifier: GPL-3.0-or-later
//! Limits of what is laid out of texts from files: a comment of 20 MB would fill thousands of pages and take hours. The
//! match keeps the whole text, and reports in text formats show it.

use std::borrow::Cow;

/// The largest number of characters and of lines of a comment on pages, some eight pages.
const MAX_CHARACTERS: usize = 20_000;
const MAX_LINES: usize = 500;
/// The largest number of characters of a name or other text in one line.
const MAX_PHRASE: usize = 2_000;

/// A comment, or its beginning with a note that says so.
pub(super) fn comment(text: &str) -> Cow<'_, str> {
    let by_characters = text.char_indices().nth(MAX_CHARACTERS).map(|(at, _)| at);
    let by_lines =
        text.match_indices('\n').nth(MAX_LINES - 1).map(|(at, _)| at).filter(|&at| at + 1 < text.len());
    let Some(end) = by_characters.into_iter().chain(by_lines).min() else { return Cow::Borrowed(text) };
    let n = text.chars().count();
    Cow::Owned(format!(
        "{}…\n[This text has {n} characters; only its beginning is shown on pages.]",
        &text[..end]
    ))
}

/// A name in a narrow column, or its beginning.
pub(super) fn short(text: &str) -> String {
    const MOST: usize = 18;
    if text.chars().count() <= MOST {
        text.to_owned()
    } else {
        text.chars().take(MOST - 1).chain(['…']).collect()
    }
}

/// A text of one line, or its beginning.
pub(super) fn phrase(text: &str) -> &str {
    text.char_indices().nth(MAX_PHRASE).map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_texts_are_cut() {
        for text in [String::new(), "é".repeat(MAX_CHARACTERS), "a\n".repeat(MAX_LINES)] {
            assert_eq!(comment(&text), text);
        }
        let cut = comment(&"é".repeat(MAX_CHARACTERS + 1)).into_owned();
        assert!(
            cut.starts_with(&"é".repeat(MAX_CHARACTERS)) && cut.contains("20001 characters"),
            "{}",
            cut.len()
        );
        let cut = comment(&"a\n".repeat(MAX_LINES + 1)).into_owned();
        assert_eq!(cut.lines().count(), MAX_LINES + 1);
        assert_eq!(phrase(&"é".repeat(MAX_PHRASE + 1)), "é".repeat(MAX_PHRASE));
        assert_eq!(phrase("a"), "a");
    }
}
