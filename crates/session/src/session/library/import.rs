// SPDX-License-Identifier: GPL-3.0-or-later
//! Imports as background jobs. One that is stopped stays open in the list of imports, so that it can be resumed.

use super::{LibraryDoor, failed};
use crate::event::{Activity, Event};
use crate::jobs::{Job, JobContext, JobError, JobId, JobStep, Urgency};
use crate::library::LibraryNews;
use crate::session::Session;
use gnubg_library::LibraryError;
use gnubg_library::assess::Judge;
use gnubg_library::import::{ImportOptions, ImportReport, Importer};
use std::path::PathBuf;
use std::sync::Arc;

struct ImportJob {
    door: LibraryDoor,
    judge: Judge,
    paths: Vec<PathBuf>,
    /// The interrupted import that is done again.
    resumed: Option<i64>,
    importer: Option<Importer>,
}

impl ImportJob {
    fn begin(&self) -> Result<Importer, LibraryError> {
        let library = self.door.library(true, true)?;
        let (paths, origin) = match self.resumed {
            None => (self.paths.clone(), "window".to_owned()),
            Some(number) => {
                let batch = library.batches()?.into_iter().find(|batch| batch.id == number);
                let gone = || LibraryError::NotFound(format!("there is no import {number}"));
                let batch = batch.ok_or_else(gone)?;
                (batch.paths, batch.origin)
            }
        };
        let options = ImportOptions { origin, ..ImportOptions::default() };
        Importer::new(&library, &self.judge, &paths, options)
    }

    fn end(&self, importer: Importer) -> Result<ImportReport, LibraryError> {
        let report = importer.finish()?;
        if let Some(batch) = self.resumed {
            self.door.library(false, true)?.end_import(batch)?;
        }
        Ok(report)
    }
}

impl Job<Session> for ImportJob {
    fn urgency(&self) -> Urgency {
        crate::session::jobs::LIBRARY
    }

    fn step(&mut self, context: &JobContext<Session>) -> Result<JobStep<Session>, JobError> {
        let mut importer = match self.importer.take() {
            Some(importer) => importer,
            None => self.begin().map_err(failed)?,
        };
        let has_more = importer.step(context.cancel()).map_err(failed)?;
        let (done, total) = importer.progress();
        context.count(done as u64, Some(total as u64));
        if has_more {
            self.importer = Some(importer);
            return Ok(JobStep::Continue);
        }
        let (id, report) = (context.id(), self.end(importer).map_err(failed)?);
        let news = Arc::new(LibraryNews::Imported(Box::new(report)));
        Ok(JobStep::done_with(move |session: &mut Session| session.emit(Event::Library { id, news })))
    }
}

impl Session {
    /// Starts to import files and folders, or to do an import again that was interrupted.
    pub(super) fn import(&mut self, paths: Vec<PathBuf>, resumed: Option<i64>) -> JobId {
        let (door, judge) = (self.library.clone(), self.library_judge());
        let job = ImportJob { door, judge, paths, resumed, importer: None };
        self.start_job(Activity::Import, Box::new(job))
    }
}
