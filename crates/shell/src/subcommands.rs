// SPDX-License-Identifier: GPL-3.0-or-later
//! The subcommands of `gnubg`: `gnubg batch`, `gnubg makebearoff` and so on.

use crate::{batch, serve, tools, ubgi};
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::process::ExitCode;

/// A subcommand.
#[derive(Clone, Copy, Debug)]
pub struct Subcommand {
    /// The word after `gnubg`.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Its command line.
    pub command: fn() -> clap::Command,
    /// Its code; the first argument is the name of the program.
    pub run: fn(Vec<OsString>) -> ExitCode,
}

/// All subcommands in the order of the help text.
pub const SUBCOMMANDS: [Subcommand; 15] = [
    Subcommand {
        name: "batch",
        about: "answer questions about positions in JSON Lines",
        command: batch::command,
        run: |args| batch::main(args),
    },
    Subcommand {
        name: "analyze",
        about: "analyze matches and save them",
        command: tools::analyze::command,
        run: |args| tools::analyze::main(args),
    },
    Subcommand {
        name: "analyse",
        about: "the same as analyze",
        command: tools::analyze::command,
        run: |args| tools::analyze::main(args),
    },
    Subcommand {
        name: "convert",
        about: "convert match and position files to another format",
        command: tools::convert::command,
        run: |args| tools::convert::main(args),
    },
    Subcommand {
        name: "info",
        about: "show what match and position files contain",
        command: tools::info::command,
        run: |args| tools::info::main(args),
    },
    Subcommand {
        name: "rollout",
        about: "roll out positions, extend and merge rollouts",
        command: tools::rollout::command,
        run: |args| tools::rollout::main(args),
    },
    Subcommand {
        name: "library",
        about: "keep and search all matches in one place",
        command: tools::library::command,
        run: |args| tools::library::main(args),
    },
    Subcommand {
        name: "duel",
        about: "compare the strength of two players, with luck removed",
        command: tools::duel::command,
        run: |args| tools::duel::main(args),
    },
    Subcommand {
        name: "ubgi",
        about: "serve as an engine for the Universal Backgammon Interface",
        command: ubgi::command,
        run: |args| ubgi::main(args),
    },
    Subcommand {
        name: "serve",
        about: "answer programs of any language in JSON-RPC, with the functions for scripts",
        command: serve::command,
        run: |args| serve::main(args),
    },
    Subcommand {
        name: "database",
        about: "make databases of positions, roll them out, train nets on them",
        command: tools::database::command,
        run: |args| tools::database::main(args),
    },
    Subcommand {
        name: "thumbnail",
        about: "draw a small picture of a match or position file",
        command: tools::thumbnail::command,
        run: |args| tools::thumbnail::main(args),
    },
    Subcommand {
        name: "makebearoff",
        about: "make a bearoff database",
        command: tools::makebearoff::command,
        run: |args| tools::makebearoff::main(args),
    },
    Subcommand {
        name: "makehyper",
        about: "make a hypergammon database",
        command: tools::makehyper::command,
        run: |args| tools::makehyper::main(args),
    },
    Subcommand {
        name: "bearoffdump",
        about: "print the entry of a position in a database",
        command: tools::bearoffdump::command,
        run: |args| tools::bearoffdump::main(args),
    },
];

/// The subcommand with this name.
#[must_use]
pub fn find(name: &OsStr) -> Option<&'static Subcommand> {
    SUBCOMMANDS.iter().find(|one| name == one.name)
}

/// The list of subcommands in `gnubg --help`, with one more that the launcher adds.
#[must_use]
pub fn help(more: &Subcommand) -> String {
    let mut text = String::from("Subcommands (gnubg NAME --help explains each):\n");
    for one in SUBCOMMANDS.iter().chain([more]) {
        let _ = writeln!(text, "  {:<14}{}", one.name, one.about);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subcommand_is_found_and_listed() {
        for one in SUBCOMMANDS {
            assert_eq!(find(OsStr::new(one.name)).unwrap().about, one.about);
            assert!(help(&one).contains(one.name));
        }
        assert!(find(OsStr::new("-t")).is_none());
        assert_eq!(
            (find(OsStr::new("makebearoff")).unwrap().run)(vec!["makebearoff".into()]),
            ExitCode::from(2)
        );
    }
}
