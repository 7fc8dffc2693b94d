// SPDX-License-Identifier: GPL-3.0-or-later
//! Labels of all promising plays of a roll, with look-ahead of the same depth.
//!
//! Self-play only reaches positions that the net prefers; a good play that it underrates is never made and so never
//! corrected. Here every play close to the best one is labelled, whether it is made or not.

use crate::data::{NetPart, Sample};
use crate::label::{Games, Labeller, SHARD};
use crate::selfplay;
use gnubg_engine::core::{Board, PlayList};
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

/// Plays games until there are enough samples for a shard, each choice with at most `most` plays, looked ahead from
/// `plies` deep.
pub(crate) fn shard(
    labeller: &mut Labeller<'_>,
    games: &Games,
    most: usize,
    plies: usize,
    rng: &mut impl Rng,
) -> Vec<Sample> {
    let mut samples = Vec::with_capacity(SHARD as usize);
    let mut list = PlayList::new();
    let taken = if plies == 0 { TAKEN_STATIC } else { TAKEN };
    while samples.len() < SHARD as usize {
        let mut board = games.start(labeller, rng);
        let mut is_first = board == Board::default();
        while NetPart::of(&board) == Some(games.part) {
            let dice = if is_first { selfplay::opening_roll(rng) } else { selfplay::roll(rng) };
            is_first = false;
            list.generate(&board, dice);
            if list.is_empty() {
                board = board.swapped();
                continue;
            }
            let ranked = labeller.ranked(&list);
            let within = |&&(equity, _): &&(f32, usize)| equity < ranked[0].0 + REACH;
            let mut chosen: Vec<usize> =
                ranked.iter().take(most).take_while(within).map(|&(_, n)| n).collect();
            if chosen.len() > 1 && rng.random::<f32>() < taken {
                if rng.random_range(0..3) == 0 && ranked.len() > chosen.len() {
                    chosen.push(ranked[rng.random_range(chosen.len()..ranked.len())].1);
                }
                for &n in &chosen {
                    let after = &list.boards()[n];
                    if NetPart::of(after).is_some() && samples.len() < SHARD as usize {
                        let chances = labeller.look.chances(labeller.nets, after, plies);
                        samples.push(Sample::new(after, chances, 1.0));
                    }
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
    use gnubg_engine::eval::LookAhead;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn labels_without_look_ahead_are_static() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut model = |part: NetPart| {
            let (schema, buckets) = schema_of(part);
            Model::random(schema, 64, buckets, &mut rng)
        };
        let (contact, race) = (model(NetPart::Contact), model(NetPart::Race));
        let filter = FilterModel::random(FILTER_WIDTH, &mut rng);
        let nets = Checkpoint { contact, race, filter, games: 0 }.nets().unwrap();
        let mut labeller = Labeller { nets: &nets, look: LookAhead::new(&nets) };
        let games = Games { part: NetPart::Contact, kinds: Vec::new() };
        let samples = shard(&mut labeller, &games, 6, 0, &mut rng);
        assert_eq!(samples.len(), SHARD as usize);
        for sample in samples {
            let board = sample.board();
            assert_eq!(sample, Sample::new(&board, labeller.look.evaluate(&nets, &board), 1.0));
        }
    }
}
