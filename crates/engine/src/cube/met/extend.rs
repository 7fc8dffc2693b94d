// SPDX-License-Identifier: GPL-3.0-or-later
//! Match equities beyond a table's native length.
//!
//! The exact formula of GNU Backgammon treats what a player wins in a game as normally distributed, with a spread per
//! away score fitted to the published tables. It does not depend on the table it continues, so there is a step at the
//! border, and an uneven table becomes even. [`Extension::Joined`] shifts the same model, on the scale of normal deviates, so
//! that it meets the table's last row and column.
//!
//! Array index = away score − 1.

use super::generate::zadeh_step;
use super::{MET_SIZE, Post, Pre};

/// How scores beyond a table's native length are filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Extension {
    /// The normal model alone: compatible with GNU Backgammon 1.07.
    #[default]
    Normal,
    /// The normal model, shifted to continue the table's own border.
    Joined,
}

/// Gammon rate of the trailer in the post-Crawford continuation.
const GAMMON_RATE: f64 = 0.25;

/// Spread of a game's result for a player 1, 2 … 10 away, in points; farther away it stays [`FAR_SPREAD`].
/// Compatible with GNU Backgammon.
const SPREADS: [f64; 10] = [1.24, 1.27, 1.47, 1.50, 1.60, 1.61, 1.66, 1.68, 1.70, 1.72];

/// Spread at 11-away and more.
const FAR_SPREAD: f64 = 1.77;

/// The standard normal distribution function.
fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The normal deviate whose distribution function is `chance`, within ±10.
fn normal_deviate(chance: f64) -> f64 {
    let (mut low, mut high) = (-10.0, 10.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if normal_cdf(middle) < chance {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// How many standard deviations the player `x`-away is behind one `y`-away.
fn deficit(x: usize, y: usize) -> f64 {
    let spread = |away: usize| SPREADS.get(away - 1).copied().unwrap_or(FAR_SPREAD);
    let games = ((x + y) as f64 / 2.0).sqrt();
    (x as f64 - y as f64) / (spread(x).hypot(spread(y)) * games)
}

/// Fills in all pre-Crawford scores with a player more than `n` away; `n` is 0..=64.
pub(super) fn extend_pre(table: &mut Pre, n: usize, extension: Extension) {
    for x in 1..=MET_SIZE {
        for y in 1..=MET_SIZE {
            if x > n || y > n {
                let shift = match extension {
                    Extension::Joined if n > 0 => border_shift(table, n, x, y),
                    Extension::Joined | Extension::Normal => 0.0,
                };
                table[x - 1][y - 1] = normal_cdf(shift - deficit(x, y));
            }
        }
    }
}

/// By how many deviates the table is above the model at its border score nearest to (x, y).
fn border_shift(table: &Pre, n: usize, x: usize, y: usize) -> f64 {
    let (x, y) = (x.min(n), y.min(n));
    normal_deviate(table[x - 1][y - 1]) + deficit(x, y)
}

/// Fills in the post-Crawford chances from `n`-away on; `n` is 1..=64.
pub(super) fn extend_post(post: &mut Post, n: usize) {
    for away in n..=MET_SIZE {
        post[away - 1] = zadeh_step(post, away as i32, GAMMON_RATE);
    }
}
