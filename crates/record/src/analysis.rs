// SPDX-License-Identifier: GPL-3.0-or-later
//! The analysis of one entry of a record as plain numbers, without the engine.
//!
//! All values are from the point of view of the player who decides: the mover after the play, or the player who may
//! double.

use crate::settings::{EvalSettings, RolloutSettings};
use gnubg_engine::core::{Equity, Mwc, Play, Probs};
use gnubg_engine::rollout::DecisionLevel;
use std::cmp::Ordering;
use std::sync::Arc;

/// The cubeful value of a position, in the unit of its source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Utility {
    /// Equity normalized to the cube before the decision: points per game at a cube of 1. In a match it comes from
    /// programs that use another match equity table.
    Equity(Equity),
    /// The chance to win the match.
    Match(Mwc),
}

impl Utility {
    /// The number without its unit: points or a chance.
    #[must_use]
    pub const fn value(self) -> f32 {
        match self {
            Utility::Equity(Equity(value)) | Utility::Match(Mwc(value)) => value,
        }
    }

    /// A match winning chance if `is_match`, otherwise an equity, as GNU Backgammon stores them.
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

/// The result of an evaluation or rollout for one alternative.
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
    /// Standard errors of the five chances.
    pub probs: Probs,
    /// Standard error of the cubeless equity.
    pub cubeless: f32,
    /// Standard error of the cubeful value.
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
    /// The settings, shared between the alternatives of one rollout.
    pub settings: Arc<RolloutSettings>,
}

/// Analysis by a program with levels of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignLevel {
    /// The name that the program gives to the level, such as `XG Roller++`.
    pub name: String,
    /// The nearest search depth in our counting (0 = static).
    pub plies: u8,
}

/// How the numbers of a candidate were computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// By evaluation.
    Evaluation(EvalSettings),
    /// By rollout.
    Rollout(Box<Rollout>),
    /// By another program.
    Foreign(Box<ForeignLevel>),
}

impl Method {
    /// A short name: `Cubeful 2-ply`, `Rollout`, `Roller` if the rollout is that of a level, or the other program's level.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Method::Evaluation(settings) => settings.name(),
            Method::Rollout(rollout) => rollout_name(&rollout.settings),
            Method::Foreign(level) => level.name.clone(),
        }
    }

    /// Compares the reliability of two results: rollouts (more games first) above evaluations above nothing; a
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

    /// The evaluation settings, or the nearest ones for the level of another program; 0-ply for a rollout.
    #[must_use]
    pub fn as_evaluation(&self) -> EvalSettings {
        match self {
            Method::Evaluation(settings) => *settings,
            Method::Rollout(_) => EvalSettings::at(0),
            Method::Foreign(level) => EvalSettings::at(level.plies),
        }
    }
}

/// The name of the level that rolls out in this way, or `Rollout`.
fn rollout_name(settings: &RolloutSettings) -> String {
    let level = DecisionLevel::of_rollout(settings).and_then(DecisionLevel::rollout_title);
    level.unwrap_or("Rollout").to_owned()
}

/// One play that was considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The play.
    pub play: Play,
    /// Chances of the mover after the play.
    pub probs: Probs,
    /// Equity of the play for the mover, normalized to the cube (EMG in a match); candidates are ordered by it.
    pub equity: Equity,
    /// How this was computed.
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
    /// Whether another program made it: it did if it evaluated every candidate.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        let foreign = |one: &Candidate| matches!(one.method, Method::Foreign(_));
        !self.candidates.is_empty() && self.candidates.iter().all(foreign)
    }

    /// The error of the play that was made, 0 or negative. `None` if it is not among the candidates or
    /// there are none.
    #[must_use]
    pub fn error(&self) -> Option<Equity> {
        let best = self.candidates.first()?;
        let played = self.candidates.get(self.played?)?;
        Some(Equity((played.equity.0 - best.equity.0).min(0.0)))
    }
}

/// How the numbers of a cube decision were computed.
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
            CubeMethod::Rollout(rollout) => rollout_name(&rollout.settings),
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

/// A double and take decision. The value of a drop follows from the rules and the score.
#[derive(Clone, Debug, PartialEq)]
pub struct CubeAnalysis {
    /// The value without a double.
    pub no_double: Outputs,
    /// The value of double and take; in money play in units of the cube *before* the double.
    pub double_take: Outputs,
    /// How this was computed.
    pub method: CubeMethod,
    /// Whether the user chose it for a rollout.
    pub is_marked: bool,
}

impl CubeAnalysis {
    /// Whether another program made it.
    #[must_use]
    pub const fn is_foreign(&self) -> bool {
        matches!(self.method, CubeMethod::Foreign(_))
    }

    /// Compares the reliability of two results, as [`Method::strength`] does.
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
    /// Equity of losing the points that were offered.
    pub after: Equity,
    /// How the position was evaluated.
    pub settings: EvalSettings,
}

/// The analysis of one entry.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Analysis {
    /// Checker play; on entries with a roll and a play.
    pub play: Option<PlayAnalysis>,
    /// The cube decision before the roll, or the double.
    pub cube: Option<CubeAnalysis>,
    /// The checker play analysis of another program that `play` has replaced or changed, as it was found.
    pub imported_play: Option<Arc<PlayAnalysis>>,
    /// The cube decision of another program that `cube` has replaced, as it was found.
    pub imported_cube: Option<Arc<CubeAnalysis>>,
    /// Luck of the roll, in equity (EMG) of the player who rolled.
    pub luck: Option<Equity>,
    /// The resignation.
    pub resignation: Option<ResignAnalysis>,
    /// The whole rollout behind `play` as a rollout file, from which it can be resumed exactly; see
    /// `gnubg_formats::rollout`. Without it only means and standard errors are known.
    pub play_rollout: Option<Arc<str>>,
    /// The same for `cube`.
    pub cube_rollout: Option<Arc<str>>,
}

impl Analysis {
    /// Whether there is no analysis at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Analysis::default()
    }

    /// Replaces the checker play analysis. One that another program made is kept beside it.
    pub fn set_play(&mut self, play: PlayAnalysis) {
        self.keep_imported_play();
        self.play = Some(play);
    }

    /// Keeps the checker play analysis of another program as it is now, before results are added to it.
    pub fn keep_imported_play(&mut self) {
        if let Some(old) = self.play.as_ref().filter(|old| old.is_foreign()) {
            self.imported_play.get_or_insert_with(|| Arc::new(old.clone()));
        }
    }

    /// Replaces the cube decision. One that another program made is kept beside it.
    pub fn set_cube(&mut self, cube: CubeAnalysis) {
        if let Some(old) = self.cube.as_ref().filter(|old| old.is_foreign()) {
            self.imported_cube.get_or_insert_with(|| Arc::new(old.clone()));
        }
        self.cube = Some(cube);
    }

    /// The checker play analysis of another program: the one kept, or the one in use.
    #[must_use]
    pub fn foreign_play(&self) -> Option<&PlayAnalysis> {
        self.imported_play.as_deref().or(self.play.as_ref().filter(|play| play.is_foreign()))
    }

    /// The same for the cube decision.
    #[must_use]
    pub fn foreign_cube(&self) -> Option<&CubeAnalysis> {
        self.imported_cube.as_deref().or(self.cube.as_ref().filter(|cube| cube.is_foreign()))
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

    /// A session of thousands of games keeps hundreds of candidates for each.
    #[test]
    fn a_candidate_is_small() {
        assert_eq!(size_of::<Candidate>(), 56);
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
        let foreign = Method::Foreign(Box::new(ForeignLevel { name: "3-ply".to_owned(), plies: 2 }));
        assert_eq!(rollout(36).strength(&deep), Ordering::Greater);
        assert_eq!(rollout(36).strength(&rollout(1296)), Ordering::Less);
        assert_eq!(deep.strength(&foreign), Ordering::Greater);
        assert_eq!(foreign.strength(&Method::Evaluation(EvalSettings::at(2))), Ordering::Equal);
    }

    #[test]
    fn the_analysis_of_another_program_is_kept_beside_the_own() {
        let mut foreign = candidate(0.25);
        foreign.method = Method::Foreign(Box::new(ForeignLevel { name: "XG Roller++".to_owned(), plies: 4 }));
        let imported = PlayAnalysis { candidates: vec![foreign], played: Some(0) };
        let own = PlayAnalysis { candidates: vec![candidate(0.5)], played: Some(0) };
        let mut analysis = Analysis { play: Some(imported.clone()), ..Analysis::default() };
        assert_eq!(analysis.foreign_play(), Some(&imported));
        analysis.set_play(own.clone());
        analysis.set_play(own.clone());
        assert_eq!((analysis.foreign_play(), &analysis.play), (Some(&imported), &Some(own.clone())));
        let mut analysis = Analysis { play: Some(own.clone()), ..Analysis::default() };
        analysis.set_play(own);
        assert_eq!(analysis.foreign_play(), None);
    }

    #[test]
    fn utilities_swap_in_their_own_unit() {
        assert_eq!(Utility::new(0.25, true).swapped(), Utility::Equity(Equity(-0.25)));
        assert_eq!(Utility::new(0.25, false).swapped(), Utility::Match(Mwc(0.75)));
    }
}
