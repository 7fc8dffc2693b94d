// SPDX-License-Identifier: GPL-3.0-or-later
//! Work that takes time: threads that compute, threads that wait, priorities, cancellation, progress.
//!
//! The scheduler knows nothing of what a job is for. It is generic over `T`, the owner of the program's state: a job
//! reports a closure on `T`, which the owner calls when it takes the report in. So a new kind of work is one new
//! [`Job`].
//!
//! There are two kinds of threads:
//!
//! - **Worker threads** form one pool. [`Scheduler::start`] asks a job for one step after another. Interactive jobs
//!   run at once; background jobs are stepped one at a time, the most urgent first, and only while no interactive job
//!   runs, so their steps should be short: a tenth of a second.
//! - **Blocking threads** wait for files, sockets and other programs. [`Scheduler::start_blocking`] gives each piece of
//!   such work a thread of its own, so computing never waits for it; it has a deadline, and cancelling it takes effect
//!   at once even while the system call it is in does not return. A job that needs such work between its steps returns
//!   [`JobStep::Wait`]; what nobody waits for goes to a [`WorkQueue`].
//!
//! *Invariants:* a panic in a job becomes [`JobError::Bug`]; every job reports its end exactly once; dropping the
//! scheduler cancels every job and waits for those that do not end at once.

mod blocking;
mod priority;
mod queue;
mod scheduler;

pub use blocking::{Awaited, Blocking, OnCancel, Waiting, wait_for};
pub(crate) use priority::BEHIND_WINDOW;
pub use queue::{WorkQueue, within};
pub use scheduler::Scheduler;

use gnubg_engine::core::{CancelToken, Cancelled};
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// A job. IDs are unique for one scheduler and grow in the order in which jobs are started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(u64);

/// When a job runs, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Urgency {
    /// The user waits for it: it runs at once.
    Interactive,
    /// It is stepped while no interactive job runs; lower numbers come first, equal ones in the order of their start.
    Background(u8),
}

/// Why a job ended without its result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JobError {
    /// It was canceled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// It did not end within its deadline.
    #[error("no result within {} seconds; try again, or check the file, network or program it depends on", .0.as_secs_f64())]
    TimedOut(Duration),
    /// It could not do what it should, for this reason.
    #[error("{0}")]
    Failed(String),
    /// The program is at fault.
    #[error("an error in the program stopped a computation: {0}; please report it")]
    Bug(String),
}

/// A change to the owner's state that a job has prepared. The owner makes it when it takes in the report.
pub type Change<T> = Box<dyn FnOnce(&mut T) + Send>;

/// What a step has achieved.
pub enum JobStep<T> {
    /// There is more to do.
    Continue,
    /// The job waits for blocking work, which [`wait_for`] describes, and is asked for its next step when that has ended.
    /// Meanwhile it takes no worker thread.
    Wait(Waiting),
    /// The job is done, with this result.
    Done(Change<T>),
}

impl<T> JobStep<T> {
    /// The job is done; its result is this change.
    pub fn done_with(change: impl FnOnce(&mut T) + Send + 'static) -> JobStep<T> {
        JobStep::Done(Box::new(change))
    }

    /// The job is done; it has no result, or has delivered everything already.
    #[must_use]
    pub fn done() -> JobStep<T> {
        JobStep::done_with(|_| ())
    }
}

/// Work for the worker threads. A job owns all it reads.
pub trait Job<T>: Send {
    /// When it runs.
    fn urgency(&self) -> Urgency;

    /// Does a part of the work on a worker thread; it may spread it over the pool with rayon.
    ///
    /// # Errors
    /// If it was cancelled or failed; it is not asked again.
    fn step(&mut self, context: &JobContext<T>) -> Result<JobStep<T>, JobError>;

    /// Called instead of the next step once the job is cancelled, so that it can deliver what is done.
    fn stopped(&mut self, _context: &JobContext<T>) {}
}

/// A job of interactive urgency whose steps are calls of `step`.
pub fn interactive<T, F>(step: F) -> Box<dyn Job<T>>
where
    F: FnMut(&JobContext<T>) -> Result<JobStep<T>, JobError> + Send + 'static,
{
    Box::new(Interactive(step))
}

struct Interactive<F>(F);

impl<T, F> Job<T> for Interactive<F>
where
    F: FnMut(&JobContext<T>) -> Result<JobStep<T>, JobError> + Send,
{
    fn urgency(&self) -> Urgency {
        Urgency::Interactive
    }

    fn step(&mut self, context: &JobContext<T>) -> Result<JobStep<T>, JobError> {
        (self.0)(context)
    }
}

/// How much of a job is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Units done.
    pub done: u64,
    /// All units, if that is known.
    pub total: Option<u64>,
}

/// Takes in the reports of jobs, on any thread, without waiting.
type Sink<T> = Arc<dyn Fn(Report<T>) + Send + Sync>;

/// How a job learns of its cancellation and reports progress.
pub struct JobContext<T> {
    id: JobId,
    cancel: CancelToken,
    unread: Arc<Unread<T>>,
    sink: Sink<T>,
}

/// The newest progress that has not been read.
struct Unread<T> {
    progress: Mutex<Progress<T>>,
    is_announced: AtomicBool,
}

/// How far a job has come: a count, and a change that shows what has been found.
pub(crate) struct Progress<T> {
    pub(crate) count: Option<Count>,
    pub(crate) shown: Option<Change<T>>,
}

impl<T> Default for Progress<T> {
    fn default() -> Progress<T> {
        Progress { count: None, shown: None }
    }
}

impl<T> JobContext<T> {
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

    /// Tells how much is done, replacing a count that has not been read yet.
    pub fn count(&self, done: u64, total: Option<u64>) {
        self.update(|progress| progress.count = Some(Count { done, total }));
    }

    /// Tells what has been found so far by a change to the owner, replacing one that has not been made yet.
    pub fn show(&self, change: impl FnOnce(&mut T) + Send + 'static) {
        self.update(|progress| progress.shown = Some(Box::new(change)));
    }

    /// Makes a change to the owner as soon as it takes reports in. None is lost, and they are made in order.
    pub fn deliver(&self, change: impl FnOnce(&mut T) + Send + 'static) {
        self.report(Content::Change(Box::new(change)));
    }

    fn update(&self, set: impl FnOnce(&mut Progress<T>)) {
        set(&mut self.unread.progress.lock().unwrap_or_else(PoisonError::into_inner));
        if !self.unread.is_announced.swap(true, Ordering::AcqRel) {
            self.report(Content::Progress(Arc::clone(&self.unread)));
        }
    }

    fn report(&self, content: Content<T>) {
        (self.sink)(Report { id: self.id, content });
    }
}

/// A message from a job to the owner.
pub struct Report<T> {
    id: JobId,
    content: Content<T>,
}

enum Content<T> {
    Progress(Arc<Unread<T>>),
    Change(Change<T>),
    Ended(Result<Change<T>, JobError>),
}

/// What a report says.
pub(crate) enum News<T> {
    /// How far the job has come; empty if that was read with an earlier report.
    Progress(Progress<T>),
    /// A change to be made.
    Change(Change<T>),
    /// The job has ended: its result, or why it has none.
    Ended(Result<Change<T>, JobError>),
}

impl<T> Report<T> {
    /// The job it comes from.
    #[must_use]
    pub fn id(&self) -> JobId {
        self.id
    }

    pub(crate) fn open(self) -> News<T> {
        match self.content {
            Content::Progress(unread) => {
                unread.is_announced.store(false, Ordering::Release);
                News::Progress(std::mem::take(
                    &mut *unread.progress.lock().unwrap_or_else(PoisonError::into_inner),
                ))
            }
            Content::Change(change) => News::Change(change),
            Content::Ended(result) => News::Ended(result),
        }
    }
}

impl<T> std::fmt::Debug for Report<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Report").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Runs some work; a panic becomes an error.
fn guarded<R>(work: impl FnOnce() -> Result<R, JobError>) -> Result<R, JobError> {
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    caught.unwrap_or_else(|panic| Err(JobError::Bug(panic_message(&*panic))))
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        _ => "no further information".to_owned(),
    }
}
