// SPDX-License-Identifier: GPL-3.0-or-later
//! Decisions in a game, and the start of matches and games.

use crate::i18n::{gettext, gettext_f, noted};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::position::numbered;
use crate::language::refusal::Refusal;
use gnubg_engine::core::{ActionError, Decision, Phase, ResignLevel, notation};
use gnubg_session::{Command, GameCommand};

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("accept", "", noted("take the double or accept the resignation"), |c, _| answer(c, true)),
    row("agree", "", noted("accept the resignation"), |c, _| give(c, GameCommand::AcceptResignation)),
    row("beaver", "", noted("take the double and redouble at once, keeping the cube"), |c, _| {
        give(c, GameCommand::Beaver)
    }),
    row("decline", "", noted("decline the resignation"), |c, _| give(c, GameCommand::DeclineResignation)),
    row("double", "", noted("offer a double; answering a double: beaver"), |c, _| double(c)),
    row("drop", "", noted("drop the double and lose the game"), |c, _| give(c, GameCommand::Drop)),
    row("end game", "", noted("let the computer finish the game for both players"), |c, _| {
        give(c, GameCommand::Finish)
    }),
    row(
        "move",
        "[play]",
        noted("make a play such as 8/5 6/5; without a play: the only legal one"),
        |c, a| match a.rest() {
            "" => give(c, GameCommand::PlayForced),
            text => play(c, text),
        },
    ),
    row("new game", "", noted("start the next game"), |c, _| give(c, GameCommand::NewGame)),
    row("new match", "[points]", noted("start a match; 0 points: a money session"), new_match),
    row("new session", "", noted("start a money session"), |c, _| give(c, GameCommand::NewMatch(Some(0)))),
    row("pass", "", noted("the same as drop"), |c, _| give(c, GameCommand::Drop)),
    row("play", "", noted("let the computer decide for the player on turn"), |c, _| {
        give(c, GameCommand::Compute)
    }),
    row("r", "", noted("the same as roll"), |c, _| give(c, GameCommand::Roll)),
    row("redo", "", noted("redo the decision that was undone"), |c, _| c.execute(Command::Redo).map(|_| ())),
    row("redouble", "", noted("the same as beaver"), |c, _| give(c, GameCommand::Beaver)),
    row("reject", "", noted("drop the double or decline the resignation"), |c, _| answer(c, false)),
    row(
        "resign",
        "[single|gammon|backgammon|1|2|3|-1]",
        noted("offer to resign; -1: the computer chooses the size"),
        resign,
    ),
    row("roll", "", noted("roll the dice"), |c, _| give(c, GameCommand::Roll)),
    row("take", "", noted("take the double"), |c, _| give(c, GameCommand::Take)),
    row("undo", "", noted("undo the last decision"), |c, _| c.execute(Command::Undo).map(|_| ())),
];

fn give(context: &mut Context<'_>, command: GameCommand) -> CommandResult {
    context.execute_asking(command).map(|_| ())
}

fn new_match(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let length = match args.whole()? {
        None => None,
        Some(points) => Some(u16::try_from(points).ok().filter(|points| *points <= 64).ok_or_else(|| {
            Refusal::usage(gettext("a match has 1 to 64 points; 0 starts a money session"))
        })?),
    };
    give(context, GameCommand::NewMatch(length))
}

/// While a double is pending, `double` means beaver.
fn double(context: &mut Context<'_>) -> CommandResult {
    let is_answer = matches!(context.session.game()?.phase, Phase::Due(Decision::Answer(_)));
    give(context, if is_answer { GameCommand::Beaver } else { GameCommand::Double })
}

/// Accepts or rejects the double or resignation that is offered.
fn answer(context: &mut Context<'_>, accepts: bool) -> CommandResult {
    let command = match (context.session.state().map(|state| state.phase), accepts) {
        (Some(Phase::Resigning { .. }), true) => GameCommand::AcceptResignation,
        (Some(Phase::Resigning { .. }), false) => GameCommand::DeclineResignation,
        (Some(Phase::Due(Decision::Answer(_))), true) => GameCommand::Take,
        (Some(Phase::Due(Decision::Answer(_))), false) => GameCommand::Drop,
        _ => return Err(Refusal::usage(gettext("there is no double or resignation to answer"))),
    };
    give(context, command)
}

fn resign(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let level = match args.word().map(str::to_lowercase).as_deref() {
        None => Some(ResignLevel::Single),
        Some("-1") => None,
        Some(word) => Some(read_level(word)?),
    };
    give(context, GameCommand::Resign(level))
}

fn read_level(word: &str) -> Result<ResignLevel, Refusal> {
    let known = [("1", ResignLevel::Single), ("2", ResignLevel::Gammon), ("3", ResignLevel::Backgammon)];
    let words = [
        ("single", ResignLevel::Single),
        ("normal", ResignLevel::Single),
        ("gammon", ResignLevel::Gammon),
        ("backgammon", ResignLevel::Backgammon),
    ];
    let exact = known.into_iter().find(|(name, _)| *name == word);
    let found =
        exact.or_else(|| words.into_iter().find(|(name, _)| !word.is_empty() && name.starts_with(word)));
    found.map(|(_, level)| level).ok_or_else(|| {
        Refusal::usage(gettext_f(
            "{word} is not a resignation; it is single, gammon or backgammon",
            &[("word", format!("{word:?}"))],
        ))
    })
}

/// Makes the play that a text names.
///
/// # Errors
/// If no play is due, or the text is not a legal play.
pub fn play(context: &mut Context<'_>, text: &str) -> CommandResult {
    let state = *context.session.game()?;
    let dice = match state.decision() {
        Ok(Decision::Play(dice)) => dice,
        Ok(Decision::Roll) => return Err(refused(ActionError::NotRolled)),
        Ok(Decision::Answer(_)) => return Err(refused(ActionError::DoublePending)),
        Err(error) => return Err(refused(error)),
    };
    let play = if text.trim_start().starts_with('=') {
        numbered(context, text.trim())?.play
    } else {
        notation::resolve(&state.board, dice, text)?
    };
    give(context, GameCommand::Play(play))
}

fn refused(error: ActionError) -> Refusal {
    Refusal::Command(error.into())
}

/// Enters dice that were thrown by hand.
///
/// # Errors
/// If the text is not a roll.
pub fn throw(context: &mut Context<'_>, text: &str) -> CommandResult {
    let dice = super::edit::read_dice(text)?;
    context.execute(GameCommand::Throw(dice)).map(|_| ())
}
