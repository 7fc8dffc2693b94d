// SPDX-License-Identifier: GPL-3.0-or-later
//! Databases of positions and training: the actions of `gnubg database` as commands.

use crate::database::DatabaseArguments;
use crate::i18n::{gettext, noted};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use clap::Parser;
use gnubg_engine::core::CancelToken;
use gnubg_session::positions::DatabaseError;
use std::sync::Arc;
use std::sync::mpsc::channel;

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

/// Runs an action on a thread of its own until it ends or the user interrupts.
fn run(context: &mut Context<'_>, args: &mut Args<'_>, action: &[&str]) -> CommandResult {
    let mut words: Vec<String> =
        std::iter::once("database").chain(action.iter().copied()).map(str::to_owned).collect();
    while let Some(word) = args.word() {
        words.push(word.to_owned());
    }
    let arguments =
        DatabaseArguments::try_parse_from(&words).map_err(|error| Refusal::usage(error.to_string()))?;
    let engine = Arc::clone(context.session.engine());
    let cancel = CancelToken::new();
    let stop = cancel.clone();
    let (sender, lines) = channel();
    let work = std::thread::Builder::new().name("database".to_owned()).spawn(move || {
        // The command may have ended.
        arguments.run(&engine, &stop, &mut |line| drop(sender.send(line)))
    });
    let work = work.map_err(|error| Refusal::usage(error.to_string()))?;
    context.until_interrupted_or(|context| {
        lines.try_iter().for_each(|line| context.say(&line));
        work.is_finished()
    });
    cancel.cancel();
    let done = work.join().map_err(|_| Refusal::usage(gettext("the work on the database failed")))?;
    lines.try_iter().for_each(|line| context.say(&line));
    match done {
        Ok(text) => context.say(text.trim_end()),
        Err(DatabaseError::Cancelled(_)) => context.say(&gettext("Interrupted; the same command continues.")),
        Err(error) => return Err(Refusal::usage(error.to_string())),
    }
    Ok(())
}
