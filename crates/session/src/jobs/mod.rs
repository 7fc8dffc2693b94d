// SPDX-License-Identifier: GPL-3.0-or-later
//! Work that takes time: one pool of threads, jobs with priorities, cancellation, progress.
//!
//! A job is asked for one step after another. Interactive jobs (the computer's decision, a hint, an evaluation, the
//! tutor) run at once; background jobs (analysis, rollouts, databases) are stepped one at a time, the most urgent first,
//! and only while no interactive job runs, so their steps should be short: a tenth of a second. Results come back as
//! reports in the session's channel of events and are taken in by [`Session::absorb`](crate::Session::absorb).
//!
//! *Invariant:* a panic in a job becomes [`JobError::Bug`]; dropping the scheduler cancels every job and waits for it.

mod priority;
mod scheduler;

pub(crate) use priority::BEHIND_WINDOW;
pub use scheduler::Scheduler;

use crate::Session;
use crate::event::Event;
use async_channel::Sender;
use gnubg_engine::core::{CancelToken, Cancelled};
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// A job, as long as the session lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(u64);

/// What a job is for, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JobKind {
    /// The computer's turn.
    Decision,
    /// A hint for the decision at hand.
    Hint,
    /// An evaluation that was asked for.
    Evaluation,
    /// A position under all rolls or at all scores.
    Survey,
    /// Whether a person's decision deserves a warning.
    Tutor,
    /// Reading or writing a file.
    File,
    /// Building the engine anew.
    Engine,
    /// Analysis of a record.
    Analysis,
    /// A rollout.
    Rollout,
    /// Analysis of files, one after the other.
    Batch,
    /// Making databases.
    Generation,
}

impl JobKind {
    /// Whether somebody waits for it, so that it runs at once.
    #[must_use]
    pub const fn is_interactive(self) -> bool {
        !matches!(self, JobKind::Analysis | JobKind::Rollout | JobKind::Batch | JobKind::Generation)
    }
}

/// Why a job ended without its result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JobError {
    /// It was told to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// It could not do what it should, for this reason.
    #[error("{0}")]
    Failed(String),
    /// The program is at fault.
    #[error("an error in the program stopped a computation: {0}; please report it")]
    Bug(String),
}

/// What a step has achieved.
#[derive(Debug)]
pub enum Step {
    /// There is more to do.
    Continue,
    /// The job is done, with this result.
    Done(Product),
}

/// A change to the session that a job has prepared, made when its report is taken in.
pub type Change = Box<dyn FnOnce(&mut Session) + Send>;

/// What a job yields.
pub enum Product {
    /// Nothing, or everything was delivered on the way.
    Nothing,
    /// The computer's decision.
    Decision(Box<crate::play::decision::Decided>),
    /// A hint.
    Hint(Arc<crate::advice::hint::Hint>),
    /// An evaluation.
    Evaluation(Arc<crate::advice::hint::Appraisal>),
    /// A judged decision.
    Tutor(Box<crate::advice::tutor::Judged>),
    /// A new engine.
    Engine(Box<crate::engine::Built>),
    /// A change to the session; the way of jobs of other crates.
    Change(Change),
}

impl std::fmt::Debug for Product {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Product::Nothing => "Nothing",
            Product::Decision(_) => "Decision",
            Product::Hint(_) => "Hint",
            Product::Evaluation(_) => "Evaluation",
            Product::Tutor(_) => "Tutor",
            Product::Engine(_) => "Engine",
            Product::Change(_) => "Change",
        })
    }
}

/// Work for the pool. A job owns all it reads.
pub trait Job: Send {
    /// What it is for.
    fn kind(&self) -> JobKind;

    /// Does a part of the work, on a thread of the pool; it may spread it over the pool with rayon.
    ///
    /// # Errors
    /// If it was cancelled or failed; it is not asked again.
    fn step(&mut self, context: &Context) -> Result<Step, JobError>;

    /// Called instead of the next step once the job is cancelled, so that it can hand over what is done.
    fn stopped(&mut self, _context: &Context) {}
}

/// How far a job has come. A slow reader sees only the newest.
#[derive(Clone, Debug)]
pub enum Progress {
    /// Units done of all, if that is known.
    Count {
        /// Done.
        done: u64,
        /// All.
        total: Option<u64>,
    },
    /// The hint so far.
    Hint(Arc<crate::advice::hint::Hint>),
    /// What a rollout has found so far.
    Rollout(Arc<crate::rollout::RolloutNews>),
    /// What a survey has found so far.
    Survey(Arc<crate::advice::survey::Survey>),
    /// The speed measured so far.
    Speed(crate::engine::speed::Speed),
}

/// What a job knows of the outside.
#[derive(Clone)]
pub struct Context {
    id: JobId,
    kind: JobKind,
    cancel: CancelToken,
    newest: Arc<Newest>,
    events: Sender<Event>,
}

/// The newest progress that has not been read.
#[derive(Debug, Default)]
struct Newest {
    progress: Mutex<Option<Progress>>,
    is_announced: AtomicBool,
}

impl Context {
    /// The job.
    #[must_use]
    pub fn id(&self) -> JobId {
        self.id
    }

    /// Stops the job when it is cancelled; pass it on and check it often.
    #[must_use]
    pub fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    /// Tells how far the job has come, replacing what has not been read yet.
    pub fn progress(&self, progress: Progress) {
        *self.newest.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
        if !self.newest.is_announced.swap(true, Ordering::AcqRel) {
            self.report(News::Progress(Unread(Arc::clone(&self.newest))));
        }
    }

    /// Makes a change to the session as soon as its owner takes reports in. None is lost, and they are made in order.
    pub fn deliver(&self, change: impl FnOnce(&mut Session) + Send + 'static) {
        self.report(News::Change(Box::new(change)));
    }

    fn report(&self, news: News) {
        // The session may be gone; then nobody wants to know.
        let _ = self.events.try_send(Event::Worker(Report { id: self.id, kind: self.kind, news }));
    }
}

/// Progress waiting to be read.
struct Unread(Arc<Newest>);

impl Unread {
    fn take(self) -> Option<Progress> {
        self.0.is_announced.store(false, Ordering::Release);
        self.0.progress.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A message from a worker to the session. Hand it to [`Session::absorb`](crate::Session::absorb).
pub struct Report {
    pub(crate) id: JobId,
    pub(crate) kind: JobKind,
    news: News,
}

enum News {
    Progress(Unread),
    Change(Change),
    Finished(Result<Product, JobError>),
}

/// A report, opened.
pub(crate) enum Opened {
    Progress(Progress),
    Change(Change),
    Finished(Result<Product, JobError>),
    /// Progress that was read already.
    Nothing,
}

impl Report {
    pub(crate) fn open(self) -> Opened {
        match self.news {
            News::Progress(unread) => unread.take().map_or(Opened::Nothing, Opened::Progress),
            News::Change(change) => Opened::Change(change),
            News::Finished(result) => Opened::Finished(result),
        }
    }
}

impl std::fmt::Debug for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Report").field("id", &self.id).field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// One step of a job, a panic turned into an error.
fn guarded(job: &mut dyn Job, context: &Context) -> Result<Step, JobError> {
    let step = || match context.cancel.check() {
        Ok(()) => job.step(context),
        Err(cancelled) => {
            job.stopped(context);
            Err(cancelled.into())
        }
    };
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(step));
    caught.unwrap_or_else(|panic| Err(JobError::Bug(text_of(&*panic))))
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        _ => "no further information".to_owned(),
    }
}
