// SPDX-License-Identifier: GPL-3.0-or-later
//! Artificial noise for the weaker levels.
//!
//! Each chance gets a normally distributed error: the winning chance with the full standard deviation, gammons with a
//! quarter of it, backgammons with a hundredth. Deterministic noise is derived from the position by MD5, so a player
//! misjudges the same position in the same way every time.
//!
//! *Differs* from GNU Backgammon 1.07, which sums the digest's bytes as signed numbers; its noise has mean −6.9
//! deviations instead of 0 and its weak levels believe they lose nearly everything.

use super::sanity;
use super::settings::EvalSettings;
use crate::core::{Board, PLACES, Probs, Side};
use md5::{Digest, Md5};

/// Share of the noise that each chance gets.
const SHARE: [f32; 5] = [1.0, 0.25, 0.01, 0.25, 0.01];

/// Mean and standard deviation of the sum of 16 random bytes.
const BYTE_SUM: (f32, f32) = (2040.0, 295.6);

/// Adds the settings' noise. `seed` matters only if the noise is not deterministic; equal seeds give equal noise.
#[must_use]
pub(super) fn add(board: &Board, n_checkers: u8, probs: Probs, settings: &EvalSettings, seed: u64) -> Probs {
    if settings.noise <= 0.0 {
        return probs;
    }
    let mut state = seed;
    let mut chances = probs.to_array();
    for (n, (chance, share)) in (0u8..).zip(chances.iter_mut().zip(SHARE)) {
        let error = if settings.deterministic { of_position(board, n) } else { normal(&mut state) };
        *chance = (*chance + settings.noise * share * error).clamp(0.0, 1.0);
    }
    sanity::clamp(board, n_checkers, Probs::from_array(chances))
}

/// The deterministic error of output `n`, in standard deviations.
fn of_position(board: &Board, n: u8) -> f32 {
    let mut bytes = [0u8; 2 * PLACES];
    for (index, pair) in bytes.chunks_exact_mut(2).enumerate() {
        pair[0] = board.side(Side::Opponent)[index];
        pair[1] = board.side(Side::OnRoll)[index];
    }
    bytes[0] = bytes[0].wrapping_add(n);
    let sum: u32 = Md5::digest(bytes).iter().map(|&byte| u32::from(byte)).sum();
    (sum as f32 - BYTE_SUM.0) / BYTE_SUM.1
}

/// A standard normal number (Box and Muller 1958).
fn normal(state: &mut u64) -> f32 {
    let radius = (-2.0 * (1.0 - uniform(state)).ln()).sqrt();
    radius * (std::f32::consts::TAU * uniform(state)).cos()
}

/// A uniform number in 0..1 (SplitMix64, Steele, Lea and Flood 2014).
fn uniform(state: &mut u64) -> f32 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 40) as f32 / (1u32 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROBS: Probs = Probs { win: 0.5, win_g: 0.15, win_bg: 0.01, lose_g: 0.15, lose_bg: 0.01 };

    #[test]
    fn random_noise_is_unbiased_with_the_right_deviation() {
        let settings = EvalSettings { noise: 0.06, deterministic: false, ..EvalSettings::at(0) };
        let n = 20_000u32;
        let error =
            |seed: u32| f64::from(add(&Board::default(), 15, PROBS, &settings, seed.into()).win) - 0.5;
        let errors: Vec<f64> = (0..n).map(|seed| error(seed.wrapping_mul(2_654_435_761))).collect();
        let mean = errors.iter().sum::<f64>() / f64::from(n);
        let deviation = (errors.iter().map(|e| e * e).sum::<f64>() / f64::from(n)).sqrt();
        assert!(mean.abs() < 0.0015, "{mean}");
        assert!((deviation - 0.06).abs() < 0.002, "{deviation}");
    }

    #[test]
    fn deterministic_noise_repeats_and_none_changes_nothing() {
        let settings = EvalSettings { noise: 0.015, ..EvalSettings::at(0) };
        let board = Board::default();
        let noisy = add(&board, 15, PROBS, &settings, 1);
        assert_eq!(noisy, add(&board, 15, PROBS, &settings, 2));
        // The digest's bytes sum to 2498 for the opening position.
        assert!((of_position(&board, 0) - 1.549).abs() < 1e-3);
        assert!((noisy.win - (0.5 + 0.015 * 1.549)).abs() < 1e-4);
        assert_eq!(add(&board, 15, PROBS, &EvalSettings::at(0), 1), PROBS);
    }
}
