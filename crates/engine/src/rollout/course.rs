// SPDX-License-Identifier: GPL-3.0-or-later
//! Everything that all games of a run share, and what their first plies have in common.
//!
//! The dice of a game decide where it goes, so games that begin with the same rolls are the same game so far. Cube
//! actions, plays and luck of the first plies are kept by the rolls that lead there: 1296 games with two memorized plies
//! after the first need them 463 times instead of 3888.

use super::dice::Permutations;
use super::sample::Outlook;
use super::settings::{RolloutPlay, RolloutSettings};
use super::subject::{Alternative, CubelessScale, Subject, playing_context};
use crate::core::{Board, Dice, MoveRules, Probs, Variation};
use crate::cube::{CubeContext, CubeInfo};
use crate::eval::{Engine, EvalSettings, StaticValue};
use std::sync::{Arc, OnceLock};

/// Plies kept at most: nodes 1 + 21 + 441.
const KEPT_PLIES: usize = 3;

/// What all games of a run share.
pub(super) struct Course<'a> {
    pub(super) engine: &'a Engine,
    pub(super) context: CubeContext,
    pub(super) variation: Variation,
    pub(super) rules: MoveRules,
    /// As effective: the cubeful flags of all evaluations are the rollout's.
    pub(super) settings: RolloutSettings,
    pub(super) permutations: Option<Permutations>,
    pub(super) lines: Vec<Line>,
    /// The cube in whose units values are given, by whether the results are for the opponent of the player who rolls
    /// first.
    pub(super) basis: CubeInfo,
}

/// One alternative with its scale and the beginnings of its games.
pub(super) struct Line {
    pub(super) alternative: Alternative,
    /// For the player who rolls first.
    pub(super) cubeless: CubelessScale,
    pub(super) beginnings: Arc<Beginnings>,
}

impl<'a> Course<'a> {
    /// `settings` are used as they are effective. `known` are the beginnings that an earlier run of the same rollout has
    /// kept, by alternative; they may be missing.
    pub(super) fn new(
        engine: &'a Engine,
        subject: &Subject,
        settings: &RolloutSettings,
        known: Vec<Arc<Beginnings>>,
    ) -> Course<'a> {
        let settings = settings.effective();
        let root = subject.root();
        let context = playing_context(&root.context, settings.cubeful);
        let kept = Beginnings::kept_plies(&settings);
        let mut known = known.into_iter();
        let line = |alternative: Alternative| {
            let basis = if alternative.for_opponent { root.cube.swapped() } else { root.cube };
            Line {
                alternative,
                cubeless: CubelessScale::new(&root.context, alternative.cube, basis),
                beginnings: known.next().unwrap_or_else(|| Arc::new(Beginnings::new(kept))),
            }
        };
        Course {
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

/// The right cube action of a position and what decided it.
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
pub(super) struct Arrival {
    /// The opponent of the player who has played is on roll.
    pub(super) board: Board,
    pub(super) value: StaticValue,
}

/// What each roll of a position is worth to the player on roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Luck {
    pub(super) mean: Outlook,
    pub(super) of: [Outlook; Dice::ALL.len()],
}

/// What is known about a position at the beginning of games.
#[derive(Debug, Default)]
pub(super) struct Beginning {
    pub(super) cube: OnceLock<CubeAction>,
    pub(super) luck: OnceLock<Luck>,
    pub(super) arrivals: [OnceLock<Arrival>; Dice::ALL.len()],
}

/// What is known about the first plies, by the rolls made.
#[derive(Debug)]
pub(super) struct Beginnings {
    /// \[ply\]\[number of the rolls made, in base 21\].
    nodes: Vec<Box<[OnceLock<Box<Beginning>>]>>,
}

/// Where a game is among the beginnings.
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

impl Beginnings {
    /// Plies worth keeping: those whose positions games share at least in pairs. None if play is not a function of the
    /// position.
    fn kept_plies(settings: &RolloutSettings) -> usize {
        let is_erratic = |settings: &EvalSettings| settings.noise > 0.0 && !settings.deterministic;
        let plays = [&settings.play, &settings.late_play];
        if plays.iter().any(|play| play.checker.iter().chain(&play.cube).any(is_erratic)) {
            return 0;
        }
        let rolls = Dice::ALL.len() as u32;
        (0..KEPT_PLIES).take_while(|&ply| 2 * rolls.pow(ply as u32) <= settings.trials.max(2)).count()
    }

    fn new(plies: usize) -> Beginnings {
        let nodes = |ply: usize| (0..Dice::ALL.len().pow(ply as u32)).map(|_| OnceLock::new()).collect();
        Beginnings { nodes: (0..plies).map(nodes).collect() }
    }

    /// What is known there; `None` for plies that are not kept.
    pub(super) fn at(&self, path: Path) -> Option<&Beginning> {
        Some(self.nodes.get(path.ply)?.get(path.rolls)?.get_or_init(Box::default))
    }
}

/// The value of `cell`, found by `work` if it is not known yet. Two threads may find the same value at once.
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
    fn beginnings_are_kept_where_games_share_them() {
        let of = |trials| Beginnings::kept_plies(&RolloutSettings { trials, ..RolloutSettings::default() });
        assert_eq!([1, 36, 42, 882, 1296, 46_656].map(of), [1, 1, 2, 3, 3, 3]);
        let mut erratic = RolloutSettings::default();
        erratic.play.checker[0] = EvalSettings { noise: 0.1, deterministic: false, ..EvalSettings::at(0) };
        assert_eq!(Beginnings::kept_plies(&erratic), 0);
        let beginnings = Beginnings::new(2);
        let path = Path::default();
        assert!(beginnings.at(path).is_some());
        assert!(beginnings.at(path.then(Dice::ALL[20])).is_some());
        assert!(beginnings.at(path.then(Dice::ALL[0]).then(Dice::ALL[0])).is_none());
    }
}
