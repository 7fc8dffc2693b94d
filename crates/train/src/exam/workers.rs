// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbered work on several threads, each with a state of its own.

use anyhow::Result;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// Does the work of the numbers from `numbers.start` on with as many threads as rayon has. `take` receives each result on
/// the calling thread as it is ready and says whether to go on.
pub(super) fn each<S, T: Send>(
    numbers: std::ops::Range<u64>,
    init: impl Fn() -> Result<S> + Sync,
    work: impl Fn(&mut S, u64) -> Result<T> + Sync,
    mut take: impl FnMut(u64, T) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let (next, is_over) = (AtomicU64::new(numbers.start), AtomicBool::new(false));
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            let send = send.clone();
            scope.spawn(|| {
                let send = send;
                let mut state = match init() {
                    Ok(state) => state,
                    Err(error) => return drop(send.send((0, Err(error)))),
                };
                while !is_over.load(Ordering::Relaxed) {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= numbers.end || send.send((n, work(&mut state, n))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut outcome = Ok(());
        for (n, result) in &receive {
            let flow = result.and_then(|result| take(n, result));
            if !matches!(flow, Ok(ControlFlow::Continue(()))) {
                outcome = flow.map(drop);
                break;
            }
        }
        is_over.store(true, Ordering::Relaxed);
        outcome
    })
}

/// Gives results on in the order of their numbers.
pub(super) struct InOrder<T> {
    next: u64,
    waiting: std::collections::BTreeMap<u64, T>,
}

impl<T> InOrder<T> {
    pub(super) fn from(next: u64) -> InOrder<T> {
        InOrder { next, waiting: Default::default() }
    }

    /// Takes a result and returns those whose turn it is.
    pub(super) fn put(&mut self, n: u64, result: T) -> Vec<T> {
        self.waiting.insert(n, result);
        let mut ready = Vec::new();
        while let Some(result) = self.waiting.remove(&self.next) {
            self.next += 1;
            ready.push(result);
        }
        ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::ensure;

    #[test]
    fn work_is_done_until_it_is_enough_or_fails() {
        let (mut ordered, mut seen) = (InOrder::from(3), Vec::new());
        let take = |n, result| {
            seen.extend(ordered.put(n, result));
            Ok(if seen.len() < 40 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        };
        each(3..1000, || Ok(0), |_, n| Ok(n * n), take).unwrap();
        assert_eq!(seen[..40], (3..43).map(|n| n * n).collect::<Vec<u64>>()[..]);
        let mut all = 0;
        let count = |_, n: u64| {
            all += n;
            Ok(ControlFlow::Continue(()))
        };
        each(0..5, || Ok(()), |(), n| Ok(n), count).unwrap();
        assert_eq!(all, 10);
        let fails = |(): &mut (), n| {
            ensure!(n != 4, "no four");
            Ok(())
        };
        let error = each(0..9, || Ok(()), fails, |_, ()| Ok(ControlFlow::Continue(()))).unwrap_err();
        assert_eq!(error.to_string(), "no four");
    }
}
