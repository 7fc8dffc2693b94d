// SPDX-License-Identifier: GPL-3.0-or-later
//! Where text goes and answers come from.

use gnubg_session::event::Activity;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineRead {
    /// The line, without its end.
    Line(String),
    /// The user interrupted the reading.
    Interrupted,
    /// The input is at its end.
    End,
}

/// A terminal, a pipe, or the command pane of a window.
pub trait Console {
    /// Shows text and ends the line.
    fn print(&mut self, text: &str);

    /// Shows an error message and ends the line.
    fn complain(&mut self, text: &str);

    /// Asks for a line; `None` at the end of the input or when interrupted. Called on interactive consoles only.
    fn ask(&mut self, _question: &str) -> Option<String> {
        None
    }

    /// Whether a person can answer questions.
    fn is_interactive(&self) -> bool {
        false
    }

    /// The lines typed so far, oldest first; empty if the console keeps none.
    fn history(&self) -> Vec<String> {
        Vec::new()
    }

    /// Speaks another language from now on: a code, or `system`. Consoles of a window follow the window.
    fn use_language(&mut self, _code: &str) {}

    /// Reads a line for a script, after a prompt.
    fn read_line(&mut self, prompt: &str) -> LineRead {
        match self.is_interactive().then(|| self.ask(prompt)).flatten() {
            Some(line) => LineRead::Line(line),
            None => LineRead::End,
        }
    }

    /// Whether text goes to the standard output of the program, so that other programs may write there, too.
    fn is_standard(&self) -> bool {
        false
    }

    /// Tells how far a computation has come: units done, and all units if that is known.
    fn progress(&mut self, _activity: Activity, _done: u64, _total: Option<u64>) {}

    /// Shows a text that may be longer than a screen.
    fn page(&mut self, text: &str) {
        self.print(text);
    }
}
