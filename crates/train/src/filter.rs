// SPDX-License-Identifier: GPL-3.0-or-later
//! Training of the filter: the small net that ranks plays inside a search.
//!
//! It first learns the equities of labelled positions by least squares, from the checkers alone. What counts, however,
//! is the order of the plays of one roll; so it is then trained on lists of plays, towards the probabilities with which
//! a player who is a little unsure would choose each of them.

use crate::data::Sample;
use crate::gradient::{add, axpy};
use crate::model::{fixed, floats};
use crate::selfplay::{self, Deviation};
use crate::starts::Start;
use anyhow::{Context, Result};
use gnubg_engine::core::{Board, PlayList};
use gnubg_engine::eval::{LookAhead, Nets};
use gnubg_engine::nn::{FILTER_PLACES, FILTER_ROWS, Filter, LANES, ROW_ONE, WEIGHT_ONE, filter_row};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

/// The filter in training form; its score is an equity, −3..=3.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FilterModel {
    /// `[row][unit]`.
    pub(crate) rows: Vec<f32>,
    pub(crate) bias: Vec<f32>,
    pub(crate) output: Vec<f32>,
}

struct Moments {
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl FilterModel {
    pub(crate) fn random(width: usize, rng: &mut impl Rng) -> FilterModel {
        assert!(width.is_multiple_of(LANES), "invariant: filters are multiples of {LANES} wide");
        let mut uniform = |n: usize, range: f32| -> Vec<f32> {
            (0..n).map(|_| (rng.random::<f32>() * 2.0 - 1.0) * range).collect()
        };
        let slopes = uniform(FILTER_PLACES * width, 0.2);
        let mut rows = vec![0.0; FILTER_ROWS * width];
        for place in 0..FILTER_PLACES {
            for count in 1..=15u8 {
                let row = usize::from(filter_row(place, count));
                axpy(
                    &mut rows[row * width..][..width],
                    f32::from(count) / 3.0,
                    &slopes[place * width..][..width],
                );
            }
        }
        FilterModel {
            rows,
            bias: uniform(width, 0.3).iter().map(|b| b + 0.3).collect(),
            output: uniform(width, 0.3),
        }
    }

    /// The engine's fixed-point form.
    pub(crate) fn export(&self) -> Result<Filter> {
        let (rows, bias) = (fixed(&self.rows, ROW_ONE), fixed(&self.bias, ROW_ONE));
        Filter::new(&rows, &bias, &fixed(&self.output, WEIGHT_ONE)).context("a filter of impossible size")
    }

    /// A filter of the engine in training form.
    pub(crate) fn import(filter: &Filter) -> FilterModel {
        FilterModel {
            rows: floats(filter.rows(), ROW_ONE),
            bias: floats(filter.bias(), ROW_ONE),
            output: floats(filter.output(), WEIGHT_ONE),
        }
    }

    /// Least-squares fit to the samples' equities, `passes` times over, with Adam and a falling rate.
    pub(crate) fn fit(&mut self, samples: &[Sample], passes: usize, rate: f32, rng: &mut impl Rng) {
        const BATCH: usize = 256;
        let width = self.bias.len();
        let inputs: Vec<(Vec<u16>, f32)> = samples.iter().map(input).collect();
        let zeros =
            |values: &[f32]| Moments { mean: vec![0.0; values.len()], square: vec![0.0; values.len()] };
        let mut moments = [zeros(&self.rows), zeros(&self.bias), zeros(&self.output)];
        let mut gradient = FilterModel {
            rows: vec![0.0; self.rows.len()],
            bias: vec![0.0; width],
            output: vec![0.0; width],
        };
        let steps = passes * inputs.len() / BATCH;
        let mut squared = 0.0f64;
        for step in 0..steps {
            for part in [&mut gradient.rows, &mut gradient.bias, &mut gradient.output] {
                part.fill(0.0);
            }
            for _ in 0..BATCH {
                let (rows, target) = &inputs[rng.random_range(0..inputs.len())];
                squared += f64::from(self.add_gradient(rows, *target, &mut gradient).powi(2));
            }
            let rate = rate * (0.01 + 0.99 * (1.0 - step as f32 / steps as f32));
            let parts = [
                (&mut self.rows, &gradient.rows),
                (&mut self.bias, &gradient.bias),
                (&mut self.output, &gradient.output),
            ];
            for ((values, gradient), moments) in parts.into_iter().zip(&mut moments) {
                adam(values, gradient, moments, 1.0 / BATCH as f32, rate, step + 1);
            }
            if (step + 1) % (steps / 5).max(1) == 0 {
                println!(
                    "filter: step {} of {steps}, equity error {:.4}",
                    step + 1,
                    (squared / ((steps / 5).max(1) * BATCH) as f64).sqrt()
                );
                squared = 0.0;
            }
        }
    }

    /// Fits the order of plays, `passes` times over all lists.
    pub(crate) fn fit_lists(&mut self, lists: &[PlayChoice], passes: usize, rate: f32, rng: &mut impl Rng) {
        const BATCH: usize = 64;
        let width = self.bias.len();
        let zeros =
            |values: &[f32]| Moments { mean: vec![0.0; values.len()], square: vec![0.0; values.len()] };
        let mut moments = [zeros(&self.rows), zeros(&self.bias), zeros(&self.output)];
        let mut gradient = FilterModel {
            rows: vec![0.0; self.rows.len()],
            bias: vec![0.0; width],
            output: vec![0.0; width],
        };
        let steps = passes * lists.len() / BATCH;
        let (mut surprise, report_every) = (0.0f64, (steps / 5).max(1));
        for step in 0..steps {
            for part in [&mut gradient.rows, &mut gradient.bias, &mut gradient.output] {
                part.fill(0.0);
            }
            for _ in 0..BATCH {
                surprise += f64::from(self.add_list(&lists[rng.random_range(0..lists.len())], &mut gradient));
            }
            let rate = rate * (0.01 + 0.99 * (1.0 - step as f32 / steps as f32));
            let parts = [
                (&mut self.rows, &gradient.rows),
                (&mut self.bias, &gradient.bias),
                (&mut self.output, &gradient.output),
            ];
            for ((values, gradient), moments) in parts.into_iter().zip(&mut moments) {
                adam(values, gradient, moments, 1.0 / BATCH as f32, rate, step + 1);
            }
            if (step + 1) % report_every == 0 {
                println!(
                    "filter: step {} of {steps}, divergence {:.4}",
                    step + 1,
                    surprise / (report_every * BATCH) as f64
                );
                surprise = 0.0;
            }
        }
    }

    /// Adds the gradient of one list; returns how far the filter's choice is from the wanted one, in nats.
    fn add_list(&self, list: &PlayChoice, gradient: &mut FilterModel) -> f32 {
        let scores: Vec<f32> = list.rows.iter().map(|rows| self.score(rows)).collect();
        let (chosen, wanted) = (choice(&scores), choice(&list.equities));
        let mut surprise = 0.0;
        for ((rows, &p), &t) in list.rows.iter().zip(&chosen).zip(&wanted) {
            if t > 0.0 {
                surprise += t * (t / p.max(1e-9)).ln();
            }
            // A higher score makes the play less likely.
            if (p - t).abs() > 1e-4 {
                self.add_slope(rows, t - p, gradient);
            }
        }
        surprise
    }

    fn score(&self, rows: &[u16]) -> f32 {
        let width = self.bias.len();
        let mut sums = self.bias.clone();
        for &row in rows {
            add(&mut sums, &self.rows[usize::from(row) * width..][..width]);
        }
        sums.iter().zip(&self.output).map(|(s, w)| s.clamp(0.0, 1.0).powi(2) * w).sum()
    }

    fn add_gradient(&self, rows: &[u16], target: f32, gradient: &mut FilterModel) -> f32 {
        let error = self.score(rows) - target;
        self.add_slope(rows, error, gradient);
        error
    }

    /// Adds `error` times the slope of the score.
    fn add_slope(&self, rows: &[u16], error: f32, gradient: &mut FilterModel) {
        let width = self.bias.len();
        let mut sums = self.bias.clone();
        for &row in rows {
            add(&mut sums, &self.rows[usize::from(row) * width..][..width]);
        }
        let active: Vec<f32> = sums.iter().map(|s| s.clamp(0.0, 1.0).powi(2)).collect();
        axpy(&mut gradient.output, error, &active);
        for (unit, sum) in sums.iter_mut().enumerate() {
            let slope = if *sum > 0.0 && *sum < 1.0 { 2.0 * *sum } else { 0.0 };
            *sum = error * self.output[unit] * slope;
        }
        add(&mut gradient.bias, &sums);
        for &row in rows {
            add(&mut gradient.rows[usize::from(row) * width..][..width], &sums);
        }
    }
}

/// All plays of one roll: the filter's inputs after each (opponent on roll) and the opponent's equities.
pub(crate) struct PlayChoice {
    rows: Vec<Vec<u16>>,
    equities: Vec<f32>,
}

/// Equity by which the imagined player is unsure.
const UNSURE: f32 = 0.05;

/// Probability of choosing each play, given the opponent's equities after them.
fn choice(equities: &[f32]) -> Vec<f32> {
    let least = equities.iter().copied().fold(f32::INFINITY, f32::min);
    let powers: Vec<f32> = equities.iter().map(|e| ((least - e) / UNSURE).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.iter().map(|p| p / sum).collect()
}

/// Lists of plays from self-play, with the large net's equities.
pub(crate) fn play_choices(nets: &Nets, count: usize, seed: u64) -> Vec<PlayChoice> {
    const TASK: usize = 200;
    (0..count.div_ceil(TASK) as u64)
        .into_par_iter()
        .flat_map_iter(|task| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ task.wrapping_mul(0xD1B5_4A32_D192_ED03));
            let (mut look, mut list) = (LookAhead::new(nets), PlayList::new());
            let mut found = Vec::with_capacity(TASK);
            while found.len() < TASK {
                let start = Start::draw(&mut rng).board(&mut rng);
                let game =
                    selfplay::play(nets, &mut look, start, Deviation { random: 0.05, second: 0.1 }, &mut rng);
                for board in game.boards.iter().filter(|board| board.has_contact()) {
                    list.generate(board, selfplay::roll(&mut rng));
                    if list.len() > 3 && rng.random_range(0..3) == 0 {
                        found.push(PlayChoice {
                            rows: list.boards().iter().map(rows_of).collect(),
                            equities: list
                                .boards()
                                .iter()
                                .map(|after| look.evaluate(nets, after).money_equity().0)
                                .collect(),
                        });
                    }
                }
            }
            found
        })
        .collect()
}

fn input(sample: &Sample) -> (Vec<u16>, f32) {
    (rows_of(&sample.board()), sample.probs().money_equity().0)
}

fn rows_of(board: &Board) -> Vec<u16> {
    let places = board.bytes().iter().enumerate().filter(|(_, count)| **count > 0);
    places.map(|(place, &count)| filter_row(place, count)).collect()
}

fn adam(values: &mut [f32], gradient: &[f32], moments: &mut Moments, scale: f32, rate: f32, step: usize) {
    let step = step.min(10_000) as i32;
    let rate = rate * (1.0 - 0.999f32.powi(step)).sqrt() / (1.0 - 0.9f32.powi(step));
    for k in 0..values.len() {
        let g = gradient[k] * scale;
        moments.mean[k] = 0.9 * moments.mean[k] + 0.1 * g;
        moments.square[k] = 0.999 * moments.square[k] + 0.001 * g * g;
        values[k] -= rate * moments.mean[k] / (moments.square[k].sqrt() + 1e-8);
    }
}
