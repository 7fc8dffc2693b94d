// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts that can be resumed when the program is started again.
//!
//! A window that closes while a rollout runs or is paused saves the rollout in a file beside the journals. The next
//! session loads it as the last rollout, which [`Target::Last`](crate::rollout::Target::Last) resumes, with the same
//! results bit for bit as if it had never been interrupted.

use crate::analysis::queue::KeptQueue;
use crate::event::{Activity, Event};
use crate::jobs::{Blocking, Change, JobError, OnCancel, within};
use crate::rollout::{LastRollout, RolloutNews};
use crate::session::Session;
use gnubg_engine::core::CancelToken;
use gnubg_engine::rollout::{Ending, Rollout};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// How long loading a paused rollout may take.
const LOAD_DEADLINE: Duration = Duration::from_secs(60);
/// How long the end of the program waits until the rollout is saved.
pub(super) const SAVE_DEADLINE: Duration = Duration::from_secs(5);

impl Session {
    /// The file of a paused rollout; `None` for a session that writes no journal.
    fn paused_rollout_file(&self) -> Option<PathBuf> {
        let directories = self.directories().filter(|_| !self.setup.without_autosave)?;
        Some(directories.state.join("rollout.json"))
    }

    /// Saves the running rollout, or the last one if `is_paused`, for a later session. If there is none, a paused rollout
    /// that this session loaded is discarded. The same for a queue of errors that are rolled out. Call it when the session
    /// is about to end: what runs is stopped.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save_paused_rollout(&mut self, is_paused: bool) -> std::io::Result<()> {
        let queue = self.save_queue();
        self.save_last_rollout(is_paused).and(queue)
    }

    fn save_last_rollout(&mut self, is_paused: bool) -> std::io::Result<()> {
        let Some(path) = self.paused_rollout_file() else { return Ok(()) };
        let text = self.running_rollout().or_else(|| {
            let last = self.last_rollout.as_ref().filter(|_| is_paused)?;
            Some(self.written(&last.rollout))
        });
        let Some(text) = text else {
            self.discard_paused_rollout();
            return Ok(());
        };
        let written = within(SAVE_DEADLINE, move || {
            std::fs::create_dir_all(path.parent().unwrap_or(&path))?;
            gnubg_formats::save(&path, text.as_bytes()).map_err(std::io::Error::other)
        });
        written.unwrap_or_else(|| Err(ErrorKind::TimedOut.into()))
    }

    /// Stops the rollout that is running and returns it as a file.
    fn running_rollout(&self) -> Option<String> {
        let (id, started) = self.rollouts.iter().min_by_key(|(id, _)| **id)?;
        self.jobs.cancel(*id);
        // The job stops within a few hundredths of a second.
        let work = started.work.lock().unwrap_or_else(PoisonError::into_inner);
        Some(self.written(&work.rollout))
    }

    fn written(&self, rollout: &Rollout) -> String {
        gnubg_formats::rollout::write(rollout, &self.options.engine.met)
    }

    /// Starts to load the paused rollout on a thread of its own, if this session has none of its own;
    /// [`Event::RolloutPaused`] delivers its results so far. A queue of errors is loaded with it, and goes on once its match
    /// is open.
    pub fn load_paused_rollout(&mut self) {
        let (Some(path), Some(queue)) = (self.paused_rollout_file(), self.queue_file()) else { return };
        let table = Arc::clone(&self.table);
        let load = move |_: &CancelToken| {
            let text = text_of(&path)?;
            let queue = text_of(&queue)?.and_then(|text| KeptQueue::read(&text));
            let read = |text: String| gnubg_formats::rollout::read(&text, |_| Ok((*table).clone())).ok();
            let rollout = text.and_then(read).map(|(rollout, _)| rollout);
            let change: Change<Session> = Box::new(move |session| {
                session.take_paused_rollout(rollout);
                session.take_kept_queue(queue);
            });
            Ok(change)
        };
        self.start_blocking(Activity::Recovery, Blocking::new(LOAD_DEADLINE, OnCancel::Abandon, load));
    }

    fn take_paused_rollout(&mut self, rollout: Option<Rollout>) {
        let is_free = self.last_rollout.is_none() && self.rollouts.is_empty();
        let Some(rollout) = rollout.filter(|_| is_free) else { return };
        self.has_loaded_rollout = true;
        self.last_rollout = Some(LastRollout { rollout: Box::new(rollout), place: None });
        if let Some(news) = self.interrupted_rollout() {
            self.emit(Event::RolloutPaused(Arc::new(news)));
        }
    }

    /// The results so far of the last rollout, if it can be resumed.
    #[must_use]
    pub fn interrupted_rollout(&self) -> Option<RolloutNews> {
        let LastRollout { rollout, .. } =
            self.last_rollout.as_ref().filter(|last| last.rollout.games_left() > 0)?;
        Some(RolloutNews::of(rollout, None, Some(Ending::Cancelled)))
    }

    /// Discards the file of the paused rollout that this session has loaded.
    pub fn discard_paused_rollout(&mut self) {
        if std::mem::take(&mut self.has_loaded_rollout)
            && let Some(path) = self.paused_rollout_file()
        {
            // If it cannot be removed, it is offered once more.
            self.files.push(move || std::fs::remove_file(path).or(Ok(())));
        }
    }
}

/// The text of a file, if there is one.
fn text_of(path: &Path) -> Result<Option<String>, JobError> {
    match gnubg_engine::input::read_text(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(JobError::Failed(format!("{}: {error}", path.display()))),
    }
}
