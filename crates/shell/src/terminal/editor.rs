// SPDX-License-Identifier: GPL-3.0-or-later
//! Line editing, history and completion on a real terminal.

use crate::language::Console;
use crate::language::complete::complete;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::{DefaultHistory, History, SearchDirection};
use rustyline::{CompletionType, Config, Context, Helper, Highlighter, Hinter, Validator};
use std::path::PathBuf;

/// What was typed.
pub(super) enum Read {
    /// A line.
    Line(String),
    /// Ctrl-C at the prompt.
    Interrupted,
    /// The end of the input.
    End,
}

/// Completes commands; while a question is asked nothing completes.
#[derive(Helper, Highlighter, Hinter, Validator)]
struct Words {
    names: [String; 2],
    is_on: bool,
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        if !self.is_on {
            return Ok((pos, Vec::new()));
        }
        let (start, found) = complete(line.get(..pos).unwrap_or(line), &self.names);
        let pair = |text: String| Pair { display: text.clone(), replacement: text };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

/// A terminal with a person before it.
pub(super) struct Editor {
    editor: rustyline::Editor<Words, DefaultHistory>,
    history: Option<PathBuf>,
}

impl Editor {
    /// With the lines of earlier sessions, if a file keeps them.
    pub(super) fn new(history: Option<PathBuf>) -> rustyline::Result<Editor> {
        let config = Config::builder().completion_type(CompletionType::List).max_history_size(1000)?.build();
        let mut editor = rustyline::Editor::with_config(config)?;
        editor.set_helper(Some(Words { names: Default::default(), is_on: true }));
        if let Some(file) = &history {
            // There is none before the first session.
            let _ = editor.load_history(file);
        }
        Ok(Editor { editor, history })
    }

    /// Reads a line and keeps it in the history.
    pub(super) fn read(&mut self, prompt: &str, names: [String; 2]) -> Read {
        if let Some(words) = self.editor.helper_mut() {
            words.names = names;
        }
        match self.editor.readline(prompt) {
            Ok(line) => {
                // A line that cannot be kept is only missing in the history.
                let _ = self.editor.add_history_entry(line.as_str());
                Read::Line(line)
            }
            Err(ReadlineError::Interrupted) => Read::Interrupted,
            Err(_) => Read::End,
        }
    }

    fn complete_words(&mut self, on: bool) {
        if let Some(words) = self.editor.helper_mut() {
            words.is_on = on;
        }
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if let Some(file) = &self.history {
            if let Some(folder) = file.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            // The history is a convenience; the program ends all the same.
            let _ = self.editor.save_history(file);
        }
    }
}

impl Console for Editor {
    fn print(&mut self, text: &str) {
        super::print_to(&mut std::io::stdout().lock(), text);
    }

    fn complain(&mut self, text: &str) {
        super::print_to(&mut std::io::stderr().lock(), text);
    }

    fn ask(&mut self, question: &str) -> Option<String> {
        self.complete_words(false);
        let answer = self.editor.readline(question).ok();
        self.complete_words(true);
        answer
    }

    fn is_interactive(&self) -> bool {
        true
    }

    fn history(&self) -> Vec<String> {
        let history = self.editor.history();
        (0..history.len())
            .filter_map(|n| Some(history.get(n, SearchDirection::Forward).ok()??.entry.into_owned()))
            .collect()
    }
}
