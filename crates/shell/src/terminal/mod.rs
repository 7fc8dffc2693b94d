// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg -t`: the command language on a terminal, from a pipe, or from a file of commands.

mod editor;
mod ending;
mod input;
mod interactive;
mod plain;
mod prompt;
mod replaced;

pub use plain::PlainConsole;
pub use replaced::ReplacedOptions;

use crate::commands::{options::check_language, table};
use crate::i18n;
use crate::language::{Flow, Interpreter};
use crate::output;
use crate::python;
use crate::text::messages;
use ending::ScriptEnd;
use gnubg_session::{Directories, Session, Setup};
use input::MAX_LINE;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Options of the terminal. The window takes many of them, too.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct TerminalOptions {
    /// Run this file of commands in the terminal, then exit
    #[arg(short, long, value_name = "FILE")]
    pub commands: Option<PathBuf>,

    /// Run this file of Python in the terminal, then exit; without FILE, start an interactive session of Python
    #[arg(
        short,
        long,
        value_name = "FILE",
        num_args = 0..=1,
        default_missing_value = "",
        conflicts_with = "commands"
    )]
    pub python: Option<String>,

    /// Play no sounds and show no banner
    #[arg(short, long)]
    pub quiet: bool,

    /// Do not read or save settings
    #[arg(short = 'r', long)]
    pub no_rc: bool,

    /// Do not use bearoff databases
    #[arg(short = 'b', long)]
    pub no_bearoff: bool,

    /// Folder for settings, bearoff databases and autosaved matches
    #[arg(short = 's', long, value_name = "DIR")]
    pub prefsdir: Option<PathBuf>,

    /// Another folder with bearoff databases
    #[arg(short = 'P', long, value_name = "DIR")]
    pub pkgdatadir: Option<PathBuf>,

    /// The same as --pkgdatadir; both can be given
    #[arg(short = 'D', long, value_name = "DIR")]
    pub datadir: Option<PathBuf>,

    /// Number of worker threads [default: that of the settings]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,

    /// Seed of the dice generator
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// Exit with code 1 at the first command that fails
    #[arg(long)]
    pub strict: bool,

    /// Run no programs, whatever commands and settings say
    #[arg(long)]
    pub no_shell: bool,

    /// Options of the original that are refused.
    #[command(flatten)]
    pub replaced: ReplacedOptions,
}

impl TerminalOptions {
    /// Whether these options need the terminal even without `-t`.
    #[must_use]
    pub fn wants_terminal(&self) -> bool {
        self.commands.is_some() || self.python.is_some()
    }

    /// Whether a session that starts with these options differs from those of a program that runs already.
    #[must_use]
    pub fn changes_the_session(&self) -> bool {
        let folders = [&self.prefsdir, &self.pkgdatadir, &self.datadir];
        let switches = [self.quiet, self.no_rc, self.no_bearoff, self.no_shell];
        folders.into_iter().any(Option::is_some)
            || switches.contains(&true)
            || self.threads.is_some()
            || self.seed.is_some()
    }

    /// How the session starts.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut directories = match &self.prefsdir {
            Some(folder) => Some(Directories::under(folder)),
            None => Directories::of_user(),
        };
        if let Some(directories) = &mut directories {
            directories.shared.extend(self.pkgdatadir.iter().chain(&self.datadir).cloned());
        }
        Setup {
            words: crate::i18n::WORDS,
            directories,
            without_settings: self.no_rc,
            without_databases: self.no_bearoff,
            without_autosave: self.no_rc,
            without_programs: self.no_shell,
            threads: self.threads,
            seed: self.seed.map(gnubg_engine::rng::Seed::from),
            user: std::env::var("USER").ok().filter(|name| gnubg_session::usable_name(name).is_ok()),
            ..Setup::default()
        }
    }
}

/// The language of a terminal.
#[derive(Clone, Debug, Default)]
pub struct Language {
    /// A code such as `fr`, or `system`; `None` for that of the settings.
    pub chosen: Option<String>,
    /// The folder with catalogues that was named; `None` for that of the installation.
    pub folder: Option<PathBuf>,
    /// The folder with catalogues of a build that is not installed.
    pub built: Option<PathBuf>,
}

/// Why a session on the terminal ends, with the exit code of the program.
enum Leaving {
    /// The user is done: the journal of the match is removed.
    Done(ExitCode),
    /// The input or the terminal is gone: an unsaved match stays recoverable.
    Cut(ExitCode),
}

/// Runs the terminal until its input ends. `files` are match or position files, of which the terminal opens one before
/// the first command. Exit codes: 0 done, 1 a command was refused under `--strict` or the program cannot start, 2 a file
/// cannot be read, 128 and the number of a signal that ended it.
#[must_use]
pub fn main(options: &TerminalOptions, language: &Language, files: &[PathBuf]) -> ExitCode {
    i18n::init(language.folder.as_deref(), language.built.as_deref());
    if files.len() > 1 {
        output::error_line(format_args!(
            "gnubg: the terminal opens one file; gnubg analyze and gnubg convert work on several files"
        ));
        return ExitCode::from(2);
    }
    let mut session = match Session::start(options.setup()) {
        Ok(session) => session,
        Err(error) => {
            output::error_line(format_args!("gnubg: {error}"));
            return ExitCode::FAILURE;
        }
    };
    let set = &session.options().general.language;
    i18n::use_language(language.chosen.as_ref().unwrap_or(set));
    if let Some(Err(refusal)) = language.chosen.as_deref().map(check_language) {
        output::error_line(format_args!("gnubg: {}", refusal.sentence()));
    }
    let mut shell = Interpreter::new(table());
    if let Some(file) = files.first()
        && !opens(&mut shell, &mut session, file)
    {
        session.close();
        return ExitCode::from(2);
    }
    if !options.no_rc {
        shell.with_context(&mut session, &mut PlainConsole, python::start_if_wanted);
    }
    let is_interactive =
        options.commands.is_none() && options.python.is_none() && std::io::stdin().is_terminal();
    let end = ScriptEnd::default();
    if !is_interactive && options.python.is_none() {
        let is_ending = Arc::new(AtomicBool::new(false));
        shell.end_when(Arc::clone(&is_ending));
        end.watch(is_ending, session.interrupter());
    }
    let leaving = match &options.commands {
        Some(file) => match std::fs::File::open(file) {
            Ok(opened) => {
                let mut input = std::io::BufReader::new(opened);
                let mut read = |line: &mut Vec<u8>| input::read_line_of(&mut input, line);
                match from_reader(&mut shell, &mut session, &mut read, options.strict, &end) {
                    Leaving::Cut(code) if end.code().is_some() => Leaving::Cut(code),
                    Leaving::Done(code) | Leaving::Cut(code) => Leaving::Done(code),
                }
            }
            Err(error) => {
                output::error_line(format_args!("gnubg: {}: {error}", file.display()));
                Leaving::Done(ExitCode::from(2))
            }
        },
        None if options.python.is_some() => Leaving::Done(from_python(
            &mut shell,
            &mut session,
            options.python.as_deref().unwrap_or_default(),
        )),
        None if is_interactive => interactive::run(&mut shell, &mut session, options),
        None => from_reader(&mut shell, &mut session, &mut input::read_line, options.strict, &end),
    };
    let (messages, code) = match leaving {
        Leaving::Done(code) => (session.close(), code),
        Leaving::Cut(code) => (session.close_keeping_match(), code),
    };
    for message in messages {
        output::error_line(format_args!("gnubg: {}", messages::message(&message)));
    }
    code
}

/// Runs a file of Python, or an interactive session without one.
fn from_python(shell: &mut Interpreter, session: &mut Session, file: &str) -> ExitCode {
    shell.with_context(session, &mut PlainConsole, |context| {
        let ran = if file.is_empty() { python::converse(context) } else { python::run_file(context, file) };
        context.settle();
        match ran {
            Ok(code) => ExitCode::from(code),
            Err(refusal) => {
                output::error_line(format_args!("gnubg: {}", refusal.sentence()));
                ExitCode::from(2)
            }
        }
    })
}

/// Opens a match or position file of any format; `false` if it cannot be read.
fn opens(shell: &mut Interpreter, session: &mut Session, file: &Path) -> bool {
    let name = file.display().to_string().replace('\\', r"\\").replace('"', "\\\"");
    shell.run(session, &mut PlainConsole, &format!("import auto \"{name}\""));
    !shell.has_failed()
}

/// Appends the next line of an input, and returns the number of bytes read.
type Read<'r> = &'r mut dyn FnMut(&mut Vec<u8>) -> std::io::Result<usize>;

/// Runs lines until the input ends, and tells how many of them were not understood.
fn from_reader(
    shell: &mut Interpreter,
    session: &mut Session,
    read: Read<'_>,
    strict: bool,
    end: &ScriptEnd,
) -> Leaving {
    let leaving = run_lines(shell, session, read, strict, end);
    if let Some(text) = shell.take_not_understood() {
        output::error_line(format_args!("{text}"));
    }
    leaving
}

fn run_lines(
    shell: &mut Interpreter,
    session: &mut Session,
    read: Read<'_>,
    strict: bool,
    end: &ScriptEnd,
) -> Leaving {
    let mut console = PlainConsole;
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match end.reading(|| read(&mut bytes)) {
            Ok(_) if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") => {
                output::error_line(format_args!(
                    "gnubg: a line of the commands is longer than {MAX_LINE} bytes"
                ));
                return Leaving::Cut(ExitCode::from(2));
            }
            Ok(0) => return Leaving::Cut(ExitCode::SUCCESS),
            Ok(_) => {}
            Err(error) => {
                output::error_line(format_args!("gnubg: cannot read commands: {error}"));
                return Leaving::Cut(ExitCode::from(2));
            }
        }
        let line = String::from_utf8_lossy(&bytes);
        let flow = shell.run(session, &mut console, line.trim_end_matches(['\n', '\r']));
        if let Some(code) = end.code() {
            return Leaving::Cut(ExitCode::from(code));
        }
        if strict && shell.has_failed() {
            return Leaving::Done(ExitCode::FAILURE);
        }
        if flow == Flow::Quit {
            return Leaving::Done(ExitCode::SUCCESS);
        }
    }
}
