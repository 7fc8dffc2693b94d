// SPDX-License-Identifier: GPL-3.0-or-later
//! Work that waits for files, sockets or other programs.

use super::{Change, JobError, JobStep, guarded};
use gnubg_engine::core::CancelToken;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What cancelling does to blocking work that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnCancel {
    /// The job ends at once. Its thread is left alone until the system call it is in returns; what it finds then is
    /// dropped. For reading and asking.
    Abandon,
    /// The job runs to its end or deadline, also while the scheduler is being dropped. For writing, so that a file is
    /// never lost by leaving the program.
    Finish,
}

type Work<T> = Box<dyn FnOnce(&CancelToken) -> Result<Change<T>, JobError> + Send>;

/// Work for a blocking thread.
pub struct Blocking<T> {
    work: Work<T>,
    pub(super) deadline: Duration,
    pub(super) on_cancel: OnCancel,
}

impl<T> Blocking<T> {
    /// Work that may take until `deadline`; a job that takes longer ends with [`JobError::TimedOut`].
    pub fn new(
        deadline: Duration,
        on_cancel: OnCancel,
        work: impl FnOnce(&CancelToken) -> Result<Change<T>, JobError> + Send + 'static,
    ) -> Blocking<T> {
        Blocking { work: Box::new(work), deadline, on_cancel }
    }

    /// Does the work on the calling thread.
    pub(super) fn run(self, cancel: &CancelToken) -> Result<Change<T>, JobError> {
        let Blocking { work, on_cancel, .. } = self;
        guarded(|| {
            if on_cancel == OnCancel::Abandon {
                cancel.check()?;
            }
            work(cancel)
        })
    }
}

/// Blocking work that a job waits for between two steps; made by [`wait_for`].
pub struct Waiting {
    pub(super) work: Box<dyn FnOnce(&CancelToken) + Send>,
    pub(super) deadline: Duration,
    pub(super) on_cancel: OnCancel,
}

/// The result of blocking work that a job waits for.
#[derive(Debug)]
pub struct Awaited<R> {
    result: Arc<Mutex<Option<Result<R, JobError>>>>,
    deadline: Duration,
}

impl<R> Awaited<R> {
    /// The result, in the next step of the job.
    ///
    /// # Errors
    /// If the work failed or did not end within its deadline.
    pub fn take(self) -> Result<R, JobError> {
        let mut result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        result.take().unwrap_or(Err(JobError::TimedOut(self.deadline)))
    }
}

/// Blocking work for a job: return the step, and take the result in the next one.
pub fn wait_for<T, R: Send + 'static>(
    deadline: Duration,
    on_cancel: OnCancel,
    work: impl FnOnce(&CancelToken) -> Result<R, JobError> + Send + 'static,
) -> (Awaited<R>, JobStep<T>) {
    let result = Arc::new(Mutex::new(None));
    let shared = Arc::clone(&result);
    let work = Box::new(move |cancel: &CancelToken| {
        let found = guarded(|| work(cancel));
        *shared.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
    });
    (Awaited { result, deadline }, JobStep::Wait(Waiting { work, deadline, on_cancel }))
}
