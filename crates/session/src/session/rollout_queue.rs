// SPDX-License-Identifier: GPL-3.0-or-later
//! The queue of errors that are rolled out, worst first: it pauses when the program ends or another match is opened, and
//! goes on when its match is opened again, in this or a later session.

use super::paused_rollout::SAVE_DEADLINE;
use crate::analysis::queue::{KeptQueue, RolloutQueue, SharedQueue};
use crate::analysis::{Analyst, Choice, RolloutPlan, Scope};
use crate::event::{Activity, Event};
use crate::jobs::JobId;
use crate::session::Session;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// A queue that a job works on.
#[derive(Debug)]
pub(super) struct RunningQueue {
    id: JobId,
    queue: SharedQueue,
}

impl Session {
    /// The file of the queue; `None` for a session that writes no journal.
    pub(super) fn queue_file(&self) -> Option<PathBuf> {
        let directories = self.directories().filter(|_| !self.setup.without_autosave)?;
        Some(directories.state.join("rollout-queue.json"))
    }

    /// Starts to roll out a queue of errors.
    pub(super) fn start_queue(&mut self, analyst: Analyst, mut queue: RolloutQueue) -> JobId {
        self.keep_queue(queue.first_copy(&self.record));
        let plan = RolloutPlan { play: None, cube: None, choice: Choice::Every };
        let queue = Arc::new(Mutex::new(queue));
        let id = self.start_rollouts(analyst, plan, Scope::Match, Arc::clone(&queue));
        self.waiting_queue = None;
        self.running_queue = Some(RunningQueue { id, queue });
        id
    }

    /// Writes a copy of the queue for the case of a crash; gives back when that is done. If it fails, only the copy is
    /// lost.
    pub(super) fn keep_queue(&self, kept: KeptQueue) -> Option<Receiver<std::io::Result<()>>> {
        let path = self.queue_file()?;
        let (told, written) = channel();
        self.files.push(move || {
            // Whoever waited may have given up.
            let _ = told.send(save(&path, &kept));
            Ok(())
        });
        Some(written)
    }

    /// Stops the queue that runs, if there is one; it goes on when its match is opened again. Call it while the record
    /// still holds that match.
    pub(super) fn pause_queue(&mut self) -> Option<Receiver<std::io::Result<()>>> {
        let RunningQueue { id, queue } = self.running_queue.take()?;
        self.jobs.cancel(id);
        // The job stops within a few hundredths of a second.
        let kept = queue.lock().unwrap_or_else(PoisonError::into_inner).kept(&self.record);
        self.waiting_queue = Some(kept.clone());
        self.keep_queue(kept)
    }

    /// The end of a job that may have been that of the queue: it is done, or the user has stopped it.
    pub(super) fn queue_ended(&mut self, id: JobId) {
        if self.running_queue.take_if(|running| running.id == id).is_some() {
            self.forget_queue();
        }
    }

    fn forget_queue(&self) {
        if let Some(path) = self.queue_file() {
            // Usually it is there. If it cannot be removed, its decisions are found to be rolled out already.
            self.files.push(move || std::fs::remove_file(path).or(Ok(())));
        }
    }

    /// Takes in the queue that an earlier session has left.
    pub(super) fn take_kept_queue(&mut self, kept: Option<KeptQueue>) {
        if self.running_queue.is_none() && self.waiting_queue.is_none() {
            self.waiting_queue = kept;
            self.resume_queue();
        }
    }

    /// Goes on with the queue that waits, if the match is the one it is about: the results it has are stored in the
    /// record, and the other decisions are rolled out in its order.
    pub(super) fn resume_queue(&mut self) {
        let Some(kept) = self.waiting_queue.take_if(|kept| kept.is_about(&self.record)) else { return };
        let analyst = self.analyst(self.options.analysis.clone());
        let queue = kept.queue(&self.record, &analyst);
        let is_new = |task: &&crate::analysis::RolloutTask| !task.is_in(&self.record, &analyst);
        let findings: Vec<_> =
            queue.done.iter().filter(is_new).filter_map(|task| task.finding(true)).collect();
        self.take_findings(&findings);
        let (done, left) = (queue.done.len() as u64, queue.waiting.iter().flatten().count() as u64);
        if left == 0 {
            return self.forget_queue();
        }
        let id = self.start_queue(analyst, queue);
        let activity = Activity::Analysis;
        self.emit(Event::JobProgress { id, activity, done, total: Some(done + left) });
    }

    /// Writes the queue for a later session, if it runs, and stops it. Call it when the session is about to end.
    ///
    /// # Errors
    /// If the file cannot be written in time.
    pub(super) fn save_queue(&mut self) -> std::io::Result<()> {
        let Some(written) = self.pause_queue() else { return Ok(()) };
        written.recv_timeout(SAVE_DEADLINE).unwrap_or_else(|_| Err(ErrorKind::TimedOut.into()))
    }
}

fn save(path: &Path, kept: &KeptQueue) -> std::io::Result<()> {
    std::fs::create_dir_all(path.parent().unwrap_or(path))?;
    gnubg_formats::save(path, kept.text().as_bytes()).map_err(std::io::Error::other)
}
