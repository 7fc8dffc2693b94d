// SPDX-License-Identifier: GPL-3.0-or-later
//! Which job runs when.

use super::{
    Blocking, Change, Content, Job, JobContext, JobError, JobId, JobStep, OnCancel, Progress, Report, Sink,
    Unread, Urgency, Waiting, guarded,
};
use gnubg_engine::core::{CancelToken, Cancelled};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a dropped scheduler waits for its jobs; computations should end within 50 ms of being cancelled.
const PATIENCE: Duration = Duration::from_secs(10);

/// A background job and where it reports to.
struct Queued<T> {
    job: Box<dyn Job<T>>,
    urgency: Urgency,
    context: JobContext<T>,
}

/// A job that has not ended.
struct Running {
    cancel: CancelToken,
    /// Whether cancelling ends it at once, without its thread.
    ends_at_once: bool,
}

struct State<T> {
    running: HashMap<JobId, Running>,
    /// Background jobs that wait for their next step.
    queue: Vec<Queued<T>>,
    is_background_running: bool,
    n_interactive: usize,
    /// Blocking work that jobs wait for, by numbers.
    waits: HashSet<u64>,
    next_wait: u64,
    pool: Option<Arc<ThreadPool>>,
    niceness: i32,
}

struct Shared<T> {
    state: Mutex<State<T>>,
    /// Notified when a job has ended.
    ended: Condvar,
    sink: Sink<T>,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends a job and reports how, unless it has ended already.
    fn end(&self, id: JobId, result: Result<Change<T>, JobError>) {
        self.end_with(id, result, |_| ());
    }

    /// The same with a change of the state in one go.
    fn end_with(&self, id: JobId, result: Result<Change<T>, JobError>, update: impl FnOnce(&mut State<T>)) {
        let mut state = self.lock();
        update(&mut state);
        if state.running.remove(&id).is_some() {
            (self.sink)(Report { id, content: Content::Ended(result) });
            drop(state);
            self.ended.notify_all();
        }
    }
}

/// Runs jobs: computations on one pool of threads, blocking work on threads of its own.
pub struct Scheduler<T: 'static> {
    shared: Arc<Shared<T>>,
    next: u64,
}

impl<T> std::fmt::Debug for Scheduler<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scheduler").field("jobs", &self.shared.lock().running.len()).finish_non_exhaustive()
    }
}

impl<T: 'static> Scheduler<T> {
    /// A scheduler with `threads` worker threads (0 for one per core) that hands every report to `sink`, which must
    /// not wait. `niceness` is added to the priority of all its threads, as `nice` counts it.
    ///
    /// # Errors
    /// If the system has no threads left.
    pub fn new(
        threads: usize,
        niceness: i32,
        sink: impl Fn(Report<T>) + Send + Sync + 'static,
    ) -> Result<Scheduler<T>, JobError> {
        let state = State {
            running: HashMap::new(),
            queue: Vec::new(),
            is_background_running: false,
            n_interactive: 0,
            waits: HashSet::new(),
            next_wait: 0,
            pool: None,
            niceness,
        };
        let shared = Shared { state: Mutex::new(state), ended: Condvar::new(), sink: Arc::new(sink) };
        let scheduler = Scheduler { shared: Arc::new(shared), next: 0 };
        scheduler.set_threads(threads, niceness)?;
        Ok(scheduler)
    }

    /// Jobs started from now on use that many worker threads, 0 for one per core, with that niceness.
    ///
    /// # Errors
    /// If the system has no threads left; the pool then stays as it was.
    pub fn set_threads(&self, threads: usize, niceness: i32) -> Result<(), JobError> {
        let builder = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|n| format!("worker-{n}"))
            .start_handler(move |_| super::priority::lower_priority(niceness));
        let pool =
            builder.build().map_err(|error| JobError::Failed(format!("cannot start threads: {error}")))?;
        let mut state = self.shared.lock();
        state.pool = Some(Arc::new(pool));
        state.niceness = niceness;
        Ok(())
    }

    /// The number of worker threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.shared.lock().pool.as_ref().map_or(0, |pool| pool.current_num_threads())
    }

    fn next_id(&mut self) -> JobId {
        let id = JobId(self.next);
        self.next += 1;
        id
    }

    /// Starts a computation, or queues it if it belongs to the background.
    pub fn start(&mut self, job: Box<dyn Job<T>>) -> JobId {
        let (id, urgency, cancel) = (self.next_id(), job.urgency(), CancelToken::new());
        let unread =
            Unread { progress: Mutex::new(Progress::default()), is_announced: AtomicBool::new(false) };
        let context = JobContext {
            id,
            cancel: cancel.clone(),
            unread: Arc::new(unread),
            sink: Arc::clone(&self.shared.sink),
        };
        let mut state = self.shared.lock();
        state.running.insert(id, Running { cancel, ends_at_once: false });
        drop(state);
        resume(&self.shared, Queued { job, urgency, context });
        id
    }

    /// Starts blocking work on a thread of its own.
    pub fn start_blocking(&mut self, blocking: Blocking<T>) -> JobId {
        let (id, cancel, deadline) = (self.next_id(), CancelToken::new(), blocking.deadline);
        let ends_at_once = blocking.on_cancel == OnCancel::Abandon;
        let niceness = {
            let mut state = self.shared.lock();
            state.running.insert(id, Running { cancel: cancel.clone(), ends_at_once });
            state.niceness
        };
        let (shared, token) = (Arc::clone(&self.shared), cancel.clone());
        let work = move || {
            super::priority::lower_priority(niceness);
            let result = blocking.run(&token);
            shared.end(id, result);
        };
        let shared = Arc::clone(&self.shared);
        let watch = move || {
            let is_running = |state: &mut State<T>| state.running.contains_key(&id);
            let waited = shared.ended.wait_timeout_while(shared.lock(), deadline, is_running);
            let is_late =
                waited.map_or_else(|poisoned| poisoned.into_inner().1, |waited| waited.1).timed_out();
            if is_late {
                cancel.cancel();
                shared.end(id, Err(JobError::TimedOut(deadline)));
            }
        };
        let named = |name: &str| std::thread::Builder::new().name(name.to_owned());
        let spawned = named("deadline").spawn(watch).and_then(|_| named("blocking").spawn(work));
        if let Err(error) = spawned {
            self.shared.end(id, Err(JobError::Failed(format!("cannot start a thread: {error}"))));
        }
        id
    }

    /// Tells a job to stop. The report of its end still comes; that of abandoned blocking work is sent at once.
    pub fn cancel(&self, id: JobId) {
        let ends_at_once = self.shared.lock().running.get(&id).is_some_and(|job| {
            job.cancel.cancel();
            job.ends_at_once
        });
        if ends_at_once {
            self.shared.end(id, Err(Cancelled.into()));
        }
        // A job may wait for blocking work that is abandoned now.
        self.shared.ended.notify_all();
    }

    /// Whether a job has not ended.
    #[must_use]
    pub fn is_running(&self, id: JobId) -> bool {
        self.shared.lock().running.contains_key(&id)
    }
}

impl<T: 'static> Drop for Scheduler<T> {
    fn drop(&mut self) {
        let all: Vec<JobId> = self.shared.lock().running.keys().copied().collect();
        all.into_iter().for_each(|id| self.cancel(id));
        let state = self.shared.lock();
        // Whether the time ran out does not matter: nothing more can be done.
        let _ = self.shared.ended.wait_timeout_while(state, PATIENCE, |state| !state.running.is_empty());
    }
}

/// One step of a job, or its chance to deliver what is done once it is cancelled.
fn step<T>(job: &mut dyn Job<T>, context: &JobContext<T>) -> Result<JobStep<T>, JobError> {
    guarded(|| match context.cancel.check() {
        Ok(()) => job.step(context),
        Err(cancelled) => {
            job.stopped(context);
            Err(cancelled.into())
        }
    })
}

/// Runs a job, or queues it if it belongs to the background.
fn resume<T: 'static>(shared: &Arc<Shared<T>>, queued: Queued<T>) {
    let mut state = shared.lock();
    if queued.urgency == Urgency::Interactive {
        state.n_interactive += 1;
        let pool = state.pool.clone();
        drop(state);
        let shared = Arc::clone(shared);
        if let Some(pool) = pool {
            pool.spawn(move || run_to_the_end(&shared, queued));
        }
    } else {
        state.queue.push(queued);
        drop(state);
        pump(shared);
    }
}

fn run_to_the_end<T: 'static>(shared: &Arc<Shared<T>>, mut queued: Queued<T>) {
    let result = loop {
        match step(&mut *queued.job, &queued.context) {
            Ok(JobStep::Continue) => {}
            Ok(JobStep::Wait(waiting)) => {
                shared.lock().n_interactive -= 1;
                wait_outside(shared, queued, waiting);
                return pump(shared);
            }
            Ok(JobStep::Done(change)) => break Ok(change),
            Err(error) => break Err(error),
        }
    };
    let Queued { job, context, .. } = queued;
    drop(job);
    shared.end_with(context.id, result, |state| state.n_interactive -= 1);
    pump(shared);
}

/// Does blocking work for a job, which is resumed when the work has ended, was abandoned, or took too long.
fn wait_outside<T: 'static>(shared: &Arc<Shared<T>>, queued: Queued<T>, waiting: Waiting) {
    let (number, niceness) = {
        let mut state = shared.lock();
        let number = state.next_wait;
        state.next_wait += 1;
        state.waits.insert(number);
        (number, state.niceness)
    };
    let Waiting { work, deadline, on_cancel } = waiting;
    let (id, cancel) = (queued.context.id, queued.context.cancel.clone());
    let (owner, token) = (Arc::clone(shared), cancel.clone());
    let work = move || {
        super::priority::lower_priority(niceness);
        work(&token);
        owner.lock().waits.remove(&number);
        owner.ended.notify_all();
    };
    let owner = Arc::clone(shared);
    let watch = move || {
        let is_waiting = |state: &mut State<T>| {
            let is_abandoned = on_cancel == OnCancel::Abandon && cancel.check().is_err();
            state.waits.contains(&number) && !is_abandoned
        };
        // Whether the time ran out is seen by the job, which then finds no result.
        let waited = owner.ended.wait_timeout_while(owner.lock(), deadline, is_waiting);
        waited.map_or_else(|poisoned| poisoned.into_inner().0, |waited| waited.0).waits.remove(&number);
        resume(&owner, queued);
    };
    let named = |name: &str| std::thread::Builder::new().name(name.to_owned());
    if named("blocking").spawn(work).is_err() {
        // Without a thread the job finds no result, either.
        shared.lock().waits.remove(&number);
    }
    if let Err(error) = named("deadline").spawn(watch) {
        // The job went with its thread, so it is not resumed.
        shared.end(id, Err(JobError::Failed(format!("cannot start a thread: {error}"))));
    }
}

/// Lets the most urgent background job make a step, if nothing else runs.
fn pump<T: 'static>(shared: &Arc<Shared<T>>) {
    let mut state = shared.lock();
    if state.is_background_running || state.n_interactive > 0 {
        return;
    }
    let first = (0..state.queue.len()).min_by_key(|&n| (state.queue[n].urgency, state.queue[n].context.id));
    let (Some(first), Some(pool)) = (first, state.pool.clone()) else { return };
    let queued = state.queue.remove(first);
    state.is_background_running = true;
    drop(state);
    let shared = Arc::clone(shared);
    pool.spawn(move || step_once(&shared, queued));
}

fn step_once<T: 'static>(shared: &Arc<Shared<T>>, mut queued: Queued<T>) {
    let result = match step(&mut *queued.job, &queued.context) {
        Ok(JobStep::Continue) => None,
        Ok(JobStep::Wait(waiting)) => {
            shared.lock().is_background_running = false;
            wait_outside(shared, queued, waiting);
            return pump(shared);
        }
        Ok(JobStep::Done(change)) => Some(Ok(change)),
        Err(error) => Some(Err(error)),
    };
    match result {
        None => {
            let mut state = shared.lock();
            state.queue.push(queued);
            state.is_background_running = false;
        }
        Some(result) => {
            let Queued { job, context, .. } = queued;
            drop(job);
            shared.end_with(context.id, result, |state| state.is_background_running = false);
        }
    }
    pump(shared);
}

#[cfg(test)]
mod tests;
