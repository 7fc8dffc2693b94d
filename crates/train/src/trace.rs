// SPDX-License-Identifier: GPL-3.0-or-later
//! Labels from whole games: each position's one-ply chances, corrected by the following plies.
//!
//! With V the static chances and E those of one ply of look-ahead (the mean of V over the 21 rolls, each answered by
//! the best play), the label of the position met at step s of a game of best plays is
//!
//! ```text
//! G(s) = E(s) + λ · (G(s + 1) − V(s + 1))
//! ```
//!
//! V(s + 1) is one of the values E(s) is the mean of, so the luck of the dice cancels: what remains are the differences
//! between one ply of look-ahead and none along the game. At λ = 0 this is a 1-ply label; at λ = 1 it sees to the end
//! of contact. It costs one ply of look-ahead for each position, as a 1-ply label does. (TD(λ) with expected backups:
//! Sutton and Barto, "Reinforcement Learning", 2nd edition, chapter 12.)
//!
//! The other promising plays of a roll can be labelled with it: the label of such a play is its own one-ply chances and
//! the correction G − E of the play that was made. What later plies reveal about the kind of position is shared by the
//! plays of one roll, so the noise of the game moves them together and leaves their differences clean.

use crate::data::{NetPart, Sample};
use crate::label::{Games, Labeller, SHARD};
use crate::selfplay;
use crate::siblings::{REACH, TAKEN, added};
use gnubg_engine::core::{Board, Dice, PlayList, Probs, Variation};
use rand::{Rng, RngExt};

/// Games longer than this are cut off and valued by the net.
const MOST_PLIES: usize = 400;

/// Chances, a ply, that a game of its own starts from another play: any play, or one of the next best few.
const RANDOM: f32 = 0.005;
const SECOND: f32 = 0.03;

/// One position of a game.
struct TraceStep {
    board: Board,
    /// One-ply chances of the player on roll.
    expected: [f32; 5],
    /// The static chances of the next position, for the player on roll here; none after rolls of the opening, which are
    /// drawn from fewer than `expected` is the mean of.
    next: Option<[f32; 5]>,
    /// Other plays of the roll, with the one-ply chances of the opponent, then on roll.
    others: Vec<(Board, Probs)>,
}

/// How games are labelled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tracing {
    /// The factor by which a correction fades per ply.
    pub(crate) lambda: f32,
    /// Plays of one roll that are labelled at most, with the one made.
    pub(crate) siblings: usize,
}

/// Plays games until there are enough samples for a shard. Only positions of one part are labelled: games end where
/// contact does, or begin there.
pub(crate) fn shard(
    labeller: &mut Labeller<'_>,
    games: &Games,
    tracing: Tracing,
    rng: &mut impl Rng,
) -> Vec<Sample> {
    let mut samples = Vec::with_capacity(SHARD as usize);
    let mut branches = Vec::new();
    while samples.len() < SHARD as usize {
        let board = branches.pop().unwrap_or_else(|| games.start(labeller, rng));
        let (steps, end) = play(labeller, board, games.part, tracing, &mut branches, rng);
        let mut after = end;
        let mut correction = [0.0f32; 5];
        for step in steps.into_iter().rev() {
            for (board, chances) in &step.others {
                let label = added(chances.to_array(), tracing.lambda, correction);
                samples.push(Sample::new(board, Probs::from_array(label), 1.0));
            }
            let mut label = step.expected;
            if let Some(next) = step.next {
                let corrected = after.swapped().to_array();
                label = added(label, tracing.lambda, std::array::from_fn(|n| corrected[n] - next[n]));
            }
            correction = std::array::from_fn(|n| label[n] - step.expected[n]);
            after = Probs::from_array(label);
            samples.push(Sample::new(&step.board, after, 1.0));
        }
    }
    samples.truncate(SHARD as usize);
    samples
}

/// A game of best plays from `start` to the end of `part`, with the chances there for the player then on roll. Other
/// plays that games are to be played from go to `branches`.
fn play(
    labeller: &mut Labeller<'_>,
    start: Board,
    part: NetPart,
    tracing: Tracing,
    branches: &mut Vec<Board>,
    rng: &mut impl Rng,
) -> (Vec<TraceStep>, Probs) {
    let mut steps = Vec::with_capacity(64);
    let mut list = PlayList::new();
    let mut board = start;
    while NetPart::of(&board) == Some(part) && steps.len() < MOST_PLIES {
        let opening = steps.is_empty() && start == Board::default();
        let rolled = if opening { selfplay::opening_roll(rng) } else { selfplay::roll(rng) };
        let mut expected = [0.0f32; 5];
        let mut best = None;
        for dice in Dice::ALL {
            let (after, seen) = labeller.look.best_valued(labeller.nets, &board, dice);
            let chances = seen.swapped().to_array();
            expected = added(expected, f32::from(dice.weight()) / 36.0, chances);
            if dice == rolled {
                best = Some((after, chances));
            }
        }
        let (after, chances) = best.expect("invariant: every roll is among all rolls");
        list.generate(&board, rolled);
        branches.extend(branch(labeller, &list, rng).filter(|other| *other != after));
        let others = if tracing.siblings > 1 && rng.random::<f32>() < TAKEN {
            others(labeller, &list, &after, tracing.siblings - 1, rng)
        } else {
            Vec::new()
        };
        steps.push(TraceStep { board, expected, next: (!opening).then_some(chances), others });
        board = after;
    }
    let end = if board.outcome(Variation::Standard).is_some() {
        gnubg_engine::eval::over(&board, Variation::Standard)
    } else {
        labeller.look.value(labeller.nets, &board)
    };
    (steps, end)
}

/// The promising plays of `list` except `made`, at most `most`, and occasionally one that is not promising.
fn others(
    labeller: &mut Labeller<'_>,
    list: &PlayList,
    made: &Board,
    most: usize,
    rng: &mut impl Rng,
) -> Vec<(Board, Probs)> {
    if list.len() < 2 {
        return Vec::new();
    }
    let ranked = labeller.ranked(list);
    let promising = ranked.iter().take_while(|(equity, _)| *equity < ranked[0].0 + REACH).count();
    let mut chosen: Vec<usize> = ranked[..promising].iter().map(|&(_, n)| n).collect();
    chosen.retain(|&n| list.boards()[n] != *made);
    chosen.truncate(most);
    if promising < ranked.len() && rng.random_range(0..3) == 0 {
        chosen.push(ranked[rng.random_range(promising..ranked.len())].1);
    }
    let boards = chosen.into_iter().map(|n| list.boards()[n]);
    let labelled = boards.filter(|board| NetPart::of(board).is_some());
    labelled.map(|board| (board, labeller.look.chances(labeller.nets, &board, 1))).collect()
}

/// Occasionally the position after another play.
fn branch(labeller: &mut Labeller<'_>, list: &PlayList, rng: &mut impl Rng) -> Option<Board> {
    let fate: f32 = rng.random();
    if fate >= RANDOM + SECOND || list.is_empty() {
        return None;
    }
    if fate < RANDOM {
        return Some(list.boards()[rng.random_range(0..list.len())]);
    }
    let ranked = labeller.ranked(list);
    Some(list.boards()[ranked[rng.random_range(0..ranked.len().min(4))].1])
}
