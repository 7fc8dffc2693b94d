// SPDX-License-Identifier: GPL-3.0-or-later
//! Blocking work whose result nobody waits for, such as copies of a rollout in progress.

use super::{JobError, guarded};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

type Work = Box<dyn FnOnce() -> Result<(), String> + Send>;

/// A thread that does one piece of blocking work after the other. Clones share it; it ends when the last of them is
/// dropped and everything is done.
#[derive(Clone, Debug)]
pub struct WorkQueue {
    requests: Sender<Work>,
    state: Arc<QueueState>,
}

#[derive(Debug, Default)]
struct QueueState {
    /// Pieces of work that are not done.
    n_waiting: AtomicUsize,
    /// Why the first piece of work failed that did.
    problem: Mutex<Option<String>>,
}

impl WorkQueue {
    /// Starts the thread under this name.
    ///
    /// # Errors
    /// If the system has no threads left.
    pub fn start(name: &str) -> Result<WorkQueue, JobError> {
        let (requests, received) = channel::<Work>();
        let state = Arc::<QueueState>::default();
        let shared = Arc::clone(&state);
        let work = move || {
            for work in received {
                let done = guarded(|| work().map_err(JobError::Failed));
                if let Err(error) = done {
                    let mut problem = shared.problem.lock().unwrap_or_else(PoisonError::into_inner);
                    problem.get_or_insert_with(|| error.to_string());
                }
                shared.n_waiting.fetch_sub(1, Ordering::AcqRel);
            }
        };
        let spawned = std::thread::Builder::new().name(name.to_owned()).spawn(work);
        spawned.map_err(|error| JobError::Failed(format!("cannot start a thread: {error}")))?;
        Ok(WorkQueue { requests, state })
    }

    /// Adds a piece of work; an error is the reason as text.
    pub fn push(&self, work: impl FnOnce() -> Result<(), String> + Send + 'static) {
        self.state.n_waiting.fetch_add(1, Ordering::AcqRel);
        // The thread ends only after every queue, so this cannot fail.
        let _ = self.requests.send(Box::new(work));
    }

    /// Pieces of work that are not done.
    #[must_use]
    pub fn n_waiting(&self) -> usize {
        self.state.n_waiting.load(Ordering::Acquire)
    }

    /// Why the first piece of work failed that did.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        self.state.problem.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until everything added so far is done; `false` if that takes longer than `deadline`.
    pub fn wait(&self, deadline: Duration) -> bool {
        let (done, ended) = channel();
        self.push(move || {
            // Whoever waited may have given up.
            let _ = done.send(());
            Ok(())
        });
        ended.recv_timeout(deadline).is_ok()
    }
}

/// Does blocking work on a thread of its own and waits for it; `None` if it takes longer than `deadline`, and its result
/// is then dropped. For the start and the end of a program, when there is nothing else to do.
pub fn within<R: Send + 'static>(deadline: Duration, work: impl FnOnce() -> R + Send + 'static) -> Option<R> {
    let (done, result) = channel();
    let spawned = std::thread::Builder::new().name("blocking".to_owned()).spawn(move || {
        // Whoever waited may have given up.
        let _ = done.send(work());
    });
    spawned.ok()?;
    result.recv_timeout(deadline).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn work_is_done_in_order_and_failures_are_kept() {
        let queue = WorkQueue::start("test").unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        for n in 0..5 {
            let seen = Arc::clone(&seen);
            queue.push(move || {
                seen.lock().unwrap().push(n);
                if n > 2 { Err(format!("{n} failed")) } else { Ok(()) }
            });
        }
        assert!(queue.wait(Duration::from_secs(20)));
        assert_eq!(*seen.lock().unwrap(), [0, 1, 2, 3, 4]);
        assert_eq!(queue.problem().as_deref(), Some("3 failed"));
    }

    #[test]
    fn nobody_waits_longer_than_the_deadline() {
        let start = Instant::now();
        let queue = WorkQueue::start("test").unwrap();
        queue.push(|| {
            std::thread::sleep(Duration::from_secs(5));
            Ok(())
        });
        assert!(!queue.wait(Duration::from_millis(20)));
        assert!(queue.n_waiting() > 0);
        assert_eq!(within(Duration::from_millis(20), || std::thread::sleep(Duration::from_secs(5))), None);
        assert_eq!(within(Duration::from_secs(20), || 7), Some(7));
        assert!(start.elapsed() < Duration::from_secs(4));
    }
}
