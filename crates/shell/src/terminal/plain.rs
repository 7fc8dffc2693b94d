// SPDX-License-Identifier: GPL-3.0-or-later
//! Output without a person at the terminal.

use super::input;
use crate::i18n;
use crate::language::Console;
use crate::language::console::LineRead;
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

    fn read_line(&mut self, prompt: &str) -> LineRead {
        output::piece(prompt);
        let mut line = Vec::new();
        match input::read_line(&mut line) {
            Ok(n) if n > 0 => {
                let line = String::from_utf8_lossy(&line);
                LineRead::Line(line.trim_end_matches(['\n', '\r']).to_owned())
            }
            Ok(_) | Err(_) => LineRead::End,
        }
    }

    fn is_standard(&self) -> bool {
        true
    }
}
