// SPDX-License-Identifier: GPL-3.0-or-later
//! Questions that take time: hints, evaluations, the speed of the evaluator.

use crate::language::args::Args;
use crate::language::interpreter::{Context, USUAL_PLAYS};
use crate::language::position;
use crate::language::refusal::Refusal;
use crate::language::tree::{Done, Row, row};
use crate::text::{cube, evaluation, plays};
use crate::tools::bearoffdump;
use gnubg_engine::core::{Mwc, Probs};
use gnubg_engine::cube::CubeOwner;
use gnubg_engine::eval::{EvalSettings, Root};
use gnubg_session::hint::{Advice, Appraisal, Hint};
use gnubg_session::{Command, Question};
use std::fmt::Write;

/// The rows of this family.
pub const ROWS: &[Row] = &[
    row("hint", "[n]", "advice for the decision at hand; the best n plays (10)", hint),
    row("eval", "[POSITION]", "chances, equities and the cube decision of a position", eval),
    row("calibrate", "[n]", "measure the speed of n static evaluations", calibrate),
];

fn hint(context: &mut Context<'_>, args: &mut Args<'_>) -> Done {
    context.shell.most_plays = match args.whole()? {
        None => USUAL_PLAYS,
        Some(n) => usize::try_from(n)
            .ok()
            .filter(|n| *n > 0)
            .ok_or_else(|| Refusal::usage("hint takes the number of plays to list, 1 or more"))?,
    };
    context.session.game()?;
    if let Some(hint) = context.session.last_hint().filter(|hint| hint.is_final).cloned() {
        let text = hint_text(context, &hint);
        context.say(&text);
        return Ok(());
    }
    context.execute(Command::Ask(Question::Hint)).map(|_| ())
}

fn eval(context: &mut Context<'_>, args: &mut Args<'_>) -> Done {
    let asked = position::read(context, args)?;
    let state = (!asked.is_present).then(|| Box::new(asked.state));
    context.execute(Command::Ask(Question::Evaluate(state))).map(|_| ())
}

/// The match winning chance without the cube.
fn cubeless_mwc(root: &Root, probs: &Probs) -> Option<Mwc> {
    root.context.mwc(root.context.cubeless(root.cube, probs))
}

/// A hint in words.
#[must_use]
pub fn hint_text(context: &Context<'_>, hint: &Hint) -> String {
    let numbers = context.numbers();
    let root = Root::of(&hint.state, context.session.table());
    match &hint.advice {
        Advice::Play { plays: ranked, .. } if ranked.is_empty() => "No checker can move.\n".to_owned(),
        Advice::Play { plays: ranked, settings, .. } => {
            plays::list(&hint.state, ranked, settings, context.shell.most_plays, numbers)
        }
        Advice::Cube { decision, cube: info, settings, .. } => {
            let root = Root { cube: *info, ..root };
            let mwc = cubeless_mwc(&root, &decision.probs);
            cube::block(decision, settings, mwc, info.owner == CubeOwner::OnRoll, numbers)
        }
        Advice::Resignation { before, after, accept, .. } => format!(
            "Equity before the resignation {}\nEquity after the resignation  {}\nCorrect answer: {}\n",
            numbers.equity(*before),
            numbers.equity(*after),
            if *accept { "accept" } else { "decline" }
        ),
    }
}

/// An evaluation in words.
#[must_use]
pub fn appraisal_text(context: &Context<'_>, appraisal: &Appraisal) -> String {
    let numbers = context.numbers();
    let state = &appraisal.state;
    let root = Root::of(state, context.session.table());
    let mut text = evaluation::table(appraisal, &root, numbers);
    if !state.board.has_contact() || state.rules.variation.is_hypergammon() {
        let databases = context.session.engine().databases();
        let _ = write!(text, "\n{}", bearoffdump::show(databases, &state.board, state.rules.variation));
    }
    if let Some(decision) = &appraisal.cube {
        let mwc = cubeless_mwc(&root, &decision.probs);
        let is_redouble = root.cube.owner == CubeOwner::OnRoll;
        text.push_str(&cube::block(decision, &appraisal.settings, mwc, is_redouble, numbers));
    }
    text
}

fn calibrate(context: &mut Context<'_>, args: &mut Args<'_>) -> Done {
    let wanted = match args.whole()? {
        None => None,
        Some(n) => Some(
            u64::try_from(n)
                .ok()
                .filter(|n| *n > 0)
                .ok_or_else(|| Refusal::usage("calibrate takes a number of evaluations, 1 or more"))?,
        ),
    };
    context.shell.speed = None;
    context.execute(Command::Ask(Question::Speed(wanted)))?;
    context.settle();
    let Some(speed) = context.shell.speed.take() else { return Ok(()) };
    let rate = speed.rate();
    let kernel = context.session.engine().nets().kernel_name();
    let threads = speed.threads;
    context.say(&format!("{rate:.0} static evaluations a second with {threads} threads ({kernel})."));
    super::options::give_quietly(context, "calibration", gnubg_session::options::Value::Number(rate.round()))
}

/// The settings `hint` and `eval` use, in words.
#[must_use]
pub fn settings_text(settings: &EvalSettings) -> String {
    plays::described(settings)
}
