// SPDX-License-Identifier: GPL-3.0-or-later
//! Recovering a match whose program crashed.

use crate::command::{Command, Opened};
use crate::error::CommandError;
use crate::event::{Event, Message};
use crate::files::directories::Directories;
use crate::files::journal::Recoverable;
use crate::jobs::JobError;
use crate::session::Session;
use std::time::Duration;

impl Session {
    /// Matches that were running when the program was killed or crashed, the latest first.
    #[must_use]
    pub fn recoverable(&self) -> Vec<Recoverable> {
        let folder = self.directories().map(Directories::journals);
        folder.map_or_else(Vec::new, |folder| Recoverable::find(&folder))
    }

    /// Recovers such a match.
    ///
    /// # Errors
    /// If its journal cannot be read any more.
    pub fn recover(&mut self, found: &Recoverable) -> Result<(), CommandError> {
        let (record, place) = found.read().map_err(|error| JobError::Failed(error.to_string()))?;
        let opened = Opened { record, place, file: None };
        self.execute(Command::Open(Box::new(opened)))?;
        self.is_unsaved = true;
        self.keep_copy(Duration::ZERO);
        if let Some(text) = found.rollout() {
            self.recover_rollout(&text);
        }
        found.remove();
        self.emit(Event::Message(Message::Recovered));
        Ok(())
    }
}
