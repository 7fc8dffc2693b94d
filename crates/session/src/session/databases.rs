// SPDX-License-Identifier: GPL-3.0-or-later
//! Databases of positions as background jobs: generation, rollouts, training, examinations.

use crate::command::CommandOutcome;
use crate::error::CommandError;
use crate::event::{Activity, Event};
use crate::jobs::{Awaited, Job, JobContext, JobError, JobStep, OnCancel, Urgency, WorkQueue, wait_for};
use crate::positions::{DatabaseAction, DatabaseError, DatabaseStep, DatabaseTask, FileDone};
use crate::session::Session;
use std::sync::Arc;
use std::time::Duration;

/// How long reading or writing a database may take.
const FILE_DEADLINE: Duration = Duration::from_secs(300);

struct DatabaseJob {
    task: DatabaseTask,
    /// What is being read or written.
    awaited: Option<Awaited<FileDone>>,
    /// Writes what is unsaved when the job is stopped; other jobs wait for that before they read.
    files: WorkQueue,
}

fn failed(error: DatabaseError) -> JobError {
    match error {
        DatabaseError::Cancelled(cancelled) => cancelled.into(),
        other => JobError::Failed(other.to_string()),
    }
}

impl DatabaseJob {
    fn advance(&mut self, context: &JobContext<Session>) -> Result<JobStep<Session>, JobError> {
        if let Some(awaited) = self.awaited.take() {
            self.task.put(awaited.take()?).map_err(failed)?;
        }
        let id = context.id();
        let mut progress = |progress: crate::positions::DatabaseProgress| {
            let [done, total] = progress.counts();
            context.count(done as u64, Some(total as u64));
            context.deliver(move |session| session.emit(Event::DatabaseProgress { id, progress }));
        };
        Ok(match self.task.step(context.cancel(), &mut progress).map_err(failed)? {
            DatabaseStep::Continue => JobStep::Continue,
            DatabaseStep::Files(work) => {
                // What a stopped action has found may still be on its way to the disk.
                let files = self.files.clone();
                let (awaited, step) = wait_for(FILE_DEADLINE, OnCancel::Finish, move |_| {
                    files.wait(FILE_DEADLINE);
                    work().map_err(failed)
                });
                self.awaited = Some(awaited);
                step
            }
            DatabaseStep::Done(outcome) => {
                let outcome = Arc::new(outcome);
                JobStep::done_with(move |session: &mut Session| {
                    session.emit(Event::DatabaseReady { id, outcome });
                })
            }
        })
    }

    fn save_unsaved(&mut self) {
        if let Some(work) = self.task.unsaved() {
            self.files.push(move || work().map(drop).map_err(|error| error.to_string()));
        }
    }
}

impl Job<Session> for DatabaseJob {
    fn urgency(&self) -> Urgency {
        super::jobs::DATABASE
    }

    fn step(&mut self, context: &JobContext<Session>) -> Result<JobStep<Session>, JobError> {
        let step = self.advance(context);
        if step.is_err() {
            self.save_unsaved();
        }
        step
    }

    fn stopped(&mut self, _context: &JobContext<Session>) {
        self.save_unsaved();
    }
}

impl Session {
    /// Starts an action on a database of positions.
    pub(crate) fn start_database_action(
        &mut self,
        action: DatabaseAction,
    ) -> Result<CommandOutcome, CommandError> {
        if self.is_pending(Activity::Database) {
            return Err(CommandError::DatabaseBusy);
        }
        let task = DatabaseTask::new(action, Arc::clone(&self.engine), self.jobs.threads());
        let job = DatabaseJob { task, awaited: None, files: self.files.clone() };
        Ok(CommandOutcome::Started(self.start_job(Activity::Database, Box::new(job))))
    }

    /// Stops the action on a database of positions, which saves what it has found.
    pub(crate) fn stop_database_action(&self) -> Result<CommandOutcome, CommandError> {
        if !self.is_pending(Activity::Database) {
            return Err(CommandError::NoDatabaseAction);
        }
        self.cancel_jobs(|activity| activity == Activity::Database);
        Ok(CommandOutcome::Done)
    }
}
