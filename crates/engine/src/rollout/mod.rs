// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts: playing a position out many times and averaging.
//!
//! | part | holds |
//! | --- | --- |
//! | [`Subject`], [`Question`] | what is rolled out: a position, a cube decision, plays side by side |
//! | [`RolloutSettings`], [`Preset`] | how |
//! | [`Rollout`] | the games so far; running, continuing, merging |
//! | [`Effort`], [`Progress`], [`Ending`] | one run of it |
//! | [`Results`] | means, standard errors, ranks, verdict, statistics |
//! | [`Tally`], [`Statistics`] | games summed up, independent of their order |
//! | [`Permutations`] | the quasi-random dice |
//!
//! A game depends on the rollout and its number alone: results are the same bit for bit for any number of threads, any
//! interruption, and any distribution over machines. docs/rollouts.md explains the method and its measured properties.

mod course;
mod desk;
mod dice;
mod error;
mod game;
mod log;
mod preset;
mod results;
mod run;
mod sample;
mod settings;
mod statistics;
mod stop;
mod subject;
mod tally;
#[cfg(test)]
mod tests;

pub use dice::{BLOCK, Permutations};
pub use error::RolloutError;
pub use log::{GameLog, LogAction};
pub use preset::Preset;
pub use results::{AlternativeResult, CubeResult, Estimate, Results};
pub use run::{Effort, MAX_THREADS, Played, Progress, Rollout};
pub use sample::{CUBELESS, OUTPUTS, Sample, VALUE};
pub use settings::{DiceSource, RolloutPlay, RolloutSettings, StopRule, Switched};
pub use statistics::{ByCube, CUBE_LEVELS, PlayerStatistics, Statistics, Timed, cube_level};
pub use stop::Ending;
pub use subject::{Candidate, Label, Question, Subject};
pub use tally::{LEAST_BLOCKS, Moments, Sums, Tally};
