// SPDX-License-Identifier: GPL-3.0-or-later
//! What an analysis says about one entry of a record: plain numbers, no engine behind them.
//!
//! Everything is seen by the player who decides: a play's numbers are the mover's after the play, a cube decision's
//! those of the player who may double.

use crate::settings::{EvalSettings, RolloutSettings};
use gnubg_engine::core::{Equity, Mwc, Play, Probs};
use std::cmp::Ordering;
use std::sync::Arc;

/// What a position is worth with the cube in play, in the unit its source uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Utility {
    /// Normalized to the cube as it lies before the decision: in money play points per game on a cube of 1. In a match
    /// programs without our table give this.
    Equity(Equity),
    /// The chance to win the match.
    Match(Mwc),
}

impl Utility {
    /// The bare number: points or a chance.
    #[must_use]
    pub const fn value(self) -> f32 {
        match self {
            Utility::Equity(Equity(value)) | Utility::Match(Mwc(value)) => value,
        }
    }

    /// An equity or a match winning chance of that value: what GNU Backgammon stores in money and match play.
    #[must_use]
    pub const fn new(value: f32, is_money: bool) -> Utility {
        if is_money { Utility::Equity(Equity(value)) } else { Utility::Match(Mwc(value)) }
    }

    /// The same seen by the opponent.
    #[must_use]
    pub fn swapped(self) -> Utility {
        match self {
            Utility::Equity(equity) => Utility::Equity(-equity),
            Utility::Match(mwc) => Utility::Match(mwc.swapped()),
        }
    }
}

/// Everything an evaluation or rollout yields for one alternative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outputs {
    /// Chances of the five outcomes.
    pub probs: Probs,
    /// Cubeless equity.
    pub cubeless: Equity,
    /// Value with the cube in play.
    pub cubeful: Utility,
}

/// Standard errors, in the units of the outputs they belong to.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct StdErrors {
    /// Of the five chances.
    pub probs: Probs,
    /// Of the cubeless equity.
    pub cubeless: f32,
    /// Of the cubeful value.
    pub cubeful: f32,
}

/// The result of rolling out one alternative.
#[derive(Clone, Debug, PartialEq)]
pub struct Rollout {
    /// Games played; at least 1.
    pub trials: u32,
    /// Games skipped (an old way to roll out openings); kept for files.
    pub skipped: u32,
    /// The means.
    pub mean: Outputs,
    /// Their standard errors.
    pub std_error: StdErrors,
    /// How it was done; shared between the alternatives of one rollout.
    pub settings: Arc<RolloutSettings>,
}

/// Analysis by a program with levels of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignLevel {
    /// The level in that program's words, such as `XG Roller++`.
    pub name: String,
    /// The nearest search depth in our counting (0 = static).
    pub plies: u8,
}

/// How numbers were found.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// By evaluation.
    Evaluation(EvalSettings),
    /// By rollout.
    Rollout(Box<Rollout>),
    /// By another program.
    Foreign(ForeignLevel),
}

impl Method {
    /// A short name: `Cubeful 2-ply`, `Rollout`, or the other program's level.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Method::Evaluation(settings) => settings.name(),
            Method::Rollout(_) => "Rollout".to_owned(),
            Method::Foreign(level) => level.name.clone(),
        }
    }

    /// Compares how far two results can be trusted: rollouts (more games first) above evaluations above nothing; a
    /// foreign level counts as an evaluation of its depth.
    #[must_use]
    pub fn strength(&self, other: &Method) -> Ordering {
        match (self, other) {
            (Method::Rollout(a), Method::Rollout(b)) => a.trials.cmp(&b.trials),
            (Method::Rollout(_), _) => Ordering::Greater,
            (_, Method::Rollout(_)) => Ordering::Less,
            (a, b) => a.as_evaluation().strength(&b.as_evaluation()),
        }
    }

    /// The evaluation settings, or those nearest to a foreign level; 0-ply for a rollout.
    #[must_use]
    pub fn as_evaluation(&self) -> EvalSettings {
        match self {
            Method::Evaluation(settings) => *settings,
            Method::Rollout(_) => EvalSettings::at(0),
            Method::Foreign(level) => EvalSettings::at(level.plies),
        }
    }
}

/// One play that was considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The play.
    pub play: Play,
    /// Chances of the mover after the play.
    pub probs: Probs,
    /// What the play is worth to the mover, normalized to the cube (EMG in a match); candidates are ordered by it.
    pub equity: Equity,
    /// How this was found.
    pub method: Method,
    /// Whether the user chose it for a rollout.
    pub is_marked: bool,
}

/// The candidates of a roll.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PlayAnalysis {
    /// The candidates, best first. May be fewer than the legal plays.
    pub candidates: Vec<Candidate>,
    /// Which of them was played.
    pub played: Option<usize>,
}

impl PlayAnalysis {
    /// What the play that was made loses against the best candidate: 0 or negative. `None` if it is not listed or
    /// nothing is.
    #[must_use]
    pub fn error(&self) -> Option<Equity> {
        let best = self.candidates.first()?;
        let played = self.candidates.get(self.played?)?;
        Some(Equity((played.equity.0 - best.equity.0).min(0.0)))
    }
}

/// How the numbers of a cube decision were found.
#[derive(Clone, Debug, PartialEq)]
pub enum CubeMethod {
    /// By evaluation.
    Evaluation(EvalSettings),
    /// By rollout.
    Rollout(Box<CubeRollout>),
    /// By another program.
    Foreign(ForeignLevel),
}

impl CubeMethod {
    /// A short name, as [`Method::name`] gives it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            CubeMethod::Evaluation(settings) => settings.name(),
            CubeMethod::Rollout(_) => "Rollout".to_owned(),
            CubeMethod::Foreign(level) => level.name.clone(),
        }
    }
}

/// The rollout behind a cube decision.
#[derive(Clone, Debug, PartialEq)]
pub struct CubeRollout {
    /// Games played without a double, and with a double taken.
    pub trials: [u32; 2],
    /// Games skipped; kept for files.
    pub skipped: u32,
    /// Standard errors without a double, and with a double taken.
    pub std_error: [StdErrors; 2],
    /// How it was done.
    pub settings: Arc<RolloutSettings>,
}

/// A decision whether to double and whether to take. What a drop is worth follows from the rules and the score.
#[derive(Clone, Debug, PartialEq)]
pub struct CubeAnalysis {
    /// The doubler plays on without doubling.
    pub no_double: Outputs,
    /// The cube is turned and taken; in money play the value counts points of the cube *before* the double.
    pub double_take: Outputs,
    /// How this was found.
    pub method: CubeMethod,
    /// Whether the user chose it for a rollout.
    pub is_marked: bool,
}

impl CubeAnalysis {
    /// Compares how far two results can be trusted, as [`Method::strength`].
    #[must_use]
    pub fn strength(&self, other: &CubeAnalysis) -> Ordering {
        let rank = |method: &CubeMethod| match method {
            CubeMethod::Rollout(rollout) => (1, rollout.trials[0].min(rollout.trials[1])),
            CubeMethod::Evaluation(_) | CubeMethod::Foreign(_) => (0, 0),
        };
        let settings = |method: &CubeMethod| match method {
            CubeMethod::Evaluation(settings) => *settings,
            CubeMethod::Foreign(level) => EvalSettings::at(level.plies),
            CubeMethod::Rollout(_) => EvalSettings::at(0),
        };
        let (mine, others) = (&self.method, &other.method);
        rank(mine).cmp(&rank(others)).then_with(|| settings(mine).strength(&settings(others)))
    }
}

/// A resignation, seen by the player who resigns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResignAnalysis {
    /// Equity of playing on.
    pub before: Equity,
    /// Equity of losing what was offered.
    pub after: Equity,
    /// How the position was evaluated.
    pub settings: EvalSettings,
}

/// All that is known about one entry.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Analysis {
    /// Checker play; on entries with a roll and a play.
    pub play: Option<PlayAnalysis>,
    /// The cube decision before the roll, or the double.
    pub cube: Option<CubeAnalysis>,
    /// Luck of the roll, in equity (EMG) of the player who rolled.
    pub luck: Option<Equity>,
    /// The resignation.
    pub resignation: Option<ResignAnalysis>,
    /// The whole rollout behind `play` as a rollout file, from which it goes on to the last bit; see
    /// `gnubg_formats::rollout`. Without it only means and standard errors are known.
    pub play_rollout: Option<Arc<str>>,
    /// The same for `cube`.
    pub cube_rollout: Option<Arc<str>>,
}

impl Analysis {
    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Analysis::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::RolloutSettings;

    fn candidate(equity: f32) -> Candidate {
        Candidate {
            play: Play::EMPTY,
            probs: Probs::default(),
            equity: Equity(equity),
            method: Method::Evaluation(EvalSettings::at(0)),
            is_marked: false,
        }
    }

    #[test]
    fn the_error_is_against_the_first_candidate() {
        let mut analysis =
            PlayAnalysis { candidates: vec![candidate(0.25), candidate(0.0)], played: Some(1) };
        assert_eq!(analysis.error(), Some(Equity(-0.25)));
        analysis.played = Some(0);
        assert_eq!(analysis.error(), Some(Equity(0.0)));
        analysis.played = Some(2);
        assert_eq!(analysis.error(), None);
        assert_eq!(PlayAnalysis::default().error(), None);
    }

    #[test]
    fn rollouts_beat_evaluations() {
        let outputs =
            Outputs { probs: Probs::default(), cubeless: Equity(0.0), cubeful: Utility::Equity(Equity(0.0)) };
        let rollout = |trials| {
            Method::Rollout(Box::new(Rollout {
                trials,
                skipped: 0,
                mean: outputs,
                std_error: StdErrors::default(),
                settings: Arc::new(RolloutSettings::default()),
            }))
        };
        let deep = Method::Evaluation(EvalSettings::at(4));
        let foreign = Method::Foreign(ForeignLevel { name: "3-ply".to_owned(), plies: 2 });
        assert_eq!(rollout(36).strength(&deep), Ordering::Greater);
        assert_eq!(rollout(36).strength(&rollout(1296)), Ordering::Less);
        assert_eq!(deep.strength(&foreign), Ordering::Greater);
        assert_eq!(foreign.strength(&Method::Evaluation(EvalSettings::at(2))), Ordering::Equal);
    }

    #[test]
    fn utilities_swap_in_their_own_unit() {
        assert_eq!(Utility::new(0.25, true).swapped(), Utility::Equity(Equity(-0.25)));
        assert_eq!(Utility::new(0.25, false).swapped(), Utility::Match(Mwc(0.75)));
    }
}
