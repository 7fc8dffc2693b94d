// SPDX-License-Identifier: GPL-3.0-or-later
//! Gammon and backgammon chances in races, from tables computed here.
//!
//! [`FirstOff`] answers how soon a side with all 15 checkers at home bears the first one off; [`HomeExit`] how soon the
//! last straggler leaves the winner's home board. Both assume the plays with the least expected number of rolls.

use super::distribution::{Distribution, N_ROLLS, race_win};
use super::index::PositionIndex;
use super::side_plays::{Results, StepPosition};
use crate::core::{Board, Dice, PLACES, Side};

/// Rolls kept exactly; later ones are lumped into the last. The most any position needs with a chance that 16-bit
/// distributions could show is seven.
const ROLLS: usize = 8;

/// How many rolls 15 checkers at home need to bear the first one off. Made in some 50 ms, 1 MB.
pub struct FirstOff {
    index: PositionIndex,
    /// `[number - first_full][i]`: chance that the first checker goes off on roll `i + 1`.
    chances: Vec<[f64; ROLLS]>,
}

impl FirstOff {
    /// Computes the table.
    #[must_use]
    pub fn new() -> FirstOff {
        let index = PositionIndex::new(6, 15).expect("invariant: 15 checkers on 6 points can be numbered");
        let full = index.first_full();
        let mut chances: Vec<[f64; ROLLS]> = Vec::with_capacity((index.n_positions() - full) as usize);
        let mut means: Vec<f64> = Vec::with_capacity(chances.capacity());
        let mut results = Results::default();
        for number in full..index.n_positions() {
            results.by_roll.iter_mut().for_each(Vec::clear);
            StepPosition::new(&index, number).visit_plays(&mut results);
            let (mut sum, mut mean) = ([0.0; ROLLS], 1.0);
            for (dice, after) in Dice::ALL.iter().zip(&results.by_roll) {
                let weight = f64::from(dice.weight()) / 36.0;
                if after.iter().any(|&number| number < full) {
                    sum[0] += weight;
                    continue;
                }
                let best = after
                    .iter()
                    .map(|&number| (number - full) as usize)
                    .min_by(|&a, &b| means[a].total_cmp(&means[b]));
                let Some(best) = best else { continue };
                mean += weight * means[best];
                for (i, chance) in chances[best].iter().enumerate() {
                    sum[(i + 1).min(ROLLS - 1)] += weight * chance;
                }
            }
            chances.push(sum);
            means.push(mean);
        }
        FirstOff { index, chances }
    }

    /// `[i]`: chance of the first checker going off on roll `i + 1`, or `None` unless all 15 are at home.
    #[must_use]
    pub fn chances(&self, side: &[u8; PLACES]) -> Option<[f64; ROLLS]> {
        let number = self.index.index(side)?.checked_sub(self.index.first_full())?;
        self.chances.get(number as usize).copied()
    }

    /// The same as a distribution of rolls.
    #[must_use]
    pub fn distribution(&self, side: &[u8; PLACES]) -> Option<Distribution> {
        let chances = self.chances(side)?;
        let mut values = [0; N_ROLLS];
        for (value, chance) in values[1..].iter_mut().zip(chances) {
            *value = (chance * f64::from(u16::MAX)).round() as u16;
        }
        let mode = (0..N_ROLLS).rev().max_by_key(|&i| values[i]).unwrap_or(1);
        let others: u16 = (0..N_ROLLS).filter(|&i| i != mode).map(|i| values[i]).sum();
        values[mode] = u16::MAX - others;
        Some(Distribution(values))
    }
}

impl Default for FirstOff {
    fn default() -> FirstOff {
        FirstOff::new()
    }
}

/// How many rolls up to six checkers need to leave the winner's home board, if nothing blocks them.
pub struct HomeExit {
    index: PositionIndex,
    /// `[number][r - 1]`: sequences of `r` rolls, out of 36^r, that clear the board exactly on roll `r`; the last
    /// counts the sequences of five rolls that need a fifth roll or more.
    counts: Vec<[u32; 5]>,
}

/// Places in the winner's home board where a loser without contact can be: its points 19 to 23.
const EXIT_PLACES: usize = 5;

impl HomeExit {
    /// Computes the table, in a few milliseconds.
    #[must_use]
    pub fn new() -> HomeExit {
        let index = PositionIndex::new(EXIT_PLACES, 6)
            .expect("invariant: six checkers on five places can be numbered");
        let mut counts = vec![[0; 5]];
        let mut means = vec![0.0];
        for number in 1..index.n_positions() {
            let position = index.position(number);
            let (mut exact, mut mean) = ([0u32; 5], 1.0);
            for dice in Dice::ALL {
                let (high, low) = (dice.high(), dice.low());
                let mut best: Option<(f64, usize)> = None;
                let mut consider = |after: u32| {
                    let candidate = (means[after as usize], after as usize);
                    if best.is_none_or(|best| candidate.0 < best.0) {
                        best = Some(candidate);
                    }
                };
                if dice.is_double() {
                    exits(&index, position, &[high; 4], &mut consider);
                } else {
                    exits(&index, position, &[high, low], &mut consider);
                    exits(&index, position, &[low, high], &mut consider);
                }
                let (best_mean, best) = best.expect("invariant: checkers can always move out");
                mean += f64::from(dice.weight()) * best_mean / 36.0;
                if best == 0 {
                    exact[0] += u32::from(dice.weight());
                } else {
                    for r in 1..4 {
                        exact[r] += u32::from(dice.weight()) * counts[best][r - 1];
                    }
                }
            }
            exact[4] = (0..4).fold(1, |later, r| later * 36 - exact[r]) * 36;
            counts.push(exact);
            means.push(mean);
        }
        HomeExit { index, counts }
    }

    /// `[r - 1]`: sequences of `r` rolls, out of 36^r, that bring the last checker out exactly on roll `r`; `[4]`:
    /// sequences of five rolls, out of 36⁵, that are not enough in four. `places[k]` checkers need `k + 1` pips to get
    /// out. `None` with more than six checkers.
    #[must_use]
    pub fn counts(&self, places: [u8; EXIT_PLACES]) -> Option<[u32; 5]> {
        let mut side = [0; PLACES];
        side[..EXIT_PLACES].copy_from_slice(&places);
        Some(self.counts[self.index.index(&side)? as usize])
    }

    /// Chance of a backgammon: that the winner, whose distribution of rolls is `winner`, is done before the loser's
    /// checkers on `places` are out.
    fn chance(&self, places: [u8; EXIT_PLACES], winner: &Distribution, winner_on_roll: bool) -> Option<f32> {
        let counts = self.counts(places)?;
        let chances = winner.chances();
        let lead = usize::from(!winner_on_roll);
        let (mut chance, mut sequences) = (0.0, 1.0);
        for r in 1..=5 {
            sequences *= 36.0;
            let done: f64 = chances[1..=r - lead].iter().map(|&c| f64::from(c)).sum();
            chance += f64::from(counts[r - 1]) / sequences * done;
        }
        Some(chance.min(1.0) as f32)
    }
}

impl Default for HomeExit {
    fn default() -> HomeExit {
        HomeExit::new()
    }
}

/// Plays `dice` one after the other with any checkers and hands the numbers of the results to `consider`.
fn exits(index: &PositionIndex, position: [u8; PLACES], dice: &[u8], consider: &mut impl FnMut(u32)) {
    let Some((&die, rest)) = dice.split_first() else { return consider(index.index_within(&position)) };
    if position[..EXIT_PLACES].iter().all(|&n| n == 0) {
        return consider(0);
    }
    for from in 0..EXIT_PLACES {
        if position[from] > 0 {
            let mut after = position;
            after[from] -= 1;
            if let Some(to) = from.checked_sub(usize::from(die)) {
                after[to] += 1;
            }
            exits(index, after, rest, consider);
        }
    }
}

/// Who can win a backgammon in this race: the side on roll first. `None` with contact or when nobody can.
fn backgammon_winner(board: &Board) -> Option<Side> {
    let can_win = |winner: Side| {
        let loser = winner.other();
        board.checkers_on_board(loser) == 15 && board.rearmost(loser).is_some_and(|index| index >= 18)
    };
    let running = board.rearmost(Side::OnRoll).is_some() && board.rearmost(Side::Opponent).is_some();
    if !running || board.has_contact() { None } else { Side::BOTH.into_iter().find(|&side| can_win(side)) }
}

/// The side that can win a backgammon in this race and its chance, or `None` if nobody can or `rolls`, which gives
/// distributions of bearing off all checkers, does not know a position needed.
pub(super) fn backgammon(
    exit: &HomeExit,
    board: &Board,
    rolls: impl Fn(&[u8; PLACES]) -> Option<Distribution>,
) -> Option<(Side, f32)> {
    let winner = backgammon_winner(board)?;
    let winner_on_roll = winner == Side::OnRoll;
    let loser_side = board.side(winner.other());
    let places: [u8; EXIT_PLACES] = std::array::from_fn(|k| loser_side[18 + k]);
    let winners = u32::from(board.checkers_on_board(winner));
    let pips_to_leave: u32 = (1..).zip(places).map(|(pips, n)| pips * u32::from(n)).sum();
    if winners.div_ceil(4) - u32::from(winner_on_roll) > pips_to_leave.div_ceil(3) {
        return Some((winner, 0.0));
    }
    let winner_rolls = rolls(board.side(winner))?;
    let chance = match exit.chance(places, &winner_rolls, winner_on_roll) {
        Some(chance) => chance,
        None => {
            let mut stragglers = [0; PLACES];
            stragglers[..EXIT_PLACES].copy_from_slice(&places);
            let loser_rolls = rolls(&stragglers)?;
            if winner_on_roll {
                race_win(&winner_rolls, &loser_rolls)
            } else {
                1.0 - race_win(&loser_rolls, &winner_rolls)
            }
        }
    };
    Some((winner, chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_straggler() {
        let exit = HomeExit::new();
        assert_eq!(exit.counts([1, 0, 0, 0, 0]), Some([36, 0, 0, 0, 0]));
        assert_eq!(exit.counts([3, 0, 0, 0, 0]), Some([6, 1080, 0, 0, 0]));
        assert_eq!(exit.counts([3, 0, 0, 4, 0]), None);
    }

    #[test]
    fn fifteen_on_the_ace_point_bear_off_at_once() {
        let table = FirstOff::new();
        let mut side = [0; PLACES];
        side[0] = 15;
        assert!((table.chances(&side).unwrap()[0] - 1.0).abs() < 1e-12);
        assert_eq!(table.distribution(&side).unwrap().run(), (1, &[65535u16][..]));
        // Eleven on the ace point and four on the three point: 2-2 moves the four only.
        side[0] = 11;
        side[2] = 4;
        assert!((table.chances(&side).unwrap()[0] - 35.0 / 36.0).abs() < 1e-12);
        side[2] = 3;
        assert_eq!(table.chances(&side), None);
    }
}
