// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg library`: the library of matches on the command line.
//!
//! Results go to standard output, as text or as JSON Lines; progress and messages go to standard error. Exit codes: 0 done, 1
//! failed, 2 bad usage, 130 interrupted. The same commands work in the terminal and in the window on the library that is open
//! there.

mod add;
mod arguments;
mod cards;
mod drill;
mod environment;
mod export;
mod file;
mod find;
mod merge;
mod opinions;
mod queue;
mod reevaluate;
mod stats;
mod study;
mod study_arguments;
#[cfg(test)]
mod study_tests;
#[cfg(test)]
mod tests;

pub(crate) use arguments::LibraryCommand;
pub(crate) use environment::{Environment, LibraryToolError};

use super::process::{INTERRUPTED, cancel_on_signals, command_of, parse};
use crate::output;
use arguments::Arguments;
use environment::open;
use gnubg_library::assess::Judge;
use gnubg_session::options::Options;
use gnubg_session::{Directories, read_table};
use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

/// The program's name in messages.
pub(crate) const NAME: &str = "gnubg library";

/// The command line.
#[must_use]
pub fn command() -> clap::Command {
    command_of::<Arguments>()
}

/// Runs the tool; the first argument is the program's name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Arguments = match parse(negations(args)) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    let done = run_tool(&arguments);
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(LibraryToolError::Cancelled) => ExitCode::from(INTERRUPTED),
        // What failed was told where it failed.
        Err(LibraryToolError::Told) => ExitCode::FAILURE,
        Err(error) => {
            output::error_line(format_args!("{NAME}: {error}"));
            ExitCode::from(if error.is_usage() { 2 } else { 1 })
        }
    }
}

/// The arguments with `not loss` in place of `-loss`, which would be taken for options: the tool has no options of one
/// letter with a value.
fn negations(args: impl IntoIterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    args.into_iter().map(|argument| match argument.to_str().and_then(|text| text.strip_prefix('-')) {
        Some(condition) if condition.len() > 1 && !condition.starts_with('-') => {
            format!("not {condition}").into()
        }
        _ => argument,
    })
}

fn run_tool(arguments: &Arguments) -> Result<(), LibraryToolError> {
    let directories = Directories::of_user();
    let path = match &arguments.library {
        Some(path) => path.clone(),
        None => directories.as_ref().map(Directories::library_file).ok_or_else(|| {
            LibraryToolError::Usage("there is no folder for data; name a file with --library".to_owned())
        })?,
    };
    let cancel = cancel_on_signals();
    let options = settings(directories.as_ref())?;
    let mut judge = || judge(arguments, &options);
    let mut out = output::stdout();
    let mut print = move |line: &str| writeln!(out, "{line}").and_then(|()| out.flush()).is_ok();
    let mut read_line = || {
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).ok().filter(|n| *n > 0).map(|_| line.trim().to_owned())
    };
    let tell = |line: &str| output::error_line(format_args!("{line}"));
    if let Some(done) = file::without_library(&arguments.command, &path, arguments.json, &mut print) {
        return done;
    }
    let library = open(&arguments.command, &path)?;
    if let Some(warning) = library.risk().warning() {
        output::error_line(format_args!("{NAME}: warning: {warning}"));
    }
    let mut environment = Environment {
        library,
        options: options.clone(),
        judge: &mut judge,
        print: &mut print,
        tell: &tell,
        answer: &mut read_line,
        cancel,
        is_json: arguments.json,
        here: None,
    };
    run(&arguments.command, &mut environment)
}

/// Carries a command out.
pub(crate) fn run(
    command: &LibraryCommand,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    match command {
        LibraryCommand::Create(_)
        | LibraryCommand::Info
        | LibraryCommand::Verify(_)
        | LibraryCommand::Rebuild
        | LibraryCommand::Backup(_)
        | LibraryCommand::Restore(_)
        | LibraryCommand::Vacuum
        | LibraryCommand::Reference(_)
        | LibraryCommand::Sql(_) => file::run(command, environment),
        LibraryCommand::Add(arguments) => add::add(arguments, environment),
        LibraryCommand::Watch(arguments) => add::watch(arguments, environment),
        LibraryCommand::Imports(arguments) => add::imports(arguments, environment),
        LibraryCommand::Analyze(arguments) => queue::analyze(arguments, environment),
        LibraryCommand::Reevaluate(arguments) => reevaluate::run(arguments, environment),
        LibraryCommand::Search(arguments) => find::search(arguments, environment),
        LibraryCommand::Show(arguments) => find::show(arguments, environment),
        LibraryCommand::Cards(arguments) => cards::run(&arguments.command, environment),
        LibraryCommand::Study(arguments) => study::run(arguments, environment),
        LibraryCommand::Drill(arguments) => drill::run(arguments, environment),
        LibraryCommand::Stats(arguments) => stats::stats(arguments, environment),
        LibraryCommand::Next(arguments) => stats::next(arguments, environment),
        LibraryCommand::Merge(arguments) => merge::merge(arguments, environment),
        LibraryCommand::Split(arguments) => merge::split(arguments, environment),
        LibraryCommand::Export(arguments) => export::run(arguments, environment),
        LibraryCommand::Tag(_)
        | LibraryCommand::Remark(_)
        | LibraryCommand::Collect(_)
        | LibraryCommand::Alias(_)
        | LibraryCommand::Event(_)
        | LibraryCommand::Saved(_)
        | LibraryCommand::Trash(_)
        | LibraryCommand::Undo
        | LibraryCommand::Redo => opinions::run(command, environment),
    }
}

/// The user's settings, or the defaults if there are none.
fn settings(directories: Option<&Directories>) -> Result<Options, LibraryToolError> {
    let Some(directories) = directories else { return Ok(Options::default()) };
    let path = directories.settings_file();
    let read = gnubg_session::read_settings(&path);
    let (options, problems) =
        read.map_err(|error| LibraryToolError::Other(format!("{}: {error}", path.display())))?;
    for problem in problems {
        output::error_line(format_args!("{NAME}: {}: {problem}", path.display()));
    }
    Ok(options)
}

/// The engine and the match equity table of the settings.
fn judge(arguments: &Arguments, options: &Options) -> Result<Judge, LibraryToolError> {
    let engine = arguments.engine.load(NAME).map_err(LibraryToolError::Other)?;
    let engine = engine.with_efficiencies(options.engine.efficiencies);
    let table =
        read_table(&options.engine.met).map_err(|error| LibraryToolError::Other(error.to_string()))?;
    let table = if options.engine.met_inverted { table.inverted() } else { table };
    Ok(Judge { engine: Arc::new(engine), table: Arc::new(table) })
}
