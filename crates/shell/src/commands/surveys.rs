// SPDX-License-Identifier: GPL-3.0-or-later
//! Tables of the best play of every roll and of the best decision at every score, as text.

use crate::i18n::{gettext, noted};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use gnubg_engine::core::{Decision, Dice, MatchState, Phase, Player, notation};
use gnubg_engine::eval::MAX_PLIES;
use gnubg_session::hint::in_setting;
use gnubg_session::survey::{
    RollResult, RollSurvey, ScoreAdvice, ScoreSurvey, Survey, SurveyRequest, SurveyScore,
};
use gnubg_session::{Command, Question};
use std::fmt::Write;
use std::sync::Arc;

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
    let wrong = || Refusal::usage(format!("the number of plies is 0 to {MAX_PLIES}"));
    match args.whole()? {
        None => Ok(context.session.options().evaluation.checker.evaluation.plies),
        Some(n) => u8::try_from(n).ok().filter(|n| *n <= MAX_PLIES).ok_or_else(wrong),
    }
}

/// Asks for a survey and waits for it; `None` if it was stopped.
fn survey(context: &mut Context<'_>, request: SurveyRequest) -> Result<Option<Arc<Survey>>, Refusal> {
    context.shell.survey = None;
    context.execute(Command::Ask(Question::Survey(Box::new(request))))?;
    context.settle();
    Ok(context.shell.survey.take())
}

/// The position before the roll.
fn before_roll(context: &Context<'_>) -> Result<MatchState, Refusal> {
    let state = *context.session.game()?;
    Ok(in_setting(&state, state.board))
}

fn rolls(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = Box::new(before_roll(context)?);
    let plies = plies(context, args)?;
    let found = survey(context, SurveyRequest::Rolls { state, with_double: false, plies })?;
    if let Some(Survey::Rolls(found)) = found.as_deref() {
        let text = list_of_rolls(context, found);
        context.console.page(&text);
    }
    Ok(())
}

/// One line for each roll: dice, best play, value.
fn list_of_rolls(context: &Context<'_>, found: &RollSurvey) -> String {
    let numbers = context.numbers();
    let mut text = format!("Best play of every roll, {}\n\n", found.settings.name());
    for dice in Dice::ALL {
        let Some(RollResult { play, equity, mwc, .. }) = found.rolls.at(dice) else { continue };
        let play = notation::format(&found.state.board, play);
        let play = if play.is_empty() { "cannot move".to_owned() } else { play };
        let value = numbers.value(*equity, *mwc);
        let _ = writeln!(text, "{}{}  {play:<28} {value}", dice.high(), dice.low());
    }
    if let Some((equity, mwc)) = found.rolls.mean() {
        let _ = writeln!(text, "\nAverage of 36 rolls              {}", numbers.value(equity, mwc));
    }
    text
}

fn heat(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let with_double = match args.word() {
        None => false,
        Some("=cube") => true,
        Some(_) => return Err(Refusal::usage(gettext("the argument is =cube or nothing"))),
    };
    let state = Box::new(before_roll(context)?);
    let plies = plies(context, args)?;
    let found = survey(context, SurveyRequest::Rolls { state, with_double, plies })?;
    let Some(Survey::Rolls(found)) = found.as_deref() else { return Ok(()) };
    let numbers = context.numbers();
    let mut text = String::new();
    let tables =
        [("Equity of every roll", Some(&found.rolls)), ("After a double and a take", found.taken.as_ref())];
    for (title, results) in tables {
        let Some(results) = results else { continue };
        let _ = writeln!(text, "{title}, {}\n", found.settings.name());
        let _ = writeln!(text, "   {}", (1..=6).map(|die| format!("{die:>9}")).collect::<String>());
        for one in 1..=6 {
            let _ = write!(text, "  {one}");
            for other in 1..=6 {
                let result = Dice::new(one, other).ok().and_then(|dice| results.at(dice));
                let value = result.map_or_else(String::new, |r| numbers.value(r.equity, r.mwc));
                let _ = write!(text, "{:>9}", value.trim());
            }
            text.push('\n');
        }
        if let Some((equity, mwc)) = results.mean() {
            let _ = writeln!(text, "\n  Average {}\n", numbers.value(equity, mwc).trim());
        }
    }
    context.console.page(&text);
    Ok(())
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
    let found = survey(context, SurveyRequest::Scores { state: Box::new(state), away, plies })?;
    if let Some(Survey::Scores(found)) = found.as_deref() {
        let text = map_of_scores(
            found,
            [context.session.name(state.on_roll), context.session.name(state.on_roll.other())],
        );
        context.console.page(&text);
    }
    Ok(())
}

/// The letters of a cube action in the table of scores.
fn short(verdict: &str) -> String {
    let short = match verdict {
        text if text.starts_with("Too good") && text.ends_with("take") => "tg/t",
        text if text.starts_with("Too good") => "tg/p",
        text if text.starts_with("No") && text.ends_with("beaver") => "nd/b",
        text if text.starts_with("No") => "nd/t",
        text if text.ends_with("beaver") => "d/b",
        text if text.starts_with("Optional") && text.ends_with("pass") => "od/p",
        text if text.starts_with("Optional") => "od/t",
        text if text.ends_with("take") => "d/t",
        text if text.ends_with("pass") => "d/p",
        _ => "-",
    };
    short.to_owned()
}

/// A table with the points that the player on roll needs in rows, those of the opponent in columns.
fn map_of_scores(found: &ScoreSurvey, [own, other]: [String; 2]) -> String {
    let mut legend: Vec<String> = Vec::new();
    let mut label = |advice: Option<&ScoreAdvice>| match advice {
        None => String::new(),
        Some(ScoreAdvice::Cube(decision)) => short(decision.verdict.text()),
        Some(ScoreAdvice::Plays(plays)) => {
            let Some(best) = plays.first() else { return "-".to_owned() };
            let play = notation::format(&found.state.board, &best.play);
            let n = legend.iter().position(|known| *known == play).unwrap_or_else(|| {
                legend.push(play);
                legend.len() - 1
            });
            char::from(b'A' + u8::try_from(n).unwrap_or(25).min(25)).to_string()
        }
    };
    let mut text = format!("Best decision at every score, {}\n", found.settings.name());
    let _ = writeln!(text, "Money: {}", label(found.at(SurveyScore::Money)));
    let _ = writeln!(text, "Rows: points that {own} needs; columns: points that {other} needs\n");
    let _ = writeln!(text, "     {}", (1..=found.away).map(|n| format!("{n:>6}")).collect::<String>());
    for mine in 1..=found.away {
        let _ = write!(text, "{mine:>5}");
        for theirs in 1..=found.away {
            let mut away = [mine, theirs];
            if found.state.on_roll == Player::One {
                away.swap(0, 1);
            }
            let cell = label(found.at(SurveyScore::Match { away, is_crawford: false }));
            let _ = write!(text, "{cell:>6}");
        }
        text.push('\n');
    }
    if legend.is_empty() {
        text +=
            "\nnd no double, d double, od optional double, tg too good to double; t take, p pass, b beaver\n";
    } else {
        text.push('\n');
        for (letter, play) in (b'A'..=b'Z').zip(&legend) {
            let _ = writeln!(text, "{}  {play}", char::from(letter));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::short;
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
        assert_eq!(short("Too good to redouble, pass"), "tg/p");
        assert_eq!(short("Optional double, take"), "od/t");
    }
}
