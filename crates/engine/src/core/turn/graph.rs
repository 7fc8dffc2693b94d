// SPDX-License-Identifier: GPL-3.0-or-later
//! The graph of all legal step sequences of one roll.

use super::MadeStep;
use crate::core::{Board, Dice, MoveRules, Place, Play, PlayList, Side, Step};
use std::collections::HashMap;

/// The unused dice: how often each of the two faces remains. For doubles only the first counts.
pub(super) type DiceLeft = [u8; 2];

/// One position that can be reached during the play, with the dice that remain.
#[derive(Debug)]
pub(super) struct GraphNode {
    /// Possible next steps: the step, the index of its die in [`DiceLeft`], whether it hits, the node after it.
    pub(super) next: Vec<(Step, usize, bool, usize)>,
}

/// The graph of all legal step sequences of one roll. Shared by all snapshots of a turn.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) faces: [u8; 2],
    pub(super) nodes: Vec<GraphNode>,
    pub(super) boards: Vec<Board>,
    /// Whether the play may end here.
    pub(super) complete: Vec<bool>,
    pub(super) left: Vec<DiceLeft>,
}

impl Graph {
    pub(super) fn build(board: &Board, dice: Dice, rules: MoveRules) -> Graph {
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

    fn add(&mut self, board: Board, left: DiceLeft, complete: bool) -> usize {
        self.nodes.push(GraphNode { next: Vec::new() });
        self.boards.push(board);
        self.complete.push(complete);
        self.left.push(left);
        self.nodes.len() - 1
    }

    /// Adds the node of a position if a legal play can be completed from it. The first node added is the root.
    fn visit(
        &mut self,
        board: Board,
        left: DiceLeft,
        list: &PlayList,
        rules: MoveRules,
        known: &mut HashMap<(Board, DiceLeft), Option<usize>>,
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

    /// The edge of a step with a given die, or with any.
    pub(super) fn step(&self, node: usize, step: Step, die: Option<u8>) -> Option<(MadeStep, usize)> {
        self.nodes[node]
            .next
            .iter()
            .find(|(s, k, ..)| *s == step && die.is_none_or(|die| self.faces[*k] == die))
            .map(|&(step, k, hit, after)| (MadeStep { step, die: self.faces[k], hit }, after))
    }

    /// The steps in an order in which they can be made from the start.
    pub(super) fn any_order(&self, steps: &[Step]) -> Option<Vec<MadeStep>> {
        fn search(graph: &Graph, node: usize, rest: &[Step], done: &mut Vec<MadeStep>) -> bool {
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
                    done.push(MadeStep { step, die: graph.faces[die], hit });
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

/// Every step that one checker can make with one die, before the rules about the whole roll apply.
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
