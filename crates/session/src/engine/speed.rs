// SPDX-License-Identifier: GPL-3.0-or-later
//! How fast this machine evaluates positions, measured on the threads of computations.

use crate::jobs::{Context, Job, JobError, JobKind, Product, Progress, Step};
use gnubg_engine::core::{Board, CancelToken, Cancelled, Dice, PlayList, Variation};
use gnubg_engine::eval::Engine;
use rayon::prelude::*;
use std::sync::Arc;
use std::time::Instant;

/// How many seconds a measurement lasts when no number of evaluations is given.
pub const USUAL_SECONDS: f64 = 2.0;
/// Evaluations of a thread between two looks at the clock.
const SHARE: usize = 4096;
/// Evaluations of a thread after which it asks whether to stop.
const CHUNK: usize = 128;

/// What was measured so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// Static evaluations made.
    pub evaluations: u64,
    /// In so many seconds.
    pub seconds: f64,
    /// By so many threads.
    pub threads: usize,
}

impl Speed {
    /// Evaluations a second of all threads together.
    #[must_use]
    pub fn rate(&self) -> f64 {
        if self.seconds > 0.0 { self.evaluations as f64 / self.seconds } else { 0.0 }
    }

    /// Evaluations a second of each thread.
    #[must_use]
    pub fn rate_of_thread(&self) -> f64 {
        self.rate() / self.threads.max(1) as f64
    }
}

/// Measures static evaluations of distinct positions, without the cache.
pub(crate) struct SpeedJob {
    engine: Arc<Engine>,
    boards: Vec<Board>,
    /// Evaluations to be made; `None` until the usual time is over.
    wanted: Option<u64>,
    speed: Speed,
}

impl SpeedJob {
    pub(crate) fn new(engine: Arc<Engine>, threads: usize, wanted: Option<u64>) -> SpeedJob {
        let speed = Speed { evaluations: 0, seconds: 0.0, threads };
        SpeedJob { engine, boards: Vec::new(), wanted, speed }
    }

    /// One share of a thread; how many evaluations that were.
    fn share(&self, n: usize, cancel: &CancelToken) -> Result<u64, Cancelled> {
        let nets = self.engine.nets();
        let mut scratch = nets.scratch();
        let mut done = 0;
        for _ in 0..SHARE / CHUNK {
            cancel.check()?;
            let boards = self.boards.iter().cycle().skip((n + done as usize) % self.boards.len()).take(CHUNK);
            // The result is used, so that nothing of it is left out.
            done += boards.map(|board| u64::from(nets.evaluate(board, &mut scratch).win >= 0.0)).sum::<u64>();
        }
        Ok(done)
    }
}

impl Job for SpeedJob {
    fn kind(&self) -> JobKind {
        JobKind::Evaluation
    }

    fn step(&mut self, context: &Context) -> Result<Step, JobError> {
        if self.boards.is_empty() {
            self.boards = early_boards();
        }
        let start = Instant::now();
        let shares = (0..self.speed.threads).into_par_iter().map(|n| self.share(n, context.cancel()));
        let done = shares.sum::<Result<u64, Cancelled>>()?;
        self.speed.evaluations += done;
        self.speed.seconds += start.elapsed().as_secs_f64();
        context.progress(Progress::Speed(self.speed));
        let is_enough = match self.wanted {
            Some(wanted) => self.speed.evaluations >= wanted,
            None => self.speed.seconds >= USUAL_SECONDS,
        };
        Ok(if is_enough { Step::Done(Product::Nothing) } else { Step::Continue })
    }
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
        next.sort_by_key(Board::key);
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
