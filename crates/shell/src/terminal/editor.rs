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
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// What the main thread waits for at the prompt.
#[derive(Debug)]
pub(super) enum Input {
    /// A line that the user typed or pasted.
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
    /// A signal that has stopped a computation, however late this comes.
    Stopped,
}

/// Tells the main thread what is not typed.
#[derive(Clone)]
pub(super) struct PromptSignals {
    inputs: Sender<Received>,
    is_waiting: Arc<AtomicBool>,
}

impl PromptSignals {
    /// Tells of Ctrl+C. `stop` stops what is computed.
    pub(super) fn interrupt(&self, stop: impl FnOnce()) {
        // Asked before, for what is stopped may be over before this thread goes on.
        let is_waiting = self.is_waiting.load(Ordering::SeqCst);
        stop();
        self.send(if is_waiting { Received::Told(Input::Interrupted) } else { Received::Stopped });
    }

    /// Ends the program with an exit code as soon as a line is waited for.
    pub(super) fn terminate(&self, code: u8) {
        self.send(Received::Told(Input::Terminated(code)));
    }

    fn send(&self, received: Received) {
        // The main thread may be gone already.
        let _ = self.inputs.send(received);
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
    /// Lines that were pasted in one piece and wait for their turn.
    pasted: VecDeque<String>,
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
        Ok((
            Editor {
                requests,
                inputs,
                is_waiting,
                is_reading: false,
                pasted: VecDeque::new(),
                terminated: None,
            },
            signals,
        ))
    }

    /// Reads a command and keeps it in the history.
    pub(super) fn read(&mut self, prompt: &str, names: [String; 2]) -> Input {
        self.wait(prompt, Some(names))
    }

    fn wait(&mut self, prompt: &str, names: Option<[String; 2]>) -> Input {
        let mut typed = None;
        while let Ok(received) = self.inputs.try_recv() {
            match self.taken(received) {
                // It came during a computation, and has stopped that.
                Some(Input::Interrupted) | None => {}
                input => typed = input,
            }
        }
        if let Some(code) = self.terminated {
            return Input::Terminated(code);
        }
        if let Some(input) = typed {
            return input;
        }
        let prompt = without_controls(prompt).into_owned();
        if let Some(line) = self.pasted.pop_front() {
            output::line(format_args!("{prompt}{line}"));
            return Input::Line(line);
        }
        self.is_waiting.store(true, Ordering::SeqCst);
        if std::mem::replace(&mut self.is_reading, true) {
            output::piece(&prompt);
        } else if self.requests.send(Request::Read { prompt, names }).is_err() {
            return Input::End;
        }
        let input = loop {
            let Ok(received) = self.inputs.recv() else { break Input::End };
            if let Some(input) = self.taken(received) {
                break input;
            }
        };
        self.is_waiting.store(false, Ordering::SeqCst);
        input
    }

    /// What was received, if it ends a read; the rest is remembered.
    fn taken(&mut self, received: Received) -> Option<Input> {
        match received {
            Received::Typed(input) => {
                self.is_reading = false;
                let Input::Line(text) = input else { return Some(input) };
                let mut lines = text.lines().map(ToOwned::to_owned);
                let first = lines.next().unwrap_or_default();
                self.pasted.extend(lines);
                Some(Input::Line(first))
            }
            Received::Told(input) => {
                if let Input::Terminated(code) = input {
                    self.terminated = Some(code);
                }
                Some(input)
            }
            Received::Stopped => {
                self.pasted.clear();
                None
            }
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
                    Ok(text) => {
                        let mut is_new = false;
                        for line in text.lines().filter(|_| is_command) {
                            is_new |= editor.add_history_entry(line).unwrap_or(false);
                        }
                        if is_new {
                            // If this fails, the lines are missing in the history and nothing else is lost.
                            let _ = history.map(|file| editor.append_history(file));
                        }
                        Input::Line(text)
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
