// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts: what is asked for, what is found, what is kept.
//!
//! [`Question::Rollout`](crate::Question::Rollout) starts one. While it runs, [`Event::RolloutProgress`](crate::Event::RolloutProgress) reports what has
//! been found; [`Event::RolloutReady`](crate::Event::RolloutReady) is the final result, also of a rollout that was stopped: its games are kept, and the
//! same question resumes it. That is how a rollout is paused, too.

pub mod convert;
pub(crate) mod log;
pub(crate) mod resume;

use convert::StoredRollout;
use gnubg_engine::core::{MatchState, Play};
use gnubg_engine::rollout::{Ending, Moments, Results, Rollout, RolloutSettings, Subject};
use gnubg_record::Cursor;
use std::sync::{Arc, Mutex};

/// Most blocks of 36 games whose convergence is reported while a rollout runs; at the end it is always reported.
const MAX_BLOCKS: u32 = 144;

/// What to roll out.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// The position shown, before the roll.
    Position,
    /// The cube decision of the player on roll, or of the player who has doubled.
    Cube,
    /// These plays of the player on roll.
    Plays(Vec<Play>),
    /// The decision of the entry after the place shown: its plays that were selected for a rollout, or else the two best
    /// and the one played; or the cube decision.
    Decision,
    /// This position before the roll, from anywhere; its result is not kept.
    Elsewhere(Box<MatchState>),
    /// What was rolled out last, whatever is shown now; its games are kept.
    Last,
}

/// A request for a rollout.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutRequest {
    /// What to roll out.
    pub target: Target,
    /// The settings; `None` for those of the options, or the same again for [`Target::Last`].
    pub settings: Option<Box<RolloutSettings>>,
    /// Whether to resume the last rollout if it had the same question and compatible settings.
    pub extend: bool,
    /// Whether to store the result with the next entry of the record.
    pub store: bool,
}

/// What a rollout has found so far.
#[derive(Clone, Debug)]
pub struct RolloutNews {
    /// The question.
    pub subject: Subject,
    /// The settings.
    pub settings: RolloutSettings,
    /// The results.
    pub results: Results,
    /// Seconds the rest will take; `None` if that is not known yet, or nothing is left.
    pub remaining_s: Option<f64>,
    /// For each alternative its moments after each block of 36 games. Empty for a long rollout that still runs.
    pub convergence: Vec<Vec<Moments>>,
    /// Why it ended; `None` while it runs.
    pub ending: Option<Ending>,
}

impl RolloutNews {
    pub(crate) fn of(rollout: &Rollout, remaining_s: Option<f64>, ending: Option<Ending>) -> RolloutNews {
        let results = rollout.results();
        let most = results.alternatives.iter().map(|result| result.games()).max().unwrap_or(0);
        let is_told = ending.is_some() || most <= 36 * MAX_BLOCKS;
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

/// A rollout that a job works on. The session reads it only when the job has ended.
#[derive(Debug)]
pub(crate) struct RolloutWork {
    pub(crate) rollout: Rollout,
    pub(crate) ending: Option<Ending>,
}

/// A rollout that was started.
#[derive(Debug)]
pub(crate) struct StartedRollout {
    pub(crate) work: Arc<Mutex<RolloutWork>>,
    /// Where the result is stored.
    pub(crate) place: Option<Cursor>,
}

/// The result of a rollout of one decision, to be stored with it.
#[derive(Debug)]
pub(crate) struct RolloutResult {
    pub(crate) subject: Subject,
    pub(crate) rolled: StoredRollout,
}

/// The last rollout that ended.
#[derive(Debug)]
pub(crate) struct LastRollout {
    pub(crate) rollout: Box<Rollout>,
    /// Where its result was stored.
    pub(crate) place: Option<Cursor>,
}

/// Games played, all alternatives together.
pub(crate) fn games(rollout: &Rollout) -> u64 {
    rollout.played().iter().map(|played| u64::from(played.tally.games())).sum()
}
