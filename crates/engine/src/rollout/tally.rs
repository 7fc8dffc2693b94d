// SPDX-License-Identifier: GPL-3.0-or-later
//! Means and standard errors of many games, independent of the order in which they arrive.
//!
//! Games are grouped by number into blocks of 36. A complete block is reduced to its means and sums of squared
//! deviations, always in the order of its games; totals add the blocks in order. Threads, interruptions and merging
//! therefore do not change the result, not even its last bit.
//!
//! Two standard errors are given. The *independent* one, `sqrt(V / n)` with the sample variance V, is what GNU Backgammon
//! prints. It is correct for independent games. Quasi-random dice spread each roll evenly over every block, so the means
//! vary less than it says. With [`MIN_BLOCKS`] or more complete blocks, the variance of the block means is used as
//! well: all blocks are balanced in the same way, and their means vary only by what balancing does not remove. A few
//! blocks estimate that variance poorly, so it is widened according to Student's distribution: the interval of 1.96 of
//! these errors to either side contains the true value in 95 of 100 cases. Balancing never increases the variance, so
//! the smaller of the two is the standard error.
//! (Student, "The probable error of a mean", 1908; M. Stein, "Large sample properties of simulations using Latin
//! hypercube sampling", 1987.) docs/rollouts.md shows the measured coverage of the intervals.

use super::dice::BLOCK;
use super::sample::{OUTPUTS, Sample};
use std::collections::BTreeMap;

/// Minimum number of complete blocks whose variance is used: 4, that is 144 games. That of fewer is too uncertain.
pub(crate) const MIN_BLOCKS: u32 = 4;

/// Means of some games, and sums of squared deviations from the means.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Sums {
    /// Games.
    pub games: u32,
    /// Means.
    pub mean: Sample,
    /// Sums of squared deviations from the means.
    pub squares: Sample,
}

impl Sums {
    /// The sums of games in their order.
    fn of<'a>(games: impl Iterator<Item = &'a Sample> + Clone) -> Sums {
        let mut sums = Sums::default();
        for sample in games.clone() {
            sums.games += 1;
            for (sum, x) in sums.mean.iter_mut().zip(sample) {
                *sum += x;
            }
        }
        if sums.games > 0 {
            sums.mean = sums.mean.map(|sum| sum / f64::from(sums.games));
        }
        for sample in games {
            for (n, x) in sample.iter().enumerate() {
                sums.squares[n] += (x - sums.mean[n]).powi(2);
            }
        }
        sums
    }

    /// The sample variance; 0 for fewer than two games.
    fn variance(&self, output: usize) -> f64 {
        if self.games < 2 { 0.0 } else { self.squares[output] / f64::from(self.games - 1) }
    }
}

/// The games of one alternative.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Tally {
    /// Games 0..n played before, of which only the sums are known.
    prior: Sums,
    /// Complete blocks by number: block `b` holds games `36 b` to `36 b + 35`.
    complete: BTreeMap<u32, Sums>,
    /// Single games of the other blocks by number.
    single: BTreeMap<u32, Sample>,
}

/// Means of all games with their standard errors.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Moments {
    /// Games.
    pub games: u32,
    /// Means.
    pub mean: Sample,
    /// Standard errors of the means, with balanced dice taken into account.
    pub std_error: Sample,
    /// Standard errors as if all games were independent.
    pub independent: Sample,
}

impl Tally {
    /// Games 0..n known by their means and standard errors only, as files store them.
    #[must_use]
    pub fn from_prior(games: u32, mean: Sample, std_error: Sample) -> Tally {
        let n = f64::from(games);
        let squares = std_error.map(|error| error * error * n * (n - 1.0).max(0.0));
        Tally { prior: Sums { games, mean, squares }, ..Tally::default() }
    }

    /// A tally from its parts; `None` if a game occurs twice, a block does not have 36 games, or a number is not finite.
    #[must_use]
    pub fn from_parts(
        prior: Sums,
        complete: BTreeMap<u32, Sums>,
        single: BTreeMap<u32, Sample>,
    ) -> Option<Tally> {
        let tally = Tally { prior, complete: BTreeMap::new(), single: BTreeMap::new() };
        let is_finite = |sums: &Sums| sums.mean.iter().chain(&sums.squares).all(|x| x.is_finite());
        let fits = is_finite(&prior)
            && complete.iter().all(|(&block, sums)| {
                let first = block.checked_mul(BLOCK);
                sums.games == BLOCK && is_finite(sums) && first.is_some_and(|first| first >= prior.games)
            })
            && single.iter().all(|(&game, sample)| {
                game >= prior.games
                    && !complete.contains_key(&(game / BLOCK))
                    && sample.iter().all(|x| x.is_finite())
            });
        fits.then(|| {
            let mut tally = Tally { complete, single, ..tally };
            let blocks: Vec<u32> = tally.single.keys().map(|game| game / BLOCK).collect();
            blocks.into_iter().for_each(|block| tally.reduce(block));
            tally
        })
    }

    /// Games known by their sums only.
    #[must_use]
    pub fn prior(&self) -> &Sums {
        &self.prior
    }

    /// Complete blocks by number.
    #[must_use]
    pub fn complete(&self) -> &BTreeMap<u32, Sums> {
        &self.complete
    }

    /// Single games of incomplete blocks by number.
    #[must_use]
    pub fn single(&self) -> &BTreeMap<u32, Sample> {
        &self.single
    }

    /// Games played.
    #[must_use]
    pub fn games(&self) -> u32 {
        let complete = BLOCK.saturating_mul(self.complete.len() as u32);
        self.prior.games.saturating_add(complete).saturating_add(self.single.len() as u32)
    }

    /// The games before `game`.
    pub(super) fn before(&self, game: u32) -> Tally {
        Tally {
            prior: self.prior,
            complete: self.complete.range(..game / BLOCK).map(|(&block, sums)| (block, *sums)).collect(),
            single: self.single.range(..game).map(|(&game, sample)| (game, *sample)).collect(),
        }
    }

    /// Whether that game has been played.
    #[must_use]
    pub fn contains(&self, game: u32) -> bool {
        game < self.prior.games
            || self.complete.contains_key(&(game / BLOCK))
            || self.single.contains_key(&game)
    }

    /// Adds a game, unless the tally already contains it.
    pub fn add(&mut self, game: u32, sample: Sample) {
        if !self.contains(game) {
            self.single.insert(game, sample);
            self.reduce(game / BLOCK);
        }
    }

    /// Reduces a block to its sums if it has all its games.
    fn reduce(&mut self, block: u32) {
        let (first, next) = (block * BLOCK, block.saturating_add(1).saturating_mul(BLOCK));
        if self.single.range(first..next).count() == BLOCK as usize {
            let sums = Sums::of(self.single.range(first..next).map(|(_, sample)| sample));
            self.complete.insert(block, sums);
            self.single.retain(|game, _| !(first..next).contains(game));
        }
    }

    /// A game that both have, if there is one.
    #[must_use]
    pub fn overlap(&self, other: &Tally) -> Option<u32> {
        let shared_prior = (self.prior.games > 0 && other.prior.games > 0).then_some(0);
        let mut blocks = self.complete.keys().chain(other.complete.keys()).map(|block| block * BLOCK);
        let mut singles = self.single.keys().chain(other.single.keys()).copied();
        let is_shared = |&game: &u32| self.contains(game) && other.contains(game);
        shared_prior
            .or_else(|| blocks.find_map(|first| (first..first + BLOCK).find(is_shared)))
            .or_else(|| singles.find(is_shared))
    }

    /// Adds all games of `other`. The tally must not contain any of them.
    pub fn merge(&mut self, other: &Tally) {
        if self.prior.games == 0 {
            self.prior = other.prior;
        }
        for (&block, sums) in &other.complete {
            self.complete.insert(block, *sums);
        }
        for (&game, sample) in &other.single {
            self.add(game, *sample);
        }
    }

    /// Means and standard errors of all games; `balanced` is whether the dice were quasi-random.
    #[must_use]
    pub fn moments(&self, balanced: bool) -> Moments {
        let parts = self.parts();
        let games: u32 = parts.iter().map(|part| part.games).sum();
        if games == 0 {
            return Moments::default();
        }
        let mut total = Sums { games, ..Sums::default() };
        for part in &parts {
            for n in 0..OUTPUTS {
                total.mean[n] += part.mean[n] * f64::from(part.games);
            }
        }
        total.mean = total.mean.map(|sum| sum / f64::from(games));
        for part in &parts {
            for n in 0..OUTPUTS {
                let off = part.mean[n] - total.mean[n];
                total.squares[n] += part.squares[n] + f64::from(part.games) * off * off;
            }
        }
        let n = f64::from(games);
        let independent = std::array::from_fn(|k| (total.variance(k) / n).sqrt());
        let mut std_error: Sample = independent;
        if balanced && self.complete.len() >= MIN_BLOCKS as usize {
            let widened = widening(self.complete.len() - 1) / n;
            for (k, error) in std_error.iter_mut().enumerate() {
                *error = error.min(widened * self.scatter(k, total.variance(k)).sqrt());
            }
        }
        Moments { games, mean: total.mean, std_error, independent }
    }

    /// The variance of the sum of all games, from the variance of the block means and that of the other games.
    fn scatter(&self, output: usize, variance: f64) -> f64 {
        let blocks = self.complete.len() as f64;
        let mean = self.complete.values().map(|sums| sums.mean[output]).sum::<f64>() / blocks;
        let squares: f64 = self.complete.values().map(|sums| (sums.mean[output] - mean).powi(2)).sum();
        let of_block_sum = squares / (blocks - 1.0) * f64::from(BLOCK * BLOCK);
        let prior = f64::from(self.prior.games) * self.prior.variance(output);
        blocks * of_block_sum + prior + self.single.len() as f64 * variance
    }

    /// All games in parts, in a fixed order.
    fn parts(&self) -> Vec<Sums> {
        let mut parts: BTreeMap<u32, Sums> = self.complete.clone();
        for game in self.single.keys() {
            let block = game / BLOCK;
            parts.entry(block).or_insert_with(|| {
                let end = block.saturating_add(1).saturating_mul(BLOCK);
                Sums::of(self.single.range(block * BLOCK..end).map(|(_, sample)| sample))
            });
        }
        let prior = (self.prior.games > 0).then_some(self.prior);
        prior.into_iter().chain(parts.into_values()).collect()
    }

    /// The moments after each complete block, to show how a rollout converges. Excludes games of incomplete blocks.
    #[must_use]
    pub fn convergence(&self, balanced: bool) -> Vec<Moments> {
        let mut so_far = Tally { prior: self.prior, ..Tally::default() };
        let blocks = self.complete.iter().map(|(&block, sums)| {
            so_far.complete.insert(block, *sums);
            so_far.moments(balanced)
        });
        blocks.collect()
    }
}

/// The ratio of the 97.5 % point of Student's distribution to that of the normal distribution. The first terms of its
/// expansion (R. A. Fisher and E. A. Cornish, 1960): within 1 % from 3 degrees of freedom.
pub fn widening(degrees: usize) -> f64 {
    const Z: f64 = 1.959_964;
    let v = degrees as f64;
    let square = Z * Z;
    1.0 + (square + 1.0) / (4.0 * v)
        + ((5.0 * square + 16.0) * square + 3.0) / (96.0 * v * v)
        + (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / (384.0 * v * v * v)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample(seed: u32) -> Sample {
        std::array::from_fn(|n| f64::from((seed.wrapping_mul(2_654_435_761) >> n) % 1000) / 999.0)
    }

    #[test]
    fn moments_are_those_of_the_samples() {
        let games = 400u32;
        let mut tally = Tally::default();
        (0..games).for_each(|game| tally.add(game, sample(game)));
        let moments = tally.moments(false);
        let values: Vec<f64> = (0..games).map(|game| sample(game)[3]).collect();
        let mean = values.iter().sum::<f64>() / 400.0;
        let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 399.0;
        assert_eq!((moments.games, tally.games()), (400, 400));
        assert!((moments.mean[3] - mean).abs() < 1e-12);
        assert!((moments.independent[3] - (variance / 400.0).sqrt()).abs() < 1e-12);
        assert_eq!(moments.std_error, moments.independent);
        // The recursion that GNU Backgammon uses gives the same variance.
        let (mut v, mut sum) = (0.0, values[0]);
        for (n, x) in (2u32..).zip(&values[1..]) {
            let before = sum / f64::from(n - 1);
            sum += x;
            let off: f64 = sum / f64::from(n) - before;
            v = v * (1.0 - 1.0 / f64::from(n - 1)) + f64::from(n) * off * off;
        }
        assert!((v - variance).abs() < 1e-12);
    }

    #[test]
    fn blocks_that_all_agree_have_no_error() {
        // Within a block games differ, but each block holds the same ones.
        let mut tally = Tally::default();
        (0..36 * 10).for_each(|game| tally.add(game, sample(game % 36)));
        let moments = tally.moments(true);
        assert!(moments.independent[0] > 0.01);
        assert!(moments.std_error[0] < 1e-9);
    }

    #[test]
    fn widening_is_that_of_student() {
        for (degrees, exact) in [(3, 3.182_446), (8, 2.306_004), (35, 2.030_108), (1000, 1.962_339)] {
            assert!((widening(degrees) * 1.959_964 / exact - 1.0).abs() < 0.01, "{degrees}");
        }
    }

    #[test]
    fn balancing_never_widens() {
        let mut tally = Tally::default();
        (0..36 * 5).for_each(|game| tally.add(game, sample(game / 36)));
        let moments = tally.moments(true);
        assert_eq!(moments.std_error, moments.independent);
    }

    #[test]
    fn a_prior_continues_where_it_ended() {
        let (mut whole, mut first) = (Tally::default(), Tally::default());
        (0..50).for_each(|game| first.add(game, sample(game)));
        let known = first.moments(false);
        let mut rest = Tally::from_prior(known.games, known.mean, known.std_error);
        (0..200).for_each(|game| {
            whole.add(game, sample(game));
            rest.add(game, sample(game));
        });
        let (a, b) = (whole.moments(false), rest.moments(false));
        assert_eq!((a.games, b.games), (200, 200));
        for n in 0..OUTPUTS {
            assert!((a.mean[n] - b.mean[n]).abs() < 1e-12 && (a.std_error[n] - b.std_error[n]).abs() < 1e-12);
        }
    }

    proptest! {
        #[test]
        fn order_and_partition_do_not_matter(cuts in proptest::collection::vec(0u32..500, 0..5), seed: u32) {
            let mut whole = Tally::default();
            (0..500).for_each(|game| whole.add(game, sample(game ^ seed)));
            let mut cuts = cuts;
            cuts.extend([0, 500]);
            cuts.sort_unstable();
            let mut merged = Tally::default();
            for pair in cuts.windows(2).rev() {
                let mut part = Tally::default();
                (pair[0]..pair[1]).rev().for_each(|game| part.add(game, sample(game ^ seed)));
                prop_assert_eq!(merged.overlap(&part), None);
                merged.merge(&part);
            }
            prop_assert_eq!(merged.overlap(&whole), Some(0));
            for balanced in [true, false] {
                prop_assert_eq!(merged.moments(balanced), whole.moments(balanced));
            }
            prop_assert_eq!(merged, whole);
        }
    }

    #[test]
    fn parts_are_checked() {
        let parts = |games, block: u32, single: u32, x: f64| {
            let sums = Sums { games, mean: [x; OUTPUTS], squares: [0.0; OUTPUTS] };
            let single = BTreeMap::from([(single, [0.0; OUTPUTS])]);
            Tally::from_parts(Sums::default(), BTreeMap::from([(block, sums)]), single)
        };
        assert!(parts(36, 0, 36, 0.5).is_some());
        assert!(parts(35, 0, 36, 0.5).is_none());
        assert!(parts(36, 0, 35, 0.5).is_none());
        assert!(parts(36, 0, 36, f64::NAN).is_none());
        assert!(parts(36, u32::MAX, 36, 0.5).is_none());
    }
}
