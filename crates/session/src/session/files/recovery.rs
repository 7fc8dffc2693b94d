// SPDX-License-Identifier: GPL-3.0-or-later
//! Recovering a match whose program crashed.

use crate::command::{CommandOutcome, Opened};
use crate::error::CommandError;
use crate::event::{Activity, Event, Message};
use crate::files::directories::Directories;
use crate::files::journal::{Recoverable, RecoveredMatch};
use crate::jobs::{Blocking, Change, JobError, JobId, OnCancel};
use crate::rollout::LastRollout;
use crate::session::Session;
use gnubg_engine::core::CancelToken;
use gnubg_engine::rollout::Rollout;
use std::sync::Arc;
use std::time::Duration;

/// How long looking for journals may take.
const SEARCH_DEADLINE: Duration = Duration::from_secs(20);

/// How long reading one may take.
const DEADLINE: Duration = Duration::from_secs(120);

impl Session {
    /// Matches that were running when the program was killed or crashed, the latest first, for tests: it reads their
    /// journals at once.
    #[cfg(test)]
    pub(crate) fn recoverable(&self) -> Vec<Recoverable> {
        let folder = self.directories().map(Directories::journals);
        folder.map_or_else(Vec::new, |folder| Recoverable::find(&folder))
    }

    /// Looks for matches that were running when the program was killed or crashed, on a thread of its own;
    /// [`Event::RecoverableFound`] reports them. `None` if the session has no folder for them.
    pub fn search_recoverable(&mut self) -> Option<JobId> {
        let folder = self.directories().map(Directories::journals)?;
        let search = move |_: &CancelToken| {
            let found = Recoverable::find(&folder);
            let change: Change<Session> =
                Box::new(move |session| session.emit(Event::RecoverableFound(found)));
            Ok(change)
        };
        let work = Blocking::new(SEARCH_DEADLINE, OnCancel::Abandon, search);
        Some(self.start_blocking(Activity::Recovery, work))
    }

    /// Starts to recover such a match on a thread of its own; [`Message::Recovered`] reports that it is shown. Its journal
    /// is removed once the match is safe in the journal of this session. A failure comes with the end of the job.
    ///
    /// # Errors
    /// None at present.
    pub fn recover(&mut self, found: &Recoverable) -> Result<CommandOutcome, CommandError> {
        let (found, table) = (found.clone(), Arc::clone(&self.table));
        let recover = move |_: &CancelToken| {
            let found = found.claim().map_err(|error| JobError::Failed(error.to_string()))?;
            let text = found.rollout.as_deref();
            let read = |text| gnubg_formats::rollout::read(text, |_| Ok((*table).clone())).ok();
            let rollout = text.and_then(read).map(|(rollout, _)| rollout);
            let change: Change<Session> = Box::new(move |session| session.take_recovered(found, rollout));
            Ok(change)
        };
        let work = Blocking::new(DEADLINE, OnCancel::Abandon, recover);
        Ok(CommandOutcome::Started(self.start_blocking(Activity::Recovery, work)))
    }

    fn take_recovered(&mut self, found: RecoveredMatch, rollout: Option<Rollout>) {
        let RecoveredMatch { claim, record, place, .. } = found;
        self.open(Opened { record, place: place.cursor, file: None });
        self.is_transcribing = place.is_transcribing;
        self.is_unsaved = true;
        self.last_rollout = rollout
            .map(|rollout| LastRollout { rollout: Box::new(rollout), place: None })
            .or(self.last_rollout.take());
        self.keep_copy(Duration::ZERO);
        // Without a journal of its own the session leaves the old one.
        if let Some(journal) = &mut self.journal {
            journal.release(claim);
        }
        self.emit(Event::Message(Message::Recovered));
    }

    /// Removes the journal of a match that is not wanted, on a thread of its own.
    pub fn discard_recoverable(&mut self, found: &Recoverable) {
        let found = found.clone();
        let discard = move |_: &CancelToken| {
            found.remove();
            let change: Change<Session> = Box::new(|_| ());
            Ok(change)
        };
        self.start_blocking(Activity::Recovery, Blocking::new(DEADLINE, OnCancel::Finish, discard));
    }
}
