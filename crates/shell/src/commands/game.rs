// SPDX-License-Identifier: GPL-3.0-or-later
//! Decisions in the game, and the start of matches and games.

use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::position::numbered;
use crate::language::refusal::Refusal;
use gnubg_engine::core::{ActionError, Decision, Phase, ResignLevel, notation};
use gnubg_session::{Command, GameCommand};

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("accept", "", "take the double or accept the resignation that is offered", |c, _| answer(c, true)),
    row("agree", "", "accept the resignation", |c, _| give(c, GameCommand::AcceptResignation)),
    row("beaver", "", "take the double and turn the cube at once", |c, _| give(c, GameCommand::Beaver)),
    row("decline", "", "decline the resignation", |c, _| give(c, GameCommand::DeclineResignation)),
    row("double", "", "offer a double; while one is offered: redouble", |c, _| double(c)),
    row("drop", "", "give up the game instead of taking the double", |c, _| give(c, GameCommand::Drop)),
    row("end game", "", "let the program play both sides to the end of the game", |c, _| {
        give(c, GameCommand::Finish)
    }),
    row("move", "[play]", "play, as in 8/5 6/5; alone: the only legal play", |c, a| match a.rest() {
        "" => give(c, GameCommand::PlayForced),
        text => play(c, text),
    }),
    row("new game", "", "start the next game", |c, _| give(c, GameCommand::NewGame)),
    row("new match", "[points]", "start a match; 0 starts a money session", new_match),
    row("new session", "", "start a money session", |c, _| give(c, GameCommand::NewMatch(Some(0)))),
    row("pass", "", "the same as drop", |c, _| give(c, GameCommand::Drop)),
    row("play", "", "let the computer decide now", |c, _| give(c, GameCommand::Compute)),
    row("r", "", "the same as roll", |c, _| give(c, GameCommand::Roll)),
    row("redo", "", "make again what was taken back", |c, _| c.execute(Command::Redo).map(|_| ())),
    row("redouble", "", "the same as beaver", |c, _| give(c, GameCommand::Beaver)),
    row("reject", "", "drop the double or decline the resignation that is offered", |c, _| answer(c, false)),
    row("resign", "[single|gammon|backgammon|1|2|3|-1]", "offer to resign; -1: as much as is fair", resign),
    row("roll", "", "roll the dice", |c, _| give(c, GameCommand::Roll)),
    row("take", "", "take the double", |c, _| give(c, GameCommand::Take)),
    row("undo", "", "take back the last decision", |c, _| c.execute(Command::Undo).map(|_| ())),
];

fn give(context: &mut Context<'_>, command: GameCommand) -> CommandResult {
    context.execute_asking(command).map(|_| ())
}

fn new_match(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let length = match args.whole()? {
        None => None,
        Some(points) => Some(
            u16::try_from(points)
                .ok()
                .filter(|points| *points <= 64)
                .ok_or_else(|| Refusal::usage("a match has 1 to 64 points; 0 starts a money session"))?,
        ),
    };
    give(context, GameCommand::NewMatch(length))
}

/// While a double is pending it means turning the cube on.
fn double(context: &mut Context<'_>) -> CommandResult {
    let is_answer = matches!(context.session.game()?.phase, Phase::Due(Decision::Answer(_)));
    give(context, if is_answer { GameCommand::Beaver } else { GameCommand::Double })
}

/// Accepts or rejects whatever is offered.
fn answer(context: &mut Context<'_>, accepts: bool) -> CommandResult {
    let command = match (context.session.state().map(|state| state.phase), accepts) {
        (Some(Phase::Resigning { .. }), true) => GameCommand::AcceptResignation,
        (Some(Phase::Resigning { .. }), false) => GameCommand::DeclineResignation,
        (Some(Phase::Due(Decision::Answer(_))), true) => GameCommand::Take,
        (Some(Phase::Due(Decision::Answer(_))), false) => GameCommand::Drop,
        _ => return Err(Refusal::usage("neither a double nor a resignation is offered")),
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
        Refusal::usage(format!("{word:?} is no size of a game; say single, gammon or backgammon"))
    })
}

/// Makes the play a text means.
///
/// # Errors
/// If no play is due, or the text is none that is legal.
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
/// If they are no dice.
pub fn throw(context: &mut Context<'_>, text: &str) -> CommandResult {
    let dice = super::edit::read_dice(text)?;
    context.execute(GameCommand::Throw(dice)).map(|_| ())
}
