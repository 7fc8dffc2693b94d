// SPDX-License-Identifier: GPL-3.0-or-later
//! How hard a decision is: the expected loss of a reference player, who sees every alternative's equity with an
//! independent, normally distributed error and takes the best of what he sees.
//!
//! That is how the program's noisy levels play: noise of standard deviation s on the winning chance is an error of about
//! 2.06 s in equity (twice the winning chance, and a quarter of the noise on either gammon chance). All legal plays
//! count; those that an analysis leaves out are placed by the static evaluation relative to the best one.

use super::Judge;
use crate::position::PlayThemes;
use gnubg_engine::core::{CancelToken, MatchState};
use gnubg_engine::eval::{EvalSettings, Level, Root};
use gnubg_record::analysis::PlayAnalysis;

/// The reference player: the level *intermediate*.
pub const REFERENCE: f64 = noise_of(Level::Intermediate);

/// The error of a level in equity, one standard deviation.
const fn noise_of(level: Level) -> f64 {
    2.06 * level.settings().noise as f64
}

/// Alternatives farther behind than this many standard deviations are never chosen.
const FAR: f64 = 6.0;
/// Points of the numerical integral.
const STEPS: usize = 48;

/// The expected loss of a choice among these equities, the best first, with errors of this standard deviation.
#[must_use]
pub fn expected_loss(equities: &[f64], sigma: f64) -> f64 {
    let Some(&best) = equities.first() else { return 0.0 };
    let near: Vec<f64> =
        equities.iter().map(|e| (best - e).max(0.0) / sigma).filter(|gap| *gap < FAR).collect();
    if near.len() < 2 || sigma <= 0.0 {
        return 0.0;
    }
    // Chance of each to look best: the integral of its density times the chance that all others look worse.
    let (low, high) = (-FAR, FAR);
    let width = (high - low) / STEPS as f64;
    let mut loss = 0.0;
    for n in 0..STEPS {
        let x = low + (n as f64 + 0.5) * width;
        // Relative to the best: alternative i looks like -gap_i + error.
        let below: Vec<f64> = near.iter().map(|gap| normal_below(x + gap).max(1e-12)).collect();
        let all: f64 = below.iter().map(|chance| chance.ln()).sum();
        for (gap, chance) in near.iter().zip(&below) {
            loss += gap * normal_density(x + gap) * (all - chance.ln()).exp() * width;
        }
    }
    loss * sigma
}

/// The expected loss of a choice between two alternatives.
#[must_use]
pub(super) fn choice_difficulty(gap: f64, sigma: f64) -> f64 {
    gap * normal_below(-gap / (sigma * std::f64::consts::SQRT_2))
}

/// The expected loss of a checker play.
#[must_use]
pub fn play_difficulty(
    judge: &Judge,
    state: &MatchState,
    play: &PlayAnalysis,
    themes: &PlayThemes,
    sigma: f64,
) -> f64 {
    if themes.plays.len() < 2 || play.candidates.is_empty() {
        return 0.0;
    }
    let afters: Vec<_> = play.candidates.iter().map(|one| one.play.apply(&state.board).swapped()).collect();
    let mut equities: Vec<f64> = play.candidates.iter().map(|one| f64::from(one.equity.0)).collect();
    let missing: Vec<_> = themes.plays.iter().filter(|(after, _)| !afters.contains(after)).collect();
    let is_far = |equities: &[f64]| equities.last().is_some_and(|last| equities[0] - last > FAR * sigma);
    if !missing.is_empty() && !is_far(&equities) {
        let root = Root::of(state, &judge.table);
        let (settings, never) = (EvalSettings::at(0), CancelToken::new());
        let value = |after| {
            let play = gnubg_engine::core::Play::EMPTY;
            let found = judge.engine.evaluate_play(&root, &play, after, &settings, &never);
            found.map_or(f64::NEG_INFINITY, |ranked| f64::from(ranked.evaluation.cubeful.0))
        };
        let reference = value(&afters[0]);
        let best = equities[0];
        equities.extend(missing.into_iter().map(|(after, _)| best + value(after) - reference));
    }
    equities.sort_by(|a, b| b.total_cmp(a));
    expected_loss(&equities, sigma)
}

/// The performance rating of the reference player with another error, from decisions with their equities.
#[must_use]
pub fn pr_of_noise(decisions: &[Vec<f64>], sigma: f64) -> f64 {
    if decisions.is_empty() {
        return 0.0;
    }
    let sum: f64 = decisions.iter().map(|equities| expected_loss(equities, sigma)).sum();
    500.0 * sum / decisions.len() as f64
}

fn normal_density(x: f64) -> f64 {
    (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The standard normal distribution function.
#[must_use]
fn normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_alternatives_have_a_closed_form() {
        for gap in [0.01, 0.05, 0.1, 0.2] {
            let (sum, closed) = (expected_loss(&[0.3, 0.3 - gap], 0.08), choice_difficulty(gap, 0.08));
            assert!((sum - closed).abs() < 2e-4, "{gap}: {sum} {closed}");
        }
    }

    #[test]
    fn hard_decisions_have_many_near_alternatives() {
        let easy = expected_loss(&[0.5, 0.0, -0.1], REFERENCE);
        let hard = expected_loss(&[0.5, 0.45, 0.44, 0.43, 0.42], REFERENCE);
        assert!(easy < 0.001 && hard > 0.015, "{easy} {hard}");
        assert_eq!(expected_loss(&[0.5], REFERENCE), 0.0);
        assert_eq!(expected_loss(&[], REFERENCE), 0.0);
        assert!(expected_loss(&[0.2, 0.2, 0.2], REFERENCE).abs() < 1e-9);
    }

    #[test]
    fn more_noise_loses_more() {
        let decisions = vec![vec![0.3, 0.25, 0.1], vec![0.1, 0.09, 0.0, -0.2]];
        let rates: Vec<f64> = [0.01, 0.03, 0.08, 0.12].map(|sigma| pr_of_noise(&decisions, sigma)).to_vec();
        assert!(rates.windows(2).all(|pair| pair[0] < pair[1]), "{rates:?}");
    }
}
