// SPDX-License-Identifier: GPL-3.0-or-later
//! Splitting a line into words: blanks separate, double quotes group, a backslash makes the next character literal.

/// One word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word without quotes and backslashes.
    pub text: String,
    /// Where it starts in the line, in bytes.
    pub start: usize,
}

/// The words of a line. A quote that is not closed extends to the end.
#[must_use]
pub fn split(line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut current: Option<Word> = None;
    let mut is_quoted = false;
    let mut characters = line.char_indices();
    while let Some((at, character)) = characters.next() {
        if character.is_whitespace() && !is_quoted {
            words.extend(current.take());
            continue;
        }
        let word = current.get_or_insert_with(|| Word { text: String::new(), start: at });
        match character {
            '"' => is_quoted = !is_quoted,
            '\\' => word.text.extend(characters.next().map(|(_, next)| next)),
            other => word.text.push(other),
        }
    }
    words.extend(current);
    words
}

/// A text as one word, in quotes if it needs them.
#[must_use]
pub fn quoted(text: &str) -> String {
    if !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == '"' || c == '\\') {
        return text.to_owned();
    }
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(line: &str) -> Vec<String> {
        split(line).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn quotes_and_backslashes() {
        assert_eq!(texts("  set player \"Long Name\" human "), ["set", "player", "Long Name", "human"]);
        assert_eq!(texts(r"Long\ Name x\\y \"), ["Long Name", r"x\y", ""]);
        assert_eq!(texts("it's a\"b c"), ["it's", "ab c"]);
        assert_eq!(texts("\"\" x"), ["", "x"]);
        assert!(texts(" \t").is_empty());
        assert_eq!(split("ab  cd")[1].start, 4);
    }

    proptest! {
        #[test]
        fn splitting_undoes_quoting(text in "\\PC*") {
            prop_assert_eq!(texts(&quoted(&text)), [text]);
        }
    }
}
