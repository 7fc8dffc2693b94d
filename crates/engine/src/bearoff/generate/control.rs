// SPDX-License-Identifier: GPL-3.0-or-later
//! Progress, cancelling and threads of database generation.

use crate::bearoff::BearoffError;
use crate::core::CancelToken;
use std::num::NonZeroUsize;

/// The progress of a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// Positions (of a two-sided database: pairs of positions) finished, of all.
    Positions {
        /// Finished.
        done: u64,
        /// All.
        total: u64,
    },
    /// A sweep over a hypergammon database is finished.
    Sweep {
        /// Sweeps made, 1 after the first.
        sweep: u32,
        /// Largest change of any number in it; the work ends when this is at most the threshold, or twenty sweeps after
        /// the equities have settled.
        norm: f32,
    },
    /// The finished database is being written.
    Writing,
}

/// Controls a generation: cancelling, progress reports and threads.
pub struct Control<'a> {
    /// Cancels the work within about 50 ms.
    pub cancel: &'a CancelToken,
    /// Called between steps of the work, from the thread that asked for it.
    pub progress: &'a dyn Fn(Progress),
    /// Threads to use; `None` uses every core.
    pub threads: Option<NonZeroUsize>,
}

impl Control<'_> {
    /// Runs `work` on a pool of the wanted threads, started and ended here; `work` is not to use [`Control::progress`].
    pub(super) fn pool(&self) -> Result<rayon::ThreadPool, BearoffError> {
        let threads = self.threads.map_or(0, NonZeroUsize::get);
        let name = |n| format!("bearoff-{n}");
        Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build()?)
    }
}
