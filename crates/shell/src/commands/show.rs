// SPDX-License-Identifier: GPL-3.0-or-later
//! Facts about the match and the program, and options by groups.

use super::options;
use crate::i18n::{gettext, gettext_f, ngettext_f, noted};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::position;
use crate::text::messages;
use crate::text::table::{columns, facts};
use gnubg_engine::core::{MatchState, Player, Variation};
use gnubg_formats::board_text::BoardText;
use gnubg_formats::ids;
use gnubg_record::{Date, GameRecord, Statistics};
use gnubg_session::options::leaves;

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("show aliases", "", noted("show your names in imported matches"), settings),
    row("show analysis", "", noted("show the options of the analysis"), settings),
    row("show autosave", "", noted("show the options of backup copies"), settings),
    row("show automatic", "", noted("show what the program does without asking"), settings),
    row("show beavers", "", noted("show how many beavers in a row are allowed"), settings),
    row("show board", "[POSITION]", noted("draw the board, or a position"), board),
    row("show browser", "", noted("show the program that opens web pages"), settings),
    row("show buildinfo", "", noted("show version and build information"), |c, _| version(c)),
    row("show cache", "", noted("show the size of the evaluation cache"), cache),
    row("show calibration", "", noted("show the evaluation speed that time estimates use"), settings),
    row("show cheat", "", noted("show whether the program chooses the rolls"), settings),
    row("show clockwise", "", noted("show the direction in which the bottom player moves"), settings),
    row("show commands", "", noted("list every command, one per line"), |c, _| commands(c)),
    row("show confirm", "", noted("show which questions are asked"), settings),
    row("show copying", "", noted("show the license"), |c, _| license(c)),
    row("show crawford", "", noted("show whether this is the Crawford game"), crawford),
    row("show credits", "", noted("show the authors"), |c, _| version(c)),
    row("show cube", "", noted("show value and owner of the cube"), cube),
    row("show cubeefficiency", "", noted("show the cube efficiencies"), settings),
    row("show delay", "", noted("show how long moves are displayed"), settings),
    row("show dice", "", noted("show the current roll"), |c, _| dice(c)),
    row("show display", "", noted("show whether moves of the computer are displayed"), settings),
    row("show egyptian", "", noted("show whether points hold at most five checkers"), settings),
    row("show engine", "", noted("show the nets and databases in use"), |c, _| engine(c)),
    row("show evaluation", "", noted("show the options of hint and eval"), settings),
    row("show export", "", noted("show the options of exported reports"), settings),
    row("show fullboard", "[POSITION]", noted("the same as show board"), board),
    row("show geometry", "", noted("show the sizes of the windows"), settings),
    row("show gui", "", noted("show the options of the board and the window"), settings),
    row("show jacoby", "", noted("show whether the Jacoby rule is used"), rule),
    row("show lang", "", noted("show the language"), settings),
    row("show matchinfo", "", noted("show the match information"), |c, _| match_info(c)),
    row("show matchlength", "", noted("show the length of new matches"), settings),
    row("show nackgammon", "", noted("show the variation of new matches"), |c, _| variation(c)),
    row("show output", "", noted("show how numbers and boards are printed"), settings),
    row("show panels", "", noted("show the panels of the window"), settings),
    row("show postcrawford", "", noted("show whether the Crawford game has been played"), crawford),
    row("show priority", "", noted("show the priority of the worker threads"), settings),
    row("show prompt", "", noted("show the prompt"), settings),
    row("show ratingoffset", "", noted("show the offset of estimated ratings"), settings),
    row("show record", "", noted("show whether all games of a session are kept"), settings),
    row("show rollout", "", noted("show the options of rollouts"), settings),
    row("show score", "", noted("show the score"), |c, _| {
        let text = messages::score(c.session);
        c.say(&text);
        Ok(())
    }),
    row("show scoresheet", "", noted("show the score after each game"), |c, _| score_sheet(c)),
    row("show sound", "", noted("show the sounds"), settings),
    row("show threads", "", noted("show the number of worker threads"), |c, _| {
        let n = u32::try_from(c.session.threads()).unwrap_or(u32::MAX);
        c.say(&ngettext_f(
            "The engine uses {n} thread.",
            "The engine uses {n} threads.",
            n,
            &[("n", n.to_string())],
        ));
        Ok(())
    }),
    row("show gnubgid", "", noted("show the position ID and the match ID"), |c, _| {
        identifier(c, ids::write_gnubg_id)
    }),
    row("show ogid", "", noted("show the position in the notation of OpenGammon"), |c, _| {
        identifier(c, |state| format!("OGID={}", ids::ogid::write(state)))
    }),
    row("show xgid", "", noted("show the position in the notation of eXtreme Gammon"), |c, _| {
        identifier(c, MatchState::xgid)
    }),
    row("show turn", "", noted("show whose turn it is"), |c, _| turn(c)),
    row("show tutor", "", noted("show when the tutor warns"), settings),
    row("show variation", "", noted("show the variation of this match and of new matches"), |c, _| {
        variation(c)
    }),
    row("show version", "", noted("show the version"), |c, _| version(c)),
    row("show manual", "", noted("show where the manual is"), |c, _| manual(c)),
    row("show manual about", "", noted("the same as show manual"), |c, _| manual(c)),
    row("show manual web", "", noted("the same as show manual"), |c, _| manual(c)),
    row(
        "show matchresult",
        "",
        noted("show the actual and the luck adjusted result of every game"),
        match_result,
    ),
    row("show warning", "[name]", noted("show which questions are asked"), |c, a| {
        a.rest();
        a.path = "show confirm".to_owned();
        settings(c, a)
    }),
    row("show warranty", "", noted("show the warranty notice"), |c, _| license(c)),
];

/// Shows the options whose words begin with the word after `show`.
fn settings(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let group = args.path.trim_start_matches("show ").to_owned();
    let is_in =
        |words: &str| words == group || words.strip_prefix(&group).is_some_and(|rest| rest.starts_with(' '));
    let leaves = leaves().iter().filter(|leaf| is_in(&leaf.words));
    let text: Vec<String> = leaves.map(|leaf| options::line(context, leaf)).collect();
    context.console.page(&text.join("\n"));
    Ok(())
}

fn rule(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    if let Some(state) = context.session.state().filter(|state| state.is_money()) {
        context.say(&match state.rules.jacoby {
            true => gettext("This session is played with the Jacoby rule."),
            false => gettext("This session is played without the Jacoby rule."),
        });
    }
    settings(context, args)
}

/// Width of the drawn board, without the text beside it.
const BOARD_WIDTH: usize = 49;

fn board(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let is_named = args.peek().is_some();
    let asked = position::read(context, args)?;
    if !is_named {
        let text = context.board_text(&asked.state);
        context.say(&text);
        return Ok(());
    }
    // A position given as an argument has no players: the bottom player is on roll. After a play of the hint it is the
    // opponent of the player who made it.
    let on_roll = if asked.is_after_play { asked.state.on_roll } else { Player::One };
    let state = gnubg_engine::core::MatchState { on_roll, ..asked.state };
    let clockwise = context.session.options().output.clockwise;
    let drawn = BoardText { state: &state, names: ["", ""], clockwise, faces: None }.draw();
    let mut lines: Vec<String> = drawn.lines().map(str::to_owned).collect();
    for line in lines.iter_mut().skip(2) {
        *line = line.chars().take(BOARD_WIDTH).collect();
    }
    context.say(&(lines.join("\n") + "\n\n"));
    Ok(())
}

fn cache(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let entries = context.session.engine().cache().len();
    context.say(&gettext_f(
        "The evaluation cache has room for {entries} entries.",
        &[("entries", entries.to_string())],
    ));
    settings(context, args)
}

fn commands(context: &mut Context<'_>) -> CommandResult {
    let paths: Vec<String> = context.commands.root.commands().into_iter().map(|(path, _)| path).collect();
    context.console.page(&paths.join("\n"));
    Ok(())
}

/// Shows whether this is the Crawford game, or one after it.
///
/// # Errors
/// Never; the type is that of a command.
pub fn crawford(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    let text = match context.session.state() {
        None => gettext("There is no match."),
        Some(state) if state.is_money() => gettext("Money sessions have no Crawford rule."),
        Some(state) if state.is_crawford => gettext("This is the Crawford game; nobody may double."),
        Some(state) if state.length > 1 && state.is_post_crawford() => gettext("The Crawford game is over."),
        Some(_) => gettext("This is not the Crawford game."),
    };
    context.say(&text);
    Ok(())
}

/// Shows value and owner of the cube.
///
/// # Errors
/// If there is no game.
pub fn cube(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    let state = *context.session.game()?;
    let value = state.cube.value.points();
    let text = match state.cube.owner {
        _ if !state.rules.cube => gettext("This game is played without the cube."),
        _ if state.is_crawford => gettext("The cube is not used in the Crawford game."),
        None => gettext_f("The cube is at {value} and centered.", &[("value", value.to_string())]),
        Some(owner) => gettext_f(
            "The cube is at {value}; {player} owns it.",
            &[("value", value.to_string()), ("player", context.session.name(owner))],
        ),
    };
    context.say(&text);
    Ok(())
}

fn dice(context: &mut Context<'_>) -> CommandResult {
    let state = *context.session.game()?;
    let name = context.session.name(state.on_roll);
    let text = match state.dice() {
        Some(dice) => gettext_f(
            "{player} has rolled {high} and {low}.",
            &[("player", name), ("high", dice.high().to_string()), ("low", dice.low().to_string())],
        ),
        None => gettext_f("{player} has not rolled yet.", &[("player", name)]),
    };
    context.say(&text);
    Ok(())
}

fn identifier(context: &mut Context<'_>, write: impl Fn(&MatchState) -> String) -> CommandResult {
    let text = write(context.session.game()?);
    context.say(&text);
    Ok(())
}

fn turn(context: &mut Context<'_>) -> CommandResult {
    context.session.game()?;
    let text = messages::turn(context.session).unwrap_or_default();
    context.say(&text);
    Ok(())
}

fn engine(context: &mut Context<'_>) -> CommandResult {
    let engine = context.session.engine();
    let mut lines = vec![
        gettext_f(
            "Nets: built in, evaluated with {kernel}.",
            &[("kernel", engine.nets().kernel_name().to_string())],
        ),
        gettext_f("Match equity table: {name}.", &[("name", context.session.table().name().to_string())]),
    ];
    let loaded = engine.databases().loaded();
    if loaded.is_empty() {
        lines.push(gettext("No bearoff databases are loaded."));
    }
    for slot in loaded {
        lines.push(gettext_f("Database: {file}.", &[("file", slot.file_name().to_string())]));
    }
    context.say(&(lines.join("\n") + "\n"));
    Ok(())
}

fn variation(context: &mut Context<'_>) -> CommandResult {
    let name = |variation: Variation| variation.command_word();
    let new = name(context.session.options().matches.variation.variation());
    if let Some(state) = context.session.state() {
        let variation = name(state.rules.variation).to_string();
        context.say(&gettext_f("This match is played as {variation}.", &[("variation", variation)]));
    }
    context.say(&gettext_f("New matches are played as {new}.", &[("new", new.to_string())]));
    Ok(())
}

/// The version of the program.
#[must_use]
pub fn version_text() -> String {
    format!(
        "GNU Backgammon {}\nCopyright (C) the GNU Backgammon authors\nThis is free software under the GNU General \
         Public License, version 3 or later;\nthere is no warranty.",
        env!("CARGO_PKG_VERSION")
    )
}

fn version(context: &mut Context<'_>) -> CommandResult {
    context.say(&version_text());
    let kernel = context.session.engine().nets().kernel_name();
    let threads = context.session.threads().to_string();
    context.say(&gettext_f(
        "Evaluation: {kernel}; threads: {threads}.",
        &[("kernel", kernel.to_string()), ("threads", threads)],
    ));
    Ok(())
}

fn license(context: &mut Context<'_>) -> CommandResult {
    context.say(&gettext("This program is free software: you can redistribute it and modify it under the terms of the GNU General\nPublic License as published by the Free Software Foundation, version 3 or later. It comes without any\nwarranty. The license is at https://www.gnu.org/licenses/."));
    Ok(())
}

fn manual(context: &mut Context<'_>) -> CommandResult {
    context.say(&gettext("help and help COMMAND explain the commands; in the window, F1 opens the manual.\nThe web page of the program is https://gnubg.github.io."));
    Ok(())
}

/// Results of each game for the player at the top: points, or in a match the chance to win it from even chances.
fn match_result(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    let record = context.session.record();
    if record.games.is_empty() {
        return Err(gnubg_session::CommandError::NoMatch.into());
    }
    let thresholds = &context.session.options().analysis.thresholds;
    let table = &**context.session.table();
    let is_match = record.length > 0;
    let result = |value: f64| match is_match {
        true => format!("{:.2}%", 100.0 * (0.5 + value)),
        false => format!("{value:+.3}"),
    };
    let mut rows = vec![vec![
        context.session.name(Player::Zero),
        gettext("Actual result"),
        gettext("Luck adjusted result"),
    ]];
    let mut line = |name: String, stats: &Statistics| {
        let stats = stats.of(Player::Zero);
        rows.push(vec![name, result(stats.actual.sum), result(stats.adjusted.sum)]);
    };
    for game in 0..record.games.len() {
        if let Some(stats) = Statistics::of_game(record, game, table, thresholds) {
            line(gettext_f("Game {n}", &[("n", (game + 1).to_string())]), &stats);
        }
    }
    line(gettext("All games"), &Statistics::of_match(record, table, thresholds));
    context.console.page(&columns(&rows));
    Ok(())
}

fn match_info(context: &mut Context<'_>) -> CommandResult {
    let info = &context.session.record().info;
    let [zero, one] = Player::BOTH.map(|player| {
        let rating = &info.players[player.index()].rating;
        let name = context.session.name(player);
        if rating.is_empty() { name } else { format!("{name} ({rating})") }
    });
    let date = info.date.as_ref().map_or_else(String::new, |date: &Date| format!(", {date}"));
    let who = gettext_f("{player} against {opponent}", &[("player", zero), ("opponent", one)]);
    let rows = [
        (gettext("Event"), info.event.clone()),
        (gettext("Round"), info.round.clone()),
        (gettext("Place"), info.place.clone()),
        (gettext("Annotator"), info.annotator.clone()),
    ];
    let text = format!("{who}{date}\n{}{}", facts(&rows), info.comment);
    context.say(&text);
    Ok(())
}

fn score_sheet(context: &mut Context<'_>) -> CommandResult {
    let record = context.session.record();
    let title = match record.length {
        0 => gettext("money session"),
        length => {
            let points = messages::points(u32::from(length));
            gettext_f("match to {points}", &[("points", points)])
        }
    };
    let [zero, one] = context.names();
    let width = zero.chars().count();
    let heading = format!("{zero} | {one}");
    let title = gettext_f("Score sheet, {title}", &[("title", title)]);
    let mut text = format!("{title}\n\n{heading}\n{}\n", "-".repeat(heading.chars().count()));
    for game in &record.games {
        if let Some([a, b]) = score_after(game, record.length) {
            text += &format!("{a:>width$} | {b}\n");
        }
    }
    context.console.page(&text);
    Ok(())
}

/// The score after a finished game.
fn score_after(game: &GameRecord, length: u16) -> Option<[u32; 2]> {
    game.outcome(length).map(|_| game.final_state(length).score)
}
