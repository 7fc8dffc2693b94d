// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg -t`: the command language on a terminal, from a pipe, or from a file of commands.

mod editor;
mod ending;
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
use crate::text::messages;
use gnubg_session::{Directories, Session, Setup};
use std::io::{BufRead, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Options of the terminal. The window takes many of them, too.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct TerminalOptions {
    /// Run this file of commands in the terminal, then exit
    #[arg(short, long, value_name = "FILE")]
    pub commands: Option<PathBuf>,

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
        self.commands.is_some()
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
    /// The folder with translations; `None` for that of the installation.
    pub folder: Option<PathBuf>,
}

/// Bytes of the longest line of commands that is read.
const MAX_LINE: u64 = 1 << 20;

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
    i18n::init(language.folder.as_deref());
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
    let leaving = match &options.commands {
        Some(file) => match std::fs::File::open(file) {
            Ok(opened) => {
                let input = std::io::BufReader::new(opened);
                match from_reader(&mut shell, &mut session, input, options.strict) {
                    Leaving::Done(code) | Leaving::Cut(code) => Leaving::Done(code),
                }
            }
            Err(error) => {
                output::error_line(format_args!("gnubg: {}: {error}", file.display()));
                Leaving::Done(ExitCode::from(2))
            }
        },
        None if std::io::stdin().is_terminal() => interactive::run(&mut shell, &mut session, options),
        None => from_reader(&mut shell, &mut session, std::io::stdin().lock(), options.strict),
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

/// Opens a match or position file of any format; `false` if it cannot be read.
fn opens(shell: &mut Interpreter, session: &mut Session, file: &Path) -> bool {
    let name = file.display().to_string().replace('\\', r"\\").replace('"', "\\\"");
    shell.run(session, &mut PlainConsole, &format!("import auto \"{name}\""));
    !shell.has_failed()
}

/// Runs lines until the input ends, and tells how many of them were not understood.
fn from_reader(
    shell: &mut Interpreter,
    session: &mut Session,
    mut input: impl BufRead,
    strict: bool,
) -> Leaving {
    let leaving = run_lines(shell, session, &mut input, strict);
    if let Some(text) = shell.take_not_understood() {
        output::error_line(format_args!("{text}"));
    }
    leaving
}

fn run_lines(
    shell: &mut Interpreter,
    session: &mut Session,
    input: &mut impl BufRead,
    strict: bool,
) -> Leaving {
    let mut console = PlainConsole;
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
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
        if strict && shell.has_failed() {
            return Leaving::Done(ExitCode::FAILURE);
        }
        if flow == Flow::Quit {
            return Leaving::Done(ExitCode::SUCCESS);
        }
    }
}
