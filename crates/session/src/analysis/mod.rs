// SPDX-License-Identifier: GPL-3.0-or-later
//! Analysis of a record: checker plays, cube decisions, luck and resignations, found by the engine and stored with the
//! entries.
//!
//! [`tasks`] lists what has not been analyzed at the wanted level, [`Analyst::run`] does one of these tasks,
//! [`Finding::store`] puts the result into the record; [`rollout_tasks`] lists the decisions that are rolled out after
//! that; [`analyze`] does all of it on the threads of the caller's pool. Nothing here needs a session; the
//! [`Session`](crate::Session) runs the same as a job. docs/analysis.md says what is computed.
//!
//! *Invariant:* an entry with an equal or stronger analysis is left as it is, so analyzing twice costs nothing.

pub(crate) mod batch;
mod find;
pub(crate) mod queue;
mod rollouts;
mod task;

pub use batch::{BatchState, MatchRatings, analyzed_file};
pub use find::{Analyst, Finding};
pub use rollouts::{Choice, RolloutPlan, RolloutTask, rollout_tasks, rollout_tasks_of};
pub use task::{AnalysisTask, Scope, tasks};

use crate::options::Options;
use gnubg_engine::core::{CancelToken, Cancelled};
use gnubg_engine::rollout::{Effort, Ending};
use gnubg_record::MatchRecord;
use gnubg_report::statistics::StatisticsFormat;
use rayon::prelude::*;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What an analysis did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct AnalysisSummary {
    /// Decisions analyzed now.
    pub analyzed: usize,
    /// Decisions that were to be analyzed.
    pub wanted: usize,
}

/// Follows an analysis.
pub trait Observer: Sync {
    /// Called after each decision with the number done and the number to do, which does not include rollouts until
    /// everything has been evaluated.
    fn progress(&self, done: usize, wanted: usize);

    /// Called with the record after each evaluation and each rollout, one call at a time: a good time to save it. Other
    /// threads wait with their results until it returns.
    fn keep(&self, _record: &MatchRecord) {}
}

impl<F: Fn(usize, usize) + Sync> Observer for F {
    fn progress(&self, done: usize, wanted: usize) {
        self(done, wanted);
    }
}

/// Analyzes what is missing in a part of a record with the analyst's options, in parallel on the caller's rayon pool.
///
/// # Errors
/// If cancelled; what was found until then is in the record.
pub fn analyze(
    record: &mut MatchRecord,
    scope: Scope,
    analyst: &Analyst,
    cancel: &CancelToken,
    observer: &dyn Observer,
) -> Result<AnalysisSummary, Cancelled> {
    analyze_by(record, scope, analyst, &RolloutPlan::of_analysis(&analyst.options), cancel, observer)
}

/// The same with a `plan` of rollouts in place of that of the analyst's options.
///
/// # Errors
/// If cancelled; what was found until then is in the record.
pub fn analyze_by(
    record: &mut MatchRecord,
    scope: Scope,
    analyst: &Analyst,
    plan: &RolloutPlan,
    cancel: &CancelToken,
    observer: &dyn Observer,
) -> Result<AnalysisSummary, Cancelled> {
    let tasks = tasks(record, scope, &analyst.options);
    let (wanted, done) = (tasks.len(), AtomicUsize::new(0));
    observer.progress(0, wanted);
    let analyzed_record = Mutex::new(&mut *record);
    let store = |finding: &Finding| {
        observer.progress(done.fetch_add(1, Ordering::Relaxed) + 1, wanted);
        let mut record = analyzed_record.lock().unwrap_or_else(PoisonError::into_inner);
        finding.put_into(&mut record);
        observer.keep(&record);
    };
    let analyzed = analyst.run_all(&tasks, cancel, &store).len();
    if analyzed < wanted {
        return Err(Cancelled);
    }
    if plan.is_nothing() {
        return Ok(AnalysisSummary { analyzed, wanted });
    }
    let rollouts = rollout_tasks(record, scope, plan, analyst);
    let all = wanted + rollouts.len();
    let effort = Effort::threads(rayon::current_num_threads());
    for (n, mut rollout) in (1..).zip(rollouts) {
        cancel.check()?;
        // A rollout that fails leaves the decision as it was evaluated.
        let ending = rollout.run(analyst, &effort, cancel).unwrap_or(Ending::Complete);
        let is_done = ending != Ending::Cancelled;
        if let Some(finding) = rollout.finding(is_done) {
            finding.put_into(record);
        }
        if !is_done {
            return Err(Cancelled);
        }
        observer.progress(analyzed + n, all);
        observer.keep(record);
    }
    Ok(AnalysisSummary { analyzed: all, wanted: all })
}

/// How statistics are printed by the options.
#[must_use]
pub fn statistics_format(options: &Options) -> StatisticsFormat {
    StatisticsFormat {
        digits: options.output.digits,
        error_rate_factor: f64::from(options.output.error_rate_factor),
        rating_offset: f64::from(options.general.rating_offset),
        thresholds: options.analysis.thresholds,
        ..StatisticsFormat::default()
    }
}

impl Analyst {
    /// Does tasks in parallel, roughly in their order, and passes each result to `done`. If cancelled, the results so
    /// far are returned.
    pub fn run_all(
        &self,
        tasks: &[AnalysisTask],
        cancel: &CancelToken,
        done: &(dyn Fn(&Finding) + Sync),
    ) -> Vec<Finding> {
        let findings = Mutex::new(Vec::with_capacity(tasks.len()));
        tasks.par_iter().for_each(|task| {
            if let Ok(finding) = self.run(task, cancel) {
                done(&finding);
                findings.lock().unwrap_or_else(PoisonError::into_inner).push(finding);
            }
        });
        findings.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
