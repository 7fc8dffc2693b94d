// SPDX-License-Identifier: GPL-3.0-or-later
//! Making again what the library derives, as a background job: in steps, so that other changes come between them.

use super::{LibraryDoor, failed};
use crate::event::{Activity, Event};
use crate::jobs::{Job, JobContext, JobError, JobId, JobStep, Urgency};
use crate::library::LibraryNews;
use crate::session::Session;
use gnubg_library::LibraryError;
use gnubg_library::assess::Judge;
use gnubg_library::rebuild::Rebuild;
use std::sync::Arc;

struct RebuildJob {
    door: LibraryDoor,
    judge: Judge,
    rebuild: Option<Rebuild>,
}

impl RebuildJob {
    fn begin(&self) -> Result<Rebuild, LibraryError> {
        Rebuild::new(&self.door.library(false, true)?, &self.judge)
    }
}

impl Job<Session> for RebuildJob {
    fn urgency(&self) -> Urgency {
        crate::session::jobs::LIBRARY
    }

    fn step(&mut self, context: &JobContext<Session>) -> Result<JobStep<Session>, JobError> {
        let mut rebuild = match self.rebuild.take() {
            Some(rebuild) => rebuild,
            None => self.begin().map_err(failed)?,
        };
        let has_more = match rebuild.step(context.cancel()) {
            // Another program writes; the same part is tried again.
            Err(error) if error.is_busy() => true,
            stepped => stepped.map_err(failed)?,
        };
        let (done, total) = rebuild.progress();
        context.count(done as u64, Some(total as u64));
        if has_more {
            self.rebuild = Some(rebuild);
            return Ok(JobStep::Continue);
        }
        let (id, news) = (context.id(), Arc::new(LibraryNews::Done));
        Ok(JobStep::done_with(move |session: &mut Session| session.emit(Event::Library { id, news })))
    }
}

impl Session {
    /// Starts to make everything derived again.
    pub(super) fn rebuild_library(&mut self) -> JobId {
        let job = RebuildJob { door: self.library.clone(), judge: self.library_judge(), rebuild: None };
        self.start_job(Activity::LibraryRebuild, Box::new(job))
    }
}
