// SPDX-License-Identifier: GPL-3.0-or-later
//! The launcher of the window, the terminal (`-t`) and the subcommands.

mod generate;

use clap::{CommandFactory, FromArgMatches, Parser};
use generate::GENERATE;
use gnubg_gtk::Launch;
use gnubg_shell::output;
use gnubg_shell::version_flag::with_version_flag;
use gnubg_shell::{subcommands, terminal};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Play and analyze backgammon
#[derive(Debug, Parser)]
#[command(max_term_width = 100)]
struct Arguments {
    /// Use the terminal instead of the window; commands can come from a pipe
    #[arg(short, long)]
    tty: bool,

    /// Do not use the terminal that started the window
    #[arg(short, long, conflicts_with = "tty")]
    window_system_only: bool,

    #[command(flatten)]
    terminal: terminal::TerminalOptions,

    #[command(flatten)]
    desktop: gnubg_gtk::DesktopOptions,
}

/// The compiled files of `resources/`.
static RESOURCES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/gnubg.gresource"));

/// The command line of the launcher.
fn command() -> clap::Command {
    with_version_flag(Arguments::command())
}

fn main() -> ExitCode {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let generate = Some(&GENERATE).filter(|one| words.get(1).is_some_and(|word| *word == *one.name));
    if let Some(subcommand) = generate.or_else(|| words.get(1).and_then(|word| subcommands::find(word))) {
        words.remove(1);
        return (subcommand.run)(words);
    }
    let command = command().after_help(subcommands::help(&GENERATE));
    let parsed = command.try_get_matches_from(words).and_then(|found| Arguments::from_arg_matches(&found));
    match parsed {
        Ok(arguments) => run(&arguments),
        Err(error) => output::refusal(&error),
    }
}

fn run(arguments: &Arguments) -> ExitCode {
    let Arguments { tty, terminal, desktop, .. } = arguments;
    let uses_terminal = *tty || terminal.wants_terminal();
    // The catalogues of a build that is not installed, as long as they exist.
    let built = option_env!("BUILT_TRANSLATIONS").map(PathBuf::from);
    let refusal = terminal.replaced.refusal();
    match refusal {
        Some(refusal) => {
            output::error_line(format_args!("gnubg: {refusal}"));
            ExitCode::from(2)
        }
        None if uses_terminal => {
            let language = terminal::Language {
                chosen: desktop.lang.clone(),
                folder: desktop.locale_folder.clone(),
                built,
            };
            terminal::main(terminal, &language, &desktop.files)
        }
        None => {
            let is_apart = desktop.lang.is_some() || terminal.changes_the_session();
            let setup = Launch { resources: RESOURCES, built, setup: terminal.setup(), is_apart };
            gnubg_gtk::run(setup, desktop)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_consistent() {
        Arguments::command().debug_assert();
        let parsed = Arguments::try_parse_from(["gnubg", "-tqr", "-s", "folder"]).unwrap();
        assert!(parsed.tty && parsed.terminal.quiet && parsed.terminal.no_rc);
        assert!(Arguments::try_parse_from(["gnubg", "-c", "script"]).unwrap().terminal.wants_terminal());
        assert!(Arguments::try_parse_from(["gnubg", "--no-such-option"]).is_err());
        let parsed = Arguments::try_parse_from(["gnubg", "-t", "match.sgf"]).unwrap();
        assert_eq!(parsed.desktop.files.len(), 1);
        for option in ["-d", "-S", "--display=:0", "--class=x", "-n128", "-Odocs"] {
            let parsed = Arguments::try_parse_from(["gnubg", option]).unwrap();
            assert!(parsed.terminal.replaced.refusal().is_some(), "{option}");
        }
        assert!(parsed.terminal.replaced.refusal().is_none());
        for options in [&["-p"][..], &["-p", "script.py"], &["--python=script.py"]] {
            let parsed = Arguments::try_parse_from(std::iter::once(&"gnubg").chain(options)).unwrap();
            assert!(parsed.terminal.wants_terminal() && parsed.desktop.files.is_empty());
        }
    }
}
