// SPDX-License-Identifier: GPL-3.0-or-later
//! Going through the record, and listing it.

use crate::i18n::noted;
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use crate::text::list;
use gnubg_session::CommandError;
use gnubg_session::Go;
use gnubg_session::command::MarkKind;

const HOW: &str = "[n] | game [n] | roll | rolled | marked [n] | cmarked [n] | anymarked [n]";

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("first game", "", noted("go to the start of the match"), |c, _| go(c, Go::FirstGame)),
    row("first move", "", noted("go to the start of the game"), |c, _| go(c, Go::FirstMove)),
    row("last game", "", noted("go to the start of the last game"), |c, _| go(c, Go::LastGame)),
    row("last move", "", noted("go to the end of the game"), |c, _| go(c, Go::LastMove)),
    row("next", HOW, noted("go forward in the record"), |c, a| step(c, a, true)),
    row("n", HOW, noted("the same as next"), |c, a| step(c, a, true)),
    row("previous", HOW, noted("go backward in the record"), |c, a| step(c, a, false)),
    row("p", HOW, noted("the same as previous"), |c, a| step(c, a, false)),
    row("list game", "", noted("list the game in two columns"), |c, _| {
        need_match(c)?;
        let text = list::game(c.session);
        c.console.page(&text);
        Ok(())
    }),
    row("list match", "", noted("list the games of the match, one per line"), |c, _| games(c)),
    row("list session", "", noted("the same as list match"), |c, _| games(c)),
];

fn go(context: &mut Context<'_>, go: Go) -> CommandResult {
    context.execute(gnubg_session::Command::Go(go)).map(|_| ())
}

fn need_match(context: &Context<'_>) -> CommandResult {
    match context.session.state() {
        Some(_) => Ok(()),
        None => Err(Refusal::Command(CommandError::NoMatch)),
    }
}

fn games(context: &mut Context<'_>) -> CommandResult {
    need_match(context)?;
    let text = list::games(context.session.record());
    context.console.page(&text);
    Ok(())
}

fn step(context: &mut Context<'_>, args: &mut Args<'_>, forward: bool) -> CommandResult {
    let how = args.peek().unwrap_or_default().to_lowercase();
    let marks = [("marked", MarkKind::Skill), ("cmarked", MarkKind::Candidate), ("anymarked", MarkKind::Any)];
    if let Some((_, mark)) = marks.into_iter().find(|(word, _)| *word == how) {
        args.word();
        let n = args.count()?;
        return go(context, if forward { Go::NextMark(mark, n) } else { Go::PreviousMark(mark, n) });
    }
    let place = match (how.as_str(), forward) {
        ("roll", true) => Go::NextRoll,
        ("roll", false) => Go::PreviousRoll,
        ("rolled", true) => Go::NextRolled,
        ("rolled", false) => Go::PreviousRolled,
        ("game", _) => {
            args.word();
            let n = args.count()?;
            if forward { Go::NextGame(n) } else { Go::PreviousGame(n) }
        }
        (_, true) => Go::Next(args.count()?),
        (_, false) => Go::Previous(args.count()?),
    };
    go(context, place)
}
