// SPDX-License-Identifier: GPL-3.0-or-later
//! Where text goes and answers come from.

/// A terminal, a pipe, or the command pane of a window.
pub trait Console {
    /// Shows text; it ends with a line end.
    fn print(&mut self, text: &str);

    /// Shows why something was not done; it ends with a line end.
    fn complain(&mut self, text: &str);

    /// Asks for a line; `None` at the end of input or when interrupted. Called on interactive consoles only.
    fn ask(&mut self, _question: &str) -> Option<String> {
        None
    }

    /// Whether a person sits before it.
    fn is_interactive(&self) -> bool {
        false
    }

    /// Lines typed so far, oldest first; empty where none are kept.
    fn history(&self) -> Vec<String> {
        Vec::new()
    }

    /// Text so long that a person wants it page by page.
    fn page(&mut self, text: &str) {
        self.print(text);
    }
}
