// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg serve --stdio`: the functions for scripts, for programs of any language, as JSON-RPC 2.0 on a pipe.
//!
//! One message a line. A request names a function of [`scripting`] and gives its arguments as a list or by
//! name. While it runs, what it prints comes as notifications `output`, and how far it is as notifications `progress`, both
//! with the `id` of the request; the notification `cancel` with an `id` stops it. Requests are answered in order. The
//! methods of the Model Context Protocol (`initialize`, `tools/list`, `tools/call`, `ping`) serve the same functions as
//! tools. There is no network.

mod console;
mod message;

use crate::commands::table;
use crate::language::Interpreter;
use crate::scripting::{self, CallError, CallResult};
use crate::terminal::TerminalOptions;
use crate::tools::process::command_of;
use crate::{i18n, output};
use clap::{FromArgMatches, Parser};
use console::ServeConsole;
use gnubg_session::{Interrupter, Session};
use message::{Failure, Request, read};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{BufRead, Read};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of the longest message.
const MAX_MESSAGE: u64 = 64 << 20;
/// The version of the Model Context Protocol that is spoken, if the client names none.
const PROTOCOL: &str = "2025-06-18";

/// Answer requests of other programs in JSON-RPC
#[derive(Debug, Parser)]
#[command(name = "gnubg serve", max_term_width = 100)]
struct Arguments {
    /// Read requests from standard input and write answers to standard output
    #[arg(long, required = true)]
    stdio: bool,

    /// Do not read or save settings
    #[arg(short = 'r', long)]
    no_rc: bool,

    /// Do not use bearoff databases
    #[arg(short = 'b', long)]
    no_bearoff: bool,

    /// Folder for settings, bearoff databases and autosaved matches
    #[arg(short = 's', long, value_name = "DIR")]
    prefsdir: Option<PathBuf>,

    /// Number of worker threads [default: that of the settings]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Seed of the dice generator
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Run no programs, whatever commands and settings say
    #[arg(long)]
    no_shell: bool,
}

/// What the reading thread and the answering thread share.
#[derive(Default)]
struct State {
    /// The ID of the request that is being answered.
    running: Option<Value>,
    /// Requests that were cancelled before they were begun, as text.
    cancelled: HashSet<String>,
}

type Shared = Arc<Mutex<State>>;

fn lock(shared: &Shared) -> MutexGuard<'_, State> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Its command line.
#[must_use]
pub fn command() -> clap::Command {
    command_of::<Arguments>()
}

/// Serves until the input ends.
#[must_use]
pub fn main(args: Vec<OsString>) -> ExitCode {
    let parsed = command().try_get_matches_from(args);
    let arguments = match parsed.and_then(|found| Arguments::from_arg_matches(&found)) {
        Ok(arguments) => arguments,
        Err(error) => return output::refusal(&error),
    };
    i18n::init(None, None);
    let options = TerminalOptions {
        no_rc: arguments.no_rc,
        no_bearoff: arguments.no_bearoff,
        prefsdir: arguments.prefsdir,
        threads: arguments.threads,
        seed: arguments.seed,
        no_shell: arguments.no_shell,
        ..TerminalOptions::default()
    };
    let setup = gnubg_session::Setup { without_autosave: true, ..options.setup() };
    let mut session = match Session::start(setup) {
        Ok(session) => session,
        Err(error) => {
            output::error_line(format_args!("gnubg serve: {error}"));
            return ExitCode::FAILURE;
        }
    };
    let shared = Shared::default();
    let (sender, requests) = channel();
    let (of_reader, interrupter) = (Arc::clone(&shared), session.interrupter());
    let reading = std::thread::Builder::new().name("requests".to_owned());
    if let Err(error) =
        reading.spawn(move || read_all(std::io::stdin().lock(), &sender, &of_reader, &interrupter))
    {
        output::error_line(format_args!("gnubg serve: {error}"));
        return ExitCode::FAILURE;
    }
    let mut server = Server { interpreter: Interpreter::new(table()), shared };
    server.run(&mut session, &requests);
    for message in session.close() {
        output::error_line(format_args!("gnubg serve: {}", crate::text::messages::message(&message)));
    }
    ExitCode::SUCCESS
}

/// Reads messages. Cancellations act at once, everything else waits its turn.
fn read_all(
    mut input: impl BufRead,
    requests: &Sender<Result<Request, Failure>>,
    shared: &Shared,
    interrupter: &Interrupter,
) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(MAX_MESSAGE).read_until(b'\n', &mut line) {
            Ok(n) if n > 0 => {}
            _ => return,
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let message = read(&line);
        if let Ok(request) = &message
            && let Some(id) = request.cancels()
        {
            let mut state = lock(shared);
            if state.running.as_ref() == Some(id) {
                interrupter.interrupt();
            } else {
                state.cancelled.insert(id.to_string());
            }
            continue;
        }
        if requests.send(message).is_err() {
            return;
        }
    }
}

struct Server {
    interpreter: Interpreter,
    shared: Shared,
}

impl Server {
    fn run(&mut self, session: &mut Session, requests: &Receiver<Result<Request, Failure>>) {
        while let Ok(message) = requests.recv() {
            let request = match message {
                Ok(request) => request,
                Err(failure) => {
                    message::send(&failure.answer(&Value::Null));
                    continue;
                }
            };
            if matches!(request.method.as_str(), "exit" | "shutdown") {
                if let Some(id) = &request.id {
                    message::send(&json!({"jsonrpc": "2.0", "id": id, "result": null}));
                }
                return;
            }
            let answer = self.begun(&request).and_then(|()| self.answer(session, &request));
            lock(&self.shared).running = None;
            // A notification has no answer.
            let Some(id) = &request.id else { continue };
            message::send(&match answer {
                Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
                Err(failure) => failure.answer(id),
            });
        }
    }

    /// Notes that a request is being answered, unless it was cancelled.
    fn begun(&self, request: &Request) -> Result<(), Failure> {
        let Some(id) = &request.id else { return Ok(()) };
        let mut state = lock(&self.shared);
        if state.cancelled.remove(&id.to_string()) {
            return Err(Failure::cancelled());
        }
        state.running = Some(id.clone());
        Ok(())
    }

    fn answer(&mut self, session: &mut Session, request: &Request) -> Result<Value, Failure> {
        match request.method.as_str() {
            "initialize" => {
                let version = request.param("protocolVersion").and_then(Value::as_str).unwrap_or(PROTOCOL);
                Ok(json!({
                    "protocolVersion": version,
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "gnubg", "version": env!("CARGO_PKG_VERSION")},
                }))
            }
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({"tools": scripting::describe()})),
            "tools/call" => self.tool(session, request),
            // Notifications of clients that need nothing.
            method if method.starts_with("notifications/") => Ok(Value::Null),
            method => {
                if scripting::find(method).is_none() {
                    return Err(Failure::no_method(method));
                }
                let (positional, named) = request.arguments()?;
                let mut console = ServeConsole::notifying(request.id.clone());
                Ok(self.call(session, &mut console, method, positional, named)?)
            }
        }
    }

    /// Calls a function as a tool: what it prints is a part of the result.
    fn tool(&mut self, session: &mut Session, request: &Request) -> Result<Value, Failure> {
        let name = request.param("name").and_then(Value::as_str).unwrap_or_default();
        if scripting::find(name).is_none() {
            return Err(Failure::invalid(format!("there is no tool named {name:?}; tools/list lists them")));
        }
        let named = match request.param("arguments") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(named)) => named.clone(),
            Some(_) => return Err(Failure::invalid("arguments must be an object".to_owned())),
        };
        let token = request.param("_meta").and_then(|meta| meta.get("progressToken")).cloned();
        let mut console = ServeConsole::collecting(token);
        let result = self.call(session, &mut console, name, Vec::new(), named);
        let mut content: Vec<Value> = Vec::new();
        let mut text = |text: String| content.push(json!({"type": "text", "text": text}));
        let printed = console.collected();
        if !printed.is_empty() {
            text(printed);
        }
        Ok(match result {
            Ok(result) => {
                if !result.is_null() || content.is_empty() {
                    content.push(json!({"type": "text", "text": result.to_string()}));
                }
                json!({"content": content, "structuredContent": {"result": result}, "isError": false})
            }
            Err(error) => {
                text(format!("{}: {}", error.class.name(), error.message));
                json!({"content": content, "isError": true})
            }
        })
    }

    fn call(
        &mut self,
        session: &mut Session,
        console: &mut ServeConsole,
        name: &str,
        positional: Vec<Value>,
        named: Map<String, Value>,
    ) -> Result<Value, CallError> {
        self.interpreter.settle(session, console);
        let result: CallResult = self
            .interpreter
            .with_context(session, console, |context| scripting::call(context, name, positional, named));
        console.flush();
        result
    }
}
