// SPDX-License-Identifier: GPL-3.0-or-later
//! Distributions of the number of rolls a side needs, and what follows from them for a race.

use crate::core::Probs;

/// Rolls a distribution covers: 0 to 31.
pub const N_ROLLS: usize = 32;

/// Pips of an average roll: 294 pips in the 36 rolls, doubles counted twice.
pub(crate) const PIPS_PER_ROLL: f32 = 49.0 / 6.0;

/// `[i]`: weight of needing exactly `i` rolls. Exact databases scale the sum to 65535.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distribution(pub [u16; N_ROLLS]);

impl Distribution {
    /// No roll is needed.
    pub(crate) const DONE: Distribution = {
        let mut values = [0; N_ROLLS];
        values[0] = u16::MAX;
        Distribution(values)
    };

    /// Expands the run of values that starts at `first`; what would stand beyond roll 31 is dropped.
    pub(super) fn expand(first: usize, values: impl Iterator<Item = u16>) -> Distribution {
        let mut all = [0; N_ROLLS];
        for (to, value) in all.iter_mut().skip(first).zip(values) {
            *to = value;
        }
        Distribution(all)
    }

    /// The first roll with weight and the values up to the last roll with weight.
    #[must_use]
    pub fn run(&self) -> (usize, &[u16]) {
        let first = self.0.iter().position(|&v| v > 0).unwrap_or(0);
        let end = self.0.iter().rposition(|&v| v > 0).map_or(first + 1, |last| last + 1);
        (first, &self.0[first..end])
    }

    /// Sum of the weights.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&v| u32::from(v)).sum()
    }

    /// The weights as chances.
    #[must_use]
    pub fn chances(&self) -> [f32; N_ROLLS] {
        let scale = 1.0 / f64::from(self.total().max(1));
        self.0.map(|v| (f64::from(v) * scale) as f32)
    }

    /// Expected number of rolls and its standard deviation.
    #[must_use]
    pub fn rolls(&self) -> RollsNeeded {
        let total = f64::from(self.total().max(1));
        let (mut sum, mut squares) = (0.0, 0.0);
        for (i, &v) in (0u32..).zip(&self.0) {
            sum += f64::from(i) * f64::from(v);
            squares += f64::from(i * i) * f64::from(v);
        }
        let mean = sum / total;
        RollsNeeded { mean: mean as f32, deviation: (squares / total - mean * mean).max(0.0).sqrt() as f32 }
    }

    /// The most rolls that can be needed.
    #[must_use]
    pub fn most_rolls(&self) -> usize {
        self.0.iter().rposition(|&v| v > 0).unwrap_or(0)
    }
}

/// Mean and standard deviation of a number of rolls.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct RollsNeeded {
    /// Expected number of rolls.
    pub mean: f32,
    /// Standard deviation.
    pub deviation: f32,
}

impl RollsNeeded {
    /// Effective pip count: the mean in pips of average rolls.
    #[must_use]
    pub fn epc(&self) -> f32 {
        self.mean * PIPS_PER_ROLL
    }

    /// Effective pip count less the pip count.
    #[must_use]
    pub fn wastage(&self, pips: u16) -> f32 {
        self.epc() - f32::from(pips)
    }
}

/// Chance that a side needing `mine` finishes no later than one needing `theirs`, if it rolls first. Each is the first
/// roll of its run and the run's values; both scaled to 65535. At most 64 integer additions and multiplications.
#[inline]
pub(super) fn first_to_finish(
    (mine_first, mine): (usize, impl Iterator<Item = u16>),
    (theirs_first, theirs): (usize, impl Iterator<Item = u16>),
) -> f32 {
    // before[i]: weight of the other side needing fewer than i rolls.
    let mut before = [0u32; N_ROLLS + 1];
    let mut sum = 0;
    let mut end = theirs_first;
    for value in theirs.take(N_ROLLS - theirs_first.min(N_ROLLS)) {
        sum += u32::from(value);
        end += 1;
        before[end] = sum;
    }
    let end = end.min(N_ROLLS);
    let mut wins = 0u64;
    for (i, value) in (mine_first..N_ROLLS).zip(mine) {
        let late = sum - if i <= theirs_first { 0 } else { before[i.min(end)] };
        wins += u64::from(value) * u64::from(late);
    }
    const SCALE: f64 = 1.0 / (65535.0 * 65535.0);
    (wins as f64 * SCALE) as f32
}

/// Win chance of the side on roll from both sides' distributions of bearing everything off, no gammons.
#[must_use]
pub(crate) fn race_win(on_roll: &Distribution, opponent: &Distribution) -> f32 {
    first_to_finish((0, on_roll.0.into_iter()), (0, opponent.0.into_iter()))
}

/// Outcome chances from the distributions `[all checkers, first checker]` of each side.
#[must_use]
pub(crate) fn race_probs(on_roll: &[Distribution; 2], opponent: &[Distribution; 2]) -> Probs {
    Probs {
        win: race_win(&on_roll[0], &opponent[0]),
        win_g: race_win(&on_roll[0], &opponent[1]),
        lose_g: not_before(&opponent[0], &on_roll[1]),
        ..Probs::default()
    }
}

/// Chance that the side rolling second finishes before the first roller has borne off a checker.
pub(super) fn not_before(second: &Distribution, first: &Distribution) -> f32 {
    let later = (1..N_ROLLS).map(|i| first.0[i]);
    first_to_finish((0, second.0.into_iter()), (0, later))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, in floating point.
    fn slow(mine: &[u16; N_ROLLS], theirs: &[u16; N_ROLLS], strictly: bool) -> f64 {
        let mut sum = 0.0;
        for i in 0..N_ROLLS {
            for j in 0..N_ROLLS {
                if if strictly { j > i } else { j >= i } {
                    sum += f64::from(mine[i]) / 65535.0 * f64::from(theirs[j]) / 65535.0;
                }
            }
        }
        sum
    }

    prop_compose! {
        fn distributions()(first in 0usize..20, values in prop::collection::vec(0u16..5000, 1..12)) -> Distribution {
            Distribution::expand(first, values.into_iter())
        }
    }

    proptest! {
        #[test]
        fn sums_are_those_of_the_definition(a in distributions(), b in distributions()) {
            prop_assert!((f64::from(race_win(&a, &b)) - slow(&a.0, &b.0, false)).abs() < 1e-7);
            prop_assert!((f64::from(not_before(&a, &b)) - slow(&a.0, &b.0, true)).abs() < 1e-7);
            let (a_run, b_run) = (a.run(), b.run());
            let run = first_to_finish(
                (a_run.0, a_run.1.iter().copied()),
                (b_run.0, b_run.1.iter().copied()),
            );
            prop_assert!((run - race_win(&a, &b)).abs() < 1e-7);
        }

        #[test]
        fn runs_expand_to_themselves(a in distributions()) {
            let (first, values) = a.run();
            prop_assert_eq!(Distribution::expand(first, values.iter().copied()), a);
        }
    }

    #[test]
    fn the_side_that_is_done_wins() {
        let mut one = [0; N_ROLLS];
        one[1] = u16::MAX;
        let one = Distribution(one);
        assert_eq!(race_win(&one, &one), 1.0);
        assert_eq!(race_win(&one, &Distribution::DONE), 0.0);
        assert_eq!(one.rolls(), RollsNeeded { mean: 1.0, deviation: 0.0 });
    }
}
