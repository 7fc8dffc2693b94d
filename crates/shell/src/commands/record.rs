// SPDX-License-Identifier: GPL-3.0-or-later
//! Player records: results, errors and luck of players in the matches that were added.

use crate::i18n::{gettext, gettext_f, ngettext_f, noted, pgettext};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use gnubg_session::options::FixedAnswer;
use gnubg_session::players::{Figures, PlayerBook};
use std::path::Path;

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("record add", "", noted("add the analyzed match to the player records"), add),
    row("record show", "[name]", noted("show results, errors and luck of the players"), show),
    row("record erase", "name", noted("erase the record of a player"), erase),
    row("record eraseall", "", noted("erase all player records"), erase_all),
    row("record save", "file", noted("copy the player records to a file"), save),
];

/// The player records of this user.
fn book(context: &mut Context<'_>) -> Result<PlayerBook, Refusal> {
    let path = context.session.players_file();
    let path =
        path.ok_or_else(|| Refusal::usage(gettext("this session has no folder for player records")))?;
    let (book, problem) = PlayerBook::read(&path);
    if let Some(problem) = problem {
        context.say(&crate::language::refusal::sentence(&problem.to_string()));
    }
    Ok(book)
}

fn keep(book: &PlayerBook) -> CommandResult {
    book.save().map_err(|error| Refusal::usage(error.to_string()))
}

fn add(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let is_quiet = args.peek().is_some_and(|word| "quiet".starts_with(word));
    args.words();
    let played = context.session.played_match();
    let played = played
        .ok_or_else(|| Refusal::usage(gettext("the match is not analyzed; use analyse match first")))?;
    let mut book = book(context)?;
    let is_there = book.matches().iter().any(|one| one.key == played.key);
    let questions = [
        (!played.is_finished, noted("The match is not finished. Add it anyway?")),
        (is_there, noted("The match has already been added. Replace it with this analysis?")),
    ];
    for (is_doubtful, question) in questions {
        if is_doubtful && !is_quiet && !context.confirm(&gettext(question)) {
            return Ok(());
        }
    }
    let names = played.players.each_ref().map(|part| part.name.clone());
    book.add(played);
    keep(&book)?;
    let [zero, one] = names;
    context.say(&gettext_f(
        "The match of {zero} and {one} has been added to the player records.",
        &[("zero", zero), ("one", one)],
    ));
    Ok(())
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
}

/// Rates as a line: plays, cube, all, luck.
fn rates(figures: &Figures) -> String {
    format!(
        "{:>8}{:>8}{:>8}{:>8}",
        number(figures.play_rate(), 2),
        number(figures.cube_rate(), 2),
        number(figures.overall_rate(), 2),
        number(figures.luck_rate(), 2)
    )
}

fn show(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let name = args.rest().trim_matches('"').to_owned();
    let book = book(context)?;
    if book.matches().is_empty() {
        context.say(&gettext("There are no player records yet. record add adds an analyzed match."));
        return Ok(());
    }
    let head = [
        pgettext("column", "play"),
        pgettext("column", "cube"),
        pgettext("column", "all"),
        pgettext("column", "luck"),
        pgettext("column", "rating"),
    ];
    let head = head.map(|word| format!("{word:>8}")).concat();
    let mut lines = Vec::new();
    if name.is_empty() {
        let [player, matches, won, games] = [
            pgettext("column", "Player"),
            pgettext("column", "matches"),
            pgettext("column", "won"),
            pgettext("column", "games"),
        ];
        lines.push(format!("{player:<24}{matches:>8}{won:>8}{games:>8}{head}"));
        for total in book.totals() {
            lines.push(format!(
                "{:<24}{:>8}{:>8}{:>8}{}{:>8}",
                total.name,
                total.matches,
                total.won,
                total.games,
                rates(&total.figures),
                number(total.rating, 0)
            ));
        }
    } else {
        let [date, opponent, length, score] = [
            pgettext("column", "Date"),
            pgettext("column", "Opponent"),
            pgettext("column", "length"),
            pgettext("column", "score"),
        ];
        lines.push(format!("{date:<11}{opponent:<24}{length:>8}{score:>8}{head}"));
        for (one, player) in book.of_player(&name) {
            let (own, other) = (&one.players[player.index()], &one.players[player.other().index()]);
            lines.push(format!(
                "{:<11}{:<24}{:>8}{:>8}{}{:>8}",
                one.date,
                other.name,
                one.length,
                format!("{}-{}", own.points, other.points),
                rates(&own.figures.unwrap_or_default()),
                number(own.rating, 0)
            ));
        }
        if lines.len() == 1 {
            return Err(Refusal::usage(gettext_f(
                "there is no record of {name}; record show lists the players",
                &[("name", format!("{name:?}"))],
            )));
        }
    }
    lines.push(gettext("Rates are in thousandths of a point: errors per decision, luck per turn."));
    context.say(&lines.join("\n"));
    Ok(())
}

fn erase(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let name = args.rest().trim_matches('"').to_owned();
    let mut book = book(context)?;
    if !book.erase(&name) {
        return Err(Refusal::usage(gettext_f(
            "there is no record of {name}; record show lists the players",
            &[("name", format!("{name:?}"))],
        )));
    }
    keep(&book)?;
    context.say(&gettext_f("The record of {name} has been erased.", &[("name", name.to_string())]));
    Ok(())
}

fn erase_all(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    let mut book = book(context)?;
    // Nothing brings the records back, so a script must say that it means it.
    let is_answered = context.session.options().confirm.answer != FixedAnswer::Ask;
    if !is_answered && !context.console.is_interactive() {
        return Err(Refusal::usage(gettext(
            "nobody can be asked here, and erased records cannot be restored; use set confirm default yes first",
        )));
    }
    if !context.confirm(&gettext("Erase the records of all players?")) {
        return Ok(());
    }
    book.clear();
    keep(&book)?;
    context.say(&gettext("All player records have been erased."));
    Ok(())
}

fn save(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let file = args.file()?;
    let book = book(context)?;
    book.save_as(Path::new(&file)).map_err(|error| Refusal::usage(error.to_string()))?;
    let n = book.matches().len();
    context.say(&ngettext_f(
        "The records of {n} match have been written to {file}.",
        "The records of {n} matches have been written to {file}.",
        u32::try_from(n).unwrap_or(u32::MAX),
        &[("n", n.to_string()), ("file", file.clone())],
    ));
    Ok(())
}
