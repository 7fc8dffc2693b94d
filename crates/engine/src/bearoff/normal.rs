// SPDX-License-Identifier: GPL-3.0-or-later
//! Distributions approximated by normal ones, for old files that store only means and deviations.
//!
//! *Differs:* the original takes the density at each number of rolls, which does not add up to one. Here a number of
//! rolls gets the chance of the interval from half a roll below to half a roll above it, scaled to a sum of one.

use super::distribution::{Distribution, N_ROLLS, RollsNeeded};

/// The distribution of a whole number of rolls with that mean and deviation.
pub(super) fn distribution(rolls: RollsNeeded) -> Distribution {
    let (mean, deviation) = (f64::from(rolls.mean), f64::from(rolls.deviation));
    let mut values = [0u16; N_ROLLS];
    if deviation <= 1e-7 || deviation.is_nan() {
        let at = (mean.round().max(0.0) as usize).min(N_ROLLS - 1);
        values[at] = u16::MAX;
        return Distribution(values);
    }
    let below = |x: f64| 0.5 * erfc(-(x - mean) / (deviation * std::f64::consts::SQRT_2));
    // No roll at all is impossible here: a deviation means that there are checkers left.
    let cells: [f64; N_ROLLS] =
        std::array::from_fn(|i| if i == 0 { 0.0 } else { below(i as f64 + 0.5) - below(i as f64 - 0.5) });
    let total: f64 = cells.iter().sum();
    if total <= 0.0 {
        values[N_ROLLS - 1] = u16::MAX;
        return Distribution(values);
    }
    let mut rest = u16::MAX;
    let mut most = 0;
    for (i, cell) in cells.iter().enumerate() {
        let value = (cell / total * f64::from(u16::MAX)) as u16;
        values[i] = value.min(rest);
        rest -= values[i];
        most = if values[i] > values[most] { i } else { most };
    }
    values[most] += rest;
    Distribution(values)
}

/// Complementary error function, good to ten digits: its power series near zero, its continued fraction farther out.
fn erfc(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - erfc(-x);
    }
    if x < 2.5 {
        let (mut term, mut sum) = (x, x);
        for n in 1..60 {
            term *= -x * x / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        return 1.0 - sum * std::f64::consts::FRAC_2_SQRT_PI;
    }
    let fraction = (1..=40).rev().fold(x, |below, n| x + 0.5 * f64::from(n) / below);
    (-x * x).exp() / fraction * 0.5 * std::f64::consts::FRAC_2_SQRT_PI
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_survive() {
        for (mean, deviation) in [(7.1f32, 1.1f32), (3.2, 0.7), (12.4, 1.6)] {
            let distribution = distribution(RollsNeeded { mean, deviation });
            assert_eq!(distribution.total(), 65535);
            let rolls = distribution.rolls();
            assert!((rolls.mean - mean).abs() < 0.02, "{rolls:?}");
            // Rounding to whole rolls adds a variance of 1/12.
            assert!(
                (rolls.deviation - (deviation * deviation + 1.0 / 12.0).sqrt()).abs() < 0.02,
                "{rolls:?}"
            );
        }
    }

    #[test]
    fn certainty_stays_certain() {
        let one = distribution(RollsNeeded { mean: 1.0, deviation: 0.0 });
        assert_eq!(one.0[1], 65535);
        for rolls in [
            RollsNeeded { mean: f32::NAN, deviation: f32::NAN },
            RollsNeeded { mean: 1e30, deviation: 1e-3 },
            RollsNeeded { mean: -5.0, deviation: 0.0 },
        ] {
            assert_eq!(distribution(rolls).total(), 65535);
        }
    }

    #[test]
    fn error_function_values() {
        assert!((erfc(0.0) - 1.0).abs() < 1e-7);
        assert!((erfc(1.0) - 0.157_299_207_05).abs() < 1e-10);
        assert!((erfc(-0.5) - 1.520_499_877_81).abs() < 1e-10);
        assert!((erfc(2.5 - 1e-12) - erfc(2.5)).abs() < 1e-10);
        assert!((erfc(3.0) / 2.209_049_699_86e-5 - 1.0).abs() < 1e-9);
    }
}
