// SPDX-License-Identifier: GPL-3.0-or-later
//! 64 × 64 pairs of positions of a two-sided database at once.

use super::children::Children;
use crate::core::Dice;
use std::ops::Range;

/// Pairs on each edge of a tile: 64 values of 16 bits are two cache lines.
pub(super) const LANES: usize = 64;

/// Values of up to 64 positions on roll against up to 64 opponents.
pub(super) struct Tile {
    /// `[plane][opponent][on roll]`.
    values: [[[i16; LANES]; LANES]; Tile::CUBEFUL_PLANES],
}

impl Tile {
    /// Planes: cubeless; with the opponent's cube; centered after the doubling decision; owned after it; owned;
    /// centered. Parents read the first four.
    pub(super) const CUBEFUL_PLANES: usize = 6;

    /// Planes that parents read.
    pub(super) const READ_PLANES: usize = 4;

    /// Planes in the order of the file: cubeless, owned, centered, opponent's.
    pub(super) const STORED_PLANES: [usize; 4] = [0, 4, 5, 1];

    /// A tile of zeros.
    pub(super) fn new() -> Box<Tile> {
        Box::new(Tile { values: [[[0; LANES]; LANES]; Tile::CUBEFUL_PLANES] })
    }

    /// The values of one plane against one opponent.
    pub(super) fn run(&self, plane: usize, opponent: usize) -> &[i16; LANES] {
        &self.values[plane][opponent]
    }

    /// Sets a pair from the values cubeless, owned, centered, opponent's.
    pub(super) fn set(&mut self, on_roll: usize, opponent: usize, values: [i16; 4], cubeful: bool) {
        let [cubeless, owned, centered, theirs] = values;
        let mut put = |plane: usize, value| self.values[plane][opponent][on_roll] = value;
        put(0, cubeless);
        if cubeful {
            put(1, theirs);
            put(2, after_decision(centered, theirs));
            put(3, after_decision(owned, theirs));
            put(4, owned);
            put(5, centered);
        }
    }
}

/// The value of rolling or doubling, whichever is better for the side with access to the cube; `no_double` is the value
/// of rolling, `take` that of the doubled cube in the other's hands per unit of it.
#[inline]
fn after_decision(no_double: i16, take: i16) -> i16 {
    if take >= no_double / 2 {
        if take >= 16383 { i16::MAX } else { (2 * i32::from(take)) as i16 }
    } else {
        no_double
    }
}

/// Computes a tile. `run(child, plane)` are the values of 64 opponents being on roll against the child position.
pub(super) fn compute_tile<'t>(
    children: &Children,
    on_roll: Range<usize>,
    cubeful: bool,
    run: impl Fn(usize, usize) -> &'t [i16; LANES],
) -> Box<Tile> {
    let mut tile = Tile::new();
    for (s, rank) in on_roll.enumerate() {
        let cubeless = average(children, rank, |child| run(child, 0));
        if !cubeful {
            for (opponents, value) in tile.values[0].iter_mut().zip(cubeless) {
                opponents[s] = value;
            }
            continue;
        }
        let owned = average(children, rank, |child| run(child, 1));
        let centered = average(children, rank, |child| run(child, 2));
        let theirs = average(children, rank, |child| run(child, 3));
        for t in 0..LANES {
            tile.set(s, t, [cubeless[t], owned[t], centered[t], theirs[t]], true);
        }
    }
    tile
}

/// For each of 64 opponents: the mean over all rolls of the best result, rounded toward zero.
#[inline]
fn average<'t>(children: &Children, rank: usize, run: impl Fn(usize) -> &'t [i16; LANES]) -> [i16; LANES] {
    let mut totals = [0i32; LANES];
    for (roll, dice) in Dice::ALL.iter().enumerate() {
        let mut least = [i16::MAX; LANES];
        for &child in children.of(rank, roll) {
            for (least, &value) in least.iter_mut().zip(run(child as usize)) {
                *least = (*least).min(value);
            }
        }
        let weight = i32::from(dice.weight());
        for (total, &least) in totals.iter_mut().zip(&least) {
            *total += weight * i32::from(!least);
        }
    }
    totals.map(|total| (total / 36) as i16)
}
