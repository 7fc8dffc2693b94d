// SPDX-License-Identifier: GPL-3.0-or-later
//! What reports tell of a game, in order. The page in the style of the original tells more, and walks through a game itself.

use crate::description::{is_bare_set_up, shown};
use crate::options::ReportOptions;
use gnubg_engine::core::MatchState;
use gnubg_record::judge::{Judgement, judge_game};
use gnubg_record::walk::WalkStep;
use gnubg_record::{EntryAction, GameRecord, MatchRecord};

/// A part of a game that is told.
pub(crate) enum ReportStep<'a> {
    /// A set-up in the middle of the game.
    SetUp(&'a EntryAction),
    Decision(Box<DecisionStep<'a>>),
}

/// A decision, or a set-up that has an analysis or a note.
pub(crate) struct DecisionStep<'a> {
    pub(crate) step: WalkStep<'a>,
    pub(crate) judgement: Judgement,
    /// The position.
    pub(crate) state: MatchState,
    /// Its number in the game, or that of the decision that it belongs to.
    pub(crate) number: usize,
    /// Whether it is an answer to a resignation, which belongs to the decision before.
    pub(crate) is_answer: bool,
    /// Whether the board is due.
    pub(crate) with_board: bool,
}

/// The steps of a game.
pub(crate) fn steps<'a>(
    record: &MatchRecord,
    game: &'a GameRecord,
    options: &ReportOptions<'_>,
) -> Vec<ReportStep<'a>> {
    let mut steps = Vec::new();
    let mut number = 0;
    let judgements = judge_game(game, record.length, options.table());
    for (step, judgement) in game.walk(record.length).zip(judgements) {
        let action = &step.entry.action;
        if action.is_set_up() {
            // At the beginning of a game the first board shows the set-up.
            if number > 0 {
                steps.push(ReportStep::SetUp(action));
            }
            // A position that was imported has its analysis and note here.
            if is_bare_set_up(&step) {
                continue;
            }
        }
        if follows_from_result(&step, game) {
            continue;
        }
        let is_answer = matches!(action, EntryAction::AcceptResignation | EntryAction::DeclineResignation);
        number += usize::from(!is_answer);
        let is_due =
            options.board_every > 0 && (number - usize::from(number > 0)).is_multiple_of(options.board_every);
        let (state, with_board) = (shown(&step), is_due && !is_answer);
        let decision = DecisionStep { step, judgement, state, number, is_answer, with_board };
        steps.push(ReportStep::Decision(Box::new(decision)));
    }
    steps
}

/// Whether a resignation was accepted without analysis or comment, so that the result says everything.
fn follows_from_result(step: &WalkStep<'_>, game: &GameRecord) -> bool {
    let plain = |index: usize| {
        game.entries.get(index).is_some_and(|entry| entry.analysis.is_none() && entry.comment.is_empty())
    };
    let accepted = |index: usize| {
        game.entries.get(index).is_some_and(|entry| entry.action == EntryAction::AcceptResignation)
    };
    match step.entry.action {
        EntryAction::Resign(_) => accepted(step.index + 1) && plain(step.index) && plain(step.index + 1),
        EntryAction::AcceptResignation => plain(step.index) && step.index.checked_sub(1).is_some_and(plain),
        _ => false,
    }
}
