// SPDX-License-Identifier: GPL-3.0-or-later
//! Programs within the program: `gnubg batch`, `gnubg makebearoff` and the like. A new one is a row of the table.

use crate::{batch, tools};
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::process::ExitCode;

/// One program.
#[derive(Clone, Copy, Debug)]
pub struct Subcommand {
    /// The word after `gnubg`.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Runs it; the first argument is the program's name.
    pub run: fn(Vec<OsString>) -> ExitCode,
}

/// All of them, as help lists them.
pub const SUBCOMMANDS: [Subcommand; 10] = [
    Subcommand { name: "batch", about: "answer questions in JSON Lines", run: |args| batch::main(args) },
    Subcommand {
        name: "analyze",
        about: "analyze matches and save them",
        run: |args| tools::analyze::main(args),
    },
    Subcommand { name: "analyse", about: "the same", run: |args| tools::analyze::main(args) },
    Subcommand {
        name: "convert",
        about: "write matches and positions in another format",
        run: |args| tools::convert::main(args),
    },
    Subcommand {
        name: "info",
        about: "tell what match and position files hold",
        run: |args| tools::info::main(args),
    },
    Subcommand {
        name: "rollout",
        about: "roll out positions; extend and merge rollouts",
        run: |args| tools::rollout::main(args),
    },
    Subcommand {
        name: "duel",
        about: "let two players play for strength, luck taken out",
        run: |args| tools::duel::main(args),
    },
    Subcommand {
        name: "makebearoff",
        about: "make a bearoff database",
        run: |args| tools::makebearoff::main(args),
    },
    Subcommand {
        name: "makehyper",
        about: "make a hypergammon database",
        run: |args| tools::makehyper::main(args),
    },
    Subcommand {
        name: "bearoffdump",
        about: "print what a database says about a position",
        run: |args| tools::bearoffdump::main(args),
    },
];

/// The program of that name.
#[must_use]
pub fn find(name: &OsStr) -> Option<&'static Subcommand> {
    SUBCOMMANDS.iter().find(|one| name == one.name)
}

/// The list for `gnubg --help`.
#[must_use]
pub fn help() -> String {
    let mut text = String::from("Programs within the program; gnubg NAME --help tells more:\n");
    for one in SUBCOMMANDS {
        let _ = writeln!(text, "  {:<14}{}", one.name, one.about);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_is_found_and_listed() {
        for one in SUBCOMMANDS {
            assert_eq!(find(OsStr::new(one.name)).unwrap().about, one.about);
            assert!(help().contains(one.name));
        }
        assert!(find(OsStr::new("-t")).is_none());
        assert_eq!(
            (find(OsStr::new("makebearoff")).unwrap().run)(vec!["makebearoff".into()]),
            ExitCode::from(2)
        );
    }
}
