// SPDX-License-Identifier: GPL-3.0-or-later
//! Labels from whole games: each position's one-ply chances, corrected by what the plies after it brought to light.
//!
//! With V the static chances and E those of one ply of look-ahead (the mean of V over the 21 rolls, each answered by the
//! best play), the label of the position met at step s of a game is
//!
//! ```text
//! G(s) = E(s) + λ · (G(s + 1) − V(s + 1))
//! ```
//!
//! as long as the game follows the best plays, and E(s) where it departs from them. V(s + 1) is one of the values E(s)
//! is the mean of, so the luck of the dice cancels: what remains are the differences between one ply of look-ahead and
//! none along the game. At λ = 0 this is a 1-ply label; at λ near 1 it sees to the end of contact. It costs one ply of
//! look-ahead for each position, as a 1-ply label does. (TD(λ) with expected backups: Sutton and Barto, "Reinforcement
//! Learning", 2nd edition, chapter 12.)

use crate::data::{Part, Sample};
use crate::label::{Labeller, SHARD};
use crate::selfplay;
use crate::starts::Start;
use gnubg_engine::core::{Board, Dice, PlayList, Probs, Variation};
use rand::{Rng, RngExt};

/// Games longer than this are cut off and valued by the net.
const MOST_PLIES: usize = 400;

/// Chances of departing from the best play: any play, or one of the next best few.
const RANDOM: f32 = 0.02;
const SECOND: f32 = 0.10;

/// One position of a game.
struct Step {
    board: Board,
    /// One-ply chances of the player on roll.
    expected: [f32; 5],
    /// The static chances of the next position, for the player on roll here, if the game went on by the best play.
    next: Option<[f32; 5]>,
}

/// Plays games until there are enough samples for a shard. Only positions with contact are labelled: games end where
/// contact does.
pub(crate) fn shard(labeller: &mut Labeller<'_>, lambda: f32, rng: &mut impl Rng) -> Vec<Sample> {
    let mut samples = Vec::with_capacity(SHARD as usize);
    while samples.len() < SHARD as usize {
        let board = Start::draw(rng).board(rng);
        let (steps, end) = play(labeller, board, rng);
        let mut after = end;
        for step in steps.into_iter().rev() {
            let mut label = step.expected;
            if let Some(next) = step.next {
                let corrected = after.swapped().to_array();
                for ((label, corrected), next) in label.iter_mut().zip(corrected).zip(next) {
                    *label += lambda * (corrected - next);
                }
            }
            after = Probs::from_array(label);
            if samples.len() < SHARD as usize {
                samples.push(Sample::new(&step.board, after, 1.0));
            }
        }
    }
    samples
}

/// A game from `board` to the end of contact, with the chances there for the player then on roll.
fn play(labeller: &mut Labeller<'_>, start: Board, rng: &mut impl Rng) -> (Vec<Step>, Probs) {
    let mut steps = Vec::with_capacity(64);
    let mut list = PlayList::new();
    let mut board = start;
    while Part::of(&board) == Some(Part::Contact) && steps.len() < MOST_PLIES {
        let opening = steps.is_empty() && start == Board::default();
        let rolled = if opening { selfplay::opening_roll(rng) } else { selfplay::roll(rng) };
        let mut expected = [0.0f32; 5];
        let mut best = None;
        for dice in Dice::ALL {
            let after = labeller.look.best_after(labeller.nets, &board, dice);
            let chances = labeller.look.evaluate(labeller.nets, &after).swapped().to_array();
            for (sum, chance) in expected.iter_mut().zip(chances) {
                *sum += f32::from(dice.weight()) / 36.0 * chance;
            }
            if dice == rolled {
                best = Some((after, chances));
            }
        }
        let (after, chances) = best.expect("invariant: every roll is among all rolls");
        let other = departure(labeller, &board, rolled, &mut list, rng).filter(|other| *other != after);
        // Rolls of the opening are drawn from fewer than E is the mean of.
        let next = (other.is_none() && !opening).then_some(chances);
        steps.push(Step { board, expected, next });
        board = other.unwrap_or(after);
    }
    let end = if board.outcome(Variation::Standard).is_some() {
        gnubg_engine::eval::over(&board, Variation::Standard)
    } else {
        labeller.look.evaluate(labeller.nets, &board)
    };
    (steps, end)
}

/// Now and then the position after another play.
fn departure(
    labeller: &mut Labeller<'_>,
    board: &Board,
    dice: Dice,
    list: &mut PlayList,
    rng: &mut impl Rng,
) -> Option<Board> {
    let fate: f32 = rng.random();
    if fate >= RANDOM + SECOND {
        return None;
    }
    list.generate(board, dice);
    if list.is_empty() {
        return None;
    }
    if fate < RANDOM {
        return Some(list.boards()[rng.random_range(0..list.len())]);
    }
    let ranked = labeller.ranked(list);
    Some(list.boards()[ranked[rng.random_range(0..ranked.len().min(4))].1])
}
