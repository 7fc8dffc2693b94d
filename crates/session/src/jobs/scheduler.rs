// SPDX-License-Identifier: GPL-3.0-or-later
//! Which job runs when.

use super::{Context, Job, JobError, JobId, JobKind, Newest, News, Step, guarded};
use crate::event::Event;
use async_channel::Sender;
use gnubg_engine::core::CancelToken;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a dropped scheduler waits for its jobs, which should end within 50 ms of being cancelled.
const PATIENCE: Duration = Duration::from_secs(10);

/// A background job and where it reports to.
struct Queued {
    job: Box<dyn Job>,
    context: Context,
}

/// A job that has not ended.
struct Alive {
    kind: JobKind,
    cancel: CancelToken,
}

#[derive(Default)]
struct State {
    alive: HashMap<JobId, Alive>,
    /// Background jobs that wait for their next step.
    queue: Vec<Queued>,
    is_background_running: bool,
    n_interactive: usize,
    pool: Option<Arc<ThreadPool>>,
}

struct Shared {
    state: Mutex<State>,
    ended: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs jobs on one pool of threads.
pub struct Scheduler {
    shared: Arc<Shared>,
    events: Sender<Event>,
    next: u64,
}

impl std::fmt::Debug for Scheduler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scheduler").field("jobs", &self.shared.lock().alive.len()).finish_non_exhaustive()
    }
}

impl Scheduler {
    /// A scheduler with `threads` threads (0 for one a core) that reports to `events`. The threads are served later than
    /// others by so much, as `nice` counts it.
    ///
    /// # Errors
    /// If the system has no threads left.
    pub(crate) fn new(threads: usize, back: i32, events: Sender<Event>) -> Result<Scheduler, JobError> {
        let shared = Arc::new(Shared { state: Mutex::default(), ended: Condvar::new() });
        let scheduler = Scheduler { shared, events, next: 0 };
        scheduler.set_threads(threads, back)?;
        Ok(scheduler)
    }

    /// Jobs started from now on use that many threads, 0 for one a core, that stand back so much.
    ///
    /// # Errors
    /// If the system has no threads left; the pool then stays as it was.
    pub(crate) fn set_threads(&self, threads: usize, back: i32) -> Result<(), JobError> {
        let builder = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|n| format!("worker-{n}"))
            .start_handler(move |_| super::priority::stand_back(back));
        let pool =
            builder.build().map_err(|error| JobError::Failed(format!("cannot start threads: {error}")))?;
        self.shared.lock().pool = Some(Arc::new(pool));
        Ok(())
    }

    /// Threads of the pool.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.shared.lock().pool.as_ref().map_or(0, |pool| pool.current_num_threads())
    }

    /// Starts a job, or queues it if it is one for the background.
    pub(crate) fn start(&mut self, job: Box<dyn Job>) -> JobId {
        let (id, kind) = (JobId(self.next), job.kind());
        self.next += 1;
        let cancel = CancelToken::new();
        let context = Context {
            id,
            kind,
            cancel: cancel.clone(),
            newest: Arc::<Newest>::default(),
            events: self.events.clone(),
        };
        let mut state = self.shared.lock();
        state.alive.insert(id, Alive { kind, cancel });
        if kind.is_interactive() {
            state.n_interactive += 1;
            let pool = state.pool.clone();
            drop(state);
            let shared = Arc::clone(&self.shared);
            if let Some(pool) = pool {
                pool.spawn(move || run_to_the_end(&shared, job, &context));
            }
        } else {
            state.queue.push(Queued { job, context });
            drop(state);
            pump(&self.shared);
        }
        id
    }

    /// Tells a job to stop. Its report still comes.
    pub(crate) fn cancel(&self, id: JobId) {
        if let Some(alive) = self.shared.lock().alive.get(&id) {
            alive.cancel.cancel();
        }
    }

    /// Tells all jobs of these kinds to stop.
    pub(crate) fn cancel_all(&self, wanted: impl Fn(JobKind) -> bool) {
        for alive in self.shared.lock().alive.values().filter(|alive| wanted(alive.kind)) {
            alive.cancel.cancel();
        }
    }

    /// Whether a job of such a kind has not ended.
    #[must_use]
    pub fn is_running(&self, wanted: impl Fn(JobKind) -> bool) -> bool {
        self.shared.lock().alive.values().any(|alive| wanted(alive.kind))
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.cancel_all(|_| true);
        let state = self.shared.lock();
        // Whether the time ran out does not matter: nothing more can be done.
        let _ = self.shared.ended.wait_timeout_while(state, PATIENCE, |state| !state.alive.is_empty());
    }
}

fn run_to_the_end(shared: &Arc<Shared>, mut job: Box<dyn Job>, context: &Context) {
    let result = loop {
        match guarded(&mut *job, context) {
            Ok(Step::Continue) => {}
            Ok(Step::Done(product)) => break Ok(product),
            Err(error) => break Err(error),
        }
    };
    drop(job);
    context.report(News::Finished(result));
    let mut state = shared.lock();
    state.alive.remove(&context.id);
    state.n_interactive -= 1;
    drop(state);
    shared.ended.notify_all();
    pump(shared);
}

/// Lets the most urgent background job make a step, if nothing else runs.
fn pump(shared: &Arc<Shared>) {
    let mut state = shared.lock();
    if state.is_background_running || state.n_interactive > 0 {
        return;
    }
    // Of equal ones the first that came.
    let first =
        (0..state.queue.len()).min_by_key(|&n| (state.queue[n].context.kind, state.queue[n].context.id));
    let (Some(first), Some(pool)) = (first, state.pool.clone()) else { return };
    let queued = state.queue.remove(first);
    state.is_background_running = true;
    drop(state);
    let shared = Arc::clone(shared);
    pool.spawn(move || step_once(&shared, queued));
}

fn step_once(shared: &Arc<Shared>, mut queued: Queued) {
    let result = match guarded(&mut *queued.job, &queued.context) {
        Ok(Step::Continue) => None,
        Ok(Step::Done(product)) => Some(Ok(product)),
        Err(error) => Some(Err(error)),
    };
    match result {
        None => {
            let mut state = shared.lock();
            state.queue.push(queued);
            state.is_background_running = false;
        }
        Some(result) => {
            let Queued { job, context } = queued;
            drop(job);
            context.report(News::Finished(result));
            let mut state = shared.lock();
            state.alive.remove(&context.id);
            state.is_background_running = false;
            drop(state);
            shared.ended.notify_all();
        }
    }
    pump(shared);
}

#[cfg(test)]
mod tests {
    use super::super::{Opened, Product, Progress};
    use super::*;
    use std::sync::mpsc;

    /// A job that runs a closure for each step.
    struct Scripted<F>(JobKind, F);

    impl<F: FnMut(&Context) -> Result<Step, JobError> + Send> Job for Scripted<F> {
        fn kind(&self) -> JobKind {
            self.0
        }

        fn step(&mut self, context: &Context) -> Result<Step, JobError> {
            (self.1)(context)
        }
    }

    fn scheduler(threads: usize) -> (Scheduler, async_channel::Receiver<Event>) {
        let (send, receive) = async_channel::unbounded();
        (Scheduler::new(threads, 0, send).unwrap(), receive)
    }

    fn next(events: &async_channel::Receiver<Event>) -> (JobId, Opened) {
        match events.recv_blocking().unwrap() {
            Event::Worker(report) => (report.id, report.open()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn panics_are_reported_and_the_pool_lives() {
        let (mut scheduler, events) = scheduler(1);
        let fail = |_: &Context| -> Result<Step, JobError> { panic!("on purpose") };
        let bad = scheduler.start(Box::new(Scripted(JobKind::Hint, fail)));
        let (id, opened) = next(&events);
        assert_eq!(id, bad);
        assert!(matches!(opened, Opened::Finished(Err(JobError::Bug(text))) if text == "on purpose"));
        scheduler.start(Box::new(Scripted(JobKind::Hint, |_: &Context| Ok(Step::Done(Product::Nothing)))));
        assert!(matches!(next(&events).1, Opened::Finished(Ok(Product::Nothing))));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn jobs_stand_back_as_far_as_they_are_told() {
        use rustix::process::getpriority_process;
        let (mut scheduler, events) = scheduler(1);
        let own = getpriority_process(None).unwrap();
        let (send, told) = mpsc::channel();
        let priority = |scheduler: &mut Scheduler| {
            let send = send.clone();
            let look = move |_: &Context| {
                send.send(getpriority_process(None).unwrap()).unwrap();
                Ok(Step::Done(Product::Nothing))
            };
            scheduler.start(Box::new(Scripted(JobKind::Hint, look)));
            next(&events);
            told.recv().unwrap()
        };
        assert_eq!(priority(&mut scheduler), own);
        scheduler.set_threads(1, 4).unwrap();
        assert_eq!(priority(&mut scheduler), (own + 4).min(19));
        // Back again, for which a thread would need the right.
        scheduler.set_threads(1, 1).unwrap();
        assert_eq!(priority(&mut scheduler), (own + 1).min(19));
    }

    #[test]
    fn cancelled_jobs_end_and_dropping_waits() {
        let (mut scheduler, events) = scheduler(2);
        let (started, wait) = mpsc::channel();
        let work = move |context: &Context| {
            let _ = started.send(());
            context.cancel().check()?;
            std::thread::yield_now();
            Ok(Step::Continue)
        };
        let id = scheduler.start(Box::new(Scripted(JobKind::Decision, work)));
        wait.recv().unwrap();
        assert!(scheduler.is_running(|kind| kind == JobKind::Decision));
        scheduler.cancel(id);
        assert!(matches!(next(&events).1, Opened::Finished(Err(JobError::Cancelled(_)))));
        let endless = |context: &Context| {
            context.cancel().check()?;
            Ok(Step::Continue)
        };
        scheduler.start(Box::new(Scripted(JobKind::Rollout, endless)));
        drop(scheduler);
        assert!(matches!(next(&events).1, Opened::Finished(Err(JobError::Cancelled(_)))));
    }

    #[test]
    fn urgent_jobs_come_between_the_steps_of_others() {
        let (mut scheduler, events) = scheduler(1);
        let (go, gate) = mpsc::channel::<()>();
        let mut steps = 0;
        let work = move |_: &Context| {
            gate.recv().unwrap();
            steps += 1;
            Ok(if steps < 3 { Step::Continue } else { Step::Done(Product::Nothing) })
        };
        let slow = scheduler.start(Box::new(Scripted(JobKind::Analysis, work)));
        let done = |_: &Context| Ok(Step::Done(Product::Nothing));
        let urgent = scheduler.start(Box::new(Scripted(JobKind::Hint, done)));
        for _ in 0..3 {
            go.send(()).unwrap();
        }
        assert_eq!([next(&events).0, next(&events).0], [urgent, slow]);
    }

    #[test]
    fn of_progress_only_the_newest_is_kept() {
        let (mut scheduler, events) = scheduler(1);
        let work = |context: &Context| {
            for done in 1..=100 {
                context.progress(Progress::Count { done, total: Some(100) });
            }
            Ok(Step::Done(Product::Nothing))
        };
        scheduler.start(Box::new(Scripted(JobKind::Hint, work)));
        let mut seen = Vec::new();
        while let Opened::Progress(Progress::Count { done, .. }) = next(&events).1 {
            seen.push(done);
        }
        assert!(seen.is_sorted() && !seen.is_empty() && seen.len() <= 100);
    }
}
