// SPDX-License-Identifier: GPL-3.0-or-later
//! Output without a person at the terminal.

use crate::language::Console;
use std::borrow::Cow;
use std::io::{IsTerminal, Write};

/// Standard output and standard error, with nobody to ask.
#[derive(Debug, Default)]
pub struct PlainConsole;

impl Console for PlainConsole {
    fn print(&mut self, text: &str) {
        let out = std::io::stdout();
        let is_terminal = out.is_terminal();
        print_to(&mut out.lock(), text, is_terminal);
    }

    fn complain(&mut self, text: &str) {
        // Keep the order of the two streams.
        let _ = std::io::stdout().flush();
        let out = std::io::stderr();
        let is_terminal = out.is_terminal();
        print_to(&mut out.lock(), text, is_terminal);
    }
}

/// Writes a text and ends the line. On a terminal, control characters are made visible; other readers get the text as it
/// is. Errors are ignored, because they mean that nobody reads the output.
pub(super) fn print_to(out: &mut impl Write, text: &str, is_terminal: bool) {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let text = if is_terminal { without_controls(text) } else { Cow::Borrowed(text) };
    let _ = write!(out, "{text}{end}");
    let _ = out.flush();
}

/// The text with a visible replacement for every control character except tabs and ends of lines. Names, comments and
/// answers of other programs can contain sequences that reprogram a terminal.
#[must_use]
pub fn without_controls(text: &str) -> Cow<'_, str> {
    let is_harmful = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if is_harmful(c) { char::REPLACEMENT_CHARACTER } else { c }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_terminals_are_protected() {
        let text = "a\tb\x1b]0;x\x07\u{9b}31m\r\n";
        let printed = |is_terminal| {
            let mut out = Vec::new();
            print_to(&mut out, text, is_terminal);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(printed(false), text);
        assert_eq!(printed(true), "a\tb\u{fffd}]0;x\u{fffd}\u{fffd}31m\u{fffd}\n");
    }
}
