// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors of a record in words: on which occasion, what was decided, and what was best.

use crate::i18n::gettext;
use gnubg_engine::core::notation;
use gnubg_record::judge::CubeError;
use gnubg_record::{DecisionError, EntryAction, MatchRecord};

/// An error in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ErrorWords {
    /// The roll, or that it was about the cube.
    pub(crate) occasion: String,
    /// What was decided.
    pub(crate) done: String,
    /// What was best.
    pub(crate) best: String,
}

impl ErrorWords {
    /// Describes an error of a record.
    pub(crate) fn of(record: &MatchRecord, error: &DecisionError) -> ErrorWords {
        let Some(entry) = record.entry(error.game, error.entry) else { return ErrorWords::default() };
        if let Some(kind) = error.cube {
            let (done, best) = match kind {
                CubeError::MissedBelowCash => (gettext("No double"), gettext("Double, take")),
                CubeError::MissedAboveCash => (gettext("No double"), gettext("Double, pass")),
                CubeError::WrongBelowDoublePoint => (gettext("Double"), gettext("No double")),
                CubeError::WrongAboveTooGood => (gettext("Double"), gettext("Too good to double")),
                CubeError::WrongTake => (gettext("Take"), gettext("Pass")),
                CubeError::WrongDrop => (gettext("Pass"), gettext("Take")),
            };
            return ErrorWords { occasion: gettext("cube"), done, best };
        }
        match &entry.action {
            EntryAction::Play { dice, .. } | EntryAction::IllegalPlay { dice, .. } => {
                let board = record.games[error.game].state_before(record.length, error.entry);
                let board = board.board_of(entry.player);
                let candidates = entry.play_analysis().map(|play| (&play.candidates, play.played));
                let best = candidates.and_then(|(all, _)| all.first());
                let best = best.map_or(String::new(), |best| notation::format(&board, &best.play));
                let played = match &entry.action {
                    EntryAction::Play { play, .. } => Some(play),
                    EntryAction::IllegalPlay { play, .. } => play.as_ref(),
                    _ => None,
                };
                let done = played.map_or("?".to_owned(), |play| notation::format(&board, play));
                ErrorWords { occasion: format!("{}{}", dice.high(), dice.low()), done, best }
            }
            _ if error.player == entry.player => ErrorWords {
                occasion: gettext("resignation"),
                done: gettext("Resigned"),
                best: gettext("Continue playing"),
            },
            _ => ErrorWords {
                occasion: gettext("resignation"),
                done: gettext("Accepted the resignation"),
                best: gettext("Continue playing"),
            },
        }
    }
}
