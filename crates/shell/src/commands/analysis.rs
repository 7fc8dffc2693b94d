// SPDX-License-Identifier: GPL-3.0-or-later
//! Analysis of the record, and its statistics.

use crate::i18n::{gettext, noted};
use crate::language::args::Args;
use crate::language::background::BackgroundKind;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::{Refusal, sentence};
use gnubg_record::Statistics;
use gnubg_report::statistics::{StatisticsFormat, text as statistics_text};
use gnubg_session::analysis::statistics_format;
use gnubg_session::{Command, CommandOutcome, RecordPart};

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("analyse game", "", noted("analyze the game; decisions already analyzed are skipped"), |c, _| {
        analyze(c, RecordPart::Game)
    }),
    row("analyse match", "", noted("analyze the match; decisions already analyzed are skipped"), |c, _| {
        analyze(c, RecordPart::Match)
    }),
    row("analyse move", "", noted("analyze the next move or cube decision of the record"), |c, _| {
        analyze(c, RecordPart::Move)
    }),
    row("analyse session", "", noted("the same as analyse match"), |c, _| analyze(c, RecordPart::Match)),
    row("show statistics game", "[all|json]", noted("show errors, luck and ratings of the game"), |c, a| {
        statistics(c, a, true)
    }),
    row(
        "show statistics match",
        "[all|json]",
        noted("show errors, luck and ratings of the match; all adds figures of other programs"),
        |c, a| statistics(c, a, false),
    ),
    row("show statistics session", "[all|json]", noted("the same as show statistics match"), |c, a| {
        statistics(c, a, false)
    }),
];

fn analyze(context: &mut Context<'_>, part: RecordPart) -> CommandResult {
    let text = match context.execute(Command::Analyze(part))? {
        CommandOutcome::Done => sentence(&gettext("Already analyzed at this level")),
        CommandOutcome::Started(id) if context.leaves_running(id, BackgroundKind::Analysis) => {
            gettext("The analysis goes on in the background.")
        }
        CommandOutcome::Started(id) if context.await_job(id) => {
            sentence(&gettext("The analysis is finished"))
        }
        CommandOutcome::Started(_) => {
            sentence(&gettext("The analysis was stopped; its results so far are kept"))
        }
    };
    context.say(&text);
    Ok(())
}

fn statistics(context: &mut Context<'_>, args: &mut Args<'_>, of_game: bool) -> CommandResult {
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
        None => statistics_text(&found, &format),
        Some("all") => statistics_text(&found, &StatisticsFormat { extended: true, ..format }),
        Some("json") => {
            let json = serde_json::to_string(&found.report(format.rating_offset, &format.thresholds));
            json.map_err(|error| Refusal::usage(error.to_string()))?
        }
        Some(_) => return Err(Refusal::usage(gettext("the argument is all, json or nothing"))),
    };
    context.console.page(&text);
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::commands::test_shell::TestShell;
    use gnubg_record::Cursor;
    use gnubg_session::command::Opened;
    use gnubg_session::{Command, Setup};

    const MATCH: &str = " 3 point match

 Game 1
 Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2) 42: 8/4 6/4                 Doubles => 2
  3)  Drops
";

    #[test]
    fn a_match_is_analyzed_and_has_statistics() {
        let mut shell = TestShell::with(Setup { threads: Some(2), ..TestShell::setup() });
        let record = gnubg_formats::read(MATCH.as_bytes(), None, None).unwrap().matches.remove(0).record;
        let opened = Opened { record, place: Cursor::default(), file: None };
        let say = |shell: &mut TestShell, line: &str| {
            let console = shell.run(line, &[]);
            (console.printed, console.complaints)
        };
        assert!(!say(&mut shell, "analyse match").1.is_empty(), "there is no match yet");
        shell.session.execute(Command::Open(Box::new(opened))).unwrap();
        for part in ["chequerplay", "cubedecision"] {
            let (_, refused) = say(&mut shell, &format!("set analysis {part} evaluation plies 0"));
            assert_eq!(refused, "");
        }
        let (shown, refused) = say(&mut shell, "analyze move");
        assert!(shown.contains("The analysis is finished.") && refused.is_empty(), "{shown}{refused}");
        assert!(say(&mut shell, "analyse match").0.contains("The analysis is finished."));
        assert!(say(&mut shell, "analysis session").0.contains("Already analyzed"));
        let (table, _) = say(&mut shell, "show statistics match");
        let row = |label: &str| -> Vec<String> {
            let line = table.lines().find(|line| line.starts_with(label)).unwrap_or_default();
            line[label.len()..].split_whitespace().map(str::to_owned).collect()
        };
        assert_eq!(
            (row("Total moves"), row("Doubles")),
            (vec!["2".into(), "1".into()], vec!["0".into(), "1".into()])
        );
        assert!(say(&mut shell, "show statistics match all").0.contains("Performance rating"));
        let (json, _) = say(&mut shell, "show statistics game json");
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["players"][0]["name"], "Ann");
        assert!(!say(&mut shell, "show statistics match everything").1.is_empty());
    }
}
