// SPDX-License-Identifier: GPL-3.0-or-later
//! The subcommands of `gnubg`: `gnubg batch`, `gnubg makebearoff` and so on.

use crate::{batch, tools, ubgi};
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
    /// Its code; the first argument is the name of the program.
    pub run: fn(Vec<OsString>) -> ExitCode,
}

/// All subcommands in the order of the help text.
pub const SUBCOMMANDS: [Subcommand; 12] = [
    Subcommand {
        name: "batch",
        about: "answer questions about positions in JSON Lines",
        run: |args| batch::main(args),
    },
    Subcommand {
        name: "analyze",
        about: "analyze matches and save them",
        run: |args| tools::analyze::main(args),
    },
    Subcommand { name: "analyse", about: "the same as analyze", run: |args| tools::analyze::main(args) },
    Subcommand {
        name: "convert",
        about: "convert match and position files to another format",
        run: |args| tools::convert::main(args),
    },
    Subcommand {
        name: "info",
        about: "show what match and position files contain",
        run: |args| tools::info::main(args),
    },
    Subcommand {
        name: "rollout",
        about: "roll out positions, extend and merge rollouts",
        run: |args| tools::rollout::main(args),
    },
    Subcommand {
        name: "duel",
        about: "compare the strength of two players, with luck removed",
        run: |args| tools::duel::main(args),
    },
    Subcommand {
        name: "ubgi",
        about: "serve as an engine for the Universal Backgammon Interface",
        run: |args| ubgi::main(args),
    },
    Subcommand {
        name: "database",
        about: "make databases of positions, roll them out, train nets on them",
        run: |args| tools::database::main(args),
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
        about: "print the entry of a position in a database",
        run: |args| tools::bearoffdump::main(args),
    },
];

/// The subcommand with this name.
#[must_use]
pub fn find(name: &OsStr) -> Option<&'static Subcommand> {
    SUBCOMMANDS.iter().find(|one| name == one.name)
}

/// The list of subcommands in `gnubg --help`.
#[must_use]
pub fn help() -> String {
    let mut text = String::from("Subcommands (gnubg NAME --help explains each):\n");
    for one in SUBCOMMANDS {
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
            assert!(help().contains(one.name));
        }
        assert!(find(OsStr::new("-t")).is_none());
        assert_eq!(
            (find(OsStr::new("makebearoff")).unwrap().run)(vec!["makebearoff".into()]),
            ExitCode::from(2)
        );
    }
}
