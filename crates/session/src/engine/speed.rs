// SPDX-License-Identifier: GPL-3.0-or-later
//! How fast this machine evaluates positions, measured on the worker threads.

use gnubg_engine::core::{Board, CancelToken, Cancelled, Dice, PlayList, Variation};
use gnubg_engine::eval::Engine;
use rayon::prelude::*;
use std::sync::Arc;
use std::time::Instant;

/// Seconds a measurement lasts when no number of evaluations is given.
pub const DEFAULT_SECONDS: f64 = 2.0;
/// Evaluations of a thread in a step.
const SHARE: usize = 4096;
/// Evaluations of a thread between two checks for cancellation.
const CHUNK: usize = 128;

/// What has been measured so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// Static evaluations made.
    pub evaluations: u64,
    /// Seconds they took.
    pub seconds: f64,
    /// Threads that made them.
    pub threads: usize,
}

impl Speed {
    /// Evaluations per second of all threads together.
    #[must_use]
    pub fn rate(&self) -> f64 {
        if self.seconds > 0.0 { self.evaluations as f64 / self.seconds } else { 0.0 }
    }

    /// Evaluations per second of each thread.
    #[must_use]
    pub fn rate_of_thread(&self) -> f64 {
        self.rate() / self.threads.max(1) as f64
    }
}

/// Measures static evaluations of distinct positions, without the cache.
#[derive(Debug)]
pub(crate) struct SpeedTest {
    engine: Arc<Engine>,
    boards: Vec<Board>,
    /// Evaluations to be made; `None` until the default time is over.
    wanted: Option<u64>,
    speed: Speed,
}

impl SpeedTest {
    pub(crate) fn new(engine: Arc<Engine>, threads: usize, wanted: Option<u64>) -> SpeedTest {
        let speed = Speed { evaluations: 0, seconds: 0.0, threads };
        SpeedTest { engine, boards: Vec::new(), wanted, speed }
    }

    /// Evaluates for a moment on the threads of the caller's pool.
    ///
    /// # Errors
    /// If cancelled.
    pub(crate) fn step(&mut self, cancel: &CancelToken) -> Result<Speed, Cancelled> {
        if self.boards.is_empty() {
            self.boards = early_boards();
        }
        let start = Instant::now();
        let shares = (0..self.speed.threads).into_par_iter().map(|n| self.share(n, cancel));
        let done = shares.sum::<Result<u64, Cancelled>>()?;
        self.speed.evaluations += done;
        self.speed.seconds += start.elapsed().as_secs_f64();
        Ok(self.speed)
    }

    /// Whether enough has been measured.
    pub(crate) fn is_done(&self) -> bool {
        match self.wanted {
            Some(wanted) => self.speed.evaluations >= wanted,
            None => self.speed.seconds >= DEFAULT_SECONDS,
        }
    }

    /// One thread's share of a step; the number of evaluations made.
    fn share(&self, n: usize, cancel: &CancelToken) -> Result<u64, Cancelled> {
        let nets = self.engine.nets();
        let mut scratch = nets.scratch();
        let mut done = 0;
        for _ in 0..SHARE / CHUNK {
            cancel.check()?;
            let boards = self.boards.iter().cycle().skip((n + done as usize) % self.boards.len()).take(CHUNK);
            // The result is used, so that the compiler cannot leave anything out.
            done += boards.map(|board| u64::from(nets.evaluate(board, &mut scratch).win >= 0.0)).sum::<u64>();
        }
        Ok(done)
    }
}

/// Static evaluations without the cache on so many threads of the caller's pool, measured for so long; none if cancelled
/// at once.
#[must_use]
pub fn measured(engine: &Arc<Engine>, threads: usize, seconds: f64, cancel: &CancelToken) -> Speed {
    let mut test = SpeedTest::new(Arc::clone(engine), threads, None);
    while test.speed.seconds < seconds && test.step(cancel).is_ok() {}
    test.speed
}

/// All positions after the first two rolls of a game, each once.
fn early_boards() -> Vec<Board> {
    let mut boards = vec![Variation::Standard.start()];
    for _ in 0..2 {
        let mut next = Vec::new();
        for board in &boards {
            for dice in Dice::ALL {
                let mut list = PlayList::new();
                list.generate(board, dice);
                next.extend_from_slice(list.boards());
            }
        }
        next.sort_by_cached_key(Board::key);
        next.dedup();
        boards = next;
    }
    boards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_those_of_all_threads_and_of_one() {
        let speed = Speed { evaluations: 6000, seconds: 1.5, threads: 2 };
        assert_eq!((speed.rate(), speed.rate_of_thread()), (4000.0, 2000.0));
        let nothing = Speed { evaluations: 0, seconds: 0.0, threads: 0 };
        assert_eq!((nothing.rate(), nothing.rate_of_thread()), (0.0, 0.0));
    }

    #[test]
    fn boards_are_distinct_and_many() {
        let boards = early_boards();
        let distinct: std::collections::HashSet<_> = boards.iter().map(Board::key).collect();
        assert!(boards.len() > SHARE && distinct.len() == boards.len());
    }
}
