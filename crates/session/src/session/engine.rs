// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine of a session: rebuilt when its options change, with the bearoff databases that are made in the
//! background.

use crate::engine::{Built, Plan, TableError, read_table, read_weights};
use crate::error::CommandError;
use crate::event::{Activity, Event, Message};
use crate::jobs::{Blocking, Change, Job, JobContext, JobError, JobStep, OnCancel, Urgency, within};
use crate::options::Options;
use crate::session::{Session, Setup};
use gnubg_engine::bearoff::BearoffError;
use gnubg_engine::core::CancelToken;
use gnubg_engine::cube::MatchEquityTable;
use std::sync::Arc;
use std::time::Duration;

/// How long reading the databases may take.
const BUILD_DEADLINE: Duration = Duration::from_secs(120);

/// How long comparing the large databases with their checksums may take.
const VERIFICATION_DEADLINE: Duration = Duration::from_secs(1800);

/// Makes the small bearoff databases if they are missing, and builds an engine with them.
struct GenerationJob {
    plan: Plan,
    threads: usize,
}

impl Job<Session> for GenerationJob {
    fn urgency(&self) -> Urgency {
        super::GENERATION
    }

    fn step(&mut self, context: &JobContext<Session>) -> Result<JobStep<Session>, JobError> {
        let count = |done, total| context.count(done, Some(total));
        let made = self.plan.make_databases(self.threads, context.cancel(), &count);
        let made = made.map_err(|error| match error {
            BearoffError::Cancelled(cancelled) => JobError::Cancelled(cancelled),
            other => JobError::Failed(other.to_string()),
        })?;
        if !made {
            return Ok(JobStep::done());
        }
        let built = self.plan.build()?;
        Ok(JobStep::done_with(move |session: &mut Session| session.take_engine(built)))
    }
}

pub(super) fn plan_of(options: &Options, setup: &Setup) -> Plan {
    let folders = match &setup.directories {
        Some(directories) if !setup.without_databases => directories.database_folders(),
        _ => Vec::new(),
    };
    Plan::new(&options.engine, &folders)
}

impl Session {
    /// Makes the small bearoff databases in the background, unless the session uses none or an engine of its own.
    pub(super) fn make_missing_databases(&mut self) {
        let plan = plan_of(&self.options, &self.setup);
        if !plan.folders.is_empty() && self.setup.engine.is_none() {
            let job = GenerationJob { plan, threads: self.jobs.threads() };
            self.start_job(Activity::Generation, Box::new(job));
        }
    }

    /// Compares the large bearoff databases with their published checksums, on a thread of its own.
    pub(super) fn verify_databases(&mut self) {
        if self.setup.engine.is_none() && self.engine.databases().needs_verification() {
            let engine = Arc::clone(&self.engine);
            let work = Blocking::new(VERIFICATION_DEADLINE, OnCancel::Abandon, move |cancel| {
                engine.databases().verify(&|| cancel.is_cancelled());
                let change: Change<Session> = Box::new(|_| ());
                Ok(change)
            });
            self.start_blocking(Activity::Generation, work);
        }
    }

    /// Tells which databases are not used any more, each once.
    pub(crate) fn tell_failed_databases(&mut self) {
        let failures = self.engine.databases().failures();
        let new: Vec<String> = failures.iter().map(ToString::to_string).collect();
        for problem in new {
            if !self.failed_databases.contains(&problem) {
                self.emit(Event::Message(Message::DatabaseProblem(problem.clone())));
                self.failed_databases.push(problem);
            }
        }
    }

    /// Rebuilds the engine in the background.
    pub(crate) fn rebuild_engine(&mut self) {
        let plan = plan_of(&self.options, &self.setup);
        let build = move |_: &CancelToken| {
            let built = plan.build()?;
            let change: Change<Session> = Box::new(move |session| session.take_engine(built));
            Ok(change)
        };
        self.start_blocking(Activity::Engine, Blocking::new(BUILD_DEADLINE, OnCancel::Abandon, build));
    }

    fn take_engine(&mut self, built: Built) {
        self.engine = built.engine;
        self.emit_messages(built.problems);
        self.emit(Event::EngineReady);
    }

    /// Whether the file of nets that the options name can be used.
    ///
    /// # Errors
    /// If it cannot.
    pub(crate) fn check_weights(&self) -> Result<(), CommandError> {
        let name = self.options.engine.weights.clone();
        if name.is_empty() {
            return Ok(());
        }
        let read = within(super::DISK_DEADLINE, move || read_weights(&name).map(|_| ()));
        match read {
            Some(read) => Ok(read?),
            None => Err(CommandError::Job(JobError::TimedOut(super::DISK_DEADLINE))),
        }
    }

    pub(crate) fn read_table(&self) -> Result<MatchEquityTable, CommandError> {
        let name = self.options.engine.met.clone();
        let read = within(super::DISK_DEADLINE, move || read_table(&name));
        let table = read.unwrap_or_else(|| {
            let path = self.options.engine.met.clone().into();
            Err(TableError::Io { path, source: std::io::ErrorKind::TimedOut.into() })
        })?;
        Ok(if self.options.engine.met_inverted { table.inverted() } else { table })
    }
}
