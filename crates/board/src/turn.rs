// SPDX-License-Identifier: GPL-3.0-or-later
//! A play in the making: which single steps are possible with the dice that are left, and how to take them back.
//!
//! The legal plays come from the engine as final positions. [`Turn`] spans the graph of all step sequences that end in
//! one of them; a step is offered only if it lies on such a sequence, so "both dice when possible" and "the larger die
//! if only one" hold by construction. Everything is seen by the player on roll. Building the graph costs well under a
//! millisecond for two dice and about one for doubles.

use gnubg_engine::core::{Board, Dice, MoveRules, Place, Play, PlayList, Side, Step};
use std::collections::HashMap;
use std::rc::Rc;

/// One step made in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// The checker's step.
    pub step: Step,
    /// The face of the die it used.
    pub die: u8,
    /// Whether it hit a blot.
    pub hit: bool,
}

/// A way of one checker over one or more steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The steps in order.
    pub steps: Vec<Made>,
}

impl Way {
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

/// The dice not yet used: how often each of the two faces is left. For doubles only the first counts.
type Left = [u8; 2];

/// One reachable moment of the play.
#[derive(Debug)]
struct Node {
    /// Possible next steps: the step, the index of its die in [`Left`], whether it hits, the node after it.
    next: Vec<(Step, usize, bool, usize)>,
}

/// The graph of all legal step sequences of one roll. Shared by all snapshots of a turn.
#[derive(Debug)]
struct Graph {
    faces: [u8; 2],
    nodes: Vec<Node>,
    boards: Vec<Board>,
    /// Whether the play may end here.
    complete: Vec<bool>,
    left: Vec<Left>,
}

/// A play in the making.
#[derive(Clone, Debug)]
pub struct Turn {
    graph: Rc<Graph>,
    dice: Dice,
    made: Vec<Made>,
    undone: Vec<Made>,
    node: usize,
    swapped: bool,
}

impl Turn {
    /// The turn of a player who has rolled `dice` on `board`; nothing moved yet, the higher die at the left.
    #[must_use]
    pub fn new(board: &Board, dice: Dice, rules: MoveRules) -> Turn {
        let graph = Rc::new(Graph::build(board, dice, rules));
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

    /// How much of each die as shown is used up, left first: 0 to 1. Doubles use a quarter a step, the left die first.
    #[must_use]
    pub fn used(&self) -> [f64; 2] {
        let left = self.graph.left[self.node];
        if self.dice.is_double() {
            let n_used = f64::from(4 - left[0]);
            return [(n_used / 2.0).min(1.0), ((n_used - 2.0) / 2.0).max(0.0)];
        }
        let used = left.map(|n| if n == 0 { 1.0 } else { 0.0 });
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
    pub fn made(&self) -> &[Made] {
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

    /// Whether a taken-back step can be made again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Every place the checker on `from` can reach, each with the way that would be taken, nearest first.
    #[must_use]
    pub fn targets(&self, from: Place) -> Vec<Way> {
        let mut best: Vec<Way> = Vec::new();
        for way in self.ways(from) {
            match best.iter_mut().find(|other| other.to() == way.to()) {
                Some(other) => {
                    if self.is_better(&way, other) {
                        *other = way;
                    }
                }
                None => best.push(way),
            }
        }
        best.sort_by_key(|way| (way.steps.len(), std::cmp::Reverse(way.to())));
        best
    }

    /// Whether any checker on `from` can move.
    #[must_use]
    pub fn can_leave(&self, from: Place) -> bool {
        self.graph.nodes[self.node].next.iter().any(|(step, ..)| step.from == from)
    }

    /// All ways of one checker from `from`.
    fn ways(&self, from: Place) -> Vec<Way> {
        let mut found = Vec::new();
        let mut open = vec![(self.node, from, Vec::new())];
        while let Some((node, place, steps)) = open.pop() {
            for &(step, die, hit, next) in &self.graph.nodes[node].next {
                if step.from != place {
                    continue;
                }
                let mut steps: Vec<Made> = steps.clone();
                steps.push(Made { step, die: self.graph.faces[die], hit });
                found.push(Way { steps: steps.clone() });
                if step.to != Place::OFF {
                    open.push((next, step.to, steps));
                }
            }
        }
        found
    }

    /// Of two ways to the same place: fewer dice, then more hits, then the smaller dice (bearing off keeps the larger
    /// one), then the left die first.
    fn is_better(&self, way: &Way, than: &Way) -> bool {
        let left = self.faces()[0];
        let rank = |way: &Way| {
            let pips: u32 = way.steps.iter().map(|made| u32::from(made.die)).sum();
            let first = way.steps.first().is_some_and(|made| made.die != left);
            (way.steps.len(), std::cmp::Reverse(way.hits()), pips, first)
        };
        rank(way) < rank(than)
    }

    /// Moves one checker from `from` to `to`, over other points if need be. Returns the steps made, or `None` if that
    /// is not possible.
    pub fn go(&mut self, from: Place, to: Place) -> Option<Vec<Made>> {
        let way = self.targets(from).into_iter().find(|way| way.to() == to)?;
        self.make(&way.steps);
        Some(way.steps)
    }

    /// Moves the checker on `from` by the left (0) or right (1) die as shown, or by the other one if that is not
    /// possible.
    pub fn go_by_die(&mut self, from: Place, first: usize) -> Option<Vec<Made>> {
        let faces = self.faces();
        let preferred = faces[first & 1];
        let node = &self.graph.nodes[self.node];
        let by = |face: u8| {
            node.next.iter().find(|(step, die, ..)| step.from == from && self.graph.faces[*die] == face)
        };
        let &(step, die, hit, _) = by(preferred).or_else(|| by(faces[1 - (first & 1)]))?;
        let made = Made { step, die: self.graph.faces[die], hit };
        self.make(&[made]);
        Some(vec![made])
    }

    /// Makes the point `to` with two checkers: with two dice one from each distance, with doubles the two nearest.
    pub fn make_point(&mut self, to: Place) -> Option<Vec<Made>> {
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
                let way = trial.targets(from).into_iter().find(|way| way.to() == to);
                let Some(way) = way.filter(|way| self.dice.is_double() || way.steps.len() == 1) else {
                    whole = false;
                    break;
                };
                trial.make(&way.steps);
                steps.extend(way.steps);
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

    /// What a click on the own tray does: the only legal play if there is one, else every die bears a checker off.
    pub fn bear_off(&mut self) -> Option<Vec<Made>> {
        let steps = self.only_continuation().or_else(|| self.all_off())?;
        self.make(&steps);
        Some(steps)
    }

    /// The rest of the play if all sequences from here lead to one position.
    fn only_continuation(&self) -> Option<Vec<Made>> {
        let mut found: Option<(usize, Vec<Made>)> = None;
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
                let mut steps: Vec<Made> = steps.clone();
                steps.push(Made { step, die: self.graph.faces[die], hit });
                open.push((after, steps));
            }
        }
        found.map(|(_, steps)| steps).filter(|steps| !steps.is_empty())
    }

    /// A rest of the play in which every remaining die bears off a checker, all checkers being home.
    fn all_off(&self) -> Option<Vec<Made>> {
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
            steps.push(Made { step, die: self.graph.faces[die], hit });
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
    pub fn take_back(&mut self, from: Place, to: Place) -> Option<Vec<Made>> {
        let (rest, undone) = self.without(from, to)?;
        self.made.clear();
        self.node = 0;
        self.undone.clear();
        self.make(&rest);
        Some(undone)
    }

    /// The steps left when a chain of steps from `to` to `from` is removed, in an order that is legal, and the removed
    /// ones, the last first.
    fn without(&self, from: Place, to: Place) -> Option<(Vec<Made>, Vec<Made>)> {
        let chain = self.chain(from, to, self.made.len())?;
        let rest: Vec<Step> =
            (0..self.made.len()).filter(|n| !chain.contains(n)).map(|n| self.made[n].step).collect();
        let order = self.graph.any_order(&rest)?;
        Some((order, chain.iter().map(|&n| self.made[n]).collect()))
    }

    /// Indices of made steps, the last first, that brought a checker from `to` to `from`; only steps before `before`.
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
    pub fn undo(&mut self) -> Option<Made> {
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

    /// Makes the step taken back last once more.
    pub fn redo(&mut self) -> Option<Made> {
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

    /// Replaces the steps made by those of a legal play of this roll, whatever was moved before. Returns the steps.
    pub fn set(&mut self, play: &Play) -> Option<Vec<Made>> {
        let steps = self.graph.any_order(play.steps())?;
        self.made.clear();
        self.undone.clear();
        self.node = 0;
        self.make(&steps);
        Some(steps)
    }

    /// Makes steps that are known to lie on the graph.
    fn make(&mut self, steps: &[Made]) {
        for &made in steps {
            let next = self.graph.step(self.node, made.step, Some(made.die));
            let Some((_, after)) = next else { return };
            self.node = after;
            self.made.push(made);
            self.undone.clear();
        }
    }
}

impl Graph {
    fn build(board: &Board, dice: Dice, rules: MoveRules) -> Graph {
        let mut list = PlayList::new();
        list.generate_with(board, dice, rules);
        let (faces, left) =
            if dice.is_double() { ([dice.high(); 2], [4, 0]) } else { ([dice.high(), dice.low()], [1, 1]) };
        let mut graph =
            Graph { faces, nodes: Vec::new(), boards: Vec::new(), complete: Vec::new(), left: Vec::new() };
        let mut known = HashMap::new();
        if graph.visit(*board, left, &list, rules, &mut known).is_none() {
            // No legal play: the root alone.
            graph.nodes.clear();
            graph.add(*board, left, false);
        }
        graph
    }

    fn add(&mut self, board: Board, left: Left, complete: bool) -> usize {
        self.nodes.push(Node { next: Vec::new() });
        self.boards.push(board);
        self.complete.push(complete);
        self.left.push(left);
        self.nodes.len() - 1
    }

    /// Adds the node of a position if a legal play can be completed from it. The first node added is the root.
    fn visit(
        &mut self,
        board: Board,
        left: Left,
        list: &PlayList,
        rules: MoveRules,
        known: &mut HashMap<(Board, Left), Option<usize>>,
    ) -> Option<usize> {
        if let Some(&found) = known.get(&(board, left)) {
            return found;
        }
        let complete = list.find(&board.swapped()).is_some();
        let id = self.add(board, left, complete);
        let mut next = Vec::new();
        for (k, &face) in self.faces.clone().iter().enumerate() {
            if left[k] == 0 {
                continue;
            }
            let mut after_left = left;
            after_left[k] -= 1;
            for step in single_steps(&board, face, rules) {
                let after =
                    Play::from_steps(&[step]).expect("invariant: one step is at most four").apply(&board);
                let hit = after.side(Side::Opponent)[24] > board.side(Side::Opponent)[24];
                if let Some(node) = self.visit(after, after_left, list, rules, known) {
                    next.push((step, k, hit, node));
                }
            }
        }
        let useful = complete || !next.is_empty();
        self.nodes[id].next = next;
        let found = useful.then_some(id);
        known.insert((board, left), found);
        found
    }

    /// The edge for a step, by a given die or by any.
    fn step(&self, node: usize, step: Step, die: Option<u8>) -> Option<(Made, usize)> {
        self.nodes[node]
            .next
            .iter()
            .find(|(s, k, ..)| *s == step && die.is_none_or(|die| self.faces[*k] == die))
            .map(|&(step, k, hit, after)| (Made { step, die: self.faces[k], hit }, after))
    }

    /// The steps in some order in which they can be made from the start.
    fn any_order(&self, steps: &[Step]) -> Option<Vec<Made>> {
        fn search(graph: &Graph, node: usize, rest: &[Step], done: &mut Vec<Made>) -> bool {
            if rest.is_empty() {
                return true;
            }
            for n in 0..rest.len() {
                for k in 0..graph.nodes[node].next.len() {
                    let (step, die, hit, after) = graph.nodes[node].next[k];
                    if step != rest[n] {
                        continue;
                    }
                    let mut others = rest.to_vec();
                    others.remove(n);
                    done.push(Made { step, die: graph.faces[die], hit });
                    if search(graph, after, &others, done) {
                        return true;
                    }
                    done.pop();
                }
            }
            false
        }
        let mut done = Vec::new();
        search(self, 0, steps, &mut done).then_some(done)
    }
}

/// Every step one checker can make with one die, whatever else the roll demands.
fn single_steps(board: &Board, die: u8, rules: MoveRules) -> impl Iterator<Item = Step> {
    let board = *board;
    let rearmost = board.rearmost(Side::OnRoll);
    (0..25usize).rev().filter_map(move |index| {
        let own = board.side(Side::OnRoll);
        if own[index] == 0 || (own[24] > 0 && index != 24) {
            return None;
        }
        let from = Place::from_index(index);
        let to = from.moved(die);
        if let Some(target) = to.index() {
            let blocked = board.side(Side::Opponent)[23 - target] > 1;
            let crowded = rules.egyptian && own[target] >= 5;
            return (!blocked && !crowded).then_some(Step { from, to });
        }
        let home = rearmost.is_some_and(|rearmost| rearmost <= 5);
        let exact = index + 1 == usize::from(die);
        (home && (exact || rearmost == Some(index))).then_some(Step { from, to })
    })
}

#[cfg(test)]
#[path = "turn_tests.rs"]
mod tests;
