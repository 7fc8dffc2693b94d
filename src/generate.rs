// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg generate`: manual pages and shell completions, made from the definitions of the command lines.

use clap::{Command, Parser};
use clap_complete::Shell;
use gnubg_shell::output;
use gnubg_shell::subcommands::{SUBCOMMANDS, Subcommand};
use gnubg_shell::version_flag::with_version_flag;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The subcommand.
pub(crate) const GENERATE: Subcommand = Subcommand {
    name: "generate",
    about: "write manual pages and shell completions",
    command,
    run: |words| main(words),
};

/// Subcommands that are programs of their own, too.
const PROGRAMS: [&str; 3] = ["makebearoff", "makehyper", "bearoffdump"];

/// Write the manual pages and shell completions of all programs into a folder.
///
/// The names below the folder are those that man, bash, zsh and fish look for: after `gnubg generate ~/.local/share` they
/// are found.
#[derive(Parser)]
#[command(name = "gnubg generate", bin_name = "gnubg generate", max_term_width = 100)]
struct Arguments {
    /// Folder to write to, such as /usr/local/share
    folder: PathBuf,
}

fn command() -> Command {
    with_version_flag(<Arguments as clap::CommandFactory>::command())
}

/// The program `gnubg` with all its subcommands, as manual pages and completions show it.
fn program() -> Command {
    let subcommands = SUBCOMMANDS.iter().chain([&GENERATE]).map(|one| {
        let command = (one.command)();
        let about = command.get_about().map_or_else(|| one.about.to_owned(), ToString::to_string);
        command.name(one.name).about(about)
    });
    crate::command().name("gnubg").subcommands(subcommands)
}

/// All programs.
fn programs() -> Vec<Command> {
    let others = SUBCOMMANDS.iter().filter(|one| PROGRAMS.contains(&one.name)).map(|one| (one.command)());
    std::iter::once(program()).chain(others).collect()
}

fn main(words: Vec<OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => return output::refusal(&error),
    };
    match write(&arguments.folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::error_line(format_args!("gnubg generate: {}: {error}", arguments.folder.display()));
            ExitCode::FAILURE
        }
    }
}

/// Writes everything below `folder`.
fn write(folder: &Path) -> io::Result<()> {
    let pages = folder.join("man/man1");
    std::fs::create_dir_all(&pages)?;
    for mut program in programs() {
        let name = program.get_name().to_owned();
        clap_mangen::generate_to(program.clone(), &pages)?;
        for (shell, below) in [
            (Shell::Bash, format!("bash-completion/completions/{name}")),
            (Shell::Zsh, format!("zsh/site-functions/_{name}")),
            (Shell::Fish, format!("fish/vendor_completions.d/{name}.fish")),
        ] {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut program, name.clone(), &mut text);
            let path = folder.join(below);
            std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
            std::fs::write(path, text)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_and_subcommand_has_a_page_and_completions() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        let read = |name: String| std::fs::read_to_string(folder.path().join(&name)).expect(&name);
        for name in ["gnubg"].into_iter().chain(PROGRAMS) {
            assert!(read(format!("man/man1/{name}.1")).contains(".SH OPTIONS"), "{name}");
            assert!(read(format!("bash-completion/completions/{name}")).contains(&format!("_{name}()")));
            assert!(read(format!("zsh/site-functions/_{name}")).starts_with(&format!("#compdef {name}")));
            assert!(
                read(format!("fish/vendor_completions.d/{name}.fish"))
                    .contains(&format!("complete -c {name}"))
            );
        }
        for one in SUBCOMMANDS.iter().chain([&GENERATE]) {
            let page = read(format!("man/man1/gnubg-{}.1", one.name));
            assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{}", one.name);
        }
        let page = read("man/man1/gnubg.1".to_owned());
        assert!(page.contains("\\-\\-tty") && page.contains("gnubg\\-batch(1)"), "{page}");
        assert!(!page.contains("state\\-dump"), "options for tests are no business of users");
    }
}
