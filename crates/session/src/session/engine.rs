// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine of a session: rebuilt when its options change, with the bearoff databases that are made in the
//! background.

use crate::command::CommandOutcome;
use crate::engine::{Built, EngineProblem, Plan, built_in_table, read_table, read_weights};
use crate::error::CommandError;
use crate::event::{Activity, Event, Message};
use crate::jobs::{
    Awaited, Blocking, Change, Job, JobContext, JobError, JobId, JobStep, OnCancel, Urgency, wait_for, within,
};
use crate::options::{EngineOptions, Options};
use crate::session::{Session, Setup};
use gnubg_engine::bearoff::generate::{
    Control, HyperGenerateOptions, Progress, checkpoint_path, make_bytes, make_hyper, missing_small,
    write_made,
};
use gnubg_engine::bearoff::{BearoffError, Format, Slot};
use gnubg_engine::core::CancelToken;
use gnubg_engine::cube::MatchEquityTable;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long reading the databases may take.
const BUILD_DEADLINE: Duration = Duration::from_secs(120);

/// How long writing a database of a few megabytes may take.
const WRITE_DEADLINE: Duration = Duration::from_secs(120);

/// How long reading a match equity table and nets may take.
const FILES_DEADLINE: Duration = Duration::from_secs(20);

/// How long comparing the large databases with their checksums may take.
const VERIFICATION_DEADLINE: Duration = Duration::from_secs(1800);

/// How long making a hypergammon database may take; with three checkers it is seven minutes on two idle cores.
const HYPERGAMMON_DEADLINE: Duration = Duration::from_secs(24 * 3600);

/// Makes the small bearoff databases if they are missing, and builds an engine with them. Only computing takes a worker
/// thread; looking for the files, writing them and reading them are waited for.
struct GenerationJob {
    plan: Plan,
    threads: usize,
    stage: GenerationStage,
    /// Databases to be made, the next one last.
    missing: Vec<(Slot, Format)>,
}

/// What a [`GenerationJob`] does next.
enum GenerationStage {
    Look,
    Looking(Awaited<Vec<(Slot, Format)>>),
    Compute,
    Writing(Awaited<()>),
    Building(Awaited<Built>),
}

impl GenerationJob {
    fn new(plan: Plan, threads: usize) -> GenerationJob {
        GenerationJob { plan, threads, stage: GenerationStage::Look, missing: Vec::new() }
    }

    fn folder(&self) -> PathBuf {
        self.plan.folders.first().cloned().unwrap_or_default()
    }

    /// Has blocking work done and goes on to the stage that takes its result.
    fn wait<R: Send + 'static>(
        &mut self,
        (deadline, on_cancel): (Duration, OnCancel),
        stage: impl FnOnce(Awaited<R>) -> GenerationStage,
        work: impl FnOnce() -> Result<R, JobError> + Send + 'static,
    ) -> JobStep<Session> {
        let (awaited, step) = wait_for(deadline, on_cancel, move |_| work());
        self.stage = stage(awaited);
        step
    }

    fn compute(&mut self, context: &JobContext<Session>) -> Result<JobStep<Session>, JobError> {
        let Some((slot, format)) = self.missing.pop() else {
            let plan = self.plan.clone();
            let build = move || plan.build();
            return Ok(self.wait((BUILD_DEADLINE, OnCancel::Abandon), GenerationStage::Building, build));
        };
        let show = |progress| {
            if let Progress::Positions { done, total } = progress {
                context.count(done, Some(total));
            }
        };
        let threads = NonZeroUsize::new(self.threads);
        let bytes = make_bytes(format, &Control { cancel: context.cancel(), progress: &show, threads });
        let bytes = bytes.map_err(failed)?;
        let path = self.folder().join(slot.file_name());
        let write = move || write_made(&path, &bytes).map(|_| ()).map_err(failed);
        Ok(self.wait((WRITE_DEADLINE, OnCancel::Finish), GenerationStage::Writing, write))
    }
}

fn failed(error: BearoffError) -> JobError {
    match error {
        BearoffError::Cancelled(cancelled) => JobError::Cancelled(cancelled),
        other => JobError::Failed(other.to_string()),
    }
}

impl Job<Session> for GenerationJob {
    fn urgency(&self) -> Urgency {
        super::jobs::GENERATION
    }

    fn step(&mut self, context: &JobContext<Session>) -> Result<JobStep<Session>, JobError> {
        match std::mem::replace(&mut self.stage, GenerationStage::Compute) {
            GenerationStage::Look => {
                let folder = self.folder();
                let look = move || missing_small(&folder).map_err(failed);
                return Ok(self.wait((WRITE_DEADLINE, OnCancel::Abandon), GenerationStage::Looking, look));
            }
            GenerationStage::Looking(missing) => {
                self.missing = missing.take()?;
                if self.missing.is_empty() {
                    return Ok(JobStep::done());
                }
            }
            GenerationStage::Compute => return self.compute(context),
            GenerationStage::Writing(written) => written.take()?,
            GenerationStage::Building(built) => {
                let built = built.take()?;
                return Ok(JobStep::done_with(move |session: &mut Session| session.take_engine(built)));
            }
        }
        Ok(JobStep::Continue)
    }
}

/// Builds the engine for the start of a session. If the disk does not answer within `deadline`, the engine has no
/// databases and the nets of the program, and the second value is `false`.
pub(super) fn build_within(plan: &Plan, deadline: Duration) -> Result<(Built, bool), JobError> {
    let whole = plan.clone();
    match within(deadline, move || whole.build()) {
        Some(built) => Ok((built?, true)),
        None => Ok((plan.without_files().build()?, false)),
    }
}

pub(super) fn plan_of(options: &Options, setup: &Setup) -> Plan {
    let folders = match &setup.directories {
        Some(directories) if !setup.without_databases => directories.database_folders(),
        _ => Vec::new(),
    };
    Plan::new(&options.engine, &folders)
}

/// A problem of the engine, for the user.
pub(super) fn message_of(problem: EngineProblem) -> Message {
    match problem {
        EngineProblem::Database(text) => Message::DatabaseProblem(text),
        EngineProblem::Weights(text) => Message::WeightsProblem(text),
    }
}

impl Session {
    /// Makes the small bearoff databases in the background, unless the session uses none or an engine of its own.
    pub(super) fn make_missing_databases(&mut self) {
        let plan = plan_of(&self.options, &self.setup);
        if !plan.folders.is_empty() && self.setup.engine.is_none() {
            let job = GenerationJob::new(plan, self.jobs.threads());
            self.start_job(Activity::Generation, Box::new(job));
        }
    }

    /// Where the hypergammon database for so many checkers a side is looked for; `None` if the session uses no databases.
    pub(super) fn hypergammon_file(&self, checkers: u8) -> Option<PathBuf> {
        let folders = self.setup.directories.as_ref().filter(|_| !self.setup.without_databases)?;
        folders.database_folders().into_iter().next().map(|folder| folder.join(format!("hyper{checkers}.bd")))
    }

    /// Makes a hypergammon database in the background and then uses it. Interrupted work continues where it stopped.
    pub(super) fn make_hypergammon(&mut self, checkers: u8) -> Result<CommandOutcome, CommandError> {
        let path = self.hypergammon_file(checkers).ok_or(CommandError::NoDatabases)?;
        let threads = NonZeroUsize::new(self.jobs.threads());
        let make = move |cancel: &CancelToken| {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(|error| JobError::Failed(error.to_string()))?;
            }
            let restart = Some(checkpoint_path(&path)).filter(|file| file.is_file());
            let options =
                HyperGenerateOptions { restart, ..HyperGenerateOptions::new(usize::from(checkers)) };
            make_hyper(&options, &path, &Control { cancel, progress: &|_| (), threads }).map_err(failed)?;
            let change: Change<Session> = Box::new(move |session| {
                session.rebuild_engine();
                session.emit(Event::Message(Message::HypergammonDatabaseMade { checkers }));
            });
            Ok(change)
        };
        // The thread stops by itself when the job is cancelled, and keeps what it has.
        let work = Blocking::new(HYPERGAMMON_DEADLINE, OnCancel::Abandon, make);
        Ok(CommandOutcome::Started(self.start_blocking(Activity::Generation, work)))
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
        self.emit_messages(built.problems.into_iter().map(message_of).collect());
        self.emit(Event::EngineReady);
    }

    /// Reads the files that these options name on a thread of its own: the match equity table, which it gives to `then`,
    /// and the nets, of which it only finds out whether they can be used. Each only if it is wanted.
    pub(crate) fn read_named_files(
        &mut self,
        options: &EngineOptions,
        wanted: NamedFiles,
        then: impl FnOnce(&mut Session, Option<MatchEquityTable>) + Send + 'static,
    ) -> JobId {
        let (met, is_inverted, weights) =
            (options.met.clone(), options.met_inverted, options.weights.clone());
        let read = move |_: &CancelToken| {
            if wanted.weights && !weights.is_empty() {
                read_weights(&weights).map_err(|error| JobError::Failed(error.to_string()))?;
            }
            let table = wanted.table.then(|| read_table(&met)).transpose();
            let table = table.map_err(|error| JobError::Failed(error.to_string()))?;
            let table = table.map(|table| inverted_if(table, is_inverted));
            let change: Change<Session> = Box::new(move |session| then(session, table));
            Ok(change)
        };
        self.start_blocking(Activity::Engine, Blocking::new(FILES_DEADLINE, OnCancel::Abandon, read))
    }
}

/// Which of the files that the engine's options name are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamedFiles {
    pub(crate) table: bool,
    pub(crate) weights: bool,
}

/// The table that these options name, if it is built in.
pub(super) fn built_in(options: &EngineOptions) -> Option<MatchEquityTable> {
    built_in_table(&options.met).map(|table| inverted_if(table, options.met_inverted))
}

fn inverted_if(table: MatchEquityTable, is_inverted: bool) -> MatchEquityTable {
    if is_inverted { table.inverted() } else { table }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::Scheduler;
    use std::sync::mpsc::{Sender, channel};

    /// Tells after each step of a job how it went on, and whether the step itself changed the folder.
    struct Watched {
        job: GenerationJob,
        folder: PathBuf,
        steps: Sender<(&'static str, bool)>,
    }

    fn files(folder: &std::path::Path) -> usize {
        std::fs::read_dir(folder).map_or(0, Iterator::count)
    }

    impl Job<Session> for Watched {
        fn urgency(&self) -> Urgency {
            self.job.urgency()
        }

        fn step(&mut self, context: &JobContext<Session>) -> Result<JobStep<Session>, JobError> {
            let before = files(&self.folder);
            let step = self.job.step(context);
            let name = match &step {
                Ok(JobStep::Continue) => "continue",
                Ok(JobStep::Wait(_)) => "wait",
                Ok(JobStep::Done(_)) => "done",
                Err(_) => "failed",
            };
            self.steps.send((name, files(&self.folder) != before)).unwrap();
            step
        }
    }

    #[test]
    fn making_databases_touches_files_only_outside_of_its_steps() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("databases");
        let (steps, seen) = channel();
        let plan = Plan::new(&EngineOptions::default(), std::slice::from_ref(&folder));
        let job = Watched { job: GenerationJob::new(plan, 1), folder: folder.clone(), steps };
        let (ended, end) = channel();
        let scheduler = Scheduler::<Session>::new(1, 0, move |report| {
            let _ = ended.send(report);
        });
        let mut scheduler = scheduler.unwrap();
        scheduler.start(Box::new(job));
        let seen: Vec<_> = seen.iter().collect();
        let names: Vec<&str> = seen.iter().map(|(name, _)| *name).collect();
        assert_eq!(
            names,
            ["wait", "continue", "wait", "continue", "wait", "continue", "wait", "done"],
            "looking, two databases, building"
        );
        assert!(seen.iter().all(|(_, has_changed)| !has_changed), "{seen:?}");
        assert_eq!(files(&folder), 2);
        drop((scheduler, end));
    }

    #[test]
    fn a_start_does_not_wait_for_a_disk_that_does_not_answer() {
        let folder = tempfile::tempdir().unwrap();
        let control = Control { cancel: &CancelToken::new(), progress: &|_| (), threads: None };
        gnubg_engine::bearoff::generate::ensure_small(folder.path(), &control).unwrap();
        let plan = Plan::new(&EngineOptions::default(), &[folder.path().to_owned()]);
        let loaded = |deadline| {
            let (built, is_whole) = build_within(&plan, deadline).unwrap();
            (built.engine.databases().loaded().len(), is_whole)
        };
        assert_eq!(loaded(Duration::ZERO), (0, false));
        assert_eq!(loaded(Duration::from_secs(60)), (2, true));
    }
}
