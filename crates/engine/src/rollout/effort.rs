// SPDX-License-Identifier: GPL-3.0-or-later
//! How much work a run of a rollout does, and how far it is.

use super::results::Results;
use std::ops::Range;
use std::time::Duration;

/// Maximum number of threads of a run.
pub const MAX_THREADS: usize = 1024;

/// How much work a run does: threads, games and time.
#[derive(Clone, Debug, PartialEq)]
pub struct Effort {
    /// Threads playing games, 1 to [`MAX_THREADS`].
    pub threads: usize,
    /// Play only these games, regardless of the number of trials and the stop rules. For rollouts on several machines.
    pub games: Option<Range<u32>>,
    /// Time limit, not counting pauses.
    pub time_limit: Option<Duration>,
    /// Whether games in progress are finished, not discarded, when the time is up. For runs in short slices.
    pub whole_games: bool,
    /// Interval between progress reports.
    pub report_every: Duration,
}

impl Effort {
    /// Plays with that many threads until the settings end the rollout, and reports progress twice a second.
    #[must_use]
    pub fn threads(threads: usize) -> Effort {
        Effort {
            threads,
            games: None,
            time_limit: None,
            whole_games: false,
            report_every: Duration::from_millis(500),
        }
    }
}

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The results so far.
    pub results: Results,
    /// Seconds of this run.
    pub elapsed_s: f64,
    /// Games played in this run, all alternatives together.
    pub games_done: u64,
    /// Remaining games if no stop rule applies.
    pub games_left: u64,
}

impl Progress {
    /// Estimated remaining seconds at the speed so far; `None` before the first game.
    #[must_use]
    pub fn remaining_s(&self) -> Option<f64> {
        (self.games_done > 0).then(|| self.elapsed_s * self.games_left as f64 / self.games_done as f64)
    }
}
