// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg -t`: the command language on a terminal, from a pipe, or from a file of commands.

mod editor;
mod prompt;

use crate::commands::show::version_text;
use crate::language::{Console, Flow, Interpreter};
use editor::Editor;
use gnubg_session::{Directories, Session, Setup};
use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of the terminal, many of which the window understands as well.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct Options {
    /// Carry out this file of commands in the terminal, then leave
    #[arg(short, long, value_name = "FILE")]
    pub commands: Option<PathBuf>,

    /// No sounds, and no banner in the terminal
    #[arg(short, long)]
    pub quiet: bool,

    /// Neither read nor write the settings
    #[arg(short = 'r', long)]
    pub no_rc: bool,

    /// Use no bearoff databases
    #[arg(short = 'b', long)]
    pub no_bearoff: bool,

    /// Folder of the settings, databases and autosaved matches
    #[arg(short = 's', long, value_name = "DIR")]
    pub prefsdir: Option<PathBuf>,

    /// A further folder with bearoff databases
    #[arg(short = 'P', long, value_name = "DIR")]
    pub pkgdatadir: Option<PathBuf>,

    /// Threads of computations
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,

    /// Start the dice generator from this number
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// Stop at the first command that is refused, with exit code 1
    #[arg(long)]
    pub strict: bool,

    /// Do not let commands run programs
    #[arg(long)]
    pub no_shell: bool,
}

impl Options {
    /// Whether the terminal is meant although `-t` was not given.
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
        if let (Some(directories), Some(folder)) = (&mut directories, &self.pkgdatadir) {
            directories.shared.push(folder.clone());
        }
        Setup {
            directories,
            without_settings: self.no_rc,
            without_databases: self.no_bearoff,
            without_autosave: self.no_rc,
            threads: self.threads,
            seed: self.seed.map(gnubg_engine::rng::Seed::from),
            user: std::env::var("USER").ok().filter(|name| gnubg_session::usable_name(name).is_ok()),
            ..Setup::default()
        }
    }
}

/// Runs the terminal until the end of its input. Exit codes: 0 in the end, 1 after a refused command with `--strict` or
/// when the program cannot start, 2 for a file of commands that cannot be read.
#[must_use]
pub fn main(options: &Options) -> ExitCode {
    let mut session = match Session::start(options.setup()) {
        Ok(session) => session,
        Err(error) => {
            eprintln!("gnubg: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut shell = Interpreter::default();
    if options.no_shell {
        shell.forbid_programs();
    }
    let code = match &options.commands {
        Some(file) => match std::fs::File::open(file) {
            Ok(opened) => {
                from_reader(&mut shell, &mut session, std::io::BufReader::new(opened), options.strict)
            }
            Err(error) => {
                eprintln!("gnubg: {}: {error}", file.display());
                ExitCode::from(2)
            }
        },
        None if std::io::stdin().is_terminal() => interactive(&mut shell, &mut session, options),
        None => from_reader(&mut shell, &mut session, std::io::stdin().lock(), options.strict),
    };
    for message in session.close() {
        eprintln!("gnubg: {}", crate::text::words::message(&message));
    }
    code
}

/// Standard output and standard error, nobody to ask.
#[derive(Debug, Default)]
pub struct Plain;

impl Console for Plain {
    fn print(&mut self, text: &str) {
        print_to(&mut std::io::stdout().lock(), text);
    }

    fn complain(&mut self, text: &str) {
        // What was printed before stands before.
        let _ = std::io::stdout().flush();
        print_to(&mut std::io::stderr().lock(), text);
    }
}

/// Writes a text and a line end. Whoever reads may be gone; then nobody misses it.
fn print_to(out: &mut impl Write, text: &str) {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let _ = write!(out, "{text}{end}");
    let _ = out.flush();
}

/// Carries out lines until they end.
fn from_reader(
    shell: &mut Interpreter,
    session: &mut Session,
    mut input: impl BufRead,
    strict: bool,
) -> ExitCode {
    let mut console = Plain;
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) => return ExitCode::SUCCESS,
            Ok(_) => {}
            Err(error) => {
                eprintln!("gnubg: the commands cannot be read: {error}");
                return ExitCode::from(2);
            }
        }
        let line = String::from_utf8_lossy(&bytes);
        let flow = shell.run(session, &mut console, line.trim_end_matches(['\n', '\r']));
        if strict && shell.has_failed() {
            return ExitCode::FAILURE;
        }
        if flow == Flow::Quit {
            return ExitCode::SUCCESS;
        }
    }
}

/// A person at a terminal.
fn interactive(shell: &mut Interpreter, session: &mut Session, options: &Options) -> ExitCode {
    if !options.quiet {
        println!("{}\nType help for the commands, new match to play.\n", version_text());
    }
    let history = session.directories().map(|folders| folders.state.join("history"));
    let mut console = match Editor::new(history.filter(|_| !options.no_rc)) {
        Ok(console) => console,
        Err(error) => {
            eprintln!("gnubg: the terminal cannot be used: {error}");
            return ExitCode::FAILURE;
        }
    };
    let interrupter = session.interrupter();
    // Without the handler Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(move || interrupter.interrupt());
    loop {
        shell.settle(session, &mut console);
        let names = [0, 1].map(|seat| {
            session.name(if seat == 0 {
                gnubg_engine::core::Player::Zero
            } else {
                gnubg_engine::core::Player::One
            })
        });
        let line = match console.read(&prompt::text(session), names) {
            editor::Read::Line(line) => line,
            editor::Read::Interrupted => continue,
            editor::Read::End => "quit".to_owned(),
        };
        let flow = shell.run(session, &mut console, &line);
        if flow == Flow::Quit {
            return ExitCode::SUCCESS;
        }
        if options.strict && shell.has_failed() {
            return ExitCode::FAILURE;
        }
    }
}
