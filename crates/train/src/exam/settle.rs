// SPDX-License-Identifier: GPL-3.0-or-later
//! How many games tell the plays of a decision apart.
//!
//! Plays are rolled out in blocks of games with the same dice for all, and compared block by block: most of the chance
//! is common to both and cancels out.

use gnubg_engine::rollout::{BLOCK, widening};
use serde::{Deserialize, Serialize};

/// Blocks of each play before plays are compared.
const FIRST: usize = 8;

/// When plays are told apart.
#[derive(Clone, Copy, Debug, PartialEq, clap::Args)]
pub(super) struct Limits {
    /// Standard error of a difference that is small enough
    #[arg(long, default_value_t = 0.004)]
    pub(super) error: f64,
    /// Standard errors between the best play and another that are enough
    #[arg(long, default_value_t = 4.0)]
    pub(super) apart: f64,
    /// Games of a play at most
    #[arg(long, default_value_t = 20_736)]
    pub(super) most: u32,
}

/// A play with the mean cubeless equity of each block of games, for the mover.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Played {
    /// The position after it, the opponent on roll.
    pub(super) play: String,
    pub(super) blocks: Vec<f32>,
}

impl Played {
    pub(super) fn mean(&self) -> f64 {
        mean(self.blocks.iter().map(|&block| f64::from(block)))
    }

    /// By how much `other` is worse, over the blocks that both have.
    pub(super) fn ahead_of(&self, other: &Played) -> Difference {
        let differences: Vec<f64> =
            self.blocks.iter().zip(&other.blocks).map(|(a, b)| f64::from(*a) - f64::from(*b)).collect();
        let (n, mean) = (differences.len() as f64, mean(differences.iter().copied()));
        let error = match differences.len() {
            0 | 1 => f64::INFINITY,
            blocks => {
                let variance = differences.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (n - 1.0);
                widening(blocks - 1) * (variance / n).sqrt()
            }
        };
        Difference { blocks: differences.len(), mean, error }
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (n, sum) = values.fold((0, 0.0), |(n, sum), value| (n + 1, sum + value));
    if n == 0 { 0.0 } else { sum / f64::from(n) }
}

/// A difference of two plays and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Difference {
    pub(super) blocks: usize,
    pub(super) mean: f64,
    pub(super) error: f64,
}

impl Difference {
    pub(super) fn is_settled(&self, limits: &Limits) -> bool {
        self.blocks >= FIRST && (self.error < limits.error || self.mean > limits.apart * self.error)
    }

    /// Blocks that will probably settle it.
    fn needed(&self, limits: &Limits) -> usize {
        let now = self.blocks as f64;
        let small = (self.error / limits.error).powi(2);
        let far = (limits.apart * self.error / self.mean.max(1e-9)).powi(2);
        (1.05 * now * small.min(far)).clamp(now + 2.0, 2.0 * now) as usize
    }
}

/// The number of the best play.
pub(super) fn best(plays: &[Played]) -> Option<usize> {
    (0..plays.len()).max_by(|&a, &b| plays[a].mean().total_cmp(&plays[b].mean()))
}

/// Whether the best play is told apart from all others.
pub(super) fn is_settled(plays: &[Played], limits: &Limits) -> bool {
    let Some(best) = best(plays) else { return true };
    (0..plays.len()).all(|n| n == best || plays[best].ahead_of(&plays[n]).is_settled(limits))
}

/// The plays that need more games, with their numbers of blocks.
pub(super) fn wanted(plays: &[Played], limits: &Limits) -> Vec<(usize, usize)> {
    let fresh: Vec<_> = (0..plays.len()).filter(|&n| plays[n].blocks.len() < FIRST).collect();
    if !fresh.is_empty() {
        return fresh.into_iter().map(|n| (n, FIRST)).collect();
    }
    let Some(best) = best(plays) else { return Vec::new() };
    let most = (limits.most / BLOCK) as usize;
    let mut until = vec![0; plays.len()];
    for n in 0..plays.len() {
        let difference = plays[best].ahead_of(&plays[n]);
        if n != best && !difference.is_settled(limits) {
            until[n] = difference.needed(limits).min(most);
            until[best] = until[best].max(until[n]);
        }
    }
    let more = until.into_iter().enumerate();
    more.filter(|&(n, until)| plays[n].blocks.len() < until).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { error: 0.004, apart: 4.0, most: 1440 };

    fn played(blocks: usize, mean: f32, spread: f32) -> Played {
        let block = |n: usize| mean + if n.is_multiple_of(2) { spread } else { -spread };
        Played { play: String::new(), blocks: (0..blocks).map(block).collect() }
    }

    #[test]
    fn what_both_plays_share_is_no_error() {
        let difference = played(10, 0.5, 0.1).ahead_of(&played(8, 0.25, 0.1));
        assert_eq!(difference.blocks, 8);
        assert!((difference.mean - 0.25).abs() < 1e-6 && difference.error < 1e-6, "{difference:?}");
        let difference = played(8, 0.5, 0.1).ahead_of(&played(8, 0.25, 0.0));
        let plain = 0.1 * (8.0f64 / 7.0 / 8.0).sqrt();
        assert!(difference.error > 1.15 * plain && difference.error < 1.25 * plain, "{difference:?}");
        assert_eq!(played(1, 0.0, 0.0).ahead_of(&played(1, 0.0, 0.0)).error, f64::INFINITY);
    }

    #[test]
    fn only_plays_that_may_be_best_get_more_games() {
        let none = [played(0, 0.0, 0.0), played(9, 0.0, 0.0)];
        assert_eq!(wanted(&none, &LIMITS), [(0, FIRST)]);
        // The second is far behind, the third is not; the best already has the games.
        let plays = [played(30, 0.10, 0.0), played(8, -0.5, 0.05), played(8, 0.09, 0.02)];
        assert_eq!((best(&plays), is_settled(&plays, &LIMITS)), (Some(0), false));
        assert_eq!(wanted(&plays, &LIMITS), [(2, 16)]);
        // Small errors settle it, a limit of games ends it.
        let close = [played(8, 0.10, 0.0), played(8, 0.10, 0.005)];
        assert!(is_settled(&close, &LIMITS) && wanted(&close, &LIMITS).is_empty());
        let long = [played(40, 0.10, 0.0), played(40, 0.10, 0.2)];
        assert!(!is_settled(&long, &LIMITS) && wanted(&long, &LIMITS).is_empty());
        assert!(is_settled(&[], &LIMITS) && wanted(&[], &LIMITS).is_empty());
    }
}
