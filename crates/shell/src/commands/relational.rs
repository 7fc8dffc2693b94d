// SPDX-License-Identifier: GPL-3.0-or-later
//! The library of matches under the words that the original has for its database.

use crate::i18n::{gettext, gettext_f, ngettext_f, noted, pgettext};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use gnubg_engine::core::CancelToken;
use gnubg_library::assess::Judge;
use gnubg_library::finding::Maker;
use gnubg_library::import::Outcome;
use gnubg_library::sums::{MatchSum, PlayerSum, Rates};
use gnubg_library::{Library, LibraryError};
use gnubg_session::Directories;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("relational add match", "[quiet]", noted("keep the match in the library"), add),
    row(
        "relational show players",
        "",
        noted("show results, errors and luck of the players of the library"),
        players,
    ),
    row("relational show details", "name", noted("show the matches of a player of the library"), details),
    row(
        "relational erase player",
        "name",
        noted("delete the matches of a player into the trash of the library"),
        |c, a| {
            let name = a.rest().trim_matches('"').to_owned();
            erase(c, Some(name))
        },
    ),
    row(
        "relational erase allplayers",
        "",
        noted("delete all matches into the trash of the library"),
        |c, _| erase(c, None),
    ),
    row(
        "relational select",
        "query",
        noted("read the library with SQL; the views are v_match, v_player and v_decision"),
        select,
    ),
    row("relational setup", "key=value", noted("obsolete: the library is a file and needs no server"), setup),
    row("relational test", "", noted("check that the library can be read"), test),
];

/// How many rows of a query are shown.
const MOST_ROWS: usize = 10_000;
/// Where matches come from that are kept by these commands.
const ORIGIN: &str = "session";

fn file(context: &Context<'_>) -> Result<PathBuf, Refusal> {
    let directories = context.session.directories();
    directories
        .map(Directories::library_file)
        .ok_or_else(|| Refusal::usage(gettext("this session has no folder for a library")))
}

/// What a command does with the library.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Read,
    Change,
    /// Change it, and make it if there is none.
    Begin,
}

/// Works with the library in a job; `None` if that was interrupted.
fn with<T: Send + 'static>(
    context: &mut Context<'_>,
    purpose: Purpose,
    work: impl FnOnce(&Library, &CancelToken) -> Result<T, LibraryError> + Send + 'static,
) -> Result<Option<T>, Refusal> {
    file(context)?;
    let (id, slot) =
        context.session.work_in_library(purpose == Purpose::Begin, purpose != Purpose::Read, work);
    context.await_job(id);
    match slot.take() {
        None | Some(Err(LibraryError::Cancelled)) => Ok(None),
        Some(Ok(found)) => Ok(Some(found)),
        Some(Err(LibraryError::Missing(path))) => Err(Refusal::usage(gettext_f(
            "there is no library {file} yet; relational add match makes it",
            &[("file", path.display().to_string())],
        ))),
        Some(Err(error)) => Err(Refusal::usage(error.to_string())),
    }
}

fn setup(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    args.rest();
    context.say(&gettext("The library is a file and needs no server. The setting has no effect."));
    Ok(())
}

fn test(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    let path = file(context)?.display().to_string();
    let Some(info) = with(context, Purpose::Read, |library, _| library.info())? else { return Ok(()) };
    let n = info.matches + info.summaries;
    context.say(&ngettext_f(
        "The library can be read: {n} match, {file}.",
        "The library can be read: {n} matches, {file}.",
        u32::try_from(n).unwrap_or(u32::MAX),
        &[("n", n.to_string()), ("file", path)],
    ));
    Ok(())
}

fn add(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let is_quiet = args.peek().is_some_and(|word| "quiet".starts_with(word));
    args.words();
    let record = context.session.record().clone();
    if record.games.iter().all(|game| game.entries.is_empty()) {
        return Err(Refusal::usage(gettext("there is nothing to keep yet; play or open a match first")));
    }
    let is_finished = record.is_money() || record.winner().is_some();
    if !is_finished && !is_quiet && !context.confirm(&gettext("The match is not finished. Add it anyway?")) {
        return Ok(());
    }
    let engine = Arc::clone(context.session.engine());
    let judge = Judge { table: Arc::clone(context.session.table()), engine };
    let [zero, one] = context.names();
    let kept = with(context, Purpose::Begin, move |library, _| {
        library.keep(&record, Maker::own(judge.engine.fingerprint()), &judge, ORIGIN)
    })?;
    let Some(kept) = kept else { return Ok(()) };
    let values = [("zero", zero), ("one", one), ("n", kept.matched().unwrap_or(0).to_string())];
    context.say(&match kept {
        Outcome::Known { .. } | Outcome::Part { .. } => {
            gettext_f("The match of {zero} and {one} is in the library already, as match {n}.", &values)
        }
        Outcome::Extended { .. } => {
            gettext_f("Match {n} of the library was extended by the match of {zero} and {one}.", &values)
        }
        _ => gettext_f("The match of {zero} and {one} is match {n} of the library.", &values),
    });
    Ok(())
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
}

/// Rates as a line: plays, cube, all, luck, performance rating.
fn line(rates: &Rates) -> String {
    let columns = [rates.play, rates.cube, rates.all, rates.luck].map(|rate| number(rate, 2));
    let [play, cube, all, luck] = columns;
    format!("{play:>8}{cube:>8}{all:>8}{luck:>8}{:>8}", number(rates.all.map(|rate| rate / 2.0), 2))
}

fn head() -> String {
    let words = [
        pgettext("column", "play"),
        pgettext("column", "cube"),
        pgettext("column", "all"),
        pgettext("column", "luck"),
        "PR".to_owned(),
    ];
    words.map(|word| format!("{word:>8}")).concat()
}

fn players(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    let found = with(context, Purpose::Read, |library, _| library.player_sums())?;
    let Some(found) = found else { return Ok(()) };
    let [player, matches, won, games] = [
        pgettext("column", "Player"),
        pgettext("column", "matches"),
        pgettext("column", "won"),
        pgettext("column", "games"),
    ];
    let mut lines = vec![format!("{player:<24}{matches:>8}{won:>8}{games:>8}{}", head())];
    for PlayerSum { name, matches, won, games, rates } in &found {
        lines.push(format!("{name:<24}{matches:>8}{won:>8}{games:>8}{}", line(rates)));
    }
    lines.push(gettext("Rates are in thousandths of a point: errors per decision, luck per turn."));
    context.console.page(&lines.join("\n"));
    Ok(())
}

fn details(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let name = args.rest().trim_matches('"').to_owned();
    let asked = name.clone();
    let found = with(context, Purpose::Read, move |library, _| library.matches_of(&asked))?;
    let Some(found) = found else { return Ok(()) };
    let found = found.ok_or_else(|| unknown(&name))?;
    let [date, opponent, length, score] = [
        pgettext("column", "Date"),
        pgettext("column", "Opponent"),
        pgettext("column", "length"),
        pgettext("column", "score"),
    ];
    let mut lines = vec![format!("{date:<11}{opponent:<24}{length:>8}{score:>8}{}", head())];
    for MatchSum { date, opponent, length, score: [own, other], rates, .. } in &found {
        let score = format!("{own}-{other}");
        lines.push(format!("{date:<11}{opponent:<24}{length:>8}{score:>8}{}", line(rates)));
    }
    lines.push(gettext("Rates are in thousandths of a point: errors per decision, luck per turn."));
    context.console.page(&lines.join("\n"));
    Ok(())
}

fn unknown(name: &str) -> Refusal {
    Refusal::usage(gettext_f(
        "nobody in the library is called {name}; relational show players lists the players",
        &[("name", format!("{name:?}"))],
    ))
}

/// Deletes the matches of a player, or all.
fn erase(context: &mut Context<'_>, name: Option<String>) -> CommandResult {
    let question = match &name {
        Some(name) => gettext_f(
            "Delete all matches of {player} from the library? Its trash keeps them.",
            &[("player", name.clone())],
        ),
        None => gettext("Delete all matches from the library? Its trash keeps them."),
    };
    if !context.confirm(&question) {
        return Ok(());
    }
    let label = name.clone().unwrap_or_else(|| gettext("all players"));
    let asked = name.clone();
    let erased = with(context, Purpose::Change, move |library, _| {
        let matches = match &asked {
            Some(name) => library.matches_of(name)?,
            None => {
                let mut all = Vec::new();
                for player in library.player_sums()? {
                    all.extend(library.matches_of(&player.name)?.into_iter().flatten());
                }
                Some(all)
            }
        };
        let Some(matches) = matches else { return Ok(None) };
        let mut numbers: Vec<i64> = matches.iter().map(|one| one.matched).collect();
        numbers.sort_unstable();
        numbers.dedup();
        library.delete_matches(&numbers, &label)?;
        Ok(Some(numbers.len()))
    })?;
    let Some(erased) = erased else { return Ok(()) };
    let n = erased.ok_or_else(|| unknown(name.as_deref().unwrap_or_default()))?;
    context.say(&ngettext_f(
        "{n} match was deleted; gnubg library trash brings it back.",
        "{n} matches were deleted; gnubg library trash brings them back.",
        u32::try_from(n).unwrap_or(u32::MAX),
        &[("n", n.to_string())],
    ));
    Ok(())
}

/// A statement that reads; as in the original, its first word may be left out.
fn statement(text: &str) -> String {
    let text = text.trim().trim_matches('"').trim();
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    if ["select", "with", "values", "explain"].contains(&first.as_str()) {
        text.to_owned()
    } else {
        format!("SELECT {text}")
    }
}

fn select(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let statement = statement(args.rest());
    let found = with(context, Purpose::Read, move |library, cancel| {
        let mut rows: Vec<Value> = Vec::new();
        let mut more = false;
        library.sql(&statement, cancel, |row| {
            if rows.len() < MOST_ROWS {
                rows.push(row);
            } else {
                more = true;
            }
            Ok(())
        })?;
        Ok((rows, more))
    })?;
    let Some((rows, more)) = found else { return Ok(()) };
    let mut text = table(&rows);
    if more {
        text += &gettext_f("Only the first {n} rows are shown.", &[("n", MOST_ROWS.to_string())]);
    }
    context.console.page(text.trim_end());
    Ok(())
}

/// Rows as columns that are as wide as their longest cell, under the names of the columns.
fn table(rows: &[Value]) -> String {
    let Some(first) = rows.first().and_then(Value::as_object) else { return gettext("No rows.") + "\n" };
    let names: Vec<String> = first.keys().cloned().collect();
    let cell = |value: &Value| match value {
        Value::String(text) => text.replace(['\n', '\t'], " "),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let mut lines = vec![names.clone()];
    lines.extend(rows.iter().map(|row| names.iter().map(|name| cell(&row[name])).collect()));
    let width = |n: usize| lines.iter().map(|line| line[n].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..names.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells: Vec<String> =
            line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        text += cells.join("  ").trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::commands::test_shell::TestShell;
    use gnubg_session::{Directories, Setup};

    /// A shell whose library is in a folder of its own, with a finished game.
    fn shell(home: &std::path::Path) -> TestShell {
        let directories = Some(Directories::under(home));
        let mut shell = TestShell::with(Setup { directories, without_settings: true, ..TestShell::setup() });
        shell.say(&["set player both human", "set automatic game off", "set defaultnames Ann Ben"]);
        shell.say(&["new match 1", "set turn 1", "resign gammon", "agree"]);
        shell
    }

    #[test]
    fn the_words_of_the_original_work_on_the_library() {
        let home = tempfile::tempdir().unwrap();
        let mut shell = shell(home.path());
        assert!(shell.say(&["relational test"]).starts_with("!There is no library"));
        assert!(shell.say(&["relational setup dbtype=sqlite"]).contains("needs no server"));
        let said = shell.say(&["relational add match"]);
        assert_eq!(said, "The match of Ann and Ben is match 1 of the library.\n");
        let again = shell.say(&["relational add match quiet"]);
        assert_eq!(again, "The match of Ann and Ben is in the library already, as match 1.\n");
        assert!(shell.say(&["relational test"]).starts_with("The library can be read: 1 match, "));
        let text = shell.say(&["relational show players"]);
        let row = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
        let counts =
            |line: String| line.split_whitespace().skip(1).take(3).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(counts(row("Ann")), ["1", "1", "1"], "{text}");
        assert_eq!(counts(row("Ben")), ["1", "0", "1"], "{text}");
        let text = shell.say(&["relational show details ben"]);
        assert!(text.contains("Ann"), "{text}");
        assert!(shell.say(&["relational show details Zoe"]).starts_with("!Nobody"));
        for query in ["player0, length FROM v_match", "SELECT player0, length FROM v_match"] {
            assert_eq!(shell.say(&[&format!("relational select {query}")]), "player0  length\nAnn      1\n");
        }
        assert!(shell.say(&["relational select 1; DROP TABLE match"]).starts_with('!'));
        assert!(shell.say(&["relational select nonsense FROM nowhere"]).starts_with('!'));
        assert!(shell.say(&["relational erase player Zoe"]).starts_with("!Nobody"));
        let said = shell.say(&["relational erase player Ben"]);
        assert!(said.starts_with("1 match was deleted"), "{said}");
        assert_eq!(shell.say(&["relational select player0 FROM v_match"]), "No rows.\n");
        assert!(shell.say(&["relational erase allplayers"]).starts_with("0 matches were deleted"));
    }

    #[test]
    fn a_session_without_folders_has_no_library() {
        let mut shell = TestShell::new();
        assert!(shell.say(&["relational test"]).starts_with("!This session has no folder"));
        assert!(shell.say(&["relational add match"]).starts_with("!There is nothing to keep"));
    }
}
