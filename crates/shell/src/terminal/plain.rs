// SPDX-License-Identifier: GPL-3.0-or-later
//! Output without a person at the terminal.

use crate::i18n;
use crate::language::Console;
use crate::output;

/// Standard output and standard error, with nobody to ask.
#[derive(Debug, Default)]
pub struct PlainConsole;

impl Console for PlainConsole {
    fn use_language(&mut self, code: &str) {
        i18n::use_language(code);
    }

    fn print(&mut self, text: &str) {
        output::line(format_args!("{text}"));
    }

    fn complain(&mut self, text: &str) {
        output::error_line(format_args!("{text}"));
    }
}
