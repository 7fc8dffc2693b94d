// SPDX-License-Identifier: GPL-3.0-or-later
//! The nets' readings: how far the cube efficiency of a position is from that of its class.
//!
//! Janowski's value is linear in the efficiency: dead + x·(live − dead). With x = class + w·z, where z are the units
//! before the output layer, the cube's value by look-ahead gives w by least squares, with one system of equations for
//! each head and kind of owner; heads with few positions share one with those like them. The mean over all positions is
//! left to the class, and a share of the rest is used. The nets themselves do not change.

use super::EngineSource;
use super::look;
use anyhow::Result;
use gnubg_engine::core::{Board, Probs};
use gnubg_engine::cube::CubeOwner;
use gnubg_engine::eval::inputs::BUCKETS_ALIKE;
use gnubg_engine::eval::{Engine, N_HEADS, Nets};
use gnubg_engine::nn::{HIDDEN, READINGS};
use std::path::PathBuf;

/// Units, and one that is always 1.
const N: usize = 2 * HIDDEN + 1;

/// With fewer positions, a head is fitted together with those like it; if these are fewer, too, it keeps the efficiency
/// of its class.
const LEAST_CASES: usize = 1500;

/// The owners of the cube that a reading is for, in the order of `Shifts`.
const OWNERS: [&[CubeOwner]; READINGS] = [&[CubeOwner::Centered], &[CubeOwner::OnRoll, CubeOwner::Opponent]];

/// Options of `train cube fit`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct CubeFitOptions {
    #[command(flatten)]
    source: EngineSource,
    /// Files of `train cube look`.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Penalty on large weights.
    #[arg(long, default_value_t = 0.1)]
    ridge: f64,
    /// Share of the fitted correction that is used.
    #[arg(long, default_value_t = 0.5)]
    share: f64,
    /// The weights file to write.
    #[arg(long)]
    out: PathBuf,
}

/// A position with its units, and how its values depend on the efficiency.
struct FitPosition {
    head: usize,
    units: [f64; N],
    /// By owner.
    values: [LinearValue; 3],
}

/// The error of a value at the efficiency of the class, and its increase per unit of efficiency.
#[derive(Clone, Copy)]
struct LinearValue {
    lacks: f64,
    slope: f64,
}

pub(super) fn run(options: &CubeFitOptions) -> Result<()> {
    let engine = options.source.engine()?;
    let seen = look::read(&options.files)?;
    let cases = seen.iter().map(|seen| case(&engine, seen)).collect::<Result<Vec<FitPosition>>>()?;
    let nets = fit(engine.nets(), &cases, options)?;
    std::fs::write(&options.out, nets.to_bytes())?;
    Ok(())
}

fn case(engine: &Engine, seen: &look::LookAheadRecord) -> Result<FitPosition> {
    let board = Board::from_position_id(&seen.id)?;
    let (head, hidden) = engine.nets().hidden(&board, &mut engine.nets().scratch());
    let x = engine.class_efficiency(&board);
    let probs = Probs::from_array(seen.probs);
    let [dead, live] = [0.0, 1.0].map(|x| look::values_at(x, &probs));
    let line = |owner: usize| {
        let slope = live[owner] - dead[owner];
        LinearValue { lacks: f64::from(seen.values[owner]) - dead[owner] - x * slope, slope }
    };
    let unit = |n: usize| hidden.get(n).map_or(1.0, |z| f64::from(*z));
    Ok(FitPosition { head, units: std::array::from_fn(unit), values: std::array::from_fn(line) })
}

fn fit(nets: &Nets, cases: &[FitPosition], options: &CubeFitOptions) -> Result<Nets> {
    let mut readings = [([[0.0f32; 2 * HIDDEN]; READINGS], [0.0f32; READINGS]); N_HEADS];
    for (reading, owners) in OWNERS.into_iter().enumerate() {
        let mut found = [[0.0; N]; N_HEADS];
        for (family, found) in found.chunks_mut(BUCKETS_ALIKE).enumerate() {
            let first = family * BUCKETS_ALIKE;
            let alike: Vec<&FitPosition> =
                cases.iter().filter(|case| case.head / BUCKETS_ALIKE == family).collect();
            let name = format!("heads {first} to {}", first + found.len() - 1);
            if let Some(shared) = weights(&name, &alike, owners, options.ridge) {
                found.fill(shared);
            }
            for (n, found) in found.iter_mut().enumerate() {
                let head = first + n;
                let own: Vec<&FitPosition> = alike.iter().copied().filter(|case| case.head == head).collect();
                if let Some(own) = weights(&format!("head {head}"), &own, owners, options.ridge) {
                    *found = own;
                }
            }
        }
        let mean = mean_shift(cases, owners, &found);
        println!("{owners:?}: {mean:+.4} on average, left to the class");
        for (head, found) in found.iter().enumerate().filter(|(_, found)| **found != [0.0; N]) {
            let weight = |n: usize| (options.share * found[n]) as f32;
            readings[head].0[reading] = std::array::from_fn(weight);
            readings[head].1[reading] = (options.share * (found[N - 1] - mean)) as f32;
        }
    }
    Ok(nets.with_readings(&readings)?)
}

/// The weights fitted to these positions, `None` if they are too few. Prints which heads they are of and how good the fit
/// is.
fn weights(heads: &str, cases: &[&FitPosition], owners: &[CubeOwner], ridge: f64) -> Option<[f64; N]> {
    if cases.len() < LEAST_CASES {
        println!("{heads}, {owners:?}: {} positions are too few", cases.len());
        return None;
    }
    // The quality of the fit is measured on positions that it did not see.
    let (first, second) = cases.split_at(cases.len() / 2);
    println!(
        "{heads}, {owners:?}, {} positions: error {:.5} by class, {:.5} fitted to the other half",
        cases.len(),
        error(second, owners, &[0.0; N]),
        error(second, owners, &least_squares(first, owners, ridge))
    );
    Some(least_squares(cases, owners, ridge))
}

/// The best common shift of all fitted positions, which belongs to the class.
fn mean_shift(cases: &[FitPosition], owners: &[CubeOwner], found: &[[f64; N]; N_HEADS]) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for case in cases.iter().filter(|case| found[case.head] != [0.0; N]) {
        let shift = dot(&found[case.head], &case.units);
        let weight: f64 = owners.iter().map(|&owner| case.values[owner as usize].slope.powi(2)).sum();
        sum += weight * shift;
        weights += weight;
    }
    sum / f64::max(weights, f64::MIN_POSITIVE)
}

/// Root mean square error of the values of these owners.
fn error(cases: &[&FitPosition], owners: &[CubeOwner], weights: &[f64; N]) -> f64 {
    let squares = cases.iter().flat_map(|case| {
        let shift = dot(weights, &case.units);
        owners.iter().map(move |&owner| {
            let LinearValue { lacks, slope } = case.values[owner as usize];
            (lacks - shift * slope).powi(2)
        })
    });
    (squares.sum::<f64>() / (cases.len() * owners.len()).max(1) as f64).sqrt()
}

/// The weights with the least squared error, plus `ridge` times their own squares.
fn least_squares(cases: &[&FitPosition], owners: &[CubeOwner], ridge: f64) -> [f64; N] {
    let mut matrix = [[0.0; N]; N];
    let mut wanted = [0.0; N];
    for (n, row) in matrix.iter_mut().enumerate() {
        row[n] = ridge;
    }
    for case in cases {
        for &owner in owners {
            let LinearValue { lacks, slope } = case.values[owner as usize];
            for (n, row) in matrix.iter_mut().enumerate().filter(|(n, _)| case.units[*n] != 0.0) {
                let factor = slope * case.units[n];
                wanted[n] += factor * lacks;
                row.iter_mut().zip(&case.units).for_each(|(sum, unit)| *sum += factor * slope * unit);
            }
        }
    }
    solve(matrix, wanted)
}

/// Solves a symmetric, positive definite system by conjugate gradients: exact after `N` steps but for rounding.
fn solve(matrix: [[f64; N]; N], wanted: [f64; N]) -> [f64; N] {
    let mut found = [0.0; N];
    let mut rest = wanted;
    let mut direction = rest;
    let mut square = dot(&rest, &rest);
    let enough = square * 1e-24;
    for _ in 0..8 * N {
        if square <= enough {
            break;
        }
        let image: [f64; N] = std::array::from_fn(|n| dot(&matrix[n], &direction));
        let step = square / dot(&direction, &image);
        for n in 0..N {
            found[n] += step * direction[n];
            rest[n] -= step * image[n];
        }
        let before = std::mem::replace(&mut square, dot(&rest, &rest));
        direction = std::array::from_fn(|n| rest[n] + square / before * direction[n]);
    }
    found
}

fn dot(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shards;
    use rand::RngExt;

    /// Values that follow from an efficiency that depends on two units are explained by weights for these two.
    #[test]
    fn an_efficiency_that_depends_on_units_is_found() {
        let mut rng = shards::rng(1, 1);
        let cases: Vec<FitPosition> = (0..3000)
            .map(|_| {
                let unit = |n: usize| if n == N - 1 { 1.0 } else { rng.random::<f64>() };
                let units: [f64; N] = std::array::from_fn(unit);
                let shift = 0.05 - 0.2 * units[3] + 0.1 * units[40];
                let slope = rng.random::<f64>() - 0.3;
                FitPosition { head: 0, units, values: [LinearValue { lacks: shift * slope, slope }; 3] }
            })
            .collect();
        let cases: Vec<&FitPosition> = cases.iter().collect();
        let found = least_squares(&cases, OWNERS[1], 1e-6);
        assert!(error(&cases, OWNERS[1], &found) < 1e-6);
        assert!((found[3] + 0.2).abs() < 1e-4 && (found[40] - 0.1).abs() < 1e-4, "{found:?}");
        assert!((found[N - 1] - 0.05).abs() < 1e-3 && found[10].abs() < 1e-4, "{found:?}");
    }
}
