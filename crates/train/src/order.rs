// SPDX-License-Identifier: GPL-3.0-or-later
//! The order of first-layer units in exported nets: units that are often 0 together become neighbors.
//!
//! A unit of value 0 adds nothing to the second layer, and the engine skips pairs of units that are both 0. The order
//! does not change any result, because sums of integers are exact.

use crate::checkpoint::Checkpoint;
use crate::data::{NetPart, Sample};
use crate::model::{Model, Sharing};
use crate::selfplay::{Deviation, play};
use anyhow::Result;
use gnubg_engine::core::{Board, Probs};
use gnubg_engine::eval::inputs::{CONTACT, RACE};
use gnubg_engine::eval::{LookAhead, Nets};
use gnubg_engine::nn::HIDDEN;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Games whose positions are examined.
const GAMES: usize = 100;

/// The squares of sums below this are 0 in the engine's fixed-point numbers.
const RESTING: f32 = 1.0 / 32.0;

/// Positions of games that the nets play with themselves.
fn positions(nets: &Nets) -> Vec<Board> {
    let mut look = LookAhead::new(nets);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let never = Deviation { random: 0.0, second: 0.0 };
    (0..GAMES).flat_map(|_| play(nets, &mut look, Board::default(), never, &mut rng).boards).collect()
}

/// A copy of `checkpoint` whose nets have their units in order.
pub(crate) fn in_order(checkpoint: &Checkpoint) -> Result<Checkpoint> {
    let positions = positions(&checkpoint.nets()?);
    let contact = ordered(&checkpoint.contact, &Sharing::new(&CONTACT), NetPart::Contact, &positions);
    let race = ordered(&checkpoint.race, &Sharing::new(&RACE), NetPart::Race, &positions);
    Ok(Checkpoint { contact, race, filter: checkpoint.filter.clone(), games: checkpoint.games })
}

/// `model` with its first-layer units ordered by their use in those of `positions` that are of its part.
fn ordered(model: &Model, sharing: &Sharing, part: NetPart, positions: &[Board]) -> Model {
    let used = use_of_units(model, sharing, part, positions);
    permuted(model, &pairs(&used))
}

/// One bit for each unit and position: whether the unit is not 0.
fn use_of_units(model: &Model, sharing: &Sharing, part: NetPart, positions: &[Board]) -> Vec<Vec<u64>> {
    let width = model.shape.width;
    let mut folded = Vec::new();
    model.fold(sharing, &mut folded);
    let mut used = vec![vec![0u64; positions.len().div_ceil(64)]; width];
    let of_part = positions.iter().filter(|board| NetPart::of(board) == Some(part));
    for (n, board) in of_part.enumerate() {
        let example = part.example(&Sample::new(board, Probs::default(), 1.0));
        let mut sums = model.bias.clone();
        for &row in &example.rows {
            crate::gradient::add(&mut sums, &folded[usize::from(row) * width..][..width]);
        }
        for (bits, sum) in used.iter_mut().zip(sums) {
            bits[n / 64] |= u64::from(sum >= RESTING) << (n % 64);
        }
    }
    used
}

/// The units in pairs: the least used one left, and the one with which it is least often in use, for what that costs
/// anyway.
fn pairs(used: &[Vec<u64>]) -> Vec<usize> {
    let count = |bits: &[u64]| bits.iter().map(|word| word.count_ones()).sum::<u32>();
    let either =
        |a: usize, b: usize| used[a].iter().zip(&used[b]).map(|(a, b)| (a | b).count_ones()).sum::<u32>();
    let counts: Vec<u32> = used.iter().map(|bits| count(bits)).collect();
    let mut left: Vec<usize> = (0..used.len()).collect();
    left.sort_by_key(|&unit| counts[unit]);
    let mut order = Vec::with_capacity(used.len());
    while !left.is_empty() {
        let first = left.remove(0);
        order.push(first);
        let cost = |&n: &usize| 2 * i64::from(either(first, left[n])) - i64::from(counts[left[n]]);
        if let Some(n) = (0..left.len()).min_by_key(cost) {
            order.push(left.remove(n));
        }
    }
    order
}

/// The same net with its first-layer units in another order.
fn permuted(model: &Model, order: &[usize]) -> Model {
    let mut permuted = model.clone();
    let rows = [(&model.residual, &mut permuted.residual), (&model.shared, &mut permuted.shared)];
    let dense = model.heads.iter().zip(&mut permuted.heads).map(|(from, to)| (&from.dense, &mut to.dense));
    for (from, to) in rows.into_iter().chain([(&model.bias, &mut permuted.bias)]).chain(dense) {
        for (from, to) in from.chunks_exact(order.len()).zip(to.chunks_exact_mut(order.len())) {
            for (value, &unit) in to.iter_mut().zip(order) {
                *value = from[unit];
            }
        }
    }
    debug_assert!(permuted.heads.iter().all(|head| head.dense.len() == HIDDEN * order.len()));
    permuted
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::eval::inputs::CONTACT_BUCKETS;
    use gnubg_engine::nn::{Accumulator, MAX_SLOTS, NO_ROW};

    #[test]
    fn order_changes_no_result() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let model = Model::random(&CONTACT, 64, CONTACT_BUCKETS, &mut rng);
        let sharing = Sharing::new(&CONTACT);
        let positions = [Board::default(), Board::from_position_id("d3sAAMAbAAAIAA").unwrap()];
        let ordered = ordered(&model, &sharing, NetPart::Contact, &positions);
        assert_ne!(ordered, model);
        let chances = |model: &Model, board: &Board| {
            let net = model.export(&sharing).unwrap();
            let mut rows = [NO_ROW; MAX_SLOTS];
            let bucket = gnubg_engine::eval::inputs::encode_contact(board, &mut rows[..CONTACT.n_slots()]);
            Accumulator::new(&net).evaluate(&net, &rows, bucket)
        };
        for board in &positions {
            assert_eq!(chances(&ordered, board), chances(&model, board));
        }
    }

    #[test]
    fn units_that_are_often_0_together_are_paired() {
        let used = [vec![0b1100u64], vec![0b0011], vec![0b1110], vec![0b0001]];
        assert_eq!(pairs(&used), [3, 1, 0, 2]);
    }
}
