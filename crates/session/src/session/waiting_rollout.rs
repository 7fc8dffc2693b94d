// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts that go on when the program is started again.
//!
//! A window that closes while games are being played, or while a rollout is paused, leaves the rollout in a file of its
//! own beside the journals. The next one finds it there as the last rollout, which
//! [`Target::Last`](crate::rollout::Target::Last) goes on with, to the last bit as if it had never been interrupted.

use crate::rollout::{LastRollout, RolloutNews};
use crate::session::Session;
use gnubg_engine::rollout::{Ending, Rollout};
use std::path::PathBuf;
use std::sync::PoisonError;

impl Session {
    /// The file of a rollout that waits; `None` for a session that leaves nothing behind.
    fn waiting_file(&self) -> Option<PathBuf> {
        let directories = self.directories().filter(|_| !self.setup.without_autosave)?;
        Some(directories.state.join("rollout.json"))
    }

    /// Leaves the rollout that is running to a later session; `is_paused` tells whether the last one that was stopped
    /// waits to go on, too. If none does, the one this session found waiting is not offered again. Called when the
    /// session is about to end: what is running is told to stop.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn leave_rollout(&mut self, is_paused: bool) -> std::io::Result<()> {
        let Some(path) = self.waiting_file() else { return Ok(()) };
        let text = self.running_rollout().or_else(|| {
            let last = self.last_rollout.as_ref().filter(|_| is_paused)?;
            Some(self.written(&last.rollout))
        });
        match text {
            Some(text) => {
                std::fs::create_dir_all(path.parent().unwrap_or(&path))?;
                gnubg_formats::save(&path, text.as_bytes()).map_err(std::io::Error::other)
            }
            None => {
                self.forget_waiting_rollout();
                Ok(())
            }
        }
    }

    /// Stops the rollout that is running and returns it as a file.
    fn running_rollout(&self) -> Option<String> {
        let (id, started) = self.rollouts.iter().min_by_key(|(id, _)| **id)?;
        self.jobs.cancel(*id);
        // Held by the job for a few hundredths of a second at most.
        let work = started.work.lock().unwrap_or_else(PoisonError::into_inner);
        Some(self.written(&work.rollout))
    }

    fn written(&self, rollout: &Rollout) -> String {
        gnubg_formats::rollout::write(rollout, &self.options.engine.met)
    }

    /// Takes over the rollout that waits to go on, if there is one and this session has none of its own, and tells how far
    /// it is.
    pub fn take_waiting_rollout(&mut self) -> Option<RolloutNews> {
        if self.last_rollout.is_none() && self.rollouts.is_empty() {
            let text = std::fs::read_to_string(self.waiting_file()?).ok()?;
            self.has_waiting_rollout = true;
            self.recover_rollout(&text);
        }
        self.interrupted_rollout().filter(|_| self.has_waiting_rollout)
    }

    /// The last rollout, if it can go on: how far it is.
    #[must_use]
    pub fn interrupted_rollout(&self) -> Option<RolloutNews> {
        let LastRollout { rollout, .. } =
            self.last_rollout.as_ref().filter(|last| last.rollout.games_left() > 0)?;
        Some(RolloutNews::of(rollout, None, Some(Ending::Cancelled)))
    }

    /// The rollout that this session found waiting does not wait any more.
    pub fn forget_waiting_rollout(&mut self) {
        if std::mem::take(&mut self.has_waiting_rollout)
            && let Some(path) = self.waiting_file()
        {
            // What cannot be removed is offered once more.
            let _ = std::fs::remove_file(path);
        }
    }
}
