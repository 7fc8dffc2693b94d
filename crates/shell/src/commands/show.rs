// SPDX-License-Identifier: GPL-3.0-or-later
//! Facts about the match and the program, and settings by groups.

use super::options;
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::position;
use crate::text::messages;
use gnubg_engine::core::{Player, Variation};
use gnubg_formats::board_text::BoardText;
use gnubg_record::{Date, GameRecord};
use gnubg_session::options::leaves;

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("show aliases", "", "your names in imported matches", settings),
    row("show analysis", "", "settings of the analysis", settings),
    row("show autosave", "", "backup copies", settings),
    row("show automatic", "", "what happens without asking", settings),
    row("show beavers", "", "beavers in a row", settings),
    row("show board", "[POSITION]", "draw the board", board),
    row("show browser", "", "the program that opens web pages", settings),
    row("show buildinfo", "", "what this program was built with", |c, _| version(c)),
    row("show cache", "", "the evaluation cache", cache),
    row("show calibration", "", "the speed assumed in estimates", settings),
    row("show cheat", "", "whether the program chooses the dice", settings),
    row("show clockwise", "", "which way the bottom player moves", settings),
    row("show commands", "", "every command, one a line", |c, _| commands(c)),
    row("show confirm", "", "which questions are asked", settings),
    row("show copying", "", "the licence", |c, _| licence(c)),
    row("show crawford", "", "whether this is the Crawford game", crawford),
    row("show credits", "", "who made this program", |c, _| version(c)),
    row("show cube", "", "the cube's value and owner", cube),
    row("show cubeefficiency", "", "how near to live the cube is", settings),
    row("show delay", "", "how long moves are shown", settings),
    row("show dice", "", "who has rolled what", |c, _| dice(c)),
    row("show display", "", "whether the computer's moves are shown", settings),
    row("show egyptian", "", "whether points hold at most five checkers", settings),
    row("show engine", "", "nets and databases in use", |c, _| engine(c)),
    row("show evaluation", "", "settings of hint and eval", settings),
    row("show export", "", "settings of reports", settings),
    row("show fullboard", "[POSITION]", "the same as show board", board),
    row("show geometry", "", "places of the windows", settings),
    row("show gui", "", "settings of the window", settings),
    row("show jacoby", "", "the Jacoby rule", rule),
    row("show lang", "", "the language", settings),
    row("show matchinfo", "", "facts about the match", |c, _| match_info(c)),
    row("show matchlength", "", "points of new matches", settings),
    row("show nackgammon", "", "the game new matches play", |c, _| variation(c)),
    row("show output", "", "how numbers and boards are written", settings),
    row("show panels", "", "the panels of the window", settings),
    row("show postcrawford", "", "whether the Crawford game is over", crawford),
    row("show priority", "", "how far computing stands back for other programs", settings),
    row("show prompt", "", "the prompt", settings),
    row("show ratingoffset", "", "offset of estimated ratings", settings),
    row("show record", "", "whether all games of a session are kept", settings),
    row("show rollout", "", "settings of rollouts", settings),
    row("show score", "", "the score", |c, _| {
        let text = messages::score(c.session);
        c.say(&text);
        Ok(())
    }),
    row("show scoresheet", "", "the score after each game", |c, _| score_sheet(c)),
    row("show sound", "", "the sounds", settings),
    row("show threads", "", "threads of computations", |c, _| {
        let text = format!(
            "Computations use {}.",
            messages::counted(u32::try_from(c.session.threads()).unwrap_or(0), "thread")
        );
        c.say(&text);
        Ok(())
    }),
    row("show turn", "", "who is to act", |c, _| turn(c)),
    row("show tutor", "", "when the tutor warns", settings),
    row("show variation", "", "the game played now and by new matches", |c, _| variation(c)),
    row("show version", "", "the version", |c, _| version(c)),
    row("show warranty", "", "there is none", |c, _| licence(c)),
];

/// The options whose words begin with the word after `show`.
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
        let with = if state.rules.jacoby { "with" } else { "without" };
        context.say(&format!("This session is played {with} the Jacoby rule."));
    }
    settings(context, args)
}

/// Characters of a line of the drawing before what stands beside it.
const DRAWN: usize = 49;

fn board(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let is_named = args.peek().is_some();
    let asked = position::read(context, args)?;
    if !is_named {
        let text = context.board_text(&asked.state);
        context.say(&text);
        return Ok(());
    }
    // A position of its own has no players: it is drawn as the bottom player's.
    let state = gnubg_engine::core::MatchState { on_roll: Player::One, ..asked.state };
    let clockwise = context.session.options().output.clockwise;
    let drawn = BoardText { state: &state, names: ["", ""], clockwise }.draw();
    let mut lines: Vec<String> = drawn.lines().map(str::to_owned).collect();
    for line in lines.iter_mut().skip(2) {
        *line = line.chars().take(DRAWN).collect();
    }
    context.say(&(lines.join("\n") + "\n\n"));
    Ok(())
}

fn cache(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let entries = context.session.engine().cache().len();
    context.say(&format!("The evaluation cache has room for {entries} entries."));
    settings(context, args)
}

fn commands(context: &mut Context<'_>) -> CommandResult {
    let paths: Vec<String> = context.commands.root.commands().into_iter().map(|(path, _)| path).collect();
    context.console.page(&paths.join("\n"));
    Ok(())
}

/// Whether this is the Crawford game, or one after it.
///
/// # Errors
/// None.
pub fn crawford(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    let text = match context.session.state() {
        None => "There is no match.",
        Some(state) if state.is_money() => "Money sessions have no Crawford rule.",
        Some(state) if state.is_crawford => "This is the Crawford game; nobody may double.",
        Some(state) if state.length > 1 && state.is_post_crawford() => "The Crawford game is over.",
        Some(_) => "This is not the Crawford game.",
    };
    context.say(text);
    Ok(())
}

/// The cube's value and owner.
///
/// # Errors
/// If there is no game.
pub fn cube(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    let state = *context.session.game()?;
    let value = state.cube.value.points();
    let text = match state.cube.owner {
        _ if !state.rules.cube => "This game is played without the cube.".to_owned(),
        _ if state.is_crawford => "The cube is not used in the Crawford game.".to_owned(),
        None => format!("The cube is at {value} in the middle."),
        Some(owner) => format!("The cube is at {value}; {} owns it.", context.session.name(owner)),
    };
    context.say(&text);
    Ok(())
}

fn dice(context: &mut Context<'_>) -> CommandResult {
    let state = *context.session.game()?;
    let name = context.session.name(state.on_roll);
    let text = match state.dice() {
        Some(dice) => format!("{name} has rolled {} and {}.", dice.high(), dice.low()),
        None => format!("{name} has not rolled yet."),
    };
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
    let mut text = format!("Nets: built in, evaluated with {}.\n", engine.nets().kernel_name());
    text += &format!("Match equity table: {}.\n", context.session.table().name());
    let loaded = engine.databases().loaded();
    if loaded.is_empty() {
        text += "No bearoff databases.\n";
    }
    for slot in loaded {
        text += &format!("Database: {}.\n", slot.file_name());
    }
    context.say(&text);
    Ok(())
}

fn variation(context: &mut Context<'_>) -> CommandResult {
    let name = |variation: Variation| variation.keyword();
    let new = name(context.session.options().matches.variation.variation());
    if let Some(state) = context.session.state() {
        context.say(&format!("This match plays {}.", name(state.rules.variation)));
    }
    context.say(&format!("New matches play {new}."));
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
    context.say(&format!("Evaluation: {kernel}; threads: {}.", context.session.threads()));
    Ok(())
}

fn licence(context: &mut Context<'_>) -> CommandResult {
    context.say(
        "This program is free software: you can redistribute it and modify it under the terms of the GNU General\n\
         Public License as published by the Free Software Foundation, version 3 or later. It comes without any\n\
         warranty. The licence is at https://www.gnu.org/licenses/.",
    );
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
    let mut text = format!("{zero} against {one}{date}\n");
    let facts = [
        ("Event", &info.event),
        ("Round", &info.round),
        ("Place", &info.place),
        ("Annotator", &info.annotator),
    ];
    for (name, fact) in facts {
        text += &format!("{name:<10} {fact}\n");
    }
    text += &info.comment;
    context.say(&text);
    Ok(())
}

fn score_sheet(context: &mut Context<'_>) -> CommandResult {
    let record = context.session.record();
    let title = match record.length {
        0 => "money session".to_owned(),
        length => format!("match to {}", messages::counted(u32::from(length), "point")),
    };
    let [zero, one] = context.names();
    let width = zero.chars().count();
    let heading = format!("{zero} | {one}");
    let mut text = format!("Score sheet, {title}\n\n{heading}\n{}\n", "-".repeat(heading.chars().count()));
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
