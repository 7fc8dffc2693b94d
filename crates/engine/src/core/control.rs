// SPDX-License-Identifier: GPL-3.0-or-later
//! Stopping and pausing long computations.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use thiserror::Error;

/// The computation was canceled before it had finished. Not a failure; nothing needs to be reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("interrupted")]
pub struct Cancelled;

/// States of a token.
const RUN: u8 = 0;
const PAUSE: u8 = 1;
const STOP: u8 = 2;

/// Stops, pauses and resumes a computation from other threads. Clones share their state.
///
/// While a token is paused, every thread that checks it waits until it is resumed or cancelled. Pause only computations
/// that have threads of their own.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<Sign>);

#[derive(Debug, Default)]
struct Sign {
    state: AtomicU8,
    /// Guards changes of `state` against threads about to wait.
    changing: Mutex<()>,
    changed: Condvar,
}

impl CancelToken {
    /// A token that has not been cancelled.
    #[must_use]
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Stops every computation that uses this token. This cannot be undone.
    pub fn cancel(&self) {
        self.change(|_| STOP);
    }

    /// Makes every thread that checks this token wait until [`CancelToken::resume`]. A cancelled token stays cancelled.
    pub fn pause(&self) {
        self.change(|state| if state == RUN { PAUSE } else { state });
    }

    /// Resumes paused threads.
    pub fn resume(&self) {
        self.change(|state| if state == PAUSE { RUN } else { state });
    }

    /// Whether the computation should stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.state.load(Ordering::Relaxed) == STOP
    }

    /// Whether the computation should pause.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.0.state.load(Ordering::Relaxed) == PAUSE
    }

    /// `Err(Cancelled)` once the token is cancelled; meant for `?` in loops. Waits while it is paused.
    ///
    /// # Errors
    /// If the token is cancelled.
    pub fn check(&self) -> Result<(), Cancelled> {
        match self.0.state.load(Ordering::Relaxed) {
            RUN => Ok(()),
            PAUSE => self.wait(),
            _ => Err(Cancelled),
        }
    }

    #[cold]
    fn wait(&self) -> Result<(), Cancelled> {
        let mut changing = self.0.changing.lock().unwrap_or_else(PoisonError::into_inner);
        while self.is_paused() {
            changing = self.0.changed.wait(changing).unwrap_or_else(PoisonError::into_inner);
        }
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }

    fn change(&self, to: impl Fn(u8) -> u8) {
        let _changing = self.0.changing.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.state.store(to(self.0.state.load(Ordering::Relaxed)), Ordering::Relaxed);
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paused_token_holds_until_resumed_or_cancelled() {
        let token = CancelToken::new();
        assert_eq!(token.check(), Ok(()));
        token.pause();
        assert!(token.is_paused() && !token.is_cancelled());
        let (one, two) = (token.clone(), token.clone());
        let waiting = std::thread::spawn(move || one.check());
        token.resume();
        assert_eq!(waiting.join().unwrap(), Ok(()));
        token.pause();
        let waiting = std::thread::spawn(move || two.check());
        token.cancel();
        assert_eq!(waiting.join().unwrap(), Err(Cancelled));
        token.pause();
        token.resume();
        assert!(token.is_cancelled());
    }
}
