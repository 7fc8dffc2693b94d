// SPDX-License-Identifier: GPL-3.0-or-later
//! Data that all games of a run share, and the results of their first plies.
//!
//! The dice determine a game, so games that begin with the same rolls are identical up to that point. Cube actions,
//! plays and luck of the first plies are stored by the rolls that lead to them: with two stored plies after the first,
//! 1296 games compute them 463 times instead of 3888.

use super::dice::Permutations;
use super::sample::ChancesAndValue;
use super::settings::{RolloutPlay, RolloutSettings};
use super::subject::{Alternative, CubelessScale, Subject, playing_context};
use crate::core::{Board, Dice, MoveRules, Probs, Variation};
use crate::cube::{CubeContext, CubeInfo};
use crate::eval::{Engine, EvalSettings, StaticValue};
use std::sync::{Arc, OnceLock};

/// Maximum number of stored plies: 1 + 21 + 441 positions.
const KEPT_PLIES: usize = 3;

/// Data that all games of a run share.
pub(super) struct RunContext<'a> {
    pub(super) engine: &'a Engine,
    pub(super) context: CubeContext,
    pub(super) variation: Variation,
    pub(super) rules: MoveRules,
    /// The effective settings: the cubeful flags of all evaluations are those of the rollout.
    pub(super) settings: RolloutSettings,
    pub(super) permutations: Option<Permutations>,
    pub(super) lines: Vec<AlternativeContext>,
    /// The cube in whose units values are given, by whether the results are for the opponent of the player who rolls
    /// first.
    pub(super) basis: CubeInfo,
}

/// One alternative with its scale and the shared first plies of its games.
pub(super) struct AlternativeContext {
    pub(super) alternative: Alternative,
    /// For the player who rolls first.
    pub(super) cubeless: CubelessScale,
    pub(super) shared_plies: Arc<SharedPlies>,
}

impl<'a> RunContext<'a> {
    /// Uses the effective form of `settings`. `known` are the first plies, by alternative, that an earlier run of the
    /// same rollout has stored; they may be missing.
    pub(super) fn new(
        engine: &'a Engine,
        subject: &Subject,
        settings: &RolloutSettings,
        known: Vec<Arc<SharedPlies>>,
    ) -> RunContext<'a> {
        let settings = settings.effective();
        let root = subject.root();
        let context = playing_context(&root.context, settings.cubeful);
        let kept = SharedPlies::kept_plies(&settings);
        let mut known = known.into_iter();
        let line = |alternative: Alternative| {
            let basis = if alternative.for_opponent { root.cube.swapped() } else { root.cube };
            AlternativeContext {
                alternative,
                cubeless: CubelessScale::new(&root.context, alternative.cube, basis),
                shared_plies: known.next().unwrap_or_else(|| Arc::new(SharedPlies::new(kept))),
            }
        };
        RunContext {
            engine,
            context,
            variation: root.variation,
            rules: root.rules,
            permutations: settings.quasi_random.then(|| Permutations::new(settings.seed)),
            settings,
            lines: subject.alternatives().into_iter().map(line).collect(),
            basis: root.cube,
        }
    }

    /// How the plies of a game are played from `ply` on.
    pub(super) fn play_at(&self, ply: usize) -> &RolloutPlay {
        match self.settings.late.get() {
            Some(from) if ply >= usize::from(from) => &self.settings.late_play,
            _ => &self.settings.play,
        }
    }

    /// Units of the basis cube for each unit of `cube`, in money play.
    pub(super) fn scale_of(&self, cube: CubeInfo) -> f64 {
        if self.context.is_money() {
            f64::from(cube.value.points()) / f64::from(self.basis.value.points())
        } else {
            1.0
        }
    }
}

/// The correct cube action of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CubeAction {
    /// Roll.
    None,
    /// Double, take.
    Taken,
    /// Double, beaver, and the doubler plays on.
    Beavered,
    /// Double, pass; the chances of rolling on.
    Passed(Probs),
}

/// The position after a play and its static value.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedPosition {
    /// The opponent of the player who has played is on roll.
    pub(super) board: Board,
    pub(super) value: StaticValue,
}

/// The value of each roll to the player on roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Luck {
    pub(super) mean: ChancesAndValue,
    pub(super) of: [ChancesAndValue; Dice::ALL.len()],
}

/// The stored results of one position in the first plies.
#[derive(Debug, Default)]
pub(super) struct SharedPosition {
    pub(super) cube: OnceLock<CubeAction>,
    pub(super) luck: OnceLock<Luck>,
    pub(super) played: [OnceLock<PlayedPosition>; Dice::ALL.len()],
}

/// The stored results of the first plies, by the rolls that lead to them.
#[derive(Debug)]
pub(super) struct SharedPlies {
    /// \[ply\]\[number of the rolls made, in base 21\].
    nodes: Vec<Box<[OnceLock<Box<SharedPosition>>]>>,
}

/// The position of a game among the shared first plies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Path {
    ply: usize,
    rolls: usize,
}

impl Path {
    /// After one more roll.
    pub(super) fn then(self, dice: Dice) -> Path {
        let rolls = self.rolls.saturating_mul(Dice::ALL.len()).saturating_add(dice.index());
        Path { ply: self.ply + 1, rolls }
    }
}

impl SharedPlies {
    /// How many plies are stored: those whose positions at least two games share on average. None if play is not a
    /// function of the position.
    fn kept_plies(settings: &RolloutSettings) -> usize {
        let is_erratic = |settings: &EvalSettings| settings.noise > 0.0 && !settings.deterministic;
        let plays = [&settings.play, &settings.late_play];
        if plays.iter().any(|play| play.checker.iter().chain(&play.cube).any(is_erratic)) {
            return 0;
        }
        let rolls = Dice::ALL.len() as u32;
        (0..KEPT_PLIES).take_while(|&ply| 2 * rolls.pow(ply as u32) <= settings.trials.max(2)).count()
    }

    fn new(plies: usize) -> SharedPlies {
        let nodes = |ply: usize| (0..Dice::ALL.len().pow(ply as u32)).map(|_| OnceLock::new()).collect();
        SharedPlies { nodes: (0..plies).map(nodes).collect() }
    }

    /// The stored results there; `None` for plies that are not stored.
    pub(super) fn at(&self, path: Path) -> Option<&SharedPosition> {
        Some(self.nodes.get(path.ply)?.get(path.rolls)?.get_or_init(Box::default))
    }
}

/// The value of `cell`, computed by `work` if it is not known yet. Two threads may compute the same value at once.
pub(super) fn known<T: Copy, E>(
    cell: Option<&OnceLock<T>>,
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    if let Some(value) = cell.and_then(OnceLock::get) {
        return Ok(*value);
    }
    let value = work()?;
    if let Some(cell) = cell {
        let _ = cell.set(value);
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_plies_are_stored_if_games_share_them() {
        let of = |trials| SharedPlies::kept_plies(&RolloutSettings { trials, ..RolloutSettings::default() });
        assert_eq!([1, 36, 42, 882, 1296, 46_656].map(of), [1, 1, 2, 3, 3, 3]);
        let mut erratic = RolloutSettings::default();
        erratic.play.checker[0] = EvalSettings { noise: 0.1, deterministic: false, ..EvalSettings::at(0) };
        assert_eq!(SharedPlies::kept_plies(&erratic), 0);
        let shared_plies = SharedPlies::new(2);
        let path = Path::default();
        assert!(shared_plies.at(path).is_some());
        assert!(shared_plies.at(path.then(Dice::ALL[20])).is_some());
        assert!(shared_plies.at(path.then(Dice::ALL[0]).then(Dice::ALL[0])).is_none());
    }
}
