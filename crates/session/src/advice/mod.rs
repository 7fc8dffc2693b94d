// SPDX-License-Identifier: GPL-3.0-or-later
//! Advice about positions: hints and evaluations, surveys, the tutor's judgement.

pub mod hint;
pub mod survey;
pub(crate) mod tutor;

use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{Engine, EvalSettings, MoveFilters};
use gnubg_engine::rollout::RolloutSettings;
use std::sync::Arc;

/// What advice is computed with.
#[derive(Clone, Debug)]
pub(crate) struct Adviser {
    /// How checker plays are evaluated.
    pub(crate) checker: EvalSettings,
    /// How cube decisions are evaluated.
    pub(crate) cube: EvalSettings,
    pub(crate) filters: MoveFilters,
    /// How a hint rolls out the checker plays that the evaluation leaves open; `None` if it does not.
    pub(crate) checker_rollout: Option<RolloutSettings>,
    /// The same for cube decisions.
    pub(crate) cube_rollout: Option<RolloutSettings>,
    pub(crate) engine: Arc<Engine>,
    pub(crate) table: Arc<MatchEquityTable>,
}
