// SPDX-License-Identifier: GPL-3.0-or-later
//! What a command would discard.

use crate::command::{Command, Correction, Edit, FileCommand, GameCommand};
use crate::error::Loss;
use crate::session::Session;

impl Session {
    /// What a command would discard, so that a front end can ask before.
    #[must_use]
    pub fn loses(&self, command: &Command) -> Option<Loss> {
        let is_playing = self.game().is_ok();
        match command {
            Command::Game(
                GameCommand::NewMatch(_) | GameCommand::NewTranscription(_) | GameCommand::NewGame,
            )
            | Command::Open(_)
            | Command::Edit(Edit::Position(_))
            | Command::File(FileCommand::Open { .. } | FileCommand::Show { .. }) => {
                is_playing.then_some(Loss::Game)
            }
            Command::Game(GameCommand::Compute | GameCommand::Anyway(_)) => None,
            Command::Game(_) => self.rest(),
            Command::Edit(Edit::SetUp(wanted)) => self.set_up_loses(&wanted.state),
            Command::Edit(Edit::Correct(Correction::DeleteRest)) => self.rest_from_entry(),
            Command::Edit(edit) if edit.is_entry() => self.rest(),
            _ => None,
        }
    }

    /// What follows the place shown.
    pub(crate) fn rest(&self) -> Option<Loss> {
        let game = self.record.games.get(self.cursor.game)?;
        let entries = game.entries.len().saturating_sub(self.cursor.entry);
        // Dice that are shown can be played again.
        let entries = entries.saturating_sub(usize::from(self.cursor.rolled));
        let games = self.record.games.len().saturating_sub(self.cursor.game + 1);
        (entries + games > 0).then_some(Loss::Rest { games, entries })
    }
}
