// SPDX-License-Identifier: GPL-3.0-or-later
//! Databases of positions and training: the actions of `gnubg database` as commands.

use crate::database::DatabaseArguments;
use crate::i18n::{gettext, gettext_f, noted};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use clap::Parser;
use clap::error::ErrorKind;
use gnubg_session::{Command, CommandOutcome};

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("database new", "FILE", noted("make an empty database of positions"), |c, a| run(c, a, &["new"])),
    row("database generate", "FILE N [OPTIONS]", noted("add N positions of games against itself"), |c, a| {
        run(c, a, &["generate"])
    }),
    row(
        "database rollout",
        "FILE [OPTIONS]",
        noted("roll out the positions that have too few games"),
        |c, a| run(c, a, &["rollout"]),
    ),
    row("database verify", "FILE", noted("measure how far the nets in use are from the rollouts"), |c, a| {
        run(c, a, &["verify"])
    }),
    row("database train", "FILE --out FILE [OPTIONS]", noted("train a copy of the nets in use"), |c, a| {
        run(c, a, &["train"])
    }),
    row(
        "database exam",
        "FILES [OPTIONS]",
        noted("measure what the choices of the nets lose in recorded decisions"),
        |c, a| run(c, a, &["exam"]),
    ),
    row("database stop", "", noted("stop the action on a database that runs in the background"), |c, _| {
        c.execute(Command::StopDatabase).map(drop)
    }),
    row("database import", "FILE FROM", noted("add the positions of another file"), |c, a| {
        run(c, a, &["import"])
    }),
    row("database export", "FILE TO", noted("write the positions as text or lines of JSON"), |c, a| {
        run(c, a, &["export"])
    }),
    row("database dump", "FILE", noted("print the positions and their rollouts"), |c, a| {
        run(c, a, &["dump"])
    }),
    row("train database", "FILE --out FILE [OPTIONS]", noted("the same as database train"), |c, a| {
        run(c, a, &["train"])
    }),
    row(
        "train td",
        "--out FILE [OPTIONS]",
        noted("train a copy of the nets by games against itself"),
        |c, a| run(c, a, &["td"]),
    ),
    row(
        "new weights",
        "FILE [UNITS]",
        noted("write random nets to a file, to be trained by train td"),
        |c, a| {
            let file = a.file()?;
            let units = a.word().unwrap_or("128").to_owned();
            run(c, a, &["td", "--random", &units, "--rounds", "0", "--out", &file])
        },
    ),
];

/// Why the words after a command cannot be used.
fn refusal(path: &str, error: &clap::Error) -> Refusal {
    if error.kind() == ErrorKind::MissingRequiredArgument {
        let row = ROWS.iter().find(|row| row.path == path);
        let arguments = row.map_or_else(String::new, |row| row.args.to_owned());
        return Refusal::usage(gettext_f(
            "the command {command} needs {arguments}",
            &[("command", path.to_owned()), ("arguments", arguments)],
        ));
    }
    // The lines after the first are about the command line of another program.
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    Refusal::usage(first.trim_start_matches("error: ").to_owned())
}

/// Starts an action as a job of the session. A terminal waits for its end, which Ctrl+C brings about; a window
/// shows it when it comes.
fn run(context: &mut Context<'_>, args: &mut Args<'_>, action: &[&str]) -> CommandResult {
    let mut words: Vec<String> =
        std::iter::once("database").chain(action.iter().copied()).map(str::to_owned).collect();
    while let Some(word) = args.word() {
        words.push(word.to_owned());
    }
    let arguments = match DatabaseArguments::try_parse_from(&words) {
        Ok(arguments) => arguments,
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            context.say(error.to_string().trim_end());
            return Ok(());
        }
        Err(error) => return Err(refusal(&args.path, &error)),
    };
    let action = arguments.action();
    let continues = action.continues();
    let started = context.execute(Command::Database(Box::new(action)))?;
    if let CommandOutcome::Started(id) = started {
        if context.shell.meanwhile.is_some() {
            context.say(&gettext("It runs in the background; database stop ends it."));
        } else if !context.await_job(id) && context.shell.was_interrupted {
            let text = match continues {
                true => gettext("Interrupted; the same command continues."),
                false => gettext("Interrupted; nothing was changed."),
            };
            context.say(&text);
        }
    }
    Ok(())
}
