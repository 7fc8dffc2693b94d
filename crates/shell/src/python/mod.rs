// SPDX-License-Identifier: GPL-3.0-or-later
//! Python scripts on the running session: `> CODE`, `>`, `load python FILE`, `gnubg -p FILE`.
//!
//! Python runs in a process of its own, which is started when it is first needed and keeps its names until the program
//! ends. Its module `gnubg` asks this side for every function (`scripting`). So any Python that the user has can be used,
//! whatever its version, and a script that crashes or never ends takes nothing with it. While a script runs, the session
//! takes in what its computations report, and Ctrl+C becomes `KeyboardInterrupt`. docs/decisions/016 gives the reasons.

mod interrupts;
mod process;

use crate::i18n::{gettext, gettext_f};
use crate::language::console::LineRead;
use crate::language::context::{CommandResult, Context};
use crate::language::refusal::Refusal;
use crate::scripting::{self, CallError, ErrorClass};
use gnubg_session::CommandError;
use process::{Message, Process, Status};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The Python source of the functions of `gnubg_rs.compat`, the same as of the module `gnubg`.
pub const FACADE: &str = process::FACADE;

/// Scripts that run at the start, in the folders of scripts.
const START_SCRIPTS: [&str; 2] = ["gnubg.py", "gnubg_user.py"];

/// How a script ended: its status, and the exit code that it asks for.
struct Ended {
    status: Status,
    code: i64,
}

/// The folders of scripts: that of the user, then those of the program's data.
fn script_folders(context: &Context<'_>) -> Vec<PathBuf> {
    let Some(directories) = context.session.directories() else { return Vec::new() };
    let all = std::iter::once(&directories.config).chain(&directories.shared);
    all.map(|folder| folder.join("scripts")).filter(|folder| folder.is_dir()).collect()
}

/// The user's scripts that run when Python starts.
fn start_scripts(context: &Context<'_>) -> Vec<PathBuf> {
    let folders = script_folders(context);
    let all = folders.iter().flat_map(|folder| START_SCRIPTS.map(|name| folder.join(name)));
    all.filter(|path| path.is_file()).collect()
}

/// Starts Python if the user has scripts that run at the start; otherwise it starts when it is needed.
pub(crate) fn start_if_wanted(context: &mut Context<'_>) {
    if !context.session.may_run_programs() || start_scripts(context).is_empty() {
        return;
    }
    match taken(context) {
        Ok(process) => context.shell.script.interpreter = Some(Box::new(process)),
        Err(refusal) => context.console.complain(&refusal.sentence()),
    }
}

/// Runs a line of code; without code, an interactive session.
///
/// # Errors
/// If scripts are forbidden, or Python cannot be started.
pub(crate) fn run_code(context: &mut Context<'_>, code: &str) -> CommandResult {
    if code.is_empty() {
        return converse(context).map(drop);
    }
    run(context, &json!({"run": code})).map(drop)
}

/// Runs a file: as named, else from the folders of scripts.
///
/// # Errors
/// If there is no such file, scripts are forbidden, or Python cannot be started.
pub(crate) fn run_file(context: &mut Context<'_>, name: &str) -> Result<u8, Refusal> {
    let path =
        find(context, Path::new(name)).map_err(|source| Refusal::File { path: name.to_owned(), source })?;
    let ended = run(context, &json!({"file": path, "argv": [path]}))?;
    Ok(u8::try_from(ended.code & 0xff).unwrap_or(1))
}

fn find(context: &Context<'_>, name: &Path) -> std::io::Result<PathBuf> {
    let mut found = std::iter::once(name.to_owned());
    let given = found.next().filter(|path| path.exists());
    let path = given.or_else(|| {
        let folders = script_folders(context);
        folders.into_iter().map(|folder| folder.join(name)).find(|path| path.exists())
    });
    // In the words of the system, as for other files.
    let path = path.ok_or_else(|| std::io::Error::from_raw_os_error(2))?;
    // Pipes and devices are refused.
    gnubg_engine::input::open_regular(&path)?;
    Ok(path)
}

/// An interactive session: lines are read by the program. Ends at the end of the input or when a line asks for it; the exit
/// code that it asks for.
pub(crate) fn converse(context: &mut Context<'_>) -> Result<u8, Refusal> {
    run(context, &json!({"reset": true}))?;
    let is_interactive = context.console.is_interactive();
    if is_interactive {
        run(context, &json!({"run": "import sys; print('Python', sys.version.split()[0])"}))?;
        context.say(&gettext("exit() or Ctrl+D goes back to the commands."));
    }
    let mut needs_more = false;
    loop {
        let prompt = match (is_interactive, needs_more) {
            (false, _) => "",
            (true, false) => ">>> ",
            (true, true) => "... ",
        };
        match context.console.read_line(prompt) {
            LineRead::End => return Ok(0),
            LineRead::Interrupted => {
                needs_more = false;
                run(context, &json!({"reset": true}))?;
                context.console.complain("KeyboardInterrupt");
            }
            LineRead::Line(line) => {
                let ended = run(context, &json!({"push": line}))?;
                if ended.status == Status::Exit || context.shell.is_quitting {
                    return Ok(u8::try_from(ended.code & 0xff).unwrap_or(1));
                }
                needs_more = ended.status == Status::More;
            }
        }
    }
}

/// Takes the process out of its place, or starts it.
fn taken(context: &mut Context<'_>) -> Result<Process, Refusal> {
    if !context.session.may_run_programs() {
        return Err(CommandError::ProgramsForbidden.into());
    }
    if context.shell.script.stop.is_some() {
        return Err(Refusal::usage(gettext("a Python script is running; it cannot start another one")));
    }
    let kept = context.shell.script.interpreter.take();
    if let Some(process) = kept.and_then(|kept| kept.downcast::<Process>().ok()) {
        return Ok(*process);
    }
    let is_captured = !context.console.is_standard();
    if !is_captured && !context.console.is_interactive() {
        interrupts::watch(context.session.interrupter());
    }
    let (folders, scripts) = (script_folders(context), start_scripts(context));
    let mut process = Process::start(context.session.waker(), is_captured, &folders, &scripts)?;
    // A process that is too old, or no Python at all, ends at once and has said why.
    match serve(context, &mut process) {
        Some(_) => Ok(process),
        None => Err(Refusal::usage(gettext("Python has not started"))),
    }
}

/// Sends something to Python and serves it until that is carried out.
fn run(context: &mut Context<'_>, message: &Value) -> Result<Ended, Refusal> {
    let mut process = taken(context)?;
    context.shell.script.stop = Some(Arc::new(process.stopper()));
    process.send(message);
    let was_interruptible = std::mem::replace(&mut context.shell.is_interruptible, false);
    // The lines of a script build on each other: each waits for what it starts.
    context.shell.script_depth += 1;
    interrupts::set_running(true);
    let ended = serve(context, &mut process);
    interrupts::set_running(false);
    context.shell.script_depth -= 1;
    context.shell.is_interruptible = was_interruptible;
    context.shell.script.stop = None;
    let Some(ended) = ended else {
        context.shell.note_failure();
        let text = gettext_f(
            "Python has ended ({status}); the next script starts it again, without the names of this one",
            &[("status", process.end())],
        );
        return Err(Refusal::usage(text));
    };
    if matches!(ended.status, Status::Failed | Status::Interrupted) || ended.code != 0 {
        context.shell.note_failure();
    }
    context.shell.script.interpreter = Some(Box::new(process));
    Ok(ended)
}

/// Answers Python until what was sent is carried out; `None` if the process has gone.
fn serve(context: &mut Context<'_>, process: &mut Process) -> Option<Ended> {
    let mut texts = Texts::default();
    loop {
        match next(context, process) {
            Message::Call { call, args, kwargs } => {
                texts.show(context);
                context.shell.was_interrupted = false;
                let answer = match scripting::call(context, &call, args, kwargs) {
                    Ok(result) => json!({"result": result}),
                    Err(error) => failure(&error),
                };
                process.send(&answer);
            }
            Message::Print { print, error } => texts.add(context, &print, error),
            Message::Ask { ask } => {
                texts.show(context);
                let answer = match context.console.read_line(&ask) {
                    LineRead::Line(line) => json!({"line": line}),
                    LineRead::Interrupted => json!({"interrupted": true}),
                    LineRead::End => json!({"line": null}),
                };
                process.send(&answer);
            }
            Message::Done { done, code } => {
                texts.show(context);
                return Some(Ended { status: done, code });
            }
            Message::Gone => {
                texts.show(context);
                return None;
            }
        }
    }
}

/// Why a call failed, as Python is told.
fn failure(error: &CallError) -> Value {
    // An interruption comes by itself, and the program ends when the script does.
    let class = match error.class {
        ErrorClass::Interrupted => ErrorClass::State,
        class => class,
    };
    json!({"error": {"type": class.name(), "message": error.message}})
}

/// Waits for the next message, and takes in what the session reports meanwhile.
fn next(context: &mut Context<'_>, process: &Process) -> Message {
    loop {
        if let Some(message) = process.try_receive() {
            return message;
        }
        let (console, shell, commands) = (&mut *context.console, &mut *context.shell, context.commands);
        context.session.absorb_next(|session, event| {
            Context { session, console: &mut *console, shell: &mut *shell, commands }.show_event(event);
        });
    }
}

/// Texts of a script that wait for the end of their line.
#[derive(Default)]
struct Texts {
    held: String,
    is_error: bool,
}

impl Texts {
    fn add(&mut self, context: &mut Context<'_>, text: &str, is_error: bool) {
        if is_error != self.is_error {
            self.show(context);
            self.is_error = is_error;
        }
        self.held.push_str(text);
        if let Some(end) = self.held.rfind('\n') {
            let rest = self.held.split_off(end + 1);
            self.show(context);
            self.held = rest;
        }
    }

    fn show(&mut self, context: &mut Context<'_>) {
        if self.held.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.held);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        if self.is_error { context.console.complain(text) } else { context.console.print(text) }
    }
}
