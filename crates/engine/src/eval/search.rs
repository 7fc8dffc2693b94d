// SPDX-License-Identifier: GPL-3.0-or-later
//! Look-ahead over the 21 rolls, cubeless or with any number of cube states in one pass.
//!
//! A node knows the cube states its parent asks about. For each it needs the value of rolling on and, where the player
//! on roll may double, that of the doubled cube; equal states are kept once, so a search carries about two more a ply.
//! Replies are those with the best 0-ply value at the cube state actually on the table. Values are averaged in the
//! context's own scale (money equity, or match winning chance) and in a fixed order, so the result does not depend on
//! threads. Cube theory enters only at leaves (docs/cube.md).

use super::engine::{Engine, StaticValue};
use super::memory::Memory;
use super::settings::EvalSettings;
use crate::core::{Board, CancelToken, Cancelled, Dice, MoveRules, PlayList, Probs, Variation};
use crate::cube::{CubeContext, CubeInfo, Scatter, Utility};
use crate::parallel;

/// The value of a position to the player on roll there, on the scale of the context: cubeful if the cube counts, then
/// cubeless.
pub(super) type Score = (f64, f64);

/// Data that stays the same throughout a search.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) engine: &'a Engine,
    pub(super) context: &'a CubeContext,
    pub(super) variation: Variation,
    pub(super) rules: MoveRules,
    pub(super) settings: EvalSettings,
    pub(super) seed: u64,
    pub(super) cancel: &'a CancelToken,
}

/// What a reply is chosen for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum ReplyUse {
    /// It is played, or searched further, or one of few.
    Way,
    /// Its value is averaged with hundreds of others.
    End,
    /// The luck of its roll is found with it, which averages to zero in any case.
    Luck,
}

impl ReplyUse {
    /// How much worse than its best the filter may find a reply that the large net still sees, in its units; anything if
    /// it is not limited. At the ends of a search, where 441 replies are averaged at two plies so that a wrong one matters
    /// little, that is about 0.12 points, for luck 0.07: there the errors of rollouts grow by less than the time saved is
    /// worth (docs/evaluator.md).
    const fn margin(self) -> Option<i32> {
        match self {
            ReplyUse::Way => None,
            ReplyUse::End => Some(176_000),
            ReplyUse::Luck => Some(100_000),
        }
    }
}

/// A node's chances and its value at each cube state asked for, for the player on roll there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NodeValue {
    pub(super) probs: Probs,
    pub(super) values: Vec<Utility>,
}

/// The cube states of a node's children, and where each of the node's states finds its two among them.
pub(super) struct ChildStates {
    pub(super) states: Vec<CubeInfo>,
    /// By state of the node: index of the same cube, and of the doubled one if it may be doubled.
    parts: Vec<(usize, Option<usize>)>,
}

impl ChildStates {
    pub(super) fn new(context: &CubeContext, states: &[CubeInfo], may_double: bool) -> ChildStates {
        let mut children = ChildStates { states: Vec::with_capacity(2 * states.len()), parts: Vec::new() };
        for &state in states {
            let same = children.index_of(state.swapped());
            let doubled = (may_double && context.may_double(state))
                .then(|| children.index_of(state.doubled().swapped()));
            children.parts.push((same, doubled));
        }
        children
    }

    fn index_of(&mut self, state: CubeInfo) -> usize {
        self.states.iter().position(|known| *known == state).unwrap_or_else(|| {
            self.states.push(state);
            self.states.len() - 1
        })
    }
}

/// Sums over rolls.
pub(super) struct Sums {
    probs: [f64; 5],
    values: Vec<f64>,
}

impl Sums {
    pub(super) fn new(states: usize) -> Sums {
        Sums { probs: [0.0; 5], values: vec![0.0; states] }
    }

    pub(super) fn add(&mut self, dice: Dice, child: &NodeValue) {
        let weight = f64::from(dice.weight()) / 36.0;
        for (sum, chance) in self.probs.iter_mut().zip(child.probs.to_array()) {
            *sum += weight * f64::from(chance);
        }
        for (sum, value) in self.values.iter_mut().zip(&child.values) {
            *sum += weight * value.0;
        }
    }

    /// Adds `weight` times what other sums have more than further ones.
    pub(super) fn add_difference(&mut self, more: &Sums, less: &Sums, weight: f64) {
        let all = |sums: &Sums| sums.probs.iter().chain(&sums.values).copied().collect::<Vec<f64>>();
        let own = self.probs.iter_mut().chain(&mut self.values);
        for ((sum, more), less) in own.zip(all(more)).zip(all(less)) {
            *sum += weight * (more - less);
        }
    }

    /// The parent's value from its children's averages.
    pub(super) fn finish(
        self,
        context: &CubeContext,
        states: &[CubeInfo],
        children: &ChildStates,
        scatter: Scatter,
    ) -> NodeValue {
        let probs = Probs::from_array(self.probs.map(|sum| sum as f32)).swapped();
        let flipped = |n: usize| context.flipped(Utility(self.values[n]));
        let values = states
            .iter()
            .zip(&children.parts)
            .map(|(&state, &(same, doubled))| {
                context.option_value(state, flipped(same), doubled.map(flipped), scatter)
            })
            .collect();
        NodeValue { probs, values }
    }
}

impl Search<'_> {
    /// The value of a position before the roll at each of `states`. `actual` is the cube on the table, by which replies
    /// are chosen; `may_double` says whether the player on roll may double at this node.
    pub(super) fn node(
        &self,
        memory: &mut Memory,
        board: &Board,
        actual: CubeInfo,
        states: &[CubeInfo],
        plies: u8,
        may_double: bool,
    ) -> Result<NodeValue, Cancelled> {
        if plies == 0 || self.is_leaf(board) {
            let value = self.static_value(memory, board);
            return Ok(self.leaf(&value, actual, states, may_double));
        }
        let children = ChildStates::new(self.context, states, may_double);
        let mut sums = Sums::new(children.states.len());
        for dice in Dice::ALL {
            sums.add(dice, &self.child(memory, board, dice, actual, &children.states, plies)?);
        }
        Ok(sums.finish(self.context, states, &children, self.scatter(board, plies)))
    }

    /// The same with the rolls of this node shared among threads.
    pub(super) fn root(
        &self,
        board: &Board,
        actual: CubeInfo,
        states: &[CubeInfo],
        plies: u8,
        may_double: bool,
    ) -> Result<NodeValue, Cancelled> {
        if plies < 2 || self.is_leaf(board) {
            return self
                .engine
                .with_memory(|memory| self.node(memory, board, actual, states, plies, may_double));
        }
        let children = ChildStates::new(self.context, states, may_double);
        let values = parallel::try_map(&Dice::ALL, |&dice| {
            self.engine.with_memory(|memory| self.child(memory, board, dice, actual, &children.states, plies))
        });
        let mut sums = Sums::new(children.states.len());
        for (dice, value) in Dice::ALL.into_iter().zip(values?) {
            sums.add(dice, &value);
        }
        Ok(sums.finish(self.context, states, &children, self.scatter(board, plies)))
    }

    /// The node after the best reply to `dice`, for the player then on roll.
    pub(super) fn child(
        &self,
        memory: &mut Memory,
        board: &Board,
        dice: Dice,
        actual: CubeInfo,
        states: &[CubeInfo],
        plies: u8,
    ) -> Result<NodeValue, Cancelled> {
        self.cancel.check()?;
        let purpose = if plies == 1 && self.settings.plies > 1 { ReplyUse::End } else { ReplyUse::Way };
        let (after, value) = self.found_reply(memory, board, dice, actual, purpose);
        let actual = actual.swapped();
        if plies == 1 {
            let value = value.map_or_else(|| self.static_value(memory, &after), |(value, _)| value);
            return Ok(self.leaf(&value, actual, states, true));
        }
        self.node(memory, &after, actual, states, plies - 1, true)
    }

    /// The best reply to `dice` without look-ahead: the position after it (opponent on roll), its value and its score.
    pub(super) fn reply(
        &self,
        memory: &mut Memory,
        board: &Board,
        dice: Dice,
        actual: CubeInfo,
        purpose: ReplyUse,
    ) -> (Board, StaticValue, Score) {
        let (after, value) = self.found_reply(memory, board, dice, actual, purpose);
        let (value, score) = value.unwrap_or_else(|| {
            let value = self.static_value(memory, &after);
            (value, self.static_score(&value, actual.swapped()))
        });
        (after, value, score)
    }

    fn found_reply(
        &self,
        memory: &mut Memory,
        board: &Board,
        dice: Dice,
        actual: CubeInfo,
        purpose: ReplyUse,
    ) -> (Board, Option<(StaticValue, Score)>) {
        let mut list = memory.lists.pop().unwrap_or_default();
        list.generate_with(board, dice, self.rules);
        let found = self.best_reply(memory, board, &list, actual, purpose);
        memory.lists.push(list);
        found
    }

    /// The position (opponent on roll) after the play with the best 0-ply value, and that value and score if they were
    /// needed to find it.
    fn best_reply(
        &self,
        memory: &mut Memory,
        board: &Board,
        list: &PlayList,
        actual: CubeInfo,
        purpose: ReplyUse,
    ) -> (Board, Option<(StaticValue, Score)>) {
        let boards = list.boards();
        match boards {
            [] => return (board.swapped(), None),
            [only] => return (*only, None),
            _ => {}
        }
        let keep = self.n_kept(board, boards.len());
        let margin = purpose.margin().filter(|_| board.has_contact() && self.prunes(board));
        let mut ranks = std::mem::take(&mut memory.ranks);
        ranks.clear();
        if keep < boards.len() || margin.is_some() {
            let mut best = i32::MAX;
            ranks.extend(boards.iter().enumerate().map(|(n, after)| {
                let rank = self.engine.nets().rank(after, &mut memory.scratch);
                best = best.min(rank);
                (rank, n as u16)
            }));
            if let Some(margin) = margin {
                ranks.retain(|&(rank, _)| rank <= best.saturating_add(margin));
            }
            if keep < ranks.len() {
                ranks.select_nth_unstable(keep - 1);
                ranks.truncate(keep);
            }
            // Neighbors in the list are similar, so that the nets have fewer sums to update.
            ranks.sort_unstable_by_key(|&(_, n)| n);
            for &(_, n) in &ranks {
                self.engine.prefetch(&boards[usize::from(n)]);
            }
        } else {
            ranks.extend((0..boards.len()).map(|n| (0, n as u16)));
        }
        let mut best: Option<(Score, usize, StaticValue)> = None;
        for &(_, n) in &ranks {
            let after = &boards[usize::from(n)];
            let value = self.static_value(memory, after);
            let score = self.static_score(&value, actual.swapped());
            if best.as_ref().is_none_or(|(least, _, _)| score < *least) {
                best = Some((score, usize::from(n), value));
            }
        }
        memory.ranks = ranks;
        match best {
            Some((score, n, value)) => (boards[n], Some((value, score))),
            None => (boards[0], None),
        }
    }

    /// How many of `n` plays from `board` the large net sees inside a search. Where a database covers the race, looking
    /// all plays up costs no more than ranking them.
    fn n_kept(&self, board: &Board, n: usize) -> usize {
        let keep = n.min(2 + n.max(1).ilog2() as usize);
        if keep < n && self.prunes(board) { keep } else { n }
    }

    /// Whether the filter tells which replies from `board` the large net sees.
    fn prunes(&self, board: &Board) -> bool {
        let standard = matches!(self.variation, Variation::Standard | Variation::Nackgammon);
        self.settings.prune
            && self.settings.noise == 0.0
            && standard
            && (board.has_contact() || self.engine.databases().class_of(board, self.variation).is_none())
    }

    /// How good a position is for the player on roll there without look-ahead: with the cube if the settings say so,
    /// then without.
    pub(super) fn static_score(&self, value: &StaticValue, cube: CubeInfo) -> Score {
        let cubeless = self.context.cubeless(cube, &value.probs).0;
        if self.settings.cubeful && !value.is_over {
            (value.leaf(self.context, cube.on_roll).node_value(cube).0, cubeless)
        } else {
            (cubeless, cubeless)
        }
    }

    pub(super) fn leaf(
        &self,
        value: &StaticValue,
        actual: CubeInfo,
        states: &[CubeInfo],
        may_double: bool,
    ) -> NodeValue {
        let values = if states.is_empty() {
            Vec::new()
        } else if value.is_over {
            states.iter().map(|&state| self.context.cubeless(state, &value.probs)).collect()
        } else {
            let leaf = value.leaf(self.context, actual.on_roll);
            let of = |&state: &CubeInfo| if may_double { leaf.node_value(state) } else { leaf.value(state) };
            states.iter().map(of).collect()
        };
        NodeValue { probs: value.probs, values }
    }

    pub(super) fn static_value(&self, memory: &mut Memory, board: &Board) -> StaticValue {
        memory.evaluations += 1;
        let seed = self.seed ^ memory.evaluations;
        self.engine.static_value(board, self.variation, &self.settings, seed, &mut memory.scratch)
    }

    /// Whether look-ahead from here is useless: the game is over, or a database gives exact values. In a match only the
    /// chances are exact, not the cubeful values.
    pub(super) fn is_leaf(&self, board: &Board) -> bool {
        if board.has_contact() && !self.variation.is_hypergammon() {
            return false;
        }
        if board.outcome(self.variation).is_some() {
            return true;
        }
        self.is_exact(board) && (self.context.is_money() || !self.settings.cubeful)
    }

    /// Whether a database gives exact values of the position, except for the cube in a match.
    fn is_exact(&self, board: &Board) -> bool {
        self.engine.databases().class_of(board, self.variation).is_some_and(|class| class.is_exact())
    }

    /// The errors of the values of cube actions after this many plies.
    pub(super) fn scatter(&self, board: &Board, plies: u8) -> Scatter {
        if self.is_exact(board) { Scatter::NONE } else { self.engine.scatter_of_class(board).ahead(plies) }
    }
}
