// SPDX-License-Identifier: GPL-3.0-or-later
//! Questions that take time to answer: hints, evaluations, the speed of the evaluator.

use crate::i18n::{gettext, gettext_f, ngettext_f, noted};
use crate::language::args::Args;
use crate::language::background::BackgroundKind;
use crate::language::context::{CommandResult, CommandRow, Context, DEFAULT_HINT_PLAYS, row};
use crate::language::position;
use crate::language::refusal::Refusal;
use crate::text::advice;
use gnubg_session::options::OptionValue;
use gnubg_session::{Command, CommandOutcome, Question};

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("hint", "[n]", noted("show advice for the pending decision; n: number of plays to list (10)"), hint),
    row("eval", "[POSITION]", noted("show chances, equities and the cube decision of a position"), eval),
    row("calibrate", "[n]", noted("measure the evaluation speed with n static evaluations"), calibrate),
];

fn hint(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    context.shell.hint_plays = match args.whole()? {
        None => DEFAULT_HINT_PLAYS,
        Some(n) => usize::try_from(n)
            .ok()
            .filter(|n| *n > 0)
            .ok_or_else(|| Refusal::usage(gettext("the number of plays to list is 1 or more")))?,
    };
    context.session.game()?;
    if let Some(found) = context.session.imported_advice() {
        context.say(&gettext_f("Imported analysis:\n{found}", &[("found", found.to_string())]));
    }
    if let Some(hint) = context.session.last_hint().filter(|hint| hint.is_final).cloned() {
        let text = advice::hint(context.session, &hint, context.shell.hint_plays);
        context.say(&text);
        return Ok(());
    }
    if let CommandOutcome::Started(id) = context.execute(Command::Ask(Question::Hint))? {
        context.leaves_running(id, BackgroundKind::Hint(context.shell.hint_plays));
    }
    Ok(())
}

fn eval(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let asked = position::read(context, args)?;
    let state = (!asked.is_current).then(|| Box::new(asked.state));
    if let CommandOutcome::Started(id) = context.execute(Command::Ask(Question::Evaluate(state)))? {
        context.leaves_running(id, BackgroundKind::Evaluation);
    }
    Ok(())
}

fn calibrate(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let wanted = match args.whole()? {
        None => None,
        Some(n) => Some(
            u64::try_from(n)
                .ok()
                .filter(|n| *n > 0)
                .ok_or_else(|| Refusal::usage(gettext("the number of evaluations is 1 or more")))?,
        ),
    };
    context.shell.speed = None;
    context.execute(Command::Ask(Question::Speed(wanted)))?;
    context.settle();
    let Some(speed) = context.shell.speed.take() else { return Ok(()) };
    let rate = speed.rate();
    let kernel = context.session.engine().nets().kernel_name();
    let threads = speed.threads;
    context.say(&ngettext_f(
        "{rate} static evaluations per second with {n} thread ({kernel}).",
        "{rate} static evaluations per second with {n} threads ({kernel}).",
        u32::try_from(threads).unwrap_or(u32::MAX),
        &[("rate", format!("{rate:.0}")), ("n", threads.to_string()), ("kernel", kernel.to_string())],
    ));
    super::options::give_quietly(context, "calibration", OptionValue::Number(rate.round()))
}
