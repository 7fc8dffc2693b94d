// SPDX-License-Identifier: GPL-3.0-or-later
//! Labels of all promising plays of a roll, with look-ahead of the same depth.
//!
//! Self-play only reaches positions that the net prefers; a good play that it underrates is never made and so never
//! corrected. Here every play close to the best one is labelled, whether it is made or not.

use crate::data::{NetPart, Sample};
use crate::label::{Games, Labeller, SHARD};
use crate::selfplay;
use gnubg_engine::core::{Board, Dice, PlayList, Probs, Variation};
use rand::{Rng, RngExt};

/// Plays that statically lose more than this against the best are labelled only occasionally.
pub(crate) const REACH: f32 = 0.15;

/// Chance that a roll's choice is labelled with look-ahead.
pub(crate) const TAKEN: f32 = 0.4;

/// The same without look-ahead: playing on costs as much as labels do.
const TAKEN_STATIC: f32 = 0.9;

/// Chances that a game does not continue with the best play.
const RANDOM: f32 = 0.02;
const SECOND: f32 = 0.15;

/// How deep labels look ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Depth {
    /// All rolls of this many plies.
    Plies(usize),
    /// All rolls of the first ply and, behind this many of them (1 to 18), all of a second.
    Sample(u8),
}

impl Depth {
    /// The chances of the player on roll. `draw` in 0..1 chooses the rolls of a sample: the plays of one roll are given
    /// the same, so that what is drawn tells them apart as little as possible.
    fn chances(self, labeller: &mut Labeller<'_>, board: &Board, draw: f32) -> Probs {
        match self {
            Depth::Plies(plies) => labeller.look.chances(labeller.nets, board, plies),
            Depth::Sample(rolls) => sampled(labeller, board, rolls, draw),
        }
    }
}

/// The chances of the player on roll at 2-ply, estimated: what the second ply adds to the first is the mean of what it
/// adds behind `rolls` of the 21 rolls. These are drawn in even steps with chances in proportion to their own, so the
/// estimate has no bias.
fn sampled(labeller: &mut Labeller<'_>, board: &Board, rolls: u8, draw: f32) -> Probs {
    let (nets, look) = (labeller.nets, &mut labeller.look);
    if board.outcome(Variation::Standard).is_some() {
        return look.value(nets, board);
    }
    // At least 2, the largest weight, so no roll is drawn twice.
    let step = 36.0 / f32::from(rolls);
    let (mut sum, mut passed, mut next) = ([0.0f32; 5], 0.0, draw * step);
    for dice in Dice::ALL {
        let (after, seen) = look.best_valued(nets, board, dice);
        let seen = seen.swapped().to_array();
        let weight = f32::from(dice.weight());
        sum = added(sum, weight, seen);
        passed += weight;
        if next < passed {
            let deeper = look.chances(nets, &after, 1).swapped().to_array();
            sum = added(added(sum, step, deeper), -step, seen);
            next += step;
        }
    }
    Probs::from_array(sum.map(|chance| chance / 36.0))
}

/// What chooses the rolls of a sample.
fn drawn(depth: Depth, rng: &mut impl Rng) -> f32 {
    if matches!(depth, Depth::Sample(_)) { rng.random() } else { 0.0 }
}

/// A sum of chances with `factor` times others added.
pub(crate) fn added(sum: [f32; 5], factor: f32, others: [f32; 5]) -> [f32; 5] {
    std::array::from_fn(|n| sum[n] + factor * others[n])
}

/// Labels a board, if a net evaluates it and the shard has room.
fn add(samples: &mut Vec<Sample>, labeller: &mut Labeller<'_>, board: &Board, depth: Depth, draw: f32) {
    if NetPart::of(board).is_some() && samples.len() < SHARD as usize {
        samples.push(Sample::new(board, depth.chances(labeller, board, draw), 1.0));
    }
}

/// Plays games until there are enough samples for a shard, each choice with at most `most` plays, labelled by
/// look-ahead of this depth. What follows a roll with one play or none is labelled, too: a search meets it as often as
/// self-play does, and a net that never learns it forgets it.
pub(crate) fn shard(
    labeller: &mut Labeller<'_>,
    games: &Games,
    most: usize,
    depth: Depth,
    rng: &mut impl Rng,
) -> Vec<Sample> {
    let mut samples = Vec::with_capacity(SHARD as usize);
    let mut list = PlayList::new();
    let taken = if depth == Depth::Plies(0) { TAKEN_STATIC } else { TAKEN };
    while samples.len() < SHARD as usize {
        let mut board = games.start(labeller, rng);
        let mut is_first = board == Board::default();
        while NetPart::of(&board) == Some(games.part) {
            let dice = if is_first { selfplay::opening_roll(rng) } else { selfplay::roll(rng) };
            is_first = false;
            list.generate(&board, dice);
            let is_taken = rng.random::<f32>() < taken;
            if list.is_empty() {
                board = board.swapped();
                if is_taken {
                    let draw = drawn(depth, rng);
                    add(&mut samples, labeller, &board, depth, draw);
                }
                continue;
            }
            let ranked = labeller.ranked(&list);
            let within = |&&(equity, _): &&(f32, usize)| equity < ranked[0].0 + REACH;
            let mut chosen: Vec<usize> =
                ranked.iter().take(most).take_while(within).map(|&(_, n)| n).collect();
            if is_taken {
                if rng.random_range(0..3) == 0 && ranked.len() > chosen.len() {
                    chosen.push(ranked[rng.random_range(chosen.len()..ranked.len())].1);
                }
                let draw = drawn(depth, rng);
                for &n in &chosen {
                    add(&mut samples, labeller, &list.boards()[n], depth, draw);
                }
            }
            let fate: f32 = rng.random();
            let next = if fate < RANDOM {
                rng.random_range(0..ranked.len())
            } else if fate < RANDOM + SECOND {
                rng.random_range(0..ranked.len().min(4))
            } else {
                0
            };
            board = list.boards()[ranked[next].1];
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkpoint::{Checkpoint, FILTER_WIDTH};
    use crate::filter::FilterModel;
    use crate::fit::schema_of;
    use crate::model::Model;
    use crate::starts::Start;
    use gnubg_engine::core::Side;
    use gnubg_engine::eval::{LookAhead, Nets};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn random_nets(rng: &mut Xoshiro256PlusPlus) -> Nets {
        let mut model = |part: NetPart| {
            let (schema, buckets) = schema_of(part);
            Model::random(schema, 64, buckets, rng)
        };
        let (contact, race) = (model(NetPart::Contact), model(NetPart::Race));
        let filter = FilterModel::random(FILTER_WIDTH, rng);
        Checkpoint { contact, race, filter, games: 0 }.nets().unwrap()
    }

    #[test]
    fn samples_are_two_plies_on_average() {
        let nets = random_nets(&mut Xoshiro256PlusPlus::seed_from_u64(4));
        let mut labeller = Labeller { nets: &nets, look: LookAhead::new(&nets) };
        let board = Board::default();
        let whole = Depth::Plies(2).chances(&mut labeller, &board, 0.0).to_array();
        for rolls in [1, 4, 18] {
            // A draw in the middle of each part that chooses the same rolls.
            let draws = 36 / rolls;
            let mut mean = [0.0; 5];
            for draw in 0..draws {
                let draw = (f32::from(draw) + 0.5) / f32::from(draws);
                let drawn = Depth::Sample(rolls).chances(&mut labeller, &board, draw).to_array();
                mean = added(mean, 1.0 / f32::from(draws), drawn);
            }
            for (mean, whole) in mean.iter().zip(whole) {
                assert!((mean - whole).abs() < 1e-5, "{rolls} rolls: {mean}, {whole}");
            }
        }
    }

    #[test]
    fn labels_without_look_ahead_are_static() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let nets = random_nets(&mut rng);
        let mut labeller = Labeller { nets: &nets, look: LookAhead::new(&nets) };
        let games = Games { part: NetPart::Contact, kinds: Vec::new() };
        let samples = shard(&mut labeller, &games, 6, Depth::Plies(0), &mut rng);
        assert_eq!(samples.len(), SHARD as usize);
        for sample in samples {
            let board = sample.board();
            assert_eq!(sample, Sample::new(&board, labeller.look.evaluate(&nets, &board), 1.0));
        }
    }

    #[test]
    fn what_follows_a_roll_that_cannot_be_played_is_labelled() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
        let nets = random_nets(&mut rng);
        let mut labeller = Labeller { nets: &nets, look: LookAhead::new(&nets) };
        let games = Games { part: NetPart::Contact, kinds: vec![Start::LateHit] };
        let samples = shard(&mut labeller, &games, 6, Depth::Plies(0), &mut rng);
        // While a checker waits on the bar, one that has entered stays where it entered.
        let nobody_entered = |board: &Board| {
            let opponent = board.side(Side::Opponent);
            opponent[24] > 0 && opponent[18..24].iter().all(|&checkers| checkers == 0)
        };
        assert!(samples.iter().any(|sample| nobody_entered(&sample.board())));
    }

    #[test]
    fn ends_are_valued_by_the_mean_of_nets() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let by = random_nets(&mut rng);
        let valuers = [random_nets(&mut rng), random_nets(&mut rng)];
        let mut look = LookAhead::new(&by).valued_by(&valuers);
        let board = Board::default();
        let of = |nets: &Nets| nets.evaluate(&board, &mut nets.scratch()).to_array();
        let mean = added(added([0.0; 5], 0.5, of(&valuers[0])), 0.5, of(&valuers[1]));
        assert_eq!(look.value(&by, &board).to_array(), mean);
        assert_eq!(look.evaluate(&by, &board).to_array(), of(&by));
        assert_ne!(of(&valuers[0]), of(&valuers[1]));
    }
}
