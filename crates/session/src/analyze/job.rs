// SPDX-License-Identifier: GPL-3.0-or-later
//! Analysis in the background of a session.

use super::{Analyst, Finding, Scope, Task, tasks};
use crate::command::Part;
use crate::error::CommandError;
use crate::event::Event;
use crate::execute::Outcome;
use crate::jobs::{Context, Job, JobError, JobKind, Product, Progress, Step};
use crate::session::Session;
use gnubg_engine::eval::MAX_PLIES;
use gnubg_record::GameRecord;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a step should take, so that urgent work comes between.
const STEP: Duration = Duration::from_millis(100);

/// Analyzes the tasks it is given, some at a time.
#[derive(Debug)]
pub(crate) struct AnalysisJob {
    analyst: Analyst,
    tasks: Vec<Task>,
    next: usize,
    /// Tasks of the next step.
    batch: usize,
}

impl AnalysisJob {
    fn new(analyst: Analyst, tasks: Vec<Task>) -> AnalysisJob {
        AnalysisJob { analyst, tasks, next: 0, batch: 1 }
    }
}

impl Job for AnalysisJob {
    fn kind(&self) -> JobKind {
        JobKind::Analysis
    }

    fn step(&mut self, context: &Context) -> Result<Step, JobError> {
        let total = self.tasks.len();
        let end = self.next.saturating_add(self.batch.max(rayon::current_num_threads())).min(total);
        let start = Instant::now();
        let done = AtomicU64::new(self.next as u64);
        let count = |_: &Finding| {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            context.progress(Progress::Count { done, total: Some(total as u64) });
        };
        let findings = self.analyst.run_all(&self.tasks[self.next..end], context.cancel(), &count);
        if !findings.is_empty() {
            context.deliver(move |session| session.take_findings(&findings));
        }
        context.cancel().check().map_err(JobError::from)?;
        let taken = start.elapsed().max(Duration::from_micros(1));
        let per_task = taken.as_secs_f64() / (end - self.next).max(1) as f64;
        self.batch = (STEP.as_secs_f64() / per_task) as usize;
        self.next = end;
        Ok(if end == total { Step::Done(Product::Nothing) } else { Step::Continue })
    }
}

impl Session {
    /// Starts to analyze what is missing in a part of the record, looking `plies` ahead or as the settings say. Nothing
    /// is started if nothing is missing.
    pub(crate) fn analyze(&mut self, part: Part, plies: Option<u8>) -> Result<Outcome, CommandError> {
        if self.record.games.is_empty() {
            return Err(CommandError::NoMatch);
        }
        let mut options = self.options.analysis.clone();
        if let Some(plies) = plies.map(|plies| plies.min(MAX_PLIES)) {
            options.checker.evaluation.plies = plies;
            options.cube.evaluation.plies = plies;
        }
        if !options.plays_on && !options.cube_on && !options.luck_on {
            return Err(CommandError::NothingToAnalyze);
        }
        let at = self.record.clamp(self.cursor);
        let scope = match part {
            Part::Move => {
                self.record.next_entry(at).ok_or(CommandError::NoEntry)?;
                Scope::Entry { game: at.game, entry: at.entry }
            }
            Part::Game => Scope::Game(at.game),
            Part::Match => Scope::Match,
        };
        let found = tasks(&self.record, scope, &options);
        if found.is_empty() {
            return Ok(Outcome::Done);
        }
        // It does all that others have not done yet.
        if part == Part::Match {
            self.jobs.cancel_all(|kind| kind == JobKind::Analysis);
        }
        let analyst = Analyst { options, engine: Arc::clone(&self.engine), table: Arc::clone(&self.table) };
        Ok(Outcome::Started(self.start_job(Box::new(AnalysisJob::new(analyst, found)))))
    }

    /// Stores findings whose entries are still what they were.
    fn take_findings(&mut self, findings: &[Finding]) {
        let mut by_game: BTreeMap<usize, Vec<&Finding>> = BTreeMap::new();
        for finding in findings {
            by_game.entry(finding.game()).or_default().push(finding);
        }
        let length = self.record.length;
        let mut is_changed = false;
        for (n, findings) in by_game {
            let Some(game) = self.record.games.get_mut(n) else { continue };
            for finding in still_true(game, length, findings) {
                finding.store(&mut game.entries[finding.entry()]);
                is_changed = true;
            }
        }
        if is_changed {
            self.is_unsaved = true;
            self.emit(Event::RecordChanged);
        }
    }
}

/// The findings that are about the game as it is now.
fn still_true<'a>(game: &GameRecord, length: u16, findings: Vec<&'a Finding>) -> Vec<&'a Finding> {
    let steps: Vec<_> = game.walk(length).collect();
    let is_true = |finding: &&Finding| {
        steps.get(finding.entry()).is_some_and(|step| finding.is_about(step.entry, &step.before))
    };
    findings.into_iter().filter(is_true).collect()
}
