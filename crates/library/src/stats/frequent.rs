// SPDX-License-Identifier: GPL-3.0-or-later
//! The kinds of errors that somebody makes, by what they cost: a count, without a claim that there is a reason.

use super::next::{Observed, Theme};
use super::split::narrowed;
use crate::db::Library;
use crate::error::Result;
use crate::facts::summary;
use gnubg_engine::core::CancelToken;
use std::collections::BTreeMap;

/// Errors of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct FrequentError {
    /// What goes wrong.
    pub theme: Theme,
    /// How often.
    pub errors: usize,
    /// Decisions in which it could.
    pub decisions: usize,
    /// The sum of what these errors lost, in normalized equity.
    pub loss: f64,
    /// A query that finds the errors, the most expensive first.
    pub query: String,
}

/// Kinds of errors with a loss beyond `limit`, those that cost most first. A play can be of several kinds.
fn kinds(decisions: &[Observed], limit: f64) -> Vec<FrequentError> {
    let mut sums: BTreeMap<Theme, (usize, usize, f64)> = BTreeMap::new();
    for one in decisions {
        for (theme, is_wrong) in one.themes() {
            let sum = sums.entry(theme).or_default();
            sum.1 += 1;
            if is_wrong && one.loss > limit {
                *sum = (sum.0 + 1, sum.1, sum.2 + one.loss);
            }
        }
    }
    let made = sums.into_iter().filter(|(_, (errors, ..))| *errors > 0);
    let mut found: Vec<FrequentError> = made
        .map(|(theme, (errors, decisions, loss))| FrequentError {
            theme,
            errors,
            decisions,
            loss,
            query: theme.query(),
        })
        .collect();
    found.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    found
}

impl Library {
    /// The kinds of errors among the decisions that a query finds, those that cost most first.
    ///
    /// # Errors
    /// If the query cannot be understood, the library cannot be read, or it was cancelled.
    pub fn frequent_errors(&self, query: &str, cancel: &CancelToken) -> Result<Vec<FrequentError>> {
        let limit = self.read(summary::limits)?.doubtful;
        let mut found = kinds(&self.observed(query, cancel)?, limit);
        for one in &mut found {
            let condition = format!("counted {} loss>{}", one.query, (1e5 * limit).round() / 100.0);
            one.query = format!("{} | sort loss desc", narrowed(query, &condition));
        }
        Ok(found)
    }
}
