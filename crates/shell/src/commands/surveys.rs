// SPDX-License-Identifier: GPL-3.0-or-later
//! Tables of the best play of every roll and of the best decision at every score, as text.

use crate::i18n::{gettext, gettext_f, noted};
use crate::language::args::Args;
use crate::language::background::BackgroundKind;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use crate::text::survey::SurveyTable;
use gnubg_engine::core::{Decision, MatchState, Phase, Player};
use gnubg_engine::eval::MAX_PLIES;
use gnubg_session::hint::in_setting;
use gnubg_session::survey::SurveyRequest;
use gnubg_session::{Command, CommandOutcome, Question};

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("show rolls", "[plies]", noted("show the best play and the equity of every roll"), rolls),
    row(
        "show temperaturemap",
        "[=cube]",
        noted("show the equity of every roll; =cube: after a double and a take, too"),
        heat,
    ),
    row(
        "show scoremap",
        "[=move]",
        noted("show the best cube action at every score; =move: the best play of the roll"),
        scores,
    ),
];

/// The most points away in the table of scores unless the match is longer; a wider table would not fit a terminal.
const AWAY: u32 = 9;

/// The plies of look-ahead: those given, or else those of `set evaluation chequerplay`.
fn plies(context: &Context<'_>, args: &mut Args<'_>) -> Result<u8, Refusal> {
    let wrong = || {
        Refusal::usage(gettext_f("the number of plies is 0 to {most}", &[("most", MAX_PLIES.to_string())]))
    };
    match args.whole()? {
        None => Ok(context.session.options().evaluation.checker.evaluation.plies),
        Some(n) => u8::try_from(n).ok().filter(|n| *n <= MAX_PLIES).ok_or_else(wrong),
    }
}

/// Asks for a survey, and shows its table when it is there.
fn survey(context: &mut Context<'_>, request: SurveyRequest, table: SurveyTable) -> CommandResult {
    context.shell.survey = None;
    let outcome = context.execute(Command::Ask(Question::Survey(Box::new(request))))?;
    if let CommandOutcome::Started(id) = outcome
        && context.leaves_running(id, BackgroundKind::Survey(table))
    {
        context.say(&gettext("The table is being computed in the background."));
        return Ok(());
    }
    context.settle();
    if let Some(found) = context.shell.survey.take() {
        let text = table.text(context.session, &found);
        context.console.page(&text);
    }
    Ok(())
}

/// The position before the roll.
fn before_roll(context: &Context<'_>) -> Result<MatchState, Refusal> {
    let state = *context.session.game()?;
    Ok(in_setting(&state, state.board))
}

fn rolls(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = Box::new(before_roll(context)?);
    let plies = plies(context, args)?;
    survey(context, SurveyRequest::Rolls { state, with_double: false, plies }, SurveyTable::Rolls)
}

fn heat(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let with_double = match args.word() {
        None => false,
        Some("=cube") => true,
        Some(_) => return Err(Refusal::usage(gettext("the argument is =cube or nothing"))),
    };
    let state = Box::new(before_roll(context)?);
    let plies = plies(context, args)?;
    survey(context, SurveyRequest::Rolls { state, with_double, plies }, SurveyTable::Temperature)
}

fn scores(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let of_plays = match args.word() {
        None | Some("=cube") => false,
        Some("=move") => true,
        Some(_) => return Err(Refusal::usage(gettext("the argument is =move or nothing"))),
    };
    let state = *context.session.game()?;
    let has_rolled = matches!(state.phase, Phase::Due(Decision::Play(_)));
    if of_plays && !has_rolled {
        return Err(Refusal::usage(gettext("=move needs a roll; set dice sets one")));
    }
    let state = if of_plays { state } else { in_setting(&state, state.board) };
    let plies = if of_plays {
        plies(context, args)?
    } else {
        context.session.options().evaluation.cube.evaluation.plies
    };
    let longest = state.away(Player::Zero).into_iter().chain(state.away(Player::One)).max().unwrap_or(AWAY);
    let away = longest.clamp(2, AWAY);
    survey(context, SurveyRequest::Scores { state: Box::new(state), away, plies }, SurveyTable::Scores)
}

#[cfg(test)]
mod tests {
    use crate::commands::test_shell::TestShell;

    fn said(lines: &[&str]) -> String {
        TestShell::new().say(lines)
    }

    const START: [&str; 5] = [
        "set player 0 human",
        "set evaluation chequerplay evaluation plies 0",
        "set evaluation cubedecision evaluation plies 0",
        "new match 3",
        "set turn 1",
    ];

    #[test]
    fn every_roll_has_a_line() {
        let text = said(&[START.as_slice(), &["set board 4HPwATDgc/ABMA", "show rolls 0"]].concat());
        assert_eq!(
            text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count(),
            21,
            "{text}"
        );
        assert!(text.contains("31  8/5 6/5") && text.contains("Average of 36 rolls"), "{text}");
        let text =
            said(&[START.as_slice(), &["set board 4HPwATDgc/ABMA", "show temperaturemap =cube"]].concat());
        assert_eq!(text.matches("Average").count(), 2, "{text}");
        assert!(said(&["show rolls"]).starts_with('!'));
        assert!(said(&[START.as_slice(), &["show rolls 8"]].concat()).starts_with('!'));
    }

    #[test]
    fn every_score_has_a_cell() {
        let text = said(&[START.as_slice(), &["show scoremap"]].concat());
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("    ")).collect();
        assert_eq!(rows.len(), 4, "{text}");
        assert!(rows[1..].iter().all(|row| row.split_whitespace().count() == 4), "{text}");
        assert!(text.contains("Money: nd/"), "{text}");
        let text = said(&[START.as_slice(), &["set dice 31", "show scoremap =move"]].concat());
        assert!(text.contains("A  8/5 6/5"), "{text}");
        assert!(said(&[START.as_slice(), &["show scoremap =move"]].concat()).starts_with('!'));
    }
}
