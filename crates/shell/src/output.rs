// SPDX-License-Identifier: GPL-3.0-or-later
//! Standard output and standard error of all programs.
//!
//! Names, comments, file names and answers of other programs can contain sequences that reprogram a terminal, so everything
//! that is printed passes here. Messages on standard error have a visible replacement for each control character; results on
//! standard output have it on a terminal only, because other readers need the text as it is.

use std::borrow::Cow;
use std::fmt::Arguments;
use std::io::{IsTerminal, Result, Stdout, Write};
use std::process::ExitCode;

/// Prints a message as lines of its own on standard error. Errors are ignored, because they mean that nobody reads it.
pub fn error_line(message: Arguments<'_>) {
    // The two streams keep their order.
    let _ = std::io::stdout().flush();
    print_to(&mut std::io::stderr().lock(), &message.to_string(), true);
}

/// Prints a result as lines of its own on standard output. Errors are ignored, because they mean that nobody reads it.
pub fn line(text: Arguments<'_>) {
    let out = std::io::stdout();
    let is_terminal = out.is_terminal();
    print_to(&mut out.lock(), &text.to_string(), is_terminal);
}

/// Prints a prompt, without ending the line. Errors are ignored, because they mean that nobody reads it.
pub fn piece(text: &str) {
    let out = std::io::stdout();
    let text = if out.is_terminal() { without_controls(text) } else { Cow::Borrowed(text) };
    let mut out = out.lock();
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}

/// Prints help, or what is wrong with the arguments of a program, and returns the exit code.
pub fn refusal(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        error_line(format_args!("{error}"));
    } else {
        // If the help cannot be printed, the exit code has to suffice.
        let _ = error.print();
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Writes a text and ends the line, with visible control characters if `is_visible`. Errors are ignored.
fn print_to(out: &mut impl Write, text: &str, is_visible: bool) {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let text = if is_visible { without_controls(text) } else { Cow::Borrowed(text) };
    let _ = write!(out, "{text}{end}");
    let _ = out.flush();
}

/// The text with a visible replacement for every control character except tabs and ends of lines.
#[must_use]
pub fn without_controls(text: &str) -> Cow<'_, str> {
    let is_harmful = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if is_harmful(c) { char::REPLACEMENT_CHARACTER } else { c }).collect())
}

/// Standard output for results in pieces.
#[must_use]
pub fn stdout() -> VisibleControls<Stdout> {
    let out = std::io::stdout();
    let is_visible = out.is_terminal();
    VisibleControls { out, is_visible, has_lead: false }
}

/// A writer that replaces control characters by visible ones, wherever the pieces written begin and end.
#[derive(Debug)]
pub struct VisibleControls<W> {
    out: W,
    is_visible: bool,
    /// Whether the last byte was the first one of U+0080 to U+00BF, of which the lower half are control characters.
    has_lead: bool,
}

/// The first byte of U+0080 to U+00BF in UTF-8.
const LEAD: u8 = 0xC2;

impl<W: Write> Write for VisibleControls<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        if !self.is_visible {
            return self.out.write(bytes);
        }
        let mut shown = Vec::with_capacity(bytes.len() + 8);
        for &byte in bytes {
            let had_lead = std::mem::take(&mut self.has_lead);
            let is_harmful = match byte {
                b'\n' | b'\t' => false,
                0x80..=0x9F => had_lead,
                _ => byte.is_ascii_control(),
            };
            if had_lead && !is_harmful {
                shown.push(LEAD);
            }
            match byte {
                LEAD => self.has_lead = true,
                _ if is_harmful => shown.extend_from_slice("\u{fffd}".as_bytes()),
                _ => shown.push(byte),
            }
        }
        self.out.write_all(&shown)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\tb\x1b]0;x\x07\u{9b}31m é\u{a0}\u{300}\u{7f}\r\n";
    const SHOWN: &str = "a\tb\u{fffd}]0;x\u{fffd}\u{fffd}31m é\u{a0}\u{300}\u{fffd}\u{fffd}\n";

    #[test]
    fn control_characters_are_visible_where_wanted() {
        let printed = |is_visible| {
            let mut out = Vec::new();
            print_to(&mut out, TEXT, is_visible);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(printed(false), TEXT);
        assert_eq!(printed(true), SHOWN);
    }

    #[test]
    fn pieces_may_end_anywhere() {
        for size in 1..6 {
            for (is_visible, expected) in [(true, SHOWN), (false, TEXT)] {
                let mut out = VisibleControls { out: Vec::new(), is_visible, has_lead: false };
                for piece in TEXT.as_bytes().chunks(size) {
                    out.write_all(piece).unwrap();
                }
                assert_eq!(String::from_utf8(out.out).unwrap(), expected, "{size}");
            }
        }
    }
}
