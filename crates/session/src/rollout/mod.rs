// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts as background jobs.
//!
//! [`Question::Rollout`](crate::Question::Rollout) starts one. While it runs, [`Event::RolloutProgress`] tells what has
//! been found; [`Event::RolloutReady`] is the last word, also of a rollout that was stopped: its games are kept, and the
//! same question goes on from there. That is how a rollout is paused, too.

pub mod convert;
pub(crate) mod log;
pub(crate) mod resume;

use convert::Rolled;
use gnubg_engine::core::{MatchState, Play};
use gnubg_engine::rollout::{Ending, Moments, Results, Rollout, RolloutSettings, Subject};
use gnubg_record::Cursor;
use std::sync::{Arc, Mutex};

/// Most blocks of 36 games whose course is told while a rollout runs; at the end it is told always.
const MOST_BLOCKS: u32 = 144;

/// What is to be rolled out.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// The position shown, before the roll.
    Position,
    /// The cube decision of the player on roll, or of the player who has doubled.
    Cube,
    /// These plays of the player on roll.
    Plays(Vec<Play>),
    /// What the entry after the place shown decided: its plays that were chosen for a rollout, or else the two best and
    /// the one that was made; or the cube decision.
    Decision,
    /// This position before the roll, wherever it comes from; its result is not kept.
    Elsewhere(Box<MatchState>),
    /// What was rolled out last, whatever is shown now; its games count.
    Last,
}

/// A rollout asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutRequest {
    /// What.
    pub target: Target,
    /// How; `None` for the options, or as before for [`Target::Last`].
    pub settings: Option<Box<RolloutSettings>>,
    /// Whether the games of the last rollout count if it had the same question and plays alike.
    pub extend: bool,
    /// Whether the result is kept with the next entry of the record.
    pub store: bool,
}

/// What a rollout has found so far.
#[derive(Clone, Debug)]
pub struct RolloutNews {
    /// The question.
    pub subject: Subject,
    /// How it is rolled out.
    pub settings: RolloutSettings,
    /// The results.
    pub results: Results,
    /// Seconds the rest will take; `None` if that is not known yet, or nothing is left.
    pub remaining_s: Option<f64>,
    /// For each alternative its moments after each block of 36 games. Empty for long rollouts that still run.
    pub convergence: Vec<Vec<Moments>>,
    /// Why it ended; `None` while it runs.
    pub ending: Option<Ending>,
}

impl RolloutNews {
    pub(crate) fn of(rollout: &Rollout, remaining_s: Option<f64>, ending: Option<Ending>) -> RolloutNews {
        let results = rollout.results();
        let most = results.alternatives.iter().map(|result| result.games()).max().unwrap_or(0);
        let is_told = ending.is_some() || most <= 36 * MOST_BLOCKS;
        let n_told = if is_told { results.alternatives.len() } else { 0 };
        RolloutNews {
            subject: rollout.subject().clone(),
            settings: rollout.settings().clone(),
            convergence: (0..n_told).map(|n| rollout.convergence(n)).collect(),
            results,
            remaining_s,
            ending,
        }
    }
}

/// A rollout that a job works on. The session looks at it only when the job has ended.
#[derive(Debug)]
pub(crate) struct RolloutWork {
    pub(crate) rollout: Rollout,
    pub(crate) ending: Option<Ending>,
}

/// A rollout that was started.
#[derive(Debug)]
pub(crate) struct StartedRollout {
    pub(crate) work: Arc<Mutex<RolloutWork>>,
    /// Where the result is kept.
    pub(crate) place: Option<Cursor>,
}

/// What a rollout has found about one decision, to be kept with it.
#[derive(Debug)]
pub(crate) struct RolloutResult {
    pub(crate) subject: Subject,
    pub(crate) rolled: Rolled,
}

/// The last rollout that ended.
#[derive(Debug)]
pub(crate) struct LastRollout {
    pub(crate) rollout: Box<Rollout>,
    /// Where its result was kept.
    pub(crate) place: Option<Cursor>,
}

/// Games played, all alternatives together.
pub(crate) fn games(rollout: &Rollout) -> u64 {
    rollout.played().iter().map(|played| u64::from(played.tally.games())).sum()
}
