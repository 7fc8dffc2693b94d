// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine of a session: rebuilt when its options change, with the bearoff databases that are made in the
//! background.

use crate::engine::{Built, Plan, TableError, read_table};
use crate::error::CommandError;
use crate::event::{Activity, Event, Message};
use crate::jobs::{Blocking, Change, Context, Job, JobError, OnCancel, Step, Urgency, within};
use crate::options::Options;
use crate::session::{Session, Setup};
use gnubg_engine::bearoff::BearoffError;
use gnubg_engine::core::CancelToken;
use gnubg_engine::cube::MatchEquityTable;
use std::time::Duration;

/// How long reading the databases may take.
const BUILD_DEADLINE: Duration = Duration::from_secs(120);

/// Makes the small bearoff databases if they are missing, and builds an engine with them.
struct GenerationJob {
    plan: Plan,
    threads: usize,
}

impl Job<Session> for GenerationJob {
    fn urgency(&self) -> Urgency {
        super::GENERATION
    }

    fn step(&mut self, context: &Context<Session>) -> Result<Step<Session>, JobError> {
        let count = |done, total| context.count(done, Some(total));
        let made = self.plan.make_databases(self.threads, context.cancel(), &count);
        let made = made.map_err(|error| match error {
            BearoffError::Cancelled(cancelled) => JobError::Cancelled(cancelled),
            other => JobError::Failed(other.to_string()),
        })?;
        if !made {
            return Ok(Step::done());
        }
        let built = self.plan.build()?;
        Ok(Step::done_with(move |session: &mut Session| session.take_engine(built)))
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
        self.emit_messages(built.problems.into_iter().map(Message::DatabaseProblem).collect());
        self.emit(Event::EngineReady);
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
