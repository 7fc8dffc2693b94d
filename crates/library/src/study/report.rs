// SPDX-License-Identifier: GPL-3.0-or-later
//! What study has come to: days, recall as predicted and as it was, controls.

use super::cards::Plan;
use super::schedule::{Fsrs, Scheduler as _};
use super::{CONTROL_RIGHT, study_day};
use crate::assess::UNIT;
use crate::db::Library;
use crate::error::Result;

/// The limits of the ranges of predicted recall.
const RANGES: [f64; 6] = [0.0, 0.7, 0.8, 0.9, 0.95, 1.01];

/// Reviews whose recall was predicted alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecallBin {
    /// From this predicted chance.
    pub from: f64,
    /// Up to this one.
    pub to: f64,
    /// Reviews.
    pub reviews: usize,
    /// The mean of the predicted chances.
    pub predicted: f64,
    /// The share that was remembered.
    pub observed: f64,
    /// Within this the share lies with 95 % (Wilson).
    pub interval: [f64; 2],
}

/// What study has come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StudyReport {
    /// Days with answers, in days since 1970, with their number.
    pub days: Vec<(i64, i64)>,
    /// Answers that count, without controls.
    pub reviews: usize,
    /// Their mean loss, in normalized equity.
    pub mean_loss: Option<f64>,
    /// Recall as predicted and as it was.
    pub recall: Vec<RecallBin>,
    /// Controls, and how many of them were right.
    pub controls: [usize; 2],
}

impl Library {
    /// What study of the last days has come to.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn study_report(&self, days: u16) -> Result<StudyReport> {
        let from = study_day(self.now()) - i64::from(days);
        let scheduler = Fsrs::default();
        self.read(|connection| {
            let mut report = StudyReport::default();
            let mut statement = connection.prepare(
                "SELECT day, loss, rating, before, is_control FROM review WHERE day > ? AND taken_back IS NULL AND rating > 0
                ORDER BY id",
            )?;
            let mut rows = statement.query([from])?;
            let mut bins = [(0usize, 0.0, 0usize); RANGES.len() - 1];
            let mut sum = 0.0;
            while let Some(row) = rows.next()? {
                let day: i64 = row.get(0)?;
                let loss = row.get::<_, Option<i64>>(1)?.unwrap_or(0) as f64 / UNIT;
                match report.days.last_mut() {
                    Some(last) if last.0 == day => last.1 += 1,
                    _ => report.days.push((day, 1)),
                }
                if row.get(4)? {
                    report.controls[0] += 1;
                    report.controls[1] += usize::from(loss < CONTROL_RIGHT);
                    continue;
                }
                report.reviews += 1;
                sum += loss;
                let before: Option<String> = row.get(3)?;
                let before: Plan =
                    before.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
                let (Some(memory), Some(last)) = (before.memory, before.last) else { continue };
                // A second look on the same day says nothing about what is remembered.
                if last >= day {
                    continue;
                }
                let predicted = scheduler.recall(memory, (day - last) as f64);
                let n = RANGES[1..].iter().position(|limit| predicted < *limit).unwrap_or(0);
                bins[n].0 += 1;
                bins[n].1 += predicted;
                bins[n].2 += usize::from(row.get::<_, i64>(2)? > 1);
            }
            report.mean_loss = (report.reviews > 0).then(|| sum / report.reviews as f64);
            for (n, (reviews, predicted, right)) in bins.into_iter().enumerate().filter(|(_, bin)| bin.0 > 0) {
                report.recall.push(RecallBin {
                    from: RANGES[n],
                    to: RANGES[n + 1].min(1.0),
                    reviews,
                    predicted: predicted / reviews as f64,
                    observed: right as f64 / reviews as f64,
                    interval: wilson(right, reviews),
                });
            }
            Ok(report)
        })
    }
}

/// The interval of Wilson for a share, at 95 %.
fn wilson(right: usize, n: usize) -> [f64; 2] {
    const Z: f64 = 1.959_964;
    let (share, n) = (right as f64 / n as f64, n as f64);
    let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_the_interval_of_wilson() {
        // 8 of 10: 0.490 to 0.943, as textbooks have it.
        let [low, high] = wilson(8, 10);
        assert!((low - 0.490).abs() < 1e-3 && (high - 0.943).abs() < 1e-3, "{low} {high}");
        assert!(wilson(10, 10)[1] > 0.999 && wilson(0, 3)[0] < 1e-9);
    }
}
