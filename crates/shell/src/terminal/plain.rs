// SPDX-License-Identifier: GPL-3.0-or-later
//! Output without a person at the terminal.

use crate::language::Console;
use std::io::Write;

/// Standard output and standard error, with nobody to ask.
#[derive(Debug, Default)]
pub struct PlainConsole;

impl Console for PlainConsole {
    fn print(&mut self, text: &str) {
        print_to(&mut std::io::stdout().lock(), text);
    }

    fn complain(&mut self, text: &str) {
        // Keep the order of the two streams.
        let _ = std::io::stdout().flush();
        print_to(&mut std::io::stderr().lock(), text);
    }
}

/// Writes a text and ends the line. Errors are ignored, because they mean that nobody reads the output.
pub(super) fn print_to(out: &mut impl Write, text: &str) {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let _ = write!(out, "{text}{end}");
    let _ = out.flush();
}
