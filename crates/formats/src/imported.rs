// SPDX-License-Identifier: GPL-3.0-or-later
//! What a reader returns for each match of a file.

use crate::error::Warning;
use gnubg_record::{Cursor, MatchRecord};

/// One match or session of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// What was read.
    pub record: MatchRecord,
    /// The problems found while reading it.
    pub warnings: Vec<Warning>,
}

impl Imported {
    /// The place to show first: the start of a match, or the position if the file holds only one.
    #[must_use]
    pub fn opening_place(&self) -> Cursor {
        let [game] = &self.record.games[..] else { return Cursor::default() };
        let n_set_ups = game.entries.iter().take_while(|entry| entry.action.is_set_up()).count();
        let rest = &game.entries[n_set_ups..];
        match rest {
            [] if n_set_ups > 0 => Cursor::at(0, n_set_ups),
            [only] if n_set_ups > 0 && only.action.is_play() => {
                Cursor { rolled: true, ..Cursor::at(0, n_set_ups) }
            }
            _ if n_set_ups > 0 && !rest.iter().any(|entry| entry.action.is_play()) => {
                Cursor::at(0, game.entries.len())
            }
            _ => Cursor::default(),
        }
    }

    /// Whether the file held a position rather than a game.
    #[must_use]
    pub fn is_position(&self) -> bool {
        self.opening_place() != Cursor::default()
    }
}
