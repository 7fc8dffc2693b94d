// SPDX-License-Identifier: GPL-3.0-or-later
//! Finding the best of several plays without searching all of them to the end.
//!
//! The plays are searched roll by roll, side by side. For each roll the value without further look-ahead is known
//! first; what look-ahead adds to it (the correction) varies little from roll to roll, and less between two plays of the
//! same dice. After some rolls, a play leaves the contest if it cannot catch up with the leader: if its value, with the
//! mean of its corrections so far for the rolls that are missing, lies too many standard errors behind. Where a play that
//! was made is judged, it and those close to the leader stay, too ([`Staying`]).
//!
//! A play that stays has exactly the value that a search of it alone finds. One that left has its value at 1-ply, which
//! is exact as well; its partial sum is shown to nobody. Nothing depends on the order in which threads work.

use super::memory::Memory;
use super::search::{ChildStates, NodeValue, ReplyUse, Search, Sums};
use super::settings::EvalSettings;
use crate::core::{Board, Cancelled, Dice};
use crate::cube::{CubeInfo, Scatter, Utility};
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// Rolls in the order in which they are searched, so that the first ones are of all kinds.
const ORDER: [(u8, u8); ROLLS] = [
    (6, 3),
    (4, 2),
    (5, 5),
    (5, 1),
    (6, 4),
    (2, 1),
    (3, 3),
    (6, 5),
    (4, 3),
    (3, 1),
    (1, 1),
    (6, 2),
    (5, 4),
    (6, 6),
    (4, 1),
    (3, 2),
    (5, 3),
    (2, 2),
    (6, 1),
    (5, 2),
    (4, 4),
];

const ROLLS: usize = Dice::ALL.len();

/// Rolls searched before the first play may leave, and between later decisions.
const FIRST_ROLLS: usize = 4;
const MORE_ROLLS: usize = 2;

/// A play leaves when dropping it loses less than this on average, in equity.
const NEGLIGIBLE: f64 = 0.00003;

/// A play that is further behind at 1-ply leaves at once, in equity. Of 3,450 plays of a match the second ply brought none
/// as much nearer to the leader (0.177 at most; of plays so far behind the standard deviation is 0.03).
const HOPELESS: f64 = 0.2;

/// What is known of the spread of the differences of corrections before any was seen: its standard deviation in equity,
/// and for how many observations that counts.
const SPREAD: f64 = 0.03;
const SPREAD_COUNTS: f64 = 2.0;

/// Which plays stay in a contest besides the best one.
#[derive(Clone, Copy, Default)]
pub(super) struct Staying {
    /// Those that may be at most this much worse, in equity.
    pub(super) margin: f64,
    /// The one that leads to this position, with the opponent on roll.
    pub(super) made: Option<Board>,
}

/// Plays contesting for being the best.
pub(super) struct Contest<'a> {
    search: Search<'a>,
    plies: u8,
    /// The cube on the table and the states asked for, seen by the opponent, who is on roll after the plays.
    actual: CubeInfo,
    states: Vec<CubeInfo>,
    children: ChildStates,
    staying: Staying,
    entrants: Vec<Entrant>,
    n_searched: usize,
}

struct Entrant {
    after: Board,
    replies: Vec<Reply>,
    is_out: bool,
}

/// The opponent's reply to a roll.
pub(super) struct Reply {
    board: Board,
    shallow: NodeValue,
    deep: Option<NodeValue>,
}

impl<'a> Contest<'a> {
    /// A contest of `plies` plies, at least 2. `actual` is the cube seen by the opponent of the player who plays.
    pub(super) fn new(search: Search<'a>, actual: CubeInfo, plies: u8, staying: Staying) -> Contest<'a> {
        let states = if search.settings.cubeful { vec![actual] } else { Vec::new() };
        let children = ChildStates::new(search.context, &states, true);
        Contest { search, plies, actual, states, children, staying, entrants: Vec::new(), n_searched: 0 }
    }

    /// Whether a search after these plays may be made as a contest: look-ahead is useful after every play, and its values
    /// do not depend on chance.
    pub(super) fn is_possible<'b>(
        search: &Search<'_>,
        mut after: impl ExactSizeIterator<Item = &'b Board>,
    ) -> bool {
        let EvalSettings { plies, noise, .. } = search.settings;
        plies >= 2 && noise <= 0.0 && after.len() > 1 && !after.any(|board| search.is_leaf(board))
    }

    /// The replies to all rolls after a play, valued without further look-ahead.
    pub(super) fn replies(&self, memory: &mut Memory, after: &Board) -> Result<Vec<Reply>, Cancelled> {
        let replies = Dice::ALL.iter().map(|&dice| {
            self.search.cancel.check()?;
            let (board, value, _) = self.search.reply(memory, after, dice, self.actual, ReplyUse::Way);
            let shallow = self.search.leaf(&value, self.actual.swapped(), &self.children.states, true);
            Ok(Reply { board, shallow, deep: None })
        });
        replies.collect()
    }

    /// Lets plays in, the positions after them with their replies.
    pub(super) fn begin(&mut self, entrants: impl Iterator<Item = (Board, Vec<Reply>)>) {
        self.entrants = entrants.map(|(after, replies)| Entrant { after, replies, is_out: false }).collect();
    }

    /// The searches to do next, by play and roll; none when the contest is over. Plays that cannot catch up have left.
    pub(super) fn next(&mut self) -> Vec<(usize, usize)> {
        if self.n_searched == ROLLS {
            return Vec::new();
        }
        self.judge();
        let more = if self.n_searched == 0 { FIRST_ROLLS } else { MORE_ROLLS };
        let rolls = &ORDER[self.n_searched..(self.n_searched + more).min(ROLLS)];
        self.n_searched += rolls.len();
        let indices = || rolls.iter().map(|&(high, low)| index(high, low));
        let inside = self.entrants.iter().enumerate().filter(|(_, entrant)| !entrant.is_out);
        inside.flat_map(|(n, _)| indices().map(move |roll| (n, roll))).collect()
    }

    /// How many plays are left.
    pub(super) fn n_left(&self) -> usize {
        self.entrants.iter().filter(|entrant| !entrant.is_out).count()
    }

    /// Does one of the searches.
    pub(super) fn search(
        &self,
        memory: &mut Memory,
        (entrant, roll): (usize, usize),
    ) -> Result<NodeValue, Cancelled> {
        self.search.cancel.check()?;
        let board = &self.entrants[entrant].replies[roll].board;
        self.search.node(memory, board, self.actual.swapped(), &self.children.states, self.plies - 1, true)
    }

    /// Stores the result of one of the searches.
    pub(super) fn store(&mut self, (entrant, roll): (usize, usize), value: NodeValue) {
        self.entrants[entrant].replies[roll].deep = Some(value);
    }

    /// The values of the plays to the opponent in the order in which they came in, each with the plies it was found at.
    pub(super) fn results(&self) -> Vec<(NodeValue, u8)> {
        let result = |entrant: &Entrant| match entrant.replies.iter().all(|reply| reply.deep.is_some()) {
            true => {
                let scatter = self.search.scatter(&entrant.after, self.plies);
                (self.value(entrant, |reply| reply.deep.as_ref(), scatter), self.plies)
            }
            false => {
                let scatter = self.search.scatter(&entrant.after, 1);
                (self.value(entrant, |reply| Some(&reply.shallow), scatter), 1)
            }
        };
        self.entrants.iter().map(result).collect()
    }

    /// Which play leads, by what is known so far.
    pub(super) fn leader(&self) -> Option<usize> {
        let inside = self.entrants.iter().enumerate().filter(|(_, entrant)| !entrant.is_out);
        let estimated = inside.map(|(n, entrant)| (n, self.estimate(entrant)));
        estimated.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(n, _)| n)
    }

    fn value<'e>(
        &self,
        entrant: &'e Entrant,
        of: impl Fn(&'e Reply) -> Option<&'e NodeValue>,
        scatter: Scatter,
    ) -> NodeValue {
        let mut sums = Sums::new(self.children.states.len());
        for (dice, reply) in Dice::ALL.into_iter().zip(&entrant.replies) {
            sums.add(dice, of(reply).unwrap_or(&reply.shallow));
        }
        sums.finish(self.search.context, &self.states, &self.children, scatter)
    }

    /// Lets the plays leave that cannot catch up with the leader.
    fn judge(&mut self) {
        let Some(leader) = self.leader() else { return };
        let best = self.estimate(&self.entrants[leader]);
        for n in 0..self.entrants.len() {
            let entrant = &self.entrants[n];
            if n == leader || entrant.is_out || self.staying.made == Some(entrant.after) {
                continue;
            }
            let behind = best - self.estimate(entrant);
            self.entrants[n].is_out = match self.n_searched {
                0 => behind > HOPELESS,
                _ => {
                    let error = self.error(&self.entrants[leader], entrant);
                    expected_loss(behind - self.staying.margin, error) < NEGLIGIBLE
                }
            };
        }
    }

    /// The value of a play to the player who makes it, as equity: what look-ahead found for some rolls, and for the
    /// others the value without it and the mean correction.
    fn estimate(&self, entrant: &Entrant) -> f64 {
        let expected = self.expected(entrant);
        -self.equity(&expected, expected.values.first().copied(), self.actual)
    }

    fn expected(&self, entrant: &Entrant) -> NodeValue {
        let n = self.children.states.len();
        let (mut seen, mut shallow, mut all) = (Sums::new(n), Sums::new(n), Sums::new(n));
        let mut weight = 0.0;
        for (dice, reply) in Dice::ALL.into_iter().zip(&entrant.replies) {
            all.add(dice, reply.deep.as_ref().unwrap_or(&reply.shallow));
            if let Some(deep) = &reply.deep {
                seen.add(dice, deep);
                shallow.add(dice, &reply.shallow);
                weight += f64::from(dice.weight()) / 36.0;
            }
        }
        if weight > 0.0 {
            all.add_difference(&seen, &shallow, (1.0 - weight) / weight);
        }
        let scatter = self.search.scatter(&entrant.after, self.plies);
        all.finish(self.search.context, &self.states, &self.children, scatter)
    }

    /// What look-ahead added to the value of each roll searched so far, to the player who plays.
    fn corrections<'e>(&'e self, entrant: &'e Entrant, state: usize) -> impl Iterator<Item = f64> + 'e {
        entrant.replies.iter().filter_map(move |reply| {
            Some(self.worth(reply.deep.as_ref()?, state) - self.worth(&reply.shallow, state))
        })
    }

    /// The standard error of the difference of two estimates: the greater one of those with the cube as it is and, where
    /// the opponent may double, with the doubled cube.
    fn error(&self, one: &Entrant, other: &Entrant) -> f64 {
        let of_state = |state| {
            let differences =
                || self.corrections(one, state).zip(self.corrections(other, state)).map(|(a, b)| a - b);
            let n = self.n_searched as f64;
            let mean = differences().sum::<f64>() / n;
            let squares: f64 = differences().map(|difference| (difference - mean).powi(2)).sum();
            let variance = (squares + SPREAD_COUNTS * SPREAD * SPREAD) / (n - 1.0 + SPREAD_COUNTS);
            // Of a sample from a small population only the missing part is uncertain.
            let missing = (ROLLS as f64 - n) / ROLLS as f64;
            (variance * missing / n).sqrt()
        };
        (0..self.children.states.len().max(1)).map(of_state).fold(0.0, f64::max)
    }

    /// The value of a position after the opponent's reply with one of the cubes asked for, as equity with the cube as it
    /// is on the table.
    fn worth(&self, node: &NodeValue, state: usize) -> f64 {
        let value = node.values.get(state).copied();
        let value = if state > 0 { value.map(|value| self.search.context.taken_value(value)) } else { value };
        self.equity(node, value, self.actual.swapped())
    }

    /// One of the values of a node, or the cubeless one, on the usual scale for the player on roll at `cube`.
    fn equity(&self, node: &NodeValue, value: Option<Utility>, cube: CubeInfo) -> f64 {
        let context = self.search.context;
        let value = value.unwrap_or_else(|| context.cubeless(cube, &node.probs));
        context.scale(cube).map_or(value.0, |scale| scale.equity_of(value.0))
    }
}

/// What is lost on average by dropping a play that is `behind` by an estimate with this standard error.
fn expected_loss(behind: f64, error: f64) -> f64 {
    let z = behind / error.max(1e-12);
    let density = libm::exp(-0.5 * z * z) / (2.0 * PI).sqrt();
    error * (density - 0.5 * z * libm::erfc(z * FRAC_1_SQRT_2))
}

/// The place of a roll in [`Dice::ALL`].
fn index(high: u8, low: u8) -> usize {
    let (high, low) = (usize::from(high), usize::from(low));
    high * (high - 1) / 2 + low - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_roll_is_searched_once() {
        let mut places: Vec<usize> = ORDER.iter().map(|&(high, low)| index(high, low)).collect();
        places.sort_unstable();
        assert_eq!(places, (0..ROLLS).collect::<Vec<_>>());
        assert!(Dice::ALL.iter().enumerate().all(|(n, dice)| index(dice.high(), dice.low()) == n));
    }
}
