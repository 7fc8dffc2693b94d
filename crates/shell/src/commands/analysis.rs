// SPDX-License-Identifier: GPL-3.0-or-later
//! Analysis of the record, and its statistics.

use crate::language::args::Args;
use crate::language::interpreter::Context;
use crate::language::refusal::Refusal;
use crate::language::tree::{Done, Row, row};
use gnubg_record::Statistics;
use gnubg_record::stats::text::StatisticsFormat;
use gnubg_session::analyze::statistics_format;
use gnubg_session::{Command, Outcome, Part};

/// The rows of this family.
pub const ROWS: &[Row] = &[
    row("analyse game", "", "analyze what is missing in the game", |c, _| analyze(c, Part::Game)),
    row("analyse match", "", "analyze what is missing in the match", |c, _| analyze(c, Part::Match)),
    row("analyse move", "", "analyze the entry after the position shown", |c, _| analyze(c, Part::Move)),
    row("analyse session", "", "the same as analyse match", |c, _| analyze(c, Part::Match)),
    row("show statistics game", "[all|json]", "errors, luck and ratings of the game", |c, a| {
        statistics(c, a, true)
    }),
    row(
        "show statistics match",
        "[all|json]",
        "the same of the match; all: figures of other programs, too",
        |c, a| statistics(c, a, false),
    ),
    row("show statistics session", "[all|json]", "the same as show statistics match", |c, a| {
        statistics(c, a, false)
    }),
];

fn analyze(context: &mut Context<'_>, part: Part) -> Done {
    let what = match part {
        Part::Move => "move",
        Part::Game => "game",
        Part::Match if context.session.record().is_money() => "session",
        Part::Match => "match",
    };
    let text = match context.execute(Command::Analyze(part))? {
        Outcome::Done => format!("The {what} has been analyzed before."),
        Outcome::Started(id) if context.await_job(id) => format!("The {what} is analyzed."),
        Outcome::Started(_) => {
            format!("The analysis was stopped; what is done is kept. analyse {what} goes on.")
        }
    };
    context.say(&text);
    Ok(())
}

fn statistics(context: &mut Context<'_>, args: &mut Args<'_>, of_game: bool) -> Done {
    let session = &*context.session;
    let record = session.record();
    let format = statistics_format(session.options());
    let (table, thresholds) = (&**session.table(), &format.thresholds);
    let found = if of_game {
        Statistics::of_game(record, session.place().game, table, thresholds)
    } else {
        (!record.games.is_empty()).then(|| Statistics::of_match(record, table, thresholds))
    };
    let found = found.ok_or(Refusal::from(gnubg_session::CommandError::NoMatch))?;
    let text = match args.word() {
        None => found.to_text(&format),
        Some("all") => found.to_text(&StatisticsFormat { extended: true, ..format }),
        Some("json") => {
            let json = serde_json::to_string(&found.report(&format));
            json.map_err(|error| Refusal::usage(error.to_string()))?
        }
        Some(_) => return Err(Refusal::usage("after the part comes all, json, or nothing")),
    };
    context.console.page(&text);
    Ok(())
}
