// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts: playing a position out many times and averaging the results.
//!
//! | part | holds |
//! | --- | --- |
//! | [`Subject`], [`Question`] | what is rolled out: a position, a cube decision, or several plays |
//! | [`RolloutSettings`], [`Preset`] | trials, dice, strength of play, truncation, stop rules |
//! | [`Rollout`] | the games so far; running, continuing, merging |
//! | [`DecisionLevel`], [`RolloutStep`] | decisions whose last step is a rollout |
//! | [`Effort`], [`Progress`], [`Ending`] | one run: threads and time, progress, why it ended |
//! | [`Results`] | means, standard errors, ranks, verdict, statistics |
//! | [`Tally`], [`Statistics`] | sums over games, independent of their order |
//!
//! A game depends only on the rollout and its number. Results are therefore identical, bit for bit, for any number of
//! threads, any interruption and any distribution over machines. docs/rollouts.md explains the method and the measured
//! properties.

mod dice;
mod effort;
mod error;
mod game;
mod games;
mod level;
mod log;
mod preset;
mod replay;
mod results;
mod run;
mod sample;
mod schedule;
mod settings;
mod shared;
mod statistics;
mod step;
#[cfg(test)]
mod step_tests;
mod stop;
mod subject;
mod tally;
#[cfg(test)]
mod tests;

pub use dice::BLOCK;
pub use effort::{Effort, MAX_THREADS, Progress};
pub use error::RolloutError;
pub use games::{PlayedGames, Rollout};
pub use level::DecisionLevel;
pub use log::{GameLog, LogAction};
pub use preset::Preset;
pub use results::{AlternativeResult, CubeResult, Estimate, Results};
pub use sample::{CUBELESS, OUTPUTS, Sample, VALUE};
pub use settings::{DiceSource, PlySwitch, RolloutPlay, RolloutSettings, StopRule};
pub use statistics::{ByCube, CUBE_LEVELS, EventCount, PlayerStatistics, Statistics};
pub use step::RolloutStep;
pub use stop::Ending;
pub use subject::{Candidate, Label, Question, Subject};
pub use tally::{Moments, Sums, Tally, widening};
