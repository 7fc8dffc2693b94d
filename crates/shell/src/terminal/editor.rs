// SPDX-License-Identifier: GPL-3.0-or-later
//! Line editing, history and completion on a real terminal.
//!
//! Keys are read on a thread of its own, so that the main thread can wait for a line and for the end of the program at
//! once.

use crate::commands::table;
use crate::i18n;
use crate::language::Console;
use crate::language::complete::complete;
use crate::language::console::LineRead;
use crate::output::{self, without_controls};
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::{DefaultHistory, History, SearchDirection};
use rustyline::{CompletionType, Config, Context, Helper, Highlighter, Hinter, Validator};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// What the main thread waits for at the prompt.
#[derive(Debug)]
pub(super) enum Input {
    /// A line that the user typed.
    Line(String),
    /// Ctrl+C, typed or sent as a signal.
    Interrupted,
    /// The end of the input.
    End,
    /// The program has to end, with this exit code.
    Terminated(u8),
}

/// What the main thread receives.
enum Received {
    /// The answer to a request.
    Typed(Input),
    /// A signal; the request is not answered yet.
    Told(Input),
}

/// Tells the main thread what is not typed.
#[derive(Clone)]
pub(super) struct PromptSignals {
    inputs: Sender<Received>,
    is_waiting: Arc<AtomicBool>,
}

impl PromptSignals {
    /// Whether the main thread waits for a line, and computes nothing that a signal is meant for.
    pub(super) fn is_waiting(&self) -> bool {
        self.is_waiting.load(Ordering::SeqCst)
    }

    /// Ends the wait for a line.
    pub(super) fn send(&self, input: Input) {
        // The main thread may be gone already.
        let _ = self.inputs.send(Received::Told(input));
    }
}

/// What the reading thread is asked for.
enum Request {
    /// A line for a prompt. Commands are completed, answers to questions are not.
    Read { prompt: String, names: Option<[String; 2]> },
    /// The lines typed so far, oldest first.
    History(Sender<Vec<String>>),
}

/// Completes commands, but not answers to questions.
#[derive(Helper, Highlighter, Hinter, Validator)]
struct CommandCompleter {
    /// The players' names; `None` while a question is asked.
    names: Option<[String; 2]>,
}

impl Completer for CommandCompleter {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let Some(names) = &self.names else { return Ok((pos, Vec::new())) };
        let (start, found) = complete(&table().root, line.get(..pos).unwrap_or(line), names);
        let pair = |text: String| Pair { display: text.clone(), replacement: text };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

type LineEditor = rustyline::Editor<CommandCompleter, DefaultHistory>;

/// The terminal of a user.
pub(super) struct Editor {
    requests: Sender<Request>,
    inputs: Receiver<Received>,
    /// Whether the main thread waits for a line.
    is_waiting: Arc<AtomicBool>,
    /// Whether the reading thread reads a line: after a signal it goes on with that.
    is_reading: bool,
    /// The exit code, once the program has to end: then every read returns at once.
    terminated: Option<u8>,
}

impl Editor {
    /// An editor with the lines of earlier sessions, if `history` names the file that keeps them, and what tells it
    /// of signals.
    pub(super) fn new(history: Option<PathBuf>) -> rustyline::Result<(Editor, PromptSignals)> {
        let config = Config::builder().completion_type(CompletionType::List).max_history_size(1000)?.build();
        let (requests, asked) = channel();
        let (answers, inputs) = channel();
        let is_waiting = Arc::new(AtomicBool::new(false));
        let signals = PromptSignals { inputs: answers.clone(), is_waiting: Arc::clone(&is_waiting) };
        let mut editor = LineEditor::with_config(config)?;
        let spawned = std::thread::Builder::new().name("keys".to_owned()).spawn(move || {
            editor.set_helper(Some(CommandCompleter { names: None }));
            if let Some(file) = &history {
                if let Some(folder) = file.parent() {
                    let _ = std::fs::create_dir_all(folder);
                }
                // Before the first session there is no file.
                let _ = editor.load_history(file);
            }
            read_lines(&mut editor, history.as_ref(), &asked, &answers);
        });
        spawned?;
        Ok((Editor { requests, inputs, is_waiting, is_reading: false, terminated: None }, signals))
    }

    /// Reads a command and keeps it in the history.
    pub(super) fn read(&mut self, prompt: &str, names: [String; 2]) -> Input {
        self.wait(prompt, Some(names))
    }

    fn wait(&mut self, prompt: &str, names: Option<[String; 2]>) -> Input {
        // Signals that arrived during a computation have stopped it.
        let mut typed = None;
        while let Ok(received) = self.inputs.try_recv() {
            self.note(&received);
            if let Received::Typed(input) = received {
                typed = Some(input);
            }
        }
        if let Some(code) = self.terminated {
            return Input::Terminated(code);
        }
        if let Some(input) = typed {
            return input;
        }
        let prompt = without_controls(prompt).into_owned();
        self.is_waiting.store(true, Ordering::SeqCst);
        if std::mem::replace(&mut self.is_reading, true) {
            output::piece(&prompt);
        } else if self.requests.send(Request::Read { prompt, names }).is_err() {
            return Input::End;
        }
        let received = self.inputs.recv().unwrap_or(Received::Typed(Input::End));
        self.is_waiting.store(false, Ordering::SeqCst);
        self.note(&received);
        let (Received::Typed(input) | Received::Told(input)) = received;
        input
    }

    /// Remembers what outlasts this read.
    fn note(&mut self, received: &Received) {
        match received {
            Received::Typed(_) => self.is_reading = false,
            Received::Told(Input::Terminated(code)) => self.terminated = Some(*code),
            Received::Told(_) => {}
        }
    }
}

/// Serves requests until the editor is dropped.
fn read_lines(
    editor: &mut LineEditor,
    history: Option<&PathBuf>,
    requests: &Receiver<Request>,
    inputs: &Sender<Received>,
) {
    while let Ok(request) = requests.recv() {
        match request {
            Request::History(reply) => {
                let kept = editor.history();
                let lines = (0..kept.len())
                    .filter_map(|n| Some(kept.get(n, SearchDirection::Forward).ok()??.entry.into_owned()))
                    .collect();
                let _ = reply.send(lines);
            }
            Request::Read { prompt, names } => {
                let is_command = names.is_some();
                if let Some(completer) = editor.helper_mut() {
                    completer.names = names;
                }
                let input = match editor.readline(&prompt) {
                    Ok(line) => {
                        if is_command && editor.add_history_entry(line.as_str()).unwrap_or(false) {
                            // If this fails, the line is missing in the history and nothing else is lost.
                            let _ = history.map(|file| editor.append_history(file));
                        }
                        Input::Line(line)
                    }
                    Err(ReadlineError::Interrupted) => Input::Interrupted,
                    Err(_) => Input::End,
                };
                if inputs.send(Received::Typed(input)).is_err() {
                    return;
                }
            }
        }
    }
}

impl Console for Editor {
    fn use_language(&mut self, code: &str) {
        i18n::use_language(code);
    }

    fn print(&mut self, text: &str) {
        output::line(format_args!("{text}"));
    }

    fn complain(&mut self, text: &str) {
        output::error_line(format_args!("{text}"));
    }

    fn ask(&mut self, question: &str) -> Option<String> {
        match self.wait(question, None) {
            Input::Line(answer) => Some(answer),
            _ => None,
        }
    }

    fn read_line(&mut self, prompt: &str) -> LineRead {
        match self.wait(prompt, None) {
            Input::Line(line) => LineRead::Line(line),
            Input::Interrupted => LineRead::Interrupted,
            Input::End | Input::Terminated(_) => LineRead::End,
        }
    }

    fn is_standard(&self) -> bool {
        true
    }

    fn is_interactive(&self) -> bool {
        true
    }

    fn history(&self) -> Vec<String> {
        let (reply, lines) = channel();
        let _ = self.requests.send(Request::History(reply));
        lines.recv().unwrap_or_default()
    }
}
