// SPDX-License-Identifier: GPL-3.0-or-later
//! A play entered step by step: which single steps the remaining dice allow, and how to take steps back.
//!
//! The legal plays of a roll are known as final positions. [`Turn`] holds the graph of all step sequences that end in
//! one of them. It offers a step only if the step lies on such a sequence, so "play both dice if possible" and "play
//! the larger die if only one can be played" hold by construction. Everything is seen by the player on roll. Building
//! the graph takes well under a millisecond for two different dice and about one for doubles.

mod graph;
#[cfg(test)]
mod tests;

use super::{Board, Dice, MoveRules, Place, Play, Side, Step};
use graph::Graph;
use std::sync::Arc;

/// One step made in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadeStep {
    /// The checker's step.
    pub step: Step,
    /// The face of the die it used.
    pub die: u8,
    /// Whether it hit a blot.
    pub hit: bool,
}

/// The path of one checker over one or more steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckerPath {
    /// The steps in order.
    pub steps: Vec<MadeStep>,
}

impl CheckerPath {
    /// Where the checker ends.
    #[must_use]
    pub fn to(&self) -> Place {
        self.steps.last().map_or(Place::OFF, |made| made.step.to)
    }

    /// How many blots it hits.
    #[must_use]
    pub fn hits(&self) -> usize {
        self.steps.iter().filter(|made| made.hit).count()
    }
}

/// A play that is being entered.
///
/// ```
/// use gnubg_engine::core::{Board, Dice, MoveRules, Place, Turn, notation};
///
/// let mut turn = Turn::new(&Board::default(), Dice::new(3, 1)?, MoveRules::default());
/// let point = |number| Place::from_number(number).unwrap();
/// turn.go(point(8), point(5)).expect("a legal step");
/// assert!(!turn.is_complete());
/// turn.go(point(6), point(5)).expect("a legal step");
/// assert!(turn.is_complete());
/// assert_eq!(notation::format(turn.start(), &turn.play()), "8/5 6/5");
/// # Ok::<(), gnubg_engine::core::DiceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Turn {
    graph: Arc<Graph>,
    dice: Dice,
    made: Vec<MadeStep>,
    undone: Vec<MadeStep>,
    node: usize,
    swapped: bool,
}

impl Turn {
    /// The turn of a player who has rolled `dice` on `board`. No checker has moved; the higher die is on the left.
    #[must_use]
    pub fn new(board: &Board, dice: Dice, rules: MoveRules) -> Turn {
        let graph = Arc::new(Graph::build(board, dice, rules));
        Turn { graph, dice, made: Vec::new(), undone: Vec::new(), node: 0, swapped: false }
    }

    /// The roll.
    #[must_use]
    pub fn dice(&self) -> Dice {
        self.dice
    }

    /// The faces as shown, left first.
    #[must_use]
    pub fn faces(&self) -> [u8; 2] {
        if self.swapped { [self.dice.low(), self.dice.high()] } else { [self.dice.high(), self.dice.low()] }
    }

    /// Exchanges the left and the right die.
    pub fn swap_dice(&mut self) {
        self.swapped = !self.swapped;
    }

    /// How many halves of each die as shown are used, left first: 0 to 2. Each step of a double uses one half, the left
    /// die first.
    #[must_use]
    pub fn used_halves(&self) -> [u8; 2] {
        let left = self.graph.left[self.node];
        if self.dice.is_double() {
            let n_used = 4 - left[0];
            return [n_used.min(2), n_used.saturating_sub(2)];
        }
        let used = left.map(|n| if n == 0 { 2 } else { 0 });
        if self.swapped { [used[1], used[0]] } else { used }
    }

    /// The position now, still seen by the mover.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.graph.boards[self.node]
    }

    /// The position before the first step.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.graph.boards[0]
    }

    /// The steps made so far, in order.
    #[must_use]
    pub fn made(&self) -> &[MadeStep] {
        &self.made
    }

    /// Whether no checker can be moved at all with this roll.
    #[must_use]
    pub fn is_dance(&self) -> bool {
        self.graph.nodes[0].next.is_empty()
    }

    /// Whether the play may be confirmed: it is legal as it stands, or there is none.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_dance() || self.graph.complete[self.node]
    }

    /// The play made so far.
    #[must_use]
    pub fn play(&self) -> Play {
        let steps: Vec<Step> = self.made.iter().map(|made| made.step).collect();
        Play::from_steps(&steps).expect("invariant: a roll has at most four steps")
    }

    /// Whether a step that was taken back can be redone.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Every place the checker on `from` can reach, each with the path that would be used, nearest first.
    #[must_use]
    pub fn targets(&self, from: Place) -> Vec<CheckerPath> {
        let mut best: Vec<CheckerPath> = Vec::new();
        for path in self.paths(from) {
            match best.iter_mut().find(|other| other.to() == path.to()) {
                Some(other) => {
                    if self.is_better(&path, other) {
                        *other = path;
                    }
                }
                None => best.push(path),
            }
        }
        best.sort_by_key(|path| (path.steps.len(), std::cmp::Reverse(path.to())));
        best
    }

    /// Whether any checker on `from` can move.
    #[must_use]
    pub fn can_leave(&self, from: Place) -> bool {
        self.graph.nodes[self.node].next.iter().any(|(step, ..)| step.from == from)
    }

    /// All paths of one checker from `from`.
    fn paths(&self, from: Place) -> Vec<CheckerPath> {
        let mut found = Vec::new();
        let mut open = vec![(self.node, from, Vec::new())];
        while let Some((node, place, steps)) = open.pop() {
            for &(step, die, hit, next) in &self.graph.nodes[node].next {
                if step.from != place {
                    continue;
                }
                let mut steps: Vec<MadeStep> = steps.clone();
                steps.push(MadeStep { step, die: self.graph.faces[die], hit });
                found.push(CheckerPath { steps: steps.clone() });
                if step.to != Place::OFF {
                    open.push((next, step.to, steps));
                }
            }
        }
        found
    }

    /// Of two paths to the same place: fewer dice, then more hits, then the smaller dice (bearing off keeps the larger
    /// one), then the left die first.
    fn is_better(&self, path: &CheckerPath, than: &CheckerPath) -> bool {
        let left = self.faces()[0];
        let rank = |path: &CheckerPath| {
            let pips: u32 = path.steps.iter().map(|made| u32::from(made.die)).sum();
            let first = path.steps.first().is_some_and(|made| made.die != left);
            (path.steps.len(), std::cmp::Reverse(path.hits()), pips, first)
        };
        rank(path) < rank(than)
    }

    /// Moves one checker from `from` to `to`, over other points if necessary. Returns the steps made, or `None` if
    /// that is not possible.
    pub fn go(&mut self, from: Place, to: Place) -> Option<Vec<MadeStep>> {
        let path = self.targets(from).into_iter().find(|path| path.to() == to)?;
        self.make(&path.steps);
        Some(path.steps)
    }

    /// Moves the checker on `from` by the left (0) or right (1) die as shown, or by the other one if that is not
    /// possible.
    pub fn go_by_die(&mut self, from: Place, first: usize) -> Option<Vec<MadeStep>> {
        let faces = self.faces();
        let preferred = faces[first & 1];
        let node = &self.graph.nodes[self.node];
        let by = |face: u8| {
            node.next.iter().find(|(step, die, ..)| step.from == from && self.graph.faces[*die] == face)
        };
        let &(step, die, hit, _) = by(preferred).or_else(|| by(faces[1 - (first & 1)]))?;
        let made = MadeStep { step, die: self.graph.faces[die], hit };
        self.make(&[made]);
        Some(vec![made])
    }

    /// Makes the point `to` with two checkers: with two dice one from each distance, with doubles the two nearest.
    pub fn make_point(&mut self, to: Place) -> Option<Vec<MadeStep>> {
        let sources = if self.dice.is_double() {
            self.nearest_two(to)?
        } else {
            let from = |face: u8| Place::from_number(to.number() + face);
            [from(self.dice.high())?, from(self.dice.low())?]
        };
        for order in [sources, [sources[1], sources[0]]] {
            let mut trial = self.clone();
            let mut steps = Vec::new();
            let mut whole = true;
            for from in order {
                // With two dice each checker uses exactly one of them.
                let path = trial.targets(from).into_iter().find(|path| path.to() == to);
                let Some(path) = path.filter(|path| self.dice.is_double() || path.steps.len() == 1) else {
                    whole = false;
                    break;
                };
                trial.make(&path.steps);
                steps.extend(path.steps);
            }
            if whole {
                *self = trial;
                return Some(steps);
            }
        }
        None
    }

    /// The two nearest checkers at one to four times the doubled face behind `to`.
    fn nearest_two(&self, to: Place) -> Option<[Place; 2]> {
        let own = self.board().side(Side::OnRoll);
        let mut found = Vec::new();
        for n in 1..=4 {
            let Some(from) = Place::from_number(to.number() + n * self.dice.high()) else { break };
            let count = from.index().map_or(0, |index| own[index]);
            for _ in 0..count.min(2) {
                found.push(from);
            }
        }
        match found[..] {
            [a, b, ..] => Some([a, b]),
            _ => None,
        }
    }

    /// What a click on the player's own tray does: makes the only legal play if there is just one, else bears off a
    /// checker with every die.
    pub fn bear_off(&mut self) -> Option<Vec<MadeStep>> {
        let steps = self.only_continuation().or_else(|| self.all_off())?;
        self.make(&steps);
        Some(steps)
    }

    /// The completion if all sequences from here lead to the same position.
    fn only_continuation(&self) -> Option<Vec<MadeStep>> {
        let mut found: Option<(usize, Vec<MadeStep>)> = None;
        let mut seen = vec![false; self.graph.nodes.len()];
        let mut open = vec![(self.node, Vec::new())];
        while let Some((node, steps)) = open.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            let next = &self.graph.nodes[node].next;
            if next.is_empty() {
                let board = &self.graph.boards[node];
                if found.as_ref().is_some_and(|(other, _)| self.graph.boards[*other] != *board) {
                    return None;
                }
                found.get_or_insert((node, steps));
                continue;
            }
            for &(step, die, hit, after) in next {
                let mut steps: Vec<MadeStep> = steps.clone();
                steps.push(MadeStep { step, die: self.graph.faces[die], hit });
                open.push((after, steps));
            }
        }
        found.map(|(_, steps)| steps).filter(|steps| !steps.is_empty())
    }

    /// A completion in which every remaining die bears off a checker; none unless all checkers are home.
    fn all_off(&self) -> Option<Vec<MadeStep>> {
        if self.board().rearmost(Side::OnRoll).is_some_and(|index| index > 5) {
            return None;
        }
        let mut steps = Vec::new();
        let mut node = self.node;
        loop {
            let next = &self.graph.nodes[node].next;
            if next.is_empty() {
                break;
            }
            let &(step, die, hit, after) = next.iter().find(|(step, ..)| step.to == Place::OFF)?;
            steps.push(MadeStep { step, die: self.graph.faces[die], hit });
            node = after;
        }
        (!steps.is_empty()).then_some(steps)
    }

    /// The places to which the checker on `from` can be taken back, nearest first.
    #[must_use]
    pub fn origins(&self, from: Place) -> Vec<Place> {
        let behind = (from.number() + 1..=25).filter_map(Place::from_number);
        behind.filter(|&to| self.without(from, to).is_some()).collect()
    }

    /// Takes the checker on `from` back to `to`, where it was earlier in this turn; hit checkers return from the bar.
    /// Returns the steps undone, the last first.
    pub fn take_back(&mut self, from: Place, to: Place) -> Option<Vec<MadeStep>> {
        let (rest, undone) = self.without(from, to)?;
        self.made.clear();
        self.node = 0;
        self.undone.clear();
        self.make(&rest);
        Some(undone)
    }

    /// The steps left when a chain of steps from `to` to `from` is removed, in an order that is legal, and the removed
    /// ones, the last first.
    fn without(&self, from: Place, to: Place) -> Option<(Vec<MadeStep>, Vec<MadeStep>)> {
        let chain = self.chain(from, to, self.made.len())?;
        let rest: Vec<Step> =
            (0..self.made.len()).filter(|n| !chain.contains(n)).map(|n| self.made[n].step).collect();
        let order = self.graph.any_order(&rest)?;
        Some((order, chain.iter().map(|&n| self.made[n]).collect()))
    }

    /// Indices of made steps, the last first, that moved a checker from `to` to `from`; only steps before `before`.
    fn chain(&self, from: Place, to: Place, before: usize) -> Option<Vec<usize>> {
        for n in (0..before).rev() {
            let step = self.made[n].step;
            if step.to != from {
                continue;
            }
            if step.from == to {
                return Some(vec![n]);
            }
            if let Some(mut earlier) = self.chain(step.from, to, n) {
                earlier.insert(0, n);
                return Some(earlier);
            }
        }
        None
    }

    /// Takes back the last step.
    pub fn undo(&mut self) -> Option<MadeStep> {
        let last = *self.made.last()?;
        let steps = self.made[..self.made.len() - 1].to_vec();
        let mut undone = std::mem::take(&mut self.undone);
        undone.push(last);
        self.made.clear();
        self.node = 0;
        self.make(&steps);
        self.undone = undone;
        Some(last)
    }

    /// Redoes the step that was taken back last.
    pub fn redo(&mut self) -> Option<MadeStep> {
        let mut undone = std::mem::take(&mut self.undone);
        let made = undone.pop();
        if let Some(made) = made {
            self.make(&[made]);
        }
        self.undone = undone;
        made
    }

    /// Takes back every step; they can be redone one by one. Returns whether there were any.
    pub fn reset(&mut self) -> bool {
        let any = !self.made.is_empty();
        while self.undo().is_some() {}
        any
    }

    /// Replaces the steps made so far with those of a legal play of this roll. Returns the steps.
    pub fn set(&mut self, play: &Play) -> Option<Vec<MadeStep>> {
        let steps = self.graph.any_order(play.steps())?;
        self.made.clear();
        self.undone.clear();
        self.node = 0;
        self.make(&steps);
        Some(steps)
    }

    /// Makes steps that are known to lie on the graph.
    fn make(&mut self, steps: &[MadeStep]) {
        for &made in steps {
            let next = self.graph.step(self.node, made.step, Some(made.die));
            let Some((_, after)) = next else { return };
            self.node = after;
            self.made.push(made);
            self.undone.clear();
        }
    }
}
