// SPDX-License-Identifier: GPL-3.0-or-later
//! The launcher of the window, the terminal (`-t`) and the subcommands.

use clap::{CommandFactory, FromArgMatches, Parser};
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

fn main() -> ExitCode {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    if let Some(subcommand) = words.get(1).and_then(|word| subcommands::find(word)) {
        words.remove(1);
        return (subcommand.run)(words);
    }
    let command = with_version_flag(Arguments::command()).after_help(subcommands::help());
    let parsed = command.try_get_matches_from(words).and_then(|found| Arguments::from_arg_matches(&found));
    match parsed {
        Ok(mut arguments) => {
            let folder = &mut arguments.desktop.locale_folder;
            *folder = folder.take().or_else(built_translations);
            run(&arguments)
        }
        Err(error) => output::refusal(&error),
    }
}

/// The translations of a build that is not installed, as long as they exist.
fn built_translations() -> Option<PathBuf> {
    option_env!("BUILT_TRANSLATIONS").map(PathBuf::from).filter(|folder| folder.is_dir())
}

fn run(arguments: &Arguments) -> ExitCode {
    let Arguments { tty, terminal, desktop, .. } = arguments;
    let uses_terminal = *tty || terminal.wants_terminal();
    let refusal = terminal.replaced.refusal();
    match refusal {
        Some(refusal) => {
            output::error_line(format_args!("gnubg: {refusal}"));
            ExitCode::from(2)
        }
        None if uses_terminal => {
            let language =
                terminal::Language { chosen: desktop.lang.clone(), folder: desktop.locale_folder.clone() };
            terminal::main(terminal, &language, &desktop.files)
        }
        None => gnubg_gtk::run(RESOURCES, desktop, terminal.setup()),
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
        for option in ["-p", "-pscript.py", "-d", "-S", "--display=:0", "--class=x", "-n128", "-Odocs"] {
            let parsed = Arguments::try_parse_from(["gnubg", option]).unwrap();
            assert!(parsed.terminal.replaced.refusal().is_some(), "{option}");
        }
        assert!(parsed.terminal.replaced.refusal().is_none());
    }
}
