// SPDX-License-Identifier: GPL-3.0-or-later
//! The text of `hint` and `eval`.

use super::numbers::Numbers;
use super::{bearoff, cube, evaluation as table, plays};
use gnubg_engine::core::{Mwc, Probs};
use gnubg_engine::eval::{EvalSettings, Root};
use gnubg_session::Session;
use gnubg_session::hint::{Advice, Appraisal, Hint};
use std::fmt::Write;

/// A hint: the best `n_plays` plays, the cube decision, or the answer to a resignation.
#[must_use]
pub fn hint(session: &Session, hint: &Hint, n_plays: usize) -> String {
    let numbers = Numbers::of(&session.options().output);
    let root = Root::of(&hint.state, session.table());
    match &hint.advice {
        Advice::Play { plays, .. } if plays.is_empty() => "No checker can move.\n".to_owned(),
        Advice::Play { plays, settings, rolled, .. } => {
            plays::list(&hint.state, plays, (settings, rolled.as_deref()), n_plays, numbers)
        }
        Advice::Cube { decision, cube: info, settings, rolled, .. } => {
            let root = Root { cube: *info, ..root };
            let mwc = cubeless_mwc(&root, &decision.probs);
            let kind = if rolled.is_some() { "Rollout".to_owned() } else { depth(settings) };
            cube::block(decision, &kind, mwc, numbers)
        }
        Advice::Resignation { before, after, accept, .. } => format!(
            "Equity before the resignation {}\nEquity after the resignation  {}\nCorrect answer: {}\n",
            numbers.equity(*before),
            numbers.equity(*after),
            if *accept { "accept" } else { "decline" }
        ),
    }
}

/// The answer of `eval`: chances and equities at every depth, databases, and the cube decision.
#[must_use]
pub fn evaluation(session: &Session, appraisal: &Appraisal) -> String {
    let numbers = Numbers::of(&session.options().output);
    let state = &appraisal.state;
    let root = Root::of(state, session.table());
    let mut text = table::table(appraisal, &root, numbers);
    if !state.board.has_contact() || state.rules.variation.is_hypergammon() {
        let databases = session.engine().databases();
        let _ = write!(text, "\n{}", bearoff::known(databases, &state.board, state.rules.variation));
    }
    if let Some(decision) = &appraisal.cube {
        let mwc = cubeless_mwc(&root, &decision.probs);
        text.push_str(&cube::block(decision, &depth(&appraisal.settings), mwc, numbers));
    }
    text
}

fn depth(settings: &EvalSettings) -> String {
    format!("{}-ply", settings.plies)
}

/// The cubeless match winning chance.
fn cubeless_mwc(root: &Root, probs: &Probs) -> Option<Mwc> {
    root.context.mwc(root.context.cubeless(root.cube, probs))
}
