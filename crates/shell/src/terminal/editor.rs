// SPDX-License-Identifier: GPL-3.0-or-later
//! Line editing, history and completion on a real terminal.

use super::plain::print_to;
use crate::commands::table;
use crate::language::Console;
use crate::language::complete::complete;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::{DefaultHistory, History, SearchDirection};
use rustyline::{CompletionType, Config, Context, Helper, Highlighter, Hinter, Validator};
use std::path::PathBuf;

/// What the person typed.
pub(super) enum LineRead {
    /// A line.
    Line(String),
    /// Ctrl-C at the prompt.
    Interrupted,
    /// The end of the input.
    End,
}

/// Completes commands, but not answers to questions.
#[derive(Helper, Highlighter, Hinter, Validator)]
struct CommandCompleter {
    names: [String; 2],
    is_on: bool,
}

impl Completer for CommandCompleter {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        if !self.is_on {
            return Ok((pos, Vec::new()));
        }
        let (start, found) = complete(&table().root, line.get(..pos).unwrap_or(line), &self.names);
        let pair = |text: String| Pair { display: text.clone(), replacement: text };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

/// A terminal with a person in front of it.
pub(super) struct Editor {
    editor: rustyline::Editor<CommandCompleter, DefaultHistory>,
    history: Option<PathBuf>,
}

impl Editor {
    /// An editor with the lines of earlier sessions, if `history` names the file that keeps them.
    pub(super) fn new(history: Option<PathBuf>) -> rustyline::Result<Editor> {
        let config = Config::builder().completion_type(CompletionType::List).max_history_size(1000)?.build();
        let mut editor = rustyline::Editor::with_config(config)?;
        editor.set_helper(Some(CommandCompleter { names: Default::default(), is_on: true }));
        if let Some(file) = &history {
            // Before the first session there is no file.
            let _ = editor.load_history(file);
        }
        Ok(Editor { editor, history })
    }

    /// Reads a line and keeps it in the history.
    pub(super) fn read(&mut self, prompt: &str, names: [String; 2]) -> LineRead {
        if let Some(words) = self.editor.helper_mut() {
            words.names = names;
        }
        match self.editor.readline(prompt) {
            Ok(line) => {
                // If this fails, the line is missing in the history and nothing else is lost.
                let _ = self.editor.add_history_entry(line.as_str());
                LineRead::Line(line)
            }
            Err(ReadlineError::Interrupted) => LineRead::Interrupted,
            Err(_) => LineRead::End,
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
            // Without the history file the program still ends normally.
            let _ = self.editor.save_history(file);
        }
    }
}

impl Console for Editor {
    fn print(&mut self, text: &str) {
        print_to(&mut std::io::stdout().lock(), text);
    }

    fn complain(&mut self, text: &str) {
        print_to(&mut std::io::stderr().lock(), text);
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
